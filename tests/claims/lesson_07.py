"""What lesson 07 concludes, tried where it could fail."""

import numpy as np

from posenc_lessons import similarity_by_offset, sinusoidal_encoding
from tests.claims import claim


@claim(
    "07",
    "A cosine becomes negative only after a quarter turn and a sine after half a turn.",
    "In 128 positions the slow pairs do not get that far.",
    "All the negative numbers are in the stripes and bands.",
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
    share = (sinusoidal_encoding(128, 512) < 0).mean()
    assert round(share, 1) == 0.2


@claim(
    "07",
    "Fast stripes at the left, a steady comb at the right",
    "each sine stays near $0$ and each cosine near $1$",
    "In the plain patch between bands and comb, a sine and its cosine have nearly the "
    "same value, 0.7.",
)
def the_last_quarter_hardly_moves():
    table = sinusoidal_encoding(128, 512)
    assert table[:, 384::2].max() < 0.13 and table[:, 385::2].min() > 0.99
    flips = (np.diff(np.sign(table[1:, 0::2]), axis=0) != 0).sum(axis=0)
    assert flips[:10].min() > 20 and flips[128:].max() == 0
    for row in table[20:]:
        row = row[2 * (np.flatnonzero(row < 0)[-1] // 2 + 1) :]
        pair = np.abs(row[0::2] - row[1::2]).argmin()
        assert np.abs(row[2 * pair : 2 * pair + 2] - 0.7).max() < 0.05


@claim("07", "At base $100$ every column moves.")
def a_small_base_leaves_no_column_still():
    for base, still in ((10, 0), (100, 0), (1000, 33), (10_000, 127)):
        table = sinusoidal_encoding(128, 512, base=base)
        assert (np.ptp(table, axis=0) < 0.05).sum() == still


@claim(
    "07",
    "it depends only on the offset, and it is the same forwards and backwards",
    "each pair adds $\\cos(k w_i)$ to the dot product:",
)
def similarity_depends_on_the_offset():
    for d_model in (6, 64, 512):
        table = sinusoidal_encoding(1000, d_model)
        for k in (1, 44, 300):
            products = (table[:600] * table[k : 600 + k]).sum(axis=1)
            expected = similarity_by_offset(np.array([k, -k]), d_model)
            np.testing.assert_allclose(products, expected[0], atol=1e-9)
            np.testing.assert_allclose(*expected)


@claim(
    "07",
    "The similarity falls on the whole, but from offset 43 on some steps rise.",
    "So one similarity fits several offsets.",
)
def similarity_rises_now_and_then():
    for d_model, first in ((512, 43), (128, 11), (6, 3)):
        similarity = similarity_by_offset(np.arange(2000), d_model)
        assert (np.diff(similarity) > 0).argmax() == first
    similarity = similarity_by_offset(np.arange(20_000), 512)
    for start in range(43, 20_000, 50):
        assert (np.diff(similarity[start : start + 50]) > 0).any()
    similarity = similarity_by_offset(10 ** np.arange(5), 512) / 256
    assert (np.diff(similarity) < -0.2).all()


@claim(
    "07",
    "The curve stays between them as far as they go. They fall by 0.25 when the offset "
    "grows tenfold, and the upper one lies half of that above the lower.",
    "One similarity fits offsets as far apart as 726 and 1,810",
    "of the offsets in the figure that fit it, the largest is less than three times "
    "the smallest.",
    "At width 512, in a text of a thousand words, it tells you that offset to within a "
    "factor of three",
    "Beyond 2,300, the curve wavers around zero and says little.",
)
def the_similarity_tells_the_offset_within_a_factor():
    similarity = similarity_by_offset(np.arange(20_001), 512) / 256
    for offset in range(1, 1001):
        fits = np.flatnonzero(similarity[1:] >= similarity[offset]) + 1
        shortest = 1 + (similarity[1:] <= similarity[offset]).argmax()
        assert fits[-1] < 3 * shortest
    fits = np.flatnonzero(np.diff(similarity >= similarity[1000]))
    assert (fits[0] + 1, fits[-1]) == (726, 1810)
    assert np.abs(similarity[2300:]).max() < 0.15
    falling = similarity[1:2301] + 0.25 * np.log10(np.arange(1, 2301))
    assert falling.min() > 0.873 and falling.max() < 0.997
    assert abs((0.997 - 0.873) / 0.25 - 1 / 2) < 0.01


@claim(
    "07",
    "The guess is right more often: half of the time at width 64, and nearly always at "
    "512.",
    "so how far it reaches does not grow with the width. The distance between "
    "neighbors does grow, about as the square root of the width.",
    "One pair already gives each of 128 positions a row of its own.",
    "nearly every position can be found under a word of the encoding's size",
)
def width_makes_rows_easy_to_find():
    one_pair = sinusoidal_encoding(128, 2)
    assert len(np.unique(one_pair.round(9), axis=0)) == 128
    narrow = np.linalg.norm(np.subtract(*sinusoidal_encoding(2, 64)))
    shares = []
    for d_model in (64, 128, 256, 512):
        rows = sinusoidal_encoding(128, d_model)
        line = rows[1] - rows[0]
        apart = np.linalg.norm(line)
        assert 0.85 < apart / (narrow * np.sqrt(d_model / 64)) < 1.01
        for seed in (1, 2, 3):
            random = np.random.default_rng(seed)
            positions = np.arange(4000) % 128
            words = random.normal(size=(4000, d_model))
            assert abs((words @ line / apart).std() - 1) < 0.05
            found = ((rows[positions] + words) @ rows.T).argmax(axis=1)
            shares.append((found == positions).mean())
    assert np.all(np.diff(np.reshape(shares, (4, 3)), axis=0) > 0.05)
    assert all(abs(share - 0.5) < 0.03 for share in shares[:3])
    assert all(share > 0.92 for share in shares[-3:])
    found = ((rows[positions] + 512**0.5 * words) @ rows.T).argmax(axis=1)
    assert (found == positions).mean() < 0.1  # words much larger than the rows
