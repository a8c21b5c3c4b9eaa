"""Marking of homework: nbgrader's books and pages, and a sandbox for the code."""
