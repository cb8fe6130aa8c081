"""What is said of the stones of Switch to whoever does not see them."""

from collections.abc import Iterator

from rules.contract.board import Cell
from rules.contract.position import Remark
from rules.games.switch.position import Switch
from rules.games.switch.stones import group


def remarks(position: Switch, cell: Cell) -> Iterator[Remark]:
    """How many stones are connected in the group of this one."""
    colour = position.colour_on(cell)
    if colour is not None:
        yield Remark("group", group(1 << cell, position.stones[colour]).bit_count())
