"""What makes the notebooks that readers open: outputs, and students' versions."""
