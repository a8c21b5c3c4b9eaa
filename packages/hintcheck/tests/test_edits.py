"""Slips as edits of a reference: how they are read, and how they test themselves."""

import numpy as np
import pytest
from hintcheck import Exercises
from hintcheck.comparison import Comparison
from hintcheck.edits import BadEdit, read_edits
from hintcheck.own_numbers import Number, OwnNumber
from hintcheck.self_test import problems
from hintcheck.tables import fixed

SPREAD = """# Slips

## spread

The variance, and not the deviation.

```python
def f(numbers):
    mean = np.mean(numbers)
    away = numbers - mean
    return np.mean(away**2)
```

- squared: `**2` -> nothing: The differences add up to 0: they should be
  squared first.
- root: `return np.mean(away**2)` -> `return np.mean(away**2) ** 0.5`: That is the
  deviation.
- sum: `np.mean(away` -> `np.sum(away`: That is the sum.
- axis: `numbers - mean` -> `numbers` or `mean = np.mean(numbers)` -> `mean = 0 *
  np.mean(numbers)`: The mean is not subtracted.
"""


def written(folder, text, **names):
    """Return the edits in a file beside a module with the given names."""
    (folder / "slips.md").write_text(text)
    return read_edits(str(folder / "slips.py"), {"np": np, **names})


def spread(folder, text=SPREAD, **details):
    """Return an exercise on the variance with the slips in a text."""
    table = Comparison(
        **written(folder, text)["spread"],
        draw=fixed(
            (np.array([1.0, 2.0, 4.0]),),
            (np.array([1.5, 7.0]),),
            (np.array([3.0, 3.5, 9.0, 2.0, 5.0]),),
        ),
        describe=lambda numbers: f"For {len(numbers)} numbers",
        right="As far from the mean as it should be.",
        **details,
    )
    return Exercises({"spread": table})


def test_an_exchanged_name_is_seen_by_every_edit(tmp_path):
    # Slips in ingredients are tried by setting attributes of modules.
    names = {"middle": np.mean}
    (tmp_path / "m.md").write_text(
        "## a\n```python\ndef f(x):\n    return helper(x) - 1\n```\n- late: `- 1` -> "
        "nothing: One too many.\n\n## b\n```python\ndef helper(x):\n    return "
        "middle(x)\ndef f(x):\n    return 2 * helper(x)\n```\n- half: `2 *` -> "
        "nothing: Half.\n"
    )
    edits = read_edits(str(tmp_path / "m.py"), names)
    (half,) = edits["b"]["mistakes"]
    x = np.array([1.0, 2.0, 6.0])
    assert (edits["b"]["reference"](x), half.model(x)) == (6, 3)
    names["middle"] = np.median
    assert (edits["b"]["reference"](x), half.model(x)) == (4, 2)
    names["helper"] = np.max  # a name that the fence does not define
    assert edits["a"]["reference"](x) == 5


def test_an_edit_that_stops_is_nobodys_answer(tmp_path):
    exercises = spread(tmp_path, SPREAD + "- nan: `- mean` -> `- meen`: Misspelt.\n")
    reply = exercises.check("spread", lambda x: x.sum())
    assert reply.ok is False and "Misspelt" not in reply.text


@pytest.mark.parametrize(
    "item, problem",
    [
        ("- x: `**2` -> `**(2`: Open.", "21: after the edit, line 4 is not valid"),
        (
            "- x: `away**2` -> `away * away`: Same.",
            "spread: slips.md:21: this slip leads to the right results in all cases",
        ),
        ("- nan: `- mean` -> `- meen`: M.", "21: this code stops in 3 of 3 cases: Na"),
        ("- nan (may stop): `- mean` -> `- meen`: Misspelt.", ""),
        ("- mean: `np.mean(away` -> `sum(away`: Sum.", "same results as slips.md:18"),
        ("- mean (twin): `np.mean(away` -> `sum(away`: Less likely.", ""),
        ("- power: `**2` -> `**4`: Only the square.", ""),
        ("- alternative n - 1: `np.mean(away**2)` -> `np.var(away, ddof=1)`: So.", ""),
        ("- alternative x: `**2` -> `** 2`: So.", "this is not accepted; the reply is"),
        ("- given bug: `np.mean(away` -> `np.max(away`: What is 3?", ""),
        ("- given bug: `**2` -> `** 2`: What?", "21: this slip is not recognized; the"),
        ("- given b: `np.mean(away` -> `np.sum(away`: What?", "18: this slip is not r"),
        (
            "```python loop\ndef f(x):\n    return 3\n```\n- x @loop: `3` -> `4`: H.",
            "slips.md:22: this reference is not right in all cases",
        ),
    ],
)
def test_edits_test_themselves(tmp_path, item, problem):
    complaints = problems(spread(tmp_path, f"{SPREAD}{item}\n"))
    assert complaints if problem else not complaints
    assert problem in "".join(complaints)


@pytest.mark.parametrize(
    "item, message",
    [
        ("- x: `awaay` -> `a`: Hint.", "slips.md:21: `awaay` is not in the reference"),
        (
            "- x: `awaay**2` -> `a`: Hint.",
            "the closest line is `return np.mean(",
        ),
        ("- x: `away` -> `a`: Hint.", "`away` occurs 2 times: quote more of it"),
        ("- x: `away**2` -> `a`; `**2` -> `3`: H.", "two changes in this slip overlap"),
        ("- x `away**2` -> `a`: Hint.", "a slip is written"),
        ("- x: `away**2` -> `a` Hint.", "a slip is written"),
        ("- x: as it is: Hint.", "needs a tolerance"),
        ("- x @b: `away**2` -> `a`: Hint.", "no reference 'b' above this line"),
        ("- x (often): `away**2` -> `a`: H.", "there is no mark 'often'"),
        ("- from nowhere: H.", "there is no file nowhere.md"),
        ("```python other\n", "slips.md:21: this code block is not closed"),
        ("## spread", "a second heading `## spread`"),
    ],
)
def test_an_error_names_the_file_and_the_line(tmp_path, item, message):
    with pytest.raises(BadEdit) as error:
        written(tmp_path, f"{SPREAD}{item}\n").get("spread")
    assert message in str(error.value)
    assert str(error.value).startswith("slips.md:21: ")


def test_all_that_an_item_may_say(tmp_path):
    (tmp_path / "of_means.md").write_text("- M1: `mean(x)` -> `max(x)`: the highest.\n")
    edits = written(
        tmp_path,
        "## 1\n```python\ndef f(x, k=2):\n    return mean(x)\n```\n"
        "```python loop\ndef f(x, k=2):\n    total = 0\n    for one in x:\n"
        "        total = total + one\n    return total / len(x)\n```\n"
        "- alternative M5: `mean(x)` -> `mean(x) + 0`: In another way.\n"
        "- coarse~: as it is, within `k * 0.1`: Few digits.\n"
        "- M17 (loses digits, twin): `mean(x)` -> `mean(x) // 1`: Cut: look at `//`.\n"
        "- given M9: `mean(x)` -> `x[0]`: Which one is it?\n"
        "- end: `mean` -> `max` or -> `min`: That is one end.\n"
        "- late @loop: `len(x)` -> `2`; `total = 0 for one` -> "
        "`total = 1\n  for one`: Two; or `one`.\n"
        "- from of_means: In each half,\n",
        mean=np.mean,
    )
    entry = edits["1"]
    (alternative,) = entry["alternatives"]
    coarse, cut, last, first, late, highest = entry["mistakes"]
    assert (alternative.name, alternative.hint) == ("M5", "In another way.")
    assert (entry["given"].name, entry["given"].hint) == ("M9", "Which one is it?")
    assert entry["given"].model([3, 4]) == 3
    # A way that begins with an arrow changes the same part.
    assert (last.model([3, 4]), first.model([3, 4])) == (4, 3)
    assert late.hint == "Two; or `one`."
    assert coarse.partly and coarse.tolerance([1, 2], 3) == pytest.approx(0.3)
    assert (cut.whole, cut.model.twin, cut.partly) == (True, True, False)
    assert cut.hint == "Cut: look at `//`."
    assert highest.hint == "In each half, the highest."
    assert highest.model([3, 4]) == 4


NUMBER = """## 1
```python
def f(n, d):
    return n + d
```
- product: `+` -> `*`: You multiply.
- late: if `answer > 2 * f(n, d)`: {answer:g} is above {2 * f(n, d)}.
- otherwise: It is {abs(answer - f(n, d)):g} off.
- right: {n} and {d} is {f(n, d)}.

## 2
= `6 * 7`
- otherwise: Count {again}.
- right: Six sevens.
"""


def test_sentences_of_a_number_are_filled_in(tmp_path):
    edits = written(tmp_path, NUMBER.replace("{again}", "again"))
    exercises = Exercises(
        {
            "1": OwnNumber(**edits["1"], numbers=lambda random: {"n": 3, "d": 4}),
            "2": Number(**edits["2"]),
        }
    )

    def text(exercise, answer):
        return exercises.check(exercise, answer, "ada").text

    assert text("1", 7) == "right. 3 and 4 is 7."
    assert text("1", 12) == "not yet. 12 is not right. You multiply."
    assert text("1", 15) == "not yet. 15 is above 14."
    assert exercises.check("1", 15, "ada").mistake == "late"
    assert text("1", 9) == "not yet. 9 is not right for n = 3 and d = 4. It is 2 off."
    assert edits["2"]["right"] == "Six sevens."
    assert text("2", 42) == "right. Six sevens."
    assert text("2", 9) == "not yet. 9 is not right. Count again."


def test_a_reference_that_is_not_python_is_told_with_its_line(tmp_path):
    edits = written(tmp_path, "## 1\n\n```python\ndef f(x):\n    return (x\n```\n")
    with pytest.raises(BadEdit, match=r"^slips.md:4: after the edit, line 2 is"):
        edits["1"]["reference"](1)


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("`answer > 2 * f(n, d)`", "`answer >`", 7),
        ("{abs(answer - f(n, d)):g}", "{abs(}", 8),
        ("- late: if", "- late: when", 7),
        ("`+` -> `*`", "`n + d` -> `2`; `return` -> `return ` or -> `-`", 6),
        ("## 2\n= `6 * 7`", "## 2", 12),
    ],
)
def test_an_error_in_a_sentence_names_its_line(tmp_path, old, new, line):
    with pytest.raises(BadEdit, match=rf"^slips.md:{line}: "):
        written(tmp_path, NUMBER.replace(old, new))
