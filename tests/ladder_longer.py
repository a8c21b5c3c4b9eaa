"""Texts that are longer than those of the training, and what is tried there."""

import dataclasses

import numpy as np
from numpy.typing import NDArray

from posenc_lessons import (
    PositionEncoding,
    alibi_bias,
    angular_frequencies,
    biased,
    interpolated,
    ntk_aware,
    rotary,
    sinusoidal_encoding,
    t5_biases,
)
from posenc_lessons.trial.results import PARTS
from posenc_lessons.trial.training import Trained

TRAINED, ASKED = 32, 256
"""How long the texts of the training are, and those that are asked."""


def learned_table(n_positions: int) -> PositionEncoding:
    """Learn a row to add at each position; there are none for later ones."""

    def start(n_heads, d_model, random):
        return {"places": random.normal(size=(n_positions, d_model)) / np.sqrt(2)}

    return PositionEncoding(lambda n, learned: learned["places"][:n], start=start)


def windowed(encoding: PositionEncoding, width: int) -> PositionEncoding:
    """Let each word see only the last `width` words, itself included."""

    def bias(n_heads, n, parameters):
        position = np.arange(n)
        far = np.where(position[:, None] - position >= width, -np.inf, 0.0)
        if encoding.bias is None:
            return np.tile(far, (n_heads, 1, 1))
        return far + encoding.bias(n_heads, n, parameters)

    return dataclasses.replace(encoding, bias=bias)


def kinds_of_codes(d_model: int, n_positions: int) -> dict[str, PositionEncoding]:
    """Return the codes that models use now, and none, by name."""
    return {
        "none": PositionEncoding(),
        "learned table": learned_table(n_positions),
        "sinusoids": PositionEncoding(lambda n, _: sinusoidal_encoding(n, d_model)),
        "rotary": rotary(),
        "T5": t5_biases(),
        "ALiBi": biased(lambda n_heads, n: alibi_bias(n_heads, n, n)),
    }


def rotary_frequencies(d_model: int) -> dict[str, NDArray]:
    """Return the frequencies of the rotary codes that are tried, by name.

    They are those of the paper; these, with 0 for all pairs that do not finish a turn
    in a text of the training; and as many that do, a geometric progression from 1 to
    one turn in such a text.
    """
    paper = angular_frequencies(d_model)
    return {
        "rotary": paper,
        "rotary, slow pairs still": np.where(paper * TRAINED < 2 * np.pi, 0, paper),
        "rotary, all pairs fast": np.geomspace(1, 2 * np.pi / TRAINED, d_model // 2),
    }


def length_codes(d_model: int) -> dict[str, PositionEncoding]:
    """Return the codes that are tried in longer texts, by name.

    They are `kinds_of_codes`; ALiBi with a steep slope, where that for one head is
    1/256; and a rotary one for each of `rotary_frequencies`. The learned table has rows
    for all places; training reaches only the first `TRAINED`.
    """
    turning = {
        name: rotary(frequencies=frequencies)
        for name, frequencies in rotary_frequencies(d_model).items()
    }
    steep = biased(lambda n_heads, n: np.log(2) * 256 * alibi_bias(1, n, n))
    return kinds_of_codes(d_model, ASKED) | {"ALiBi, slope ln 2": steep} | turning


CHANGES = {"interpolated": interpolated, "NTK-aware": ntk_aware}


def changed(name: str, d_model: int, change: str, factor: int) -> PositionEncoding:
    """Return a code of `length_codes` as it is asked in longer texts.

    `change` is "as trained"; "window", where each word sees as many words as a text of
    the training has; or, of a rotary code, "interpolated" or "NTK-aware", for texts
    that are `factor` times longer.
    """
    code = length_codes(d_model)[name]
    if change == "as trained":
        return code
    if change == "window":
        return windowed(code, TRAINED)
    frequencies = rotary_frequencies(d_model)[name]
    return rotary(frequencies=CHANGES[change](frequencies, factor))


def in_parts(
    trained: Trained, code: PositionEncoding, sentences: int
) -> dict[str, float]:
    """Ask a model of one k and one head, trained in short texts, in longer ones.

    Return by the names of `PARTS` the share of words named right there; for "weight
    seen" and so on the mean attention on the right word; and as "looks back" the
    distance that gets the most attention on average at the places of the last part.
    """
    k, n = trained.k, ASKED
    right = trained.right(code, sentences=sentences, n_positions=n)[..., 0].mean(axis=0)
    words = np.random.default_rng(20_000).integers(10, size=(sentences // 4, n))
    weights = np.mean([trained.weights(code, text)[0] for text in words], axis=0)
    on_right = np.diagonal(weights, -k)
    measures = {}
    for kind, values in (("", right), ("weight ", on_right)):
        for part, (first, end) in PARTS.items():
            measures[kind + part] = values[max(first - k, 0) : end - k].mean()
    first, end = PARTS["to 255"]
    by_distance = [np.diagonal(weights, -m)[first - m :].mean() for m in range(first)]
    return measures | {"looks back": int(np.argmax(by_distance))}
