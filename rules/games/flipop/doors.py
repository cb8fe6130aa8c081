"""The pits, doors and ways of Flipop as lookup tables.

Pits are numbered 5 * row + column; bit n of a bitboard is pit n. All doors are one int: bit 4 *
hinge + direction is set if the door on that hinge points in that direction. Hinges are numbered row
by row, beginning between a1, b1, a2, b2; directions are N, E, S, W. A *way* is a step between
neighbouring pits.
"""

from collections.abc import Mapping
from itertools import product
from typing import NamedTuple

from flipside.rules.contract.board import Board, Cell, cells, extended, grid
from flipside.rules.contract.position import Player

BOARD_SIDE = 5
PIT_COUNT = BOARD_SIDE * BOARD_SIDE
COMPASS = "NESW"
_NORTH, _EAST, _SOUTH, _WEST = range(4)
DIRECTION_STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""Step (column, row) in each direction."""

EXIT_PITS = (0b01110 << 20, 0b01110)
"""Bitboards of the pits where the balls of player 0 and of player 1 leave the board (FP-9)."""

AHEAD_DIRECTIONS = (_SOUTH, _NORTH)
"""Direction that brings the balls of player 0 and 1 nearer to their exits."""


def _board() -> Board:
    """Return a board of pits, then hinges: "ab12" is between columns a, b and rows 1, 2."""
    board = grid(BOARD_SIDE, BOARD_SIDE, "pit", ground="wood")
    for row, column in product(range(1, BOARD_SIDE), repeat=2):
        name = f"{chr(96 + column)}{chr(97 + column)}{row}{row + 1}"
        board = extended(board, name, "hinge", centre=(float(column), float(row)))
    return board


BOARD = _board()


def parse_doors(rows: str) -> int:
    """Return the doors of a text such as "EEES NESS NNWS NWWW", with a letter for each hinge.

    Raises ValueError for letters other than N, E, S, W.
    """
    letters = rows.replace(" ", "")
    return sum(1 << 4 * hinge + COMPASS.index(letter) for hinge, letter in enumerate(letters))


def doors_text(doors: int) -> str:
    """Return the direction of each door as a letter, row by row, without spaces."""
    return "".join(
        COMPASS[(doors >> 4 * hinge & 15).bit_length() - 1]
        for hinge in range((BOARD_SIDE - 1) ** 2)
    )


START_DOORS = parse_doors("EEES NESS NNWS NWWW")
"""Doors at the start, all clockwise (FP-3)."""


class PitWay(NamedTuple):
    """A step from a pit to a neighbouring pit."""

    number: int
    """4 * source + direction."""
    source: Cell
    target: Cell
    source_bit: int
    target_bit: int
    doors: int
    """Bits of the doors that can lie in the passage (FP-4)."""
    swing: Mapping[int, int]
    """By the doors in the passage, the bits of `Flipop.doors` that change as they swing (FP-5)."""
    back: int
    """Bit of the opposite way in a ban: 1 << its number."""
    forth: int
    """Bit of this way in a ban: 1 << `number`."""


def _hinge(column: int, row: int) -> int | None:
    """Return the hinge that has `column` pits to its left and `row` above it; None on the rim."""
    if 1 <= column < BOARD_SIDE and 1 <= row < BOARD_SIDE:
        return (row - 1) * (BOARD_SIDE - 1) + column - 1
    return None


def _doors_between(pit: Cell, direction: int) -> list[tuple[int, int]]:
    """Return (hinge, direction) of each door that can lie between `pit` and its neighbour."""
    column, row = pit % BOARD_SIDE, pit // BOARD_SIDE
    across, down = DIRECTION_STEPS[direction]
    if across:
        line = column + (across > 0)
        ends = ((_hinge(line, row), _SOUTH), (_hinge(line, row + 1), _NORTH))
    else:
        line = row + (down > 0)
        ends = ((_hinge(column, line), _EAST), (_hinge(column + 1, line), _WEST))
    return [(hinge, points) for hinge, points in ends if hinge is not None]


def _way(pit: Cell, direction: int) -> PitWay | None:
    """Return the way out of `pit` in a direction; None if it leaves the board."""
    target = BOARD.neighbour(pit, DIRECTION_STEPS[direction])
    if target is None:
        return None
    swing = {0: 0}
    for hinge, points in _doors_between(pit, direction):
        door = 1 << 4 * hinge + points
        after = 1 << 4 * hinge + direction
        swing |= {others | door: change | door | after for others, change in swing.items()}
    return PitWay(
        number=4 * pit + direction,
        source=pit,
        target=target,
        source_bit=1 << pit,
        target_bit=1 << target,
        doors=max(swing),
        swing=swing,
        back=1 << 4 * target + (direction + 2) % 4,
        forth=1 << 4 * pit + direction,
    )


WAYS_FROM = tuple(
    tuple(way for direction in range(4) if (way := _way(pit, direction)))
    for pit in range(PIT_COUNT)
)
"""Ways out of each pit, clockwise from north."""

WAY_BY_PITS: Mapping[tuple[Cell, ...], PitWay] = {
    (way.source, way.target): way for ways in WAYS_FROM for way in ways
}
"""Ways by (source, target)."""

DOORS_AROUND = tuple(sum(way.doors for way in ways) for ways in WAYS_FROM)
"""Bits of the doors that can lie at the sides of each pit."""


def _open_ways(ways: tuple[PitWay, ...]) -> dict[int, tuple[PitWay, ...]]:
    """Return for each set of doors that lie in `ways` the ways with a door."""
    by_doors: dict[int, tuple[PitWay, ...]] = {0: ()}
    for way in ways:
        by_doors = {
            doors | more: (*others, way) if more else others
            for doors, others in by_doors.items()
            for more in way.swing
        }
    return by_doors


OPEN_WAYS: tuple[Mapping[int, tuple[PitWay, ...]], ...] = tuple(map(_open_ways, WAYS_FROM))
"""By pit and the doors at its sides: ways through a passage with a door (FP-4)."""

_Onward = Mapping[int, Mapping[int, tuple[PitWay, ...]]]
"""Ways of a pushed ball, by the number of the pushing ball's way and the doors that swing in it."""


def _onward(way: PitWay, doors: int, chain: str) -> tuple[PitWay, ...]:
    """Return the ways of a ball pushed along `way` while these `doors` swing (FP-7)."""
    direction = way.number % 4
    if chain == "free":
        headings = {direction, (direction + 1) % 4, (direction + 3) % 4}
    elif chain == "side":
        headings = {(direction + 1) % 4, (direction + 3) % 4}
    else:
        headings = {
            (points + 2) % 4
            for hinge, points in _doors_between(way.source, direction)
            if doors >> 4 * hinge + points & 1
        }
    return tuple(onward for onward in WAYS_FROM[way.target] if onward.number % 4 in headings)


ONWARD_WAYS: Mapping[str, _Onward] = {
    chain: {
        way.number: {doors: _onward(way, doors, chain) for doors in way.swing if doors}
        for way in WAY_BY_PITS.values()
    }
    for chain in ("side", "hinge", "free")
}
"""Ways of pushed balls by value of the option `chain`."""


def exit_distance(player: Player, pit: Cell) -> int:
    """Return the number of steps from a pit to the nearest exit of a player, ignoring doors."""
    exits = cells(EXIT_PITS[player])
    column, row = pit % BOARD_SIDE, pit // BOARD_SIDE
    return min(abs(column - other % BOARD_SIDE) + abs(row - other // BOARD_SIDE) for other in exits)
