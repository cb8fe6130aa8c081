"""Lessons: a game taught in a few steps, read from `games/<key>/lessons.toml`.

A step has a position, a text, a task and answers. The player's taps select the first answer that
matches. An answer may continue with moves on the board.

The texts of a step are in `games/<key>/text/<language>.toml` under its key. Texts of answers have
the order of the answers. A step with missing texts in a language is shown in English.
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


# -- the file --------------------------------------------------------------------------------------


def lesson_path(game: AnyGame) -> Path:
    """Return the path of a game's lesson; the file may be missing."""
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
    """Parse a lesson; AttributeError, LookupError, TypeError or ValueError if it is damaged."""
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
    """Return the texts of a step in a language, or in English if some are missing."""
    words: Mapping[str, Any] = game_texts(game.key, language).get("lessons", {}).get(key, {})
    complete = {"say", "task"} <= set(words) and len(words.get("answers", ())) == answers
    return words if complete or language == "en" else _words(game, key, "en", answers)
