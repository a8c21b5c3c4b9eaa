"""Pictures as PNG files, fast and without loss.

Pillow tries five filters on every row of a picture. Without any, Matplotlib's pictures,
which are flat, take half the time and become smaller: 39 kB for 51.
"""

import struct
import zlib

import numpy as np
from PIL import Image

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_MEMORY = 9


def fast_png(rgba):
    """Return a picture as the bytes of a PNG file.

    Parameters
    ----------
    rgba : numpy.ndarray, shape (height, width, 4)
        Red, green, blue and alpha, 8 bits each; alpha is not kept.

    References
    ----------
    PNG Specification, Third Edition (2025), sections 5 and 9.
    """
    height, width = rgba.shape[:2]
    rgb = Image.frombuffer("RGBA", (width, height), rgba, "raw", "RGBA", 0, 1)
    rows = np.empty((height, 1 + 3 * width), np.uint8)
    rows[:, 0] = 0  # each row begins with its filter: none
    rows[:, 1:] = np.frombuffer(rgb.convert("RGB").tobytes(), np.uint8).reshape(
        height, -1
    )
    packer = zlib.compressobj(1, zlib.DEFLATED, zlib.MAX_WBITS, _MEMORY)
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"".join(
        [
            _SIGNATURE,
            _chunk(b"IHDR", header),
            _chunk(b"IDAT", packer.compress(rows) + packer.flush()),
            _chunk(b"IEND", b""),
        ]
    )


def _chunk(kind, data):
    end = struct.pack(">I", zlib.crc32(data, zlib.crc32(kind)))
    return struct.pack(">I", len(data)) + kind + data + end
