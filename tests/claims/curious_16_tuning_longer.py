"""The conclusions of the notebook on longer texts, tested where they could fail."""

import itertools

import autograd
import numpy as np

from posenc_lessons import interpolated, ntk_aware, recall_loss, rotary
from posenc_lessons.trial.adam import Adam
from tests.claims import claim, functions_of
from tests.claims.lesson_16 import FREQUENCIES, model, of_seeds

CELLS = functions_of("curious/16_tuning_longer")


@claim(
    "Interpolation stretches the whole picture",
    "Interpolation does harm even at the positions seen in training.",
    "an NTK-aware base keeps the near offsets, and that a window keeps everything "
    "within its reach",
)
def what_each_change_keeps():
    for k in (1, 3):
        stretched = of_seeds("rotary", k, "looks back", "interpolated")
        assert all(3 * k <= back <= 4 * k for back in stretched)
        assert max(of_seeds("rotary", k, "seen", "interpolated")) < 0.25
        assert min(of_seeds("rotary", k, "seen", "NTK-aware")) > 0.98
        assert set(of_seeds("rotary", k, "looks back", "NTK-aware")) == {k}
        before = of_seeds("rotary", k, "to 127")
        assert max(before) <= min(of_seeds("rotary", k, "to 127", "NTK-aware"))
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
        parameters, adam, gradient = model(seed), Adam(), autograd.grad(loss)
        for _ in range(30):
            slopes = gradient(parameters, random.integers(10, size=(8, 128)))
            parameters = adam.step(parameters, slopes, rate)
        right = CELLS["named_new"](parameters, encoding, texts)
        yield {"seed": seed, "change": change, "rate": rate, "right": f"{right:.3f}"}


@claim(
    "The interpolated model has to learn its offsets anew and is the worst starting "
    "point for this task.",
    "A few more steps repair an unchanged model sooner than an interpolated one.",
    stored=tuned,
)
def interpolated_models_start_worst(rows):
    for row in rows:
        right = row["right"]
        assert right < 0.96 if row["change"] == "interpolated" else right > 0.99
