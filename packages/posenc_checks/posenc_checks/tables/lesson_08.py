"""Exercises of lesson 08: the shift by k words."""

import numpy as np
from hintcheck.comparison import Comparison, at, fixed
from hintcheck.explanations import Mistake, in_parts
from hintcheck.own_numbers import Number, Remark, value

from posenc_checks.families.layouts import in_halves, in_turn
from posenc_checks.families.shifts import shift_comparison
from posenc_lessons.mathematics.offsets import shift, shift_matrix
from posenc_lessons.mathematics.sinusoids import (
    angular_frequencies,
    sinusoidal_encoding,
)

EXERCISES = {}


def _with_another_sign(name, frame, arguments):
    """Tell whether `shift_matrix` is called with the sign of k changed."""
    return name == "shift_matrix" and frame.f_locals.get("k") == -arguments[0]


EXERCISES["8a"] = shift_comparison(
    -1,
    draw=fixed((1, 6), (5, 2), (40, 16), (-3, 4), (-7, 6)),
    given=shift_matrix,
    seen="To which position does it take the row of position 5, for k = 2? Where two "
    "signs are changed, the one may undo the other.",
    forbids=_with_another_sign,
    right="Both sines have changed sign: the transposed matrix turns back.",
)


def _rows_to_shift(random):
    """Return rows in halves, and by how far to shift them."""
    return [
        (in_halves(sinusoidal_encoding(1, d, start=position)[0]), k)
        for position, k, d in ((0, 1, 4), (7, 5, 16), (50, -20, 6), (30, 12, 8))
    ]


def _new_sine(s, c, sin_k, cos_k):
    return s * cos_k + c * sin_k


def _new_cosine(s, c, sin_k, cos_k):
    return c * cos_k - s * sin_k


@in_parts
def _halves_turned(sine=_new_sine, cosine=_new_cosine):
    """Return halves from the new sine and cosine of the old and the turn's."""

    def model(row, k):
        s, c = row.reshape(2, -1)
        angles = k * angular_frequencies(len(row))
        parts = s, c, np.sin(angles), np.cos(angles)
        return np.concatenate([sine(*parts), cosine(*parts)])

    return model


def _by_column(row, k):
    """Return halves turned by angles of which each column has its own."""
    angles = k * 10000.0 ** -(np.arange(len(row)) / len(row))
    s, c = row.reshape(2, -1)
    return row * np.cos(angles) + np.concatenate([c, -s]) * np.sin(angles)


EXERCISES["8b"] = Comparison(
    reference=lambda row, k: in_halves(shift(in_turn(row), k)),
    draw=_rows_to_shift,
    describe=lambda row, k: f"For a row of width {len(row)} and k = {k}",
    place=at("column"),
    coarse=lambda row, k: 1e-6 + 1e-6 * abs(k),
    mistakes=(
        Mistake("M5", shift, "Sine and cosine were taken to be neighbours."),
        Mistake(
            "M5",
            lambda row, k: shift(in_turn(row), k),
            "The result is right, but no longer in two halves.",
        ),
        Mistake(
            "M5",
            lambda row, k: in_halves(shift(row, k)),
            "Sine and cosine were taken to be neighbours, and put back as halves.",
        ),
        Mistake(
            "sign",
            _halves_turned(
                lambda s, c, *turn: s * turn[1] - c * turn[0],
                lambda s, c, *turn: c * turn[1] + s * turn[0],
            ),
            "It went k words back: look at the signs.",
        ),
        Mistake(
            "M8",
            lambda row, k: np.roll(
                in_halves(shift(in_turn(np.roll(row, len(row) // 2)), k)), len(row) // 2
            ),
            "The cosines are taken to come first: the sines do.",
        ),
        Mistake(
            "M34",
            _by_column,
            "Each column has its own frequency: the two of a pair share one, so there "
            "are half as many.",
        ),
        Mistake(
            "sign",
            _halves_turned(_new_sine, lambda s, c, *turn: c * turn[1] + s * turn[0]),
            "The sines are right; in cos(a + b) = cos a cos b - sin a sin b there is a "
            "minus.",
        ),
        Mistake(
            "sign",
            _halves_turned(lambda s, c, *turn: s * turn[1] - c * turn[0], _new_cosine),
            "The cosines are right; in sin(a + b) = sin a cos b + cos a sin b there is "
            "a plus.",
        ),
        Mistake(
            "in place",
            _halves_turned(
                _new_sine, lambda *parts: _new_cosine(_new_sine(*parts), *parts[1:])
            ),
            "The new cosine was computed from the *new* sine: keep the old one until "
            "both are done.",
        ),
        Mistake(
            "in place",
            _halves_turned(
                lambda s, *rest: _new_sine(s, _new_cosine(s, *rest), *rest[1:]),
                _new_cosine,
            ),
            "The new sine was computed from the *new* cosine: keep the old one until "
            "both are done.",
        ),
        Mistake(
            "row ignored",
            _halves_turned(lambda s, c, *turn: turn[0], lambda s, c, *turn: turn[1]),
            "That is the encoding of position k: turn the row that is given.",
        ),
        Mistake(
            "M8",
            _halves_turned(_new_cosine, _new_sine),
            "The cosines come first now; the sines should.",
        ),
        Mistake(
            "M8",
            _halves_turned(
                lambda s, c, *turn: _new_sine(c, s, *turn),
                lambda s, c, *turn: _new_cosine(c, s, *turn),
            ),
            "The first half of the row holds its sines, the second the cosines: here "
            "they are taken for each other.",
        ),
        Mistake(
            "M8",
            _halves_turned(
                lambda s, c, sin_k, cos_k: s * sin_k + c * cos_k,
                lambda s, c, sin_k, cos_k: c * sin_k - s * cos_k,
            ),
            "Sine and cosine of the *turn* have changed places: for k = 0 the row "
            "should stay.",
        ),
        *(
            Mistake(
                "half", _halves_turned(sine, cosine), f"The {which} are not turned."
            )
            for sine, cosine, which in (
                (_new_sine, lambda s, c, *turn: c, "cosines"),
                (lambda s, c, *turn: s, _new_cosine, "sines"),
            )
        ),
        Mistake(
            "half",
            lambda row, k: shift(in_turn(row), k)[0::2],
            "These are the new sines alone: the cosines follow them.",
        ),
        Mistake(
            "axis",
            lambda row, k: shift(in_turn(row), k).reshape(-1, 2).T,
            "Both are right; join them into one row.",
        ),
        Mistake(
            "sum",
            _halves_turned(
                lambda s, c, sin_k, cos_k: s + sin_k,
                lambda s, c, sin_k, cos_k: c + cos_k,
            ),
            "The encoding of position k is added: turn the row.",
        ),
        Mistake(
            "arcsin",
            _halves_turned(
                lambda s, c, sin_k, cos_k: s * cos_k + np.sqrt(1 - s**2) * sin_k,
                lambda s, c, sin_k, cos_k: c * cos_k - np.sqrt(1 - c**2) * sin_k,
            ),
            "arcsin and arccos know half of the circle only: take the row's sine and "
            "cosine together.",
            partly=True,
        ),
        Mistake(
            "arcsin",
            _halves_turned(
                lambda s, c, sin_k, cos_k: s * cos_k + np.sqrt(1 - s**2) * sin_k,
                lambda s, c, sin_k, cos_k: np.sqrt(1 - s**2) * cos_k - s * sin_k,
            ),
            "arcsin knows half of the circle only: take the row's cosine, too.",
            partly=True,
        ),
        Mistake("unchanged", lambda row, k: row, "Nothing has been turned."),
        Mistake(
            "k ignored",
            lambda row, k: in_halves(shift(in_turn(row), 1)),
            "It always goes one word on: use k.",
            partly=True,
        ),
        Mistake(
            "columns",
            np.roll,
            "The numbers have moved k columns on: each pair should turn, in its place.",
        ),
        Mistake("sum", lambda row, k: row + k, "k is added to each number: turn them."),
    ),
    right="The order of the columns does not matter, as long as pairs find each other.",
)


def _nearly_whole_turns():
    """Return the first offset that turns the first clock by less than 0.01."""
    offsets = np.arange(1, 1000)
    return int(offsets[(np.abs(np.angle(np.exp(1j * offsets))) < 0.01).argmax()])


def _turned(k):
    """Return by how many radians an offset turns the first clock."""
    return np.angle(np.exp(1j * k))


def _said(k):
    """Return the beginning of what is said of a wrong offset."""
    turned = abs(_turned(k))
    return f"{k:g} turns the first clock by {turned:.5f} radians, full turns aside"


EXERCISES["8c"] = Number(
    reference=_nearly_whole_turns,
    right=lambda: (
        f"{_nearly_whole_turns()} radians are 53 turns, but for "
        f"{abs(np.angle(np.exp(1j * _nearly_whole_turns()))):.4f}."
    ),
    mistakes=(
        value(
            "not near",
            25,
            f"The clock is turned by {abs(_turned(25)):.5f} radians, full turns aside: "
            "less than 0.01 is asked for of this angle, not of 1 minus its cosine.",
        ),
        value(
            "M15",
            157,
            "157 is 50 * 3.14, but 50 pi are 157.08: the clock is still 0.08 radians "
            "away. More digits of pi are needed.",
        ),
        value(
            "M17",
            6,
            "6 is 2 pi with its digits cut off: the clock is not yet back by 0.28 "
            "radians.",
        ),
        value("turn", 53, "That is a number of full turns: of how many words?"),
        value(
            "M11",
            360,
            "A full turn is 360 degrees, and 2 pi radians: here are radians.",
        ),
    ),
    remarks=(
        Remark(
            "range",
            lambda k: not 1 <= k < 10**6,
            lambda k: f"It is a whole number from 1 on; got {k:g}.",
        ),
        Remark(
            "later",
            lambda k: 0 < _turned(k) < 0.01,
            lambda k: (
                f"{_said(k)}, forwards. It is not the smallest: backwards counts, too."
            ),
        ),
        Remark(
            "later",
            lambda k: abs(_turned(k)) < 0.01,
            lambda k: f"{_said(k)}: it is not the smallest.",
        ),
        Remark(
            "half turn",
            lambda k: np.pi - abs(_turned(k)) < 0.01,
            lambda k: f"{_said(k)}: that is half a turn, the hand points back.",
        ),
        Remark(
            "not near",
            lambda k: True,
            lambda k: f"{_said(k)}; less than 0.01 is asked for.",
        ),
    ),
    whole="offset",
)
