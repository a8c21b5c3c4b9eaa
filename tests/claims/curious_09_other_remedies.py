"""The conclusions of the notebook on other remedies, tested where they could fail."""

import itertools

import numpy as np

from tests.claims import claim, functions_of

CELLS = functions_of("curious/09_other_remedies")
train, share_found = CELLS["train_lookup"], CELLS["share_found"]


@claim(
    "With plain gradient steps, the division *is* a smaller start with a smaller rate.",
    "So $q'$ needs $1/s$ of the rate.",
)
def division_is_a_smaller_start_with_a_smaller_rate():
    for seed, (d_k, rate) in enumerate(((3, 1.0), (16, 8.0), (50, 2.0), (64, 10.0))):
        root = d_k**0.5
        divided = train(d_k, 1 / root, rate, seed=seed, steps=30)
        smaller = train(d_k, 1, rate / root, root**-0.5, seed, steps=30)
        np.testing.assert_allclose(divided, smaller, atol=1e-6)
        rival = train(d_k, 1, rate, root**-0.5, seed, steps=30)
        assert np.abs(rival - divided).max() > 1e-3


SETTINGS = {  # powers of d_k: the factor, and the size of the start
    "undivided": (0, 0),
    "divided": (-0.5, 0),
    "smaller start": (0, -0.25),
    "by d_k": (-1, 0),
}


def trainings():
    """Train with each remedy at many rates, for as long as the notebook and longer."""
    for steps, name, d_k in itertools.product((150, 1500), SETTINGS, (64, 512)):
        c, start = float(d_k) ** np.array(SETTINGS[name])
        for rate in 10.0 ** np.arange(-3, 3):
            shares = [
                share_found(train(d_k, c, rate, start, seed, steps))
                for seed in range(3, 8)
            ]
            yield {"steps": steps, "setting": name, "d_k": d_k, "rate": f"{rate:.4g}",
                   "found": f"{np.mean(shares):.3f}"}  # fmt: skip


@claim(
    "All three remedies work, each at its own rate.",
    "Three remedies work; without one, none of five rates does",
    "With the root, every rate up to 10 finds nearly the same share at both widths.",
    "*with the root, the rate need not change with the width*",
    stored=trainings,
)
def three_remedies_work_and_the_root_leaves_the_rate_alone(rows):
    best, moved = {}, {}
    for row in rows:
        way, found = row["setting"], row["found"]
        at = way, row["steps"], row["d_k"]
        best[at] = max(best.get(at, 0), found)
        if row["rate"] <= 10:  # beyond these, training breaks down
            moved.setdefault((way, row["steps"], row["rate"]), []).append(found)
    assert len(best) == 16
    for (way, *_), found in best.items():
        assert found < 0.4 if way == "undivided" else found > 0.9
    moved = {way: max(np.ptp(f) for at, f in moved.items() if at[0] == way)
             for way in SETTINGS}  # fmt: skip
    assert moved["divided"] < 0.1
    assert moved["smaller start"] > 0.3 and moved["by d_k"] > 0.3
