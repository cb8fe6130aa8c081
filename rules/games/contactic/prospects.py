"""What moves of Contactic are worth by how matches may end: the field laid on, less the best reply
to it, whichever tile the other side draws.

Nothing of the true order of the piles is looked at: what may be drawn next is a public count
(CT-3).
"""

from collections.abc import Iterator

import numpy as np

from rules.games.contactic.batch import FOUR_TURNS, Array, Tables, tables_of
from rules.games.contactic.outlook import lots_of, outlook
from rules.games.contactic.piles import Piles
from rules.games.contactic.position import Contactic
from rules.games.contactic.tiles import KINDS
from rules.position import Move

LOTS = 256
"""Lots of each round."""

FIRST = 2
"""Rounds in which all moves are looked at and no replies."""

CLOSER = 6
"""Fields after which replies are looked at: those that seem best at first sight."""

STUCK = -1.0
"""Points it is worth to have a tile that fits nowhere."""


class Prospects:
    """What is known of these moves; arrays have one entry for each move, or for each field."""

    def __init__(
        self, position: Contactic, moves: list[Move], children: Tables, chance: np.random.Generator
    ) -> None:
        """The children are the tables after these moves."""
        self.children, self.chance = children, chance
        self.sign = 1 if position.turn == 0 else -1
        self.turning = position.setup.turning
        self.columns = position.setup.table.board.columns
        self.fields = np.array([move[0] for move in moves])
        self.table = tables_of(position)
        self.tiles, self.chances = _next(position.piles[1 - position.turn], self.turning)
        self.rounds, self.ahead, self.worth = 0, 0.0, np.zeros(position.setup.table.fields)
        """Rounds so far, and the sums of what they told of the table as it lies."""
        self.closer: list[int] = []
        """The moves whose replies are looked at."""
        self.after: list[int] = []
        """One of them for each field."""

    def round(self) -> Iterator[int]:
        """Look at all moves, or once more at those that seem best; yields the number of boards
        filled after each bite."""
        if self.rounds == FIRST:
            self._choose()
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

    def _choose(self) -> None:
        """Which replies to look at, and where the other side's tiles fit then."""
        order = self.fields[np.argsort(-self.values()[0], kind="stable")].tolist()
        best = list(dict.fromkeys(order))[:CLOSER]
        fields = self.fields.tolist()
        self.after = [fields.index(field) for field in best]
        self.closer = [move for move, field in enumerate(fields) if field in best]
        self.which = np.array([best.index(fields[move]) for move in self.closer])
        self.replies = np.zeros((len(self.worth), len(best)))
        kinds, number = len(self.tiles), len(self.closer)
        tables = self.children.copies(np.repeat(self.closer, kinds))
        of, row, column = tables.room(
            np.tile(self.tiles, number), np.ones(kinds * number, bool), self.turning
        )
        fits = np.zeros((len(self.worth), kinds * number), bool)
        fits[(row - 1) * self.columns + column, of] = True
        self.fits = fits.reshape(len(self.worth), number, kinds)

    def values(self) -> tuple[Array, Array]:
        """What to choose by, -inf for what seemed too bad to look closer, and what is to be
        expected: who replies gains a field, but so does who moves after him, and half of it is
        left. For the mover, in points."""
        value = (self.sign * self.ahead + self.worth[self.fields]) / self.rounds
        if self.rounds <= FIRST:
            return value, value
        choice = np.full(len(value), -np.inf)
        replies = self.replies[:, self.which] / (self.rounds - FIRST)
        best = np.where(self.fits, replies[:, :, None], STUCK).max(axis=0) @ self.chances
        choice[self.closer] = value[self.closer] - best
        value[self.closer] -= best / 2
        return choice, value


def _next(piles: Piles, turning: bool) -> tuple[Array, Array]:
    """The tiles that may be drawn next, and the chance of each; none when the piles are empty."""
    if not piles.main:
        return np.frombuffer(piles.leftover[-1:], np.uint8), np.ones(len(piles.leftover[-1:]))
    chances = np.array(piles.kinds()) / len(piles.main)
    if turning:
        return np.array(KINDS, np.uint8), chances
    return FOUR_TURNS[list(KINDS)].reshape(-1), chances.repeat(4) / 4
