"""Mistakes that can happen in any exercise, derived from its right function alone.

- `inputs`: an argument is changed before it is used;
- `ingredients`: a slip in a function that many exercises of a course call;
- `results`: the right result is changed afterwards;
- `observed`: no slip leads to the result, but the result itself shows something;
- `pairs`: two slips at once.
"""
