"""Smooth shapes, soft shadows, wood and text. Each is drawn once, enlarged, and cached."""

import math
import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from random import Random

import pygame

from flipside.game.drawing.display_list import DisplayItem, Layer
from flipside.game.services.theme import Colour, Style, Theme

_OVERSAMPLING = 4
"""Shapes are drawn enlarged by this factor, then scaled down, so that their edges are smooth."""

_LARGE = 160
"""Pictures larger than this number of pixels are enlarged less, because they take longer."""

Pixels = tuple[float, float]
"""A point on a surface."""

_PaintLarge = Callable[[pygame.Surface, int], None]
"""Draws on an enlarged surface; the second argument is the factor."""


def smooth(
    theme: Theme, key: object, size: tuple[int, int], paint: _PaintLarge, finer: int = _OVERSAMPLING
) -> pygame.Surface:
    """Return a surface painted with smooth edges; it is cached under `key` and its size."""
    if min(size) > _LARGE:
        finer = min(finer, 2)  # large pictures look smooth enough

    def make() -> pygame.Surface:
        width, height = max(1, size[0]), max(1, size[1])
        large = pygame.Surface((width * finer, height * finer), pygame.SRCALPHA)
        paint(large, finer)
        return pygame.transform.smoothscale(large, (width, height))

    return theme.cached(("smooth", key, size), make)


def box(
    theme: Theme,
    surface: pygame.Surface,
    rect: pygame.Rect,
    fill: Colour | None,
    radius: int,
    border: Colour | None = None,
    thick: int = 1,
) -> None:
    """Draw a rectangle with round corners, and a line around it if `border` is not None."""
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
    """Fill `rect` with a tile whose corners are not stretched; leave out sides under `hidden`."""
    side, clip = tile.get_width(), surface.get_clip()
    inside = tile.get_at((side // 2, side // 2))
    middle = side - 2 * corner
    middle_start = side // 2 - middle // 2
    whole, corner = corner, min(corner, rect.width // 2, rect.height // 2)
    xs = ((0, corner), (corner, rect.width - 2 * corner), (rect.width - corner, corner))
    ys = ((0, corner), (corner, rect.height - 2 * corner), (rect.height - corner, corner))
    us = ((0, corner), (middle_start, middle), (side - corner, corner))
    for (x, width), (u, source_width) in zip(xs, us, strict=True):
        for (y, height), (v, source_height) in zip(ys, us, strict=True):
            if width <= 0 or height <= 0:
                continue
            place = pygame.Rect(rect.x + x, rect.y + y, width, height)
            if u == v == middle_start and inside.a in (0, 255):
                # The middle has one colour. It is large, so that blending it would take long.
                if inside.a:
                    surface.fill(inside, place)
                continue
            # Only the visible part of a stretched side is drawn: the card under a list may be as
            # long as the list.
            if u == middle_start:
                place.left, place.width = _visible_part(place.left, width, clip.left, clip.right)
            if v == middle_start:
                place.top, place.height = _visible_part(place.top, height, clip.top, clip.bottom)
            source = pygame.Rect(u, v, source_width, source_height)
            if hidden and corner == whole and (u == middle_start) != (v == middle_start):
                _cut_away(place, source, hidden, upright=v == middle_start)
            if not place.colliderect(clip):
                continue
            piece = tile.subsurface(source)
            # The transparent part of a side is not blended.
            opaque = piece.get_bounding_rect()
            if u == middle_start != v:
                place.top, place.height = place.top + opaque.top, opaque.height
                piece = piece.subsurface((0, opaque.top, source.width, opaque.height))
            elif v == middle_start != u:
                place.left, place.width = place.left + opaque.left, opaque.width
                piece = piece.subsurface((opaque.left, 0, opaque.width, source.height))
            if piece.get_size() != place.size:
                piece = pygame.transform.scale(piece, place.size)
            theme.blend(surface, piece, place)


def _cut_away(place: pygame.Rect, source: pygame.Rect, hidden: pygame.Rect, upright: bool) -> None:
    """Remove the part under `hidden` from a side of a tile, both on the surface and in the tile."""
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


def _visible_part(start: int, length: int, least: int, most: int) -> tuple[int, int]:
    """Return start and length of the part of a line that is between `least` and `most`."""
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
    """Draw the soft shadow of a rectangle, towards the bottom right; with high contrast none."""
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
        tile.fill((0, 0, 0, 0), (corner, corner, 4, 4))  # the middle is covered
        return tile

    tile = theme.cached(("shadow", radius, blur, strength), make)
    around = rect.inflate(2 * margin, 2 * margin).move(depth // 4, depth // 2)
    nine_slices(theme, surface, tile, around, corner, hidden=rect)


def _blurred(tile: pygame.Surface, radius: int) -> pygame.Surface:
    """Return a picture with almost a Gaussian blur, which would take ten times as long."""
    once = pygame.transform.box_blur(tile, radius)
    return pygame.transform.box_blur(once, radius)


def round_shadow(theme: Theme, diameter: int, depth: int, strength: int = 90) -> pygame.Surface:
    """Return the soft shadow of a disc; on each side it is larger by 3/4 of `depth`."""

    def make() -> pygame.Surface:
        side = diameter + 2 * depth
        tile = pygame.Surface((side, side), pygame.SRCALPHA)
        pygame.draw.circle(tile, (16, 10, 5, strength), (side / 2, side / 2), diameter / 2)
        soft = _blurred(tile, max(1, depth // 2))
        rim = depth // 4
        return soft.subsurface(soft.get_rect().inflate(-2 * rim, -2 * rim)).copy()

    return theme.cached(("round shadow", diameter, depth, strength), make)


def wood(
    surface: pygame.Surface, rect: pygame.Rect, base: Colour, seed: int, contrast: float = 1.0
) -> None:
    """Draw a plank: long streaks, some lighter and some darker than `base`."""
    streaks, plank = _streaks(base, seed, contrast).convert(surface), surface.subsurface(rect)
    if min(rect.size) < _LARGE:
        pygame.transform.smoothscale(streaks, rect.size, plank)
        return
    # Pixels of twice the size look the same on soft streaks, and take a third of the time.
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
    """Return a picture in shades of `base`, one byte of `shades` per pixel; 128 is `base` itself.

    Setting single pixels would take a tenth of a second when a page starts.
    """
    pixels = bytearray(3 * len(shades))
    for channel, colour in enumerate(base[:3]):
        shade = bytes(max(0, min(255, round(colour + (n - 128) * step))) for n in range(256))
        pixels[channel::3] = shades.translate(shade)
    return pygame.image.frombytes(bytes(pixels), size, "RGB")


def background(theme: Theme, size: tuple[int, int]) -> pygame.Surface:
    """Return the background of the window: wood that is brighter at the top left."""

    def make() -> pygame.Surface:
        if theme.contrast:
            plain = pygame.Surface(size)
            plain.fill(theme.palette.background)
            return plain
        # It is blended in a small size, because blending takes long in a browser.
        small = 192, 192
        ground = pygame.Surface(small)
        contrast = 0.45 if theme.dark else 0.6
        wood(ground, ground.get_rect(), theme.palette.background, seed=5, contrast=contrast)
        light = pygame.Surface((16, 16), pygame.SRCALPHA)
        for x in range(16):
            for y in range(16):
                far = math.hypot(x - 4, y - 3) / 17
                light.set_at((x, y), (30, 18, 8, round(70 * far * far)))
        ground.blit(pygame.transform.smoothscale(light, small), (0, 0))
        return pygame.transform.smoothscale(ground, size)

    return theme.cached(("table", size), make)


def background_layer(theme: Theme, size: tuple[int, int]) -> Layer:
    """Return the layer of the background."""
    key = "table", size

    def paint(surface: pygame.Surface) -> None:
        surface.blit(background(theme, size), (0, 0))

    return Layer(key, lambda: [DisplayItem(key, pygame.Rect((0, 0), size), paint)])


def felt(surface: pygame.Surface, rect: pygame.Rect, base: Colour, seed: int) -> None:
    """Draw cloth with a fine grain."""
    surface.blit(_grain(base, seed), rect, (0, 0, *rect.size))
    area = pygame.Rect(rect.topleft, (_GRAIN, _GRAIN)).clip(rect)
    while area != rect:
        right, below = area.move(area.width, 0), area.move(0, area.height)
        copy = (right if area.width < rect.width else below).clip(rect)
        surface.blit(surface, copy, (area.topleft, copy.size))
        area.union_ip(copy)


_GRAIN = 64
"""The size in pixels of the pattern that is repeated."""


@lru_cache(maxsize=8)
def _grain(base: Colour, seed: int) -> pygame.Surface:
    return _shaded((_GRAIN, _GRAIN), Random(seed).randbytes(_GRAIN**2), base, 4 / 128)


def cut_corners(picture: pygame.Surface, radius: int) -> pygame.Surface:
    """Return the rounded corners of an opaque picture as one picture, two radii wide and high."""
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
    """Draw an opaque picture of the size of `rect`, with `corners` from `cut_corners`."""
    radius = corners.get_width() // 2
    width, height = rect.width - 2 * radius, rect.height - 2 * radius
    surface.blit(picture, (rect.x + radius, rect.y), (radius, 0, width, rect.height))
    for x, u in ((0, 0), (rect.width - radius, radius)):
        surface.blit(picture, (rect.x + x, rect.y + radius), (x, radius, radius, height))
        for y, v in ((0, 0), (rect.height - radius, radius)):
            theme.blend(surface, corners, (rect.x + x, rect.y + y), (u, v, radius, radius))


def bar(start: Pixels, end: Pixels, thick: float) -> list[Pixels]:
    """Return the corners of a straight bar between two points, which must differ."""
    length = math.dist(start, end)
    dx, dy = ((end[i] - start[i]) / length * thick / 2 for i in (0, 1))
    return [
        (start[0] - dy, start[1] + dx),
        (end[0] - dy, end[1] + dx),
        (end[0] + dy, end[1] - dx),
        (start[0] + dy, start[1] - dx),
    ]


def stroke(
    theme: Theme, surface: pygame.Surface, paint: Colour, start: Pixels, end: Pixels, thick: int
) -> None:
    """Draw a straight bar with smooth edges and round ends."""
    (x, y), (end_x, end_y) = ((round(point[0]), round(point[1])) for point in (start, end))
    rim = thick // 2 + 3
    left, top = min(x, end_x) - rim, min(y, end_y) - rim

    def make() -> pygame.Surface:
        size = abs(end_x - x) + 2 * rim + 1, abs(end_y - y) + 2 * rim + 1
        image = pygame.Surface(size, pygame.SRCALPHA)
        image.fill((*paint, 0))
        _draw_stroke(image, paint, (x - left, y - top), (end_x - left, end_y - top), thick)
        return image

    key = "stroke", paint, thick, end_x - x, end_y - y
    theme.put(surface, theme.cached(key, make), (left, top))


def _draw_stroke(
    surface: pygame.Surface, paint: Colour, start: Pixels, end: Pixels, thick: int
) -> None:
    if start != end:
        corners = bar(start, end, thick)
        pygame.draw.polygon(surface, paint, corners)
        pygame.draw.aalines(surface, paint, True, corners)
    if thick >= 3:
        for x, y in (start, end):
            pygame.draw.aacircle(surface, paint, (round(x), round(y)), round(thick / 2))


# -- text ------------------------------------------------------------------------------------------


_FILE_NAME_BREAKS = re.compile(r"(?<=\w[-_,/\\])(?=\w)|(?<=\w\.)(?=\w{5})")
"""Places where a file name may be broken, except before its ending."""

_ONE_LETTER_WORD = re.compile(r"(?<!\S)([^\W\d_]) ")
"""A word of one letter, and the space after it."""

_SEPARATOR = " \N{MIDDLE DOT}"

_SCORE = re.compile(r"(\d) : (?=\d)")
"""The colon of a score, and the spaces around it."""


_MAX_WORD_LETTERS = 24
"""A longer word may be broken between any two letters."""


def words_to_wrap(words: str) -> list[str]:
    """Return the words of a text, between which lines may be broken.

    A word of one letter stays with the next, as Czech requires for prepositions. A score is one
    word.
    """
    return _SCORE.sub("\\1\u00a0:\u00a0", _ONE_LETTER_WORD.sub("\\1\u00a0", words)).split(" ")


def wrapped(theme: Theme, words: str, style: Style, width: int) -> list[str]:
    """Return the text in lines of at most `width` pixels, broken at spaces and line ends.

    If a file name is wider than a line, it is broken after punctuation. A very long word is broken
    anywhere. A separating dot is left out at the start and end of a line.
    """
    if "\n" not in words and theme.width(style, words) <= width:
        return [words]
    lines: list[str] = []
    for paragraph in words.split("\n"):
        current = ""
        for word in words_to_wrap(paragraph):
            blank = " " if current else ""
            fits = theme.width(style, word) <= width
            for part in [word] if fits else _FILE_NAME_BREAKS.split(word):
                longer = f"{current}{blank}{part}"
                if current and theme.width(style, longer) > width:
                    lines.append(current.removesuffix(_SEPARATOR))
                    longer = part if part != _SEPARATOR.strip() else ""
                current, blank = longer, ""
                while len(part) > _MAX_WORD_LETTERS and theme.width(style, current) > width:
                    end = len(current) - 1
                    while end > 1 and theme.width(style, current[:end]) > width:
                        end -= 1
                    lines.append(current[:end])
                    current = current[end:]
        lines.append(current)
    return lines


def rendered(theme: Theme, words: str, style: Style, paint: Colour) -> pygame.Surface:
    """Return a line of text as a cached surface."""
    return theme.cached(("text", words, style, paint), lambda: theme.rendered(style, words, paint))


def label(
    theme: Theme,
    surface: pygame.Surface,
    lines: Sequence[str],
    style: Style,
    paint: Colour,
    rect: pygame.Rect,
    across: float = 0.0,
    down: float = 0.5,
) -> None:
    """Draw lines of text in a rectangle; `across` and `down` are their place, each 0 to 1."""
    step = theme.line_height(style)
    y = rect.y + (rect.height - step * len(lines)) * down
    for words in lines:
        if words:
            line = rendered(theme, words, style, paint)
            x = rect.x + (rect.width - line.get_width()) * across
            # Letters are above the middle of a line, so the line is shifted down to look centred.
            shift = theme.font_size(style) * theme.unit * 0.07
            above = (step - line.get_height()) / 2 - theme.extra_ascent(style, words)
            theme.blend(surface, line, (round(x), round(y + shift + above)))
        y += step
