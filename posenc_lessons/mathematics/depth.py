"""How long a computation must wait: its longest chain of consecutive steps."""

import functools
import inspect
from collections.abc import Callable

import numpy as np

from posenc_lessons.mathematics.arguments import StandIn, accepts, count


@functools.total_ordering
class _Moment(StandIn):
    """Stands in for a number and knows only after how many steps it is ready.

    Sums and products are ready with the later of their two parts, since any number
    of them can be done together as one matrix product; `exp` and `tanh` each take
    a step. NumPy calls the methods with these names on arrays of objects.
    """

    def __init__(self, steps):
        self.steps = steps

    def _with(self, other):
        return _Moment(max(self.steps, getattr(other, "steps", 0)))

    __add__ = __radd__ = __sub__ = __rsub__ = _with
    __mul__ = __rmul__ = __truediv__ = __rtruediv__ = _with

    def __lt__(self, other):
        return self.steps < other.steps

    def exp(self):
        return _Moment(self.steps + 1)

    tanh = exp


@accepts(n=count(1), d_model=count(1))
def waiting_steps(layer: Callable, n: int, d_model: int = 2) -> int:
    """Count a layer's steps that cannot be done at the same time.

    The layer's own code runs once, on stand-ins for numbers that carry the time at
    which each is ready. A step is a nonlinear function with the matrix products
    before it; steps that do not need each other count as one.

    Parameters
    ----------
    layer : callable
        A function such as `self_attention` or `recurrent_states`: embeddings of
        shape (n, d_model) first, then matrices of shape (d_model, d_model).
    n : int
        The number of words.
    d_model : int, optional
        The width; the result does not depend on it.

    Returns
    -------
    int
        The length of the longest chain in which each step needs the one before.

    References
    ----------
    Vaswani et al., Attention Is All You Need (2017), table 1, column
    "Sequential Operations".

    Examples
    --------
    >>> from posenc_lessons import recurrent_states, self_attention
    >>> waiting_steps(recurrent_states, n=7), waiting_steps(self_attention, n=7)
    (7, 1)
    """
    x = np.full((n, d_model), _Moment(0), dtype=object)
    n_matrices = len(inspect.signature(layer).parameters) - 1
    contextual = layer(x, *[np.ones((d_model, d_model))] * n_matrices)
    return max(moment.steps for moment in contextual.flat)
