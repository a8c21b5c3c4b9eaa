"""What sandmark needs to know about this course to mark its homework.

`sandmark.material` looks for these names in a course's module. ``DEMO`` describes the
made-up class in sandmark's examples.
"""

import pathlib

ASSIGNMENTS = pathlib.Path(__file__).parent / "assignments"
# Homework released before version 0.3 imports `check` from posenc_lessons.
STAND_INS = {
    "posenc_checks": ("check", "own_numbers"),
    "posenc_lessons": ("check", "own_numbers", "show"),
}
PACKAGES = {"autograd": "the lessons use it to compute gradients"}
HIDDEN = ("posenc",)

# A line in the right answer, what some students write instead, and its probability.
_SLIPS = [
    ("np.sin(angles), np.cos(angles)", "np.cos(angles), np.sin(angles)", 0.1),
    ("10000 ** (2 * pairs / d_model)", "10000 ** (pairs / d_model)", 0.1),
    ("10000 ** (2 * pairs / d_model)", "1000 ** (2 * pairs / d_model)", 0.05),
    ("positions[:, None] /", "(positions[:, None] + 1) /", 0.1),
    ("    return table", "    return table.astype(int)", 0.05),
    ("2 * np.pi * 10000", "10000", 0.15),
    ("[[cosine, sine], [-sine, cosine]]", "[[cosine, sine], [sine, cosine]]", 0.15),
    ("angles = positions[:, None]", "angles = np.float32(positions)[:, None]", 0.05),
]
# A cell, what replaces the whole cell, and its probability.
_BREAKS = [
    ("encoding", "def positional_encoding(positions, d_model)\n    return 1", 0.04),
    ("encoding", "def positional_encoding(positions, d_model):\n    pass", 0.06),
    ("matrix", "def shift_matrix(k, d_model):\n    return unknown", 0.06),
    ("wavelength", "answer_b = ...", 0.1),
    (
        "encoding",
        "def positional_encoding(*sizes):\n    while True:\n        pass",
        0.02,
    ),
]
DEMO = {
    "assignment": "h3_the_formula",
    "slips": _SLIPS,
    "breaks": _BREAKS,
    "words": "The similarity is a sum of cosines, and the fast ones come back after a "
    "turn.",
}
