"""Three-ply search on Monte Carlo statistics in Contactic: a move, the best reply, the next tile.
It averages over the tiles that may be drawn, from public counts only (CT-3)."""

from collections.abc import Iterator

import numpy as np

from rules.contract.position import Move
from rules.games.contactic.engine.batch import Array, Boards, boards_of
from rules.games.contactic.engine.playout_statistics import fill_statistics, random_fills
from rules.games.contactic.engine.reply_followups import Draw, FollowUps, fit_masks
from rules.games.contactic.position import Contactic

FILLS_PER_ROUND = 256
"""Random fills per board and round."""

FIRST_ROUNDS = 2
"""Rounds that look at all moves and at no replies."""

REPLY_SQUARES = 6
"""Squares whose replies are looked at: those with the best values after `FIRST_ROUNDS`."""

FOLLOW_UP_ROUND = 10
"""Round from which on the mover's next tile is looked at, too."""

FOLLOW_UP_SQUARES = 4
"""Squares for which it is: those with the best values then."""

TRUSTED_ROUNDS = 4
"""Rounds of follow-ups before they decide anything."""


class ReplySearch:
    """Statistics of some moves, a round at a time; arrays have one entry per move or per square."""

    def __init__(
        self, position: Contactic, moves: list[Move], children: Boards, rng: np.random.Generator
    ) -> None:
        """`children` has one board after each of `moves`."""
        self.children, self.rng, self.mover = children, rng, position.turn
        self.sign = 1 if position.turn == 0 else -1
        self.squares = np.array([move[0] for move in moves])
        self.root, turning = boards_of(position), position.setup.turning
        self.own_draw = Draw.of(position.piles[self.mover], turning)
        self.enemy_draw = Draw.of(position.piles[1 - self.mover], turning)
        self.rounds, self.lead_sum = 0, 0.0
        self.square_values = np.zeros(position.setup.geometry.squares)
        """Sums over `rounds` of the value of each square on the root board, shape (squares,)."""
        self.closer = np.zeros(0, np.intp)
        """Indices of the moves whose replies are looked at."""
        self.after: list[int] = []
        """Index of one move for each square among them."""
        self.followed = self.closer
        """Indices into `closer` of the moves with follow-ups."""
        self.follow_ups: FollowUps | None = None

    @property
    def plies(self) -> int:
        """Depth in plies of the choice."""
        if self.follow_ups is not None and self.follow_ups.rounds >= TRUSTED_ROUNDS:
            return 3
        return 1 if self.rounds <= FIRST_ROUNDS else 2

    def round(self) -> Iterator[int]:
        """Look once more at all boards in question; yields the number of fills after each step."""
        if self.rounds == FIRST_ROUNDS:
            self._choose()
        both_draw = len(self.own_draw.tiles) and len(self.enemy_draw.tiles)
        if self.rounds == FOLLOW_UP_ROUND and both_draw:
            yield from self._follow()
        lots = random_fills(FILLS_PER_ROUND, len(self.root.empty), self.rng)
        leads, values = yield from fill_statistics(self.root, lots)
        self.rounds += 1
        self.lead_sum += float(leads[0])
        self.square_values += values.reshape(-1)
        yield FILLS_PER_ROUND
        for number, move in enumerate(self.after):
            child = self.children.taken(np.array([move]))
            _, values = yield from fill_statistics(child, lots)
            self.replies[:, number] += values.reshape(-1)
            yield FILLS_PER_ROUND
        if self.follow_ups is not None:
            yield from self.follow_ups.round(lots)

    def _choose(self) -> None:
        best = self._best(np.arange(len(self.squares)), self.values()[0], REPLY_SQUARES)
        squares = self.squares.tolist()
        self.after = [squares.index(square) for square in best]
        self.closer = np.flatnonzero(np.isin(self.squares, best))
        self.reply_of = np.array([best.index(square) for square in self.squares[self.closer]])
        self.replies = np.zeros((len(self.square_values), len(best)))
        self.fits = fit_masks(self.children.taken(self.closer), self.enemy_draw)

    def _follow(self) -> Iterator[int]:
        """Choose the moves with follow-ups; yields 0 after each step."""
        best = self._best(self.closer, self.values()[0], FOLLOW_UP_SQUARES)
        self.followed = np.flatnonzero(np.isin(self.squares[self.closer], best))
        boards = self.children.taken(self.closer[self.followed])
        same = self.reply_of[self.followed]
        follow_ups = FollowUps(boards, same, self.mover, self.enemy_draw, self.own_draw)
        fits = self.fits[:, self.followed]
        yield from follow_ups.choose(self._replies()[:, self.followed], fits, self.rng)
        self.follow_ups = follow_ups

    def _best(self, moves: Array, values: Array, number: int) -> list[int]:
        order = moves[np.argsort(-values[moves], kind="stable")]
        return list(dict.fromkeys(self.squares[order].tolist()))[:number]

    def _replies(self) -> Array:
        """The enemy's mean value of each square after each move of `closer`, shape (squares,
        moves)."""
        return self.replies[:, self.reply_of] / (self.rounds - FIRST_ROUNDS)

    def values(self) -> tuple[Array, Array]:
        """Values to choose by and expected values for the mover in points, both of shape (moves,).
        Moves not looked at closely have -inf to choose by. The reply counts half in the expected
        value, since the mover gains from the next tile, too."""
        value = (self.sign * self.lead_sum + self.square_values[self.squares]) / self.rounds
        if self.rounds <= FIRST_ROUNDS:
            return value, value
        choice, replies = np.full(len(value), -np.inf), self._replies()
        best = self.enemy_draw.best(replies, self.fits)
        if self.follow_ups is not None and self.plies == 3:
            moves = self.closer[self.followed]
            choice[moves] = value[moves] - self.follow_ups.reply_values(replies[:, self.followed])
        else:
            choice[self.closer] = value[self.closer] - best
        value[self.closer] -= best / 2
        return choice, value
