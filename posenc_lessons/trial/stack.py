"""Causal layers that learn to name the previous word without a position encoding."""

import numpy as np
from numpy.typing import NDArray

from posenc_lessons.mathematics.arguments import accepts, count
from posenc_lessons.trial.adam import Adam
from posenc_lessons.trial.model import N_WORDS, cross_entropy, softmax


@accepts(count=count(1), n=count(2), seed=count(0))
def sentences_with_start(count: int, n: int = 16, seed: int = 0) -> NDArray:
    """Return random sentences that each begin with a start token.

    Parameters
    ----------
    count : int
        The number of sentences to draw.
    n : int, optional
        The number of words after the start token in each sentence.
    seed : int, optional
        The seed for the words.

    Returns
    -------
    ndarray of int, shape (count, n + 1)
        The sentences. The start token is N_WORDS; the words are numbers from 0 to
        N_WORDS - 1.

    Examples
    --------
    >>> print(sentences_with_start(1, n=4))
    [[10  6  5  2  3]]
    """
    return _sentences(np.random.default_rng(seed), count, n, start=True)


def _sentences(random, count, n, start):
    words = random.integers(N_WORDS, size=(count, n + 1))
    if start:
        words[:, 0] = N_WORDS
    return words


def stack_recall(
    parameters: dict[str, NDArray],
    words: NDArray,
    biases: tuple = (0, 0),
) -> tuple[NDArray, list[NDArray], list[NDArray]]:
    """Name a word at each position, with causal layers that have no position encoding.

    Parameters
    ----------
    parameters : dict of ndarray
        The parameters, from `train_stack`.
    words : ndarray of int, shape (..., n)
        Sentences, as from `sentences_with_start`.
    biases : sequence, optional
        For each layer, the bias to add to its scores: an array of shape (n, n), or 0.

    Returns
    -------
    answers : ndarray, shape (..., n, N_WORDS)
        The scores of the words. The largest score names the word.
    weights : list of ndarray, shape (..., n, n)
        The attention weights of each layer.
    rows : list of ndarray, shape (..., n, d_model)
        The embeddings, followed by the output of each layer.

    References
    ----------
    Haviv et al., Transformer Language Models without Positional Encodings Still Learn
    Positional Information (2022).

    Examples
    --------
    >>> words = sentences_with_start(2, n=5)
    >>> answers, weights, rows = stack_recall(train_stack(steps=1), words)
    >>> answers.shape, weights[1].shape, len(rows)
    ((2, 6, 10), (2, 6, 6), 3)
    """
    from autograd.numpy import tanh

    rows, weights = [parameters["embed"][words]], []
    hidden = np.where(np.tri(words.shape[-1], dtype=bool), 0, -np.inf)
    for layer in range(sum(name.startswith("query") for name in parameters)):
        x = rows[-1]
        query, key = x @ parameters[f"query{layer}"], x @ parameters[f"key{layer}"]
        scores = query @ key.swapaxes(-1, -2) / np.sqrt(x.shape[-1]) + biases[layer]
        weights.append(softmax(scores + hidden))
        x = x + weights[-1] @ (x @ parameters[f"value{layer}"])
        bent = tanh(x @ parameters[f"in{layer}"] + parameters[f"bias{layer}"])
        rows.append(x + bent @ parameters[f"out{layer}"])
    return rows[-1] @ parameters["name"], weights, rows


def _loss(parameters, words):
    """Return the cross-entropy of naming the word before each word but the first."""
    return cross_entropy(stack_recall(parameters, words)[0][:, 2:], words[:, 1:-1])


@accepts(seed=count(0), n_layers=count(1, 2), steps=count(1))
def train_stack(
    seed: int = 0, n_layers: int = 2, steps: int = 300, start: bool = True
) -> dict[str, NDArray]:
    """Train causal layers without a position encoding to name the previous word.

    Parameters
    ----------
    seed : int, optional
        The seed for the parameters and the sentences.
    n_layers : int, optional
        The number of layers, 1 or 2. Each has attention and a tanh layer, 32 numbers
        wide.
    steps : int, optional
        The number of steps of Adam, each with 16 sentences of 16 words. In the second
        half, the learning rate falls to 0.
    start : bool, optional
        Whether a start token comes before the words. If not, another random word does.

    Returns
    -------
    dict of ndarray
        The parameters, for `stack_recall`.

    References
    ----------
    Kingma and Ba, Adam: A Method for Stochastic Optimization (2015), algorithm 1.

    Examples
    --------
    >>> train_stack(steps=1)["embed"].shape
    (11, 32)
    """
    from autograd import grad

    draw, shapes = np.random.default_rng(seed), {"embed": (11, 32), "name": (32, 10)}
    for layer in range(n_layers):
        for part in ("query", "key", "value", "in", "out"):
            shapes[f"{part}{layer}"] = (32, 32)
        shapes[f"bias{layer}"] = (32,)
    parameters = {
        name: draw.normal(size=shape) / np.sqrt(32 if name != "embed" else 1)
        for name, shape in shapes.items()
    }
    gradient, adam, random = grad(_loss), Adam(), np.random.default_rng(seed)
    for step in range(steps):
        slopes = gradient(parameters, _sentences(random, 16, 16, start))
        rate = 0.02 * min(1, 2 - 2 * step / steps)
        parameters = adam.step(parameters, slopes, rate)
    return parameters
