"""Progress in lessons: by game the next step, "done", or "offered" where nobody has begun."""

import re

from flipside.game.saves.album import album_names
from flipside.game.saves.document import Document, Entries
from flipside.game.saves.matches import match_names
from flipside.game.services.services import Services
from flipside.game.services.storage.storage import Storage
from flipside.rules.contract.game import AnyGame
from flipside.rules.teaching.lessons import has_lesson

LESSON_OFFERED, LESSON_DONE = "offered", "done"


def _merged(here: Entries, theirs: Entries) -> Entries:
    begun = {game: word for game, word in here.items() if word != LESSON_OFFERED}
    return here | theirs | begun


LESSONS = Document("lessons", re.compile(r"([a-z]{1,40}) ([a-z0-9-]{1,40})"), _merged, 10_000)


def next_step(storage: Storage, game: AnyGame) -> str:
    """The key of the next step of a lesson, `LESSON_OFFERED` or `LESSON_DONE`; "" if unknown."""
    return LESSONS.load(storage).get(game.key, "")


def note_lesson(storage: Storage, game: AnyGame, word: str) -> None:
    """Note the next step of a lesson, or `LESSON_DONE`. A lesson that is done stays done."""
    new = {game.key: word}
    LESSONS.change(storage, lambda here: here if here.get(game.key) == LESSON_DONE else here | new)


def newcomer(services: Services, game: AnyGame) -> bool:
    """Whether the game has a lesson, and was neither played nor its lesson offered here."""
    storage = services.storage
    return (
        has_lesson(game)
        and not next_step(storage, game)
        and not storage.glimpse(f"{game.key}-setup")
        and not match_names(storage, game.key)
        and not album_names(services, game.key)
    )
