"""Exercises of lesson 06: the formula's frequencies."""

import numpy as np
from hintcheck.comparison import Comparison, at, fixed
from hintcheck.explanations import Mistake, in_parts
from hintcheck.own_numbers import Number, Remark, value

from posenc_lessons.mathematics.sinusoids import angular_frequencies, wavelengths

EXERCISES = {}


def _first_long_pair():
    """Return the first pair at 512 whose wavelength is longer than 128."""
    return int((wavelengths(512) > 128).argmax())


def _length(pair):
    """Say how long the wave of a wrong pair is, and whether that is long enough."""
    text = f"Pair {pair:g} has the wavelength {wavelengths(512)[int(pair)]:.1f}"
    long = pair > _first_long_pair()
    return text + (", and is not the first that is longer." if long else ".")


EXERCISES["6a"] = Number(
    reference=_first_long_pair,
    right=lambda: (
        "Pair 84 needs {:.1f} positions, pair 83 {:.1f}; its columns: 168 and 169."
    ).format(*wavelengths(512)[[84, 83]]),
    mistakes=(
        value("column", 168, "That is a column; which pair stands there?"),
        value("column", 169, "That is a column; which pair stands there?"),
        value("M2", 168, "The 2 of 2i is missing."),
        *(
            value("column", column, "That is a column of pair 83: which is the pair?")
            for column in (166, 167)
        ),
        *(
            value("wavelength", length, "That is the wavelength; which pair has it?")
            for length in (128, 129, wavelengths(512)[84])
        ),
        value(
            "M1",
            42,
            "The exponent is 2i / d_model: is the 2 there twice, or d_model halved?",
        ),
        value(
            "M11",
            0,
            "Pair 0 is back after 2 pi = 6.3 positions: is a full turn taken for 360?",
        ),
        value("half turn", 104, "There half a turn, pi / w, takes more than 128."),
        value("M7", 68, "That is for the base 100000; the paper has 10000."),
        value("512", 11, "That is for d_model = 64, a head's width; here it is 512."),
        value("M7", 112, "That is for the base 1000; the paper has 10000."),
        value(
            "2pi", 135, "There 10000^(2i/512) exceeds 128; a wavelength has 2 pi, too."
        ),
    ),
    remarks=(
        Remark(
            "range",
            lambda pair: not 0 <= pair < 256,
            lambda pair: f"A pair is a whole number from 0 to 255; got {pair:g}.",
        ),
        Remark(
            "off by one",
            lambda pair: pair == _first_long_pair() - 1,
            lambda pair: f"{_length(pair)} (If it is 83.8, rounded: which way?)",
        ),
        Remark(
            "off by one",
            lambda pair: pair == _first_long_pair() + 1,
            lambda pair: f"{_length(pair)} (Pairs count from 0.)",
        ),
        Remark("later", lambda pair: pair > _first_long_pair(), _length),
        Remark(None, lambda pair: True, _length),
    ),
    whole="pair",
)


def _by_column(exponent):
    """Return the frequency of each column, from its exponent."""
    return lambda d: 10000.0 ** -exponent(np.arange(d), d)


EXERCISES["6b"] = Comparison(
    reference=lambda d: np.repeat(angular_frequencies(d), 2),
    draw=fixed((6,), (2,), (16,)),
    describe=lambda d: f"For d_model = {d}",
    place=at("column"),
    tolerance=lambda d: 1e-6 * np.repeat(angular_frequencies(d), 2),
    coarse=lambda d: 1e-5 * np.repeat(angular_frequencies(d), 2),
    given=_by_column(lambda columns, d: 2 * columns / d),
    seen="Which columns have the same frequency, and which should? (M1)",
    mistakes=(
        *(
            Mistake(
                "M3",
                _by_column(exponent),
                "The columns of a pair still differ, and should share one frequency: "
                "is the number of the pair, column // 2, computed first?",
            )
            for exponent in (
                lambda columns, d: columns / d,
                lambda columns, d: columns / 2 / d,
            )
        ),
        Mistake(
            "512",
            _by_column(lambda columns, d: 2 * (columns // 2) / 512),
            "The exponents are divided by 512: divide by d_model.",
            partly=True,
        ),
        *(
            Mistake(
                "product",
                lambda d, pair=pair: 10000.0 * (-2 * pair(np.arange(d)) / d),
                "10000 is multiplied by the exponent: `**` raises it to a power.",
            )
            for pair in (lambda columns: columns, lambda columns: columns // 2)
        ),
        Mistake(
            "M4",
            _by_column(lambda columns, d: 0 * columns),
            "All frequencies are 1: does a // round the exponent to 0?",
        ),
        Mistake(
            "M3",
            _by_column(lambda columns, d: 2 * ((columns + 1) // 2) / d),
            "Column 2i + 1 has the frequency of the next pair: the pair of a column is "
            "column // 2.",
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
        *(
            Mistake(
                "M17",
                _by_column(exponent),
                "The exponents are whole numbers: // rounds down, below 0 to -1, -2.",
            )
            for exponent in (
                lambda columns, d: -(-2 * columns // d),
                lambda columns, d: -(-2 * (columns // 2) // d),
            )
        ),
        Mistake(
            "unfinished",
            _by_column(lambda columns, d: 2 * (columns // 2)),
            "The exponent is -2i: it is to be divided by d_model.",
        ),
        Mistake(
            "M17",
            lambda d: np.repeat(angular_frequencies(d), 2).astype(int),
            "The frequencies were cut to whole numbers.",
        ),
        Mistake(
            "half",
            lambda d: np.where(
                np.arange(d) % 2, 0, np.repeat(angular_frequencies(d), 2)
            ),
            "The odd columns are still 0: they have the frequency of their sine.",
        ),
        Mistake(
            "modulo",
            _by_column(lambda columns, d: 2 * (columns % 2) / d),
            "column % 2 tells sine from cosine; the pair is column // 2.",
        ),
        Mistake(
            "wavelength",
            lambda d: 2 * np.pi / np.repeat(angular_frequencies(d), 2),
            "These are the wavelengths; the frequency is 2 pi divided by them.",
        ),
    ),
    right="Columns 2i and 2i + 1 share one frequency, that of pair i = column // 2.",
)


@in_parts
def _base(power=lambda d: d / (d - 2), turn=2 * np.pi):
    """Return the base for a longest wavelength, with another power or turn."""
    return lambda longest, d: (longest / turn) ** power(d)


EXERCISES["6c"] = Comparison(
    reference=_base(),
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
            _base(turn=1),
            "The 2 pi of the wavelength is missing.",
        ),
        Mistake(
            "2pi",
            _base(turn=1 / (2 * np.pi)),
            "The wavelength is multiplied by 2 pi, where it should be divided.",
        ),
        Mistake(
            "2pi",
            _base(turn=2 / np.pi),
            "`/ 2 * np.pi` divides by 2 and multiplies by pi: put 2 * np.pi into "
            "brackets.",
        ),
        Mistake(
            "2pi",
            _base(turn=np.pi),
            "The wavelength is divided by pi, where it should be divided by 2 pi.",
        ),
        Mistake(
            "M11",
            _base(turn=360),
            "A full turn is 2 pi, not 360: frequencies are in radians.",
        ),
        Mistake(
            "M1",
            _base(lambda d: d / (2 * d - 4)),
            "The last exponent is (d_model - 2) / d_model: the 2 of 2i is there twice.",
        ),
        Mistake(
            "M1",
            _base(lambda d: d / (2 * d - 2)),
            "The last *column*, d_model - 1, is taken for i: the last pair is i = "
            "d_model / 2 - 1.",
        ),
        Mistake(
            "512",
            _base(lambda d: 512 / 510),
            "It is right for 512 alone, whatever d_model is: take the argument.",
            partly=True,
        ),
        Mistake(
            "brackets",
            _base(lambda d: -1),
            "The exponent is -1, as of `d_model / d_model - 2`: put d_model - 2 into "
            "brackets.",
        ),
        Mistake(
            "frequency",
            _base(lambda d: -1),
            "That is the frequency of the last pair: its base is asked for.",
        ),
        *(
            Mistake(
                "M12",
                _base(lambda d: -d / (d - 2), turn=turn),
                "The exponent has a minus: the base of a longer wavelength is larger.",
            )
            for turn in (1 / (2 * np.pi), 1)
        ),
        Mistake(
            "argument",
            lambda longest, d: (d / (2 * np.pi)) ** (longest / (longest - 2)),
            "The wavelength and d_model have changed places.",
        ),
        Mistake(
            "inverse",
            _base(lambda d: (d - 2) / d),
            "The exponent is upside down: to undo the power (d - 2) / d, take the "
            "power d / (d - 2).",
        ),
        Mistake(
            "back",
            lambda longest, d: 2 * np.pi * longest ** ((d - 2) / d),
            "That is the longest wavelength of a base: here the wavelength is given, "
            "and its base asked for.",
        ),
        Mistake(
            "argument",
            lambda longest, d: 10000.0,
            "It is 10000 whatever is given: solve for the base.",
            partly=True,
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
            "M17",
            _base(lambda d: d // (d - 2)),
            "The exponent is a whole number: d_model is divided with //.",
            partly=True,
        ),
        Mistake(
            "M17",
            lambda longest, d: (longest // (2 * np.pi)) ** (d / (d - 2)),
            "longest / (2 pi) is a whole number: it is divided with //.",
            partly=True,
        ),
        Mistake(
            "off by one",
            _base(lambda d: d / max(d - 4, 1)),
            "That is for the pair before the last: the last is i = d_model / 2 - 1, so "
            "2i = d_model - 2.",
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
