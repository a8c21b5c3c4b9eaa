"""The conclusions of lesson 07, tested where they could fail."""

import numpy as np

from posenc_lessons import (
    angular_frequencies,
    similarity_by_offset,
    sinusoidal_encoding,
)
from tests.claims import claim


@claim(
    "Stripes widen into bands and end in a comb",
    "the clocks on the left are the fastest.",
    "At the lower left, neighboring clocks differ so much that the eye joins the wrong "
    "stripes.",
    "Toward the right edge, each sine stays near $0$ and each cosine near $1$",
)
def the_last_quarter_hardly_moves():
    table = sinusoidal_encoding(128, 512)
    assert table[:, 384::2].max() < 0.13 and table[:, 385::2].min() > 0.99
    flips = (np.diff(np.sign(table[1:, 0::2]), axis=0) != 0).sum(axis=0)
    assert flips[:10].min() > 20 and flips[128:].max() == 0
    # Over a quarter turn apart, a cosine's shorter way to the next sine is forward.
    apart = np.outer(np.arange(128), -np.diff(angular_frequencies(512)))
    assert apart[100:, :20].min() > np.pi / 2
    assert apart[:40].max() < np.pi / 2 and apart[:, 30:].max() < np.pi / 2


@claim(
    "Where the left dotted line meets the white one, both curves are at about $-0.7$: "
    "there, the row crosses the last dark band. The clock at that column has made five "
    "eighths of a turn.",
    "Column 0's clock has turned that far at about position 4, and column 128's at 39. "
    "Each clock needs "
    "1.04 times as many positions as the one before it, so the band falls ever faster "
    "toward the right. The dark bands to its left are the same, each one full turn "
    "later.",
    "Where the right one meets it, both are at about $0.7$: that is the plain field to "
    "the right of the bands.",
)
def a_band_falls_ever_faster():
    """In the middle of the last dark band, sine and cosine are negative and equal."""
    table = sinusoidal_encoding(128, 512)
    expected = 5 / 4 * np.pi / angular_frequencies(512)[:90]
    in_turn = np.arange(128)[:, None] < 8 / 5 * expected  # within the first turn
    pairs = table.reshape(128, 256, 2)
    assert (pairs[pairs.sum(axis=2) < -1] < 0).all()  # dark: their mean is below -0.5
    both = np.where(in_turn, table[:, 0:180:2] + table[:, 1:180:2], 0)
    assert abs(both.argmin(axis=0) - expected).max() < 0.51
    assert np.allclose(expected[1:] / expected[:-1], 1.04, atol=0.005)
    assert expected[[0, 64]].round().tolist() == [4, 39]
    longer = sinusoidal_encoding(200, 512).reshape(200, 256, 2)
    for turns in range(3):  # the bands to its left are one full turn later each
        at = (expected[40:60] * (1 + turns * 8 / 5)).round().astype(int)
        np.testing.assert_allclose(longer[at, range(40, 60)], -0.7, atol=0.1)
    assert (np.diff(expected, n=2) > 0).all()
    # The dotted lines; in the plain field, two neighboring columns are alike.
    for position in (20, 40, 80, 127):
        for turned, height in ((5 / 4 * np.pi, -0.7), (np.pi / 4, 0.7)):
            column = 512 * np.log(position / turned) / np.log(10_000)
            assert abs(pairs[position, round(column / 2)] - height).max() < 0.1


@claim("At base $100$, every column moves.")
def a_small_base_leaves_no_column_still():
    for base, still in ((10, 0), (100, 0), (10_000, 127)):
        table = sinusoidal_encoding(128, 512, base=base)
        assert (np.ptp(table, axis=0) < 0.05).sum() == still


@claim(
    "The similarity is largest for equal rows, at $d_{model}/2 = 256$, the squared "
    "length of every row",
    "So the closer two rows are, the more similar they are.",
    r"because $(512 - 12.8^2)/2 \approx 174$ and $174/256 \approx 0.68$. It is the "
    "same for all 300 pairs that the cell tests at this offset, whichever word comes "
    "first.",
    "So the similarity depends only on the offset $k$.",
)
def similarity_depends_on_the_offset():
    for d_model in (6, 64, 512):
        table = sinusoidal_encoding(1000, d_model)
        for k in (1, 10, 300):
            products = (table[:600] * table[k : 600 + k]).sum(axis=1)
            expected = similarity_by_offset(np.array([k, -k]), d_model)
            np.testing.assert_allclose(products, expected[0], atol=1e-9)
            np.testing.assert_allclose(*expected)
            distances = np.linalg.norm(table[:600] - table[k : 600 + k], axis=1)
            np.testing.assert_allclose(distances**2, d_model - 2 * products)
            if (d_model, k) == (512, 10):
                np.testing.assert_allclose(distances, 12.8, atol=0.05)
                np.testing.assert_allclose(products / 256, 0.68, atol=0.005)


@claim(
    "The similarity falls, with many rises",
    "On the whole, it falls: up to an offset of about 10,000, the similarity loses "
    "about a quarter of its maximum each time the offset grows tenfold. But nearly "
    "half of the first 1,000 steps are rises.",
    "Half of the frequencies are above $1/100$. So at offset 100, half of the clocks "
    "have turned by more than a radian, and their cosines are scattered between $-1$ "
    "and $1$. These add almost nothing. The slow half still average nearly "
    "1, so almost half of the maximum is left. At offset 1,000, only the slowest "
    "quarter still do.",
    "a clock's cosine falls until its hands at the two positions point in opposite "
    "directions. Then it rises again until they agree.",
    "The similarity rises whenever the fast clocks gain more than the slow ones lose, "
    "first from offset 43 to 44.",
)
def similarity_rises_now_and_then():
    similarity = similarity_by_offset(np.arange(20_000), 512)
    assert np.flatnonzero(np.diff(similarity) > 0)[0] == 43
    for start in range(43, 20_000, 50):
        assert (np.diff(similarity[start : start + 50]) > 0).any()
    turns = np.outer(np.arange(2000), angular_frequencies(512))
    steps, slow = np.diff(np.cos(turns), axis=0), turns[1:] < np.pi
    assert steps[slow].max() < 0  # a clock within its first half turn only loses
    assert 0.4 < (steps.sum(axis=1) > 0)[:1000].mean() < 0.5
    similarity = similarity_by_offset(10 ** np.arange(5), 512) / 256
    np.testing.assert_allclose(np.diff(similarity), -0.25, atol=0.05)
    angles = np.outer(10 ** np.arange(5), angular_frequencies(512))
    np.testing.assert_allclose(np.diff((angles > 1).mean(axis=1)), 0.25, atol=0.01)
    scattered = np.where(angles > 1, np.cos(angles), 0).mean(axis=1)
    assert abs(scattered).max() < 0.07 and np.cos(angles[1:]).min() < -0.99
    slow = np.where(angles > 1, np.nan, np.cos(angles))[:4]
    assert np.nanmean(slow, axis=1).min() > 0.85 and 0.4 < similarity[2] < 0.5


@claim(
    "So it reaches some heights many times. In the picture, it reaches the height of "
    "offset 1,000 first at 726 and last at 1,810. Similarity tells near from far, but "
    "not one distant word from the next.",
    "It reveals the distance almost exactly for nearby words and only roughly for "
    "distant ones",
)
def the_similarity_tells_near_offsets_exactly():
    similarity = similarity_by_offset(np.arange(20_001), 512)

    def fitting(offset):
        """Return the first and the last offset that the same similarity may have."""
        first = (similarity <= similarity[offset]).argmax()
        return first, np.flatnonzero(similarity >= similarity[offset])[-1]

    crossings = np.diff(similarity > similarity[1000] + 1e-9).sum()
    assert crossings > 50 and fitting(1000) == (726, 1810) and fitting(43) == (43, 44)
    assert all(fitting(offset) == (offset, offset) for offset in range(1, 43))
    for offset in range(1, 101):
        first, last = fitting(offset)
        assert last - first < 0.2 * offset
    for offset in range(200, 1001):  # near from far, but not exactly
        first, last = fitting(offset)
        assert first < offset or last > offset
        assert 100 < first and last < 3 * first
