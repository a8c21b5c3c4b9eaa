"""Checks in a small course with all kinds of exercises, and what a course registers."""

import concurrent.futures
import contextlib
import dataclasses
import sys
import time
import types
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hintcheck import (
    Comparison,
    Demand,
    Design,
    Exercises,
    Ingredient,
    Inspection,
    Mistake,
    Number,
    OwnNumber,
    Remark,
    Wrong,
    answers,
    fixed,
    of_the_package,
    problems,
    read_edits,
)
from hintcheck.comparison import NOT_FIXED
from hintcheck.general import ingredients


def shares(n):
    return [k / n for k in range(1, n + 1)]


def prime(answer):
    if not answer > 100:
        raise Wrong("It is not above 100.", "small")
    if answer % 2 == 0:
        raise Wrong("An even number is divisible by 2.", "even")
    return "It is divisible only by 1 and itself."


TABLES = {
    "shares": Comparison(
        reference=shares,
        draw=fixed((2,), (3,), (5,)),
        describe=lambda n: f"For n = {n}",
        right="From 1 / n to 1.",
        mistakes=(Mistake("from 0", lambda n: [k / n for k in range(n)], "From 1."),),
    ),
    "dozen": Number(
        reference=lambda: 12,
        right=lambda: "Two sixes.",
        mistakes=(Mistake("score", lambda: 20, "That is a score."),),
        remarks=(Remark("range", lambda n: n < 0, lambda n: f"{n:g} is below 0."),),
    ),
    "count": Number(lambda: 40, "Forty.", whole="item"),
    "half": Number(
        reference=lambda: 0.5,
        right="A half.",
        mistakes=(Mistake("third", lambda: 1 / 3, "A third."),),
        otherwise="Cut again.",
    ),
    "pi": Number(lambda: 3.14159, "Pi.", digits=3),
    "words": Number(lambda: 25**8, "Eight letters.", whole="word"),
    "grains": Number(lambda: 2**64 - 1, "On a chessboard.", whole="grain"),
    "large": Number(lambda: 27**30, "Thirty letters.", whole="word"),
    "zero": Number(lambda: 0, "Nothing."),
    "area": OwnNumber(
        reference=lambda side: side**2,
        right=lambda side: "Side by side.",
        numbers=lambda random: {"side": int(random.integers(2, 99))},
        mistakes=(Mistake("sum", lambda side: 4 * side, "That is the way around."),),
    ),
    "code": Design(
        reference=lambda asked: np.outer(asked, [1.0, 2.0]),
        draw=fixed((np.arange(4.0),), (np.arange(3.0) + 2,)),
        describe=lambda asked: f"For {len(asked)} numbers",
        right="They rise.",
        mistakes=(
            Mistake("turned", lambda asked: np.outer(asked, [-1, -3]), "Turned."),
        ),
        demands=(
            Demand("small", lambda asked, rows: np.ptp(rows) > 1, "Too near."),
            Demand(
                "falls", lambda asked, rows: (np.diff(rows[:4, 0]) > 0).all(), "Falls."
            ),
        ),
    ),
    "prime": Inspection(prime),
}
EXERCISES = Exercises(TABLES, names={"from 0": "counted from 0"})
check = EXERCISES.check
DOZENS = Fraction(12), Decimal(12), np.array([12]), [12.0], np.float32(12), 12.001


@pytest.mark.parametrize(
    ("exercise", "answer"),
    [
        ("shares", shares),
        *(("dozen", dozen) for dozen in DOZENS),
        *(("pi", number) for number in (3.14, 3.1416, 3.15)),
        ("words", 25**8),
        ("large", 27**30),
        ("grains", 2**64 - 1),
        ("zero", 1e-17),
        ("code", lambda asked: np.outer(asked, [1, 1])),
        ("prime", 101),
    ],
)
def test_a_right_answer_is_right(exercise, answer):
    result = check(exercise, answer)
    assert (result.ok, result.credit, result.mistake) == (True, 1, None)
    assert result.text.startswith("right. ")


@pytest.mark.parametrize(
    ("exercise", "answer", "mistake", "says"),
    [
        ("shares", lambda n: [k / n for k in range(n)], "from 0", "From 1."),
        ("dozen", 20, "score", "20 is not right. That is a score."),
        ("dozen", 24, "twice", "That is twice the answer."),
        ("dozen", -3, "range", "not yet. -3 is below 0."),
        ("dozen", -12, "minus", "not right. Your sign is reversed. -12 is below 0."),
        ("dozen", 12.1, "rounded", "12.1 is close."),
        ("dozen", 777, None, "777 is not right."),
        ("words", 25**8 + 137, "rounded", "is close. It must be exact."),
        ("words", 25**8 + 1, "off by one", "one too many"),
        ("large", 27**30 * (1 + 1e-12), "rounded", "It must be exact."),
        ("large", 27**30 + 10**9, "rounded", "It must be exact."),
        ("grains", 2**64, "off by one", "one too many"),
        ("zero", 1, None, "1 is not right."),
        ("dozen", "12", "form", "without quotation marks; got '12'"),
        ("dozen", "12" + 99 * " " + "!", "form", "got '12" + 38 * " " + "'"),
        ("dozen", np.str_("12"), "form", "without quotation marks; got '12'"),
        ("dozen", "twelve", None, "should be a number; got 'twelve' (str)"),
        ("dozen", "x" * 70, None, f"should be a number; got '{'x' * 56}... (str)."),
        ("dozen", [12, 13], "several", "should be one number; got 2."),
        ("dozen", shares, None, "not the function itself"),
        ("dozen", 10**400, None, "more than 300 digits"),
        ("dozen", True, None, "should be a number; got True"),
        ("count", 3.5, "not whole", "a whole number, as an item is; got 3.5."),
        ("count", 41, "off by one", ""),
        ("count", 20, None, ""),  # half of a count is chance
        ("half", 0.33, "third", "A third."),
        ("half", 0.3, None, "0.3 is not right. Cut again."),
        ("half", 1, "twice", "That is twice the answer. Cut again."),
        ("pi", 3.17, "rounded", "3.17 is close."),
        ("shares", lambda: 1, None, "with 1 argument, but it takes ()."),
        ("code", lambda asked: -np.outer(asked, [1, 1]), "falls", "Falls."),
        ("code", lambda asked: np.ones((len(asked), 2)), "axis lost", "are the same"),
        ("code", lambda asked: np.outer(asked, [-1, -3]), "turned", "Falls. Turned."),
        ("code", lambda asked: asked, "shape", "should have two axes"),
        ("code", lambda asked: np.outer(asked[1:], [1, 1]), "shape", "with 4 rows"),
        ("code", lambda asked: asked[:, None] - asked, "length", "but they have 4 in"),
        ("code", lambda asked: asked[:, None] - [asked[0]] * 2, "random", "The same"),
        (
            "code",
            lambda asked: (asked - asked[0] + 1e9 * (asked == 4))[:, None] + [0, 1],
            "random",
            "The same",
        ),
        ("code", lambda asked: np.outer(asked, [np.nan, 1]), "nan", "holds nan"),
        ("prime", 102, "even", "divisible by 2"),
    ],
)
def test_a_wrong_answer_is_named(exercise, answer, mistake, says):
    result = check(exercise, answer)
    assert not result.ok and says in result.text
    assert result.mistake == mistake
    assert 0 <= result.credit < 1


def test_a_design_has_credit_for_the_demands_before_the_one_not_met():
    assert check("code", lambda asked: -np.outer(asked, [1, 1])).credit == 0.5
    assert check("code", lambda asked: asked).credit == 0


class AlwaysCloseArray(np.ndarray):
    """An array whose differences, comparisons and maximum say that nothing is wrong."""

    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        return np.zeros(self.shape)

    def __array_function__(self, func, types, args, kwargs):
        return True

    def __repr__(self):
        raise RuntimeError("no picture of me")


class Hostile:
    def __repr__(self):
        sys.exit(3)

    def __array__(self, *arguments, **more):
        raise KeyboardInterrupt


def raises(error):
    def answer(*arguments):
        raise error

    return answer


def calls_itself(*arguments):
    return calls_itself(*arguments)


def prints(*arguments):
    for line in range(10_000):
        print("line", line)


LOOP = []
LOOP.append(LOOP)


@pytest.mark.parametrize("exercise", TABLES)
@pytest.mark.parametrize(
    "answer",
    [
        lambda *arguments: 1 / 0,
        lambda *arguments: sys.exit(3),
        lambda *arguments: object(),
        lambda *arguments: LOOP,
        lambda *arguments: np.broadcast_to(0.0, (10**7, 10**5)),
        lambda n: np.full(n, 7.0).view(AlwaysCloseArray),
        lambda n: np.ma.array(np.full(n, 7.0), mask=True),
        lambda *arguments: input("How many positions? "),
        raises(type("Outside", (BaseException,), {})()),
        raises(KeyboardInterrupt()),
        calls_itself,
        prints,
        lambda: 1,
        lambda *arguments: Hostile(),
        Hostile(),
        Hostile,
        print,
        object(),
        float("nan"),
        [[1], [1, 2]],
        "x" * 10**6,
        "\ud800",
        10**5000,
    ],
    ids=lambda answer: type(answer).__name__,
)
def test_no_object_makes_a_check_raise_even_if_it_is_kept(
    exercise, answer, path, capsys
):
    result = check(exercise, answer)
    assert not result.ok
    assert len(repr(result)) < 500 and "\n" not in repr(result)
    assert capsys.readouterr().out == ""


def test_what_is_not_there_yet():
    for exercise in TABLES:
        assert repr(check(exercise, ...)) == f"{exercise}: not attempted yet"
    assert "the answer is None" in check("dozen", None).text
    assert EXERCISES.judge("dozen", [None], {}).ok is None  # as a grader asks
    for dots in (None, lambda n: ..., lambda n: None):
        assert check("shares", dots).ok is None
    few = Exercises({"shares": TABLES["shares"]}).check("x", 1)
    assert "there is no such exercise; the exercises are shares" in few.text
    assert "did you mean shares?" in check("SHARE", 1).text
    assert check(3, 1).ok is None


def test_a_missing_return_is_named_and_what_was_printed_shown(capsys):
    def printing(n):
        print("one third:", 1 / 3)

    def silent(n):
        n + 1

    for answer in (silent, print):
        assert check("shares", answer).mistake == "no return"
    result = check("shares", printing)
    assert result.mistake == "no return"
    assert 'It printed "one third: 0.3333333333333333"' in result.text
    assert capsys.readouterr().out == ""


def test_an_answer_that_runs_for_too_long_is_stopped(monkeypatch):
    monkeypatch.setattr(answers, "SECONDS", 0.3)

    def loop():
        while True:
            with contextlib.suppress(Exception):
                while True:
                    pass

    began = time.monotonic()
    result = check("shares", lambda n: shares(n) if n < 3 else loop())
    assert "For n = 3, your function ran for too long: is a loop" in result.text
    assert time.monotonic() - began < 10
    # The cases before may show why.
    result = check("shares", lambda n: loop() if n == 5 else [k / n for k in range(n)])
    assert result.mistake == "from 0"

    def waits(n):  # as on a shared machine
        time.sleep(0.15)
        return shares(n)

    assert check("shares", waits).ok
    monkeypatch.setattr(answers, "SHARED", 1)
    assert "ran for too long" in check("shares", waits).text


def test_a_bug_is_not_attempted_until_its_code_was_changed():
    def original(n):
        return [k / n for k in range(n)]

    def changed(n):
        return [k / n for k in range(0, n)]

    given = Mistake("from 0", original, "Which share has the last?")
    table = dataclasses.replace(TABLES["shares"], given=given)
    fix = Exercises({"shares": table}).check
    first = "not attempted yet: it returns what the original returns"
    second = f"{NOT_FIXED}. Which share has the last?"
    for answer in (original, original, changed, original):
        text = second if answer is changed else first
        result = fix("shares", answer)
        assert (result.ok, result.mistake, result.text) == (None, None, text)
    assert fix("shares", shares).ok


def test_numbers_of_a_students_own():
    numbers = EXERCISES.own_numbers("area", "Ada  L")
    assert numbers == EXERCISES.own_numbers("area", "ada l")
    assert numbers != EXERCISES.own_numbers("area", "bob")
    assert check("area", numbers["side"] ** 2, student="ada l").ok
    assert check("area", 4 * numbers["side"], student="ada l").mistake == "sum"
    nobody = EXERCISES.own_numbers("area", "")["side"]
    assert "You gave no name" in check("area", nobody**2).text
    told = check("area", nobody**2, student="ada l").text
    assert f"right for side = {nobody}, the numbers used when no name is" in told
    for student in ("ada l", ""):
        assert "It is right for" not in check("area", 1.5, student=student).text
    with pytest.raises(ValueError, match=r"own numbers \(area\); got 'x'"):
        EXERCISES.own_numbers("x", "ada")


# What a course registers


@pytest.fixture
def library(monkeypatch):
    """Return a module of a course's own package, with a function and its caller."""
    module = types.ModuleType("a_course.means")
    code = """
def mean(numbers):
    return sum(numbers) / len(numbers)

def spread(numbers):
    return mean([(x - mean(numbers)) ** 2 for x in numbers])
"""
    exec(code, vars(module))
    monkeypatch.setitem(sys.modules, module.__name__, module)
    return module


def course(library, **registered):
    """Return a course with two exercises, on the spread of numbers and on roots."""
    spread = Comparison(
        reference=lambda numbers: library.spread(numbers),
        draw=fixed(([1, 2, 6],), ([0.5, 4],), ([3, 1, 4.5],)),
        describe=lambda numbers: f"For {numbers}",
        right="",
        forbids=of_the_package(),
    )
    vectors = dataclasses.replace(TABLES["shares"], mistakes=(), reference=roots)
    tables = {"spread": spread, "vectors": vectors}
    return Exercises(tables, packages=["a_course"], **registered)


def test_a_slip_in_an_ingredient_is_found_in_each_exercise(library):
    def median(numbers):
        return sorted(numbers)[len(numbers) // 2]

    def answer(numbers):
        middle = median(numbers)
        return median([(x - middle) ** 2 for x in numbers])

    nothing = Mistake("nothing", lambda numbers: None, "The spread cannot use it.")
    slips = [nothing, Mistake("median", median, "A median.")]
    ingredient = Ingredient(library.mean, slips)
    exercises = course(library, ingredients=[ingredient])
    result = exercises.check("spread", answer, why=True)
    assert result.mistake == "median"
    assert result.text.startswith("not yet. A median. For [1, 2, 6]")
    assert result.text.endswith("instead of 4.66667. [from: slips of any exercise]")
    assert course(library).check("spread", answer).mistake is None


def test_an_ingredient_is_exchanged_in_one_thread_and_for_a_moment(library):
    numbers = [1, 2, 6]
    right = library.spread(numbers)
    with (
        pytest.raises(ZeroDivisionError),
        concurrent.futures.ThreadPoolExecutor(1) as pool,
        ingredients.exchanged(library.mean, max, ("a_course",)),
    ):
        assert pool.submit(library.spread, numbers).result() == right
        assert library.spread(numbers) != right
        1 / 0  # noqa: B018
    assert library.spread(numbers) == right


def test_a_count_that_many_slips_lead_to_names_none(library):
    count = Number(lambda: int(library.mean([1, 2, 6])) + 4, "Seven.", whole="item")
    slips = [Mistake(name, lambda numbers: -4, "None.") for name in ("a", "b", "c")]
    for some, mistake in ((slips[:2], "a"), (slips, None)):
        registered = {"ingredients": [Ingredient(library.mean, some)]}
        exercises = Exercises({"count": count}, packages=["a_course"], **registered)
        assert exercises.check("count", 0).mistake == mistake
        assert problems(exercises) == []


def test_a_slip_in_an_ingredient_tests_itself(library, tmp_path):
    (tmp_path / "m.md").write_text(
        "## mean\n```python\ndef f(numbers):\n    return sum(numbers) / len(numbers)\n"
        "```\n- sum: `/ len(numbers)` -> nothing: A sum.\n"
        "- stop: `len(numbers)` -> `size`: It stops.\n"
    )
    edits = read_edits(str(tmp_path / "m.py"), {})
    ingredient = Ingredient(library.mean, edits["mean"]["mistakes"])
    exercises = course(library, ingredients=[ingredient])
    assert problems(exercises, []) == ["m.md:7: no exercise recognizes this slip"]


def test_calls_of_the_courses_own_functions_are_refused(library):
    result = course(library).check("spread", lambda numbers: library.spread(numbers))
    assert (result.mistake, result.ok) == ("borrowed", False)
    assert "Your function calls `spread`, but should do without it." in result.text
    spread = dataclasses.replace(course(library)["spread"], forbids=of_the_package("x"))
    exercises = Exercises({"spread": spread}, packages=["a_course"])
    assert exercises.check("spread", lambda numbers: library.spread(numbers)).ok


def roots(n):
    return np.sqrt(np.arange(n) + 2.0)


CUBES = Mistake("cubed", lambda table: table**3, "To the third.")


@pytest.mark.parametrize(
    ("registered", "answer", "mistake", "says"),
    [
        ({}, lambda n: roots(n).astype(int), "cut", "at index 0 is"),
        ({"codes": {"cut": "M17"}}, lambda n: roots(n).astype(int), "M17", ""),
        ({"axes": ("word",)}, lambda n: roots(n) + n, None, "at word 0 is"),
        ({"changes": [CUBES]}, lambda n: roots(n) ** 3, "cubed", ""),
        ({}, lambda n: roots(n) ** 3, None, ""),
    ],
)
def test_what_a_course_registers_counts(library, registered, answer, mistake, says):
    reply = course(library, **registered).check("vectors", answer)
    assert reply.mistake == mistake
    assert says in reply.text


def test_words_for_names():
    exercises = Exercises(
        TABLES, names={"M1": "one thing", "late": "too late"}, listed=["M1"]
    )
    assert exercises.words("M1+late") == "M1, one thing; too late"
    assert exercises.words("minus") == "a minus sign too many"
    assert exercises.words("no such name") == "no such name"
