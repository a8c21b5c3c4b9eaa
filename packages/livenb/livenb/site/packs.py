"""Frames as files that a page loads: pictures, texts, places.

Most of a picture is the same in all frames of an Explorer. So the first picture is the
ground, and every other one is transparent where it equals it. A file holds the frames
of one group, see `livenb.site.choice.batches`, or some of them if they are large.

Pictures with a heat map keep all their colours, since a page must not show a pattern
that is not in the data. Other pictures have 128 colours, as stored ones do. A narrow
heat map may have fewer pixels than columns: it shows means, and is stored lossily.
"""

import hashlib
import io
import itertools
import multiprocessing
import sys

import numpy as np
from drawahead.frames import pack
from PIL import Image, ImageFilter

from livenb.site import choice, narrow

ROOM = 120
"""How many frames an Explorer has room for; each control alone is kept in any case."""

PACK_BYTES = 30_000
"""The rough size of a file: a slow phone loads it in a second."""

_MARGIN = 2  # a picture shown smaller mixes this many neighbouring pixels
_NARROW_DPI = 144  # a phone has more pixels than a page
_COLOURS = {"few": 128, "more": 256}
_SMALL = 0.1  # where less changes, 256 colours are all that there are, or nearly so
_LOSSLESS = {"lossless": True, "quality": 50, "method": 1}
_TEXTS = ("readout", "html", "alt", "places")
_HEIGHTS = 0.2, 0.5, 0.8  # shares of an axes' height where hovering is tried


def write(explorer, folder, name, room=ROOM):
    """Draw the frames of an Explorer for both widths, and write them into a folder.

    Their names begin with `name`, and `room` is for that many frames. The dict returned
    says what the page has to know: ``described``, the controls; ``chosen``, the steps
    at which each may stand while another moves; and for ``wide`` and ``narrow`` the
    size, the first texts, and which file holds which frames.
    """
    described = explorer.described()
    controls = described["controls"]
    counts = [control["count"] or 1 for control in controls]
    start = [c["start"] if c["count"] else 0 for c in controls]
    chosen = choice.choose(counts, start, room)
    groups = [
        [_given(steps, controls) for steps in group]
        for group in choice.batches(counts, start, chosen)
    ]
    for control, steps in zip(controls, chosen):
        control["fixed"] = control["count"] is None
        if len(steps) < (control["count"] or 1):
            control["marks"] = steps

    def drawn(is_narrow):
        start = f"{name}-{'n' if is_narrow else 'w'}"
        return Writer(explorer, folder, start, is_narrow).write(groups)

    wide, other = _at_once(drawn)
    return {
        "described": described | {"grow": 1},
        "chosen": chosen,
        "wide": wide,
        "narrow": other,
    }


def _at_once(make):
    """Return make(False) and make(True); on Linux, a copy of this process does one."""
    if sys.platform != "linux":
        return make(False), make(True)
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    child = context.Process(target=lambda: sender.send(make(True)))
    child.start()
    sender.close()
    try:
        return make(False), receiver.recv()
    except EOFError:
        raise RuntimeError("the narrow pictures could not be drawn") from None
    finally:
        receiver.close()
        child.join()


def _given(steps, controls):
    """Return steps with the starting value of each control that has no steps."""
    return [step if c["count"] else c["start"] for step, c in zip(steps, controls)]


class Writer:
    """Draws the frames of an Explorer for one width, and writes them."""

    def __init__(self, explorer, folder, name, is_narrow=False):
        self.explorer, self.folder, self.name = explorer, folder, name
        self.dpi = _NARROW_DPI if is_narrow else narrow.PAGE_DPI
        self.how = {"dpi": self.dpi, "dress": self._dress, "encode": _without_alpha}
        if is_narrow:
            self.how["arrange"] = narrow.arrange
        self.is_narrow, self.packs, self.ground, self.kind = is_narrow, [], None, ""

    def write(self, groups):
        """Write all groups of frames; return what the page has to know about them."""
        every = itertools.chain.from_iterable(groups)
        frames = self.explorer.frames_at(every, **self.how)
        first = None
        for group in groups:
            waiting, size = [], 0
            for frame in itertools.islice(frames, len(group)):
                kept = self._kept(frame)
                first = first or kept
                size += len(kept["picture"])
                if waiting and size > PACK_BYTES:
                    self._file(waiting)
                    waiting, size = [], len(kept["picture"])
                waiting.append(kept)
            self._file(waiting)
        height, width = (round(n * narrow.PAGE_DPI / self.dpi)
                         for n in self.ground.shape[:2])  # fmt: skip
        texts = {key: first[key] for key in _TEXTS if key in first}
        return {"width": width, "height": height, "first": texts, "packs": self.packs}

    def _dress(self, figure):
        if self.is_narrow:
            narrow.fit_texts(figure)
        self.kind = self.kind or kind_of(figure, self.is_narrow)

    def _kept(self, frame):
        """Return a frame as a page gets it; the first one is the ground."""
        kept = frame.packed() | {"told": _told(self.explorer, frame), "picture": b""}
        if kept["places"]:
            kept["places"] = kept["places"] | {"hover": sorted(kept["told"])}
        if self.ground is None:
            self.ground = frame.picture
            return kept | {"is_ground": True}
        if not len(frame.picture):  # draw has raised
            return kept
        return kept | {
            "picture": over(self.ground, frame.picture, self.kind),
            "over": True,
        }

    def _file(self, frames):
        """Write some frames into one file; the first file has the ground, too."""
        ground = b"" if self.packs else webp(self.ground, self.kind)
        data = pack(frames, ground)
        file = f"{self.name}-{hashlib.sha256(data).hexdigest()[:12]}.bin"
        (self.folder / file).write_bytes(data)
        steps = [frame["steps"] for frame in frames]
        self.packs.append({"file": file, "steps": steps})


def _without_alpha(pixels):
    return np.ascontiguousarray(pixels[..., :3])


def pixels(picture):
    """Return the pixels of a picture: an array of shape (height, width, 3)."""
    return np.array(Image.open(io.BytesIO(picture)).convert("RGB"))


def kind_of(figure, is_narrow=False):
    """Return how the pictures of a figure are stored.

    ``few`` for few colours; for a heat map ``lossless``, or ``lossy`` on a phone.
    """
    if any(ax.images for ax in figure.axes):
        return "lossy" if is_narrow else "lossless"
    return "few"


def webp(image, kind="lossless"):
    """Return an image, or its pixels, as a WebP file."""
    image = image if isinstance(image, Image.Image) else Image.fromarray(image)
    if kind in _COLOURS:
        alpha = image.getchannel("A") if image.mode == "RGBA" else None
        image = image.convert("RGB").quantize(
            _COLOURS[kind], Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE
        ).convert("RGB")  # fmt: skip
        if alpha:
            image.putalpha(alpha)
    options = {"quality": 70, "method": 4} if kind == "lossy" else _LOSSLESS
    file = io.BytesIO()
    image.save(file, "WEBP", **options)
    return file.getvalue()


def over(ground, picture, kind="lossless"):
    """Return a picture, transparent where it equals the ground, as a WebP file."""
    changes = picture != ground
    differs = changes[..., 0] | changes[..., 1] | changes[..., 2]  # any() takes longer
    if kind != "few" and differs.mean() < _SMALL:
        kind = "more"
    mask = Image.fromarray(np.where(differs, 255, 0).astype(np.uint8))
    near = mask.filter(ImageFilter.BoxBlur(_MARGIN)).point([0] + [255] * 255)
    image = Image.composite(Image.fromarray(picture), Image.new("RGB", near.size), near)
    image.putalpha(near)
    return webp(image, kind)


def _told(explorer, frame):
    """Return what is said under a pointer, by the number of the axes.

    What depends on x alone is kept, as pairs of how many pixels and what is said there.
    What depends on y too would take more room than the pictures.
    """
    told = {}
    for number in frame.places.get("hover", []):
        axes = frame.places["axes"][number]
        across = round(axes["box"][2] * 600)
        heights = [coordinate(share, axes["y"]) for share in _HEIGHTS]
        places = [coordinate((n + 0.5) / across, axes["x"]) for n in range(across)]
        rows = [
            {explorer.said(number, x, y, frame.steps) for y in heights} for x in places
        ]
        if all(len(row) == 1 for row in rows):
            runs = itertools.groupby(rows)
            told[number] = [[len(list(run)), *row] for row, run in runs]
    return told


def coordinate(share, axis):
    """Return the coordinate at a share of an axis, as drawahead's script does."""
    low, high, scale = axis
    if scale == "log":
        return low * (high / low) ** share
    return low + share * (high - low)
