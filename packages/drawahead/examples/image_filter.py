"""An image filter: blurring removes the noise, and the edges with it."""

import numpy as np
from drawahead import Explorer

SIZE = 128
ROWS, COLUMNS = np.mgrid[:SIZE, :SIZE]


def picture():
    """Return a noisy gray image of a disc and some stripes, shape (128, 128)."""
    image = 0.25 + 0.2 * ((COLUMNS // 8) % 2) * (ROWS > 84)
    image[np.hypot(ROWS - 44, COLUMNS - 64) < 28] = 0.8
    return image + np.random.default_rng(0).normal(0, 0.12, image.shape)


IMAGE = picture()


def blurred(radius):
    """Return the image after a Gaussian blur."""
    if radius == 0:
        return IMAGE
    frequency = np.fft.fftfreq(SIZE)
    weight = np.exp(-2 * (np.pi * radius * frequency) ** 2)
    return np.fft.ifft2(np.fft.fft2(IMAGE) * weight * weight[:, None]).real


def set_up(figure):
    """Make room for the image and for the brightness along one of its rows."""
    return figure.subplots(1, 2, width_ratios=[1, 1.4])


def draw_filter(axes, radius=1.5, row=44, sharpen=False):
    """A noisy image after a filter, and the brightness along one row."""
    photo, curve = axes
    result = 2 * IMAGE - blurred(radius) if sharpen else blurred(radius)
    photo.imshow(result, cmap="gray", vmin=0, vmax=1)
    photo.axhline(row, color="tab:orange")
    photo.set(xticks=[], yticks=[])
    curve.plot(IMAGE[row], color="0.8", lw=1)
    curve.plot(result[row], color="tab:orange")
    curve.set(xlim=(0, SIZE - 1), ylim=(-0.2, 1.3))
    curve.set(xlabel="column", ylabel=f"brightness in row {row}")
    before, after = (image[4:20, 4:30].std() for image in (IMAGE, result))
    return f"noise in the dark corner: {after:.3f}, before the filter: {before:.3f}"


def brightness(x, y, radius, row, sharpen):
    """Return a sentence about the pixel under the pointer."""
    return f"row {y:.0f}, column {x:.0f}: {IMAGE[round(y), round(x)]:.2f}"


explorer = Explorer(
    draw_filter,
    set_up=set_up,
    radius=(0.0, 6.0, 0.1),
    row=(0, SIZE - 1),
    sharpen=False,
    figsize=(7, 3.2),
    drag={"row": "y"},
    hover=brightness,
)
