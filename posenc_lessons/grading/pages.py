"""The pages on which students see their points and hints."""

import re

import jinja2
import nh3
from nbconvert.exporters import HTMLExporter

_OWN_PICTURE = re.compile(r"data:image/(png|jpeg|gif);base64,[\w+/=\s]*")


def clean(html):
    """Return HTML in which nothing runs and nothing is loaded from elsewhere."""
    return nh3.clean(
        html,
        url_schemes={"http", "https", "mailto", "data"},
        attribute_filter=_own_pictures_only,
    )


def _own_pictures_only(tag, attribute, value):
    """Drop addresses of pictures elsewhere, and links that hold data."""
    if attribute == "src" and not _OWN_PICTURE.fullmatch(value):
        return None
    if attribute == "href" and value.strip().lower().startswith("data:"):
        return None
    return value


class _Templates(jinja2.BytecodeCache):
    """Compiled templates, kept in memory: compiling takes longer than filling."""

    def __init__(self):
        self.compiled = {}

    def load_bytecode(self, bucket):
        """Take a template from memory, if it is there."""
        if bucket.key in self.compiled:
            bucket.bytecode_from_string(self.compiled[bucket.key])

    def dump_bytecode(self, bucket):
        """Keep a template."""
        self.compiled[bucket.key] = bucket.bytecode_to_string()


def page_maker():
    """Return the class that makes nbgrader's pages for students."""
    templates = _Templates()

    class Page(HTMLExporter):
        """Makes pages, and compiles their templates only once."""

        def _create_environment(self):
            environment = super()._create_environment()
            environment.bytecode_cache = templates
            return environment

        @jinja2.pass_context
        def markdown2html(self, context, source):
            """Return a student's words as HTML that runs nothing."""
            return clean(super().markdown2html(context, source))

    return Page
