"""The conclusions of lesson 10, tested where they could fail."""

import itertools

import numpy as np

from posenc_lessons import (
    join_heads,
    scaled_dot_product_attention,
    split_heads,
    start_parameters,
)
from tests.claims import claim
from tests.claims.curious_10_what_heads_do import (
    named,
    two_heads_share_the_questions_and_one_mixes_them,
)

NAMES = np.eye(3)
SENTENCES = list(itertools.permutations(range(3), 2))  # who sees, and who is seen


@claim(
    "At 1.0, the output is the same whether Ann saw Bob or Cem: the object is lost. "
    "At 0.5, it is the same whether Ann saw Bob or Bob saw Ann: the **roles** are "
    "lost. In between, all three outputs differ: the larger number is the subject's, "
    "the smaller one the object's.",
    "One head can link a word with two",
)
def equal_weights_lose_the_roles_and_others_keep_them():
    """Try all sentences of three names, and random values, too."""
    for seed, w in itertools.product(range(20), np.arange(11) / 10):
        many = np.random.default_rng(seed).normal(size=(3, 8))
        for values, (subject, seen) in itertools.product((NAMES, many), SENTENCES):
            here, swapped = np.array([[w, 1 - w], [1 - w, w]]) @ values[[subject, seen]]
            assert np.allclose(here, swapped) == (w == 0.5)
            other = w * values[subject] + (1 - w) * values[3 - subject - seen]
            assert np.allclose(here, other) == (w == 1)
            assert not np.allclose(swapped, other)
            held = np.linalg.lstsq(values.T, here)[0]
            expected = w * NAMES[subject] + (1 - w) * NAMES[seen]
            np.testing.assert_allclose(held, expected, atol=1e-9)


@claim(
    "It names Cem, who is not in the sentence: 0 is more than $-0.3$. If large numbers "
    "win, Ann wins. If small numbers win, Cem does. Bob's number is in between.",
    "No other matrix names the object of every sentence, either.",
    "By the first two rows, more of Ann and less of Bob must raise Bob's lead. By the "
    "last two, more of Bob and less of Ann must raise it. A matrix cannot do both.",
    "but no matrix names both in every sentence.",
)
def no_matrix_names_the_object():
    """If one did, certain multiples of its leads would not add up to 0.

    In each sentence, the object's score must be higher than the subject's and than that
    of the third name. These leads are sums of the matrix's entries, each times a number
    that depends only on the sentence.
    """
    ann, bob, cem = NAMES
    for w in (0.55, 0.7, 0.9):
        # One pair of sentences trades Bob for Ann, and the other trades Ann for Bob.
        change = w * ann + (1 - w) * bob - (w * bob + (1 - w) * ann)
        np.testing.assert_allclose(change, (2 * w - 1) * (ann - bob), atol=1e-12)
        change = w * cem + (1 - w) * bob - (w * cem + (1 - w) * ann)
        np.testing.assert_allclose(change, (1 - w) * (bob - ann), atol=1e-12)
        total = np.zeros((3, 3))
        for subject, seen in SENTENCES:
            output = w * NAMES[subject] + (1 - w) * NAMES[seen]
            assert (output @ NAMES).argmax() == subject
            third = 3 - subject - seen
            assert (output @ -NAMES).argmax() == third
            total += (1 - w) * np.outer(output, NAMES[seen] - NAMES[subject])
            total += (2 * w - 1) * np.outer(output, NAMES[seen] - NAMES[third])
        np.testing.assert_allclose(total, 0, atol=1e-12)


@claim(
    "The single head gives slightly more weight to the word one back. As in section "
    "2, a matrix finds only this word reliably.",
    "which turns the joined output into scores for the ten words.",
    "Two heads name both words. Each gives most of its weight to one of the two, "
    "although nobody told it to. Each also mixes in other words, but the larger part "
    "wins, just as section 2's subject did.",
    "One head mixes both words; each of two heads prefers one",
    "training used them to name both.",
    stored=named,
)
def two_heads_name_two_words_and_one_does_not(rows):
    two_heads_share_the_questions_and_one_mixes_them(rows)
    assert start_parameters(32, 0, n_answers=2)["out"].shape == (32, 2 * 10)


@claim(
    "It changes only if we join, because then **each role has columns of its own**.",
    "With two heads, joined, each word has columns of its own",
)
def adding_loses_the_roles_and_joining_keeps_them():
    for seed, width in itertools.product(range(20), (2, 8, 64)):
        random = np.random.default_rng([seed, width])
        a, b = random.normal(size=(2, width))
        v, w = random.normal(size=(2, width, width))
        np.testing.assert_allclose(a @ v + b @ v, b @ v + a @ v)
        for here, swapped in (
            (a @ v + b @ w, b @ v + a @ w),
            (np.append(a @ v, b @ v), np.append(b @ v, a @ v)),
            (np.append(a @ v, b @ w), np.append(b @ v, a @ w)),
        ):
            assert np.linalg.norm(here - swapped) > 0.01 * np.linalg.norm(here)


@claim("Now a matrix can name the object.")
def joined_heads_let_a_matrix_name_both():
    for subject, seen in SENTENCES:
        joined = np.append(NAMES[subject], NAMES[seen])
        for role, matrix in ((subject, (1, 0)), (seen, (0, 1))):
            assert (joined @ np.kron(np.array([matrix]).T, NAMES)).argmax() == role


@claim(
    "Head 0 uses the first 64 columns of $W_Q$, $W_K$ and $W_V$, head 1 the next 64. "
    "These matrices and $W_O$ have the same size whether there is one head or eight",
)
def heads_cost_no_parameters():
    random = np.random.default_rng(0)
    x, matrices = random.normal(size=(3, 16)), random.normal(size=(3, 16, 16))
    for n_heads in (1, 2, 8, 16):
        heads = (split_heads(x @ matrix, n_heads) for matrix in matrices)
        joined = join_heads(scaled_dot_product_attention(*heads))
        assert joined.shape == (3, 16)  # as wide as W_O is high
    for matrix in matrices:
        cut = split_heads(x @ matrix, 8)
        for head, columns in enumerate(cut):
            np.testing.assert_allclose(columns, x @ matrix[:, 2 * head : 2 * head + 2])
