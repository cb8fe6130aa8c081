"""Marks on a board: legal squares, the last move, previews, the chosen cells.

Every kind of mark has a form of its own; colour only helps. Knows no rules.
"""

from collections.abc import Callable, Hashable, Iterator
from dataclasses import replace
from functools import partial

import pygame

from flipside.game.board import signs
from flipside.game.board.places import (
    DARK,
    Places,
    cell_item,
    dot,
    rimmed_ring,
    ring,
    square,
    strokes,
)
from flipside.game.board.shown import Shown
from flipside.game.drawing import draw, faces
from flipside.game.drawing.display_list import DisplayItem
from flipside.game.services.theme import Colour
from flipside.rules.contract.board import Cell

_SPOT_SHARE = 0.4
"""What a ring or a spot on an empty cell takes of its side at most."""

_SMALL_PIXELS = 24
"""Pixels of a cell's side from which on it does so."""


def below(view: Places, shown: Shown) -> Iterator[DisplayItem]:
    """Marks that lie on the board, under the pieces."""
    for mark in shown.marks:
        if mark.kind in signs.PAINTERS_BELOW:
            yield signs.sign_item(view, mark)
    for cell in _bare(shown):
        rect = square(view, cell, 0.9)
        yield cell_item(
            view, cell, ("last", view.mark), partial(_corners, rect=rect, paint=view.mark)
        )
    for cell in shown.changed:
        yield cell_item(view, cell, "changed", partial(_corner_dots, view, cell))


def key_below(shown: Shown) -> Hashable:
    """Another one whenever `below` yields something else."""
    return shown.marks, tuple(_bare(shown)), shown.changed


def _bare(shown: Shown) -> list[Cell]:
    """The cells of the last move that no flat piece covers."""
    return [cell for cell in shown.last if not _flat(shown, cell)]


def above(view: Places, shown: Shown) -> Iterator[DisplayItem]:
    """Marks that are seen over the pieces."""

    def on(cell: Cell, name: str, paint: Callable[..., None]) -> DisplayItem:
        there = tuple((seen.piece, seen.target) for seen in shown.by_cell.get(cell, ()))
        look = name, there, shown.preview.get(cell), shown.legal
        framed = name in ("preview", "chosen", "last")
        # Many of these vanish with a move, in which only their own places are painted again.
        small = name == "next" and cell not in shown.by_cell and view.size(cell) >= _SMALL_PIXELS
        share = _SPOT_SHARE if small else 1.0
        return cell_item(view, cell, look, partial(paint, view, cell, shown), framed, share)

    for cell in shown.preview:
        yield on(cell, "preview", _preview)
    for cell in sorted(shown.next_cells):
        if cell not in shown.preview and cell not in shown.taps:
            yield on(cell, "next", _next)
    for cell, light in shown.lit.items():
        yield signs.lit_item(view, cell, light)
    for mark in shown.marks:
        if mark.kind in signs.PAINTERS:
            yield signs.sign_item(view, mark)
    for cell in shown.last:
        if _flat(shown, cell):
            yield on(cell, "last", _last)
    for cell in shown.changed:
        if view.board.kinds[cell] == "hinge":
            yield on(cell, "swung", _swung)
    for cell in dict.fromkeys(shown.taps):
        yield on(cell, "chosen", _chosen)
    if shown.cursor is not None:
        yield on(shown.cursor, "cursor", _cursor)


def refused(view: Places, shown: Shown) -> Iterator[DisplayItem]:
    """A cross that shakes on an empty cell on which a tap does nothing."""
    cell = shown.refused
    if cell is None or view.board.kinds[cell] == "beside":
        return
    place = square(view, cell, 0.3).move(round(shown.shift * view.size(cell)), 0)
    lines = [(place.topleft, place.bottomright), (place.bottomleft, place.topright)]
    thick = max(2, round(view.cell * 0.05))
    paint = partial(strokes, lines=lines, paint=view.mark, thick=thick)
    yield DisplayItem(("refused", shown.shift), place.inflate(4 * thick, 4 * thick), paint)


def key_above(shown: Shown) -> Hashable:
    """Another one whenever `above` yields something else: not while pieces are on their way."""
    moving = tuple((seen.cell, seen.piece, seen.target) for seen in shown.moving)
    return replace(shown, moving=(), refused=None, shift=0.0), moving


def _flat(shown: Shown, cell: Cell) -> bool:
    """Whether a piece that covers its whole cell lies there, or would lie there."""
    seen = [*shown.by_cell.get(cell, ())]
    seen += [shown.preview[cell]] if cell in shown.preview else []
    return any(faces.face_kind(sprite.piece) in faces.FLAT_KINDS for sprite in seen)


def _last(view: Places, cell: Cell, shown: Shown, surface: pygame.Surface) -> None:
    """The last move, on a piece that covers its cell."""
    rect = square(view, cell, 0.96)
    _corners(surface, rect.inflate(2, 2), view.theme.palette.mark, 2)
    _corners(surface, rect, view.theme.palette.red)


def _next(view: Places, cell: Cell, shown: Shown, surface: pygame.Surface) -> None:
    """A cell that may be tapped: a small ring; the old manual's red spot; or nothing."""
    if shown.legal == "off" or view.board.kinds[cell] == "beside":
        return
    palette = view.theme.palette
    side = view.size(cell)
    taken = cell in shown.by_cell
    thick = max(2, round(side * 0.035))
    if taken:
        share = min(0.92, _ring_share(shown, cell, 0.14))
        thin = max(1, round(side * 0.022))
        ring(view, surface, cell, share, palette.mark, 2 * thin if view.theme.contrast else thin)
    elif shown.legal == "red":
        dot(view, surface, view.centre(cell), max(7, round(side * 0.32)), view.mark)
        dot(view, surface, view.centre(cell), max(5, round(side * 0.25)), palette.red)
    else:
        ring(view, surface, cell, 0.3, view.mark, thick)


def _preview(view: Places, cell: Cell, shown: Shown, surface: pygame.Surface) -> None:
    """A piece as it would be: pale on an empty cell, a small one on top of what would change."""
    sprite = shown.preview[cell]
    kind = faces.face_kind(sprite.piece)
    if kind in faces.FLAT_KINDS:
        # What covers a field is seen clearly; what swings over it must not hide how it lies now.
        door = view.board.kinds[cell] == "hinge"
        for pale in view.sprite(replace(sprite, alpha=0.5 if door else 0.78)):
            pale.paint(surface)
        return
    taken = any(
        here.piece is not sprite.piece and here.target is None
        for here in shown.by_cell.get(cell, ())
    )
    share, alpha = (0.42, 1.0) if taken else (faces.FACE_SPANS.get(kind, 0.8), 0.6)
    image = faces.face_image(view.theme, sprite.piece, max(4, round(view.size(cell) * share)))
    corner = image.get_rect(center=square(view, cell).center).topleft
    view.theme.put(surface, image, corner, alpha)


def _corners(surface: pygame.Surface, rect: pygame.Rect, paint: Colour, wider: int = 0) -> None:
    """The last move: four small angles in the corners of its cell."""
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
    """A piece that the last move turned: four dots where the last move itself has angles."""
    if view.board.kinds[cell] not in ("square", "pit"):
        return
    rect = square(view, cell, 0.84)
    side = max(4, round(rect.width * 0.085))
    for x in (rect.left, rect.right):
        for y in (rect.top, rect.bottom):
            dot(view, surface, (x, y), side, view.mark)


def _swung(view: Places, cell: Cell, shown: Shown, surface: pygame.Surface) -> None:
    """A door that the last move turned: a ring round its hinge."""
    thick = max(2, round(view.cell * 0.03))
    rimmed_ring(view, surface, cell, 0.3, view.theme.palette.mark, thick)


def _chosen(view: Places, cell: Cell, shown: Shown, surface: pygame.Surface) -> None:
    """A cell tapped so far: a strong double ring, or a frame round a piece that fills its cell."""
    thick = max(3, round(view.size(cell) * 0.05))
    if _flat(shown, cell):
        theme, rect = view.theme, square(view, cell).inflate(2 * thick, 2 * thick)
        draw.box(theme, surface, rect, None, thick, theme.palette.mark, thick + 2)
        draw.box(theme, surface, rect.inflate(-2, -2), None, thick, theme.palette.red, thick)
        return
    share = _ring_share(shown, cell, 0.2)
    rimmed_ring(view, surface, cell, share, view.theme.palette.mark, thick)


def _ring_share(shown: Shown, cell: Cell, wider: float) -> float:
    """The share of its cell that a ring takes, by how much wider than its piece it is."""
    for seen in shown.by_cell.get(cell, ()):
        return min(1.0, faces.FACE_SPANS[faces.face_kind(seen.piece)] + wider)
    return 1.0


def _cursor(view: Places, cell: Cell, shown: Shown, surface: pygame.Surface) -> None:
    """The keyboard's cell: a light frame within a dark one."""
    rect = square(view, cell)
    thick = max(2, round(rect.width * 0.05))
    pygame.draw.rect(surface, DARK, rect, thick + 2, border_radius=rect.width // 8)
    pygame.draw.rect(
        surface, view.theme.palette.mark, rect.inflate(-2, -2), thick, border_radius=rect.width // 8
    )
