"""Tests in a real browser: lessons in JupyterLab, pages and slides."""
