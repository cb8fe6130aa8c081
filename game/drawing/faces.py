"""The faces of pieces: one function for each kind; a `Sprite` is a piece at one moment. Knows no
rules and no game.

Light comes from the top left; a dark piece carries a ring, a light one is plain, so that nobody
needs to tell colours apart.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import pygame

from flipside.game.drawing import draw
from flipside.game.services.theme import Colour, Theme, mixed
from flipside.rules.contract.story import Piece


@dataclass(frozen=True)
class Sprite:
    """A piece as it is seen at one moment.

    It stands on `cell`, or `share` (0 to 1) of the way from there to `target`. `width` is the
    share of its full width seen while it is turned over, `back` what is on its other side then.
    """

    piece: Piece
    cell: int
    target: int | None = None
    share: float = 0.0
    width: float = 1.0
    back: Piece | None = None
    bow: float = 0.0
    """How far it swerves to its right while under way, in cells: two that change places pass."""
    alpha: float = 1.0
    lift: float = 0.0
    """0 lies on the board, 1 is as high as pieces are lifted."""
    shift: float = 0.0
    """How far it lies to the right of its place while it shakes, in cells."""
    angle: float = 0.0
    """Degrees clockwise from how its face says that it lies."""


FACE_SPANS = {"disc": 0.84, "stone": 0.8, "ball": 0.66, "tile": 0.98, "door": 1.0, "neutral": 0.98}
"""How much of a cell a face takes, by the first word of the face."""

FLAT_KINDS = ("tile", "door")
"""Faces that cast no round shadow."""

_RINGED = ("black", "dark", "orange")
"""Colours whose round pieces carry a ring, besides being told apart by lightness."""


def face_kind(piece: Piece) -> str:
    """The first word of the face: what kind of thing the piece is."""
    return piece.face.partition(":")[0]


def sprite_place(seen: Sprite, centre: tuple[float, float], cell: float) -> pygame.Rect:
    """The place that a sprite's picture and shadow stay within, on a cell `cell` pixels wide."""
    x, y, what = *centre, face_kind(seen.piece)
    high = y - seen.lift * cell * 0.06
    span = FACE_SPANS.get(what, 0.8) * cell
    if what == "door":
        angle = math.radians(seen.angle + 90 * "NESW".index(seen.piece.face[-1]))
        tip = x + math.sin(angle) * 0.9 * cell, high - math.cos(angle) * 0.9 * cell
        rim = 0.2 * cell + 4
        spots = [(x, y, rim), (x, high, rim), (*tip, rim)]
    elif what in FLAT_KINDS:
        # The corners of what swings are farther away.
        spots = [(x, high, span * (0.8 if seen.angle else 0.5 + 0.05 * seen.lift) + 2)]
    else:
        side = span * (0.5 if seen.back is None and not seen.lift else 0.56) + 1
        face = pygame.Rect(x - side, high - side, 2 * side + 1, 2 * side + 1)
        return face.union(_shadow_place(seen, (x, y), max(2, round(span))))
    left, top = (math.floor(min(spot[i] - spot[2] for spot in spots)) for i in (0, 1))
    right, bottom = (math.ceil(max(spot[i] + spot[2] for spot in spots)) for i in (0, 1))
    return pygame.Rect(left, top, right - left, bottom - top)


def _shadow_place(seen: Sprite, centre: tuple[float, float], side: int) -> pygame.Rect:
    """The place of the shadow of a piece that is `side` pixels wide."""
    depth = _depth(side)
    away, width = depth * (0.35 + 1.6 * seen.lift), side + 2 * (depth - depth // 4)
    corner = round(centre[0] - width / 2 + away * 0.6), round(centre[1] - width / 2 + away)
    return pygame.Rect(corner, (width, width))


def _depth(side: int) -> int:
    """How far above the ground a piece of that width seems to be, in pixels."""
    return max(3, side // 12)


def sprite(
    theme: Theme,
    surface: pygame.Surface,
    seen: Sprite,
    centre: tuple[float, float],
    cell: float,
    goal: float | None = None,
) -> None:
    """Draw a sprite on a cell of that size in pixels; lift, width, angle and alpha included.
    `goal` is the size of the cell it is on its way to, if that is another one.
    """
    what = face_kind(seen.piece)
    side = max(2, round(cell * FACE_SPANS.get(what, 0.8)))
    if what not in FLAT_KINDS:
        _shadow(theme, surface, seen, centre, side)
    x, y = centre[0], centre[1] - seen.lift * cell * 0.06
    if what == "door" and seen.angle:
        half = round(cell)
        arm, (left, top) = _swung_arm(theme, seen, half)
        theme.put(surface, arm, (round(x - half) + left, round(y - half) + top))
        return
    if what == "door":
        drawn = _door(theme, seen.piece, round(cell))
    elif seen.back is not None and seen.width < 0.995:
        drawn = _turned_over(theme, seen, side)
    elif goal is not None:
        # Scaled, for a picture of its own in each frame takes long.
        whole = face_image(theme, seen.piece, max(2, round(goal * FACE_SPANS.get(what, 0.8))))
        grown = _grown(side, seen.lift)
        drawn = pygame.transform.smoothscale(whole, (grown, grown))
    else:
        drawn = _raised(theme, seen.piece, side, seen.lift)
    if seen.angle:
        drawn = _swung(theme, seen, drawn)
    corner = round(x - drawn.get_width() / 2), round(y - drawn.get_height() / 2)
    theme.put(surface, drawn, corner, seen.alpha)


_SWING_STEPS = 32
"""In so many angles of a quarter turn a piece is seen while it swings; all of them are kept, for
what is kept is drawn much faster."""


def _swung(theme: Theme, seen: Sprite, drawn: pygame.Surface) -> pygame.Surface:
    step = round(seen.angle * _SWING_STEPS / 90)
    return theme.kept(
        ("swung", seen.piece, drawn.get_size(), step),
        lambda: pygame.transform.rotozoom(drawn, -step * 90 / _SWING_STEPS, 1.0),
    )


def _grown(side: int, lift: float) -> int:
    """The side of a piece that is held up; in few steps, so that all can be kept."""
    return side + 2 * round(side * 0.05 * lift)


def _raised(theme: Theme, piece: Piece, side: int, lift: float) -> pygame.Surface:
    flat, grown = face_image(theme, piece, side), _grown(side, lift)
    if grown == side:
        return flat
    return theme.kept(
        ("raised", piece, grown), lambda: pygame.transform.smoothscale(flat, (grown, grown))
    )


def face_image(theme: Theme, piece: Piece, side: int) -> pygame.Surface:
    """The face of a piece, lying flat, `side` pixels wide; kept."""
    painter = _PAINTERS.get(face_kind(piece), _paint_disc)

    def paint(large: pygame.Surface, finer: int) -> None:
        painter(theme, large, piece)

    return draw.smooth(theme, ("face", piece), (side, side), paint)


def _shadow(
    theme: Theme,
    surface: pygame.Surface,
    seen: Sprite,
    centre: tuple[float, float],
    side: int,
) -> None:
    depth = _depth(side)
    cast = draw.round_shadow(theme, side, depth, strength=120)
    step = _step(max(0.25, seen.width))
    if step < _TURN_STEPS:
        whole = cast
        width = max(4, whole.get_width() * step // _TURN_STEPS)
        cast = theme.kept(
            ("narrow shadow", side, step),
            lambda: pygame.transform.scale(whole, (width, whole.get_height())),
        )
    corner = cast.get_rect(center=_shadow_place(seen, centre, side).center).topleft
    theme.put(surface, cast, corner, seen.alpha)


_TURN_STEPS = 16
"""In so many widths a piece is seen while it turns over; all of them are kept."""


def _step(width: float) -> int:
    return max(1, round(width * _TURN_STEPS))


def _turned_over(theme: Theme, seen: Sprite, side: int) -> pygame.Surface:
    """A face seen from the side while it turns: narrower, with the other face at its rim."""
    back, step = seen.back, _step(seen.width)
    assert back is not None

    def make() -> pygame.Surface:
        share = step / _TURN_STEPS
        edge = math.sqrt(1 - share**2)
        # A piece is the higher the more it stands on its edge: one image for each width is enough.
        grown = _grown(side, edge)
        thick, size = max(2, round(grown * 0.1 * edge)), (max(1, round(grown * share)), grown)
        face = pygame.transform.smoothscale(face_image(theme, seen.piece, side), size)
        rim = pygame.transform.smoothscale(face_image(theme, back, side), size)
        half = size[0] // 2
        drawn_out = _drawn_out(theme, rim.subsurface((half, 0, size[0] - half, grown)), thick)
        drawn_out.set_alpha(None)  # so that it is copied
        whole = _ground((size[0] + thick, grown), face)
        whole.blit(drawn_out, (half, 0))
        whole.blit(face, (0, 0), special_flags=theme.blending)
        return whole

    return theme.kept(("turned over", seen.piece, back, side, step), make)


def _ground(size: tuple[int, int], image: pygame.Surface) -> pygame.Surface:
    """A clear surface in the colour of an image's rim: SDL blends on it as on an opaque one."""
    ground = pygame.Surface(size, pygame.SRCALPHA)
    ground.fill((*image.get_at((image.get_width() - 1, 0))[:3], 0))
    return ground


def _drawn_out(theme: Theme, image: pygame.Surface, thick: int) -> pygame.Surface:
    """The image over itself, `thick` times, each a pixel to the right of the one above."""
    width, height = image.get_size()
    below = 0
    while below < thick:
        further = min(below + 1, thick - below)
        whole = _ground((width + below + further, height), image)
        for x in (further, 0):
            whole.blit(image, (x, 0), special_flags=theme.blending)
        image, below = whole, below + further
    return image


def colours(theme: Theme, name: str) -> Colour:
    """The colour that a word of the games stands for; grey for a word nobody knows."""
    return theme.palette.pieces.get(name, (128, 120, 112))


def _strong(base: Colour) -> Colour:
    """A rim that stands out from a piece and from a ground of the same colour."""
    return mixed(base, (0, 0, 0) if sum(base) > 300 else (255, 255, 255), 0.62)


def _paint_disc(theme: Theme, large: pygame.Surface, piece: Piece) -> None:
    base = colours(theme, piece.colour)
    lit = mixed(base, (255, 250, 240), 0.3 if sum(base) < 300 else 0.65)
    deep = mixed(base, (0, 0, 0), 0.55 if sum(base) < 300 else 0.24)
    side = large.get_width()
    large.fill((*base, 0))
    middle = side / 2
    rim = mixed(base, (255, 245, 230), 0.32) if theme.dark and sum(base) < 200 else deep
    rim = _strong(base) if theme.contrast else rim
    pygame.draw.circle(large, rim, (middle, middle), middle - 1)
    radius = middle * (0.89 if theme.contrast else 0.955)
    steps = 28
    for step in range(steps):
        share = step / (steps - 1)
        away = (1 - share) * 0.0 + share * -0.1
        tone = mixed(mixed(base, deep, 0.35), mixed(base, lit, 0.55), share)
        size = radius * (1 - 0.62 * share)
        pygame.draw.circle(large, tone, (middle + side * away, middle + side * away * 1.15), size)
    if piece.colour in _RINGED:
        ring = mixed(base, (255, 248, 235), 0.42)
        pygame.draw.circle(
            large, ring, (middle, middle), radius * 0.66, max(1, round(side * 0.028))
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
    edge = _strong(base) if theme.contrast else edge
    pygame.draw.circle(large, edge, (middle, middle), middle - 1)
    steps = 40
    for step in range(steps):
        share = step / (steps - 1)
        tone = mixed(mixed(base, (0, 0, 0), 0.14), mixed(base, (255, 252, 246), 0.8), share**1.6)
        size = middle * (0.89 if theme.contrast else 0.95) * (1 - 0.93 * share)
        away = -0.17 * share * side
        pygame.draw.circle(large, tone, (middle + away, middle + away), size)
    if piece.colour in _RINGED:
        ring = mixed(base, (255, 248, 235), 0.45)
        box = pygame.Rect(0, 0, round(side * 0.74), round(side * 0.3))
        box.center = (round(middle), round(middle))
        pygame.draw.ellipse(large, ring, box, max(1, round(side * 0.03)))


def _paint_tile(theme: Theme, large: pygame.Surface, piece: Piece) -> None:
    """A square tile whose four edges are white or coloured; "back" and "neutral" are plain."""
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
                _paint_edge(large, inner, quarter, base, ink, striped=piece.colour == "green")
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
    """One coloured edge: the triangle-cut band along a side, solid or striped."""
    depth = inner.width * 0.3

    def side(inset: float) -> tuple[draw.Pixels, draw.Pixels]:
        """The ends of the side, so far within the tile."""
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
    """A door as an arm from its hinge in the middle of the image, pointing where its face says."""
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
    return theme.kept(key, lambda: pygame.transform.rotate(north, 90 * quarters))


def _swung_arm(theme: Theme, seen: Sprite, cell: int) -> tuple[pygame.Surface, tuple[int, int]]:
    """The arm of a door on its way, and its corner in an image as of `_door`."""
    step = round(seen.angle * _SWING_STEPS / 90)
    degrees = 90 * ("NESW".index(seen.piece.face[-1]) + step / _SWING_STEPS)
    half = math.ceil(0.16 * cell)

    def make() -> pygame.Surface:
        north = _door(theme, Piece(seen.piece.colour, "door:N"), cell)
        arm = north.subsurface((cell - half, 0, 2 * half, cell + half))
        return pygame.transform.rotozoom(arm, -degrees, 1.0)

    arm = theme.kept(("swung arm", seen.piece.colour, cell, degrees), make)
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
