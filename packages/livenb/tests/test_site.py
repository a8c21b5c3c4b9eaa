"""The example notebooks as pages, and each part of the code that makes them."""

import itertools
import json
import pathlib
import re
import struct
import sys
import zlib

import matplotlib
import matplotlib.pyplot as plt
import nbformat
import numpy as np
import pytest
from bs4 import BeautifulSoup
from drawahead.images import decode
from livenb.folds import only_draws
from livenb.settings import Settings
from livenb.site import build, narrow, notebooks, packs, shelf
from livenb.site.choice import batches, choose
from livenb.site.mathematics import mathml
from livenb.site.run import CellFailed, run
from livenb.site.words import glossary
from nbformat.v4 import new_code_cell, new_notebook, new_output

from .conftest import EXAMPLES, NOTEBOOKS, missing_in, parsed

FIRST_PACKS = 100_000  # bytes for an Explorer's first picture and its neighbors
PICTURE = {"text/plain": "Explorer(draw)", "image/png": ""}


def cell_of(code, *shown):
    outputs = [new_output("display_data", data) for data in shown]
    return new_code_cell(code, outputs=outputs)


def page_of(*cells):
    book = new_notebook(cells=list(cells))
    return notebooks.page(book, shelf.Shelf("00_x"), Settings(pathlib.Path()))


@pytest.fixture(scope="module")
def explorer():
    (explorer,) = run(nbformat.read(NOTEBOOKS[0], 4), EXAMPLES).explorers.values()
    return explorer


@pytest.fixture(scope="module")
def pages(site):
    return parsed(site)


def test_the_front_leads_to_a_page_for_each_notebook(pages):
    wanted = {f"{path.stem}.html" for path in NOTEBOOKS}
    front = pages["index.html"].find("article")
    assert wanted <= {link["href"] for link in front.find_all("a", href=True)}
    assert front.find(attrs={"data-explorer": True})


def test_links_and_files_of_pages_are_there_and_nobody_else_is_asked(site, pages):
    assert missing_in(site, pages) == []


def test_a_page_has_what_its_notebook_has(pages):
    page = pages["01_spring.html"]
    assert page.find("math", display="block")
    assert page.find("form", {"data-question": "questions/1a.txt"})
    assert page.find(attrs={"data-note": True})
    assert page.find(attrs={"data-noted": True})
    kinds = ("livenb-folded", "draw_spring"), ("livenb-code", "def positions")
    for kind, code in kinds:
        assert any(code in one.get_text() for one in page.find_all(class_=kind)), code


def test_pictures_follow_from_the_code_and_the_modules_it_imports(tmp_path):
    imports = "from spring_helper import draw\nfrom drawahead import Explorer"
    shown = cell_of("Explorer(draw, height=(1, 2))", PICTURE)
    book = new_notebook(cells=[cell_of(imports), shown])
    code = "def draw(ax, height=1):\n    'A line.'\n    ax.plot([0, height])\n"
    (tmp_path / "spring_helper.py").write_text(code)
    path, kept = tmp_path / "a.ipynb", tmp_path / "kept"

    def are_kept():
        nbformat.write(book, path)
        shelf._digest_of.cache_clear()
        return shelf._is_kept(path, kept / "a", 9)

    assert not are_kept()
    shelf.shelves(Settings(tmp_path), [path], kept, 9)
    assert are_kept()
    book.cells[0].metadata["tags"] = ["x"]
    assert are_kept()
    (tmp_path / "spring_helper.py").write_text(code.replace("[0, ", "[1, "))
    assert not are_kept()
    (tmp_path / "spring_helper.py").write_text(code)
    assert are_kept()
    shown.source = "Explorer(draw, height=(1, 3))"
    assert not are_kept()


def test_a_second_build_draws_nothing(built, settings, tmp_path, monkeypatch):
    def draws(*arguments, **options):
        raise AssertionError("it draws again")

    monkeypatch.setattr(shelf, "_draw", draws)
    build.build(settings, NOTEBOOKS, tmp_path / "site", built / "frames")
    assert len(list((tmp_path / "site/frames").iterdir())) == len(NOTEBOOKS)


@pytest.fixture(scope="module")
def index(site):
    (path,) = (site / "frames/01_spring").glob("*.json")
    text = path.read_text("utf-8")
    assert "http" not in text, "it names no address"
    return json.loads(text)


def frames_in(site, index, width):
    """Return all frames in one width, and the pixels of their ground."""
    folder, frames, ground = site / "frames/01_spring", [], None
    for listed in index[width]["packs"]:
        data = (folder / listed["file"]).read_bytes()
        (length,) = struct.unpack("<I", data[:4])
        head = json.loads(zlib.decompress(data[4 : 4 + length]))
        pictures = data[4 + length :]
        for frame in head["frames"]:
            at, size = frame["picture"]
            frames.append(frame | {"picture": pictures[at : at + size]})
        assert [list(frame["steps"]) for frame in head["frames"]] == listed["steps"]
        ground = ground or pictures[: head["ground"]]
    return frames, ground


@pytest.mark.parametrize("width", ["wide", "narrow"])
def test_frames_are_what_the_explorer_draws(site, index, width, explorer):
    frames, ground = frames_in(site, index, width)
    writer = packs.Writer(explorer, width == "narrow")
    some = frames[:: len(frames) // 5]
    drawn = explorer.frames_at([frame["steps"] for frame in some], **writer.how)
    for kept, frame in zip(some, drawn):
        assert (kept["readout"], kept["alt"]) == (frame.readout, frame.alt)
        wanted = frame.picture[..., :3].astype(int)
        picture = kept["picture"]
        seen = decode(picture, ground) if picture else decode(ground)
        away = np.abs(seen.astype(int) - wanted)
        assert away.mean() < 0.5 and (away > 48).mean() < 0.001  # it has 64 colors


@pytest.mark.parametrize("width", ["wide", "narrow"])
def test_the_first_file_is_small(site, index, width):
    file = site / "frames/01_spring" / index[width]["packs"][0]["file"]
    assert file.stat().st_size < FIRST_PACKS


def test_a_heat_map_keeps_its_colors():
    figure, ax = plt.subplots()
    ax.imshow(np.arange(10_000).reshape(100, 100), cmap="viridis")
    assert packs.kind_of(figure) == "lossless"
    array = np.random.default_rng(1).integers(0, 256, (64, 64, 3), np.uint8)
    assert (decode(packs.webp(array, "lossless")) == array).all()
    ax.images[0].remove()
    assert packs.kind_of(figure) == "few"
    plt.close(figure)


@pytest.mark.parametrize("columns", [1, 3])
def test_a_narrow_figure_is_350_pixels_wide_with_letters_as_large(columns):
    figure, axes = plt.subplots(1, columns, figsize=(6.4, 3), layout="constrained")
    for ax in np.ravel(axes):
        ax.set_title("a title that is much too long for a third of a page, or a phone")
    sizes = [ax.title.get_fontsize() for ax in figure.axes]
    narrow.make_narrow(figure)
    figure.draw_without_rendering()
    assert round(figure.get_size_inches()[0] * narrow.PAGE_DPI) == narrow.WIDTH
    assert [ax.title.get_fontsize() for ax in figure.axes] == sizes
    lefts = {round(ax.get_position().x0, 2) for ax in figure.axes}
    assert len(lefts) == 1
    for ax in figure.axes:
        assert "\n" in ax.title.get_text()
    plt.close(figure)


@pytest.mark.parametrize(("numbers", "columns"), [("off", 2), ("on", 4)])
def test_only_pictures_without_numbers_leave_their_columns(numbers, columns):
    figure, axes = plt.subplots(2, 4, figsize=(6.4, 3), layout="constrained")
    for ax in axes.flat:
        ax.axis(numbers)
    narrow.make_narrow(figure)
    figure.draw_without_rendering()
    places = [ax.get_position() for ax in axes.flat]
    assert len({round(place.x0, 2) for place in places}) == columns
    rows = [round(-place.y0, 2) for place in places]
    assert rows == sorted(rows) and len(set(rows)) == 8 // columns
    plt.close(figure)


@pytest.mark.parametrize(
    ("counts", "start", "room"),
    [([5, 4], [2, 0], 20), ([61, 47], [6, 12], 150), ([9, 1, 3], [0, 0, 1], 12),
     ([128, 6, 5, 5], [63, 5, 3, 3], 300), ([2], [1], 0)],
)  # fmt: skip
def test_choice(counts, start, room):
    chosen = choose(counts, start, room)
    frames = [one for group in batches(counts, start, chosen) for one in group]
    there = set(frames)
    assert len(there) == len(frames) and frames[0] == tuple(start)
    # Wherever one control is moved, the others find a place for which a frame is kept.
    for moved, count in enumerate(counts):
        for others in itertools.product(*chosen):
            for step in range(count) if count > 1 else ():
                assert (*others[:moved], step, *others[moved + 1 :]) in there
    alone = sum(counts) - len(counts) + 1
    assert len(frames) <= max(room, alone)


@pytest.mark.parametrize(
    ("counts", "start", "chosen"),
    [([7, 7, 50], [4, 4, 29], [[4, 6], [4], [29]]),
     ([6, 11, 21], [5, 0, 4], [[0, 3, 5], [0], [4]])],
)  # fmt: skip
def test_short_controls_are_marked_first_at_the_start_and_the_ends(
    counts, start, chosen
):
    assert choose(counts, start, packs.ROOM) == chosen


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere one process does both")
@pytest.mark.filterwarnings("ignore:.*multi-threaded:DeprecationWarning")
def test_a_copy_of_the_process_that_fails_is_told():
    assert packs._at_once(str) == ("False", "True")
    with pytest.raises(RuntimeError, match="narrow pictures could not be drawn"):
        packs._at_once(lambda is_narrow: 1 // (not is_narrow))


@pytest.mark.parametrize(
    ("code", "outputs", "folded"),
    [
        ("import numpy as np", [], True),
        ("def draw(ax):\n    ax.plot([1])", [], True),
        ("x = 1\ndef draw(ax):\n    ax.plot([x])", [], True),
        ("def half(x):\n    return x / 2", [], False),
        ("def half(x):\n    return x / 2\ndef draw(ax):\n    ax.plot([1])", [], False),
        ("print(1)", [{"text/plain": "1"}], False),
        ("show(fig, 'x')", [{"image/png": "AA=="}, {"text/markdown": "*x*"}], True),
        ("def half(x):\n    return x / 2\nshow(f)", [{"image/png": "AA=="}], False),
        ("show(f)\nprint(1)", [{"image/png": "AA=="}, {"text/plain": "1"}], False),
        ("x = 1", [], False),
    ],
)
def test_code_that_only_draws_is_folded(code, outputs, folded):
    cell = cell_of(code, *outputs)
    assert only_draws(cell) == folded
    cell.metadata.nbgrader = {"solution": True}  # this is for a student to fill in
    assert not only_draws(cell)


def test_one_fold_serves_what_draws_and_what_shows_it():
    function = cell_of("def draw(ax):\n    ax.plot([1])")
    shown = cell_of("Explorer(draw)", {"text/markdown": "*f*"})
    made = page_of(function, shown, cell_of("print(1)"))
    both = "def draw(ax):\n    ax.plot([1])\n\n\nExplorer(draw)"
    assert [cell.source for cell in made.cells] == [both, "print(1)"]


@pytest.mark.parametrize(
    ("printed", "wraps"),
    [
        ("all are equal: True\n", True),
        ("width   error\n   16    0.2\n", False),
        ("[[1 0 0]\n [0 1 0]]\n", False),
        (f"{'1 ' * 45}1", False),
        (f"{'1 ' * 46}", True),
    ],
)
def test_printed_sentences_are_wrapped_and_columns_are_not(printed, wraps):
    cell = new_code_cell("print(text)", outputs=[new_output("stream", text=printed)])
    (made,) = page_of(cell).cells
    assert ("livenb-wraps" in made.metadata.tags) == wraps


def test_links_lead_to_pages_that_all_lie_in_one_folder():
    text = (
        "[b](more/01_b.ipynb#2.-The-end) [c](https://more/01_b.ipynb#A) [d](02.ipynb)"
    )
    made = "[b](01_b.ipynb#2-the-end) [c](https://more/01_b.ipynb#A) [d](02.ipynb)"
    assert build.linked(text, {"01_a.ipynb", "01_b.ipynb"}) == made
    assert build.linked("[a](../01_a.ipynb)", {"01_a.ipynb"}) == "[a](01_a.ipynb)"
    assert build.linked("[a](#The-end) [b](a.png)", set()) == "[a](#the-end) [b](a.png)"


def test_the_search_has_the_sentences_of_all_pages(site, pages):
    found = dict(json.loads((site / "search.json").read_text("utf-8"))["pages"])
    assert {path.stem for path in NOTEBOOKS} <= set(found)
    parts = found["01_spring"]["parts"]
    sentences = [one for _, _, sentences in parts for one in sentences]
    assert any("stiffness" in one for one in sentences)
    assert max(map(len, sentences)) < 400
    assert all(pages["01_spring.html"].find(id=id) for _, id, _ in parts)


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
    notebook = new_notebook(cells=[cell_of("1 / 0", PICTURE)])
    with pytest.raises(CellFailed, match=r"1 / 0.*ZeroDivisionError"):
        run(notebook, tmp_path)


def test_functions_stand_apart_from_what_they_take():
    spaces = [mathml(r"2\sin a").count("mspace"), mathml(r"\sin(a)").count("mspace")]
    assert spaces == [4, 0]


def test_a_sign_stands_at_its_number_and_bars_at_what_they_enclose():
    signs = [r"a = -b", "0, -m", "(-1)", r"\cdot -1"]
    between = ["a - b", "(a) - b", "|a| - b", "-1"]
    assert all('form="prefix">−' in mathml(formula) for formula in signs)
    assert not any('form="prefix">−' in mathml(formula) for formula in between)
    for formula, count in (("|a| < |b|", 2), ("P(a|b)", 0), (r"\lVert x \rVert", 1)):
        bars = re.findall('form="(.*?)">[|‖]', mathml(formula))
        assert bars == ["prefix", "postfix"] * count


@pytest.mark.parametrize("formula", [r"\sin^2 a", r"\log_2 n", r"\sin^2", r"2\sin^2 a"])
def test_a_function_keeps_its_exponent(formula):
    made = BeautifulSoup(mathml(formula), "html.parser")
    assert all(len(one.find_all(True, recursive=False)) == 2
               for one in made.find_all(["msup", "msub"]))  # fmt: skip


def test_a_formula_that_cannot_be_read_is_shown_as_written():
    assert mathml(r"\left( <") == r"<code>\left( &lt;</code>"
    assert "<script" not in mathml(r"\text{<script>}")


def test_settings_that_one_notebook_makes_do_not_reach_the_next():
    matplotlib.rcParams["font.size"] = 30
    run(nbformat.read(NOTEBOOKS[0], as_version=4), EXAMPLES)
    assert matplotlib.rcParams["font.size"] != 30
