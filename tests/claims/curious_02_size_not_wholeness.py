"""The conclusions on three objections to counting, tested where they could fail."""

import numpy as np

from posenc_lessons import gradient_descent, integer_positions
from tests.claims import claim
from tests.claims.lesson_02 import LESSON, RATES, commonest, named_right, text, texts


@claim(
    "The model learns the words with the jumps, but not with the real numbers.",
    "Subtracting each vector's mean lets the model learn the words",
    "Subtracting the text's mean does not help",
    "Size does the harm. Centering each vector helps only by removing the position.",
)
def size_does_the_harm():
    for random, labels, x in texts():
        n, with_none = len(x), commonest(labels) + 0.1
        assert named_right(x + np.arange(n)[:, None] % 2, labels, [1.0]) == 1
        real = random.uniform(0, n, size=(n, 1))
        assert named_right(x + real, labels) < with_none
        z = x + integer_positions(n, 32)
        assert named_right(z - z.mean(axis=0), labels) < with_none
        centred, alone = (y - y.mean(axis=1, keepdims=True) for y in (z, x))
        assert named_right(centred, labels, [1.0]) == 1
        np.testing.assert_allclose(centred, alone, atol=1e-9)


@claim(
    "The result is even below 26%, because the model can no longer say *the* "
    "everywhere. Each column of its input now averages to 0, and so does each score.",
)
def the_text_s_mean_was_needed_to_say_one_word_everywhere():
    """A constant entry lets the model say one word everywhere again."""
    _, labels, x = text(*LESSON)
    z = x + integer_positions(len(x), 32)
    z -= z.mean(axis=0)
    with_constant = np.hstack([z, np.full((len(z), 1), 100)])
    best = {}
    for rate in RATES[4:10]:
        for name, given in (("centered", z), ("with a constant", with_constant)):
            scores = given @ gradient_descent(given, labels, 40, rate)
            if name == "centered":
                assert np.abs(scores.mean(axis=0)).max() < 1e-9 * np.abs(scores).max()
            share = np.mean(scores.argmax(axis=1) == labels)
            best[name] = max(best.get(name, 0), share)
    assert best["centered"] < commonest(labels) == best["with a constant"]
