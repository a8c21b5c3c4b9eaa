"""What lesson 06 concludes, tried where it could fail."""

import numpy as np

from posenc_lessons import angular_frequencies, probe_accuracy, sinusoidal_encoding
from tests.claims import claim


def distances(paces, n_positions):
    """Return the distance of two codes at the lags 1 ... n_positions - 1."""
    halves = np.outer(np.arange(1, n_positions), np.asarray(paces) / 2)
    return 2 * np.linalg.norm(np.sin(halves), axis=1)


def lowest(paces, n_positions):
    """Return the distance of the closest two, as a part of the neighbours'."""
    found = distances(paces, n_positions)
    return found.min() / found[0]


@claim(
    "06",
    "the paper's most similar positions are *neighbours*, lag 1, even among 10,000",
    "From 16 on. Up to $d_{model} = 10$ the steps are too wide",
)
def neighbours_are_closest_from_16_columns_on():
    for d_model in (16, 18, 20, 26, 32, 48):
        assert lowest(angular_frequencies(d_model), 30_000) == 1
    for d_model in (6, 8, 10):
        found = distances(angular_frequencies(d_model), 10)
        assert found[5] < found[0]
    for d_model in (12, 14):
        assert lowest(angular_frequencies(d_model), 10_000) == 1
        assert lowest(angular_frequencies(d_model), 30_000) < 1


@claim(
    "06",
    "**Slow clocks without gaps do it**, in both rows.",
    "that is so with gaps, too, and there it is not enough",
    "Fast clocks in simple fractions fail: their *common period* ends within the text.",
)
def slow_clocks_without_gaps_do_it_in_both_rows():
    fractions = sorted({p / q for q in range(2, 9) for p in range(1, q)})
    random = np.random.default_rng(7)
    for _ in range(30):
        fast = np.append(1, random.choice(fractions, 7, replace=False))
        period = 2 * np.pi * np.lcm.reduce(range(1, 9))
        assert period < 10_000
        assert lowest(fast, 10_000) < 0.2
        # Any factor from 3 to 6, whole or not, and another for each step.
        for steps in (random.integers(3, 7, 7), random.uniform(3, 6, 7)):
            slow = np.append(1, 1 / steps.cumprod())
            assert slow[-1] < 1 / 2000
            assert lowest(slow, 10_000) > 0.97
        for steps in (random.integers(6, 13, 7), random.uniform(6, 12, 7)):
            gaps = np.append(1, 1 / steps.cumprod())
            assert gaps[-1] * 10_000 < 2 * np.pi
            assert lowest(gaps, 10_000) < 0.99
    # One fast clock and seven very slow ones: nothing between them.
    assert lowest(np.append(1, 3.0 ** -np.arange(7, 14)), 10_000) < 0.1


def slow_fractions():
    """Count the sets of slow clocks in simple fractions that fall below 1."""
    random = np.random.default_rng(11)
    lows = [
        lowest(np.append(1, 1 / random.integers(3, 7, 7).cumprod()), 10_000)
        for _ in range(1500)
    ]
    below = sum(low < 1 - 1e-9 for low in lows)
    yield {"sets": 1500, "below": below, "lowest": f"{min(lows):.3f}"}


@claim(
    "06",
    "(In other draws, about one set of fractions in a hundred falls below 1, the "
    "lowest of 1500 to 0.98.)",
    stored=slow_fractions,
)
def a_set_of_slow_fractions_in_a_hundred_falls_below_1(rows):
    (row,) = rows
    assert 0.005 < int(row["below"]) / int(row["sets"]) < 0.015
    assert round(float(row["lowest"]), 2) == 0.98


@claim(
    "06",
    "That helps, but with eight clocks, at 10,000, far words still look more alike "
    "than neighbours in most sets, the more so the longer the text.",
    "With eleven clocks, most sets are at 1.00.",
)
def fast_clocks_of_any_numbers_fall_as_the_text_grows():
    for seed, spread in ((1, "even"), (2, "even"), (3, "logarithms")):
        random = np.random.default_rng(seed)
        lows = []
        for _ in range(12):
            turns = random.uniform(size=7)
            paces = 1 / 8 + 7 / 8 * turns if spread == "even" else 8**-turns
            found = distances(np.append(1, paces), 20_000)
            lows.append([found[: n - 1].min() / found[0] for n in (1000, 20_000)])
        short, long = np.median(lows, axis=0)
        assert long < short
        assert long < 0.95
        # They help, all the same: no fractions come near the same code.
        assert np.min(lows) > 0.2
    for seed in (1, 2):
        random = np.random.default_rng(seed)
        eight, eleven = (
            [lowest(np.append(1, random.uniform(1 / 8, 1, n)), 10_000)
             for _ in range(12)] for n in (7, 10)
        )  # fmt: skip
        assert np.median(eight) < 0.97
        assert np.mean(np.array(eight) < 1) > 0.5
        assert np.mean(np.array(eleven) > 0.995) >= 0.5


@claim("06", "So no lag is closer, as long as there is a next clock")
def thirds_keep_every_lag_away():
    for n_pairs in range(3, 10):
        found = distances(3.0 ** -np.arange(n_pairs), 8000)
        assert found[0] < 1.0215
        last = int(3 ** (n_pairs - 2) * np.pi)
        assert found[1:last][: len(found)].min() > 1.0585
    # Steps of 10 are too wide: at lag 6 no hands are 60 degrees apart.
    assert distances(10.0 ** -np.arange(8), 10)[5] < 1.0585


@claim(
    "06",
    "with any of these bases, neighbours stay the closest of 20,000",
    "What gets lost is *how far*.",
    "the longer it is, the more alike are neighbours",
)
def the_base_is_the_length_of_a_ruler():
    before = np.inf
    for base in (10, 100, 1000, 10_000, 1_000_000):
        for d_model in (256, 600):
            paces = angular_frequencies(d_model, base)
            if d_model == 256:
                assert lowest(paces, 5000) == 1
            at = np.linalg.norm(
                2 * np.sin(np.outer([1, 10, 100, 1000], paces / 2)), axis=1
            ) / np.sqrt(d_model)
            grows = np.diff(at) > 0.08
            # From 1 to 10 with any base, then up to about the base.
            assert list(grows) == [True, base > 10, base > 100]
        assert at[0] < before
        before = at[0]


@claim(
    "06",
    "256 at *even* steps, 1/256, 2/256 ... 1, are all back at lag 3217, but for a "
    "distance of 0.004",
)
def many_clocks_at_even_steps_meet():
    for n_pairs, lag in ((256, 3217), (128, 804), (64, 402)):
        found = distances(np.arange(1, n_pairs + 1) / n_pairs, lag + 1)
        assert found[-1] < found[0] / 3
    even = distances(np.arange(1, 257) / 256, 3218) / np.sqrt(512)
    assert round(even[-1], 3) == 0.004


@claim(
    "06",
    "the next has turned by less than 55°. Between neighbours, the first turns by 57°.",
)
def at_lag_6_the_second_clock_does_not_replace_the_first():
    turned = [np.degrees(6 * angular_frequencies(width)[1]) for width in (6, 8, 10)]
    assert [round(turn, 1) for turn in turned] == [16.0, 34.4, 54.5]
    assert round(np.degrees(1)) == 57


@claim("06", "moves by *the same* 1.953 at every step")
def every_step_is_equally_long():
    for d_model, start in ((128, 0), (128, 10**6), (16, 0), (512, 5000)):
        steps = np.diff(sinusoidal_encoding(200, d_model, start=start), axis=0)
        lengths = np.linalg.norm(steps, axis=1)
        assert np.ptp(lengths) < 1e-9
        assert (round(lengths[0], 3) == 1.953) == (d_model == 128)


def shares_read(paces, limits, noise, longest=1024, every_lag=False):
    """Return what a linear reader explains: least squares, with noise as more rows."""
    lags = np.arange(1, longest + 1)
    counts = np.ones(longest) if every_lag else 1 / lags
    root = np.sqrt(counts / counts.sum())[:, None]
    turns = np.outer(lags, paces)
    clocks = np.hstack([np.ones((longest, 1)), np.cos(turns), np.sin(turns)]) * root
    wanted = (lags[:, None] <= limits) * root
    rows = noise * np.eye(clocks.shape[1])[1:]
    more = np.zeros((len(rows), len(limits)))
    fit = np.linalg.lstsq(
        np.vstack([clocks, rows]), np.vstack([wanted, more]), rcond=None
    )
    error = ((wanted - clocks @ fit[0]) ** 2).sum(axis=0)
    error += noise**2 * (fit[0][1:] ** 2).sum(axis=0)
    share = (wanted**2).sum(axis=0)
    return 1 - error / (share - share**2)


LIMITS = 2.0 ** np.arange(0, 9, 2)


@claim(
    "06",
    "The paper's paces are bad at neither end, 0.53 and 0.95; of these four, their "
    "mean is the highest, 0.83.",
)
def only_spread_paces_read_near_and_far():
    for n_pairs, noise in ((8, 0.1), (16, 0.1), (16, 0.3), (32, 0.03)):
        j = np.arange(1, n_pairs + 1)
        paper = shares_read(angular_frequencies(2 * n_pairs), LIMITS, noise)
        rivals = [1 / j, 1 / j**2, j / n_pairs, np.pi * j / n_pairs,
                  2 * np.pi * j / 1024, np.pi * j / 1024]  # fmt: skip
        for paces in rivals:
            found = shares_read(paces, LIMITS, noise)
            assert found.mean() < paper.mean()
            assert found.min() < paper.min()


@claim(
    "06",
    "Random sets have 0.80 or 0.81 in the median",
    "To be spread evenly adds 0.03. To be spread at all brings more: the best of the "
    "three others had 0.73.",
    "Exact geometric steps are not needed",
)
def few_random_sets_are_better():
    for n_pairs, noise in ((8, 0.3), (16, 0.1)):
        paper = shares_read(angular_frequencies(2 * n_pairs), LIMITS, noise).mean()
        random = np.random.default_rng(n_pairs)
        found = np.array([
            shares_read(10_000 ** -random.uniform(size=n_pairs), LIMITS, noise).mean()
            for _ in range(20)
        ])  # fmt: skip
        assert (found > paper).sum() <= 2
        j = np.arange(1, n_pairs + 1)
        harmonic = shares_read(1 / j, LIMITS, noise).mean()
        assert paper - np.median(found) < (np.median(found) - harmonic) / 2
    limits, j = 2.0 ** np.arange(11), np.arange(1, 17)
    codes = (angular_frequencies(32), (j / 16) ** 3.5, angular_frequencies(32, 1000))
    paper, power, thousand = (
        shares_read(paces, limits, 0.1, 4096).mean() for paces in codes
    )
    assert paper < power < thousand
    random = np.random.default_rng(11)
    found = [
        shares_read(10_000 ** -random.uniform(size=16), limits, 0.1, 4096).mean()
        for _ in range(24)
    ]
    assert 0.79 < np.median(found) < 0.82
    # All paces within one power of ten, wherever it begins, evenly or not.
    for first in (1, 0.3, 0.1, 0.03, 0.01):
        for paces in (np.geomspace(first, first / 10, 16),
                      np.linspace(first, first / 10, 16)):  # fmt: skip
            assert shares_read(paces, limits, 0.1, 4096).mean() < 0.78


def moves():
    """Let paces move from several starts, with other seeds, widths and noise."""
    for n_pairs, noise, every_lag in (
        (6, 0.1, False), (8, 0.1, False), (8, 0.3, False), (12, 0.1, False),
        (8, 0.1, True),
    ):  # fmt: skip
        j = np.arange(1, n_pairs + 1)
        random = np.random.default_rng(n_pairs)
        starts = {"even": j / n_pairs, "harmonic": 1 / j,
                  "random": random.uniform(0, 1, n_pairs),
                  "paper": angular_frequencies(2 * n_pairs)}  # fmt: skip
        for name, start in starts.items():
            for seed in (1, 2):
                paces, first, last = moved(start, noise, every_lag, seed)
                yield {
                    "pairs": n_pairs,
                    "noise": noise,
                    "counts": "every lag" if every_lag else "every doubling",
                    "start": name,
                    "seed": seed,
                    "first": f"{first:.4f}",
                    "last": f"{last:.4f}",
                    "paces": " ".join(f"{pace:.5f}" for pace in paces),
                }


def moved(paces, noise, every_lag, seed):
    """Return paces after a search, sorted, and the mean shares before and after."""
    random = np.random.default_rng(seed)
    longest = 2048

    def score(paces):
        return shares_read(paces, LIMITS, noise, longest, every_lag).mean()

    first = best = score(paces)
    for size in np.geomspace(0.7, 0.03, 900):
        chosen = random.random(len(paces)) < 0.3
        tried = paces * np.exp(size * random.normal(size=len(paces)) * chosen)
        found = score(tried)
        if found > best:
            paces, best = tried, found
    folded = np.abs((paces + np.pi) % (2 * np.pi) - np.pi)
    return np.sort(folded)[::-1], first, best


@claim(
    "06",
    "(1.4 to 5.1 with other starts and random numbers), so they are spread over the "
    "powers of ten like the paper's",
    "up to lag 2048, from the paper's and other paces, the mean then rose to 0.37 or "
    "more, where the paper's have 0.25",
    stored=moves,
)
def paces_that_move_spread_evenly(rows):
    ends = {}
    for row in rows:
        paces = np.array(row["paces"].split(), float)
        if row["counts"] == "every lag":
            assert np.median(paces) < 1 / 50
            assert float(row["last"]) >= 0.37
            assert row["start"] != "paper" or round(float(row["first"]), 2) == 0.25
            continue
        if row["pairs"] == "8":
            assert np.median(paces) > 1 / 35
            steps = paces[:-1] / paces[1:]
            assert 1.35 < steps.min()
            assert steps.max() < 5.15
        ends.setdefault((row["pairs"], row["noise"]), []).append(float(row["last"]))
        assert float(row["last"]) > float(row["first"])
        # As straight on a scale of powers of ten as a geometric progression.
        logs = np.log(paces)
        assert np.corrcoef(np.arange(len(logs)), logs)[0, 1] < -0.97
        assert logs[0] - logs[-1] > np.log(50)
    for found in ends.values():
        assert np.ptp(found) < 0.03


def read(vectors, classes, reader):
    half = len(vectors) // 2
    parts = vectors[:half], classes[:half], vectors[half:], classes[half:]
    return probe_accuracy(*parts, reader)


@claim(
    "06",
    "Beside the words, only rounding keeps least squares from all",
    "A better linear reader finds all, with 40 words.",
    "So columns count against *words*: with 1000 words, the same 64 columns give 40 %.",
    "Now the discriminant finds 72 %, at 16 only 25 %, and in the concatenation all",
)
def the_reader_decides_at_64_columns_and_the_sum_at_16():
    # The rows are independent: rounded to seven digits, which spreads them, they are
    # as many in double precision, too, and then least squares reads all.
    random = np.random.default_rng(4)
    w, p = random.integers(40, size=2000), random.integers(64, size=2000)
    for digits, low, high in ((7, 1, 1), (17, 0.5, 0.9)):
        places = sinusoidal_encoding(64, 64).round(digits)
        joined = np.hstack([random.normal(size=(40, 64))[w], places[p]])
        assert low <= read(joined, p, "least squares") <= high
    # Columns against words: all is read as long as a column is left.
    for n_words, d_model, low, high in (
        (40, 42, 1, 1), (40, 38, 0.9, 0.999), (62, 64, 1, 1), (100, 64, 0.5, 0.8),
        (1000, 64, 0.3, 0.5),
    ):  # fmt: skip
        random = np.random.default_rng(3)
        w, p = random.integers(n_words, size=4000), random.integers(64, size=4000)
        words = random.normal(size=(n_words, d_model))
        added = words[w] + sinusoidal_encoding(64, d_model)[p]
        assert low <= read(added, p, "discriminant") <= high
    for seed, d_model in ((1, 64), (2, 64), (3, 32), (1, 16), (2, 16)):
        random = np.random.default_rng(seed)
        words, places = (
            random.normal(size=(40, d_model)),
            sinusoidal_encoding(64, d_model),
        )
        w, p = random.integers(40, size=3000), random.integers(64, size=3000)
        added, joined = words[w] + places[p], np.hstack([words[w], places[p]])
        assert read(joined, p, "discriminant") == 1
        assert read(added, p, "least squares") < 0.85
        found = read(added, p, "discriminant")
        assert {64: found == 1, 32: 0.5 < found < 0.95, 16: found < 0.45}[d_model]
        # Nothing is gone: no two sums are closer than the codes of two neighbours.
        sums = (words[:, None] + places).reshape(-1, d_model)[random.permutation(2560)]
        squares = (sums**2).sum(axis=1)
        near = squares[:200, None] + squares - 2 * sums[:200] @ sums.T
        near[np.arange(200), np.arange(200)] = np.inf
        assert near.min() > 0.99 * ((places[1] - places[0]) ** 2).sum()


def read_by_adam(vectors, classes, steps=200, rate=0.01):
    """Return the share read by a linear layer trained with Adam and cross-entropy."""
    half, n_classes = len(vectors) // 2, classes.max() + 1
    x = np.hstack([vectors, np.ones((len(vectors), 1))])
    wanted = np.eye(n_classes)[classes[:half]]
    weights = np.zeros((x.shape[1], n_classes))
    mean, square = np.zeros((2, *weights.shape))
    for step in range(1, steps + 1):
        scores = np.exp(x[:half] @ weights)
        gradient = x[:half].T @ (scores / scores.sum(axis=1, keepdims=True) - wanted)
        gradient /= half
        mean = 0.9 * mean + 0.1 * gradient
        square = 0.999 * square + 0.001 * gradient**2
        size = np.sqrt(square / (1 - 0.999**step)) + 1e-8
        weights -= rate * mean / (1 - 0.9**step) / size
    return ((x[half:] @ weights).argmax(axis=1) == classes[half:]).mean()


@claim(
    "06",
    "It is as *readable* as the larger one, 100 % by the discriminant.",
    "But it is *harder to learn*: after 200 steps of *plain descent*",
    "With Adam, which gives every weight steps of its own size, the difference is "
    "smaller",
    "hardly to be found behind *unseen words*",
)
def small_is_readable_and_hard_to_learn():
    for seed in (1, 2):
        random = np.random.default_rng(seed)
        places, p = sinusoidal_encoding(16, 64), random.integers(16, size=600)
        words = random.normal(size=(20, 64))[random.integers(20, size=600)]
        unseen = random.normal(size=(600, 64))
        trained, nearest, adam = [], [], []
        for size in (8, 1):
            x = size * words + places[p]
            assert read(x, p, "discriminant") == 1
            trained.append(read(x, p, "descent"))
            adam.append([read_by_adam(x, p, rate=rate) for rate in (0.01, 0.05)])
            rows = (size * unseen + places[p]) @ places.T
            nearest.append((rows.argmax(axis=1) == p).mean())
        assert trained[0] < 0.4 * trained[1]
        for small, large in zip(*adam):
            assert 0.7 * large < small < large
        assert nearest[0] < 0.15
        assert nearest[1] > 0.4
