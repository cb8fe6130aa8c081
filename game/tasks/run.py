"""A problem run: as many problems as possible in three minutes, or until the third mistake."""

import time
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field
from random import Random

from flipside.game.saves.runs import ProblemRun, RunEnd, Selection
from flipside.rules.catalogue import GAMES
from flipside.rules.teaching import GRADES, BadProblem, Problem, problems_of

RUN_SECONDS, MAX_MISTAKES = 180.0, 3

_RATING_STEP = 50.0
"""By how much the next problem is harder after a solved one, or easier after a missed one."""

_CHOICE = 6
"""The next problem is drawn from so many with the nearest ratings."""

_SOLVED_POINTS = 150.0
"""A problem that was solved before comes only if no other rating is nearer by so much."""


@dataclass
class Run:
    """A run in progress."""

    selection: Selection
    problems: list[Problem]
    """The problems that have not come yet."""
    solved_before: Collection[tuple[str, str]]
    """Game and key of problems that were solved before the run."""
    random: Random
    name: str
    """The name under which the run is stored."""
    seconds_left: float = RUN_SECONDS
    solved_count: int = 0
    missed: list[Problem] = field(default_factory=list)
    rating: float = 0.0
    """The rating of the next problem; the easiest comes first."""
    _counts: Counter[str] = field(default_factory=Counter)
    """How many problems of each game have come."""
    _last_frame: tuple[float, float] | None = None
    """Both clocks in the last frame."""

    @property
    def end(self) -> RunEnd | None:
        """How the run came to its end; None while it goes on."""
        if len(self.missed) >= MAX_MISTAKES:
            return "mistakes"
        if self.seconds_left <= 0:
            return "time"
        return None if self.problems else "finished"

    def result(self, end: RunEnd) -> ProblemRun:
        """Return the run as it is stored."""
        missed = tuple((problem.game.key, problem.key) for problem in self.missed)
        return ProblemRun(self.selection, self.solved_count, missed, end)

    @property
    def milliseconds(self) -> int:
        """The milliseconds left."""
        return max(0, round(1000 * self.seconds_left))

    def elapsed(self) -> float:
        """Return the seconds since the last frame, however late this frame is.

        One clock stands still while a device sleeps; the other may be set by hand.
        """
        now, before = (time.monotonic(), time.time()), self._last_frame
        self._last_frame = now
        return 0.0 if before is None else max(0.0, now[0] - before[0], now[1] - before[1])

    def next_problem(self) -> Problem:
        """Return a problem with a near rating, of the game of which the fewest have come."""
        games = sorted({problem.game.key for problem in self.problems})
        game = min(games, key=lambda key: (self._counts[key], self.random.random()))
        self._counts[game] += 1
        problems = [problem for problem in self.problems if problem.game.key == game]
        self.rating = max(self.rating, min(problem.rating for problem in self.problems))
        problem = self.random.choice(sorted(problems, key=self._distance)[:_CHOICE])
        self.problems.remove(problem)
        return problem

    def _distance(self, problem: Problem) -> float:
        again = (problem.game.key, problem.key) in self.solved_before
        return abs(problem.rating - self.rating) + (_SOLVED_POINTS if again else 0.0)

    def note(self, problem: Problem, solved: bool) -> None:
        """Count a problem; the next one is harder or easier."""
        if solved:
            self.solved_count += 1
            self.rating = max(self.rating, problem.rating) + _RATING_STEP
        else:
            self.missed.append(problem)
            self.rating -= _RATING_STEP


EVERY_PROBLEM = Selection(tuple(game.key for game in GAMES), GRADES[0])


def problems_in(selection: Selection) -> list[Problem]:
    """Return the problems of a selection, without those of files that are missing or damaged."""
    problems: list[Problem] = []
    for game in GAMES:
        if game.key in selection.games:
            try:
                problems += problems_of(game)
            except BadProblem:
                continue
    return [problem for problem in problems if selection.contains(problem)]
