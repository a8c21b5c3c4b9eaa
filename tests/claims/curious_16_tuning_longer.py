"""The conclusions of the notebook on longer texts, tested where they could fail."""

import itertools

import numpy as np

from posenc_lessons import (
    clock_table,
    interpolated,
    ntk_aware,
    recall,
    recall_loss,
    rotary,
    softmax,
    t5_biases,
)
from posenc_lessons.trial.adam import Adam
from tests.claims import claim, descend, functions_of
from tests.claims.lesson_16 import FREQUENCIES, TEXTS, model, of_seeds

NAME = "16_tuning_longer"
CELLS = functions_of(f"curious/{NAME}", Adam=Adam, frequencies=FREQUENCIES)


@claim(
    NAME,
    "Interpolation stretches the whole picture",
    "Interpolation does harm even at the positions seen in training.",
    "an NTK-aware base keeps the near offsets, and that a window keeps everything "
    "within its reach",
)
def what_each_change_keeps():
    for k in (1, 3):
        for factor in (2, 4, 8):
            looks = of_seeds("rotary", k, "looks back", "interpolated", factor)
            assert all(0.7 * k * factor <= back <= k * factor for back in looks)
        assert max(of_seeds("rotary", k, "seen", "interpolated", 4)) < 0.25
        assert min(of_seeds("rotary", k, "seen", "NTK-aware", 4)) > 0.98
        assert set(of_seeds("rotary", k, "looks back", "NTK-aware", 4)) == {k}
        before = of_seeds("rotary", k, "to 127")
        assert max(before) <= min(of_seeds("rotary", k, "to 127", "NTK-aware", 4))
        assert min(of_seeds("rotary", k, "to 255", "window")) > 0.99


def tuned():
    """Measure how much 30 more steps with longer texts repair after each change."""
    texts = np.random.default_rng(1).integers(10, size=(24, 128))
    slower = {
        "as trained": FREQUENCIES,
        "interpolated": interpolated(FREQUENCIES, 4),
        "NTK-aware": ntk_aware(FREQUENCIES, 4),
    }
    for seed, change, rate in itertools.product(range(3), slower, (0.01, 0.03)):
        encoding = rotary(frequencies=slower[change])

        def loss(parameters, words, encoding=encoding):
            return recall_loss(parameters, encoding, words, 1, 1, True)

        random = np.random.default_rng(2)
        batches = (random.integers(10, size=(8, 128)) for _ in range(30))
        parameters = descend(loss, model(seed), rate, batches)
        right = CELLS["named_new"](parameters, encoding, texts)
        yield {"seed": seed, "change": change, "rate": rate, "right": f"{right:.3f}"}


@claim(
    NAME,
    "The interpolated model has to learn its offsets anew and is the worst start for "
    "this task.",
    "A few more steps repair an unchanged model sooner than an interpolated one.",
    stored=tuned,
)
def interpolated_models_start_worst(rows):
    for row in rows:
        right = float(row["right"])
        assert right < 0.96 if row["change"] == "interpolated" else right > 0.99


def offset_heads():
    """Train heads on offsets only; the last one also sees farther words."""
    for k, steps, n in (
        *((k, steps, 32) for k in (1, 3, 24) for steps in (800, 8000)),
        (24, 800, 56),
    ):
        waves = CELLS["offset_head"](k, n, steps)
        weight = softmax(clock_table(FREQUENCIES, 256) @ waves)[k]
        yield {"k": k, "steps": steps, "n": n, "weight": f"{weight:.3f}"}


@claim(
    NAME,
    "the heads for one and three words back do not fail after 800 steps",
    "after 8,000 steps, the head for three words back gives less weight to the right "
    "word. The head for 24 words back fails. Training texts have hardly any words "
    "farther back, so nothing taught it to avoid them.",
    stored=offset_heads,
)
def heads_of_offsets(rows):
    weight = {(r["k"], r["steps"], r["n"]): float(r["weight"]) for r in rows}
    assert min(weight[k, "800", "32"] for k in ("1", "3")) > 0.95
    assert weight["3", "8000", "32"] < 0.9
    assert max(weight["24", steps, "32"] for steps in ("800", "8000")) < 0.4
    # With farther words in sight, it learns to avoid them.
    assert weight["24", "800", "56"] > 0.9


def t5_filled(seed):
    """Return the parameters with T5's unused buckets filled like the last used one."""
    parameters = model(seed, t5_biases)
    filled = parameters["biases"].copy()
    filled[:, 22:] = filled[:, 21:22]
    return parameters | {"biases": filled}


@claim(
    NAME,
    "so that a high share stays high",
    "It brings T5 back and does nothing for RoPE",
    "A log-n temperature helps against dilution, not against clocks that meet.",
)
def a_temperature_helps_against_dilution():
    for share in (0.6, 0.8, 0.95, 0.99):
        for n in (64, 256, 4096, 10**6):
            grown = (share / (1 - share) * 31) ** (np.log(n) / np.log(32))
            assert grown / (grown + n - 1) > share

    def late(parameters, encoding, factor):
        names = {"query", "biases"} & parameters.keys()
        grown = {name: factor * parameters[name] for name in names}
        said = recall(parameters | grown, encoding, TEXTS, causal=True).argmax(axis=-1)
        return (said[:, 1:] == TEXTS[:, :-1])[:, 127:].mean()

    longer = np.log(256) / np.log(32)
    for seed in range(2):
        t5, rope = t5_filled(seed), model(seed)
        assert late(t5, t5_biases(), 1) < 0.9
        assert late(t5, t5_biases(), longer) > 0.99
        before = late(rope, rotary(), 1)
        for factor in (longer, 2, 10):
            assert abs(late(rope, rotary(), factor) - before) < 0.02
