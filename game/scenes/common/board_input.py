"""State of pointer and keyboard on a board: preview, cursor, loupe."""

from collections.abc import Callable, Hashable
from functools import partial

import pygame

from flipside.game.board.places import Places
from flipside.game.drawing import draw
from flipside.game.drawing.display_list import DisplayItem
from flipside.game.services.theme import Theme
from flipside.rules.contract.board import Cell

BOARD_TARGET = "board"
"""Target of a press if the cells of the board are too small for a finger."""

_Point = tuple[int, int]


def is_on_board(target: Hashable) -> bool:
    """Return whether the target of a press is on the board."""
    return isinstance(target, int) or target == BOARD_TARGET


class BoardInput:
    """Previewed cell, keyboard cursor and loupe."""

    def __init__(self) -> None:
        self.places: Places | None = None
        """Place of the board, after the first layout."""
        self.take()

    def take(
        self,
        tap: Callable[[Cell], None] = lambda cell: None,
        free: Callable[[], frozenset[Cell]] = frozenset,
    ) -> None:
        """Start on a new board; `free` returns the cells that may be tapped."""
        self.tap, self._free = tap, free
        self.cursor: Cell | None = None
        self.previewed: Cell | None = None
        """Cell whose tap is previewed."""
        self.hold_cell: Cell | None = None
        self.glass: _Point | None = None
        """Point of the loupe."""

    def target_at(self, at: _Point) -> Hashable:
        """Return the target of a press there: a cell, or BOARD_TARGET where cells are small."""
        if self.small and self.places is not None and self.places.field.collidepoint(at):
            return BOARD_TARGET
        return self._cell_at(at)

    def cell_of(self, target: Hashable, at: _Point | None) -> Cell | None:
        """Return the cell of a target with the pointer at `at`; None beside the board."""
        cell = self._cell_at(at) if target == BOARD_TARGET else target
        return cell if isinstance(cell, int) else None

    def _cell_at(self, at: _Point | None) -> Cell | None:
        return self.places.cell_at(at) if self.places is not None and at is not None else None

    @property
    def small(self) -> bool:
        """Whether cells are too small for a finger; then a press shows the loupe."""
        return self.places is not None and self.places.cell < self.places.theme.px(LOUPE_CELL)

    # -- pointer: methods return whether the picture changed ---------------------------------------

    def press(self, target: Hashable, at: _Point) -> None:
        """Handle a press on a target: hide the cursor, show the loupe where cells are small."""
        if self.cursor is not None:
            self.cursor = self.previewed = None
        if target == BOARD_TARGET:
            self.drag(target, at)

    def drag(self, target: Hashable, at: _Point) -> bool:
        """Move the loupe, or preview a held cell only while the finger is on it."""
        if target == BOARD_TARGET:
            self.glass = at
            self.preview(self._cell_at(at))
            return True
        return (
            target is not None
            and target == self.hold_cell
            and self.preview(self.hold_cell if self._cell_at(at) == target else None)
        )

    def carry(self, at: _Point) -> None:
        """Handle that a piece is carried there: show only the loupe, where cells are small."""
        self.previewed = self.hold_cell = None
        self.glass = at if self.small else None

    def hold(self, target: Hashable) -> bool:
        """Preview a tap on the cell that a finger holds."""
        if not isinstance(target, int):
            return False
        self.hold_cell = target
        return self.preview(target)

    def release(self, target: Hashable) -> None:
        """End the preview and the loupe of a finger that went up."""
        if is_on_board(target):
            self.previewed = self.hold_cell = self.glass = None

    def preview(self, cell: Cell | None) -> bool:
        """Preview a tap on `cell` if it may be tapped."""
        before, self.previewed = self.previewed, cell if cell in self._free() else None
        return self.previewed != before

    # -- keyboard ----------------------------------------------------------------------------------

    def toggle_cursor(self, last: tuple[Cell, ...]) -> None:
        """Hide the cursor, or show it at the last move or in the middle."""
        if self.cursor is not None:
            self.cursor = self.previewed = None
        else:
            self.move_cursor((0, 0), last)

    def move_cursor(self, step: tuple[int, int], last: tuple[Cell, ...]) -> None:
        """Move the cursor; at first it appears at the last move, or in the middle."""
        assert self.places is not None
        board = self.places.board
        if self.cursor is None:
            middle = (board.rows // 2) * board.columns + board.columns // 2
            self.cursor = last[-1] if last else middle
            return
        there = self.places.beside(self.cursor, step)
        if there is not None:
            self.cursor = there
            self.preview(there)


LOUPE_CELL = 40
"""CSS pixels; squares smaller than this are shown in the loupe while a finger presses."""

_MAGNIFICATION = 2.2

_RADIUS, _ABOVE = 68, 104
"""CSS pixels: the glass's radius, and how far its middle is above the finger."""


def loupe_items(
    theme: Theme, window: tuple[int, int], at: tuple[int, int] | None
) -> list[DisplayItem]:
    """Return the loupe, which shows what is around `at` above or below the finger."""
    if at is None:
        return []
    radius = theme.px(_RADIUS)
    place = pygame.Rect(0, 0, 2 * radius, 2 * radius)
    place.center = at[0], at[1] - theme.px(_ABOVE)
    if place.top < 0:
        place.centery = at[1] + theme.px(_ABOVE)
    place.clamp_ip((0, 0, *window))
    # The picture below the glass may change at any time, so the glass is always painted again.
    edge, reach = 2 * theme.px(10), round(radius / _MAGNIFICATION)
    source = pygame.Rect(at[0] - reach, at[1] - reach, 2 * reach, 2 * reach)
    # It must be painted before the glass shows it.
    around = place.inflate(2 * edge, 2 * edge).union(source)
    return [DisplayItem(object(), around, partial(_paint, theme, source, place))]


def _paint(theme: Theme, source: pygame.Rect, place: pygame.Rect, surface: pygame.Surface) -> None:
    radius = place.width // 2
    original = pygame.Surface(source.size)
    original.fill(theme.palette.background)
    original.blit(surface, (0, 0), source)
    glass = pygame.transform.smoothscale(original.convert(24), place.size).convert_alpha()
    glass.blit(_mask(theme, radius), (0, 0), special_flags=pygame.BLEND_RGBA_MIN)
    shadow = draw.round_shadow(theme, 2 * radius, theme.px(10))
    theme.blend(surface, shadow, shadow.get_rect(center=place.center))
    theme.blend(surface, glass, place)
    draw.box(theme, surface, place, None, radius, theme.palette.ink, theme.px(3))


def _mask(theme: Theme, radius: int) -> pygame.Surface:
    def paint(large: pygame.Surface, finer: int) -> None:
        large.fill((255, 255, 255, 0))
        middle = large.get_width() / 2
        pygame.draw.circle(large, (255, 255, 255, 255), (middle, middle), middle)

    return draw.smooth(theme, "loupe", (2 * radius, 2 * radius), paint, finer=2)
