"""Switch before the first move, with `setup=placed`: laying the stones, choosing a colour (SW-10).

Player 0 is the one who lays first. Who lays the last dark stone will start; his opponent chooses
a colour first.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.contract.board import Cell, cells, extended
from rules.contract.position import Move, Player, Result, Tally
from rules.contract.story import Pieces, Place, Remove, Story
from rules.games.switch.position import COLOURS, PIECES, Playing, Setup, Switch
from rules.games.switch.stones import ALL, BOARD, STONES, joined

BOARD_PLACED = extended(extended(BOARD, "dark", "beside"), "light", "beside")
"""The board with the two colour cells, in the panel of whoever moves."""

COLOUR_CELLS = (BOARD_PLACED.cell("dark"), BOARD_PLACED.cell("light"))


@dataclass(frozen=True, slots=True)
class Placing(Switch):
    """What laying and choosing share: nobody owns a colour; two cells offer them."""

    @property
    def colours(self) -> None:
        """Nobody has a colour yet (SW-11)."""

    def pieces(self) -> Pieces:
        """The stones on the board, and one of each colour on its cell beside it."""
        return (*Switch.pieces(self)[:25], *PIECES)

    def left(self, colour: int) -> int:
        """How many stones of a colour are still to be laid."""
        return STONES - self.stones[colour].bit_count()

    def tallies(self) -> tuple[tuple[Tally, ...], tuple[Tally, ...]]:
        """What is left of both colours: one stock, shown to both players."""
        stock = tuple(Tally("left", self.left(colour), PIECES[colour]) for colour in (0, 1))
        return stock, stock


@dataclass(frozen=True, slots=True)
class Laying(Placing):
    """The players lay stones of either colour in turn."""

    starter: Player | None
    """Who laid the last dark stone; None while some are left."""

    def moves(self) -> Sequence[Move]:
        """A field, then a colour; never one that completes a connected twelve (SW-11)."""
        taken = self.stones[0] | self.stones[1]
        return [
            (cell, COLOUR_CELLS[colour])
            for cell in cells(ALL ^ taken)
            for colour in (0, 1)
            if self._may_lie(cell, colour)
        ]

    def _may_lie(self, cell: Cell, colour: int) -> bool:
        left = self.left(colour)
        return left > 1 or (left == 1 and not joined(self.stones[colour] | 1 << cell))

    def play(self, move: Move) -> Switch:
        """The position after laying a stone; after the last one a colour is chosen."""
        cell, colour = move[0], COLOUR_CELLS.index(move[1])
        dark, light = self.stones
        stones = (dark, light | 1 << cell) if colour else (dark | 1 << cell, light)
        starter = self.turn if colour == 0 and self.left(0) == 1 else self.starter
        if self.left(0) + self.left(1) > 1:
            return Laying(stones, 1 - self.turn, self.setup, starter)
        assert starter is not None
        return Choosing(stones, 1 - starter, self.setup)

    def result(self) -> Result | None:
        """A draw when every stone left would complete a connected twelve (SW-11)."""
        if self.left(0) > 1 or self.left(1) > 1 or self.moves():
            return None
        return Result(None, "no_place")

    def prompt(self) -> str:
        """What the mover is asked to do."""
        return "lay"

    def story(self, move: Move) -> Story:
        """The stone appears on its field; the colour cells stay as they are."""
        return ((Place(move[0], PIECES[COLOUR_CELLS.index(move[1])]),),)

    def name(self, move: Move) -> str:
        """Field and colour, as "d3=D"."""
        return f"{BOARD.names[move[0]]}={'DL'[COLOUR_CELLS.index(move[1])]}"


@dataclass(frozen=True, slots=True)
class Choosing(Placing):
    """All stones lie; the mover is the one who does not start, and chooses his colour."""

    def moves(self) -> Sequence[Move]:
        """One tap on a colour cell."""
        return [(cell,) for cell in COLOUR_CELLS]

    def play(self, move: Move) -> Playing:
        """The chosen colour is the mover's, and the other player starts."""
        dark = self.turn if move[0] == COLOUR_CELLS[0] else 1 - self.turn
        return Playing(self.stones, 1 - self.turn, self.setup, dark)

    def result(self) -> None:
        """None: a colour can always be chosen."""

    def prompt(self) -> str:
        """What the mover is asked to do."""
        return "choose"

    def story(self, move: Move) -> Story:
        """The stones on the colour cells go away."""
        return (tuple(Remove(COLOUR_CELLS[c], PIECES[c]) for c in (0, 1)),)

    def name(self, move: Move) -> str:
        """The colour."""
        return COLOURS[COLOUR_CELLS.index(move[0])]


def empty_board(setup: Setup) -> Laying:
    """The first position of `setup=placed`: nothing lies, player 0 lays first."""
    return Laying((0, 0), 0, setup, None)
