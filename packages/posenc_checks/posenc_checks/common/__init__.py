"""What can go wrong in all exercises of the course: frequencies, softmax, pairs."""
