"""A memory of what functions return in a case.

The first cases of an exercise are the same for every answer. In these cases, each wrong
answer is compared with what dozens or hundreds of mistakes lead to.
"""

import functools
import pickle
from collections.abc import Callable

import numpy as np

MOST = 4096  # results that one function remembers, enough for a few exercises
LARGEST = 1000  # numbers in the largest case and result, of about 10 bytes each


def remembered(function: Callable) -> Callable:
    """Let a function remember what it returned for small arguments.

    The function's result must depend only on its arguments. All callers get the same
    result, which must not be changed. When the memory is full, everything is forgotten.
    """
    known = {}

    @functools.wraps(function)
    def asked(model: object, case: tuple) -> object:
        try:
            key = model, pickle.dumps(case)
        except Exception:  # a lambda, for example
            return function(model, case)
        if key in known:
            return known[key]
        result = function(model, case)
        if len(key[1]) <= 10 * LARGEST and np.size(result) <= LARGEST:
            if len(known) >= MOST:
                known.clear()
            known[key] = result
        return result

    return asked
