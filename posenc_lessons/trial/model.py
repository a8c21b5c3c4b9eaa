"""The model of the trial: one attention layer that learns to recall words.

A sentence is a row of random words. At each place, the model has to name the word that
stood k places earlier, or several such words. Nothing but the position code can tell it
which ones they are. The layer may have several heads, and may lift what it is given by
a layer of tanh first.
"""

import autograd.numpy as anp
import numpy as np
from autograd.extend import defvjp, primitive

from posenc_lessons.mathematics.arguments import accepts, count
from posenc_lessons.trial.kinds import PositionCode

N_WORDS = 10
"""How many different words there are; a guess is right once in so many times."""


def recall(parameters, code, words, n_heads=1, causal=False):
    """Return a score for each word of the vocabulary, at each place.

    Parameters
    ----------
    parameters : dict of ndarray
        ``embed``, shape (N_WORDS, d_model); ``query``, ``key`` and ``value``, shape
        (d_model, d_model); ``out``, shape (d_model, n_answers * N_WORDS), one matrix
        for each named word, side by side. If there are ``lift``, shape (d_model,
        d_model), and ``bias``, shape (d_model,), a layer of tanh stands before. What
        a code learns is among them, too.
    code : ndarray, shape (n, d_model), or PositionCode
        A table, one row for each place, is added to the words; other codes are added
        to them, turn queries and keys, or are added to the scores.
    words : ndarray of int, shape (..., n)
        Sentences of n words, each a number from 0 to N_WORDS - 1.
    n_heads : int, optional
        How many heads share the columns of queries, keys and values; it divides
        d_model.
    causal : bool, optional
        Whether a word is kept from looking at later ones.

    Returns
    -------
    ndarray, shape (..., n, n_answers * N_WORDS)
        The largest score of each N_WORDS names the word.

    References
    ----------
    Vaswani et al., Attention Is All You Need (2017), sections 3.2.1 and 3.2.2: one
    layer of scaled dot-product attention. The matrix that mixes the heads and the one
    that names the word are multiplied already.

    Examples
    --------
    >>> parameters = start_parameters(d_model=4, seed=0)
    >>> recall(parameters, np.zeros((6, 4)), np.zeros((2, 6), dtype=int)).shape
    (2, 6, 10)
    """
    x = _given(parameters, code, words)
    weights = _weights(parameters, code, x, n_heads, causal)
    mixed = _mixed(weights, _split(_times(x, parameters["value"]), n_heads))
    return _times(_join(mixed, n_heads), parameters["out"])


def recall_weights(parameters, code, words, n_heads=1, causal=False):
    """Return the attention weights of each head.

    Parameters
    ----------
    parameters : dict of ndarray
        As for `recall`.
    code : ndarray, shape (n, d_model), or PositionCode
        The position code.
    words : ndarray of int, shape (..., n)
        Sentences of n words.
    n_heads : int, optional
        How many heads.
    causal : bool, optional
        Whether a word is kept from looking at later ones.

    Returns
    -------
    ndarray, shape (..., n_heads, n, n)
        For each head a row for each place that asks; it sums to 1.

    References
    ----------
    Vaswani et al., Attention Is All You Need (2017), section 3.2.2.

    Examples
    --------
    >>> parameters = start_parameters(d_model=4, seed=0)
    >>> words = np.zeros(6, dtype=int)
    >>> recall_weights(parameters, np.zeros((6, 4)), words, n_heads=2).shape
    (2, 6, 6)
    """
    return _weights(parameters, code, _given(parameters, code, words), n_heads, causal)


def _given(parameters, code, words):
    """Return what the attention is given: word and place added, and lifted if asked."""
    x = _times(np.eye(N_WORDS)[words], parameters["embed"])
    if not isinstance(code, PositionCode):
        x = x + code
    elif code.add:
        x = x + code.add(words.shape[-1], parameters)
    if "lift" in parameters:
        x = anp.tanh(_times(x, parameters["lift"]) + parameters["bias"])
    return x


def _weights(parameters, code, x, n_heads, causal):
    """Return the softmax of the scores of each head."""
    query, key = (
        _split(_times(x, parameters[name]), n_heads) for name in ("query", "key")
    )
    code = code if isinstance(code, PositionCode) else PositionCode()
    if code.turn:
        query, key = (code.turn(vectors, parameters) for vectors in (query, key))
    scores = _scores(query, key)
    n = scores.shape[-1]
    if code.bias:
        scores = scores + code.bias(n_heads, n, parameters)
    if causal:
        scores = scores + np.where(np.tri(n, dtype=bool), 0, -np.inf)
    return _softmax(scores)


# Each step of the layer with its gradient, for speed: autograd follows each of them as
# one, and not every part of it.


@primitive
def _times(vectors, matrix):
    """Multiply all vectors, shape (..., n), with a matrix, shape (n, m)."""
    return (_rows(vectors) @ matrix).reshape(*vectors.shape[:-1], matrix.shape[-1])


def _rows(vectors):
    """Return vectors, shape (..., n), as one matrix of n columns."""
    return vectors.reshape(-1, vectors.shape[-1])


defvjp(
    _times,
    lambda _, vectors, matrix: lambda slope: _times(slope, matrix.T),
    lambda _, vectors, matrix: lambda slope: _rows(vectors).T @ _rows(slope),
)


@primitive
def _split(vectors, n_heads):
    """Cut vectors, shape (..., n, d_model), to shape (..., n_heads, n, d_head)."""
    *rest, n, width = vectors.shape
    return vectors.reshape(*rest, n, n_heads, width // n_heads).swapaxes(-2, -3)


@primitive
def _join(heads, n_heads):
    """Put the parts of all heads side by side again: shape (..., n, d_model)."""
    *rest, _, n, d_head = heads.shape
    return heads.swapaxes(-2, -3).reshape(*rest, n, n_heads * d_head)


# What moves numbers about has as its gradient what moves them back.
defvjp(_split, lambda _, vectors, n_heads: lambda slope: _join(slope, n_heads))
defvjp(_join, lambda _, heads, n_heads: lambda slope: _split(slope, n_heads))


@primitive
def _scores(query, key):
    """Return how well each key answers each query, divided by the root of d_head."""
    return query @ key.swapaxes(-1, -2) / np.sqrt(query.shape[-1])


defvjp(
    _scores,
    lambda _, query, key: lambda slope: slope @ key / np.sqrt(query.shape[-1]),
    lambda _, query, key: (
        lambda slope: slope.swapaxes(-1, -2) @ query / np.sqrt(query.shape[-1])
    ),
)


@primitive
def _softmax(scores):
    """Return the softmax over the last axis."""
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    powers /= powers.sum(axis=-1, keepdims=True)
    return powers


defvjp(
    _softmax,
    lambda weights, scores: (
        lambda slope: weights * (slope - (weights * slope).sum(axis=-1, keepdims=True))
    ),
)


@primitive
def _mixed(weights, values):
    """Return the values mixed by the weights."""
    return weights @ values


defvjp(
    _mixed,
    lambda _, weights, values: lambda slope: slope @ values.swapaxes(-1, -2),
    lambda _, weights, values: lambda slope: weights.swapaxes(-1, -2) @ slope,
)


@primitive
def _cross_entropy(scores, right):
    """Return the mean of -log of the softmax where `right` is 1, over all rows."""
    scores = scores - scores.max(axis=-1, keepdims=True)
    logs = scores - np.log(np.exp(scores).sum(axis=-1, keepdims=True))
    return -(logs * right).sum() / right.sum()


defvjp(
    _cross_entropy,
    lambda _, scores, right: (
        lambda slope: slope * (_softmax(scores) - right) / right.sum()
    ),
    argnums=(0,),
)


def asked_words(words, offsets):
    """Return the words at some offsets before each place, shape (..., places, asked).

    The places are those that have all of the words before them.
    """
    first, n = max(offsets), words.shape[-1]
    return np.stack([words[..., first - k : n - k] for k in offsets], axis=-1)


def answers(parameters, code, words, offsets, n_heads=1, causal=False):
    """Return the scores of each asked word, shape (..., places, asked, N_WORDS)."""
    scores = recall(parameters, code, words, n_heads, causal)
    scores = scores[..., max(offsets) :, :]
    return anp.reshape(scores, (*scores.shape[:-1], len(offsets), N_WORDS))


def recall_loss(parameters, code, words, k, n_heads=1, causal=False):
    """Return how badly the words k places earlier are named.

    Parameters
    ----------
    parameters : dict of ndarray
        As for `recall`.
    code : ndarray, shape (n, d_model), or PositionCode
        The position code.
    words : ndarray of int, shape (..., n)
        Sentences of n words.
    k : int or tuple of int
        How many places earlier the word stands; at least 1. Of a tuple, all are named.
    n_heads : int, optional
        How many heads.
    causal : bool, optional
        Whether a word is kept from looking at later ones.

    Returns
    -------
    float
        The cross-entropy in nats, averaged over the named words and over all places
        that have them, from the largest k on, counted from 0.

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
    scores = answers(parameters, code, words, offsets, n_heads, causal)
    return _cross_entropy(scores, np.eye(N_WORDS)[asked_words(words, offsets)])


def one_or_more(name, value):
    """Check one offset or a tuple of several, and return a tuple."""
    check = count(1)
    if isinstance(value, tuple | list):
        if not value:
            raise ValueError(f"{name} must name at least one word; got {value!r}")
        return tuple(check(name, k) for k in value)
    return (check(name, value),)


def divides(arguments):
    """Refuse a number of heads that does not divide the width."""
    width = arguments["d_model"]
    if width % arguments["n_heads"]:
        raise ValueError(
            f"n_heads must divide the width {width}; got {arguments['n_heads']}"
        )


@accepts(
    divides,
    d_model=count(1, 1024),
    seed=count(0),
    n_heads=count(1),
    n_answers=count(1),
)
def start_parameters(d_model, seed, n_heads=1, n_answers=1, lift=False):
    """Return the parameters before training.

    Parameters
    ----------
    d_model : int
        The width of the embeddings and of the position code.
    seed : int
        Of the random numbers.
    n_heads : int, optional
        How many heads; it divides d_model. They share the columns, so that any number
        of heads starts from the same parameters.
    n_answers : int, optional
        How many words are named at each place.
    lift : bool, optional
        Whether a layer of tanh stands before the attention.

    Returns
    -------
    dict of ndarray
        As for `recall`: embeddings of variance 1, matrices of variance 1 / d_model, a
        bias of variance 1.

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
