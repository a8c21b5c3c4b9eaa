"""What the checks of exercises say, in addition to what tests/answers tests."""

import warnings

import numpy as np
import pytest
from hintcheck import Comparison
from posenc_checks import EXERCISES, check, own_numbers
from posenc_checks.tables.lesson_11 import corners

import posenc_lessons as package


@pytest.mark.parametrize("student", ["", "ada"])
def test_right_results_may_be_rounded_in_another_way(student):
    for exercise, table in EXERCISES.items():
        if not isinstance(table, Comparison) or table.kinds == "iu":
            continue
        cases = EXERCISES.draw(exercise, student)
        right = [np.asarray(table.reference(*case)) for case in cases]
        answers = [[table.astype(np.float32) for table in right]]
        if exercise != "3b":  # it asks for whole numbers, as floats if you like
            answers.append([table * (1 + 1e-12) for table in right])
        for values in answers:
            assert EXERCISES.judge(exercise, values, cases).ok, exercise
        # A wrong answer gets its share of the cases that no known mistake gets right.
        assert table.credit(right, cases) >= 0.5 or exercise[0] != "H", exercise


@pytest.mark.parametrize("student", ["ada", "bob", "eve", ""])
def test_a_count_says_truly_whether_its_share_is_enough(student):
    numbers = own_numbers("H1d", student)
    right = EXERCISES["H1d"].reference(**numbers)
    for count in (right // 2, *range(right - 9, right - 1), *range(right + 2, 500, 50)):
        share = count**2 / (count**2 + numbers["norm"] ** 2)
        text = check("H1d", count, student).text
        is_enough = share > numbers["percent"] / 100
        assert f"makes up {share:.2%}: " in text
        assert ("enough, but it is not the first" in text) == is_enough
        assert ("not yet above" in text) != is_enough


def test_a_lag_counts_places_and_may_index_a_table():
    def from_a_table(lag, n_pairs):
        table = package.sine_cosine_pairs(lag + 1, n_pairs)
        return np.linalg.norm(table[lag] - table[0])

    assert check("5b", from_a_table).ok


def test_a_bug_to_fix_comes_with_a_question():
    given = [getattr(table, "given", None) for table in EXERCISES.values()]
    assert all(slip.hint.endswith("?") for slip in given if slip)


def test_no_two_pairs_of_rows_are_equally_close():
    for (codes,) in EXERCISES.draw("H2b"):
        first, second = np.triu_indices(len(codes), 1)
        apart = np.sort(np.linalg.norm(codes[first] - codes[second], axis=1))
        assert apart[1] - apart[0] > 1e-3


@pytest.mark.parametrize("exercise", ["H1d", "H2d", "H3b", "H4c", "H5c"])
def test_no_mistake_is_right_by_chance(exercise):
    table = EXERCISES[exercise]
    for student in map(str, range(100)):
        numbers = own_numbers(exercise, student)
        right = table.reference(**numbers)
        for mistake in table.mistakes:
            assert mistake.model(**numbers) != pytest.approx(right, rel=1e-3), numbers


def test_what_calls_the_package_s_own_function_is_told_so():
    for exercise, answer in {
        "7a": lambda n, d: package.sinusoidal_encoding(n, d),
        "9b": package.scaled_dot_product_attention,
        "10b": package.split_heads,
        "10c": package.join_heads,
        "8a": lambda k, d: package.shift_matrix(-k, d),
        "1c": package.attention_weights,
        "H1a": package.attention_weights,
        "H3c": package.shift_matrix,
        "H5b": lambda query, key: package.rotate(query, range(len(query))),
        "H1b": lambda n: package.normalized_positions(n, 1)[:, 0],
    }.items():
        result = check(exercise, answer)
        assert (result.ok, result.mistake) == (False, "borrowed")
        assert "should do without it" in result.text


def test_what_the_text_allows_is_not_forbidden():
    def confused_by_neighbors(n, tolerance):
        code = np.sin(np.arange(n))
        near = n > 1 and (package.nearest_neighbors(code)[1] < tolerance).sum()
        return int(near)

    assert check("8a", lambda k, d: package.shift_matrix(k, d).T).ok
    assert check("4b", confused_by_neighbors).ok
    assert check("6b", lambda d: np.repeat(package.angular_frequencies(d), 2)).ok


def test_the_corners_of_points_are_those_that_some_query_finds():
    queries = np.random.default_rng(0).normal(size=(20_000, 2))
    grid = np.argwhere(np.ones((5, 5)))
    assert corners(grid) == [0, 4, 20, 24]
    assert corners(np.stack([np.arange(6), 3 * np.arange(6)], axis=1)) == [0, 5]
    for seed in range(5):
        points = np.random.default_rng(seed).normal(size=(30, 2))
        tops = np.unique((queries @ points.T).argmax(axis=1))
        assert corners(points) == tops.tolist()


@pytest.mark.parametrize("number", [1e155, 1.7e308, -1e300, 0, 5e-324])
def test_a_number_of_any_size_is_judged(number):
    result = check("H1d", number, student="ada")
    assert result.ok is False
    assert "could not use" not in result.text


def test_numbers_that_overflow_are_a_hint_and_no_warning():
    huge = lambda hours: np.stack([hours * 1e200, 1e300 + 0 * hours], axis=1)  # noqa: E731
    table, cases = EXERCISES["H5e"], EXERCISES.draw("H5e", "")
    values = [huge(*case) for case in cases]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert EXERCISES.judge("H5e", values, cases).mistake == "too close"
        assert table.credit(values, cases) == 0
