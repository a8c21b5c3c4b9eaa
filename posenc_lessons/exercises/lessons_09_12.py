"""Exercises of lessons 09 to 12: the square root, heads, the ladder, conventions."""

import numpy as np

from posenc_lessons.arguments import brief
from posenc_lessons.attention import scaled_dot_product_attention, softmax
from posenc_lessons.conventions import (
    LIBRARIES,
    compare_tables,
    sinusoidal_variant,
)
from posenc_lessons.exercises.answers import (
    NotAttempted,
    Wrong,
    call,
    number,
    true_or_false,
)
from posenc_lessons.heads import join_heads, split_heads
from posenc_lessons.ladder import train
from posenc_lessons.trial import trial_rows


def _divisor(answer):
    """9a: what scores must be divided by so that their variance is 1."""
    divisor = number(answer)
    if divisor <= 0:
        raise Wrong(f"The divisor is above 0; got {divisor:g}.")
    variance = (2 * 3) ** 2 * 49
    if np.isclose(divisor**2, variance):
        return "Each product has the standard deviation 6, and 49 of them add up to 42."
    after = variance / divisor**2
    hint = ""
    if np.isclose(divisor, variance):
        hint = " That is the variance itself; c enters squared."
    elif np.isclose(divisor, 7):
        hint = " It is sqrt(d_k), right for the standard deviation 1."
    raise Wrong(f"The variance would be {after:.3g}.{hint}")


def _attention(answer):
    """9b: scaled dot-product attention, written by the reader."""
    random = np.random.default_rng(9)
    for m, n, d_k, d_v in ((3, 5, 4, 2), (4, 4, 16, 16), (1, 7, 9, 3)):
        query, key = random.normal(size=(m, d_k)), random.normal(size=(n, d_k))
        value = random.normal(size=(n, d_v))
        right = scaled_dot_product_attention(query, key, value)
        found = np.asarray(call(answer, query.copy(), key.copy(), value.copy()), float)
        case = f"For {m} queries, {n} keys, d_k = {d_k} and d_v = {d_v}"
        if found.shape != right.shape:
            raise Wrong(f"{case} the shape is {found.shape}, not {right.shape}.")
        if np.allclose(found, right, atol=1e-5):
            continue
        scores = query @ key.T
        mistakes = {
            "The division by sqrt(d_k) is missing.": softmax(scores) @ value,
            "The scores are divided by d_k, not by its root.": softmax(scores / d_k)
            @ value,
            "They are multiplied by sqrt(d_k).": softmax(scores * d_k**0.5) @ value,
            "Is the root that of d_v?": softmax(scores / d_v**0.5) @ value,
            "Is the root that of the number of keys?": softmax(scores / n**0.5) @ value,
            "The softmax goes over the queries, not over the keys.": softmax(
                scores.T / d_k**0.5
            ).T
            @ value,
            "The softmax is missing.": scores / d_k**0.5 @ value,
            "The division comes after the softmax.": softmax(scores) / d_k**0.5 @ value,
        }
        for hint, mistaken in mistakes.items():
            if np.allclose(found, mistaken, atol=1e-5):
                raise Wrong(f"{case}: {hint}")
        raise Wrong(
            f"{case} the first number should be {right[0, 0]:.4f}; "
            f"it is {found[0, 0]:.4f}."
        )
    return "softmax(Q K^T / sqrt(d_k)) V, row by row."


def _statements_on_scores(answer):
    """9c: three statements on scores and their softmax."""
    key = np.random.default_rng(0).normal(size=(64, 64))
    largest = softmax(key @ key.T / 8).max()
    truth = {"a": False, "b": True, "c": bool(largest <= 0.99)}
    true_or_false(answer, truth)
    return (
        f"And a query that equals its key puts {largest:.3f} on it, divided or not: "
        "the square root forbids nothing."
    )


def _parameters(answer):
    """10a: how many numbers multi-head attention learns."""
    count = number(answer)
    width = 768
    right = 4 * width**2
    if count == right:
        return "Four matrices of 768 x 768; the number of heads does not enter."
    hints = {
        3 * width**2: "Queries, keys and values are there; the mixing W_O is missing.",
        12 * right: "Are the heads as wide as the whole? Each has 64 numbers.",
        right // 12: "That is one head of 12.",
        3 * width * 64: "That is one head of 12, without W_O.",
        right + 4 * width: "That is with biases.",
    }
    raise Wrong(hints.get(count, "Count the entries of W_q, W_k, W_v and W_O."))


def _own_split(answer):
    """10b: the cut into heads, mended so that it keeps words together."""
    random = np.random.default_rng(10)
    for n, n_heads, width in ((2, 4, 8), (5, 3, 12), (4, 1, 6)):
        vectors = random.normal(size=(n, width))
        found = np.asarray(call(answer, vectors.copy(), n_heads))
        right = split_heads(vectors, n_heads)
        case = f"For {n} words, width {width} and {n_heads} heads"
        if found.shape != right.shape:
            raise Wrong(f"{case} the shape is {found.shape}, not {right.shape}.")
        if np.array_equal(found, right):
            continue
        if np.array_equal(found, vectors.reshape(right.shape)):
            raise NotAttempted
        head, word, _ = (int(k) for k in np.argwhere(found != right)[0])
        if not np.isin(found[head, word], vectors[word]).all():
            raise Wrong(
                f"{case}, row {word} of head {head} should hold numbers of word "
                f"{word} alone; it holds others."
            )
        raise Wrong(
            f"{case}, row {word} of head {head} holds numbers of the right word, in "
            "the wrong columns."
        )
    return "First cut each word, then let heads and words change places."


def _own_join(answer):
    """10c: the way back from the heads to one vector for each word."""
    random = np.random.default_rng(11)
    for n_heads, n, d_head in ((2, 3, 4), (8, 2, 5), (1, 4, 3)):
        heads = random.normal(size=(n_heads, n, d_head))
        found = np.asarray(call(answer, heads.copy()))
        right = join_heads(heads)
        case = f"For {n_heads} heads, {n} words and {d_head} numbers"
        if found.shape != right.shape:
            raise Wrong(f"{case} the shape is {found.shape}, not {right.shape}.")
        if np.array_equal(found, right):
            continue
        if np.array_equal(found, heads.reshape(right.shape)):
            raise Wrong(f"{case} a reshape alone mixes words: swap the axes first.")
        if np.array_equal(found, np.moveaxis(heads, 0, -1).reshape(right.shape)):
            raise Wrong(f"{case} the heads are interleaved, not side by side.")
        raise Wrong(f"{case} the numbers stand in other places than `join_heads` has.")
    return "It undoes the cut: swap the axes back, then reshape."


def _own_ladder_code(answer):
    """11a: a code with which the layer solves the task of lesson 11."""
    n, d_model = 24, 32
    code = np.asarray(call(answer, n, d_model), dtype=float)
    if code.shape != (n, d_model):
        raise Wrong(f"The shape should be {(n, d_model)}; it is {code.shape}.")
    if not np.isfinite(code).all():
        raise Wrong(f"The table holds {code[~np.isfinite(code)][0]}.")
    if len(np.unique(code, axis=0)) < n:
        raise Wrong("Two places have the same row: no model can tell them apart.")
    accuracy = train(code).accuracy(code)
    if accuracy > 0.9:
        return f"The layer names {accuracy:.0%} of the words with it."
    raise Wrong(
        f"The layer names {accuracy:.0%} of the words with it, and 90 % are asked for. "
        f"The entries reach {np.abs(code).max():.3g}, and the rows span "
        f"{np.linalg.matrix_rank(code)} directions."
    )


def _statements_on_the_ladder(answer):
    """11b: three statements on the trial."""

    def worst(code, n, measure="accuracy", scale="as given"):
        rows = trial_rows(scale)
        return min(row[measure] for row in rows if (row["code"], row["n"]) == (code, n))

    truth = {
        "a": worst("integers", 24, scale="same") > 0.9,
        "b": worst("one pair", 24) > 0.9 > worst("one pair", 128),
        "c": worst("the paper's", 24, "beyond") > 0.9,
    }
    true_or_false(answer, truth)
    return "All three, as the trial has it."


def _identify(answer):
    """12a: the convention of a table."""
    for d_model in (6, 16, 64):
        for layout in ("interleaved", "halves"):
            for exponents in ("below 1", "to 1"):
                for first in (0, 1, 2, 3):
                    right = layout, exponents, first
                    table = sinusoidal_variant(40, d_model, *right)
                    found = call(answer, table)
                    if not (isinstance(found, tuple | list) and len(found) == 3):
                        raise Wrong(
                            "It should return (layout, exponents, first); "
                            f"got {brief(found)}."
                        )
                    if tuple(found) == right:
                        continue
                    part = [a == b for a, b in zip(found, right)].index(False)
                    name = ("layout", "exponents", "first position")[part]
                    raise Wrong(
                        f"A table of width {d_model} with {right} was taken for "
                        f"{brief(tuple(found))}: look at the {name}."
                    )
    return "Layout, exponents and first position of all 48 tables."


def _to_interleaved(answer):
    """12b: from halves to interleaved."""
    for n, d_model in ((3, 6), (5, 2), (4, 16)):
        table = sinusoidal_variant(n, d_model, layout="halves")
        found = np.asarray(call(answer, table.copy()), dtype=float)
        right = sinusoidal_variant(n, d_model)
        case = f"For {n} positions and d_model = {d_model}"
        if found.shape != right.shape:
            raise Wrong(f"{case} the shape is {found.shape}, not {right.shape}.")
        if np.allclose(found, right):
            continue
        if np.allclose(found, table):
            raise Wrong(f"{case} nothing has moved.")
        if np.allclose(found, np.hstack([table[:, 0::2], table[:, 1::2]])):
            raise Wrong(f"{case} it goes the other way, from interleaved to halves.")
        if np.allclose(found, right[:, np.arange(d_model) ^ 1]):
            raise Wrong(f"{case} the cosine of each pair stands before its sine.")
        column = int(np.argmin(np.isclose(found, right).all(axis=0)))
        raise Wrong(f"{case} column {column} is not the right one.")
    return "Columns i and i + d_model / 2 become columns 2 i and 2 i + 1."


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
    true_or_false(answer, truth)
    return "All three: pairs turn under every convention, only at other paces."


EXERCISES = {
    "9a": _divisor,
    "9b": _attention,
    "9c": _statements_on_scores,
    "10a": _parameters,
    "10b": _own_split,
    "10c": _own_join,
    "11a": _own_ladder_code,
    "11b": _statements_on_the_ladder,
    "12a": _identify,
    "12b": _to_interleaved,
    "12c": _statements_on_conventions,
}
