"""Aliasing: a fast wave, sampled too slowly, looks like a slow one."""

import numpy as np
from drawahead import Explorer

TIME = np.linspace(0, 1, 1000)


def alias(frequency, rate):
    """Return the lowest frequency that has the same samples."""
    return abs(frequency - rate * round(frequency / rate))


def draw_samples(ax, frequency=9, rate=10):
    """A wave, its samples, and the slowest wave through them."""
    times = np.arange(rate + 1) / rate
    ax.plot(TIME, np.cos(2 * np.pi * frequency * TIME), color="0.75", lw=1.5)
    ax.plot(TIME, np.cos(2 * np.pi * alias(frequency, rate) * TIME), lw=2)
    ax.plot(times, np.cos(2 * np.pi * frequency * times), "o", color="tab:orange")
    ax.set(xlim=(0, 1), ylim=(-1.2, 1.2), xlabel="time (s)", yticks=[-1, 0, 1])
    return f"{frequency} Hz sampled at {rate} Hz looks like {alias(frequency, rate)} Hz"


explorer = Explorer(
    draw_samples,
    frequency=(1, 60),
    rate=(4, 80),
    labels={"frequency": "frequency (Hz)", "rate": "samples (Hz)"},
    figsize=(7, 2.8),
    play="frequency",
)
