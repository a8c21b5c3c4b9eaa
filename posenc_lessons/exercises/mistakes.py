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

# Mistakes that have no number there, since each belongs to a few exercises.
OTHERS = {
    "2pi": "the 2 pi of a full turn forgotten",
    "44": "44 positions on, the well-known near miss",
    "512": "another width than the exercise's",
    "64": "a head's matrices taken for 64 x 64",
    "99 %": "99 % in place of 99.9 %",
    "W_O": "some of the four matrices missing",
    "abs": "the sign of a number lost, or kept where it should go",
    "all": "every one counted",
    "all columns": "the count in every column",
    "angles": "the angles without sine and cosine",
    "arcsin": "an angle taken from its sine or its cosine alone",
    "argument": "another argument used",
    "axis": "an axis too many, too few, or another one",
    "back": "the other direction",
    "backwards": "the order reversed",
    "biases": "biases counted",
    "borrowed": "a function called that should be written",
    "brackets": "brackets missing in a formula",
    "closer": "two positions too close",
    "column": "the column in place of the pair",
    "columns": "the right numbers in the wrong columns",
    "concatenated": "put beside, not added",
    "cosines": "the sines missing",
    "count": "as many numbers as a default says",
    "difference": "the difference in place of the least common multiple",
    "directions": "a code with too few directions",
    "distance": "the distance, or the rows, in place of their numbers",
    "division": "divided by the code in place of the step",
    "early": "a return within a loop, or the first part alone",
    "exp": "the exponential missing",
    "exponent": "the last exponent taken for 1",
    "exponents": "the exponents not told",
    "factor": "the factor 2 missing",
    "farthest": "the farthest in place of the closest",
    "first": "the first position not told",
    "flat": "an index into the flattened table",
    "form": "another form of answer",
    "frequency": "the frequency in place of the wavelength",
    "from 0": "half a turn from 0, not from the position",
    "full turn": "a full turn in place of half a one",
    "gcd": "the greatest common divisor",
    "half": "a half of it",
    "half columns": "one column for each wavelength",
    "half turn": "half a turn in place of full ones",
    "hard": "only the largest counted",
    "heads": "every head taken for as wide as the whole",
    "identity": "nothing is turned",
    "in place": "overwritten before it was read",
    "integers": "not divided by the length",
    "inverse": "the inverse",
    "itself": "compared with itself",
    "k ignored": "the step that is given not used",
    "large": "a code too large",
    "last": "the last word one step off",
    "later": "right, but not the first, or later ones only",
    "layout": "the layout not told",
    "length": "dependent on the length",
    "line": "a code on a line",
    "linear": "equal steps in place of powers",
    "list": "a list in place of one number",
    "long": "only the slower clock is back",
    "mask": "a mask that nobody asked for",
    "mean": "the mean of all",
    "metric": "another distance",
    "minus": "a minus too many",
    "modulo": "the remainder in place of the quotient",
    "nan": "nan or infinity",
    "neighbours": "only neighbours compared",
    "no return": "nothing returned",
    "norm": "the length in place of the sum",
    "not near": "not near enough",
    "not rounded": "not rounded to whole numbers",
    "not squared": "lengths in place of squared lengths",
    "not whole": "no whole number",
    "of the word": "a share of the word's length",
    "off by one": "one step off",
    "one": "only one of them counted",
    "one a pair": "one entry a pair in place of one a column",
    "one column": "one column alone",
    "one head": "one head alone",
    "one pair": "one pair alone",
    "order": "the right pair in the wrong order",
    "other words": "other words added",
    "paces": "other paces than those of the lesson",
    "padding": "the row of position 0 left at 0",
    "pairs": "a pair too many or too few",
    "pairs from 1": "pairs counted from 1",
    "partners": "partners or pairs counted in place of positions",
    "percent": "per cent not divided by 100",
    "period": "the common period, which no position meets",
    "place": "the place in place of the number of lengths",
    "product": "the product, where it does not belong",
    "proportion": "the shares of the words changed",
    "quarter": "a quarter of a turn",
    "random": "other numbers at every call",
    "range": "out of the range",
    "recomputed": "computed anew in place of moved",
    "rest": "the others counted",
    "rounded": "rounded too far",
    "row ignored": "the row that is given not used",
    "rows": "the rows numbered, in place of the positions given",
    "same length": "the same number of words",
    "same rows": "two equal rows",
    "sentence": "the first sentence alone",
    "several": "several numbers in place of one",
    "shape": "another shape",
    "share": "a share in place of a number",
    "shifted": "positions counted from the first one given",
    "short": "one missing, or only the faster clock back",
    "sign": "turned the other way",
    "sine": "the sine in place of the slower cosine",
    "sines only": "one wave in all columns, or half of them empty",
    "small": "a code too small",
    "sorted": "sorted",
    "spelling": "another spelling",
    "spread": "the spread of one factor forgotten",
    "square": "a square forgotten",
    "squared": "the square root forgotten",
    "start": "counted from 0 where the lecture counts from 1",
    "statement": "a statement taken for the contrary",
    "stops": "it stops with an error",
    "sum": "a sum, where it does not belong",
    "sum of roots": "roots added in place of squares",
    "tables": "several parts of a table not recognised",
    "to the first": "only the first row compared",
    "too late": "a step that comes too late",
    "turn": "a whole turn",
    "twice": "done twice",
    "unbounded": "out of -1 ... 1",
    "unchanged": "nothing has been done",
    "unfinished": "a step is missing",
    "unit": "words of length 1 assumed",
    "unknown": "a word without an embedding",
    "vstack": "stacked below one another",
    "wavelength": "the wavelength in place of the frequency",
}


def plain(names):
    """Return what a mistake's name, or two joined by a plus, stands for, in words."""
    unknown = [name for name in names.split("+") if name not in WORDS | OTHERS]
    if unknown:
        raise ValueError(
            f"no mistake is called {unknown[0]!r}: add it to OTHERS in "
            "posenc_lessons/exercises/mistakes.py, or take a name that is there"
        )
    return "; ".join(WORDS.get(name) or OTHERS[name] for name in names.split("+"))


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
