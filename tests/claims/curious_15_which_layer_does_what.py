"""The conclusions on a clock that nobody built, tested where they could fail."""

import numpy as np

from posenc_lessons import sentences_with_start, stack_recall, train_stack
from tests.claims import claim
from tests.claims.lesson_15 import SEEDS, trained

NAME = "15_which_layer_does_what"
WORDS = sentences_with_start(1000, seed=21)


def named(seed, later, *roles):
    """Return which words are named if the given roles are told of a later position."""
    clock = np.zeros((17, 17))
    clock[-1, 0] = np.log(16 / (16 + later))
    rows = stack_recall(trained(seed), WORDS, (clock, 0))[2][1]
    told = dict.fromkeys(roles, rows)
    return stack_recall(trained(seed), WORDS, **told)[0][:, -1].argmax(axis=1)


@claim(
    NAME,
    "It does, if the last two words differ. Told an earlier time, in its query or its "
    "key, the last word still finds the latest of the other words.",
    "If its *key* is told 12, the model nearly always names the word two back instead. "
    "If its *query* is told 12, this happens much less often; if it is told 8, most of "
    "the time.",
    "Told a later time, the key makes the last word look at itself nearly always, "
    "while the query changes hardly any answer.",
    "So a later time is read from the last word's key, hardly from its query.",
    "For the last word, the key decides whether a later time counts: told a time four "
    "positions later, the key changes nearly every answer, but the query hardly any.",
)
def the_key_is_more_sensitive_and_the_latest_other_word_wins():
    before, repeated = WORDS[:, -2], WORDS[:, -2] == WORDS[:, -1]
    for seed in SEEDS:
        two_back = {}
        for later in (-4, -8):
            for roles in (("key",), ("query",), ("key", "query")):
                said = named(seed, later, *roles)
                wrong = said != before
                assert wrong[~repeated].mean() < 0.03
                assert repeated[wrong].mean() > 0.9
                assert np.mean(said[wrong] == WORDS[wrong, -3]) > 0.8
                two_back[later, *roles] = np.mean(said == WORDS[:, -3], where=repeated)
        assert two_back[-4, "key"] > 0.9 > 0.6 > two_back[-4, "query"]
        assert two_back[-8, "query"] > 0.6
        # When told a later time, only the key counts.
        assert np.mean(named(seed, 4, "query") == before) > 0.97
        assert np.mean(named(seed, 4, "key") == WORDS[:, -1]) > 0.97


@claim(NAME, "The clock goes on for a while, then fades")
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
    NAME,
    "They name nearly all, but fewer than with a start token.",
    stored=without_a_start,
)
def a_start_token_is_a_help_and_no_need(rows):
    for row in rows:
        share = float(row["named"])
        assert share > 0.99 if row["start"] == "1" else 0.85 < share < 0.98
