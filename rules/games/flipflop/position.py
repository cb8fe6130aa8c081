"""The position of Flip-Flop and its rules, on two bitboards: bit 8*row+column, a1 is bit 0."""

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
from flipside.rules.contract.position import Mark, Move, Player, Position, Result, Tally, shuffled
from flipside.rules.contract.story import Beat, Flip, Piece, Pieces, Place, Story
from flipside.rules.games import english_faults

BOARD = grid(8, 8)
ALL = (1 << 64) - 1
_ROWS = tuple(0xFF << 8 * row for row in range(8))
_COLUMNS = tuple(0x0101010101010101 << column for column in range(8))
LINES = _ROWS + _COLUMNS
"""Bitboards of the eight rows, then the eight columns. Diagonals do not count (FF-5)."""

CROSS = tuple(_ROWS[cell // 8] | _COLUMNS[cell % 8] for cell in range(64))
"""By cell, the bitboard of the fifteen stones that a switch there turns (FF-3)."""

CHESS_STONES = 0xAA55AA55AA55AA55
"""Bitboard of the dark stones in the chessboard setup, a1 dark (FF-2)."""

COLOURS = ("dark", "light")
_DISCS = tuple(Piece(colour, "disc") for colour in COLOURS)
_LINE_RESULTS = tuple(Result(player, "line") for player in (0, 1))
_BOTH_RESULTS = tuple(Result(player, "both") for player in (0, 1))

_TAPS = tuple((cell,) for cell in range(64))

LONG_LINE_STONES = 6
"""Minimum number of stones of a colour in a line that the tie-break counts (FF-12)."""


@dataclass(frozen=True, slots=True)
class Setup:
    """Options of a match."""

    late: bool = False
    """Whether full lines count in phase 2 only (FF-7)."""
    tie_break: bool = False
    """Whether long lines decide a match without a full line (FF-12)."""

    @classmethod
    def of(cls, choices: Mapping[str, str]) -> "Setup":
        """Return the options of a match from the values of the game's options."""
        return cls(late=choices["lines"] == "late", tie_break=choices["tie"] == "lines")


@dataclass(frozen=True, slots=True)
class FlipFlop(Position):
    """A position of Flip-Flop."""

    stones: tuple[int, int]
    """Bitboards of dark, player 0, and light, player 1."""
    turn: Player = field()
    ban: Cell | None
    """The cell of the previous switch (FF-4); None before the first switch (FF-8)."""
    setup: Setup = field(compare=False)
    outcome: Result | None = field(compare=False)
    """The result if a full line counts, otherwise None; derived from the other fields."""

    def __hash__(self) -> int:
        return hash((halves(self.stones), self.turn, self.ban))

    @property
    def colours(self) -> tuple[str, str]:
        """The colours of player 0 and 1: dark begins both phases (FF-8)."""
        return COLOURS

    @property
    def laying(self) -> bool:
        """Whether the match is in phase 1, in which stones are laid (FF-1)."""
        return self.stones[0] | self.stones[1] != ALL

    def moves(self) -> Sequence[Move]:
        """Return the legal moves, one tap each, in bit order."""
        return [] if self.outcome else [_TAPS[cell] for cell in cells(self.choice(self.turn))]

    def choice(self, player: Player) -> int:
        """Return the bitboard of cells that `player` could tap if on turn and no line were full."""
        dark, light = self.stones
        if self.laying:
            return ~(dark | light) & ALL
        free = ALL if self.ban is None else ~(1 << self.ban)
        return self.stones[1 - player] & free

    def play(self, move: Move) -> "FlipFlop":
        """Return the position after a legal move: a new stone (FF-1) or a switch (FF-3)."""
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
        """Return the result if a full row or column counts (FF-5 to FF-7), else None."""
        return self.outcome

    def verdict(self, reason: str) -> Result:
        """Return the result of a match that repetition or the cap ends (FF-9, FF-12)."""
        if not self.setup.tie_break:
            return Result(None, reason)
        dark, light = map(long_lines, self.stones)
        if dark == light:
            return Result(None, reason, "equal")
        return Result(0 if dark > light else 1, reason, "lines")

    def tallies(self) -> tuple[tuple[Tally, ...], tuple[Tally, ...]]:
        """Return the long lines of each player if the board is full and they break ties (FF-12)."""
        if self.laying or not self.setup.tie_break:
            return (), ()
        dark, light = (Tally("long_lines", long_lines(stones)) for stones in self.stones)
        return (dark,), (light,)

    def finishing(self, player: Player) -> list[tuple[int, int]]:
        """Return each line that `player` could fill in one tap, and these taps, as bitboards."""
        laying, choice = self.laying, self.choice(player)
        lines = []
        for line in LINES:
            missing = line & ~self.stones[player]
            if missing and not missing & (missing - 1):
                # A switch on the crossing line turns only the missing square of this line.
                reach = missing if laying else CROSS[missing.bit_length() - 1] & ~line
                if reach & choice:
                    lines.append((line, reach & choice))
        return lines

    def pieces(self) -> Pieces:
        """Return the disc on each square, or None."""
        return BOARD.laid(self.stones, (None, *_DISCS))

    def marks(self, taps: Move) -> tuple[Mark, ...]:
        """Return marks for full lines, for the last switch, and for lines that can be filled."""
        marks = [
            Mark("line", tuple(cells(line)), COLOURS[player])
            for player in (0, 1)
            for line in LINES
            if not line & ~self.stones[player]
        ]
        if self.outcome:
            return tuple(marks)
        if self.ban is not None:
            marks.append(Mark("banned", (self.ban,)))
        # On a full board every move changes every line, so the enemy's seven-stone lines are no
        # threat.
        for player in (self.turn, 1 - self.turn) if self.laying else (self.turn,):
            for line, _ in self.finishing(player):
                marks.append(Mark("threat", tuple(cells(line)), COLOURS[player], aid=True))
        return tuple(marks)

    def prompt(self) -> str:
        """Return the text key of the mover's task."""
        return "lay" if self.laying else "switch"

    def story(self, move: Move) -> Story:
        """Return one beat: a stone is laid, or the cross flips from the switch outwards."""
        switch = move[0]
        if self.laying:
            return ((Place(switch, _DISCS[self.turn]),),)
        around = cells(CROSS[switch] & ~(1 << switch))
        waves = {cell: BOARD.distance(cell, switch) - 1 for cell in around}
        waves[switch] = max(waves.values()) + 1  # the switch itself flips last
        owners = {cell: 1 - (self.stones[0] >> cell & 1) for cell in waves}
        beat: Beat = tuple(
            Flip(cell, _DISCS[owners[cell]], _DISCS[1 - owners[cell]], after)
            for cell, after in waves.items()
        )
        return (beat,)

    def name(self, move: Move) -> str:
        """Return the name of the square."""
        return BOARD.names[move[0]]

    def to_dict(self) -> dict[str, object]:
        """Return the board as rows of D, L and dots, and the square of the last switch."""
        return {
            "board": BOARD.lines(BOARD.laid(self.stones, ".DL")),
            "banned": None if self.ban is None else BOARD.names[self.ban],
        }


def position(
    stones: tuple[int, int], turn: Player, ban: Cell | None, setup: Setup = Setup()
) -> FlipFlop:
    """Return a position with its outcome; full lines of both colours win for the last mover."""
    dark, light = stones
    outcome = None
    if not setup.late or dark | light == ALL:
        if has_line(dark):
            outcome = _BOTH_RESULTS[1 - turn] if has_line(light) else _LINE_RESULTS[0]
        elif has_line(light):
            outcome = _LINE_RESULTS[1]
    return FlipFlop(stones, turn, ban, setup, outcome)


def opening(choices: Mapping[str, str], random: Random) -> FlipFlop:
    """Return the first position: empty (FF-1), a chessboard (FF-2) or random (FF-10).

    Random stones are dealt again while a line is full or the first player could win at once.
    """
    setup = Setup.of(choices)
    if choices["setup"] == "laid":
        return position((0, 0), 0, None, setup)
    if choices["setup"] == "chess":
        return position((CHESS_STONES, ~CHESS_STONES & ALL), 0, None, setup)
    while True:
        dark = sum(1 << int(cell) for cell in shuffled(range(64), random)[:32])
        start = position((dark, ~dark & ALL), 0, None, setup)
        if start.outcome is None and not start.finishing(0):
            return start


def has_line(stones: int) -> bool:
    """Return whether the stones of a bitboard fill a row or a column."""
    columns = stones & stones >> 32
    columns &= columns >> 16
    return columns & columns >> 8 & 0xFF != 0 or 255 in stones.to_bytes(8, "little")


def long_lines(stones: int) -> int:
    """Return the number of lines with at least LONG_LINE_STONES of these stones (FF-12)."""
    return sum((line & stones).bit_count() >= LONG_LINE_STONES for line in LINES)


_SIGNS = "DL"
_PIECES = {sign: Piece(colour, "disc") for sign, colour in zip(_SIGNS, COLOURS, strict=True)}


def _choices(choices: Mapping[str, str], diagram: PositionDiagram) -> tuple[DiagramChoice, ...]:
    # The stone of the last switch has the colour of the player who made it (FF-3).
    bans = [
        BOARD.names[cell]
        for cell, sign in enumerate(diagram.symbols)
        if "." not in diagram.symbols and sign != (diagram.fields or "D")[0]
    ]
    return DiagramChoice("turn", tuple(_SIGNS), "turn"), DiagramChoice(
        "banned", (NOTHING, *bans), "banned"
    )


def _position(choices: Mapping[str, str], diagram: PositionDiagram, random: Random) -> FlipFlop:
    dark, light = diagram.bits("D"), diagram.bits("L")
    turn, ban = _SIGNS.index(diagram.field_at(0)), diagram.field_at(1)
    if ban not in _choices(choices, diagram)[1].values:
        raise BadPosition("banned", ban)
    more = dark.bit_count() - light.bit_count()
    if "." in diagram.symbols and more != turn:
        raise BadPosition("laying", str(light.bit_count()), dark.bit_count())
    cell = None if ban == NOTHING else BOARD.cell_named(ban)
    return position((dark, light), turn, cell, Setup.of(choices))


def _diagram(now: FlipFlop) -> PositionDiagram:
    signs = BOARD.laid(now.stones, ".DL")
    ban = NOTHING if now.ban is None else BOARD.names[now.ban]
    return PositionDiagram("".join(signs), (_SIGNS[now.turn], ban))


DIAGRAMS = DiagramRules(
    cell_symbols=lambda choices: ((".", "D", "L"),) * 64,
    piece_of=lambda cell, sign: _PIECES.get(sign),
    choices=_choices,
    position=_position,
    diagram=_diagram,
    aliases={"-": ".", "dark": "D", "light": "L"},
    sentences=partial(english_faults, "flipflop"),
)
