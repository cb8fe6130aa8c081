"""Progress in lessons; one small text in storage.

After its first line "Flipside lessons 1" each line is a game and a word: the step that comes next,
"done", or "offered" where nobody has begun.
"""

import re

from game.saves.album import album_names
from game.saves.matches import match_names
from game.services.storage import Outcome, Storage
from game.services.table_services import TableServices
from rules.contract.game import AnyGame
from rules.teaching.lessons import has_lesson

LESSONS_SAVE = "lessons"
"""The name of the text in storage."""

_HEADER = "Flipside lessons 1"

LESSON_OFFERED, LESSON_DONE = "offered", "done"

_MAX_CHARS = 10_000
"""Characters; a longer text counts as damaged."""

_LINE = re.compile(r"([a-z]{1,40}) ([a-z0-9-]{1,40})")


def next_step(storage: Storage, game: AnyGame) -> str:
    """The key of the next step of a lesson, `LESSON_OFFERED` or `LESSON_DONE`; "" if unknown."""
    return _load(storage)[1].get(game.key, "")


def note_lesson(storage: Storage, game: AnyGame, word: str) -> None:
    """Note the next step of a lesson, or `LESSON_DONE`. A lesson that is done stays done."""
    _change(storage, {game.key: word})


def merge_lessons(storage: Storage, text: str) -> None:
    """Add from another such text the lessons that are not begun here."""
    here = _load(storage)[1]
    theirs = _read(text) or {}
    new = {
        key: word for key, word in theirs.items() if here.get(key, LESSON_OFFERED) == LESSON_OFFERED
    }
    if new:
        _change(storage, new)


def newcomer(services: TableServices, game: AnyGame) -> bool:
    """Whether the game has a lesson, and was neither played nor its lesson offered here."""
    storage = services.storage
    return (
        has_lesson(game)
        and not next_step(storage, game)
        and not storage.glimpse(f"{game.key}-setup")
        and not match_names(storage, game.key)
        and not album_names(services, game.key)
    )


def _change(storage: Storage, new: dict[str, str]) -> None:
    """Save these words, merged with those that another window saves at the same time."""
    outcome = Outcome.ELSEWHERE
    while outcome is Outcome.ELSEWHERE:
        text, words = _load(storage)
        done = {key for key, word in words.items() if word == LESSON_DONE}
        changed = words | {key: word for key, word in new.items() if key not in done}
        if changed == words:
            return
        lines = [_HEADER, *(f"{key} {word}" for key, word in changed.items())]
        outcome = storage.replace(LESSONS_SAVE, text, "\n".join(lines) + "\n")


def _load(storage: Storage) -> tuple[str | None, dict[str, str]]:
    """The stored text and its words by game; a damaged text is set aside."""
    text = storage.load(LESSONS_SAVE)
    if text is None:
        return None, {}
    words = _read(text)
    if words is None:
        storage.set_aside(LESSONS_SAVE)
        return None, {}
    return text, words


def _read(text: str) -> dict[str, str] | None:
    """The words in a text by game, or None if it is not such a text."""
    head, *lines = text[: _MAX_CHARS + 1].splitlines() or [""]
    found = [_LINE.fullmatch(line) for line in lines]
    if head != _HEADER or len(text) > _MAX_CHARS or not all(found):
        return None
    return {line.group(1): line.group(2) for line in found if line}
