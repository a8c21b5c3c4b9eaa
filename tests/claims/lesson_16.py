"""The conclusions of lesson 16, tested where they could fail."""

import functools

import numpy as np

from posenc_lessons import (
    PositionEncoding,
    angular_frequencies,
    length_rows,
    recall,
    rotary,
    rotate,
    softmax,
    t5_biases,
    train,
)
from posenc_lessons.trial.model import recall_weights
from tests.claims import claim

FREQUENCIES = angular_frequencies(32)
TEXTS = np.random.default_rng(1).integers(10, size=(8, 256))
BACK = np.arange(256)[:, None] - np.arange(256)


def of_seeds(encoding, k, part, change="as trained", factor=1):
    """Return what the stored trial has for each seed."""
    return [
        row[part]
        for row in length_rows(k, change)
        if (row["encoding"], row["factor"]) == (encoding, factor)
    ]


@functools.cache
def model(seed, kind=rotary):
    """Train the lesson's layer with RoPE or another encoding; return its parameters."""
    options = {"causal": True, "n_positions": 32, "d_model": 32}
    return train(kind(), 1, 200, seed, 0.03, **options).parameters


def t5_filled(seed):
    """Return the parameters with T5's unused buckets filled like the last used one."""
    parameters = model(seed, t5_biases)
    filled = parameters["biases"].copy()
    filled[:, 22:] = filled[:, 21:22]
    return parameters | {"biases": filled}


def waves(parameters):
    """Return the wave of each pair for the mean word, as a complex number."""
    word = parameters["embed"].mean(axis=0)
    query, key = ((word @ parameters[name]).view(complex) for name in ("query", "key"))
    return query * key.conj() / np.sqrt(32)


def score(parameters, offsets, n_clocks=16):
    turns = np.exp(1j * np.outer(offsets, FREQUENCIES[:n_clocks]))
    return (turns * waves(parameters)[:n_clocks]).real.sum(axis=1)


@claim(
    "16",
    "It is right about half the time.",
    "no word in a causal model sees what follows.",
)
def what_follows_changes_nothing():
    for seed in range(2):
        long = recall(model(seed), rotary(), TEXTS, causal=True)
        short = recall(model(seed), rotary(), TEXTS[:, :32], causal=True)
        assert np.allclose(long[:, :32], short)
    late = of_seeds("rotary", 1, "to 255")
    assert 0.4 < min(late) < max(late) < 0.55


@claim("16", "Beyond the trained length, three of four fail", "Sinusoids fail at once")
def three_of_four_fail():
    for name in ("rotary", "T5", "sinusoids"):
        assert min(of_seeds(name, 1, "seen")) > 0.99
        assert max(of_seeds(name, 1, "to 255")) < 0.6
    assert max(of_seeds("sinusoids", 1, "to 63")) < 0.3
    assert min(of_seeds("ALiBi, slope ln 2", 1, "to 255")) > 0.98


@claim(
    "16",
    "ALiBi still finds the preceding word: its slope was chosen for that.",
)
def the_steep_slope_is_for_one_word_back():
    for part in ("seen", "to 63", "to 127", "to 255"):
        assert max(of_seeds("ALiBi, slope ln 2", 3, part)) < 0.3


@claim(
    "16",
    "From the seventh clock on, almost nothing changes.",
)
def six_clocks_are_used():
    for seed in range(2):
        scores = [score(model(seed), np.arange(256), n) for n in range(6, 17)]
        assert np.ptp(scores, axis=0).max() < scores[-1][1] / 10


@claim(
    "16",
    "those a whole number of turns beyond one back, such as 7 back. With two clocks, "
    "there are fewer, such as 45 back. With all, the word 101 back remains, and 177 "
    "back comes close.",
)
def far_words_that_look_near():
    alike = {}
    for clocks in (1, 2, 16):
        scores = score(model(0), np.arange(256), clocks)
        alike[clocks] = set(np.flatnonzero(scores > 0.93 * scores[1])) - set(range(4))
    assert {7, 20, 26} < alike[1] and 45 in alike[2]
    assert len(alike[1]) > 2 * len(alike[2])
    assert alike[16] == {101, 102}
    assert 1 > scores[177] / scores[1] > 0.9


@claim(
    "16",
    "It looks like the near one.**",
    "From one to 101 back, the fastest two clocks make nearly 16 and nearly 9 turns: "
    "they *meet again*, as in lesson 05. They do so at 45 back, too, but there the "
    "other clocks lower the score instead of raising it, so the sum is only half as "
    "high.",
)
def they_meet_again():
    turns = np.outer([44, 100], FREQUENCIES[:2]) / (2 * np.pi)
    assert np.abs(turns - turns.round()).max() < 0.09
    assert turns[1].round().tolist() == [16, 9]
    for seed in range(2):
        turned = np.exp(1j * np.outer(FREQUENCIES, [1, 45, 101]))
        adds = (turned * waves(model(seed))[:, None]).real
        assert (np.sign(adds[2:].sum(axis=0)) == [1, -1, 1]).all()
        scores = score(model(seed), np.arange(256))
        assert scores[100:103].max() > 0.85 * scores[1]
        assert scores[32:].max() > 0.9 * scores[1]
    one, between = score(model(0), [1, 45])
    assert 0.45 < between / one < 0.5


def hiding(parameters, hidden, texts=TEXTS):
    """Return the share named correctly at each position, with some offsets hidden."""
    x = parameters["embed"][texts]
    query, key = (rotate(x @ parameters[name], range(256)) for name in ("query", "key"))
    scores = query @ key.swapaxes(1, 2) / np.sqrt(32)
    weights = softmax(np.where((BACK >= 0) & ~hidden[BACK], scores, -1e9))
    said = (weights @ x @ parameters["value"] @ parameters["out"]).argmax(axis=-1)
    return (said[:, 1:] == texts[:, :-1]).mean(axis=0)


@claim(
    "16",
    "because real words raise and lower the scores.",
    "Hide what looks near, and the model is right again",
    "Only hiding what looks near helps.",
    "hiding other words changes nothing. Both fall at position 101",
)
def what_looks_near_does_the_harm():
    offsets = np.arange(256)
    for seed in range(3):
        scores = score(model(seed), offsets)
        as_trained = hiding(model(seed), offsets < 0)[127:].mean()
        near = (offsets > 31) & (scores > scores[1] / 2)
        assert near.sum() < 45
        assert hiding(model(seed), near)[31:].mean() > 0.98
        others = np.flatnonzero((offsets > 31) & ~near)
        drawn = np.random.default_rng(seed).permutation(others)[: near.sum()]
        right = hiding(model(seed), np.isin(offsets, drawn))
        assert abs(right[127:].mean() - as_trained) < 0.02
        if seed == 0:
            assert right[90:100].mean() > 0.85
            assert right[101:111].mean() < 0.65


@claim(
    "16",
    "It gets less than half. Softmax has to share, so each extra word takes a little "
    "from the right one",
)
def each_further_word_takes_a_little():
    for share in (0.6, 0.9, 0.99):
        first = np.log(31 * share / (1 - share))
        for n in (33, 256, 4096):
            scores = np.append(first, np.zeros(n - 1))
            assert softmax(scores)[0] < softmax(scores[:-1])[0] <= share + 1e-12
    assert softmax(np.append(np.log(0.99 / 0.01 * 31), np.zeros(4095)))[0] < 0.5


@claim(
    "16",
    "ALiBi with slope $\\ln 2$ escapes both. Each step back halves a word's weight, so "
    "no distant word looks near, and all of them together get next to nothing.",
)
def a_steep_slope_escapes_both():
    steep = PositionEncoding(bias=lambda _, n, *rest: -np.log(2) * abs(BACK[:n, :n]))
    for seed in range(2):
        parameters = model(seed, lambda: steep)
        weights = recall_weights(parameters, steep, TEXTS, 1, causal=True)[:, 0]
        distant = np.where(BACK > 31, weights, 0)[:, 32:]
        before = weights[:, np.arange(32, 256), np.arange(31, 255)]
        assert distant.sum(axis=-1).max() < 1e-6 < 0.1 < before.min()


@claim(
    "16",
    "A window as long as the training texts ends both failures: it hides every word "
    "that looks near, and no more words share the attention than in training.",
)
def a_window_ends_both_failures():
    for seed in range(3):
        assert hiding(model(seed), np.arange(256) > 31).mean() > 0.999
