"""Places on a board: cells to pixels and back, the places of pieces, and shapes on cells."""

import math
from collections.abc import Callable, Hashable, Mapping, Sequence

import pygame

from flipside.game.drawing import draw, faces
from flipside.game.drawing.display_list import DisplayItem
from flipside.game.drawing.draw import Pixels
from flipside.game.drawing.faces import Sprite
from flipside.game.services.theme import Colour, Theme, mixed
from flipside.rules.contract.board import Board, Cell


def frame_width(theme: Theme, width: int, columns: int, coordinates: bool) -> int:
    """The width of the wooden frame round a board that is `width` pixels wide with it."""
    if width < 420 * theme.unit:
        return theme.px(14 if coordinates else 6)
    return max(theme.px(18 if coordinates else 12), round(width / (columns + 1) * 0.32))


def framed_aspect(board: Board, coordinates: bool) -> float:
    """The width of a board by its height; the wooden frame, in cells, counts as a part of it."""
    frame = 0.66 if coordinates else 0.4
    return (board.columns + frame) / (board.rows + frame)


class Places:
    """The places of a board somewhere in the window."""

    def __init__(
        self,
        theme: Theme,
        board: Board,
        area: tuple[int, int, int, int],
        coordinates: bool,
        slots: Mapping[Cell, pygame.Rect] | None = None,
    ) -> None:
        self.theme = theme
        self.board = board
        self.slots = dict(slots or {})
        frame = frame_width(theme, area[2], board.columns, coordinates)
        room = pygame.Rect(area)
        # Not rounded, so that a board has the same proportions whatever the number of pixels.
        self.cell = max(
            4.0,
            min((room.width - 2 * frame) / board.columns, (room.height - 2 * frame) / board.rows),
        )
        size = round(self.cell * board.columns), round(self.cell * board.rows)
        self.field = pygame.Rect((0, 0), size)
        self.field.center = room.center
        self.rect = self.field.inflate(2 * frame, 2 * frame)
        self.frame = frame
        self.coordinates = coordinates and self.cell >= theme.px(14)

    # -- places ----------------------------------------------------------------------------------

    def centre(self, cell: Cell) -> tuple[float, float]:
        """The middle of a cell in pixels of the window; a slot's for a cell beside the board."""
        if cell in self.slots:
            return self.slots[cell].center
        x, y = self.board.centres[cell]
        return self.field.x + x * self.cell, self.field.y + y * self.cell

    def size(self, cell: Cell) -> float:
        """The side of a cell in pixels."""
        return self.slots[cell].width if cell in self.slots else self.cell

    def cell_at(self, at: tuple[int, int]) -> Cell | None:
        """The cell under a point of the window, or None."""
        for cell, slot in self.slots.items():
            if slot.collidepoint(at):
                return cell
        if not self.field.collidepoint(at):
            return None
        column = (at[0] - self.field.x) * self.board.columns // self.field.width
        row = (at[1] - self.field.y) * self.board.rows // self.field.height
        cell = row * self.board.columns + column
        return cell if self.board.kinds[cell] in ("square", "pit") else None

    def beside(self, cell: Cell, step: tuple[int, int]) -> Cell | None:
        """The cell one (column, row) step away, or None."""
        return self.board.neighbour(cell, step)

    @property
    def base(self) -> Colour:
        """The colour of the ground between the lines."""
        palette = self.theme.palette
        wood = mixed(palette.frame, (255, 214, 160), 0.34)
        return {"cloth": palette.board, "wood": wood, "paper": palette.paper}[self.board.ground]

    @property
    def mark(self) -> Colour:
        """The colour of marks that lie on the ground itself."""
        return (43, 38, 34) if self.board.ground == "paper" else self.theme.palette.mark

    @property
    def geometry(self) -> Hashable:
        """Another one whenever anything lies elsewhere, or the board is another one."""
        slots = tuple((cell, *slot) for cell, slot in self.slots.items())
        return self.board, tuple(self.field), self.frame, self.coordinates, slots

    def sprite(self, seen: Sprite) -> list[DisplayItem]:
        """One sprite at its place, as large as the cells there are; none without a slot."""
        if not self._seen(seen.cell):
            return []
        side, (x, y), goal = self.size(seen.cell), self.place(seen), None
        if seen.target is not None and self._seen(seen.target):
            end = self.size(seen.target)
            goal = end if end != side else None
            side += (end - side) * seen.share
        place = faces.sprite_place(seen, (x, y), side)

        def paint(surface: pygame.Surface) -> None:
            faces.sprite(self.theme, surface, seen, (x, y), side, goal)

        return [DisplayItem(seen, place, paint)]

    def _seen(self, cell: Cell) -> bool:
        """Whether the cell is anywhere on the screen: those beside the board need a slot."""
        return self.board.kinds[cell] != "beside" or cell in self.slots

    def place(self, seen: Sprite) -> tuple[float, float]:
        """The middle of a sprite in pixels of the window, between two cells if it is on its way."""
        start = self.centre(seen.cell)
        if seen.shift:
            return start[0] + seen.shift * self.size(seen.cell), start[1]
        if seen.target is None or not self._seen(seen.target):
            return start
        end = self.centre(seen.target)
        x, y = (
            start[0] + (end[0] - start[0]) * seen.share,
            start[1] + (end[1] - start[1]) * seen.share,
        )
        length = math.dist(start, end) or 1.0
        aside = seen.bow * self.cell / length
        return x - (end[1] - start[1]) * aside, y + (end[0] - start[0]) * aside


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
    tenth of a cell at most.
    """
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
