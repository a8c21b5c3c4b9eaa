"""The optimizer for every training run in this folder."""

import numpy as np
from numpy.typing import NDArray


class Adam:
    """The Adam optimizer: gradient descent with a separate step size for each number.

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
        """Create an optimizer that has not seen any gradients."""
        self._count, self._mean, self._square = 0, {}, {}

    def step(
        self, parameters: dict[str, NDArray], slopes: dict[str, NDArray], rate: float
    ) -> dict[str, NDArray]:
        """Return the parameters after one step.

        `slopes` maps each parameter's name to its gradient. The first step changes each
        number by about `rate`.
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
