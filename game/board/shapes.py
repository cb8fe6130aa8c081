"""Squares, rings and dots on the cells of a board."""

from collections.abc import Callable, Hashable, Sequence

import pygame

from flipside.game.board.places import Places
from flipside.game.drawing import draw
from flipside.game.drawing.display_list import DisplayItem
from flipside.game.drawing.draw import Pixels
from flipside.game.services.theme import Colour
from flipside.rules.contract.board import Cell

DARK: Colour = (18, 12, 8)
"""The rim of light marks, so that they are seen on any ground."""


def square(view: Places, cell: Cell, share: float = 1.0) -> pygame.Rect:
    side = round(view.size(cell) * share)
    rect = pygame.Rect(0, 0, side, side)
    x, y = view.centre(cell)
    rect.center = (round(x), round(y))
    return rect


def around(view: Places, cells: Sequence[Cell], share: float = 1.0) -> pygame.Rect:
    """The least rectangle round the squares of cells."""
    return square(view, cells[0], share).unionall([square(view, one, share) for one in cells[1:]])


def cell_item(
    view: Places,
    cells: Cell | Sequence[Cell],
    look: Hashable,
    paint: Callable[[pygame.Surface], None],
    stands_out: bool = False,
    share: float = 1.0,
) -> DisplayItem:
    """A mark on cells, or on a share of their sides; one that `stands_out` of them does so by a
    tenth of a cell at most."""
    some = (cells,) if isinstance(cells, int) else cells
    rim = 2 * max(6, round(view.size(some[0]) * 0.1)) if stands_out else 0
    return DisplayItem((look, cells), around(view, some, share).inflate(rim, rim), paint)


def ring(
    view: Places, surface: pygame.Surface, cell: Cell, share: float, paint: Colour, thick: int
) -> None:
    side = max(6, round(view.size(cell) * share))

    def draw_ring(large: pygame.Surface, finer: int) -> None:
        large.fill((*paint, 0))
        middle = large.get_width() / 2
        pygame.draw.circle(large, paint, (middle, middle), middle - 1, thick * finer)

    ring = draw.smooth(view.theme, ("ring", paint, thick), (side, side), draw_ring)
    view.theme.put(surface, ring, ring.get_rect(center=square(view, cell).center).topleft)


def rimmed_ring(
    view: Places, surface: pygame.Surface, cell: Cell, share: float, paint: Colour, thick: int
) -> None:
    ring(view, surface, cell, share, DARK, thick + 2)
    ring(view, surface, cell, share - 0.02, paint, thick)


def dot(view: Places, surface: pygame.Surface, at: Pixels, side: int, paint: Colour) -> None:
    def draw_dot(large: pygame.Surface, finer: int) -> None:
        large.fill((*paint, 0))
        middle = large.get_width() / 2
        pygame.draw.circle(large, paint, (middle, middle), middle - 1)

    dot = draw.smooth(view.theme, ("dot", paint), (side, side), draw_dot)
    view.theme.put(surface, dot, dot.get_rect(center=(round(at[0]), round(at[1]))).topleft)


def strokes(
    surface: pygame.Surface,
    lines: Sequence[tuple[Pixels, Pixels]] | Sequence[tuple[pygame.Vector2, pygame.Vector2]],
    paint: Colour,
    thick: int,
    rim: Colour = DARK,
) -> None:
    """Lines with a rim of another colour."""
    for colour, width in ((rim, thick + 3), (paint, thick)):
        for start, end in lines:
            draw.stroke(surface, colour, (start[0], start[1]), (end[0], end[1]), width)
