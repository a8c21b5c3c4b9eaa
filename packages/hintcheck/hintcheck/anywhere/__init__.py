"""What can go wrong in any exercise, known from its reference alone.

- `inputs`: an argument is changed before it is used;
- `ingredients`: frequencies or the softmax are spoilt;
- `results`: the right result is changed afterwards;
- `values`: the same for a number alone;
- `observed`: no function explains the result, and it shows something of itself;
- `pairs`: two slips at once, one of them or both the exercise's own.
"""

from hintcheck.anywhere import (
    ingredients,
    inputs,
    observed,
    results,
    values,
)


def of_all():
    """Return every mistake that is looked for in all exercises, without its model."""
    found = [
        one
        for module in (inputs, ingredients, results, values, observed)
        for one in module.of_all()
    ]
    return list({(one.name, one.hint): one for one in found}.values())
