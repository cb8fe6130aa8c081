"""Bundles: all saves in one document, to move them to another browser or machine."""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from flipside.game.saves import matches
from flipside.game.saves.accuracy import ACCURACY
from flipside.game.saves.album import REVIEW, new_study_name, parse_finished, study_game
from flipside.game.saves.days import DAYS
from flipside.game.saves.drills import DRILLS
from flipside.game.saves.ratings import RATINGS, store_help
from flipside.game.saves.runs import RUNS
from flipside.game.saves.series import SERIES
from flipside.game.saves.task_progress import LESSONS, PROBLEMS
from flipside.game.services.plain import is_plain, with_ellipses
from flipside.game.services.storage.document import BadDocument, Document, JsonFormat
from flipside.game.services.storage.storage import Storage
from flipside.game.services.storage.store import MAX_TEXT_BYTES
from flipside.rules.match.formats import MAX_FILE_BYTES
from flipside.rules.match.record import MAX_RECORD_CHARACTERS, parse_record

MAX_BUNDLE_SAVES = 20_000
"""The maximum number of saves in a bundle. Reading more would take minutes."""

ERROR_REPORT_SAVE = "error-report"

LOCAL_SAVES = "settings", "window", ERROR_REPORT_SAVE
"""Saves of this machine. Bundles do not contain them."""

_DOCUMENTS: dict[str, Document[Any]] = {
    document.kind: document
    for document in (
        *(matches.LAST_PLAYED, matches.KNOWN_NAMES, LESSONS, PROBLEMS, SERIES),
        *(ACCURACY, DAYS, DRILLS, RATINGS, RUNS),
    )
}
"""Saves that are merged with those of the same name."""


@dataclass(frozen=True)
class _Bundle:
    saves: dict[Any, Any]
    """The texts by name. Values of other types are rejected one by one."""


_BUNDLE = JsonFormat("saves", _Bundle, MAX_FILE_BYTES)

_KIND = re.compile(r'\s*\{\s*"kind"\s*:\s*"saves"')

_AROUND = re.compile(r'[{},]*|"saves": \{|"kind": "saves",|"version": 1,')
"""Matches the lines of a bundle that contain no save, stripped of spaces."""

_REVIEW = re.compile(r"review-(?:[0-9a-f]{16}|[a-z]+)")

_OF_GAME = re.compile(r"([a-z]+)-(setup|draft)")

_MAX_LABEL_LETTERS = 60


class BadBundle(ValueError):
    """Raised for a text that is not a bundle; `key` is the text key of the reason."""

    def __init__(self, key: str) -> None:
        self.key = key
        super().__init__(key)


class UnbundleResult(NamedTuple):
    """The result of reading a bundle."""

    saves: int
    """The number of texts that were saved; merged documents do not count."""
    rejects: tuple[str, ...]
    """The names of the unreadable entries, with "…" for letters that our fonts lack."""


def bundled(storage: Storage, names: Iterable[str] | None = None) -> str:
    """Return a bundle of all readable saves, or of those in `names`.

    It never contains `LOCAL_SAVES`. If not all saves fit, reviews are left out first, and the
    player is informed.
    """
    texts, bytes_left, all_fit = dict[str, str](), MAX_FILE_BYTES - 100, True
    candidates = storage.names() if names is None else names
    for name in sorted(candidates, key=lambda name: _REVIEW.fullmatch(name) is not None):
        text = _with_line_ends(storage.peek(name))
        if name in LOCAL_SAVES or not _is_readable(name, text):
            continue
        size = len(json.dumps({name: text}, ensure_ascii=False).encode()) + len("   \n")
        if size <= bytes_left and len(texts) < MAX_BUNDLE_SAVES:
            texts[name] = text
            bytes_left -= size
        else:
            all_fit = False
    if not all_fit:
        storage.report_error("bundle.too_much")
    return _BUNDLE.dump(_Bundle(texts))


def unbundle(storage: Storage, text: str) -> UnbundleResult:
    """Save all readable entries of a bundle.

    Matches and studies are added, documents are merged, and other saves replace those here, which
    are set aside. Raises BadBundle if the text is not a bundle, too long, or of a newer Flipside.
    """
    count, names, rejects = 0, dict[str, str](), list[str]()
    documents: list[tuple[Document[Any], str]] = []
    here = {_with_line_ends(storage.peek(name)): name for name in matches.match_names(storage)}
    for name, save in _entries(text):
        if name in LOCAL_SAVES:
            continue
        if not _is_readable(name, save):
            rejects.append(name)
        elif name in _DOCUMENTS:
            documents.append((_DOCUMENTS[name], save))
        else:
            names[name] = _save(storage, name, save, here)
            count += 1
    for document, save in documents:
        theirs = document.parse(save)
        if isinstance(theirs, matches.PlayDates):
            play_dates = ((names[name], date) for name, date in theirs.matches if name in names)
            theirs = matches.PlayDates(tuple(play_dates))
        if not document.merge(storage, theirs):
            rejects.append(document.kind)
    labels = (with_ellipses(name[:_MAX_LABEL_LETTERS]) or "…" for name in rejects)
    return UnbundleResult(count, tuple(labels))


def _save(storage: Storage, name: str, save: str, here: dict[str, str]) -> str:
    """Save an entry; return its name in storage. `here` contains the names of matches by text."""
    text = storage.load(name)
    if text is not None and _with_line_ends(text) != save:
        if matches.game_of(name):
            if save in here:
                return here[save]
            name = matches.new_name(storage.device, matches.game_of(name))
            store_help(storage, name, "copy")
        elif study_game(name):
            name = new_study_name(storage.device, study_game(name))
        else:
            storage.quarantine(name, report=False)
    storage.save(name, save)
    return name


def _entries(text: str) -> list[tuple[str, str]]:
    """Return the name and the text of each entry. Raises BadBundle.

    If the text is damaged or contains several bundles, each line that is an entry counts. For any
    other line, the name is its beginning and the text is "".
    """
    if len(text) > MAX_FILE_BYTES:
        raise BadBundle("bundle.long")
    try:
        entries = list(_BUNDLE.parse(text).saves.items())
    except BadDocument as bad:
        if bad.newer or not _KIND.match(text):
            raise BadBundle("bundle.newer" if bad.newer else "bundle.foreign") from None
        all_lines = (line.strip() for line in text.splitlines())
        lines = [line for line in all_lines if not _AROUND.fullmatch(line)]
        entries = [entry for line in lines[: MAX_BUNDLE_SAVES + 1] for entry in _entries_in(line)]
    if len(entries) > MAX_BUNDLE_SAVES:
        raise BadBundle("bundle.long")
    if not entries:
        raise BadBundle("bundle.empty")
    return [(name, _with_line_ends(save) if type(save) is str else "") for name, save in entries]


def _entries_in(line: str) -> list[tuple[str, Any]]:
    """Return the entries in a line of a bundle; of a damaged line its beginning and "" as text."""
    entry = line.removesuffix(",")
    bundle = f'{{"kind": "{_BUNDLE.kind}", "version": 1, "saves": {{{entry}}}}}'
    try:
        return list(_BUNDLE.parse(bundle).saves.items())
    except BadDocument:
        return [(entry[:_MAX_LABEL_LETTERS].lstrip('"').partition('"')[0], "")]


def _with_line_ends(text: str) -> str:
    """Return a text with the line ends of Unix, and exactly one at its end."""
    return text.replace("\r\n", "\n").replace("\r", "\n").rstrip("\n") + "\n"


def _is_readable(name: str, text: str) -> bool:
    """Return whether a text is valid as the save `name`."""
    if not is_plain(text) or len(text.encode()) > MAX_TEXT_BYTES:
        return False
    try:
        if name in _DOCUMENTS or _REVIEW.fullmatch(name):
            _DOCUMENTS.get(name, REVIEW).parse(text)
            return True
        if name.startswith("finished-"):
            parse_finished(name, text)
            return True
        if of_game := _OF_GAME.fullmatch(name):
            if of_game[2] == "setup":
                matches.parse_of_game(matches.SETUP, of_game[1], text)
            else:
                matches.parse_of_game(matches.DRAFT, of_game[1], text)
            return True
        record = parse_record(text, MAX_TEXT_BYTES if study_game(name) else MAX_RECORD_CHARACTERS)
        matches.seats_of(record)
    except ValueError:
        return False
    return record.game == (study_game(name) or matches.game_of(name))
