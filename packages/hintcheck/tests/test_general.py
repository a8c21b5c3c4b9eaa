"""What can go wrong in any exercise, without what a course registers."""

import numpy as np
import pytest
from hintcheck import Comparison, Exercises, Number, fixed, own_numbers
from hintcheck.edits import Edited, Source
from hintcheck.explanations import Mistake
from hintcheck.general import inputs, pairs, results

CASES = [(np.array([0.3, 1.7, 2.2]),), (np.array([4.1, 0.6]),)]

TEXT = """def f(x):
    return 2.0 * np.outer(x, np.arange(1, 3 + 1)) + 1.0
"""
SOURCE = Source(TEXT, "line.md", 1, {"np": np})


def edited(old, new):
    """Return a slip as an edit of the function in `TEXT`."""
    begin = TEXT.index(old)
    return Edited(SOURCE, ((begin, begin + len(old), new),), f"{old} -> {new}")


def _line(slope=2.0, above=1.0):
    """Return the right function, or one with another slope or height."""
    return lambda x: slope * np.outer(x, np.arange(1, 4)) + above


def pairs_that_explain(answer, *mistakes):
    """Return the hints of the pairs that explain an answer, by the pairs' names."""

    table = Comparison(_line(), fixed(*CASES), str, "Yes.", mistakes)
    arrays = [answer(*case) for case in CASES]
    return {
        pair.name: pair.hint
        for candidates in (pairs.of_edits, pairs.in_turn)
        for pair in pairs.pairs(table, arrays, CASES, candidates)
    }


STEEP = Mistake("twice", edited("2.0", "4.0"), "Too steep.")
HIGH = Mistake("sum", edited("1.0", "5.0"), "Too high.")


def backwards(x):
    return _line(4.0)(x)[:, ::-1]


STEEPER = Mistake("sum", edited("2.0", "5.0"), "Steeper.")
BACKWARDS = Mistake("backwards", lambda x: _line()(x)[:, ::-1], "Read from behind.")


@pytest.mark.parametrize(
    ("answer", "mistakes", "name", "says"),
    [
        (
            _line(4.0, 5.0),
            [STEEP, HIGH],
            "sum+twice",
            "steep. The other: Too high.",
        ),
        (_line(5.0), [STEEP, STEEPER], None, ""),  # both change the same place
        # The second may be one of any exercise; the exercise's own words are said.
        (backwards, [HIGH, STEEP], "twice+reversed columns", "are in reverse order."),
        (backwards, [STEEP, BACKWARDS], "twice+backwards", "other: Read from behind."),
    ],
)
def test_two_slips_are_joined(answer, mistakes, name, says):
    hints = pairs_that_explain(answer, *mistakes)
    assert list(hints) == [name] * bool(name)
    assert not name or hints[name].endswith(says)


def test_of_many_pairs_with_one_result_none_is_told():
    names = ("sum", "abs", "mean", "root", "half")
    slips = [Mistake(name, HIGH.model, HIGH.hint) for name in names]
    assert pairs_that_explain(_line(4.0, 5.0), STEEP, *slips[:4]) != {}
    assert pairs_that_explain(_line(4.0, 5.0), STEEP, *slips) == {}


def test_slips_that_do_not_fit_together_explain_nothing():
    fits = Mistake("abs", edited("3 +", "4 +"), "Too many.")
    broken = Mistake("sum", edited("+ 1.0", "+ np.zeros(7)"), "Of no shape.")
    hints = pairs_that_explain(_line(4.0, 5.0), fits, broken, STEEP, HIGH)
    assert list(hints) == ["sum+twice"]

    def stops(x):
        return _line(4.0)(x) if len(x) > 2 else 1 / 0

    assert pairs_that_explain(backwards, Mistake("stops", stops, "")) == {}


def test_few_whole_numbers_are_explained_by_no_pair():
    def pairs_for(right):
        higher = Mistake("sum", lambda x: right(x) + 7, "Too high.")
        table = Comparison(right, fixed(*CASES), str, "Yes.", (higher,))
        arrays = [higher.model(*case)[:, ::-1] for case in CASES]
        return pairs.pairs(table, arrays, CASES, pairs.in_turn)

    assert [pair.name for pair in pairs_for(_line())] == ["sum+reversed columns"]
    assert pairs_for(lambda x: np.round(_line()(x))) == []


def shares(table):
    return table / table.sum(axis=1, keepdims=True)


SQUARE = [np.array([[1.0, 2], [3, 5.5]]), np.array([[4.0, 1, 2], [1, 7, 2], [3, 3, 1]])]
WIDE = [np.arange(6.0).reshape(2, 3) ** 2, np.arange(8.0).reshape(4, 2) ** 3 + 1]


@pytest.mark.parametrize(
    ("right", "cases", "answer", "mistake", "says"),
    [
        (shares, [(table,) for table in SQUARE], lambda t: shares(t.T), "transposed",
         "if the first argument were transposed."),
        (shares, [(table,) for table in WIDE], lambda t: shares(t.T.reshape(t.shape)),
         "reshaped", ""),
        (lambda a, b: np.arange(3) * a - b / 3, [(1.5, 2), (4, 7), (3, 8.5)],
         lambda a, b: np.arange(3) * b - a / 3, "argument", ""),
        # No changed argument explains a few whole numbers.
        (lambda a, b: np.arange(3) * a - b, [(2, 1), (4, 7)],
         lambda a, b: np.arange(3) * (a + 1) - b, None, ""),
    ],
    ids=["transposed", "reshaped", "swapped", "few whole numbers"],
)  # fmt: skip
def test_other_arguments_are_recognized(right, cases, answer, mistake, says):
    table = Comparison(right, fixed(*cases), lambda *case: "Here", "Yes.")
    reply = Exercises({"a": table}).check("a", answer)
    assert (reply.ok, reply.mistake) == (False, mistake)
    assert says in reply.text


def test_what_slips_are_made_of():
    table = np.array([[1.0, 3], [5, 7]])
    assert results.standard(table, 0).tolist() == [[-1, -1], [1, 1]]
    assert results.without(table, 0).tolist() == [[0, 0], [5, 7]]
    assert results.alone(table, 0).tolist() == [[1, 3], [0, 0]]
    assert inputs.same(table, table[1]).tolist() == [[5, 7], [5, 7]]


# Every slip that the engine knows for any exercise is recognized.


def waves(numbers, table):
    """Return a table whose entries all differ in size; some are below 0."""
    return table * np.cos(numbers)[:, None] * [1.7, -2.9, 0.8] + 0.37 * numbers[:, None]


WAVES = Comparison(
    waves,
    fixed(
        (np.array([4, 2, 9, 5]), np.sqrt(np.arange(2.0, 14).reshape(4, 3))),
        (np.array([7, 3, 6, 5, 8]), np.log(np.arange(3.0, 18).reshape(5, 3))),
        (np.array([8, 1]), np.array([[1.8, 0.7, 2.2], [4.4, 3.3, 0.9]])),
    ),
    lambda numbers, table: f"For {len(numbers)} numbers",
    "Yes.",
)
EXERCISE = Exercises({"waves": WAVES})

# Numbers below 0 have no root; the other two need a square table.
OTHERS = ("root", "transposed", "reshaped")


def slips_of(module, *kinds):
    slips = [slip for kind in kinds for slip in module.EDITS[kind]["mistakes"]]
    return [slip for slip in slips if module is own_numbers or slip.name not in OTHERS]


def where(slip):
    return getattr(getattr(slip, "model", None), "where", None)


def said_of(answer):
    cases = EXERCISE.draw("waves")
    reply = EXERCISE.judge("waves", [answer(*case) for case in cases], cases)
    return reply.mistake, reply.text


@pytest.mark.parametrize("slip", slips_of(results, "numbers", "rows"), ids=where)
def test_a_changed_result_is_recognized(slip):
    name, text = said_of(lambda *case: slip.model(waves(*case)))
    assert name == slip.name
    assert results.of_axes(slip.hint, 2) in text


@pytest.mark.parametrize(
    ("n", "slip"),
    [(0, slip) for slip in slips_of(inputs, "whole numbers", "lists", "rows")]
    + [(1, slip) for slip in slips_of(inputs, "tables", "rows")],
    ids=where,
)
def test_a_changed_argument_is_recognized(n, slip):
    def answer(*case):
        case = list(case)
        case[n] = slip.model(case[n])
        return waves(*case)

    name, text = said_of(answer)
    assert name == slip.name
    assert slip.hint.replace("{}", f"{inputs.WHICH[n]} argument") in text


@pytest.mark.parametrize(
    ("slip", "right", "whole"),
    [(slip, 0.3, "") for slip in slips_of(own_numbers, "numbers")]
    + [(slip, 40, "item") for slip in slips_of(own_numbers, "counts")],
    ids=where,
)
def test_a_number_beside_the_right_one_is_recognized(slip, right, whole):
    exercises = Exercises({"n": Number(lambda: right, "Yes.", whole=whole)})
    reply = exercises.check("n", float(slip.model(right)))
    assert reply.mistake == slip.name
    assert slip.hint in reply.text


# What the results show themselves


def shuffled(table):
    """Return a table with its rows in an order that no other slip leads to."""
    return table[np.argsort(np.sin(5.0 * np.arange(len(table)) + 1))]


def norms(table):
    return np.linalg.norm(table, axis=1, keepdims=True)


def sums(table):
    return table.sum(axis=1, keepdims=True)


def counted(table):
    """Return a number for each row."""
    return 1 + np.arange(len(table))[:, None]


@pytest.mark.parametrize(
    ("name", "says", "change"),
    [
        ("axis lost", "copies of the first one", lambda t: 0 * t + t[0]),
        ("axis lost", "copies of the last one", lambda t: 0 * t + t[-1]),
        ("axis lost", "the mean of the right ones", lambda t: 0 * t + t.mean(axis=0)),
        ("axis lost", "rows are the same. Did", lambda t: 0 * t + 1.2 * t[0]),
        ("from 1", "what the next one should", lambda t: np.vstack([t[1:], 1 + t[:1]])),
        ("off by one", "what the one before", lambda t: np.vstack([t[:1] + 1, t[:-1]])),
        ("columns", "Your columns are right, but in", lambda t: np.roll(t, 1, 1)),
        ("order", "Your rows are right, but in", shuffled),
        ("reshaped", "the wrong row. A reshape", lambda t: t.T.reshape(t.shape)),
        ("shape", "but in the wrong shape. Is a", lambda t: t.reshape(-1, 1, 3)),
        ("few digits", "to about 3 digits", lambda t: t * (1 + 1e-3 * np.cos(7 * t))),
        ("few digits", "right to 5 digits", lambda t: (1 + 4e-6) * t),
        ("scaled", "times 3, in every", lambda t: 3 * t),
        ("scaled", "divided by 2 pi", lambda t: t / (2 * np.pi)),
        ("scaled", "times the number of rows", lambda t: len(t) * t),
        ("scaled", "by the square root of the number", lambda t: t / len(t) ** 0.5),
        ("scaled", "differs from case to case", lambda t: t * (t.size + 0.5)),
        ("scaled", "You divide each row by its length", lambda t: t / norms(t)),
        ("scaled", "You divide each row by its sum", lambda t: t / sums(t)),
        ("scaled", "times a different number", lambda t: t * counted(t)),
        ("minus", "In some of your rows", lambda t: t * (-1) ** counted(t)),
        ("degrees", "times 180 / pi", np.rad2deg),
    ],
)
def test_what_a_result_shows_is_told(name, says, change):
    said = said_of(lambda *case: change(waves(*case)))
    assert said[0] == name
    assert says in said[1]
