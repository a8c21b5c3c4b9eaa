"""A small course on statistics that asks for three functions and one number.

The slips are in `statistics_course.md`, beside this module.
"""

from hintcheck import Comparison, Exercises, Number, fixed, read_edits

SLIPS = read_edits(__file__, globals())

EXERCISES = Exercises(
    {
        "variance": Comparison(
            **SLIPS["variance"],
            draw=fixed(([1, 2, 6],), ([0.5, 4.0],), ([3, 1, 4, 1, 5],)),
            describe=lambda numbers: f"For {numbers}",
            right="You averaged the squared differences.",
        ),
        "moving mean": Comparison(
            **SLIPS["moving mean"],
            draw=fixed(
                ([1, 2, 6, 7], 2), ([3, 1, 4, 1, 5, 9], 3), ([2.5, 0, 1, 8, 3], 2)
            ),
            describe=lambda numbers, width: f"For {numbers} and width {width}",
            right="Each window moves on by one number.",
        ),
        "ranks": Comparison(
            **SLIPS["ranks"],
            draw=fixed(([30, 10, 20, 40],), ([5, 1],), ([4, 8, 1, 9, 3, 7],)),
            describe=lambda numbers: f"For {numbers}",
            right="The lowest number has rank 1.",
        ),
        "median": Number(**SLIPS["median"], whole="number in the list"),
    },
    names={
        "n - 1": "divided by n - 1",
        "no mean": "the mean not subtracted",
        "not squared": "a square forgotten",
        "one too few": "one window too few",
    },
)
check = EXERCISES.check
