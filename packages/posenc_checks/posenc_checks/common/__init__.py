"""What can go wrong in any exercise of the course: frequencies, softmax, pairs."""
