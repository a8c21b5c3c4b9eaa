"""The conclusions of lesson 12, tested where they could fail."""

import numpy as np

from posenc_lessons import (
    compare_tables,
    recall,
    sinusoidal_variant,
    softmax,
    start_parameters,
    train,
)
from tests.claims import claim, functions_of

SWITCHES = {
    "paper": {},
    "halves": {"layout": "halves"},
    "to_1": {"exponents": "to 1"},
    "from_2": {"first": 2},
}
moved = functions_of("12_conventions")["move_weights"]


def halves_order(d_model):
    """Return which of the paper's columns each column of the halves layout is."""
    return [*range(0, d_model, 2), *range(1, d_model, 2)]


def tables(n, d_model):
    return {
        name: sinusoidal_variant(n, d_model, **options)
        for name, options in SWITCHES.items()
    }


def right(parameters, table, back, end=None):
    """Return the share of words `back` places earlier that are named correctly.

    Only positions before the end are counted.
    """
    words = np.random.default_rng(10_000).integers(10, size=(100, len(table)))
    named = recall(parameters, table, words).argmax(axis=-1)
    return (named[:, back:] == words[:, :-back])[:, : end and end - back].mean()


def trainings():
    """Train to the end, and test every table."""
    for d_model, back, seeds in ((32, 1, 5), (32, 2, 2), (64, 1, 2), (16, 1, 2)):
        given = tables(24, d_model) | {"none": np.zeros((24, d_model))}
        order = halves_order(d_model)
        for seed in range(seeds):
            model = train(given["paper"], k=back, seed=seed, steps=900).parameters
            found = {name: right(model, t, back) for name, t in given.items()}
            found |= attention(model, given, back)
            found["from_2: before"] = right(model, given["from_2"], back, 22)
            pair = np.arange(d_model // 2)
            starts = np.random.default_rng(seed).uniform(-0.5, 0.5, len(pair))
            angles = clocks(10_000 ** (-pair / len(pair)), starts)
            found["angles"] = right(model, angles, back)
            found["moved"] = right(moved(model, order), given["halves"], back)
            row = {"d_model": d_model, "back": back, "seed": seed}
            yield row | {name: f"{share:.3f}" for name, share in found.items()}


def clocks(frequencies, starts=0):
    """Return a table of clocks that begin at given angles."""
    angles = np.arange(24)[:, None] * frequencies + starts
    return np.stack([np.sin(angles), np.cos(angles)], axis=2).reshape(24, -1)


def attention(parameters, tables, back):
    """Return how much attention the wanted word gets with each table, and the most."""
    words = np.random.default_rng(1).integers(10, size=(100, 24))
    looks = weights(parameters, parameters["embed"][words] + tables["paper"])
    most = (looks @ np.eye(10)[words]).argmax(axis=-1)
    found = {
        f"looks: {name}": np.diagonal(weights(parameters, table), -back).mean()
        for name, table in tables.items()
    }
    after = weights(parameters, tables["halves"])
    by_offset = [np.diagonal(after, -offset).mean() for offset in range(-8, 9)]
    return found | {
        "most": (most[:, back:] == words[:, :-back]).mean(),
        "halves: most": max(by_offset),
        "halves: far": after[abs(np.subtract.outer(*[np.arange(24)] * 2)) > 3].sum()
        / 24,
    }


def weights(parameters, rows):
    """Return the attention weights of a model for given inputs."""
    scores = rows @ parameters["query"] @ np.swapaxes(rows @ parameters["key"], -1, -2)
    return softmax(scores / np.sqrt(rows.shape[-1]))


def shares(rows, column):
    """Return one column of the stored rows."""
    return np.array([row[column] for row in rows])


@claim(
    "*Permuted* sounds harmless, but it leaves the model about where it would be with "
    "no encoding at all.",
    "exponents to 1 do no harm here. The model looks one word back, so only each "
    "clock's turn in one word matters, and that changes by less than 0.03 radians.",
    "Counting from 2 costs little. One word back is the same turn as before, and only "
    "the last two of the 24 rows are new to the model. Almost all of its mistakes are "
    "at these two positions.",
    stored=trainings,
)
def permuted_ruins_and_different_does_not(rows):
    assert (shares(rows, "paper") > 0.99).all()
    assert (abs(shares(rows, "halves") - shares(rows, "none")) < 0.15).all()
    assert (shares(rows, "to_1") > 0.97).all()
    assert (shares(rows, "from_2") > 0.9).all()
    pair = np.arange(16)
    falls = 10_000 ** (-pair / 16) - 10_000 ** (-pair / 15)
    assert abs(falls).max() < 0.03
    # The rival: other starting angles change the numbers, but not the turns.
    assert (shares(rows, "angles") > 0.97).all()
    as_in_the_lesson = [r for r in rows if (r["d_model"], r["back"]) == (32, 1)]
    assert (shares(as_in_the_lesson, "from_2: before") > 0.995).all()
    paper, from_2 = (tables(24, 32)[name] for name in ("paper", "from_2"))
    np.testing.assert_allclose(from_2[:-2], paper[2:], atol=1e-12)


@claim(
    "With the paper's table, the preceding word gets about half of the attention. "
    "This is enough: the layer names a wrong word only if all of that word's copies "
    "together get more, which almost never happens. With halves, the attention "
    "spreads out. The preceding word gets about a tenth of it, and about half goes to "
    "words more than three positions away",
    "With exponents to 1 and with counting from 2, the purple bars are almost as high "
    "as the gray ones.",
    stored=trainings,
)
def half_of_the_attention_is_enough(rows):
    rows = [row for row in rows if (row["d_model"], row["back"]) == (32, 1)]
    assert (abs(shares(rows, "looks: paper") - 0.5) < 0.05).all()
    assert (shares(rows, "most") > 0.99).all()
    assert (abs(shares(rows, "looks: halves") - 0.1) < 0.04).all()
    assert (shares(rows, "halves: most") < 0.2).all()
    assert (abs(shares(rows, "halves: far") - 0.5) < 0.12).all()
    for name in ("to_1", "from_2"):
        change = shares(rows, f"looks: {name}") - shares(rows, "looks: paper")
        assert (abs(change) < 0.05).all()


@claim(
    "Query, key and value then come out as before, so nothing after them has to move.",
    "They name exactly as many: the same products are added in a different order.",
    stored=trainings,
)
def moved_weights_give_the_same_scores(rows):
    assert (shares(rows, "moved") == shares(rows, "paper")).all()
    random, parameters = np.random.default_rng(0), start_parameters(16, 0)
    table, words = random.normal(size=(12, 16)), random.integers(10, size=(4, 12))
    before = recall(parameters, table, words)
    for order in (halves_order(16), random.permutation(16)):
        fitted = moved(parameters, order)
        assert np.abs(recall(fitted, table[:, order], words) - before).max() < 1e-9
        # None of the four may be forgotten.
        for name in ("embed", "query", "key", "value"):
            half = fitted | {name: parameters[name]}
            assert np.abs(recall(half, table[:, order], words) - before).max() > 1e-3


@claim("The layout changes only the *order* of the columns.")
def layouts_hold_the_same_columns():
    for d_model in (4, 32, 128):
        given = tables(40, d_model)
        halves = given["paper"][:, halves_order(d_model)]
        np.testing.assert_array_equal(halves, given["halves"])
        for name in ("to_1", "from_2"):
            assert compare_tables(given["paper"], given[name]) == "different"
