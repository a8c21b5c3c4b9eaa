"""The conclusions of lesson 02, tested where they could fail."""

import numpy as np

from posenc_lessons import gradient_descent, integer_positions
from tests.claims import claim

RATES = 10.0 ** np.arange(-8, 2.5, 0.5)
DECADES = 10.0 ** np.arange(-6, 3)
ODDS = 1 / np.arange(1, 41)


def loss(scores, labels):
    """Return the cross-entropy of scores, averaged over the words."""
    right = scores[np.arange(len(scores)), labels]
    return np.mean(np.logaddexp.reduce(scores, axis=1) - right)


def text(seed, n, odds=ODDS):
    """Return the generator of a text, its labels and its vectors."""
    random = np.random.default_rng(seed)
    words = random.normal(size=(40, 32))
    labels = random.choice(40, size=n, p=odds / odds.sum())
    return random, labels, words[labels]


LESSON = 2, 500
"""The seed and the length of the lesson's own text."""


def texts():
    """Return three texts, for different words, lengths and odds."""
    return text(0, 300), text(3, 200), text(5, 300, np.ones(40))


def named_right(x, labels, rates=DECADES, steps=50):
    """Return the largest share of words that a trained matrix names."""
    return max(
        np.mean((x @ gradient_descent(x, labels, 40, rate, steps)).argmax(1) == labels)
        for rate in rates
    )


def commonest(labels):
    """Return the share of the most common word."""
    return np.bincount(labels).max() / len(labels)


@claim(
    "At the tenth word, the vector is nearly all number",
)
def the_word_is_a_tenth_at_ten():
    words = np.random.default_rng(32).normal(size=(3000, 32))
    before, after = (np.linalg.norm(x, axis=1) for x in (words, words + 10))
    assert abs(np.median(before / after) - 0.1) < 0.01
    assert (before / after).max() < 0.2


@claim(
    "From the words alone, even tiny weights name many words, because only the "
    "highest score counts. With the numbers added, at every rate, the model says one "
    "word everywhere: *the* (26%) or the next most common word (11%).",
)
def with_numbers_the_model_sees_no_word():
    for _, labels, x in texts():
        numbers = integer_positions(len(x), 32)
        assert named_right(x + numbers, labels) < commonest(labels) + 0.05
        weights = gradient_descent(x, labels, 40, 1e-6)
        assert abs(x @ weights).max() < 0.01
        assert np.mean((x @ weights).argmax(1) == labels) > 2 * commonest(labels)
    _, labels, alone = text(*LESSON)
    for rate in DECADES:
        z = alone + integer_positions(500, 32)
        (said,) = set((z @ gradient_descent(z, labels, 40, rate)).argmax(axis=1))
        assert np.isclose(np.mean(labels == said), (0.26, 0.11)[said], atol=0.005)
    # In the lesson's own text, the best of 21 rates names a single word.
    for x in (alone + integer_positions(500, 32), integer_positions(500, 32)):
        shares = []
        for rate in RATES:
            named = (x @ gradient_descent(x, labels, 40, rate)).argmax(axis=1)
            shares.append((np.mean(named == labels), len(set(named))))
        assert max(shares) == (commonest(labels), 1)


def settles(x, rate):
    """Whether a step from 0, along the measured slope, brings the weight closer."""
    slope = ((1e-4 * x - x) ** 2 - (-1e-4 * x - x) ** 2) / 4e-4
    return abs(-rate * slope - 1) < 1


@claim(
    "So if the input is ten times larger, the largest rate that works is a hundred "
    "times smaller.",
    "The rate is 0.000001: the factor is $1-0.000001\\cdot500^2=0.75$. The word's "
    "weight gets only 0.003% of the way.",
)
def a_larger_input_needs_a_smaller_rate():
    for x in (0.3, 1, 7, 100):
        for share in (0.01, 0.99, 1.01, 50):
            assert settles(x, share * 2 / x**2) == (share < 1)
    # The answer under the valleys
    safe = max(rate for rate in 10.0 ** np.arange(-6, 1) if settles(500, rate))
    assert round(safe, 9) == 1e-6 and round(1 - safe * 500**2, 9) == 0.75
    assert f"{1 - (1 - safe) ** 30:.3%}" == "0.003%"


@claim(
    "At a rate that is safe for numbers up to 500, the words hardly change the "
    "weights, so their part of each score stays tiny. For the words alone, that was "
    "enough. But the number's part is far larger and decides. At larger rates, the "
    "number's weights overshoot.",
    "A rate that is safe for the numbers is too small for the words",
)
def at_a_safe_rate_the_words_change_little():
    """Take rates at which the loss falls from each measurement to the next.

    Less each column's mean, weights that read a sum have learned from words only.
    """
    for _, labels, x in [*texts(), text(*LESSON)]:
        numbers = integer_positions(len(x), 32)
        learned = gradient_descent(x, labels, 40, 1.0)
        for z in (x + numbers, np.hstack([x, numbers[:, :1]])):
            calm = []
            for rate in RATES[::2]:
                trained = [
                    gradient_descent(z, labels, 40, rate, k) for k in (0, 1, 2, 5, 50)
                ]
                losses = [loss(z @ one, labels) for one in trained]
                if (np.diff(losses) <= 1e-12).all():
                    calm.append(rate)
                    if len(z.T) > 32:
                        continue
                    w = trained[-1]
                    change = np.linalg.norm(w - w.mean(axis=0))
                    assert change < 0.001 * np.linalg.norm(learned)
                    said, by_number = ((v @ w).argmax(axis=1) for v in (z, numbers))
                    assert (said == by_number).all()
            assert calm and named_right(z, labels, calm) < commonest(labels) + 0.05
            for rate in RATES[RATES > 20 * max(calm)]:
                after = gradient_descent(z, labels, 40, rate)
                assert loss(z @ after, labels) > np.log(40)  # more than at the start


@claim(
    "from the words alone, the model learns all of them.",
    "At best, it names about as few as before. So the numbers do harm even where they "
    "touch no word.",
    "It names all of them. So here, the harm comes from the number's size.",
    "unbounded numbers harm training because they get large.",
)
def size_is_the_cause():
    for _, labels, x in texts():
        n = len(x)
        number = np.arange(1, n + 1)[:, None]
        rivals = {
            "own entry": np.hstack([x, number]),
            "with signs": x + number * np.where(np.arange(32) % 2, -1, 1),
        }
        for name, z in rivals.items():
            assert named_right(z, labels) < commonest(labels) + 0.1, name
        assert named_right(x, labels, [1.0]) == 1
        assert named_right(np.hstack([x, number / n]), labels, [1.0]) == 1
        assert named_right(x + number / n, labels, [1.0]) == 1


@claim(
    "At position 500, the same word is $(501,499)$ and scores 2 again: the weights "
    "add up to 0, so the number cancels. Another word, $(-1,1)$, scores $-2$ "
    "everywhere.",
    "$(3,1)$ becomes $(1,-1)$.",
    "The matrix names them all: the rest of each column is enough. So the words are "
    "not lost, only *hard to learn*.",
    "You have** seen large numbers keep a model from learning in 50 steps the words "
    "that one fixed matrix reads perfectly.",
)
def every_word_can_be_read():
    for random, labels, x in texts():
        z = x + random.uniform(1, 1_000_000, size=(len(x), 1))
        w = gradient_descent(x, labels, 40, rate=5.0)
        assert ((z @ w).argmax(axis=1) == labels).mean() < 0.5
        blind = w - w.mean(axis=0)
        np.testing.assert_allclose(np.diff(blind, axis=0), np.diff(w, axis=0))
        assert ((z @ blind).argmax(axis=1) == labels).all()
        np.testing.assert_allclose(np.ones(32) @ blind, 0, atol=1e-9)
        # What is left of the words spans the 31 other directions.
        assert np.linalg.matrix_rank(x - x.mean(axis=1, keepdims=True)) == 31
