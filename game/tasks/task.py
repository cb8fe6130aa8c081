"""Tasks at a table: the position, the goal, verdicts on moves and their wording; ProblemTask, whose
verdicts are proofs."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from game.table.phrases import Phrases
from rules.contract.game import AnyGame
from rules.contract.position import Move, Player
from rules.contract.value import FORCED, moves_to_end, ply_adjusted, score_for
from rules.engine.analysis.analyst import value_of_end
from rules.engine.analysis.proof import prove
from rules.match.match import Match
from rules.teaching.problems import Problem


@dataclass(frozen=True)
class Verdict:
    """The verdict on a position after some plies; the last one yielded counts."""

    right: bool
    """Whether the solver can still reach the goal."""
    value: int
    """Its score for the solver, in points."""
    line: tuple[Move, ...]
    """The principal variation from there; empty where the match is over."""


class Task(Protocol):
    """A position, its goal, and verdicts on the solver's moves."""

    @property
    def game(self) -> AnyGame:
        """The game it is a position of."""

    @property
    def plies(self) -> int:
        """The plies that it is about; 0 for as far as the match goes."""

    @property
    def answers(self) -> tuple[str, ...]:
        """The names of the right first moves; none where they are not known beforehand."""

    def match(self) -> Match:
        """A match at the position."""

    def decided(self, played: int) -> bool:
        """Whether it is solved once so many plies, all of the solver's among them right, stand."""

    def verdicts(self, match: Match, start: int) -> Iterator[Verdict]:
        """Compute verdicts on the present moment of the match in short steps; the task began after
        `start` plies."""

    def asks(self, words: Phrases, played: int) -> str:
        """What is to be done after so many plies, as a sentence."""

    def wrong(self, words: Phrases, verdict: Verdict, start: int, ply: int) -> str:
        """Why the move before that ply of the match is wrong, of which this is the verdict."""

    def solved(self, words: Phrases) -> str:
        """A sentence for the end of the task, where the match goes on."""


@dataclass(frozen=True)
class ProblemTask:
    """A problem as a task: every verdict is a proof."""

    problem: Problem

    @property
    def game(self) -> AnyGame:
        """The game it is a position of."""
        return self.problem.game

    @property
    def plies(self) -> int:
        """The plies that it is about; 0 for as far as the match goes."""
        return self.problem.plies

    @property
    def answers(self) -> tuple[str, ...]:
        """The names of the right first moves."""
        return self.problem.answers

    def match(self) -> Match:
        """A match at the position; BadProblem if its moves are not legal."""
        return self.problem.match()

    @property
    def _endless(self) -> bool:
        """Whether the match may go on for ever: then the first move decides."""
        return not self.plies and not self._points

    @property
    def _points(self) -> bool:
        """Whether points count, of which a value is made."""
        thinking = self.game.engine
        return thinking.terminal_score is not None or self.problem.goal in thinking.exact_solvers

    def decided(self, played: int) -> bool:
        """Whether nothing is left to be lost within the plies that are asked about."""
        if self._endless:
            return played >= 1
        return bool(self.plies) and played + (self.problem.goal == "hold") >= self.plies

    def verdicts(self, match: Match, start: int) -> Iterator[Verdict]:
        """Proofs of the present moment of the match."""
        played, position = match.ply - start, match.position
        solver = match.position_at(start).turn
        count = self.game.engine.exact_solvers.get(self.problem.goal)
        if count is not None and self.plies and played:
            # What is counted after some plies is what the move before them has made.
            before, move = match.position_at(match.ply - 1), match.moves[match.ply - 1]
            for thought in count(before, (move,)):
                yield Verdict(self.problem.reaches_goal(thought.score, played), thought.score, ())
            return
        if match.result() is not None:
            value = _value_at_end(match, solver, count is not None)
            yield Verdict(self.problem.reaches_goal(value, played), value, ())
            return
        left = max(1, self.plies - played) if self.plies else 0
        for thought in prove(position, self.game, left, match.history(), self.problem.goal):
            value = score_for(solver, position.turn, thought.score)
            yield Verdict(self.problem.reaches_goal(value, played), value, thought.pv)

    # -- in words ----------------------------------------------------------------------------------

    def asks(self, words: Phrases, played: int) -> str:
        """The goal, as far as it is still ahead."""
        goal = self.problem.goal
        if self.problem.win_moves is not None:
            return _counted(words, "win", self.problem.win_moves - (played + 1) // 2)
        if played:
            return words.text(f"problem.go_on_{goal}")
        if goal == "hold":
            return _counted(words, "hold", self.plies // 2)
        if words.text.knows(self.game.key, f"problem.{goal}"):
            return words.text.game(self.game.key, f"problem.{goal}")
        return words.text(f"problem.{goal}")

    def wrong(self, words: Phrases, verdict: Verdict, start: int, ply: int) -> str:
        """What comes of the move."""
        text, match, value = words.text, words.match, verdict.value
        result = match.result() if match.ply == ply else None
        turn, then = match.position_at(start).turn, match.position_at(ply).turn
        if self._points and self.plies:
            reached, best = (abs(one) // 100 for one in (value, self.problem.value))
            told = {"colour": words.colour(1 - turn), "count": reached, "best": best}
            return text.game(self.game.key, f"problem.wrong_{self.problem.goal}", **told)
        if result is not None and not self._points:
            return " ".join(words.ended(result, award=False))
        if self._points:
            ends = [self._end(words, turn, one) for one in (value, self.problem.value)]
            return text("problem.worse", played=ends[0], best=ends[1])
        if value <= -FORCED:
            other = words.colour(1 - turn)
            count = moves_to_end(score_for(then, turn, value))
            key = "problem.loses_now" if count == 1 else "problem.loses"
            return text(key, colour=other, count=count)
        if value >= FORCED:
            return text("problem.slow", count=moves_to_end(ply_adjusted(value, 1)))
        if self.problem.goal == "win" and self.plies and self.game.engine.tablebase is None:
            within = self.problem.win_moves or 0
            return _counted(words, "no_win", within - (ply - start - 1) // 2)
        return text("problem.draws")

    def solved(self, words: Phrases) -> str:
        """What has been held."""
        if self.problem.goal == "hold":
            return _counted(words, "held", self.plies // 2)
        return words.text("problem.drawn") if self.problem.goal == "draw" else ""

    def _end(self, words: Phrases, solver: Player, value: int) -> str:
        """How a match ends that is worth so much to the solver at its end."""
        if not value:
            return words.text("play.draw")
        winner = words.colour(solver if value > 0 else 1 - solver)
        return words.text("problem.by", colour=winner, count=round(abs(value) / 100))


def _counted(words: Phrases, key: str, count: int) -> str:
    """A sentence about a number of moves, which is another one for a single move."""
    return words.text(f"problem.{key}_{'now' if count == 1 else 'in'}", count=count)


def _value_at_end(match: Match, solver: Player, counts: bool) -> int:
    """What a match that is over is worth for the solver, in points where those are counted; also
    one that went round in circles."""
    result, score = match.result(), match.position.score()
    assert result is not None, "the match goes on"
    if counts and score is not None:
        return 100 * (score[solver] - score[1 - solver])
    return value_of_end(match.game, match.position, solver, 0, result)
