"""What lesson 11 concludes, tried where it could fail."""

import numpy as np

from posenc_lessons import (
    attention_rows,
    attention_weights,
    clock_table,
    ladder_encodings,
    overlap,
    rival_frequencies,
    same_scale,
    shift_matrix,
    softmax,
    train,
    train_attention,
    trial_rows,
    window_weights,
)
from posenc_lessons.trial.adam import Adam
from tests.claims import claim

SIXTEEN = ("harmonic pairs", "random pairs", "the paper's")


def shares(code, n, measure="accuracy", variant="as given"):
    """Return what the stored trial has for each seed."""
    return [
        row[measure]
        for row in trial_rows(variant)
        if (row["encoding"], row["n"]) == (code, n)
    ]


# The ladder, and the rungs between


@claim(
    "11",
    "At 24 positions the line is as sharp as before, for every seed.",
    "one pair falls to 69 % and 42 %, two pairs to 95 % and 69 %",
    "Three pairs still name 95 % at 128, and four name all.",
    "sixteen harmonic or random ones do as well",
)
def the_rungs():
    for code in ("none", "integers", "normalized", "one sine"):
        assert max(shares(code, 24)) < 0.3 < 0.9 < min(shares("one pair", 24))
    for code, n, low, high in (
        ("one pair", 64, 0.66, 0.71), ("one pair", 128, 0.40, 0.44),
        ("two pairs", 64, 0.90, 0.97), ("two pairs", 128, 0.65, 0.70),
        ("three pairs", 128, 0.94, 0.97), ("four pairs", 128, 0.995, 1),
    ):  # fmt: skip
        assert low <= min(shares(code, n))
        assert max(shares(code, n)) <= high
    for code in SIXTEEN:
        assert min(min(shares(code, n)) for n in (24, 64, 128)) > 0.995


def clocks():
    """Train with other clocks than the lesson's, at 64 positions."""
    for draw in range(3):
        random = np.random.default_rng(100 + draw)
        for name, frequencies in (
            ("four random", random.uniform(0.1, 1, 4)),
            ("sixteen random to half a turn", random.uniform(0, np.pi, 16)),
            ("sixteen random octaves", 10_000.0 ** -random.uniform(0, 1, 16)),
        ):
            table = np.tile(clock_table(frequencies, 64), 16 // len(frequencies))
            accuracy = train(table, seed=draw).accuracy(table)
            yield {"clocks": name, "draw": draw, "accuracy": f"{accuracy:.3f}"}


@claim("11", "**Several different clocks suffice.**", stored=clocks)
def other_clocks(rows):
    for row in rows:
        assert float(row["accuracy"]) > (0.9 if "four" in row["clocks"] else 0.99)


def whole_turns():
    """Where does a layer with one pair look, at 64 positions? Three seeds."""
    code = ladder_encodings(64, 32)["one pair"]
    sentences = np.random.default_rng(1).integers(10, size=(50, 64))
    for seed in range(3):
        for steps in (150, 300):
            model = train(code, seed=seed, steps=steps)
            looks = np.mean([model.weights(code, w)[0] for w in sentences], axis=0)
            right = model.right(code)[..., 0].mean(axis=0)
            yield {
                "seed": seed,
                "steps": steps,
                "middle": f"{right[20:43].mean():.3f}",
                "ends": f"{np.r_[right[:20], right[43:]].mean():.3f}",
            } | {
                str(away): f"{np.diagonal(looks, -1 - away).mean():.4f}"
                for away in range(-50, 51)
            }


@claim(
    "11",
    "in the middle of 64 positions no place has another one 44 away, and the layer, "
    "trained anew here with half the steps, names about every fourth word wrong there. "
    "(After all 300 steps, every tenth.)",
    "places 6 away get hardly anything",
    "44 positions are 7.00 turns, and get nearly as much attention as the right place",
    "25 and 19 are 3.98 and 3.02 turns, and get less",
    "Whatever is closer to a whole turn is confused more.",
    stored=whole_turns,
)
def turns_are_confused(rows):
    away = np.arange(-50, 51)
    off = np.abs((away + np.pi) % (2 * np.pi) - np.pi)
    for row in rows:
        weight = np.array([float(row[str(m)]) for m in away])
        assert float(row["ends"]) < 0.6 < 0.7 < float(row["middle"])
        assert abs(float(row["middle"]) - (0.75, 0.9)[row["steps"] == "300"]) < 0.04
        assert max(float(row[m]) for m in ("-6", "6", "-1", "1")) < 0.035
        for side in (-1, 1):
            right, far, mid, near = (weight[50 + side * m] for m in (0, 44, 25, 19))
            assert 0.88 * right < far < right
            assert far > 1.2 * mid > 1.2 * near
        # All others, in the order of how far they are from a whole turn.
        order = off.argsort()
        for one, other in zip(order, order[2:]):
            assert weight[one] > weight[other] - 0.02


def whole_turns_in_time():
    """Train one pair for longer, at 64 positions. Three seeds."""
    code = ladder_encodings(64, 32)["one pair"]
    for seed in range(3):
        model = train(code, seed=seed, steps=1200)
        right = model.right(code)[..., 0].mean(axis=0)
        yield {
            "seed": seed,
            "middle": f"{right[20:43].mean():.3f}",
            "ends": f"{np.r_[right[:20], right[43:]].mean():.3f}",
            "all": f"{right.mean():.3f}",
        }


@claim(
    "11",
    "after 1200 steps the middle of 64 positions is at 100 %",
    "at the other places hardly more than half is right, 73 % in all",
    stored=whole_turns_in_time,
)
def training_parts_all_but_44(rows):
    for row in rows:
        assert float(row["middle"]) > 0.995
        assert 0.5 < float(row["ends"]) < 0.6
        assert 0.715 <= float(row["all"]) < 0.735


# Is it fair?


@claim(
    "11",
    "Scaled, it is like the others'.",
    "Integers now do exactly as well as normalized positions, and must",
    "at neither size do they solve the task with this layer",
)
def size_is_not_the_reason():
    for n in (24, 64, 128):
        given = shares("integers", n, "first_norm")
        scaled = shares("integers", n, "first_norm", "same")
        paper = shares("the paper's", n, "first_norm")
        assert np.median(given) > 50 * max(paper)
        assert max(scaled) < 3
        one, other = (shares(c, n, variant="same") for c in ("integers", "normalized"))
        assert np.abs(np.subtract(one, other)).max() < 0.005
        assert max(one + other) < 0.3


@claim(
    "11",
    "On the line only places 0 and 12 ever win",
    "with integers or normalized positions the layer cannot single out a place in the "
    "middle",
    "Its ends are the places 11 and 14 of 24.",
)
def only_ends_of_a_line_win():
    random = np.random.default_rng(0)
    codes = ladder_encodings(24, 8)
    for name in ("integers", "normalized", "one sine", "one pair"):
        # Any product of query and key matrices, any query, and the words' own part
        # of the query; each score is linear in the key's code.
        queries = random.normal(size=(2000, 8)) @ random.normal(size=(8, 8))
        highest = set((queries @ codes[name].T).argmax(axis=1).tolist())
        value = codes[name][:, 0]
        ends = {int(value.argmin()), int(value.argmax())}
        assert highest == (set(range(24)) if name == "one pair" else ends)
        assert ends == ({11, 14} if name == "one sine" else {0, 23}) or "pair" in name


@claim(
    "11",
    "Time and smaller steps change nothing.",
    "normalized positions reach 88 to 98 % at 24 places, and more than 99 % with 900 "
    "steps",
    "At 300 steps integers come to 47 % at most in three trainings, the sine to 33 % "
    "(65 and 40 % with 900).",
    "normalized positions to 28 to 40 % at 64",
)
def a_layer_of_tanh():
    for code in ("integers", "normalized", "one sine"):
        bare = shares(code, 24)
        for variant in ("900 steps", "rate 0.001"):
            assert max(shares(code, 24, variant=variant)) < max(bare) + 0.03
    lifted = shares("normalized", 24, variant="tanh first")
    assert 0.87 < min(lifted) <= max(lifted) < 0.99
    assert min(shares("normalized", 24, variant="tanh first, 900 steps")) > 0.99
    assert max(shares("integers", 24, variant="tanh first")) < 0.475
    assert max(shares("one sine", 24, variant="tanh first")) < 0.335
    assert max(shares("integers", 24, variant="tanh first, 900 steps")) < 0.655
    assert max(shares("one sine", 24, variant="tanh first, 900 steps")) < 0.405
    long = shares("normalized", 64, variant="tanh first")
    assert 0.28 <= min(long) <= max(long) < 0.41


def lifted():
    """Train scaled codes behind a layer of tanh, at 24 positions."""
    for name in ("integers", "one sine"):
        for seed in range(3):
            code = same_scale(ladder_encodings(24, 32)[name])
            accuracy = train(code, seed=seed, lift=True).accuracy(code)
            yield {"encoding": name, "seed": seed, "accuracy": f"{accuracy:.3f}"}


@claim(
    "11",
    "integers at 35 to 47 %, the same table scaled to the paper's size at 89 to 99 %",
    "In the bare layer the line is enough to fail.",
    "Those of 3 and of 23 differ by 0.005.",
    "35 to 47 % in three trainings of 300 steps, scaled 89 to 99 %",
    stored=lifted,
)
def size_decides_behind_tanh(rows):
    scaled = [float(row["accuracy"]) for row in rows if row["encoding"] == "integers"]
    given = shares("integers", 24, variant="tanh first")
    assert 0.345 < min(given) <= max(given) < 0.475
    assert 0.885 < min(scaled) <= max(scaled) < 0.995
    sine = [float(row["accuracy"]) for row in rows if row["encoding"] == "one sine"]
    assert max(sine) < 0.4
    assert abs(np.tanh(23) - np.tanh(3) - 0.005) < 0.0005


def unhurried():
    """Train integers as given with shorter steps, and scaled ones at 64 places."""
    for n, scaled, seeds, more in (
        (24, False, range(4), {"steps": 3000, "rate": 0.002}),
        (64, True, range(4), {"steps": 300}),
        (64, True, [3], {"steps": 1200}),
    ):
        code = ladder_encodings(n, 32)["integers"]
        code = same_scale(code) if scaled else code
        for seed in seeds:
            accuracy = train(code, seed=seed, lift=True, **more).accuracy(code)
            yield {
                "n": n,
                "steps": more["steps"],
                "seed": seed,
                "accuracy": f"{accuracy:.3f}",
            }


@claim(
    "11",
    "Once $\\tanh$ bends it, size says how fast the integers are learned.",
    "even as given they come to 84 to 94 %, in four trainings, with ten times the "
    "steps at a fifth of the rate",
    "at 64 places the scaled ones have 38 to 47 % after 300 steps (83 % in one "
    "training of 1200).",
    stored=unhurried,
)
def size_is_a_matter_of_time(rows):
    short, long, longer = (
        [float(row["accuracy"]) for row in rows if row["steps"] == steps]
        for steps in ("3000", "300", "1200")
    )
    assert max(shares("integers", 24, variant="tanh first")) + 0.3 < min(short)
    assert 0.83 < min(short) <= max(short) < 0.945
    assert 0.375 < min(long) <= max(long) < 0.475
    assert round(min(longer), 2) == 0.83


# What was learned


def learned():
    """Compare what six trainings with the paper's code have learned."""
    code = ladder_encodings(24, 32)["the paper's"]
    sentences = np.random.default_rng(1).integers(10, size=(50, 24))
    before, itself = (np.arange(1, 24), np.arange(23)), (np.arange(1, 24),) * 2
    for seed in range(6):
        model = train(code, seed=seed)
        query, key, embed = (model.parameters[n] for n in ("query", "key", "embed"))
        matrix = query @ key.T
        row = {"seed": seed}
        sizes, directions = np.linalg.svd(code, full_matrices=False)[1:]
        for limit in (1, 0.3, 0.02):
            filled = directions[sizes > limit]
            inside = filled @ matrix @ filled.T
            row[f"directions {limit}"] = len(filled)
            for k in range(-2, 5):
                wanted = filled @ shift_matrix(k, 32) @ filled.T
                size = np.linalg.norm(inside) * np.linalg.norm(wanted)
                row[f"cosine {k}, {limit}"] = f"{(inside * wanted).sum() / size:.3f}"
        both = np.mean([model.weights(code, w)[0] for w in sentences], axis=0)
        alone = attention_weights(code @ query, code @ key)
        # The part of the score that a word's embedding gets from a word's embedding.
        words = embed @ matrix @ embed.T / np.sqrt(32)
        shuffled = np.mean(
            [_weights_without(model, code, w, words)[itself].mean() for w in sentences]
        )
        yield row | {
            "before, with words": f"{both[before].mean():.3f}",
            "itself, with words": f"{both[itself].mean():.3f}",
            "before, codes alone": f"{alone[before].mean():.3f}",
            "itself, codes alone": f"{alone[itself].mean():.3f}",
            "itself, without that part": f"{shuffled:.3f}",
            "same word": f"{np.trace(words) / 10:.3f}",
            "another word": f"{(words.sum() - np.trace(words)) / 90:.3f}",
        }


def _weights_without(model, code, words, part):
    """Return the weights if words give words no part of the score."""
    x = model.parameters["embed"][words] + code
    query, key = x @ model.parameters["query"], x @ model.parameters["key"]
    return softmax(query @ key.T / np.sqrt(32) - part[np.ix_(words, words)])


@claim(
    "11",
    "Much like $M_1$, 0.78, and nearly as much like $M_0$, 0.70, which would look at "
    "the word *itself*, and is itself 0.84 like $M_1$. $M_2$ is so, too, but $B$ is "
    "only 0.51 like it.",
    "So $B$ is a blunt $M_1$ that leans towards $M_0$",
    "The codes alone leave 0.33 on the word itself. With the words, that is halved, "
    "since a word gives *the same* word a lower score than another one",
    stored=learned,
)
def near_me_and_not_me(rows):
    for row in rows:
        assert row["directions 1"] == "8"
        for limit in ("1", "0.3", "0.02"):
            found = {k: float(row[f"cosine {k}, {limit}"]) for k in range(-2, 5)}
            order = sorted(found, key=found.get, reverse=True)
            assert order[:3] == [1, 0, 2]
            assert found[1] - found[0] < 0.11 < 0.12 < found[0] - found[2]
            if limit == "1":
                assert 0.65 < found[0] < 0.73 < found[1] < 0.8
                assert 0.47 < found[2] < 0.57
        itself = float(row["itself, codes alone"])
        assert 0.28 < itself < 0.37
        assert float(row["itself, with words"]) < 0.65 * itself
        # That part of the score is the cause: without it, the word itself is back.
        assert float(row["itself, without that part"]) > 0.85 * itself
        assert 0.85 < float(row["another word"]) - float(row["same word"]) < 1.05


@claim(
    "11",
    "An average over both would have hidden that.",
    "Trained at 64 and at 128 it gets 66 and 63 % of the new places: more than the "
    "harmonic paces, and at 128 about as many as random ones.",
    "Often *a few fast clocks*: two or three pairs at 24 (79 %), three at 64 (90 %), "
    "four at 128 (85 %)",
    "four at 64 get 60 %, less than the paper's",
)
def few_clocks_carry_further():
    for n, best in ((24, ("two pairs", "three pairs")), (64, ("three pairs",)),
                    (128, ("four pairs",))):  # fmt: skip
        paper = shares("the paper's", n, "new")
        assert min(shares("the paper's", n, "seen")) > 0.96
        assert max(paper) < 0.7
        assert min(paper) > max(shares("harmonic pairs", n, "new"))
        for code in best:
            assert min(shares(code, n, "new")) > max(paper) + 0.1
            assert min(shares(code, n, "new")) > max(shares("random pairs", n, "new"))
            assert max(shares(code, n, "seen")) < 0.95
    four, paper = (shares(c, 64, "new") for c in ("four pairs", "the paper's"))
    assert np.median(four) < np.median(paper) - 0.03
    random = shares("random pairs", 128, "new")
    assert abs(np.median(random) - np.median(shares("the paper's", 128, "new"))) < 0.05


# Near and far at once

REACHES = (1, 4, 16, 64, 256)


def windows(code, pairs):
    """Return the mean overlap of five windows, for each draw that is stored."""
    return [
        np.mean([row[f"within {reach}"] for reach in REACHES])
        for row in attention_rows()
        if (row["encoding"], row["pairs"]) == (code, pairs)
    ]


@claim("11", "The loss is convex in it, so that no start leads into a trap.")
def the_loss_of_a_head_is_convex():
    random = np.random.default_rng(0)
    code = clock_table(rival_frequencies(4, 50)["the paper's"], 50)
    wanted = window_weights(50, 3)

    def loss(matrix):
        return -(wanted * np.log(softmax(code @ matrix @ code.T))).sum(axis=1).mean()

    for scale in (0.1, 1, 3):
        for _ in range(50):
            one, other = scale * random.normal(size=(2, 8, 8))
            assert loss((one + other) / 2) <= (loss(one) + loss(other)) / 2 + 1e-12


@claim(
    "11",
    "Harmonic and most random ones, all fast, learn the narrow windows and lose the "
    "wide. Whole turns, all slow, get less of the narrowest (0.69), and most of the "
    "widest. Equal steps learn none",
    "0.44 at 256 is what equal attention to *all* words gets",
    "With 16 clocks, none of ten draws of random octaves reaches that",
    "a geometric progression fitted to the text has 0.92, fourth powers have 0.91",
    "one fitted to the text does better with 4, 8 and 16 clocks (with 64, after these "
    "steps, it does not)",
    "After 300 steps at rates up to 0.3, four of the paper's clocks have 0.77 and "
    "random octaves 0.56 in the median.",
    "With 8 and with 64, the best draws do.",
    "for a single far place, with 16 clocks, six of the eight choices do",
)
def even_octaves_serve_near_and_far():
    ((paper,),) = [windows("the paper's", 16)]
    assert max(windows("random octaves", 16)) < paper
    for code in ("harmonic", "equal steps", "whole turns"):
        assert max(windows(code, 16)) < paper - 0.04
    assert np.median(windows("random", 16)) < paper - 0.2
    assert max(windows("random", 16)) < paper
    for code in ("fitted to the text", "fourth powers"):
        assert windows(code, 16)[0] > paper
    for pairs, better in ((4, True), (8, True), (16, True), (64, False)):
        fitted, given = (
            windows(c, pairs) for c in ("fitted to the text", "the paper's")
        )
        assert (fitted > given) == better
    for pairs, lead in ((4, 0.15), (8, 0.03), (16, 0.01)):
        gap = windows("the paper's", pairs) - np.median(
            windows("random octaves", pairs)
        )
        assert gap > lead
    assert (
        abs(windows("the paper's", 64) - np.median(windows("random octaves", 64)))
        < 0.01
    )
    rows = [row for row in attention_rows() if row["pairs"] == 16]
    wide = {row["encoding"]: row["within 256"] for row in rows if row["draw"] == 0}
    narrow = {row["encoding"]: row["within 4"] for row in rows if row["draw"] == 0}
    assert wide["harmonic"] < 0.5 < 0.85 < narrow["harmonic"]
    draws = [row for row in rows if row["encoding"] == "random"]
    lost = [row["within 4"] - row["within 256"] > 0.2 for row in draws]
    assert sum(lost) > 5
    assert max(wide, key=wide.get) == "whole turns"
    del narrow["equal steps"]
    assert min(narrow, key=narrow.get) == "whole turns"
    inside = (window_weights(1024, 256) > 0).mean()
    assert abs(wide["equal steps"] - inside) < 0.005
    for pairs in (8, 64):
        assert max(windows("random octaves", pairs)) > windows("the paper's", pairs)[0]
    slowest = rival_frequencies(16, 1024)["equal steps"]
    np.testing.assert_allclose(np.cos(101 * slowest), 1, atol=0.15)
    back = {
        code: np.median([row["back 100"] for row in rows if row["encoding"] == code])
        for code in rival_frequencies(1, 1)
    }
    assert sum(share > 0.97 for share in back.values()) == 6


def other_windows():
    """Ask for windows in another way: causal, in short texts, or other widths."""
    for name, n, reaches, causal in (
        ("earlier words alone", 512, (1, 4, 16, 64), True),
        ("short text", 256, (1, 4, 16, 64), False),
        ("other widths", 1024, (2, 7, 23, 80, 300), False),
    ):
        for pairs in (4, 16):
            for code in rival_frequencies(1, 1):
                draws = 5 if code.startswith("random") else 1
                for draw in range(draws):
                    table = clock_table(rival_frequencies(pairs, n, draw)[code], n)
                    reached = [
                        max(_reached(table, reach, causal, rate) for rate in (0.1, 0.3))
                        for reach in reaches
                    ]
                    yield {
                        "asked": name, "pairs": pairs, "encoding": code, "draw": draw,
                        "mean": f"{np.mean(reached):.3f}",
                    }  # fmt: skip


def _reached(table, reach, causal, rate):
    """Return the overlap after training; causal, nobody sees later words."""
    wanted = window_weights(len(table), reach)
    if not causal:
        return overlap(train_attention(table, wanted, rate=rate), wanted)
    wanted = np.tril(wanted)
    wanted /= wanted.sum(axis=1, keepdims=True)
    return overlap(_train_causal(table, wanted, rate), wanted)


def _train_causal(code, wanted, rate, steps=300):
    """Train as `train_attention` does, with later words hidden."""
    random, adam = np.random.default_rng(0), Adam()
    learned = {"matrix": np.zeros((code.shape[1],) * 2)}
    hidden = np.where(np.tril(np.ones((len(code),) * 2)), 0, -1e9)
    for step in range(steps):
        asked = random.choice(len(code), 64, replace=False)
        weights = softmax(code[asked] @ learned["matrix"] @ code.T + hidden[asked])
        slope = code[asked].T @ (weights - wanted[asked]) @ code / 64
        slower = min(1, 2 - 2 * step / steps)
        learned = adam.step(learned, {"matrix": slope}, slower * rate)
    return softmax(code @ learned["matrix"] @ code.T + hidden)


@claim(
    "11",
    "**So that is what the choice is good for: near and far at once, with few "
    "columns.**",
    stored=other_windows,
)
def other_windows_agree(rows):
    for asked in {row["asked"] for row in rows}:
        for pairs in ("4", "16"):
            found = {}
            for row in rows:
                if (row["asked"], row["pairs"]) == (asked, pairs):
                    found.setdefault(row["encoding"], []).append(float(row["mean"]))
            medians = {code: np.median(values) for code, values in found.items()}
            even = {"the paper's", "fitted to the text", "fourth powers"}
            assert max(medians, key=medians.get) in even
            for code in medians.keys() - even:
                assert medians["the paper's"] > medians[code]


def larger_rates():
    """Train heads of 4 and of 16 clocks with larger rates than the stored ones."""
    codes = rival_frequencies(1, 1).keys() - {"random"}
    for pairs in (4, 16):
        for code in sorted(codes):
            for draw in range(10 if code.startswith("random") else 1):
                table = clock_table(rival_frequencies(pairs, 1024, draw)[code], 1024)
                row = {"encoding": code, "pairs": pairs, "draw": draw}
                for reach in REACHES:
                    wanted = window_weights(1024, reach)
                    found = [
                        overlap(train_attention(table, wanted, rate=rate), wanted)
                        for rate in (1, 3)
                    ]
                    row[f"within {reach}"] = f"{max(found):.3f}"
                yield row


@claim(
    "11",
    "at rates of 1 and 3 the paper's have 0.82 and ten draws of random octaves 0.63 to "
    "0.80. The order stays, more than half of the lead goes.",
    "none of ten draws catches up, at larger rates neither",
    stored=larger_rates,
)
def larger_rates_halve_the_lead(rows):
    stored = {
        (row["encoding"], row["pairs"], row["draw"]): row for row in attention_rows()
    }
    best = {}
    for row in rows:
        code, pairs, draw = row["encoding"], int(row["pairs"]), int(row["draw"])
        given = stored[code, pairs, draw]
        found = [max(float(row[w]), given[w]) for w in map("within {}".format, REACHES)]
        best.setdefault((code, pairs), []).append(np.mean(found))
    for pairs in (4, 16):
        ((paper,), octaves) = best["the paper's", pairs], best["random octaves", pairs]
        assert len(octaves) == 10
        assert max(octaves) < paper
        before = windows("the paper's", pairs) - np.median(
            windows("random octaves", pairs)
        )
        if pairs == 4:
            assert abs(paper - 0.82) < 0.005
            assert 0.62 < min(octaves) <= max(octaves) < 0.805
            assert 0 < paper - np.median(octaves) < 0.5 * before
        else:
            assert paper - np.median(octaves) < 0.05


def slowed():
    """Make the harmonic paces slower."""
    for name, slower, pairs, steps in (
        ("harmonic", 1, 16, 300),
        ("harmonic", 10, 16, 300),
    ):
        paces = rival_frequencies(pairs, 1024)[name] / slower
        table = clock_table(paces, 1024)
        row = {"encoding": name, "slower": slower, "pairs": pairs, "steps": steps}
        for reach in (1, 4, 32, 256):
            wanted = window_weights(1024, reach)
            found = [
                overlap(train_attention(table, wanted, steps=steps, rate=rate), wanted)
                for rate in (0.03, 0.1)
            ]
            row[f"within {reach}"] = f"{max(found):.3f}"
        yield row


@claim(
    "11",
    "(Made ten times slower, they learn the wide ones, and lose the narrowest.)",
    stored=slowed,
)
def slow_clocks_are_for_far(rows):
    given, slower = rows
    assert float(given["within 1"]) > 0.75 > 0.5 > float(slower["within 1"])
    for reach in (32, 256):
        assert float(given[f"within {reach}"]) < 0.5
        assert float(slower[f"within {reach}"]) > 0.8
