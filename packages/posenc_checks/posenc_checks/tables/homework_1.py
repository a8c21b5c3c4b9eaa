"""Exercises of homework 1: order, counting, shares of the length."""

import math

import numpy as np
from hintcheck.answers import of_the_package
from hintcheck.comparison import Comparison, at
from hintcheck.explanations import STILL, Mistake
from hintcheck.own_numbers import OF_NOBODY, OwnNumber

from posenc_checks.families.scores import weights_comparison

EXERCISES = {}


EXERCISES["H1a"] = weights_comparison(forbids=of_the_package())


EXERCISES["H1b"] = Comparison(
    reference=lambda n: np.arange(1, n + 1) / n,
    draw=lambda random: [(5,), (2,), (20,), (int(random.integers(30, 200)),)],
    describe=lambda n: f"For n = {n}",
    mistakes=(
        Mistake(
            "start",
            lambda n: np.arange(n) / n,
            "The first word should have 1 / n: the lecture counts from 1 here.",
        ),
        Mistake(
            "last",
            lambda n: np.arange(n) / max(n - 1, 1),
            "It runs from 0 to 1, as pos / (n - 1) does; the lecture's runs from 1 / n "
            "to 1: divide by n.",
        ),
        Mistake(
            "M17",
            lambda n: np.arange(1, n + 1) // n,
            "The digits after the point are lost: was it divided with //?",
        ),
        Mistake(
            "unfinished",
            lambda n: np.arange(n) // max(n - 1, 1),
            "Only the last number is there.",
        ),
        Mistake(
            "integers",
            lambda n: np.arange(1, n + 1),
            "These are integer positions: the division by the length is missing.",
        ),
        Mistake(
            "last",
            lambda n: np.arange(1, n + 1) / (n + 1),
            "The last word should have 1: divide by n, not by n + 1.",
        ),
        Mistake(
            "last",
            lambda n: np.arange(1, n + 1) / max(n - 1, 1),
            "The last word should have 1: divide by n, not by n - 1.",
        ),
        Mistake(
            "M12",
            lambda n: np.arange(1, n + 1) * n,
            "The places are multiplied by the length: divide by it.",
        ),
        Mistake(
            "M16",
            lambda n: np.arange(1, n + 1) / np.linalg.norm(np.arange(1, n + 1)),
            "The places are divided by the length of their row (its norm), not by the "
            "number of words.",
        ),
        Mistake(
            "percent",
            lambda n: 100 * np.arange(1, n + 1) / n,
            "These are per cent: the last word should have 1.",
        ),
        Mistake(
            "one",
            lambda n: np.full(n, 1 / n),
            "Every word has the code of the first: multiply by its place.",
        ),
        *(
            Mistake(
                "inverse",
                wrong,
                "It is upside down: the place belongs above, the length below.",
            )
            for wrong in (
                lambda n: n / np.arange(1, n + 1),
                lambda n: 1 / np.arange(1, n + 1),
            )
        ),
        Mistake(
            "sum",
            lambda n: np.arange(1, n + 1) * 2 / (n * (n + 1)),
            "It is divided by the sum of the places, not by the length.",
        ),
        Mistake(
            "count",
            lambda n: np.linspace(1 / n, 1),
            "linspace gives 50 numbers if it is not told how many: n.",
        ),
    ),
    forbids=of_the_package(),
    right="Word pos of n has the code (pos + 1) / n.",
)


def _batches(random):
    """Return batches of sentences, and codes for more positions than they have."""
    return [
        (random.normal(size=(batch, n, d)), random.normal(size=(longest, d)))
        for batch, n, d, longest in ((2, 3, 4, 5), (4, 4, 6, 9), (1, 5, 2, 5))
    ]


def _along_the_batch(x, codes):
    """Return the sum as the notebook gives it, with a code for each sentence."""
    return x + codes[: x.shape[0], None]


EXERCISES["H1c"] = Comparison(
    reference=lambda x, codes: x + codes[: x.shape[1]],
    draw=_batches,
    describe=lambda x, codes: "For {} sentences of {} words at d_model = {}".format(
        *x.shape
    ),
    place=at("sentence", "position", "column"),
    mistakes=(
        Mistake(
            "M14",
            _along_the_batch,
            f"{STILL} If all words are 0: along which axis do the codes go on? (M14)",
        ),
        Mistake(
            "M14",
            lambda x, codes: x + codes[0],
            "Every word has got the code of position 0.",
        ),
        Mistake(
            "M14",
            lambda x, codes: x + codes[1],
            "Every word has got the code of position 1.",
        ),
        Mistake(
            "M14",
            lambda x, codes: x + codes[x.shape[1] - 1],
            "Every word has got the code of the last position.",
        ),
        *(
            Mistake(
                "off by one",
                lambda x, codes, end=end: (
                    x + np.roll(codes[: end(x)], 1, axis=0)[: x.shape[1]]
                ),
                "Each word has got the code of the one before it: word 0 should get "
                "that of position 0.",
            )
            for end in (lambda x: x.shape[1], lambda x: None)
        ),
        Mistake(
            "padding",
            lambda x, codes: x + np.vstack([0 * codes[:1], codes])[: x.shape[1]],
            "The first word has got no code, and each other that of the one before "
            "it: word 0 should get that of position 0.",
        ),
        *(
            Mistake(
                "one",
                lambda x, codes, word=word: (
                    x + codes[: x.shape[1]] * _only(word, x.shape[1])
                ),
                f"Only the {which} word of each sentence has got its code: {question}",
            )
            for word, which, question in (
                (0, "first", "does `return` stand within a loop?"),
                (-1, "last", "is a loop's variable used after its loop?"),
            )
        ),
        Mistake(
            "sentence",
            lambda x, codes: x + codes[: x.shape[1]] * _only(-1, len(x))[..., None],
            "Only the last sentence has got codes: is a loop's variable used after its "
            "loop?",
            partly=True,
        ),
        *(
            Mistake(
                "M14",
                moved,
                "The codes move on from sentence to sentence: each sentence should "
                "begin with that of position 0.",
                partly=True,
            )
            for moved in (
                lambda x, codes: x + _rolled(codes, x)[:, : x.shape[1]],
                lambda x, codes: x + _rolled(codes[: x.shape[1]], x),
            )
        ),
        Mistake(
            "axis",
            lambda x, codes: x + codes[: x.shape[0]] if _meet(x) else np.nan * x,
            "As many codes are taken as there are sentences: x.shape[1] counts the "
            "words.",
            partly=True,
        ),
        Mistake("M9", lambda x, codes: x + _after(codes, x), "Positions count from 0."),
        Mistake(
            "M9",
            lambda x, codes: x + np.append(codes, codes[-1:], 0)[1 : x.shape[1] + 1],
            "Each word has got the code of the next one: positions count from 0.",
        ),
        Mistake(
            "M9",
            lambda x, codes: x + codes[len(codes) - x.shape[1] :],
            "These are the last codes: those of the first positions are asked for.",
            partly=True,
        ),
        Mistake(
            "backwards",
            lambda x, codes: x + codes[: x.shape[1]][::-1],
            "The first word has got the code of the last one.",
        ),
        Mistake(
            "product",
            lambda x, codes: x * codes[: x.shape[1]],
            "The codes are multiplied: they should be added.",
        ),
        Mistake(
            "minus",
            lambda x, codes: x - codes[: x.shape[1]],
            "The codes are subtracted: they should be added.",
        ),
        Mistake(
            "unfinished",
            lambda x, codes: codes[: x.shape[1]] + 0 * x,
            "These are the codes alone: the words are missing.",
        ),
        Mistake(
            "concatenated",
            lambda x, codes: np.concatenate([x, codes[: x.shape[1]] + 0 * x], axis=2),
            "The codes stand beside the words: they should be added.",
        ),
        Mistake(
            "twice",
            lambda x, codes: x + 2 * codes[: x.shape[1]],
            "The codes are added twice.",
        ),
        Mistake(
            "M16",
            lambda x, codes: x * x.shape[2] ** 0.5 + codes[: x.shape[1]],
            "The words are multiplied by sqrt(d_model): only add the codes.",
        ),
        *(
            Mistake(
                "M16",
                lambda x, codes, power=power: (
                    x + codes[: x.shape[1]] * x.shape[2] ** power
                ),
                f"The codes are {done} by sqrt(d_model): add them as they are.",
            )
            for power, done in ((0.5, "multiplied"), (-0.5, "divided"))
        ),
        Mistake(
            "sentence",
            lambda x, codes: x + codes[: x.shape[1]] * _first_of(x),
            "Only the first sentence has got codes.",
            partly=True,
        ),
        *(
            Mistake(
                "M14",
                lambda x, codes, of=of: x + codes[: of(x)].mean(axis=0),
                "Every word has got the mean of the codes: give each its own.",
            )
            for of in (lambda x: x.shape[1], lambda x: None)
        ),
        Mistake(
            "M14",
            lambda x, codes: x + codes[: x.shape[1]].sum(axis=0),
            "Every word has got the sum of the codes: give each its own.",
        ),
        Mistake(
            "half",
            lambda x, codes: (x + codes[: x.shape[1]]) / 2,
            "The sum is halved.",
        ),
        Mistake("unchanged", lambda x, codes: x, "Nothing has been added."),
    ),
    forbids=of_the_package(),
    right="The codes go along the axis of the words, the same in each sentence.",
)


def _only(place, n):
    """Return a column of 1 at one of n places, and 0 at the others."""
    return (np.arange(n) == place % n)[:, None]


def _first_of(x):
    """Return 1 for the first sentence of a batch, and 0 for the others."""
    return (np.arange(len(x)) == 0)[:, None, None]


def _meet(x):
    """Tell whether NumPy adds as many rows as there are sentences to each of them."""
    return len(x) in (1, x.shape[1])


def _rolled(codes, x):
    """Return codes that begin one position later in each further sentence."""
    return np.stack([np.roll(codes, -k, axis=0) for k in range(len(x))])


def _after(codes, x):
    """Return the codes of positions 1 to n, from the first again where they end."""
    return np.take(codes, np.arange(1, x.shape[1] + 1), axis=0, mode="wrap")


def _first_position(percent, norm):
    """Return the first count whose square makes up more than a percentage."""
    return math.isqrt(norm**2 * percent // (100 - percent)) + 1


def _share_there(count, percent, norm):
    """Say which share a wrong count makes up, and whether that is enough."""
    share = 1 / (1 + (norm / count) ** 2) if count else 0
    enough = "enough, but not for the first time"
    short = f"not above {percent} % yet"
    how = enough if share > percent / 100 else short
    return f"There, the count makes up {share:.2%}: {how}."


EXERCISES["H1d"] = OwnNumber(
    numbers=lambda random: {
        # At 99, a slip is right by chance; at 98, rounding decides.
        "percent": int(random.choice([90, 95, 97])),
        "norm": int(random.integers(3, 40)),
    },
    reference=_first_position,
    right=lambda percent, norm: (
        f"p^2 / (p^2 + {norm}^2) first exceeds {percent} % at p = "
        f"{_first_position(percent, norm)}."
    ),
    mistakes=(
        Mistake(
            "off by one",
            lambda percent, norm: _first_position(percent, norm) - 1,
            "One too few: there, the share is not above the percentage yet. Is the "
            "root rounded down, or the first count taken for 0?",
        ),
        Mistake(
            "rest",
            lambda percent, norm: _first_position(100 - percent, norm),
            "From there on the count makes up more than the rest to 100 %: is the "
            "percentage taken for the word's?",
        ),
        Mistake(
            "unit",
            lambda percent, norm: _first_position(percent, 1),
            "That is right for words of length 1; yours are longer.",
        ),
        Mistake(
            "not squared",
            lambda percent, norm: math.floor(norm * percent / (100 - percent)) + 1,
            "Shares of the squared length: both p and the word's length are squared.",
        ),
        Mistake(
            "not squared",
            lambda percent, norm: (
                math.floor((norm * percent / (100 - percent)) ** 0.5) + 1
            ),
            "Shares of the squared length: the word's length is squared, too.",
        ),
        Mistake(
            "not squared",
            lambda percent, norm: math.floor(norm**2 * percent / (100 - percent)) + 1,
            "The square of p is to exceed this: take the root.",
        ),
        Mistake(
            "not squared",
            lambda percent, norm: (
                math.floor(norm * percent / math.sqrt(100**2 - percent**2)) + 1
            ),
            "There, p is that share of the vector's length: of its *square* p^2 should "
            "be.",
        ),
        Mistake(
            "of the word",
            lambda percent, norm: math.floor(norm * math.sqrt(percent / 100)) + 1,
            "That is a share of the word's length; the whole vector holds p, too.",
        ),
        Mistake(
            "of the word",
            lambda percent, norm: math.floor(norm * percent / 100) + 1,
            "That is a share of the word's length; the whole vector holds p, too.",
        ),
        Mistake(
            "percent",
            lambda percent, norm: math.floor(norm * math.sqrt(percent)) + 1,
            "Is the percentage taken for the share? Divide it by 100.",
        ),
        Mistake(
            "off by one",
            lambda percent, norm: _first_position(percent, norm) + 1,
            "One too many: one earlier, the share is above the percentage already. Is "
            "1 added to a count that begins with 1?",
        ),
    ),
    otherwise=lambda value, percent, norm: (
        f"It is right for percent = 90 and norm = 30, {OF_NOBODY}"
        if value == _first_position(90, 30) and (percent, norm) != (90, 30)
        else _share_there(value, percent, norm)
        if value > 0
        else "Counts are 1, 2, 3, ..."
    ),
    whole="count",
)
