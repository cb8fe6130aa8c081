"""Search of Contactic by sampling hidden tiles. Near the end and with few plies allowed, playouts
with piles dealt anew decide (playout.py). Before, Monte Carlo statistics do (reply_search.py),
blended with the evaluation. Deals use public counts only, never the true order of the piles
(CT-3)."""

from collections.abc import Generator, Iterator
from random import Random

import numpy as np
from numpy.random import default_rng

from flipside.rules.contract.position import Move
from flipside.rules.contract.search_api import Limit, SearchInfo, SearchInfos, drop_overlooked
from flipside.rules.games.contactic.engine.batch import Array, BatchEvaluation, Boards, boards_of
from flipside.rules.games.contactic.engine.playout import Playout
from flipside.rules.games.contactic.engine.reply_search import ReplySearch
from flipside.rules.games.contactic.position import Contactic

MAX_PLAYOUT_PLIES = 4
"""Plies after the move before the evaluation, at most."""

_CHUNK_BOARDS = 64
"""Boards played on at once, about."""

_SHARE_TILES = (8, 36)
"""Tiles to come between which the statistics' share of a score rises as in `_SHARES`. The
evaluation has the rest, and all of it where the depth is bounded."""
_SHARES = (0.0, 1.0)

_MIN_CANDIDATES = 4
"""Candidates compared to the last; among more of them half are dropped each time (sequential
halving)."""

_ELIMINATION_ERRORS = 1.0
"""Standard errors added to a candidate's score when half are dropped."""

_LEAD_ERRORS = 4.0
"""Standard errors by which the best move must lead all others to end the search."""
_MIN_SAMPLES = 64
"""Playouts of the best move before the search may end."""

_FINE_ERROR_POINTS = 3.0
"""Standard error of the best move that ends the search, in hundredths of a point."""
_MAX_SAMPLES = 8_000
"""Playouts of the best move that end the search."""

_MAX_ROUNDS = 32
"""Rounds of statistics that end the search."""
_CLEAR_LEAD_POINTS = 200.0
"""Lead of a square over all others that ends it, after the first rounds; hundredths of a point."""

_MIN_SPREAD_POINTS = 10.0
"""Least standard deviation assumed: two equal samples do not make a value certain."""


def sampling_search(
    position: Contactic, limit: Limit, random: Random, evaluate: BatchEvaluation
) -> SearchInfos:
    """Search a position that is not over; a node is a laying evaluated. Scores are expected
    hundredths of a point. Ends by itself when one move is clearly best."""
    moves = drop_overlooked(sensible_moves(position), limit.oversight_rate, random)
    yield SearchInfo(moves[0], 0, 0, 0, (moves[0],))
    if len(moves) > 1:
        yield from _Search(position, moves, limit, random, evaluate).infos()


def sensible_moves(position: Contactic) -> list[Move]:
    """Legal moves but wrong layings, unfounded objections and needless passes (CT-11)."""
    tile_map, setting = position.tile_map, position.setup
    if position.laid is not None and not tile_map.fits_at(position.laid):
        return [(setting.geometry.object,)]
    moves = list(position.moves())
    if setting.referee or position.hand is None:
        return moves[-1:] if position.hand is None else moves
    return [move for move in moves if len(move) > 1 and position.fits(move)] or moves[-1:]


class _Search:
    """One search; arrays have one entry per move."""

    def __init__(
        self,
        position: Contactic,
        moves: list[Move],
        limit: Limit,
        random: Random,
        evaluate: BatchEvaluation,
    ) -> None:
        self.position, self.moves, self.limit, self.evaluate = position, moves, limit, evaluate
        self.sign = 1 if position.turn == 0 else -1
        self.rng = default_rng(int(random.random() * 2**53))
        errors = np.array([2 * random.random() - 1 for _ in moves])
        self.noise = limit.noise * errors
        self.children = boards_after(position, moves)
        self.sample = _Sample(len(moves))
        tiles_to_come = sum(int(tiles[0]) for tiles in self.children.tiles_to_come)
        self.share = 0.0
        if limit.depth >= min(tiles_to_come, Limit.depth):
            self.share = float(np.interp(tiles_to_come, _SHARE_TILES, _SHARES))
        self.nodes = 0
        self.best, self.value, self.depth = 0, 0.0, 0

    def infos(self) -> SearchInfos:
        """Evaluate all moves, then refine the promising ones."""
        self.nodes = len(self.moves)
        scores = self.sign * self.evaluate(self.children)
        values = scores + self.noise
        self._note(values, 1)
        yield self._now()
        plies = min(self.limit.depth - 1, MAX_PLAYOUT_PLIES)
        if self.share:
            yield from self._by_statistics(scores)
        elif plies:
            yield from self._by_playouts(values, plies)

    def _by_statistics(self, scores: Array) -> SearchInfos:
        """Refine with Monte Carlo statistics of how the match may end."""
        reply_search = ReplySearch(self.position, self.moves, self.children, self.rng)
        squares = np.array([move[0] for move in self.moves])
        while reply_search.rounds < _MAX_ROUNDS:
            if (yield from self._counted(reply_search.round())):
                return
            choice, expected = (
                scores + self.share * (100 * seen - scores) for seen in reply_search.values()
            )
            self._note(choice + self.noise, reply_search.plies)
            self.value = float(expected[self.best])
            yield self._now()
            others = choice[squares != squares[self.best]]
            lead = choice[self.best] - others.max(initial=-np.inf)
            if reply_search.plies > 1 and lead > _CLEAR_LEAD_POINTS:
                return

    def _by_playouts(self, values: Array, plies: int) -> SearchInfos:
        """Refine with playouts of `plies` plies: more of them for fewer and fewer candidates."""
        chosen = np.argsort(-values, kind="stable")
        while True:
            if (yield from self._counted(self._play_on(chosen, plies))):
                return
            values, error = self.sample.means()
            values += self.noise
            tries = self.sample.tries
            self._note(np.where(tries * 2 >= tries.max(), values, -np.inf), plies + 1)
            yield self._now()
            if self._is_settled(values, error):
                return
            few = max(_MIN_CANDIDATES, len(chosen) // 2)
            chosen = np.argsort(-(values + _ELIMINATION_ERRORS * error), kind="stable")[:few]

    def _counted(self, work: Iterator[int]) -> Generator[SearchInfo, None, bool]:
        for looked_at in work:
            self.nodes += looked_at
            yield self._now()
            if self.limit.nodes is not None and self.nodes >= self.limit.nodes:
                return True
        return False

    def _play_on(self, chosen: Array, plies: int) -> Iterator[int]:
        """Play on after the `chosen` moves, all with the same deals; yields nodes searched."""
        deals = max(1, _CHUNK_BOARDS // len(chosen))
        boards = self.children.taken(np.repeat(chosen, deals))
        game = Playout(self.position, boards, deals, self.rng, self.evaluate)
        for _ in range(plies):
            yield from game.ply()
        self.sample.count(chosen, self.sign * game.values())

    def _now(self) -> SearchInfo:
        move = self.moves[self.best]
        return SearchInfo(move, round(self.value), self.depth, self.nodes, (move,))

    def _note(self, values: Array, depth: int) -> None:
        self.best = int(values.argmax())
        self.value, self.depth = float(values[self.best]), depth

    def _is_settled(self, values: Array, error: Array) -> bool:
        tries = self.sample.tries[self.best]
        if tries < _MIN_SAMPLES:
            return False
        lead = values[self.best] - _LEAD_ERRORS * error[self.best]
        rest = np.delete(values + _LEAD_ERRORS * error, self.best).max()
        return bool(tries >= _MAX_SAMPLES or error[self.best] <= _FINE_ERROR_POINTS or lead > rest)


class _Sample:
    """Running mean and variance of each move's playouts."""

    def __init__(self, moves: int) -> None:
        self.tries, self._sums, self._squares = (np.zeros(moves) for _ in range(3))

    def count(self, chosen: Array, values: Array) -> None:
        """Add playouts: `values`, shape (chosen * playouts,), has those of each chosen move side by
        side."""
        samples = values.reshape(len(chosen), -1).astype(np.float64)
        self.tries[chosen] += samples.shape[1]
        self._sums[chosen] += samples.sum(axis=1)
        self._squares[chosen] += (samples * samples).sum(axis=1)

    def means(self) -> tuple[Array, Array]:
        """Mean and standard error of each move, both of shape (moves,); one common variance."""
        tries = np.maximum(self.tries, 1)
        mean = self._sums / tries
        within = (self._squares - self._sums * mean).sum()
        usual = within / max(1, self.tries.sum() - np.count_nonzero(self.tries))
        return mean, np.sqrt(max(usual, _MIN_SPREAD_POINTS**2) / tries)


def boards_after(position: Contactic, moves: list[Move]) -> Boards:
    """One board per laying, after it."""
    root = boards_of(position)
    squares = np.array([move[0] for move in moves])
    place = (np.arange(len(moves)), squares // root.columns + 1, squares % root.columns)
    boards = root.taken(np.zeros(len(moves), np.intp))
    boards.lay(position.turn, np.array([position.tile_laid(move) for move in moves]), place)
    return boards
