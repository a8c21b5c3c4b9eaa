"""What the notebook on tuning for longer texts concludes, tried where it could fail."""

import itertools

import autograd
import numpy as np

from posenc_lessons import (
    clock_table,
    interpolated,
    length_rows,
    ntk_aware,
    recall,
    recall_loss,
    rotary,
    softmax,
    t5_biases,
)
from posenc_lessons.trial.adam import Adam
from tests.claims import claim
from tests.claims.lesson_16 import FREQUENCIES, TEXTS, model, t5_filled


def of_seeds(k, part, change, factor=4):
    """Return what the stored trial has for each seed of RoPE."""
    return [
        row[part]
        for row in length_rows(k, change)
        if (row["encoding"], row["factor"]) == ("rotary", factor)
    ]


@claim(
    "16_tuning_longer",
    "Interpolation stretches the whole picture",
    "the angle $w_i k / c$ is the one that the offset $k / c$ had",
    "The order of near and far is kept, but the number is not.",
)
def interpolation_multiplies_the_offset():
    for factor in (2, 4, 8):
        for k in (1, 3):
            looks = of_seeds(k, "looks back", "interpolated", factor)
            assert all(0.7 * k * factor <= back <= k * factor for back in looks)
        slow = np.outer(np.arange(9) * factor, interpolated(FREQUENCIES, factor))
        assert np.allclose(slow, np.outer(np.arange(9), FREQUENCIES))


@claim(
    "16_tuning_longer",
    "Interpolation harms even the positions that training saw.",
    "leaves the fast clocks nearly as they were, and with them what is near",
)
def interpolation_harms_what_was_seen():
    for k in (1, 3):
        assert max(of_seeds(k, "seen", "interpolated")) < 0.25
        assert min(of_seeds(k, "seen", "NTK-aware")) > 0.98
        assert set(of_seeds(k, "looks back", "NTK-aware")) == {k}
    assert ntk_aware(FREQUENCIES, 4)[1] > 0.9 * FREQUENCIES[1]


@claim(
    "16_tuning_longer",
    "The NTK-aware base names more, and the window names everything.",
)
def what_they_name():
    for k in (1, 3):
        before = of_seeds(k, "to 127", "as trained", 1)
        assert max(before) <= min(of_seeds(k, "to 127", "NTK-aware"))
        assert min(of_seeds(k, "to 255", "window", 1)) > 0.99


def tuned():
    """Measure what 30 more steps with longer texts repair, after each change."""
    slope = autograd.grad(recall_loss)
    texts = np.random.default_rng(1).integers(10, size=(24, 128))
    slower = {"as trained": lambda frequencies, _: frequencies}
    slower |= {"interpolated": interpolated, "NTK-aware": ntk_aware}
    for seed, change, rate in itertools.product(range(3), slower, (0.01, 0.03)):
        encoding = rotary(frequencies=slower[change](FREQUENCIES, 4))
        parameters, adam, random = model(seed), Adam(), np.random.default_rng(2)
        for _ in range(30):
            words = random.integers(10, size=(8, 128))
            slopes = slope(parameters, encoding, words, 1, 1, True)
            parameters = adam.step(parameters, slopes, rate)
        said = recall(parameters, encoding, texts, causal=True).argmax(axis=-1)
        right = np.mean(said[:, 32:] == texts[:, 31:-1])
        yield {"seed": seed, "change": change, "rate": rate, "right": f"{right:.3f}"}


@claim(
    "16_tuning_longer",
    "The interpolated model has to learn its offsets anew and is the worst start for "
    "this task.",
    "A few more steps repair an unchanged model sooner than an interpolated one.",
    stored=tuned,
)
def interpolated_models_start_worst(rows):
    for seed in "012":
        for rate in ("0.01", "0.03"):
            after = {
                row["change"]: float(row["right"])
                for row in rows
                if (row["seed"], row["rate"]) == (seed, rate)
            }
            assert min(after["as trained"], after["NTK-aware"]) > 0.99
            assert after["interpolated"] < 0.96


def offset_heads():
    """Train heads on offsets alone; the last also where farther words are seen."""
    for k, steps, n, trained_rows in (
        *((k, steps, 32, None) for k in (1, 3, 24) for steps in (800, 8000)),
        (24, 800, 56, 8),
    ):
        table, adam = clock_table(FREQUENCIES, n), Adam()
        learned = {"waves": np.zeros(32)}
        later, wanted = ~np.tri(n, dtype=bool)[k:], np.arange(n) == k
        if trained_rows:
            later = later[-trained_rows:]
        for _ in range(steps):
            weights = softmax(np.where(later, -1e9, table @ learned["waves"]))
            slopes = (weights - wanted).mean(axis=0) @ table
            learned = adam.step(learned, {"waves": slopes}, 0.05)
        weight = softmax(clock_table(FREQUENCIES, 256) @ learned["waves"])[k]
        yield {"k": k, "steps": steps, "n": n, "weight": f"{weight:.3f}"}


@claim(
    "16_tuning_longer",
    "after 800 steps neither one nor three back fails",
    "more training is no guarantee: the head for three back then gives less to the "
    "right word.",
    "For 24 back, the head fails: training texts have hardly any words farther back",
    "so nothing taught the head to avoid them",
    stored=offset_heads,
)
def heads_of_offsets(rows):
    weight = {(r["k"], r["steps"], r["n"]): float(r["weight"]) for r in rows}
    assert min(weight[k, "800", "32"] for k in ("1", "3")) > 0.95
    assert weight["3", "8000", "32"] < 0.9
    assert max(weight["24", steps, "32"] for steps in ("800", "8000")) < 0.4
    # As many rows to practice, but with farther words in sight, are enough.
    assert weight["24", "800", "56"] > 0.9


@claim(
    "16_tuning_longer",
    "It brings T5 back and does nothing for RoPE",
    "So these are two different causes.",
    "A log-n temperature helps against dilution, not against clocks that meet.",
)
def a_temperature_helps_against_dilution():
    longer = np.log(256) / np.log(32)

    def late(parameters, encoding, factor):
        names = {"query", "biases"} & parameters.keys()
        grown = {name: factor * parameters[name] for name in names}
        said = recall(parameters | grown, encoding, TEXTS, causal=True).argmax(axis=-1)
        return (said[:, 1:] == TEXTS[:, :-1])[:, 127:].mean()

    for seed in range(2):
        t5, rope = t5_filled(seed), model(seed)
        assert late(t5, t5_biases(), 1) < 0.9
        assert late(t5, t5_biases(), longer) > 0.99
        before = late(rope, rotary(), 1)
        for factor in (longer, 2, 10):
            assert abs(late(rope, rotary(), factor) - before) < 0.02


@claim("16_tuning_longer", "and a high share stays high")
def a_temperature_keeps_the_share():
    for share in (0.6, 0.8, 0.95, 0.99):
        for n in (64, 256, 4096, 10**6):
            grown = (share / (1 - share) * 31) ** (np.log(n) / np.log(32))
            assert grown / (grown + n - 1) > share
