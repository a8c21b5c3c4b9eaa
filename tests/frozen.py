"""Compare what readers see with a record of it, before and after code is moved.

Use: ``python -m tests.frozen`` compares with ``tests/data/frozen.json.gz``, and
``python -m tests.frozen --record`` writes that file anew, once a difference is meant.
It keeps four things: the stored outputs of all notebooks, the reply to every tested
answer, ten frames of every Explorer, and the marks and pages of the made-up class.
Parts can be named: ``python -m tests.frozen replies frames``; and of the replies some
exercises: ``python -m tests.frozen replies --exercises 5a 5b``.
"""

import argparse
import gzip
import hashlib
import io
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import nbformat
import numpy as np
from PIL import Image

ROOT = pathlib.Path(__file__).parents[1]
RECORD = pathlib.Path(__file__).parent / "data/frozen.json.gz"
NOTEBOOKS = sorted((ROOT / "notebooks").rglob("*.ipynb"))
FRAMES = 10
# What differs at every run: times, folders, the checksums that a notebook is kept by.
PASSING = (
    r"\d{4}-\d\d-\d\d[ T]\d\d:\d\d(:\d\d(\.\d+)?)?( ?UTC|Z)?|/tmp/\S+?(?=[\s\"'<])"
)


def digest(data):
    data = data.encode() if isinstance(data, str) else data
    return hashlib.sha256(data).hexdigest()[:16]


def outputs():
    """Return the stored outputs of each notebook, a digest for each code cell."""
    return {
        str(path.relative_to(ROOT)): [
            digest(json.dumps([output | {"execution_count": 0} for output in outputs]))
            for cell in json.loads(path.read_text("utf-8"))["cells"]
            if (outputs := cell.get("outputs")) is not None
        ]
        for path in NOTEBOOKS
    }


def replies(exercises=()):
    """Return what the checks say of every tested answer, or of those to some."""
    from tests.kill_table import ANSWERS, result

    names = ("ok", "text", "mistake", "convention", "credit")
    found = {}
    for answer in ANSWERS:
        if exercises and answer.exercise not in exercises:
            continue
        reply = result(answer)
        key = f"{answer.kind} {answer}"
        while key in found:
            key += "'"
        places = [reply.place.get(axis) for axis in ("position", "column")]
        found[key] = [*(getattr(reply, name) for name in names), *places]
    return json.loads(json.dumps(found, default=float))


def frames():
    """Return digests of ten frames of every Explorer: pixels, readout and texts."""
    return {
        f"{path.stem} {cell}": [frame_digest(frame) for frame in some_frames(explorer)]
        for path in NOTEBOOKS
        for cell, explorer in explorers_of(path).items()
    }


def explorers_of(path):
    """Return the Explorers of a notebook by their cells' names."""
    from livenb.site.run import run

    return run(nbformat.read(path, as_version=4), path.parent).explorers


def some_frames(explorer):
    """Yield the first frame of an Explorer, and others drawn by lot."""
    random = np.random.default_rng(0)
    controls = explorer.described()["controls"]
    return explorer.frames_at(
        [[some_step(control, random) for control in controls] for _ in range(FRAMES)]
    )


def some_step(control, random):
    """Return one of a control's steps, drawn by lot; what has none stays as it is."""
    if control["count"] is None:
        return control["start"]
    return int(random.integers(control["count"]))


def frame_digest(frame):
    """Return what is seen of a frame."""
    image = Image.open(io.BytesIO(frame.picture)).convert("RGB")
    words = "\0".join([frame.readout, frame.alt, frame.message])
    return [digest(np.asarray(image).tobytes()), digest(words)]


def marks():
    """Return the class table and the pages of the made-up class."""
    with tempfile.TemporaryDirectory() as folder:
        program = ROOT / "packages/sandmark/examples/made_up_class.py"
        command = [program, "--exercises", "posenc_checks", "--course", folder]
        subprocess.run(
            [sys.executable, *command, "--no-browser"],
            check=True,
            capture_output=True,
            cwd=ROOT,
        )
        folder = pathlib.Path(folder)
        return {
            str(path.relative_to(folder)): digest(
                re.sub(PASSING, "", path.read_text("utf-8"))
            )
            for path in sorted(folder.glob("[fm]*/**/*"))
            if path.suffix in (".html", ".csv")
        }


PARTS = {"outputs": outputs, "replies": replies, "frames": frames, "marks": marks}


def differences(before, now):
    """Return a line for each thing that both records have and that differs."""
    lines = [f"only in the record: {key}" for key in before if key not in now]
    lines += [f"not in the record: {key}" for key in now if key not in before]
    return lines + [
        f"{key}:\n  was {before[key]}\n  is  {now[key]}"
        for key in before
        if key in now and before[key] != now[key]
    ]


def main():
    """Compare or record the parts that the command line names."""
    parser = argparse.ArgumentParser(prog="python -m tests.frozen")
    parser.add_argument("parts", nargs="*", default=[], metavar="PART", help=str(PARTS))
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--file", type=pathlib.Path, default=RECORD)
    parser.add_argument("--exercises", nargs="+", default=[], metavar="EXERCISE")
    asked = parser.parse_args()
    if asked.exercises:
        found = {"replies": replies(asked.exercises)}
    else:
        found = {name: PARTS[name]() for name in asked.parts or PARTS}
    if asked.record:
        if asked.file.exists():  # parts that are not named stay as they were
            found = json.loads(gzip.decompress(asked.file.read_bytes())) | found
        text = json.dumps(found, ensure_ascii=False, indent=0, sort_keys=True)
        asked.file.write_bytes(gzip.compress(text.encode(), mtime=0))
        return
    before = json.loads(gzip.decompress(asked.file.read_bytes()))
    if "replies" in found:  # an answer that was taken away is no difference
        kept = before["replies"].keys() & found["replies"].keys()
        before["replies"] = {key: before["replies"][key] for key in kept}
    lines = [
        f"{name}: {line}"
        for name, part in found.items()
        for line in differences(before[name], part)
    ]
    print("\n".join(lines) or f"the same as the record: {', '.join(found)}")
    sys.exit(bool(lines))


if __name__ == "__main__":
    main()
