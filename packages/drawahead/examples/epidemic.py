"""An epidemic: how many people are ill at once?"""

import numpy as np
from drawahead import Explorer


def course(contagion, days_ill, n_days=160):
    """Return the shares of people not yet ill, ill, and recovered, for each day."""
    shares = np.array([0.999, 0.001, 0.0])
    days = [shares]
    for _ in range(n_days):
        new = contagion * shares[0] * shares[1]
        healed = shares[1] / days_ill
        shares = shares + [-new, new - healed, healed]
        days.append(shares)
    return np.array(days).T


def draw_epidemic(ax, contagion=0.3, days_ill=8, beds=0.15):
    """The shares of people not yet ill, ill, and recovered, over 160 days."""
    well, ill, recovered = course(contagion, days_ill)
    days = np.arange(len(ill))
    ax.stackplot(days, ill, well, recovered, colors=["tab:red", "0.93", "0.8"])
    ax.axhline(beds, color="black", ls="--")
    ax.text(158, beds + 0.02, "beds", ha="right")
    ax.set(xlim=(0, 160), ylim=(0, 1), xlabel="day", ylabel="share of people")
    over = int((ill > beds).sum())
    return f"at most {ill.max():.0%} are ill at once; beds run short on {over} days"


explorer = Explorer(
    draw_epidemic,
    contagion=(0.05, 0.8, 0.01),
    days_ill=(2, 20),
    beds=(0.02, 0.5, 0.01),
    figsize=(7, 3.2),
    drag={"beds": "y"},
)
