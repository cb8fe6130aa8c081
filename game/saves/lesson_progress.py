"""How far people are with the lessons: one small text beside the saves.

After its first line "Flipside lessons 1" each line is a game and a word: the step that comes next,
"done", or "offered" where nobody has begun.
"""

import re

from game.saves.album import album_names
from game.saves.matches import match_names
from game.services.storage.storage import Outcome, Storage
from game.services.table_services import TableServices
from rules.contract.game import AnyGame
from rules.teaching.lessons import has_lesson

NAME = "lessons"
"""Under which the text is stored."""

HEAD = "Flipside lessons 1"

OFFERED, DONE = "offered", "done"

MAX_LENGTH = 10_000
"""Characters; a longer text tells of no lessons."""

_LINE = re.compile(r"([a-z]{1,40}) ([a-z0-9-]{1,40})")


def reached(storage: Storage, game: AnyGame) -> str:
    """The step of a lesson that comes next, OFFERED or DONE; empty where nothing is known."""
    return _load(storage)[1].get(game.key, "")


def note(storage: Storage, game: AnyGame, word: str) -> None:
    """A lesson has come to that step, or to its end. One that is done stays done."""
    _change(storage, {game.key: word})


def take_in(storage: Storage, text: str) -> None:
    """Add what such a text from elsewhere tells of lessons that nobody has begun here."""
    here = _load(storage)[1]
    theirs = _read(text) or {}
    new = {key: word for key, word in theirs.items() if here.get(key, OFFERED) == OFFERED}
    if new:
        _change(storage, new)


def newcomer(services: TableServices, game: AnyGame) -> bool:
    """Whether nobody has played the game here or been offered its lesson, which there is."""
    storage = services.storage
    return (
        has_lesson(game)
        and not reached(storage, game)
        and not storage.glimpse(f"{game.key}-setup")
        and not match_names(storage, game.key)
        and not album_names(services, game.key)
    )


def _change(storage: Storage, new: dict[str, str]) -> None:
    """Note these words, and keep what another window notes in this very moment."""
    outcome = Outcome.ELSEWHERE
    while outcome is Outcome.ELSEWHERE:
        text, words = _load(storage)
        done = {key for key, word in words.items() if word == DONE}
        changed = words | {key: word for key, word in new.items() if key not in done}
        if changed == words:
            return
        lines = [HEAD, *(f"{key} {word}" for key, word in changed.items())]
        outcome = storage.replace(NAME, text, "\n".join(lines) + "\n")


def _load(storage: Storage) -> tuple[str | None, dict[str, str]]:
    """The text that stands in storage and its words by game; one that is damaged is set aside."""
    text = storage.load(NAME)
    if text is None:
        return None, {}
    words = _read(text)
    if words is None:
        storage.set_aside(NAME)
        return None, {}
    return text, words


def _read(text: str) -> dict[str, str] | None:
    """The words in a text by game, or None if it is not such a text."""
    head, *lines = text[: MAX_LENGTH + 1].splitlines() or [""]
    found = [_LINE.fullmatch(line) for line in lines]
    if head != HEAD or len(text) > MAX_LENGTH or not all(found):
        return None
    return {line.group(1): line.group(2) for line in found if line}
