"""The rules of Threes; the discs of a player are bits, bit 3 x row + column."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from flipside.rules.contract.board import grid
from flipside.rules.contract.position import Mark, Move, Player, Position, Result
from flipside.rules.contract.story import Piece, Pieces, Place, Story

BOARD = grid(3, 3)
ROWS = tuple(0b111 << 3 * row for row in range(3))
COLUMNS = tuple(0b001001001 << column for column in range(3))
LINES = (*ROWS, *COLUMNS, 0b100010001, 0b001010100)
COLOURS = ("black", "white")
DISCS = (Piece("black", "disc"), Piece("white", "disc"))


@dataclass(frozen=True, slots=True)
class Threes(Position):
    """The discs of player 0 and player 1, and the player to move."""

    discs: tuple[int, int]
    turn: Player = field()
    avoid: bool = field(compare=False)
    """Whether three in a row lose; it is the same for a whole match."""

    @property
    def colours(self) -> tuple[str, str]:
        """Black begins."""
        return COLOURS

    def moves(self) -> Sequence[Move]:
        """Return a tap for each empty square, row by row."""
        if self.result() is not None:
            return []
        taken = self.discs[0] | self.discs[1]
        return [(cell,) for cell in range(9) if not taken >> cell & 1]

    def play(self, move: Move) -> "Threes":
        """Return the position after a disc was placed."""
        first, second = self.discs
        own = 1 << move[0]
        discs = (first, second | own) if self.turn else (first | own, second)
        return Threes(discs, 1 - self.turn, self.avoid)

    def rows(self, player: Player) -> list[int]:
        """Return the lines that a player has filled."""
        return [line for line in LINES if not line & ~self.discs[player]]

    def result(self) -> Result | None:
        """Return the result: three in a row win, or lose; a full board is a draw."""
        for player in (0, 1):
            if self.rows(player):
                return Result(1 - player if self.avoid else player, "three")
        return Result(None, "full") if self.discs[0] | self.discs[1] == 511 else None

    def pieces(self) -> Pieces:
        """Return a disc on every occupied square."""
        first, second = self.discs
        return tuple(
            DISCS[0] if first >> cell & 1 else DISCS[1] if second >> cell & 1 else None
            for cell in range(9)
        )

    def marks(self, taps: Move) -> tuple[Mark, ...]:
        """Return the filled lines."""
        return tuple(
            Mark("line", tuple(cell for cell in range(9) if line >> cell & 1), COLOURS[player])
            for player in (0, 1)
            for line in self.rows(player)
        )

    def prompt(self) -> str:
        """Return the key of the prompt for the player to move."""
        return "lay"

    def story(self, move: Move) -> Story:
        """Return the placing of the disc."""
        return ((Place(move[0], DISCS[self.turn]),),)

    def name(self, move: Move) -> str:
        """Return the name of the square."""
        return BOARD.names[move[0]]

    def to_dict(self) -> dict[str, object]:
        """Return the board as three rows of X, O and dots."""
        letters = {DISCS[0]: "X", DISCS[1]: "O", None: "."}
        line = "".join(letters[piece] for piece in self.pieces())
        return {"board": [line[start : start + 3] for start in (0, 3, 6)]}


def opening(avoid: bool) -> Threes:
    """Return the empty board; black begins."""
    return Threes((0, 0), 0, avoid)
