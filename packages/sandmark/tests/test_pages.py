"""Pages for students: bounded, like the notebook, with formulas without a network."""

import re

import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output
from sandmark import pages
from sandmark.marking import TaskMarks
from sandmark.pages import OF_A_PAGE, advice, mathml, words_as_html
from sandmark.points import Points
from sandmark.report import Row


def page(*cells, printed="", tasks=(), lines=()):
    """Return the page for a notebook with the given cells; words are in a list."""
    made = [
        new_markdown_cell(*cell) if isinstance(cell, list) else new_code_cell(cell)
        for cell in cells
    ]
    for cell in made if printed else ():
        cell.outputs = [new_output("stream", name="stdout", text=printed)]
    notebook = new_notebook(cells=made)
    row = Row("Ada", "marked", "", tasks=tasks)
    return pages.page(notebook, "letters", {}, row, Points(1.0, 2.0, False), lines)


@pytest.mark.parametrize(
    "source, wanted",
    [
        ("$a<b$ and **c**", "<mo>&lt;</mo>"),
        (r"$$\frac{1}{2}$$", '<math display="block" tabindex="0">'),
        (r"\\(x\\)", "<mi>x</mi>"),
        (r"\begin{align}x&=1\end{align}", '<math display="block" tabindex="0">'),
        ("costs 5 $ or 6 USD", "5 $ or 6"),
        ("| a |\n|---|\n| $x$ |", "<td><math"),
        ("# Title\n\nText", "<h1>Title</h1>\n<p>Text</p>"),
        ("![a $x$ b](c.png)", '<img alt="a  b">'),
    ],
)
def test_formulas_are_mathml_and_words_html(source, wanted):
    shown = words_as_html(source)
    assert wanted in shown
    assert "formula" not in shown


@pytest.mark.parametrize(
    "formula",
    [
        r"\text{<script>alert(1)</script><img src=x onerror=a()>}",
        r"\text{</mtext></math><script>alert(1)</script>}",
        r"\href{javascript:alert(1)}{x}",
        r"\color{red\" onclick=\"a()}{x}",
        r"\class{a}{x}",
        r"\style{background:url(http://a)}{x}",
        r"\frac{<svg onload=a()>",
        "{" * 1500 + "}" * 1500,
        "x" * 100_000,
        r"\begin{matrix}" * 200,
    ],
)
def test_formulas_run_nothing(formula):
    shown = mathml(formula)
    tags = set(re.findall(r"</?([a-z]+)", shown))
    assert tags <= set("math mrow mi mo mfrac mtext mstyle code".split())
    assert not re.search(r"<[^>]*(on[a-z]+=|href|style=|class=|src)", shown)
    assert words_as_html(f"${formula}$") is not None


LONG = {
    "operators": "+" * 5_000,
    "ampersands": "&" * 5_000,
    "words": ["*a* " * 1250],
    "quotes": ["> " * 2500],
    "lists": ["\n".join("  " * (k % 200) + "- a" for k in range(500))[:5_000]],
    "formulas": ["$x_y^z$ " * 625],
    "links": ["[" * 5_000],
}


@pytest.mark.parametrize("kind", LONG)
def test_no_page_is_large(kind):
    once, seven = page(LONG[kind]), page(*[LONG[kind]] * 7)
    assert len(once) < 200_000
    # When all room is used, what was written is shown, at most five times as long.
    assert len(seven) < OF_A_PAGE + 5 * 7 * 5_000 + 20_000


def test_little_of_a_page_becomes_markdown(monkeypatch):
    worked = []

    def counted(source):
        worked.append(len(source))
        return source

    monkeypatch.setattr(pages, "words_as_html", counted)
    long = "\\\\[" * 6600
    page(*[[long]] * 3, *[["x" * 4_000]] * 20)
    assert max(worked) <= pages.SOURCE
    assert 15_000 < sum(worked) <= pages.SOURCES
    assert f"<pre>{long}</pre>" in page([long])


def test_what_is_printed_in_many_cells_makes_no_large_page():
    shown = page(*["x\x1b"] * 500, printed="\x1b[31m\x1b]0;a" + "&" * 5000)
    assert len(shown) < 1_200_000
    assert "(shortened)" in shown and "\x1b" not in shown


def test_a_page_needs_nothing_and_runs_nothing():
    shown = page("x = 1", ["$x$ ![a](http://a/b.png)"], lines=["<script>1</script>"])
    assert "default-src 'none'" in shown
    assert "<script" not in shown and "http://a/b.png" not in shown
    assert not re.search(r"\b(src|href)=", shown)
    assert "1 of\n  2 points" in shown


def test_full_points_by_hand_leave_nothing_to_try():
    wrong = "a", "H3a", 2.0, 2.0, False, "not yet", None
    assert advice(TaskMarks(*wrong)) == ""
    practice = "a", "H3a", 0.0, 0.0, False, "not yet", None
    assert "try other arguments" in advice(TaskMarks(*practice))


@pytest.mark.parametrize(
    "ok, mistake, text, wanted",
    [
        (True, None, "right", ""),
        (None, None, "not attempted yet", "Write the answer"),
        (False, "M1", "it looks as if", "Fix that"),
        (False, None, "wrong numbers", "try other arguments, small and large"),
    ],
)
def test_what_to_try_next(ok, mistake, text, wanted):
    task = TaskMarks("a", "H3a", 1.0, 2.0, ok, text, mistake)
    shown = " ".join(page(tasks=[task]).split())
    assert wanted in advice(task) and advice(task) in shown
    assert ("Next:" in shown) == bool(wanted)
