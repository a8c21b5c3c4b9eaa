"""The conclusions of lesson 15, tested where they could fail."""

import functools

import numpy as np

from posenc_lessons import sentences_with_start, softmax, stack_recall, train_stack
from tests.claims import claim, functions_of

CELLS = functions_of("15_nope")
causal_stack, random_stack = CELLS["causal_stack"], CELLS["random_stack"]


def changes(old, new):
    return np.linalg.norm(new - old, axis=-1) / np.linalg.norm(old, axis=-1)


@claim(
    "The second layer notices, because it averages the *rows* that the first one "
    "returned",
    "A causal model of two layers is not a bag of words.",
)
def one_layer_sees_a_bag():
    for seed in range(40):
        x, layers = random_stack(seed, width=(4, 16, 64)[seed % 3], depth=4)
        order = [*np.random.default_rng(seed).permutation(11), 11]
        last = changes(causal_stack(x, layers), causal_stack(x[order], layers))[:, -1]
        assert last[1] < 1e-12
        assert (last[2:] > 1e-3).all()


@claim(
    "In layer 1, every row from the first swapped word through the second one "
    "notices, because it now sees a different bag. In layer 2, so do all later rows, "
    "which average those rows. Without the mask, none notices",
)
def rows_that_notice_a_swap():
    p = np.arange(12)
    for seed in range(20):
        x, layers = random_stack(seed, depth=4)
        first, second = sorted(np.random.default_rng(seed).choice(12, 2, False))
        order = np.where(p == first, second, np.where(p == second, first, p))
        for mask in (True, False):
            old, new = (causal_stack(words, layers, mask) for words in (x, x[order]))
            noticed = changes(old[:, order], new)[1:] > 1e-9
            wanted = np.array([(first <= p) & (p <= second)] + 3 * [first <= p])
            assert np.array_equal(noticed, mask & wanted)


@claim(
    "If they all score equally, the token gets $1/5$ of the attention.",
    "With $a=1$, a share of $1/5$ shows the *time* 4, and $1/9$ the time 8.",
    "If the token scores $\\ln 2$ higher than the words, it counts as two of them, "
    "and its share at position 4 is $2/(2 + 4)$. In general, a token that counts as "
    "$a$ words gets $a/(a + t)$ at position $t$.",
)
def equal_scores_give_the_start_its_share():
    for t in (1, 2, 3, 4, 8, 200):
        for a in (1, 1.5, 2, 4):
            scores = np.array([[np.log(a)] + [0] * t])
            assert np.isclose(softmax(scores)[0, 0], a / (a + t))


@functools.cache
def trained(seed, n_layers=2):
    return train_stack(seed, n_layers)


WORDS = sentences_with_start(500, seed=77)
SEEDS = range(2)


def named(answers, words=WORDS):
    return (answers[:, 2:].argmax(axis=-1) == words[:, 1:-1]).mean()


@claim(
    "From a bag, one can do no better than name the most frequent earlier word.",
    "Only the model with two layers does better, and it is nearly always right.",
)
def one_layer_names_what_a_bag_allows():
    words = np.random.default_rng(0).integers(10, size=(4000, 16))
    counts = np.eye(10)[words[:, :-1]].cumsum(axis=1)
    by_position = (counts.max(axis=-1) / np.arange(1, 16)).mean(axis=0)
    # The preceding word is the most frequent one in just that share.
    hits = counts.argmax(axis=-1) == words[:, :-1]
    assert abs(hits.mean(axis=0) - by_position).max() < 0.03
    best = by_position.mean()
    assert abs(named(stack_recall(trained(0, 1), WORDS)[0]) - best) < 0.02
    for seed in SEEDS:
        assert named(stack_recall(trained(seed), WORDS)[0]) > 0.995


@claim(
    "the means over all sentences, whose shares hardly differ, lie on section 2's "
    "curve for a single fitted $a$.",
    "the largest share in each row from 1 on is just left of the dotted line",
    "If that value is unlike all others, the next layer can read the time there.",
    "Layer 1 has a clock; layer 2 looks at the word before",
)
def the_first_layer_has_a_clock():
    for seed in SEEDS:
        weights = stack_recall(trained(seed), WORDS)[1]
        looks = [w.mean(axis=0) for w in weights]
        share, t = looks[0][1:, 0], np.arange(1, 17)
        assert (weights[0][:, 1:, 0].std(axis=0) < 0.05 * share).all()
        a = np.median(t * share / (1 - share))
        assert np.abs(share - a / (a + t)).max() < 0.06
        before = np.diagonal(looks[1], -1)[3:]
        assert before.mean() > 0.5
        assert (looks[1][1:].argmax(axis=1) == np.arange(16)).all()
        values = trained(seed)["embed"] @ trained(seed)["value0"]
        of_words, start = values[:-1], values[-1]
        assert (of_words @ start < 0).all()


def told(seed, position, time, asked=16):
    """Return how often a word names each position, if one is told a time."""
    lie = np.zeros((17, 17))
    lie[position, 0] = np.log(position / time)
    said = stack_recall(trained(seed), WORDS, (lie, 0))[0][:, asked].argmax(axis=-1)
    return np.mean(said[:, None] == WORDS, axis=0)


def of_key_8(seed, counts):
    """Return the mean score of word 8 for word 10, given what its start counts."""
    p, lie = trained(seed), np.zeros((17, 17))
    lie[8, 0] = np.log(counts)
    query, key = (
        stack_recall(p, WORDS, (bias, 0))[2][1][:, position] @ p[name]
        for bias, position, name in ((0, 10, "query1"), (lie, 8, "key1"))
    )
    return np.mean((query * key).sum(axis=-1)) / np.sqrt(32)


def of_start_value(seed):
    """Return what the last query gives the start token's value."""
    p = trained(seed)
    rows = stack_recall(p, WORDS)[2]
    asks = rows[1][:, -1] @ p["query1"] @ p["key1"].T
    return np.sum((rows[0][:, 0] @ p["value0"]) * asks, axis=-1)


@claim(
    "Its share is $\\frac{a/2}{a/2 + 8} = \\frac{a}{a + 16}$, as if the word were at "
    "position 16.",
    "Ours names word 8, which equals word 9 in a tenth of the sentences. So layer 2 "
    "*takes the latest*.",
    "If the score is $-100$ times the share, shares of 0.20, 0.17 and 0.14 score "
    "$-20$, $-17$ and $-14$: the latest is highest. Our layer 2 does the same.",
)
def the_latest_key_wins():
    for seed in SEEDS:
        for position, asked in ((8, 10), (7, 9), (13, 16)):
            names = told(seed, position, 2 * position, asked)
            assert names[position] > 0.94
            assert names[asked - 1] < 0.18
        assert abs(np.mean(WORDS[:, 8] == WORDS[:, 9]) - 0.1) < 0.03
        assert told(seed, 10, 24)[10] > 0.85
        # An earlier time changes nothing: it is not the latest.
        assert told(seed, 13, 14)[15] > 0.94
        # The smaller the start token's share, the higher the key's score.
        scores = [of_key_8(seed, counts) for counts in (2, 1.5, 1, 0.75, 0.5)]
        assert np.diff(scores).min() > 1
        assert (of_start_value(seed) < 0).all()
    for a in (0.5, 1.5, 4):
        scores = np.log([[a / 2] + [1] * 8])
        assert np.isclose(softmax(scores)[0, 0], a / (a + 16))


@claim(
    "The later a key's time, the higher its score: each step adds one to two points. "
    "Every key with the same word loses two to three points. So a different word one "
    "back beats the word itself.",
)
def the_latest_word_that_is_not_its_own():
    same = (WORDS == WORDS[:, -1:])[:, :0:-1]
    for seed in SEEDS:
        p, rows = trained(seed), stack_recall(trained(seed), WORDS)[2][1]
        queries = rows @ p["query1"] / np.sqrt(32)
        scores = queries @ (rows @ p["key1"]).swapaxes(1, 2)
        by_offset = scores[:, -1, :0:-1]
        other = [by_offset[~same[:, b], b].mean() for b in range(1, 4)]
        own = [by_offset[same[:, b], b].mean() for b in range(4)]
        cost = np.subtract(other, own[1:])
        assert 1.7 < cost.min() < cost.max() < 3.1
        falls = [*-np.diff(other), *-np.diff(own)]
        assert 0.7 < min(falls) < max(falls) < 2.1
        assert other[0] > own[0] + 0.5


@claim(
    "**Layer 2 takes the latest word and marks down its own**, as in lesson 14: *near "
    "me, and not my word*.",
)
def two_equal_words_win_together():
    equal = WORDS[:, 2:] == WORDS[:, 1:-1]
    for seed in SEEDS:
        answers, (_, looks), _ = stack_recall(trained(seed), WORDS)
        itself = np.diagonal(looks, axis1=1, axis2=2)[:, 2:]
        before = np.diagonal(looks, -1, axis1=1, axis2=2)[:, 1:]
        assert (itself + before)[equal].mean() > 0.7
        assert before[~equal].mean() > 0.6
        right = answers[:, 2:].argmax(axis=-1) == WORDS[:, 1:-1]
        assert right[equal].mean() > 0.97
