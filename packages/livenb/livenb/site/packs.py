"""Frames as files that a page loads: pictures without loss, texts, places.

Most of a picture is the same in all frames of an Explorer. So the first picture is the
ground, and every other one is transparent where it equals it. A file holds the frames of
one group, see `livenb.site.choice.batches`, or some of them if they are large.
"""

import hashlib
import io
import itertools

import numpy as np
from drawahead.frames import pack
from PIL import Image, ImageFilter

from livenb.site import choice, narrow

ROOM = 200
"""So many frames an Explorer has room for; each control alone is kept in any case."""

ROOM_BYTES = 700_000
"""About so many bytes they may take at each width, if they are more than a few."""

PACK_BYTES = 30_000
"""About so large is a file: a slow phone loads it in a second."""

_FEW = 100
_TRIED = 8
_MARGIN = 2  # a picture shown smaller mixes so many neighbouring pixels
_NARROW_DPI = 144  # a phone has more pixels than a page
_HEIGHTS = 0.2, 0.5, 0.8  # shares of an axes' height where hovering is tried


def write(explorer, text, folder, name, room=ROOM):
    """Draw the frames of an Explorer for both widths, and write them.

    Parameters
    ----------
    explorer : drawahead.Explorer
        The Explorer.
    text : str
        What stands beside it.
    folder : pathlib.Path
        Where the files go.
    name : str
        What their names begin with.
    room : int, optional
        How many frames there is room for.

    Returns
    -------
    dict
        What the page has to know: ``described``, the controls; ``chosen``, the steps at
        which each may stand while another moves; and for ``wide`` and ``narrow`` the
        size, the first texts, and which file holds which frames.
    """
    described = explorer.described()
    controls = described["controls"]
    counts = [control["count"] or 1 for control in controls]
    start = [c["start"] if c["count"] else 0 for c in controls]
    if room > _FEW:
        alone = [one for group in choice.batches(counts, start, [[s] for s in start])
                 for one in group]  # fmt: skip
        tried = [_given(one, controls) for one in alone[:: -(-len(alone) // _TRIED)]]
        room = min(room, max(_FEW, ROOM_BYTES // _mean_bytes(explorer, tried)))
    chosen = choice.choose(counts, start, room, choice.named(controls, text))
    groups = [
        [_given(steps, controls) for steps in group]
        for group in choice.batches(counts, start, chosen)
    ]
    for control, steps in zip(controls, chosen):
        control["fixed"] = control["count"] is None
        if len(steps) < (control["count"] or 1):
            control["marks"] = steps
    wide = {"dpi": narrow.PAGE_DPI}
    small = {"dpi": _NARROW_DPI, **narrow.NARROW}
    return {
        "described": described | {"grow": 1},
        "chosen": chosen,
        "wide": _write(explorer, groups, wide, folder, f"{name}-w"),
        "narrow": _write(explorer, groups, small, folder, f"{name}-n"),
    }


def _given(steps, controls):
    """Return steps with the starting value of each control that has no steps."""
    return [step if c["count"] else c["start"] for step, c in zip(steps, controls)]


def _write(explorer, groups, how, folder, name):
    """Draw and write all groups of frames for one width."""
    frames = explorer.frames_at(itertools.chain.from_iterable(groups), **how)
    packs, ground, first = [], None, None
    for group in groups:
        waiting = []
        for _ in group:
            frame = next(frames)
            if ground is None:
                first, ground = _kept(explorer, frame, None, how), pixels(frame.picture)
                waiting.append(first)
            else:
                waiting.append(_kept(explorer, frame, ground, how))
            if packs and sum(len(one["picture"]) for one in waiting) > PACK_BYTES:
                packs.append(_file(waiting, b"", folder, name))
                waiting = []
        if waiting:
            under = b"" if packs else webp(ground)
            packs.append(_file(waiting, under, folder, name))
    height, width = ground.shape[:2]
    scale = narrow.PAGE_DPI / how["dpi"]
    texts = ("readout", "alt", "places")
    return {
        "width": round(width * scale),
        "height": round(height * scale),
        "first": {key: first[key] for key in texts},
        "packs": packs,
    }


def _kept(explorer, frame, ground, how):
    """Return a frame as a page gets it; without a ground, it is the ground itself."""
    kept = frame.packed() | {"told": _told(explorer, frame, how)}
    if kept["places"]:
        kept["places"] = kept["places"] | {"hover": sorted(kept["told"])}
    if ground is None:
        return kept | {"picture": b"", "is_ground": True}
    if not frame.picture:
        return kept | {"picture": b""}
    return kept | {"picture": over(ground, frame.picture), "over": True}


def _file(frames, ground, folder, name):
    """Write some frames into one file; return its name and the frames' steps."""
    data = pack(frames, ground)
    file = f"{name}-{hashlib.sha256(data).hexdigest()[:12]}.bin"
    (folder / file).write_bytes(data)
    return {"file": file, "steps": [frame["steps"] for frame in frames]}


def _mean_bytes(explorer, steps):
    """Return about how many bytes the picture of a frame takes."""
    first, *others = [frame.picture for frame in explorer.frames_at(steps)]
    ground = pixels(first)
    sizes = [len(over(ground, picture)) for picture in others if picture]
    return sum(sizes) // len(sizes) if sizes else len(webp(ground))


def pixels(picture):
    """Return the pixels of a picture: an array of shape (height, width, 3)."""
    return np.array(Image.open(io.BytesIO(picture)).convert("RGB"))


def webp(array):
    """Return an array of pixels as a WebP file without loss."""
    file = io.BytesIO()
    Image.fromarray(array).save(file, "WEBP", lossless=True, quality=50, method=1)
    return file.getvalue()


def over(ground, picture):
    """Return a picture, transparent where it equals the ground, as a WebP file.

    Parameters
    ----------
    ground : ndarray, shape (height, width, 3)
        The pixels that will lie under it.
    picture : bytes
        The picture, of the same size.
    """
    there = pixels(picture)
    differs = (there != ground).any(axis=-1)
    mask = Image.fromarray(np.where(differs, 255, 0).astype(np.uint8))
    shown = np.array(mask.filter(ImageFilter.MaxFilter(2 * _MARGIN + 1)))
    return webp(np.dstack([np.where(shown[..., None], there, 0), shown]))


def _told(explorer, frame, how):
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
