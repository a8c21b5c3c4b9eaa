"""The conclusions of lesson 15, tested where they could fail."""

import functools

import numpy as np

from posenc_lessons import sentences_with_start, softmax, stack_recall, train_stack
from tests.claims import claim


def causal_stack(x, layers, mask=True):
    """Return the rows of each layer in a stack that does not know positions."""
    rows, n = [x], len(x)
    hidden = np.where(np.tri(n), 0, -1e9 if mask else 0)
    for w_query, w_key, w_value in layers:
        scores = (x @ w_query) @ (x @ w_key).T / np.sqrt(x.shape[1])
        x = x + softmax(scores + hidden) @ (x @ w_value)
        rows.append(x)
    return np.array(rows)


def drawn(seed, n=12, width=16, depth=4):
    random = np.random.default_rng(seed)
    layers = random.normal(size=(depth, 3, width, width)) / np.sqrt(width)
    return random.normal(size=(n, width)), layers


def changes(old, new):
    return np.linalg.norm(new - old, axis=-1) / np.linalg.norm(old, axis=-1)


@claim(
    "15",
    "One layer does not notice",
    "The second layer notices, because it averages *rows*",
    "Without the mask, each row has the whole bag, so more layers did not help",
    "A causal model of two layers is not a bag of words.",
)
def one_layer_sees_a_bag():
    for seed in range(40):
        x, layers = drawn(seed, width=(4, 16, 64)[seed % 3])
        order = [*np.random.default_rng(seed).permutation(11), 11]
        assert order != list(range(12))
        last = changes(causal_stack(x, layers), causal_stack(x[order], layers))[:, -1]
        assert last[1] < 1e-12
        assert (last[2:] > 1e-3).all()
        old, new = (causal_stack(y, layers, False) for y in (x, x[order]))
        assert changes(old[:, order], new).max() < 1e-9


@claim(
    "15",
    "In layer 1, the rows *between* the two words notice",
    "In layer 2, every row after the first of the two notices.",
    "Without the mask, no other row notices in any layer.",
)
def rows_that_notice_a_swap():
    for seed in range(20):
        x, layers = drawn(seed)
        first, second = sorted(np.random.default_rng(seed).choice(12, 2, False))
        order = np.arange(12)
        order[[first, second]] = second, first
        others = [p for p in range(12) if p not in (first, second)]
        for mask in (True, False):
            found = changes(
                causal_stack(x, layers, mask), causal_stack(x[order], layers, mask)
            )
            for depth in range(1, 5):
                noticed = [p for p in others if found[depth, p] > 1e-9]
                wanted = [p for p in others if p > first]
                if depth == 1:
                    wanted = [p for p in wanted if p < second]
                assert noticed == (wanted if mask else [])


@claim(
    "15",
    "the forty rows are equal: each averages copies of itself, at any depth.",
    "One other word at the start makes all forty different.",
)
def a_repeated_word_tells_no_position():
    for seed in range(20):
        x, layers = drawn(seed, n=2, depth=6)
        bare = causal_stack(np.repeat(x[1:], 40, axis=0), layers)[-1]
        assert np.abs(bare - bare[0]).max() < 1e-9 * np.abs(bare).max()
        after = causal_stack(np.repeat(x, [1, 40], axis=0), layers[:1])[-1][1:]
        apart = np.linalg.norm(after[:, None] - after, axis=-1)
        assert apart[~np.eye(40, dtype=bool)].min() > 1e-7


@claim(
    "15",
    "the start token gets $1/(1 + t)$ of the attention. If it counts as much as $a$ "
    "words, it gets $a/(a + t)$.",
    "**That share is a clock**, like a burning candle: it falls with each word.",
)
def equal_scores_give_the_start_its_share():
    for t in (1, 5, 200):
        for a in (1, 1.5, 4):
            scores = np.log([[a] + [1] * t])
            assert np.isclose(softmax(scores)[0, 0], a / (a + t))


@functools.cache
def trained(seed, n_layers=2):
    return train_stack(seed, n_layers)


WORDS = sentences_with_start(500, seed=77)


def named(answers, words=WORDS):
    return (answers[:, 2:].argmax(axis=-1) == words[:, 1:-1]).mean()


@claim(
    "15",
    "From a bag, one can do no better than name the most frequent of the earlier "
    "words.",
    "Early words are easy: the first bag holds one word.",
    "Only the one with two layers does better.",
    "its keys are bare words, and only the rows that it returns hold a time.",
)
def one_layer_names_what_a_bag_allows():
    words = np.random.default_rng(0).integers(10, size=(4000, 16))
    best = []
    for n in range(1, 16):
        counts = [(words[:, :n] == word).sum(axis=1) for word in range(10)]
        best.append(np.max(counts, axis=0).mean() / n)
    assert 0.36 < np.mean(best) < 0.375
    assert best[0] == 1 and 0.2 < best[-1] < 0.3 and np.argmin(best) > 8
    for seed in range(2):
        one = named(stack_recall(trained(seed, 1), WORDS)[0])
        assert abs(one - np.mean(best)) < 0.02
        before, after = stack_recall(trained(seed, 1), WORDS)[2][:2]
        again = WORDS[:, 1] == WORDS[:, 2]
        assert np.array_equal(before[again, 1], before[again, 2])
        assert np.abs(after[again, 1] - after[again, 2]).max(axis=-1).min() > 0.1


@claim(
    "15",
    "It is nearly always right, and nobody told it any position.",
)
def two_layers_need_no_positions():
    for seed in range(3):
        assert named(stack_recall(trained(seed), WORDS)[0]) > 0.995


@claim(
    "15",
    "the dots lie on the curve $a/(a + t)$.",
    "Layer 1 has a clock; layer 2 looks at the word before",
)
def the_first_layer_has_a_clock():
    for seed in range(3):
        looks = [w.mean(axis=0) for w in stack_recall(trained(seed), WORDS)[1]]
        share, t = looks[0][1:, 0], np.arange(1, 17)
        a = np.median(t * share / (1 - share))
        assert np.abs(share - a / (a + t)).max() < 0.06
        before = np.diagonal(looks[1], -1)[3:]
        assert before.mean() > 0.5
        assert (looks[1][4:].argmax(axis=1) == np.arange(3, 16)).all()


def told(seed, position, time, asked=16):
    """Return how often a word names each position, if one is told a time."""
    lie = np.zeros((17, 17))
    lie[position, 0] = np.log(position / time)
    said = stack_recall(trained(seed), WORDS, (lie, 0))[0][:, asked].argmax(axis=-1)
    return np.mean(said[:, None] == WORDS, axis=0)


@claim(
    "15",
    "the start token counts as $a/2$ words instead of $a$. Its share is "
    "$\\frac{a/2}{a/2 + 8} = \\frac{a}{a + 16}$, as if the word stood at position 16.",
    "Ours names word 8, and word 9 no more often than by chance. So layer 2 *takes the "
    "latest*.",
)
def the_latest_key_wins():
    for seed in range(3):
        for position, asked in ((8, 10), (8, 11), (7, 9), (13, 16)):
            names = told(seed, position, 2 * position, asked)
            assert names[position] > 0.94
            assert names[asked - 1] < 0.18
        for position, least in ((13, 0.97), (12, 0.95), (10, 0.85)):
            for time in (20, 24, 40):
                names = told(seed, position, time)
                assert names[position] > least
                assert names[15] < 0.18
        # An earlier time changes nothing: it is not the latest.
        assert told(seed, 13, 14)[15] > 0.94
    for a in (0.5, 1.5, 4):
        scores = np.log([[a / 2] + [1] * 8])
        assert np.isclose(softmax(scores)[0, 0], a / (a + 16))


@claim(
    "15",
    "Both lines fall, by roughly two points a word: the later a key's time, the "
    "higher its score.",
    "The dashed line is two to three points lower: that is what a key loses by holding "
    "the same word as the query. It is more than a key gains by being one word later. "
    "So the word itself stays below another word 1 back.",
    "**Layer 2 mostly looks for the latest word that differs from its own**",
)
def the_latest_word_that_is_not_its_own():
    same = (WORDS == WORDS[:, -1:])[:, :0:-1]
    for seed in range(3):
        p, rows = trained(seed), stack_recall(trained(seed), WORDS)[2][1]
        scores = (rows @ p["query1"]) @ (rows @ p["key1"]).swapaxes(1, 2) / np.sqrt(32)
        by_offset = scores[:, -1, :0:-1]
        other = [by_offset[~same[:, b], b].mean() for b in range(1, 9)]
        own = [by_offset[same[:, b], b].mean() for b in range(9)]
        cost = np.subtract(other, own[1:])
        assert 1.7 < cost.min() < cost.max() < 3.1
        falls = -np.diff([other[:7], own[1:8]])
        assert 0.9 < falls.min() < falls.max() < 2.5
        assert 0.7 < own[0] - own[1] < cost.min()
        assert other[0] > own[0]


@claim(
    "15",
    "the rule points farther back, to a wrong word, yet the model is nearly always "
    "right.",
    "Mostly at the word itself. It and the word one back hold the right answer, so "
    "their attention adds up: together they get more than half.",
)
def two_equal_words_stand_for_one_answer():
    late = np.arange(6, 17)
    twice = WORDS[:, late] == WORDS[:, late - 1]
    farther = WORDS[:, late - 2] != WORDS[:, late]
    for seed in range(3):
        answers, weights, _ = stack_recall(trained(seed), WORDS)
        said = answers[:, late].argmax(axis=-1)
        assert (said == WORDS[:, late - 1])[twice].mean() > 0.97
        own, near, far = (weights[1][:, late, late - back] for back in range(3))
        assert own[twice].mean() > 0.5 > 1.5 * far[twice].mean()
        assert np.mean((own + near)[twice] > 0.5) > 0.85
        assert (own + near)[twice & farther].mean() > 1.3 * far[twice & farther].mean()
        assert (own + near > far)[twice & farther].mean() > 0.9
        # Without the word itself, the rule would win.
        alone = np.where(np.eye(17), -1e9, 0)
        said = stack_recall(trained(seed), WORDS, (0, alone))[0][:, late]
        names_far = said.argmax(axis=-1) == WORDS[:, late - 2]
        assert names_far[twice & farther].mean() > 0.6


@claim(
    "15",
    "In longer texts, the clock fades, because late shares hardly differ",
)
def the_clock_fades():
    longer = sentences_with_start(400, n=64, seed=2)
    for seed in range(3):
        answers, weights, _ = stack_recall(trained(seed), longer)
        steps = -np.diff(weights[0].mean(axis=0)[1:, 0])
        assert (steps > 0).all() and steps[31:].max() < 0.1 * steps[7]
        said = answers.argmax(axis=-1)
        right = (said[:, 2:] == longer[:, 1:-1]).mean(axis=0)  # from position 2 on
        assert right[:15].min() > 0.9 and 0.4 < right[28:33].mean() < 0.6
        assert right[-1] < 0.3
