"""What is marked on a board: legal fields, the last move, previews, and the games' own marks.

Every kind of mark has a form of its own; colour only helps. Knows no rules.
"""

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import pygame

from game.drawing import draw, faces
from game.services.theme import Colour, mixed
from rules.board import Cell
from rules.position import Mark

if TYPE_CHECKING:
    from game.board.view import BoardView, Shown


def below(view: "BoardView", surface: pygame.Surface, shown: "Shown") -> None:
    """Marks that lie on the board, under the pieces."""
    for mark in shown.marks:
        if mark.kind == "join":
            _join(view, surface, mark)
        elif mark.kind == "goal":
            _goal(view, surface, mark)
    for cell in _bare(shown):
        _corners(surface, _square(view, cell, 0.9), view.mark)
    for cell in shown.changed:
        _corner_dots(view, surface, cell)


def key_below(shown: "Shown") -> object:
    """Another one whenever `below` draws something else."""
    return shown.marks, _bare(shown), shown.changed


def _bare(shown: "Shown") -> list[Cell]:
    """The cells of the last move that no flat piece covers."""
    return [cell for cell in shown.last if not _flat(shown, cell)]


def above(view: "BoardView", surface: pygame.Surface, shown: "Shown") -> None:
    """Marks that are seen over the pieces."""
    for cell in shown.preview:
        _preview(view, surface, cell, shown)
    for cell in shown.next_cells:
        if cell not in shown.preview and cell not in shown.taps:
            _next(view, surface, cell, shown)
    for mark in shown.marks:
        painter = _PAINTERS.get(mark.kind)
        if painter is not None:
            painter(view, surface, mark, shown.glow)
    for cell in shown.last:
        if _flat(shown, cell):
            rect = _square(view, cell, 0.96)
            _corners(surface, rect.inflate(2, 2), view.theme.palette.mark, 2)
            _corners(surface, rect, view.theme.palette.red)
    for cell in shown.changed:
        if view.board.kinds[cell] == "hinge":
            _swung(view, surface, cell)
    for cell in dict.fromkeys(shown.taps):
        _chosen(view, surface, cell, shown)
    if shown.cursor is not None:
        _cursor(view, surface, shown.cursor)


def _flat(shown: "Shown", cell: Cell) -> bool:
    """Whether a piece that covers its whole cell lies there, or would lie there."""
    seen = [sprite for sprite in shown.sprites if sprite.cell == cell]
    seen += [shown.preview[cell]] if cell in shown.preview else []
    return any(faces.kind(sprite.piece) in faces.FLAT for sprite in seen)


def _square(view: "BoardView", cell: Cell, share: float = 1.0) -> pygame.Rect:
    side = round(view.size(cell) * share)
    rect = pygame.Rect(0, 0, side, side)
    x, y = view.centre(cell)
    rect.center = (round(x), round(y))
    return rect


def _ring(
    view: "BoardView", surface: pygame.Surface, cell: Cell, share: float, paint: Colour, thick: int
) -> None:
    side = max(6, round(view.size(cell) * share))

    def draw_ring(large: pygame.Surface, finer: int) -> None:
        large.fill((*paint, 0))
        middle = large.get_width() / 2
        pygame.draw.circle(large, paint, (middle, middle), middle - 1, thick * finer)

    ring = draw.smooth(view.theme, ("ring", paint, thick), (side, side), draw_ring)
    view.theme.put(surface, ring, ring.get_rect(center=_square(view, cell).center).topleft)


def _dot(
    view: "BoardView", surface: pygame.Surface, at: tuple[float, float], side: int, paint: Colour
) -> None:
    def draw_dot(large: pygame.Surface, finer: int) -> None:
        large.fill((*paint, 0))
        middle = large.get_width() / 2
        pygame.draw.circle(large, paint, (middle, middle), middle - 1)

    dot = draw.smooth(view.theme, ("dot", paint), (side, side), draw_dot)
    view.theme.put(surface, dot, dot.get_rect(center=(round(at[0]), round(at[1]))).topleft)


def _next(view: "BoardView", surface: pygame.Surface, cell: Cell, shown: "Shown") -> None:
    """A cell that may be tapped: a small ring; the old manual's red spot; or nothing."""
    if shown.legal == "off" or view.board.kinds[cell] == "beside":
        return
    palette = view.theme.palette
    side = view.size(cell)
    taken = any(seen.cell == cell for seen in shown.sprites)
    thick = max(2, round(side * 0.035))
    if taken:
        share = min(0.92, _ring_share(shown, cell, 0.14))
        _ring(view, surface, cell, share, palette.mark, max(1, round(side * 0.022)))
    elif shown.legal == "red":
        _dot(view, surface, view.centre(cell), max(7, round(side * 0.32)), view.mark)
        _dot(view, surface, view.centre(cell), max(5, round(side * 0.25)), palette.red)
    else:
        _ring(view, surface, cell, 0.3, view.mark, thick)


def _preview(view: "BoardView", surface: pygame.Surface, cell: Cell, shown: "Shown") -> None:
    """A piece as it would be: pale on an empty cell, a small one on top of what would change."""
    sprite = shown.preview[cell]
    if faces.kind(sprite.piece) in faces.FLAT:
        # What covers a field is seen clearly; what swings over it must not hide how it lies now.
        door = view.board.kinds[cell] == "hinge"
        view.sprite(surface, replace(sprite, alpha=0.5 if door else 0.78))
        return
    taken = any(
        here.cell == cell and here.piece is not sprite.piece and here.target is None
        for here in shown.sprites
    )
    side = view.size(cell)
    kind = faces.kind(sprite.piece)
    if taken:
        image = faces.image(view.theme, sprite.piece, max(4, round(side * 0.42)))
        alpha = 255
    else:
        span = faces.SPAN.get(kind, 0.8)
        image = faces.image(view.theme, sprite.piece, max(4, round(side * span)))
        alpha = 150
    image = image.copy()
    image.set_alpha(alpha)
    surface.blit(image, image.get_rect(center=_square(view, cell).center))


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


def _corner_dots(view: "BoardView", surface: pygame.Surface, cell: Cell) -> None:
    """A piece that the last move turned: four dots where the last move itself has angles."""
    if view.board.kinds[cell] not in ("square", "pit"):
        return
    rect = _square(view, cell, 0.84)
    side = max(4, round(rect.width * 0.085))
    for x in (rect.left, rect.right):
        for y in (rect.top, rect.bottom):
            _dot(view, surface, (x, y), side, view.mark)


def _swung(view: "BoardView", surface: pygame.Surface, cell: Cell) -> None:
    """A door that the last move turned: a ring round its hinge."""
    thick = max(2, round(view.cell * 0.03))
    _ring(view, surface, cell, 0.3, (18, 12, 8), thick + 2)
    _ring(view, surface, cell, 0.28, view.theme.palette.mark, thick)


def _chosen(view: "BoardView", surface: pygame.Surface, cell: Cell, shown: "Shown") -> None:
    """A cell tapped so far: a strong double ring, or a frame round a piece that fills its cell."""
    thick = max(3, round(view.size(cell) * 0.05))
    if _flat(shown, cell):
        theme, rect = view.theme, _square(view, cell).inflate(2 * thick, 2 * thick)
        draw.box(theme, surface, rect, None, thick, theme.palette.mark, thick + 2)
        draw.box(theme, surface, rect.inflate(-2, -2), None, thick, theme.palette.red, thick)
        return
    share = _ring_share(shown, cell, 0.2)
    _ring(view, surface, cell, share, (18, 12, 8), thick + 2)
    _ring(view, surface, cell, share - 0.02, view.theme.palette.mark, thick)


def _ring_share(shown: "Shown", cell: Cell, wider: float) -> float:
    """How much of its cell a ring takes that is so much wider than the piece in it."""
    for seen in shown.sprites:
        if seen.cell == cell:
            return min(1.0, faces.SPAN[faces.kind(seen.piece)] + wider)
    return 1.0


def _cursor(view: "BoardView", surface: pygame.Surface, cell: Cell) -> None:
    """The keyboard's cell: a light frame within a dark one."""
    rect = _square(view, cell)
    thick = max(2, round(rect.width * 0.05))
    dark = (18, 12, 8)
    pygame.draw.rect(surface, dark, rect, thick + 2, border_radius=rect.width // 8)
    pygame.draw.rect(
        surface, view.theme.palette.mark, rect.inflate(-2, -2), thick, border_radius=rect.width // 8
    )


# -- the games' own marks --------------------------------------------------------------------------


def _bounds(view: "BoardView", cells: tuple[Cell, ...]) -> pygame.Rect:
    return _square(view, cells[0]).unionall([_square(view, cell) for cell in cells[1:]])


def _tint(view: "BoardView", mark: Mark) -> Colour:
    if mark.colour is None:
        return view.theme.palette.mark
    return faces.colours(view.theme, mark.colour)


def _banned(view: "BoardView", surface: pygame.Surface, mark: Mark, glow: float) -> None:
    for cell in mark.cells:
        rect = _square(view, cell, 0.62)
        thick = max(3, round(rect.width * 0.13))
        ends = (rect.bottomleft, rect.topright)
        draw.line(surface, (18, 12, 8), *ends, 2 * thick + 1)
        draw.line(surface, view.theme.palette.mark, *ends, thick)


def _threat(view: "BoardView", surface: pygame.Surface, mark: Mark, glow: float) -> None:
    """A dashed outline round the group, a little inside it."""
    thick = max(2, view.theme.px(3))
    tint = _tint(view, mark)
    for start, end in _outline(view, mark.cells, inset=thick):
        for i in (0, 1):
            here = _between(start, end, (i + 0.2) / 2)
            there = _between(start, end, (i + 0.8) / 2)
            draw.line(surface, _contrast(tint), here, there, thick + 3)
            draw.line(surface, tint, here, there, thick)


def _outline(
    view: "BoardView", cells: tuple[Cell, ...], inset: int = 0
) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """The sides of the cells beyond which the group does not go on."""
    group = set(cells)
    sides = []
    for cell in cells:
        rect = _square(view, cell).inflate(-2 * inset, -2 * inset)
        for step, start, end in (
            ((0, -1), rect.topleft, rect.topright),
            ((1, 0), rect.topright, rect.bottomright),
            ((0, 1), rect.bottomleft, rect.bottomright),
            ((-1, 0), rect.topleft, rect.bottomleft),
        ):
            if view.board.neighbour(cell, step) not in group:
                sides.append((start, end))
    return sides


def _between(
    start: tuple[float, float], end: tuple[float, float], share: float
) -> tuple[float, float]:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _line(view: "BoardView", surface: pygame.Surface, mark: Mark, glow: float) -> None:
    rect = _bounds(view, mark.cells)
    thick = max(3, view.theme.px(4))
    _halo(view, surface, rect, glow)
    radius = view.cell // 3
    draw.box(view.theme, surface, rect, None, radius, border=(18, 12, 8), thick=thick + 2)
    inner = rect.inflate(-2, -2)
    draw.box(view.theme, surface, inner, None, radius, view.theme.palette.mark, thick)


def _halo(view: "BoardView", surface: pygame.Surface, rect: pygame.Rect, glow: float) -> None:
    if glow <= 0:
        return
    light = pygame.Surface(rect.size, pygame.SRCALPHA)
    light.fill((255, 240, 190, round(90 * glow)))
    surface.blit(light, rect)


def _island(view: "BoardView", surface: pygame.Surface, mark: Mark, glow: float) -> None:
    """An outline along every side of the group where no cell of the group follows."""
    thick = max(3, round(view.cell * 0.07))
    for cell in mark.cells:
        _halo(view, surface, _square(view, cell), glow)
    lines = _outline(view, mark.cells)
    for start, end in lines:
        draw.line(surface, (18, 12, 8), start, end, thick + 3)
    tint = mixed(_tint(view, mark), (255, 255, 255), 0.25)
    for start, end in lines:
        draw.line(surface, tint, start, end, thick)


def _join(view: "BoardView", surface: pygame.Surface, mark: Mark) -> None:
    one, other = (view.centre(cell) for cell in mark.cells[:2])
    thick = max(4, round(view.cell * 0.2))
    draw.line(surface, (18, 12, 8), one, other, thick + 3)
    draw.line(surface, _tint(view, mark), one, other, thick)


def _goal(view: "BoardView", surface: pygame.Surface, mark: Mark) -> None:
    """Cells to be reached: a square frame of the colour that wants to get there."""
    thick = max(2, round(view.cell * 0.045))
    radius = max(3, round(view.cell * 0.16))
    tint = _tint(view, mark)
    for cell in mark.cells:
        rect = _square(view, cell, 0.86)
        draw.box(view.theme, surface, rect, None, radius, _contrast(tint), thick + 2)
        draw.box(view.theme, surface, rect.inflate(-2, -2), None, radius - 1, tint, thick)


def _contrast(paint: Colour) -> Colour:
    """Light for a dark colour, dark for a light one."""
    return (18, 12, 8) if sum(paint) > 360 else (246, 239, 226)


def _way(view: "BoardView", surface: pygame.Surface, mark: Mark, glow: float) -> None:
    """An arrow head between the cells: open; a bar: closed; a cross: not allowed."""
    one, other = (view.centre(cell) for cell in mark.cells[:2])
    middle = _between(one, other, 0.5)
    size = view.cell * 0.15
    angle = math.atan2(other[1] - one[1], other[0] - one[0])
    across = (math.cos(angle + math.pi / 2) * size, math.sin(angle + math.pi / 2) * size)
    along = (math.cos(angle) * size, math.sin(angle) * size)
    x, y = middle
    paint, dark = view.theme.palette.mark, (18, 12, 8)
    thick = max(3, round(view.cell * 0.05))
    if mark.kind == "way":
        tip = (x + along[0], y + along[1])
        strokes = [
            ((x - along[0] * 0.5 + across[0], y - along[1] * 0.5 + across[1]), tip),
            ((x - along[0] * 0.5 - across[0], y - along[1] * 0.5 - across[1]), tip),
        ]
    elif mark.kind == "shut":
        strokes = [((x + across[0], y + across[1]), (x - across[0], y - across[1]))]
    else:
        a, b = (along[0] + across[0]) * 0.7, (along[1] + across[1]) * 0.7
        c, d = (along[0] - across[0]) * 0.7, (along[1] - across[1]) * 0.7
        strokes = [((x - a, y - b), (x + a, y + b)), ((x - c, y - d), (x + c, y + d))]
    for start, end in strokes:
        draw.line(surface, dark, start, end, thick + 3)
    for start, end in strokes:
        draw.line(surface, paint, start, end, thick)


def _counter(view: "BoardView", surface: pygame.Surface, mark: Mark, glow: float) -> None:
    for cell in mark.cells:
        thick = max(3, round(view.cell * 0.05))
        _ring(view, surface, cell, 0.96, (18, 12, 8), thick + 2)
        _ring(view, surface, cell, 0.94, view.theme.palette.accent, thick)
        _dot(view, surface, view.centre(cell), max(6, round(view.cell * 0.16)), (18, 12, 8))
        _dot(
            view,
            surface,
            view.centre(cell),
            max(4, round(view.cell * 0.11)),
            view.theme.palette.mark,
        )


_PAINTERS = {
    "banned": _banned,
    "threat": _threat,
    "line": _line,
    "island": _island,
    "way": _way,
    "shut": _way,
    "barred": _way,
    "counter": _counter,
}
