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


def swapped(table, pair):
    """Return a table with the two columns of one pair exchanged."""
    order = np.arange(table.shape[1])
    order[[2 * pair, 2 * pair + 1]] = 2 * pair + 1, 2 * pair
    return table[:, order]


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
            found = {name: right(model, t, back) for name, t in given.items()}
            found |= attention(model, given["paper"], back)
            found["moved"] = right(moved(model, order), given["halves"], back)
            for pair in range(16):
                found[f"pair {pair}"] = (
                    right(model, swapped(given["paper"], pair), back)
                    if 2 * pair < d_model
                    else np.nan
                )
            row = {"d_model": d_model, "back": back, "seed": seed}
            yield row | {name: f"{share:.3f}" for name, share in found.items()}


def attention(parameters, table, back):
    """Return where a model looks, before and after the first pair is swapped."""
    exchanged, columns = swapped(table, 0), np.arange(table.shape[1])
    words = np.random.default_rng(1).integers(10, size=(100, len(table)))
    looks = weights(parameters, parameters["embed"][words] + table)
    most = (looks @ np.eye(10)[words]).argmax(axis=-1)
    before, after = weights(parameters, table), weights(parameters, exchanged)
    return {
        "before": np.diagonal(before, -back).mean(),
        "most": (most[:, back:] == words[:, :-back]).mean(),
        "swapped: itself": np.diagonal(after).mean(),
        "swapped: after": np.diagonal(after, back).mean(),
        "pair 0 favors": favored(parameters, exchanged * (columns < 2)),
        "others favor": favored(parameters, exchanged * (columns > 1)),
        "frequent": how_frequent(parameters, 0 * table),
    }


def favored(parameters, table):
    """Return how many words back a query scores highest, by some columns alone."""
    scores = (table @ parameters["query"]) @ (table @ parameters["key"]).T
    backs = range(-3, 4)
    return backs[np.argmax([np.diagonal(scores, -back).mean() for back in backs])]


def how_frequent(parameters, table):
    """Return what share of its sentence a named word makes up."""
    words = np.random.default_rng(1).integers(10, size=(100, len(table)))
    named = recall(parameters, table, words).argmax(axis=-1)
    return (words[:, None] == named[..., None]).mean()


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
    "Without one, it still beats guessing, because it names words that are frequent "
    "in the sentence.",
    "letting exponents run to 1 does no harm here. The model looks one word back, so "
    "what counts most is each clock's turn in one word (lesson 08). In the two tables, "
    "these turns differ by less than 0.03 radians.",
    "Counting from 2 costs little. One word back is the same turn as before, and only "
    "two of the 24 rows are new.",
    stored=trainings,
)
def permuted_ruins_and_different_does_not(rows):
    assert (shares(rows, "paper") > 0.99).all()
    assert (abs(shares(rows, "halves") - shares(rows, "none")) < 0.15).all()
    # A word drawn at random makes up a tenth of its sentence.
    assert (shares(rows, "frequent") > 0.16).all()
    assert (abs(shares(rows, "none") - shares(rows, "frequent")) < 0.03).all()
    assert (shares(rows, "to_1") > 0.97).all()
    assert (shares(rows, "from_2") > 0.9).all()
    pair = np.arange(16)
    assert abs(10_000 ** (-pair / 16) - 10_000 ** (-pair / 15)).max() < 0.03
    paper, from_2 = (tables(24, 32)[name] for name in ("paper", "from_2"))
    np.testing.assert_allclose(from_2[:-2], paper[2:], atol=1e-12)


@claim(
    "12",
    "with the fastest pair swapped, the models name 12 to 28% of the words. With any "
    "other, they name more than 80%.",
    stored=trainings,
)
def the_fast_pair_matters(rows):
    # At width 64, a second pair is almost as fast and may do instead.
    narrow = [row for row in rows if row["d_model"] != "64"]
    assert (shares(narrow, "pair 0") < 0.5).all()
    wide = [row for row in narrow if row["d_model"] == "32" and row["back"] == "1"]
    others = np.array([shares(wide, f"pair {pair}") for pair in range(1, 16)])
    assert (others > shares(wide, "pair 0") + 0.3).all() and (others[7:] > 0.9).all()
    three = shares(wide, "pair 0")[:3]
    assert round(100 * min(three)) == 12 and round(100 * max(three)) == 28
    assert (others[:, :3] > 0.8).all()


@claim(
    "12",
    "The intact model gives the preceding word about half of its attention. This is "
    "enough, because no other word gets as much. With pair 0 swapped, the word itself "
    "and the one after it get most of the attention.",
    stored=trainings,
)
def half_of_the_attention_is_enough(rows):
    rows = [row for row in rows if (row["d_model"], row["back"]) == ("32", "1")]
    assert (abs(shares(rows, "before") - 0.5) < 0.05).all()
    assert (shares(rows, "most") > 0.99).all()
    assert (
        shares(rows, "swapped: itself") + shares(rows, "swapped: after") > 0.6
    ).all()


@claim(
    "12",
    'So the pair\'s clock runs backward: on it, "one earlier" looks like "one later".',
    stored=trainings,
)
def an_exchanged_pair_runs_backwards(rows):
    for frequency in (1, 0.3, 0.001):
        angles = frequency * np.arange(50)
        exchanged = np.stack([np.cos(angles), np.sin(angles)])
        backwards = np.pi / 2 - angles
        clock = np.stack([np.sin(backwards), np.cos(backwards)])
        np.testing.assert_allclose(exchanged, clock, atol=1e-12)
    # On the swapped pair alone, trained models look one later; on the others, earlier.
    rows = [row for row in rows if (row["d_model"], row["back"]) == ("32", "1")]
    assert (shares(rows, "pair 0 favors") == -1).all()
    assert (shares(rows, "others favor") == 1).all()


@claim(
    "12",
    "it makes up two thirds of the squared distance between neighboring rows.",
)
def the_fastest_pair_tells_neighbors_apart():
    squares = np.diff(sinusoidal_variant(24, 32), axis=0) ** 2
    for row in squares:
        assert abs(row[:2].sum() / row.sum() - 2 / 3) < 0.01


@claim(
    "12",
    "Query, key and value then come out as before, so nothing after them has to move "
    "in our layer.",
    "The accuracy comes back exactly: the same products are added in another order.",
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


@claim("12", "Training from scratch works with either")
def training_moves_with_the_weights():
    # The slopes of moved weights are the moved slopes, so every step agrees.
    random, parameters = np.random.default_rng(0), start_parameters(8, 0)
    table, words = sinusoidal_encoding(6, 8), random.integers(10, size=(3, 6))
    order, slopes = halves_order(8), autograd.grad(recall_loss)
    wanted = moved(slopes(parameters, table, words, 1), order)
    found = slopes(moved(parameters, order), table[:, order], words, 1)
    assert all(np.abs(found[name] - wanted[name]).max() < 1e-10 for name in wanted)


@claim("12", "These sources compute four.")
def eighteen_sources_give_four_tables():
    for n, d_model in ((24, 32), (64, 6), (40, 128)):
        groups = {}
        for options in LIBRARIES.values():
            table = sinusoidal_variant(n, d_model, **options)
            groups.setdefault((table.round(2) + 0.0).tobytes(), []).append(table)
        assert [len(group) for group in groups.values()] == [8, 3, 5, 2]


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
    "with exponents to 1, as in the authors' code, it is. At width 512, the paper's "
    r"formula ends at $60\,611$.",
)
def only_the_code_reaches_the_longest_wavelength():
    assert round(2 * np.pi * 10_000 ** (510 / 512)) == 60_611
    for d_model in (4, 6, 64, 512, 4096):
        last = d_model // 2 - 1
        assert 10_000 ** (2 * last / d_model) < 9_999
        assert 10_000 ** (last / (d_model // 2 - 1)) == 10_000
