"""Pointers and the keyboard cursor on a board: preview and magnifying glass."""

from collections.abc import Callable, Hashable
from functools import partial

import pygame

from flipside.game.board.places import Places
from flipside.game.drawing import draw
from flipside.game.drawing.display_list import DisplayItem
from flipside.game.services.theme import Theme
from flipside.rules.contract.board import Cell

BOARD_TARGET = "board"
"""The target of a press on a board whose cells are too small for a finger."""

_Point = tuple[int, int]


def is_on_board(target: Hashable) -> bool:
    """Return whether a target is on the board."""
    return isinstance(target, int) or target == BOARD_TARGET


class BoardInput:
    """The previewed cell, the keyboard cursor and the magnifying glass."""

    def __init__(self) -> None:
        self.places: Places | None = None
        """The places of the board in the window; None before the first layout."""
        self.take()

    def take(
        self,
        tap: Callable[[Cell], None] = lambda cell: None,
        free: Callable[[], frozenset[Cell]] = frozenset,
    ) -> None:
        """Begin with a new board; `free` returns the cells that may be tapped."""
        self.tap, self._free = tap, free
        self.cursor: Cell | None = None
        self.previewed: Cell | None = None
        self.hold_cell: Cell | None = None
        self.glass: _Point | None = None
        """The point that the magnifying glass shows; None without the glass."""

    def target_at(self, at: _Point) -> Hashable:
        """Return the target at a point: a cell, BOARD_TARGET if cells are small, or None."""
        if self.small and self.places is not None and self.places.field.collidepoint(at):
            return BOARD_TARGET
        return self._cell_at(at)

    def cell_of(self, target: Hashable, at: _Point | None) -> Cell | None:
        """Return the cell of a press on `target` at the point `at`; None if it is on no cell."""
        cell = self._cell_at(at) if target == BOARD_TARGET else target
        return cell if isinstance(cell, int) else None

    def _cell_at(self, at: _Point | None) -> Cell | None:
        return self.places.cell_at(at) if self.places is not None and at is not None else None

    @property
    def small(self) -> bool:
        """Whether cells are too small for a finger, so that a press shows the magnifying glass."""
        return self.places is not None and self.places.cell < self.places.theme.px(LOUPE_CELL)

    # -- pointer: methods return whether the picture changed ---------------------------------------

    def press(self, target: Hashable, at: _Point) -> None:
        """Handle a press: hide the cursor, and show the magnifying glass if cells are small."""
        if self.cursor is not None:
            self.cursor = self.previewed = None
        if target == BOARD_TARGET:
            self.drag(target, at)

    def drag(self, target: Hashable, at: _Point) -> bool:
        """Move the glass to `at`, or preview the held cell while the finger is on this cell."""
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
        """Handle that a piece is carried there: show only the loupe, above small cells."""
        self.previewed = self.hold_cell = None
        self.glass = at if self.small and self._cell_at(at) is not None else None

    def hold(self, target: Hashable) -> bool:
        """Preview a tap on the cell on which a finger rests."""
        if not isinstance(target, int):
            return False
        self.hold_cell = target
        return self.preview(target)

    def release(self, target: Hashable) -> None:
        """End the preview and the glass of a finger that went up."""
        if is_on_board(target):
            self.previewed = self.hold_cell = self.glass = None

    def preview(self, cell: Cell | None) -> bool:
        """Preview a tap on `cell`, if it may be tapped."""
        before, self.previewed = self.previewed, cell if cell in self._free() else None
        return self.previewed != before

    # -- keyboard ----------------------------------------------------------------------------------

    def toggle_cursor(self, last: tuple[Cell, ...]) -> None:
        """Hide the cursor, or show it on the last move or in the middle of the board."""
        if self.cursor is not None:
            self.cursor = self.previewed = None
        else:
            self.move_cursor((0, 0), last)

    def move_cursor(self, step: tuple[int, int], last: tuple[Cell, ...]) -> None:
        """Move the cursor by `step`; a hidden cursor appears on the last move or in the middle."""
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
"""Cells with a width of fewer CSS pixels are shown in the magnifying glass during a press."""

_MAGNIFICATION = 2.2

_RADIUS, _ABOVE = 68, 104
"""CSS pixels of the glass's radius, and of the distance from its middle to the finger."""


def loupe_items(
    theme: Theme, window: tuple[int, int], at: tuple[int, int] | None
) -> list[DisplayItem]:
    """Return the magnifying glass, which shows the surroundings of `at`; [] if `at` is None."""
    if at is None:
        return []
    radius = theme.px(_RADIUS)
    place = pygame.Rect(0, 0, 2 * radius, 2 * radius)
    place.center = at[0], at[1] - theme.px(_ABOVE)
    if place.top < 0:
        place.centery = at[1] + theme.px(_ABOVE)
    place.clamp_ip((0, 0, *window))
    # The picture below the glass may change in each frame, so the look is always new.
    edge, reach = 2 * theme.px(10), round(radius / _MAGNIFICATION)
    source = pygame.Rect(at[0] - reach, at[1] - reach, 2 * reach, 2 * reach)
    # The place includes `source`, so that what the glass shows is painted first.
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
