"""Tests that share one browser, which ends with them."""
