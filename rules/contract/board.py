"""Board geometry: cells with names and centres."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeVar

_T = TypeVar("_T")

Cell = int
"""The index of a cell in `Board.names`. Everything that can be tapped is a cell."""

Point = tuple[float, float]
"""A point in cell units: x to the right, y down. The top left corner of a1 is (0, 0)."""

CellKind = Literal["square", "pit", "hinge", "beside"]
"""The appearance of a cell: a square, a round pit, the hinge of a door, a slot beside the board."""

Ground = Literal["cloth", "wood", "paper"]
"""The material of the squares: green cloth, wood with pits, or pale paper."""

DIRECTIONS = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
"""Steps (column, row) of the eight rays, clockwise from north."""


@dataclass(frozen=True)
class Board:
    """All cells of a game, in tuples indexed by cell.

    A cell beside the board is shown in the panel of its player in `owners`, or of the mover if that
    is None. Its centre is ignored.
    """

    names: tuple[str, ...]
    centres: tuple[Point, ...]
    kinds: tuple[CellKind, ...]
    owners: tuple[int | None, ...]
    columns: int
    rows: int
    star_points: tuple[Point, ...] = ()
    """Small dots painted on the board."""
    ground: Ground = "cloth"
    seams: tuple[int, ...] = ()
    """Columns after which a seam between parts of the board is drawn."""

    def cell_named(self, name: str) -> Cell:
        """Return the cell named `name`; raises ValueError if there is none."""
        return self.names.index(name)

    def confirms(self, cell: Cell) -> bool:
        """Return whether a tap on the cell confirms a move; it is shown beside the piece."""
        return self.names[cell] == "lay"

    def of_kind(self, *kinds: CellKind) -> tuple[Cell, ...]:
        """Return the cells of these kinds, in order."""
        return tuple(cell for cell, kind in enumerate(self.kinds) if kind in kinds)

    def laid(self, sides: tuple[int, int], items: Sequence[_T]) -> tuple[_T, ...]:
        """Return the item of each grid cell.

        Cells in the bitboard sides[0] have items[1], cells in sides[1] items[2], others items[0].
        """
        layout = [items[0]] * (self.columns * self.rows)
        for side, item in zip(sides, items[1:], strict=True):
            for cell in cells(side):
                layout[cell] = item
        return tuple(layout)

    def lines(self, signs: Iterable[str]) -> list[str]:
        """Return the signs of all grid cells as one string per row."""
        text = "".join(signs)
        return [text[at : at + self.columns] for at in range(0, len(text), self.columns)]

    def neighbour(self, cell: Cell, step: tuple[int, int]) -> Cell | None:
        """Return the grid cell one (column, row) step away; None if it is off the board."""
        column, row = cell % self.columns + step[0], cell // self.columns + step[1]
        if 0 <= column < self.columns and 0 <= row < self.rows:
            return row * self.columns + column
        return None

    def rays(self, cell: Cell) -> tuple[tuple[Cell, ...], ...]:
        """Return the grid cells from `cell` to the edge in each of DIRECTIONS, nearest first."""
        lines = []
        for step in DIRECTIONS:
            line: list[Cell] = []
            here = self.neighbour(cell, step)
            while here is not None:
                line.append(here)
                here = self.neighbour(here, step)
            lines.append(tuple(line))
        return tuple(lines)

    def distance(self, cell: Cell, other: Cell) -> int:
        """Return the Chebyshev distance of two grid cells: king moves on an empty board."""
        across = abs(cell % self.columns - other % self.columns)
        down = abs(cell // self.columns - other // self.columns)
        return max(across, down)


def grid(
    columns: int,
    rows: int,
    kind: CellKind = "square",
    star_points: tuple[Point, ...] = (),
    ground: Ground = "cloth",
    seams: tuple[int, ...] = (),
) -> Board:
    """Return a board of `columns` x `rows` cells named a1, b1 ... row by row."""
    names = tuple(f"{chr(97 + c)}{r + 1}" for r in range(rows) for c in range(columns))
    centres = tuple((c + 0.5, r + 0.5) for r in range(rows) for c in range(columns))
    count = columns * rows
    return Board(
        names=names,
        centres=centres,
        kinds=(kind,) * count,
        owners=(None,) * count,
        columns=columns,
        rows=rows,
        star_points=star_points,
        ground=ground,
        seams=seams,
    )


def extended(
    board: Board, name: str, kind: CellKind, centre: Point = (0.0, 0.0), owner: int | None = None
) -> Board:
    """Return the board with one more cell at the end: a hinge at `centre`, or a slot."""
    return replace(
        board,
        names=(*board.names, name),
        centres=(*board.centres, centre),
        kinds=(*board.kinds, kind),
        owners=(*board.owners, owner),
    )


def halves(boards: Iterable[int]) -> tuple[int, ...]:
    """Return the 32-bit halves of bitboards, for hashing: Python hashes modulo 2**61 - 1."""
    return tuple(half for bits in boards for half in (bits >> 32, bits & 0xFFFFFFFF))


def cells(bits: int) -> list[Cell]:
    """Return the set cells of a bitboard (bit n is cell n), lowest first."""
    numbers = []
    while bits:
        low = bits & -bits
        numbers.append(low.bit_length() - 1)
        bits ^= low
    return numbers
