"""A vocabulary of words, each with an embedding."""

import difflib

import numpy as np
from numpy.typing import NDArray

from posenc_lessons.mathematics.arguments import brief


class Vocabulary:
    """A fixed list of words, with a random embedding for each.

    Parameters
    ----------
    words : str
        The words, separated by spaces. Case and punctuation are ignored.
    d_model : int, optional
        The width of the embeddings.

    Attributes
    ----------
    words : list of str
        Each word once, in lowercase, in the given order.
    embeddings : ndarray, shape (n_words, d_model)
        One row for each word, drawn from a normal distribution with mean 0 and variance
        1. Vocabularies with the same number of words have the same rows.

    Examples
    --------
    >>> vocabulary = Vocabulary("Nitish killed the lion", d_model=4)
    >>> vocabulary.embed("Lion killed Nitish!").shape
    (3, 4)
    """

    def __init__(self, words: str, d_model: int = 32) -> None:
        self.words = list(dict.fromkeys(_split("words", words)))
        random = np.random.default_rng(0)
        self.embeddings = random.normal(size=(len(self.words), d_model))

    def __repr__(self):
        n_words, d_model = self.embeddings.shape
        return f"Vocabulary of {n_words} words, d_model={d_model}"

    def split(self, sentence: str, at_most: int | None = None) -> list[str]:
        """Return a sentence's words in lowercase.

        Raises `ValueError` if a word has no embedding or there are more than `at_most`
        words.

        >>> Vocabulary("thank you").split("Thank you, thank YOU.")
        ['thank', 'you', 'thank', 'you']
        """
        words = _split("sentence", sentence)
        if at_most is not None and len(words) > at_most:
            raise ValueError(
                f"the sentence has {len(words):,} words, but there is room for only "
                f"{at_most:,}; shorten it"
            )
        unknown = [word for word in dict.fromkeys(words) if word not in self.words]
        if unknown:
            raise ValueError(self._complain(unknown))
        return words

    def embed(self, sentence: str, at_most: int | None = None) -> NDArray:
        """Return the embeddings of a sentence's words, shape (n, d_model).

        Row t is the embedding of word t, counted from 0.
        """
        words = self.split(sentence, at_most)
        return self.embeddings[[self.words.index(word) for word in words]]

    def _complain(self, unknown):
        """Return an error message that names the words without an embedding."""
        named = ", ".join(repr(word[:30]) for word in unknown[:3])
        more = f" and {len(unknown) - 3:,} more" if len(unknown) > 3 else ""
        close = difflib.get_close_matches(unknown[0][:30], self.words, n=1)
        hint = f"did you mean {close[0]!r}?" if close else "the known words are: "
        if not close:
            hint += ", ".join(self.words[:12]) + (" ..." if self.words[12:] else "")
        return f"there is no embedding for {named}{more}; {hint}"


def _split(name, value):
    """Return the words of a string in lowercase, without surrounding punctuation."""
    if not isinstance(value, str):
        raise TypeError(f"{name} must be a string; got {brief(value)}")
    words = [word.strip(".,;:!?\"'()").lower() for word in value.split()]
    words = [word for word in words if word]
    if not words:
        raise ValueError(f"{name} must have at least one word; got {brief(value)}")
    return words
