"""Exercises of lessons 00 to 03: order, whole numbers, shares of the length."""

import math
import re

import numpy as np

from posenc_lessons.attention import self_attention
from posenc_lessons.exercises.answers import (
    Wrong,
    as_array,
    call,
    of_the_package,
    true_or_false,
)
from posenc_lessons.exercises.comparison import Comparison, fixed
from posenc_lessons.exercises.explanations import Mistake
from posenc_lessons.exercises.own_numbers import Number
from posenc_lessons.exercises.scores import weigh, weights_comparison
from posenc_lessons.layers import layer_norm
from posenc_lessons.order import nth_order
from posenc_lessons.vocabulary import Vocabulary


def value(name, wrong, hint):
    """Return the mistake to give a certain number."""
    return Mistake(name, lambda: wrong, hint)


def _turn_since_3(position):
    """Say how far the hand has turned since position 3, in 24 positions a turn."""
    if position <= 3:
        name = "itself" if position == 3 else "range"
        raise Wrong("Go on from position 3, to the right.", name)
    if (position - 3) % 24 == 12:
        raise Wrong("There it points the opposite way, but not first.", "later")
    degrees = (position - 3) * 15
    text = f"From position 3 to {position:g} the hand turns by {degrees:g} degrees; "
    text += "180 are asked for."
    raise Wrong(text, "off by one" if position in (14, 16) else None)


_first_opposite = Number(
    reference=lambda: 15,
    right=lambda: "12 words are half of the wavelength 24: the hand points back.",
    mistakes=(
        value(
            "from 0", 12, "That is half a turn from position 0. Begin at position 3."
        ),
        value(
            "full turn", 27, "There the hand is back where it was at 3: a full turn."
        ),
        value("full turn", 24, "That is a full turn, from position 0."),
    ),
    otherwise=_turn_since_3,
    tolerance=1e-9,
    whole="position",
)


def _orders(random):
    """Return orders of one to four words, and of nine."""
    small = [(nth_order(n, i),) for n in (2, 3, 1, 4) for i in range(math.factorial(n))]
    return [*small, (random.permutation(9),)]


_undo = Comparison(
    reference=np.argsort,
    draw=_orders,
    describe=lambda order: f"For the order {order.tolist()}",
    place=lambda index, order: {"place": int(index[0])},
    kinds="iu",
    mistakes=(
        Mistake(
            "unchanged",
            lambda order: order,
            "That is the order itself: it would reorder once more, not back.",
        ),
        Mistake(
            "backwards",
            lambda order: order[::-1],
            "That is the order read backwards. Word order[t] went to place t.",
        ),
        Mistake(
            "backwards",
            lambda order: np.argsort(order)[::-1],
            "It is right but for being read backwards.",
        ),
        Mistake(
            "backwards",
            lambda order: len(order) - 1 - order,
            "That counts from the other end. Word order[t] went to place t.",
        ),
        Mistake(
            "twice",
            lambda order: order[order],
            "That is the order applied twice: it reorders once more, not back.",
        ),
        Mistake("sorted", np.sort, "The numbers are sorted: that reorders nothing."),
        Mistake("M9", lambda order: np.argsort(order) + 1, "Places count from 0."),
    ),
    right="Word order[t] went to place t, so place order[t] must take t back.",
)

# The vocabulary of lesson 01.
WORDS = (
    "Nitish Babar killed saw the a lion man dog astronomer with "
    "telescope thank you river bank money very old small"
)


def _times(count):
    """Return how often in words: once, twice, 3 times."""
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def _same_mean(answer):
    """1b: a sentence with another number of words and the same mean."""
    if isinstance(answer, list | tuple) and all(isinstance(w, str) for w in answer):
        answer = " ".join(answer)
    if not isinstance(answer, str):
        raise Wrong("The answer is a sentence, in quotation marks.")
    vocabulary = Vocabulary(WORDS, d_model=8)
    own = re.findall(r"\w+", answer.lower())
    unknown = [word for word in own if word not in vocabulary.words]
    if unknown:
        raise Wrong(
            f"{unknown[0][:30]!r} is not in the vocabulary of section 1: "
            f"{', '.join(vocabulary.words)}.",
            "unknown",
        )
    if not own:
        raise Wrong("It has no word.")
    if len(own) == 2:
        raise Wrong(
            "It has 2 words, as 'thank you' has. Find another length.", "same length"
        )
    if len(own) > 1000:
        raise Wrong("1000 words are enough.")
    matrices = np.random.default_rng(1).normal(size=(3, 8, 8))
    means = [
        self_attention(vocabulary.embed(sentence), *matrices).mean(axis=0)
        for sentence in ("thank you", " ".join(own))
    ]
    difference = np.abs(means[0] - means[1]).max()
    if difference < 1e-9:
        return (
            f"{len(own)} words, and the same mean: without positions, attention knows "
            "which words there are in which proportion, and not even how many."
        )
    text = f"The mean differs by {difference:.2g} from that of 'thank you'. "
    if set(own) - {"thank", "you"}:
        other = next(word for word in own if word not in ("thank", "you"))
        raise Wrong(text + f"{other!r} has a value of its own to add.", "other words")
    raise Wrong(
        text + f"It has 'thank' {_times(own.count('thank'))} and 'you' "
        f"{_times(own.count('you'))}: their shares have changed.",
        "proportion",
    )


_weights = weights_comparison(
    given=lambda query, key: weigh(query, key, over="queries"),
    forbids=of_the_package("attention_weights"),
)


def _share_of(p):
    """Say which share of the vector the number p makes up."""
    share = p**2 / (1 + p**2)
    if p <= 0:
        return "Counts are 1, 2, 3, ..."
    more = ", but it is not the first" if share > 0.999 else ": not more than 99.9 %"
    raise Wrong(f"At {p:g} the share is {share:.3%}{more}.", "off by one")


_share = Number(
    reference=lambda: 32,
    right=lambda: "32^2 / (1 + 32^2) is 99.902 %, and 31 stays just below.",
    mistakes=(
        *(
            value("not squared", p, "Squared: the share is p^2 / (1 + p^2).")
            for p in (999, 1000)
        ),
        value("99 %", 10, "At 10 the share is 99.01 %, and 99.9 % are asked for."),
    ),
    otherwise=_share_of,
    tolerance=1e-9,
    whole="count",
)


def _count(n_positions, d_model, start=1, column=0):
    """Return a code that counts in one column."""
    columns = np.arange(d_model) == column % d_model
    return np.arange(start, start + n_positions)[:, None] * columns


def _step_after_norm():
    """Return how far layer norm leaves the first two rows of the code apart."""
    first, second, *_ = layer_norm(_count(7, 7).astype(float))
    return np.abs(second - first).max()


_counts = Comparison(
    reference=_count,
    draw=fixed((5, 3), (1, 4), (7, 7)),
    describe=lambda n, d: f"For {n} position{'s' * (n > 1)} and d_model = {d}",
    mistakes=(
        Mistake(
            "M9",
            lambda n, d: _count(n, d, start=0),
            "The count starts at 0; the lecture counts from 1.",
        ),
        Mistake(
            "M13", lambda n, d: _count(n, d).T, "It is transposed: a row is a position."
        ),
        Mistake(
            "all columns",
            lambda n, d: np.repeat(_count(n, 1), d, axis=1),
            "The columns after the first should be 0.",
        ),
        Mistake(
            "columns",
            lambda n, d: _count(n, d, column=-1),
            "The numbers stand in the last column; the first is asked for.",
        ),
        Mistake(
            "M13",
            lambda n, d: (np.arange(n) == 0)[:, None] * np.arange(1, d + 1),
            "The numbers stand in the first row; the first column is asked for.",
        ),
        Mistake(
            "M13",
            lambda n, d: np.tile(np.arange(1, d + 1), (n, 1)),
            "It counts along the row; a row is a position, and holds one number.",
        ),
        Mistake(
            "axis",
            lambda n, d: np.arange(1, n + 1),
            "The numbers are right; each should begin a row of d_model numbers.",
        ),
        Mistake(
            "flat",
            lambda n, d: np.arange(1, n * d + 1).reshape(n, d),
            "It counts through the whole table; a row is a position, and counts once.",
        ),
        Mistake(
            "one",
            lambda n, d: _count(1, d)[[0] * n],
            "Every row holds 1: the count does not go on.",
        ),
    ),
    right="The layer norm cannot subtract this one. But without a word beside it, the "
    f"rows of positions 0 and 1 differ by no more than {_step_after_norm():.0e} after "
    "the norm: what is left is a direction, and no longer a number.",
)


def _statements_on_integers(answer):
    """2c: three statements on integer positions."""
    true_or_false(
        answer,
        {"a": False, "b": True, "c": False},
        {
            "a": "where does a position's number stand in the formula of the gradient?",
            "b": "what is left of (c, c, c) when its mean is subtracted?",
            "c": "set the lowest loss of all rates beside that of the words alone.",
        },
    )
    return "All three, as measured."


def _not_25(value):
    """Say what to look at for a wrong number of lengths."""
    if value in (24, 26):
        way = "missing: is n = 100 counted?" if value == 24 else "too many: is n = 0?"
        raise Wrong(f"One is {way}", "off by one")
    return "Write down the codes for n = 3, 4, 5, 6, 7, 8. In which is 0.75?"


_lengths = Number(
    reference=lambda: 25,
    right=lambda: (
        "Every length that 4 divides: 4, 8, ... 100. The code is the same in all."
    ),
    mistakes=(
        value("one", 1, "3/4 is one of them; 6/8 is the same value."),
        value("place", 75, "That is the place of the word in 100; how many lengths?"),
        value("all", 100, "Not every length has it: for n = 3 there are 1/3, 2/3, 1."),
        value("place", 33, "Which must 4 divide, the place of the word or the length?"),
        value("half", 50, "n = 2 has 1/2 and 1 only: not every second one."),
    ),
    otherwise=_not_25,
    tolerance=1e-9,
    whole="number of lengths",
)


def _neighbouring_codes(random):
    """Return codes of two neighbours, for short and long sentences."""
    places = [
        (position, n)
        for n in (4, 7, 2, 50, 1000)
        for position in dict.fromkeys((n // 2 - 1, 0, n - 2))
    ]
    places += [(14, 22), (29, 103)]  # of which the product is a little too small
    return [((position + 1) / n, (position + 2) / n) for position, n in places]


def _recovered(code, later):
    """Return position and length, from the codes of two neighbours."""
    n = round(1 / (later - code))
    return np.array([round(code * n) - 1, n])


_recover = Comparison(
    reference=_recovered,
    draw=_neighbouring_codes,
    describe=lambda code, later: f"For the codes {code:.4g} and {later:.4g}",
    place=lambda index, *codes: {"the": ("position", "length")[index[0]]},
    tolerance=lambda *codes: 0.0,
    mistakes=(
        Mistake(
            "M9",
            lambda *codes: _recovered(*codes) + [1, 0],
            "The length is right; positions count from 0, and the first of the two "
            "is asked for.",
        ),
        Mistake(
            "order",
            lambda *codes: _recovered(*codes)[::-1],
            "Both are right; the position comes first.",
        ),
        Mistake(
            "not rounded",
            _recovered,
            "It is right but for rounding: make whole numbers of them.",
            lambda *codes: 1e-6,
        ),
        Mistake(
            "not rounded",
            lambda code, later: np.array(
                [int(code * int(1 / (later - code))) - 1, int(1 / (later - code))]
            ),
            "int() cuts the digits off, and 6.999999 becomes 6: take round().",
        ),
        Mistake(
            "division",
            lambda code, later: np.array([0, round(1 / code)]),
            "1 / code is the length for the first word only: the step between the two "
            "codes is 1 / n.",
        ),
        Mistake(
            "last",
            lambda *codes: _recovered(*codes) - [0, 1],
            "The position is right; the length is one too small.",
        ),
        Mistake(
            "unfinished",
            lambda *codes: _recovered(*codes)[0],
            "That is the position alone: return the length, too.",
        ),
        Mistake(
            "unfinished",
            lambda *codes: _recovered(*codes)[1],
            "That is the length alone: return the position, too.",
        ),
    ),
    right="One code does not tell the position, two neighbours do: the information is "
    "there, but it takes a division, which no matrix does.",
)


def _own_code(answer):
    """3c: a bounded code that is the same in every sentence."""
    lengths = [5000, 2, 4, 1, 3, 7, 20, 21, 64, 100, 1000, *_some_lengths()]
    codes = {}
    for n in sorted(lengths, key=lambda n: (n == 1, n)):
        case = f"For n = {n}"
        code = call(answer, n, case=case)
        if n > 20 and np.ndim(code) == 1 and len(code) != n:
            raise Wrong(
                f"{case} it returns {len(code)} numbers: a sentence may be of any "
                "length.",
                "short",
            )
        if np.shape(code) == (n, 1):
            raise Wrong(
                f"{case} it returns a column of shape ({n}, 1): one list of {n} "
                "numbers is asked for. Take [:, 0].",
                "axis",
            )
        codes[n] = as_array(code, (n,), case)
    for n, code in codes.items():
        if not np.allclose(code, codes[5000][:n], rtol=0, atol=1e-7):
            _complain_of_lengths(answer, n, codes)
    for n, code in codes.items():
        if not (np.abs(code) <= 1 + 1e-9).all():
            worst = code[np.abs(code).argmax()]
            raise Wrong(
                f"For n = {n} it leaves -1 ... 1: there is {worst:.3g}.", "unbounded"
            )
    gaps = np.abs(codes[20][:, None] - codes[20]) + 2 * np.eye(20)
    first, second = np.unravel_index(gaps.argmin(), gaps.shape)
    if gaps.min() < 1e-3 - 1e-7:
        raise Wrong(
            f"Positions {first} and {second} are only {gaps.min():.2g} apart; "
            "0.001 is asked for.",
            "closer",
        )
    return (
        f"Bounded, and the same in sentences of 1 to 5000 words. The closest two of 20 "
        f"positions are {first} and {second}, {gaps.min():.4f} apart. "
        f"{_beyond_20(codes[5000])}"
    )


def _beyond_20(code):
    """Say what becomes of the later positions of a code that is right up to 20."""
    if np.ptp(code[20:]) < 1e-9:
        return (
            "But from position 20 on all words share one number: in a longer sentence "
            "it is no code."
        )
    return "Lesson 04 asks what happens beyond 20."


def _some_lengths():
    """Return a few lengths that nobody expects."""
    return np.random.default_rng().integers(22, 4999, size=4).tolist()


def _complain_of_lengths(answer, n, codes):
    """Raise `Wrong` for a code that differs between sentences."""
    if not np.array_equal(codes[n], as_array(call(answer, n), (n,), "")):
        raise Wrong(
            "Called twice with the same n, it returns other numbers: a word needs the "
            "same in every sentence.",
            "random",
        )
    off = np.abs(codes[n] - codes[5000][:n]).argmax()
    raise Wrong(
        f"Position {off} has {codes[n][off]:.3g} among {n} words and "
        f"{codes[5000][off]:.3g} among 5000: it depends on the length.",
        "length",
    )


EXERCISES = {
    "0a": _first_opposite,
    "1a": _undo,
    "1b": _same_mean,
    "1c": _weights,
    "2a": _share,
    "2b": _counts,
    "2c": _statements_on_integers,
    "3a": _lengths,
    "3b": _recover,
    "3c": _own_code,
}
