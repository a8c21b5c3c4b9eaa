"""T5's buckets of distances in one direction, and what the known mistakes make of them.

``half`` is how many of the buckets hold one distance each; as many share the rest.
"""

import numpy as np
from hintcheck.explanations import Mistake, in_parts


def buckets_of(
    distance,
    many,
    longest,
    log=np.log,
    inner=lambda distance, half: distance / half,
    limit=lambda half, longest: longest / half,
    share=None,
    whole=np.floor,
    first=0,
    sharing=lambda half: half,
    last=1,
    exact=lambda many: many // 2,
):
    """Return the bucket of each distance, some parts exchanged.

    Parameters
    ----------
    distance : numpy.ndarray
        0 or more.
    many : int
        How many buckets there are in this direction.
    longest : int
        From this distance on, all have the last one.
    log, inner, limit : callable
        The first shared bucket is that of log(inner) / log(limit) = 0, the end is at 1.
    share : callable, optional
        Takes distances, `half` and `longest`; returns the quotient in their place.
    whole : callable
        Makes whole numbers.
    first : int
        What is added to the shared buckets.
    sharing : callable
        Takes `half`; returns how many buckets share.
    last : int or None
        How far the last bucket is below `many`; None if there is no limit.
    exact : callable
        Takes `many`; returns `half`.
    """
    half, positive = exact(many), np.maximum(distance, 1)
    if share is None:
        part = log(inner(positive, half)) / np.log(limit(half, longest))
    else:
        part = share(positive, half, longest)
    far = half + first + whole(part * sharing(half))
    if last is not None:
        far = np.minimum(far, many - last)
    return np.where(distance < half, distance, far)


def _late(distance, half, longest):
    """Return the quotient that leads to buckets counted from 0 again."""
    return np.log(distance / half) / np.log(longest / half) - 1


# A mistake's number, the parts that it exchanges, and a hint.
LIMIT = (
    "M39",
    {"limit": lambda half, longest: longest},
    "The largest distance, too, is to be divided by the first that shares a bucket, "
    "within its logarithm.",
)
PARTS = [
    (
        "M39",
        {"limit": lambda half, longest: longest - half},
        "The logarithm runs from 0 to that of a *quotient*, the largest distance over "
        "the first that shares a bucket, not of a difference.",
    ),
    (
        "M39",
        {"limit": lambda half, longest: longest / (2 * half)},
        "Is the number of all buckets in the limit? Distances share from half of it "
        "on.",
    ),
    *(
        (
            "M39",
            {"limit": lambda half, longest, times=times: times * longest / half},
            f"The last bucket begins at {words} the largest distance that is given.",
        )
        for times, words in ((2, "twice"), (4, "four times"))
    ),
    *(
        (
            "M39",
            {"inner": inner} | limit,
            "Distances are to be divided by the first that shares a bucket before the "
            "logarithm, so that it is 0 there.",
        )
        for inner, limit in (
            (lambda distance, half: distance, {}),
            (
                lambda distance, half: distance,
                {"limit": lambda half, longest: longest},
            ),
            (lambda distance, half: np.maximum(distance - half + 1, 1), {}),
        )
    ),
    (
        "brackets",
        {
            "share": lambda distance, half, longest: (
                np.log(distance) / half / np.log(longest / half)
            )
        },
        "The logarithm is divided, where the distance should be: look at the brackets.",
    ),
    (
        "linear",
        {"share": lambda distance, half, longest: (distance - half) / (longest - half)},
        "The far distances are cut into equal parts: take logarithms.",
    ),
    (
        "M17",
        {"inner": lambda distance, half: np.maximum(distance // half, 1)},
        "The distance is divided by //, which loses what is left over.",
    ),
    *(
        (
            "M39",
            {"log": log},
            f"One logarithm is to the base {base}, the other natural.",
        )
        for log, base in ((np.log2, 2), (np.log10, 10))
    ),
    (
        "M39",
        {"whole": np.ceil},
        "The logarithm is rounded up; it is to be cut off.",
    ),
    ("M39", {"whole": np.round}, "The logarithm is rounded; it is to be cut off."),
    (
        "not rounded",
        {"whole": lambda far: far},
        "Far buckets have digits after the point: cut them off.",
    ),
    (
        "M39",
        {"sharing": lambda half: 2 * half},
        "Too many buckets share the far distances: half of them do.",
    ),
    (
        "M39",
        {"sharing": lambda half: half - 1},
        "One bucket too few shares the far distances: half of all do.",
    ),
    (
        "short",
        {"share": _late},
        "The shared buckets begin behind the exact ones: their number is missing.",
    ),
    (
        "off by one",
        {"last": 0},
        "The last bucket is one too high: buckets are counted from 0.",
    ),
    (
        "off by one",
        {"last": 2},
        "The last bucket is never used.",
    ),
    (
        "off by one",
        {"first": 1},
        "The first shared bucket is one too high: the exact ones are counted from 0.",
    ),
    (
        "M39",
        {"last": None},
        "From the largest distance on, all share the last bucket: a minimum is "
        "missing.",
    ),
    (
        "M39",
        {"limit": lambda half, longest: (longest - 1) / half},
        "The last bucket begins one before the largest distance.",
    ),
    (
        "half",
        {"exact": lambda many: many // 4, "sharing": lambda half: 3 * half},
        "Only a quarter of the buckets hold one distance each: half of them do.",
    ),
    (
        "half",
        {"exact": lambda many: many, "share": lambda *given: 0},
        "Every bucket holds one distance: only half of them do.",
    ),
]


def slips_of_buckets(build, more=()):
    """Return mistakes of the buckets in one direction.

    Parameters
    ----------
    build : callable
        Takes a function like `buckets_of`; returns the model.
    more : tuple
        Further ones, like those of `PARTS`.
    """

    @in_parts
    def model(**parts):
        return build(lambda *arguments: buckets_of(*arguments, **parts))

    return [
        *(
            Mistake(name, model(**parts), hint, partly=True)
            for name, parts, hint in [*PARTS, *more]
        ),
        Mistake(
            "off by one",
            build(lambda *arguments: buckets_of(*arguments) + 1),
            "All buckets are one too high: distance 0 has bucket 0.",
        ),
        Mistake(
            "M9",
            build(lambda distance, *rest: buckets_of(distance + 1, *rest)),
            "All distances count as one more.",
            partly=True,
        ),
    ]
