"""The conclusions of the notebook on bending the line, tested where they could fail."""

import numpy as np

from posenc_lessons import trial_rows
from tests.claims import claim


def shares(name, variant, n=24):
    return [
        row["accuracy"]
        for row in trial_rows(variant)
        if (row["encoding"], row["n"]) == (name, n)
    ]


@claim(
    "Without the tanh layer, more steps change nothing. With it, 300 steps are enough "
    "for nearly all words with normalized positions, but only for about half of them "
    "with integers.",
    "at 64 positions, the bent line has fallen behind",
)
def tanh_saves_normalized_positions_in_short_sentences():
    for name in ("integers", "normalized", "one sine"):
        given = max(shares(name, "as given"))
        assert max(shares(name, "900 steps")) < given + 0.03
        for n in (64, 128):
            bent = max(shares(name, "tanh first", n))
            assert bent < 0.45 < min(shares("the paper's", "tanh first", n))
    assert min(shares("normalized", "tanh first")) > 0.85
    assert 0.3 < min(shares("integers", "tanh first"))
    assert max(shares("integers", "tanh first")) < 0.5


@claim("One tanh layer can make every position reachable")
def a_layer_of_tanh_can_reach_all():
    # Three units bend the integers 0 to 127 as given; each position has a query.
    places = np.arange(128)[:, None]
    bent = np.tanh((places - [20, 64, 108]) / 20)
    queries = np.random.default_rng(0).normal(size=(200_000, 3))
    tops = {top for part in np.split(queries, 20)
            for top in (part @ bent.T).argmax(axis=1).tolist()}  # fmt: skip
    assert tops == set(range(128))
