"""Each rule for figures, on a figure that breaks it and on one that does not."""

import matplotlib

matplotlib.use("agg")

import matplotlib.pyplot as plt
import numpy as np
import pytest

from posenc_lessons import colours, draw_attention, draw_clock, headline, label_ends

from . import figure_rules


@pytest.fixture(autouse=True)
def style():
    with plt.rc_context():
        plt.style.use("posenc_lessons.figures.course")
        yield
    plt.close("all")


def good(ax):
    """Draw what no rule complains of."""
    ax.plot([0, 1], [0, 1], color=colours.this, label="counting")
    ax.plot([0, 1], [0, 0.1], "s--", color=colours.other, label="dividing")
    ax.set(xlabel="position", ylabel="value")
    headline(ax, "Counting grows faster than dividing", "One line for each")
    label_ends(ax)


def pale(ax):
    ax.plot([0, 1], [1, 0], color=colours.this, alpha=0.3)


def pale_bar(ax):
    ax.bar([0], [1], color=colours.other, alpha=0.2)


def foreign(ax):
    ax.scatter([0.5], [0.5], color="tab:orange")


def foreign_map(ax):
    ax.imshow(np.eye(3), cmap="jet")


def small(ax):
    ax.text(0.5, 0.5, "small", fontsize=7)


def outside(ax):
    ax.figure.text(0.9, 0.5, "leads out of the figure")


def overlapping(ax):
    ax.text(0.5, 0.5, "one text")
    ax.text(0.52, 0.5, "another")


def turned_and_overlapping(ax):
    ax.text(0.5, 0.5, "one long text", rotation=45)
    ax.text(0.5, 0.52, "another long", rotation=45)


def legend(ax):
    ax.legend()


def no_title(ax):
    ax.set_title("", loc="left")


def no_name(ax):
    ax.set_xlabel("")


def pale_text(ax):
    ax.text(0.2, 0.8, "hardly there", color="white")


def empty(ax):
    ax.set_position([0.1, 0.1, 0.5, 0.7])
    for text in list(ax.texts):
        text.remove()


def test_a_good_figure_is_accepted():
    figure, ax = plt.subplots()
    good(ax)
    assert figure_rules.complaints(figure) == []


@pytest.mark.parametrize(
    ("rule", "worsen"),
    [
        (figure_rules.pale_marks, pale),
        (figure_rules.pale_marks, pale_bar),
        (figure_rules.foreign_colours, foreign),
        (figure_rules.foreign_colours, foreign_map),
        (figure_rules.small_text, small),
        (figure_rules.outside_the_canvas, outside),
        (figure_rules.overlapping_texts, overlapping),
        (figure_rules.overlapping_texts, turned_and_overlapping),
        (figure_rules.legends, legend),
        (figure_rules.no_assertion, no_title),
        (figure_rules.nameless_axes, no_name),
        (figure_rules.pale_texts, pale_text),
        (figure_rules.empty_canvas, empty),
    ],
)
def test_each_rule_finds_what_it_looks_for(rule, worsen):
    figure, ax = plt.subplots()
    good(ax)
    worsen(ax)
    assert rule(figure_rules.draw(figure)) != []


def test_a_figure_may_not_be_wider_than_the_page():
    figure, ax = plt.subplots(figsize=(8, 3))
    good(ax)
    assert figure_rules.too_wide(figure_rules.draw(figure)) != []


def test_shared_parts_keep_to_the_rules():
    figure, clocks = plt.subplots(1, 3, figsize=(6.4, 3))
    for clock, turn in zip(clocks, (0, 2, 4)):
        draw_clock(clock, turn, 1.2, names=("8", "52"), note="a turn", verdict="apart")
    headline(figure, "Three clocks that differ", "Each hand is a position")
    assert figure_rules.complaints(figure) == []
    figure, ax = plt.subplots(figsize=(4, 3.6))
    draw_attention(ax, np.full((3, 3), 1 / 3), ["Nitish", "killed", "lion"])
    headline(ax, "Every word asks all the same")
    assert figure_rules.complaints(figure) == []
