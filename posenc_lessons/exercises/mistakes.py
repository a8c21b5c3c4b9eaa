"""The mistakes that learners are known to make, by number."""

WORDS = {
    "M1": "i taken for the column: the exponent doubled",
    "M2": "exponent i / d, the 2 forgotten",
    "M3": "the cosine's exponent one step off",
    "M4": "all frequencies equal",
    "M5": "halves where interleaved was asked",
    "M6": "d / 2 - 1 in the denominator",
    "M7": "another base",
    "M8": "sine and cosine swapped",
    "M9": "positions start at 1",
    "M10": "columns in reverse order",
    "M11": "degrees for radians",
    "M12": "multiplied by the power",
    "M13": "transposed",
    "M14": "one row for all positions, or codes along the batch",
    "M15": "low-precision positions or angles",
    "M16": "scaled, or rows normalised",
    "M17": "integer division or integer table",
    "M18": "heads reshaped without a transpose",
    "M19": "softmax over the wrong axis",
    "M20": "divided by something else than sqrt(d_k)",
}

# What has no number there, since it belongs to one exercise.
OTHERS = {
    "2pi": "the 2 pi of a full turn forgotten",
    "all columns": "the count in every column",
    "back": "the other direction",
    "columns": "the right numbers in the wrong columns",
    "exponent": "the last exponent taken for 1",
    "farthest": "the farthest in place of the closest",
    "frequency": "the frequency in place of the wavelength",
    "identity": "nothing is turned",
    "integers": "not divided by the length",
    "itself": "compared with itself",
    "last": "the last word one step off",
    "long": "only the slower clock is back",
    "neighbours": "only neighbours compared",
    "not squared": "lengths in place of squared lengths",
    "off by one": "one step off",
    "one a pair": "one entry a pair in place of one a column",
    "order": "the right pair in the wrong order",
    "pairs": "a pair too many or too few",
    "product": "the product in place of the least common multiple",
    "rows": "the rows numbered, in place of the positions given",
    "short": "only the faster clock is back",
    "sign": "turned the other way",
    "spread": "the spread of one factor forgotten",
    "squared": "the square root forgotten",
    "start": "counted from 0 where the lecture counts from 1",
    "sum": "the sum in place of the least common multiple",
    "unchanged": "nothing has been done",
    "unfinished": "a step is missing",
    "unit": "words of length 1 assumed",
}


def words(names):
    """Return what a mistake's name, or two joined by a plus, stands for.

    Parameters
    ----------
    names : str
        Such as "M9", "M5+M9", or a word that is no number of the list.

    Returns
    -------
    str
        Such as "M9, positions start at 1".
    """
    return "; ".join(
        f"{name}, {WORDS[name]}" if name in WORDS else OTHERS[name]
        for name in names.split("+")
    )
