"""How a function's values are judged, tested on an exercise of three lines."""

import dataclasses

import numpy as np
import pytest
from hintcheck import as_array, tables
from hintcheck.comparison import Comparison
from hintcheck.explanations import STILL, Mistake
from hintcheck.tables import COARSE, at, fixed
from hintcheck.verdicts import Failure, Wrong

CASES = [(2,), (3,), (5,)]
ROW = np.full((1, 2), 7.0)
STOPS = Failure("It stops.", "stops")


def doubled(n):
    """Return a table of two columns: 1.5 n, 2.5 n, ..."""
    return n * (np.arange(2.0 * n).reshape(n, 2) + 1.5)


def mirrored(n):
    return doubled(n)[:, ::-1]


DOUBLED = Comparison(
    reference=doubled,
    draw=fixed(*CASES),
    describe=lambda n: f"For n = {n}",
    right="Well done.",
    place=at("position", "column"),
    mistakes=(
        Mistake("plus", lambda n: doubled(n) + 1, "One too much."),
        Mistake("half", lambda n: doubled(n)[:, :1], "The second column is missing."),
    ),
)


def but(**details):
    return dataclasses.replace(DOUBLED, **details)


def of(reference, *axes, **details):
    """Return an exercise on another function, without mistakes of its own."""
    return but(**{"reference": reference, "mistakes": (), "place": at(*axes)} | details)


def knows(*mistakes):
    """Return the exercise with other mistakes of its own."""
    return but(mistakes=tuple(Mistake(*mistake) for mistake in mistakes))


def values(answer):
    """Return what a function returns in each case; an answer may be a list of it."""
    return answer if isinstance(answer, list) else [answer(*case) for case in CASES]


def refused(answer, table=DOUBLED):
    with pytest.raises(Wrong) as raised:
        table.judge(values(answer), CASES)
    return raised.value


def credit(answer, table=DOUBLED):
    return table.credit(values(answer), CASES)


def from_case(number, change):
    """Return the right function, changed from one case on."""
    return lambda n: change(doubled(n)) if n >= CASES[number][0] else doubled(n)


# What is right


@pytest.mark.parametrize("kind", [np.ndarray.tolist, lambda t: t.astype(object)])
def test_right_values_are_praised(kind):
    given = list(map(kind, values(doubled)))
    assert DOUBLED.judge(given, CASES) == ("Well done.", None)


def of_rows(n):
    """Return a tolerance that grows from row to row."""
    return np.arange(n)[:, None] / 10


@pytest.mark.parametrize(
    ("tolerance", "off", "right"),
    [
        (DOUBLED.tolerance, lambda n: 0.9e-6, True),
        (DOUBLED.tolerance, lambda n: -1.1e-6, False),
        (of_rows, lambda n: 0.05, False),
        (of_rows, lambda n: 0.09 * np.arange(n)[:, None], True),
        (lambda n: np.full(n, 0.1), lambda n: 0.09, True),
    ],
)
def test_the_tolerance_is_a_millionth_or_differs_from_row_to_row(tolerance, off, right):
    given = values(lambda n: doubled(n) + off(n))
    assert credit(given, but(tolerance=tolerance)) == right


@pytest.mark.parametrize(
    "model", [lambda n: doubled(n)[1:], lambda n: doubled(n).ravel()]
)
def test_for_a_table_of_another_shape_the_largest_tolerance_holds(model):
    table = but(mistakes=(Mistake("shape", model, ""),), tolerance=of_rows)
    assert refused(lambda n: model(n) + 0.09, table).mistake == "shape"


def test_an_array_of_one_number_is_a_number():
    table = of(lambda n: n + 0.25)
    for wrap in (float, np.array, lambda x: [x], lambda x: np.array([[x]])):
        assert table.judge(values(lambda n, w=wrap: w(n + 0.25)), CASES)
    assert credit(lambda n: [n + 0.25] * 2, table) == 0


def test_an_empty_result_may_have_any_empty_shape():
    table = of(lambda n: [])
    assert table.judge(values(lambda n: np.empty((0, 2))), CASES)
    # NumPy makes an array of floats from an empty list.
    whole = dataclasses.replace(table, kinds="iu")
    assert whole.judge(values(lambda n: []), CASES)
    assert credit(lambda n: [n], table) == 0


def test_few_digits_are_told():
    table = but(coarse=lambda n: 1e-3)
    given = values(lambda n: doubled(n) + 9e-4)
    assert table.judge(given, CASES)[0] == f"Well done. {COARSE}"
    assert table.judge(values(doubled), CASES)[0] == "Well done."


def test_another_convention_is_right_and_the_first_one_is_the_measure():
    table = but(
        alternatives=(Mistake("mirrored", mirrored, "In halves."),),
        mistakes=(Mistake("turned", mirrored, "Turned."),),
    )
    assert table.judge(values(mirrored), CASES) == ("In halves.", "mirrored")
    assert credit(mirrored, table) == credit(doubled, table) == 1
    half = [mirrored(2), doubled(3) ** 2, doubled(5) ** 2]
    assert "n = 2, the entry at position 0 and column 0" in str(refused(half, table))
    assert refused([STOPS, mirrored(3), mirrored(5)], table).mistake == "turned"
    long = refused(lambda n: np.vstack([mirrored(n), ROW]), table)
    assert long.mistake is None
    assert "right one times 3" in str(refused(lambda n: 3 * doubled(n), table))


# How much is right


def test_credit_is_the_share_of_cases():
    assert credit(from_case(1, np.negative)) == 1 / 3
    assert credit([None, Failure("It stops."), "text"]) == 0


def test_a_case_in_which_a_mistake_is_right_does_not_count():
    def late(n):
        return doubled(n) + (n > 2)

    for details, share in (
        ({}, 1 / 3),
        ({"partly": True}, 2 / 3),
        ({"tolerance": lambda n: 1e-6}, 2 / 3),
    ):
        table = but(mistakes=(Mistake("plus", late, "Late.", **details),))
        assert credit(from_case(2, np.negative), table) == share


# Which mistake is named, and what is said


def minus(n):
    return -doubled(n)


def plus(n):
    return doubled(n) + 1


def nearly(n):
    return plus(n) + 1e-7


def off_in_the_second_row(n):
    table = doubled(n)
    table[1, 1] += 1e-5 + (n == 3)
    return table


def overflows(n):
    return plus(n) if n < 5 else np.full((5, 2), np.inf)


def cut(n):
    return np.trunc(doubled(n))


def loose(n):
    return 2.0


FULL = of(lambda n: np.full(n, -1.0 * n), "place")
OF_3 = of(lambda n: np.arange(3) + n / 2, "place")
HALVES = of(lambda n: np.arange(n) + 0.5, "place")
QUARTER = of(lambda n: n + 0.25)
BELOW_0 = of(lambda n: -n - 0.25)
ODD = dataclasses.replace(QUARTER, otherwise=lambda got, n: f"{got:g} is odd.")
ONES = of(lambda n: np.ones((n, 1, 1)), "head", "word", "column")
DEEP = of(lambda n: np.arange(16.0 * n).reshape(n, 2, 2, 2, 2) ** 2)
LATER = of(lambda n: np.arange(n) > 0, "place")
LARGE = of(lambda n: 2 ** (70 + n))
PARITY = of(lambda n: np.arange(n) % 2 == 1, "place")
COUNT = of(np.arange, "column", kinds="iu")
WHOLE = Mistake("cut", cut, "Integers.", whole=True)
CUT = but(mistakes=(WHOLE, Mistake("rounded", cut, "Cut.")))
COARSELY = "coarse", lambda n: doubled(n) + 1, "float16.", loose

# The exercise, an answer, the mistake that is named, and what is said; a | stands where
# the reply begins or ends.
REPLIES = [
    # What the results show.
    (DOUBLED, plus, "plus", "|One too much. For n = 2, the entry at position 0 and "
     "column 0 is 4 instead of 3.|"),
    (DOUBLED, minus, "minus", "|All your signs are reversed. For n = 2"),
    (DOUBLED, lambda n: minus(n) * np.nan, "nan", "holds nan. Do you divide"),
    (DOUBLED, lambda n: 0 * doubled(n), "unfinished", "are 0. Does your code ever"),
    (DOUBLED, lambda n: doubled(2), "size", "|Your result has 2 rows in every case. Is "
     "the size hard-coded? For n = 3"),
    (HALVES, lambda n: [7.0], "size", "|Your result has 1 number in every case. For"),
    (OF_3, lambda n: np.arange(4) ** n, None, ""),
    (DOUBLED, lambda n: np.vstack([doubled(n), ROW]), "long", "|Your result is right "
     "except for one entry too many at the end. For n = 2, the "),
    (DOUBLED, lambda n: np.vstack([ROW, doubled(n)]), "long", "many at the beginning."),
    (DOUBLED, lambda n: np.vstack([ROW, doubled(n), ROW]), None, "the shape should be"),
    (DOUBLED, lambda n: n, None, "For n = 2, the shape should be (2, 2)"),
    # The first entry that differs, and not one within the tolerance.
    (DOUBLED, off_in_the_second_row, None, "|For n = 2, the entry at position 1 and "
     "column 1 is 9.00001 instead of 9.|"),
    (DOUBLED, [doubled(2), off_in_the_second_row(3), doubled(5)], None, "|For n = 3, "
     "the entry at position 1 and column 1 is 14.5 instead of 13.5.|"),
    (but(tolerance=lambda n: 0.5), lambda n: doubled(n) + [0.5, 0.75], "plus", "and "
     "column 1 is 5.75 instead of 5.|"),
    (DEEP, lambda n: np.arange(16.0 * n).reshape(n, 2, 2, 2, 2).T ** 2, "transposed",
     "|Your result is transposed. For n = 2, the "),
    # A place has the names of its exercise, and a number has none.
    (ONES, lambda n: np.full((n, 1, 1), n + 1.5), None, "|For n = 2, the entry at "
     "head 0, word 0 and column 0 is 3.5 instead of 1.|"),
    (QUARTER, lambda n: n + 7.5, None, "n = 2, the result is 9.5 instead of 2.25.|"),
    (ODD, lambda n: n + 7.5, None, "|For n = 2, 9.5 is not right. 9.5 is odd.|"),
    (ODD, lambda n: -n - 0.25, "minus", "|All your signs are reversed. For n = 2, "
     "-2.25 is not right.|"),
    # 0 and 1 may stand for truth, and whole numbers may be asked for.
    (PARITY, lambda n: np.arange(n) % 2 == np.arange(n) // 2, None, "|For n = 2, the "
     "entry at place 0 is True instead of False.|"),
    (PARITY, lambda n: np.arange(n) % 3 + (n > 2) * 7.5, None, "|For n = 3, the entry "
     "at place 0 is 7.5 instead of 0.|"),
    (LATER, lambda n: np.arange(n) > 1, "off by one", "For n = 2, the entry at place 1 "
     "is False instead of True.|"),
    (LARGE, lambda n: -(2 ** (70 + n)), "minus", "|All your signs are reversed. "),
    (COUNT, lambda n: np.arange(n) + 0.5, "not whole", "|For n = 2, the result should "
     "hold whole numbers; got [0.5, 1.5] (list).|"),
    (COUNT, lambda n: np.arange(1.0 * n), "not whole", ""),
    (COUNT, lambda n: np.arange(n) ** 2 + 1, None, "|For n = 2, the entry at column 0 "
     "is 1 instead of 0.|"),
    # A mistake must explain every case, and two of them at least. What is not a table
    # of numbers is left aside.
    (DOUBLED, [doubled(2), plus(3), plus(5)], None, ""),
    (DOUBLED, [np.full((2, 2), np.nan), plus(3), plus(5)], "nan", ""),
    (DOUBLED, [STOPS, plus(3), plus(5)], "plus", ""),
    (DOUBLED, [np.empty((0, 2)), plus(3), plus(5)], "plus", ""),
    (DOUBLED, [STOPS, STOPS, plus(5)], "stops", ""),
    (DOUBLED, [3 * doubled(2), STOPS, STOPS], None, ""),
    (DOUBLED, [STOPS, STOPS, doubled(5).ravel()], "stops", ""),
    (DOUBLED, [plus(2), None, plus(5)], "plus", ""),
    (DOUBLED, [np.empty((0, 2))] * 3, None, ""),
    (DOUBLED, [[[1], [1, 2]], [[1, 2]] * 3, [[1, 2]] * 5], "shape", ""),
    (knows(("plus", doubled, "")), [STOPS, doubled(3), doubled(5)], "stops", "|It st"),
    # Of nan and infinity, only a loss of digits is named.
    (DOUBLED, overflows, None, ""),
    (DOUBLED, [plus(2), doubled(3), overflows(5)], None, ""),
    (knows(COARSELY), overflows, "coarse", ""),
    (knows(COARSELY, ("too", overflows, "", loose)), overflows, "too", ""),
    (knows(("coarse", doubled, "", loose)), [doubled(2), doubled(3), overflows(5)],
     "nan", ""),
    # What can go wrong everywhere is tried if no slip of the exercise is certain.
    (knows(("coarse", minus, "float16.", loose)), lambda n: minus(n) + 1e-7, "coarse",
     "Less likely"),
    (knows(("sign", minus, "The sign.")), minus, "sign", "|The sign. For n = 2"),
    (knows(("unfinished", lambda n: 0 * doubled(n), "Nothing there.")),
     lambda n: 0 * doubled(n), "unfinished", "|Nothing there. For n = 2"),
    # Results that are one number repeated are explained by slips of the exercise only.
    (FULL, lambda n: np.full(n, 1.0 * n), None, ""),
    (FULL, lambda n: np.full(n, 1.0 * n + np.arange(n)), None, ""),
    (FULL, lambda n: np.full(n + 1, -1.0 * n), None, "the shape should be (2,)"),
    (BELOW_0, lambda n: n + 0.25, "minus", ""),
    (BELOW_0, lambda n: 2.25, "constant", "|Your result is the same for every input."),
    # An array of floats has room for all digits.
    (CUT, cut, "rounded", ""),
    (CUT, lambda n: cut(n).astype(int), "cut", ""),
    (CUT, [cut(2), cut(3).astype(int), cut(5)], "cut", ""),
    (CUT, lambda n: cut(n).tolist(), "cut", ""),
    (but(mistakes=(WHOLE,)), cut, "cut", ""),
    (of(lambda n: n + 0.25, mistakes=(Mistake("cut", float, "", whole=True),)),
     np.float64, "cut", ""),
    (of(lambda n: np.linspace(0.2, 1.9, n), "place"),
     lambda n: np.linspace(0.2, 1.9, n).astype(int), "cut", "holds only whole numbers"),
    (of(lambda n: np.linspace(0.2, 0.9, n), "place"),
     lambda n: np.linspace(0.2, 0.9, n).astype(int), "cut", "are the whole number 0"),
    # The nearer of two mistakes is named, and one that is as near is told.
    (knows(("late", plus, "One."), ("scaled", plus, "")), plus, "late", "|One. Less "
     "likely, but with the same result: scaled, or rows "),
    (knows(("late", plus, "One."), ("scaled", nearly, "Another.")), nearly, "scaled",
     "|Another. For n = 2"),
    # Code left as given does not get its bug told.
    (knows(("sign", plus, STILL)), plus, "sign", f"|{STILL} For n = 2, the entry at "
     "position 0 and column 0 is wrong.|"),
    (but(given=Mistake("", minus, "")), from_case(1, np.negative), None, ""),
    # Silence in some cases only.
    (DOUBLED, [doubled(2), doubled(3), Failure("", "no return")], "no return", "does "
     "return something in other"),
    (DOUBLED, [Failure("None.", "no return"), None, STOPS], "no return", "|None.|"),
    (DOUBLED, [doubled(2), doubled(3), STOPS], "stops", "|It stops.|"),
]  # fmt: skip


@pytest.mark.parametrize(("table", "answer", "mistake", "says"), REPLIES)
def test_a_wrong_answer_gets_its_reply(table, answer, mistake, says):
    wrong = refused(answer, table)
    assert wrong.mistake == mistake
    assert says in f"|{wrong}|"


class NoArray:
    def __array__(self, dtype=None, copy=None):
        raise RuntimeError("no")

    def __repr__(self):
        return "no array"


@pytest.mark.parametrize(
    ("given", "says", "name"),
    [
        (None, "For n = 2, your function returned nothing.", "no return"),
        ("text", "the result should hold real numbers; got 'text' (str).", "form"),
        (object(), "should hold real numbers; got <object object at", "form"),
        (1j, "For n = 2, the result should hold real numbers; got 1j", "form"),
        (np.array(["a"] * 8), f"real numbers; got {['a'] * 8} (list).", "form"),
        (np.array(["a"] * 9), "got an array of <U1 with shape (9,).", "form"),
        (np.array([[None, "a"]]), "the parts of the result differ in length.", "shape"),
        ([[1], [1, 2]], "returned [[1], [1, 2]] (list), whose parts have", "shape"),
        (([1, 2], [1]), "your function returned 2 values instead of one.", "several"),
        (NoArray(), "returned no array (NoArray), which is not a table.", "shape"),
        (np.ones((3, 2)), "be (2, 2); it is (3, 2). That is one too many.", None),
        (np.ones((0, 2)), "it is (0, 2). Your result is empty.", None),
        (np.ones(1), "be (2, 2); it is (1,). It should have 2 axes.", None),
        (7.0, "be (2, 2); it is (). That is a single value. Is", None),
        (np.full((2, 2), -np.inf), "the result holds -inf.", "nan"),
        (np.array([[1, np.nan], [np.inf, 1]]), "the result holds nan.", "nan"),
    ],
)
def test_what_is_no_table(given, says, name):
    wrong = refused([given, doubled(3), doubled(5)])
    assert says in str(wrong)
    assert wrong.mistake == name


def test_what_is_too_large_is_not_looked_at(monkeypatch):
    for largest, share in (10, 1), (9, 2 / 3):  # the largest has 10 entries
        monkeypatch.setattr(tables, "LARGEST", largest)
        assert credit(doubled) == share


@pytest.mark.parametrize(
    ("given", "says", "name"),
    [
        ("text", "For n, your function should return numbers; got 'text' (str)", None),
        ([[1], [1, 2]], "should return numbers; got [[1], [1, 2]] (list).", None),
        (np.ones((3, 2)), "be (2, 3); it is (3, 2). Your result is tran", "transposed"),
        (np.ones((2, 2)), "be (2, 3); it is (2, 2). That is one too few.", "shape"),
        ([[1, 2, 3], [4, np.inf, 6]], "holds inf. Do you divide by 0, or raise", None),
        ([[1, 2, 3], [4, np.nan, 6]], "holds nan. Do you divide by 0, take the", None),
    ],
)
def test_what_is_no_array_of_a_shape(given, says, name):
    with pytest.raises(Wrong) as raised:
        as_array(given, (2, 3), "For n")
    assert says in str(raised.value)
    assert raised.value.mistake == name


@pytest.mark.parametrize("kind", [object, int])
def test_an_array_of_a_shape(kind):
    given = [[1, 2, 3], [4, 5, 6]]
    array = as_array(np.array(given, kind), (2, 3), "")
    assert (array.tolist(), array.dtype) == (given, float)


# How the values are collected


def test_a_case_is_a_tuple():
    with pytest.raises(TypeError, match=r"such as \(\[1, 2\],\); got \[5, 8\]"):
        fixed(([3],), [5, 8])


def test_whoever_changes_a_fixed_case_changes_only_a_copy():
    draw = fixed(([3, 1],))
    draw(None)[0][0].sort()
    assert draw(None) == [([3, 1],)]


def test_the_function_gets_copies():
    table = but(describe=lambda x, numbers: "For x")
    cases = [(np.zeros(2), [1, 2])]

    def greedy(x, numbers):
        x += numbers.pop(0)
        return x

    assert table.collect(greedy, cases)[0].tolist() == [1, 1]
    assert (cases[0][0] == 0).all() and cases[0][1] == [1, 2]


def test_every_case_is_tried_though_one_stops():
    def stops(n):
        if n == 3:
            raise NotImplementedError
        return 1 / (n - 2)

    stopped, dots, last = DOUBLED.collect(stops, CASES)
    assert (stopped.name, dots, last) == ("stops", None, 1 / 3)
    assert "For n = 2, your function stops at `return 1 / (n - 2)`" in stopped.reason
    assert len(DOUBLED.collect(7, CASES)) == 1


def test_what_is_forbidden_is_watched_in_the_first_case_alone():
    watched = []

    def forbids(packages, name, frame, arguments):
        watched.append(arguments)
        return name == "doubled"

    table = but(forbids=forbids)
    first, *others = table.collect(lambda n: doubled(n), CASES)
    assert first.name == "borrowed" and len(others) == 2
    assert set(watched) == {(2,)}
