"""Frames as files that a page loads: their pictures, texts and places.

Most of a picture is the same in all frames of an Explorer. So the first picture is the
ground, and every other picture is transparent where it equals the ground. A file holds
the frames of one group (see `livenb.site.choice.batches`), or some of these frames if
they are large.

Pictures with a heatmap keep all their colors, because a page must not show a pattern
that is not in the data. Other pictures have 64 colors, which is enough for lines and
letters. A narrow heatmap may have fewer pixels than columns, so it shows means and is
stored with lossy compression.
"""

import hashlib
import io
import itertools
import multiprocessing
import sys

import numpy as np
from drawahead import images
from drawahead.frames import pack
from PIL import Image

from livenb.site import choice, narrow

ROOM = 120
"""How many frames are kept; those that move only one control are always kept."""

PACK_BYTES = 30_000
"""The approximate size of a file, which a slow phone loads in a second."""

FINE_DPI = 192
"""Dots per inch of a still picture: two for each pixel of the page."""

_NARROW_DPI = 144  # a phone has more pixels than a page
_COLORS = {"few": 64, "more": 256}
_SMALL = 0.1  # a smaller change has little more than 256 colors
_LOSSLESS = {"lossless": True, "quality": 50, "method": 1}
_TEXTS = ("readout", "html", "alt", "places")


def write(explorer, folder, name, room=ROOM):
    """Draw the frames of an Explorer for both widths, and write them into a folder.

    The file names begin with `name`, and `room` is the number of frames to keep. The
    returned dict holds what the page has to know: ``described``, the controls;
    ``chosen``, the steps at which each control may be while another one moves; ``wide``
    and ``narrow``, the size, the first texts, and the frames in each file; and
    ``still``, the files of the first picture in both widths.
    """
    described = explorer.described()
    controls = described["controls"]
    counts = [control["count"] or 1 for control in controls]
    start = [control["start"] for control in controls]
    chosen = choice.choose(counts, start, room)
    groups = choice.batches(counts, start, chosen)
    for control, steps in zip(controls, chosen):
        control["fixed"] = control["count"] is None
        if len(steps) < (control["count"] or 1):
            control["marks"] = steps

    def drawn(is_narrow):
        writer = Writer(explorer, is_narrow)
        names = f"{name}-{'n' if is_narrow else 'w'}"
        return writer.write(groups, folder, names), writer.still(start, folder)

    (wide, wide_still), (slim, slim_still) = _at_once(drawn)
    return {
        "described": described | {"grow": 1},
        "chosen": chosen,
        "wide": wide,
        "narrow": slim,
        "still": [wide_still, slim_still],
    }


def _at_once(make):
    """Return make(False) and make(True); on Linux, one runs in a forked process."""
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


class Writer:
    """A writer for the frames of an Explorer in one width."""

    def __init__(self, explorer, is_narrow=False):
        self.explorer, self.is_narrow, self.kind = explorer, is_narrow, ""
        self.how = {
            "dpi": _NARROW_DPI if is_narrow else narrow.PAGE_DPI,
            "dress": self._dress,
            "arrange": narrow.arrange if is_narrow else None,
            "encode": np.array,
        }

    def _dress(self, figure):
        if self.is_narrow:
            narrow.fit_texts(figure)
        self.kind = self.kind or kind_of(figure, self.is_narrow)

    def still(self, steps, folder):
        """Write the picture at the given steps as a still; see `save`."""
        (frame,) = self.explorer.frames_at([steps], **self.how | {"dpi": FINE_DPI})
        return save(frame.picture[..., :3], self.kind, folder)

    def write(self, groups, folder, name):
        """Write all groups of frames, and return what the page must know about them."""
        every = itertools.chain.from_iterable(groups)
        frames = self.explorer.frames_at(every, **self.how)
        made, ground = [], None
        for group in groups:
            kept = []
            for frame in itertools.islice(frames, len(group)):
                if ground is None:
                    ground, first = frame.picture, frame.packed()
                kept.append(self._kept(frame, ground))
            for part in _parts(kept):
                data = pack(part, b"" if made else webp(ground[..., :3], self.kind))
                file = f"{name}-{hashlib.sha256(data).hexdigest()[:12]}.bin"
                (folder / file).write_bytes(data)
                made.append({"file": file, "steps": [one["steps"] for one in part]})
        height, width = (
            round(n * narrow.PAGE_DPI / self.how["dpi"]) for n in ground.shape[:2]
        )
        texts = {key: first[key] for key in _TEXTS}
        return {"width": width, "height": height, "first": texts, "packs": made}

    def _kept(self, frame, ground):
        """Return a frame in the form that a page loads."""
        kept = frame.packed() | {"picture": b"", "is_ground": frame.picture is ground}
        if len(frame.picture) and not kept["is_ground"]:  # empty if draw failed
            kept["picture"] = over(ground, frame.picture, self.kind)
        return kept


def _parts(frames):
    """Yield frames in parts, for files of about the same size."""
    sizes = itertools.accumulate(len(frame["picture"]) for frame in frames)
    pairs = zip(sizes, frames)
    for _, part in itertools.groupby(pairs, lambda pair: pair[0] // PACK_BYTES):
        yield [frame for _, frame in part]


def kind_of(figure, is_narrow=False):
    """Return how a figure's pictures are stored.

    This is ``few`` for few colors or, for a heatmap, ``lossless`` on a page and
    ``lossy`` on a phone.
    """
    if any(ax.images for ax in figure.axes):
        return "lossy" if is_narrow else "lossless"
    return "few"


def webp(pixels, kind):
    """Return an array of pixels as a WebP file."""
    image = Image.fromarray(pixels)
    if kind in _COLORS:
        alpha = image.getchannel("A") if image.mode == "RGBA" else None
        image = image.convert("RGB").quantize(
            _COLORS[kind], Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE
        ).convert("RGB")  # fmt: skip
        if alpha:
            image.putalpha(alpha)
    options = {"quality": 70, "method": 4} if kind == "lossy" else _LOSSLESS
    file = io.BytesIO()
    image.save(file, "WEBP", **options)
    return file.getvalue()


def over(ground, picture, kind):
    """Return a picture, transparent where it equals the ground, as a WebP file."""
    differs = picture.view(np.uint32) != ground.view(np.uint32)
    if kind != "few" and differs.mean() < _SMALL:
        kind = "more"
    return webp(images.over(picture, ground), kind)


def save(pixels, kind, folder):
    """Write a picture; return its file name, and its width and height on the page."""
    content = webp(pixels, kind)
    file = f"{hashlib.sha256(content).hexdigest()[:16]}.webp"
    (folder / file).write_bytes(content)
    return file, pixels.shape[1] // 2, pixels.shape[0] // 2
