"""Bundles: all saved texts in one document, to carry from one browser or machine to another."""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from flipside.game.saves.album import REVIEW, new_study_name, parse_finished, study_game
from flipside.game.saves.matches import (
    KNOWN_NAMES,
    LAST_PLAYED,
    LastPlayed,
    game_of,
    match_names,
    new_name,
    seats_of,
)
from flipside.game.saves.task_progress import LESSONS, PROBLEMS
from flipside.game.services.plain import is_plain, with_ellipses
from flipside.game.services.storage.document import BadDocument, Document, JsonFormat
from flipside.game.services.storage.storage import Storage
from flipside.game.services.storage.store import MAX_TEXT_BYTES
from flipside.rules.match.formats import MAX_FILE_BYTES
from flipside.rules.match.record import MAX_RECORD_CHARACTERS, BadRecord, parse_record

MAX_BUNDLE_SAVES = 20_000
"""Saves of a bundle, at most; more would take minutes to save."""

ERROR_REPORT_SAVE = "error-report"

LOCAL_SAVES = "settings", ERROR_REPORT_SAVE
"""Saves of this machine, which no bundle contains."""

_DOCUMENTS: dict[str, Document[Any]] = {
    one.kind: one for one in (LAST_PLAYED, KNOWN_NAMES, LESSONS, PROBLEMS)
}
"""Saves that are merged with those here."""


@dataclass(frozen=True)
class _Bundle:
    saves: dict[Any, Any]
    """The texts by name; what is none is refused by its name."""


_BUNDLE = JsonFormat("saves", _Bundle, MAX_FILE_BYTES)

_KIND = re.compile(r'\s*\{\s*"kind"\s*:\s*"saves"')

_AROUND = re.compile(r'[{},]*|"saves": \{|"kind": "saves",|"version": 1,')
"""The lines of a bundle besides its texts, without blanks."""

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
    `LOCAL_SAVES`. If not all fit, the player is told, and reviews are left out first.
    """
    found, room, all_fit = dict[str, str](), MAX_FILE_BYTES - 100, True
    wanted = storage.names() if names is None else names
    for name in sorted(wanted, key=lambda name: _REVIEW.fullmatch(name) is not None):
        text = _with_line_ends(storage.glimpse(name))
        if name in LOCAL_SAVES or not _is_readable(name, text):
            continue
        size = len(json.dumps({name: text}, ensure_ascii=False).encode()) + len("   \n")
        if size <= room and len(found) < MAX_BUNDLE_SAVES:
            found[name] = text
            room -= size
        else:
            all_fit = False
    if not all_fit:
        storage.trouble("bundle.too_much")
    return _BUNDLE.text(_Bundle(found))


def unbundle(storage: Storage, text: str) -> Unbundled:
    """Save every entry of a bundle that can be read. Matches and studies are added to those here.
    Another save that is replaced is set aside; small texts are merged. Raises BadBundle if the text
    is no bundle, too long, or from a newer Flipside.
    """
    count, names, refused = 0, dict[str, str](), list[str]()
    documents: list[tuple[Document[Any], str]] = []
    here = {_with_line_ends(storage.glimpse(name)): name for name in match_names(storage)}
    for name, save in _entries(text):
        if name in LOCAL_SAVES:
            continue
        if not _is_readable(name, save):
            refused.append(name)
        elif name in _DOCUMENTS:
            documents.append((_DOCUMENTS[name], save))
        else:
            names[name] = _save(storage, name, save, here)
            count += 1
    for document, save in documents:
        theirs = document.parse(save)
        if isinstance(theirs, LastPlayed):
            played = ((names[name], date) for name, date in theirs.matches if name in names)
            theirs = LastPlayed(tuple(played))
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
    """The name and the text of each entry. In a damaged bundle, or several in one text, each line
    that is an entry counts; others are called by their beginning.
    """
    if len(text) > MAX_FILE_BYTES:
        raise BadBundle("bundle.long")
    try:
        found = list(_BUNDLE.parse(text).saves.items())
    except BadDocument as bad:
        if bad.newer or not _KIND.match(text):
            raise BadBundle("bundle.newer" if bad.newer else "bundle.foreign") from None
        stripped = (line.strip() for line in text.splitlines())
        lines = [line for line in stripped if not _AROUND.fullmatch(line)]
        found = [one for line in lines[: MAX_BUNDLE_SAVES + 1] for one in _entries_in(line)]
    if len(found) > MAX_BUNDLE_SAVES:
        raise BadBundle("bundle.long")
    if not found:
        raise BadBundle("bundle.empty")
    return [(name, _with_line_ends(save) if type(save) is str else "") for name, save in found]


def _entries_in(line: str) -> list[tuple[str, Any]]:
    """The entries in a line of a bundle; its beginning, with no text, if it is damaged."""
    written = line.removesuffix(",")
    whole = f'{{"kind": "{_BUNDLE.kind}", "version": 1, "saves": {{{written}}}}}'
    try:
        return list(_BUNDLE.parse(whole).saves.items())
    except BadDocument:
        return [(written[:_MAX_CALLED_LETTERS].lstrip('"').partition('"')[0], "")]


def _with_line_ends(text: str) -> str:
    """A text with line ends as we write them, and one at its end."""
    return text.replace("\r\n", "\n").replace("\r", "\n").rstrip("\n") + "\n"


def _is_readable(name: str, text: str) -> bool:
    """Whether a save of that name can hold that text."""
    if not is_plain(text) or len(text.encode()) > MAX_TEXT_BYTES:
        return False
    try:
        if name in _DOCUMENTS or _REVIEW.fullmatch(name):
            _DOCUMENTS.get(name, REVIEW).parse(text)
            return True
        if name.startswith("finished-"):
            parse_finished(name, text)
            return True
        record = parse_record(text, MAX_TEXT_BYTES if study_game(name) else MAX_RECORD_CHARACTERS)
        seats_of(record)
    except (BadDocument, BadRecord):
        return False
    return record.game == (study_game(name) or game_of(_OF_GAME.sub(r"\1", name)))
