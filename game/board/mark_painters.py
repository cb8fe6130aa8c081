"""Painters of the marks of games. Each kind of mark has its own shape."""

import pygame

from flipside.game.board.places import (
    DARK,
    Places,
    around,
    cell_item,
    dot,
    rimmed_ring,
    square,
    strokes,
)
from flipside.game.drawing import draw, faces
from flipside.game.drawing.display_list import DisplayItem
from flipside.game.drawing.draw import Pixels
from flipside.game.services.theme import Colour, mixed
from flipside.rules.contract.board import Cell
from flipside.rules.contract.position import Mark

_LIT_ALPHA = 110
"""The opacity of a cell with the greatest brightness, 0 to 255."""


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
            strokes(view, surface, [dash], tint, thick, rim=_contrast(tint))


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
            if view.board.neighbour(cell, step) not in group:
                sides.append((start, end))
    return sides


def _line(view: Places, surface: pygame.Surface, mark: Mark) -> None:
    rect = around(view, mark.cells)
    thick = max(3, min(view.theme.px(4), round(view.cell * 0.08)))
    radius = round(view.cell / 3)
    draw.box(view.theme, surface, rect, None, radius, border=DARK, thick=thick + 2)
    inner = rect.inflate(-2, -2)
    draw.box(view.theme, surface, inner, None, radius, view.theme.palette.mark, thick)


def lit_item(view: Places, cell: Cell, light: float) -> DisplayItem:
    """Return the light on a cell at the end of a match; `light` is its brightness, 0 to 1."""

    def paint(surface: pygame.Surface) -> None:
        area = square(view, cell).clip(surface.get_clip())
        layer = pygame.Surface(area.size, 0, surface)
        layer.fill((255, 240, 190))
        layer.set_alpha(round(_LIT_ALPHA * light))
        surface.blit(layer, area)

    return cell_item(view, cell, ("lit", light), paint)


def _island(view: Places, surface: pygame.Surface, mark: Mark) -> None:
    thick = max(3, round(view.cell * 0.07))
    tint = mixed(_tint(view, mark), (255, 255, 255), 0.25)
    strokes(view, surface, _outline(view, mark.cells), tint, thick)


def _join(view: Places, surface: pygame.Surface, mark: Mark) -> None:
    start, end = (view.centre(cell) for cell in mark.cells[:2])
    thick = max(4, round(view.cell * 0.2))
    strokes(view, surface, [(start, end)], _tint(view, mark), thick)


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
    strokes(view, surface, lines, view.theme.palette.mark, thick)


def _counter(view: Places, surface: pygame.Surface, mark: Mark) -> None:
    for cell in mark.cells:
        thick = max(3, round(view.cell * 0.05))
        rimmed_ring(view, surface, cell, 0.96, view.theme.palette.accent, thick)
        at, paint = view.centre(cell), view.theme.palette.mark
        dot(view, surface, at, max(6, round(view.cell * 0.16)), DARK)
        dot(view, surface, at, max(4, round(view.cell * 0.11)), paint)


PAINTERS = {
    "banned": _ban,
    "threat": _threat,
    "line": _line,
    "island": _island,
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
        island = mark.kind == "island"
        return cell_item(view, mark.cells, mark, paint, stands_out=island)
    start, end = (view.centre(cell) for cell in mark.cells[:2])
    if painter is _way:
        start = end = _between(start, end, 0.5)
    lengths = [round(abs(b - a)) for a, b in zip(start, end, strict=True)]
    place = pygame.Rect(min(start[0], end[0]), min(start[1], end[1]), *lengths)
    out = round((0.2 if painter is _join else 0.42) * view.cell) + 10
    return DisplayItem(mark, place.inflate(out, out), paint)
