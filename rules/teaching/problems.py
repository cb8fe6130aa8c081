"""Problems: puzzle positions with one right move, read from `games/<key>/problems.bin`.

The file contains JSON lines, compressed by zlib; a page loads it late, like the engine's data
files. The right moves are proved, and the proofs can be repeated (`rules.engine.analysis.proof`).
"""

import json
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flipside.rules.contract.game import AnyGame, BadChoice, Choices
from flipside.rules.contract.position import FORCED_WIN, Move, Position, ply_adjusted
from flipside.rules.match.match import Match
from flipside.rules.match.record import BadRecord

PROBLEMS_FILE = "problems.bin"
"""The name of the file in the folder of a game."""

GRADES = range(1, 6)
"""From easy to hard."""

DAYS_OF_YEAR = 366
"""The days of a leap year, each of which has a problem of its own."""


class BadProblem(ValueError):
    """A file of problems is missing or damaged."""


@dataclass(frozen=True)
class Problem:
    """One position, its goal and its answers."""

    key: str
    """Its name. Progress is saved under it, so it must not change."""
    game: AnyGame
    choices: Choices
    seed: int
    moves: str
    """The moves from the opening to the position."""
    goal: str
    """win, perhaps within some moves; draw; hold (leave the opponent no win soon); most points;
    join the largest island; block (leave the opponent the smallest island)."""
    plies: int
    """The plies until the goal is reached; 0 for the end of the match."""
    value: int
    """The score of the position for the mover at that depth, in points; 0 if undecided."""
    answers: tuple[str, ...]
    """The names of the right first moves."""
    grade: int
    """One of GRADES."""
    theme: str = ""
    """The subject of the solution: text key `theme.<theme>` of the game."""
    day: int = 0
    """The day of a leap year, from 1, to which the problem belongs; 0 for none. It must not
    change."""

    def match(self) -> Match:
        """Return the match at the problem's position; raises BadProblem for illegal moves."""
        try:
            match = Match(self.game, self.choices, self.seed)
            match.read_moves(self.moves)
            for answer in self.answers:
                move_named(match.position, answer)
        except (BadChoice, BadRecord, KeyError):
            raise BadProblem(f"problem {self.key} is damaged") from None
        return match

    @property
    def win_moves(self) -> int | None:
        """The solver's moves until the win; None if the goal sets no number."""
        return (self.plies + 1) // 2 if self.goal == "win" and self.plies else None

    def least_value(self) -> int:
        """Return the least score at the problem's position that reaches the goal."""
        return least_value(self.game, self.goal, self.value)

    def reaches_goal(self, value: int, plies: int) -> bool:
        """Return whether a score for the solver `plies` later still reaches the goal."""
        return ply_adjusted(value, plies) >= self.least_value()


def least_value(game: AnyGame, goal: str, value: int) -> int:
    """Return the least score that reaches the goal if the best move scores `value`."""
    points = game.engine.terminal_score is not None or goal in game.engine.exact_solvers
    if goal == "win":
        return 1 if points else value
    if goal == "draw":
        return 0 if points else 1 - FORCED_WIN
    return 1 - FORCED_WIN if goal == "hold" else value


def move_named(position: Position, name: str) -> Move:
    """Return the legal move named `name`; raises KeyError if there is none."""
    return {position.name(move): move for move in position.moves()}[name]


# -- the file --------------------------------------------------------------------------------------


def problems_path(game: AnyGame) -> Path:
    """Return the path of a game's problems, even if the file is not here."""
    return Path(__file__).parents[1] / "games" / game.key / PROBLEMS_FILE


def problems_of(game: AnyGame) -> tuple[Problem, ...]:
    """Return the problems of a game, easy ones first.

    Raises BadProblem if the file is missing or damaged.
    """
    try:
        return read_problems(game, zlib.decompress(problems_path(game).read_bytes()).decode())
    except OSError:
        raise BadProblem(f"the problems of {game.key} cannot be read") from None
    except (zlib.error, TypeError, ValueError):
        raise BadProblem(f"the problems of {game.key} are damaged") from None


def read_problems(game: AnyGame, text: str) -> tuple[Problem, ...]:
    """Parse problems, one JSON object a line; raises TypeError or ValueError for damaged text.

    Their moves are checked when a problem is opened.
    """
    return tuple(_problem(game, **json.loads(line)) for line in text.splitlines())


def _problem(
    game: AnyGame, id: str, options: Choices, answers: Sequence[str], **others: Any
) -> Problem:
    return Problem(id, game, options, answers=tuple(answers), **others)


def problem_json(problem: Problem) -> dict[str, object]:
    """Return the problem as a JSON object."""
    fields = dict(vars(problem))
    del fields["game"]
    return {"id": fields.pop("key"), "options": fields.pop("choices"), **fields}
