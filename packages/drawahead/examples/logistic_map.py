"""The logistic map: a population that settles, swings, or never repeats."""

import numpy as np
from drawahead import Explorer

LINE = np.linspace(0, 1, 200)


def draw_map(axes, growth=3.2, start=0.2):
    """A cobweb plot of 60 generations, and the population over time."""
    web, course = axes
    values = [start]
    for _ in range(60):
        values.append(growth * values[-1] * (1 - values[-1]))
    web.plot(LINE, LINE, color="0.7", lw=1)
    web.plot(LINE, growth * LINE * (1 - LINE), lw=2)
    web.plot(np.repeat(values, 2)[:-1], [0, *np.repeat(values[1:], 2)], lw=0.8)
    web.set(xlim=(0, 1), ylim=(0, 1), xlabel="now", ylabel="next", aspect="equal")
    course.plot(values, ".-", lw=0.8)
    course.set(xlim=(0, 60), ylim=(0, 1), xlabel="generation")
    last = len({round(value, 3) for value in values[-16:]})
    return f"the last 16 generations take {last} different values"


explorer = Explorer(
    draw_map,
    set_up=lambda figure: figure.subplots(1, 2, width_ratios=(2, 3)),
    growth=(1.0, 4.0, 0.01),
    start=(0.01, 0.99, 0.01),
    figsize=(7.5, 3.2),
    drag={"start": "x"},
    play="growth",
)
