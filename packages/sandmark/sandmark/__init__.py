"""Mark homework with nbgrader's gradebook and a sandbox for students' code."""
