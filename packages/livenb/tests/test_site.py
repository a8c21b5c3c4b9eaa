"""The example notebooks as pages, and each part that makes them."""

import io
import itertools
import json
import pathlib
import re

import nbformat
import numpy as np
import pytest
from bs4 import BeautifulSoup
from livenb.settings import Settings
from livenb.site import build, notebooks, packs, printed
from livenb.site.choice import choose
from livenb.site.explorers import CellFailed, explorers
from livenb.site.mathematics import mathml
from livenb.site.under import coordinate
from livenb.site.words import glossary
from PIL import Image

from .conftest import EXAMPLES, NOTEBOOKS


def page_of(cells):
    book = nbformat.v4.new_notebook(cells=cells)
    return notebooks.page(book, "00_x", {}, Settings(pathlib.Path()))


@pytest.fixture(scope="module")
def pages(site):
    return {
        path.name: BeautifulSoup(path.read_text("utf-8"), "html.parser")
        for path in sorted(site.glob("*.html"))
    }


def test_each_notebook_has_a_page_and_the_front_leads_to_all(pages):
    wanted = {f"{path.stem}.html" for path in NOTEBOOKS}
    assert wanted | {"index.html", "search.html"} <= set(pages)
    front = pages["index.html"].find("article")
    assert wanted <= {link["href"] for link in front.find_all("a", href=True)}
    assert front.find(attrs={"data-explorer": True})


def test_links_and_files_of_pages_are_there_and_nobody_else_is_asked(site, pages):
    for name, page in pages.items():
        for tag, attribute in (("script", "src"), ("link", "href"), ("img", "src")):
            for element in page.find_all(tag, **{attribute: True}):
                address = element[attribute].split("?")[0]
                assert not re.match(r"(https?:)?//", address), (name, element)
                assert address in ("", "#") or (site / address).is_file(), name
        for link in page.find_all("a", href=True):
            target = link["href"].split("#")[0].split("?")[0]
            outside = re.match(r"[a-z]+:", target)
            assert outside or not target or (site / target).is_file(), (name, link)


def test_a_page_has_what_its_notebook_has(pages):
    page = pages["01_spring.html"]
    assert page.find("math", display="block")
    questions = page.find_all("form", {"data-kind": True})
    assert [form["data-kind"] for form in questions] == ["number", "statements"]
    assert page.find(attrs={"data-note": True})
    assert page.find(attrs={"data-noted": True})
    folded = [details.get_text() for details in page.find_all("details")]
    assert any("def draw_spring" in text for text in folded)
    assert not any("def positions" in text for text in folded)


def test_all_notebooks_on_one_page(site):
    whole = printed.joined(site, [path.stem for path in NOTEBOOKS])
    made = BeautifulSoup(whole, "html.parser")
    titles = [heading.get_text().strip("#") for heading in made.find_all("h1")]
    assert titles == ["A damped spring", "Sums of dice"]
    assert not made.find_all("script")


def test_frames_follow_from_modules_beside_the_notebook(tmp_path):
    cells = ["from helper import f\nimport numpy", "%matplotlib inline", "Explorer(f)"]
    book = nbformat.v4.new_notebook(cells=list(map(nbformat.v4.new_code_cell, cells)))
    text = {"text/plain": "Explorer(f)"}
    shown = nbformat.v4.new_output("execute_result", text, execution_count=1)
    book.cells[-1].outputs = [shown]
    nbformat.write(book, tmp_path / "a.ipynb")

    def shelf():
        build._state_of.cache_clear()
        return build._shelf(Settings(tmp_path), tmp_path / "a.ipynb", tmp_path, 9)

    (tmp_path / "helper.py").write_text("f = 1")
    first = shelf()
    assert shelf() == first
    (tmp_path / "helper.py").write_text("f = 2")
    assert shelf() != first


def test_a_second_build_draws_nothing(built, settings, tmp_path, monkeypatch):
    def draws(*arguments, **options):
        raise AssertionError("it draws again")

    monkeypatch.setattr(build, "_draw", draws)
    build.build(settings, NOTEBOOKS, tmp_path / "site", built / "frames")
    assert len(list((tmp_path / "site/frames").iterdir())) == len(NOTEBOOKS)


@pytest.fixture(scope="module")
def index(site):
    (path,) = (site / "frames" / "01_spring").glob("*.json")
    return json.loads(path.read_text("utf-8"))


@pytest.fixture(scope="module")
def kept(site, index):
    folder = site / "frames" / "01_spring"
    return [
        frame
        for pack in index["packs"]
        for frame in packs.read_pack((folder / pack["file"]).read_bytes())
    ]


def test_frames_are_what_the_explorer_draws(kept, index):
    (explorer,) = explorers(nbformat.read(NOTEBOOKS[0], 4), EXAMPLES).values()
    ground = packs.pixels(kept[0]["picture"])
    some = kept[:: len(kept) // 7]
    frames = list(explorer.frames_at([json.loads(frame["key"]) for frame in some]))
    for frame, drawn in zip(some, frames):
        assert frame["readout"] == drawn.readout
        assert frame["alt"] == drawn.alt
        assert (
            laid_over(ground, frame["picture"]) == packs.pixels(drawn.picture)
        ).all()


def laid_over(ground, picture):
    image = Image.open(io.BytesIO(picture))
    made = Image.fromarray(ground).convert("RGBA")
    made.alpha_composite(image.convert("RGBA"))
    return np.array(made.convert("RGB"))


def test_the_files_hold_what_was_chosen_and_the_start_first(kept, index):
    keys = [frame["key"] for frame in kept]
    assert len(set(keys)) == len(keys)
    assert keys == [key for pack in index["packs"] for key in pack["keys"]]
    assert json.loads(keys[0]) == index["start"]
    assert index["whole"] and len(keys) == np.prod(index["counts"])


@pytest.mark.parametrize(
    ("counts", "start", "room"),
    [([5, 4], [2, 0], 20), ([61, 47], [6, 12], 150), ([9, 1, 3], [0, "text", 1], 12),
     ([128, 6, 5, 5], [63, 5, 3, 3], 300), ([2], [1], 0)],
)  # fmt: skip
def test_choice(counts, start, room):
    choice = choose(counts, start, room)
    frames = choice.frames()
    assert len({json.dumps(steps) for steps in frames}) == len(frames)
    there = {json.dumps(steps) for steps in frames}
    # Wherever one control is moved to, the others find a place at which it is kept.
    places = [c if n > 1 else [s] for c, n, s in zip(choice.chosen, counts, start)]
    for moved, count in enumerate(counts):
        for others in itertools.product(*places):
            for step in range(count) if count > 1 else ():
                steps = [*others[:moved], step, *others[moved + 1 :]]
                assert json.dumps(steps) in there
    alone = sum(counts) - len(counts) + 1
    assert len(frames) <= max(room, alone)
    assert choice.whole == (np.prod(counts) <= max(room, 1))


@pytest.mark.parametrize(
    ("code", "outputs", "folded"),
    [
        ("import numpy as np", [], True),
        ("def draw(ax):\n    ax.plot([1])", [], True),
        ("def half(x):\n    return x / 2", [], False),
        ("print(1)", [{"text/plain": "1"}], False),
        ("show(fig, 'x')", [{"text/html": "<figure>"}], True),
        (
            "show(fig, 'x')\nprint(1)",
            [{"text/html": "<f>"}, {"text/plain": "1"}],
            False,
        ),
        ("x = 1", [], False),
    ],
)
def test_code_that_only_draws_is_folded(code, outputs, folded):
    cell = nbformat.v4.new_code_cell(code)
    cell.outputs = [nbformat.v4.new_output("display_data", data) for data in outputs]
    assert notebooks.only_draws(cell) == folded


def test_one_fold_serves_what_draws_and_what_shows_it():
    function = nbformat.v4.new_code_cell("def draw(ax):\n    ax.plot([1])")
    shown = nbformat.v4.new_code_cell("Explorer(draw)")
    shown.outputs = [nbformat.v4.new_output("display_data", {"text/html": "<f>"})]
    cells = [function, shown, nbformat.v4.new_code_cell("print(1)")]
    made = page_of(cells)
    assert [cell.id for cell in made.cells] == [shown.id, cells[2].id]
    assert made.cells[0].source.startswith("def draw")
    assert made.cells[0].source.endswith("\n\n\nExplorer(draw)")


@pytest.mark.parametrize(
    ("printed", "wraps"),
    [
        ("all are equal: True\n", True),
        ("width   error\n   16    0.2\n", False),
        ("[[1 0 0]\n [0 1 0]]\n", False),
        (f"{'1 ' * 46}", False),
        (f"{'1 ' * 46}1", True),
    ],
)
def test_printed_sentences_are_wrapped_and_columns_are_not(printed, wraps):
    cell = nbformat.v4.new_code_cell("print(text)")
    cell.outputs = [nbformat.v4.new_output("stream", text=printed)]
    made = page_of([cell])
    assert ("wraps" in made.cells[0].metadata.get("tags", [])) == wraps


def test_links_lead_to_pages_that_all_lie_in_one_folder(tmp_path):
    paths = [tmp_path / "01_a.ipynb", tmp_path / "more/01_b.ipynb"]
    text = "[b](more/01_b.ipynb#end) [page](https://more/01_b.ipynb) [c](02_c.ipynb)"
    made = "[b](01_b.ipynb#end) [page](https://more/01_b.ipynb) [c](02_c.ipynb)"
    assert build.linked(text, tmp_path, paths) == made
    back = build.linked("[a](../01_a.ipynb)", tmp_path / "more", paths)
    assert back == "[a](01_a.ipynb)"
    words = build.linked(
        "[words](site/words.md)", tmp_path, [tmp_path / "site/words.md"]
    )
    assert words == "[words](words.md)"


def test_words_of_the_glossary():
    found = glossary(
        "- **dot product**: multiply. ([01](01.ipynb))\n- **key, query**: $2\\pi$.\n"
        "- **pair**: two of $d_k$. ([05](05.ipynb), [06](06.ipynb))\n- **mean**: half.",
        only_near=["pair"],
        without=["mean"],
    )
    assert found == {
        "dot product": ("multiply.", []),
        "key": ("2π.", []),
        "query": ("2π.", []),
        "pair": ("two of dk.", ["05", "06"]),
    }


def test_a_cell_that_fails_is_named(tmp_path):
    text = "Explorer(f)\n"
    cell = nbformat.v4.new_code_cell("1 / 0")
    cell.outputs = [
        nbformat.v4.new_output(
            "execute_result", {"text/plain": text}, execution_count=1
        )
    ]
    notebook = nbformat.v4.new_notebook(cells=[cell])
    with pytest.raises(CellFailed, match=r"1 / 0.*ZeroDivisionError"):
        explorers(notebook, tmp_path)


def test_coordinates_of_an_axis():
    assert coordinate(0.5, [0, 10, "linear"]) == 5
    assert coordinate(0.5, [1, 100, "log"]) == pytest.approx(10)


def test_functions_stand_apart_from_what_they_take():
    spaces = [mathml(r"2\sin a").count("mspace"), mathml(r"\sin(a)").count("mspace")]
    assert spaces == [4, 0]


def test_a_sign_stands_at_its_number_and_bars_at_what_they_enclose():
    signs = [r"a = -b", "0, -m", "(-1)", r"\cdot -1"]
    between = ["a - b", "(a) - b", "|a| - b", "-1"]
    assert all('form="prefix">−' in mathml(formula) for formula in signs)
    assert not any('form="prefix">−' in mathml(formula) for formula in between)
    for formula, count in (("|a| < |b|", 2), ("P(a|b)", 0), (r"\lVert x \rVert", 1)):
        made = mathml(formula)
        found = [
            len(re.findall(f'form="{f}">[|‖]', made)) for f in ("prefix", "postfix")
        ]
        assert found == [count, count]


@pytest.mark.parametrize("formula", [r"\sin^2 a", r"\log_2 n", r"\sin^2", r"2\sin^2 a"])
def test_a_function_keeps_its_exponent(formula):
    made = BeautifulSoup(mathml(formula), "html.parser")
    assert all(len(one.find_all(True, recursive=False)) == 2
               for one in made.find_all(["msup", "msub"]))  # fmt: skip


def test_a_formula_that_cannot_be_read_is_shown_as_written():
    assert mathml(r"\left( <") == r"<code>\left( &lt;</code>"
    assert "<script" not in mathml(r"\text{<script>}")
