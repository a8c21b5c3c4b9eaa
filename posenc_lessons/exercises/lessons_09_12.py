"""Exercises of lessons 09 to 12: the square root, heads, the ladder, conventions."""

import itertools

import numpy as np

from posenc_lessons.arguments import brief
from posenc_lessons.attention import softmax
from posenc_lessons.conventions import (
    LIBRARIES,
    compare_tables,
    sinusoidal_variant,
)
from posenc_lessons.exercises.answers import (
    Wrong,
    as_array,
    call,
    of_the_package,
    shown,
    true_or_false,
)
from posenc_lessons.exercises.comparison import STILL, Comparison
from posenc_lessons.exercises.explanations import Mistake
from posenc_lessons.exercises.lessons_00_03 import value
from posenc_lessons.exercises.own_numbers import Number
from posenc_lessons.exercises.scores import attention_comparison
from posenc_lessons.heads import join_heads, split_heads
from posenc_lessons.trial.model import train
from posenc_lessons.trial.results import trial_rows


def _variance_after(divisor):
    """Say which variance a wrong divisor leads to."""
    if divisor <= 0:
        raise Wrong(f"The divisor is above 0; got {divisor:g}.", "range")
    after = 42**2 / divisor**2
    if 0.95 < after < 1.05:
        raise Wrong(f"{divisor:.6g} is near, but can be computed exactly.", "rounded")
    return f"The variance would be {after:.3g}."


_divisor = Number(
    reference=lambda: 42,
    right=lambda: (
        "Each product has the standard deviation 6, and 49 of them add up to 42."
    ),
    mistakes=(
        value("M20", 7, "It is sqrt(d_k), right for the standard deviation 1."),
        value("M20", 1764, "That is the variance itself; the divisor c enters as c^2."),
        value("M20", 49, "That is d_k itself; its root enters, and the spreads do."),
        value("inverse", 1 / 42, "That is what to multiply by."),
        value("spread", 36, "That is the variance of one product; a score sums 49."),
        value("spread", 6, "That is for one product: a score is the sum of 49."),
        value(
            "sum", 294, "Of the 49 products the variances add up, not the deviations."
        ),
        value("spread", 252, "A product has the variance 36, the deviation 6: not 36."),
        value(
            "spread",
            35,
            "Of a product, the standard deviations multiply: 2 * 3, not +.",
        ),
        value("spread", 14, "The keys' standard deviation 3 counts, too."),
        value("spread", 21, "The queries' standard deviation 2 counts, too."),
        value(
            "spread",
            7 * 6**0.5,
            "The standard deviation of a product is 2 * 3 = 6, not its root.",
        ),
        value(
            "spread",
            7 * 13**0.5,
            "Of a product, the variances 4 and 9 multiply; they do not add.",
        ),
    ),
    otherwise=_variance_after,
)


def _statements_on_scores(answer):
    """9c: three statements on scores and their softmax."""
    key = np.random.default_rng(0).normal(size=(64, 64))
    largest = softmax(key @ key.T / 8).max()
    truth = {"a": False, "b": True, "c": bool(largest <= 0.99)}
    true_or_false(
        answer,
        truth,
        {
            "a": "at which d_k is the mean norm largest?",
            "b": "Var(score / c) = Var(score) / c^2, and Var(score) = d_k.",
            "c": "take a query that is twenty times a key, and compute its softmax.",
        },
    )
    return (
        f"And a query that equals its key puts {largest:.3f} on it, divided or not: "
        "the square root forbids nothing."
    )


W = 768

_parameters = Number(
    reference=lambda: 4 * W**2,
    right=lambda: "Four matrices of 768 x 768; the number of heads does not enter.",
    mistakes=(
        value(
            "W_O",
            3 * W**2,
            "Queries, keys and values are there; W_O, which mixes, is not.",
        ),
        value("W_O", W**2, "That is one of the four matrices."),
        value("W_O", 2 * W**2, "That is two of the four matrices."),
        value("heads", 48 * W**2, "Are the heads as wide as the whole? Each has 64."),
        value("heads", 37 * W**2, "Are the heads as wide as the whole? Each has 64."),
        value("heads", 36 * W**2, "Are the heads as wide as the whole? Each has 64."),
        value("one head", W**2 // 3, "That is one head of 12."),
        value("one head", 3 * W * 64, "That is one head of 12, without W_O."),
        value(
            "64",
            3 * W * 64,
            "Each head's matrices are 768 x 64: it sees the whole embedding.",
        ),
        value(
            "64",
            3 * W * 64 + W**2,
            "Each head's matrices are 768 x 64, not 64 x 64: it sees the whole "
            "embedding.",
        ),
        value("biases", 4 * W**2 + 4 * W, "That is with biases."),
        value("512", 4 * 512**2, "That is the 512 of the lesson; here it is 768."),
    ),
    otherwise=lambda count: (
        "That is near: give all digits."
        if abs(count / W**2 / 4 - 1) < 0.01
        else "Count the entries of W_Q, W_K, W_V and W_O."
    ),
    tolerance=1e-9,
    whole="number of parameters",
)


def _words_to_split(random):
    """Return words to cut into heads, and how many."""
    return [
        (random.normal(size=(n, width)), n_heads)
        for n, n_heads, width in ((2, 4, 8), (5, 3, 12), (4, 1, 6))
    ]


def _reshaped(x, n_heads):
    """Return the words cut without a transpose, which mixes them."""
    return x.reshape(n_heads, len(x), -1)


def _strided(x, n_heads):
    """Return heads that take every n_heads-th column."""
    return np.moveaxis(x.reshape(len(x), -1, n_heads), -1, 0)


def split_comparison(**details):
    """Return the exercise to write or mend the cut into heads."""
    return Comparison(
        reference=split_heads,
        draw=_words_to_split,
        describe=lambda x, n_heads: (
            f"For {len(x)} words, width {x.shape[1]} and {n_heads} heads"
        ),
        place=lambda index, *arguments: dict(
            zip(("head", "word", "column"), map(int, index))
        ),
        mistakes=(
            *(
                ()
                if "given" in details
                else (
                    Mistake(
                        "M18",
                        _reshaped,
                        STILL,
                    ),
                )
            ),
            Mistake(
                "M18",
                lambda x, h: x.reshape(len(x), h, -1),
                "The axes of words and heads are still to be swapped.",
            ),
            Mistake(
                "M18",
                lambda x, h: _reshaped(x, h).swapaxes(0, 1),
                "First cut each word into heads by a reshape to (n, n_heads, d_head), "
                "then let the axes change places.",
            ),
            Mistake(
                "M18",
                lambda x, h: x.T.reshape(h, -1, len(x)).reshape(h, len(x), -1),
                "A row of a head should hold numbers of one word alone.",
            ),
            Mistake(
                "M18",
                lambda x, h: split_heads(x, h).swapaxes(1, 2),
                "Within a head, a row is a word and a column a number of it; here it "
                "is the other way round.",
            ),
            Mistake(
                "columns",
                _strided,
                "The words are kept, but a head should take columns side by side.",
            ),
            Mistake(
                "M18",
                lambda x, h: x.reshape(len(x), -1, h).swapaxes(0, 2),
                "The axes that changed places are not those of words and heads: a row "
                "should hold numbers of one word alone.",
            ),
            Mistake(
                "M18",
                lambda x, h: x.reshape((h, len(x), -1), order="F"),
                "The order of reading mixes columns: a head should take columns side "
                "by side.",
            ),
            Mistake(
                "columns",
                lambda x, h: np.array(
                    [x[:, i : i + x.shape[1] // h] for i in range(h)]
                ),
                "The words are kept, but the heads overlap: head i begins at column "
                "i * d_head.",
            ),
            Mistake(
                "one head",
                lambda x, h: split_heads(x, h)[[0] * h],
                "All heads see what head 0 should.",
            ),
            Mistake(
                "columns",
                lambda x, h: split_heads(x, h)[::-1],
                "The words are kept, but the heads stand in reverse order.",
            ),
        ),
        right="First cut each word, then let heads and words change places.",
        **details,
    )


_own_split = split_comparison(given=_reshaped, forbids=of_the_package("split_heads"))


_own_join = Comparison(
    reference=join_heads,
    draw=lambda random: [
        (random.normal(size=shape),) for shape in ((2, 3, 4), (8, 2, 5), (1, 4, 3))
    ],
    describe=lambda heads: "For {} heads, {} words and {} numbers".format(*heads.shape),
    place=lambda index, *arguments: {"word": int(index[0]), "column": int(index[1])},
    mistakes=(
        Mistake(
            "M18",
            lambda heads: heads.reshape(heads.shape[1], -1),
            "A reshape alone mixes words: swap the axes first.",
        ),
        Mistake(
            "columns",
            lambda heads: np.moveaxis(heads, 0, -1).reshape(heads.shape[1], -1),
            "The heads are interleaved, not side by side.",
        ),
        Mistake(
            "M18",
            lambda heads: heads.T.reshape(heads.shape[1], -1),
            "All three axes have changed places: only heads and words should.",
        ),
        Mistake(
            "M18",
            lambda heads: heads.swapaxes(1, 2).reshape(heads.shape[1], -1),
            "The wrong axes have changed places: heads and words should.",
        ),
        Mistake(
            "columns",
            lambda heads: join_heads(heads[::-1]),
            "The heads stand side by side, but the last one comes first.",
        ),
        Mistake(
            "vstack",
            lambda heads: heads.reshape(-1, heads.shape[2]),
            "The heads stand one below another (vstack): put them side by side.",
        ),
        Mistake(
            "unfinished",
            lambda heads: heads.swapaxes(0, 1),
            "Heads and words have changed places; now reshape to two axes.",
        ),
        Mistake(
            "sum",
            lambda heads: heads.sum(axis=0),
            "The heads are added up: put them side by side.",
        ),
        Mistake(
            "sum",
            lambda heads: heads.mean(axis=0),
            "That is the mean of the heads: put them side by side.",
        ),
        Mistake(
            "one head",
            lambda heads: heads[0],
            "That is head 0 alone: put all heads side by side.",
        ),
        Mistake(
            "one head",
            lambda heads: heads[-1],
            "That is the last head alone: put all heads side by side.",
        ),
        Mistake(
            "M13",
            lambda heads: join_heads(heads).T,
            "The result is transposed: a row is a word.",
        ),
    ),
    forbids=of_the_package("join_heads"),
    right="It undoes the cut: swap the axes back, then reshape.",
)


def _own_ladder_code(answer):
    """11a: a code with which the layer solves the task of lesson 11."""
    n, d_model = 24, 32
    case = f"For n = {n} and d_model = {d_model}"
    forbids = of_the_package(
        "sinusoidal_encoding", "sinusoidal_variant", "sine_cosine_pairs", "ladder_codes"
    )
    code = as_array(
        call(answer, n, d_model, case=case, forbids=forbids), (n, d_model), case
    )
    for later, row in enumerate(code):
        same = np.flatnonzero((code[:later] == row).all(axis=1))
        if len(same):
            raise Wrong(
                f"Places {same[0]} and {later} have the same row: no model can tell "
                "them apart.",
                "same rows",
            )
    accuracy = train(code).accuracy(code)
    if accuracy > 0.9:
        return f"The layer names {accuracy:.0%} of the words with it."
    hint, mistake = what_hinders(code - code.mean(axis=0))
    raise Wrong(
        f"The layer names {accuracy:.0%} of the words with it, and more than 90 % are "
        f"asked for. {hint}",
        mistake,
    )


def what_hinders(rows):
    """Return what makes a code hard to use, and its name, from its rows less the mean.

    Notes
    -----
    Of the starting weights, the words' embeddings have entries of about 1.
    """
    rank = np.linalg.matrix_rank(rows, tol=1e-9 * np.abs(rows).max())
    if rank == 1:
        return "All its rows lie on one line, and so only its ends can win.", "line"
    largest = np.abs(rows).max()
    if largest < 0.5:
        return (
            f"Its entries differ by no more than {largest:.2g} from their mean: beside "
            "those of the words, which are about 1, that is faint.",
            "small",
        )
    if largest > 10:
        return (
            f"Its entries reach {largest:.3g}: beside those of the words, which are "
            "about 1, that is loud, and the softmax is certain before it has learned.",
            "large",
        )
    rule = np.linalg.lstsq(rows[1:], rows[:-1], rcond=1e-9)[0]
    apart = np.linalg.norm((rows[1:] @ rule)[:, None] - rows, axis=-1)
    found = int((apart.argmin(axis=1) == np.arange(len(apart))).sum())
    return (
        f"Its rows span {rank} directions of {rows.shape[1]}, and attention compares "
        "rows by a matrix: the best one that leads from a row to the one before finds "
        f"it {found} times of {len(apart)}. In more directions that is easier.",
        "directions",
    )


def _statements_on_the_ladder(answer):
    """11b: three statements on the trial."""

    def worst(code, n, measure="accuracy", variant="as given"):
        rows = trial_rows(variant)
        return min(row[measure] for row in rows if (row["code"], row["n"]) == (code, n))

    truth = {
        "a": worst("integers", 24, variant="same") > 0.9,
        "b": worst("one pair", 24) > 0.9 > worst("one pair", 128),
        "c": worst("the paper's", 24, "beyond") > 0.9,
    }
    true_or_false(
        answer,
        truth,
        {
            "a": "look up the trial in which all codes have the same size.",
            "b": "look up one pair at both lengths.",
            "c": "look up what happens beyond the trained length.",
        },
    )
    return "All three, as the trial has it."


CONVENTION = {
    "layout": ("interleaved", "halves"),
    "exponents": ("below 1", "to 1"),
    "first": (0, 1, 2, 3),
}


def _identify(answer):
    """12a: the convention of a table."""
    wrong, calls = [], 0
    for d_model in (6, 16, 64, 10):
        for right in itertools.product(*CONVENTION.values()):
            table = sinusoidal_variant(40, d_model, *right)
            case = f"For a table of width {d_model} with {right}"
            try:
                found = call(answer, table, case=case)
            except Wrong as error:
                if error.mistake == "no return" and calls:
                    text = (
                        f"{case} it returned nothing, and for others it did return "
                        "something: are all 16 conventions tried, first = 3 too, and "
                        "at any width?"
                    )
                    raise Wrong(text, "no return") from None
                raise
            calls += 1
            found = found.tolist() if isinstance(found, np.ndarray) else found
            if not (isinstance(found, tuple | list) and len(found) == 3):
                raise Wrong(
                    f"It should return (layout, exponents, first); got {shown(found)}.",
                    "unfinished",
                )
            off = [name for a, b, name in zip(found, right, CONVENTION) if a != b]
            if off:
                wrong.append((case, found, off, right))
    if not wrong:
        return "Layout, exponents and first position of all 64 tables."
    case, found, off, _ = wrong[0]
    text = f"{case}, it returned {brief(tuple(found))}. "
    for name, entry in zip(CONVENTION, found):
        if entry not in CONVENTION[name]:
            *others, last = map(repr, CONVENTION[name])
            verb = "are" if name == "exponents" else "is"
            raise Wrong(
                f"{text}The {name} {verb} {', '.join(others)} or {last}.", "spelling"
            )
    always = {name for *_, off, _ in wrong for name in off}
    if len(always) == 1:
        text += f"Look at the {always.pop()}; the others are right in all 64 tables."
        raise Wrong(text, off[0])
    text += f"In all, {len(wrong)} of 64 tables are taken for others"
    for part, name in enumerate(CONVENTION):
        values = {right[part] for *_, right in wrong}
        if len(values) < len(CONVENTION[name]):
            those = " or ".join(map(repr, sorted(values)))
            raise Wrong(f"{text}: those with the {name} {those}.", name)
    raise Wrong(f"{text}.", "tables")


def _alternate(table):
    """Return a table of halves with its columns in turn."""
    return table.reshape(len(table), 2, -1).swapaxes(1, 2).reshape(table.shape)


def _overwritten(table, *order):
    """Return the table as it is left by moving its halves within itself."""
    table, half = table.copy(), table.shape[1] // 2
    for part in order:
        table[:, part::2] = table[:, part * half : (part + 1) * half]
    return table


def _halves_to_move(random):
    """Return tables in halves, and one that holds no sines."""
    return [
        *(
            (sinusoidal_variant(n, d_model, layout="halves"),)
            for n, d_model in ((3, 6), (5, 2), (4, 16))
        ),
        (random.normal(size=(4, 2 * random.integers(3, 9))),),
        (random.normal(size=(2, 8)),),
    ]


TO_INTERLEAVED = Comparison(
    reference=_alternate,
    draw=_halves_to_move,
    describe=lambda table: f"For {len(table)} positions and d_model = {table.shape[1]}",
    mistakes=(
        Mistake("unchanged", lambda table: table, "Nothing has moved."),
        Mistake(
            "back",
            lambda table: np.hstack([table[:, 0::2], table[:, 1::2]]),
            "It goes the other way, from interleaved to halves.",
        ),
        Mistake(
            "M8",
            lambda table: _alternate(table)[:, np.arange(table.shape[1]) ^ 1],
            "The cosine of each pair stands before its sine.",
        ),
        Mistake(
            "in place",
            lambda table: _overwritten(table, 0, 1),
            "It overwrites columns of the table before they are read: write into a new "
            "one.",
        ),
        Mistake(
            "in place",
            lambda table: _overwritten(table, 1, 0),
            "It overwrites columns of the table before they are read: write into a new "
            "one.",
        ),
        Mistake(
            "recomputed",
            lambda table: sinusoidal_variant(*table.shape),
            "It computes the encoding anew: move the columns of the table that is "
            "given, whatever it holds.",
            partly=True,
        ),
        Mistake(
            "half",
            lambda table: table[:, : table.shape[1] // 2],
            "These are the sines alone.",
        ),
        Mistake(
            "half",
            lambda table: np.repeat(table[:, : table.shape[1] // 2], 2, axis=1),
            "Each sine stands there twice: the cosines are missing.",
        ),
        Mistake(
            "backwards",
            lambda table: table[:, ::-1],
            "The columns are reversed: sines and cosines should alternate.",
        ),
        Mistake(
            "M18",
            lambda table: table.T.reshape(table.shape),
            "A transpose and a reshape alone mix the positions.",
        ),
        Mistake(
            "rows",
            lambda table: np.concatenate([table[0::2], table[1::2]]),
            "The rows have moved: the columns should.",
        ),
        Mistake(
            "unfinished",
            lambda table: np.stack(np.split(table, 2, axis=1), axis=-1),
            "Each sine stands beside its cosine; now reshape to two axes.",
        ),
        Mistake(
            "columns",
            lambda table: np.hstack(np.split(table, 2, axis=1)[::-1]),
            "The halves have changed places: they should alternate.",
        ),
        Mistake(
            "M13",
            lambda table: _alternate(table).T,
            "The table is transposed: a row is a position.",
        ),
    ),
    right="Columns i and i + d_model / 2 become columns 2 i and 2 i + 1.",
)


def _statements_on_conventions(answer):
    """12c: three statements on conventions."""
    paper = sinusoidal_variant(40, 64)
    other = sinusoidal_variant(40, 64, **LIBRARIES["tensor2tensor"])
    products = other @ other.T
    truth = {
        "a": compare_tables(paper, other) != "different",
        "b": bool(np.abs(products[1:, 1:] - products[:-1, :-1]).max() < 1e-3),
        "c": True,
    }
    true_or_false(
        answer,
        truth,
        {
            "a": "compare their frequencies: what is the slowest one in each?",
            "b": "compute the products of rows, and look along the diagonals.",
            "c": "can the matrices that read the table exchange its columns?",
        },
    )
    return "All three: pairs turn under every convention, only at other paces."


EXERCISES = {
    "9a": _divisor,
    "9b": attention_comparison(forbids=of_the_package()),
    "9c": _statements_on_scores,
    "10a": _parameters,
    "10b": _own_split,
    "10c": _own_join,
    "11a": _own_ladder_code,
    "11b": _statements_on_the_ladder,
    "12a": _identify,
    "12b": TO_INTERLEAVED,
    "12c": _statements_on_conventions,
}
