"""Each rule for figures complains about a figure that breaks it, and about no other."""

import matplotlib.pyplot as plt
import numpy as np
import pytest

from posenc_lessons import colors, headline, label_ends

from . import figure_rules


@pytest.fixture(autouse=True)
def closed():
    yield
    plt.close("all")


def good():
    """Draw a figure that no rule complains about."""
    plt.style.use("posenc_lessons.figures.course")
    figure, ax = plt.subplots(figsize=(6.4, 3.2))
    ax.plot([0, 1], [0, 1], color=colors.this, label="counting")
    ax.plot([0, 1], [0, 0.1], "s--", color=colors.other, label="dividing")
    ax.set(xlabel="position", ylabel="value")
    headline(ax, "Counting grows faster than dividing", "One line for each")
    label_ends(ax)
    return figure, ax


def test_a_good_figure_is_accepted():
    figure, _ = good()
    assert figure_rules.complaints(figure) == []


@pytest.mark.parametrize(
    ("rule", "spoil"),
    [
        ("pale_marks", lambda ax: ax.plot([0, 1], [1, 0], colors.this, alpha=0.3)),
        ("pale_marks", lambda ax: ax.bar([0], [1], color=colors.other, alpha=0.2)),
        ("foreign_colors", lambda ax: ax.scatter([0.5], [0.5], color="tab:orange")),
        ("foreign_colors", lambda ax: ax.imshow(np.eye(3), cmap="jet")),
        ("foreign_colors", lambda ax: ax.contour(np.eye(3), colors="tab:orange")),
        ("small_text", lambda ax: ax.text(0.5, 0.5, "small", fontsize=7)),
        ("outside_the_canvas", lambda ax: ax.figure.text(0.9, 0.5, "leads out of it")),
        ("overlapping_texts", lambda ax: ax.text(0.02, 0.02, "a", rotation=45)
         and ax.text(0.02, 0.02, "another", rotation=45)),
        ("overlapping_texts", lambda ax: ax.annotate("over", (0, 1.02),
                                                     xycoords="axes fraction")),
        ("legends", lambda ax: ax.legend()),
        ("no_assertion", lambda ax: ax.set_title("", loc="left")),
        ("nameless_axes", lambda ax: ax.set_xlabel("")),
        ("pale_texts", lambda ax: ax.text(0.2, 0.8, "hardly there", color="white")),
        ("too_wide", lambda ax: ax.figure.set_size_inches(8, 3)),
        ("empty_canvas", lambda ax: ax.set_position([0.6, 0.1, 0.3, 0.7])),
    ],
)  # fmt: skip
def test_each_rule_can_complain(rule, spoil):
    figure, ax = good()
    spoil(ax)
    assert getattr(figure_rules, rule)(figure_rules.draw(figure)) != []
