"""What lesson 16 concludes, tried where it could fail."""

import functools

import numpy as np

from posenc_lessons import (
    angular_frequencies,
    length_rows,
    recall,
    rotary,
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


def named_late(parameters, held, at, texts=TEXTS[:4]):
    """Return the share named right from 128 on, some clocks held beyond 31."""
    x = parameters["embed"][texts]
    query, key = ((x @ parameters[name]).view(complex) for name in ("query", "key"))
    offsets = np.where(held & (BACK > 31)[..., None], at, BACK[..., None])
    turns = np.exp(1j * offsets * FREQUENCIES)
    scores = np.einsum("tqi,tki,qki->tqk", query, key.conj(), turns).real / np.sqrt(32)
    weights = softmax(np.where(BACK >= 0, scores, -1e9))
    said = (weights @ x @ parameters["value"] @ parameters["out"]).argmax(axis=-1)
    return (said[:, 1:] == texts[:, :-1])[:, 127:].mean()


@claim("16", "About half of the time.", "no word of a causal model sees what follows")
def what_follows_changes_nothing():
    for seed in range(2):
        long = recall(model(seed), rotary(), TEXTS, causal=True)
        short = recall(model(seed), rotary(), TEXTS[:, :32], causal=True)
        assert np.allclose(long[:, :32], short)
    late = of_seeds("rotary", 1, "to 255")
    assert 0.4 < min(late) < max(late) < 0.55


@claim("16", "Beyond the trained length, all but one fail")
def all_but_one_fail():
    for name in ("rotary", "T5", "sinusoids"):
        assert min(of_seeds(name, 1, "seen")) > 0.99
        assert max(of_seeds(name, 1, "to 255")) < 0.6
    assert min(of_seeds("ALiBi, slope ln 2", 1, "to 255")) > 0.98


@claim(
    "16",
    "was made for the word before and keeps it",
    "It cannot find the third word back at any length.",
)
def the_steep_slope_is_for_one_word_back():
    for part in ("seen", "to 63", "to 127", "to 255"):
        assert max(of_seeds("ALiBi, slope ln 2", 3, part)) < 0.3


@claim("16", "The head uses six clocks and leaves the slow ones nearly still.")
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
    "At 101 back, the three fastest clocks have made nearly whole turns since 1 back",
)
def they_meet_again():
    turns = 100 * FREQUENCIES[:3] / (2 * np.pi)
    assert np.abs(turns - turns.round()).max() < 0.09
    for seed in range(2):
        scores = score(model(seed), np.arange(256))
        assert scores[100:103].max() > 0.85 * scores[1]
        assert scores[32:].max() > 0.9 * scores[1]


@claim(
    "16",
    "The sum of the three clocks decides.",
    "every far word is ruled out and the head works at all late positions",
    "Where the clocks look like 1 back, the head fails",
)
def the_sum_decides():
    three = np.arange(16) < 3
    for seed in range(2):
        at_one = score(model(seed), [1], 3)[0]
        for at in (2, 3, 7, 13, 16, 20, 24, 28, 31):
            part = score(model(seed), [at], 3)[0] / at_one
            right = named_late(model(seed), three, at)
            assert right > 0.95 if part < 0.3 else right < 0.9 if part > 0.5 else True


@claim("16", "the text does not have too many words for this head")
def many_words_are_no_harm():
    for seed in range(2):
        for at in (13, 20, 31):
            assert named_late(model(seed), np.ones(16, dtype=bool), at) > 0.98


@claim("16", "Better. What still falls is **dilution**")
def filled_buckets():
    t5 = train(
        t5_biases(), 1, 200, 1, 0.03, causal=True, n_positions=32, d_model=32
    ).parameters
    found = []
    for value in (0, t5["biases"][0, 21], -4):
        biases = t5["biases"].copy()
        biases[:, 22:] = value
        said = recall(t5 | {"biases": biases}, t5_biases(), TEXTS, causal=True)
        right = said.argmax(axis=-1)[:, 1:] == TEXTS[:, :-1]
        found.append(right[:, 127:].mean())
    assert found[0] < 0.4
    assert found[1] > max(of_seeds("rotary", 1, "to 255"))
    assert found[2] > 0.99


@claim(
    "16", "makes the scores grow with the logarithm of the length, and the share stays"
)
def a_temperature_keeps_the_share():
    odds = 0.99 / 0.01 * 31
    assert odds / (odds + 4095) < 0.5
    for n in (64, 256, 4096, 10**6):
        scores = np.append(np.log(odds), np.zeros(n - 1))
        assert softmax(scores[None])[0, 0] < 0.985
        assert softmax(scores[None] * np.log(n) / np.log(32))[0, 0] > 0.99


@claim(
    "16",
    "makes a head that looks one back look about four back",
    "*NTK-aware*, keeps the near offsets",
    "brings everything back",
)
def what_helps():
    assert set(of_seeds("rotary", 1, "looks back", "interpolated", 4)) <= {3, 4}
    assert set(of_seeds("rotary", 1, "looks back", "NTK-aware", 4)) == {1}
    assert min(of_seeds("rotary", 1, "to 255", "window")) > 0.99
