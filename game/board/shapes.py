"""Squares, rings and dots on the cells of a board."""

from collections.abc import Callable, Hashable, Sequence

import pygame

from game.board.places import Places
from game.drawing import draw
from game.drawing.display_list import DisplayItem
from game.services.theme import Colour
from rules.contract.board import Cell


def square(view: Places, cell: Cell, share: float = 1.0) -> pygame.Rect:
    side = round(view.size(cell) * share)
    rect = pygame.Rect(0, 0, side, side)
    x, y = view.centre(cell)
    rect.center = (round(x), round(y))
    return rect


def cell_item(
    view: Places,
    cells: Cell | Sequence[Cell],
    look: Hashable,
    paint: Callable[[pygame.Surface], None],
    stands_out: bool = False,
) -> DisplayItem:
    """A mark on cells; one that `stands_out` of them does so by a tenth of a cell at most."""
    first, *others = (cells,) if isinstance(cells, int) else cells
    place = square(view, first).unionall([square(view, cell) for cell in others])
    rim = 2 * max(6, round(view.size(first) * 0.1)) if stands_out else 0
    return DisplayItem((look, cells), place.inflate(rim, rim), paint)


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


def dot(
    view: Places, surface: pygame.Surface, at: tuple[float, float], side: int, paint: Colour
) -> None:
    def draw_dot(large: pygame.Surface, finer: int) -> None:
        large.fill((*paint, 0))
        middle = large.get_width() / 2
        pygame.draw.circle(large, paint, (middle, middle), middle - 1)

    dot = draw.smooth(view.theme, ("dot", paint), (side, side), draw_dot)
    view.theme.put(surface, dot, dot.get_rect(center=(round(at[0]), round(at[1]))).topleft)
