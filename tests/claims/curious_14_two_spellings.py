"""What the notebook on ALiBi's spellings concludes, tried where it could fail."""

import numpy as np

from posenc_lessons import alibi_slopes, biased, round_to, softmax, train
from tests.claims import claim

NAME = "14_two_spellings"


@claim(NAME, "With the mask, they are the same", "Without a mask, they differ")
def a_number_for_each_column_does():
    for seed, n, slope in (0, 50, 0.5), (1, 300, 1 / 16), (2, 20, 1 / 256):
        scores = np.random.default_rng(seed).normal(size=(n, n))
        distance = np.arange(n)[:, None] - np.arange(n)
        for hidden, same in (distance < 0, True), (distance < -n, False):
            rows, columns = (
                softmax(np.where(hidden, -1e9, scores + bias))
                for bias in (-slope * np.abs(distance), slope * np.arange(n))
            )
            assert (np.abs(rows - columns).max() < 1e-12) == same


@claim(
    NAME,
    "By distance, rounding does no harm, because near words have small numbers.",
    "several neighbors share one rounded number",
    "Rounded by column, attention depends on the position",
)
def short_numbers_merge_columns():
    for slope in (1 / 2, 1 / 4):
        on_itself = []
        for last in range(2024, 2064):
            j = np.arange(last + 1)
            exact = softmax(-(last - j) * slope)
            by_distance = softmax(round_to(-(last - j) * slope, "bfloat16"))
            by_column = softmax(round_to(j * slope, "bfloat16"))
            assert np.abs(by_distance - exact).max() < 1e-6
            on_itself.append(by_column[-1])
        assert len(np.unique(round_to(np.arange(2024, 2064) * slope, "bfloat16"))) < 15
        assert np.ptp(on_itself) > 0.4
        assert slope == 1 / 4 or (min(on_itself) < 0.15 and max(on_itself) > 0.85)


@claim(
    NAME,
    "Most of them are in between, at the steep end, and head 9 is steeper",
    "head 9 would pay 45 times less",
)
def each_head_adds_a_slope():
    for n_heads in (*range(9, 16), *range(65, 127, 6)):
        slopes = alibi_slopes(n_heads)
        lower = 2 ** int(np.log2(n_heads))
        assert slopes[lower] > slopes[:lower].max()
        assert (np.diff(slopes[lower:]) < 0).all()
        assert (slopes[lower + 1 :] < slopes[0]).all()
        assert (slopes[lower + 1 :] > slopes[lower - 1]).all()
    assert round(alibi_slopes(12)[8] / 2.0 ** (-8 * 9 / 12)) == 45


def swapped():
    """Train with one list of slopes, and run with another."""
    for n_heads, width in (12, 48), (6, 48):
        lists = {
            "authors": alibi_slopes(n_heads),
            "formula": 2.0 ** (-8 * np.arange(1, n_heads + 1) / n_heads),
            "falling": np.sort(alibi_slopes(n_heads))[::-1],
        }

        def priced(slopes):
            per_word = -slopes[:, None, None]
            return biased(
                lambda _, n: per_word * abs(np.arange(n)[:, None] - np.arange(n))
            )

        for seed in range(3):
            for trained in ("authors", "formula"):
                model = train(priced(lists[trained]), 1, 200, seed, 0.02, 16,
                              n_heads=n_heads, causal=True, n_positions=32,
                              d_model=width)  # fmt: skip
                row = {"heads": n_heads, "seed": seed, "trained": trained}
                for name, slopes in lists.items():
                    share = model.right(priced(slopes), n_positions=32).mean()
                    row[name] = f"{share:.3f}"
                yield row


@claim(
    NAME,
    "It names about half. No error is raised",
    "in falling order do as much harm",
    "a head has learned to work with slopes like *its* own",
    "loses less with the authors' list, and nothing once that list falls as well",
    "a 12-head model can lose half its words",
    stored=swapped,
)
def a_model_needs_its_own_slopes(rows):
    for row in rows:
        own, formula, falling = (
            float(row[name]) for name in (row["trained"], "formula", "falling")
        )
        if row["trained"] == "authors":
            assert own > 0.9
            assert formula < own - 0.2
            assert abs(formula - falling) < 0.05
            assert row["heads"] != "12" or 0.4 < formula < 0.52
        else:
            assert falling >= own
        if row["trained"] == "formula" and row["heads"] == "12":
            run = "12", row["seed"], "authors"
            (other,) = [r for r in rows if (r["heads"], r["seed"], r["trained"]) == run]
            lost = own - float(row["authors"])
            assert lost < float(other["authors"]) - float(other["formula"])
