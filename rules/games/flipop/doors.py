"""The pits and doors of Flipop as tables, made once so that playing is looking up. Knows no balls.

Doors are one int: bit 4 x hinge + direction is set where the door of that hinge points that way.
Hinges are counted row by row from the crossing of a1, b1, a2, b2; directions are N, E, S, W.
"""

from collections.abc import Mapping
from itertools import product
from typing import NamedTuple

from rules.contract.board import Board, Cell, extended, grid

SIDE = 5
PITS = SIDE * SIDE
COMPASS = "NESW"
NORTH, EAST, SOUTH, WEST = range(4)
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""(column, row) of a step in each direction."""

EXITS = (0b01110 << 20, 0b01110)
"""The pits in which the balls of player 0 and 1 leave (FP-9), as bitboards: bit = pit."""

AHEAD = (SOUTH, NORTH)
"""The direction that brings the balls of player 0 and 1 nearer to their exits."""


def _board() -> Board:
    """The pits and, after them, the sixteen hinges: "ab12" lies between columns a, b, rows 1, 2."""
    board = grid(SIDE, SIDE, "pit", ground="wood")
    for row, column in product(range(1, SIDE), repeat=2):
        name = f"{chr(96 + column)}{chr(97 + column)}{row}{row + 1}"
        board = extended(board, name, "hinge", centre=(float(column), float(row)))
    return board


BOARD = _board()


def doors_of(rows: str) -> int:
    """The doors written row by row, such as "EEES NESS NNWS NWWW"."""
    letters = rows.replace(" ", "")
    return sum(1 << 4 * hinge + COMPASS.index(letter) for hinge, letter in enumerate(letters))


def written(doors: int) -> str:
    """One letter for every door, row by row without blanks."""
    return "".join(
        COMPASS[(doors >> 4 * hinge & 15).bit_length() - 1] for hinge in range((SIDE - 1) ** 2)
    )


START = doors_of("EEES NESS NNWS NWWW")
"""All doors clockwise (FP-3)."""


class Way(NamedTuple):
    """The step from one pit into a neighbouring one."""

    number: int
    """4 x source + direction."""
    source: Cell
    target: Cell
    left: int
    """The bit of the source."""
    entered: int
    """The bit of the target."""
    doors: int
    """The doors, as they would have to point, that lie in the passage (FP-4)."""
    swing: Mapping[int, int]
    """For every choice of those doors: what to exclusive-or to swing them open (FP-5)."""
    back: int
    """The bit of the opposite step in a ban: 1 << its number."""
    forth: int
    """The bit of this step in a ban."""


def _hinge(column: int, row: int) -> int | None:
    """The hinge at that crossing (counted from 1), or None on the rim."""
    if 1 <= column < SIDE and 1 <= row < SIDE:
        return (row - 1) * (SIDE - 1) + column - 1
    return None


def _lying(pit: Cell, direction: int) -> list[tuple[int, int]]:
    """The (hinge, direction) of each door that can lie in the passage out of a pit."""
    column, row = pit % SIDE, pit // SIDE
    across, down = STEPS[direction]
    if across:
        line = column + (across > 0)
        ends = ((_hinge(line, row), SOUTH), (_hinge(line, row + 1), NORTH))
    else:
        line = row + (down > 0)
        ends = ((_hinge(column, line), EAST), (_hinge(column + 1, line), WEST))
    return [(hinge, points) for hinge, points in ends if hinge is not None]


def _way(pit: Cell, direction: int) -> Way | None:
    """The step out of a pit in a direction, or None over the rim."""
    target = BOARD.neighbour(pit, STEPS[direction])
    if target is None:
        return None
    swing = {0: 0}
    for hinge, points in _lying(pit, direction):
        door = 1 << 4 * hinge + points
        swung = 1 << 4 * hinge + direction
        swing |= {others | door: change | door | swung for others, change in swing.items()}
    return Way(
        number=4 * pit + direction,
        source=pit,
        target=target,
        left=1 << pit,
        entered=1 << target,
        doors=max(swing),
        swing=swing,
        back=1 << 4 * target + (direction + 2) % 4,
        forth=1 << 4 * pit + direction,
    )


FROM = tuple(
    tuple(way for direction in range(4) if (way := _way(pit, direction))) for pit in range(PITS)
)
"""The steps out of every pit, clockwise from north."""

WAYS: Mapping[tuple[Cell, ...], Way] = {
    (way.source, way.target): way for ways in FROM for way in ways
}
"""Every step by its two pits."""

AROUND = tuple(sum(way.doors for way in ways) for ways in FROM)
"""The doors that can lie at the sides of every pit."""


def _open() -> tuple[Mapping[int, tuple[Way, ...]], ...]:
    tables = []
    for ways in FROM:
        sides = product(*(way.swing for way in ways))
        tables.append(
            {
                sum(side): tuple(way for way, doors in zip(ways, side, strict=True) if doors)
                for side in sides
            }
        )
    return tuple(tables)


OPEN = _open()
"""Per pit, for the doors at its sides: the steps through a passage in which a door lies (FP-4)."""

Onward = Mapping[int, Mapping[int, tuple[Way, ...]]]
"""By the number of a step and the doors that swing in it: where the pushed ball may be sent."""


def _sent(way: Way, doors: int, chain: str) -> tuple[Way, ...]:
    """The steps that a ball pushed by this one may take (FP-7)."""
    direction = way.number % 4
    if chain == "free":
        headings = {direction, (direction + 1) % 4, (direction + 3) % 4}
    elif chain == "side":
        headings = {(direction + 1) % 4, (direction + 3) % 4}
    else:
        headings = {
            (points + 2) % 4
            for hinge, points in _lying(way.source, direction)
            if doors >> 4 * hinge + points & 1
        }
    return tuple(onward for onward in FROM[way.target] if onward.number % 4 in headings)


ONWARD: Mapping[str, Onward] = {
    chain: {
        way.number: {doors: _sent(way, doors, chain) for doors in way.swing if doors}
        for way in WAYS.values()
    }
    for chain in ("side", "hinge", "free")
}
"""For every value of the option `chain`."""
