"""Review: the score and best move of every position of a match, in time slices.

The first pass is rough, the second searches as far as `reference_limit`; both run from the last
position to the first. Results can be saved and continued later.
"""

from collections.abc import Container, Generator, Iterator
from dataclasses import dataclass
from typing import Annotated, NamedTuple

from flipside.rules.contract.position import (
    FORCED_WIN,
    WIN,
    Fact,
    Move,
    line_names,
    ply_adjusted,
    score_for,
)
from flipside.rules.contract.search_api import Limit, SearchInfo
from flipside.rules.engine.analysis import analyst
from flipside.rules.engine.analysis.explain import hides_information, move_facts
from flipside.rules.engine.time_slices import DEFAULT_CLOCK, SecondsClock, TimeSliced
from flipside.rules.match.match import EARLY_REASONS, Match, identity


@dataclass(frozen=True)
class ReviewMoment:
    """Score and best move of one position of a match."""

    value: int
    """Score in points for player 0."""
    rough: bool
    best: Move
    pv: tuple[str, ...]
    """The principal variation by names of moves, the best one first."""
    exact: bool = False
    loss: int | None = None
    """Points that the move made cost the mover under hidden information. None: nothing was hidden,
    and the next score gives the loss."""


_Points = Annotated[int, range(-9_999_999, 10_000_000)]


@dataclass(frozen=True)
class SavedMoment:
    """The saved form of a `ReviewMoment`."""

    ply: int
    value: _Points
    rough: bool
    pv: tuple[Annotated[str, "[^ ]{1,100}"], ...]
    exact: bool
    loss: _Points | None


@dataclass(frozen=True)
class SavedReview:
    """The results of a review, to continue it another day."""

    of: str = ""
    """The identity of the match."""
    moments: tuple[SavedMoment, ...] = ()


def saved_moments(
    results: SavedReview, match: Match, plies: Container[int]
) -> dict[int, ReviewMoment]:
    """Return the saved results for these `plies` of the match, without those that do not fit it."""
    moments: dict[int, ReviewMoment] = {}
    for moment in results.moments if results.of == identity(match) else ():
        if moment.ply in plies and moment.pv:
            position = match.position_at(moment.ply)
            best = [move for move in position.moves() if position.name(move) == moment.pv[0]]
            if best:
                moments[moment.ply] = ReviewMoment(
                    moment.value, moment.rough, best[0], moment.pv, moment.exact, moment.loss
                )
    return moments


CERTAIN_WIN = WIN // 4
"""Points; scores beyond are certain wins, all others are far below."""

_GRAPH_EDGE = 0.88
"""Greatest height, 0 to 1, of a value in the graph that is no certain win."""

_MAX_MISTAKES = 3

_LEAST_LOSS = 0.05
"""Least height in the graph, 0 to 1, that a mistake loses."""

_TOLERATED_LOSS = 0.1
"""Share of a mistake's loss that a move may cost and still count as better."""

_ROUGH_SHARE = 0.2
"""Share of the work on a position that its rough pass is."""

_DRAWN_POINTS = 1000
"""Exact scores of draws are below (`EngineSpec.tablebase`)."""


class AlternativeCost(NamedTuple):
    """The cost of a move against the best one."""

    loss: int
    """In points."""
    line: tuple[Move, ...]
    """The principal variation after it; empty under hidden information."""
    exact: bool
    """Whether the score after it is exact."""


class Review:
    """The review of one match: its results, and the work left."""

    def __init__(self, match: Match, results: SavedReview | None = None) -> None:
        """Prepare the review; `results` of an earlier review of the same match are taken over."""
        self.match = match
        match.goto_ply(len(match.moves))
        result = match.result()
        self.ended = result is not None and result.reason not in EARLY_REASONS
        """Whether the match was played to its end."""
        self._hides_information = hides_information(match.position_at(0))
        self._final_value = 0
        """The score of that end for player 0."""
        if result is not None and self.ended:
            self._final_value = analyst.value_of_end(match.game, match.position, 0, 0, result)
        plies = range(len(match.moves))
        self.choice_plies = [ply for ply in plies if len(match.position_at(ply).moves()) > 1]
        """The plies at which the mover had a choice, and the last one of a match that stopped."""
        if not self.ended:
            # Even if its move is forced: the loss of the last move depends on it.
            self.choice_plies.append(len(match.moves))
        self.moments: dict[int, ReviewMoment] = {}
        if results is not None:
            self.moments |= saved_moments(results, match, self.choice_plies)
        self._optimism = 0
        """Points by which a score favours the mover, under hidden information."""
        self._graph_points = _GRAPH_LEAST_POINTS
        """Points at the top of the graph, or half way up where the graph has no top."""
        self._rescale()
        self._facts: dict[tuple[int, ReviewMoment], list[Fact]] = {}
        self._slices = TimeSliced(self._analysis())
        self.done = False
        """Whether everything has been found."""

    # -- work --------------------------------------------------------------------------------------

    def work(self, budget: float, clock: SecondsClock = DEFAULT_CLOCK) -> bool:
        """Search for about `budget` seconds; return whether there is another result."""
        before = dict(self.moments)
        self.done = self._slices.work(budget, clock)
        return self.done or self.moments != before

    def _analysis(self) -> Iterator[None]:
        reference = analyst.reference_limit(self.match.game)
        for rough, limit in ((True, analyst.ROUGH_LIMIT), (False, reference)):
            for ply in reversed(self.choice_plies):
                moment = self.moments.get(ply)
                if moment is None or (moment.rough and not rough):
                    yield from self._analyse(ply, limit, rough)

    def _analyse(self, ply: int, limit: Limit, rough: bool) -> Iterator[None]:
        match, position = self.match, self.match.position_at(ply)
        info = yield from analyst.analyse(match.game, position, match.history(ply), limit)
        value, loss = self._fair_score(ply, info.score), None
        move = match.moves[ply] if ply < len(match.moves) else info.move
        if move != info.move and not rough and hides_information(position):
            loss = yield from analyst.move_cost(match.game, position, info.move, move)
        self.moments[ply] = ReviewMoment(
            value=score_for(0, position.turn, value),
            rough=rough and not info.exact,
            best=info.move,
            pv=tuple(line_names(position, info.pv)),
            exact=info.exact,
            loss=loss,
        )
        self._rescale()

    def alternative_cost(self, ply: int, move: Move) -> Generator[None, None, AlternativeCost]:
        """Return the cost of a move against the best one at a reviewed ply, in short steps."""
        match, position = self.match, self.match.position_at(ply)
        moment = self.moments[ply]
        loss: int | None = None
        if move == moment.best:
            loss = 0
        elif ply < len(match.moves) and move == match.moves[ply]:
            loss = self.loss_at(ply)
        if hides_information(position):
            if loss is None:
                loss = yield from analyst.move_cost(match.game, position, moment.best, move)
            return AlternativeCost(loss, (), exact=False)
        limit = analyst.reference_limit(match.game)
        info = yield from analyst.analyse_move(
            match.game, position, move, match.history(ply), limit
        )
        if loss is None:
            value = self._fair_score(ply, info.score)
            loss = max(0, self._sign(ply) * moment.value - value)
        return AlternativeCost(loss, info.pv, info.exact)

    def _fair_score(self, ply: int, score: int) -> int:
        """Return a score found at that ply; 0 for a draw of the tablebase."""
        tablebase, position = self.match.game.engine.tablebase, self.match.position_at(ply)
        if abs(score) < _DRAWN_POINTS and tablebase is not None and tablebase(position) is not None:
            return 0
        return score

    def settled_at(self, ply: int) -> bool:
        """Return whether the loss at that ply rests on more than the rough pass."""
        return not self.rough_at(ply) and not self.rough_at(ply + 1)

    def is_small(self, ply: int, loss: int) -> bool:
        """Return whether a loss is no mistake, or small against that of the move made there."""
        return self._drop(ply, loss) < _LEAST_LOSS or loss <= _TOLERATED_LOSS * self.loss_at(ply)

    def _drop(self, ply: int, loss: int) -> float:
        """Return the height in the graph, 0 to 2, that a loss at that ply costs."""
        before = self._fair_value(ply)
        return abs(self.height(before) - self.height(before - self._sign(ply) * loss))

    def saved(self) -> SavedReview:
        """Return all results so far."""
        moments = (
            SavedMoment(ply, moment.value, moment.rough, moment.pv, moment.exact, moment.loss)
            for ply, moment in sorted(self.moments.items())
        )
        return SavedReview(identity(self.match), tuple(moments))

    # -- results -----------------------------------------------------------------------------------

    def share(self) -> float:
        """Return the share of the work that is done, 0 to 1."""
        work = sum(_ROUGH_SHARE if moment.rough else 1.0 for moment in self.moments.values())
        return work / len(self.choice_plies) if self.choice_plies else 1.0

    def value_at(self, ply: int) -> int | None:
        """Return the score after `ply` plies, in points for player 0; None while unknown."""
        later = next((choice for choice in self.choice_plies if choice >= ply), None)
        if later is None:
            return ply_adjusted(self._final_value, len(self.match.moves) - ply)
        if later not in self.moments:
            return None
        return ply_adjusted(self._fair_value(later), later - ply)

    def _fair_value(self, ply: int) -> int:
        value = self.moments[ply].value
        return value if abs(value) > CERTAIN_WIN else value - self._sign(ply) * self._optimism

    def height(self, value: int) -> float:
        """Return the height of a score in the graph; 1 or -1 is a certain win of player 0 or 1."""
        if abs(value) > CERTAIN_WIN:
            return 1.0 if value > 0 else -1.0
        # Final points are to scale; an evaluation of ten is hardly more than one of five.
        if self.match.game.engine.terminal_score is None:
            return _GRAPH_EDGE * value / (abs(value) + self._graph_points)
        return max(-_GRAPH_EDGE, min(_GRAPH_EDGE, _GRAPH_EDGE * value / self._graph_points))

    def rough_at(self, ply: int) -> bool:
        """Return whether the score after `ply` plies comes from the rough pass."""
        later = self._source(ply)
        return later is not None and self.moments[later].rough

    def _source(self, ply: int) -> int | None:
        """Return the ply whose result gives the score after `ply` plies; None for the end."""
        return next((p for p in range(ply, len(self.match.moves) + 1) if p in self.moments), None)

    def certain_at(self, ply: int) -> bool:
        """Return whether the score after `ply` plies is exact."""
        later = self._source(ply)
        return self.ended if later is None else self.moments[later].exact

    def at_stake(self, ply: int) -> tuple[int, int]:
        """Return the scores, for the mover, of the best move at that ply and of the one made."""
        best = self._sign(ply) * self._fair_value(ply)
        return best, best - self.loss_at(ply)

    def loss_at(self, ply: int) -> int:
        """Return the points that the move made at that ply cost its mover; 0 while unknown."""
        here, after = self.moments.get(ply), self.value_at(ply + 1)
        if here is None or after is None or here.best == self.match.moves[ply]:
            return 0
        if here.loss is not None:
            return here.loss
        return max(0, self._sign(ply) * (self._fair_value(ply) - after))

    def why(self, ply: int) -> list[Fact]:
        """Return facts about the best move at that ply, the most telling first."""
        moment = self.moments[ply]
        if (ply, moment) not in self._facts:
            position, value = self.match.position_at(ply), self._sign(ply) * moment.value
            info = SearchInfo(moment.best, value, 0, 0, (moment.best,), moment.exact)
            self._facts[ply, moment] = move_facts(
                self.match.game,
                position,
                moment.best,
                info if value >= FORCED_WIN else None,
                self.match.history(ply),
            )
        return self._facts[ply, moment]

    def pv_names(self, ply: int) -> list[str]:
        """Return the principal variation at that ply as names of moves, as far as it is legal."""
        history, names = self.match.history(ply), list[str]()
        for name in self.moments[ply].pv:
            position = history[-1]
            moves = [move for move in position.moves() if position.name(move) == name]
            if history.result() is not None or not moves:
                break
            names.append(name)
            history = history.extended(moves[0])
        return names

    def mistakes(self) -> list[int]:
        """Return the plies of the mistakes with the largest drops in the graph, first ply first."""
        losses = ((ply, self.loss_at(ply)) for ply in range(len(self.match.moves)))
        drops = [(self._drop(ply, loss), -ply) for ply, loss in losses if loss]
        largest = sorted((drop for drop in drops if drop[0] >= _LEAST_LOSS), reverse=True)
        return sorted(-ply for _, ply in largest[:_MAX_MISTAKES])

    def _sign(self, ply: int) -> int:
        return 1 if self.match.position_at(ply).turn == 0 else -1

    def _rescale(self) -> None:
        """Recompute optimism and scale of the graph, which depend on all results."""
        self._optimism = self._median_claim() // 2
        values = sorted(abs(moment.value) for moment in self.moments.values())
        uncertain = [value for value in values if value <= CERTAIN_WIN] or [0]
        if self.match.game.engine.terminal_score is not None:
            self._graph_points = max(_GRAPH_LEAST_POINTS, uncertain[-1])
        else:
            self._graph_points = max(_GRAPH_LEAST_POINTS // 3, 2 * uncertain[len(uncertain) // 2])

    def _median_claim(self) -> int:
        """Return the median sum of two successive scores, each for its own mover.

        Movers who see only their own tile both think too well of it, so the sum is above 0.
        """
        if not self._hides_information:
            return 0
        claims = []
        for ply, moment in self.moments.items():
            after = self.moments.get(ply + 1)
            if after is not None and max(abs(moment.value), abs(after.value)) <= CERTAIN_WIN:
                claims.append(self._sign(ply) * moment.value + self._sign(ply + 1) * after.value)
        return sorted(claims)[len(claims) // 2] if claims else 0


_GRAPH_LEAST_POINTS = 300
"""Least points at the top of the graph, so that an even match looks even."""
