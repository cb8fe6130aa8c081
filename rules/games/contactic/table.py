"""The table of Contactic: the fields, what lies beside them, and islands as sets of bits.

A set of fields is an int, bit n for field n. Knows no tiles in play.
"""

from dataclasses import dataclass
from functools import cache

from rules.contract.board import Board, Cell, extended, grid
from rules.contract.position import Move
from rules.games.contactic.tiles import EAST, NORTH, SOUTH, WEST

SIZES = ("11x11", "13x13", "15x7", "13x9")

SEAM = {11: 4, 13: 4, 15: 5}
"""By columns of the board, how many of them its outer parts have (CT-4)."""

_SIDES = (
    ((0, -1), NORTH, SOUTH),
    ((1, 0), EAST, WEST),
    ((0, 1), SOUTH, NORTH),
    ((-1, 0), WEST, EAST),
)
"""Step to the neighbour, the edge toward it, its edge toward here."""


@dataclass(frozen=True, eq=False)
class Table:
    """A board with its cells; pairs are of player 0 and player 1."""

    board: Board
    fields: int
    """Number of fields; they are the cells from 0 on."""
    neutral: Cell
    hand: tuple[Cell, Cell]
    pile: tuple[Cell, Cell]
    leftover: tuple[Cell, Cell]
    dead: tuple[Cell, Cell]
    lay: Cell
    object: Cell
    """Only a cell of the board when the referee is off, and so is `waive`; else -1."""
    waive: Cell
    """Where a player taps who passes by choice."""
    beside: tuple[tuple[tuple[Cell, int, int], ...], ...]
    """Per field its neighbours: the cell, the edge toward it, its edge toward the field."""
    layings: tuple[tuple[tuple[Move, ...], ...], ...]
    """Per field and number of accepted turns: the moves."""
    west_most: int
    east_most: int
    all: int

    def around(self, fields: int) -> int:
        """All fields that touch one of these edge to edge, and maybe some of these themselves."""
        wide = self.board.columns
        sideways = (fields & ~self.east_most) << 1 | (fields & ~self.west_most) >> 1
        return (sideways | fields << wide | fields >> wide) & self.all

    def islands(self, fields: int) -> tuple[int, ...]:
        """These fields parted into groups connected edge to edge (CT-9)."""
        found = []
        while fields:
            island, grown = 0, fields & -fields
            while grown != island:
                island = grown
                grown |= self.around(island) & fields
            found.append(island)
            fields &= ~island
        return tuple(found)

    def joined(self, islands: tuple[int, ...], field: Cell) -> tuple[int, ...]:
        """The islands after one more tile of their colour on `field`."""
        new = 1 << field
        near = self.around(new)
        apart = []
        for island in islands:
            if island & near:
                new |= island
            else:
                apart.append(island)
        return (*apart, new)


def largest(islands: tuple[int, ...]) -> int:
    """The island with most tiles, the same one however they are ordered; 0 if there is none."""
    return max(islands, key=lambda island: (island.bit_count(), island), default=0)


@cache
def table(size: str, referee: bool) -> Table:
    """The table of a size such as "11x11" (CT-4); without referee it has cells for objecting."""
    columns, rows = (int(number) for number in size.split("x"))
    board = grid(columns, rows, ground="paper", seams=(SEAM[columns], columns - SEAM[columns]))
    fields = columns * rows
    words = [(f"{what}{player + 1}", player) for player in (0, 1) for what in _BESIDE]
    actions = ("lay",) if referee else ("lay", "object", "pass")
    for word, owner in [*words, *((action, None) for action in actions)]:
        board = extended(board, word, "beside", owner=owner)
    hand, pile, leftover, dead = (
        (board.cell(f"{what}1"), board.cell(f"{what}2")) for what in _BESIDE
    )
    lay = board.cell("lay")
    return Table(
        board=board,
        fields=fields,
        neutral=fields // 2,
        hand=hand,
        pile=pile,
        leftover=leftover,
        dead=dead,
        lay=lay,
        object=-1 if referee else board.cell("object"),
        waive=-1 if referee else board.cell("pass"),
        beside=tuple(_beside(board, field) for field in range(fields)),
        layings=tuple(_layings(field, lay) for field in range(fields)),
        west_most=sum(1 << row * columns for row in range(rows)),
        east_most=sum(1 << row * columns + columns - 1 for row in range(rows)),
        all=(1 << fields) - 1,
    )


_BESIDE = ("hand", "pile", "leftover", "dead")


def _beside(board: Board, field: Cell) -> tuple[tuple[Cell, int, int], ...]:
    found = []
    for step, here, there in _SIDES:
        other = board.neighbour(field, step)
        if other is not None:
            found.append((other, here, there))
    return tuple(found)


def _layings(field: Cell, lay: Cell) -> tuple[tuple[Move, ...], ...]:
    """One tap on the field for the first accepted turn, one more for each further one."""
    moves = tuple((*(field,) * taps, lay) for taps in range(1, 5))
    return tuple(moves[:number] for number in range(5))
