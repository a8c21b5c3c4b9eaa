"""Write hand-ins.zip, as a learning platform would: three students' notebooks."""

import copy
import zipfile

import nbformat

SOLVED = nbformat.read("assignments/letters/letters.ipynb", as_version=4)
SMALL_LETTERS_ONLY = """\
def count_vowels(text):
    return sum(letter in "aeiou" for letter in text)
"""
ENDLESS = """\
def longest_run(text):
    while True:
        pass
"""


def notebook(**answers):
    """Return the solved assignment as a string, with other code in some cells."""
    changed = copy.deepcopy(SOLVED)
    for cell in changed.cells:
        name = cell.metadata.get("nbgrader", {}).get("grade_id")
        cell.source = answers.get(name, cell.source)
    return nbformat.writes(changed)


with zipfile.ZipFile("hand-ins.zip", "w") as archive:
    archive.writestr("Ada Lovelace/letters.ipynb", notebook())
    archive.writestr("Bob Ross/letters.ipynb", notebook(vowels=SMALL_LETTERS_ONLY))
    archive.writestr("Cleo Kim/letters.ipynb", notebook(run=ENDLESS))
