"""The conclusions of lesson 02, tested where they could fail."""

import numpy as np

from posenc_lessons import gradient_descent, integer_positions, loss_and_gradient
from posenc_lessons.trial.adam import Adam
from tests.claims import claim

RATES = 10.0 ** np.arange(-8, 2.5, 0.5)
DECADES = 10.0 ** np.arange(-6, 2)


def texts():
    """Yield generators, labels and vectors, for different words, lengths and odds."""
    for seed, n, odds in (
        (0, 300, 1 / np.arange(1, 41)),
        (3, 200, 1 / np.arange(1, 41)),
        (5, 300, np.ones(40)),
    ):
        random = np.random.default_rng(seed)
        words = random.normal(size=(40, 32))
        labels = random.choice(40, size=n, p=odds / odds.sum())
        yield random, labels, words[labels]


def lesson_text():
    """Return the labels and vectors of the lesson's own text."""
    random = np.random.default_rng(2)
    words, odds = random.normal(size=(40, 32)), 1 / np.arange(1, 41)
    labels = random.choice(40, size=500, p=odds / odds.sum())
    return labels, words[labels]


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
    "02",
    r"\sum_i (x_i + p)^2 = \sum_i x_i^2 + 2p \sum_i x_i + 32\,p^2",
    "The first term, about $32$, is the word's. The last is the number's. The "
    "middle one averages to zero over many words.",
)
def squared_lengths_add_up_on_average():
    random = np.random.default_rng(0)
    words = random.normal(size=(100_000, 32))
    for p in (1, 2, 10, 500):
        whole, word = ((words + p) ** 2).sum(axis=1), (words**2).sum(axis=1)
        middle = 2 * p * words.sum(axis=1)
        np.testing.assert_allclose(whole, word + middle + 32 * p**2)
        assert abs(word.mean() / 32 - 1) < 0.005
        assert abs(whole.mean() / (32 + 32 * p**2) - 1) < 0.005


@claim(
    "02",
    "A hundredth. Does that keep a model from learning the words?",
    "By the tenth word, the vector is nearly all number",
)
def the_word_is_a_hundredth_at_ten():
    for d_model in (32, 512):
        words = np.random.default_rng(d_model).normal(size=(300, d_model))
        shares = (words**2).sum(axis=1) / ((words + 10) ** 2).sum(axis=1)
        assert abs(np.median(shares) - 0.01) < 0.002
        assert shares.max() < 0.03


@claim(
    "02",
    "It names no more than always saying *the* would, and no more than with the "
    "numbers alone.",
)
def with_numbers_the_model_sees_no_word():
    for _, labels, x in texts():
        numbers = integer_positions(len(x), 32)
        assert named_right(x, labels) == 1
        assert named_right(x + numbers, labels) < commonest(labels) + 0.05
    # In the lesson's own text, the best of its 21 rates names a single word.
    labels, alone = lesson_text()
    for x in (alone + integer_positions(500, 32), integer_positions(500, 32)):
        shares = []
        for rate in RATES:
            named = (x @ gradient_descent(x, labels, 40, rate)).argmax(axis=1)
            shares.append((np.mean(named == labels), len(set(named))))
        assert max(shares) == (commonest(labels), 1)


def more_training():
    """Return the share of words named in 1,000 steps, and with Adam, at each rate."""
    rows = []
    others = [(labels, x) for _, labels, x in texts()]
    for text, (labels, x) in enumerate([lesson_text(), *others]):
        numbers = integer_positions(len(x), 32)
        apart = np.hstack([x, numbers[:, :1]])
        ways = {
            "1,000 steps": (x + numbers, 1000, RATES),
            "Adam": (x + numbers, 50, 10.0 ** np.arange(-4, 3)),
            "Adam, own entry": (apart, 50, 10.0 ** np.arange(-4, 3)),
        }
        for way, (z, steps, rates) in ways.items():
            for rate in rates:
                weights, adam = {"w": np.zeros((z.shape[1], 40))}, Adam()
                for _ in range(steps):
                    slope = loss_and_gradient(z, labels, weights["w"])[1]
                    if way.startswith("Adam"):
                        weights = adam.step(weights, {"w": slope}, rate)
                    else:
                        weights = {"w": weights["w"] - rate * slope}
                named = np.mean((z @ weights["w"]).argmax(axis=1) == labels)
                rows.append(
                    {"text": text, "way": way, "rate": f"{rate:.3g}",
                     "named": f"{named:.3f}", "commonest": f"{commonest(labels):.3f}"}
                )  # fmt: skip
    return rows


@claim(
    "02",
    "More steps hardly help: after 1,000, the model names 27%.",
    "With it, a number in its own entry does no harm (100%). One that is added still "
    "does (26%), because each weight then reads the word and the number together.",
    "You have** seen large numbers keep a model from learning words that one fixed "
    "matrix reads perfectly.",
    stored=more_training,
)
def more_training_hardly_helps(rows):
    """The rivals: twenty times as many steps, and Adam; text 0 is the lesson's."""
    best = {}
    for row in rows:
        way = row["text"], row["way"]
        best[way] = max(best.get(way, 0), float(row["named"]))
        if row["way"] != "Adam, own entry":
            assert float(row["named"]) < float(row["commonest"]) + 0.05, row
    assert len(best) == 4 * 3
    named = {way: f"{share:.0%}" for (text, way), share in best.items() if text == "0"}
    assert named == {"1,000 steps": "27%", "Adam": "26%", "Adam, own entry": "100%"}
    assert min(share for (_, way), share in best.items() if "own" in way) > 0.99


def settles(x, rate):
    """Whether a step from 0, along the measured slope, brings the weight closer."""
    slope = ((1e-4 * x - x) ** 2 - (-1e-4 * x - x) ** 2) / 4e-4
    return abs(-rate * slope - 1) < 1


@claim(
    "02",
    "The error shrinks only if the factor is between $-1$ and $1$",
    "So if the input is ten times larger, the largest rate that still works is a "
    "hundred times smaller.",
)
def a_larger_input_needs_a_smaller_rate():
    for x in (0.3, 1, 7, 100):
        for share in (0.01, 0.99, 1.01, 50):
            assert settles(x, share * 2 / x**2) == (share < 1)


@claim(
    "02",
    "At rate 0.05, the number's weight diverges. For 500, the slider's largest rate at "
    "which it settles is 0.000005, and the word's weight gets 0.015% of the way.",
)
def the_answer_under_the_valleys():
    assert settles(10, 0.005) and not settles(10, 0.05)
    best = max(rate for rate in 5 * 10.0 ** np.arange(-7, 0) if settles(500, rate))
    assert round(best, 9) == 5e-6 and f"{1 - (1 - best) ** 30:.3%}" == "0.015%"


@claim(
    "02",
    "At a rate low enough for the numbers, the words are hardly learned.",
)
def below_the_swings_the_words_stay_unlearned():
    """At rates where the loss falls from each measurement to the next."""
    for _, labels, x in texts():
        z, calm = x + integer_positions(len(x), 32), []
        for rate in RATES[::2]:
            trained = [gradient_descent(z, labels, 40, rate, k) for k in (0, 1, 2, 5)]
            losses = [loss_and_gradient(z, labels, weights)[0] for weights in trained]
            if (np.diff(losses) <= 1e-12).all():
                calm.append(rate)
        assert calm and named_right(z, labels, calm) < commonest(labels) + 0.05


@claim(
    "02",
    "An entry of its own does not help, because both sizes share one rate.",
    "Making the number small does. So the cause is size relative to the words.",
    "a real problem, because the numbers become large and *size* harms training",
)
def size_is_the_cause():
    for _, labels, x in texts():
        n = len(x)
        number = np.arange(1, n + 1)[:, None]
        rivals = {
            "own entry": np.hstack([x, number]),
            "one of the columns": x + number * np.eye(32)[0],
            "with signs": x + number * np.where(np.arange(32) % 2, -1, 1),
        }
        for name, z in rivals.items():
            assert named_right(z, labels) < commonest(labels) + 0.1, name
        assert named_right(np.hstack([x, number / n]), labels) == 1
        assert named_right(x + number / n, labels) == 1


@claim(
    "02",
    "Large numbers keep the words from being learned",
    "With numbers up to about seven, nearly all the words are learned; from 20 on, "
    "about a third or fewer.",
)
def words_are_lost_between_seven_and_twenty_times_their_size():
    for _, labels, x in texts():
        shares = [
            named_right(x + integer_positions(len(x), 32) * size / len(x), labels)
            for size in (7, 10, 20, 50)
        ]
        assert shares[0] > 0.97
        assert shares[2] < 0.35
        assert shares[3] < shares[2] < shares[1] < shares[0]


@claim(
    "02",
    "It names them all, even with numbers from a long book. Each column now sums to "
    "0, so in the formula above, $p$ has no effect.",
    "Subtracting the mean removes one of 32 directions; the others still tell the "
    "words apart. So no word is lost, but the words are *hard to learn*.",
)
def every_word_can_be_read():
    for random, labels, x in texts():
        z = x + random.uniform(1, 1_000_000, size=(len(x), 1))
        w = gradient_descent(x, labels, 40, rate=5.0)
        assert ((z @ w).argmax(axis=1) == labels).mean() < 0.5
        assert ((z @ (w - w.mean(axis=0))).argmax(axis=1) == labels).all()
