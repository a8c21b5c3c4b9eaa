"""How a function's values are judged, tested on an exercise of three lines."""

import dataclasses

import numpy as np
import pytest
from hintcheck import answers, as_array, tables
from hintcheck.comparison import NOT_FIXED, Comparison
from hintcheck.explanations import STILL, Mistake
from hintcheck.tables import COARSE, TOO_LONG, at, fixed
from hintcheck.verdicts import Failure, NotAttempted, Verdict, Wrong

CASES = [(2,), (3,), (5,)]
ROW = np.full((1, 2), 7.0)


def doubled(n):
    """Return a table of two columns: 1.5 n, 2.5 n, ..."""
    return n * (np.arange(2.0 * n).reshape(n, 2) + 1.5)


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
NUMBER = dataclasses.replace(
    DOUBLED, reference=lambda n: n + 0.25, mistakes=(), place=lambda *index: {}
)


def values(function, cases=CASES):
    return [function(*case) for case in cases]


def refused(given, table=DOUBLED):
    """Return the error that is raised for the values that a function returned."""
    with pytest.raises(Wrong) as raised:
        table.judge(given, CASES)
    return raised.value


def refusal(function, table=DOUBLED):
    """Return the error that is raised for a function."""
    return refused(values(function), table)


def but(**details):
    return dataclasses.replace(DOUBLED, **details)


def of(reference, **details):
    """Return an exercise on another function, without mistakes of its own."""
    return but(reference=reference, mistakes=(), **details)


def from_case(number, change):
    """Return the right function, changed from one case on."""
    return lambda n: change(doubled(n)) if n >= CASES[number][0] else doubled(n)


# What is right


@pytest.mark.parametrize(
    "kind", [np.asarray, np.ndarray.tolist, lambda t: t.astype(object)]
)
def test_right_values_are_praised(kind):
    given = list(map(kind, values(doubled)))
    assert DOUBLED.judge(given, CASES) == Verdict("Well done.")


@pytest.mark.parametrize(("off", "right"), [(0.9e-6, True), (1.1e-6, False)])
def test_the_tolerance_is_a_millionth(off, right):
    for sign in (-1, 1):
        given = values(lambda n, sign=sign: doubled(n) + sign * off)
        assert DOUBLED.credit(given, CASES) == right


def of_rows(n):
    """Return a tolerance that grows from row to row."""
    return np.arange(n)[:, None] / 10


@pytest.mark.parametrize(
    ("tolerance", "off", "credit"),
    [
        (of_rows, lambda n: 0.05, 0),
        (of_rows, lambda n: 0.09 * np.arange(n)[:, None], 1),
        (lambda n: np.full(n, 0.1), lambda n: 0.09, 1),
    ],
)
def test_a_tolerance_may_differ_from_row_to_row(tolerance, off, credit):
    given = values(lambda n: doubled(n) + off(n))
    assert but(tolerance=tolerance).credit(given, CASES) == credit


@pytest.mark.parametrize(
    "model",
    [
        lambda n: doubled(n)[1:],
        lambda n: doubled(n).ravel(),
    ],
)
def test_for_a_table_of_another_shape_the_largest_tolerance_holds(model):
    table = but(mistakes=(Mistake("shape", model, ""),), tolerance=of_rows)
    assert refusal(lambda n: model(n) + 0.09, table).mistake == "shape"


def test_an_array_of_one_number_is_a_number():
    for wrap in (float, np.array, lambda x: [x], lambda x: np.array([[x]])):
        assert NUMBER.judge(values(lambda n, w=wrap: w(n + 0.25)), CASES)
    assert NUMBER.credit(values(lambda n: [n + 0.25] * 2), CASES) == 0


def test_few_digits_are_told():
    table = but(coarse=lambda n: 1e-3)
    given = values(lambda n: doubled(n) + 9e-4)
    assert table.judge(given, CASES).text == f"Well done. {COARSE}"
    assert table.credit(given, CASES) == 1
    assert table.judge(values(doubled), CASES).text == "Well done."


def test_another_convention_is_told():
    other = Mistake("mirrored", lambda n: doubled(n)[:, ::-1], "In halves.")
    table = but(alternatives=(other,))
    given = values(lambda n: doubled(n)[:, ::-1])
    assert table.judge(given, CASES) == Verdict("In halves.", "mirrored")
    assert table.credit(given, CASES) == 1


def test_the_paper_s_convention_is_the_measure_of_what_is_wrong():
    def turned(n):
        return doubled(n)[:, ::-1]

    other = Mistake("mirrored", turned, "In halves.")
    table = but(alternatives=(other,), mistakes=(Mistake("turned", turned, "Turned."),))
    half = [turned(2), doubled(3) ** 2, doubled(5) ** 2]
    assert str(refused(half, table)).startswith("For n = 2, position 0 and column 0")
    assert table.credit(values(doubled), CASES) == 1
    given = [Failure("It stops.", "stops"), turned(3), turned(5)]
    assert refused(given, table).mistake == "turned"
    assert refusal(lambda n: np.vstack([turned(n), ROW]), table).mistake is None
    assert "right one times 3" in str(refusal(lambda n: 3 * doubled(n), table))


def test_what_is_not_there_yet():
    with pytest.raises(NotAttempted):
        DOUBLED.judge([None] * 3, CASES)
    table = but(given=Mistake("", lambda n: -doubled(n), ""))
    with pytest.raises(NotAttempted, match=NOT_FIXED):
        table.judge(values(lambda n: -doubled(n)), CASES)
    assert refusal(from_case(1, np.negative), table).mistake is None


# How much is right


def test_credit_is_the_share_of_cases():
    assert DOUBLED.credit(values(from_case(1, np.negative)), CASES) == 1 / 3
    assert DOUBLED.credit(values(from_case(2, np.negative)), CASES) == 2 / 3
    assert DOUBLED.credit([None, Failure("It stops."), "text"], CASES) == 0


def test_a_case_in_which_a_mistake_is_right_does_not_count():
    def late(n):
        return doubled(n) + (n > 2)

    given = values(from_case(2, np.negative))
    for details, credit in (
        ({}, 1 / 3),
        ({"partly": True}, 2 / 3),
        ({"tolerance": lambda n: 1e-6}, 2 / 3),
    ):
        table = but(mistakes=(Mistake("plus", late, "Late.", **details),))
        assert table.credit(given, CASES) == credit


# Which mistake is named


@pytest.mark.parametrize(
    ("answer", "name", "says"),
    [
        (lambda n: doubled(n) + 1, "plus", "One too much. For n = 2, position 0 and"),
        (lambda n: -doubled(n), "minus", "All your signs are reversed. For n = 2"),
        (lambda n: doubled(n) * np.nan, "nan", "holds nan. Does it divide"),
        (lambda n: 0 * doubled(n), "unfinished", "numbers are 0. Do you fill them in?"),
        (
            lambda n: doubled(2),
            "size",
            "Your result has 2 rows in every case. Is the size hard-coded? For n = 3",
        ),
        (
            lambda n: np.vstack([doubled(n), ROW]),
            "long",
            "Your result is right except for one too many at the end. For n = 2 the ",
        ),
        (lambda n: np.vstack([ROW, doubled(n)]), "long", "too many at the beginning."),
        (lambda n: np.vstack([ROW, doubled(n), ROW]), None, "the shape should be"),
        (lambda n: n, None, "For n = 2 the shape should be (2, 2)"),
    ],
)
def test_what_the_results_show_is_told(answer, name, says):
    wrong = refusal(answer)
    assert wrong.mistake == name
    assert says in str(wrong)


def test_the_place_is_told_with_what_is_there():
    wrong = refusal(lambda n: doubled(n) + 1)
    assert str(wrong).endswith("position 0 and column 0 should hold 3; it holds 4.")
    assert wrong.place == {"position": 0, "column": 0}
    assert (wrong.expected, wrong.got) == (3.0, 4.0)


def test_the_first_entry_that_differs_is_told():
    def one_off(n):
        table = doubled(n)
        table[1, 1] += 1e-5 + (n == 3)
        return table

    wrong = refusal(one_off)
    assert (wrong.place["position"], wrong.place["column"]) == (1, 1)
    assert wrong.mistake is None
    assert str(wrong).startswith("For n = 2, position 1 and column 1 should hold 9;")
    wrong = refusal(lambda n: one_off(n) if n == 3 else doubled(n))
    assert str(wrong) == (
        "For n = 3, position 1 and column 1 should hold 13.5; it holds 14.5."
    )


STOPS = Failure("It stops.", "stops")


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ([doubled(2), doubled(3) + 1, doubled(5) + 1], None),
        ([np.full((2, 2), np.nan), doubled(3) + 1, doubled(5) + 1], "nan"),
        # What is not a table of numbers is left aside; one case alone names nothing.
        ([STOPS, doubled(3) + 1, doubled(5) + 1], "plus"),
        ([np.empty((0, 2)), doubled(3) + 1, doubled(5) + 1], "plus"),
        ([STOPS, STOPS, doubled(5) + 1], "stops"),
        ([doubled(2) + 1, None, doubled(5) + 1], "plus"),
        ([np.empty((0, 2))] * 3, None),
        ([[[1], [1, 2]], [[1, 2]] * 3, [[1, 2]] * 5], "shape"),
    ],
)
def test_a_mistake_must_explain_every_case(given, name):
    assert refused(given).mistake == name


def test_no_mistake_is_named_where_what_came_is_right():
    same = Mistake("plus", doubled, "The same.")
    wrong = refused([STOPS, doubled(3), doubled(5)], but(mistakes=(same,)))
    assert (str(wrong), wrong.mistake) == ("It stops.", "stops")


def test_of_nan_and_infinity_only_a_loss_of_digits_is_named():
    def overflows(n):
        return np.where(doubled(n) > 20, np.inf, doubled(n) + (n == 2))

    coarse = Mistake("coarse", lambda n: doubled(n) + 1, "float16.", lambda n: 2.0)
    given = [doubled(2) + 1, doubled(3) + 1, np.full((5, 2), np.inf)]
    assert refused(given).mistake is None
    assert refused(given, but(mistakes=(coarse,))).mistake == "coarse"
    too = Mistake("too", lambda n: given[CASES.index((n,))], "Too.", lambda n: 2.0)
    assert refused(given, but(mistakes=(coarse, too))).mistake == "too"
    near = Mistake("coarse", doubled, "float16.", lambda n: 2.0)
    given = [doubled(2), doubled(3), np.full((5, 2), np.inf)]
    assert refused(given, but(mistakes=(near,))).mistake == "nan"
    assert refusal(overflows).mistake is None


def test_what_can_go_wrong_everywhere_is_tried_if_nothing_else_is_certain():
    coarse = Mistake("coarse", lambda n: -doubled(n), "float16.", lambda n: 2.0)
    wrong = refusal(lambda n: -doubled(n) + 1e-7, but(mistakes=(coarse,)))
    assert wrong.mistake == "coarse" and "Less likely" in str(wrong)
    same = Mistake("sign", lambda n: -doubled(n), "The sign.")
    wrong = refusal(lambda n: -doubled(n), but(mistakes=(same,)))
    assert str(wrong).startswith("The sign. For n = 2")


def test_numbers_all_alike_are_explained_by_mistakes_of_the_exercise_alone():
    table = of(lambda n: np.full(n, -1.0 * n))
    assert refusal(lambda n: np.full(n, 1.0 * n), table).mistake is None
    assert refusal(lambda n: np.full(n, 1.0 * n + np.arange(n)), table).mistake is None
    number = dataclasses.replace(NUMBER, reference=lambda n: -n - 0.25)
    assert refusal(lambda n: n + 0.25, number).mistake == "minus"
    wrong = refusal(lambda n: 2.25, number)
    assert wrong.mistake == "constant"
    assert "Your result is the same for every input. For n" in str(wrong)


def test_a_table_of_floats_has_not_lost_its_digits_for_want_of_room():
    whole = Mistake("cut", lambda n: np.trunc(doubled(n)), "Integers.", whole=True)
    other = Mistake("rounded", lambda n: np.trunc(doubled(n)), "Cut.")
    table = but(mistakes=(whole, other))
    assert refusal(lambda n: np.trunc(doubled(n)), table).mistake == "rounded"
    assert refusal(lambda n: doubled(n).astype(int), table).mistake == "cut"
    mixed = [np.trunc(doubled(2)), doubled(3).astype(int), np.trunc(doubled(5))]
    assert refused(mixed, table).mistake == "cut"
    assert refusal(lambda n: np.trunc(doubled(n)).tolist(), table).mistake == "cut"
    alone = but(mistakes=(whole,))
    assert refusal(lambda n: np.trunc(doubled(n)), alone).mistake == "cut"
    whole = Mistake("cut", float, "Integers.", whole=True)
    numbers = dataclasses.replace(NUMBER, mistakes=(whole,))
    assert refusal(np.float64, numbers).mistake == "cut"


@pytest.mark.parametrize(
    ("most", "says"),
    [(1.9, "holds only whole numbers"), (0.9, "numbers are the whole number 0")],
)
def test_small_numbers_cut_to_whole_ones_are_told(most, says):
    table = of(lambda n: np.linspace(0.2, most, n))
    wrong = refusal(lambda n: np.linspace(0.2, most, n).astype(int), table)
    assert wrong.mistake == "cut"
    assert says in str(wrong)


# What is said


def test_code_left_as_given_does_not_get_its_bug_told():
    still = Mistake("sign", lambda n: doubled(n) + 1, STILL)
    assert str(refusal(lambda n: doubled(n) + 1, but(mistakes=(still,)))) == (
        f"{STILL} For n = 2, the entry at position 0 and column 0 is wrong."
    )


def test_what_is_within_the_tolerance_is_not_the_place():
    table = but(tolerance=lambda n: 0.5, mistakes=())
    wrong = refusal(lambda n: doubled(n) + [0.5, 0.75], table)
    assert (wrong.place["position"], wrong.place["column"]) == (0, 1)


def test_a_place_has_the_names_of_its_exercise():
    assert str(refusal(lambda n: n + 7.5, NUMBER)) == (
        "For n = 2 it should be 2.25; it is 9.5."
    )
    three = of(lambda n: np.ones((n, 1, 1)), place=at("head", "word", "column"))
    wrong = refusal(lambda n: np.full((n, 1, 1), n + 1.5), three)
    assert str(wrong) == (
        "For n = 2, head 0, word 0 and column 0 should hold 1; it holds 3.5."
    )
    assert wrong.place == {"head": 0, "word": 0, "column": 0}


def test_zeros_are_told_in_the_exercise_s_own_words():
    none = Mistake("unfinished", lambda n: np.zeros((n, 2)), "Nothing there.")
    wrong = refusal(lambda n: np.zeros((n, 2)), but(mistakes=(none,)))
    assert str(wrong).startswith("Nothing there. For n = 2")


class NoArray:
    def __array__(self, dtype=None, copy=None):
        raise RuntimeError("no")

    def __repr__(self):
        return "no array"


def test_results_of_one_size_are_told():
    table = of(lambda n: np.arange(n) + 0.5)
    one = "Your result has 1 number in every case. For n = 2 the shape"
    assert str(refusal(lambda n: [7.0], table)).startswith(one)
    # Here, the right results have one size in every case, too.
    table = of(lambda n: np.arange(3) + n / 2)
    assert refusal(lambda n: np.arange(4) ** n, table).mistake is None


def test_a_number_may_be_kept_back():
    table = dataclasses.replace(NUMBER, otherwise=lambda got, n: f"{got:g} is odd.")
    assert str(refusal(lambda n: n + 7.5, table)) == (
        "For n = 2 it is not 9.5. 9.5 is odd."
    )
    assert str(refusal(lambda n: -n - 0.25, table)) == (
        "All your signs are reversed. For n = 2 it is not -2.25."
    )


def test_0_and_1_may_stand_for_truth():
    table = of(lambda n: np.arange(n) % 2, place=at("place"), truth=True)
    wrong = refusal(lambda n: np.arange(n) % 2 == np.arange(n) // 2, table)
    assert str(wrong) == "For n = 2, place 0 should hold False; it holds True."
    wrong = refusal(lambda n: np.arange(n) % 3 + (n > 2) * 7.5, table)
    assert str(wrong) == "For n = 3, place 0 should hold 0; it holds 7.5."


@pytest.mark.parametrize(
    ("given", "says", "name"),
    [
        (None, "For n = 2 it returned nothing.", "no return"),
        (STOPS, "It stops.", "stops"),
        ("text", "For n = 2 it should hold real numbers; got 'text' (str).", "form"),
        (1j, "For n = 2 it should hold real numbers; got 1j (complex).", "form"),
        (np.array(["a"] * 8), f"real numbers; got {['a'] * 8} (list).", "form"),
        (np.array(["a"] * 9), "got an array of <U1 with shape (9,).", "form"),
        (np.array(["2030-01-01"], "M8[D]"), "it should hold real numbers; got", "form"),
        (np.array([[None, "a"]]), "the parts of the result differ in length.", "shape"),
        ([[1], [1, 2]], "it returned [[1], [1, 2]] (list), whose parts have", "shape"),
        (([1, 2], [1]), "it returned 2 values; the exercise asks for one.", "several"),
        (NoArray(), "it returned no array (NoArray), which is not a table.", "shape"),
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


def test_whole_numbers_may_be_asked_for():
    table = of(np.arange, kinds="iu", place=at("column"))
    wrong = refusal(lambda n: np.arange(n) + 0.5, table)
    assert "it should hold whole numbers; got [0.5, 1.5] (list)." in str(wrong)
    assert wrong.mistake == "not whole"
    assert table.judge(values(np.arange), CASES)
    assert refusal(lambda n: np.arange(1.0 * n), table).mistake == "not whole"
    wrong = refusal(lambda n: np.arange(n) ** 2 + 1, table)
    assert str(wrong) == "For n = 2, column 0 should hold 0; it holds 1."


def test_what_is_too_large_is_not_looked_at(monkeypatch):
    monkeypatch.setattr(tables, "LARGEST", 10)
    assert DOUBLED.judge(values(doubled), CASES)  # of which the largest has 10 entries
    monkeypatch.setattr(tables, "LARGEST", 9)
    assert DOUBLED.credit(values(doubled), CASES) == 2 / 3


def test_silence_in_some_cases_is_told():
    silent = Failure("For n = 5 it returned nothing.", "no return")
    wrong = refused([doubled(2), doubled(3), silent])
    assert "does return something in other" in str(wrong)
    assert wrong.mistake == "no return"
    assert str(refused([silent, None, silent])) == "For n = 5 it returned nothing."
    assert str(refused([doubled(2), doubled(3), STOPS])) == "It stops."


@pytest.mark.parametrize(
    ("given", "says", "name"),
    [
        ("text", "For n it should return numbers; got 'text' (str).", None),
        ([[1], [1, 2]], "it should return numbers; got [[1], [1, 2]] (list).", None),
        (np.ones((3, 2)), "be (2, 3); it is (3, 2). Your result is tran", "transposed"),
        (np.ones(3), "be (2, 3); it is (3,). It should have 2 axes.", "shape"),
        (np.ones((2, 2)), "be (2, 3); it is (2, 2). That is one too few.", "shape"),
        ([[1, 2, 3], [4, np.inf, 6]], "holds inf. Does it divide by 0, or raise", None),
        ([[1, 2, 3], [4, np.nan, 6]], "holds nan. Does it divide by 0, take the", None),
    ],
)
def test_what_is_no_array_of_a_shape(given, says, name):
    with pytest.raises(Wrong) as raised:
        as_array(given, (2, 3), "For n")
    assert says in str(raised.value)
    assert raised.value.mistake == name


@pytest.mark.parametrize("kind", [list, object, np.float32, int])
def test_an_array_of_a_shape(kind):
    given = [[1, 2, 3], [4, 5, 6]]
    array = as_array(given if kind is list else np.array(given, kind), (2, 3), "")
    assert (array.tolist(), array.dtype) == (given, float)


# How the values are collected


def test_a_case_is_a_tuple():
    with pytest.raises(TypeError, match=r"such as \(\[1, 2\],\); got \[5, 8\]"):
        fixed(([3],), [5, 8])


def test_the_function_gets_copies():
    table = but(
        reference=lambda x, numbers: x + 1,
        draw=lambda random: [(np.zeros(2), [1, 2])],
        describe=lambda x, numbers: "For x",
    )
    cases = table.draw(None)

    def greedy(x, numbers):
        x += numbers.pop(0)
        return x

    assert table.judge(table.collect(greedy, cases), cases)
    assert (cases[0][0] == 0).all() and cases[0][1] == [1, 2]


def test_every_case_is_tried_though_one_stops():
    def stops(n):
        if n == 3:
            raise NotImplementedError
        return 1 / (n - 2)

    stopped, dots, last = DOUBLED.collect(stops, CASES)
    assert (stopped.name, dots, last) == ("stops", None, 1 / 3)
    assert stopped.reason.startswith("For n = 2 it stops at `return 1 / (n - 2)`: it")
    assert len(DOUBLED.collect(7, CASES)) == 1


def test_what_runs_for_too_long_brings_what_came_before():
    def late(n):
        if n == 5:
            raise answers.TooLong
        return n

    with pytest.raises(answers.TooLong) as raised:
        DOUBLED.collect(late, CASES)
    *before, last = raised.value.values
    assert before == [2, 3]
    assert last == Failure(f"For n = 5 it ran for too long: {TOO_LONG}")


def test_what_is_forbidden_is_watched_in_the_first_case_alone():
    watched = []

    def forbids(name, frame, arguments):
        watched.append(arguments)
        return name == "doubled"

    table = but(forbids=forbids)
    first, *others = table.collect(lambda n: doubled(n), CASES)
    assert first.name == "borrowed" and len(others) == 2
    assert set(watched) == {(2,)}


# Which of two mistakes is named


@pytest.mark.parametrize(
    ("off", "name", "says"),
    [
        (0, "late", "One. Less likely, but with the same result: scaled, or rows "),
        (1e-7, "scaled", "Another. For n = 2"),
    ],
)
def test_of_two_mistakes_the_nearer_is_named_and_one_as_near_told(off, name, says):
    late = Mistake("late", lambda n: doubled(n) + 7, "One.")
    scaled = Mistake("scaled", lambda n: doubled(n) + 7 + off, "Another.")
    wrong = refusal(lambda n: doubled(n) + 7 + off, but(mistakes=(late, scaled)))
    assert wrong.mistake == name
    assert str(wrong).startswith(says)
