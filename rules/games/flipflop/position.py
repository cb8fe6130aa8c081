"""What is legal in Flip-Flop: positions as two bitboards, bit 8 x row + column, a1 is bit 0."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from rules.contract.board import Cell, cells, grid, halves
from rules.contract.position import Mark, Move, Player, Result, Tally
from rules.contract.rng import shuffled
from rules.contract.story import Beat, Flip, Piece, Pieces, Place, Story

BOARD = grid(8, 8)
ALL = (1 << 64) - 1
ROWS = tuple(0xFF << 8 * row for row in range(8))
COLUMNS = tuple(0x0101010101010101 << column for column in range(8))
LINES = ROWS + COLUMNS
"""The sixteen lines that count as bitboards, rows first. Diagonals count nothing (FF-5)."""

CROSS = tuple(ROWS[cell // 8] | COLUMNS[cell % 8] for cell in range(64))
"""Per cell the fifteen stones that turn when it is the switch (FF-3)."""

CHESS = 0xAA55AA55AA55AA55
"""The dark stones of the chessboard pattern, a1 dark (FF-2)."""

COLOURS = ("dark", "light")
DISCS = tuple(Piece(colour, "disc") for colour in COLOURS)
LINE = tuple(Result(player, "line") for player in (0, 1))
BOTH = tuple(Result(player, "both") for player in (0, 1))

_TAPS = tuple((cell,) for cell in range(64))


@dataclass(frozen=True, slots=True)
class FlipFlop:
    """Stones of dark (player 0) and light (player 1), who moves, and the banned switch (FF-4)."""

    stones: tuple[int, int]
    turn: Player
    banned: Cell | None
    """The switch of the previous move; None before the first switch (FF-8)."""
    late: bool = field(compare=False)
    """Whether lines count only from phase 2 on (FF-7, `lines=late`); the same for a whole match."""
    ended: Result | None = field(compare=False)
    """How the game ended; follows from the rest."""

    def __hash__(self) -> int:
        return hash((halves(self.stones), self.turn, self.banned))

    @property
    def colours(self) -> tuple[str, str]:
        """Dark begins, with laying and with switching (FF-8)."""
        return COLOURS

    @property
    def laying(self) -> bool:
        """Whether the board is still being filled: phase 1 (FF-1)."""
        return self.stones[0] | self.stones[1] != ALL

    def moves(self) -> Sequence[Move]:
        """One tap each, row by row: an empty field, or an enemy stone that is not banned."""
        return [] if self.ended else [_TAPS[cell] for cell in cells(self.choice(self.turn))]

    def choice(self, player: Player) -> int:
        """The cells that player could tap if he were to move now and no line stood."""
        dark, light = self.stones
        if self.laying:
            return ~(dark | light) & ALL
        free = ALL if self.banned is None else ~(1 << self.banned)
        return self.stones[1 - player] & free

    def play(self, move: Move) -> "FlipFlop":
        """The position after laying a stone, or after turning the cross of a switch."""
        cell = move[0]
        dark, light = self.stones
        if dark | light == ALL:
            cross = CROSS[cell]
            return position((dark ^ cross, light ^ cross), 1 - self.turn, cell, self.late)
        if self.turn == 0:
            dark |= 1 << cell
        else:
            light |= 1 << cell
        return position((dark, light), 1 - self.turn, None, self.late)

    def result(self) -> Result | None:
        """Won by a full row or column (FF-5)."""
        return self.ended

    def finishing(self, player: Player) -> list[tuple[int, int]]:
        """Lines that player would fill by one tap if he were to move now: each with those taps.

        A switch turns its own row and column as a whole and one stone of every other line. So a
        line of seven is filled by a switch that stands on the line crossing it at the eighth
        stone, and never by that eighth stone itself. While laying, the eighth field is tapped.
        """
        laying, choice = self.laying, self.choice(player)
        found = []
        for line in LINES:
            missing = line & ~self.stones[player]
            if missing and not missing & (missing - 1):
                reach = missing if laying else CROSS[missing.bit_length() - 1] & ~line
                if reach & choice:
                    found.append((line, reach & choice))
        return found

    def pieces(self) -> Pieces:
        """A disc on every taken field."""
        dark, light = self.stones
        return tuple(
            DISCS[0] if dark >> cell & 1 else DISCS[1] if light >> cell & 1 else None
            for cell in range(64)
        )

    def score(self) -> tuple[int, int] | None:
        """None: stones are not counted."""
        return None

    def tallies(self) -> tuple[tuple[Tally, ...], tuple[Tally, ...]]:
        """None: the board says it all."""
        return (), ()

    def marks(self, taps: Move) -> tuple[Mark, ...]:
        """Full lines, the banned stone, and as an aid the lines a player could fill at once."""
        marks = [
            Mark("line", tuple(cells(line)), COLOURS[player])
            for player in (0, 1)
            for line in LINES
            if not line & ~self.stones[player]
        ]
        if self.ended:
            return tuple(marks)
        if self.banned is not None:
            marks.append(Mark("banned", (self.banned,)))
        for player in (self.turn, 1 - self.turn):
            for line, _ in self.finishing(player):
                marks.append(Mark("threat", tuple(cells(line)), COLOURS[player], aid=True))
        return tuple(marks)

    def prompt(self) -> str:
        """What the mover is asked to do."""
        return "lay" if self.laying else "switch"

    def story(self, move: Move) -> Story:
        """A stone is laid; or the cross turns in a wave outward from the switch, which is last."""
        switch = move[0]
        if self.laying:
            return ((Place(switch, DISCS[self.turn]),),)
        around = cells(CROSS[switch] & ~(1 << switch))
        waves = {cell: BOARD.distance(cell, switch) - 1 for cell in around}
        waves[switch] = max(waves.values()) + 1
        owners = {cell: 1 - (self.stones[0] >> cell & 1) for cell in waves}
        beat: Beat = tuple(
            Flip(cell, DISCS[owners[cell]], DISCS[1 - owners[cell]], after)
            for cell, after in waves.items()
        )
        return (beat,)

    def name(self, move: Move) -> str:
        """The name of the field."""
        return BOARD.names[move[0]]

    def show(self) -> dict[str, object]:
        """The board as eight rows of D, L and dots, and the name of the banned stone or None."""
        dark, light = self.stones
        line = "".join("D" if dark >> c & 1 else "L" if light >> c & 1 else "." for c in range(64))
        return {
            "board": [line[start : start + 8] for start in range(0, 64, 8)],
            "banned": None if self.banned is None else BOARD.names[self.banned],
        }

    def imagine(self, random: Random) -> "FlipFlop":
        """The same position: nothing is hidden."""
        return self


def position(stones: tuple[int, int], turn: Player, banned: Cell | None, late: bool) -> FlipFlop:
    """The position with its result worked out: lines of both colours win for who moved last."""
    dark, light = stones
    ended = None
    if not late or dark | light == ALL:
        if has_line(dark):
            ended = BOTH[1 - turn] if has_line(light) else LINE[0]
        elif has_line(light):
            ended = LINE[1]
    return FlipFlop(stones, turn, banned, late, ended)


def opening(setup: str, late: bool, random: Random) -> FlipFlop:
    """The first position: "laid" (FF-1), "chess" (FF-2) or "random", dealt again while a line
    stands or the first player could win at once (FF-10)."""
    if setup == "laid":
        return position((0, 0), 0, None, late)
    if setup == "chess":
        return position((CHESS, ~CHESS & ALL), 0, None, late)
    while True:
        dark = sum(1 << int(cell) for cell in shuffled(range(64), random)[:32])
        start = position((dark, ~dark & ALL), 0, None, late)
        if start.ended is None and not start.finishing(0):
            return start


def has_line(stones: int) -> bool:
    """Whether these stones fill a row or a column."""
    columns = stones & stones >> 32
    columns &= columns >> 16
    return columns & columns >> 8 & 0xFF != 0 or 255 in stones.to_bytes(8, "little")
