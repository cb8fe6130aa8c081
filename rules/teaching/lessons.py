"""Lessons: a game taught in a few steps, read from `games/<key>/lessons.toml`. A step has a
position, a text, a task and answers. The first answer that fits the player's taps is given; it may
have moves that follow on the board."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from rules.contract.board import Cell
from rules.contract.game import AnyGame
from rules.contract.position import PASS, Fact, Move, Position
from rules.match.match import Match

LESSON_LANGUAGES = ("en", "de", "cs")

Translations = Mapping[str, str]
"""A text by language."""


class BadLesson(ValueError):
    """A lesson file is missing or damaged."""


@dataclass(frozen=True)
class LessonAnswer:
    """The answer to certain moves, or to certain squares that are tapped."""

    text: Translations
    right: bool = False
    moves: Sequence[str] = ()
    """Names of moves, with * as in `fnmatch`; empty for every move."""
    fields: Sequence[str] = ()
    """Names of cells; empty for every square."""
    fact: str = ""
    """The key of a fact that must be true of the move; empty for any."""
    count: int | None = None
    """The number in that fact; None for any."""
    then: str = ""
    """Moves that follow on the board, separated by blanks."""

    def fits_move(self, game: AnyGame, position: Position, move: Move) -> bool:
        """Whether the answer fits a legal move."""
        name = position.name(move)
        if self.moves and not any(fnmatchcase(name, one) for one in self.moves):
            return False
        return not self.fact or any(
            fact.key == self.fact and self.count in (None, fact.count)
            for fact in _known_facts(game, position, move)
        )


@dataclass(frozen=True)
class LessonStep:
    """One step of a lesson."""

    game: AnyGame
    key: str
    """Its name in the file. Progress is saved by it, so it must not change."""
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
        """The match at the step's position."""
        match = Match(self.game, self.options, self.seed)
        match.read_moves(self.moves)
        return match

    def answer_to_move(self, position: Position, move: Move) -> LessonAnswer:
        """The first answer that fits a legal move."""
        return next(one for one in self.answers if one.fits_move(self.game, position, move))

    def answer_to_field(self, name: str) -> LessonAnswer:
        """The first answer that fits the tapped cell of that name."""
        return next(one for one in self.answers if not one.fields or name in one.fields)

    def right_answers(self) -> list[str]:
        """Names of all right moves, or of all right cells."""
        match = self.match()
        position, board = match.position, match.board
        if self.asks == "move":
            moves = match.legal()
            return [position.name(one) for one in moves if self.answer_to_move(position, one).right]
        return [name for cell, name in enumerate(board.names) if is_square(match, cell)
                and self.answer_to_field(name).right]  # fmt: skip


def is_square(match: Match, cell: Cell) -> bool:
    """Whether a cell is a square of the board: a possible answer to a question."""
    return match.board.kinds[cell] in ("square", "pit")


def _known_facts(game: AnyGame, position: Position, move: Move) -> Iterator[Fact]:
    """Facts about a legal move that a step may ask for: the game's own, that it wins, and that it
    forces a pass."""
    if game.facts is not None:
        yield from game.facts(position, move)
    after = position.play(move)
    result = after.result()
    if result is not None and result.winner == position.turn:
        yield Fact("wins", general=True)
    if tuple(after.moves()) == (PASS,):
        yield Fact("no_reply", general=True)


# -- the file --------------------------------------------------------------------------------------


def lesson_path(game: AnyGame) -> Path:
    """The path of a game's lesson, whether it has one or not."""
    return Path(__file__).parents[1] / "games" / game.key / "lessons.toml"


def has_lesson(game: AnyGame) -> bool:
    """Whether the game has a lesson."""
    return lesson_path(game).is_file()


def lesson_of(game: AnyGame) -> tuple[LessonStep, ...]:
    """The steps of a game's lesson; raises BadLesson if its file is missing or damaged."""
    try:
        return read_lesson(game, lesson_path(game).read_text("utf-8"))
    except (OSError, AttributeError, LookupError, TypeError, ValueError):
        raise BadLesson(f"the lesson of {game.key} cannot be read") from None


def read_lesson(game: AnyGame, text: str) -> tuple[LessonStep, ...]:
    """Parse a lesson; raises AttributeError, LookupError, TypeError or ValueError if damaged."""
    return tuple(_step(game, step) for step in tomllib.loads(text)["step"])


def _step(game: AnyGame, given: dict[str, Any]) -> LessonStep:
    key, rules = given.pop("id"), tuple(given.pop("rules").split())
    answers = tuple(map(_answer, given.pop("answer")))
    return LessonStep(game, key, rules, answers=answers, **given)


def _answer(given: dict[str, Any]) -> LessonAnswer:
    text = {language: given.pop(language) for language in LESSON_LANGUAGES}
    return LessonAnswer(text, **given)
