"""What moves of Contactic are worth by how matches may end: the field laid on, less the best reply
to it, whichever tile the other side draws, less what follows that.

Nothing of the true order of the piles is looked at: what may be drawn next is a public count
(CT-3).
"""

from collections.abc import Iterator

import numpy as np

from rules.contract.position import Move
from rules.games.contactic.engine.batch import Array, Tables, tables_of
from rules.games.contactic.engine.playout_statistics import lots_of, outlook
from rules.games.contactic.engine.reply_followups import Draw, FollowUps, fitting
from rules.games.contactic.position import Contactic

LOTS = 256
"""Lots of each round."""

FIRST = 2
"""Rounds in which all moves are looked at and no replies."""

CLOSER = 6
"""Fields after which replies are looked at: those that seem best at first sight."""

REPLIED = 10
"""Rounds after which what follows the replies is looked at, too."""

FOLLOWED = 4
"""Fields for which that is done: those that seem best then."""

TRUSTED = 4
"""Rounds of that before anything is chosen by it."""


class Prospects:
    """What is known of these moves; arrays have one entry for each move, or for each field."""

    def __init__(
        self, position: Contactic, moves: list[Move], children: Tables, chance: np.random.Generator
    ) -> None:
        """The children are the tables after these moves."""
        self.children, self.chance, self.mover = children, chance, position.turn
        self.sign = 1 if position.turn == 0 else -1
        self.turning = position.setup.turning
        self.columns = position.setup.table.board.columns
        self.fields = np.array([move[0] for move in moves])
        self.table = tables_of(position)
        self.own = Draw.of(position.piles[self.mover], self.turning)
        self.theirs = Draw.of(position.piles[1 - self.mover], self.turning)
        self.rounds, self.ahead, self.worth = 0, 0.0, np.zeros(position.setup.table.fields)
        """Rounds so far, and the sums of what they told of the table as it lies."""
        self.closer = np.zeros(0, np.intp)
        """The moves whose replies are looked at."""
        self.after: list[int] = []
        """One of them for each field."""
        self.followed = self.closer
        """Which of those whose replies are looked at have what follows looked at, too."""
        self.follow_ups: FollowUps | None = None

    @property
    def plies(self) -> int:
        """How far ahead the choice looks."""
        if self.follow_ups is not None and self.follow_ups.rounds >= TRUSTED:
            return 3
        return 1 if self.rounds <= FIRST else 2

    def round(self) -> Iterator[int]:
        """Look at all moves, or once more at those that seem best; yields the number of boards
        filled after each bite."""
        if self.rounds == FIRST:
            self._choose()
        if self.rounds == REPLIED and len(self.own.tiles) and len(self.theirs.tiles):
            yield from self._follow()
        lots = lots_of(LOTS, len(self.table.empty), self.chance)
        ahead, worth = yield from outlook(self.table, lots, self.columns)
        self.rounds += 1
        self.ahead += float(ahead[0])
        self.worth += worth.reshape(-1)
        yield LOTS
        for number, move in enumerate(self.after):
            child = self.children.copies(np.array([move]))
            _, worth = yield from outlook(child, lots, self.columns)
            self.replies[:, number] += worth.reshape(-1)
            yield LOTS
        if self.follow_ups is not None:
            yield from self.follow_ups.round(lots)

    def _choose(self) -> None:
        """Which replies to look at, and where the other side's tiles fit then."""
        best = self._best(np.arange(len(self.fields)), self.values()[0], CLOSER)
        fields = self.fields.tolist()
        self.after = [fields.index(field) for field in best]
        self.closer = np.flatnonzero(np.isin(self.fields, best))
        self.which = np.array([best.index(field) for field in self.fields[self.closer]])
        self.replies = np.zeros((len(self.worth), len(best)))
        tables = self.children.copies(self.closer)
        self.fits = fitting(tables, self.theirs, self.columns, self.turning)

    def _follow(self) -> Iterator[int]:
        """What follows which replies; yields 0 after each bite."""
        best = self._best(self.closer, self.values()[0], FOLLOWED)
        self.followed = np.flatnonzero(np.isin(self.fields[self.closer], best))
        tables = self.children.copies(self.closer[self.followed])
        follow_ups = FollowUps(
            tables,
            self.which[self.followed],
            self.mover,
            self.theirs,
            self.own,
            self.columns,
            self.turning,
        )
        fits = self.fits[:, self.followed]
        yield from follow_ups.choose(self._replies()[:, self.followed], fits, self.chance)
        self.follow_ups = follow_ups

    def _best(self, moves: Array, values: Array, number: int) -> list[int]:
        """The fields of the best of these moves, at most so many."""
        order = moves[np.argsort(-values[moves], kind="stable")]
        return list(dict.fromkeys(self.fields[order].tolist()))[:number]

    def _replies(self) -> Array:
        """What fields are worth to who replies, by field and move looked at closer."""
        replies: Array = self.replies[:, self.which] / (self.rounds - FIRST)
        return replies

    def values(self) -> tuple[Array, Array]:
        """What to choose by, -inf for what seemed too bad to look closer, and what is to be
        expected: who replies gains a field, but so does who moves after him, and half of it is
        left. For the mover, in points."""
        value = (self.sign * self.ahead + self.worth[self.fields]) / self.rounds
        if self.rounds <= FIRST:
            return value, value
        choice, replies = np.full(len(value), -np.inf), self._replies()
        best = self.theirs.best(replies, self.fits)
        if self.follow_ups is not None and self.plies == 3:
            moves = self.closer[self.followed]
            choice[moves] = value[moves] - self.follow_ups.worth(replies[:, self.followed])
        else:
            choice[self.closer] = value[self.closer] - best
        value[self.closer] -= best / 2
        return choice, value
