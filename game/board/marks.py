"""Marks on a board: legal squares, the last move, previews, tapped cells, and marks of games.

Each kind of mark has its own shape, so that players need not distinguish colours.
"""

from collections.abc import Callable, Hashable, Iterator
from dataclasses import replace
from functools import partial

import pygame

from flipside.game.board import places
from flipside.game.board.board_state import BoardState
from flipside.game.board.places import DARK, Places, around, square
from flipside.game.drawing import draw, faces
from flipside.game.drawing.display_list import DisplayItem
from flipside.game.drawing.draw import Pixels
from flipside.game.services.theme import Colour, mixed
from flipside.rules.contract.board import Cell
from flipside.rules.contract.position import Mark

_DROP_ALPHA = 110
"""The opacity of the light on a cell below a carried piece, 0 to 255."""

_DROP_LIGHT: Colour = (255, 240, 190)

_LIGHT: Colour = (255, 202, 84)
_LIGHT_SHARE, _LIGHT_ALPHA, _LIGHT_RINGS = 0.6, 235, 14
"""The light on a cell at the end of a match: its width relative to the cell, the opacity of its
middle (0 to 255), and the number of rings in which that decreases."""


def _between(start: Pixels, end: Pixels, share: float) -> Pixels:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _contrast(paint: Colour) -> Colour:
    """Return a light colour for a dark one, and a dark colour for a light one."""
    return DARK if sum(paint) > 360 else (246, 239, 226)


def _tint(view: Places, mark: Mark) -> Colour:
    if mark.colour is None:
        return view.theme.palette.mark
    return faces.colours(view.theme, mark.colour)


def _ban(view: Places, surface: pygame.Surface, mark: Mark) -> None:
    for cell in mark.cells:
        rect = square(view, cell, 0.62)
        thick = max(3, round(rect.width * 0.13))
        ends = (rect.bottomleft, rect.topright)
        draw.stroke(view.theme, surface, DARK, *ends, 2 * thick + 1)
        draw.stroke(view.theme, surface, view.theme.palette.mark, *ends, thick)


def _threat(view: Places, surface: pygame.Surface, mark: Mark) -> None:
    """Draw a dashed outline inside a group of cells."""
    thick = max(2, view.theme.px(3))
    tint = _tint(view, mark)
    for start, end in _outline(view, mark.cells, inset=thick):
        for i in (0, 1):
            dash = _between(start, end, (i + 0.2) / 2), _between(start, end, (i + 0.8) / 2)
            places.strokes(view, surface, [dash], tint, thick, rim=_contrast(tint))


def _outline(view: Places, cells: tuple[Cell, ...], inset: int = 0) -> list[tuple[Pixels, Pixels]]:
    """Return the edges of a group of cells, as pairs of points."""
    group = set(cells)
    sides: list[tuple[Pixels, Pixels]] = []
    for cell in cells:
        rect = square(view, cell).inflate(-2 * inset, -2 * inset)
        for step, start, end in (
            ((0, -1), rect.topleft, rect.topright),
            ((1, 0), rect.topright, rect.bottomright),
            ((0, 1), rect.bottomleft, rect.bottomright),
            ((-1, 0), rect.topleft, rect.bottomleft),
        ):
            if view.beside(cell, step) not in group:
                sides.append((start, end))
    return sides


def _line(view: Places, surface: pygame.Surface, mark: Mark) -> None:
    rect = around(view, mark.cells)
    thick = max(3, min(view.theme.px(4), round(view.cell * 0.08)))
    radius = round(view.cell / 3)
    draw.box(view.theme, surface, rect, None, radius, border=DARK, thick=thick + 2)
    inner = rect.inflate(-2, -2)
    draw.box(view.theme, surface, inner, None, radius, view.theme.palette.mark, thick)


def _drop_light(view: Places, cell: Cell, is_below: bool) -> DisplayItem:
    """Return the light on a cell on which the carried piece may be dropped."""

    def paint(surface: pygame.Surface) -> None:
        area = square(view, cell).clip(surface.get_clip())
        layer = pygame.Surface(area.size, 0, surface)
        layer.fill(_DROP_LIGHT)
        layer.set_alpha(_DROP_ALPHA if is_below else _DROP_ALPHA // 2)
        surface.blit(layer, area)

    return places.cell_item(view, cell, ("lit", is_below), paint)


def lights(view: Places, state: BoardState) -> list[DisplayItem]:
    """Return the lights on cells at the end of a match."""
    return [_light(view, cell, brightness) for cell, brightness in state.lit.items()]


def _light(view: Places, cell: Cell, brightness: float) -> DisplayItem:
    """Return a light in the middle of a cell, small because all lights change in each frame."""
    place = square(view, cell, _LIGHT_SHARE)

    def paint_rings(large: pygame.Surface, finer: int) -> None:
        large.fill((*_LIGHT, 0))
        middle = large.get_width() / 2
        for ring in range(1, _LIGHT_RINGS + 1):
            radius = middle * (1 - (ring - 1) / (2 * _LIGHT_RINGS))
            colour = (*_LIGHT, round(_LIGHT_ALPHA * ring / _LIGHT_RINGS))
            pygame.draw.circle(large, colour, (middle, middle), radius)

    def paint(surface: pygame.Surface) -> None:
        image = draw.smooth(view.theme, "light", place.size, paint_rings, finer=2)
        view.theme.put(surface, image, place.topleft, brightness)

    return DisplayItem(("light", cell, brightness), place, paint)


def _island_items(view: Places, mark: Mark) -> Iterator[DisplayItem]:
    """Yield the outline of an island, one item for each edge, because it may be large."""
    thick = max(3, round(view.cell * 0.07))
    tint = mixed(_tint(view, mark), (255, 255, 255), 0.25)
    lines = _outline(view, mark.cells)
    for colour, width in ((DARK, thick + 3), (tint, thick)):
        for start, end in lines:
            corner = round(start[0]), round(start[1])
            size = round(end[0]) - corner[0], round(end[1]) - corner[1]
            margin = width + 8
            place = pygame.Rect(corner, size).inflate(margin, margin)
            paint = partial(_stroke, view, colour, start, end, width)
            yield DisplayItem((mark, colour), place, paint)


def _stroke(
    view: Places, paint: Colour, start: Pixels, end: Pixels, thick: int, surface: pygame.Surface
) -> None:
    draw.stroke(view.theme, surface, paint, start, end, thick)


def _join(view: Places, surface: pygame.Surface, mark: Mark) -> None:
    start, end = (view.centre(cell) for cell in mark.cells[:2])
    thick = max(4, round(view.cell * 0.2))
    places.strokes(view, surface, [(start, end)], _tint(view, mark), thick)


def _goal(view: Places, surface: pygame.Surface, mark: Mark) -> None:
    """Draw a frame on each goal cell, in the colour of the player who must reach it."""
    thick = max(2, round(view.cell * 0.045))
    radius = max(3, round(view.cell * 0.16))
    tint, clip = _tint(view, mark), surface.get_clip()
    for cell in mark.cells:
        rect = square(view, cell, 0.86)
        if not rect.colliderect(clip):
            continue
        draw.box(view.theme, surface, rect, None, radius, _contrast(tint), thick + 2)
        draw.box(view.theme, surface, rect.inflate(-2, -2), None, radius - 1, tint, thick)


def _way(view: Places, surface: pygame.Surface, mark: Mark) -> None:
    """Draw the state of a connection: an arrow (open), a bar (closed) or a cross (forbidden)."""
    start, end = (pygame.Vector2(view.centre(cell)) for cell in mark.cells[:2])
    middle, along = (start + end) / 2, end - start
    along.scale_to_length(view.cell * 0.15)
    across = pygame.Vector2(-along.y, along.x)
    if mark.kind == "way":
        tip, back = middle + along, middle - along / 2
        lines = [(back + across, tip), (back - across, tip)]
    elif mark.kind == "shut":
        lines = [(middle + across, middle - across)]
    else:
        arms = (along + across) * 0.7, (along - across) * 0.7
        lines = [(middle - arm, middle + arm) for arm in arms]
    thick = max(3, round(view.cell * 0.05))
    places.strokes(view, surface, lines, view.theme.palette.mark, thick)


def _counter(view: Places, surface: pygame.Surface, mark: Mark) -> None:
    for cell in mark.cells:
        thick = max(3, round(view.cell * 0.05))
        places.rimmed_ring(view, surface, cell, 0.96, view.theme.palette.accent, thick)
        at, paint = view.centre(cell), view.theme.palette.mark
        places.dot(view, surface, at, max(6, round(view.cell * 0.16)), DARK)
        places.dot(view, surface, at, max(4, round(view.cell * 0.11)), paint)


PAINTERS = {
    "banned": _ban,
    "threat": _threat,
    "line": _line,
    "way": _way,
    "shut": _way,
    "barred": _way,
    "counter": _counter,
}
"""Painters of marks above the pieces, by kind."""

PAINTERS_BELOW = {"join": _join, "goal": _goal}
"""Painters of marks below the pieces, by kind."""


def mark_item(view: Places, mark: Mark) -> DisplayItem:
    """Return a mark at its place."""
    painter = (PAINTERS | PAINTERS_BELOW)[mark.kind]

    def paint(surface: pygame.Surface) -> None:
        painter(view, surface, mark)

    if painter not in (_join, _way):
        return places.cell_item(view, mark.cells, mark, paint)
    start, end = (view.centre(cell) for cell in mark.cells[:2])
    if painter is _way:
        start = end = _between(start, end, 0.5)
    lengths = [round(abs(b - a)) for a, b in zip(start, end, strict=True)]
    place = pygame.Rect(min(start[0], end[0]), min(start[1], end[1]), *lengths)
    out = round((0.2 if painter is _join else 0.42) * view.cell) + 10
    return DisplayItem(mark, place.inflate(out, out), paint)


_SPOT_SHARE = 0.4
"""The maximum width of a ring or spot on an empty cell, relative to the cell."""

_SMALL_PIXELS = 24
"""Cells of at least this width in pixels have rings and spots of that width."""


def below(view: Places, state: BoardState) -> Iterator[DisplayItem]:
    """Yield the marks on the ground, below the pieces."""
    for mark in state.marks:
        if mark.kind in PAINTERS_BELOW:
            yield mark_item(view, mark)
    for cell in _uncovered(state):
        rect = square(view, cell, 0.9)
        yield places.cell_item(
            view, cell, ("last", view.mark), partial(_corners, rect=rect, paint=view.mark)
        )
    for cell in state.changed_cells:
        yield places.cell_item(view, cell, "changed", partial(_corner_dots, view, cell))


def key_below(state: BoardState) -> Hashable:
    """Return a key that changes if the result of `below` changes."""
    return state.marks, tuple(_uncovered(state)), state.changed_cells


def _uncovered(state: BoardState) -> list[Cell]:
    """Return the cells of the last move, except those that a flat piece covers."""
    return [cell for cell in state.last if not _is_covered(state, cell)]


def above(view: Places, state: BoardState) -> Iterator[DisplayItem]:
    """Yield the marks above the pieces."""

    def on(cell: Cell, name: str, paint: Callable[..., None]) -> DisplayItem:
        sprites = tuple((sprite.piece, sprite.target) for sprite in state.by_cell.get(cell, ()))
        look = name, sprites, state.preview.get(cell), state.legal
        stands_out = name in ("preview", "chosen", "last")
        # A move removes many of these marks. The smaller they are, the less is painted again.
        small = name == "next" and cell not in state.by_cell and view.size(cell) >= _SMALL_PIXELS
        share = _SPOT_SHARE if small else 1.0
        return places.cell_item(
            view, cell, look, partial(paint, view, cell, state), stands_out, share
        )

    for cell in state.preview:
        yield on(cell, "preview", _preview)
    for cell in sorted(state.next_cells):
        if cell not in state.preview and cell not in state.taps:
            yield on(cell, "next", _next)
    for cell in sorted(state.drop_cells):
        yield _drop_light(view, cell, cell == state.drop_cell)
        yield on(cell, "drop here" if cell == state.drop_cell else "drop", _drop)
    for mark in state.marks:
        if mark.kind == "island":
            yield from _island_items(view, mark)
        elif mark.kind in PAINTERS:
            yield mark_item(view, mark)
    for cell in state.last:
        if _is_covered(state, cell):
            yield on(cell, "last", _last)
    for cell in state.changed_cells:
        if view.board.kinds[cell] == "hinge":
            yield on(cell, "swung", _swung)
    for cell in dict.fromkeys(state.taps):
        yield on(cell, "chosen", _chosen)
    if state.cursor is not None:
        yield on(state.cursor, "cursor", _cursor)


def refused(view: Places, state: BoardState) -> Iterator[DisplayItem]:
    """Yield a shaking cross on an empty cell, after a tap without effect."""
    cell = state.refused_cell
    if cell is None or view.board.kinds[cell] == "beside":
        return
    place = square(view, cell, 0.3).move(round(state.shift * view.size(cell)), 0)
    lines = [(place.topleft, place.bottomright), (place.bottomleft, place.topright)]
    thick = max(2, round(view.cell * 0.05))
    paint = partial(places.strokes, view, lines=lines, paint=view.mark, thick=thick)
    yield DisplayItem(("refused", state.shift), place.inflate(4 * thick, 4 * thick), paint)


def key_above(state: BoardState) -> Hashable:
    """Return a key that changes if the result of `above` changes, but not during animations."""
    moving = tuple((sprite.cell, sprite.piece, sprite.target) for sprite in state.moving)
    return replace(state, moving=(), refused_cell=None, shift=0.0, lit={}), moving


def _is_covered(state: BoardState, cell: Cell) -> bool:
    """Return whether a flat piece, or its preview, covers the whole cell."""
    sprites = [*state.by_cell.get(cell, ())]
    sprites += [state.preview[cell]] if cell in state.preview else []
    return any(faces.face_kind(sprite.piece) in faces.FLAT_KINDS for sprite in sprites)


def _last(view: Places, cell: Cell, state: BoardState, surface: pygame.Surface) -> None:
    """Draw the mark of the last move on a piece that covers its cell."""
    rect = square(view, cell, 0.96)
    _corners(surface, rect.inflate(2, 2), view.theme.palette.mark, 2)
    _corners(surface, rect, view.theme.palette.red)


def _next(view: Places, cell: Cell, state: BoardState, surface: pygame.Surface) -> None:
    """Draw the mark of a cell that may be tapped next: a ring, a red spot, or nothing."""
    if state.legal == "off" or view.board.kinds[cell] == "beside":
        return
    palette = view.theme.palette
    side = view.size(cell)
    is_occupied = cell in state.by_cell
    thick = max(2, round(side * 0.035))
    if is_occupied:
        share = min(0.92, _ring_share(state, cell, 0.14))
        thin = max(1, round(side * 0.022))
        places.ring(
            view, surface, cell, share, view.mark, 2 * thin if view.theme.contrast else thin
        )
    elif state.legal == "red":
        places.dot(view, surface, view.centre(cell), max(7, round(side * 0.32)), view.mark)
        places.dot(view, surface, view.centre(cell), max(5, round(side * 0.25)), palette.red)
    else:
        places.ring(view, surface, cell, 0.3, view.mark, thick)


def _drop(view: Places, cell: Cell, state: BoardState, surface: pygame.Surface) -> None:
    """Draw the mark of a cell on which the carried piece may be dropped; bold below the piece."""
    is_below, side = cell == state.drop_cell, view.size(cell)
    radius, thick = round(side * 0.2), max(2, round(side * (0.07 if is_below else 0.035)))
    rect = square(view, cell, 0.94 if is_below else 0.86)
    draw.box(view.theme, surface, rect, None, radius, DARK, thick + 2)
    draw.box(
        view.theme, surface, rect.inflate(-2, -2), None, radius, view.theme.palette.mark, thick
    )


def _preview(view: Places, cell: Cell, state: BoardState, surface: pygame.Surface) -> None:
    """Draw the preview of a piece: pale on an empty cell, small above another piece."""
    sprite = state.preview[cell]
    kind = faces.face_kind(sprite.piece)
    if kind in faces.FLAT_KINDS:
        # The preview of a door must not hide the door.
        door = view.board.kinds[cell] == "hinge"
        for item in view.sprite(replace(sprite, alpha=0.5 if door else 0.78)):
            item.paint(surface)
        return
    is_occupied = any(
        other.piece is not sprite.piece and other.target is None
        for other in state.by_cell.get(cell, ())
    )
    share, alpha = (0.42, 1.0) if is_occupied else (faces.FACE_SPANS.get(kind, 0.8), 0.6)
    piece = view.as_seen(sprite).piece
    image = faces.face_image(view.theme, piece, max(4, round(view.size(cell) * share)))
    corner = image.get_rect(center=square(view, cell).center).topleft
    view.theme.put(surface, image, corner, alpha)


def _corners(surface: pygame.Surface, rect: pygame.Rect, paint: Colour, wider: int = 0) -> None:
    """Draw the mark of the last move: an angle in each corner of the cell."""
    reach = max(4, round(rect.width * 0.18)) + wider
    thick = max(2, round(rect.width * 0.045)) + wider
    for x, y, dx, dy in (
        (rect.left, rect.top, 1, 1),
        (rect.right - 1, rect.top, -1, 1),
        (rect.left, rect.bottom - 1, 1, -1),
        (rect.right - 1, rect.bottom - 1, -1, -1),
    ):
        pygame.draw.line(surface, paint, (x, y), (x + dx * reach, y), thick)
        pygame.draw.line(surface, paint, (x, y), (x, y + dy * reach), thick)


def _corner_dots(view: Places, cell: Cell, surface: pygame.Surface) -> None:
    """Draw the mark of a piece that the last move flipped: a dot in each corner of its cell."""
    if view.board.kinds[cell] not in ("square", "pit"):
        return
    rect = square(view, cell, 0.84)
    side = max(4, round(rect.width * 0.085))
    for x in (rect.left, rect.right):
        for y in (rect.top, rect.bottom):
            places.dot(view, surface, (x, y), side, view.mark)


def _swung(view: Places, cell: Cell, state: BoardState, surface: pygame.Surface) -> None:
    """Draw the mark of a door that the last move rotated: a ring around its hinge."""
    thick = max(2, round(view.cell * 0.03))
    places.rimmed_ring(view, surface, cell, 0.3, view.theme.palette.mark, thick)


def _chosen(view: Places, cell: Cell, state: BoardState, surface: pygame.Surface) -> None:
    """Draw the mark of a tapped cell: a double ring, or a frame if a piece covers the cell."""
    thick = max(3, round(view.size(cell) * 0.05))
    if _is_covered(state, cell):
        theme, rect = view.theme, square(view, cell).inflate(2 * thick, 2 * thick)
        draw.box(theme, surface, rect, None, thick, theme.palette.mark, thick + 2)
        draw.box(theme, surface, rect.inflate(-2, -2), None, thick, theme.palette.red, thick)
        return
    share = _ring_share(state, cell, 0.2)
    places.rimmed_ring(view, surface, cell, share, view.theme.palette.mark, thick)


def _ring_share(state: BoardState, cell: Cell, wider: float) -> float:
    """Return the width of a ring around the piece on a cell, relative to the cell."""
    for sprite in state.by_cell.get(cell, ()):
        return min(1.0, faces.FACE_SPANS[faces.face_kind(sprite.piece)] + wider)
    return 1.0


def _cursor(view: Places, cell: Cell, state: BoardState, surface: pygame.Surface) -> None:
    """Draw the mark of the keyboard's cell: a light frame in a dark one."""
    rect = square(view, cell)
    thick = max(2, round(rect.width * 0.05))
    pygame.draw.rect(surface, DARK, rect, thick + 2, border_radius=rect.width // 8)
    pygame.draw.rect(
        surface, view.theme.palette.mark, rect.inflate(-2, -2), thick, border_radius=rect.width // 8
    )
