"""The conclusions of the notebook on larger images, tested where they could fail."""

import numpy as np

from posenc_lessons import grid_encoding, shift_matrix, sinusoidal_encoding
from tests.claims import claim, functions_of

BELOW = np.eye(64)
BELOW[:32, :32] = shift_matrix(1, 32)
CELLS = functions_of("curious/17_patches", below=BELOW)
as_grid, as_list, looks = CELLS["as_grid"], CELLS["as_list"], CELLS["looks"]


@claim(
    "When the table is resized as a grid, a new row is most similar to one of the old "
    "ones around it, both in an ordered table and in a random one, each 64 numbers "
    "wide.",
    "Resized as a list, a table loses its columns",
)
def grid_and_list():
    random = np.random.default_rng(0)
    for table in (
        grid_encoding(14, 14, 64),
        sinusoidal_encoding(196, 64).reshape(14, 14, 64),
        random.normal(size=(14, 14, 64)),
    ):
        for n in (20, 24, 32):
            off = CELLS["off_by"](table, n, as_grid)
            assert off.mean() < 0.5 and np.mean(off < np.sqrt(2)) > 0.99
            assert CELLS["off_by"](table, n, as_list).mean() > 3.5
    # That takes enough numbers: 8 are too few.
    off = CELLS["off_by"](random.normal(size=(14, 14, 8)), 24, as_grid)
    assert np.mean(off > 1.5) > 0.2


@claim(
    "In the resized table, the head usually looks two patches down.",
    "Once all rows have length 1, the head looks two patches down from every patch.",
    "With a recomputed encoding, it keeps the *number of patches*.",
    "A mixture of rows is shorter than the rows",
)
def one_patch_down():
    axial = grid_encoding(14, 14, 64)
    for n, least in ((24, 1), (28, 0.9)):
        wide = as_grid(axial, n)
        length = np.linalg.norm(wide, axis=2, keepdims=True)
        assert length.max() < np.linalg.norm(axial, axis=2).min() + 1e-9
        assert looks(wide / length)[1] >= least
        assert looks(grid_encoding(n, n, 64))[0] == 1
    one, two = looks(as_grid(axial, 24))
    assert two > 0.6 > 2 * one
    assert looks(as_list(axial, 24)) == [0, 0]
