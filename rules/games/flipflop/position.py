"""Rules of Flip-Flop on two bitboards: bit 8*row+column, a1 is bit 0. A diagram is stones, the
player to move, and the stone that was the switch."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from random import Random

from flipside.rules.contract.board import Cell, cells, grid, halves
from flipside.rules.contract.diagram import (
    NOTHING,
    BadPosition,
    DiagramChoice,
    DiagramRules,
    PositionDiagram,
)
from flipside.rules.contract.position import (
    Mark,
    Move,
    Player,
    Position,
    Result,
    Tally,
    shuffled,
)
from flipside.rules.contract.story import Beat, Flip, Piece, Pieces, Place, Story
from flipside.rules.games import english_faults

BOARD = grid(8, 8)
ALL = (1 << 64) - 1
_ROWS = tuple(0xFF << 8 * row for row in range(8))
_COLUMNS = tuple(0x0101010101010101 << column for column in range(8))
LINES = _ROWS + _COLUMNS
"""Bitboards of the eight rows, then the eight columns. Diagonals do not count (FF-5)."""

CROSS = tuple(_ROWS[cell // 8] | _COLUMNS[cell % 8] for cell in range(64))
"""Per cell the bitboard of the fifteen stones that its switch turns (FF-3)."""

CHESS_STONES = 0xAA55AA55AA55AA55
"""Bitboard of the dark stones in the chessboard setup, a1 dark (FF-2)."""

COLOURS = ("dark", "light")
_DISCS = tuple(Piece(colour, "disc") for colour in COLOURS)
_LINE_RESULTS = tuple(Result(player, "line") for player in (0, 1))
_BOTH_RESULTS = tuple(Result(player, "both") for player in (0, 1))

_TAPS = tuple((cell,) for cell in range(64))

LONG_LINE_STONES = 6
"""Least stones of one colour in a line that the tie-break counts (FF-12)."""


@dataclass(frozen=True, slots=True)
class Setup:
    """Options of a match."""

    late: bool = False
    """Whether lines count only from phase 2 on (FF-7)."""
    tie_break: bool = False
    """Whether long lines decide a match without a full line (FF-12)."""


@dataclass(frozen=True, slots=True)
class FlipFlop(Position):
    """A position: bitboards of dark (player 0) and light (player 1), mover and banned switch."""

    stones: tuple[int, int]
    turn: Player = field()
    banned: Cell | None
    """The cell of the previous switch (FF-4); None before the first one (FF-8)."""
    setup: Setup = field(compare=False)
    ended: Result | None = field(compare=False)
    """The result, None before the end; derived from the other fields."""

    def __hash__(self) -> int:
        return hash((halves(self.stones), self.turn, self.banned))

    @property
    def colours(self) -> tuple[str, str]:
        """Colours of player 0 and 1: dark begins both phases (FF-8)."""
        return COLOURS

    @property
    def laying(self) -> bool:
        """Whether the board is still being filled: phase 1 (FF-1)."""
        return self.stones[0] | self.stones[1] != ALL

    def moves(self) -> Sequence[Move]:
        """Legal moves of one tap each, in bit order: empty squares, or enemy stones not banned."""
        return [] if self.ended else [_TAPS[cell] for cell in cells(self.choice(self.turn))]

    def choice(self, player: Player) -> int:
        """Bitboard of the cells that `player` could tap if it were his turn and no line stood."""
        dark, light = self.stones
        if self.laying:
            return ~(dark | light) & ALL
        free = ALL if self.banned is None else ~(1 << self.banned)
        return self.stones[1 - player] & free

    def play(self, move: Move) -> "FlipFlop":
        """The position after a legal move: a stone laid (FF-1), or a cross turned (FF-3)."""
        cell = move[0]
        dark, light = self.stones
        if dark | light == ALL:
            cross = CROSS[cell]
            return position((dark ^ cross, light ^ cross), 1 - self.turn, cell, self.setup)
        if self.turn == 0:
            dark |= 1 << cell
        else:
            light |= 1 << cell
        return position((dark, light), 1 - self.turn, None, self.setup)

    def result(self) -> Result | None:
        """The result of a full row or column (FF-5 to FF-7), or None."""
        return self.ended

    def verdict(self, reason: str) -> Result:
        """Return the result if repetition or the cap ends the match: a draw (FF-9), or by FF-12 a
        win of the player with more long lines."""
        if not self.setup.tie_break:
            return Result(None, reason)
        dark, light = map(long_lines, self.stones)
        if dark == light:
            return Result(None, reason, "equal")
        return Result(0 if dark > light else 1, reason, "lines")

    def tallies(self) -> tuple[tuple[Tally, ...], tuple[Tally, ...]]:
        """Return the long lines of each player, if they decide and the board is full (FF-12)."""
        if self.laying or not self.setup.tie_break:
            return (), ()
        dark, light = (Tally("long_lines", long_lines(stones)) for stones in self.stones)
        return (dark,), (light,)

    def finishing(self, player: Player) -> list[tuple[int, int]]:
        """The lines that `player` could fill by one tap if it were his turn, as bitboards. Each
        comes with the bitboard of those taps. A switch turns its whole row and column and one stone
        of every other line. So the switch that fills a line of seven lies on the line crossing it
        at the eighth stone, never on that stone. While laying, the tap is the eighth square."""
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
        return BOARD.laid(self.stones, (None, *_DISCS))

    def marks(self, taps: Move) -> tuple[Mark, ...]:
        """Full lines, the banned stone, and as an aid the lines that can soon be filled."""
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
        # On the full board every move changes every line, also those that the enemy nearly fills.
        for player in (self.turn, 1 - self.turn) if self.laying else (self.turn,):
            for line, _ in self.finishing(player):
                marks.append(Mark("threat", tuple(cells(line)), COLOURS[player], aid=True))
        return tuple(marks)

    def prompt(self) -> str:
        return "lay" if self.laying else "switch"

    def story(self, move: Move) -> Story:
        """One beat: a stone is laid; or the cross turns, nearest stones first, switch last."""
        switch = move[0]
        if self.laying:
            return ((Place(switch, _DISCS[self.turn]),),)
        around = cells(CROSS[switch] & ~(1 << switch))
        waves = {cell: BOARD.distance(cell, switch) - 1 for cell in around}
        waves[switch] = max(waves.values()) + 1
        owners = {cell: 1 - (self.stones[0] >> cell & 1) for cell in waves}
        beat: Beat = tuple(
            Flip(cell, _DISCS[owners[cell]], _DISCS[1 - owners[cell]], after)
            for cell, after in waves.items()
        )
        return (beat,)

    def name(self, move: Move) -> str:
        return BOARD.names[move[0]]

    def show(self) -> dict[str, object]:
        """The board for JSON: eight rows of D, L and dots, and the banned square or None."""
        return {
            "board": BOARD.lines(BOARD.laid(self.stones, ".DL")),
            "banned": None if self.banned is None else BOARD.names[self.banned],
        }


def position(
    stones: tuple[int, int], turn: Player, banned: Cell | None, setup: Setup = Setup()
) -> FlipFlop:
    """The position of these stones, with its result computed. `stones` are the bitboards of dark
    and light. Lines of both colours win for the last mover."""
    dark, light = stones
    ended = None
    if not setup.late or dark | light == ALL:
        if has_line(dark):
            ended = _BOTH_RESULTS[1 - turn] if has_line(light) else _LINE_RESULTS[0]
        elif has_line(light):
            ended = _LINE_RESULTS[1]
    return FlipFlop(stones, turn, banned, setup, ended)


def setup_of(choices: Mapping[str, str]) -> Setup:
    """Return the options of a match by the values of the game's options."""
    return Setup(late=choices["lines"] == "late", tie_break=choices["tie"] == "lines")


def opening(choices: Mapping[str, str], random: Random) -> FlipFlop:
    """Return the first position of a match: empty (FF-1), a chessboard (FF-2) or random (FF-10).
    A random one is dealt again while a line stands or the first player could win at once."""
    setup = setup_of(choices)
    if choices["setup"] == "laid":
        return position((0, 0), 0, None, setup)
    if choices["setup"] == "chess":
        return position((CHESS_STONES, ~CHESS_STONES & ALL), 0, None, setup)
    while True:
        dark = sum(1 << int(cell) for cell in shuffled(range(64), random)[:32])
        start = position((dark, ~dark & ALL), 0, None, setup)
        if start.ended is None and not start.finishing(0):
            return start


def has_line(stones: int) -> bool:
    """Whether the stones of a bitboard fill a row or a column."""
    columns = stones & stones >> 32
    columns &= columns >> 16
    return columns & columns >> 8 & 0xFF != 0 or 255 in stones.to_bytes(8, "little")


def long_lines(stones: int) -> int:
    """Return the number of lines with at least LONG_LINE_STONES of these stones (FF-12)."""
    return sum((line & stones).bit_count() >= LONG_LINE_STONES for line in LINES)


_SIGNS = "DL"
_PIECES = {sign: Piece(colour, "disc") for sign, colour in zip(_SIGNS, COLOURS, strict=True)}


def _choices(choices: Mapping[str, str], diagram: PositionDiagram) -> tuple[DiagramChoice, ...]:
    """The mover, and on a full board the banned stone: one of the other player (FF-3, FF-4)."""
    banned = [
        BOARD.names[cell]
        for cell, sign in enumerate(diagram.signs)
        if "." not in diagram.signs and sign != (diagram.words or "D")[0]
    ]
    return DiagramChoice("turn", tuple(_SIGNS), "turn"), DiagramChoice(
        "banned", (NOTHING, *banned), "banned"
    )


def _position(choices: Mapping[str, str], diagram: PositionDiagram, random: Random) -> FlipFlop:
    dark, light = diagram.bits("D"), diagram.bits("L")
    turn, banned = _SIGNS.index(diagram.word(0)), diagram.word(1)
    if banned not in _choices(choices, diagram)[1].values:
        raise BadPosition("banned", banned)
    more = dark.bit_count() - light.bit_count()
    if "." in diagram.signs and more != turn:
        raise BadPosition("laying", str(light.bit_count()), dark.bit_count())
    cell = None if banned == NOTHING else BOARD.cell(banned)
    return position((dark, light), turn, cell, setup_of(choices))


def _diagram(one: FlipFlop) -> PositionDiagram:
    signs = BOARD.laid(one.stones, ".DL")
    banned = NOTHING if one.banned is None else BOARD.names[one.banned]
    return PositionDiagram("".join(signs), (_SIGNS[one.turn], banned))


DIAGRAMS = DiagramRules(
    signs=lambda choices: ((".", "D", "L"),) * 64,
    piece=lambda cell, sign: _PIECES.get(sign),
    choices=_choices,
    position=_position,
    diagram=_diagram,
    aliases={"-": ".", "dark": "D", "light": "L"},
    sentences=partial(english_faults, "flipflop"),
)
