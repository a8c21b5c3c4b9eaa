"""The conclusions of lesson 09, tested where they could fail."""

import itertools

import autograd
import autograd.numpy as anp
import numpy as np
import pytest

from posenc_lessons import softmax
from tests.claims import claim, functions_of

RIGHT = np.arange(24), np.roll(np.arange(24), 1)
train_lookup = functions_of("09_scaled_dot_product")["train_lookup"]


@claim("**variances of independent numbers add**")
def variances_of_independent_numbers_add():
    # Here of unequal numbers; in the rival, the middle term's mean is not 0.
    for x, y in itertools.permutations(((-3, 1, 2), (-1, 1), (-2, 0, 0, 2)), 2):
        sums = np.add.outer(x, y)
        assert sums.var() == pytest.approx(np.var(x) + np.var(y))
        assert np.multiply.outer(x, y).mean() == 0
        assert np.add(x, x).var() == pytest.approx(4 * np.var(x))


@claim(
    "Then the mean of a product $xy$ is $0\\cdot0=0$. So its variance is the mean "
    "of $x^2 y^2$, which is the mean of $x^2$ times the mean of $y^2$: $1\\cdot1=1$.",
    "A score is a sum of $d_k$ such products, all independent, so its variance is "
    "$d_k$.",
    "The variance is made of squares, so dividing scores by $\\sqrt{d_k}$ divides "
    "their variance by $d_k$.",
    "right for independent numbers, such as those before training.",
)
def the_root_holds_the_variance_at_1():
    random = np.random.default_rng(0)
    for draw in (
        random.normal,
        lambda size: random.uniform(-(3**0.5), 3**0.5, size),
        lambda size: random.exponential(size=size) - 1,
        lambda size: random.choice([-1, 1], size=size),
    ):
        for d_k in (3, 16, 64):
            query, key = draw(size=(2, 5000, d_k))
            scores = (query * key).sum(axis=1)
            assert abs((scores / d_k**0.5).var() - 1) < 0.2
            products = query * key
            assert abs(products.mean()) < 0.1 and abs(products.var() - 1) < 0.2
            # The rival: products that are not independent.
            assert (query[:, 0] * key[:, 0] * d_k / d_k**0.5).var() > 0.6 * d_k
    # Before training: two words, or a word and itself, and random matrices
    for words in random.normal(size=(2, 1, 16)), np.full((2, 1, 16), 1.0):
        words *= 4 / np.linalg.norm(words, axis=2, keepdims=True)
        query, key = (w @ random.normal(size=(5000, 16, 16)) / 4 for w in words)
        assert abs((query * key).sum(axis=-1).var() / 16 - 1) < 0.2


@claim(
    "At $d_k = 1$, the largest weight is typically a quarter.",
    "If we do not divide, the largest weight grows to nearly 1, and chance decides "
    "which key gets it.",
    "If we divide, it stays between a quarter and about a third.",
)
def softmax_becomes_certain():
    random = np.random.default_rng(0)
    for d_k, least, most in ((1, 0.2, 0.3), (16, 0.7, 0.85), (512, 0.995, 1)):
        query, key = random.normal(size=(2, 1200, 8, d_k))
        scores = (query[:, :1] * key).sum(axis=2)
        undivided, divided = (
            np.median(softmax(factor * scores).max(axis=1)) for factor in (1, d_k**-0.5)
        )
        assert least < undivided < most and 0.22 < divided < 0.37


@claim(
    "The undivided winner means nothing: it changes from draw to draw. *Telescope*'s "
    "divided weight passes one half at an agreement of 0.1 or 0.2. At 0.1, the key "
    "adds $0.1\\sqrt{512}\\approx2.3$ to the divided score, and $e^{2.3}\\approx10$.",
    "**At large widths, undivided attention is usually certain, with or without a "
    "reason. Divided attention needs one.**",
)
def certainty_asks_for_a_reason():
    winners, passed, chosen, added = [], [], [], []
    for seed in range(21):  # as the Explorer draws
        random = np.random.default_rng(seed)
        key, other = random.normal(size=(8, 512)), random.normal(size=512)
        winners.append(int((key @ other).argmax()))
        added.append(0.1 * key[-1] @ key[-1] / 512**0.5)
        for agreement in np.arange(11) / 10:
            query = agreement * key[-1] + np.sqrt(1 - agreement**2) * other
            chosen.append(softmax(key @ query).max())
            if softmax(key @ query / 512**0.5)[-1] > 0.5:
                passed.append(agreement)
                break
    assert np.median(chosen) > 0.99 and np.mean(np.array(chosen) > 0.9) > 0.8
    assert np.mean(added) == pytest.approx(2.3, abs=0.05)
    assert len(set(winners)) >= 6 and max(map(winners.count, winners)) < 8
    assert set(passed) == {0.1, 0.2}


@claim(
    "*Telescope*'s score is about $512/512 = 1$, and the others are close to 0, so its "
    "weight is about $e/(e + 7) \\approx 0.28$. Dividing by $d_k$ goes too far: even a "
    "perfect match gets less than a third.",
)
def dividing_by_the_width_goes_too_far():
    for d_k in (256, 512):
        random = np.random.default_rng(d_k)
        keys = random.normal(size=(1000, 8, d_k))
        scores = keys @ keys[:, -1, :, None] / d_k
        assert scores[:, -1].mean() == pytest.approx(1, abs=0.02)
        shares = softmax(scores[..., 0])[:, -1]
        share = shares.mean()
        assert abs(scores[:, :-1]).mean() < 0.06
        assert share == pytest.approx(np.e / (np.e + 7), abs=0.005)
        assert share == pytest.approx(0.28, abs=0.005)
        assert (shares < 1 / 3).mean() > 0.98


@claim(
    "If $e^s$ is tiny beside $r$, this is about $e^s/r$, whose derivative is $e^s/r$ "
    "again.",
    "So **a weight near zero has a slope near zero**. By the chain rule, raising this "
    "score then hardly changes the loss, even if the score is far too low.",
)
def a_slope_is_at_most_its_weight():
    for seed, n_keys in enumerate((2, 8, 64)):
        scores = 20 * np.random.default_rng(seed).normal(size=n_keys)
        p, nudges = softmax(scores), 1e-5 * np.eye(n_keys)
        table = (softmax(scores + nudges) - softmax(scores - nudges)) / 2e-5
        slopes = np.diagonal(table)
        np.testing.assert_allclose(slopes, p * (1 - p), rtol=1e-3, atol=1e-12)
        # No other score moves the weight faster.
        assert (np.abs(table) <= p * (1 - p) + 1e-9).all()
        # Whatever the loss wants of the weights, its slope by a score has this factor.
        wants = np.random.default_rng(seed).normal(size=n_keys)
        assert (np.abs(table @ wants) <= p * (1 - p) * np.ptp(wants) + 1e-9).all()


@claim("most partners' weights begin far below a thousandth.")
def weights_near_zero_are_common_without_division():
    starts = []
    for seed in range(20):
        query, key = np.random.default_rng(seed).normal(size=(2, 24, 64))
        weights = [softmax(query @ key.T / root)[RIGHT] for root in (1, 8)]
        starts.append(weights)
    undivided, divided = np.median(starts, axis=(0, 2))
    assert 2e-8 < undivided < 5e-7 and divided > 0.01


def share_found(weights):
    return (weights.argmax(axis=1) == RIGHT[1]).mean()


@claim(
    "Training moves the queries and keys to reduce the squared distance between each "
    "output and the partner's value.",
)
def steps_follow_the_slope_of_the_loss():
    """One step of size 1 is the slope that autograd finds."""
    n, d_k, c = 24, 3, 0.7
    random = np.random.default_rng(1)
    start, value = random.normal(size=(2, n, d_k)), random.normal(size=(n, 16))

    def weights_of(matrices):
        powers = anp.exp(c * anp.dot(matrices[0], matrices[1].T))
        return powers / anp.sum(powers, axis=1, keepdims=True)

    def loss(matrices):
        missed = anp.dot(weights_of(matrices), value) - np.roll(value, 1, axis=0)
        return anp.sum(missed**2) / 2 / 16

    after = start - autograd.grad(loss)(start)
    kept = train_lookup(d_k, c, 1.0, seed=1, steps=1)
    np.testing.assert_allclose(kept[0], weights_of(start), atol=1e-12)
    np.testing.assert_allclose(kept[1], weights_of(after), atol=1e-12)


@claim(
    "Even at its best rate, undivided attention finds few partners, because most "
    "partners' weights begin far below a thousandth.",
    "One line per word, each kind at its best learning rate",
)
def only_divided_attention_finds_its_partners():
    best = {1: 0.1, 1 / 8: 10}
    for c, rate in best.items():
        found = {
            r: np.mean(
                [share_found(train_lookup(64, c, r, seed)[-1]) for seed in range(3)]
            )
            for r in 10.0 ** np.arange(-2, 3)
        }
        assert max(found, key=found.get) == rate
        assert (found[rate] > 0.9) if c < 1 else (found[rate] < 0.28)
    for d_k in (64, 512):
        for rate in (0.03, 0.1, 0.2, 0.3, 3):  # also between the lesson's
            found = [share_found(train_lookup(d_k, 1, rate, seed)[-1])
                     for seed in (0, 1, 2)]  # fmt: skip
            assert np.mean(found) < 0.28, (d_k, rate, found)
        for seed in (3, 4):
            assert share_found(train_lookup(d_k, d_k**-0.5, 10, seed)[-1]) > 0.9


@claim(
    "Divided attention begins with all of them above a thousandth, so it becomes "
    "certain *by learning*.",
    "Undivided, most weights that start near zero stay there",
    "At small rates, most of them stay there, even in ten times the steps; at large "
    "rates, most fall.",
)
def what_is_found_is_decided_at_the_start():
    kept = train_lookup(64, 1, 0.1)  # as in the picture
    low = kept[0][RIGHT] < 1e-4
    assert low.sum() > 12 and (kept[-1][RIGHT][low] > 1e-4).sum() == 1
    for rate, seed in itertools.product((0.01, 0.1, 1, 10, 100), range(3)):
        kept = train_lookup(64, 1, rate, seed, steps=1500 if rate < 1 else 150)
        before, short, after = (kept[step][RIGHT] for step in (0, 150, -1))
        low = before < 1e-3
        if rate < 1:
            assert (short[low] < 1e-3).mean() > 0.8
            assert (after[low] < 1e-3).mean() > 0.75
        else:
            assert (after[low] < before[low]).mean() > 0.9
    kept = train_lookup(64, 1 / 8, 10)[-1]
    assert kept[RIGHT].min() > 0.9
    for d_k, seeds in ((64, range(50, 56)), (128, range(50, 54))):
        kept = [train_lookup(d_k, 1, 0.1, seed) for seed in seeds]
        before = np.array([one[0][RIGHT] for one in kept]).ravel()
        after = np.array([one[-1][RIGHT] for one in kept]).ravel()
        found = np.array([one[-1].argmax(axis=1) == RIGHT[1] for one in kept]).ravel()
        assert found[before >= 0.001].mean() > 0.9
        assert found[before < 1e-5].mean() < 0.01
        assert (after[before < 1e-4] < 0.1).mean() > 0.9
    for seed in range(10):
        assert train_lookup(64, 1 / 8, 10, seed, steps=0)[0][RIGHT].min() > 1e-3
