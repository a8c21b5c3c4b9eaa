"""Frames as files that a page loads: pictures without loss, texts, places.

Most of a picture is the same in all frames of an Explorer. So a frame's picture is
transparent where it equals the first one, which the page lays under it. Files hold
some frames each, neighbours together: four bytes with the length of a JSON text, the
text, and the pictures.
"""

import dataclasses
import hashlib
import io
import json
import struct
import zlib

import numpy as np
from drawahead.frames import Frame
from PIL import Image, ImageFilter

from livenb.site.under import under_pointer

PACK_BYTES = 150_000
"""About so large is a file; a phone loads it in a moment."""

_MARGIN = 2
"""A picture that is shown smaller mixes neighbouring pixels, so many to each side."""


def write_packs(explorer, choice, folder, name):
    """Draw the chosen frames of an Explorer and write them.

    Parameters
    ----------
    explorer : drawahead.explorer.Explorer
        The Explorer.
    choice : livenb.site.choice.Choice
        Which frames.
    folder : pathlib.Path
        Where the files go.
    name : str
        What their names begin with.

    Returns
    -------
    dict
        What the page has to know: the controls, and which file holds which frames.
    """
    steps = choice.frames()
    steps.sort(key=lambda one: one != choice.start)  # the start first
    packs, waiting, first = [], [], None
    for frame in explorer.frames_at(steps):
        if first is None:
            first = frame
            ground = pixels(frame.picture)
            waiting.append(_Kept(frame, webp(ground), under_pointer(explorer, frame)))
        else:
            picture = over(ground, frame.picture) if frame.picture else b""
            waiting.append(_Kept(frame, picture, under_pointer(explorer, frame)))
        # The first file holds the first picture alone, on which all others lie.
        if not packs or sum(len(kept.picture) for kept in waiting) > PACK_BYTES:
            packs.append(_write(waiting, folder, name))
            waiting = []
    if waiting:
        packs.append(_write(waiting, folder, name))
    start = _Kept(first, b"", under_pointer(explorer, first))
    return {
        **explorer.described(),
        "first": {name: start.packed()[name] for name in ("readout", "alt", "places")},
        "silent": bool(set(first.places.get("hover", [])) - set(start.told)),
        "start": choice.start,
        "counts": choice.counts,
        "chosen": choice.chosen,
        "whole": choice.whole,
        "packs": packs,
    }


def size(explorer, steps):
    """Return about how many bytes the picture of a frame takes.

    Parameters
    ----------
    explorer : drawahead.explorer.Explorer
        The Explorer.
    steps : list of list
        The steps of frames to try: the first one lies under the others.
    """
    first, *others = [frame.picture for frame in explorer.frames_at(steps)]
    if not others:
        return len(webp(pixels(first)))
    ground = pixels(first)
    made = [len(over(ground, picture)) for picture in others if picture]
    return sum(made) // max(1, len(made))


@dataclasses.dataclass(frozen=True)
class _Kept:
    """A frame, its picture as the page gets it, and what is told under the pointer."""

    frame: Frame
    picture: bytes
    told: dict

    def packed(self):
        """Return the frame for a page, with the axes alone that tell something."""
        packed = self.frame.packed()
        if packed["places"]:
            packed["places"] = packed["places"] | {"hover": sorted(self.told)}
        return packed | {"told": self.told}


def _write(frames, folder, name):
    """Write some frames into one file; return its name and the frames' keys."""
    texts, places, at = [], [], 0
    for kept in frames:
        packed = kept.packed()
        if packed["places"] not in places:
            places.append(packed["places"])
        packed["places"] = places.index(packed["places"])
        packed["picture"] = [at, len(kept.picture)]
        texts.append(packed)
        at += len(kept.picture)
    head = json.dumps(
        {"frames": texts, "places": places}, ensure_ascii=False, separators=(",", ":")
    ).encode()
    head = zlib.compress(head, 9)
    pictures = b"".join(kept.picture for kept in frames)
    data = struct.pack("<I", len(head)) + head + pictures
    file = f"{name}-{hashlib.sha256(data).hexdigest()[:12]}.bin"
    (folder / file).write_bytes(data)
    return {"file": file, "keys": [kept.frame.key for kept in frames]}


def read_pack(data):
    """Return the frames in a file: dicts whose picture is bytes.

    Parameters
    ----------
    data : bytes
        What the file holds.
    """
    (length,) = struct.unpack("<I", data[:4])
    head = json.loads(zlib.decompress(data[4 : 4 + length]))
    pictures = data[4 + length :]
    for frame in head["frames"]:
        at, size = frame["picture"]
        frame["picture"] = pictures[at : at + size]
        frame["places"] = head["places"][frame["places"]]
    return head["frames"]


def pixels(picture):
    """Return the pixels of a picture: an array of shape (height, width, 3)."""
    return np.array(Image.open(io.BytesIO(picture)).convert("RGB"))


def webp(array):
    """Return an array of pixels as a WebP file without loss."""
    file = io.BytesIO()
    Image.fromarray(array).save(file, "WEBP", lossless=True, quality=50, method=1)
    return file.getvalue()


def over(first, picture):
    """Return a picture, transparent where it equals the first one, as a WebP file.

    Parameters
    ----------
    first : ndarray, shape (height, width, 3)
        The pixels that will lie under it.
    picture : bytes
        The picture, of the same size.
    """
    there = pixels(picture)
    differs = (there != first).any(axis=-1)
    mask = Image.fromarray(np.where(differs, 255, 0).astype(np.uint8))
    shown = np.array(mask.filter(ImageFilter.MaxFilter(2 * _MARGIN + 1)))
    return webp(np.dstack([np.where(shown[..., None], there, 0), shown]))
