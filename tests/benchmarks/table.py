"""Compare the times of `rotated_encoding` and `sinusoidal_encoding`."""

import statistics
import timeit

from posenc_lessons import rotated_encoding, sinusoidal_encoding

SIZES = [(128, 512), (65_536, 512), (1_000_000, 64)]


if __name__ == "__main__":
    for n, d_model in SIZES:
        print(f"\n{n:,} positions, d_model = {d_model}")
        for function in (rotated_encoding, sinusoidal_encoding):
            seconds = timeit.repeat(lambda: function(n, d_model), number=1, repeat=7)  # noqa: B023
            median = 1e3 * statistics.median(seconds)
            print(f"  {function.__name__:20} {median:9.2f} ms")
