"""Tests in a browser. As a package they share one, which ends with the folder."""
