"""What is legal in Flipop: balls as two bitboards (bit = pit, a1 is bit 0), doors as one int."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random

from rules.contract.board import Cell, cells
from rules.contract.position import PASS, Mark, MarkKind, Move, Player, Result, Tally
from rules.contract.story import Piece, Pieces, Remove, Slide, Step, Story, Turn
from rules.games.flipop.doors import (
    AHEAD,
    AROUND,
    BOARD,
    COMPASS,
    EXITS,
    FROM,
    ONWARD,
    OPEN,
    PITS,
    SIDE,
    START,
    WAYS,
    Way,
    written,
)

COLOURS = ("white", "black")
BALLS = tuple(Piece(colour, "ball") for colour in COLOURS)
DOORS = {letter: Piece("door", f"door:{letter}") for letter in COMPASS}
EACH = 5
"""Balls of a colour."""

CAP = 100
"""Plies in which no ball left, after which the match ends (FP-13)."""


GOALS = tuple(
    Mark("goal", tuple(pit for pit in range(PITS) if exits >> pit & 1), colour)
    for exits, colour in zip(EXITS, ("white", "black"), strict=True)
)
"""The exits of both players, always shown."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What does not change during a match."""

    chain: str = "side"
    """Where pushed balls may be sent: a key of ONWARD (FP-7)."""
    stuck: str = "pass"
    """What ends the game besides that nobody can move: a value of the option `stuck` (FP-12)."""


@dataclass(frozen=True, slots=True)
class Flipop:
    """The balls of player 0 and 1, the doors, who moves, and what the last chain bans (FP-13)."""

    balls: tuple[int, int]
    doors: int
    turn: Player
    banned: int
    """The steps back of the last chain's balls (FP-11): bit = number of the way.

    After a single move there is none: its ball is not the reply's to move, and pushing it back is
    allowed.
    """
    setup: Setup = field(compare=False)

    @property
    def colours(self) -> tuple[str, str]:
        """White first."""
        return COLOURS

    def moves(self) -> Sequence[Move]:
        """The paths of pits, by the ball that starts; a forced pass while only the enemy moves."""
        if not self.balls[0] or not self.balls[1] or self._blocked():
            return []
        found = self._paths()
        if found:
            return found
        return [] if self._stuck() else [PASS]

    def _paths(self) -> list[Move]:
        """All moves of the player on turn but the forced pass.

        Every passage is looked up as it lay before the move. That is FP-8: no passage is used
        twice in a chain, and doors that swing come to lie beside pits already entered.
        """
        doors, banned = self.doors, self.banned
        taken = self.balls[0] | self.balls[1]
        found: list[Move] = []
        own = self.balls[self.turn]
        while own:
            start = own & -own
            own ^= start
            pit = start.bit_length() - 1
            for way in OPEN[pit][doors & AROUND[pit]]:
                if way.forth & banned:
                    continue
                if way.entered & taken:
                    free = ~taken | start
                    rest = taken & ~(start | way.entered)
                    self._push(way, (pit, way.target), free, rest, found)
                else:
                    found.append((pit, way.target))
        return found

    def _push(self, way: Way, path: Move, free: int, rest: int, found: list[Move]) -> None:
        """Add every chain that goes on from this step: the ball it meets is sent to a `free` pit,
        or through a door against one of the `rest`, the balls not moved yet (FP-6, FP-8)."""
        doors = self.doors
        for onward in ONWARD[self.setup.chain][way.number][doors & way.doors]:
            if onward.forth & self.banned:
                continue
            if onward.entered & free:
                found.append((*path, onward.target))
            elif onward.entered & rest and onward.doors & doors:
                left = rest & ~onward.entered
                self._push(onward, (*path, onward.target), free, left, found)

    def _can_move(self) -> bool:
        """Whether the player on turn has a move; mostly a single one is found at once."""
        doors, shut = self.doors, self.balls[0] | self.balls[1]
        own = self.balls[self.turn]
        while own:
            start = own & -own
            own ^= start
            pit = start.bit_length() - 1
            for way in OPEN[pit][doors & AROUND[pit]]:
                if not way.entered & shut and not way.forth & self.banned:
                    return True
        return bool(self._paths())

    def _stuck(self) -> bool:
        """Whether a player without a move ends the game here: the other has none after his pass,
        or `stuck=ends` (FP-12)."""
        return self.setup.stuck == "ends" or not self.play(PASS)._can_move()

    def _blocked(self) -> bool:
        """Whether no move of either player, looked at as if it were his turn and nothing banned,
        brings a ball of his own nearer to its exits, and that ends the game (`stuck=exit`)."""
        if self.setup.stuck != "exit":
            return False
        sides = [Flipop(self.balls, self.doors, turn, 0, self.setup) for turn in (0, 1)]
        if any(side._rolls_ahead() for side in sides):
            return False
        return not any(side._goes_ahead(path) for side in sides for path in side._paths())

    def _rolls_ahead(self) -> bool:
        """Whether a ball of the mover can go nearer to its exits without pushing."""
        taken, ahead = self.balls[0] | self.balls[1], AHEAD[self.turn]
        return any(
            way.number % 4 == ahead and not way.entered & taken
            for pit in cells(self.balls[self.turn])
            for way in OPEN[pit][self.doors & AROUND[pit]]
        )

    def _goes_ahead(self, path: Move) -> bool:
        """Whether a ball of the mover goes nearer to its exits on that path."""
        ways = (WAYS[step] for step in pairwise(path))
        own, ahead = self.balls[self.turn], AHEAD[self.turn]
        return any(way.left & own and way.number % 4 == ahead for way in ways)

    def play(self, move: Move) -> "Flipop":
        """The position after the balls of a path have moved, their doors swung, and those in their
        exits left; a chain bans the way back of its balls for one turn."""
        turn = 1 - self.turn
        if not move:
            return Flipop(self.balls, self.doors, turn, 0, self.setup)
        before = self.doors
        white, black = self.balls
        if len(move) == 2:
            way = WAYS[move]
            if self.turn == 0:
                white = (white ^ way.left | way.entered) & ~EXITS[0]
            else:
                black = (black ^ way.left | way.entered) & ~EXITS[1]
            doors = before ^ way.swing[before & way.doors]
            return Flipop((white, black), doors, turn, 0, self.setup)
        doors, banned, whites, blacks = before, 0, 0, 0
        for step in pairwise(move):
            way = WAYS[step]
            doors ^= way.swing[before & way.doors]
            if self.balls[0] & way.left:
                white ^= way.left
                landed = way.entered & ~EXITS[0]
                whites |= landed
            else:
                black ^= way.left
                landed = way.entered & ~EXITS[1]
                blacks |= landed
            if landed:
                banned |= way.back
        return Flipop((white | whites, black | blacks), doors, turn, banned, self.setup)

    def result(self) -> Result | None:
        """Over when a colour has no ball left (FP-10), when nobody can move, or with `stuck=exit`
        when no ball can come nearer to its exits (FP-12)."""
        if not self.balls[1 - self.turn]:
            return Result(1 - self.turn, "off")
        if not self.balls[self.turn]:
            return Result(self.turn, "off")
        if not self._can_move() and self._stuck():
            return self.verdict("stuck")
        return self.verdict("blocked") if self._blocked() else None

    def verdict(self, reason: str) -> Result:
        """Fewer balls on the board win, equally many are a draw (FP-12)."""
        first, second = self.score()
        if first == second:
            return Result(None, f"{reason}_equal")
        return Result(0 if first > second else 1, reason)

    def pieces(self) -> Pieces:
        """A ball in every taken pit, a door on every hinge."""
        white, black = self.balls
        balls = [
            BALLS[0] if white >> pit & 1 else BALLS[1] if black >> pit & 1 else None
            for pit in range(PITS)
        ]
        return (*balls, *(DOORS[letter] for letter in written(self.doors)))

    def score(self) -> tuple[int, int]:
        """Balls that have left the board."""
        return EACH - self.balls[0].bit_count(), EACH - self.balls[1].bit_count()

    def tallies(self) -> tuple[tuple[Tally, ...], tuple[Tally, ...]]:
        """None: the score says it all."""
        return (), ()

    def marks(self, taps: Move) -> tuple[Mark, ...]:
        """The exits; and the ways of the ball that is tapped, or of the ball that the last tap
        pushes: open, shut by the want of a door, or barred although the passage lets it through."""
        if not taps:
            return GOALS
        made = len(taps)
        legal = {move[made] for move in self.moves() if move[:made] == taps != move}
        return GOALS + tuple(
            Mark(self._kind(way, made > 1, legal), (way.source, way.target))
            for way in self._ways_after(taps)
        )

    def _ways_after(self, taps: Move) -> tuple[Way, ...]:
        """All ways, open or not, of the ball whose turn it is to go after these taps."""
        if len(taps) == 1:
            own = taps[0] < PITS and self.balls[self.turn] >> taps[0] & 1
            return FROM[taps[0]] if own else ()
        way = WAYS.get(taps[-2:])
        if way is None or not way.entered & (self.balls[0] | self.balls[1]):
            return ()
        return ONWARD[self.setup.chain][way.number].get(self.doors & way.doors, ())

    def _kind(self, way: Way, pushed: bool, legal: set[Cell]) -> MarkKind:
        if way.target in legal:
            return "way"
        taken = bool(way.entered & (self.balls[0] | self.balls[1]))
        needs_door = taken or not pushed
        return "shut" if needs_door and not way.doors & self.doors else "barred"

    def prompt(self) -> str:
        """What the mover is asked to do; "back" while the last chain bans something."""
        return "back" if self.banned else "move"

    def story(self, move: Move) -> Story:
        """The balls roll one after the other while their doors swing; then balls that have reached
        their exits leave."""
        if not move:
            return ()
        rolled: list[Step] = []
        left: list[Step] = []
        for place, step in enumerate(pairwise(move)):
            way = WAYS[step]
            rolled.append(Slide(way.source, way.target, after=place))
            rolled += self._turns(way, place)
            player = 0 if self.balls[0] & way.left else 1
            if way.entered & EXITS[player]:
                left.append(Remove(way.target, BALLS[player], after=len(left)))
        return (tuple(rolled), tuple(left)) if left else (tuple(rolled),)

    def _turns(self, way: Way, place: int) -> list[Step]:
        """The doors that swing while a ball goes this way."""
        swung = self.doors ^ way.swing[self.doors & way.doors]
        return [
            Turn(PITS + hinge, DOORS[old], DOORS[new], after=place)
            for hinge, (old, new) in enumerate(
                zip(written(self.doors), written(swung), strict=True)
            )
            if old != new
        ]

    def name(self, move: Move) -> str:
        """The pits of the path with a dash for each ball's step, or "pass"."""
        return "-".join(BOARD.names[pit] for pit in move) if move else "pass"

    def show(self) -> dict[str, object]:
        """The board as five rows of W, B and dots, the doors as four rows, the banned steps as
        they would be written, and the balls off the board."""
        balls = {BALLS[0]: "W", BALLS[1]: "B", None: "."}
        line = "".join(balls[piece] for piece in self.pieces()[:PITS])
        doors = written(self.doors)
        steps = (way for way in WAYS.values() if way.forth & self.banned)
        return {
            "board": [line[start : start + SIDE] for start in range(0, PITS, SIDE)],
            "doors": [doors[start : start + SIDE - 1] for start in range(0, 16, SIDE - 1)],
            "banned": [self.name((way.source, way.target)) for way in steps],
            "off": dict(zip(COLOURS, self.score(), strict=True)),
        }

    def imagine(self, random: Random) -> "Flipop":
        """The same position: nothing is hidden."""
        return self


def opening(chain: str = "side", stuck: str = "pass") -> Flipop:
    """White's balls in row 1, black's in row 5, all doors clockwise (FP-1, FP-3)."""
    return Flipop((0b11111, 0b11111 << 20), START, 0, 0, Setup(chain, stuck))
