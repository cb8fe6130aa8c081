"""Smooth shapes, soft shadows, wood and text: everything is drawn large once, scaled and kept.

Knows no games and no widgets.
"""

import math
import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from random import Random

import pygame

from flipside.game.drawing.display_list import DisplayItem, Layer
from flipside.game.services.theme import Colour, Style, Theme

_OVERSAMPLING = 4
"""Shapes are drawn this many times too large and scaled down, which makes their edges smooth."""

_LARGE = 160
"""Pixels from which on a picture is made with less care, for it takes long."""

Pixels = tuple[float, float]
"""A place on a surface."""

_PaintLarge = Callable[[pygame.Surface, int], None]
"""Draws on a surface that is FINER times too large; the second argument is that factor."""


def smooth(
    theme: Theme, key: object, size: tuple[int, int], paint: _PaintLarge, finer: int = _OVERSAMPLING
) -> pygame.Surface:
    """The surface of that size that `paint` makes, with smooth edges; kept under `key` and size."""
    if min(size) > _LARGE:
        finer = min(finer, 2)  # its edges are as smooth on a screen that has pixels for it

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
    nine_slices(theme, surface, tile, rect, corner)


def nine_slices(
    theme: Theme,
    surface: pygame.Surface,
    tile: pygame.Surface,
    rect: pygame.Rect,
    corner: int,
    hidden: pygame.Rect | None = None,
) -> None:
    """Fill `rect` with a tile whose corners keep their size while the rest stretches. Sides may
    leave out what `hidden` will cover.
    """
    side, clip = tile.get_width(), surface.get_clip()
    inside = tile.get_at((side // 2, side // 2))
    middle = side - 2 * corner
    stretched = side // 2 - middle // 2
    whole, corner = corner, min(corner, rect.width // 2, rect.height // 2)
    xs = ((0, corner), (corner, rect.width - 2 * corner), (rect.width - corner, corner))
    ys = ((0, corner), (corner, rect.height - 2 * corner), (rect.height - corner, corner))
    us = ((0, corner), (stretched, middle), (side - corner, corner))
    for (x, width), (u, source_width) in zip(xs, us, strict=True):
        for (y, height), (v, source_height) in zip(ys, us, strict=True):
            if width <= 0 or height <= 0:
                continue
            place = pygame.Rect(rect.x + x, rect.y + y, width, height)
            if u == v == stretched and inside.a in (0, 255):
                # The middle is of one colour, and so large that blending it would take long.
                if inside.a:
                    surface.fill(inside, place)
                continue
            # What is stretched looks the same all along: no more of it is made than is seen, for
            # the card under a list may be as long as the list.
            if u == stretched:
                place.left, place.width = _seen(place.left, width, clip.left, clip.right)
            if v == stretched:
                place.top, place.height = _seen(place.top, height, clip.top, clip.bottom)
            source = pygame.Rect(u, v, source_width, source_height)
            if hidden and corner == whole and (u == stretched) != (v == stretched):
                _cut_away(place, source, hidden, upright=v == stretched)
            if not place.colliderect(clip):
                continue
            piece = tile.subsurface(source)
            # What is clear along a whole side of a frame is not blended.
            seen = piece.get_bounding_rect()
            if u == stretched != v:
                place.top, place.height = place.top + seen.top, seen.height
                piece = piece.subsurface((0, seen.top, source.width, seen.height))
            elif v == stretched != u:
                place.left, place.width = place.left + seen.left, seen.width
                piece = piece.subsurface((seen.left, 0, seen.width, source.height))
            if piece.get_size() != place.size:
                piece = pygame.transform.scale(piece, place.size)
            theme.blend(surface, piece, place)


def _cut_away(place: pygame.Rect, source: pygame.Rect, hidden: pygame.Rect, upright: bool) -> None:
    """Make a side of a tile and its source narrower by what is hidden of it."""
    if upright and place.right > hidden.left > place.left:
        place.width = source.width = hidden.left - place.left
    elif upright and place.left < hidden.right < place.right:
        cut = hidden.right - place.left
        place.left, place.width = place.left + cut, place.width - cut
        source.left, source.width = source.left + cut, source.width - cut
    elif not upright and place.bottom > hidden.top > place.top:
        place.height = source.height = hidden.top - place.top
    elif not upright and place.top < hidden.bottom < place.bottom:
        cut = hidden.bottom - place.top
        place.top, place.height = place.top + cut, place.height - cut
        source.top, source.height = source.top + cut, source.height - cut


def _seen(start: int, length: int, least: int, most: int) -> tuple[int, int]:
    """The start and length of the part of a stretch that lies between these two."""
    first, last = max(start, least), min(start + length, most)
    return first, max(0, last - first)


def shadow(
    theme: Theme,
    surface: pygame.Surface,
    rect: pygame.Rect,
    radius: int,
    depth: int,
    strength: int = 70,
) -> None:
    """A soft shadow of a rectangle that will lie on it, falling to the bottom right; none where
    lines shall stand out.
    """
    if theme.contrast:
        return
    blur = max(1, depth // 2)
    margin = 3 * blur
    corner = radius + 2 * margin
    side = 2 * corner + 4

    def make() -> pygame.Surface:
        tile = pygame.Surface((side, side), pygame.SRCALPHA)
        inner = tile.get_rect().inflate(-2 * margin, -2 * margin)
        pygame.draw.rect(tile, (20, 12, 6, strength), inner, border_radius=max(1, radius))
        tile = _blurred(tile, blur)
        tile.fill((0, 0, 0, 0), (corner, corner, 4, 4))  # nobody sees the middle
        return tile

    tile = theme.kept(("shadow", radius, blur, strength), make)
    around = rect.inflate(2 * margin, 2 * margin).move(depth // 4, depth // 2)
    nine_slices(theme, surface, tile, around, corner, hidden=rect)


def _blurred(tile: pygame.Surface, radius: int) -> pygame.Surface:
    """The picture as a Gaussian blur shows it to within 4 of 255, ten times sooner."""
    once = pygame.transform.box_blur(tile, radius)
    return pygame.transform.box_blur(once, radius)


def round_shadow(theme: Theme, diameter: int, depth: int, strength: int = 90) -> pygame.Surface:
    """The soft shadow of a disc; larger than the disc by 3/4 of `depth` on every side, farther out
    nobody sees it.
    """

    def make() -> pygame.Surface:
        side = diameter + 2 * depth
        tile = pygame.Surface((side, side), pygame.SRCALPHA)
        pygame.draw.circle(tile, (16, 10, 5, strength), (side / 2, side / 2), diameter / 2)
        soft = _blurred(tile, max(1, depth // 2))
        rim = depth // 4
        return soft.subsurface(soft.get_rect().inflate(-2 * rim, -2 * rim)).copy()

    return theme.kept(("round shadow", diameter, depth, strength), make)


def wood(
    surface: pygame.Surface, rect: pygame.Rect, base: Colour, seed: int, contrast: float = 1.0
) -> None:
    """A plank: long streaks a little lighter and darker than `base`."""
    streaks, plank = _streaks(base, seed, contrast).convert(surface), surface.subsurface(rect)
    if min(rect.size) < _LARGE:
        pygame.transform.smoothscale(streaks, rect.size, plank)
        return
    # Streaks are so soft that nobody sees pixels twice as large, which take a third of the time.
    half = (rect.width + 1) // 2, (rect.height + 1) // 2
    pygame.transform.scale(pygame.transform.smoothscale(streaks, half), rect.size, plank)


@lru_cache(maxsize=8)
def _streaks(base: Colour, seed: int, contrast: float) -> pygame.Surface:
    random = Random(seed)
    across, along = 96, 24
    level, shades = 0.0, bytearray()
    for y in range(across):
        level = 0.75 * level + random.uniform(-1.0, 1.0)
        for x, grain in enumerate(random.randbytes(along)):
            wave = math.sin(x / along * math.pi * 1.5 + y * 0.35) * 0.4
            shade = (level + wave + grain / 510 - 0.25) * 3.2 * contrast
            shades.append(max(0, min(255, round(128 + 8 * shade))))
    return _shaded((along, across), bytes(shades), base, 1 / 8)


def _shaded(size: tuple[int, int], shades: bytes, base: Colour, step: float) -> pygame.Surface:
    """A picture in lighter and darker shades of a colour, one byte a pixel, 128 the colour itself.

    Pixels that are set one by one would take a tenth of a second of a page's start.
    """
    pixels = bytearray(3 * len(shades))
    for channel, colour in enumerate(base[:3]):
        shade = bytes(max(0, min(255, round(colour + (n - 128) * step))) for n in range(256))
        pixels[channel::3] = shades.translate(shade)
    return pygame.image.frombytes(bytes(pixels), size, "RGB")


def table_top(theme: Theme, size: tuple[int, int]) -> pygame.Surface:
    """The table everything lies on: wood in evening light, brighter at the top left."""

    def make() -> pygame.Surface:
        if theme.contrast:
            plain = pygame.Surface(size)
            plain.fill(theme.palette.table)
            return plain
        # Small and then scaled, for blending a whole window takes long in a browser.
        small = 192, 192
        ground = pygame.Surface(small)
        contrast = 0.45 if theme.dark else 0.6
        wood(ground, ground.get_rect(), theme.palette.table, seed=5, contrast=contrast)
        light = pygame.Surface((16, 16), pygame.SRCALPHA)
        for x in range(16):
            for y in range(16):
                far = math.hypot(x - 4, y - 3) / 17
                light.set_at((x, y), (30, 18, 8, round(70 * far * far)))
        ground.blit(pygame.transform.smoothscale(light, small), (0, 0))
        return pygame.transform.smoothscale(ground, size)

    return theme.kept(("table", size), make)


def table_layer(theme: Theme, size: tuple[int, int]) -> Layer:
    """The layer of the table, which fills the window."""
    key = "table", size

    def paint(surface: pygame.Surface) -> None:
        surface.blit(table_top(theme, size), (0, 0))

    return Layer(key, lambda: [DisplayItem(key, pygame.Rect((0, 0), size), paint)])


def felt(surface: pygame.Surface, rect: pygame.Rect, base: Colour, seed: int) -> None:
    """Cloth: a fine even grain."""
    surface.blit(_grain(base, seed), rect, (0, 0, *rect.size))
    done = pygame.Rect(rect.topleft, (_GRAIN, _GRAIN)).clip(rect)
    while done != rect:
        right, below = done.move(done.width, 0), done.move(0, done.height)
        further = right if done.width < rect.width else below
        further = further.clip(rect)
        surface.blit(surface, further, (done.topleft, further.size))
        done.union_ip(further)


_GRAIN = 64
"""Pixels after which the grain of cloth is the same again."""


@lru_cache(maxsize=8)
def _grain(base: Colour, seed: int) -> pygame.Surface:
    return _shaded((_GRAIN, _GRAIN), Random(seed).randbytes(_GRAIN**2), base, 4 / 128)


def cut_corners(picture: pygame.Surface, radius: int) -> pygame.Surface:
    """The four corners of an opaque picture, cut round, as one picture of two radii."""
    finer, side = 2, 2 * radius
    corners = pygame.Surface((side, side), pygame.SRCALPHA)
    far = picture.get_width() - side, picture.get_height() - side
    for x in (0, 1):
        for y in (0, 1):
            at = x * radius, y * radius
            corners.blit(picture, at, (at[0] + x * far[0], at[1] + y * far[1], radius, radius))
    mask = pygame.Surface((finer * side, finer * side), pygame.SRCALPHA)
    pygame.draw.circle(mask, (255, 255, 255), (finer * radius, finer * radius), finer * radius)
    mask = pygame.transform.smoothscale(mask, (side, side))
    corners.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MIN)
    return corners


def put_rounded(
    theme: Theme,
    surface: pygame.Surface,
    picture: pygame.Surface,
    corners: pygame.Surface,
    rect: pygame.Rect,
) -> None:
    """Put an opaque picture of the size of `rect` there, and its corners as `cut_corners` made
    them.
    """
    radius = corners.get_width() // 2
    width, height = rect.width - 2 * radius, rect.height - 2 * radius
    surface.blit(picture, (rect.x + radius, rect.y), (radius, 0, width, rect.height))
    for x, u in ((0, 0), (rect.width - radius, radius)):
        surface.blit(picture, (rect.x + x, rect.y + radius), (x, radius, radius, height))
        for y, v in ((0, 0), (rect.height - radius, radius)):
            theme.blend(surface, corners, (rect.x + x, rect.y + y), (u, v, radius, radius))


def bar(start: Pixels, end: Pixels, thick: float) -> list[Pixels]:
    """The corners of a straight bar between two points that differ."""
    length = math.dist(start, end)
    dx, dy = ((end[i] - start[i]) / length * thick / 2 for i in (0, 1))
    return [
        (start[0] - dy, start[1] + dx),
        (end[0] - dy, end[1] + dx),
        (end[0] + dy, end[1] - dx),
        (start[0] + dy, start[1] - dx),
    ]


def stroke(
    surface: pygame.Surface, paint: Colour, start: Pixels, end: Pixels, thick: float
) -> None:
    """A straight bar with smooth edges and round ends."""
    (left, right), (top, bottom) = (sorted(at) for at in zip(start, end, strict=True))
    room = pygame.Rect(left, top, right - left + 1, bottom - top + 1)
    room = room.inflate(2 * thick + 4, 2 * thick + 4).clip(surface.get_rect())
    clip = surface.get_clip()
    if not clip.colliderect(room):
        return
    if clip.contains(room):
        _draw_stroke(surface, paint, start, end, thick)
        return
    # A clip that cuts smooth lines changes their shades: they are drawn whole, and then cut.
    before = surface.subsurface(room).copy()
    surface.set_clip(None)
    _draw_stroke(surface, paint, start, end, thick)
    whole = surface.subsurface(room).copy()
    for picture, seen in ((before, None), (whole, clip)):
        surface.set_clip(seen)
        surface.fill((0, 0, 0, 0), room)
        surface.blit(picture, room)


def _draw_stroke(
    surface: pygame.Surface, paint: Colour, start: Pixels, end: Pixels, thick: float
) -> None:
    if start != end:
        corners = bar(start, end, thick)
        pygame.draw.polygon(surface, paint, corners)
        pygame.draw.aalines(surface, paint, True, corners)
    if thick >= 3:
        for x, y in (start, end):
            pygame.draw.aacircle(surface, paint, (round(x), round(y)), round(thick / 2))


# -- text ------------------------------------------------------------------------------------------


_SIGNS = re.compile(r"(?<=\w[-_,/\\])(?=\w)|(?<=\w\.)(?=\w{5})")
"""Where the name of a file may be broken, though not before its ending."""

_ALONE = re.compile(r"(?<!\S)([^\W\d_]) ")
"""A word of one letter with the blank after it."""

_BETWEEN = " \N{MIDDLE DOT}"

_SCORE = re.compile(r"(\d) : (?=\d)")
"""The colon of a score with the blanks round it."""


_MAX_WORD_LETTERS = 24
"""Letters of the longest word that must fit as it is."""


def words_to_wrap(words: str) -> list[str]:
    """Return the words of a line that may be broken after each; a word of one letter stays with the
    next, as Czech wants its prepositions, and a score in one.
    """
    return _SCORE.sub("\\1\u00a0:\u00a0", _ALONE.sub("\\1\u00a0", words)).split(" ")


def wrapped(theme: Theme, words: str, style: Style, width: int) -> list[str]:
    """The text broken into lines no wider than `width` pixels, at blanks and line ends.

    A word of one letter stays with the next, as Czech wants its prepositions, and a score in one. A
    name of a file that is wider than a line is broken after its signs, and a word that no language
    has anywhere. A dot between two parts is left out where a line ends or begins.
    """
    if "\n" not in words and theme.width(style, words) <= width:
        return [words]
    lines: list[str] = []
    for paragraph in words.split("\n"):
        current = ""
        for word in words_to_wrap(paragraph):
            blank = " " if current else ""
            for part in _SIGNS.split(word) if theme.width(style, word) > width else [word]:
                longer = f"{current}{blank}{part}"
                if current and theme.width(style, longer) > width:
                    lines.append(current.removesuffix(_BETWEEN))
                    longer = part if part != _BETWEEN.strip() else ""
                current, blank = longer, ""
                while len(part) > _MAX_WORD_LETTERS and theme.width(style, current) > width:
                    fits = len(current) - 1
                    while fits > 1 and theme.width(style, current[:fits]) > width:
                        fits -= 1
                    lines.append(current[:fits])
                    current = current[fits:]
        lines.append(current)
    return lines


def rendered(theme: Theme, words: str, style: Style, paint: Colour) -> pygame.Surface:
    """One line of text as a kept surface."""
    return theme.kept(("text", words, style, paint), lambda: theme.rendered(style, words, paint))


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
            # Small letters sit above the middle of a font's line; a little lower looks centred.
            sunk = theme.font_size(style) * theme.unit * 0.07
            above = (step - drawn.get_height()) / 2 - theme.pushed(style, words)
            theme.blend(surface, drawn, (round(x), round(y + sunk + above)))
        y += step
