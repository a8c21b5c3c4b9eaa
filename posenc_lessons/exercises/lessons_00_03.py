"""Exercises of lessons 00 to 03: order, whole numbers, shares of the length."""

import numpy as np

from posenc_lessons.arguments import brief
from posenc_lessons.attention import self_attention
from posenc_lessons.exercises.answers import Wrong, call, number, true_or_false
from posenc_lessons.exercises.comparison import Comparison, Mistake, fixed
from posenc_lessons.exercises.scores import weigh, weights_comparison
from posenc_lessons.layers import layer_norm
from posenc_lessons.order import nth_order
from posenc_lessons.vocabulary import Vocabulary


def _first_opposite(answer):
    """0a: the first position after 3 at which a hand of wavelength 24 points back."""
    position = number(answer)
    if position == 15:
        return "12 words are half of the wavelength 24, so the hand points back."
    if position == 27:
        raise Wrong("At 27 the hand is back where it was at 3: that is a full turn.")
    raise Wrong("Half a turn is half of the wavelength. Move the slider and look.")


def _undo(answer):
    """1a: a function that turns an order into the one that undoes it."""
    for n in (1, 2, 3, 4):
        for index in range(24):
            order = nth_order(n, index)
            back = call(answer, order.copy())
            back = np.asarray(back)
            if back.shape != (n,) or back.dtype.kind not in "iu":
                raise Wrong(
                    f"For the order {order.tolist()} it should return {n} whole "
                    f"numbers; it returned {brief(back.tolist())}."
                )
            if not ((back >= 0) & (back < n)).all():
                raise Wrong(
                    f"For the order {order.tolist()} it returned {back.tolist()}, "
                    f"which leaves the range 0 ... {n - 1}."
                )
            if not (order[back] == np.arange(n)).all():
                raise Wrong(
                    f"For the order {order.tolist()} it returned {back.tolist()}: "
                    f"x[order][that] reads {order[back].tolist()} where "
                    f"{list(range(n))} is wanted."
                )
    return "Word order[t] went to place t, so place order[t] must take t back."


def _same_mean(answer):
    """1b: a sentence with another number of words and the same mean."""
    words = "nitish killed the lion thank you babar saw a man"
    vocabulary = Vocabulary(words, d_model=8)
    random = np.random.default_rng(1)
    matrices = random.normal(size=(3, 8, 8))
    given, own = vocabulary.split("thank you"), vocabulary.split(answer, at_most=1000)
    if len(own) == len(given):
        raise Wrong(
            f"It has {len(own)} words, as 'thank you' has. Find another length."
        )
    means = [
        self_attention(vocabulary.embed(" ".join(sentence)), *matrices).mean(axis=0)
        for sentence in (given, own)
    ]
    difference = np.abs(means[0] - means[1]).max()
    if difference > 1e-9:
        raise Wrong(
            f"The mean differs by {difference:.2g} from that of 'thank you'. "
            "What must stay the same for the weights to come out the same?"
        )
    return (
        f"{len(own)} words, and the same mean: without positions, attention knows "
        "which words there are in which proportion, and not even how many."
    )


_weights = weights_comparison(
    given=lambda query, key: weigh(query, key, over="queries")
)


def _share(answer):
    """2a: the first value that makes up more than 99.9 % of a vector."""
    value = number(answer)
    share = value**2 / (1 + value**2)
    if value == 32:
        return "32^2 / (1 + 32^2) is 99.902 %, and 31 stays just below."
    if value == 31:
        raise Wrong(f"At 31 the share is {share:.3%}: not more than 99.9 %.")
    if 31 < value < 1000:
        raise Wrong(f"At {value:g} it is {share:.3%}, but it is not the first.")
    raise Wrong("The share is p^2 / (1 + p^2), for the number p and unit words.")


def _count(n_positions, d_model, start=1):
    """Return a code that counts in its first column."""
    return np.arange(start, start + n_positions)[:, None] * (np.arange(d_model) == 0)


def _step_after_norm():
    """Return how far layer norm leaves the first two rows of the code apart."""
    first, second, *_ = layer_norm(_count(7, 7).astype(float))
    return np.abs(second - first).max()


_counts = Comparison(
    reference=_count,
    draw=fixed((5, 3), (1, 4), (7, 7)),
    describe=lambda n, d: f"For {n} positions and d_model = {d}",
    mistakes=(
        Mistake(
            "M9",
            lambda n, d: _count(n, d, start=0),
            "The count starts at 0; the lecture counts from 1.",
        ),
        Mistake(
            "M13", lambda n, d: _count(n, d).T, "It is transposed: a row is a position."
        ),
        Mistake(
            "all columns",
            lambda n, d: np.repeat(_count(n, 1), d, axis=1),
            "The columns after the first should be 0.",
        ),
    ),
    right="The layer norm cannot subtract this one. But without a word beside it, the "
    f"rows of positions 0 and 1 differ by no more than {_step_after_norm():.0e} after "
    "the norm: what is left is a direction, and no longer a number.",
)


def _statements_on_integers(answer):
    """2c: three statements on integer positions."""
    true_or_false(answer, {"a": False, "b": True, "c": False})
    return "All three, as measured."


def _lengths(answer):
    """3a: how many lengths up to 100 have a word with the code 0.75."""
    value = number(answer)
    lengths = [n for n in range(1, 101) if 0.75 in np.arange(1, n + 1) / n]
    if value == len(lengths):
        return (
            "Every length that 4 divides: 4, 8, ... 100. The code is the same in all."
        )
    if value == 1:
        raise Wrong("3/4 is one of them; 6/8 is the same value.")
    raise Wrong("(pos + 1) / n = 3/4 needs an n that 4 divides. Count those.")


def _recover(answer):
    """3b: position and length, from the codes of two neighbours."""
    for n in (2, 4, 7, 50, 1000):
        code = np.arange(1, n + 1) / n
        for position in {0, n // 2 - 1, n - 2}:
            given = float(code[position]), float(code[position + 1])
            found = call(answer, *given)
            if not (isinstance(found, tuple) and len(found) == 2):
                raise Wrong(f"It should return (position, n); got {brief(found)}.")
            if tuple(np.round(found, 6)) == (position + 1, n):
                raise Wrong("The length is right; positions count from 0.")
            if found != (position, n):
                raise Wrong(
                    f"For the codes {given[0]:.4g} and {given[1]:.4g} it should "
                    f"return {(position, n)}; got {brief(found)}. "
                    "Did you round to whole numbers?"
                )
    return (
        "One code does not tell the position, two neighbours do: the information is "
        "there, but it takes a division, which no matrix does."
    )


def _own_code(answer):
    """3c: a bounded code that is the same in every sentence."""
    codes = {}
    for n in (2, 4, 20):
        codes[n] = np.asarray(call(answer, n), dtype=float)
        if codes[n].shape != (n,):
            raise Wrong(
                f"For n = {n} the shape should be ({n},), not {codes[n].shape}."
            )
        if not (np.abs(codes[n]) <= 1).all():
            worst = codes[n][np.abs(codes[n]).argmax()]
            raise Wrong(f"For n = {n} it leaves -1 ... 1: there is {worst:.3g}.")
    for n in (2, 4):
        if not np.allclose(codes[n], codes[20][:n]):
            raise Wrong(
                f"The second word has {codes[n][1]:.3g} among {n} words and "
                f"{codes[20][1]:.3g} among 20: it depends on the length."
            )
    gaps = np.abs(codes[20][:, None] - codes[20]) + 2 * np.eye(20)
    first, second = np.unravel_index(gaps.argmin(), gaps.shape)
    if gaps.min() < 1e-3:
        raise Wrong(
            f"Positions {first} and {second} are only {gaps.min():.1e} apart; "
            "1e-3 is asked for."
        )
    return (
        f"Bounded, and the same in every sentence. The closest two of 20 positions are "
        f"{first} and {second}, {gaps.min():.4f} apart. Lesson 04 asks what happens "
        "beyond 20."
    )


EXERCISES = {
    "0a": _first_opposite,
    "1a": _undo,
    "1b": _same_mean,
    "1c": _weights,
    "2a": _share,
    "2b": _counts,
    "2c": _statements_on_integers,
    "3a": _lengths,
    "3b": _recover,
    "3c": _own_code,
}
