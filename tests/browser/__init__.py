"""Tests in a real browser: JupyterLab, the lessons, and a person's keyboard."""
