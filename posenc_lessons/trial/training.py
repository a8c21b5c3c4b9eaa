"""Train the trial's model, and test what it has learned."""

import dataclasses

import numpy as np
from numpy.typing import ArrayLike, NDArray

from posenc_lessons.mathematics.arguments import (
    accepts,
    count,
    divides,
    numbers,
    positive_number,
)
from posenc_lessons.trial.adam import Adam
from posenc_lessons.trial.kinds import PositionEncoding
from posenc_lessons.trial.model import (
    N_WORDS,
    answers,
    asked_words,
    one_or_more,
    recall_loss,
    recall_weights,
    start_parameters,
)

Encoding = NDArray | PositionEncoding


@dataclasses.dataclass(frozen=True)
class Trained:
    """The result of a training run."""

    parameters: dict[str, NDArray]  # as described in `recall`
    losses: list[float]  # the loss before each step
    k: int | tuple[int, ...] = 1  # the offsets of the words to be recalled in training
    n_heads: int = 1
    causal: bool = False  # whether words are prevented from attending to later words

    def right(
        self,
        encoding: Encoding,
        k: int | tuple[int, ...] | None = None,
        sentences: int = 200,
        n_positions: int | None = None,
    ) -> NDArray:
        """Return which words are named correctly in new sentences.

        The encoding may be longer than in training. By default, the model has to name
        the words that it was trained to recall; `k` must have as many offsets as in
        training. An encoding that is not a table needs `n_positions`.

        Returns
        -------
        ndarray of bool, shape (sentences, positions, asked)
            One entry for each sentence, each position from the largest k on, and each
            word to be named at that position.
        """
        offsets = one_or_more("k", self.k if k is None else k)
        n_answers = self.parameters["out"].shape[-1] // N_WORDS
        if len(offsets) != n_answers:
            raise ValueError(
                f"k must have as many offsets as in training ({n_answers}); got {k!r}"
            )
        n = _size("n_positions", encoding, 0, n_positions)
        random = np.random.default_rng(10_000)
        words = random.integers(N_WORDS, size=(sentences, n))
        scores = answers(
            self.parameters, encoding, words, offsets, self.n_heads, self.causal
        )
        return scores.argmax(axis=-1) == asked_words(words, offsets)

    def accuracy(self, encoding: Encoding, **options) -> float:
        """Return the share of positions, 0 to 1, where all words are named correctly.

        The arguments are those of `right`. A random guess at one word is right in one
        of N_WORDS cases.
        """
        return float(self.right(encoding, **options).all(axis=-1).mean())

    def weights(self, encoding: Encoding, words: ArrayLike) -> NDArray:
        """Return the attention weights for a sentence, with shape (n_heads, n, n)."""
        return recall_weights(
            self.parameters, encoding, np.asarray(words), self.n_heads, self.causal
        )


def _encoding(name, value):
    return (
        value if isinstance(value, PositionEncoding) else numbers(ndim=2)(name, value)
    )


def _size(name, encoding, axis, wanted):
    """Return a table's size along an axis, or the wanted size for other encodings."""
    if isinstance(encoding, PositionEncoding):
        if wanted is None:
            raise ValueError(f"{name} is required when the encoding is not a table")
        return count(1)(name, wanted)
    size = encoding.shape[axis]
    if wanted not in (None, size):
        what = ("number of rows", "width")[axis]
        raise ValueError(
            f"{name} must be left out or equal the table's {what}, {size}; got {wanted}"
        )
    return size


@accepts(
    encoding=_encoding,
    steps=count(1),
    seed=count(0),
    rate=positive_number,
    sentences=count(1),
    n_heads=count(1),
)
def train(
    encoding: Encoding,
    k: int | tuple[int, ...] = 1,
    steps: int = 300,
    seed: int = 0,
    rate: float = 0.01,
    sentences: int = 32,
    n_heads: int = 1,
    lift: bool = False,
    causal: bool = False,
    n_positions: int | None = None,
    d_model: int | None = None,
) -> Trained:
    """Train the model to recall the word k positions earlier.

    Parameters
    ----------
    encoding : array_like, shape (n, d_model), or PositionEncoding
        The position encoding; n is the length of the sentences.
    k : int or tuple of int, optional
        How many positions earlier the word to be recalled is; less than n. A tuple such
        as (1, 2) asks for several words.
    steps : int, optional
        The number of steps of Adam, each with new random sentences.
    seed : int, optional
        The seed for the parameters and the sentences.
    rate : float, optional
        The learning rate.
    sentences : int, optional
        The number of sentences in each step.
    n_heads : int, optional
        The number of heads, which must divide the width. The number of parameters is
        the same for any number of heads.
    lift : bool, optional
        Whether a tanh layer comes before the attention.
    causal : bool, optional
        Whether words are prevented from attending to later words.
    n_positions, d_model : int, optional
        The length of the sentences and the width. Both are needed for an encoding that
        is not a table.

    Returns
    -------
    Trained
        The parameters and the losses.

    References
    ----------
    Kingma and Ba, Adam: A Method for Stochastic Optimization (2015), algorithm 1.

    Examples
    --------
    >>> trained = train(np.zeros((6, 4)), steps=2)
    >>> len(trained.losses)
    2
    """
    from autograd import value_and_grad  # a slow import, and most lessons train nothing

    n = _size("n_positions", encoding, 0, n_positions)
    width = _size("d_model", encoding, 1, d_model)
    divides(width, n_heads)
    offsets = one_or_more("k", k)
    if max(offsets) >= n:
        raise ValueError(f"k must be less than the number of positions, {n}; got {k}")
    random = np.random.default_rng(seed)
    parameters = start_parameters(width, seed, len(offsets), lift)
    if isinstance(encoding, PositionEncoding) and encoding.start:
        parameters |= encoding.start(n_heads, width, np.random.default_rng([seed, 1]))
    gradient = value_and_grad(recall_loss)
    losses, adam = [], Adam()
    for _ in range(steps):
        words = random.integers(N_WORDS, size=(sentences, n))
        loss, slopes = gradient(parameters, encoding, words, offsets, n_heads, causal)
        losses.append(float(loss))
        parameters = adam.step(parameters, slopes, rate)
    return Trained(parameters, losses, k, n_heads, causal)
