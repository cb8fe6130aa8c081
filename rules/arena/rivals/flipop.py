"""The rival of Flipop: an engine of its own in compiled code (the extra `train`), at the table."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from rules.contract.position import Move, Position
from rules.engine.levels import Level
from rules.engine.time_slices import SecondsClock
from rules.games.flipop.position import Flipop, opening
from rules.match.match import Match

if TYPE_CHECKING:
    from rules.arena.rivals.player import Player

DEEPEST = 60

SPARE = 0.03
"""Share of the time that is not worth another start."""

FORCED = 500
"""Plies below a win that are counted."""


def sits_down() -> "Player":
    """A rival for one match."""
    return Waiter().answer


class Waiter:
    """The engine with the transposition table of one match; in a race it never shuts in a ball."""

    def __init__(self) -> None:
        from rules.arena.rivals import flipop_rules, flipop_search

        self.rules, self.engine = flipop_rules, flipop_search
        engine = self.engine
        self.table = np.zeros((engine.ENTRIES, 4), np.int64)
        self.history = np.zeros((2, engine.PATHS), np.int64)
        self.killers = np.zeros((engine.PLIES, 2), np.int64)
        self.stack = np.zeros((engine.PLIES, self.rules.MOVES, self.rules.FIELDS), np.int64)
        self.line = np.zeros(engine.PLIES, np.int64)
        self.state = np.zeros(engine.STATE, np.int64)
        self.weights = engine.WEIGHTS
        self.depth, self.value, self.positions = 0, 0, 0
        """Of the last search: full depth in plies, score, positions searched."""
        self.speed = 1e6
        """Positions a second."""
        self.search(words(opening()), 2, 1000, 0, self.line[:0])  # so that no clock waits for it

    def answer(self, match: Match, level: Level, clock: SecondsClock) -> Move:
        """The move it makes in a match of the default options that is not over."""
        legal = match.legal()
        if len(legal) == 1:
            return legal[0]
        begun = clock()
        seen = [int(self.rules.hashed(*words(one))) for one in match.history()]
        keys, times = np.unique(np.array(seen, np.int64), return_counts=True)
        left = match.plies_left()
        assert left is not None
        quiet = self.engine.CAP - left
        self.killers[:] = -1
        self.history >>= 3
        self.depth, self.positions, best = 0, 0, -1
        seconds = level.seconds
        deepest = min(level.limit.depth, DEEPEST)
        while self.depth < deepest:
            limit = 1 << 62
            if seconds is not None:
                spare = seconds - (clock() - begun)
                if best >= 0 and spare < SPARE * seconds:
                    break
                limit = max(500, int(self.speed * spare))
            before = clock()
            found, done = self.search(
                words(match.position), self.depth + 1, limit, quiet, keys[times > 1]
            )
            if found is not None:
                best = found
            looked_at = int(self.state[self.engine.NODES])
            self.positions += looked_at
            if looked_at > 5000:
                self.speed = looked_at / max(1e-4, clock() - before)
            if done:
                self.depth += 1
                if abs(self.value) > self.engine.WIN - FORCED:
                    break
        return pits(best)

    def search(
        self, position: Sequence[int], depth: int, limit: int, quiet: int, seen: np.ndarray
    ) -> tuple[int | None, bool]:
        """The path of the best move, if one was found within `limit` positions; whether the depth
        was completed. The transposition table makes a repeat fast.
        """
        engine = self.engine
        self.state[:] = 0
        self.state[engine.LIMIT] = limit
        value = engine.search(
            *position, quiet, 0, depth, 0, -engine.WIN, engine.WIN, self.stack, self.table,
            self.line, seen, self.killers, self.history, self.weights, self.state,
        )  # fmt: skip
        done = not self.state[engine.STOPPED]
        if done:
            self.value = int(value)
        best = int(self.state[engine.BEST])
        return best or None, done


def pits(path: int) -> Move:
    """The pits of a path of the engine."""
    from rules.arena.rivals.flipop_rules import PITS, TARGET

    headings = []
    while path >= 2 * PITS:
        path, heading = divmod(path, 5)
        headings.append(heading - 1)
    found = [path - PITS]
    for heading in reversed(headings):
        found.append(int(TARGET[4 * found[-1] + heading]))
    return tuple(found)


def words(position: Position) -> Sequence[int]:
    """The words of the engine, without the plies since a ball left."""
    assert isinstance(position, Flipop)
    doors = position.doors - (position.doors >> 63 << 64)
    low, high = position.banned & (1 << 50) - 1, position.banned >> 50
    return (*position.balls, doors, low, high, position.turn)
