"""What the notebook on a clock that nobody built concludes, tried."""

import itertools

import numpy as np

from posenc_lessons import (
    round_to,
    sentences_with_start,
    stack_recall,
    train_stack,
)
from tests.claims import claim
from tests.claims.lesson_15 import trained

NAME = "15_which_layer_does_what"


@claim(
    NAME,
    "One share differs from the next by one part in $t$",
    "Whole numbers merge at a similar position, for the same reason.",
)
def shares_merge():
    merged = np.diff(round_to(1 / np.arange(1, 300), "bfloat16")) == 0
    assert np.flatnonzero(merged)[0] + 1 == 190
    whole = round_to(np.arange(300), "bfloat16")
    assert 190 < np.flatnonzero(np.diff(whole) == 0)[0] < 260
    t = np.arange(1, 100)
    assert np.allclose((1 / t - 1 / (t + 1)) / (1 / t), 1 / (t + 1))


WORDS = sentences_with_start(1000, seed=21)


def named(seed, later, *roles):
    """Return what the last word names when some roles are told it comes later."""
    clock = np.zeros((17, 17))
    clock[-1, 0] = np.log(16 / (16 + later))
    rows = stack_recall(trained(seed), WORDS, (clock, 0))[2][1]
    told = dict.fromkeys(roles, rows)
    return stack_recall(trained(seed), WORDS, **told)[0][:, -1].argmax(axis=1)


@claim(
    NAME,
    "the latest other word is still the one before.",
    "Where it fails, the word before is the same word",
    "so it names the word two back",
)
def told_earlier():
    repeated = WORDS[:, -2] == WORDS[:, -1]
    for seed in range(3):
        for later in (-4, -8):
            for roles in (("key",), ("query",), ("key", "query")):
                said = named(seed, later, *roles)
                assert np.mean(said[~repeated] == WORDS[~repeated, -2]) > 0.97
                wrong = said != WORDS[:, -2]
                assert repeated[wrong].mean() > 0.9
                assert np.mean(said[wrong] == WORDS[wrong, -3]) > 0.8


@claim(
    NAME,
    "Told four positions earlier, its *key* loses at once. Its *query* must be told "
    "much earlier.",
    "So the key is the more sensitive of the two.",
    "a key that is told a time four positions later changes nearly every answer, and "
    "a query told the same hardly any",
)
def the_key_is_more_sensitive():
    repeated = WORDS[:, -2] == WORDS[:, -1]
    for seed in range(3):
        right = {
            (later, role): np.mean((named(seed, later, role) == WORDS[:, -2])[repeated])
            for later, role in itertools.product((-4, -8), ("query", "key"))
        }
        assert right[-4, "key"] < 0.25 < 0.5 < right[-4, "query"]
        assert right[-8, "query"] < 0.35
        # Told later, only the key counts.
        assert np.mean(named(seed, 4, "query") == WORDS[:, -2]) > 0.97
        assert np.mean(named(seed, 4, "key") == WORDS[:, -1]) > 0.97


@claim(NAME, "The clock goes on for a while, then fades")
def longer_texts():
    longer = sentences_with_start(200, n=64, seed=22)
    for seed in range(3):
        said = stack_recall(trained(seed), longer)[0].argmax(axis=-1)
        right = (said[:, 2:] == longer[:, 1:-1]).mean(axis=0)
        assert right[:14].min() > 0.95
        assert 0.9 < right[16:19].mean() < 0.97
        assert 0.4 < right[28:31].mean() < 0.7
        assert right[60:].mean() < 0.3


def without_a_start():
    """Train without a start token, for twice the steps, with three seeds."""
    words = np.random.default_rng(1).integers(10, size=(500, 17))
    for seed in range(3):
        for start, asked in (
            (False, words),
            (True, sentences_with_start(500, seed=1)),
        ):
            parameters = train_stack(seed, steps=600, start=start)
            said = stack_recall(parameters, asked)[0].argmax(axis=-1)
            share = np.mean(said[:, 2:] == asked[:, 1:-1])
            yield {"seed": seed, "start": int(start), "named": f"{share:.3f}"}


@claim(NAME, "They name nearly all, though not as many.", stored=without_a_start)
def a_start_token_is_a_help_and_no_need(rows):
    for row in rows:
        share = float(row["named"])
        assert share > 0.99 if row["start"] == "1" else 0.85 < share < 0.98
