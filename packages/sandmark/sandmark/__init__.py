"""Marks homework, with nbgrader's gradebook and pages, and a sandbox for the code."""
