"""Scores of all legal moves of a position, computed in slices and better with every round.

Knows no pixels.
"""

from collections.abc import Generator, Iterator, Sequence
from random import Random

from rules.contract.game import AnyGame
from rules.contract.position import Move, Position
from rules.contract.search_api import Limit
from rules.contract.value import ply_adjusted, score_for
from rules.engine.analysis.analyst import Analyst, value_of_end
from rules.engine.analysis.explain import hides_information
from rules.engine.analysis.move_cost import analyse
from rules.engine.search import warm_up
from rules.engine.time_slices import DEFAULT_CLOCK, SecondsClock, TimeSliced

_TIME_LIMIT_SECONDS = 2.5
"""Most seconds of search for the moves of one position."""

_MAX_ROUNDS, _MAX_DEALS = 6, 16
"""Most rounds after the first: each looks one ply further, or at another deal of hidden
information."""


class MoveScorer:
    """Scores the moves of one position at a time; another question drops the one before."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.values: dict[Move, int] = {}
        """Score of every legal move in points for the mover; empty before the first round."""
        self.certain = False
        """Whether the values are exact (`EngineSpec.tablebase`)."""
        self.done = True
        self._analyst = Analyst(game)
        self._loading = TimeSliced(warm_up(game, Limit(tablebase=True)))
        """Loads what the first search needs."""
        self._slices: TimeSliced[None] = TimeSliced(iter(()))

    def ask(self, position: Position, history: Sequence[Position]) -> None:
        """Start scoring the moves of an unfinished position; `history` as for an Analyst."""
        self.forget()
        self.done = False
        self._slices = TimeSliced(self._score_rounds(position, history), _TIME_LIMIT_SECONDS)

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

    def _score_rounds(self, position: Position, history: Sequence[Position]) -> Iterator[None]:
        """Scores of the tablebase, or else static evaluations, then search round by round."""
        tablebase = self.game.engine.tablebase
        exact = tablebase(position) if tablebase is not None else None
        if exact is not None:
            self.values, self.certain = dict(exact), True
            return
        self.values = {move: self._static_score(position, move) for move in position.moves()}
        yield
        if hides_information(position):
            yield from self._over_deals(position, history)
            return
        for depth in range(1, _MAX_ROUNDS + 1):
            found = {}
            for move in position.moves():
                found[move] = yield from self._searched_score(position, move, history, depth)
            self.values = found

    def _over_deals(self, position: Position, history: Sequence[Position]) -> Iterator[None]:
        """Search one ply in a new deal of the hidden information each round."""
        sums = dict.fromkeys(position.moves(), 0)
        for deals in range(1, _MAX_DEALS + 1):
            dealt = position.imagine(Random(deals))
            for move in position.moves():
                sums[move] += yield from self._searched_score(dealt, move, history, 1)
            # Half by the evaluation before the reply: the player who just moved seems better off.
            self.values = {
                move: round((self._static_score(position, move) + found / deals) / 2)
                for move, found in sums.items()
            }

    def _static_score(self, position: Position, move: Move) -> int:
        after = position.play(move)
        if after.result() is not None:
            return value_of_end(self.game, after, position.turn, 1)
        return score_for(position.turn, after.turn, self.game.engine.evaluate(after))

    def _searched_score(
        self, position: Position, move: Move, history: Sequence[Position], depth: int
    ) -> Generator[None, None, int]:
        """The score of the move by a search of the position after it."""
        after = position.play(move)
        info = yield from analyse(self._analyst, after, [*history, after], Limit(depth=depth))
        return ply_adjusted(score_for(position.turn, after.turn, info.score), 1)
