"""What lesson 16 concludes, tried where it could fail."""

import functools

import numpy as np

from posenc_lessons import (
    angular_frequencies,
    length_rows,
    recall,
    rotary,
    rotate,
    softmax,
    t5_biases,
    train,
)
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
def model(seed):
    """Train the lesson's layer; return its parameters."""
    trained = train(
        rotary(), 1, 200, seed, 0.03, causal=True, n_positions=32, d_model=32
    )
    return trained.parameters


def waves(parameters):
    """Return the wave of each pair for the mean word, as a complex number."""
    word = parameters["embed"].mean(axis=0)
    query, key = ((word @ parameters[name]).view(complex) for name in ("query", "key"))
    return query * key.conj() / np.sqrt(32)


def score(parameters, offsets, n_clocks=16):
    turns = np.exp(1j * np.outer(offsets, FREQUENCIES[:n_clocks]))
    return (turns * waves(parameters)[:n_clocks]).real.sum(axis=1)


@claim("16", "About half of the time.", "no word of a causal model sees what follows")
def what_follows_changes_nothing():
    for seed in range(2):
        long = recall(model(seed), rotary(), TEXTS, causal=True)
        short = recall(model(seed), rotary(), TEXTS[:, :32], causal=True)
        assert np.allclose(long[:, :32], short)
    late = of_seeds("rotary", 1, "to 255")
    assert 0.4 < min(late) < max(late) < 0.55


@claim("16", "Beyond the trained length, three of four fail")
def three_of_four_fail():
    for name in ("rotary", "T5", "sinusoids"):
        assert min(of_seeds(name, 1, "seen")) > 0.99
        assert max(of_seeds(name, 1, "to 255")) < 0.6
    assert min(of_seeds("ALiBi, slope ln 2", 1, "to 255")) > 0.98


@claim(
    "16",
    "ALiBi keeps the word before, for which this slope is made.",
    "At this slope it cannot find the third word back, at any length.",
)
def the_steep_slope_is_for_one_word_back():
    for part in ("seen", "to 63", "to 127", "to 255"):
        assert max(of_seeds("ALiBi, slope ln 2", 3, part)) < 0.3


@claim(
    "16",
    "The head uses the first six clocks and gives the slower ones almost no weight.",
)
def six_clocks_are_used():
    for seed in range(2):
        sizes = np.abs(waves(model(seed)))
        assert sizes[6:].max() < sizes.max() / 10


@claim(
    "16",
    "With one clock, every word a whole turn away: 7, 14, 20 and so on.",
    "With two, 45 back.",
    "With three, 101 is among the highest.",
    "rule out many such words, but not 101 back, and only just 177",
)
def far_words_that_look_near():
    scores = {n: score(model(0), np.arange(256), n) for n in (1, 2, 3, 6, 16)}
    for offset in (7, 14, 20):
        around = scores[1][offset - 1 : offset + 2]
        assert around.argmax() == 1
        assert around[1] > 0.7 * scores[1][1]
    assert scores[2][32:].argmax() == 45 - 32
    assert scores[2][45] > scores[2][1]
    assert 101 in 32 + np.argsort(-scores[3][32:])[:3]
    for n in (6, 16):
        assert 32 + scores[n][32:].argmax() == 101
        assert abs(scores[n][101] / scores[n][1] - 1) < 0.03
        assert 0.85 < scores[n][177] / scores[n][1] < 0.95


@claim(
    "16",
    "It looks like the near one.**",
    "From 1 back to 101 back, the three fastest clocks make nearly whole turns",
    "The slower clocks could have ruled that word out, as they do at 45 back.",
)
def they_meet_again():
    turns = 100 * FREQUENCIES[:3] / (2 * np.pi)
    assert np.abs(turns - turns.round()).max() < 0.09
    for seed in range(2):
        scores = score(model(seed), np.arange(256))
        assert scores[100:103].max() > 0.85 * scores[1]
        assert scores[32:].max() > 0.9 * scores[1]
        slower = score(model(seed), [1, 45, 101]) - score(model(seed), [1, 45, 101], 3)
        assert slower[1] < min(slower[0], slower[2]) - 3


def hiding(parameters, hidden, texts=TEXTS):
    """Return the share named right at each position, some offsets hidden."""
    x = parameters["embed"][texts]
    query, key = (rotate(x @ parameters[name], range(256)) for name in ("query", "key"))
    scores = query @ key.swapaxes(1, 2) / np.sqrt(32)
    weights = softmax(np.where((BACK >= 0) & ~hidden[BACK], scores, -1e9))
    said = (weights @ x @ parameters["value"] @ parameters["out"]).argmax(axis=-1)
    return (said[:, 1:] == texts[:, :-1]).mean(axis=0)


@claim(
    "16",
    "Hide what looks near, and all words are right",
    "Only the words that look near do the harm; all other far words may stay in sight.",
    "With others hidden, the head breaks down at position 101",
)
def what_looks_near_does_the_harm():
    offsets = np.arange(256)
    for seed in range(3):
        scores = score(model(seed), offsets)
        as_trained = hiding(model(seed), offsets < 0)[127:].mean()
        for part in (1 / 4, 1 / 3):
            near = (offsets > 31) & (scores > part * scores[1])
            assert near.sum() < 80
            assert hiding(model(seed), near)[31:].mean() > 0.99
            others = np.flatnonzero((offsets > 31) & ~near)
            drawn = np.random.default_rng(seed).permutation(others)[: near.sum()]
            right = hiding(model(seed), np.isin(offsets, drawn))
            assert abs(right[127:].mean() - as_trained) < 0.02
            if seed == 0 and part == 1 / 3:
                assert right[90:100].mean() > 0.85
                assert right[101:111].mean() < 0.65


@claim(
    "16",
    "T5 got better and still lost words in long texts.",
    "It brings T5 back and does nothing for RoPE",
    "So these are two causes.",
)
def a_temperature_cures_dilution_only():
    def late(parameters, encoding, factor):
        grown = {
            part: factor * parameters[part]
            for part in {"query", "biases"} & parameters.keys()
        }
        said = recall(parameters | grown, encoding, TEXTS, causal=True).argmax(axis=-1)
        return (said[:, 1:] == TEXTS[:, :-1])[:, 127:].mean()

    longer = np.log(256) / np.log(32)
    for seed in range(2):
        t5 = train(
            t5_biases(), 1, 200, seed, 0.03, causal=True, n_positions=32, d_model=32
        ).parameters
        filled = t5["biases"].copy()
        filled[:, 22:] = filled[:, 21:22]
        for biases in (t5["biases"], filled):
            found = [late(t5 | {"biases": biases}, t5_biases(), f) for f in (1, longer)]
            assert found[0] < 0.9
        assert late(t5, t5_biases(), 1) + 0.2 < found[0]
        assert found[1] > 0.99
        before = late(model(seed), rotary(), 1)
        for factor in (longer, 2, 10):
            assert abs(late(model(seed), rotary(), factor) - before) < 0.02


@claim(
    "16",
    "lets the scores grow with the logarithm of the length",
    "and a high share stays high",
)
def a_temperature_keeps_the_share():
    odds = 0.99 / 0.01 * 31
    assert odds / (odds + 4095) < 0.5
    for n in (64, 256, 4096, 10**6):
        scores = np.append(np.log(odds), np.zeros(n - 1))
        assert softmax(scores[None])[0, 0] < 0.985
        assert softmax(scores[None] * np.log(n) / np.log(32))[0, 0] > 0.99
    for share in (0.6, 0.8, 0.95):
        for n in (64, 256, 4096, 10**6):
            grown = (share / (1 - share) * 31) ** (np.log(n) / np.log(32))
            assert grown / (grown + n - 1) > share


@claim(
    "16",
    "such as a *window* that hides all far words",
)
def a_window_helps():
    assert min(of_seeds("rotary", 1, "to 255", "window")) > 0.99
