"""Letters: which ones are frequent in a text?"""

import string
from collections import Counter

from drawahead import Explorer

TEXT = "The quick brown fox jumps over the lazy dog, and then it sleeps"


def draw_letters(ax, text=TEXT, ordered=False):
    """The letters of a text as bars, in alphabetical order or by frequency."""
    counts = Counter(one for one in text.lower() if one in string.ascii_lowercase)
    if not counts:
        raise ValueError("the text has no letters from a to z; type some words")
    letters = sorted(string.ascii_lowercase, key=lambda one: -counts[one] * ordered)
    ax.bar(letters, [counts[letter] for letter in letters], color="tab:blue")
    ax.set(ylabel="count", xlim=(-0.7, 25.7))
    letter, most = counts.most_common(1)[0]
    return f"{counts.total()} letters; the most frequent one is {letter}, {most} times"


def letter_at(x, y, text, ordered):
    """Return the count of the letter under the pointer, for bars from a to z."""
    letter = string.ascii_lowercase[min(max(round(x), 0), 25)]
    return "" if ordered else f"{letter}: {text.lower().count(letter)}"


explorer = Explorer(
    draw_letters, text=TEXT, ordered=False, figsize=(7.5, 2.6), hover=letter_at
)
