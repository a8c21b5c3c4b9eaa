"""The conclusions of lesson 12, tested where they could fail."""

import autograd
import numpy as np

from posenc_lessons import (
    LIBRARIES,
    compare_tables,
    recall,
    recall_loss,
    sinusoidal_encoding,
    sinusoidal_variant,
    softmax,
    start_parameters,
    train,
)
from tests.claims import claim

SWITCHES = {
    "paper": {},
    "halves": {"layout": "halves"},
    "to_1": {"exponents": "to 1"},
    "from_2": {"first": 2},
}


def halves_order(d_model):
    """Return which of the paper's columns each column of the halves layout is."""
    return [*range(0, d_model, 2), *range(1, d_model, 2)]


def swapped(pair, d_model):
    """Return the order of columns with the two of one pair exchanged."""
    order = np.arange(d_model)
    order[[2 * pair, 2 * pair + 1]] = 2 * pair + 1, 2 * pair
    return order


def moved(parameters, order):
    """Return weights that fit a table with its columns in a different order."""
    rows = {name: parameters[name][order] for name in ("query", "key", "value")}
    return dict(parameters, embed=parameters["embed"][:, order], **rows)


def tables(n, d_model):
    return {
        name: sinusoidal_variant(n, d_model, **options)
        for name, options in SWITCHES.items()
    }


def right(parameters, table, back):
    """Return the share of words `back` places earlier that are named correctly."""
    words = np.random.default_rng(10_000).integers(10, size=(100, len(table)))
    named = recall(parameters, table, words).argmax(axis=-1)
    return (named[:, back:] == words[:, :-back]).mean()


def trainings():
    """Train to the end, test every table, and exchange each pair's columns."""
    for d_model, back, seeds in ((32, 1, 5), (32, 2, 2), (64, 1, 2), (16, 1, 2)):
        given = tables(24, d_model) | {"none": np.zeros((24, d_model))}
        order = halves_order(d_model)
        for seed in range(seeds):
            model = train(given["paper"], k=back, seed=seed, steps=900).parameters
            row = {"d_model": d_model, "back": back, "seed": seed}
            row |= {name: f"{right(model, t, back):.3f}" for name, t in given.items()}
            row |= attention(model, given["paper"], back)
            row["moved"] = f"{right(moved(model, order), given['halves'], back):.3f}"
            for pair in range(16):
                share = ""
                if pair < d_model // 2:
                    table = given["paper"][:, swapped(pair, d_model)]
                    share = f"{right(model, table, back):.3f}"
                row[f"pair {pair}"] = share
            yield row


def attention(parameters, table, back):
    """Return where a model looks, before and after the first pair is swapped."""
    exchanged = table[:, swapped(0, table.shape[1])]
    alike = table + (exchanged - table).mean(axis=0)
    words = np.random.default_rng(1).integers(10, size=(100, len(table)))
    looks = weights(parameters, parameters["embed"][words] + table)
    most = (looks @ np.eye(10)[words]).argmax(axis=-1)
    of_positions = weights(parameters, table), weights(parameters, exchanged)
    found = {
        "before": np.diagonal(of_positions[0], -back).mean(),
        "most": (most[:, back:] == words[:, :-back]).mean(),
        "swapped: itself": np.diagonal(of_positions[1]).mean(),
        "swapped: after": np.diagonal(of_positions[1], back).mean(),
        "pair 0 alike": right(parameters, alike, back),
        "small shift": shifted(parameters, table, back, np.sqrt(2)),
        "large shift": shifted(parameters, table, back, 4),
    }
    return {name: f"{share:.3f}" for name, share in found.items()}


def shifted(parameters, table, back, length):
    """Return the share named right if all rows move by one vector of some length."""
    shifts = np.random.default_rng(2).normal(size=(10, table.shape[1]))
    shifts *= length / np.linalg.norm(shifts, axis=1, keepdims=True)
    return np.mean([right(parameters, table + shift, back) for shift in shifts])


def weights(parameters, rows):
    """Return the attention weights of a model for given inputs."""
    scores = rows @ parameters["query"] @ np.swapaxes(rows @ parameters["key"], -1, -2)
    return softmax(scores / np.sqrt(rows.shape[-1]))


def shares(rows, column):
    """Return one column of the stored rows."""
    return np.array([float(row[column]) for row in rows])


@claim(
    "12",
    '"Permuted" sounds harmless, but it leaves the model about where it would be with '
    "no encoding at all.",
    '"Different" sounds bad, but letting exponents reach 1 does no harm here.',
    "from one word to the next, no clock's turn differs by more than 0.03 radians "
    "between the two tables.",
    stored=trainings,
)
def permuted_ruins_and_different_does_not(rows):
    pair = np.arange(16)
    before, now = 10_000 ** (-pair / 16), 10_000 ** (-pair / 15)
    assert np.abs(now - before).max() < 0.03
    assert (shares(rows, "paper") > 0.99).all()
    assert (shares(rows, "halves") - shares(rows, "none") < 0.15).all()
    words = np.random.default_rng(0).integers(10, size=(1000, 24))
    most = np.array([np.bincount(sentence).argmax() for sentence in words])
    assert (abs(shares(rows, "none") - (words == most[:, None]).mean()) < 0.04).all()
    assert (shares(rows, "to_1") > 0.97).all()


@claim(
    "12",
    "Counting from 2 costs little: one word back is the same turn as before, and only "
    "two of the 24 rows are new.",
    stored=trainings,
)
def counting_from_2_is_almost_free(rows):
    paper, from_2 = (tables(24, 32)[name] for name in ("paper", "from_2"))
    np.testing.assert_allclose(from_2[:-2], paper[2:], atol=1e-12)
    assert (shares(rows, "from_2") > 0.9).all()


@claim(
    "12",
    "Swapping one pair breaks the model, if it is the fastest",
    "Pairs 1 to 4 matter less; how they rank differs from model to model.",
    "with the fastest pair swapped, this model names only 12% of the words, fewer than "
    "with no encoding.",
    stored=trainings,
)
def the_fast_pair_matters(rows):
    # At width 64, a second pair is almost as fast and may do instead.
    narrow = [row for row in rows if row["d_model"] != "64"]
    assert (shares(narrow, "pair 0") < 0.5).all()
    assert round(shares(narrow, "pair 0")[0], 2) == 0.12
    assert shares(narrow, "none")[0] > 0.17
    wide = [row for row in rows if row["d_model"] == "32"]
    for pair in range(8, 16):
        assert (shares(wide, f"pair {pair}") > 0.9).all()
    trained = [row for row in wide if row["back"] == "1"]
    few = np.array([shares(trained, f"pair {pair}") for pair in range(5)])
    assert (few[1:] > few[0] + 0.3).all()
    assert len({tuple(order) for order in few[1:].argsort(axis=0).T}) > 1


@claim(
    "12",
    "The slower a pair, the closer it stays to $(0, 1)$ in all 24 rows, or to $(1, "
    "0)$ if it is swapped. So all keys change almost alike. That adds the same amount "
    "to all scores of one query, and the softmax ignores it. The queries and values "
    "change, too, but the bars show that this matters little.",
    stored=trainings,
)
def a_slow_pair_changes_all_rows_alike(rows):
    paper = sinusoidal_variant(24, 32)
    far = np.linalg.norm(paper.reshape(24, 16, 2) - [0, 1], axis=-1).max(axis=0)
    assert (np.diff(far) < 0.01).all() and far[8] < 0.25
    apart = paper[:, None] - paper
    tables = [paper[:, swapped(pair, 32)] for pair in range(16)]
    changes = [np.abs(t[:, None] - t - apart).max() for t in tables]
    assert (np.diff(changes[4:]) < 0).all() and changes[8] < 0.5
    # If all keys move by one vector, the weights stay as they are.
    random = np.random.default_rng(0)
    queries, keys = random.normal(size=(2, 24, 32))
    moved = keys + random.normal(size=32)
    np.testing.assert_allclose(softmax(queries @ moved.T), softmax(queries @ keys.T))
    # A pair's length is too short to matter in any direction; a whole row's is not.
    for row in rows:
        if row["d_model"] == "32":
            assert float(row["pair 0 alike"]) > float(row["paper"]) - 0.02
            assert float(row["small shift"]) > float(row["paper"]) - 0.05
            assert float(row["large shift"]) < 0.8


@claim(
    "12",
    "The intact model gives the preceding word about half of its attention, which is "
    "enough, as no other word gets as much. With pair 0 swapped, the word itself and "
    "the one after it get most of it.",
    stored=trainings,
)
def half_of_the_attention_is_enough(rows):
    for row in rows:
        if row["d_model"] == "32" and row["back"] == "1":
            assert 0.45 < float(row["before"]) < 0.55
            assert float(row["most"]) > 0.99
            assert float(row["swapped: itself"]) + float(row["swapped: after"]) > 0.6


@claim(
    "12",
    'So the pair\'s clock runs backwards: on it, "one earlier" looks like "one later".',
)
def an_exchanged_pair_runs_backwards():
    for frequency in (1, 0.3, 0.001):
        angles = frequency * np.arange(50)
        exchanged = np.stack([np.cos(angles), np.sin(angles)], axis=1)
        backwards = np.pi / 2 - angles
        clock = np.stack([np.sin(backwards), np.cos(backwards)], axis=1)
        np.testing.assert_allclose(exchanged, clock, atol=1e-12)


@claim(
    "12",
    "Query, key and value then come out as before, so nothing after them has to move "
    "in our layer.",
    "The accuracy comes back exactly: the same products are added in another order.",
    stored=trainings,
)
def moved_weights_give_the_same_scores(rows):
    assert (shares(rows, "moved") == shares(rows, "paper")).all()
    for seed in range(5):
        random = np.random.default_rng(seed)
        parameters = start_parameters(16, seed)
        table = random.normal(size=(12, 16))
        words = random.integers(10, size=(4, 12))
        for order in (halves_order(16), random.permutation(16)):
            fitted = recall(moved(parameters, order), table[:, order], words)
            assert np.abs(fitted - recall(parameters, table, words)).max() < 1e-9
        # None of the four may be forgotten.
        for name in ("embed", "query", "key", "value"):
            half = dict(moved(parameters, order), **{name: parameters[name]})
            other = recall(half, table[:, order], words)
            assert np.abs(other - recall(parameters, table, words)).max() > 1e-3


@claim("12", "Training from scratch works with either layout")
def training_moves_with_the_weights():
    # The slopes of moved weights are the moved slopes, so every step agrees.
    random, parameters = np.random.default_rng(0), start_parameters(8, 0)
    table, words = sinusoidal_encoding(6, 8), random.integers(10, size=(3, 6))
    order, slopes = halves_order(8), autograd.grad(recall_loss)
    wanted = moved(slopes(parameters, table, words, 1), order)
    found = slopes(moved(parameters, order), table[:, order], words, 1)
    assert all(np.abs(found[name] - wanted[name]).max() < 1e-10 for name in wanted)


@claim("12", "There are four tables.")
def eighteen_sources_give_four_tables():
    for n, d_model in ((24, 32), (64, 6), (40, 128)):
        groups = []
        for name, options in LIBRARIES.items():
            table = sinusoidal_variant(n, d_model, **options)
            for group in groups:
                if compare_tables(table, group[0]) == "equal":
                    group.append(name)
                    break
            else:
                groups.append([table, name])
        assert [len(group) - 1 for group in groups] == [8, 3, 5, 2]


@claim("12", "The layout changes only the *order* of the columns.")
def layouts_hold_the_same_columns():
    for d_model in (4, 32, 128):
        given = tables(40, d_model)
        halves = given["paper"][:, halves_order(d_model)]
        np.testing.assert_array_equal(halves, given["halves"])
        for name in ("to_1", "from_2"):
            assert compare_tables(given["paper"], given[name]) == "different"


@claim(
    "12",
    "with exponents to 1, as in the authors' code, they do. At width 512, the paper's "
    r"formula ends at $2\pi \cdot 10000^{510/512} = 60\,611$.",
)
def only_the_code_reaches_the_longest_wavelength():
    assert round(2 * np.pi * 10_000 ** (510 / 512)) == 60_611
    for d_model in (4, 6, 64, 512, 4096):
        i = d_model // 2 - 1
        assert 10_000 ** (2 * i / d_model) < 9_999
        assert 10_000 ** (i / (d_model // 2 - 1)) == 10_000
