"""Mistakes that can happen in any exercise, derived from its right function alone."""
