"""All saved texts as one, to carry from one browser or machine to another.

The text is a first line "Flipside saves 1", then for each name a line "== name" and its lines.
"""

import re
from collections.abc import Iterable

from game.saves import known_names as names_text
from game.saves import last_played, lesson_progress, problem_progress
from game.saves.matches import game_of, match_names, new_name
from game.services.plain import is_plain
from game.services.storage.storage import Storage
from game.services.storage.store import MAX_TEXT_BYTES

FORMAT = 1
MAX_LENGTH = 5_000_000
"""Characters; no collection of saves is longer."""

MOST = 20_000
"""Texts of a collection; more of them would take minutes to save."""
REPORT = "error-report"
"""The save that holds the report of the last error."""

STAYS = "settings", REPORT
"""Saves that are of this machine alone."""

_NAME = re.compile(r"== ([a-z0-9][a-z0-9-]*)")


class BadBundle(ValueError):
    """The text is no collection of saves; `key` is the text key of the reason."""

    def __init__(self, key: str) -> None:
        self.key = key
        super().__init__(key)


def bundled(storage: Storage, names: Iterable[str] | None = None) -> str:
    """All saves, or those with these names, as one text, without those of this machine alone."""
    parts = [f"Flipside saves {FORMAT}"]
    for name in storage.names() if names is None else names:
        text = storage.load(name)
        if text is not None and name not in STAYS:
            parts += [f"== {name}", text.rstrip("\n")]
    return "\n".join(parts) + "\n"


def unbundle(storage: Storage, text: str) -> int:
    """Save everything in the text; return how many saves came. Matches are added to those here; any
    other save that is replaced is set aside. BadBundle for any other text."""
    saves = _read(text)
    when, people = saves.pop(last_played.NAME, ""), saves.pop(names_text.NAME, "")
    lessons, problems = saves.pop(lesson_progress.NAME, ""), saves.pop(problem_progress.NAME, "")
    here = {storage.glimpse(name): name for name in match_names(storage)}
    names: dict[str, str] = {}
    for name, save in saves.items():
        own = name
        now = storage.load(name)
        if now is not None and now != save:
            if game_of(name):
                own = here.get(save) or new_name(storage.device, game_of(name))
            else:
                storage.set_aside(name, tell=False)
        names[name] = own
        storage.save(own, save)
    last_played.take_in(storage, when, names)
    names_text.take_in(storage, people)
    lesson_progress.take_in(storage, lessons)
    problem_progress.take_in(storage, problems)
    return len(saves)


def _read(text: str) -> dict[str, str]:
    if len(text) > MAX_LENGTH:
        raise BadBundle("bundle.long")
    if not is_plain(text):
        raise BadBundle("bundle.foreign")
    lines = text.strip().splitlines()
    if not lines or not re.fullmatch(r"Flipside saves \d{1,9}", lines[0].strip()):
        raise BadBundle("bundle.foreign")
    if int(lines[0].split()[-1]) > FORMAT:
        raise BadBundle("bundle.newer")
    saves: dict[str, list[str]] = {}
    current: list[str] | None = None
    for line in lines[1:]:
        found = _NAME.fullmatch(line.strip())
        if found is not None:
            current = saves.setdefault(found.group(1), [])
            if len(saves) > MOST:
                raise BadBundle("bundle.long")
        elif current is not None:
            current.append(line)
        elif line.strip():
            raise BadBundle("bundle.foreign")
    if not saves:
        raise BadBundle("bundle.empty")
    whole = {name: "\n".join(kept) + "\n" for name, kept in saves.items() if name not in STAYS}
    if any(len(save.encode()) > MAX_TEXT_BYTES for save in whole.values()):
        raise BadBundle("bundle.long")
    return whole
