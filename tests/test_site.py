"""The course's pages and slides as files; what a browser shows is tested elsewhere."""

import base64
import copy
import gzip
import json
import re

import pytest
from hintcheck.own_numbers import written
from livenb.site import questions
from posenc_checks import EXERCISES, check

from packages.livenb.tests.conftest import missing_in, parsed
from packages.livenb.tests.test_questions import answered

from .pages import LESSONS, ROOT, secrets_in, texts_in

FIRST_VIEW = 100_000  # bytes that a page takes before its first picture, compressed
FIRST_FRAMES = 130_000  # bytes more until a moved slider shows its own picture
SITE = 33_000_000


@pytest.fixture(scope="module")
def site(course):
    return course / "site"


@pytest.fixture(scope="module")
def pages(site):
    return parsed(site)


def test_there_is_a_page_for_each_lesson_and_for_what_all_share(pages):
    wanted = {f"{path.stem}.html" for path in LESSONS}
    assert wanted | {"index.html", "verdicts.html", "glossary.html"} <= set(pages)
    assert {"homework.html", "ways.html", "search.html"} <= set(pages)


def test_nothing_is_missing_and_nobody_else_is_asked(site, pages):
    assert missing_in(site, pages) == []
    for path in [*site.rglob("*.css"), *(site / "_static").glob("*.js")]:
        text = path.read_text("utf-8")
        assert not re.search(r"(url\(|import |fetch\()['\"]?https?://", text), path


def test_no_formula_is_left_as_it_was_written(pages):
    for name, page in pages.items():
        page = copy.copy(page)  # other tests look at what is taken out here
        for found in page.find_all(["script", "style", "pre", "code", "annotation"]):
            found.extract()
        for button in page.find_all("button"):
            assert not re.search(r"[$\\_]", button.get("data-means", "")), name
        text = page.get_text()
        assert "<button" not in text, name  # a word explained within a formula
        found = re.search(r"\\(frac|sin|cos|text|sqrt|cdot|sum)\b|\$[^$\n]+\$", text)
        assert not found, (name, text[max(0, found.start() - 60) : found.end() + 60])


def test_every_picture_has_its_text_and_its_size(pages):
    for name, page in pages.items():
        for image in page.find_all("img"):
            assert image.get("alt", "").strip(), (name, image)
            if image["src"].startswith("pictures/"):
                assert image["width"] and image["height"], (name, image)


def test_links_lead_to_pages_and_to_the_homework(pages):
    for name, page in pages.items():
        for link in page.find_all("a", href=True):
            # Sphinx makes links from a page to itself; any other must lead somewhere.
            is_ours = link.find_parent("article") and "internal" not in link.get(
                "class", ""
            )
            assert link["href"] != "#" or not is_ours, (name, link)
            target = re.split("[#?]", link["href"])[0]
            handed = target.startswith("homework/") and link.has_attr("download")
            is_notebook = target.endswith(".ipynb") and ":" not in target
            assert handed or not is_notebook, (name, target)


def test_what_a_page_loads_at_first_is_small(site, pages):
    for name, page in pages.items():
        if not name[0].isdigit():
            continue
        files = {name}
        files |= {s["src"] for s in page.find_all("script", src=True)}
        files |= {
            link["href"]
            for link in page.find_all("link", rel="stylesheet")
            if "print" not in link.get("media", "")
        }
        files.add("_static/drawahead.js")
        size = sum(
            len(gzip.compress((site / file.split("?")[0]).read_bytes()))
            for file in files
        )
        assert size <= FIRST_VIEW, (name, size)


def test_what_answers_the_first_touch_is_small(site):
    for path in (site / "frames").glob("*/*.json"):
        index = json.loads(path.read_text("utf-8"))
        for width in {"wide", "narrow"} & set(index):
            file = path.parent / index[width]["packs"][0]["file"]
            size = len(gzip.compress(path.read_bytes())) + file.stat().st_size
            assert size <= FIRST_FRAMES, (path, width)


def test_the_site_is_not_large(site):
    size = sum(path.stat().st_size for path in site.rglob("*") if path.is_file())
    assert size <= SITE


def test_no_file_holds_a_solution_of_the_homework(site):
    assert secrets_in(texts_in(site)) == []
    given = ROOT / "notebooks" / "homework"
    for path in site.rglob("h[0-9]_*"):
        assert path.parent.name == "homework"
        assert path.read_bytes() == (given / path.name).read_bytes()


def test_the_page_of_the_homework_leads_to_all_of_it(pages):
    links = pages["homework.html"].find("table").find_all("a", download=True)
    names = [path.name for path in (ROOT / "notebooks" / "homework").glob("h*.ipynb")]
    assert [link["href"] for link in links] == [f"homework/{n}" for n in sorted(names)]


def test_the_first_page_has_an_explorer_and_each_lessons_question(pages):
    page = pages["index.html"]
    assert page.find(attrs={"data-explorer": True})
    lessons = {f"{path.stem}.html" for path in LESSONS}
    rows = [row for row in page.find_all("tr") if row.a and row.a["href"] in lessons]
    assert len(rows) == len(LESSONS)
    for row in rows:
        _, question, minutes = (cell.get_text() for cell in row.find_all("td"))
        assert question[0].isupper() and int(minutes)


ASKED = [name for name in EXERCISES if questions.is_checked(EXERCISES, name)]


@pytest.mark.parametrize("exercise", ASKED)
def test_pages_say_of_answers_what_the_package_says(site, exercise):
    stored = (site / "questions" / f"{exercise}.txt").read_bytes()
    table = json.loads(base64.b64decode(stored))
    question = EXERCISES[exercise]
    right = float(question.reference())
    wrong = [float(mistake.model()) for mistake in question.mistakes]
    for value in [right, *wrong, 7.0, right * 1.0101]:
        said, wanted = answered(table, value), check(exercise, value)
        assert said.startswith("right") == bool(wanted.ok), value
        if value in (right, *wrong):
            assert said.replace("{}", written(value)) == wanted.text


PARTS = {"msup": 2, "msub": 2, "mfrac": 2, "mroot": 2, "mover": 2, "munder": 2,
         "msubsup": 3, "munderover": 3}  # fmt: skip


def test_formulas_have_all_their_parts_and_what_ends_them_stays_with_them(pages):
    for name, page in pages.items():
        for formula in page.find_all("math"):
            for found in formula.find_all(list(PARTS)):
                parts = found.find_all(True, recursive=False)
                assert len(parts) == PARTS[found.name], (name, found)
            if formula.parent.name == "p":
                after = str(formula.next_sibling or "")
                assert not re.match(r"[.,;:?!)]", after), (name, formula)


HAND = r"(press|push) (the|a|an) [\w ]*(key|arrow)|mouse|pointer|hover|kernel"


def test_pages_speak_of_fingers_too_and_of_kernels_only_where_jupyter_is(pages):
    """All readers get the same sentences, so none may be only for a mouse or keys."""
    for name, page in pages.items():
        texts = [p.get_text() for p in page.select("article :is(p, li, figcaption)")]
        for text in texts if name != "ways.html" else ():
            found = re.search(HAND, text)
            assert not found or "finger" in text, (name, text)


def test_words_are_explained_where_they_stand_but_once(pages):
    for name, page in pages.items():
        words = page.find_all(class_="livenb-word")
        meanings = [word["data-means"] for word in words]
        assert len(set(meanings)) == len(meanings), name
        assert len(meanings) > 3 or name != f"{LESSONS[5].stem}.html"
        for word in words:
            assert not word.find_parent(["pre", "code"]), (name, word)
            assert word.get_text() not in ("mean", "means"), name
            everyday = re.fullmatch("(value|score|pair|position)s?", word.get_text())
            assert not everyday or name[:2] in ("01", "05"), (name, word)
