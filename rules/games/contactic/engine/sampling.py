"""Search of Contactic by sampling hidden tiles.

Near the end, and at levels of low depth, the scores come from playouts with piles dealt anew
(`Playout`). Otherwise they blend Monte Carlo statistics (reply_search.py) with the evaluation.
Deals use public counts only, never the true order of the piles (CT-3).
"""

from collections.abc import Generator, Iterator
from random import Random

import numpy as np
from numpy.random import default_rng

from flipside.rules.contract.position import Move
from flipside.rules.contract.search_api import Limit, SearchInfo, SearchInfos, drop_overlooked
from flipside.rules.games.contactic.engine import batch
from flipside.rules.games.contactic.engine.batch import Array, Boards
from flipside.rules.games.contactic.engine.reply_search import ReplySearch
from flipside.rules.games.contactic.position import Contactic
from flipside.rules.games.contactic.tiles import TILE_KINDS

CHUNK_LAYINGS = 1024
"""Maximum number of layings evaluated between two yields, one or two milliseconds of work."""


class Playout:
    """Boards after a laying, with piles dealt anew, on which both players continue."""

    def __init__(
        self,
        position: Contactic,
        boards: Boards,
        deals: int,
        rng: np.random.Generator,
        evaluate: batch.BatchEvaluation,
    ) -> None:
        """Deal the piles; board n gets deal n % `deals`, which must divide the number of boards."""
        self.evaluate = evaluate
        self.boards, self.rng, self.turn = boards, rng, 1 - position.turn
        self.rotating = position.setup.rotating
        self.number = len(boards)
        self.main: list[Array] = []
        """Tiles of the main piles by player, shape (boards, tiles), dtype uint8."""
        self.draws = [0, 0]
        """Number of main tiles drawn so far, by player."""
        self.leftover: list[Array] = []
        """Leftover piles by player, shape (boards, n), dtype uint8; the top is at `height` - 1."""
        self.height: list[Array] = []
        """Sizes of the leftover piles by player, shape (boards,)."""
        for piles in position.piles:
            deck = np.repeat(np.array(TILE_KINDS, np.uint8), piles.kinds())
            main = rng.permuted(np.tile(deck, (deals, 1)), axis=1)
            if not self.rotating:
                main = batch.FOUR_ROTATIONS[main, rng.integers(0, 4, main.shape)]
            self.main.append(np.tile(main, (self.number // deals, 1)))
            height = len(piles.leftover)
            leftover = np.zeros((self.number, height + len(deck) + 1), np.uint8)
            leftover[:, :height] = np.frombuffer(piles.leftover, np.uint8)
            self.leftover.append(leftover)
            self.height.append(np.full(self.number, height))

    def ply(self) -> Iterator[int]:
        """Play one ply on each board; yield the number of layings evaluated in each step."""
        player, boards = self.turn, self.boards
        self.turn = 1 - player
        first_try = self.draws[player] < self.main[player].shape[1]
        tiles, has_tile = self._draw(player, first_try)
        board, row, column = boards.fitting(tiles, has_tile, self.rotating)
        width = 16 * len(boards.empty)
        values = np.full((self.number, width), -np.inf, np.float32)
        for start in range(0, len(board), CHUNK_LAYINGS):
            chunk = slice(start, start + CHUNK_LAYINGS)
            trials = board[chunk], row[chunk], column[chunk]
            scores = (1 - 2 * player) * self.evaluate(boards.with_trials(player, trials))
            tie_breaks = self.rng.random(len(scores), np.float32)
            values[trials[0], trials[1] * 16 + trials[2]] = scores + tie_breaks
            yield len(scores)
        best = values.argmax(axis=1)
        lays = values[np.arange(self.number), best] > -np.inf
        fails = has_tile & ~lays
        yield int(fails.sum())
        who = np.flatnonzero(lays)
        placements = who, best[who] // 16, best[who] % 16
        rotations = tiles[who]
        if self.rotating:
            priorities = self.rng.random((len(who), 4), np.float32)
            rotations = boards.fitting_rotations(rotations, placements, priorities)
        boards.lay(player, rotations, placements)
        boards.lost_tiles[player] += fails
        if first_try:
            stuck = np.flatnonzero(~lays)
            self.leftover[player][stuck, self.height[player][stuck]] = tiles[stuck]
            self.height[player] += ~lays
        else:
            boards.tiles_to_come[player] -= fails

    def _draw(self, player: int, first_try: bool) -> tuple[Array, Array]:
        """Return each board's next tile and whether it has a tile; both of shape (boards,)."""
        if first_try:
            self.draws[player] += 1
            return self.main[player][:, self.draws[player] - 1], np.ones(self.number, bool)
        has_tile = self.height[player] > 0
        self.height[player] -= has_tile
        self.boards.lost_tiles[player] -= has_tile
        tiles = self.leftover[player][np.arange(self.number), self.height[player]]
        return tiles, has_tile

    def goes_on(self) -> Array:
        """Return whether a player has a tile to draw, shape (boards,)."""
        goes_on = np.zeros(self.number, bool)
        for player in (0, 1):
            goes_on |= self.height[player] > 0
            goes_on |= self.draws[player] < self.main[player].shape[1]
        return goes_on

    def values(self) -> Array:
        """Return scores for player 0 in hundredths of a point, exact where no tile is left."""
        return np.where(
            self.goes_on(), self.evaluate(self.boards), 100 * batch.point_leads(self.boards)
        )


MAX_PLAYOUT_PLIES = 4
"""Maximum number of plies of a playout."""

_CHUNK_BOARDS = 64
"""Approximate number of boards in a playout."""

_SHARE_TILES = (8, 36)
"""Numbers of tiles to come between which the share of the statistics in a score rises from 0 to 1.
The remaining share is the evaluation's. With limited depth, the evaluation has the whole share."""

_MIN_CANDIDATES = 4
"""Minimum number of candidates; above it, each round drops half of them (sequential halving)."""

_ELIMINATION_ERRORS = 1.0
"""Standard errors added to a candidate's score when half are dropped."""

_LEAD_ERRORS = 4.0
"""The search ends if the best score minus this many standard errors exceeds all other scores plus
as many standard errors."""
_MIN_SAMPLES = 64
"""Minimum number of playouts of the best move before the search ends."""

_FINE_ERROR_POINTS = 3.0
"""The search ends at this standard error of the best move, in hundredths of a point."""
_MAX_SAMPLES = 8_000
"""The search ends after this many playouts of the best move."""

_MAX_ROUNDS = 32
"""The search ends after this many rounds of statistics."""
_CLEAR_LEAD_POINTS = 200.0
"""The search ends after the first rounds if a square leads by this many hundredths of a point."""

_MIN_SPREAD_POINTS = 10.0
"""Lower limit of the standard deviation: two equal samples do not make a value certain."""


def sampling_search(
    position: Contactic, limit: Limit, random: Random, evaluate: batch.BatchEvaluation
) -> SearchInfos:
    """Search an unfinished position until one move is clearly best.

    Scores are expected values in hundredths of a point. A node is an evaluated laying or a random
    fill.
    """
    moves = drop_overlooked(sensible_moves(position), limit.blunder_rate, random)
    yield SearchInfo(moves[0], 0, 0, 0, (moves[0],))
    if len(moves) > 1:
        yield from _Search(position, moves, limit, random, evaluate).infos()


def sensible_moves(position: Contactic) -> list[Move]:
    """Return the legal moves except wrong layings, unfounded objections and needless passes."""
    tile_map, setup = position.tile_map, position.setup
    if position.last_square is not None and not tile_map.fits_at(position.last_square):
        return [(setup.geometry.object,)]
    moves = list(position.moves())
    if position.hand is None:
        return moves[-1:]
    if setup.referee:
        return moves
    return [move for move in moves if len(move) > 1 and position.fits(move)] or moves[-1:]


class _Search:
    """One search; arrays have one entry per move."""

    def __init__(
        self,
        position: Contactic,
        moves: list[Move],
        limit: Limit,
        random: Random,
        evaluate: batch.BatchEvaluation,
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
            self.share = float(np.interp(tiles_to_come, _SHARE_TILES, (0.0, 1.0)))
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
        """Refine the scores with Monte Carlo statistics of the end of the match."""
        reply_search = ReplySearch(self.position, self.moves, self.children, self.rng)
        squares = np.array([move[0] for move in self.moves])
        while reply_search.rounds < _MAX_ROUNDS:
            if (yield from self._counted(reply_search.round())):
                return
            choice, outcome = (
                scores + self.share * (100 * points - scores) for points in reply_search.values()
            )
            self._note(choice + self.noise, reply_search.plies)
            self.value = float(outcome[self.best])
            yield self._now()
            others = choice[squares != squares[self.best]]
            lead = choice[self.best] - others.max(initial=-np.inf)
            if reply_search.plies > 1 and lead > _CLEAR_LEAD_POINTS:
                return

    def _by_playouts(self, values: Array, plies: int) -> SearchInfos:
        """Refine the scores with playouts of `plies` plies; each round has fewer candidates."""
        candidates = np.argsort(-values, kind="stable")
        while True:
            if (yield from self._counted(self._play_on(candidates, plies))):
                return
            values, error = self.sample.means()
            values += self.noise
            tries = self.sample.tries
            self._note(np.where(tries * 2 >= tries.max(), values, -np.inf), plies + 1)
            yield self._now()
            if self._is_settled(values, error):
                return
            count = max(_MIN_CANDIDATES, len(candidates) // 2)
            order = np.argsort(-(values + _ELIMINATION_ERRORS * error), kind="stable")
            candidates = order[:count]

    def _counted(self, work: Iterator[int]) -> Generator[SearchInfo, None, bool]:
        """Add the nodes that `work` yields; return True at the node limit, otherwise False."""
        for nodes in work:
            self.nodes += nodes
            yield self._now()
            if self.limit.nodes is not None and self.nodes >= self.limit.nodes:
                return True
        return False

    def _play_on(self, candidates: Array, plies: int) -> Iterator[int]:
        """Play on after the candidates, each with the same deals; yield the nodes of each step."""
        deals = max(1, _CHUNK_BOARDS // len(candidates))
        boards = self.children.take(np.repeat(candidates, deals))
        playout = Playout(self.position, boards, deals, self.rng, self.evaluate)
        for _ in range(plies):
            yield from playout.ply()
        self.sample.add(candidates, self.sign * playout.values())

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

    def add(self, candidates: Array, values: Array) -> None:
        """Add the values of playouts; those of each candidate are adjacent."""
        samples = values.reshape(len(candidates), -1).astype(np.float64)
        self.tries[candidates] += samples.shape[1]
        self._sums[candidates] += samples.sum(axis=1)
        self._squares[candidates] += (samples * samples).sum(axis=1)

    def means(self) -> tuple[Array, Array]:
        """Return the mean and standard error of each move, (moves,); all share one variance."""
        tries = np.maximum(self.tries, 1)
        mean = self._sums / tries
        square_errors = (self._squares - self._sums * mean).sum()
        variance = square_errors / max(1, self.tries.sum() - np.count_nonzero(self.tries))
        return mean, np.sqrt(max(variance, _MIN_SPREAD_POINTS**2) / tries)


def boards_after(position: Contactic, moves: list[Move]) -> Boards:
    """Return the board after each of `moves`, which must be layings."""
    root = batch.boards_of(position)
    squares = np.array([move[0] for move in moves])
    place = (np.arange(len(moves)), squares // root.columns + 1, squares % root.columns)
    boards = root.take(np.zeros(len(moves), np.intp))
    boards.lay(position.turn, np.array([position.tile_laid(move) for move in moves]), place)
    return boards
