"""The mathematics of the lessons, which needs only NumPy."""
