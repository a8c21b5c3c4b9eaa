"""The conclusions on where the clock stops, tested where they could fail."""

import numpy as np

from posenc_lessons import sentences_with_start, stack_recall, train_stack
from tests.claims import claim
from tests.claims.lesson_15 import SEEDS, trained


@claim("The clock goes on for a while, then fades")
def longer_texts():
    longer = sentences_with_start(200, n=64, seed=22)
    for seed in SEEDS:
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


@claim(
    "They name nearly all, but fewer than with a start token.",
    stored=without_a_start,
)
def a_start_token_is_a_help_and_no_need(rows):
    for row in rows:
        assert row["named"] > (0.99 if row["start"] else 0.85)
        assert row["start"] or row["named"] < 0.98
