"""The settings for the pages of a folder, read from ``site/livenb.toml``."""

import dataclasses
import functools
import importlib
import os
import pathlib
import re
import subprocess
import sys
import tomllib

import jinja2
import nbformat

_GITHUB = re.compile(r"github\.com[:/]([^/]+/[^/]+?)(?:\.git)?/?$")
_FRONT = """\
# {{ title }}

{{ explorer(notebooks[0].name) }}

{% for notebook in notebooks -%}
- [{{ notebook.title }}]({{ notebook.name }}.ipynb)
{% endfor %}
"""


@dataclasses.dataclass(frozen=True)
class Settings:
    """The settings for the pages of a folder; the README explains each entry."""

    folder: pathlib.Path
    title: str = ""
    author: str = ""
    icon: str = ""
    pages: list = dataclasses.field(default_factory=list)
    further: dict = dataclasses.field(default_factory=dict)
    downloads: list = dataclasses.field(default_factory=list)
    exercises: str = ""
    python: str = ""
    fields: dict = dataclasses.field(default_factory=dict)
    glossary: str = ""
    glossary_only_near: list = dataclasses.field(default_factory=list)
    glossary_without: list = dataclasses.field(default_factory=list)
    search: dict = dataclasses.field(default_factory=dict)

    @classmethod
    def read(cls, folder):
        """Read ``site/livenb.toml`` in a folder; without this file, use the defaults.

        Raises `ValueError` if the file has an unknown entry.
        """
        folder = pathlib.Path(folder)
        file = folder / "site" / "livenb.toml"
        entries = tomllib.loads(file.read_text("utf-8")) if file.exists() else {}
        known = {field.name for field in dataclasses.fields(cls)} - {"folder"}
        unknown = sorted(set(entries) - known)
        if unknown:
            raise ValueError(
                f"{file} has the unknown entry {unknown[0]!r}; "
                f"the known ones are {', '.join(sorted(known))}"
            )
        entries.setdefault("title", folder.resolve().name.replace("_", " "))
        return cls(folder, **entries)

    def matching(self, patterns):
        """Return the files that match patterns, in the order of the patterns."""
        found = [sorted(self.folder.glob(pattern)) for pattern in patterns]
        return [path for paths in found for path in paths]

    @functools.cached_property
    def checks(self):
        """The exercises of the module named in the settings, or an empty dict."""
        if not self.exercises:
            return {}
        sys.path.append(str(self.folder.resolve()))  # where the module may be
        try:
            return importlib.import_module(self.exercises).EXERCISES
        finally:
            sys.path.pop()

    @functools.cached_property
    def repository(self):
        """``owner/name`` on GitHub, or an empty string if it is not known."""
        named = os.environ.get("GITHUB_REPOSITORY")
        found = _GITHUB.search(_git(self.folder, "remote", "get-url", "origin"))
        return named or (found[1] if found else "")

    def binder(self, name):
        """Return a notebook's address on Binder, or "" if there is no repository."""
        if not self.repository:
            return ""
        inside = _git(self.folder, "rev-parse", "--show-prefix")
        place = f"urlpath=lab/tree/{inside}{name}.ipynb"
        return f"https://mybinder.org/v2/gh/{self.repository}/HEAD?{place}"

    def about(self, path):
        """Return a notebook's name, title and fields for the templates of pages."""
        first = nbformat.read(path, as_version=4).cells[0].source
        found = {key: re.search(value, first) for key, value in self.fields.items()}
        return {
            "name": path.relative_to(self.folder).with_suffix("").as_posix(),
            "file": path.relative_to(self.folder).as_posix(),
            "title": title(first),
        } | {key: match[1] if match else "" for key, match in found.items()}

    def rendered(self, name, **values):
        """Return the Markdown of a page from its template ``site/NAME.md``."""
        file = self.folder / "site" / f"{name}.md"
        text = file.read_text("utf-8") if file.exists() or name != "front" else _FRONT
        environment = jinja2.Environment(undefined=jinja2.StrictUndefined)
        return environment.from_string(text).render(
            title=self.title, repository=self.repository, binder=self.binder, **values
        )


def title(markdown):
    """Return the text of the heading with which some Markdown begins."""
    return markdown.strip().partition("\n")[0].lstrip("# ")


def _git(folder, *arguments):
    """Return what git prints in a folder, or "" if it fails or is not installed."""
    try:
        run = subprocess.run(
            ["git", "-C", str(folder), *arguments], capture_output=True, text=True
        )
    except FileNotFoundError:
        return ""
    return run.stdout.strip() if run.returncode == 0 else ""
