"""Scores of all legal moves of a position, computed in slices and better with every round.

Knows no pixels.
"""

from collections.abc import Generator, Iterator, Sequence
from random import Random

from rules.contract.game import AnyGame
from rules.contract.position import Move, Position
from rules.contract.search_api import Limit
from rules.contract.value import ply_adjusted
from rules.engine.analysis.analyst import Analyst, value_of_end
from rules.engine.analysis.explain import hides_information
from rules.engine.search import warm_up
from rules.engine.time_slices import DEFAULT_CLOCK, SecondsClock, TimeSliced

_TIME_LIMIT_SECONDS = 2.5
"""Seconds of search for the moves of one position, at most."""

_MAX_ROUNDS, _MAX_DEALS = 6, 16
"""Rounds after the first, at most: each looks one ply further, or at another deal of what is
hidden."""


class MoveScorer:
    """Scores the moves of one position at a time; another question drops the one before."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.values: dict[Move, int] = {}
        """Points for the mover of every legal move, empty before the first round; WIN less the
        plies to a forced win, the negative for a loss."""
        self.certain = False
        """Whether the values are exact (`EngineSpec.tablebase`)."""
        self.done = True
        self._analyst = Analyst(game)
        self._loading = TimeSliced(warm_up(game, Limit(tablebase=True)))
        """Loads what the first search needs."""
        self._slices: TimeSliced[None] = TimeSliced(iter(()))

    def ask(self, position: Position, seen: Sequence[Position]) -> None:
        """Ask about a position that is not over; `seen` as for an analyst."""
        self.forget()
        self.done = False
        self._slices = TimeSliced(self._appraising(position, seen), _TIME_LIMIT_SECONDS)

    def forget(self) -> None:
        """Drop the question."""
        self.values, self.certain, self.done = {}, False, True
        self._slices = TimeSliced(iter(()))

    def work(self, budget: float, clock: SecondsClock = DEFAULT_CLOCK) -> bool:
        """Search for about `budget` seconds; return whether the values have changed."""
        if self.done or not self._loading.work(budget, clock):
            return False
        before = self.values
        self.done = self._slices.work(budget, clock)
        return self.values != before

    def _appraising(self, position: Position, seen: Sequence[Position]) -> Iterator[None]:
        """The tablebase's values if it has them, else static evaluations, then round by round."""
        perfect = self.game.engine.tablebase
        known = perfect(position) if perfect is not None else None
        if known is not None:
            self.values, self.certain = dict(known), True
            return
        self.values = {move: self._judged(position, move) for move in position.moves()}
        yield
        if hides_information(position):
            yield from self._over_deals(position, seen)
            return
        for depth in range(1, _MAX_ROUNDS + 1):
            found = {}
            for move in position.moves():
                found[move] = yield from self._searched(position, move, seen, depth)
            self.values = found

    def _over_deals(self, position: Position, seen: Sequence[Position]) -> Iterator[None]:
        """Deal what is hidden anew in every round, and search one ply each time."""
        sums = dict.fromkeys(position.moves(), 0)
        for deals in range(1, _MAX_DEALS + 1):
            dealt = position.imagine(Random(deals))
            for move in position.moves():
                sums[move] += yield from self._searched(dealt, move, seen, 1)
            # Half by the evaluation before the reply: the player who just moved seems better off.
            self.values = {
                move: round((self._judged(position, move) + found / deals) / 2)
                for move, found in sums.items()
            }

    def _judged(self, position: Position, move: Move) -> int:
        after = position.play(move)
        if after.result() is not None:
            return value_of_end(self.game, after, position.turn, 1)
        value = self.game.engine.evaluate(after)
        return value if after.turn == position.turn else -value

    def _searched(
        self, position: Position, move: Move, seen: Sequence[Position], depth: int
    ) -> Generator[None, None, int]:
        """The score of the move by a search of the position after it."""
        after = position.play(move)
        self._analyst.ask(after, [*seen, after], Limit(depth=depth))
        while not self._analyst.work(0.0):
            yield
        thought = self._analyst.info
        assert thought is not None, "a search yields at least one thought"
        return ply_adjusted(thought.score if after.turn == position.turn else -thought.score, 1)
