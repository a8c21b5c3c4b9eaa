"""What lesson 08 concludes, tried where it could fail."""

import numpy as np

from posenc_lessons import angular_frequencies, shift_matrix, sinusoidal_encoding
from tests.claims import claim


def by_formula(n_positions, d_model, base=10000.0):
    angles = np.outer(np.arange(n_positions), angular_frequencies(d_model, base))
    return np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(n_positions, -1)


@claim(
    "08",
    "To some 12 digits",
    "one matrix serves all 5000 positions, but for rounding",
    "turned by $M_{{{k}}}$, every hand",
)
def one_matrix_serves_all_positions():
    for d_model, base in ((2, 10000), (16, 10000), (64, 100)):
        table = by_formula(6000, d_model, base)
        for k in (1, 7, 100, 1000):
            moved = table[:5000] @ shift_matrix(k, d_model, base).T
            assert np.abs(moved - table[k : 5000 + k]).max() < 2e-12


@claim(
    "08",
    "it reaches 0.84, and that is the error at $d_{model} = 6$",
    "the worst entry is no better, 0.88",
)
def sines_alone_do_not_turn():
    for d_model in (2, 6, 32, 128):
        for n_positions in (400, 3000):
            sines = by_formula(n_positions, d_model)[:, 0::2]
            best = np.linalg.lstsq(sines[:-1], sines[1:], rcond=1e-10)[0]
            error = np.abs(sines[:-1] @ best - sines[1:])
            assert error.max() > np.sin(1) - 0.01
            assert np.sqrt((error[:, 0] ** 2).mean()) > 0.5


def unseen(table, n, start="nothing"):
    """Return the errors at unseen positions of what least squares learns."""
    seen, wanted = table[: n - 1], table[1:n]
    identity = np.eye(table.shape[1]) if start == "changes" else 0
    wanted = wanted - seen if start == "changes" else wanted
    found = identity + np.linalg.lstsq(seen, wanted, rcond=1e-10)[0]
    return table[n:-1] @ found - table[n + 1 :]


@claim(
    "08",
    "At 6 alone.",
    "its worst entry is worse than any of a learner that always says 0",
    "On average (*typical*: the root of the mean square) it is better",
)
def what_is_learned_fails_on_the_unseen():
    assert np.abs(unseen(by_formula(3000, 6), 50)).max() < 1e-6
    for d_model, n in ((64, 200), (128, 200), (128, 1000), (256, 200)):
        table = by_formula(2000, d_model)
        assert np.abs(table).max() <= 1
        error = np.abs(unseen(table, n))
        assert error.max() > 1.3
        assert (error.max(axis=1) > 1).mean() > 0.5
        assert 0.1 < np.sqrt((error**2).mean()) < np.sqrt((table**2).mean())


def tolerances():
    """Count the positions beyond those seen at which the error stays below 0.1."""
    for n in (200, 4000):
        table = by_formula(n + 400, 512)
        for tolerance in (1e-6, 1e-8, 1e-10, 1e-12):
            found = np.linalg.lstsq(table[: n - 1], table[1:n], rcond=tolerance)[0]
            errors = np.abs(table[n:-1] @ found - table[n + 1 :]).max(axis=1)
            more = (errors > 0.1).argmax()
            yield {"n": n, "tolerance": f"{tolerance:.0e}", "more": more}


@claim(
    "08",
    "With others, from 1e-6 to 1e-12, it is three to thirteen more from 200 positions, "
    "and 98 to 298 from 4000.",
    stored=tolerances,
)
def the_tolerance_decides_how_far(rows):
    for n, least, most in (("200", 3, 13), ("4000", 98, 298)):
        more = [int(row["more"]) for row in rows if row["n"] == n]
        assert (min(more), max(more)) == (least, most)


@claim(
    "08",
    "Learned as far as it saw, and lost soon after",
    "From 200 positions the error stays below 0.1 for about ten more",
)
def lost_soon_after():
    for d_model, n, most in ((512, 200, 20), (256, 200, 30)):
        table = by_formula(600, d_model)
        largest = np.abs(unseen(table, n)).max(axis=1)
        assert largest[:3].max() < 0.01
        assert 8 < (largest > 0.1).argmax() < most
        assert largest[n // 4 :].min() > 1


@claim(
    "08",
    "So what decides is how far later rows leave that span, and not the rank alone",
    "4000 positions span 52 of 64 directions",
    "up to 5000 later rows hardly leave them, and with this tolerance the error stays "
    "below 0.001. (Up to 20,000 it exceeds 1.)",
    "since later rows leave the span of those seen",
)
def the_rank_alone_does_not_decide():
    for d_model, n, rank in ((64, 4000, 52), (64, 200, 31), (128, 1000, None)):
        table = by_formula(5001, d_model)
        _, sizes, directions = np.linalg.svd(table[: n - 1], full_matrices=False)
        seen = directions[sizes > 1e-10 * sizes[0]]
        assert len(seen) < d_model
        assert rank in (None, len(seen))
        left = np.abs(table[n:-1] - table[n:-1] @ seen.T @ seen).max()
        error = np.abs(unseen(table, n)).max()
        assert 0.8 < error / left < 1.25
        assert (error < 0.001) == (n == 4000)
    assert np.abs(unseen(by_formula(20_001, 64), 4000)).max() > 1


@claim(
    "08",
    "On these, the learned matrix does what $M_1$ does.",
    "the part of a new row that points elsewhere is lost",
)
def what_is_lost_is_what_points_elsewhere():
    for d_model, n in ((32, 200), (128, 200), (128, 1000)):
        table = by_formula(3000, d_model)
        _, sizes, directions = np.linalg.svd(table[: n - 1], full_matrices=False)
        seen = directions[sizes > 1e-10 * sizes[0]]
        elsewhere = table[n:-1] - table[n:-1] @ seen.T @ seen
        expected = -elsewhere @ shift_matrix(1, d_model).T
        np.testing.assert_allclose(unseen(table, n), expected, atol=1e-4)


@claim("08", "Only the one that knows pairs: it is right at every position.")
def pairs_are_learned_at_once():
    for d_model, base, n in ((6, 10000, 20), (128, 10000, 20), (512, 10000, 200),
                             (64, 100, 20)):  # fmt: skip
        table = by_formula(3000, d_model, base)
        for i in range(0, d_model, 2):
            pair = table[:, i : i + 2]
            found = np.linalg.lstsq(pair[: n - 1], pair[1:n])[0]
            assert np.abs(pair[:-1] @ found - pair[1:]).max() < 1e-8


@claim(
    "08",
    "Learning changes helps",
    '("Nothing moves" alone, without learning, errs by 0.96.)',
)
def learning_changes_helps():
    table = by_formula(1000, 512)
    still = np.abs(np.diff(table, axis=0))[200:].max()
    assert round(still, 2) == 0.96
    assert np.abs(unseen(table, 200, "changes")).max() < still
    for d_model, n in ((64, 200), (128, 400), (384, 200)):
        table = by_formula(1000, d_model)
        plain, changes = (
            np.abs(unseen(table, n, start)).max() for start in ("nothing", "changes")
        )
        assert changes < 0.6 * plain


@claim("08", "The best block has $\\sqrt{n}$ rows.")
def the_best_block_has_the_root_of_n_rows():
    for n in (64, 4096, 65_536):
        counts = {rows: rows + n / rows for rows in range(1, n + 1)}
        assert min(counts, key=counts.get) == round(n**0.5)


@claim(
    "08",
    "This explains lesson 07",
    "$PE(p) \\cdot PE(p + k) = PE(0) \\cdot PE(k)$",
)
def dot_products_depend_on_the_offset():
    for d_model in (2, 6, 64, 512):
        table = sinusoidal_encoding(1000, d_model)
        for k in (1, 44, 300):
            products = (table[:600] * table[k : 600 + k]).sum(axis=1)
            np.testing.assert_allclose(products, products[0], atol=1e-9)
