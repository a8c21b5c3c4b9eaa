"""The browser's scripts keep to the types in their comments."""

import pathlib
import shutil
import subprocess

import drawahead
import pytest

FILES = sorted(pathlib.Path(drawahead.__file__).parent.glob("*.js"))


def test_all_scripts_keep_to_their_types():
    compiler = shutil.which("tsc")
    if compiler is None:
        pytest.skip("TypeScript is not installed: apt install node-typescript")
    options = "--noEmit --allowJs --checkJs --target es2022 --module es2022"
    command = [compiler, *options.split(), "--lib", "esnext,dom,dom.iterable", *FILES]
    run = subprocess.run(command, capture_output=True, text=True)
    assert run.stdout == ""
