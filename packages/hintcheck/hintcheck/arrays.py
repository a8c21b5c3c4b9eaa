"""NumPy, or a stand-in for lists where NumPy is not installed."""

try:
    import numpy as np
except ImportError:
    from hintcheck import lists as np

HAS_NUMPY = np.__name__ == "numpy"

__all__ = ["HAS_NUMPY", "np"]
