"""Lessons and problems of any game, read from files of its folder.

A lesson teaches a game in a few steps, from `games/<key>/lessons.toml`. A step has a position, a
text, a task and answers. The first answer that fits the player's taps is given; it may have moves
that follow on the board. The words are in the texts of the game, by the step's key; those of the
answers have the order of the answers. A step that is incomplete in a language is in English.

A problem is a position with one right move, from `games/<key>/problems.bin`: JSON lines, compressed
by zlib. A page loads that file late, like the engine's data files. The right moves are proved, and
the proofs can be repeated (`rules.training.problems.proofs`).
"""

import json
import tomllib
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from flipside.rules.contract.board import Cell
from flipside.rules.contract.game import AnyGame, BadChoice, Choices
from flipside.rules.contract.position import FORCED_WIN, Move, Position, ply_adjusted
from flipside.rules.match.match import Match
from flipside.rules.match.record import BadRecord
from flipside.rules.texts import game_texts, text_languages

# -- lessons ---------------------------------------------------------------------------------------


Translations = Mapping[str, str]
"""A text by language."""


class BadLesson(ValueError):
    """A lesson file is missing or damaged."""


@dataclass(frozen=True)
class LessonAnswer:
    """The answer to certain moves, or to certain squares that are tapped."""

    text: Translations
    right: bool = False
    to: Sequence[str] = ("*",)
    """Names of these moves or squares, with * as in `fnmatch`."""
    then: str = ""
    """Moves that follow on the board, separated by blanks."""


@dataclass(frozen=True)
class LessonStep:
    """One step of a lesson."""

    game: AnyGame
    key: str
    """Its name in the file. Progress is saved under it, so it must not change."""
    rules: tuple[str, ...]
    """Numbers of the rules that the step teaches, as in RULES.md."""
    say: Translations
    task: Translations
    answers: tuple[LessonAnswer, ...]
    options: Mapping[str, str] = field(default_factory=dict)
    seed: int = 0
    moves: str = ""
    asks: str = "move"
    """"move", or "field" for a question that is answered by tapping a square."""

    def match(self) -> Match:
        """Return the match at the step's position."""
        match = Match(self.game, self.options, self.seed)
        match.read_moves(self.moves)
        return match

    def answer_to(self, name: str) -> LessonAnswer:
        """Return the first answer that fits the legal move, or the tapped cell, of that name."""
        return next(
            answer for answer in self.answers if any(fnmatchcase(name, to) for to in answer.to)
        )

    def right_answers(self) -> list[str]:
        """Return the names of all right moves, or of all right cells."""
        match = self.match()
        if self.asks == "move":
            names = [match.position.name(move) for move in match.legal()]
        else:
            board = match.board
            names = [name for cell, name in enumerate(board.names) if is_square(match, cell)]
        return [name for name in names if self.answer_to(name).right]


def is_square(match: Match, cell: Cell) -> bool:
    """Return whether a cell is a square of the board: a possible answer to a question."""
    return match.board.kinds[cell] in ("square", "pit")


# -- the file of a lesson --------------------------------------------------------------------------


def lesson_path(game: AnyGame) -> Path:
    """Return the path of a game's lesson, even if it has none."""
    return Path(__file__).parent / "games" / game.key / "lessons.toml"


def has_lesson(game: AnyGame) -> bool:
    """Return whether the game has a lesson."""
    return lesson_path(game).is_file()


def lesson_of(game: AnyGame) -> tuple[LessonStep, ...]:
    """Return the steps of a game's lesson; raises BadLesson if its file is missing or damaged."""
    try:
        return read_lesson(game, lesson_path(game).read_text("utf-8"))
    except (OSError, AttributeError, LookupError, TypeError, ValueError):
        raise BadLesson(f"the lesson of {game.key} cannot be read") from None


def read_lesson(game: AnyGame, text: str) -> tuple[LessonStep, ...]:
    """Parse a lesson; raises AttributeError, LookupError, TypeError or ValueError if damaged."""
    return tuple(_step(game, step) for step in tomllib.loads(text)["step"])


def _step(game: AnyGame, fields: dict[str, Any]) -> LessonStep:
    key, rules = fields.pop("id"), tuple(fields.pop("rules").split())
    entries = fields.pop("answer")
    texts = {
        language: _words(game, key, language, len(entries)) for language in text_languages(game.key)
    }
    say, task = ({code: words[name] for code, words in texts.items()} for name in ("say", "task"))
    answers = tuple(
        LessonAnswer({code: words["answers"][number] for code, words in texts.items()}, **entry)
        for number, entry in enumerate(entries)
    )
    return LessonStep(game, key, rules, say, task, answers, **fields)


def _words(game: AnyGame, key: str, language: str, answers: int) -> Mapping[str, Any]:
    """Return the texts of a step in a language, in English if they are incomplete there."""
    words: Mapping[str, Any] = game_texts(game.key, language).get("lessons", {}).get(key, {})
    complete = {"say", "task"} <= set(words) and len(words.get("answers", ())) == answers
    return words if complete or language == "en" else _words(game, key, "en", answers)


# -- problems --------------------------------------------------------------------------------------


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


# -- the file of problems --------------------------------------------------------------------------


def problems_path(game: AnyGame) -> Path:
    """Return the path of a game's problems, even if the file is not here."""
    return Path(__file__).parent / "games" / game.key / PROBLEMS_FILE


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
