"""The position of Flipop and its rules: balls as two bitboards (bit = pit), doors as one int."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from flipside.rules.contract.board import Cell, cells
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
from flipside.rules.contract.story import Piece, Pieces, Remove, Slide, Step, Story, Turn
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
    """When a match without moves ends: a value of the option `stuck` (FP-12)."""
    tie: str = "draw"
    """What decides between equally many balls: a value of the option `tie` (FP-14)."""


@dataclass(frozen=True, slots=True)
class Flipop(Position):
    """A position of Flipop."""

    balls: tuple[int, int]
    """Balls of player 0 and 1 as bitboards."""
    doors: int
    """Doors as in doors.py."""
    turn: Player = field()
    banned: int
    """Steps back of the last chain's balls (FP-11): bit = number of the way. A single move bans
    nothing: its ball belongs to the other player, who may push it back."""
    setup: Setup = field(compare=False)

    @property
    def colours(self) -> tuple[str, str]:
        return COLOURS

    def moves(self) -> Sequence[Move]:
        """Paths of pits in the order of their first pits; a forced pass if only the opponent can
        move."""
        if not self.balls[0] or not self.balls[1] or self._blocked():
            return []
        found = self._paths()
        if found:
            return found
        return [] if self._stuck() else [PASS]

    def _paths(self) -> list[Move]:
        """All moves of the player on turn but the forced pass. Each passage is looked up as it lay
        before the move. That implements FP-8: no passage is used twice in a chain, and doors that
        swing come to lie beside pits already entered."""
        doors, banned = self.doors, self.banned
        taken = self.balls[0] | self.balls[1]
        found: list[Move] = []
        own = self.balls[self.turn]
        while own:
            start = own & -own
            own ^= start
            pit = start.bit_length() - 1
            for way in OPEN_WAYS[pit][doors & DOORS_AROUND[pit]]:
                if way.forth & banned:
                    continue
                if way.entered & taken:
                    free = ~taken | start
                    rest = taken & ~(start | way.entered)
                    self._push(way, (pit, way.target), free, rest, found)
                else:
                    found.append((pit, way.target))
        return found

    def _push(self, way: PitWay, path: Move, free: int, rest: int, found: list[Move]) -> None:
        """Add to `found` every chain that goes on from this step. The pushed ball goes to a `free`
        pit, or through a door against one of `rest`, the balls not moved yet (FP-6, FP-8); both are
        bitboards."""
        doors = self.doors
        for onward in ONWARD_WAYS[self.setup.chain][way.number][doors & way.doors]:
            if onward.forth & self.banned:
                continue
            if onward.entered & free:
                found.append((*path, onward.target))
            elif onward.entered & rest and onward.doors & doors:
                left = rest & ~onward.entered
                self._push(onward, (*path, onward.target), free, left, found)

    def _can_move(self) -> bool:
        """Whether the player on turn has a move; tries single moves first, which is fast."""
        return any(not way.forth & self.banned for way in self._rolls()) or bool(self._paths())

    def _stuck(self) -> bool:
        """Whether a player without a move ends the game (FP-12): with `stuck=ends`, or if the other
        has none after a pass."""
        return self.setup.stuck == "ends" or not self.play(PASS)._can_move()

    def _blocked(self) -> bool:
        """Whether no ball of either player can come nearer to its exits, with `stuck=exit` (FP-12).
        Both players count as on turn, with nothing banned."""
        if self.setup.stuck != "exit":
            return False
        sides = [Flipop(self.balls, self.doors, turn, 0, self.setup) for turn in (0, 1)]
        for side in sides:
            ahead = AHEAD_DIRECTIONS[side.turn]
            if any(way.number % 4 == ahead for way in side._rolls()):
                return False
        return not any(side._goes_ahead(path) for side in sides for path in side._paths())

    def _rolls(self) -> Iterator[PitWay]:
        """Open ways of the mover's balls into empty pits, banned or not."""
        taken = self.balls[0] | self.balls[1]
        for pit in cells(self.balls[self.turn]):
            for way in OPEN_WAYS[pit][self.doors & DOORS_AROUND[pit]]:
                if not way.entered & taken:
                    yield way

    def _goes_ahead(self, path: Move) -> bool:
        """Whether a ball of the mover comes nearer to its exits on that path."""
        ways = (WAY_BY_PITS[step] for step in pairwise(path))
        own, ahead = self.balls[self.turn], AHEAD_DIRECTIONS[self.turn]
        return any(way.left & own and way.number % 4 == ahead for way in ways)

    def play(self, move: Move) -> "Flipop":
        """The position after a move: balls moved, doors swung, balls in their exits off the board.
        A chain bans the way back of its balls for one turn (FP-11)."""
        turn = 1 - self.turn
        if not move:
            return Flipop(self.balls, self.doors, turn, 0, self.setup)
        doors, before, banned = self.doors, self.doors, 0
        balls, landed = [*self.balls], [0, 0]
        for step in pairwise(move):
            way = WAY_BY_PITS[step]
            doors ^= way.swing[before & way.doors]
            player = 0 if self.balls[0] & way.left else 1
            balls[player] ^= way.left
            if not way.entered & EXIT_PITS[player]:
                landed[player] |= way.entered
                banned |= way.back
        banned = banned if len(move) > 2 else 0
        after = balls[0] | landed[0], balls[1] | landed[1]
        return Flipop(after, doors, turn, banned, self.setup)

    def result(self) -> Result | None:
        """The result once a colour has no ball left (FP-10) or the match is stuck (FP-12)."""
        if not self.balls[1 - self.turn]:
            return Result(1 - self.turn, "off")
        if not self.balls[self.turn]:
            return Result(self.turn, "off")
        if not self._can_move() and self._stuck():
            return self.verdict("no_move" if self.setup.stuck == "ends" else "stuck")
        return self.verdict("blocked") if self._blocked() else None

    def verdict(self, reason: str) -> Result:
        """Return the result by the balls on the board (FP-12) and, by FP-14, their distances."""
        first, second = self.score()
        if first != second:
            return Result(0 if first > second else 1, reason)
        if self.setup.tie == "draw":
            return Result(None, f"{reason}_equal")
        first, second = self.distances()
        if first == second:
            return Result(None, f"{reason}_equal", "equal")
        return Result(0 if first < second else 1, f"{reason}_equal", "nearer")

    def distances(self) -> tuple[int, int]:
        """Return the sums of the steps from the balls of player 0 and 1 to their exits (FP-14)."""
        white, black = (
            sum(exit_distance(player, pit) for pit in cells(self.balls[player]))
            for player in (0, 1)
        )
        return white, black

    def tallies(self) -> tuple[tuple[Tally, ...], tuple[Tally, ...]]:
        """Return the distances, if they may decide (FP-14)."""
        if self.setup.tie == "draw":
            return (), ()
        white, black = (Tally("distance", steps) for steps in self.distances())
        return (white,), (black,)

    def pieces(self) -> Pieces:
        """A ball or None per pit, then a door per hinge."""
        doors = (_DOORS[sign] for sign in doors_text(self.doors))
        return (*BOARD.laid(self.balls, (None, *_BALLS)), *doors)

    def score(self) -> tuple[int, int]:
        """Balls of player 0 and 1 that have left the board."""
        white, black = self.balls
        return BALLS_PER_COLOUR - white.bit_count(), BALLS_PER_COLOUR - black.bit_count()

    def marks(self, taps: Move) -> tuple[Mark, ...]:
        """The exits, and the ways of the tapped ball or of the ball that the last tap pushes. A way
        is open, shut (no door lies there) or barred by another rule."""
        if not taps:
            return EXIT_MARKS
        made = len(taps)
        legal = {move[made] for move in self.moves() if move[:made] == taps != move}
        return EXIT_MARKS + tuple(
            Mark(self._kind(way, made > 1, legal), (way.source, way.target))
            for way in self._ways_after(taps)
        )

    def _ways_after(self, taps: Move) -> tuple[PitWay, ...]:
        """All ways, open or not, of the ball that goes next after these taps."""
        if len(taps) == 1:
            own = taps[0] < PIT_COUNT and self.balls[self.turn] >> taps[0] & 1
            return WAYS_FROM[taps[0]] if own else ()
        way = WAY_BY_PITS.get(taps[-2:])
        if way is None or not way.entered & (self.balls[0] | self.balls[1]):
            return ()
        return self.ways_pushed(way)

    def ways_pushed(self, way: PitWay) -> tuple[PitWay, ...]:
        """Ways, open or not, of a ball pushed along `way` (FP-7)."""
        return ONWARD_WAYS[self.setup.chain][way.number].get(self.doors & way.doors, ())

    def _kind(self, way: PitWay, pushed: bool, legal: set[Cell]) -> MarkKind:
        """Kind of mark of a way; `pushed` says whether its ball was pushed."""
        if way.target in legal:
            return "way"
        taken = bool(way.entered & (self.balls[0] | self.balls[1]))
        needs_door = taken or not pushed
        return "shut" if needs_door and not way.doors & self.doors else "barred"

    def prompt(self) -> str:
        """Key of what the mover is asked to do; "back" while the last chain bans something."""
        return "back" if self.banned else "move"

    def story(self, move: Move) -> Story:
        """Balls roll one after the other while their doors swing; then those in exits leave."""
        if not move:
            return ()
        rolled: list[Step] = []
        left: list[Step] = []
        for place, step in enumerate(pairwise(move)):
            way = WAY_BY_PITS[step]
            rolled += [Slide(way.source, way.target, after=place), *self._turns(way, place)]
            player = 0 if self.balls[0] & way.left else 1
            if way.entered & EXIT_PITS[player]:
                left.append(Remove(way.target, _BALLS[player], after=len(left)))
        return (tuple(rolled), tuple(left)) if left else (tuple(rolled),)

    def _turns(self, way: PitWay, place: int) -> list[Step]:
        swung = doors_text(self.doors ^ way.swing[self.doors & way.doors])
        return [
            Turn(PIT_COUNT + hinge, _DOORS[old], _DOORS[new], after=place)
            for hinge, (old, new) in enumerate(zip(doors_text(self.doors), swung, strict=True))
            if old != new
        ]

    def name(self, move: Move) -> str:
        """Pits of the path with dashes, or "pass"."""
        return "-".join(BOARD.names[pit] for pit in move) if move else "pass"

    def show(self) -> dict[str, object]:
        """The position for the command line's JSON. `board` has five rows of W, B and dots, `doors`
        four rows, `banned` the banned steps, `off` the balls off the board."""
        steps = (way for way in WAY_BY_PITS.values() if way.forth & self.banned)
        doors, side = doors_text(self.doors), BOARD_SIDE - 1
        return {
            "board": BOARD.lines(BOARD.laid(self.balls, ".WB")),
            "doors": [doors[at : at + side] for at in range(0, side * side, side)],
            "banned": [self.name((way.source, way.target)) for way in steps],
            "off": dict(zip(COLOURS, self.score(), strict=True)),
        }


def setup_of(choices: Mapping[str, str]) -> Setup:
    """Return the options of a match by the values of the game's options."""
    return Setup(choices["chain"], choices["stuck"], choices["tie"])


def opening(setup: Setup = Setup()) -> Flipop:
    """Return the start: white's balls in row 1, black's in row 5, all doors clockwise (FP-3)."""
    return Flipop((0b11111, 0b11111 << 20), START_DOORS, 0, 0, setup)
