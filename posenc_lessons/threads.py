"""Work on parts of a large array, by as many threads as there are processors."""

import concurrent.futures
import os


def in_threads(work, parts, n_bytes):
    """Call a function with each part, in threads if there is enough to do.

    Parameters
    ----------
    work : callable
        Of one part: it fills that part of an array by NumPy, which lets other threads
        work meanwhile, and may be called again for the same part.
    parts : sequence
        The parts, in any form.
    n_bytes : int
        The size of the whole array.
    """
    threads = min(n_bytes // BYTES_OF_A_THREAD, len(parts))
    if threads > 1:
        try:
            with concurrent.futures.ThreadPoolExecutor(_at_once(threads)) as pool:
                for _ in pool.map(work, parts):
                    pass
            return
        except RuntimeError:
            # No thread can be started here, as in a browser.
            pass
    for part in parts:
        work(part)


BYTES_OF_A_THREAD = 2**22
"""What is worth a thread: it takes longer to write than a thread to start."""


def _at_once(most):
    """Return how many threads can work at once, up to a number."""
    try:
        processors = len(os.sched_getaffinity(0))
    except AttributeError:
        processors = os.cpu_count() or 1
    return min(most, processors)
