"""Bundles: all saved texts in one, to carry from one browser or machine to another.

The text is a first line "Flipside saves 1", then for each name a line "== name" and its lines.
"""

import re
from collections.abc import Iterable

from flipside.game.saves.album_index import INDEX_SAVE
from flipside.game.saves.known_names import KNOWN_NAMES
from flipside.game.saves.last_played import LAST_PLAYED
from flipside.game.saves.lesson_progress import LESSONS
from flipside.game.saves.matches import game_of, match_names, new_name
from flipside.game.saves.problem_progress import PROBLEMS
from flipside.game.saves.studies import new_study_name, study_game
from flipside.game.services.plain import is_plain
from flipside.game.services.storage.storage import Storage
from flipside.game.services.storage.store import MAX_TEXT_BYTES
from flipside.rules.match.record import format_version

_FORMAT = 1
MAX_BUNDLE_CHARS = 5_000_000

MAX_BUNDLE_SAVES = 20_000
"""Saves of a bundle, at most; more would take minutes to save."""

ERROR_REPORT_SAVE = "error-report"

LOCAL_SAVES = "settings", ERROR_REPORT_SAVE, INDEX_SAVE
"""Saves of this machine, which no bundle contains."""

_DOCUMENTS = LAST_PLAYED, KNOWN_NAMES, LESSONS, PROBLEMS
"""Saves that are merged with those here."""

_NAME = re.compile(r"^[ \t]*+== ([a-z0-9][a-z0-9-]*+)[ \t\r]*+$", re.MULTILINE)


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
    """Save everything in a bundle; return the number of saves. Matches and studies are added to
    those here. Another save that is replaced is set aside; small texts are merged. Raises BadBundle
    if the text is no bundle, too long, or from a newer Flipside."""
    saves = _read(text)
    documents = {one: saves.pop(one.kind) for one in _DOCUMENTS if one.kind in saves}
    if any(one.is_newer(save) for one, save in documents.items()):
        raise BadBundle("bundle.newer")
    here = {storage.glimpse(name): name for name in match_names(storage)}
    names: dict[str, str] = {}
    for name, save in saves.items():
        own = name
        now = storage.load(name)
        if now is not None and now != save:
            if game_of(name):
                own = here.get(save) or new_name(storage.device, game_of(name))
            elif study_game(name):
                own = new_study_name(storage.device, study_game(name))
            else:
                storage.set_aside(name, tell=False)
        names[name] = own
        storage.save(own, save)
    for document, save in documents.items():
        theirs = document.parse(save)
        if theirs and document is LAST_PLAYED:
            theirs = {names[name]: date for name, date in theirs.items() if name in names}
        taken = theirs is not None and document.merge(storage, theirs)
        if document is PROBLEMS and not taken:
            storage.trouble("bundle.problems")
    return len(saves)


def _read(text: str) -> dict[str, str]:
    if len(text) > MAX_BUNDLE_CHARS:
        raise BadBundle("bundle.long")
    if not is_plain(text):
        raise BadBundle("bundle.foreign")
    version = format_version(text.lstrip(), "saves")
    if version != _FORMAT:
        raise BadBundle("bundle.newer" if version else "bundle.foreign")
    head, *parts = _NAME.split(text.strip())
    if "\n" in head.strip():
        raise BadBundle("bundle.foreign")
    if not parts:
        raise BadBundle("bundle.empty")
    if len(parts) > 2 * MAX_BUNDLE_SAVES:
        raise BadBundle("bundle.long")
    saves = {
        name: "\n".join(save.splitlines()[1:]) + "\n"
        for name, save in zip(parts[::2], parts[1::2], strict=True)
        if name not in LOCAL_SAVES
    }
    if any(len(save.encode()) > MAX_TEXT_BYTES for save in saves.values()):
        raise BadBundle("bundle.long")
    return saves
