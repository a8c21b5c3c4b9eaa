"""Exercises that accept any function that meets certain demands."""

import warnings

import numpy as np
import pytest
from posenc_checks import EXERCISES, check

RANDOM = np.random.default_rng(0)


def hand(hours):
    """Return the hand of a 24-hour clock."""
    return np.stack([np.sin(np.pi * hours / 12), np.cos(np.pi * hours / 12)], axis=1)


def paper(hours):
    """Return the sinusoidal encoding, at width 8."""
    angles = hours[:, None] / 10000 ** (np.arange(0, 8, 2) / 8)
    return np.hstack([np.sin(angles), np.cos(angles)])


@pytest.mark.parametrize(
    ("code", "mistake", "credit"),
    [
        (lambda hours: np.ones((len(hours), 2)), "M14", 0),
        (lambda hours: np.zeros((len(hours), 2)), "M14", 0),
        (lambda hours: hours[:, None] * [1, 1], "too close", 0),
        (
            lambda hours: np.random.default_rng().normal(size=(len(hours), 9)),
            "random",
            0,
        ),
        (paper, "M7", 1 / 6),
        (lambda hours: np.eye(24)[hours.astype(int) % 24], "jump", 2 / 6),
        (lambda hours: hand(hours) * [1, 3], "place", 4 / 6),
        (lambda hours: np.hstack([hand(hours), hand(5 * hours)]), "rises", 5 / 6),
        (hand, None, 1),
        (lambda hours: hand(5 - hours) * 1e-3, None, 1),
        (lambda hours: np.c_[hand(hours) * 1e3, np.ones(len(hours))], None, 1),
    ],
)
@pytest.mark.parametrize("secret", ["", "one", "two"])
def test_the_first_demand_that_is_not_met_is_told(code, mistake, credit, secret):
    cases = EXERCISES.draw("H5e", secret)
    reply = EXERCISES.judge("H5e", EXERCISES["H5e"].collect(code, cases), cases)
    assert (reply.ok, reply.mistake) == (mistake is None, mistake)
    assert reply.credit == pytest.approx(credit)


def test_dots_are_no_attempt():
    assert check("H5e", lambda hours: ...).ok is None


def test_numbers_that_overflow_are_a_hint_and_no_warning():
    huge = lambda hours: np.stack([hours * 1e200, 1e300 + 0 * hours], axis=1)  # noqa: E731
    table, cases = EXERCISES["H5e"], EXERCISES.draw("H5e", "")
    values = [huge(*case) for case in cases]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert EXERCISES.judge("H5e", values, cases).mistake == "too close"
        assert table.credit(values, cases) == 0
