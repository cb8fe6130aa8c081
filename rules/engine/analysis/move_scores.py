"""Scores of all legal moves of a position, computed in time slices, each round more precise."""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from flipside.rules.contract.game import AnyGame
from flipside.rules.contract.position import (
    FORCED_WIN,
    PASS,
    WIN,
    Certainty,
    History,
    Move,
    Position,
    ply_adjusted,
    score_for,
)
from flipside.rules.contract.search_api import Limit, SearchInfo
from flipside.rules.engine.analysis.analyst import analyse, analyse_move, dealt_points, value_of_end
from flipside.rules.engine.analysis.explain import hides_information
from flipside.rules.engine.search import exact_end, known_scores, plies_left, solved_moves, warm_up
from flipside.rules.engine.time_slices import DEFAULT_CLOCK, PROCESS_CLOCK, SecondsClock, TimeSliced

_TIME_LIMIT_SECONDS, _SOLVING_SECONDS = 2.5, 30.0
"""The maximum processor seconds for the rounds of one position, and for its exact scores."""

_SOLVED_PLIES, _SOON_SOLVED_PLIES = 20, 16
"""If the end is at most the first number of plies away, exact scores are computed. If it is at most
the second number of plies away, that is fast, so only two rounds are made before."""

_MAX_ROUNDS, _MAX_DEALS = 6, 16
"""Maximum numbers of rounds: with one more ply each, and with a new deal of hidden tiles each."""


class MoveScore(NamedTuple):
    """The score of a move."""

    value: int
    """Points for the mover."""
    certainty: Certainty = Certainty.GUESS


class MoveScorer:
    """Scores the legal moves of one unfinished position."""

    def __init__(self, game: AnyGame, position: Position, history: History) -> None:
        """Prepare the scoring of `position`, the last position of `history`."""
        self.game, self.position, self._history = game, position, history
        self.scores: dict[Move, MoveScore] = {}
        """The score of every legal move; empty before the first round."""
        self.done = False
        self._by_rounds: dict[Move, MoveScore] = {}
        """The scores without `_proof`."""
        self._proof: SearchInfo | None = None
        self._ruled_out: set[Move] = set()
        """Moves that are certainly not better than the best move."""
        self._loading = TimeSliced(warm_up(game, Limit(uses_tablebase=True)))
        self._slices = TimeSliced(self._score_rounds(), _TIME_LIMIT_SECONDS, PROCESS_CLOCK)
        self._solving = TimeSliced(self._solve(), _SOLVING_SECONDS, PROCESS_CLOCK)

    def standing(self) -> MoveScore | None:
        """Return the score of the position and its certainty; None before the first round."""
        if not self.scores:
            return None
        best = max(self.scores, key=self.scores.__getitem__)
        value, certainty = self.scores[best]
        wins = value >= FORCED_WIN or (value > 0 and self.game.engine.terminal_score is not None)
        open_moves = self.scores.keys() - self._ruled_out - {best}
        if self._proof is not None and self._proof.exact:
            open_moves = set()
        others = [self.scores[move].certainty for move in open_moves]
        least = min([certainty, *others])
        if not wins:  # a drawn move may score more than 0
            certainty = least
        elif certainty == Certainty.EXACT and value < WIN - 1:
            certainty = max(least, Certainty.SIDE)
        return MoveScore(value, certainty)

    def work(self, budget: float, clock: SecondsClock = DEFAULT_CLOCK) -> bool:
        """Search for about `budget` seconds; return whether the scores have changed."""
        if self.done or not self._loading.work(budget, clock):
            return False
        before = self.scores
        if self._slices.work(budget, clock):
            self.done = self._solving.work(budget, clock)
        self.scores = self._with_proof()
        return self.scores != before

    @property
    def settled(self) -> bool:
        """Whether all rounds are done. Exact scores may still be missing."""
        return self._slices.done

    def learn(self, info: SearchInfo) -> None:
        """Use the certain score of another search of this position, after the first round."""
        if info.certainty and self._by_rounds:
            self._proof = info
            self.scores = self._with_proof()

    def _with_proof(self) -> dict[Move, MoveScore]:
        """Return the scores of the rounds, corrected by the proof."""
        info, scores = self._proof, dict(self._by_rounds)
        if info is None:
            return self._by_rounds
        if info.exact or info.score < 0:  # no other move is better
            limit = MoveScore(
                info.score, Certainty.SIDE if info.score <= -FORCED_WIN else Certainty.GUESS
            )
            for move, score in scores.items():
                if not score.certainty and score.value > limit.value:
                    scores[move] = limit
        scores[info.move] = max(
            self._by_rounds[info.move],
            MoveScore(info.score, info.certainty),
            key=lambda score: score.certainty,
        )
        return scores

    def _score_rounds(self) -> Iterator[None]:
        """Compute `_by_rounds`: from the tablebase, or by static evaluation and then searches."""
        position, history = self.position, self._history
        exact = known_scores(self.game, position, history)
        if exact is not None:
            self._by_rounds = {
                move: MoveScore(value, Certainty.EXACT) for move, value in exact.items()
            }
            return
        self._by_rounds = {move: self._static_score(move) for move in position.moves()}
        yield
        if hides_information(position):
            yield from self._over_deals()
            return
        near = plies_left(self.game, position) <= _SOON_SOLVED_PLIES
        for depth in range(1, (2 if near else _MAX_ROUNDS) + 1):
            scores = {}
            for move in position.moves():
                limit = Limit(depth=depth)
                info = yield from analyse_move(self.game, position, move, history, limit)
                scores[move] = MoveScore(info.score, info.certainty)
            self._by_rounds = scores
            if self._is_exact():
                return

    def _is_exact(self) -> bool:
        return all(score.certainty == Certainty.EXACT for score in self._by_rounds.values())

    def _solve(self) -> Iterator[None]:
        """Compute exact scores if possible: margins near the end, and plies to forced ends."""
        if plies_left(self.game, self.position) <= _SOLVED_PLIES:
            guesses = {move: score.value for move, score in self._by_rounds.items()}
            for bounds in solved_moves(self.game, self.position, guesses):
                if bounds is not None:
                    sure = max(low for low, _ in bounds.values())
                    self._ruled_out = {move for move, (_, high) in bounds.items() if high <= sure}
                    self._by_rounds = {
                        move: _bounded(self._by_rounds[move].value, *bounds[move])
                        for move in bounds
                    }
                yield
        elif not hides_information(self.position):
            yield from self._shorten()
            if self._history.may_end_within(_MAX_ROUNDS) and not self._is_exact():
                yield from self._search_to_cap()

    def _search_to_cap(self) -> Iterator[None]:
        """Search the position to the cap, and then every move whose score is not exact."""
        game, position, history = self.game, self.position, self._history
        limit = Limit(depth=_MAX_ROUNDS)
        self.learn((yield from analyse(game, position, history, limit)))
        for move, score in sorted(
            self._by_rounds.items(), key=lambda entry: entry[1], reverse=True
        ):
            if score.certainty < Certainty.EXACT:
                info = yield from analyse_move(game, position, move, history, limit)
                self._by_rounds = self._by_rounds | {move: MoveScore(info.score, info.certainty)}

    def _shorten(self) -> Iterator[None]:
        """Compute the exact plies to forced ends; rule out moves that do not force the end."""
        position, history = self.position, self._history
        best = max(self._by_rounds.values()).value
        claims = {move: score.value for move, score in self._by_rounds.items() if score.certainty}
        if best >= FORCED_WIN:
            claims = dict.fromkeys(self._by_rounds, best) | claims
        works = []
        for move, value in claims.items():
            after = position.play(move)
            if self._by_rounds[move].certainty < Certainty.EXACT:
                there = ply_adjusted(score_for(after.turn, position.turn, value), -1)
                claim = SearchInfo(PASS, there, 0, 0, ())
                works.append(
                    (move, after, exact_end(after, self.game, history.extended(move), claim))
                )
        while works:
            for work in list(works):
                move, after, infos = work
                info: SearchInfo | None = None
                for info in infos:
                    if info is not None:
                        break
                    yield
                if info is not None and not info.exact:
                    continue
                works.remove(work)
                if info is not None:
                    value = ply_adjusted(score_for(position.turn, after.turn, info.score), 1)
                    if self._by_rounds[move].certainty or value > best:
                        self._by_rounds = self._by_rounds | {
                            move: MoveScore(value, Certainty.EXACT)
                        }
                self._ruled_out.add(move)
                yield

    def _over_deals(self) -> Iterator[None]:
        """Search one ply in a new deal of the hidden information each round."""
        position = self.position
        sums = dict.fromkeys(position.moves(), 0)
        for deals in range(1, _MAX_DEALS + 1):
            dealt = position.determinize(Random(deals))
            for move in position.moves():
                sums[move] += yield from dealt_points(self.game, dealt, move, Limit(depth=1))
            # Evaluations favour the player who just moved; the mean of both depths does not.
            self._by_rounds = {
                move: MoveScore(round((self._static_score(move).value + total / deals) / 2))
                for move, total in sums.items()
            }

    def _static_score(self, move: Move) -> MoveScore:
        turn, after = self.position.turn, self.position.play(move)
        result = self._history.extended(move).result()
        if result is not None:
            return MoveScore(value_of_end(self.game, after, turn, 1, result), Certainty.EXACT)
        return MoveScore(score_for(turn, after.turn, self.game.engine.static_score(after)))


def _bounded(guess: int, low: int, high: int) -> MoveScore:
    """Return the score from `low` to `high` that is nearest to `guess`, and its certainty."""
    same_side = low > 0 or high < 0
    certainty = Certainty.EXACT if low == high else Certainty.SIDE if same_side else Certainty.GUESS
    return MoveScore(max(low, min(high, guess)), certainty)
