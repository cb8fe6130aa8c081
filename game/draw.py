"""Smooth shapes, soft shadows, wood and text: everything is drawn large once, scaled and kept.

Knows no games and no widgets.
"""

import math
from collections.abc import Callable, Sequence
from random import Random

import pygame

from game.theme import Colour, Style, Theme, mixed

FINER = 4
"""Shapes are drawn this many times too large and scaled down, which makes their edges smooth."""

Paint = Callable[[pygame.Surface, int], None]
"""Draws on a surface that is FINER times too large; the second argument is that factor."""


def smooth(
    theme: Theme, key: object, size: tuple[int, int], paint: Paint, finer: int = FINER
) -> pygame.Surface:
    """The surface of that size that `paint` makes, with smooth edges; kept under `key` and size."""

    def make() -> pygame.Surface:
        width, height = max(1, size[0]), max(1, size[1])
        large = pygame.Surface((width * finer, height * finer), pygame.SRCALPHA)
        paint(large, finer)
        return pygame.transform.smoothscale(large, (width, height))

    return theme.kept(("smooth", key, size), make)


def box(
    theme: Theme,
    surface: pygame.Surface,
    rect: pygame.Rect,
    fill: Colour | None,
    radius: int,
    border: Colour | None = None,
    thick: int = 1,
) -> None:
    """A rectangle with round corners and an optional line round it."""
    if rect.width <= 0 or rect.height <= 0:
        return
    radius = max(1, min(radius, rect.width // 2, rect.height // 2))
    corner = radius + thick
    side = 2 * corner + 2

    def paint(large: pygame.Surface, finer: int) -> None:
        whole = large.get_rect()
        base = border if border is not None else fill
        if base is None:
            return
        large.fill((*base, 0))
        pygame.draw.rect(large, base, whole, border_radius=radius * finer)
        if border is not None:
            inner = whole.inflate(-2 * thick * finer, -2 * thick * finer)
            inside = (*fill, 255) if fill is not None else (*border, 0)
            pygame.draw.rect(large, inside, inner, border_radius=max(1, (radius - thick) * finer))

    tile = smooth(theme, ("box", fill, radius, border, thick), (side, side), paint)
    nine_slices(surface, tile, rect, corner)


def nine_slices(
    surface: pygame.Surface, tile: pygame.Surface, rect: pygame.Rect, corner: int
) -> None:
    """Fill `rect` with a tile whose corners keep their size while the rest stretches."""
    side = tile.get_width()
    middle = side - 2 * corner
    corner = min(corner, rect.width // 2, rect.height // 2)
    xs = ((0, corner), (corner, rect.width - 2 * corner), (rect.width - corner, corner))
    ys = ((0, corner), (corner, rect.height - 2 * corner), (rect.height - corner, corner))
    us = ((0, corner), (side // 2 - middle // 2, middle), (side - corner, corner))
    for (x, width), (u, source_width) in zip(xs, us, strict=True):
        for (y, height), (v, source_height) in zip(ys, us, strict=True):
            if width <= 0 or height <= 0:
                continue
            piece = tile.subsurface((u, v, source_width, source_height))
            if (source_width, source_height) != (width, height):
                piece = pygame.transform.scale(piece, (width, height))
            surface.blit(piece, (rect.x + x, rect.y + y))


def shadow(
    theme: Theme,
    surface: pygame.Surface,
    rect: pygame.Rect,
    radius: int,
    depth: int,
    strength: int = 70,
) -> None:
    """A soft shadow of a rectangle, falling to the bottom right."""
    blur = max(1, depth)
    corner = radius + 2 * blur
    side = 2 * corner + 4

    def make() -> pygame.Surface:
        tile = pygame.Surface((side, side), pygame.SRCALPHA)
        inner = tile.get_rect().inflate(-2 * blur, -2 * blur)
        pygame.draw.rect(tile, (20, 12, 6, strength), inner, border_radius=max(1, radius))
        return pygame.transform.gaussian_blur(tile, blur)

    tile = theme.kept(("shadow", radius, blur, strength), make)
    around = rect.inflate(2 * blur, 2 * blur).move(depth // 3, depth // 2)
    nine_slices(surface, tile, around, corner)


def round_shadow(theme: Theme, diameter: int, depth: int, strength: int = 90) -> pygame.Surface:
    """The soft shadow of a disc; larger than the disc by `depth` on every side."""

    def make() -> pygame.Surface:
        side = diameter + 2 * depth
        tile = pygame.Surface((side, side), pygame.SRCALPHA)
        pygame.draw.circle(tile, (16, 10, 5, strength), (side / 2, side / 2), diameter / 2)
        return pygame.transform.gaussian_blur(tile, max(1, depth // 2))

    return theme.kept(("round shadow", diameter, depth, strength), make)


def wood(size: tuple[int, int], base: Colour, seed: int, contrast: float = 1.0) -> pygame.Surface:
    """A plank of that size: long streaks a little lighter and darker than `base`."""
    random = Random(seed)
    across, along = 96, 24
    small = pygame.Surface((along, across))
    level = 0.0
    for y in range(across):
        level = 0.75 * level + random.uniform(-1.0, 1.0)
        for x in range(along):
            wave = math.sin(x / along * math.pi * 1.5 + y * 0.35) * 0.4
            shade = (level + wave + random.uniform(-0.25, 0.25)) * 3.2 * contrast
            small.set_at((x, y), tuple(max(0, min(255, round(c + shade))) for c in base))
    return pygame.transform.smoothscale(small, size)


def table(theme: Theme, size: tuple[int, int]) -> pygame.Surface:
    """The table everything lies on: wood in evening light, brighter at the top left."""

    def make() -> pygame.Surface:
        ground = wood(size, theme.palette.table, seed=5, contrast=0.45 if theme.dark else 0.6)
        light = pygame.Surface((16, 16), pygame.SRCALPHA)
        for x in range(16):
            for y in range(16):
                far = math.hypot(x - 4, y - 3) / 17
                light.set_at((x, y), (30, 18, 8, round(70 * far * far)))
        ground.blit(pygame.transform.smoothscale(light, size), (0, 0))
        return ground

    return theme.kept(("table", size), make)


def felt(size: tuple[int, int], base: Colour, seed: int) -> pygame.Surface:
    """Cloth of that size: a fine even grain."""
    random = Random(seed)
    grain = pygame.Surface((64, 64))
    for x in range(64):
        for y in range(64):
            shade = random.uniform(-4.0, 4.0)
            grain.set_at((x, y), tuple(max(0, min(255, round(c + shade))) for c in base))
    cloth = pygame.Surface(size)
    for x in range(0, size[0], 64):
        for y in range(0, size[1], 64):
            cloth.blit(grain, (x, y))
    return cloth


def line(
    surface: pygame.Surface,
    paint: Colour,
    start: tuple[float, float],
    end: tuple[float, float],
    thick: float,
) -> None:
    """A straight bar with smooth edges and round ends."""
    length = math.hypot(end[0] - start[0], end[1] - start[1])
    if length > 0:
        dx, dy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
        half = thick / 2
        corners = [
            (start[0] - dy * half, start[1] + dx * half),
            (end[0] - dy * half, end[1] + dx * half),
            (end[0] + dy * half, end[1] - dx * half),
            (start[0] + dy * half, start[1] - dx * half),
        ]
        pygame.draw.polygon(surface, paint, corners)
        pygame.draw.aalines(surface, paint, True, corners)
    if thick >= 3:
        for x, y in (start, end):
            pygame.draw.aacircle(surface, paint, (round(x), round(y)), round(thick / 2))


# -- text ------------------------------------------------------------------------------------------


def wrapped(theme: Theme, words: str, style: Style, width: int) -> list[str]:
    """The text broken into lines no wider than `width` pixels, at blanks and line ends."""
    lines: list[str] = []
    for paragraph in words.split("\n"):
        current = ""
        for word in paragraph.split(" "):
            longer = f"{current} {word}" if current else word
            if current and theme.width(style, longer) > width:
                lines.append(current)
                current = word
            else:
                current = longer
        lines.append(current)
    return lines


def rendered(theme: Theme, words: str, style: Style, paint: Colour) -> pygame.Surface:
    """One line of text as a kept surface."""
    return theme.kept(
        ("text", words, style, paint), lambda: theme.font(style).render(words, True, paint)
    )


def text(
    theme: Theme,
    surface: pygame.Surface,
    lines: Sequence[str],
    style: Style,
    paint: Colour,
    rect: pygame.Rect,
    across: float = 0.0,
    down: float = 0.5,
) -> None:
    """Lines of text in a rectangle; `across` and `down` run from 0 (left, top) to 1."""
    step = theme.line_height(style)
    y = rect.y + (rect.height - step * len(lines)) * down
    for words in lines:
        if words:
            drawn = rendered(theme, words, style, paint)
            x = rect.x + (rect.width - drawn.get_width()) * across
            surface.blit(drawn, (round(x), round(y + (step - drawn.get_height()) / 2)))
        y += step


# -- icons -----------------------------------------------------------------------------------------


def icon(theme: Theme, name: str, side: int, paint: Colour) -> pygame.Surface:
    """A small picture of a command, drawn with lines of one weight."""

    def draw(large: pygame.Surface, finer: int) -> None:
        large.fill((*paint, 0))
        strokes = _ICONS[name]
        scale = large.get_width() / 24
        for stroke in strokes:
            points = [(x * scale, y * scale) for x, y in stroke]
            _stroke(large, paint, points, 2.1 * scale)

    return smooth(theme, ("icon", name, paint), (side, side), draw)


def _stroke(
    surface: pygame.Surface, paint: Colour, points: Sequence[tuple[float, float]], thick: float
) -> None:
    for x, y in points:
        pygame.draw.circle(surface, paint, (x, y), thick / 2)
    for start, end in zip(points, points[1:], strict=False):
        length = math.hypot(end[0] - start[0], end[1] - start[1]) or 1.0
        dx, dy = (end[0] - start[0]) / length * thick / 2, (end[1] - start[1]) / length * thick / 2
        pygame.draw.polygon(
            surface,
            paint,
            [
                (start[0] - dy, start[1] + dx),
                (end[0] - dy, end[1] + dx),
                (end[0] + dy, end[1] - dx),
                (start[0] + dy, start[1] - dx),
            ],
        )


Stroke = tuple[tuple[float, float], ...]


def _arc(x: float, y: float, radius: float, start: float, end: float, steps: int = 24) -> Stroke:
    """Points on a circle; angles in degrees, clockwise from the right."""
    angles = [math.radians(start + (end - start) * i / steps) for i in range(steps + 1)]
    return tuple((x + radius * math.cos(a), y + radius * math.sin(a)) for a in angles)


_ICONS: dict[str, tuple[Stroke, ...]] = {
    "undo": (((9, 5), (4, 10), (9, 15)), ((4, 10), (14, 10)), _arc(14, 14.5, 4.5, -90, 90), ((14, 19), (9, 19))),
    "redo": (((15, 5), (20, 10), (15, 15)), ((20, 10), (10, 10)), _arc(10, 14.5, 4.5, 270, 90), ((10, 19), (15, 19))),
    "list": (((9, 6), (20, 6)), ((9, 12), (20, 12)), ((9, 18), (20, 18)), ((4, 6), (4.1, 6)), ((4, 12), (4.1, 12)), ((4, 18), (4.1, 18))),
    "menu": (((4, 6), (20, 6)), ((4, 12), (20, 12)), ((4, 18), (20, 18))),
    "back": (((14, 5), (7, 12), (14, 19)),),
    "close": (((6, 6), (18, 18)), ((18, 6), (6, 18))),
    "check": (((4.5, 12.5), (10, 18), (19.5, 6.5)),),
    "play": (((8, 5), (18.5, 12), (8, 19), (8, 5)),),
    "hint": (_arc(12, 10, 5.5, 130, 410), ((9.5, 15.5), (9.5, 18), (14.5, 18), (14.5, 15.5)), ((11, 21), (13, 21))),
    "settings": (((4, 7), (20, 7)), ((4, 17), (20, 17)), _arc(9, 7, 2.4, 0, 360), _arc(15, 17, 2.4, 0, 360)),
    "book": (((12, 6.5), (8.5, 5), (4, 5), (4, 18), (8.5, 18), (12, 19.5), (15.5, 18), (20, 18), (20, 5), (15.5, 5), (12, 6.5), (12, 19.5)),),
    "swap": (((4, 8.5), (19, 8.5)), ((15.5, 5), (19, 8.5), (15.5, 12)), ((20, 15.5), (5, 15.5)), ((8.5, 12), (5, 15.5), (8.5, 19))),
    "flag": (((6, 21), (6, 4), (18, 4), (15, 8.5), (18, 13), (6, 13)),),
    "copy": (((9, 8), (19, 8), (19, 20), (9, 20), (9, 8)), ((5, 16), (5, 4), (15, 4))),
    "paste": (((6, 5), (18, 5), (18, 20), (6, 20), (6, 5)), ((9.5, 3), (14.5, 3), (14.5, 6.5), (9.5, 6.5), (9.5, 3)), ((9, 11), (15, 11)), ((9, 15), (15, 15))),
    "again": (_arc(12, 12, 7, -60, 220), ((15.5, 2.5), (15.8, 6.2), (12, 7))),
    "shelf": (((4, 4), (10, 4), (10, 10), (4, 10), (4, 4)), ((14, 4), (20, 4), (20, 10), (14, 10), (14, 4)), ((4, 14), (10, 14), (10, 20), (4, 20), (4, 14)), ((14, 14), (20, 14), (20, 20), (14, 20), (14, 14))),
    "person": (_arc(12, 8, 3.6, 0, 360), _arc(12, 20, 7, 180, 360)),
    "computer": (((4, 5), (20, 5), (20, 16), (4, 16), (4, 5)), ((9, 20), (15, 20)), ((12, 16), (12, 20))),
    "new": (((12, 5), (12, 19)), ((5, 12), (19, 12))),
}  # fmt: skip
