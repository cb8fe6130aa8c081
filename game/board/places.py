"""Places on a board: cells as pixels and back, the places of pieces, and shapes on cells."""

import math
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import replace

import pygame

from flipside.game.drawing import draw, faces
from flipside.game.drawing.display_list import DisplayItem
from flipside.game.drawing.draw import Pixels
from flipside.game.drawing.faces import Sprite
from flipside.game.services.theme import PALE_GROUNDS, Colour, Theme
from flipside.rules.contract.board import Board, Cell


def frame_width(theme: Theme, width: int, columns: int, coordinates: bool) -> int:
    """Return the width of a board's wooden frame; `width` is that of the board with its frame."""
    if width < 420 * theme.unit:
        return theme.px(14 if coordinates else 6)
    return max(theme.px(18 if coordinates else 12), round(width / (columns + 1) * 0.32))


def framed_aspect(board: Board, coordinates: bool) -> float:
    """Return the width of a board divided by its height, both with the frame."""
    frame = 0.66 if coordinates else 0.4
    return (board.columns + frame) / (board.rows + frame)


class Places:
    """The places of a board in the window, in pixels."""

    def __init__(
        self,
        theme: Theme,
        board: Board,
        area: tuple[int, int, int, int],
        coordinates: bool,
        slots: Mapping[Cell, pygame.Rect] | None = None,
        turned: bool = False,
    ) -> None:
        self.theme = theme
        self.board = board
        self.turned = turned
        self._still: dict[Sprite, list[DisplayItem]] = {}
        """The items of sprites that do not move; pictures often contain the same ones."""
        self.slots = dict(slots or {})
        frame = frame_width(theme, area[2], board.columns, coordinates)
        room = pygame.Rect(area)
        # Not rounded, so that the proportions do not depend on the number of pixels.
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
        """Return the middle of a cell in the window; a cell beside the board must have a slot."""
        if cell in self.slots:
            return self.slots[cell].center
        x, y = self.board.centres[cell]
        if self.turned:
            x, y = self.board.columns - x, self.board.rows - y
        return self.field.x + x * self.cell, self.field.y + y * self.cell

    def size(self, cell: Cell) -> float:
        """Return the width of a cell in pixels."""
        return self.slots[cell].width if cell in self.slots else self.cell

    def cell_at(self, at: tuple[int, int]) -> Cell | None:
        """Return the cell at a point of the window, or None."""
        for cell, slot in self.slots.items():
            if slot.collidepoint(at):
                return cell
        if not self.field.collidepoint(at):
            return None
        column = (at[0] - self.field.x) * self.board.columns // self.field.width
        row = (at[1] - self.field.y) * self.board.rows // self.field.height
        cell = row * self.board.columns + column
        if self.turned:
            cell = self.board.columns * self.board.rows - 1 - cell
        return cell if self.board.kinds[cell] in ("square", "pit") else None

    def beside(self, cell: Cell, step: tuple[int, int]) -> Cell | None:
        """Return the cell one (column, row) step away as the board is seen, or None."""
        return self.board.neighbour(cell, (-step[0], -step[1]) if self.turned else step)

    def as_seen(self, sprite: Sprite) -> Sprite:
        """Return a sprite with its faces as they are seen on this board."""
        if not self.turned:
            return sprite
        back = sprite.back and sprite.back.turned()
        return replace(sprite, piece=sprite.piece.turned(), back=back)

    @property
    def base(self) -> Colour:
        """The colour of the ground of the board."""
        return self.theme.palette.grounds[self.material]

    @property
    def material(self) -> str:
        """The material of the ground: `Settings.board`, or that of the game if it is "classic"."""
        return self.board.ground if self.theme.board == "classic" else self.theme.board

    @property
    def mark(self) -> Colour:
        """The colour of marks on the ground."""
        return _DARK_MARK if self.material in PALE_GROUNDS else self.theme.palette.mark

    @property
    def geometry(self) -> Hashable:
        """A key that changes if the board, or the place of a cell, changes."""
        slots = tuple((cell, *slot) for cell, slot in self.slots.items())
        return self.board, tuple(self.field), self.frame, self.coordinates, slots, self.turned

    def still_sprite(self, sprite: Sprite) -> list[DisplayItem]:
        """Return a sprite that does not move, as `sprite` does: the same item for each picture."""
        if sprite not in self._still:
            self._still[sprite] = self.sprite(sprite)
        return self._still[sprite]

    def sprite(self, sprite: Sprite) -> list[DisplayItem]:
        """Return a sprite at its place in the window; [] if its cell has no place."""
        if not self._is_visible(sprite.cell):
            return []
        side, (x, y), goal = self.size(sprite.cell), self.place(sprite), None
        if sprite.target is not None and self._is_visible(sprite.target):
            end = self.size(sprite.target)
            goal = end if end != side else None
            side += (end - side) * sprite.share
        place = faces.sprite_place(sprite, (x, y), side)

        def paint(surface: pygame.Surface) -> None:
            faces.draw_sprite(self.theme, surface, self.as_seen(sprite), (x, y), side, goal)

        return [DisplayItem(sprite, place, paint)]

    def _is_visible(self, cell: Cell) -> bool:
        """Return whether a cell has a place; cells beside the board have one only with a slot."""
        return self.board.kinds[cell] != "beside" or cell in self.slots

    def place(self, sprite: Sprite) -> tuple[float, float]:
        """Return the middle of a sprite in the window; a moving sprite is between two cells."""
        start = self.centre(sprite.cell)
        if sprite.shift:
            return start[0] + sprite.shift * self.size(sprite.cell), start[1]
        if sprite.target is None or not self._is_visible(sprite.target):
            return start
        end = self.centre(sprite.target)
        x, y = (
            start[0] + (end[0] - start[0]) * sprite.share,
            start[1] + (end[1] - start[1]) * sprite.share,
        )
        length = math.dist(start, end) or 1.0
        aside = sprite.bow * self.cell / length
        return x - (end[1] - start[1]) * aside, y + (end[0] - start[0]) * aside


_DARK_MARK: Colour = (43, 38, 34)
"""The colour of marks on pale grounds."""

DARK: Colour = (18, 12, 8)
"""The colour of the rim of light marks. It makes them visible on any ground."""


def square(view: Places, cell: Cell, share: float = 1.0) -> pygame.Rect:
    """Return the square around the middle of a cell; `share` is its size relative to the cell."""
    side = round(view.size(cell) * share)
    rect = pygame.Rect(0, 0, side, side)
    x, y = view.centre(cell)
    rect.center = (round(x), round(y))
    return rect


def around(view: Places, cells: Sequence[Cell], share: float = 1.0) -> pygame.Rect:
    """Return the smallest rectangle that contains the squares of all `cells`."""
    return square(view, cells[0], share).unionall([square(view, cell, share) for cell in cells[1:]])


def place_beside(
    view: Places, cell: Cell, side: int, area: pygame.Rect, others: Iterable[Cell]
) -> pygame.Rect:
    """Return a square of that side in an area, next to a cell; it covers few of `others`."""
    here, covered = square(view, cell), [square(view, other) for other in others]
    reach, places = (here.width + side) // 2 + view.theme.px(8), list[pygame.Rect]()
    for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1)):
        place = pygame.Rect(0, 0, side, side)
        place.center = here.centerx + x * reach, here.centery + y * reach
        if not place.clamp(area).colliderect(here):
            places.append(place.clamp(area))
    return min(places, key=lambda place: len(place.collidelistall(covered)))


def cell_item(
    view: Places,
    cells: Cell | Sequence[Cell],
    look: Hashable,
    paint: Callable[[pygame.Surface], None],
    stands_out: bool = False,
    share: float = 1.0,
) -> DisplayItem:
    """Return a mark on cells; if it `stands_out`, it may be larger by a tenth of a cell."""
    all_cells = (cells,) if isinstance(cells, int) else cells
    margin = 2 * max(6, round(view.size(all_cells[0]) * 0.1)) if stands_out else 0
    return DisplayItem((look, cells), around(view, all_cells, share).inflate(margin, margin), paint)


def ring(
    view: Places, surface: pygame.Surface, cell: Cell, share: float, paint: Colour, thick: int
) -> None:
    """Draw a ring on a cell; `share` is its size relative to the cell."""
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
    """Draw a ring with a dark rim."""
    ring(view, surface, cell, share, DARK, thick + 2)
    ring(view, surface, cell, share - 0.02, paint, thick)


def dot(view: Places, surface: pygame.Surface, at: Pixels, side: int, paint: Colour) -> None:
    """Draw a dot that is `side` pixels wide."""

    def draw_dot(large: pygame.Surface, finer: int) -> None:
        large.fill((*paint, 0))
        middle = large.get_width() / 2
        pygame.draw.circle(large, paint, (middle, middle), middle - 1)

    dot = draw.smooth(view.theme, ("dot", paint), (side, side), draw_dot)
    view.theme.put(surface, dot, dot.get_rect(center=(round(at[0]), round(at[1]))).topleft)


def strokes(
    view: Places,
    surface: pygame.Surface,
    lines: Sequence[tuple[Pixels, Pixels]] | Sequence[tuple[pygame.Vector2, pygame.Vector2]],
    paint: Colour,
    thick: int,
    rim: Colour = DARK,
) -> None:
    """Draw lines, each with a rim of another colour."""
    for colour, width in ((rim, thick + 3), (paint, thick)):
        for start, end in lines:
            draw.stroke(view.theme, surface, colour, (start[0], start[1]), (end[0], end[1]), width)
