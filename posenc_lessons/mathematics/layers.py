"""The recurrent network that lesson 01 compares with attention."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from posenc_lessons.mathematics.arguments import accepts, numbers, same_size


@accepts(
    same_size("x", -1, "w_input", 0),
    same_size("w_state", 0, "w_state", 1),
    same_size("w_input", 1, "w_state", 0),
    x=numbers(ndim=2),
    w_input=numbers(ndim=2),
    w_state=numbers(ndim=2),
)
def recurrent_states(x: ArrayLike, w_input: ArrayLike, w_state: ArrayLike) -> NDArray:
    """Return the state of a recurrent network after each word of a sentence.

    Parameters
    ----------
    x : array_like, shape (n, d_model)
        The embeddings of n words, one in each row.
    w_input : array_like, shape (d_model, d_state)
        The matrix applied to each word.
    w_state : array_like, shape (d_state, d_state)
        The matrix applied to the previous state.

    Returns
    -------
    ndarray, shape (n, d_state)
        Row t is the state after word t, counted from 0. The state before the first word
        is 0.

    References
    ----------
    Elman, Finding Structure in Time, Cognitive Science 14 (1990).

    Examples
    --------
    >>> print(recurrent_states([[1.0], [0.0]], [[1.0]], [[2.0]]).round(2))
    [[0.76]
     [0.91]]
    """
    states = [np.zeros(len(w_state))]
    for word in x:
        states.append(np.tanh(word @ w_input + states[-1] @ w_state))
    return np.array(states[1:])
