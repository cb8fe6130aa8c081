"""Bundles: all saved texts in one, to carry from one browser or machine to another.

The text is a first line "Flipside saves 1", then for each name a line "== name" and its lines.
"""

import re
from collections.abc import Iterable

from game.saves import known_names as names_text
from game.saves import last_played, lesson_progress, problem_progress
from game.saves.matches import game_of, match_names, new_name
from game.services.plain import is_plain
from game.services.storage import MAX_BYTES, Storage

_FORMAT = 1
MAX_BUNDLE_CHARS = 5_000_000
"""Characters of a bundle, at most."""

MAX_BUNDLE_SAVES = 20_000
"""Saves of a bundle, at most; more would take minutes to save."""

ERROR_REPORT_SAVE = "error-report"
"""The save that holds the report of the last error."""

LOCAL_SAVES = "settings", ERROR_REPORT_SAVE
"""Saves of this machine, which no bundle contains."""

_NAME = re.compile(r"== ([a-z0-9][a-z0-9-]*)")


class BadBundle(ValueError):
    """Raised for a text that is no bundle; `key` is the text key of the reason."""

    def __init__(self, key: str) -> None:
        self.key = key
        super().__init__(key)


def bundled(storage: Storage, names: Iterable[str] | None = None) -> str:
    """A bundle of all saves, or of those with these names, without `LOCAL_SAVES`."""
    parts = [f"Flipside saves {_FORMAT}"]
    for name in storage.names() if names is None else names:
        text = storage.load(name)
        if text is not None and name not in LOCAL_SAVES:
            parts += [f"== {name}", text.rstrip("\n")]
    return "\n".join(parts) + "\n"


def unbundle(storage: Storage, text: str) -> int:
    """Save everything in a bundle; return the number of saves.

    Matches are added to those here. Another save that is replaced is set aside; small texts are
    merged. Raises BadBundle if the text is no bundle, too long, or from a newer Flipside.
    """
    saves = _read(text)
    when, people = saves.pop(last_played.PLAYED_SAVE, ""), saves.pop(names_text.NAMES_SAVE, "")
    lessons, problems = (
        saves.pop(lesson_progress.LESSONS_SAVE, ""),
        saves.pop(problem_progress.PROBLEMS_SAVE, ""),
    )
    here = {storage.glimpse(name): name for name in match_names(storage)}
    names: dict[str, str] = {}
    for name, save in saves.items():
        own = name
        now = storage.load(name)
        if now is not None and now != save:
            if game_of(name):
                own = here.get(save) or new_name(storage.page, game_of(name))
            else:
                storage.set_aside(name, tell=False)
        names[name] = own
        storage.save(own, save)
    last_played.merge_played(storage, when, names)
    names_text.merge_names(storage, people)
    lesson_progress.merge_lessons(storage, lessons)
    problem_progress.merge_problems(storage, problems)
    return len(saves)


def _read(text: str) -> dict[str, str]:
    if len(text) > MAX_BUNDLE_CHARS:
        raise BadBundle("bundle.long")
    if not is_plain(text):
        raise BadBundle("bundle.foreign")
    lines = text.strip().splitlines()
    if not lines or not re.fullmatch(r"Flipside saves \d{1,9}", lines[0].strip()):
        raise BadBundle("bundle.foreign")
    if int(lines[0].split()[-1]) > _FORMAT:
        raise BadBundle("bundle.newer")
    saves: dict[str, list[str]] = {}
    current: list[str] | None = None
    for line in lines[1:]:
        found = _NAME.fullmatch(line.strip())
        if found is not None:
            current = saves.setdefault(found.group(1), [])
            if len(saves) > MAX_BUNDLE_SAVES:
                raise BadBundle("bundle.long")
        elif current is not None:
            current.append(line)
        elif line.strip():
            raise BadBundle("bundle.foreign")
    if not saves:
        raise BadBundle("bundle.empty")
    whole = {
        name: "\n".join(kept) + "\n" for name, kept in saves.items() if name not in LOCAL_SAVES
    }
    if any(len(save.encode()) > MAX_BYTES for save in whole.values()):
        raise BadBundle("bundle.long")
    return whole
