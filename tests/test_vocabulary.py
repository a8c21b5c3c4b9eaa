"""Words, sentences, and what is said about unknown words."""

import numpy as np
import pytest

from posenc_lessons import Vocabulary


@pytest.fixture
def vocabulary():
    return Vocabulary("Nitish killed the lion, thank you", d_model=16)


def test_a_word_has_one_embedding_wherever_it_stands(vocabulary):
    rows = vocabulary.embed("lion killed LION.")
    assert rows.shape == (3, 16)
    np.testing.assert_array_equal(rows[0], rows[2])
    assert (rows[0] != rows[1]).any()


def test_embeddings_have_unit_scale():
    rows = Vocabulary(" ".join(f"w{k}" for k in range(500)), d_model=64).embeddings
    assert rows.mean() == pytest.approx(0, abs=0.02)
    assert rows.std() == pytest.approx(1, abs=0.02)


def test_words_once_and_in_order(vocabulary):
    assert vocabulary.words == ["nitish", "killed", "the", "lion", "thank", "you"]
    assert Vocabulary("a b a").words == ["a", "b"]
    assert repr(vocabulary) == "Vocabulary of 6 words, d_model=16"


@pytest.mark.parametrize(
    ("sentence", "error", "shown"),
    [
        ("", ValueError, "at least one word; got ''"),
        (" ... ", ValueError, "at least one word"),
        (5, TypeError, "must be a string; got 5"),
        (None, TypeError, "got None"),
        ("nitish kiled", ValueError, "'kiled'; did you mean 'killed'?"),
        ("xyz", ValueError, "known words are: nitish, killed"),
        ("xyz", ValueError, "lion, thank, you"),
        ("p q r", ValueError, "for 'p', 'q', 'r'; the known"),
        ("p q r s", ValueError, "'p', 'q', 'r' and 1 more"),
        ("the " * 9, ValueError, "has 9 words, but there is room for only 8"),
        ("the " * 10_000, ValueError, "has 10,000 words, but there is room for only 8"),
        ("x" * 10_000, ValueError, "no embedding for 'x"),
    ],
)
def test_clear_answers(vocabulary, sentence, error, shown):
    assert len(vocabulary.split("the " * 8, at_most=8)) == 8
    for method in (vocabulary.split, vocabulary.embed):
        with pytest.raises(error) as caught:
            method(sentence, at_most=8)
        assert shown in str(caught.value)
        assert len(str(caught.value)) < 200


def test_a_long_vocabulary_is_not_listed_in_full():
    short, long = (Vocabulary(" ".join("abcdefghijklm"[:n])) for n in (12, 13))
    with pytest.raises(ValueError, match=r"j, k, l$"):
        short.split("123")
    with pytest.raises(ValueError, match=r"j, k, l \.\.\.$"):
        long.split("123")
