"""The model of the trial: one attention layer that learns to recall words.

A sentence is a row of random words. At each place, the model has to name the word that
stood k places earlier, or several such words. Nothing but the position code can tell it
which ones they are. The layer may have several heads, and may lift what it is given by
a layer of tanh first.
"""

import dataclasses

import autograd
import autograd.numpy as anp
import numpy as np

from posenc_lessons.arguments import accepts, count, numbers, positive_number

N_WORDS = 10
"""How many different words there are; a guess is right once in so many times."""


def recall(parameters, code, words, n_heads=1):
    """Return a score for each word of the vocabulary, at each place.

    Parameters
    ----------
    parameters : dict of ndarray
        ``embed``, shape (N_WORDS, d_model); ``query``, ``key`` and ``value``, shape
        (d_model, d_model); ``out``, shape (d_model, n_answers * N_WORDS), one matrix
        for each named word, side by side. If there are ``lift``, shape (d_model,
        d_model), and ``bias``, shape (d_model,), a layer of tanh stands before.
    code : ndarray, shape (n, d_model)
        The position code, one row for each place.
    words : ndarray of int, shape (..., n)
        Sentences of n words, each a number from 0 to N_WORDS - 1.
    n_heads : int, optional
        How many heads share the columns of queries, keys and values; it divides
        d_model.

    Returns
    -------
    ndarray, shape (..., n, n_answers * N_WORDS)
        The largest score of each N_WORDS names the word.

    References
    ----------
    Vaswani et al., Attention Is All You Need (2017), sections 3.2.1 and 3.2.2: one
    layer of scaled dot-product attention, without a mask. The matrix that mixes the
    heads and the one that names the word are multiplied already.

    Examples
    --------
    >>> parameters = start_parameters(d_model=4, seed=0)
    >>> recall(parameters, np.zeros((6, 4)), np.zeros((2, 6), dtype=int)).shape
    (2, 6, 10)
    """
    x = _given(parameters, code, words)
    weights = _weights(parameters, x, n_heads)
    mixed = weights @ _split(x @ parameters["value"], n_heads)
    return _join(mixed, n_heads) @ parameters["out"]


def recall_weights(parameters, code, words, n_heads=1):
    """Return the attention weights of each head.

    Parameters
    ----------
    parameters : dict of ndarray
        As for `recall`.
    code : ndarray, shape (n, d_model)
        The position code.
    words : ndarray of int, shape (..., n)
        Sentences of n words.
    n_heads : int, optional
        How many heads.

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
    return _weights(parameters, _given(parameters, code, words), n_heads)


def _given(parameters, code, words):
    """Return what the attention is given: word and place added, and lifted if asked."""
    x = parameters["embed"][words] + code
    if "lift" in parameters:
        x = anp.tanh(x @ parameters["lift"] + parameters["bias"])
    return x


def _weights(parameters, x, n_heads):
    """Return the softmax of the scores of each head."""
    query, key = (_split(x @ parameters[name], n_heads) for name in ("query", "key"))
    scores = query @ anp.swapaxes(key, -1, -2) / np.sqrt(query.shape[-1])
    powers = anp.exp(scores - anp.max(scores, axis=-1, keepdims=True))
    return powers / anp.sum(powers, axis=-1, keepdims=True)


def _split(vectors, n_heads):
    """Cut vectors, shape (..., n, d_model), to shape (..., n_heads, n, d_head)."""
    *rest, n, width = vectors.shape
    parts = anp.reshape(vectors, (*rest, n, n_heads, width // n_heads))
    return anp.swapaxes(parts, -2, -3)


def _join(heads, n_heads):
    """Put the parts of all heads side by side again: shape (..., n, d_model)."""
    *rest, _, n, d_head = heads.shape
    return anp.reshape(anp.swapaxes(heads, -2, -3), (*rest, n, n_heads * d_head))


def _asked(words, offsets):
    """Return the words at some offsets before each place, shape (..., places, asked).

    The places are those that have all of the words before them.
    """
    first, n = max(offsets), words.shape[-1]
    return np.stack([words[..., first - k : n - k] for k in offsets], axis=-1)


def _answers(parameters, code, words, offsets, n_heads):
    """Return the scores of each asked word, shape (..., places, asked, N_WORDS)."""
    scores = recall(parameters, code, words, n_heads)[..., max(offsets) :, :]
    return anp.reshape(scores, (*scores.shape[:-1], len(offsets), N_WORDS))


def recall_loss(parameters, code, words, k, n_heads=1):
    """Return how badly the words k places earlier are named.

    Parameters
    ----------
    parameters : dict of ndarray
        As for `recall`.
    code : ndarray, shape (n, d_model)
        The position code.
    words : ndarray of int, shape (..., n)
        Sentences of n words.
    k : int or tuple of int
        How many places earlier the word stands; at least 1. Of a tuple, all are named.
    n_heads : int, optional
        How many heads.

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
    offsets = _offsets("k", k)
    scores = _answers(parameters, code, words, offsets, n_heads)
    scores = scores - anp.max(scores, axis=-1, keepdims=True)
    right = np.eye(N_WORDS)[_asked(words, offsets)]
    named = anp.sum(scores * right, axis=-1)
    return anp.mean(anp.log(anp.sum(anp.exp(scores), axis=-1)) - named)


@dataclasses.dataclass(frozen=True)
class Trained:
    """What a training has led to.

    Attributes
    ----------
    parameters : dict of ndarray
        As for `recall`.
    losses : list of float
        The loss before each step.
    first_norm : float
        The norm of the gradient before the first step.
    k : int or tuple of int
        Which words it was trained to recall.
    n_heads : int
        How many heads the layer has.
    """

    parameters: dict
    losses: list
    first_norm: float
    k: int | tuple = 1
    n_heads: int = 1

    def right(self, code, k=None, seed=10_000, sentences=200):
        """Return which words are named right in new sentences.

        Parameters
        ----------
        code : ndarray, shape (n, d_model)
            The position code; it may be longer than the one that was trained with.
        k : int or tuple of int, optional
            How many places earlier the words stand; by default what was trained. A
            tuple is as long as the trained one.
        seed : int, optional
            Of the new sentences.
        sentences : int, optional
            How many.

        Returns
        -------
        ndarray of bool, shape (sentences, places, asked)
            For each sentence, each place from the largest k on, and each of the words
            that are asked for there.

        Raises
        ------
        TypeError, ValueError
            If `k` is none, or not as many words as were trained.
        """
        offsets = _offsets("k", self.k if k is None else k)
        n_answers = self.parameters["out"].shape[-1] // N_WORDS
        if len(offsets) != n_answers:
            raise ValueError(
                f"k must name as many words as were trained, {n_answers}; got {k!r}"
            )
        random = np.random.default_rng(seed)
        words = random.integers(N_WORDS, size=(sentences, len(code)))
        scores = _answers(self.parameters, code, words, offsets, self.n_heads)
        return scores.argmax(axis=-1) == _asked(words, offsets)

    def accuracy(self, code, k=None, seed=10_000, sentences=200):
        """Return the share of places whose words are all named right.

        Parameters
        ----------
        code : ndarray, shape (n, d_model)
            The position code; it may be longer than the one that was trained with.
        k : int or tuple of int, optional
            How many places earlier the words stand; by default what was trained.
        seed : int, optional
            Of the new sentences.
        sentences : int, optional
            How many.

        Returns
        -------
        float
            0 ... 1, over the places that have all of the words before them; a guess of
            one word is right in 1 / N_WORDS of the cases.
        """
        return float(self.right(code, k, seed, sentences).all(axis=-1).mean())

    def weights(self, code, words):
        """Return the attention weights of each head for given words.

        Parameters
        ----------
        code : ndarray, shape (n, d_model)
            The position code.
        words : array_like of int, shape (n,)
            A sentence of n words, each a number from 0 to N_WORDS - 1.

        Returns
        -------
        ndarray, shape (n_heads, n, n)
            As of `recall_weights`.
        """
        return recall_weights(self.parameters, code, np.asarray(words), self.n_heads)


def _offsets(name, value):
    """Check one offset or a tuple of several, and return a tuple."""
    check = count(1)
    if isinstance(value, tuple | list):
        if not value:
            raise ValueError(f"{name} must name at least one word; got {value!r}")
        return tuple(check(name, k) for k in value)
    return (check(name, value),)


def _one_or_more(name, value):
    """Check one offset or a tuple of several, and return an `int` or a tuple."""
    offsets = _offsets(name, value)
    return offsets if isinstance(value, tuple | list) else offsets[0]


def _divides(arguments):
    """Refuse a number of heads that does not divide the width."""
    code = arguments.get("code")
    width = arguments["d_model"] if code is None else code.shape[1]
    if width % arguments["n_heads"]:
        raise ValueError(
            f"n_heads must divide the width {width}; got {arguments['n_heads']}"
        )


@accepts(
    _divides,
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


@accepts(
    _divides,
    code=numbers(ndim=2),
    k=_one_or_more,
    steps=count(1),
    seed=count(0),
    rate=positive_number,
    sentences=count(1),
    n_heads=count(1),
)
def train(
    code,
    k=1,
    steps=300,
    seed=0,
    rate=0.01,
    sentences=32,
    watch=None,
    n_heads=1,
    lift=False,
):
    """Train the model to recall the word k places earlier.

    Parameters
    ----------
    code : array_like, shape (n, d_model)
        The position code; n is the length of the sentences.
    k : int or tuple of int, optional
        How many places earlier the word stands; less than n. Of a tuple such as (1, 2),
        all words are to be named.
    steps : int, optional
        How many steps of Adam, each with new random sentences.
    seed : int, optional
        Of the parameters and the sentences.
    rate : float, optional
        The learning rate.
    sentences : int, optional
        How many in each step.
    watch : callable, optional
        ``watch(step, loss)`` is called after each step, counted from 0.
    n_heads : int, optional
        How many heads; it divides the width. The number of parameters is the same for
        any number of heads.
    lift : bool, optional
        Whether a layer of tanh stands before the attention.

    Returns
    -------
    Trained
        The parameters, losses and first gradient. If the training is interrupted from
        the keyboard (the stop button of a notebook), it is what was reached until then.

    References
    ----------
    Kingma and Ba, Adam: A Method for Stochastic Optimization (2015), algorithm 1.

    Examples
    --------
    >>> trained = train(np.zeros((6, 4)), steps=2)
    >>> len(trained.losses)
    2
    """
    offsets = _offsets("k", k)
    if max(offsets) >= len(code):
        raise ValueError(f"k must be less than the {len(code)} places; got {k}")
    random = np.random.default_rng(seed)
    parameters = start_parameters(code.shape[1], seed, n_heads, len(offsets), lift)
    gradient = autograd.value_and_grad(recall_loss)
    losses, first_norm, adam = [], None, Adam()
    try:
        for step in range(steps):
            words = random.integers(N_WORDS, size=(sentences, len(code)))
            loss, slopes = gradient(parameters, code, words, offsets, n_heads)
            losses.append(float(loss))
            if first_norm is None:
                first_norm = float(np.sqrt(sum((s**2).sum() for s in slopes.values())))
            parameters = adam.step(parameters, slopes, rate)
            if watch is not None:
                watch(step, float(loss))
    except KeyboardInterrupt:
        pass
    return Trained(parameters, losses, first_norm, k, n_heads)


class Adam:
    """Gradient descent that gives each number a step of its own size.

    References
    ----------
    Kingma and Ba, Adam: A Method for Stochastic Optimization (2015), algorithm 1.

    Examples
    --------
    >>> start, slopes = {"a": np.zeros(2)}, {"a": np.array([5.0, -0.01])}
    >>> print(Adam().step(start, slopes, 0.1)["a"].round(3))
    [-0.1  0.1]
    """

    def __init__(self):
        """Begin without any slope."""
        self._count, self._mean, self._square = 0, {}, {}

    def step(self, parameters, slopes, rate):
        """Return the parameters after a step.

        Parameters
        ----------
        parameters, slopes : dict of ndarray
            By name, each with its gradient.
        rate : float
            The learning rate: how far the first step goes.

        Returns
        -------
        dict of ndarray
            By the same names.
        """
        self._count += 1
        moved = {}
        for name, slope in slopes.items():
            mean = 0.9 * self._mean.get(name, 0) + 0.1 * slope
            square = 0.999 * self._square.get(name, 0) + 0.001 * slope**2
            size = np.sqrt(square / (1 - 0.999**self._count)) + 1e-8
            by = rate * mean / (1 - 0.9**self._count) / size
            moved[name] = parameters[name] - by
            self._mean[name], self._square[name] = mean, square
        return moved
