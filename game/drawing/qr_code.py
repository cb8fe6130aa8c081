"""QR codes, dark on light in every theme: only so does every camera read them."""

from collections.abc import Sequence
from typing import cast

import pygame

MAX_CODE_BYTES = 1_200
"""Characters of a text whose code can still be read from a telephone."""

_QUIET_MODULES = 4
"""Modules that stay light round a code."""

_LIGHT, _DARK = (255, 255, 255), (0, 0, 0)

Modules = Sequence[Sequence[int]]
"""Rows of modules, 1 for a dark one."""


def modules(text: str) -> Modules:
    """The smallest code of a text, with as much correction of errors as fits into it."""
    from segno import encoder  # it takes a while, and few ever look at a code

    code = encoder.encode(text, error="l", micro=False)  # type: ignore[no-untyped-call]
    return cast(Modules, code.matrix)


def paint_code(surface: pygame.Surface, place: pygame.Rect, code: Modules) -> None:
    """Paint a code into the middle of a square that it fills with its quiet zone, as far as all
    modules are equally large in whole pixels."""
    surface.fill(_LIGHT, place)
    side = max(1, place.width // (len(code) + 2 * _QUIET_MODULES))
    left, top = (edge - side * len(code) // 2 for edge in place.center)
    for y, row in enumerate(code):
        for x, dark in enumerate(row):
            if dark:
                surface.fill(_DARK, (left + x * side, top + y * side, side, side))
