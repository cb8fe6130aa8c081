"""The size of a page and the pixels it is drawn with; web/page/shelf.js computes the same."""

from dataclasses import dataclass
from typing import Any

_MIN_SIDE_PIXELS = 360
"""Least width and height of scenes in CSS pixels."""

MAX_WINDOW_PIXELS = 1_600_000
"""Most pixels of the surface in a browser, which compares all of them in each frame."""

_MAX_PIXELS_AT_RATIO_1 = 2_200_000
"""The same where a CSS pixel is one pixel of the surface."""

MAX_HIDPI_PIXELS = 6_000_000
"""Most pixels in a browser of the picture at rest."""


@dataclass(frozen=True)
class View:
    """The page's size in pixels of the surface, their ratio to CSS pixels, and safe insets."""

    size: tuple[int, int] | None = None
    ratio: float = 1.0
    safe: tuple[int, int, int, int] = (0, 0, 0, 0)


def measured(js: Any, most: int) -> View:
    """Measure the page (`js` is the bridge), to be drawn with at most `most` pixels."""
    width, height, ratio, *insets = (float(part) for part in js.view().split(","))
    # One pixel for each of the device's, until drawing them takes too long.
    dense, one = (
        (count / max(1.0, width * height)) ** 0.5 for count in (most, _MAX_PIXELS_AT_RATIO_1)
    )
    # In quarters most lengths are whole pixels, so that nothing lies elsewhere at rest.
    dense = min(ratio, int(dense * 4) / 4 if dense >= 1 else max(dense, min(1.0, one)))
    # On a slip of a screen everything is drawn smaller, so that it fits.
    scale = dense * min(1.0, width / _MIN_SIDE_PIXELS, height / _MIN_SIDE_PIXELS)
    left, top, right, bottom = (round(inset * dense) for inset in insets)
    size = max(1, round(width * dense)), max(1, round(height * dense))
    return View(size, max(scale, 0.1), (left, top, right, bottom))
