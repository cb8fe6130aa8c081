"""Positions of Switch: the base class of all phases, the playing phase, and the phases before it.

With `setup=placed` the players first lay stones and choose a colour (SW-10). Player 0 lays first.
Who lays the last dark stone makes the first move. Before it, the other player chooses a colour.

`stones.py` describes bitboards. A diagram has twelve stones of each colour and the player to move.
The stones show whether a counter is pending (SW-7).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from random import Random

from flipside.rules.contract.board import Cell, cells, extended
from flipside.rules.contract.diagram import (
    BadPosition,
    DiagramChoice,
    DiagramRules,
    PositionDiagram,
)
from flipside.rules.contract.position import Mark, Move, Player, Position, Result, Tally
from flipside.rules.contract.story import Piece, Pieces, Place, Remove, Slide, Story
from flipside.rules.games import english_faults
from flipside.rules.games.switch.stones import (
    ALL,
    BOARD,
    LINES,
    NEIGHBOURS,
    STONES,
    counters,
    groups,
    joined,
    largest_group,
    legal,
    majority,
    moved,
)

COLOURS = ("dark", "light")
PIECES = (Piece("dark", "stone"), Piece("light", "stone"))

ARRANGEMENTS = {
    "chess": ("DLDLD", "LDLDL", "DL.LD", "LDLDL", "DLDLD"),
    "windmill": ("DLDDL", "LDLLD", "LD.DL", "DLLDL", "LDDLD"),
    "ring": ("DLLLD", "LDDDL", "LD.DL", "LDDDL", "DLLLD"),
}
"""The start positions of SW-9, rows 1 to 5."""


@dataclass(frozen=True, slots=True)
class Setup:
    """Options of a match."""

    adjacent: bool = False
    """Whether only neighbours may be exchanged (SW-4)."""
    counter: bool = True
    """Whether a connection may be countered (SW-8)."""
    placed: bool = False
    """Whether the players lay the stones (SW-10) and the board has two colour cells."""
    tie_break: bool = False
    """Whether groups decide a match that would be drawn (SW-13)."""

    @classmethod
    def of(cls, choices: Mapping[str, str]) -> "Setup":
        """Return the options of a match from the values of the game's options."""
        return cls(
            adjacent=choices["swap"] == "adjacent",
            counter=choices["counter"] == "on",
            placed=choices["setup"] == "placed",
            tie_break=choices["tie"] == "groups",
        )


@dataclass(frozen=True, slots=True)
class Switch(Position):
    """Base class of all phases."""

    stones: tuple[int, int]
    """Bitboards of dark and light."""
    turn: Player = field()
    setup: Setup = field(compare=False)

    def play(self, move: Move) -> "Switch":
        """Return the position after a legal move, which may begin the next phase."""
        raise NotImplementedError

    def verdict(self, reason: str) -> Result:
        """Return the draw of a match that repetition or the cap ends (SW-12)."""
        return Result(None, reason)

    def pieces(self) -> Pieces:
        """Return the stone on each square, or None; colour cells are empty."""
        board = BOARD.laid(self.stones, (None, *PIECES))
        return (*board, None, None) if self.setup.placed else board

    def colour_on(self, cell: Cell) -> int | None:
        """Return 0 for a dark stone, 1 for a light stone, None for an empty square."""
        dark, light = self.stones
        return 0 if dark >> cell & 1 else 1 if light >> cell & 1 else None

    def marks(self, taps: Move) -> tuple[Mark, ...]:
        """Return marks for pairs of neighbouring stones of one colour."""
        return tuple(
            Mark("join", (cell, other), COLOURS[colour], aid=True)
            for colour, stones in enumerate(self.stones)
            for cell in cells(stones)
            for other in cells(NEIGHBOURS[cell] & stones)
            if cell < other
        )

    def to_dict(self) -> dict[str, object]:
        """Return the board as rows of D, L and dots."""
        return {"board": BOARD.lines(BOARD.laid(self.stones, ".DL"))}


@dataclass(frozen=True, slots=True)
class PlayingPhase(Switch):
    """Phase in which both players have a colour and move the stones."""

    dark: Player
    """The player with the dark stones."""
    must_counter: bool = field(default=False, compare=False)
    """Whether the enemy is connected and the mover can counter (SW-8); derived from the stones."""
    outcome: Result | None = None
    """The result, None before the end. The stones do not determine it, because a counter may have
    been missed."""

    @property
    def colours(self) -> tuple[str, str]:
        """The colours of player 0 and 1."""
        return ("dark", "light") if self.dark == 0 else ("light", "dark")

    @property
    def sides(self) -> tuple[int, int]:
        """Bitboards of the mover and of the enemy."""
        dark, light = self.stones
        return (dark, light) if self.turn == self.dark else (light, dark)

    def moves(self) -> Sequence[Move]:
        """Return the legal moves: own stone, then gap or enemy stone (SW-2, SW-3, SW-8)."""
        return [] if self.outcome else legal(*self.sides, self.setup.adjacent)

    def play(self, move: Move) -> "PlayingPhase":
        """Return the position after a legal move, with its outcome."""
        own, enemy = moved(*self.sides, move)
        stones = (own, enemy) if self.turn == self.dark else (enemy, own)
        outcome = self._outcome(own, enemy)
        must_counter = outcome is None and joined(own)
        return PlayingPhase(stones, 1 - self.turn, self.setup, self.dark, must_counter, outcome)

    def _outcome(self, own: int, enemy: int) -> Result | None:
        """Return the result if a move to these stones ends the match, else None (SW-6 to SW-8)."""
        mine, other = joined(own), joined(enemy)
        if self.must_counter:
            if mine and not other:
                return Result(self.turn, "counter")
            return Result(1 - self.turn, "missed")
        if other:
            return Result(1 - self.turn, "both" if mine else "gift")
        if not mine or (self.setup.counter and any(counters(enemy, own, self.setup.adjacent))):
            return None
        return Result(self.turn, "unanswered" if self.setup.counter else "joined")

    def result(self) -> Result | None:
        """Return the outcome."""
        return self.outcome

    def verdict(self, reason: str) -> Result:
        """Return the result of a match that repetition or the cap ends (SW-12, SW-13)."""
        if not self.setup.tie_break:
            return Result(None, reason)
        own, enemy = ((largest_group(side), -len(groups(side))) for side in self.sides)
        if own == enemy:
            return Result(None, reason, "equal")
        decides = "groups" if own[0] == enemy[0] else "largest"
        return Result(self.turn if own > enemy else 1 - self.turn, reason, decides)

    def counters(self) -> list[Move]:
        """Return the moves that win if the mover must counter, otherwise an empty list."""
        return list(counters(*self.sides, self.setup.adjacent)) if self.must_counter else []

    def tallies(self) -> tuple[tuple[Tally, ...], tuple[Tally, ...]]:
        """Return the size of each player's largest group and, with SW-13, the number of groups."""
        dark, light = map(self._group_tallies, self.stones)
        return (dark, light) if self.dark == 0 else (light, dark)

    def _group_tallies(self, stones: int) -> tuple[Tally, ...]:
        tallies = [Tally("group", largest_group(stones))]
        if self.setup.tie_break:
            tallies.append(Tally("groups", len(groups(stones))))
        return tuple(tallies)

    def marks(self, taps: Move) -> tuple[Mark, ...]:
        """Return marks for pairs, then for the winner's connection or for lines and counters."""
        bridges = Switch.marks(self, taps)
        if self.outcome:
            return bridges + self._island()
        lines = self._lines(taps[0]) if taps else ()
        return bridges + lines + (self._danger(taps) if self.must_counter else ())

    def _island(self) -> tuple[Mark, ...]:
        """Return a mark for the winner's stones, if they are connected."""
        assert self.outcome is not None
        assert self.outcome.winner is not None
        colour = self.colours[self.outcome.winner]
        stones = self.stones[COLOURS.index(colour)]
        return (Mark("island", tuple(cells(stones)), colour),) if joined(stones) else ()

    def _lines(self, cell: Cell) -> tuple[Mark, ...]:
        """Return marks for the row and the column of a cell with a majority of the mover (SW-4)."""
        row, column = divmod(cell, 5)
        colour = self.colours[self.turn]
        return tuple(
            Mark("line", tuple(cells(line)), colour)
            for line in (LINES[row], LINES[5 + column])
            if majority(*self.sides, line)
        )

    def _danger(self, taps: Move) -> tuple[Mark, ...]:
        """Return marks for the enemy's connection and the next cells of counters after `taps`."""
        moves = self.counters()
        targets = {move[1] for move in moves if move[:1] == taps}
        next_cells = sorted(targets or {move[0] for move in moves})
        threat = Mark("threat", tuple(cells(self.sides[1])), self.colours[1 - self.turn])
        return threat, *(Mark("counter", (cell,)) for cell in next_cells)

    def prompt(self) -> str:
        """Return the text key of the mover's task."""
        return "counter" if self.must_counter else "move"

    def story(self, move: Move) -> Story:
        """Return one beat, in which a stone moves or two stones change places."""
        source, target = move
        if self.colour_on(target) is None:
            return ((Slide(source, target),),)
        return ((Slide(source, target), Slide(target, source)),)

    def name(self, move: Move) -> str:
        """Return the own stone and the target, such as "a1-c3"."""
        source, target = move
        return f"{BOARD.names[source]}-{BOARD.names[target]}"

    def to_dict(self) -> dict[str, object]:
        """Return the board, and whether the mover must counter."""
        return {**Switch.to_dict(self), "counter": self.must_counter}


def position_from_rows(rows: Sequence[str], first: str, setup: Setup) -> PlayingPhase:
    """Return the position of five rows of D, L and dots; player 0 has the colour `first`."""
    line = "".join(rows)
    dark, light = (
        sum(1 << cell for cell, letter in enumerate(line) if letter == own) for own in "DL"
    )
    return PlayingPhase((dark, light), 0, setup, COLOURS.index(first))


_SIGNS = "DL"


def _position(choices: Mapping[str, str], diagram: PositionDiagram, random: Random) -> Switch:
    dark, light = diagram.bits("D"), diagram.bits("L")
    if not dark.bit_count() == light.bit_count() == STONES:
        raise BadPosition("twelve", str(light.bit_count()), dark.bit_count())
    turn = _SIGNS.index(diagram.field_at(0))
    setup = Setup.of(choices)
    own, enemy = (light, dark) if turn else (dark, light)
    pending = joined(enemy)
    # Without a counter, either connection has already won.
    if joined(own) or (
        pending and not (setup.counter and any(counters(own, enemy, setup.adjacent)))
    ):
        raise BadPosition("over")
    return PlayingPhase((dark, light), turn, setup, dark=0, must_counter=pending)


def _diagram(now: Switch) -> PositionDiagram | None:
    if not isinstance(now, PlayingPhase):
        return None
    return PositionDiagram("".join(BOARD.laid(now.stones, ".DL")), (_SIGNS[now.turn != now.dark],))


DIAGRAMS = DiagramRules(
    cell_symbols=lambda choices: ((".", "D", "L"),) * 25,
    piece_of=lambda cell, sign: dict(zip(_SIGNS, PIECES, strict=True)).get(sign),
    choices=lambda choices, diagram: (DiagramChoice("turn", tuple(_SIGNS), "turn"),),
    position=_position,
    diagram=_diagram,
    aliases={"-": ".", "dark": "D", "light": "L"},
    sentences=partial(english_faults, "switch"),
)


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
