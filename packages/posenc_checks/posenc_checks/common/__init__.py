"""Mistakes that can occur in many exercises: in frequencies, softmax and pairs."""
