"""The faces of pieces, and sprites: pieces at one moment.

Light comes from the top left. Dark round pieces have a ring and light ones do not, so that players
need not distinguish colours.
"""

import math
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass

import pygame

from flipside.game.drawing import draw
from flipside.game.services.theme import Colour, Theme, mixed
from flipside.rules.contract.story import Piece


@dataclass(frozen=True)
class Sprite:
    """A piece at one moment.

    It is on `cell`, or has covered a `share` (0 to 1) of the way to `target`. While it flips,
    `width` is the visible part of its width, and `back` is its other side.
    """

    piece: Piece
    cell: int
    target: int | None = None
    share: float = 0.0
    width: float = 1.0
    back: Piece | None = None
    bow: float = 0.0
    """How far the middle of its path is from the straight line, in cells."""
    alpha: float = 1.0
    lift: float = 0.0
    """The height above the board, 0 to 1."""
    shift: float = 0.0
    """How far a shaking piece is to the right of its place, in cells."""
    angle: float = 0.0
    """Degrees by which the piece is rotated clockwise."""


FACE_SPANS = {"disc": 0.84, "stone": 0.8, "ball": 0.66, "tile": 0.98, "door": 1.0, "neutral": 0.98}
"""The width of a face relative to its cell, by the kind of the piece."""

FLAT_KINDS = ("tile", "door")
"""Kinds of pieces without a round shadow."""

_RING_COLOURS = ("black", "dark", "orange")
"""Colours of round pieces that have a ring."""


def face_kind(piece: Piece) -> str:
    """Return the kind of a piece, which is the first word of its face."""
    return piece.face.partition(":")[0]


def sprite_place(sprite: Sprite, centre: tuple[float, float], cell: float) -> pygame.Rect:
    """Return a rectangle that contains a sprite and its shadow, on a cell `cell` pixels wide."""
    x, y, kind = *centre, face_kind(sprite.piece)
    high = y - sprite.lift * cell * 0.06
    span = FACE_SPANS.get(kind, 0.8) * cell
    if kind == "door":
        angle = math.radians(sprite.angle + 90 * "NESW".index(sprite.piece.face[-1]))
        tip = x + math.sin(angle) * 0.9 * cell, high - math.cos(angle) * 0.9 * cell
        rim = 0.2 * cell + 4
        spots = [(x, y, rim), (x, high, rim), (*tip, rim)]
    elif kind in FLAT_KINDS:
        # The corners of a rotated tile are farther away.
        spots = [(x, high, span * (0.8 if sprite.angle else 0.5 + 0.05 * sprite.lift) + 2)]
    else:
        side = span * (0.5 if sprite.back is None and not sprite.lift else 0.56) + 1
        face = pygame.Rect(x - side, high - side, 2 * side + 1, 2 * side + 1)
        return face.union(_shadow_place(sprite, (x, y), max(2, round(span))))
    left, top = (math.floor(min(spot[i] - spot[2] for spot in spots)) for i in (0, 1))
    right, bottom = (math.ceil(max(spot[i] + spot[2] for spot in spots)) for i in (0, 1))
    return pygame.Rect(left, top, right - left, bottom - top)


def _shadow_place(sprite: Sprite, centre: tuple[float, float], side: int) -> pygame.Rect:
    """Return the rectangle of the shadow of a piece that is `side` pixels wide."""
    depth = _depth(side)
    offset, width = depth * (0.35 + 1.6 * sprite.lift), side + 2 * (depth - depth // 4)
    corner = round(centre[0] - width / 2 + offset * 0.6), round(centre[1] - width / 2 + offset)
    return pygame.Rect(corner, (width, width))


def _depth(side: int) -> int:
    """Return the thickness in pixels of a piece that is `side` pixels wide."""
    return max(3, side // 12)


def draw_sprite(
    theme: Theme,
    surface: pygame.Surface,
    sprite: Sprite,
    centre: tuple[float, float],
    cell: float,
    goal: float | None = None,
) -> None:
    """Draw a sprite on a cell `cell` pixels wide; `goal` is the width of a different target."""
    kind = face_kind(sprite.piece)
    side = max(2, round(cell * FACE_SPANS.get(kind, 0.8)))
    if kind not in FLAT_KINDS:
        _shadow(theme, surface, sprite, centre, side)
    x, y = centre[0], centre[1] - sprite.lift * cell * 0.06
    if kind == "door" and sprite.angle:
        half = round(cell)
        arm, (left, top) = _swung_arm(theme, sprite, half)
        theme.put(surface, arm, (round(x - half) + left, round(y - half) + top))
        return
    if kind == "door":
        image = _door(theme, sprite.piece, round(cell))
    elif sprite.back is not None and sprite.width < 0.995:
        image = _turned_over(theme, sprite, side)
    elif goal is not None:
        # A picture is scaled, because it would take long to paint one in each frame.
        whole = face_image(theme, sprite.piece, max(2, round(goal * FACE_SPANS.get(kind, 0.8))))
        size = _raised_side(side, sprite.lift)
        image = pygame.transform.smoothscale(whole, (size, size))
    else:
        image = _raised(theme, sprite.piece, side, sprite.lift)
    if sprite.angle:
        image = _swung(theme, sprite, image)
    corner = round(x - image.get_width() / 2), round(y - image.get_height() / 2)
    theme.put(surface, image, corner, sprite.alpha)


_SWING_STEPS = 16
"""The number of pictures, all of them cached, for a rotation by a quarter turn."""


def _swung(theme: Theme, sprite: Sprite, image: pygame.Surface) -> pygame.Surface:
    step = round(sprite.angle * _SWING_STEPS / 90)
    return theme.cached(
        ("swung", sprite.piece, image.get_size(), step),
        lambda: pygame.transform.rotozoom(image, -step * 90 / _SWING_STEPS, 1.0),
    )


_LIFT_STEP = 0.35
"""Pieces have one width for all heights that are nearest to the same multiple of this height."""


def _raised_side(side: int, lift: float) -> int:
    """Return the width of a raised piece, rounded, so that there are few widths to cache."""
    height = min(1.0, round(lift / _LIFT_STEP) * _LIFT_STEP)
    return side + 2 * round(side * 0.05 * height)


def _raised(theme: Theme, piece: Piece, side: int, lift: float) -> pygame.Surface:
    flat, size = face_image(theme, piece, side), _raised_side(side, lift)
    if size == side:
        return flat
    return theme.cached(
        ("raised", piece, size), lambda: pygame.transform.smoothscale(flat, (size, size))
    )


def face_image(theme: Theme, piece: Piece, side: int) -> pygame.Surface:
    """Return the picture of a piece that lies flat, `side` pixels wide; it is cached."""
    painter = _PAINTERS.get(face_kind(piece), _paint_disc)

    def paint(large: pygame.Surface, finer: int) -> None:
        painter(theme, large, piece)

    return draw.smooth(theme, ("face", piece), (side, side), paint)


def _shadow(
    theme: Theme, surface: pygame.Surface, sprite: Sprite, centre: tuple[float, float], side: int
) -> None:
    depth = _depth(side)
    cast = draw.round_shadow(theme, side, depth, strength=120)
    step = _step(max(0.25, sprite.width))
    if step < _TURN_STEPS:
        whole = cast
        width = max(4, whole.get_width() * step // _TURN_STEPS)
        cast = theme.cached(
            ("narrow shadow", side, step),
            lambda: pygame.transform.scale(whole, (width, whole.get_height())),
        )
    corner = cast.get_rect(center=_shadow_place(sprite, centre, side).center).topleft
    theme.put(surface, cast, corner, sprite.alpha)


_TURN_STEPS = 16
"""The number of pictures, all of them cached, for one flip."""


def _step(width: float) -> int:
    return max(1, round(width * _TURN_STEPS))


def _turned_over(theme: Theme, sprite: Sprite, side: int) -> pygame.Surface:
    """Return a flipping piece: its narrow face, and its edge with the colour of the other side."""
    back, step = sprite.back, _step(sprite.width)
    assert back is not None

    def make() -> pygame.Surface:
        share = step / _TURN_STEPS
        edge = math.sqrt(1 - share**2)
        # The height depends only on the width, so there is one image for each width.
        height = side + 2 * round(side * 0.05 * edge)
        thick, size = max(2, round(height * 0.1 * edge)), (max(1, round(height * share)), height)
        face = pygame.transform.smoothscale(face_image(theme, sprite.piece, side), size)
        rim = pygame.transform.smoothscale(face_image(theme, back, side), size)
        half = size[0] // 2
        edge_image = _drawn_out(theme, rim.subsurface((half, 0, size[0] - half, height)), thick)
        edge_image.set_alpha(None)  # so that blit copies it
        whole = _ground((size[0] + thick, height), face)
        whole.blit(edge_image, (half, 0))
        whole.blit(face, (0, 0), special_flags=theme.blending)
        return whole

    return theme.cached(("turned over", sprite.piece, back, side, step), make)


def _ground(size: tuple[int, int], image: pygame.Surface) -> pygame.Surface:
    """Return a transparent surface in the colour of an image's edge, on which SDL can blend."""
    ground = pygame.Surface(size, pygame.SRCALPHA)
    ground.fill((*image.get_at((image.get_width() - 1, 0))[:3], 0))
    return ground


def _drawn_out(theme: Theme, image: pygame.Surface, thick: int) -> pygame.Surface:
    """Return an image with `thick` copies below it, each one pixel further to the right."""
    width, height = image.get_size()
    below = 0
    while below < thick:
        step = min(below + 1, thick - below)
        whole = _ground((width + below + step, height), image)
        for x in (step, 0):
            whole.blit(image, (x, 0), special_flags=theme.blending)
        image, below = whole, below + step
    return image


def moving_looks(pieces: Collection[Piece]) -> Iterator[Sprite]:
    """Yield sprites with all the looks that round pieces and doors may have while they move."""
    for piece in pieces:
        kind = face_kind(piece)
        if kind == "door":
            steps = range(1, _SWING_STEPS)
            yield from (Sprite(piece, 0, angle=90 * step / _SWING_STEPS) for step in steps)
        elif kind not in FLAT_KINDS:
            yield from (Sprite(piece, 0, lift=lift) for lift in (_LIFT_STEP, 2 * _LIFT_STEP, 1.0))
        for back in pieces if kind == "disc" else ():
            shares = (step / _TURN_STEPS for step in range(1, _TURN_STEPS) if back != piece)
            yield from (Sprite(piece, 0, width=share, back=back) for share in shares)


def colours(theme: Theme, name: str) -> Colour:
    """Return the colour of pieces for a colour of the games; grey if it is unknown."""
    return theme.palette.pieces.get(name, (128, 120, 112))


def outline(base: Colour) -> Colour:
    """Return a rim that stands out from a piece and from a ground of the same colour."""
    return mixed(base, (0, 0, 0) if sum(base) > 300 else (255, 255, 255), 0.62)


def _inside(theme: Theme, usual: float) -> float:
    """Return the radius of a piece without its rim, 0 to 1; `usual` if the rim is thin."""
    return 0.89 if theme.contrast else 0.92 if theme.outlined else usual


def _paint_disc(theme: Theme, large: pygame.Surface, piece: Piece) -> None:
    base = colours(theme, piece.colour)
    lit = mixed(base, (255, 250, 240), 0.3 if sum(base) < 300 else 0.65)
    deep = mixed(base, (0, 0, 0), 0.55 if sum(base) < 300 else 0.24)
    side = large.get_width()
    large.fill((*base, 0))
    middle = side / 2
    rim = mixed(base, (255, 245, 230), 0.32) if theme.dark and sum(base) < 200 else deep
    rim = outline(base) if theme.outlined else rim
    pygame.draw.circle(large, rim, (middle, middle), middle - 1)
    radius = middle * _inside(theme, 0.955)
    if theme.flat_pieces:
        pygame.draw.circle(large, base, (middle, middle), radius)
    steps = 0 if theme.flat_pieces else 28
    for step in range(steps):
        share = step / (steps - 1)
        away = (1 - share) * 0.0 + share * -0.1
        tone = mixed(mixed(base, deep, 0.35), mixed(base, lit, 0.55), share)
        size = radius * (1 - 0.62 * share)
        pygame.draw.circle(large, tone, (middle + side * away, middle + side * away * 1.15), size)
    if piece.colour in _RING_COLOURS:
        ring = mixed(base, (255, 248, 235), 0.42)
        thick = 0.06 if theme.flat_pieces else 0.028
        pygame.draw.circle(
            large, ring, (middle, middle), radius * 0.66, max(1, round(side * thick))
        )


def _paint_ball(theme: Theme, large: pygame.Surface, piece: Piece) -> None:
    base = colours(theme, piece.colour)
    light = sum(base) > 300
    side = large.get_width()
    large.fill((*base, 0))
    middle = side / 2
    edge = mixed(base, (0, 0, 0), 0.42 if light else 0.5)
    if theme.dark and not light:
        edge = mixed(base, (255, 245, 230), 0.3)
    edge = outline(base) if theme.outlined else edge
    pygame.draw.circle(large, edge, (middle, middle), middle - 1)
    if theme.flat_pieces:
        pygame.draw.circle(large, base, (middle, middle), middle * _inside(theme, 0.95))
        shine = mixed(base, (255, 252, 246) if not light else (0, 0, 0), 0.16)
        pygame.draw.circle(large, shine, (middle * 0.72, middle * 0.62), middle * 0.24)
    steps = 0 if theme.flat_pieces else 40
    for step in range(steps):
        share = step / (steps - 1)
        tone = mixed(mixed(base, (0, 0, 0), 0.14), mixed(base, (255, 252, 246), 0.8), share**1.6)
        size = middle * _inside(theme, 0.95) * (1 - 0.93 * share)
        away = -0.17 * share * side
        pygame.draw.circle(large, tone, (middle + away, middle + away), size)
    if piece.colour in _RING_COLOURS:
        ring = mixed(base, (255, 248, 235), 0.45)
        box = pygame.Rect(0, 0, round(side * 0.74), round(side * 0.3))
        box.center = (round(middle), round(middle))
        pygame.draw.ellipse(large, ring, box, max(1, round(side * 0.03)))


def _paint_tile(theme: Theme, large: pygame.Surface, piece: Piece) -> None:
    """Draw a tile whose face is "back", "neutral", or the edges that are coloured, as "0110"."""
    side = large.get_width()
    word = piece.face.partition(":")[2]
    base = colours(theme, piece.colour)
    ink = (43, 38, 34)
    white = theme.palette.pieces["neutral"]
    whole = large.get_rect()
    radius = round(side * 0.06)
    large.fill((*ink, 0))
    pygame.draw.rect(large, ink, whole, border_radius=radius)
    thick = max(2, round(side * 0.035))
    inner = whole.inflate(-2 * thick, -2 * thick)
    if word == "back":
        _paint_back(large, inner, base, white, radius)
        return
    pygame.draw.rect(large, white, inner, border_radius=max(1, radius - thick))
    if set(word) <= {"0", "1"} and len(word) == 4:
        for quarter, edge in enumerate(word):
            if edge == "1":
                paint = _paint_half_disc if theme.flat_pieces else _paint_edge
                paint(large, inner, quarter, base, ink, striped=piece.colour == "green")
        if word == "0000":
            _paint_dot(large, base, ink, square=piece.colour == "green")


def _paint_back(
    large: pygame.Surface, inner: pygame.Rect, base: Colour, white: Colour, radius: int
) -> None:
    pygame.draw.rect(large, base, inner, border_radius=radius)
    side = large.get_width()
    pygame.draw.circle(large, white, (side / 2, side / 2), side * 0.24)
    pygame.draw.circle(large, base, (side / 2, side / 2), side * 0.16)


def _paint_edge(
    large: pygame.Surface,
    inner: pygame.Rect,
    quarter: int,
    base: Colour,
    ink: Colour,
    striped: bool,
) -> None:
    """Draw the coloured edge of a tile: a trapezium along one side, plain or striped."""
    depth = inner.width * 0.3

    def side(inset: float) -> tuple[draw.Pixels, draw.Pixels]:
        """Return both ends of this side, moved inwards by `inset` pixels."""
        left, top = inner.left + inset, inner.top + inset
        right, bottom = inner.right - 1 - inset, inner.bottom - 1 - inset
        corners = (left, top), (right, top), (right, bottom), (left, bottom)
        start, end = ((0, 1), (1, 2), (3, 2), (0, 3))[quarter]
        return corners[start], corners[end]

    (start, end), (cut_start, cut_end) = side(0), side(depth)
    band = start, end, cut_end, cut_start
    pygame.draw.polygon(large, base, band)
    if striped:
        pale = mixed(base, (255, 255, 255), 0.5)
        for share in (0.38, 0.7):
            pygame.draw.line(large, pale, *side(depth * share), max(2, round(inner.width * 0.035)))
    pygame.draw.polygon(large, ink, band, max(2, round(inner.width * 0.022)))


def _paint_half_disc(
    large: pygame.Surface,
    inner: pygame.Rect,
    quarter: int,
    base: Colour,
    ink: Colour,
    striped: bool,
) -> None:
    """Paint half a disc on a coloured edge of a tile, with a pale ring in it if it is `striped`."""
    at = ((inner.centerx, inner.top), (inner.right - 1, inner.centery),
          (inner.centerx, inner.bottom - 1), (inner.left, inner.centery))[quarter]  # fmt: skip
    radius, clip = inner.width * 0.36, large.get_clip()
    large.set_clip(inner)
    pygame.draw.circle(large, ink, at, radius)
    pygame.draw.circle(large, base, at, radius - max(2, round(inner.width * 0.022)))
    if striped:
        pale = mixed(base, (255, 255, 255), 0.5)
        pygame.draw.circle(large, pale, at, radius * 0.6, max(2, round(inner.width * 0.05)))
    large.set_clip(clip)


def _paint_dot(large: pygame.Surface, base: Colour, ink: Colour, square: bool) -> None:
    side = large.get_width()
    if square:
        dot = pygame.Rect(0, 0, round(side * 0.26), round(side * 0.26))
        dot.center = (side // 2, side // 2)
        pygame.draw.rect(large, ink, dot.inflate(side // 25, side // 25))
        pygame.draw.rect(large, base, dot)
    else:
        pygame.draw.circle(large, ink, (side / 2, side / 2), side * 0.165)
        pygame.draw.circle(large, base, (side / 2, side / 2), side * 0.145)


def _door(theme: Theme, piece: Piece, cell: int) -> pygame.Surface:
    """Return the picture of a door: an arm whose hinge is in the middle of the picture."""
    side = 2 * cell

    def paint(large: pygame.Surface, finer: int) -> None:
        base = colours(theme, piece.colour)
        dark = mixed(base, (30, 15, 5), 0.62)
        middle = large.get_width() / 2
        length, thick = cell * finer * 0.9, cell * finer * 0.15
        large.fill((*dark, 0))
        for colour, grow in ((dark, max(2, finer)), (base, 0)):
            arm = pygame.Rect(0, 0, thick + 2 * grow, length + 2 * grow)
            arm.midbottom = (round(middle), round(middle + thick / 2 + grow))
            pygame.draw.rect(large, colour, arm, border_radius=round(thick / 2 + grow))
        shine = pygame.Rect(0, 0, thick * 0.22, length * 0.8)
        shine.center = (round(middle - thick * 0.18), round(middle - length * 0.45))
        pygame.draw.rect(large, mixed(base, (255, 250, 235), 0.5), shine, border_radius=finer * 2)
        pygame.draw.circle(large, dark, (middle, middle), thick * 0.85)
        pygame.draw.circle(large, mixed(base, (255, 245, 225), 0.35), (middle, middle), thick * 0.6)
        pygame.draw.circle(large, dark, (middle, middle), thick * 0.2)

    north = draw.smooth(theme, ("door", piece.colour), (side, side), paint, finer=3)
    quarters = {"N": 0, "E": 3, "S": 2, "W": 1}[piece.face.rpartition(":")[2]]
    if not quarters:
        return north
    key = ("door turned", piece.colour, quarters, side)
    return theme.cached(key, lambda: pygame.transform.rotate(north, 90 * quarters))


def _swung_arm(theme: Theme, sprite: Sprite, cell: int) -> tuple[pygame.Surface, tuple[int, int]]:
    """Return the arm of a rotating door, and its top left corner in a picture of `_door`."""
    step = round(sprite.angle * _SWING_STEPS / 90)
    degrees = 90 * ("NESW".index(sprite.piece.face[-1]) + step / _SWING_STEPS) % 360
    half = math.ceil(0.16 * cell)

    def make() -> pygame.Surface:
        north = _door(theme, Piece(sprite.piece.colour, "door:N"), cell)
        arm = north.subsurface((cell - half, 0, 2 * half, cell + half))
        return pygame.transform.rotozoom(arm, -degrees, 1.0)

    arm = theme.cached(("swung arm", sprite.piece.colour, cell, degrees), make)
    far, angle = (cell - half) / 2, math.radians(degrees)
    middle = round(cell + math.sin(angle) * far), round(cell - math.cos(angle) * far)
    return arm, arm.get_rect(center=middle).topleft


_Painter = Callable[[Theme, pygame.Surface, Piece], None]

_PAINTERS: dict[str, _Painter] = {
    "disc": _paint_disc,
    "stone": _paint_disc,
    "ball": _paint_ball,
    "tile": _paint_tile,
}
