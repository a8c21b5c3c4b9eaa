"""The model of the trial: one attention layer that learns to recall words.

A sentence is a row of random words. At each position, the model has to name the word k
positions earlier, or several earlier words. Only the position encoding tells the model
where these words are. The layer may have several heads, and a tanh layer may come
before it.
"""

import numpy as np
from numpy.typing import NDArray

from posenc_lessons.mathematics.arguments import accepts, count
from posenc_lessons.trial.kinds import PositionEncoding

# autograd differentiates operators, array methods, and its own tanh, exp and log. It is
# slow to import, and most lessons train nothing, so only the functions that call one of
# these three import it.

N_WORDS = 10
"""The number of different words; a random guess is right in one of N_WORDS cases."""


def recall(
    parameters: dict[str, NDArray],
    encoding: NDArray | PositionEncoding,
    words: NDArray,
    n_heads: int = 1,
    causal: bool = False,
) -> NDArray:
    """Return a score for each word in the vocabulary at each position.

    Parameters
    ----------
    parameters : dict of ndarray
        ``embed``, shape (N_WORDS, d_model); ``query``, ``key`` and ``value``, shape
        (d_model, d_model); ``out``, shape (d_model, n_answers * N_WORDS), with one
        matrix for each word to be named, side by side. If there are also ``lift``,
        shape (d_model, d_model), and ``bias``, shape (d_model,), a tanh layer comes
        first. The parameters that an encoding learns are also included.
    encoding : ndarray, shape (n, d_model), or PositionEncoding
        A table has one row for each position and is added to the words. A
        `PositionEncoding` adds a vector to each word, turns queries and keys, or adds a
        bias to the scores.
    words : ndarray of int, shape (..., n)
        Sentences of n words, each a number from 0 to N_WORDS - 1.
    n_heads : int, optional
        The number of heads, which share the columns of the queries, keys and values. It
        must divide d_model.
    causal : bool, optional
        Whether words are prevented from attending to later words.

    Returns
    -------
    ndarray, shape (..., n, n_answers * N_WORDS)
        The scores, in groups of N_WORDS. The largest score of a group names a word.

    References
    ----------
    Vaswani et al., Attention Is All You Need (2017), sections 3.2.1 and 3.2.2: one
    layer of scaled dot-product attention. The matrix that mixes the heads and the
    matrix that names the words are combined into one.

    Examples
    --------
    >>> parameters = start_parameters(d_model=4, seed=0)
    >>> recall(parameters, np.zeros((6, 4)), np.zeros((2, 6), dtype=int)).shape
    (2, 6, 10)
    """
    x, weights = _attend(parameters, encoding, words, n_heads, causal)
    heads = weights @ _split(x @ parameters["value"], n_heads)
    return heads.swapaxes(-2, -3).reshape(x.shape) @ parameters["out"]


def recall_weights(
    parameters: dict[str, NDArray],
    encoding: NDArray | PositionEncoding,
    words: NDArray,
    n_heads: int = 1,
    causal: bool = False,
) -> NDArray:
    """Return the attention weights of `recall`, with shape (..., n_heads, n, n)."""
    return _attend(parameters, encoding, words, n_heads, causal)[1]


def _attend(parameters, encoding, words, n_heads, causal):
    """Return the input of the attention layer and the weights of each head."""
    if not isinstance(encoding, PositionEncoding):
        table = encoding
        encoding = PositionEncoding(add=lambda n, parameters: table)
    n = words.shape[-1]
    x = np.eye(N_WORDS)[words] @ parameters["embed"]
    if encoding.add:
        x = x + encoding.add(n, parameters)
    if "lift" in parameters:
        from autograd.numpy import tanh

        x = tanh(x @ parameters["lift"] + parameters["bias"])
    query = _split(x @ parameters["query"], n_heads)
    key = _split(x @ parameters["key"], n_heads)
    if encoding.turn:
        query, key = encoding.turn(query, parameters), encoding.turn(key, parameters)
    scores = query @ key.swapaxes(-1, -2) / np.sqrt(query.shape[-1])
    if encoding.bias:
        scores = scores + encoding.bias(n_heads, n, parameters)
    if causal:
        scores = scores + np.where(np.tri(n, dtype=bool), 0, -np.inf)
    return x, softmax(scores)


def softmax(scores):
    """Return the softmax over the last axis, which autograd can differentiate."""
    from autograd.numpy import exp

    powers = exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


def cross_entropy(scores, words):
    """Return the mean cross-entropy, in nats, of naming words by their scores."""
    from autograd.numpy import exp, log

    right = (scores * np.eye(N_WORDS)[words]).sum(axis=-1)
    highest = scores.max(axis=-1, keepdims=True)
    powers = exp(scores - highest).sum(axis=-1)
    return (log(powers) + highest[..., 0] - right).mean()


def _split(vectors, n_heads):
    """Cut vectors into heads: (..., n, d_model) becomes (..., n_heads, n, d_head)."""
    *rest, width = vectors.shape
    return vectors.reshape((*rest, n_heads, width // n_heads)).swapaxes(-2, -3)


def asked_words(words, offsets):
    """Return the words k positions earlier for each k, shape (..., positions, asked).

    Positions at the start that lack one of these words are left out.
    """
    first, n = max(offsets), words.shape[-1]
    return np.stack([words[..., first - k : n - k] for k in offsets], axis=-1)


def answers(parameters, encoding, words, offsets, n_heads=1, causal=False):
    """Return the scores for each asked word, shape (..., positions, asked, N_WORDS)."""
    scores = recall(parameters, encoding, words, n_heads, causal)
    scores = scores[..., max(offsets) :, :]
    return scores.reshape((*scores.shape[:-1], len(offsets), N_WORDS))


def recall_loss(
    parameters: dict[str, NDArray],
    encoding: NDArray | PositionEncoding,
    words: NDArray,
    k: int | tuple[int, ...],
    n_heads: int = 1,
    causal: bool = False,
) -> float:
    """Return the cross-entropy of naming the words k positions earlier.

    Parameters
    ----------
    parameters : dict of ndarray
        The parameters, as for `recall`.
    encoding : ndarray, shape (n, d_model), or PositionEncoding
        The position encoding.
    words : ndarray of int, shape (..., n)
        Sentences of n words.
    k : int or tuple of int
        How many positions earlier the word to be named is; at least 1. A tuple asks for
        several words.
    n_heads : int, optional
        The number of heads.
    causal : bool, optional
        Whether words are prevented from attending to later words.

    Returns
    -------
    float
        The cross-entropy in nats, averaged over the words to be named and over all
        positions from the largest k on.

    References
    ----------
    Goodfellow, Bengio and Courville, Deep Learning (2016), section 6.2.2.

    Examples
    --------
    >>> parameters = start_parameters(d_model=4, seed=0)
    >>> parameters["out"][:] = 0
    >>> words = np.zeros((2, 6), dtype=int)
    >>> print(f"{recall_loss(parameters, np.zeros((6, 4)), words, 1):.3f}")
    2.303
    """
    offsets = one_or_more("k", k)
    scores = answers(parameters, encoding, words, offsets, n_heads, causal)
    return cross_entropy(scores, asked_words(words, offsets))


def one_or_more(name, value):
    """Check one offset or a tuple of offsets, and return a tuple."""
    check = count(1)
    if isinstance(value, tuple | list):
        if not value:
            raise ValueError(f"{name} must hold at least one offset; got {value!r}")
        return tuple(check(name, k) for k in value)
    return (check(name, value),)


@accepts(d_model=count(1), seed=count(0), n_answers=count(1))
def start_parameters(
    d_model: int, seed: int, n_answers: int = 1, lift: bool = False
) -> dict[str, NDArray]:
    """Return the parameters before training.

    Parameters
    ----------
    d_model : int
        The width of the embeddings and of the position encoding.
    seed : int
        The seed for the random numbers.
    n_answers : int, optional
        The number of words to be named at each position.
    lift : bool, optional
        Whether a tanh layer comes before the attention.

    Returns
    -------
    dict of ndarray
        The parameters for `recall`: embeddings with variance 1, matrices with variance
        1 / d_model, and, with `lift`, a bias with variance 1.

    References
    ----------
    LeCun et al., Efficient BackProp (1998), section 4.6, on the variance.

    Examples
    --------
    >>> sorted(start_parameters(d_model=4, seed=0))
    ['embed', 'key', 'out', 'query', 'value']
    """
    random = np.random.default_rng(seed)
    shapes = dict.fromkeys(("query", "key", "value"), (d_model, d_model))
    shapes["out"] = (d_model, n_answers * N_WORDS)
    if lift:
        shapes["lift"] = (d_model, d_model)
    parameters = {"embed": random.normal(size=(N_WORDS, d_model))}
    for name, shape in shapes.items():
        parameters[name] = random.normal(size=shape) / np.sqrt(d_model)
    if lift:
        parameters["bias"] = random.normal(size=d_model)
    return parameters
