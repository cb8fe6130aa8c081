"""The phases of Switch before the first move with `setup=placed`: laying and choosing (SW-10).

Player 0 lays first. The player who lays the last dark stone makes the first move. Before it, the
other player chooses a colour.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from flipside.rules.contract.board import Cell, cells, extended
from flipside.rules.contract.position import Move, Player, Result, Tally
from flipside.rules.contract.story import Pieces, Place, Remove, Story
from flipside.rules.games.switch.position import COLOURS, PIECES, PlayingPhase, Switch
from flipside.rules.games.switch.stones import ALL, BOARD, STONES, joined

BOARD_PLACED = extended(extended(BOARD, "dark", "beside"), "light", "beside")
"""The board with the two colour cells, shown in the panel of the mover."""

COLOUR_CELLS = (BOARD_PLACED.cell_named("dark"), BOARD_PLACED.cell_named("light"))


@dataclass(frozen=True, slots=True)
class PlacingPhase(Switch):
    """Base class of laying and choosing; the players have no colours yet."""

    @property
    def colours(self) -> None:
        """None, because the players have no colours yet (SW-11)."""

    def pieces(self) -> Pieces:
        """Return the stone on each square, or None, then the stones on the two colour cells."""
        return (*BOARD.laid(self.stones, (None, *PIECES)), *PIECES)

    def left(self, colour: int) -> int:
        """Return the number of stones of a colour (0 dark, 1 light) that have not been laid."""
        return STONES - self.stones[colour].bit_count()

    def tallies(self) -> tuple[tuple[Tally, ...], tuple[Tally, ...]]:
        """Return the stones of both colours that have not been laid."""
        stock = tuple(Tally("left", self.left(colour), PIECES[colour]) for colour in (0, 1))
        return stock, stock


@dataclass(frozen=True, slots=True)
class LayingPhase(PlacingPhase):
    """Phase in which the players lay stones of either colour alternately."""

    starter: Player | None
    """The player who laid the last dark stone; None while some are left."""

    def moves(self) -> Sequence[Move]:
        """Return the legal moves, square and colour (SW-10, SW-11)."""
        stones = self.stones[0] | self.stones[1]
        return [
            (cell, COLOUR_CELLS[colour])
            for cell in cells(ALL ^ stones)
            for colour in (0, 1)
            if self._may_lie(cell, colour)
        ]

    def _may_lie(self, cell: Cell, colour: int) -> bool:
        left = self.left(colour)
        return left > 1 or (left == 1 and not joined(self.stones[colour] | 1 << cell))

    def play(self, move: Move) -> Switch:
        """Return the position after laying a stone; after the last stone a colour is chosen."""
        cell, colour = move[0], COLOUR_CELLS.index(move[1])
        dark, light = self.stones
        stones = (dark, light | 1 << cell) if colour else (dark | 1 << cell, light)
        starter = self.turn if colour == 0 and self.left(0) == 1 else self.starter
        if self.left(0) + self.left(1) > 1:
            return LayingPhase(stones, 1 - self.turn, self.setup, starter)
        assert starter is not None
        return ChoosingPhase(stones, 1 - starter, self.setup)

    def result(self) -> Result | None:
        """Return a draw if no stone can be laid (SW-11), else None."""
        if self.left(0) > 1 or self.left(1) > 1 or self.moves():
            return None
        return Result(None, "no_place")

    def prompt(self) -> str:
        """Return the text key of the mover's task."""
        return "lay"

    def story(self, move: Move) -> Story:
        """Return one beat, in which a stone is laid."""
        return ((Place(move[0], PIECES[COLOUR_CELLS.index(move[1])]),),)

    def name(self, move: Move) -> str:
        """Return square and colour, such as "d3=D"."""
        return f"{BOARD.names[move[0]]}={'DL'[COLOUR_CELLS.index(move[1])]}"


@dataclass(frozen=True, slots=True)
class ChoosingPhase(PlacingPhase):
    """Phase in which the player who does not start chooses his colour."""

    def moves(self) -> Sequence[Move]:
        """Return the two colours as moves."""
        return [(cell,) for cell in COLOUR_CELLS]

    def play(self, move: Move) -> PlayingPhase:
        """Return the first playing position: the mover has the chosen colour and plays second."""
        dark = self.turn if move[0] == COLOUR_CELLS[0] else 1 - self.turn
        return PlayingPhase(self.stones, 1 - self.turn, self.setup, dark)

    def result(self) -> None:
        """Return None, because a colour can always be chosen."""

    def prompt(self) -> str:
        """Return the text key of the mover's task."""
        return "choose"

    def story(self, move: Move) -> Story:
        """Return one beat, in which the stones on the colour cells disappear."""
        return (tuple(Remove(COLOUR_CELLS[c], PIECES[c]) for c in (0, 1)),)

    def name(self, move: Move) -> str:
        """Return the colour."""
        return COLOURS[COLOUR_CELLS.index(move[0])]
