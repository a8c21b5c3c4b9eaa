"""What can go wrong in any exercise, known only from its right function.

- `inputs`: an argument is changed before it is used;
- `ingredients`: a slip in a function that many exercises of a course call;
- `results`: the right result is changed afterwards;
- `values`: the same for a single number;
- `observed`: nothing leads to the result, but it shows something itself;
- `pairs`: two slips at once, one of them or both the exercise's own.
"""
