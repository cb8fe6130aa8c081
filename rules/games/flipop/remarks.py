"""Remarks on the pits and doors of Flipop for the readout."""

from collections.abc import Iterator

from rules.contract.board import Cell
from rules.contract.position import Remark
from rules.games.flipop.doors import PIT_COUNT, WAYS_FROM
from rules.games.flipop.position import Flipop


def remarks(position: Flipop, cell: Cell) -> Iterator[Remark]:
    """Yield the sides of a pit with a door, or the two pits beside a door."""
    if cell >= PIT_COUNT:
        yield Remark("between", cells=_between(position, cell - PIT_COUNT))
        return
    sides = tuple(2 * (way.number % 4) for way in WAYS_FROM[cell] if way.doors & position.doors)
    yield Remark(("no_door", "door", "doors")[min(len(sides), 2)], sides=sides)


def _between(position: Flipop, hinge: int) -> tuple[Cell, ...]:
    door = position.doors & 15 << 4 * hinge
    return next(
        (way.source, way.target)
        for ways in WAYS_FROM
        for way in ways
        if way.doors & door and way.source < way.target
    )
