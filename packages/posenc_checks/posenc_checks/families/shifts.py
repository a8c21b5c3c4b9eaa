"""The matrix that takes an encoding k words on, or back."""

import numpy as np
from hintcheck.comparison import Comparison, at
from hintcheck.explanations import STILL, Mistake

from posenc_checks.families.layouts import in_halves
from posenc_lessons.mathematics.offsets import shift_matrix
from posenc_lessons.mathematics.sinusoids import angular_frequencies


def shift_comparison(sign, **details):
    """Return the exercise to write the matrix for k words on (sign 1) or back (-1)."""

    def turned(block, by=angular_frequencies):
        """Return a matrix of blocks, from the cosine and sine of each pair's angle."""

        def model(k, d):
            angles = sign * k * by(d)
            blocks = np.zeros((d, d))
            for pair, (cosine, sine) in enumerate(zip(np.cos(angles), np.sin(angles))):
                own = slice(2 * pair, 2 * pair + 2)
                blocks[own, own] = block(cosine, sine)
            return blocks

        return model

    def rotation(cosine, sine):
        return [[cosine, sine], [-sine, cosine]]

    def one_pair(k, d):
        matrix = shift_matrix(-sign * k, d)
        matrix[:2, :2] = matrix[:2, :2].T
        return matrix

    def one_column_on(k, d):
        matrix = np.zeros((d, d))
        for pair, angle in enumerate(sign * k * angular_frequencies(d)):
            own = slice(pair, pair + 2)
            matrix[own, own] = rotation(np.cos(angle), np.sin(angle))
        return matrix

    def by_column(k, d):
        angles = sign * k * 10000.0 ** -(np.arange(d) / d)
        matrix, even = np.diag(np.cos(angles)), np.arange(0, d, 2)
        matrix[even, even + 1] = np.sin(angles[even])
        matrix[even + 1, even] = -np.sin(angles[even + 1])
        return matrix

    backwards = (
        Mistake(
            "sign",
            lambda k, d: shift_matrix(-sign * k, d),
            f"{STILL} To which position does it take the row of position 5, for k = 2?",
        ),
        Mistake(
            "one",
            lambda k, d: shift_matrix(sign * k if k == 5 else -sign * k, d),
            f"{STILL} For k = 5 alone it is right.",
            partly=True,
        ),
    )
    return Comparison(
        reference=lambda k, d: shift_matrix(sign * k, d),
        describe=lambda k, d: f"For k = {k} and d_model = {d}",
        place=at("row", "column"),
        coarse=lambda k, d: 1e-6 + 1e-6 * abs(k),
        mistakes=(
            *(() if "given" in details else backwards),
            *(
                Mistake(
                    "sign",
                    turned(block),
                    "Exactly one of the two sines of a block needs a minus: this is no "
                    "rotation, and lengths change.",
                )
                for block in (
                    lambda c, s: [[c, s], [s, c]],
                    lambda c, s: [[c, -s], [-s, c]],
                )
            ),
            *(
                Mistake(
                    "minus",
                    turned(block),
                    "The cosines have changed sign: for k = 0 the matrix should "
                    "be the identity.",
                )
                for block in (
                    lambda c, s: [[-c, -s], [s, -c]],
                    lambda c, s: [[-c, s], [-s, -c]],
                    lambda c, s: [[-c, -s], [-s, -c]],
                )
            ),
            *(
                Mistake(
                    "M8",
                    turned(block),
                    "Sine and cosine have changed places: for k = 0 the matrix should "
                    "be the identity.",
                )
                for block in (
                    lambda c, s: [[s, c], [-c, s]],
                    lambda c, s: [[-s, c], [-c, -s]],
                    lambda c, s: [[s, -c], [c, s]],
                    lambda c, s: [[-s, -c], [c, -s]],
                    lambda c, s: [[s, c], [c, -s]],
                    lambda c, s: [[-s, c], [c, s]],
                )
            ),
            Mistake(
                "M34",
                by_column,
                "Each row has its own frequency: the two rows of a pair share one.",
            ),
            Mistake(
                "one pair",
                one_pair,
                "Pair 0 is right, and all others turn the other way.",
                partly=True,
            ),
            Mistake(
                "inverse",
                lambda k, d: turned(rotation)(1 / (k or 1), d),
                "The angles are w / k: a pair turns by k * w.",
                partly=True,
            ),
            Mistake(
                "512",
                lambda k, d: shift_matrix(sign * k, 4),
                "The matrix is always the one for d_model = 4: use d_model.",
                partly=True,
            ),
            Mistake(
                "early",
                lambda k, d: turned(rotation)(k, d) * (np.arange(d)[:, None] < 2),
                "Only the first pair is turned: does `return` stand within the loop?",
            ),
            Mistake(
                "M5",
                lambda k, d: in_halves(in_halves(shift_matrix(sign * k, d)).T).T,
                "That is the matrix for a table in halves; here sine and cosine "
                "alternate.",
            ),
            Mistake(
                "cosines",
                turned(lambda c, s: [[c, 0], [0, c]]),
                "The sines are missing.",
            ),
            Mistake(
                "twice",
                lambda k, d: shift_matrix(2 * sign * k, d),
                "It turns by twice the angle.",
            ),
            Mistake(
                "abs",
                lambda k, d: turned(rotation)(abs(k), d),
                "It turns the same way for k and -k.",
                partly=True,
            ),
            Mistake(
                "sum",
                lambda k, d: shift_matrix(sign * k, d) + np.eye(d),
                "There is 1 too much on the diagonal: begin with zeros.",
            ),
            Mistake(
                "twice",
                lambda k, d: shift_matrix(sign * k * k, d),
                "It turns by k * k.",
                partly=True,
            ),
            Mistake(
                "k ignored",
                lambda k, d: shift_matrix(sign, d),
                "It always turns by one word: use k.",
                partly=True,
            ),
            Mistake(
                "column",
                one_column_on,
                "The block of pair i begins at row i, and covers a part of the one "
                "before: 2 * i is meant.",
            ),
            Mistake(
                "identity",
                turned(lambda cosine, sine: [[1, 0], [0, 1]]),
                "It does not turn anything.",
            ),
        ),
        **details,
    )
