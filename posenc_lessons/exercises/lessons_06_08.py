"""Exercises of lessons 06 to 08: the formula, its picture, and its shift."""

import numpy as np

from posenc_lessons.exercises.answers import Wrong, of_the_package, true_or_false
from posenc_lessons.exercises.comparison import STILL, Comparison, entry, fixed
from posenc_lessons.exercises.encodings import encoding_comparison
from posenc_lessons.exercises.explanations import Mistake
from posenc_lessons.exercises.lessons_00_03 import value
from posenc_lessons.exercises.own_numbers import Number
from posenc_lessons.offsets import shift, shift_matrix, similarity_by_offset
from posenc_lessons.sinusoids import (
    angular_frequencies,
    sinusoidal_encoding,
    wavelengths,
)


def _first_long_pair():
    """Return the first pair at 512 whose wavelength is longer than 128."""
    return int((wavelengths(512) > 128).argmax())


def _not_long_pair(pair):
    """Say how long the wave of a wrong pair is."""
    if not 0 <= pair < 256:
        raise Wrong(f"A pair is a whole number from 0 to 255; got {pair:g}.", "range")
    right, length = _first_long_pair(), wavelengths(512)[int(pair)]
    text = f"Pair {pair:g} has the wavelength {length:.1f}"
    more = ", and is not the first that is longer." if pair > right else "."
    if pair == right + 1:
        more += " (Pairs count from 0.)"
    raise Wrong(text + more, "off by one" if abs(pair - right) == 1 else None)


_long_pair = Number(
    reference=_first_long_pair,
    right=lambda: (
        "Pair 84 needs {:.1f} positions, pair 83 {:.1f}; its columns: 168 and 169."
    ).format(*wavelengths(512)[[84, 83]]),
    mistakes=(
        value("column", 168, "That is a column; which pair stands there?"),
        value("column", 169, "That is a column; which pair stands there?"),
        value("M2", 168, "The 2 of 2i is missing."),
        value("wavelength", 128, "That is the wavelength; which pair has it?"),
        value("M1", 42, "In the exponent stands 2i / d_model: is the 2 there twice?"),
        value(
            "2pi", 135, "There 10000^(2i/512) exceeds 128; a wavelength has 2 pi, too."
        ),
    ),
    otherwise=_not_long_pair,
    tolerance=1e-9,
    whole="pair",
)


def _by_column(exponent):
    """Return the frequency of each column, from its exponent."""
    return lambda d: 10000.0 ** -exponent(np.arange(d), d)


_column_frequencies = Comparison(
    reference=lambda d: np.repeat(angular_frequencies(d), 2),
    draw=fixed((6,), (2,), (16,)),
    describe=lambda d: f"For d_model = {d}",
    place=entry,
    tolerance=lambda d: 1e-6 * np.repeat(angular_frequencies(d), 2),
    coarse=lambda d: 1e-5 * np.repeat(angular_frequencies(d), 2),
    given=_by_column(lambda columns, d: 2 * columns / d),
    mistakes=(
        Mistake(
            "M3",
            _by_column(lambda columns, d: columns / d),
            "The columns of a pair still differ, and should share one frequency.",
        ),
        Mistake(
            "M2",
            _by_column(lambda columns, d: columns // 2 / d),
            "Pairs share theirs, but the 2 of 2i is gone.",
        ),
        Mistake(
            "M1",
            _by_column(lambda columns, d: 4 * (columns // 2) / d),
            "Pairs share theirs, but the frequencies fall twice as fast.",
        ),
        Mistake(
            "M3",
            _by_column(lambda columns, d: 2 * ((columns + 1) // 2) / d),
            "Column 2i + 1 has the frequency of the next pair: the pair of a column is "
            "column // 2.",
        ),
        Mistake(
            "M9",
            _by_column(lambda columns, d: 2 * (columns // 2 + 1) / d),
            "Pairs count from 0: the first frequency is 1.",
        ),
        *(
            Mistake(
                "M7",
                lambda d, base=base: base ** -(2 * (np.arange(d) // 2) / d),
                f"The base is {base:g} in place of 10000.",
            )
            for base in (1000.0, 100.0)
        ),
        Mistake(
            "one a pair",
            angular_frequencies,
            "There should be a frequency for each column, not for each pair.",
        ),
        Mistake(
            "columns",
            lambda d: np.tile(angular_frequencies(d), 2),
            "The frequencies are right, in the wrong columns: each should stand twice "
            "side by side (np.repeat), not the whole list twice (np.tile).",
        ),
        Mistake(
            "M12",
            _by_column(lambda columns, d: -2 * (columns // 2) / d),
            "The frequencies rise: the minus of the exponent is missing.",
        ),
        Mistake(
            "M4",
            _by_column(lambda columns, d: 0 * columns),
            "All frequencies are 1: does a // round the exponent to 0?",
        ),
        Mistake(
            "M17",
            _by_column(lambda columns, d: -(-2 * columns // d)),
            "The exponents are whole numbers: // rounds down, below 0 to -1, -2.",
        ),
        Mistake(
            "modulo",
            _by_column(lambda columns, d: 2 * (columns % 2) / d),
            "column % 2 tells sine from cosine; the pair is column // 2.",
        ),
        Mistake(
            "M6",
            _by_column(lambda columns, d: columns // 2 / max(d / 2 - 1, 1)),
            "The exponent runs to 1; the paper has 2i / d_model.",
        ),
        Mistake(
            "wavelength",
            lambda d: 2 * np.pi / np.repeat(angular_frequencies(d), 2),
            "These are the wavelengths; the frequency is 2 pi divided by them.",
        ),
    ),
    right="Columns 2i and 2i + 1 share one frequency, that of pair i = column // 2.",
)


def _base(power, turn=2 * np.pi):
    """Return the base for a longest wavelength, with another power or turn."""
    return lambda longest, d: (longest / turn) ** power(d)


_base_for = Comparison(
    reference=_base(lambda d: d / (d - 2)),
    draw=fixed((100.0, 6), (1000.0, 512), (60611.48, 512), (7.0, 4)),
    describe=lambda longest, d: f"For the wavelength {longest:g} at d_model = {d}",
    tolerance=lambda longest, d: 1e-6 * (longest / (2 * np.pi)) ** (d / (d - 2)),
    coarse=lambda longest, d: 1e-5 * (longest / (2 * np.pi)) ** (d / (d - 2)),
    mistakes=(
        Mistake(
            "exponent",
            _base(lambda d: 1),
            "That would be right if the last exponent were 1. It is (d_model - 2) / "
            "d_model.",
        ),
        Mistake(
            "2pi",
            _base(lambda d: d / (d - 2), turn=1),
            "The 2 pi of the wavelength is missing.",
        ),
        Mistake(
            "2pi",
            _base(lambda d: d / (d - 2), turn=1 / (2 * np.pi)),
            "The wavelength is multiplied by 2 pi, where it should be divided.",
        ),
        Mistake(
            "2pi",
            _base(lambda d: d / (d - 2), turn=2 / np.pi),
            "`/ 2 * np.pi` divides by 2 and multiplies by pi: put 2 * np.pi into "
            "brackets.",
        ),
        Mistake(
            "inverse",
            _base(lambda d: (d - 2) / d),
            "The exponent is upside down: to undo the power (d - 2) / d, take the "
            "power d / (d - 2).",
        ),
        Mistake(
            "last",
            _base(lambda d: d / (d - 1)),
            "The last pair is i = d_model / 2 - 1, so 2i = d_model - 2, not d_model - "
            "1.",
        ),
        Mistake(
            "M2",
            _base(lambda d: d / (d / 2 - 1)),
            "The 2 of 2i is missing: the last pair is i = d_model / 2 - 1, so 2i = "
            "d_model - 2.",
        ),
        Mistake(
            "frequency",
            lambda longest, d: (2 * np.pi / longest) ** (d / (d - 2)),
            "That is upside down: the base grows with longest / (2 pi).",
        ),
        Mistake(
            "product",
            lambda longest, d: longest / (2 * np.pi) * d / (d - 2),
            "d / (d - 2) is a factor where it should be an exponent: `**`.",
        ),
        Mistake(
            "brackets",
            lambda longest, d: np.float64(longest / (2 * np.pi)) ** d / (d - 2),
            "** comes before /: put the whole exponent into brackets.",
        ),
    ),
    right="The longest wavelength is 2 pi base^((d - 2)/d), solved for the base.",
)

_encoding = encoding_comparison(
    lambda n, d: (np.arange(n), d),
    coarsest="float16",
    draw=fixed((5, 6), (2, 2), (60, 16), (1, 4), (200, 64), (3000, 4)),
    describe=lambda n, d: f"For {n} positions and d_model = {d}",
    # An angle in float32 is right enough.
    tolerance=lambda n, d: 1e-5 + 1e-6 * np.arange(n)[:, None],
    right="Position by position and column by column, up to 200 x 64 and 3000 x 4.",
    forbids=of_the_package("sinusoidal_encoding", "sinusoidal_variant", "ladder_codes"),
)


def _moved(positions):
    """Return how far the slowest column, the last cosine, has moved."""
    return 1 - np.cos(angular_frequencies(512)[-1] * positions)


def _length_where_all_move():
    """Return how many positions it takes for every column to move by 0.05."""
    return int((_moved(np.arange(10**4)) >= 0.05).argmax()) + 1


def _not_moved(n_positions):
    """Say how far the slowest column moves in a wrong number of positions."""
    if n_positions < 2:
        raise Wrong("With less than two positions nothing moves.", "range")
    slowest = angular_frequencies(512)[-1]
    if n_positions > _length_where_all_move():
        so_far = _moved(np.arange(min(n_positions, 10**5))).max()
        return f"The slowest column moves by {so_far:.2f}: enough, but not the first."
    so_far = _moved(n_positions - 1)
    text = f"With these, the slowest column moves by {so_far:.6f}, not by 0.05."
    sine = int(np.arcsin(0.05) / slowest) + 2
    if abs(n_positions - sine) <= 2:
        text += f" The last *sine* does so in {sine}; its cosine is slower."
        raise Wrong(text, "sine")
    raise Wrong(text, "off by one" if so_far > 0.0499 else None)


_all_move = Number(
    reference=_length_where_all_move,
    right=lambda: (
        f"The last cosine falls to 0.95 at position {_length_where_all_move() - 1}, "
        f"which takes {_length_where_all_move()} positions. A sine is faster off the "
        "mark."
    ),
    mistakes=(
        Mistake(
            "last",
            lambda: _length_where_all_move() - 1,
            "That is the last position; how many positions is that, from 0?",
        ),
        *(
            value("quarter", n, "That is a quarter turn of the last pair: 1, not 0.05.")
            for n in (15153, 15154)
        ),
        *(
            value(
                "turn", n, "That is a whole turn of the last pair; 0.05 is asked for."
            )
            for n in (60611, 60612)
        ),
    ),
    otherwise=_not_moved,
    tolerance=1e-9,
    whole="number of positions",
)


def _statements_on_the_table(answer):
    """7c: four statements on the heatmap and the similarity."""
    likeness = similarity_by_offset(np.arange(128), 512)
    rows = np.linalg.norm(sinusoidal_encoding(128, 512), axis=1)
    truth = {
        "a": bool(similarity_by_offset(5, 512) == similarity_by_offset(-5, 512)),
        "b": bool((np.diff(likeness) < 0).all()),
        "c": False,
        "d": bool(np.ptp(rows) < 1e-9),
    }
    true_or_false(
        answer,
        truth,
        {
            "a": "which lags have the two pairs of positions?",
            "b": "does the similarity rise anywhere as the lag grows (np.diff)?",
            "c": "what are sin 0 and cos 0?",
            "d": "what is the sum of the squares of a sine and its cosine?",
        },
    )
    return "All four, as measured: lag 43 is less alike than lag 44."


def _halves(d_model):
    """Return the columns in the order of halves."""
    return [*range(0, d_model, 2), *range(1, d_model, 2)]


def shift_comparison(sign, **details):
    """Return the exercise to write the matrix of k words on (sign 1) or back (-1)."""

    def turned(block, by=angular_frequencies):
        """Return a matrix of blocks, from cosine and sine of each pair's angle."""

        def model(k, d):
            angles = sign * k * by(d)
            blocks = np.zeros((d, d))
            for pair, (cosine, sine) in enumerate(zip(np.cos(angles), np.sin(angles))):
                own = slice(2 * pair, 2 * pair + 2)
                blocks[own, own] = block(cosine, sine)
            return blocks

        return model

    def rotation(cosine, sine):
        return [[cosine, sine], [-sine, cosine]]

    backwards = Mistake("sign", lambda k, d: shift_matrix(-sign * k, d), STILL)
    return Comparison(
        reference=lambda k, d: shift_matrix(sign * k, d),
        describe=lambda k, d: f"For k = {k} and d_model = {d}",
        place=lambda index, *arguments: {"row": int(index[0]), "column": int(index[1])},
        coarse=lambda k, d: 1e-6 + 1e-6 * abs(k),
        mistakes=(
            *(() if "given" in details else (backwards,)),
            *(
                Mistake(
                    "sign",
                    turned(block),
                    "Exactly one of the two sines of a block needs a minus: this is no "
                    "rotation, and lengths change.",
                )
                for block in (
                    lambda c, s: [[c, s], [s, c]],
                    lambda c, s: [[c, -s], [-s, c]],
                )
            ),
            *(
                Mistake(
                    "minus",
                    turned(block),
                    "The cosines have changed sign, too: for k = 0 the matrix should "
                    "be the identity.",
                )
                for block in (
                    lambda c, s: [[-c, -s], [s, -c]],
                    lambda c, s: [[-c, s], [-s, -c]],
                    lambda c, s: [[-c, -s], [-s, -c]],
                )
            ),
            *(
                Mistake(
                    "M8",
                    turned(block),
                    "Sine and cosine have changed places: for k = 0 the matrix should "
                    "be the identity.",
                )
                for block in (
                    lambda c, s: [[s, c], [-c, s]],
                    lambda c, s: [[-s, c], [-c, -s]],
                    lambda c, s: [[s, -c], [c, s]],
                    lambda c, s: [[-s, -c], [c, -s]],
                )
            ),
            Mistake(
                "M1",
                turned(rotation, lambda d: angular_frequencies(d) ** 2),
                "The frequencies fall twice as fast as they should.",
            ),
            Mistake(
                "M2",
                turned(rotation, lambda d: angular_frequencies(d) ** 0.5),
                "The frequencies fall half as fast as they should: is the 2 of 2i "
                "missing?",
            ),
            Mistake(
                "M4",
                turned(rotation, lambda d: angular_frequencies(d) ** 0),
                "All pairs turn by the same angle: each has its own frequency.",
            ),
            Mistake(
                "early",
                lambda k, d: turned(rotation)(k, d) * (np.arange(d)[:, None] < 2),
                "Only the first pair is turned: does `return` stand within the loop?",
            ),
            Mistake(
                "M12",
                turned(rotation, lambda d: 1 / angular_frequencies(d)),
                "k is multiplied by the power, where it should be divided.",
            ),
            Mistake(
                "M5",
                lambda k, d: shift_matrix(sign * k, d)[_halves(d)][:, _halves(d)],
                "That is the matrix for a table in halves; here sine and cosine "
                "alternate.",
            ),
            Mistake(
                "cosines",
                turned(lambda c, s: [[c, 0], [0, c]]),
                "The sines are missing.",
            ),
            Mistake(
                "twice",
                lambda k, d: shift_matrix(2 * sign * k, d),
                "It turns by twice the angle.",
            ),
            Mistake(
                "abs",
                lambda k, d: turned(rotation)(abs(k), d),
                "It turns the same way for k and -k.",
                partly=True,
            ),
            Mistake(
                "identity",
                turned(lambda cosine, sine: [[1, 0], [0, 1]]),
                "It does not turn anything.",
            ),
        ),
        **details,
    )


def _with_another_sign(name, frame, arguments):
    """Tell whether `shift_matrix` is called with the sign of k changed."""
    return name == "shift_matrix" and frame.f_locals.get("k") == -arguments[0]


_back_matrix = shift_comparison(
    -1,
    draw=fixed((1, 6), (5, 2), (40, 16), (-3, 4), (-7, 6)),
    given=shift_matrix,
    forbids=_with_another_sign,
    right="Both sines have changed sign: the transposed matrix turns back.",
)


def _in_halves(row):
    """Return a row with all sines before all cosines."""
    return np.concatenate([row[0::2], row[1::2]])


def _rows_to_shift(random):
    """Return rows in halves, and by how far to shift them."""
    return [
        (_in_halves(sinusoidal_encoding(1, d, start=position)[0]), k)
        for position, k, d in ((0, 1, 4), (7, 5, 16), (50, -20, 6), (30, 12, 8))
    ]


def _alternate(row):
    """Return a row in halves with its columns in turn."""
    return row.reshape(2, -1).T.ravel()


def _halves_turned(
    sine, cosine, frequencies=lambda half: 10000.0 ** -(half / half.size)
):
    """Return halves from the new sine and cosine of the old and the turn's."""

    def model(row, k):
        (s, c), half = row.reshape(2, -1), np.arange(len(row) // 2)
        angles = k * frequencies(half)
        parts = s, c, np.sin(angles), np.cos(angles)
        return np.concatenate([sine(*parts), cosine(*parts)])

    return model


def _new_sine(s, c, sin_k, cos_k):
    return s * cos_k + c * sin_k


def _new_cosine(s, c, sin_k, cos_k):
    return c * cos_k - s * sin_k


_shift_halves = Comparison(
    reference=lambda row, k: _in_halves(shift(_alternate(row), k)),
    draw=_rows_to_shift,
    describe=lambda row, k: f"For a row of width {len(row)} and k = {k}",
    place=entry,
    coarse=lambda row, k: 1e-6 + 1e-6 * abs(k),
    mistakes=(
        Mistake("M5", shift, "Sine and cosine were taken to be neighbours."),
        Mistake(
            "M5",
            lambda row, k: shift(_alternate(row), k),
            "The result is right, but no longer in two halves.",
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
        *(
            Mistake(
                name,
                _halves_turned(
                    _new_sine,
                    _new_cosine,
                    lambda half, power=power: 10000.0 ** (-power * half / half.size),
                ),
                hint,
            )
            for name, power, hint in (
                ("M2", 0.5, "The frequencies fall half as fast as they should."),
                ("M1", 2, "The frequencies fall twice as fast as they should."),
                ("M4", 0, "All pairs turn by the same angle: each has its own pace."),
                ("M12", -1, "The frequencies rise: the minus is missing."),
            )
        ),
        Mistake(
            "M6",
            _halves_turned(
                _new_sine,
                _new_cosine,
                lambda half: 10000.0 ** -(half / max(half.size - 1, 1)),
            ),
            "The exponent runs to 1; it should be i / (half the width).",
        ),
        Mistake(
            "half",
            lambda row, k: shift(_alternate(row), k)[0::2],
            "These are the new sines alone: the cosines follow them.",
        ),
        Mistake(
            "axis",
            lambda row, k: shift(_alternate(row), k).reshape(-1, 2).T,
            "Both are right; join them into one row.",
        ),
        Mistake("unchanged", lambda row, k: row, "Nothing has been turned."),
        Mistake("sum", lambda row, k: row + k, "k is added to each number: turn them."),
    ),
    right="The order of the columns does not matter, as long as pairs find each other.",
)


def _nearly_whole_turns():
    """Return the first offset that turns the first clock by less than 0.01."""
    offsets = np.arange(1, 1000)
    return int(offsets[(np.abs(np.angle(np.exp(1j * offsets))) < 0.01).argmax()])


def _not_whole_turns(k):
    """Say how far a wrong offset turns the first clock."""
    if not 1 <= k < 10**6:
        raise Wrong(f"It is a whole number from 1 on; got {k:g}.", "range")
    turned = np.angle(np.exp(1j * k))
    text = f"{k:g} turns the first clock by {abs(turned):.5f}, full turns aside"
    if abs(turned) < 0.01:
        more = ", forwards. Backwards counts, too" if turned > 0 else ""
        raise Wrong(f"{text}{more}: it is not the smallest.", "later")
    if np.pi - abs(turned) < 0.01:
        raise Wrong(f"{text}: that is half a turn, the hand points back.", "half turn")
    raise Wrong(f"{text}; 0.01 is asked for.", "not near")


_whole_turns = Number(
    reference=_nearly_whole_turns,
    right=lambda: (
        f"{_nearly_whole_turns()} radians are 53 turns, but for "
        f"{abs(np.angle(np.exp(1j * _nearly_whole_turns()))):.4f}."
    ),
    otherwise=_not_whole_turns,
    tolerance=1e-9,
    whole="offset",
)


EXERCISES = {
    "6a": _long_pair,
    "6b": _column_frequencies,
    "6c": _base_for,
    "7a": _encoding,
    "7b": _all_move,
    "7c": _statements_on_the_table,
    "8a": _back_matrix,
    "8b": _shift_halves,
    "8c": _whole_turns,
}
