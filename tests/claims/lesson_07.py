"""The conclusions of lesson 07, tested where they could fail."""

import numpy as np

from posenc_lessons import (
    angular_frequencies,
    similarity_by_offset,
    sinusoidal_encoding,
)
from tests.claims import claim


@claim(
    "07",
    "A cosine becomes negative only after a quarter turn, and a sine only after half a "
    "turn.",
    "In 128 positions, the slow pairs do not get that far: the right half of the "
    "picture has no negative numbers at all.",
)
def only_pairs_with_a_quarter_turn_are_negative():
    for n_positions, base in ((128, 10_000), (64, 10_000), (128, 1000), (1000, 10_000)):
        table = sinusoidal_encoding(n_positions, 512, base=base)
        turned = (n_positions - 1) * base ** (-np.arange(256) / 256)
        slow = turned < np.pi / 2
        assert not (table[:, 0::2][:, slow] < 0).any()
        assert not (table[:, 1::2][:, slow] < 0).any()
        assert (table[:, 1::2][:, ~slow] < 0).any(axis=0).all()
        assert not (table[:, 0::2][:, turned < np.pi] < 0).any()
    negative = sinusoidal_encoding(128, 512) < 0
    assert negative[:, :128].any() and not negative[:, 256:].any()
    assert round(negative.mean(), 1) == 0.2


@claim(
    "07",
    "Stripes, then bands, then a comb",
    "Toward the right edge, each sine stays near $0$ and each cosine near $1$",
    "After the last dark band comes a light green area: there, the clocks have made "
    "about an eighth of a turn. Sine and cosine are both about 0.7, so their columns "
    "have the same color.",
)
def the_last_quarter_hardly_moves():
    table = sinusoidal_encoding(128, 512)
    assert table[:, 384::2].max() < 0.13 and table[:, 385::2].min() > 0.99
    for position in (
        40,
        80,
        127,
    ):  # from the right, the first clock past a quarter turn
        turned = position * angular_frequencies(512)
        light = np.flatnonzero(abs(turned - np.pi / 4) < 0.1)
        assert light.min() > np.flatnonzero(turned > np.pi).max()
        assert abs(table[position, 2 * light[0] : 2 * light[-1] + 2] - 0.7).max() < 0.1
    flips = (np.diff(np.sign(table[1:, 0::2]), axis=0) != 0).sum(axis=0)
    assert flips[:10].min() > 20 and flips[128:].max() == 0


@claim(
    "07",
    "Why does a fan of stripes at the lower left seem to run the other way?",
    "After about 100 positions, each of the fast clocks is about half a turn ahead of "
    "the next. A little more than half a turn forward looks like a little less than "
    "half a turn back.",
)
def at_the_lower_left_stripes_run_the_other_way():
    table = sinusoidal_encoding(130, 512)

    def alike(rows, later):
        """Compare a part of the table with the next columns, some rows later."""
        first, last = rows
        here, there = table[first:last, :40], table[first + later : last + later, 1:41]
        return np.corrcoef(here.ravel(), there.ravel())[0, 1]

    assert alike((70, 120), -2) > 0.6 > -0.6 > alike((70, 120), 2)
    assert max(alike((5, 40), later) for later in (-2, -1)) < 0.3
    turned = np.outer(np.arange(90, 128), angular_frequencies(512))
    ahead = -np.diff(turned)[:, :15] / (2 * np.pi)
    assert ahead.min() > 0.29 and ahead.max() < 0.72


@claim("07", "At base $100$, every column moves.")
def a_small_base_leaves_no_column_still():
    for base, still in ((10, 0), (100, 0), (1000, 33), (10_000, 127)):
        table = sinusoidal_encoding(128, 512, base=base)
        assert (np.ptp(table, axis=0) < 0.05).sum() == still


@claim(
    "07",
    "$\\text{distance}^2 = d_{model} - 2 \\cdot \\text{similarity}$",
    "Their similarity is about 0.7, because most clocks turn very little in ten words. "
    "It is the same for all 300 pairs.",
    "it depends only on the offset, and it is the same forward and backward",
    "each pair of columns adds $\\cos(k w_i)$ to the dot product, where $w_i$ is the "
    "frequency of its clock:",
)
def similarity_depends_on_the_offset():
    for d_model in (6, 64, 512):
        table = sinusoidal_encoding(1000, d_model)
        for k in (1, 44, 300):
            products = (table[:600] * table[k : 600 + k]).sum(axis=1)
            expected = similarity_by_offset(np.array([k, -k]), d_model)
            np.testing.assert_allclose(products, expected[0], atol=1e-9)
            np.testing.assert_allclose(*expected)
            distances = np.linalg.norm(table[:600] - table[k : 600 + k], axis=1)
            np.testing.assert_allclose(distances**2, d_model - 2 * products)
    assert round(similarity_by_offset(np.array([10]), 512)[0] / 256, 1) == 0.7
    assert np.median(10 * angular_frequencies(512)) < 0.11


@claim(
    "07",
    "The similarity falls overall, but from offset 43 on, it rises at some steps.",
    "another quarter of the clocks has turned so far that their cosines are scattered "
    "between $-1$ and $1$. Together, these add almost nothing",
    "Because of the rises, one similarity fits several offsets.",
    "Up to a few thousand, each tenfold offset costs about 0.25",
)
def similarity_rises_now_and_then():
    for d_model, first in ((512, 43), (128, 11), (6, 3)):
        similarity = similarity_by_offset(np.arange(2000), d_model)
        assert (np.diff(similarity) > 0).argmax() == first
    similarity = similarity_by_offset(np.arange(20_000), 512)
    for start in range(43, 20_000, 50):
        assert (np.diff(similarity[start : start + 50]) > 0).any()
    similarity = similarity_by_offset(10 ** np.arange(5), 512) / 256
    np.testing.assert_allclose(np.diff(similarity), -0.25, atol=0.05)
    angles = np.outer(10 ** np.arange(5), angular_frequencies(512))
    np.testing.assert_allclose(np.diff((angles > 1).mean(axis=1)), 0.25, atol=0.01)
    scattered = np.where(angles > 1, np.cos(angles), 0).mean(axis=1)
    assert abs(scattered).max() < 0.07 and np.cos(angles[1:]).min() < -0.99


@claim(
    "07",
    "The curve meets the dashed line from about 700 to 1,800.",
    "At offset 10, the similarity reveals the offset exactly; at 100, almost exactly. "
    "So it tells near from far, but not one distant word from the next.",
    "it reveals the offset of two nearby words almost exactly, and that of two "
    "distant words only roughly.",
)
def the_similarity_tells_near_offsets_exactly():
    similarity = similarity_by_offset(np.arange(20_001), 512)

    def fitting(offset):
        """Return the first and the last offset that the same similarity may have."""
        first = (similarity <= similarity[offset]).argmax()
        return first, np.flatnonzero(similarity >= similarity[offset])[-1]

    assert fitting(1000) == (726, 1810) and fitting(100) == (97, 100)
    assert all(fitting(offset) == (offset, offset) for offset in range(1, 40))
    for offset in range(1, 101):
        first, last = fitting(offset)
        assert last - first < 0.2 * offset
    for offset in range(200, 1001):  # near from far, but not exactly
        first, last = fitting(offset)
        assert first < offset or last > offset
        assert 100 < first and last < 3 * first
