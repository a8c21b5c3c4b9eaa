"""What a folder says about its pages, and what follows from its git repository."""

import subprocess

import nbformat
import pytest
from livenb.settings import Settings

EXPLAINED = "# One\n\nAbout 12 minutes."


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.delenv("GITHUB_REPOSITORY", raising=False)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_markdown_cell(EXPLAINED)])
    (tmp_path / "my_books" / "site").mkdir(parents=True)
    nbformat.write(book, tmp_path / "my_books" / "01_a.ipynb")
    return tmp_path / "my_books"


def git(folder, *arguments):
    subprocess.run(["git", "-C", str(folder), *arguments], check=True)


def test_without_a_file_the_folder_gives_the_title(folder):
    settings = Settings.read(folder)
    assert (settings.title, settings.pages, settings.checks) == ("my books", [], {})


def test_an_unknown_entry_is_named(folder):
    (folder / "site" / "livenb.toml").write_text("titel = 'x'")
    message = "unknown entry 'titel'; the known ones are .*title"
    with pytest.raises(ValueError, match=message):
        Settings.read(folder)


def test_fields_are_found_in_the_first_cell(folder):
    text = "[fields]\nminutes = 'About (\\d+)'\npoints = '(\\d+) points'"
    (folder / "site" / "livenb.toml").write_text(text)
    about = Settings.read(folder).about(folder / "01_a.ipynb")
    names = {"name": "01_a", "file": "01_a.ipynb", "title": "One"}
    assert about == names | {"minutes": "12", "points": ""}


@pytest.mark.parametrize(
    ("remote", "repository"),
    [
        ("https://github.com/ada/clocks.git", "ada/clocks"),
        ("git@github.com:ada/clocks.git", "ada/clocks"),
        ("https://example.org/ada/clocks", ""),
        ("", ""),  # no git repository
    ],
)
def test_the_repository_is_that_of_the_remote(folder, remote, repository):
    if remote:
        git(folder.parent, "init", "-q")
        git(folder.parent, "remote", "add", "origin", remote)
    settings = Settings.read(folder)
    assert settings.repository == repository
    address = settings.binder("01_a")
    assert bool(address) == bool(repository)
    if repository:
        assert address.endswith("/ada/clocks/HEAD?urlpath=lab/tree/my_books/01_a.ipynb")


def test_pages_are_templates_that_know_the_notebooks(folder):
    text = "# {{ title }}\n{% for n in notebooks %}{{ n.title }}{% endfor %}"
    (folder / "site" / "more.md").write_text(text)
    settings = Settings.read(folder)
    about = settings.about(folder / "01_a.ipynb")
    assert settings.rendered("more", notebooks=[about]) == "# my books\nOne"
