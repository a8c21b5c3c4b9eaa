"""What lessons build, with NumPy alone."""
