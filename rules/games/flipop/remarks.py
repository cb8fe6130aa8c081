"""What is said of the pits and doors of Flipop to whoever does not see them."""

from collections.abc import Iterator

from rules.contract.board import Cell
from rules.contract.position import Remark
from rules.games.flipop.doors import FROM, PITS
from rules.games.flipop.position import Flipop


def remarks(position: Flipop, cell: Cell) -> Iterator[Remark]:
    """The sides of a pit at which a door lies; of a door, the two pits between which it lies."""
    if cell >= PITS:
        yield Remark("between", cells=_between(position, cell - PITS))
        return
    sides = tuple(2 * (way.number % 4) for way in FROM[cell] if way.doors & position.doors)
    yield Remark(("no_door", "door", "doors")[min(len(sides), 2)], sides=sides)


def _between(position: Flipop, hinge: int) -> tuple[Cell, ...]:
    """The pits on both sides of the door of that hinge."""
    door = position.doors & 15 << 4 * hinge
    return next(
        (way.source, way.target)
        for ways in FROM
        for way in ways
        if way.doors & door and way.source < way.target
    )
