"""Bundles: all saved texts in one, to carry from one browser or machine to another.

The text is a first line "Flipside saves 1", then for each name a line "== name" and its lines. A
line of a save that looks like one of these, or like the first line of another save, has a backslash
before it.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

from flipside.game.saves.album import parse_finished
from flipside.game.saves.document import KNOWN_NAMES, LAST_PLAYED, Document
from flipside.game.saves.matches import game_of, match_names, new_name, seats_of
from flipside.game.saves.studies import new_study_name, study_game
from flipside.game.saves.task_progress import LESSONS, PROBLEMS
from flipside.game.services.plain import is_plain, with_ellipses
from flipside.game.services.storage.storage import Storage
from flipside.game.services.storage.store import MAX_TEXT_BYTES
from flipside.rules.engine.analysis.review import REVIEW_FORMAT
from flipside.rules.match.formats import MAX_FILE_BYTES
from flipside.rules.match.record import (
    MAX_RECORD_CHARACTERS,
    BadRecord,
    format_version,
    parse_record,
)

_FORMAT = 1
MAX_BUNDLE_SAVES = 20_000
"""Saves of a bundle, at most; more would take minutes to save."""

ERROR_REPORT_SAVE = "error-report"

LOCAL_SAVES = "settings", ERROR_REPORT_SAVE
"""Saves of this machine, which no bundle contains."""

_DOCUMENTS = {one.kind: one for one in (LAST_PLAYED, KNOWN_NAMES, LESSONS, PROBLEMS)}
"""Saves that are merged with those here."""

_ENTRY = re.compile(r"^[ \t]*+(?:==(.*)|Flipside saves [0-9]+[ \t\r]*+)$", re.MULTILINE)
"""The line with the name of an entry, or the first line of a bundle: several may be in one text."""

_FIRST_LINE = re.compile(r"^[ \t]*+Flipside (?:[a-z]+ )?[0-9]+[ \t]*+$", re.MULTILINE)

_UNSAFE = re.compile(r"(?<=\n)([ \t]*+)(?=\\*+(?:==|Flipside ))")
_ESCAPED = re.compile(r"(?<=\n)([ \t]*+)\\(?=\\*+(?:==|Flipside ))")

_REVIEW = re.compile(r"review-(?:[0-9a-f]{16}|[a-z]+)")

_OF_GAME = re.compile(r"^([a-z]+)-(?:setup|draft)$")

_MAX_CALLED_LETTERS = 60


class BadBundle(ValueError):
    """Raised for a text that is no bundle; `key` is the text key of the reason."""

    def __init__(self, key: str) -> None:
        self.key = key
        super().__init__(key)


class Unbundled(NamedTuple):
    """The outcome of a bundle."""

    saves: int
    """The number of texts that were saved, besides the small ones that were merged."""
    refused: tuple[str, ...]
    """The names of the entries that cannot be read, as our fonts can show them."""


def bundled(storage: Storage, names: Iterable[str] | None = None) -> str:
    """A bundle of all saves that `unbundle` reads, or of those with these names, without
    `LOCAL_SAVES`. If not all fit, the player is told, and reviews are left out first."""
    parts, room, all_fit = [f"Flipside saves {_FORMAT}\n"], MAX_FILE_BYTES - 100, True
    wanted = storage.names() if names is None else names
    for name in sorted(wanted, key=lambda name: _REVIEW.fullmatch(name) is not None):
        text = _with_line_ends(storage.glimpse(name))
        if name in LOCAL_SAVES or not _is_readable(name, text):
            continue
        if not _is_finished(name):  # such a text has two first lines
            text = _UNSAFE.sub(r"\1\\", text)
        part = f"== {name}\n{text}"
        size = len(part.encode())
        if size <= room and len(parts) <= MAX_BUNDLE_SAVES:
            parts.append(part)
            room -= size
        else:
            all_fit = False
    if not all_fit:
        storage.trouble("bundle.too_much")
    return "".join(parts)


def unbundle(storage: Storage, text: str) -> Unbundled:
    """Save every entry of a bundle that can be read. Matches and studies are added to those here.
    Another save that is replaced is set aside; small texts are merged. Raises BadBundle if the text
    is no bundle, too long, or from a newer Flipside."""
    count, names, refused = 0, dict[str, str](), list[str]()
    documents: list[tuple[Document, str]] = []
    here = {_with_line_ends(storage.glimpse(name)): name for name in match_names(storage)}
    for name, written in _entries(text):
        save = _ESCAPED.sub(r"\1", written)
        if name in LOCAL_SAVES:
            continue
        if _is_joined(name, written) or not _is_readable(name, save):
            refused.append(name)
        elif name in _DOCUMENTS:
            documents.append((_DOCUMENTS[name], save))
        else:
            names[name] = _save(storage, name, save, here)
            count += 1
    for document, save in documents:
        theirs = document.parse(save) or {}
        if document is LAST_PLAYED:
            theirs = {names[name]: date for name, date in theirs.items() if name in names}
        if not document.merge(storage, theirs):
            refused.append(document.kind)
    called = (with_ellipses(name[:_MAX_CALLED_LETTERS]) or "…" for name in refused)
    return Unbundled(count, tuple(called))


def _save(storage: Storage, name: str, save: str, here: dict[str, str]) -> str:
    """Save an entry, and return under which name; `here`: the names of matches by text."""
    now = storage.load(name)
    if now is not None and _with_line_ends(now) != save:
        if game_of(name):
            name = here.get(save) or new_name(storage.device, game_of(name))
        elif study_game(name):
            name = new_study_name(storage.device, study_game(name))
        else:
            storage.set_aside(name, tell=False)
    storage.save(name, save)
    return name


def _entries(text: str) -> list[tuple[str, str]]:
    """The name and the text of each entry. Lines that belong to none are called by the first."""
    if len(text) > MAX_FILE_BYTES:
        raise BadBundle("bundle.long")
    version = format_version(text.lstrip(), "saves")
    if version != _FORMAT:
        raise BadBundle("bundle.newer" if version else "bundle.foreign")
    _, *parts = _ENTRY.split(text)
    if len(parts) > 2 * MAX_BUNDLE_SAVES:
        raise BadBundle("bundle.long")
    found = []
    for name, below in zip(parts[::2], parts[1::2], strict=True):
        lines = _with_line_ends(below.removeprefix("\n"))
        if name is not None:
            found.append((name.strip(), lines))
        elif lines.strip():
            found.append((lines.strip().partition("\n")[0], lines))
    if not found:
        raise BadBundle("bundle.empty")
    return found


def _with_line_ends(text: str) -> str:
    """A text with line ends as we write them, and one at its end."""
    return text.replace("\r\n", "\n").replace("\r", "\n").rstrip("\n") + "\n"


def _is_finished(name: str) -> bool:
    return name.startswith("finished-")


def _is_joined(name: str, written: str) -> bool:
    """Whether the line between two entries was lost."""
    return len(_FIRST_LINE.findall(written)) > 1 + _is_finished(name)


def _is_readable(name: str, text: str) -> bool:
    """Whether a save of that name can hold that text."""
    if not is_plain(text) or len(text.encode()) > MAX_TEXT_BYTES:
        return False
    if name in _DOCUMENTS:
        return _DOCUMENTS[name].parse(text) is not None
    if _REVIEW.fullmatch(name):
        return format_version(text, "review") == REVIEW_FORMAT
    try:
        if _is_finished(name):
            parse_finished(name, text)
            return True
        record = parse_record(text, MAX_TEXT_BYTES if study_game(name) else MAX_RECORD_CHARACTERS)
        seats_of(record)
    except BadRecord:
        return False
    return record.game == (study_game(name) or game_of(_OF_GAME.sub(r"\1", name)))
