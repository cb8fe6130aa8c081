"""Lessons and problems of any game, read from files of its folder.

Each game has a lesson about its rules and some about strategy. `games/<key>/lessons.toml` has the
steps of all of them, in order. A step has a position, a text, a task and answers. The player's taps
select the first answer that matches. An answer may continue with moves on the board. The texts of a
step are in `games/<key>/text/<language>.toml` under its key, or under the key in `texts` if two
steps share them. Texts of answers have the order of the answers. A step with missing texts in a
language is shown in English.

A problem is a puzzle position with one right move, from `games/<key>/problems.bin`. The file
contains JSON lines, compressed by zlib. A browser loads the file after the start. The right moves
are proved, and `prove` in `rules.engine.analysis.analyst` can repeat the proofs.
"""

import json
import tomllib
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from fnmatch import fnmatchcase
from functools import cached_property
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


RULES_LESSON = "rules"
"""The key of the lesson about the rules of a game."""


class BadLesson(ValueError):
    """A lesson file is missing or damaged."""


@dataclass(frozen=True)
class LessonAnswer:
    """What the lesson answers if the player makes certain moves or taps certain squares."""

    text: Translations
    right: bool = False
    to: Sequence[str] = ("*",)
    """The names of these moves or squares, as patterns of `fnmatch`."""
    then: str = ""
    """The names of the moves that continue on the board, separated by blanks."""


@dataclass(frozen=True)
class LessonStep:
    """One step of a lesson."""

    game: AnyGame
    key: str
    """The name of the step. Saved progress uses it, so it must not change."""
    rules: tuple[str, ...]
    """The numbers of the rules in RULES.md that the step teaches."""
    say: Translations
    task: Translations
    answers: tuple[LessonAnswer, ...]
    lesson: str = RULES_LESSON
    """The key of its lesson. The title has the text key `lesson.<key>` of the game."""
    options: Mapping[str, str] = field(default_factory=dict)
    seed: int = 0
    moves: str = ""
    asks: str = "move"
    """What the player does: "move" to make a move, "field" to tap a square."""

    def match(self) -> Match:
        """Return the match at the position of the step."""
        match = Match(self.game, self.options, self.seed)
        match.read_moves(self.moves)
        return match

    def answer_to(self, name: str) -> LessonAnswer:
        """Return the first answer for the legal move, or the square, called `name`."""
        return next(
            answer for answer in self.answers if any(fnmatchcase(name, to) for to in answer.to)
        )

    def right_answers(self) -> list[str]:
        """Return the names of all right moves or, if `asks` is "field", of all right squares."""
        match = self.match()
        if self.asks == "move":
            names = [match.position.name(move) for move in match.legal()]
        else:
            board = match.board
            names = [name for cell, name in enumerate(board.names) if is_square(match, cell)]
        return [name for name in names if self.answer_to(name).right]


def is_square(match: Match, cell: Cell) -> bool:
    """Return whether a cell is a square of the board, so that it may be an answer."""
    return match.board.kinds[cell] in ("square", "pit")


# -- the file of a lesson --------------------------------------------------------------------------


def lesson_path(game: AnyGame) -> Path:
    """Return the path of a game's lessons; the file may be missing."""
    return Path(__file__).parent / "games" / game.key / "lessons.toml"


def has_lesson(game: AnyGame) -> bool:
    """Return whether the game has a lesson."""
    return lesson_path(game).is_file()


def lessons_of(game: AnyGame) -> dict[str, tuple[LessonStep, ...]]:
    """Return the steps of each lesson by its key, that about the rules first.

    Raises BadLesson if the file is missing or damaged.
    """
    try:
        steps = read_lesson(game, lesson_path(game).read_text("utf-8"))
        keys = dict.fromkeys((RULES_LESSON, *(step.lesson for step in steps)))
        return {key: tuple(step for step in steps if step.lesson == key) for key in keys}
    except (OSError, AttributeError, LookupError, TypeError, ValueError):
        raise BadLesson(f"the lesson of {game.key} cannot be read") from None


def lesson_of(game: AnyGame, lesson: str = RULES_LESSON) -> tuple[LessonStep, ...]:
    """Return the steps of a lesson; raises BadLesson if its file is missing or damaged."""
    return lessons_of(game)[lesson]


def read_lesson(game: AnyGame, text: str) -> tuple[LessonStep, ...]:
    """Parse the steps of all lessons.

    Raises AttributeError, LookupError, TypeError or ValueError if the text is damaged.
    """
    return tuple(_step(game, step) for step in tomllib.loads(text)["step"])


def _step(game: AnyGame, fields: dict[str, Any]) -> LessonStep:
    key, rules = fields.pop("id"), tuple(fields.pop("rules", "").split())
    entries, text_key = fields.pop("answer"), fields.pop("texts", key)
    texts = {
        language: _words(game, text_key, language, len(entries))
        for language in text_languages(game.key)
    }
    say, task = ({code: words[name] for code, words in texts.items()} for name in ("say", "task"))
    answers = tuple(
        LessonAnswer({code: words["answers"][number] for code, words in texts.items()}, **entry)
        for number, entry in enumerate(entries)
    )
    return LessonStep(game, key, rules, say, task, answers, **fields)


def _words(game: AnyGame, key: str, language: str, answers: int) -> Mapping[str, Any]:
    """Return the texts of a step in a language, or in English if some are missing."""
    words: Mapping[str, Any] = game_texts(game.key, language).get("lessons", {}).get(key, {})
    complete = {"say", "task"} <= set(words) and len(words.get("answers", ())) == answers
    return words if complete or language == "en" else _words(game, key, "en", answers)


# -- problems --------------------------------------------------------------------------------------


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
    rating: int
    """The difficulty, on the scale on which levels are rated in matches."""
    theme: str = ""
    """The main idea of the solution, with the text key `theme.<theme>` of the game."""
    day: int = 0
    """The number of the problem's day in a leap year, from 1; 0 for none. It must not change."""

    @cached_property
    def shown_match(self) -> Match:
        """The match of `match`, for pictures: nobody may change it."""
        return self.match()

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


# -- the file of problems --------------------------------------------------------------------------


def problems_path(game: AnyGame) -> Path:
    """Return the path of a game's problems; the file may be missing."""
    return Path(__file__).parent / "games" / game.key / PROBLEMS_FILE


_known: dict[str, tuple[bytes, tuple[Problem, ...]]] = {}
"""The content of the file of problems by game, and the problems in it."""


def problems_of(game: AnyGame) -> tuple[Problem, ...]:
    """Return a game's problems from easy to hard; BadProblem if the file is missing or damaged."""
    try:
        content = problems_path(game).read_bytes()
        if game.key not in _known or _known[game.key][0] != content:
            problems = read_problems(game, zlib.decompress(content).decode())
            _known[game.key] = content, problems
        return _known[game.key][1]
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
    values = {each.name: getattr(problem, each.name) for each in fields(problem)}
    del values["game"]
    return {"id": values.pop("key"), "options": values.pop("choices"), **values}
