"""What lesson 16 concludes, tried where it could fail."""

import autograd
import numpy as np

from posenc_lessons import (
    angular_frequencies,
    clock_table,
    interpolated,
    length_rows,
    ntk_aware,
    recall,
    recall_loss,
    rotary,
    rotate,
    softmax,
    train,
)
from posenc_lessons.trial.adam import Adam
from tests.claims import claim

PACES = angular_frequencies(32)
FAST = 2 * np.pi / PACES <= 32
HELD_AT = (13, 16, 20, 24, 28, 31)
PAIR = np.arange(16)
PLACE = np.arange(256)
DISTANCE = PLACE[:, None] - PLACE


def of_seeds(code, k, part, change="as trained", factor=1):
    """Return what the stored trial has for each seed."""
    return [
        row[part]
        for row in length_rows(k, change)
        if (row["encoding"], row["factor"]) == (code, factor)
    ]


def models(offsets=(1, 3)):
    """Train the lesson's layer with three starts, for one word back and for three."""
    for k in offsets:
        for seed in range(3):
            yield (
                k,
                seed,
                train(
                    rotary(),
                    k,
                    steps=200,
                    seed=seed,
                    rate=0.03,
                    causal=True,
                    n_positions=32,
                    d_model=32,
                ).parameters,
            )


def waves(parameters):
    """Return the wave of each pair for the mean word, as a complex number."""
    word = parameters["embed"].mean(axis=0)
    query, key = (
        (word @ parameters[name]).reshape(-1, 2) @ [1, 1j] for name in ("query", "key")
    )
    return query * key.conj() / np.sqrt(32)


def pair_scores(query, key, pairs, hold):
    """Return the part of some pairs in the scores, distances beyond `hold` held."""
    query, key = query * np.repeat(pairs, 2), key * np.repeat(pairs, 2)
    true = rotate(query, PLACE) @ rotate(key, PLACE).swapaxes(-1, -2)
    if hold is None:
        return true
    held = rotate(query, np.full(256, hold)) @ key.swapaxes(-1, -2)
    return np.where(hold < DISTANCE, held, true)


def named_late(parameters, k, pairs, at, texts):
    """Return the share named right at the places 128 to 255, some pairs held."""
    x = parameters["embed"][texts]
    query, key, value = (x @ parameters[name] for name in ("query", "key", "value"))
    scores = pair_scores(query, key, ~pairs, None) + pair_scores(query, key, pairs, at)
    scores /= np.sqrt(32)
    weights = softmax(np.where(DISTANCE >= 0, scores, -1e9))
    named = (weights @ value @ parameters["out"]).argmax(axis=-1)
    return (named[:, 128:] == texts[:, 128 - k : 256 - k]).mean()


def heads():
    """What do three heads for each distance mistake, and what does holding change?"""
    texts = np.random.default_rng(1).integers(10, size=(24, 256))
    for k, seed, parameters in models():
        sizes = np.abs(waves(parameters))
        turns = np.exp(1j * np.outer(np.arange(256), PACES))
        scores = (turns * waves(parameters)).real.sum(axis=1)
        found = {
            "k": k,
            "seed": seed,
            "waves": (sizes > sizes.max() / 10).sum(),
            "slow_waves": (sizes > sizes.max() / 10)[6:].sum(),
            "at_k": f"{scores[k]:.2f}",
            "at_100": f"{scores[100 + k - 1 : 100 + k + 2].max():.2f}",
            "at_176": f"{scores[176 + k - 1 : 176 + k + 2].max():.2f}",
            "highest": 32 + scores[32:].argmax(),
            "held_none": f"{named_late(parameters, k, PAIR < 0, 0, texts):.3f}",
        }
        for at in HELD_AT:
            for name, pairs in (
                ("all", PAIR >= 0),
                ("slow", ~FAST),
                ("fast", FAST),
                ("slower", PAIR > 3),
                ("first", PAIR == 0),
                ("fourth", PAIR == 3),
            ):
                share = named_late(parameters, k, pairs, at, texts)
                found[f"held_{name}_{at}"] = f"{share:.3f}"
        yield found


def tuned():
    """How much do a few more steps with longer texts mend, after each change?"""
    slope = autograd.grad(recall_loss)
    texts = np.random.default_rng(1).integers(10, size=(24, 128))
    for k, seed, start in models((1,)):
        for change in ("as trained", "interpolated", "NTK-aware"):
            slower = {"interpolated": interpolated, "NTK-aware": ntk_aware}.get(change)
            code = rotary(frequencies=slower(PACES, 4) if slower else PACES)
            for rate in (0.01, 0.03):
                parameters, adam = start, Adam()
                random, found = np.random.default_rng(2), {}
                for step in range(61):
                    if step in (0, 10, 30, 60):
                        named = recall(parameters, code, texts, causal=True)
                        right = named.argmax(axis=-1)[:, 32:] == texts[:, 32 - k : -k]
                        found[f"after_{step}"] = f"{right.mean():.3f}"
                    words = random.integers(10, size=(8, 128))
                    slopes = slope(parameters, code, words, k, 1, True)
                    parameters = adam.step(parameters, slopes, rate)
                yield {"k": k, "seed": seed, "change": change, "rate": rate} | found


def longer():
    """Train for six times as many steps: does that help at new places?"""
    for seed in range(3):
        for steps in (200, 1200):
            trained = train(
                rotary(),
                steps=steps,
                seed=seed,
                rate=0.03,
                causal=True,
                n_positions=32,
                d_model=32,
            )
            right = trained.right(rotary(), sentences=40, n_positions=256)
            yield {
                "seed": seed,
                "steps": steps,
                "late": f"{right[:, 127:].mean():.3f}",
                "loss": f"{np.mean(trained.losses[-20:]):.2g}",
            }


def another_start():
    """What does a fourth start mistake, name, and mend when it is interpolated?"""
    texts = np.random.default_rng(1).integers(10, size=(24, 256))
    for k in (1, 3):
        parameters = train(
            rotary(), k, steps=200, seed=3, rate=0.03, causal=True, n_positions=32,
            d_model=32,
        ).parameters  # fmt: skip
        turns = np.exp(1j * np.outer(np.arange(256), PACES))
        scores = (turns * waves(parameters)).real.sum(axis=1)
        mended = interpolated_then_trained(parameters, k) if k == 1 else ""
        yield {
            "k": k,
            "highest": 32 + scores[32:].argmax(),
            "highest_share": f"{scores[32:].max() / scores[k]:.2f}",
            "at_176": f"{scores[176 + k - 1 : 176 + k + 2].max() / scores[k]:.2f}",
            "late": f"{named_late(parameters, k, PAIR < 0, 0, texts):.3f}",
            "mended": mended and f"{mended:.3f}",
        }


# How far each code goes


@claim(
    "16",
    "sinusoids fare no better: 16 %, no more than a layer without a code (17).",
    "sinusoids 16 and 12, a learned table 12 and 10, one back",
    "T5 goes down to 88, 49 and 29 %, rotary to 95 (91 to 95), 73 and 44 (43 to 51)",
    "A single row stays, 99 % everywhere: ALiBi with the slope",
    "three back it names no more than a quarter, seen or new",
    "can do three back, too, and lose it in the same order; sinusoids lose less of it "
    "(42, 31 and 20 %)",
)
def how_far_each_code_goes():
    new = ("to 63", "to 127", "to 255")
    for k in (1, 3):
        for code in ("learned table", "sinusoids", "rotary", "T5"):
            assert min(of_seeds(code, k, "seen")) > 0.995
        for part in new:
            worst_first = ("learned table", "sinusoids", "T5", "rotary")
            medians = [np.median(of_seeds(code, k, part)) for code in worst_first]
            # With rounding: where both only guess they may be alike.
            assert all(np.diff(medians) > -0.01)
            assert max(of_seeds("learned table", k, part)) < 0.14
    for part, t5, turned in zip(new, (0.88, 0.49, 0.29), (0.95, 0.73, 0.44)):
        assert np.median(of_seeds("T5", 1, part)) == np.clip(
            np.median(of_seeds("T5", 1, part)), t5 - 0.01, t5 + 0.01
        )
        assert abs(np.median(of_seeds("rotary", 1, part)) - turned) < 0.01
    assert max(of_seeds("sinusoids", 1, "to 63")) < 0.21
    ends = [
        np.median(of_seeds(code, 1, part))
        for code in ("sinusoids", "learned table")
        for part in ("to 63", "to 255")
    ]
    assert np.allclose(ends, (0.16, 0.12, 0.12, 0.10), atol=0.007)
    assert ends[0] < np.median(of_seeds("none", 1, "to 63")) < 0.175
    for part in ("seen", *new):
        assert min(of_seeds("ALiBi, slope ln 2", 1, part)) > 0.985
        assert max(of_seeds("ALiBi, slope ln 2", 3, part)) < 0.255
        for code in ("none", "ALiBi"):
            assert max(of_seeds(code, 1, part)) < 0.31
    for part in new:
        one, three = (of_seeds("sinusoids", k, part) for k in (1, 3))
        assert min(three) > max(one)
    medians = [np.median(of_seeds("sinusoids", 3, part)) for part in new]
    assert np.allclose(medians, (0.42, 0.31, 0.20), atol=0.01)


# What a head mistakes for the right word


@claim(
    "16",
    "the scores near 100 and 176 places beyond the right one come within 10 % of the "
    "right one's, and three back within 15 %",
    "all three of the table above look 101 back most",
    stored=heads,
)
def far_places_look_like_the_right_one(rows):
    for row in rows:
        near, far, farther = (float(row[f"at_{m}"]) for m in ("k", 100, 176))
        assert min(far, farther) > (0.9 if row["k"] == "1" else 0.85) * near
        # The slow half has no part in it.
        assert row["slow_waves"] == "0"
    assert of_seeds("sinusoids", 1, "looks back") == [101, 101, 101]


@claim(
    "16",
    "So 256 words are not too many for this head.",
    "The unfinished turns have their part in it.",
    "Hold the largest at another angle, and the meeting is broken.",
    "each at these six distances: the 13 slow ones held, or pairs 4 to 15, more is "
    "right in 36 of 36 cases, and the fast ones held, in 33",
    stored=heads,
)
def clocks_meet(rows):
    better = {"slow": 0, "slower": 0, "fast": 0}
    for row in rows:
        for at in HELD_AT:
            assert float(row[f"held_all_{at}"]) > 0.99
            for name in better:
                gain = float(row[f"held_{name}_{at}"]) - float(row["held_none"])
                better[name] += gain > 0
            # How well the first clock agrees with where the right word has it.
            agrees = np.cos(at - int(row["k"]))
            share = float(row[f"held_first_{at}"])
            assert share > 0.95 if agrees < 0.5 else share < 0.7
    assert better == {"slow": 36, "slower": 36, "fast": 33}


@claim(
    "16",
    "no gain that three seeds could show",
    "To have none is not enough; sixteen clocks that training saw turn do it.",
    "find no such meeting up to 255",
)
def unfinished_turns():
    names = ("rotary", "rotary, slow pairs still", "rotary, all pairs fast")
    for k in (1, 3):
        usual, still, fast = (of_seeds(name, k, "to 255") for name in names)
        assert min(still) < max(usual)
        assert max(still) < min(fast)
        assert max(usual) < min(fast)
        assert min(fast) > 0.84
    # How well all clocks agree with where distance 1 has them, 1 at best.
    lags = np.arange(31, 255)
    still, fast = (
        np.cos(np.outer(lags, paces)).mean(axis=1).max()
        for paces in (PACES[FAST], np.geomspace(1, 2 * np.pi / 32, 16))
    )
    assert fast < 0.6 < 0.9 < still


# What can be done afterwards


@claim(
    "16",
    "**an interpolated head looks about $c$ times as far.**",
    "at the *seen* places 49 % and less are left",
)
def interpolated_heads_look_farther():
    for k in (1, 3):
        for factor in (2, 4, 8):
            looks = of_seeds("rotary", k, "looks back", "interpolated", factor)
            assert all(abs(found / (k * factor) - 1) <= 0.25 for found in looks)
            seen = of_seeds("rotary", k, "seen", "interpolated", factor)
            assert max(seen) < 0.495
            kept = of_seeds("rotary", k, "looks back", "NTK-aware", factor)
            assert kept == [k] * 3
            assert min(of_seeds("rotary", k, "seen", "NTK-aware", factor)) > 0.975


@claim(
    "16",
    "have 90 % one back and 84 three back, in place of 73 and 78",
    "55 % (51 to 61) against 70 (68 to 78), though 8 is meant for these. (Three back, "
    "the seeds overlap.)",
    "gives rotary and T5 everything back, 100 %",
    "Sinusoids recover in part, to 37 and 59 %",
)
def more_is_not_always_better():
    for k, low, high in ((1, 0.73, 0.90), (3, 0.78, 0.84)):
        before = np.median(of_seeds("rotary", k, "to 127"))
        after = np.median(of_seeds("rotary", k, "to 127", "NTK-aware", 4))
        assert (abs(before - low) < 0.01, abs(after - high) < 0.01) == (True, True)
    four, eight = (of_seeds("rotary", 1, "to 255", "NTK-aware", c) for c in (4, 8))
    assert max(eight) < min(four)
    four, eight = (of_seeds("rotary", 3, "to 255", "NTK-aware", c) for c in (4, 8))
    assert max(eight) > min(four)
    for k in (1, 3):
        for part in ("seen", "to 63", "to 127", "to 255"):
            for code in ("rotary", "T5"):
                assert min(of_seeds(code, k, part, "window")) > 0.995
        late = np.median(of_seeds("sinusoids", k, "to 255", "window"))
        assert abs(late - (0.37 if k == 1 else 0.59)) < 0.01


@claim(
    "16",
    "Interpolated: from 15 to 92 %. It must learn its distances anew, and is not done.",
    "(Three other starts came to 83, 59 and 99 %;",
    stored=tuned,
)
def interpolation_wants_the_most_training(rows):
    for seed in "012":
        after = {
            row["change"]: float(row["after_30"])
            for row in rows
            if (row["seed"], row["rate"]) == (seed, "0.01")
        }
        assert min(after["as trained"], after["NTK-aware"]) > 0.99
        assert abs(after["interpolated"] - (0.92, 0.83, 0.59)[int(seed)]) < 0.01
        # Nor does the larger learning rate help it to 99 %.
        assert max(float(row["after_30"]) for row in rows
                   if (row["seed"], row["change"]) == (seed, "interpolated")
                   ) < 0.99  # fmt: skip


@claim(
    "16",
    "One back, its highest score beyond is at 57, and it names 28 % at the places 128 "
    "to 255. Three back, the score 176 beyond is two thirds of the right one's, and it "
    "names 94 %.",
    "(Three other starts came to 83, 59 and 99 %;",
    stored=another_start,
)
def starts_differ(rows):
    one, three = rows
    assert (one["k"], one["highest"], three["k"]) == ("1", "57", "3")
    assert float(one["highest_share"]) > 1
    assert abs(float(one["late"]) - 0.28) < 0.01
    assert abs(float(one["mended"]) - 0.99) < 0.01
    assert abs(float(three["at_176"]) - 0.67) < 0.03
    assert abs(float(three["late"]) - 0.94) < 0.01


def interpolated_then_trained(parameters, k):
    """Return what 30 more steps give an interpolated head at the new places."""
    slope, adam = autograd.grad(recall_loss), Adam()
    texts = np.random.default_rng(1).integers(10, size=(24, 128))
    code, random = rotary(frequencies=interpolated(PACES, 4)), np.random.default_rng(2)
    for _ in range(30):
        words = random.integers(10, size=(8, 128))
        slopes = slope(parameters, code, words, k, 1, True)
        parameters = adam.step(parameters, slopes, 0.01)
    named = recall(parameters, code, texts, causal=True).argmax(axis=-1)
    return (named[:, 32:] == texts[:, 32 - k : -k]).mean()


def tuned_three_back():
    """What do 30 more steps give an interpolated head that looks three back?"""
    parameters = next(models((3,)))[2]
    yield {"after_30": f"{interpolated_then_trained(parameters, 3):.3f}"}


@claim("16", "for three back, the first one stays at 10", stored=tuned_three_back)
def three_back_it_learns_nothing_yet(rows):
    assert abs(float(rows[0]["after_30"]) - 0.10) < 0.01


@claim(
    "16",
    "with 1200 steps in place of 200, the new places gain less than 1 %",
    stored=longer,
)
def more_steps_do_not_help(rows):
    for seed in "012":
        short, long = (float(row["late"]) for row in rows if row["seed"] == seed)
        assert abs(long - short) < 0.01


# A head without words


def weights_of_distances(k, paces, n=256, rate=0.05, clocks=16):
    """Train a head that sees distances by its fastest clocks; return its weights."""
    table, adam = clock_table(PACES[:clocks], 32), Adam()
    learned = {"waves": np.zeros(2 * clocks)}
    later, wanted = ~np.tri(32, dtype=bool)[k:], np.arange(32) == k
    for _ in range(800):
        weights = softmax(np.where(later, -1e9, table @ learned["waves"]))
        slopes = (weights - wanted).mean(axis=0) @ table
        learned = adam.step(learned, {"waves": slopes}, rate)
    return softmax(clock_table(paces[:clocks], n) @ learned["waves"])


@claim(
    "16",
    "0.99: **the same clocks, the same length, and no failure.** (So too 8 and 16 "
    "back: 0.98.",
    "Interpolated, it looks exactly 4 and 12 back.",
)
def a_head_without_words_goes_on():
    for k in (1, 3):
        for rate in (0.03, 0.1):
            assert weights_of_distances(k, PACES, rate=rate)[k] > 0.9
        slower = interpolated(PACES, 4)
        assert weights_of_distances(k, slower, n=128).argmax() == 4 * k
    for k in (8, 16):
        assert abs(weights_of_distances(k, PACES)[k] - 0.98) < 0.01


@claim(
    "16",
    "But 20 and 24 back, it is 0.23 and 0.26. Only twelve and eight places of a text "
    "can practise these; yet trained with the six fastest clocks alone, the head has "
    "0.91 and 0.94. Here the slow clocks do harm.",
    "trained with the six fastest alone, it has 0.62 and 0.07. (But 4, 12 and 16 back, "
    "0.94 and more: there six are enough.)",
)
def six_clocks_are_enough_for_some_distances():
    for k, all_, six in ((1, 0.99, 0.62), (3, 0.97, 0.07), (20, 0.23, 0.91),
                         (24, 0.26, 0.94)):  # fmt: skip
        assert abs(weights_of_distances(k, PACES)[k] - all_) < 0.02
        assert abs(weights_of_distances(k, PACES, clocks=6)[k] - six) < 0.02
    for k in (4, 12, 16):
        assert weights_of_distances(k, PACES, clocks=6)[k] > 0.935
