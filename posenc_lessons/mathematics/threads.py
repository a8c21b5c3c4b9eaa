"""Work on parts of a large array, by as many threads as there are processors."""

import concurrent.futures
import os


def in_threads(work, count, n_bytes):
    """Call a function with slices of 0 ... count - 1, in threads for a large array.

    Parameters
    ----------
    work : callable
        Of one slice: it fills that part of an array by NumPy, which lets other threads
        work meanwhile, and may be called again for the same part.
    count : int
        How many entries the slices cover.
    n_bytes : int
        The size of the whole array.
    """
    step = max(1, -(-count // max(1, n_bytes // BYTES_AT_ONCE)))
    parts = [slice(first, min(first + step, count)) for first in range(0, count, step)]
    if len(parts) > 1:
        try:
            threads = min(_processors(), len(parts))
            with concurrent.futures.ThreadPoolExecutor(threads) as pool:
                for _ in pool.map(work, parts):
                    pass
            return
        except RuntimeError:
            # No thread can be started here, as in a browser.
            pass
    for part in parts:
        work(part)


BYTES_AT_ONCE = 2**22
"""What is worth a thread: it takes longer to write than a thread to start."""


def _processors():
    """Return how many threads can work at the same time."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1
