"""The memory holds what would be computed, and no more than its limits allow."""

import itertools
from unittest import mock

import numpy as np
import pytest
from hintcheck import memory
from hintcheck.explanations import Mistake
from hintcheck.memory import remembered

DIFFERENT = [
    (one,)
    for one in (
        *(0, 1, True, 1.0, np.float32(1), 0.0, -0.0, "1", None, [1, 2], (1, 2)),
        *(np.array([1, 2]), np.array([1.0, 2.0]), np.array([1.0, 2.0], "float32")),
        *(np.array([[1.0, 2.0]]), np.array([[1.0], [2.0]]), np.zeros(memory.LARGEST)),
    )
]


@pytest.fixture
def watched():
    """Return a function that can be remembered and that counts its calls."""
    return mock.Mock(side_effect=lambda model, case: model(*case))


def echo(*case):
    return repr([(argument, getattr(argument, "dtype", None)) for argument in case])


def test_the_same_is_computed_once(watched):
    asked = remembered(watched)
    for case in DIFFERENT:
        copy = tuple(a.copy() if isinstance(a, np.ndarray) else a for a in case)
        assert asked(echo, case) == asked(echo, copy) == echo(*case)
    assert watched.call_count == len(DIFFERENT)


def test_what_differs_is_told_apart():
    for one, other in itertools.permutations(DIFFERENT, 2):
        asked = remembered(lambda model, case: model(*case))
        asked(echo, one)
        assert asked(echo, other) == echo(*other), f"{other} is taken for {one}"


@pytest.mark.parametrize("large", [np.zeros(2000), [0.5] * 2000, lambda: 0])
def test_large_cases_and_functions_are_computed_anew(watched, large):
    asked = remembered(watched)
    assert asked(np.size, (large,)) == asked(np.size, (large,)) == np.size(large)
    assert watched.call_count == 2


def test_a_large_result_is_not_kept(watched):
    asked = remembered(watched)
    for entries, calls in (memory.LARGEST, 1), (memory.LARGEST + 1, 3):
        for _ in range(2):
            assert asked(np.zeros, (entries,)).shape == (entries,)
        assert watched.call_count == calls


def test_what_raises_is_not_remembered(watched):
    asked = remembered(watched)
    for _ in range(2):
        with pytest.raises(TypeError):
            asked(len, (1,))
        with pytest.raises(KeyError):
            asked({}.__getitem__, (1,))
    assert watched.call_count == 4


def test_full_it_forgets(watched, monkeypatch):
    monkeypatch.setattr(memory, "MOST", 300)
    asked = remembered(watched)
    for number in (*range(300), 0, 299, 300, 0):
        assert asked(abs, (-number,)) == number
    assert watched.call_count == 302  # 0 and 299 were known, until 300 had no room


def test_nobody_can_change_what_a_mistake_leads_to():
    kept = np.arange(3.0)
    outcome = Mistake("M9", lambda: kept, "").outcome(())
    with pytest.raises(ValueError, match="read-only"):
        outcome[0] = 1
    kept[0] = 7
    assert Mistake("M9", lambda: kept, "").outcome(()).tolist() == [7, 1, 2]
    assert outcome.tolist() == [0, 1, 2]
