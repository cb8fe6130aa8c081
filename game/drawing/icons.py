"""Small pictures of commands, drawn with lines of one weight on a square of 24 units."""

import math
from itertools import pairwise

import pygame

from flipside.game.drawing import draw
from flipside.game.services.theme import Colour, Theme


def icon(theme: Theme, name: str, side: int, ink: Colour) -> pygame.Surface:
    """A small picture of a command, drawn with lines of one weight."""

    def paint(large: pygame.Surface, finer: int) -> None:
        large.fill((*ink, 0))
        scale = large.get_width() / 24
        for stroke in _ICONS[name]:
            points = [(x * scale, y * scale) for x, y in stroke]
            for point in points:
                pygame.draw.circle(large, ink, point, 2.1 * scale / 2)
            for start, end in pairwise(points):
                pygame.draw.polygon(large, ink, draw.bar(start, end, 2.1 * scale))

    return draw.smooth(theme, ("icon", name, ink), (side, side), paint)


Stroke = tuple[tuple[float, float], ...]


def _arc(x: float, y: float, radius: float, start: float, end: float, steps: int = 24) -> Stroke:
    """Points on a circle; angles in degrees, clockwise from the right."""
    angles = [math.radians(start + (end - start) * i / steps) for i in range(steps + 1)]
    return tuple((x + radius * math.cos(a), y + radius * math.sin(a)) for a in angles)


def _box(left: float, top: float, right: float, bottom: float) -> Stroke:
    return (left, top), (right, top), (right, bottom), (left, bottom), (left, top)


_ICONS: dict[str, tuple[Stroke, ...]] = {
    "undo": (
        ((9, 5), (4, 10), (9, 15)),
        ((4, 10), (14, 10)),
        _arc(14, 14.5, 4.5, -90, 90),
        ((14, 19), (9, 19)),
    ),
    "redo": (
        ((15, 5), (20, 10), (15, 15)),
        ((20, 10), (10, 10)),
        _arc(10, 14.5, 4.5, 270, 90),
        ((10, 19), (15, 19)),
    ),
    "list": (
        ((9, 6), (20, 6)),
        ((9, 12), (20, 12)),
        ((9, 18), (20, 18)),
        ((4, 6), (4.1, 6)),
        ((4, 12), (4.1, 12)),
        ((4, 18), (4.1, 18)),
    ),
    "menu": (((4, 6), (20, 6)), ((4, 12), (20, 12)), ((4, 18), (20, 18))),
    "back": (((14, 5), (7, 12), (14, 19)),),
    "close": (((6, 6), (18, 18)), ((18, 6), (6, 18))),
    "check": (((4.5, 12.5), (10, 18), (19.5, 6.5)),),
    "lay": (((4.5, 12.5), (10, 18), (19.5, 6.5)),),
    "object": (((12, 4), (12, 13)), ((12, 18.5), (12, 18.6))),
    "pass": (((5, 6), (12, 12), (5, 18)), ((13, 6), (20, 12), (13, 18))),
    "play": (((8, 5), (18.5, 12), (8, 19), (8, 5)),),
    "hint": (
        _arc(12, 10, 5.5, 130, 410),
        ((9.5, 15.5), (9.5, 18), (14.5, 18), (14.5, 15.5)),
        ((11, 21), (13, 21)),
    ),
    "settings": (
        ((4, 7), (20, 7)),
        ((4, 17), (20, 17)),
        _arc(9, 7, 2.4, 0, 360),
        _arc(15, 17, 2.4, 0, 360),
    ),
    "book": (
        (
            (12, 6.5),
            (8.5, 5),
            (4, 5),
            (4, 18),
            (8.5, 18),
            (12, 19.5),
            (15.5, 18),
            (20, 18),
            (20, 5),
            (15.5, 5),
            (12, 6.5),
            (12, 19.5),
        ),
    ),
    "corners": (
        ((4, 9), (4, 4), (9, 4)),
        ((15, 4), (20, 4), (20, 9)),
        ((20, 15), (20, 20), (15, 20)),
        ((9, 20), (4, 20), (4, 15)),
        _arc(12, 12, 2.4, 0, 360),
    ),
    "keys": (
        _box(3, 6, 21, 18),
        ((7, 10), (7, 10.1)),
        ((12, 10), (12, 10.1)),
        ((17, 10), (17, 10.1)),
        ((8, 14.5), (16, 14.5)),
    ),
    "swap": (
        ((4, 8.5), (19, 8.5)),
        ((15.5, 5), (19, 8.5), (15.5, 12)),
        ((20, 15.5), (5, 15.5)),
        ((8.5, 12), (5, 15.5), (8.5, 19)),
    ),
    "puzzle": (
        (
            (4, 8),
            (8.6, 8),
            *_arc(11, 6.2, 3, 143, 397),
            (13.4, 8),
            (18, 8),
            (18, 12.1),
            *_arc(19.2, 14.3, 2.6, 240, 480),
            (18, 16.5),
            (18, 21),
            (4, 21),
            (4, 8),
        ),
    ),
    "branch": (
        ((4, 12), (11, 12), (20, 6)),
        ((11, 12), (20, 18)),
        ((4, 12), (4.1, 12)),
    ),
    "up": (((12, 20), (12, 5)), ((6, 11), (12, 5), (18, 11))),
    "flag": (((6, 21), (6, 4), (18, 4), (15, 8.5), (18, 13), (6, 13)),),
    "share": (
        ((12, 15), (12, 3.5)),
        ((8, 7.5), (12, 3.5), (16, 7.5)),
        ((8, 11), (5, 11), (5, 20), (19, 20), (19, 11), (16, 11)),
    ),
    "code": (
        _box(4, 4, 10, 10),
        _box(14, 4, 20, 10),
        _box(4, 14, 10, 20),
        ((14, 14), (14, 17)),
        ((17.5, 14), (20, 14)),
        ((14, 20), (17, 20), (17, 17.5)),
        ((20, 17.5), (20, 20)),
    ),
    "copy": (_box(9, 8, 19, 20), ((5, 16), (5, 4), (15, 4))),
    "paste": (
        _box(6, 5, 18, 20),
        _box(9.5, 3, 14.5, 6.5),
        ((9, 11), (15, 11)),
        ((9, 15), (15, 15)),
    ),
    "again": (_arc(12, 12, 7, -60, 220), ((15.5, 2.5), (15.8, 6.2), (12, 7))),
    "shelf": tuple(_box(x, y, x + 6, y + 6) for y in (4, 14) for x in (4, 14)),
    "person": (_arc(12, 8, 3.6, 0, 360), _arc(12, 20, 7, 180, 360)),
    "computer": (_box(4, 5, 20, 16), ((9, 20), (15, 20)), ((12, 16), (12, 20))),
    "next": (((10, 5), (17, 12), (10, 19)),),
    "first": (((18, 5), (11, 12), (18, 19)), ((6, 5), (6, 19))),
    "last": (((6, 5), (13, 12), (6, 19)), ((18, 5), (18, 19))),
    "graph": (((4, 4), (4, 20), (20, 20)), ((7.5, 15), (11, 9.5), (14, 13), (19, 6))),
    "clock": (_arc(12, 12, 8, 0, 360), ((12, 7), (12, 12), (15.5, 14))),
    "picture": (
        _box(4, 5, 20, 19),
        ((4, 16.5), (9, 11), (13, 15.5), (15.5, 13), (20, 17.5)),
        _arc(15.5, 9, 1.4, 0, 360),
    ),
    "eraser": (
        ((9, 20), (4, 14.5), (13.5, 4.5), (20, 11), (11.5, 20), (9, 20)),
        ((8.5, 9.8), (15.4, 15.9)),
        ((11.5, 20), (20, 20)),
    ),
    "board": (_box(4, 4, 20, 20), ((4, 12), (20, 12)), ((12, 4), (12, 20))),
    "bin": (
        ((5, 7), (19, 7)),
        ((7, 7), (8, 20), (16, 20), (17, 7)),
        ((9.5, 7), (9.5, 4), (14.5, 4), (14.5, 7)),
    ),
    "new": (((12, 5), (12, 19)), ((5, 12), (19, 12))),
    "less": (((5, 12), (19, 12)),),
    "pause": (((8.5, 5.5), (8.5, 18.5)), ((15.5, 5.5), (15.5, 18.5))),
}

NAMES = frozenset(_ICONS)
"""All pictures there are."""
