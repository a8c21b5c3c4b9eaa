"""The scripts of pages and slides keep to the types in their comments."""

import shutil
import subprocess

import pytest
from livenb.site.build import write
from livenb.slides.build import scripts


def test_all_scripts_keep_to_their_types(tmp_path):
    """TypeScript, if installed, reads them all together, because it starts slowly."""
    compiler = shutil.which("tsc")
    if compiler is None:
        pytest.skip("TypeScript is not installed: apt install node-typescript")
    write(tmp_path, {"package.json": b'{"type": "module"}', **scripts()})
    options = "--noEmit --allowJs --checkJs --strict --target es2022 --module node16"
    libraries = ["--lib", "esnext,dom,dom.iterable", "--moduleResolution", "node16"]
    files = sorted((tmp_path / "_static").glob("*.js"))
    assert {"page.js", "question.js"} <= {path.name for path in files}
    run = subprocess.run(
        [compiler, *options.split(), *libraries, *files], capture_output=True, text=True
    )
    assert run.stdout == ""
