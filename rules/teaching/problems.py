"""Problems: puzzle positions with one right move, read from `games/<key>/problems.bin`.

The file is JSON lines, packed by zlib; a page loads it late, like the engine's data files.
The right moves are proved, and can be proved again (`rules.engine.analysis.proof`).
"""

import json
import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rules.contract.game import AnyGame, BadChoice
from rules.contract.position import Move, Position
from rules.contract.value import FORCED, WIN, ply_adjusted
from rules.match.match import Match
from rules.match.record import BadRecord

PROBLEMS_FILE = "problems.bin"
"""The name of the file in the folder of a game."""

MAX_UNPACKED_BYTES = 2_000_000
"""Most bytes of the unpacked text."""

PROBLEM_GOALS = ("win", "draw", "hold", "most", "join", "block")
"""Goals: win, perhaps within some moves; draw; hold (leave the opponent no win soon);
most points; join the largest island; block (leave the opponent the smallest island)."""

GRADES = range(1, 6)
"""From easy to hard."""

_MAX_LOOKAHEAD_PLIES = 99
"""Most plies that a problem looks ahead."""

_MAX_SEED = 10**18 - 1
"""The largest seed, as on the command line."""

_NAME = re.compile("[0-9a-f]{8}")
"""Names of problems."""

_KEYS = {"id", "options", "seed", "moves", "goal", "plies", "value", "answers", "grade"}


class BadProblem(ValueError):
    """A file of problems is missing or damaged; the sentence says where."""


@dataclass(frozen=True)
class Problem:
    """One position, its goal and its answers."""

    key: str
    """Its name. Progress is saved by it, so it must not change."""
    game: AnyGame
    choices: Mapping[str, str]
    seed: int
    moves: str
    """The moves from the opening to the position."""
    goal: str
    """One of GOALS."""
    plies: int
    """The plies until the goal is reached; 0 for the end of the match."""
    value: int
    """The score of the position for the mover at that depth, in points; 0 if undecided."""
    answers: tuple[str, ...]
    """The names of the right first moves."""
    grade: int
    """One of GRADES."""

    def match(self) -> Match:
        """The match at the problem's position; raises BadProblem for illegal moves or answers."""
        try:
            match = Match(self.game, self.choices, self.seed)
            match.read_moves(self.moves)
        except (BadChoice, BadRecord) as wrong:
            raise BadProblem(f"problem {self.key}: {wrong}") from None
        if match.result() is not None:
            raise BadProblem(f"problem {self.key}: the match is over")
        legal = {match.position.name(move) for move in match.legal()}
        for answer in self.answers:
            if answer not in legal:
                raise BadProblem(f"problem {self.key}: {answer[:40]!r} is not legal there")
        return match

    @property
    def win_moves(self) -> int | None:
        """The solver's moves until the win; None if the goal sets no number."""
        return (self.plies + 1) // 2 if self.goal == "win" and self.plies else None

    def least_value(self) -> int:
        """The least score at the problem's position that reaches the goal."""
        return least_value(self.game, self.goal, self.value)

    def reaches_goal(self, value: int, plies: int) -> bool:
        """Whether a score for the solver `plies` later still reaches the goal."""
        return ply_adjusted(value, plies) >= self.least_value()


def least_value(game: AnyGame, goal: str, value: int) -> int:
    """The least score that reaches the goal if the best move scores `value`."""
    points = game.engine.terminal_score is not None or goal in game.engine.exact_solvers
    if goal == "win":
        return 1 if points else value
    if goal == "draw":
        return 0 if points else 1 - FORCED
    return 1 - FORCED if goal == "hold" else value


def move_named(position: Position, name: str) -> Move:
    """The legal move named `name`; raises KeyError if there is none."""
    return {position.name(move): move for move in position.moves()}[name]


# -- the file --------------------------------------------------------------------------------------


def problems_path(game: AnyGame) -> Path:
    """The path of a game's problems, whether they are here or not."""
    return Path(__file__).parents[1] / "games" / game.key / PROBLEMS_FILE


def problems_of(game: AnyGame) -> tuple[Problem, ...]:
    """The problems of a game, easy ones first; BadProblem if the file is missing or damaged."""
    try:
        packed = problems_path(game).read_bytes()
    except OSError:
        raise BadProblem(f"the problems of {game.key} cannot be read") from None
    unpacking = zlib.decompressobj()
    try:
        text = unpacking.decompress(packed, MAX_UNPACKED_BYTES).decode("utf-8")
    except (zlib.error, UnicodeError):
        raise BadProblem(f"the problems of {game.key} are damaged") from None
    if not unpacking.eof or unpacking.unused_data:
        raise BadProblem(f"the problems of {game.key} are cut off, too large or followed by more")
    return read_problems(game, text)


def packed_problems(text: str) -> bytes:
    """The bytes of a file of problems with these lines."""
    return zlib.compress(text.encode("utf-8"), 9)


def read_problems(game: AnyGame, text: str) -> tuple[Problem, ...]:
    """Parse problems; raises BadProblem if anything is missing or unknown.

    Positions are played when a problem is opened.
    """
    found = tuple(
        _problem(game, line, number) for number, line in enumerate(text.splitlines(), start=1)
    )
    keys = {problem.key for problem in found}
    if not found or len(keys) < len(found):
        raise BadProblem(f"the problems of {game.key} are none, or two have one name")
    return found


def problem_json(problem: Problem) -> dict[str, object]:
    """The problem as a JSON object."""
    return {
        "id": problem.key,
        "options": dict(problem.choices),
        "seed": problem.seed,
        "moves": problem.moves,
        "goal": problem.goal,
        "plies": problem.plies,
        "value": problem.value,
        "answers": list(problem.answers),
        "grade": problem.grade,
    }


def _problem(game: AnyGame, line: str, number: int) -> Problem:
    where = f"line {number} of the problems of {game.key}"
    try:
        given: dict[str, Any] = json.loads(line)
    except (ValueError, RecursionError):
        raise BadProblem(f"{where} is no JSON") from None
    if not isinstance(given, dict) or set(given) != _KEYS:
        raise BadProblem(f"{where} has not the keys of a problem")
    whole = (given[key] for key in ("seed", "plies", "value", "grade"))
    words = (given[key] for key in ("id", "moves", "goal"))
    named = [*_texts(given["answers"], list), *_texts(given["options"], dict)]
    if (
        not all(type(one) is int for one in whole)
        or not all(isinstance(one, str) for one in (*words, *named))
        or not _NAME.fullmatch(given["id"])
        or not given["answers"]
        or given["goal"] not in PROBLEM_GOALS
        or given["grade"] not in GRADES
        or not 0 <= given["seed"] <= _MAX_SEED
        or not 0 <= given["plies"] <= _MAX_LOOKAHEAD_PLIES
        or abs(given["value"]) > WIN
    ):
        raise BadProblem(f"{where} holds something that no problem has")
    try:
        game.choices(given["options"])
    except BadChoice as wrong:
        raise BadProblem(f"{where}: {wrong}") from None
    return Problem(
        key=given["id"],
        game=game,
        choices=given["options"],
        seed=given["seed"],
        moves=given["moves"],
        goal=given["goal"],
        plies=given["plies"],
        value=given["value"],
        answers=tuple(given["answers"]),
        grade=given["grade"],
    )


def _texts(found: object, kind: type) -> list[object]:
    """The texts in a list or table; [None], which is invalid, if `found` is neither."""
    if not isinstance(found, kind):
        return [None]
    return list(found.values()) if isinstance(found, dict) else list(found)  # type: ignore[call-overload]
