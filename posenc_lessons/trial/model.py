"""The model of the trial: one attention layer that learns to recall a word.

A sentence is a row of random words. At each place, the model has to name the word that
stood k places earlier. Nothing but the position code can tell it which one that is.
"""

import dataclasses

import autograd
import autograd.numpy as anp
import numpy as np

from posenc_lessons.arguments import accepts, count, numbers, positive_number

N_WORDS = 10
"""How many different words there are; a guess is right once in so many times."""


def recall(parameters, code, words):
    """Return a score for each word of the vocabulary, at each place.

    Parameters
    ----------
    parameters : dict of ndarray
        ``embed``, shape (N_WORDS, d_model); ``query``, ``key`` and ``value``, shape
        (d_model, d_model); ``out``, shape (d_model, N_WORDS).
    code : ndarray, shape (n, d_model)
        The position code, one row for each place.
    words : ndarray of int, shape (..., n)
        Sentences of n words, each a number from 0 to N_WORDS - 1.

    Returns
    -------
    ndarray, shape (..., n, N_WORDS)
        The largest score names the word.

    References
    ----------
    Vaswani et al., Attention Is All You Need (2017), section 3.2.1: one layer of
    scaled dot-product attention, without a mask.

    Examples
    --------
    >>> parameters = start_parameters(d_model=4, seed=0)
    >>> recall(parameters, np.zeros((6, 4)), np.zeros((2, 6), dtype=int)).shape
    (2, 6, 10)
    """
    x = parameters["embed"][words] + code
    query, key = x @ parameters["query"], x @ parameters["key"]
    scores = query @ anp.swapaxes(key, -1, -2) / np.sqrt(code.shape[-1])
    powers = anp.exp(scores - anp.max(scores, axis=-1, keepdims=True))
    weights = powers / anp.sum(powers, axis=-1, keepdims=True)
    return weights @ (x @ parameters["value"]) @ parameters["out"]


def recall_loss(parameters, code, words, k):
    """Return how badly the words k places earlier are named.

    Parameters
    ----------
    parameters : dict of ndarray
        As for `recall`.
    code : ndarray, shape (n, d_model)
        The position code.
    words : ndarray of int, shape (..., n)
        Sentences of n words.
    k : int
        How many places earlier the word stands; at least 1.

    Returns
    -------
    float
        The cross-entropy in nats, averaged over all places from k on, counted from 0.

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
    scores = recall(parameters, code, words)[..., k:, :]
    scores = scores - anp.max(scores, axis=-1, keepdims=True)
    right = np.eye(N_WORDS)[words[..., :-k]]
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
    """

    parameters: dict
    losses: list
    first_norm: float

    def accuracy(self, code, k=1, seed=10_000, sentences=200):
        """Return the share of words that are named right in new sentences.

        Parameters
        ----------
        code : ndarray, shape (n, d_model)
            The position code; it may be longer than the one that was trained with.
        k : int, optional
            How many places earlier the word stands.
        seed : int, optional
            Of the new sentences.
        sentences : int, optional
            How many.

        Returns
        -------
        float
            0 ... 1; a guess is right in 1 / N_WORDS of the cases.
        """
        random = np.random.default_rng(seed)
        words = random.integers(N_WORDS, size=(sentences, len(code)))
        named = recall(self.parameters, code, words).argmax(axis=-1)
        return float((named[:, k:] == words[:, :-k]).mean())


@accepts(d_model=count(1, 1024), seed=count(0))
def start_parameters(d_model, seed):
    """Return the parameters before training.

    Parameters
    ----------
    d_model : int
        The width of the embeddings and of the position code.
    seed : int
        Of the random numbers.

    Returns
    -------
    dict of ndarray
        As for `recall`: embeddings of variance 1, matrices of variance 1 / d_model.

    Raises
    ------
    TypeError, ValueError
        If an argument is no whole number or out of range.

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
    shapes["out"] = (d_model, N_WORDS)
    parameters = {"embed": random.normal(size=(N_WORDS, d_model))}
    for name, shape in shapes.items():
        parameters[name] = random.normal(size=shape) / np.sqrt(d_model)
    return parameters


@accepts(
    code=numbers(ndim=2),
    k=count(1),
    steps=count(1),
    seed=count(0),
    rate=positive_number,
    sentences=count(1),
)
def train(code, k=1, steps=300, seed=0, rate=0.01, sentences=32, watch=None):
    """Train the model to recall the word k places earlier.

    Parameters
    ----------
    code : array_like, shape (n, d_model)
        The position code; n is the length of the sentences.
    k : int, optional
        How many places earlier the word stands; less than n.
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

    Returns
    -------
    Trained
        The parameters, losses and first gradient. If the training is interrupted from
        the keyboard (the stop button of a notebook), it is what was reached until then.

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or out of range.

    References
    ----------
    Kingma and Ba, Adam: A Method for Stochastic Optimization (2015), algorithm 1.

    Examples
    --------
    >>> trained = train(np.zeros((6, 4)), steps=2)
    >>> len(trained.losses)
    2
    """
    if k >= len(code):
        raise ValueError(f"k must be less than the {len(code)} places; got {k}")
    random = np.random.default_rng(seed)
    parameters = start_parameters(code.shape[1], seed)
    gradient = autograd.value_and_grad(recall_loss)
    mean, square = dict.fromkeys(parameters, 0), dict.fromkeys(parameters, 0)
    losses, first_norm = [], None
    try:
        for step in range(steps):
            words = random.integers(N_WORDS, size=(sentences, len(code)))
            loss, slopes = gradient(parameters, code, words, k)
            losses.append(float(loss))
            if first_norm is None:
                first_norm = float(np.sqrt(sum((s**2).sum() for s in slopes.values())))
            for name, slope in slopes.items():
                mean[name] = 0.9 * mean[name] + 0.1 * slope
                square[name] = 0.999 * square[name] + 0.001 * slope**2
                size = np.sqrt(square[name] / (1 - 0.999 ** (step + 1))) + 1e-8
                moved = rate * mean[name] / (1 - 0.9 ** (step + 1)) / size
                parameters[name] = parameters[name] - moved
            if watch is not None:
                watch(step, float(loss))
    except KeyboardInterrupt:
        pass
    return Trained(parameters, losses, first_norm)
