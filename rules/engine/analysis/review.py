"""Review: the score and best move of every position of a match, computed in time slices.

The first pass is rough. The second pass uses `reference_limit`. Both run from the last position to
the first. A review can be saved and continued later.
"""

from collections.abc import Container, Generator, Iterable, Iterator
from dataclasses import dataclass
from typing import Annotated, NamedTuple

from flipside.rules.contract.position import (
    FORCED_WIN,
    WIN,
    Fact,
    Move,
    Player,
    line_names,
    ply_adjusted,
    score_for,
)
from flipside.rules.contract.search_api import Limit, SearchInfo
from flipside.rules.engine.analysis import analyst
from flipside.rules.engine.analysis.explain import hides_information, move_facts
from flipside.rules.engine.analysis.judgement import class_of, winning_chances
from flipside.rules.engine.time_slices import DEFAULT_CLOCK, SecondsClock, TimeSliced
from flipside.rules.match.match import EARLY_REASONS, Match, identity


@dataclass(frozen=True)
class ReviewMoment:
    """The score and best move of one position of a match."""

    value: int
    """The score in points for player 0."""
    rough: bool
    best: Move
    pv: tuple[str, ...]
    """The names of the moves of the principal variation."""
    exact: bool = False
    loss: int | None = None
    """How many points the move in the match was worse than `best`, under hidden information. None
    without hidden information: the loss then follows from the next score."""


ScorePoints = Annotated[int, range(-9_999_999, 10_000_000)]
"""A score that was saved."""


@dataclass(frozen=True)
class SavedMoment:
    """The saved form of a `ReviewMoment`."""

    ply: int
    value: ScorePoints
    rough: bool
    pv: tuple[Annotated[str, "[^ ]{1,100}"], ...]
    exact: bool
    loss: ScorePoints | None


@dataclass(frozen=True)
class SavedReview:
    """The saved results of a review."""

    of: str = ""
    """The identity of the match."""
    moments: tuple[SavedMoment, ...] = ()


def saved_moments(
    results: SavedReview, match: Match, plies: Container[int]
) -> dict[int, ReviewMoment]:
    """Return the saved results at `plies`, without results that are invalid for the match."""
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
"""Scores above this number of points are certain wins. All others are much lower."""

_MAX_MISTAKES = 3
"""The maximum number of mistakes of a player that are listed."""

_TOLERATED_LOSS = 0.1
"""A move counts as better than a mistake if it costs at most this share of the mistake's cost."""

_ROUGH_SHARE = 0.2
"""The share of the rough pass in the work on a position."""

_DRAWN_POINTS = 1000
"""Tablebase scores of draws are below this number (`EngineSpec.tablebase`)."""


class AlternativeCost(NamedTuple):
    """How much worse a move is than the best move."""

    loss: int
    """The difference in points."""
    line: tuple[Move, ...]
    """The principal variation after the move; empty under hidden information."""
    exact: bool
    """Whether the score after the move is exact."""


class Review:
    """The review of one match: its results so far, and the rest of the work."""

    def __init__(
        self, match: Match, results: SavedReview | None = None, optimism: int | None = None
    ) -> None:
        """Prepare the review, with the saved `results` of an earlier review of the match.

        `optimism` is that of the whole match if this is an excerpt (`excerpt`).
        """
        self.match = match
        match.goto_ply(len(match.moves))
        result = match.result()
        self.ended = result is not None and result.reason not in EARLY_REASONS
        """Whether the match was played to its end."""
        self._hides_information = hides_information(match.position_at(0))
        self._final_value = 0
        """The score for player 0 of the final position."""
        if result is not None and self.ended:
            self._final_value = analyst.value_of_end(match.game, match.position, 0, 0, result)
        plies = range(len(match.moves))
        self.choice_plies = [ply for ply in plies if len(match.position_at(ply).moves()) > 1]
        """The plies with several legal moves, and the last ply of a match that stopped early."""
        if not self.ended:
            # Needed for the loss of the last move, even if only one move is legal here.
            self.choice_plies.append(len(match.moves))
        self.moments: dict[int, ReviewMoment] = {}
        if results is not None:
            self.moments |= saved_moments(results, match, self.choice_plies)
        self._fixed_optimism = optimism
        self.optimism = self._computed_optimism()
        """Under hidden information, the points by which scores are too high for the mover."""
        self._facts: dict[tuple[int, ReviewMoment], list[Fact]] = {}
        self._slices = TimeSliced(self._analysis())
        self.done = False
        """Whether the review is complete."""

    # -- work --------------------------------------------------------------------------------------

    def work(self, budget: float, clock: SecondsClock = DEFAULT_CLOCK) -> bool:
        """Search for about `budget` seconds; return whether a result changed or all are done."""
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
        self.optimism = self._computed_optimism()

    def alternative_cost(self, ply: int, move: Move) -> Generator[None, None, AlternativeCost]:
        """Return how much worse `move` is than the best move at a reviewed ply, in short steps."""
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
        """Return `score`, or 0 if the tablebase has the position at `ply` as a draw."""
        tablebase, position = self.match.game.engine.tablebase, self.match.position_at(ply)
        if abs(score) < _DRAWN_POINTS and tablebase is not None and tablebase(position) is not None:
            return 0
        return score

    def settled_at(self, ply: int) -> bool:
        """Return whether the second pass has computed both scores of the loss at `ply`."""
        return not self.rough_at(ply) and not self.rough_at(ply + 1)

    def is_small(self, ply: int, loss: int) -> bool:
        """Return whether `loss` is too small for a mistake, or small compared to `loss_at(ply)`."""
        is_no_mistake = class_of(self.drop(ply, loss)) is None
        return is_no_mistake or loss <= _TOLERATED_LOSS * self.loss_at(ply)

    def drop(self, ply: int, loss: int) -> float:
        """Return by how much, 0 to 2, a loss at `ply` lowers the graph."""
        before, certain = self._fair_value(ply), self.moments[ply].exact
        after = before - self._sign(ply) * loss
        return abs(self.height(before, certain) - self.height(after, certain))

    def saved(self) -> SavedReview:
        """Return all results so far."""
        moments = (
            SavedMoment(ply, moment.value, moment.rough, moment.pv, moment.exact, moment.loss)
            for ply, moment in sorted(self.moments.items())
        )
        return SavedReview(identity(self.match), tuple(moments))

    # -- results -----------------------------------------------------------------------------------

    def share(self) -> float:
        """Return the completed share of the work, 0 to 1."""
        work = sum(_ROUGH_SHARE if moment.rough else 1.0 for moment in self.moments.values())
        return work / len(self.choice_plies) if self.choice_plies else 1.0

    def value_at(self, ply: int) -> int | None:
        """Return the score after `ply` plies, in points for player 0; None if not computed yet."""
        later = next((choice for choice in self.choice_plies if choice >= ply), None)
        if later is None:
            return ply_adjusted(self._final_value, len(self.match.moves) - ply)
        if later not in self.moments:
            return None
        return ply_adjusted(self._fair_value(later), later - ply)

    def _fair_value(self, ply: int) -> int:
        value = self.moments[ply].value
        return value if abs(value) > CERTAIN_WIN else value - self._sign(ply) * self.optimism

    def height(self, value: int, certain: bool = False) -> float:
        """Return the height of a score in the graph: 1 for a win of player 0, -1 of player 1.

        A score that is not certain has the height of the expected result.
        """
        if certain or abs(value) > CERTAIN_WIN:
            return float((value > 0) - (value < 0))
        return winning_chances(value, self.match.game.engine.chance_points)

    def rough_at(self, ply: int) -> bool:
        """Return whether the rough pass computed the score after `ply` plies."""
        later = self._source(ply)
        return later is not None and self.moments[later].rough

    def _source(self, ply: int) -> int | None:
        """Return the first reviewed ply from `ply` on; it determines the score at `ply`."""
        return next((p for p in range(ply, len(self.match.moves) + 1) if p in self.moments), None)

    def certain_at(self, ply: int) -> bool:
        """Return whether the score after `ply` plies is exact."""
        later = self._source(ply)
        return self.ended if later is None else self.moments[later].exact

    def at_stake(self, ply: int) -> tuple[int, int]:
        """Return the mover's scores of the best move at `ply` and of the move in the match."""
        best = self._sign(ply) * self._fair_value(ply)
        return best, best - self.loss_at(ply)

    def loss_at(self, ply: int) -> int:
        """Return how many points worse than the best the move at `ply` was; 0 if not known yet."""
        here, after = self.moments.get(ply), self.value_at(ply + 1)
        if here is None or after is None or here.best == self.match.moves[ply]:
            return 0
        if here.loss is not None:
            return here.loss
        return max(0, self._sign(ply) * (self._fair_value(ply) - after))

    def why(self, ply: int) -> list[Fact]:
        """Return facts about the best move at `ply`, the most important first."""
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
        """Return the names of the moves of the principal variation at `ply`, while legal."""
        history, names = self.match.history(ply), list[str]()
        for name in self.moments[ply].pv:
            position = history[-1]
            moves = [move for move in position.moves() if position.name(move) == name]
            if history.result() is not None or not moves:
                break
            names.append(name)
            history = history.extended(moves[0])
        return names

    def drops(self, player: Player) -> dict[int, float]:
        """Return the drop in the graph, 0 to 2, of each move of a player who had a choice."""
        return {
            ply: self.drop(ply, self.loss_at(ply))
            for ply in self.choice_plies
            if ply in self.moments
            and ply < len(self.match.moves)
            and self.match.position_at(ply).turn == player
        }

    def mistakes(self, players: Iterable[Player] = (0, 1)) -> list[int]:
        """Return the plies of the mistakes of each player with the largest drops, in order."""
        plies = list[int]()
        for player in players:
            drops = [(drop, -ply) for ply, drop in self.drops(player).items() if class_of(drop)]
            plies += (-ply for _, ply in sorted(drops, reverse=True)[:_MAX_MISTAKES])
        return sorted(plies)

    def excerpt(self, ply: int) -> tuple[Match, SavedReview]:
        """Return the match up to the score after the move at `ply`, with both scores.

        With `optimism`, a review of it judges that move like this review.
        """
        after = self._source(ply + 1)
        match = self.match.truncated(len(self.match.moves) if after is None else after)
        saved = (moment for moment in self.saved().moments if moment.ply in (ply, after))
        return match, SavedReview(identity(match), tuple(saved))

    def _sign(self, ply: int) -> int:
        return 1 if self.match.position_at(ply).turn == 0 else -1

    def _computed_optimism(self) -> int:
        """Return half the median sum of two successive scores, each for its own mover.

        A mover sees only the mover's tile, so both scores are too high and the sum is above 0.
        """
        if self._fixed_optimism is not None:
            return self._fixed_optimism
        if not self._hides_information:
            return 0
        claims = []
        for ply, moment in self.moments.items():
            after = self.moments.get(ply + 1)
            if after is not None and max(abs(moment.value), abs(after.value)) <= CERTAIN_WIN:
                claims.append(self._sign(ply) * moment.value + self._sign(ply + 1) * after.value)
        return sorted(claims)[len(claims) // 2] // 2 if claims else 0
