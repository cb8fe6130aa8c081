"""Lessons: a game taught in a few steps, read from `games/<key>/lessons.toml`.

A step has a position, a text, a task and answers. The first answer that fits the player's taps is
given; it may have moves that follow on the board.
"""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from rules.contract.board import Cell
from rules.contract.game import AnyGame, BadChoice
from rules.contract.position import PASS, Fact, Move, Position
from rules.match.match import Match
from rules.match.record import BadRecord

LESSON_LANGUAGES = ("en", "de", "cs")

Translations = Mapping[str, str]
"""A text by language."""

_ASKS = ("move", "field")


class BadLesson(ValueError):
    """A lesson file is missing or damaged; the sentence says where."""


@dataclass(frozen=True)
class LessonAnswer:
    """The answer to certain moves, or to certain squares that are tapped."""

    text: Translations
    right: bool
    moves: tuple[str, ...]
    """Names of moves, with * as in `fnmatch`; empty for every move."""
    fields: tuple[str, ...]
    """Names of cells; empty for every square."""
    fact: str
    """The key of a fact that must be true of the move; empty for any."""
    count: int | None
    """The number in that fact; None for any."""
    then: str
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

    key: str
    """Its name in the file. Progress is saved by it, so it must not change."""
    rules: tuple[str, ...]
    """Numbers of the rules that the step teaches, as in RULES.md."""
    game: AnyGame
    choices: Mapping[str, str]
    seed: int
    moves: str
    asks: str
    """"move", or "field" for a question that is answered by tapping a square."""
    say: Translations
    task: Translations
    answers: tuple[LessonAnswer, ...]

    def match(self) -> Match:
        """The match at the step's position; BadLesson for illegal moves or a finished match."""
        try:
            match = Match(self.game, self.choices, self.seed)
            match.read_moves(self.moves)
        except (BadChoice, BadRecord) as wrong:
            raise BadLesson(f"step {self.key!r}: {wrong}") from None
        if match.result() is not None:
            raise BadLesson(f"step {self.key!r}: the match is over")
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


@dataclass(frozen=True)
class Lesson:
    """All steps of a game."""

    game: AnyGame
    steps: tuple[LessonStep, ...]


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


def lesson_of(game: AnyGame) -> Lesson:
    """The lesson of a game; raises BadLesson if its file is missing or damaged."""
    try:
        text = lesson_path(game).read_text("utf-8")
    except (OSError, UnicodeError):
        raise BadLesson(f"the lesson of {game.key} cannot be read") from None
    return read_lesson(game, text)


def read_lesson(game: AnyGame, text: str) -> Lesson:
    """Parse a lesson; raises BadLesson if anything in it is missing or unknown.

    Positions are played when their steps begin.
    """
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as wrong:
        raise BadLesson(f"the lesson of {game.key} is no TOML: {wrong}") from None
    given = _list(_only(table, {"step"}, "the lesson"), "step", "the lesson")
    steps = tuple(_step(game, one, number) for number, one in enumerate(given, start=1))
    keys = [step.key for step in steps]
    for key in keys:
        if keys.count(key) > 1:
            raise BadLesson(f"two steps are called {key!r}")
    return Lesson(game, steps)


_STEP = {"id", "rules", "options", "seed", "moves", "asks", "say", "task", "answer"}
_ANSWER = {"right", "moves", "fields", "fact", "count", "then", *LESSON_LANGUAGES}


def _step(game: AnyGame, table: object, number: int) -> LessonStep:
    where = f"step {number}"
    given = _only(table, _STEP, where)
    key, asks = _text(given, "id", where), given.get("asks", "move")
    if not key.replace("-", "a").isalnum() or not key.isascii() or not key.islower():
        raise BadLesson(f"{where} is called {key!r}; a name has small letters and hyphens alone")
    if asks not in _ASKS:
        raise BadLesson(f"{where} asks for {asks!r}, not for a move or a field")
    where = f"step {key!r}"
    answers = tuple(_answer(one, where, asks) for one in _list(given, "answer", where))
    if answers[-1].moves or answers[-1].fields or answers[-1].fact:
        raise BadLesson(f"{where} has no answer to everything else")
    return LessonStep(
        key=key,
        rules=tuple(_text(given, "rules", where, "").split()),
        game=game,
        choices=_choices(given.get("options", {}), where),
        seed=_number(given.get("seed", 0), where),
        moves=_text(given, "moves", where, ""),
        asks=asks,
        say=_words(given.get("say"), where),
        task=_words(given.get("task"), where),
        answers=answers,
    )


def _answer(table: object, where: str, asks: str) -> LessonAnswer:
    given = _only(table, _ANSWER, where)
    moves, fields = (_names(given.get(key, []), where) for key in ("moves", "fields"))
    count = given.get("count")
    fact = _text(given, "fact", where, "")
    if (fields and asks == "move") or ((moves or fact) and asks == "field"):
        raise BadLesson(f"{where} asks for a {asks}, and an answer is for something else")
    return LessonAnswer(
        text=_words({key: given[key] for key in LESSON_LANGUAGES if key in given}, where),
        right=bool(given.get("right", False)),
        moves=moves,
        fields=fields,
        fact=fact,
        count=None if count is None else _number(count, where),
        then=_text(given, "then", where, ""),
    )


def _only(table: object, known: set[str], where: str) -> dict[str, Any]:
    """The table `table`; raises BadLesson if it is none or has a key that is not in `known`."""
    if not isinstance(table, dict):
        raise BadLesson(f"{where} is no table")
    for key in table:
        if key not in known:
            raise BadLesson(f"nobody knows {key!r} in {where}")
    return table


def _list(table: dict[str, Any], key: str, where: str) -> list[object]:
    found = table.get(key)
    if not isinstance(found, list) or not found:
        raise BadLesson(f"{where} has no {key}")
    return found


def _text(table: dict[str, Any], key: str, where: str, default: str | None = None) -> str:
    found = table.get(key, default)
    if not isinstance(found, str) or (default is None and not found.strip()):
        raise BadLesson(f"{where} lacks {key}")
    return found


def _names(found: object, where: str) -> tuple[str, ...]:
    if not isinstance(found, list) or not all(isinstance(one, str) for one in found):
        raise BadLesson(f"{where} has {found!r} where names stand")
    return tuple(found)


def _number(found: object, where: str) -> int:
    if not isinstance(found, int) or isinstance(found, bool) or found < 0:
        raise BadLesson(f"{where} has {found!r} where a number stands")
    return found


def _choices(found: object, where: str) -> dict[str, str]:
    if not isinstance(found, dict) or not all(isinstance(one, str) for one in found.values()):
        raise BadLesson(f"{where} has options that are none")
    return found


def _words(found: object, where: str) -> Translations:
    """A text in every language; raises BadLesson if one is missing."""
    words = _only(found, set(LESSON_LANGUAGES), where) if found is not None else {}
    for language in LESSON_LANGUAGES:
        if not isinstance(words.get(language), str) or not words[language].strip():
            raise BadLesson(f"{where} lacks words in {language!r}")
    return words
