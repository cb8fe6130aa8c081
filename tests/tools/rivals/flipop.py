"""The rival of Flipop: a compiled alpha-beta with its own evaluation (the extra `rivals`)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from flipside.rules.contract.position import Move, Position
from flipside.rules.engine.search import Level
from flipside.rules.engine.time_slices import SecondsClock
from flipside.rules.games.flipop.position import Flipop, opening
from flipside.rules.match.match import Match

if TYPE_CHECKING:
    from tests.tools.rivals.player import RivalPlayer

_MAX_DEPTH = 60
"""The maximum depth in plies."""

_SPARE_SHARE = 0.03
"""If less than this share of the time is left, no deeper search starts."""

_MAX_WIN_PLIES = 500
"""A score within so many plies of WIN_SCORE is a forced win."""


def new_player() -> "RivalPlayer":
    """Return the player for one match."""
    return Waiter().answer


class Waiter:
    """The compiled engine with its transposition table, for one match of the default options."""

    def __init__(self) -> None:
        from tests.tools.rivals import flipop_rules, flipop_search

        self.rules, self.engine = flipop_rules, flipop_search
        engine = self.engine
        self.table = np.zeros((engine.ENTRY_COUNT, 4), np.int64)
        self.history = np.zeros((2, engine.PATH_COUNT), np.int64)
        self.killers = np.zeros((engine.MAX_SEARCH_PLIES, 2), np.int64)
        self.stack = np.zeros(
            (engine.MAX_SEARCH_PLIES, self.rules.MAX_LEGAL_MOVES, self.rules.MOVE_WORDS), np.int64
        )
        self.line = np.zeros(engine.MAX_SEARCH_PLIES, np.int64)
        self.state = np.zeros(engine.STATE, np.int64)
        self.weights = engine.RIVAL_WEIGHTS
        self.depth, self.value, self.positions = 0, 0, 0
        """Completed depth, score and nodes of the last search."""
        self.speed = 1e6
        """The measured nodes per second."""
        self.search(position_words(opening()), 2, 1000, 0, self.line[:0])  # before the clock starts

    def answer(self, match: Match, level: Level, clock: SecondsClock) -> Move:
        """Return the move in an unfinished match with default options, by iterative deepening.

        The search stops at the depth of the level or after its seconds on `clock`.
        """
        legal = match.legal()
        if len(legal) == 1:
            return legal[0]
        begun = clock()
        seen = [int(self.rules.position_key(*position_words(one))) for one in match.history()]
        keys, times = np.unique(np.array(seen, np.int64), return_counts=True)
        left = match.plies_left()
        assert left is not None
        quiet = self.engine.CAP - left
        self.killers[:] = -1
        self.history >>= 3
        self.depth, self.positions, best = 0, 0, -1
        seconds = level.seconds
        deepest = min(level.limit.depth, _MAX_DEPTH)
        while self.depth < deepest:
            limit = 1 << 62
            if seconds is not None:
                spare = seconds - (clock() - begun)
                if best >= 0 and spare < _SPARE_SHARE * seconds:
                    break
                limit = max(500, int(self.speed * spare))
            before = clock()
            found, done = self.search(
                position_words(match.position), self.depth + 1, limit, quiet, keys[times > 1]
            )
            if found is not None:
                best = found
            looked_at = int(self.state[self.engine.NODES])
            self.positions += looked_at
            if looked_at > 5000:
                self.speed = looked_at / max(1e-4, clock() - before)
            if done:
                self.depth += 1
                if abs(self.value) > self.engine.WIN_SCORE - _MAX_WIN_PLIES:
                    break
        return path_pits(best)

    def search(
        self, position: Sequence[int], depth: int, limit: int, quiet: int, seen: np.ndarray
    ) -> tuple[int | None, bool]:
        """Search `depth` plies; return the best path and whether `limit` nodes were enough.

        `position` is the result of `position_words`, `quiet` the number of plies since a ball left.
        `seen` are the keys (n,) of positions that occurred twice. The path is None if no move was
        searched completely.
        """
        engine = self.engine
        self.state[:] = 0
        self.state[engine.LIMIT] = limit
        value = engine.alpha_beta(
            *position, quiet, 0, depth, 0, -engine.WIN_SCORE, engine.WIN_SCORE,
            self.stack, self.table, self.line, seen, self.killers, self.history, self.weights,
            self.state,
        )  # fmt: skip
        done = not self.state[engine.STOPPED]
        if done:
            self.value = int(value)
        best = int(self.state[engine.BEST])
        return best or None, done


def path_pits(path: int) -> Move:
    """Return the move of a path: the pits of its balls, in order. flipop_rules defines paths."""
    from tests.tools.rivals.flipop_rules import PITS, STEP_TARGET

    headings = []
    while path >= 2 * PITS:
        path, heading = divmod(path, 5)
        headings.append(heading - 1)
    found = [path - PITS]
    for heading in reversed(headings):
        found.append(int(STEP_TARGET[4 * found[-1] + heading]))
    return tuple(found)


def position_words(position: Position) -> Sequence[int]:
    """Return the six numbers of a position in flipop_rules (white, black, doors, bans, mover)."""
    assert isinstance(position, Flipop)
    doors = position.doors - (position.doors >> 63 << 64)
    low, high = position.ban & (1 << 50) - 1, position.ban >> 50
    return (*position.balls, doors, low, high, position.turn)
