"""Matches from outside, as text or files: ours, and those of other programs.

They are read in slices of a frame. If that takes long, a dialog says so and can be closed.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import NamedTuple

from flipside.game.saves.matches import PERSON, Saved, seats_of
from flipside.game.scenes.common.dialog import Dialog, answer, tell
from flipside.game.scenes.common.scene import Navigator
from flipside.game.scenes.share.match_list import MatchList
from flipside.game.services.plain import pasted_parts
from flipside.game.services.platform.clipboard import Given, GivenFile
from flipside.game.table.correspondence import arrived
from flipside.game.table.phrases import record_error, score
from flipside.rules.catalogue import BY_KEY, FORMATS
from flipside.rules.contract.diagram import BadPosition, diagram_text, parse_diagram
from flipside.rules.engine.time_slices import TimeSliced
from flipside.rules.match import formats
from flipside.rules.match.any_text import read_any_in_steps
from flipside.rules.match.link import is_link
from flipside.rules.match.match import Match
from flipside.rules.match.reading import Steps, finished, first_found
from flipside.rules.match.record import BadRecord

AT_ONCE_CHARACTERS = 50_000
"""Most characters of texts that are read in one frame."""

_LETTER = re.compile(r"[^\W\d_]")

_Part = tuple[str, formats.Data | None]
"""The name of a file, and its content; None if it cannot be read."""


class ReadMatches(NamedTuple):
    """What was found in texts and files given together."""

    found: Callable[[], Sequence[formats.ForeignMatch]]
    """Gives all matches, with the names known at its call."""
    wrong: Sequence[str] = ()
    """Sentences on the parts that hold none."""
    text: str | None = None
    """The text, if nothing else was given."""
    link: bool = False
    """Whether that is a link, which is not read here."""


class ReadingDialog(Dialog):
    """A text that is being read, which can be given up."""

    def __init__(
        self, nav: Navigator, title: str, reading: Steps[ReadMatches], then: "_Then"
    ) -> None:
        words = nav.services.text
        back = answer("back", words("dialog.back"))
        super().__init__(nav, title, words("taking.reading"), (back,))
        self._reading, self._then = TimeSliced(self._steps(reading)), then
        self._read: ReadMatches | None = None

    def _steps(self, reading: Steps[ReadMatches]) -> Iterator[None]:
        self._read = yield from reading

    def _pass_time(self, seconds: float, opened: bool) -> None:
        """Read some more; in the end make room for what was found."""
        if self._reading.work(self.services.slice_seconds) and self._read is not None:
            self.nav.back()
            self._then(self._read)


_Then = Callable[[ReadMatches], None]


def read_given(nav: Navigator, title: str, given: Given, now: Match | None, then: _Then) -> None:
    """Hand `then` what is found in a text, or in files. Bare moves are those of a match like `now`,
    if there is one. Names in files are remembered, and told of where they come alone. The moves of
    several matches are counted for exploring."""
    parts: list[_Part] = (
        [("", given)] if isinstance(given, str) else [(file.name, _data(file)) for file in given]
    )
    reading = _read(nav, parts, now)
    if sum(len(data) for _, data in parts if isinstance(data, str)) > AT_ONCE_CHARACTERS:
        nav.open(ReadingDialog(nav, title, reading, then))
    else:
        then(finished(reading))


def _data(file: GivenFile) -> formats.Data | None:
    if file.data is None or len(file.data) > formats.MAX_FILE_BYTES:
        return None
    return formats.decoded(file.data)


def _read(nav: Navigator, parts: Sequence[_Part], now: Match | None) -> Steps[ReadMatches]:
    services, text = nav.services, nav.services.text
    cleaned = list[_Part]()
    for name, data in parts:
        cleaned.append((name, (yield from _cleaned(data))))
    parts = cleaned
    only = parts[0][1] if len(parts) == 1 and isinstance(parts[0][1], str) else None
    if only is not None and is_link(only):
        return ReadMatches(list, text=only, link=True)
    readable = [(name, data) for name, data in parts if data is not None]
    names, others = formats.names_apart(readable, FORMATS)
    services.name_files = {**services.name_files, **names}
    if not others and len(readable) == len(parts):
        others = readable  # names alone are refused as such
    read_ones: list[tuple[formats.Data, Sequence[formats.ForeignMatch]]] = []
    wrong = []
    for name, data in parts:
        before = f"{name}: " if name and len(parts) > 1 else ""
        if data is None:
            wrong.append(before + text("taking.unreadable"))
        elif (name, data) in others:
            try:
                read_ones.append((data, (yield from _found(data, now, services.name_files))))
            except BadRecord as failed:
                wrong.append(before + record_error(text, failed))
    if sum(len(matches) for _, matches in read_ones) > 1:
        for data, matches in read_ones:
            nav.played.add(data, matches)

    def found() -> Sequence[formats.ForeignMatch]:
        return formats.joined_matches([
            finished(_found(data, now, services.name_files)) if isinstance(data, bytes) else matches
            for data, matches in read_ones
        ])  # fmt: skip

    return ReadMatches(found, wrong, only)


def _cleaned(data: formats.Data | None) -> Steps[formats.Data | None]:
    """A text without invisible characters; all else as it is."""
    if not isinstance(data, str) or len(data) > formats.MAX_FILE_BYTES:
        return data
    parts = []
    for part in pasted_parts(data):
        parts.append(part)
        yield
    return "".join(parts)


def _found(
    data: formats.Data, now: Match | None, names: formats.FormatNotes
) -> Steps[Sequence[formats.ForeignMatch]]:
    """The matches in a text or file, at least one."""
    found = yield from read_any_in_steps(data, FORMATS, BY_KEY, names, now)
    if found is None:
        assert isinstance(data, str)
        if (yield from first_found(_LETTER, data, 1)) is None:
            raise BadRecord("empty")
        if now is None or now.game.key in _WRITTEN_BARE:
            raise BadRecord("foreign")
        return [formats.ForeignMatch(partial(_bare, now, data))]
    if not found:
        raise BadRecord("empty")
    return found


_WRITTEN_BARE = {one.game for one in FORMATS if one.bare is not None}
"""Games whose bare moves a format reads."""


def _bare(now: Match, words: str) -> Match:
    """The moves of a game whose moves no format reads; BadRecord."""
    match = now.anew()
    try:
        match.read_moves(words)
    except BadRecord as wrong:
        if wrong.ply == 1 and wrong.word.isalpha():
            raise BadRecord("foreign") from None
        raise
    if not match.moves:
        raise BadRecord("empty")
    return match


OnOpened = Callable[[Saved], None]


def import_match(
    nav: Navigator,
    title: str,
    given: Given,
    opened: OnOpened,
    now: Match | None = None,
) -> None:
    """Hand the match in a text, or in files, to `opened`, of several the one that is chosen from a
    list; what is wrong is told. Files given together are one act: names in one of them belong to
    the matches of another, and of all that come later. A link is opened as all links are. Bare
    moves are those of a match like `now`, if there is one; it makes room for the chosen match,
    list and all, while the list stays below a match that is only looked at."""
    read_given(nav, title, given, now, partial(_take, nav, title, opened, now))


def _take(
    nav: Navigator, title: str, opened: OnOpened, now: Match | None, read: ReadMatches
) -> None:
    """Go on with what was read."""
    if read.link and read.text is not None:
        _open_link(nav, read.text)
        return
    matches, wrong = read.found(), [*read.wrong]
    try:
        if len(matches) == 1:
            _play(nav, title, matches[0], opened)
        elif matches:
            choose = partial(_choose, nav, title, opened, now)
            nav.open(MatchList(nav, title, read.found, choose))
    except BadRecord as failed:
        wrong.append(record_error(nav.services.text, failed))
    if wrong:
        _tell_wrong(nav, title, " ".join(wrong), read.text, now)


def _tell_wrong(
    nav: Navigator, title: str, words: str, given: str | None, now: Match | None
) -> None:
    """Tell what is wrong with a text; an impossible position may be mended in the editor."""
    text, diagram = nav.services.text, None
    if now is not None and given is not None:
        with suppress(BadPosition):
            diagram = parse_diagram(now.game, now.choices, given)
    if now is None or diagram is None:
        tell(nav, title, words)
        return
    written = diagram_text(now.game, now.choices, diagram)
    set_up = partial(nav.ways.set_up, now.game, now.choices, written)
    tell(nav, title, words, answer("set-up", text("editor.title"), "board", act=set_up))


def _open_link(nav: Navigator, link: str) -> None:
    text = nav.services.text
    try:
        nav.ways.link(arrived(link))
    except BadRecord as wrong:
        tell(nav, text("link.title"), record_error(text, wrong))


def _choose(
    nav: Navigator, title: str, opened: OnOpened, now: Match | None, one: formats.ForeignMatch
) -> None:
    """Open a match of a list; where it cannot be played another one can be chosen."""

    def alone(saved: Saved) -> None:
        nav.back()
        opened(saved)

    try:
        _play(nav, title, one, opened if now is None else alone)
    except BadRecord as wrong:
        tell(nav, title, record_error(nav.services.text, wrong))


def _play(nav: Navigator, title: str, one: formats.ForeignMatch, opened: OnOpened) -> None:
    """Play a match and hand it on; BadRecord where it cannot be played. A result that its moves
    contradict is told."""
    match, own = one.play(), one.record
    points = formats.contradicting_points(one, match)
    scored = one.announced if formats.stops_early(one, match) else None
    seats, lines = (seats_of(own), own.lines) if own is not None else ((PERSON, PERSON), ())
    opened(Saved(match, seats, scored=scored, lines=lines))
    if points is not None and one.announced is not None:
        text = nav.services.text
        said, counted = (score(text, *pair) for pair in (one.announced, points))
        words = text("taking.contradicts", said=said, counted=counted)
        tell(nav, title, words)
