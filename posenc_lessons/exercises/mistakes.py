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
        f"{name}, {WORDS[name]}" if name in WORDS else name for name in names.split("+")
    )
