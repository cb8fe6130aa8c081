"""Problems: puzzle positions with one right move, read from `games/<key>/problems.bin`.

The file contains JSON lines, compressed by zlib. A browser loads the file after the start. The
right moves are proved, and `prove` in `rules.engine.analysis.analyst` can repeat the proofs.
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
"""The grades of problems, from easy to hard."""

DAYS_OF_YEAR = 366
"""The number of days of a leap year. Each day has its own problem."""


class BadProblem(ValueError):
    """A file of problems is missing or damaged."""


@dataclass(frozen=True)
class Problem:
    """One position, its goal and its answers."""

    key: str
    """The name of the problem. Saved progress uses it, so it must not change."""
    game: AnyGame
    choices: Choices
    seed: int
    moves: str
    """The moves from the opening to the position."""
    goal: str
    """"win"; "draw"; "hold" (prevent a win of the opponent within `plies`); "most" (win by as much
    as possible); "join" (make the largest own island); "block" (keep the opponent's largest island
    as small as possible)."""
    plies: int
    """The number of plies to the goal; 0 for the end of the match."""
    value: int
    """The score of the position for the mover, in points; 0 for the goals "draw" and "hold"."""
    answers: tuple[str, ...]
    """The names of the right first moves."""
    grade: int
    """One of GRADES."""
    theme: str = ""
    """The main idea of the solution, with the text key `theme.<theme>` of the game."""
    day: int = 0
    """The number of the problem's day in a leap year, from 1; 0 for none. It must not change."""

    def match(self) -> Match:
        """Return the match at the position of the problem; BadProblem if a move is illegal."""
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
        """The number of the solver's moves to the win; None if the goal does not limit it."""
        return (self.plies + 1) // 2 if self.goal == "win" and self.plies else None

    def least_value(self) -> int:
        """Return the lowest score at the position of the problem that reaches the goal."""
        return least_value(self.game, self.goal, self.value)

    def reaches_goal(self, value: int, plies: int) -> bool:
        """Return whether `value`, a score for the solver after `plies` plies, reaches the goal."""
        return ply_adjusted(value, plies) >= self.least_value()


def least_value(game: AnyGame, goal: str, value: int) -> int:
    """Return the lowest score that reaches the goal, if the best move scores `value`."""
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
    """Return the path of a game's problems; the file may be missing."""
    return Path(__file__).parents[1] / "games" / game.key / PROBLEMS_FILE


def problems_of(game: AnyGame) -> tuple[Problem, ...]:
    """Return a game's problems from easy to hard; BadProblem if the file is missing or damaged."""
    try:
        return read_problems(game, zlib.decompress(problems_path(game).read_bytes()).decode())
    except OSError:
        raise BadProblem(f"the problems of {game.key} cannot be read") from None
    except (zlib.error, TypeError, ValueError):
        raise BadProblem(f"the problems of {game.key} are damaged") from None


def read_problems(game: AnyGame, text: str) -> tuple[Problem, ...]:
    """Return the problems in `text`, one JSON object per line.

    Raises TypeError or ValueError for damaged text. `Problem.match` checks the moves.
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
