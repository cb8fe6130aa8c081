"""The size of a page and the pixels it is drawn with; web/page/shelf.js computes the same."""

from dataclasses import dataclass
from typing import Any

_MIN_SIDE_PIXELS = 360
"""Least width and height of scenes in CSS pixels."""

_MAX_PIXELS = 6_000_000
"""Most pixels of the surface in a browser."""


@dataclass(frozen=True)
class View:
    """The page's size in pixels of the surface, their ratio to CSS pixels, and safe insets."""

    size: tuple[int, int] | None = None
    ratio: float = 1.0
    safe: tuple[int, int, int, int] = (0, 0, 0, 0)


def measured(js: Any) -> View:
    """Measure the page; `js` is the bridge."""
    width, height, ratio, *insets = (float(part) for part in js.view().split(","))
    most = (_MAX_PIXELS / max(1.0, width * height)) ** 0.5
    # In quarters most lengths are whole pixels.
    dense = min(ratio, int(most * 4) / 4 if most >= 1 else most)
    # On a slip of a screen everything is drawn smaller, so that it fits.
    scale = dense * min(1.0, width / _MIN_SIDE_PIXELS, height / _MIN_SIDE_PIXELS)
    left, top, right, bottom = (round(inset * dense) for inset in insets)
    size = max(1, round(width * dense)), max(1, round(height * dense))
    return View(size, max(scale, 0.1), (left, top, right, bottom))
