"""Mistakes in many exercises: in frequencies, the softmax and pairs of columns."""
