"""Tasks on a board: a position, a goal, verdicts on moves, and their texts.

The verdicts of a `ProblemTask` are proved; those of a `FindBetterTask` come from a review.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from flipside.game.live_match.live_match import LiveMatch
from flipside.game.live_match.match_text import MatchText
from flipside.game.live_match.move_scores import ReviewScore, ValueText
from flipside.game.live_match.move_text import MatchEvent
from flipside.rules.contract.position import (
    FORCED_WIN,
    Move,
    Player,
    moves_to_end,
    ply_adjusted,
    score_for,
)
from flipside.rules.engine.analysis.analyst import prove, value_of_end
from flipside.rules.engine.analysis.review import Review
from flipside.rules.match.match import Match
from flipside.rules.teaching import Problem

FOLLOW_UP_SECONDS = 0.6
"""Seconds before each move that follows an answer."""


@dataclass(frozen=True)
class Verdict:
    """A verdict on a position. If several are yielded, the last is final."""

    right: bool
    """Whether the solver can still reach the goal."""
    value: int
    """The score of the position for the solver, in points."""
    line: tuple[Move, ...]
    """The principal variation from the position; () if the match is over."""
    exact: bool = False
    """Whether the score from the review is exact."""


class ProblemTask:
    """A problem as a task. Each final verdict is proved."""

    def __init__(self, problem: Problem) -> None:
        self.problem, self.game = problem, problem.game
        self.make_match: Callable[[], Match] = problem.match
        """Returns the match at the problem's position. Raises BadProblem for illegal moves."""
        self.plies = problem.plies
        """The number of plies in which the goal must be reached; 0: until the end of the match."""
        self.answers = problem.answers
        """The names of the right first moves; () if they are not known in advance."""
        engine = self.game.engine
        self._points = engine.terminal_score is not None or problem.goal in engine.exact_solvers
        """Whether scores are final points, 100 per disc."""
        self.decisive_plies = self.plies - (problem.goal == "hold") if self.plies else 0
        """The plies after which right moves have solved the task; 0: at the end of the match."""
        if not self.plies and not self._points:
            self.decisive_plies = 1

    def verdicts(self, match: Match, start: int) -> Iterator[Verdict]:
        """Yield verdicts on the current position of a match in short steps; the last is final.

        The task began after `start` plies.
        """
        plies_played, position = match.ply - start, match.position
        solver = match.position_at(start).turn
        count_points = self.game.engine.exact_solvers.get(self.problem.goal)
        if count_points is not None and self.plies and plies_played:
            # The last move scored the points, so they are counted before it.
            before, move = match.position_at(match.ply - 1), match.moves[match.ply - 1]
            for info in count_points(before, (move,)):
                yield Verdict(self.problem.reaches_goal(info.score, plies_played), info.score, ())
            return
        if match.result() is not None:
            value = _value_at_end(match, solver, count_points is not None)
            yield Verdict(self.problem.reaches_goal(value, plies_played), value, ())
            return
        plies_left = max(1, self.plies - plies_played) if self.plies else 0
        for info in prove(position, self.game, plies_left, match.history(), self.problem.goal):
            value = score_for(solver, position.turn, info.score)
            yield Verdict(self.problem.reaches_goal(value, plies_played), value, info.pv)

    # -- in words ----------------------------------------------------------------------------------

    def asks(self, match_text: MatchText, plies_played: int) -> str:
        """Return the goal after `plies_played` plies, as a sentence."""
        goal = self.problem.goal
        if self.problem.win_moves is not None:
            return match_text.text(
                "problem.win_in", count=self.problem.win_moves - (plies_played + 1) // 2
            )
        if plies_played:
            return match_text.text(f"problem.go_on_{goal}")
        if goal == "hold":
            return match_text.text("problem.hold_in", count=self.plies // 2)
        return match_text.cell_text.first_text(f"problem.{goal}") or match_text.text(
            f"problem.{goal}"
        )

    def wrong(self, match_text: MatchText, verdict: Verdict, start: int, ply: int) -> str:
        """Return why the move before `ply` is wrong; `verdict` is the verdict after it."""
        text, match, value = match_text.text, match_text.match, verdict.value
        result = match.result() if match.ply == ply else None
        turn, next_player = match.position_at(start).turn, match.position_at(ply).turn
        if self._points and self.plies:
            points_reached, best = (abs(points) // 100 for points in (value, self.problem.value))
            values = {"colour": match_text.colour(1 - turn), "count": points_reached, "best": best}
            return text.game(self.game.key, f"problem.wrong_{self.problem.goal}", **values)
        if result is not None and not self._points:
            return " ".join(match_text.end_sentences(result, award=False))
        if self._points:
            results = [
                self._end(match_text, turn, points) for points in (value, self.problem.value)
            ]
            return text("problem.worse", played=results[0], best=results[1])
        if value <= -FORCED_WIN:
            other = match_text.colour(1 - turn)
            count = moves_to_end(score_for(next_player, turn, value))
            return text("problem.loses", colour=other, count=count)
        if value >= FORCED_WIN:
            return text("problem.slow", count=moves_to_end(ply_adjusted(value, 1)))
        if self.problem.goal == "win" and self.plies and self.game.engine.tablebase is None:
            win_moves = self.problem.win_moves or 0
            return match_text.text("problem.no_win_in", count=win_moves - (ply - start - 1) // 2)
        return text("problem.draws")

    def solved(self, match_text: MatchText) -> str:
        """Return sentences about the goal, unless it was a win, and about the theme."""
        text, problem = match_text.text, self.problem
        sentences = []
        if problem.goal == "hold":
            sentences.append(match_text.text("problem.held_in", count=self.plies // 2))
        elif problem.goal == "draw":
            sentences.append(text("problem.drawn"))
        if problem.theme:
            theme = text.game(self.game.key, f"theme.{problem.theme}")
            sentences.append(text("problem.theme", theme=theme))
        return " ".join(sentences)

    def _end(self, match_text: MatchText, solver: Player, value: int) -> str:
        """Return a phrase for the final `value` for `solver`, in points."""
        if not value:
            return match_text.text("play.draw")
        winner = match_text.colour(solver if value > 0 else 1 - solver)
        return match_text.text("problem.by", colour=winner, count=round(abs(value) / 100))


@dataclass
class FindBetterTask:
    """Find a better move than that at `ply` of a reviewed match.

    The review of this move must be final. The task ends after one move, right if it loses little.
    """

    review: Review
    ply: int
    best_move_words: Callable[[], Sequence[str]]
    """Returns sentences about the best move, from the review."""
    origin: str = ""
    """A sentence about the match, which comes before the question."""

    plies = decisive_plies = 1
    answers: tuple[str, ...] = ()

    def make_match(self) -> Match:
        """Return the match up to `ply`."""
        return self.review.match.truncated(self.ply)

    def verdicts(self, match: Match, start: int) -> Iterator[Verdict | None]:
        """Yield None for each step of a search, then the verdict on the first move.

        Before the first move, the verdict contains the best move.
        """
        best, _ = self.review.at_stake(self.ply)
        if match.ply == start:
            yield Verdict(True, best, (self.review.moments[self.ply].best,))
            return
        loss, line, exact = yield from self.review.alternative_cost(self.ply, match.moves[start])
        right = self.review.is_small(self.ply, loss)
        yield Verdict(right, ply_adjusted(best - loss, -1), line, exact)

    # -- in words ----------------------------------------------------------------------------------

    def asks(self, match_text: MatchText, plies_played: int) -> str:
        """Return the task in a sentence."""
        match = self.review.match
        move_name = match_text.move(match.position_at(self.ply), match.moves[self.ply])
        return f"{self.origin} {match_text.text('better.asks', move=move_name)}".strip()

    def wrong(self, match_text: MatchText, verdict: Verdict, start: int, ply: int) -> str:
        """Return why the first move is wrong; `verdict` is the verdict on it."""
        if match_text.match.moves[start] == self.review.match.moves[self.ply]:
            return match_text.text("better.same")
        review, value = self.review, ply_adjusted(verdict.value, 1)
        best, _ = review.at_stake(self.ply)
        values = ValueText(match_text.text, match_text.game)
        there, here = values.compared(
            ReviewScore(best, review.certain_at(self.ply), review.height(best)),
            ReviewScore(value, verdict.exact, review.height(value)),
        )
        return match_text.text("better.wrong", played=here, best=there)

    def solved(self, match_text: MatchText) -> str:
        """Return sentences about the best move."""
        return " ".join(self.best_move_words())


Task = ProblemTask | FindBetterTask


def return_to(live_match: LiveMatch, ply: int) -> MatchEvent:
    """Go to `ply` of a live match; drop the taps and all moves after `ply`."""
    taps, event = live_match.take_back_taps(), live_match.goto_ply(ply)
    live_match.match.clear_redo()
    return event or taps or MatchEvent()


def _value_at_end(match: Match, solver: Player, counts: bool) -> int:
    """Return the final score of a finished match for `solver`, even after a repetition.

    If `counts`, it is the margin of points, 100 per disc.
    """
    result, score = match.result(), match.position.points()
    assert result is not None, "the match goes on"
    if counts and score is not None:
        return 100 * (score[solver] - score[1 - solver])
    return value_of_end(match.game, match.position, solver, 0, result)
