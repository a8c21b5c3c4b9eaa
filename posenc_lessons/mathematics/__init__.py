"""What the lessons build, with NumPy alone."""
