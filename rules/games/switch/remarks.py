"""Remarks on the stones of Switch for players who do not see the board."""

from collections.abc import Iterator

from rules.contract.board import Cell
from rules.contract.position import Remark
from rules.games.switch.position import Switch
from rules.games.switch.stones import group


def remarks(position: Switch, cell: Cell) -> Iterator[Remark]:
    """Yield the size of the group of the stone on `cell`."""
    colour = position.colour_on(cell)
    if colour is not None:
        yield Remark("group", group(1 << cell, position.stones[colour]).bit_count())
