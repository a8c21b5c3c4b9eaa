"""A damped spring: how fast does it come to rest?"""

import numpy as np
from drawahead import Explorer

TIME = np.linspace(0, 10, 1000)


def position(time, stiffness, damping):
    """Return the position of a mass of 1 kg that was pulled to 1 m and let go."""
    root = np.emath.sqrt(damping**2 / 4 - stiffness + 1e-9)
    decay = np.exp(-damping / 2 * time)
    turn = np.cosh(root * time) + damping / (2 * root) * np.sinh(root * time)
    return (decay * turn).real


def draw_spring(ax, stiffness=9, damping=0.6, at=2.0):
    """The position of a damped spring over ten seconds."""
    here = position(at, stiffness, damping)
    ax.axhline(0, color="0.8", lw=1)
    for side in (1, -1) if stiffness > damping**2 / 4 else ():
        ax.plot(TIME, side * np.exp(-damping / 2 * TIME), "--", color="0.7", lw=1)
    ax.plot(TIME, position(TIME, stiffness, damping), lw=2)
    ax.plot(at, here, "o", color="tab:orange", ms=9)
    ax.set(xlim=(0, 10), ylim=(-1.1, 1.1), xlabel="time (s)", ylabel="position (m)")
    return rf"after {at:.1f} s: $x = {here:.2f}$ m"


explorer = Explorer(
    draw_spring,
    stiffness=(1, 40),
    damping=(0.0, 6.0, 0.1),
    at=(0.0, 10.0, 0.1),
    labels={"stiffness": "stiffness (N/m)", "damping": "damping (kg/s)", "at": "time"},
    figsize=(7, 3.2),
    drag={"at": "x"},
    play="at",
)
