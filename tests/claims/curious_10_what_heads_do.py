"""The conclusions of the notebook on what heads do, tested where they could fail."""

import itertools

import numpy as np

from posenc_lessons import sinusoidal_encoding, train
from posenc_lessons.trial.model import N_WORDS, answers, asked_words
from tests.claims import claim

SENTENCES = np.random.default_rng(10_000).integers(N_WORDS, size=(200, 16))


def named():
    """Train one head, and then two, to name two words, and look at what they name."""
    settings = [(48, 300), (32, 300), (48, 3000)]
    for heads, seed, (width, steps) in itertools.product((1, 2), range(3), settings):
        encoding = sinusoidal_encoding(16, width)
        trained = train(encoding, (1, 2), n_heads=heads, seed=seed, steps=steps)
        wanted = asked_words(SENTENCES, (1, 2))
        said = answers(trained.parameters, encoding, SENTENCES, (1, 2), heads)
        said = said.argmax(axis=-1)
        right = (said == wanted).sum(axis=-1)
        weights = [trained.weights(encoding, words) for words in SENTENCES[:50]]
        yield {
            "heads": heads,
            "seed": seed,
            "width": width,
            "steps": steps,
            "both right": f"{np.mean(right == 2):.4f}",
            "one right": f"{np.mean(right == 1):.4f}",
            "one back again": f"{(said[..., 1] == wanted[..., 0]).mean():.4f}",
            "weights": " | ".join(
                " ".join(f"{np.diagonal(head, -k)[2 - k :].mean():.2f}" for k in (1, 2))
                for head in np.mean(weights, axis=0)
            ),
        }


@claim(
    "One head usually ends up with one of them right. The head gives nearly half its "
    "weight to the word one back and over a third to the word two back",
    "But asked for the word two back, it usually names *the word one back again*",
    "Ten times as many steps do not help.",
    "With two heads, each takes one question, although nobody told it to.",
    "they mix the two words differently, so $W_O$ can subtract one mixture from the "
    "other. The 10% comes from chance",
    stored=named,
)
def two_heads_share_the_questions_and_one_mixes_them(rows):
    for row in rows:
        both, one, again = row["both right"], row["one right"], row["one back again"]
        looks = [[*map(float, head.split())] for head in row["weights"].split(" | ")]
        if row["heads"] == 1:
            assert both < 0.3 and one > 0.75 and again > 0.85
            assert 0.33 < looks[0][1] < looks[0][0] < 0.5 and looks[0][0] > 0.4
        else:
            assert both > 0.95 and abs(again - 0.1) < 0.01
            assert sorted(np.argmax(looks, axis=1)) == [0, 1]
            assert np.max(looks, axis=1).min() > 0.5
            assert abs(np.linalg.det(looks)) > 0.2


@claim(
    "**a matrix cannot always name both words from one head whose weights are the same "
    "whatever the words are**",
    "So at most $h$ are independent, and $h \\ge m$.",
)
def matrices_need_a_head_for_each_word():
    """Draw weights for h heads, and a thousand readers of m words for each draw."""
    random = np.random.default_rng(0)
    for m, h in ((2, 1), (2, 2), (3, 1), (3, 2), (3, 3)):
        sentences = np.array(list(itertools.product((0, 1), repeat=m)))
        weights = random.dirichlet(np.ones(m), size=(200, h))
        # How much a word speaks for word 0 against word 1, for each reader.
        speaks = random.normal(size=(200, 1000, h, 2))[..., sentences]
        start = random.normal(size=(200, 1000, 1))
        says = start + np.einsum("dhp,drhsp->drs", weights, speaks) > 0
        names = (says[..., None] == (sentences == 0)).all(axis=2)
        assert names.any(axis=1).all(axis=1).any() == (h >= m)


@claim("So the head does hold both words")
def any_unequal_weights_hold_both_words():
    first, second = np.divmod(np.arange(100), 10)
    for weight in (0.5, 0.51, 0.6, 0.7, 0.95):
        output = weight * np.eye(10)[first] + (1 - weight) * np.eye(10)[second]
        apart = np.linalg.norm(output[:, None] - output, axis=2) + 9 * np.eye(100)
        assert (apart.min() > 0.01) == (weight != 0.5)
