"""How the computer thinks in Contactic: it looks at how the match may end (`prospects.py`). Close
to the end, and where it may not look so far, the unknown piles are dealt again and again, and on
many tables at once both sides play on for some plies, each by the judge.

Nothing of the true order of the piles is looked at: the deals are made of public counts (CT-3).
"""

from collections.abc import Generator, Iterator
from random import Random

import numpy as np
from numpy.random import default_rng

from rules.contract.position import Move
from rules.contract.rng import drop_overlooked
from rules.contract.search_api import Limit, SearchInfo, SearchInfos
from rules.games.contactic.engine.batch import Array, Judging, Tables, tables_of
from rules.games.contactic.engine.playout import Playout
from rules.games.contactic.engine.reply_search import Prospects
from rules.games.contactic.position import Contactic

HORIZON = 4
"""Plies after the move before the judge is asked, at most."""

TABLES = 64
"""Tables played on at once, about."""

TO_COME, SHARE = (8, 36), (0.0, 1.0)
"""Tiles to come, and how much of a move's value is told by the ends of the match then; the judge
tells the rest. Whoever may not look so far has the judge alone."""

FEW = 4
"""Moves that are compared to the last; among all others half are given up each time."""

DOUBT = 1.0
"""Standard errors by which a move may be better than it seems when it is chosen for more play."""

SURE, WELL_KNOWN = 4.0, 64
"""Standard errors by which the best move must lead all others, and the tables played on for it,
that end the search."""

FINE, ENOUGH = 3.0, 8_000
"""A standard error of the best move, in hundredths of a point, and a number of tables played on
for it that end the search anyhow: what is left to choose from is equally good."""

ROUNDS, CLEAR = 32, 200.0
"""Rounds of looking at ends that are enough, and hundredths of a point by which a field must lead
all others after the first of them to end the search."""

_LEAST_SPREAD = 10.0
"""Hundredths of a point: two equal samples do not make a value certain."""


def thoughts(position: Contactic, limit: Limit, random: Random, judged: Judging) -> SearchInfos:
    """Thoughts about a position that is not over; a position looked at is a laying judged.

    Values are hundredths of a point expected. Ends by itself when one move is clearly best.
    """
    moves = drop_overlooked(sensible(position), limit.oversight_rate, random)
    yield SearchInfo(moves[0], 0, 0, 0, (moves[0],))
    if len(moves) > 1:
        yield from _Search(position, moves, limit, random, judged).thoughts()


def sensible(position: Contactic) -> list[Move]:
    """The legal moves without wrong layings, unfounded objections and needless passes (CT-11)."""
    landscape, setting = position.landscape, position.setup
    if position.laid is not None and not landscape.lies_well(position.laid):
        return [(setting.table.object,)]
    moves = list(position.moves())
    if setting.referee or position.hand is None:
        return moves[-1:] if position.hand is None else moves
    right = setting.fitting.turns[position.hand]
    layings = [move for move in moves if len(move) > 1]
    fitting = [m for m in layings if position.tile_laid(m) in right[landscape.demands[m[0]]]]
    return fitting or moves[-1:]


class _Search:
    """One search; arrays have one entry for each move."""

    def __init__(
        self,
        position: Contactic,
        moves: list[Move],
        limit: Limit,
        random: Random,
        judged: Judging,
    ) -> None:
        self.position, self.moves, self.limit, self.judged = position, moves, limit, judged
        self.sign = 1 if position.turn == 0 else -1
        self.chance = default_rng(int(random.random() * 2**53))
        self.noise = (2 * self.chance.random(len(moves)) - 1) * limit.noise
        self.children = after_each(position, moves)
        self.sample = _Sample(len(moves))
        to_come = sum(int(tiles[0]) for tiles in self.children.to_come)
        self.share = 0.0
        if limit.depth >= min(to_come, Limit.depth):
            self.share = float(np.interp(to_come, TO_COME, SHARE))
        self.positions = 0
        self.best, self.value, self.depth = 0, 0.0, 0

    def thoughts(self) -> SearchInfos:
        """First all moves by the judge, then those that seem good by playing on."""
        self.positions = len(self.moves)
        judged = self.sign * self.judged(self.children)
        values = judged + self.noise
        self._learn(values, 1)
        yield self._now()
        plies = min(self.limit.depth - 1, HORIZON)
        if self.share:
            yield from self._by_ends(judged)
        elif plies:
            yield from self._by_playing_on(values, plies)

    def _by_ends(self, judged: Array) -> SearchInfos:
        """First all moves, then those that seem good, the replies to them, and what follows."""
        prospects = Prospects(self.position, self.moves, self.children, self.chance)
        fields = np.array([move[0] for move in self.moves])
        while prospects.rounds < ROUNDS:
            if (yield from self._counted(prospects.round())):
                return
            choice, expected = (
                judged + self.share * (100 * seen - judged) for seen in prospects.values()
            )
            self._learn(choice + self.noise, prospects.plies)
            self.value = float(expected[self.best])
            yield self._now()
            others = choice[fields != fields[self.best]]
            lead = choice[self.best] - others.max(initial=-np.inf)
            if prospects.plies > 1 and lead > CLEAR:
                return

    def _by_playing_on(self, values: Array, plies: int) -> SearchInfos:
        """Play on for so many plies, more and more often after fewer and fewer moves."""
        chosen = np.argsort(-values, kind="stable")
        while True:
            if (yield from self._counted(self._played(chosen, plies))):
                return
            values, error = self.sample.means()
            values += self.noise
            tries = self.sample.tries
            self._learn(np.where(tries * 2 >= tries.max(), values, -np.inf), plies + 1)
            yield self._now()
            if self._settled(values, error):
                return
            few = max(FEW, len(chosen) // 2)
            chosen = np.argsort(-(values + DOUBT * error), kind="stable")[:few]

    def _counted(self, work: Iterator[int]) -> Generator[SearchInfo, None, bool]:
        """Count the positions of the work; whether the limit ended it."""
        for looked_at in work:
            self.positions += looked_at
            yield self._now()
            if self.limit.nodes is not None and self.positions >= self.limit.nodes:
                return True
        return False

    def _played(self, chosen: Array, plies: int) -> Iterator[int]:
        """Play on after these moves, all with the same deals; yields after each bite."""
        deals = max(1, TABLES // len(chosen))
        tables = self.children.copies(np.repeat(chosen, deals))
        game = Playout(self.position, tables, deals, self.chance, self.judged)
        for _ in range(plies):
            yield from game.ply()
        self.sample.count(chosen, self.sign * game.values())

    def _now(self) -> SearchInfo:
        move = self.moves[self.best]
        return SearchInfo(move, round(self.value), self.depth, self.positions, (move,))

    def _learn(self, values: Array, depth: int) -> None:
        self.best = int(values.argmax())
        self.value, self.depth = float(values[self.best]), depth

    def _settled(self, values: Array, error: Array) -> bool:
        """Whether playing on would not change the choice."""
        tries = self.sample.tries[self.best]
        if tries < WELL_KNOWN:
            return False
        lead = values[self.best] - SURE * error[self.best]
        rest = np.delete(values + SURE * error, self.best).max()
        return bool(tries >= ENOUGH or error[self.best] <= FINE or lead > rest)


class _Sample:
    """Values of each move on some of the tables played on."""

    def __init__(self, moves: int) -> None:
        self.tries, self._sums, self._squares = (np.zeros(moves) for _ in range(3))

    def count(self, chosen: Array, values: Array) -> None:
        """More of them after these moves, as many for each, those of one move together."""
        samples = values.reshape(len(chosen), -1).astype(np.float64)
        self.tries[chosen] += samples.shape[1]
        self._sums[chosen] += samples.sum(axis=1)
        self._squares[chosen] += (samples * samples).sum(axis=1)

    def means(self) -> tuple[Array, Array]:
        """By move, and the standard errors, which rest on what is usual among all moves."""
        tries = np.maximum(self.tries, 1)
        mean = self._sums / tries
        within = (self._squares - self._sums * mean).sum()
        usual = within / max(1, self.tries.sum() - np.count_nonzero(self.tries))
        return mean, np.sqrt(max(usual, _LEAST_SPREAD**2) / tries)


def after_each(position: Contactic, moves: list[Move]) -> Tables:
    """One table for each laying, after it."""
    columns = position.setup.table.board.columns
    fields = np.array([move[0] for move in moves])
    place = (np.arange(len(moves)), fields // columns + 1, fields % columns)
    tables = tables_of(position).copies(np.zeros(len(moves), np.intp))
    tables.lay(position.turn, np.array([position.tile_laid(move) for move in moves]), place)
    return tables
