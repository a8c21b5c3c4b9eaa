"""What lessons build: NumPy alone."""
