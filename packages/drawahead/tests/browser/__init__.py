"""Tests in a browser, which they share as a package and which ends with them."""
