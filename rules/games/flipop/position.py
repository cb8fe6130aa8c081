"""The position of Flipop, its rules and its diagram; doors.py has pits, doors and ways.

A diagram has balls, doors, the player to move, and the ban on steps back. Balls that are not on the
board have left it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from random import Random

from flipside.rules.contract.board import Cell, cells
from flipside.rules.contract.diagram import (
    NOTHING,
    BadPosition,
    DiagramChoice,
    DiagramRules,
    PositionDiagram,
)
from flipside.rules.contract.position import (
    PASS,
    Mark,
    MarkKind,
    Move,
    Player,
    Position,
    Result,
    Tally,
)
from flipside.rules.contract.story import Piece, Pieces, Remove, Rotate, Slide, Step, Story
from flipside.rules.games import english_faults
from flipside.rules.games.flipop.doors import (
    AHEAD_DIRECTIONS,
    BOARD,
    BOARD_SIDE,
    COMPASS,
    DOORS_AROUND,
    EXIT_PITS,
    ONWARD_WAYS,
    OPEN_WAYS,
    PIT_COUNT,
    START_DOORS,
    WAY_BY_PITS,
    WAYS_FROM,
    PitWay,
    doors_text,
    exit_distance,
    parse_doors,
)

COLOURS = ("white", "black")
_BALLS = tuple(Piece(colour, "ball") for colour in COLOURS)
_DOORS = {letter: Piece("door", f"door:{letter}") for letter in COMPASS}

EXIT_MARKS = tuple(
    Mark("goal", tuple(cells(exits)), colour)
    for exits, colour in zip(EXIT_PITS, COLOURS, strict=True)
)
BALLS_PER_COLOUR = 5

CAP_PLIES = 100
"""Plies without a ball leaving after which the match ends (FP-13)."""


@dataclass(frozen=True, slots=True)
class Setup:
    """Options of the rules, fixed during a match."""

    chain: str = "side"
    """Where pushed balls may go: a value of the option `chain` (FP-7)."""
    stuck: str = "pass"
    """When a match ends for lack of moves: a value of the option `stuck` (FP-12)."""
    tie: str = "draw"
    """Tie-break for equal numbers of balls: a value of the option `tie` (FP-14)."""

    @classmethod
    def of(cls, choices: Mapping[str, str]) -> "Setup":
        """Return the options of a match from the values of the game's options."""
        return cls(choices["chain"], choices["stuck"], choices["tie"])


@dataclass(frozen=True, slots=True)
class Flipop(Position):
    """A position of Flipop."""

    balls: tuple[int, int]
    """Balls of player 0 and 1 as bitboards."""
    doors: int
    """Doors as in doors.py."""
    turn: Player = field()
    ban: int
    """Ways that would take back a step of the last chain and are banned (FP-11), as bits by number.
    After a move of one step there are none: its ball may be pushed back."""
    setup: Setup = field(compare=False)

    @property
    def colours(self) -> tuple[str, str]:
        """The colours of player 0 and 1."""
        return COLOURS

    def moves(self) -> Sequence[Move]:
        """Return the legal paths by their first pits, or a forced pass; nothing after the end."""
        if not self.balls[0] or not self.balls[1] or self._blocked():
            return []
        return self._paths() or ([] if self._stuck() else [PASS])

    def _paths(self) -> list[Move]:
        """Return all moves of the mover except the forced pass.

        Doors are looked up as they were before the move. That implements FP-8, because no passage
        is used twice in a chain, and doors swing only beside pits that a ball has reached.
        """
        doors, ban = self.doors, self.ban
        all_balls = self.balls[0] | self.balls[1]
        paths: list[Move] = []
        own = self.balls[self.turn]
        while own:
            start = own & -own
            own ^= start
            pit = start.bit_length() - 1
            for way in OPEN_WAYS[pit][doors & DOORS_AROUND[pit]]:
                if way.forth & ban:
                    continue
                if way.target_bit & all_balls:
                    free = ~all_balls | start
                    rest = all_balls & ~(start | way.target_bit)
                    self._push(way, (pit, way.target), free, rest, paths)
                else:
                    paths.append((pit, way.target))
        return paths

    def _push(self, way: PitWay, path: Move, free: int, rest: int, paths: list[Move]) -> None:
        """Add to `paths` every chain that begins with `path`, whose last way pushes a ball.

        `free` and `rest` are bitboards: pits where a pushed ball may stop, and balls that a pushed
        ball may push on through a door (FP-6, FP-8).
        """
        doors = self.doors
        for onward in ONWARD_WAYS[self.setup.chain][way.number][doors & way.doors]:
            if onward.forth & self.ban:
                continue
            if onward.target_bit & free:
                paths.append((*path, onward.target))
            elif onward.target_bit & rest and onward.doors & doors:
                left = rest & ~onward.target_bit
                self._push(onward, (*path, onward.target), free, left, paths)

    def _can_move(self) -> bool:
        """Return whether the mover has a move; moves of one step are tried first, which is fast."""
        return any(not way.forth & self.ban for way in self._rolls()) or bool(self._paths())

    def _stuck(self) -> bool:
        """Return whether the match ends if the mover has no move (FP-12)."""
        return self.setup.stuck == "ends" or not self.play(PASS)._can_move()

    def _blocked(self) -> bool:
        """Return whether `stuck=exit` ends the match, because no ball can advance (FP-12)."""
        if self.setup.stuck != "exit":
            return False
        sides = [Flipop(self.balls, self.doors, turn, 0, self.setup) for turn in (0, 1)]
        for side in sides:
            ahead = AHEAD_DIRECTIONS[side.turn]
            if any(way.number % 4 == ahead for way in side._rolls()):
                return False
        return not any(side._goes_ahead(path) for side in sides for path in side._paths())

    def _rolls(self) -> Iterator[PitWay]:
        """Yield the open ways of the mover's balls into empty pits, ignoring the ban."""
        all_balls = self.balls[0] | self.balls[1]
        for pit in cells(self.balls[self.turn]):
            for way in OPEN_WAYS[pit][self.doors & DOORS_AROUND[pit]]:
                if not way.target_bit & all_balls:
                    yield way

    def _goes_ahead(self, path: Move) -> bool:
        """Return whether `path` brings a ball of the mover nearer to its exits."""
        ways = (WAY_BY_PITS[step] for step in pairwise(path))
        own, ahead = self.balls[self.turn], AHEAD_DIRECTIONS[self.turn]
        return any(way.source_bit & own and way.number % 4 == ahead for way in ways)

    def play(self, move: Move) -> "Flipop":
        """Return the position after a move (FP-5, FP-6, FP-9, FP-11)."""
        turn = 1 - self.turn
        if not move:
            return Flipop(self.balls, self.doors, turn, 0, self.setup)
        doors, before, ban = self.doors, self.doors, 0
        balls, arrivals = [*self.balls], [0, 0]
        for step in pairwise(move):
            way = WAY_BY_PITS[step]
            doors ^= way.swing[before & way.doors]
            player = 0 if self.balls[0] & way.source_bit else 1
            balls[player] ^= way.source_bit
            if not way.target_bit & EXIT_PITS[player]:
                arrivals[player] |= way.target_bit
                ban |= way.back
        ban = ban if len(move) > 2 else 0
        after = balls[0] | arrivals[0], balls[1] | arrivals[1]
        return Flipop(after, doors, turn, ban, self.setup)

    def result(self) -> Result | None:
        """Return the result once a colour has no ball (FP-10) or the match is stuck (FP-12)."""
        if not self.balls[1 - self.turn]:
            return Result(1 - self.turn, "off")
        if not self.balls[self.turn]:
            return Result(self.turn, "off")
        if not self._can_move() and self._stuck():
            return self.verdict("no_move" if self.setup.stuck == "ends" else "stuck")
        return self.verdict("blocked") if self._blocked() else None

    def verdict(self, reason: str) -> Result:
        """Return the result by the balls on the board (FP-12), then by their distances (FP-14)."""
        first, second = self.points()
        if first != second:
            return Result(0 if first > second else 1, reason)
        if self.setup.tie == "draw":
            return Result(None, f"{reason}_equal")
        first, second = self.distances()
        if first == second:
            return Result(None, f"{reason}_equal", "equal")
        return Result(0 if first < second else 1, f"{reason}_equal", "nearer")

    def distances(self) -> tuple[int, int]:
        """Return by player the sum of the distances of the balls from their exits (FP-14)."""
        white, black = (
            sum(exit_distance(player, pit) for pit in cells(self.balls[player]))
            for player in (0, 1)
        )
        return white, black

    def tallies(self) -> tuple[tuple[Tally, ...], tuple[Tally, ...]]:
        """Return the distance of each player if distances break ties (FP-14)."""
        if self.setup.tie == "draw":
            return (), ()
        white, black = (Tally("distance", steps) for steps in self.distances())
        return (white,), (black,)

    def pieces(self) -> Pieces:
        """Return the ball in each pit, or None, then the door on each hinge."""
        doors = (_DOORS[sign] for sign in doors_text(self.doors))
        return (*BOARD.laid(self.balls, (None, *_BALLS)), *doors)

    def points(self) -> tuple[int, int]:
        """Return by player the number of balls that have left the board."""
        white, black = self.balls
        return BALLS_PER_COLOUR - white.bit_count(), BALLS_PER_COLOUR - black.bit_count()

    def marks(self, taps: Move) -> tuple[Mark, ...]:
        """Return marks for the exits and for the ways of the ball that moves next after `taps`."""
        if not taps:
            return EXIT_MARKS
        count = len(taps)
        legal = {move[count] for move in self.moves() if move[:count] == taps != move}
        return EXIT_MARKS + tuple(
            Mark(self._kind(way, count > 1, legal), (way.source, way.target))
            for way in self._ways_after(taps)
        )

    def _ways_after(self, taps: Move) -> tuple[PitWay, ...]:
        """Return all ways, open or not, of the ball that moves next after `taps`."""
        if len(taps) == 1:
            own = taps[0] < PIT_COUNT and self.balls[self.turn] >> taps[0] & 1
            return WAYS_FROM[taps[0]] if own else ()
        way = WAY_BY_PITS.get(taps[-2:])
        if way is None or not way.target_bit & (self.balls[0] | self.balls[1]):
            return ()
        return self.ways_pushed(way)

    def ways_pushed(self, way: PitWay) -> tuple[PitWay, ...]:
        """Return the ways, open or not, of a ball pushed along `way` (FP-7)."""
        return ONWARD_WAYS[self.setup.chain][way.number].get(self.doors & way.doors, ())

    def _kind(self, way: PitWay, pushed: bool, legal: set[Cell]) -> MarkKind:
        """Return the kind of mark for a way of a ball; `pushed` is False for the first ball."""
        if way.target in legal:
            return "way"
        pushes = bool(way.target_bit & (self.balls[0] | self.balls[1]))
        needs_door = pushes or not pushed
        return "shut" if needs_door and not way.doors & self.doors else "barred"

    def prompt(self) -> str:
        """Return the text key of the mover's task: "back" while the last chain bans steps."""
        return "back" if self.ban else "move"

    def story(self, move: Move) -> Story:
        """Return a beat in which balls roll and doors swing, and one in which balls leave."""
        if not move:
            return ()
        rolls: list[Step] = []
        exits: list[Step] = []
        for place, step in enumerate(pairwise(move)):
            way = WAY_BY_PITS[step]
            rolls += [Slide(way.source, way.target, after=place), *self._turns(way, place)]
            player = 0 if self.balls[0] & way.source_bit else 1
            if way.target_bit & EXIT_PITS[player]:
                exits.append(Remove(way.target, _BALLS[player], after=len(exits)))
        return (tuple(rolls), tuple(exits)) if exits else (tuple(rolls),)

    def _turns(self, way: PitWay, place: int) -> list[Step]:
        after = doors_text(self.doors ^ way.swing[self.doors & way.doors])
        return [
            Rotate(PIT_COUNT + hinge, _DOORS[old], _DOORS[new], after=place)
            for hinge, (old, new) in enumerate(zip(doors_text(self.doors), after, strict=True))
            if old != new
        ]

    def name(self, move: Move) -> str:
        """Return the pits of the path with dashes, or "pass"."""
        return "-".join(BOARD.names[pit] for pit in move) if move else "pass"

    def to_dict(self) -> dict[str, object]:
        """Return board and doors as rows of letters, the ban and the balls off the board."""
        steps = (way for way in WAY_BY_PITS.values() if way.forth & self.ban)
        doors, side = doors_text(self.doors), BOARD_SIDE - 1
        return {
            "board": BOARD.lines(BOARD.laid(self.balls, ".WB")),
            "doors": [doors[at : at + side] for at in range(0, side * side, side)],
            "banned": [self.name((way.source, way.target)) for way in steps],
            "off": dict(zip(COLOURS, self.points(), strict=True)),
        }


def opening(setup: Setup = Setup()) -> Flipop:
    """Return the start: white's balls in row 1, black's in row 5, all doors clockwise (FP-3)."""
    return Flipop((0b11111, 0b11111 << 20), START_DOORS, 0, 0, setup)


_SIGNS = "WB"
_MIRRORED_DOORS = str.maketrans("EW", "WE")


def _signs(choices: Mapping[str, str]) -> tuple[tuple[str, ...], ...]:
    # No ball stays in an exit of its colour (FP-9).
    pits = tuple(
        (
            ".",
            *(sign for sign, exits in zip(_SIGNS, EXIT_PITS, strict=True) if not exits >> pit & 1),
        )
        for pit in range(PIT_COUNT)
    )
    return pits + ((COMPASS,),) * (len(BOARD.names) - PIT_COUNT)


def _choices(choices: Mapping[str, str], diagram: PositionDiagram) -> tuple[DiagramChoice, ...]:
    steps = [
        f"{BOARD.names[pit]}-{BOARD.names[way.target]}"
        for pit in range(PIT_COUNT)
        if diagram.symbols[pit] != "."
        for way in WAYS_FROM[pit]
    ]
    turn = DiagramChoice("turn", tuple(_SIGNS), "turn")
    return turn, DiagramChoice("back", (NOTHING, *steps), "back", several=True)


def _position(choices: Mapping[str, str], diagram: PositionDiagram, random: Random) -> Flipop:
    pits = PositionDiagram(diagram.symbols[:PIT_COUNT])
    white, black = pits.bits("W"), pits.bits("B")
    if not (1 <= white.bit_count() <= BALLS_PER_COLOUR >= black.bit_count() >= 1):
        raise BadPosition("balls", str(black.bit_count()), white.bit_count())
    ban, steps = 0, diagram.parts(1)
    for step in steps:
        if step not in _choices(choices, diagram)[1].values[1:]:
            raise BadPosition("back", step)
        ban |= WAY_BY_PITS[tuple(map(BOARD.cell_named, step.split("-")))].forth
    if len({step.split("-")[0] for step in steps}) < len(steps):
        raise BadPosition("back", ", ".join(steps))
    doors = parse_doors(diagram.symbols[PIT_COUNT:])
    return Flipop((white, black), doors, _SIGNS.index(diagram.field_at(0)), ban, Setup.of(choices))


def _diagram(now: Flipop) -> PositionDiagram:
    pits = "".join(BOARD.laid(now.balls, ".WB"))
    steps = [now.name(step) for step, way in WAY_BY_PITS.items() if way.forth & now.ban]
    words = _SIGNS[now.turn], ",".join(steps) or NOTHING
    return PositionDiagram(pits + doors_text(now.doors), words)


def _piece(cell: Cell, sign: str) -> Piece | None:
    if cell >= PIT_COUNT:
        return Piece("door", f"door:{sign}")
    return None if sign == "." else Piece(COLOURS[_SIGNS.index(sign)], "ball")


DIAGRAMS = DiagramRules(
    cell_symbols=_signs,
    piece_of=_piece,
    choices=_choices,
    position=_position,
    diagram=_diagram,
    mirror=lambda cell, sign: sign.translate(_MIRRORED_DOORS) if cell >= PIT_COUNT else sign,
    aliases={"-": ".", "white": "W", "black": "B"},
    sentences=partial(english_faults, "flipop"),
)
