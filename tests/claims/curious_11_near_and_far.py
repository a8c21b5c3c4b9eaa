"""The conclusions of the notebook on near and far, tested where they could fail."""

import numpy as np

from posenc_lessons import clock_table, rival_frequencies, softmax, window_weights
from tests.claims import claim, functions_of

CELLS = functions_of("curious/11_near_and_far", reaches=(1, 4, 16, 64, 256))
overlaps = CELLS["overlaps"]


@claim("The loss is convex in that product")
def the_loss_of_a_head_is_convex():
    random = np.random.default_rng(0)
    table = clock_table(rival_frequencies(4, 50)["the paper's"], 50)
    wanted = window_weights(50, 3)

    def loss(matrix):
        weights = softmax(table @ matrix @ table.T)
        return -(wanted * np.log(weights)).sum(axis=1).mean()

    for scale in (0.1, 1, 3):
        for _ in range(50):
            one, other = scale * random.normal(size=(2, 8, 8))
            assert loss((one + other) / 2) <= (loss(one) + loss(other)) / 2 + 1e-12


@claim(
    "Fast ones fail on the wide windows.",
    "random octaves come close, and being spread *evenly* adds a little",
    "*Whole turns*, which are all slow, are worse on the narrowest window than all "
    "others.",
    "A progression fitted to the text does slightly better.",
    "The paper's geometric progression serves every scale that we tried.",
)
def a_geometric_progression_serves_every_scale():
    median = {name: np.median(overlaps(name), axis=0)
              for name in rival_frequencies(1, 1)}  # fmt: skip
    means = {name: np.median(overlaps(name).mean(axis=1)) for name in median}
    for name, shares in median.items():
        geometric = name in ("the paper's", "fitted to the text")
        assert (shares.min() > 0.8) == geometric or name == "random octaves"
        assert name == "whole turns" or shares[0] > median["whole turns"][0] + 0.05
    paper = means["the paper's"]
    assert 0 < paper - means["random octaves"] < 0.04
    assert 0 < means["fitted to the text"] - paper < 0.04
    for name in ("harmonic", "random"):
        assert max(median[name][3:]) < 0.5
