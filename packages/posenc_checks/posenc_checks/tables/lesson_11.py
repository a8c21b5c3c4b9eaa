"""Exercises of lesson 11: which positions can win."""

import numpy as np
from hintcheck import Inspection, Number, Wrong, as_array, call, read_edits

EDITS = read_edits(__file__, globals())
EXERCISES = {}


def corners(points):
    """Return the indices of the points that score highest for some query.

    `points` has two columns. The result holds the corners of the convex hull, found by
    Andrew's monotone chain. A point on an edge can at best tie with a corner.
    """
    points = points - points.mean(axis=0)
    size = np.abs(points).max() or 1.0
    order = np.lexsort(points.T[::-1])

    def chain(indices):
        kept = []
        for index in indices:
            while len(kept) > 1:
                (ax, ay), (bx, by) = points[[kept[-1], index]] - points[kept[-2]]
                if ax * by - ay * bx > 1e-9 * size**2:
                    break
                kept.pop()
            kept.append(int(index))
        return kept

    return sorted({*chain(order), *chain(order[::-1])})


def _three_winners(answer):
    """Check that exactly three positions can win in each table."""
    for n in (5, 24, 9, 100):
        case = f"For n = {n}"
        table = as_array(call(answer, n, case=case), (n, 2), case)
        if (table != as_array(call(answer, n, case=case), (n, 2), case)).any():
            raise Wrong(
                f"{case}, the table is different at each call. Could a model learn "
                "from that?",
                "random",
            )
        for later, row in enumerate(table):
            same = np.flatnonzero((table[:later] == row).all(axis=1))
            if len(same):
                raise Wrong(
                    f"{case}, positions {same[0]} and {later} have the same row. Can a "
                    "query tell them apart?",
                    "same rows",
                )
        found = corners(table)
        if len(found) == 3:
            continue
        text = f"{case}, {len(found)} positions can win"
        if len(found) < 6:
            text += f": {', '.join(map(str, found))}"
        if len(found) == 2:
            raise Wrong(f"{text}. All rows lie on one line. Where can it bend?", "line")
        if len(found) == n:
            raise Wrong(
                f"{text}. Which shape has only three corners, and where can the other "
                "positions go?",
                "all",
            )
        raise Wrong(f"{text}. Where is the extra corner?", "corners")
    return "Only three positions can win; the others are on the edges or inside."


EXERCISES["11a"] = Inspection(_three_winners)

EXERCISES["11b"] = Number(**EDITS["11b"])

CIRCLE = np.stack([np.sin(np.arange(12) / 2), np.cos(np.arange(12) / 2)], axis=1)
ACROSS = np.linspace(-1, 1, 9)
# Tables of two columns in which every position can win.
CURVES = {
    "the circle": CIRCLE,
    "a circle of radius 3": 3 * CIRCLE,
    "the parabola": np.stack([ACROSS, ACROSS**2], axis=1),
    "a circle around (5, 0)": CIRCLE + [5, 0],
    "an ellipse": CIRCLE * [4, 1],
}


def _winning_query(answer):
    """Check that for each query, the given position scores highest."""
    for name, table in CURVES.items():
        for position in range(len(table)):
            case = f"On {name}, for position {position}"
            query = call(answer, table.copy(), position, case=case)
            query = as_array(query, (2,), case)
            scores = table @ query
            others = np.delete(scores, position)
            if scores[position] > others.max():
                continue
            if scores[position] < others.min():
                raise Wrong(
                    f"{case}, the score is the lowest of all. Does the query point the "
                    "other way?",
                    "minus",
                )
            if np.allclose(scores, scores[0]):
                raise Wrong(
                    f"{case}, all positions score the same. Is the query 0?", "constant"
                )
            text = f"{case}, position {int(scores.argmax())} wins instead"
            if np.allclose(query, table[position]):
                raise Wrong(
                    f"{text}. Your query is the position's own row. That wins if "
                    "all rows have the same length; what else affects a dot product?",
                    "itself",
                )
            raise Wrong(
                f"{text}. Draw the points: along which direction is position "
                f"{position} ahead of its neighbors?",
                "other",
            )
    return "Your queries win on all five curves, wherever the curves lie."


EXERCISES["11c"] = Inspection(_winning_query)
