"""What the notebook on growing images concludes, tried where it could fail."""

import numpy as np

from posenc_lessons import grid_encoding, shift_matrix, sinusoidal_encoding
from tests.claims import claim


def resized(table, n, axis):
    old = table.shape[axis]
    place = np.clip((np.arange(n) + 0.5) * old / n - 0.5, 0, old - 1)
    low = place.astype(int)
    high, part = np.minimum(low + 1, old - 1), place - low
    table = np.moveaxis(table, axis, -1)
    return np.moveaxis(table[..., low] * (1 - part) + table[..., high] * part, -1, axis)


def as_grid(table, n):
    return resized(resized(table, n, 0), n, 1)


def as_list(table, n):
    rows = table.reshape(-1, table.shape[-1])
    return resized(rows, n * n, 0).reshape(n, n, -1)


def most_similar(table, n, way):
    """Return line and column of the most similar old patch, and those wanted."""
    new, old = way(table, n).reshape(n * n, -1), table.reshape(196, -1)
    alike = new @ old.T / np.linalg.norm(old, axis=1)
    found = np.stack(np.divmod(alike.argmax(axis=1), 14))
    wanted = (np.stack(np.divmod(np.arange(n * n), n)) + 0.5) * 14 / n - 0.5
    return found, wanted


@claim(
    "17_patches",
    "As a grid, a new row is most similar to one of the old ones around it, in an "
    "ordered table and in a random one of 64 numbers.",
    "lines stay roughly where they were, and columns run round and round",
    "Resized as a list, a table loses its columns",
)
def grid_and_list():
    random = np.random.default_rng(0)
    tables = [
        grid_encoding(14, 14, 64),
        sinusoidal_encoding(196, 64).reshape(14, 14, 64),
        random.normal(size=(14, 14, 64)),
    ]
    for table in tables:
        for n in (20, 24, 32):
            found, wanted = most_similar(table, n, as_grid)
            assert np.hypot(*(found - wanted)).mean() < 0.5
            assert np.mean(np.abs(found - wanted).max(axis=0) < 1) > 0.99
            found, wanted = most_similar(table, n, as_list)
            lines, columns = np.abs(found - wanted)
            assert lines.max() < 2
            assert columns.mean() > 3.5
    # It takes enough numbers.
    found, wanted = most_similar(random.normal(size=(14, 14, 8)), 24, as_grid)
    assert np.mean(np.hypot(*(found - wanted)) > 1.5) > 0.2


def looks(table):
    """Return how often a head built for one patch down looks one and two down."""
    below, n = np.eye(64), len(table)
    below[:32, :32] = shift_matrix(1, 32)
    rows = table.reshape(n * n, -1)
    found = (rows @ below.T @ rows.T).argmax(axis=1)
    down, aside = np.stack(np.divmod(found, n)) - np.divmod(np.arange(n * n), n)
    asked = (np.arange(n * n) < n * (n - 3)) & (aside == 0)
    return [np.sum(asked & (down == steps)) / (n * (n - 3)) for steps in (1, 2)]


@claim(
    "17_patches",
    "In the resized table, the head mostly looks two patches down.",
    "Once all rows have length 1, it is two for all patches.",
    "When recomputed, the encoding keeps the *number of patches*.",
)
def one_patch_down():
    axial = grid_encoding(14, 14, 64)
    wide = as_grid(axial, 24)
    one, two = looks(wide)
    assert two > 0.6 > 2 * one
    assert looks(wide / np.linalg.norm(wide, axis=2, keepdims=True))[1] == 1
    assert looks(axial)[0] == looks(grid_encoding(24, 24, 64))[0] == 1
    assert looks(as_list(axial, 24)) == [0, 0]
    twice = as_grid(axial, 28)
    assert looks(twice / np.linalg.norm(twice, axis=2, keepdims=True))[1] > 0.9


@claim("17_patches", "A mixture of rows is shorter than the rows")
def mixtures_are_shorter():
    axial = grid_encoding(14, 14, 64)
    length = np.linalg.norm(axial[0, 0])
    assert np.allclose(np.linalg.norm(axial, axis=2), length)
    assert (np.linalg.norm(as_grid(axial, 24), axis=2) <= length + 1e-9).all()
