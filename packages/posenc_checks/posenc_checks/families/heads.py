"""Words cut into heads."""

import numpy as np
from hintcheck.comparison import Comparison, at
from hintcheck.explanations import STILL, Mistake

from posenc_lessons.mathematics.heads import split_heads


def _words_to_split(random):
    """Return words to cut into heads, and the number of heads."""
    return [
        (random.normal(size=(n, width)), n_heads)
        for n, n_heads, width in ((2, 4, 8), (5, 3, 12), (4, 1, 6))
    ]


def reshaped(x, n_heads):
    """Return the words cut without a transpose, which mixes them."""
    return x.reshape(n_heads, len(x), -1)


def _strided(x, n_heads):
    """Return heads that take every n_heads-th column."""
    return np.moveaxis(x.reshape(len(x), -1, n_heads), -1, 0)


def split_comparison(**details):
    """Return the exercise to write or mend the cut into heads."""
    return Comparison(
        reference=split_heads,
        draw=_words_to_split,
        describe=lambda x, n_heads: (
            f"For {len(x)} words, width {x.shape[1]} and {n_heads} heads"
        ),
        place=at("head", "word", "column"),
        mistakes=(
            Mistake(
                "early",
                lambda x, h: np.where(
                    np.arange(h)[:, None, None], 0, split_heads(x, h)
                ),
                "Only the first head is there: does `return` stand within the loop?",
                partly=True,
            ),
            Mistake(
                "early",
                lambda x, h: split_heads(x, h)[0],
                "It returned the first head alone: does `return` stand within a loop?",
            ),
            Mistake(
                "one head",
                lambda x, h: split_heads(x, h)[-1],
                "It returned the last head alone: does the loop overwrite the ones "
                "before it?",
            ),
            Mistake(
                "count",
                lambda x, h: split_heads(x, 2),
                "There are always 2 heads: use n_heads.",
            ),
            *(() if "given" in details else (Mistake("M18", reshaped, STILL),)),
            Mistake(
                "M18",
                lambda x, h: x.reshape(len(x), h, -1),
                "The axes of words and heads are still to be swapped.",
            ),
            Mistake(
                "M18",
                lambda x, h: x.reshape(len(x), h, -1).swapaxes(1, 2),
                "The reshape is right; of its axes, 0 and 1 should change places.",
            ),
            Mistake(
                "M18",
                lambda x, h: reshaped(x, h).swapaxes(0, 1),
                "First cut each word into heads by a reshape to (n, n_heads, d_head), "
                "then let the axes change places.",
            ),
            Mistake(
                "M18",
                lambda x, h: x.T.reshape(h, -1, len(x)).reshape(h, len(x), -1),
                "A row of a head should hold numbers of one word alone: look at the "
                "order of the axes where it is reshaped.",
            ),
            Mistake(
                "M18",
                lambda x, h: split_heads(x, h).swapaxes(1, 2),
                "Within a head, a row is a word and a column a number of it; here it "
                "is the other way round.",
            ),
            Mistake(
                "M18",
                lambda x, h: x.reshape(len(x), h, -1).T,
                "All three axes have changed places: only words and heads should.",
            ),
            Mistake(
                "M18",
                lambda x, h: x.reshape(h, -1, len(x)).swapaxes(1, 2),
                "The words are mixed: reshape to (n, n_heads, d_head) first, then let "
                "words and heads change places.",
            ),
            Mistake(
                "columns",
                _strided,
                "The words are kept, but a head should take columns side by side.",
            ),
            Mistake(
                "M18",
                lambda x, h: x.reshape(len(x), -1, h).swapaxes(0, 2),
                "The axes that changed places are not those of words and heads: a row "
                "should hold numbers of one word alone.",
            ),
            Mistake(
                "M18",
                lambda x, h: x.reshape((h, len(x), -1), order="F"),
                "The order of reading mixes columns: a head should take columns side "
                "by side.",
            ),
            Mistake(
                "columns",
                lambda x, h: np.array(
                    [x[:, i : i + x.shape[1] // h] for i in range(h)]
                ),
                "The words are kept, but the heads overlap: head i begins at column "
                "i * d_head.",
            ),
            Mistake(
                "one head",
                lambda x, h: split_heads(x, h)[[0] * h],
                "All heads see what head 0 should.",
            ),
            Mistake(
                "columns",
                lambda x, h: split_heads(x, h)[::-1],
                "The words are kept, but the heads stand in reverse order.",
            ),
            Mistake(
                "heads",
                lambda x, h: np.stack([x] * h),
                "Each head gets all columns: give it d_model / n_heads of them.",
            ),
            *(
                Mistake(
                    "backwards",
                    lambda x, h, where=where: split_heads(x, h)[where],
                    f"Within a head, the {what} stand in reverse order.",
                )
                for where, what in (
                    (np.s_[:, :, ::-1], "columns"),
                    (np.s_[:, ::-1], "words"),
                )
            ),
        ),
        right="First cut each word, then let heads and words change places.",
        **details,
    )
