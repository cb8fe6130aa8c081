"""Lessons: a game taught in a few steps, read from `games/<key>/lessons.toml`.

A step has a position, a text, a task and answers. The first answer that fits the player's taps is
given; it may have moves that follow on the board.

The words are in the texts of the game, `games/<key>/text/<language>.toml`, by the step's key; those
of the answers have the order of the answers. A step that is incomplete in a language is in English.
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from flipside.rules.contract.board import Cell
from flipside.rules.contract.game import AnyGame
from flipside.rules.match.match import Match
from flipside.rules.texts import game_texts, text_languages

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


# -- the file --------------------------------------------------------------------------------------


def lesson_path(game: AnyGame) -> Path:
    """Return the path of a game's lesson, even if it has none."""
    return Path(__file__).parents[1] / "games" / game.key / "lessons.toml"


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
