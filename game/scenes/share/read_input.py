"""Reads matches from texts and files, of Flipside and of other programs.

This is done in time slices. If it takes long, a dialog is shown in which the player can cancel.
Several matches are listed; a long list can be searched.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import NamedTuple

from flipside.game.live_match.correspondence import arrived
from flipside.game.live_match.match_lists import MatchSearch
from flipside.game.live_match.match_text import record_error, score
from flipside.game.saves.matches import PERSON, StoredMatch, seats_of
from flipside.game.scenes.common.dialog import Dialog, answer, show_message
from flipside.game.scenes.common.scene import Navigator, Scene
from flipside.game.services.plain import pasted_parts, with_ellipses
from flipside.game.services.platform.clipboard import InputFile, TextOrFiles
from flipside.game.ui.containers import Card, Row
from flipside.game.ui.page_widgets import LineField, match_card
from flipside.game.ui.readout_parts import list_group
from flipside.game.ui.widgets import Button, Label, ReadoutGroup, Widget
from flipside.rules.catalogue import BY_KEY, FORMATS
from flipside.rules.contract.diagram import BadPosition, diagram_text, parse_diagram
from flipside.rules.engine.time_slices import TimeSliced
from flipside.rules.match import formats
from flipside.rules.match.any_text import read_any_in_steps
from flipside.rules.match.link import is_link
from flipside.rules.match.match import Match
from flipside.rules.match.reading import Steps, finished, first_found
from flipside.rules.match.record import MAX_NAME_LETTERS, BadRecord

PAGE_MATCHES = 50

_MIN_SEARCHED_MATCHES = 8
"""Lists of at least so many matches can be searched."""

_MAX_PLACE_LETTERS = MAX_NAME_LETTERS
"""The maximum number of letters that are shown of a match's place and time."""

_MAX_QUERY_LETTERS = 60


class MatchList(Scene):
    """A page with a list of matches; it stays open below the match that the player chooses."""

    def __init__(
        self,
        nav: Navigator,
        title: str,
        read: Callable[[], Sequence[formats.ForeignMatch]],
        choose: Callable[[formats.ForeignMatch], None],
    ) -> None:
        """List the matches that `read` returns; it uses all names of players known at that time."""
        super().__init__(nav, title)
        self._read, self._choose = read, choose
        self._names = self.services.name_files
        self._match_search = MatchSearch(read())
        if len(self._match_search.matches) >= _MIN_SEARCHED_MATCHES:
            self.line = LineField(
                _MAX_QUERY_LETTERS, self._search, accessible_name=self.text("taking.search"),
                name="search",
                action=self._ask_page,
            )  # fmt: skip
        self._first = 0

    def _pass_time(self, seconds: float, opened: bool) -> None:
        """If more names of players are known, list the matches again; else continue the search."""
        if self._names is not self.services.name_files:
            self._names = self.services.name_files
            self._match_search = MatchSearch(self._read())
            self._search(self._first)
        elif not self._match_search.done:
            before = len(self._visible())
            if (
                self._match_search.work(self.services.slice_seconds, self.services.clock)
                or len(self._visible()) > before
            ):
                self.update_layout()

    def _visible(self) -> Sequence[int]:
        return self._match_search.hits[self._first : self._first + PAGE_MATCHES]

    def _layout(self) -> None:
        count, hits = len(self._match_search.matches), len(self._match_search.hits)
        numbers = self._visible()
        items: list[Widget] = [Label(self.text("taking.several", count=count))]
        if self.line is not None:
            items += self._search_items(self.line)
        last = self._first + len(numbers)
        if self._first > 0:
            items.append(self._wide("earlier", "taking.earlier", "back", -PAGE_MATCHES))
        if hits > PAGE_MATCHES:
            words = self.text("taking.range", first=self._first + 1, last=last, count=hits)
            items.append(Label(words, "small"))
        for place, number in enumerate(numbers, self._first + 1):
            items.append(self._card(number, list_group(self.text, place, last)))
        if self._first + PAGE_MATCHES < hits:
            items.append(self._wide("more", "taking.more", "new", PAGE_MATCHES))
        self.sheets = [self._page(items)]

    def _search_items(self, line: LineField) -> list[Widget]:
        items: list[Widget] = [Label(line.accessible_name, "small"), line]
        if not line.text:
            return items
        clear = Button("clear", partial(line.take, ""), icon="close", look="quiet",
                       accessible_name=self.text("taking.clear"), width=48, height=48)  # fmt: skip
        hits, key = len(self._match_search.hits), "searching"
        if self._match_search.done:
            key = "found" if hits else "none"
        count, query = len(self._match_search.matches), line.text.strip()
        words = self.text(f"taking.{key}", words=query, found=hits, count=count)
        return [items[0], Row([line, clear]), Label(words, "small")]

    def _wide(self, name: str, key: str, icon: str, by: int) -> Button:
        """Return a button as wide as the page that shows another part of the list."""
        return Button(name, partial(self._turn, by), self.text(key), icon, height=48)

    def _card(self, number: int, group: ReadoutGroup | None) -> Card:
        match = self._match_search.matches[number]
        first, second = (with_ellipses(name) for name in match.players)
        who = self.text("album.both", first=first, second=second) if first and second else ""
        points = (
            score(self.text, *match.announced_points) if match.announced_points is not None else ""
        )
        if match.wrong is not None:
            points = record_error(self.text, match.wrong)
        place = with_ellipses(match.place)
        if len(place) > _MAX_PLACE_LETTERS:
            place = f"{place[:_MAX_PLACE_LETTERS]}…"
        head, *more = [part for part in (who or first or second, place) if part] or [""]
        words, act = f"{number + 1}. {head}".strip(), partial(self._choose, match)
        below = " · ".join(filter(None, (*more, points)))
        return match_card(f"match{number + 1}", words, below, act, group=group)

    def _turn(self, by: int) -> None:
        self._first = max(0, self._first + by)
        self._from_top()

    def _from_top(self) -> None:
        for sheet in self.sheets:
            sheet.scroll(-sheet.offset)
        self.update_layout()

    def _search(self, first: int = 0) -> None:
        """Search for the text in the field; show the hits from the index `first` on."""
        self._match_search.search(self.line.text if self.line is not None else "")
        self._match_search.work(self.services.slice_seconds, self.services.clock)
        self._first = min(first, len(self._match_search.hits) // PAGE_MATCHES * PAGE_MATCHES)
        self._from_top()

    def _ask_page(self) -> None:
        """Open the page's own text field, which opens the on-screen keyboard."""
        yes, no = self.text("dialog.understood"), self.text("dialog.back")
        if (line := self.line) is not None:
            ask = self.services.platform.clipboard.ask_line
            ask(line.accessible_name, line.text, _MAX_QUERY_LETTERS, yes, no, line.take)


AT_ONCE_CHARACTERS = 50_000
"""Texts of at most this length together are read in one frame."""

_LETTER = re.compile(r"[^\W\d_]")

_Part = tuple[str, formats.Data | None]
"""The name of a file, and its contents; None if it is unreadable."""


class ReadMatches(NamedTuple):
    """The matches in a text, or in files that were opened together."""

    matches: Callable[[], Sequence[formats.ForeignMatch]]
    """Returns all matches, with all names of players known at that time."""
    wrong: Sequence[str] = ()
    """Sentences about the parts that contain no matches."""
    text: str | None = None
    """The text; None if there are several texts, or files that are not texts."""
    link: bool = False
    """Whether the text is a link. Its match is not read here."""


class ReadingDialog(Dialog):
    """A dialog that is shown, and can be cancelled, while matches are read."""

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
        """Continue to read; at the end, close the dialog and pass the matches to `then`."""
        if self._reading.work(self.services.slice_seconds) and self._read is not None:
            self.nav.back()
            self._then(self._read)


_Then = Callable[[ReadMatches], None]


def read_input(
    nav: Navigator, title: str, source: TextOrFiles, now: Match | None, then: _Then
) -> None:
    """Read the matches in a text or in files, and call `then` with them.

    Moves without a game belong to a match like `now`. Names of players in files are remembered; a
    file with names only is reported. If there are several matches, studies count their moves.
    """
    parts: list[_Part] = (
        [("", source)] if isinstance(source, str) else [(file.name, _data(file)) for file in source]
    )
    reading = _read(nav, parts, now)
    if sum(len(data) for _, data in parts if isinstance(data, str)) > AT_ONCE_CHARACTERS:
        nav.open(ReadingDialog(nav, title, reading, then))
    else:
        then(finished(reading))


def _data(file: InputFile) -> formats.Data | None:
    if file.data is None or len(file.data) > formats.MAX_FILE_BYTES:
        return None
    return formats.decoded(file.data)


def _read(nav: Navigator, parts: Sequence[_Part], now: Match | None) -> Steps[ReadMatches]:
    services, text = nav.services, nav.services.text
    clean = list[_Part]()
    for name, data in parts:
        clean.append((name, (yield from _cleaned(data))))
    parts = clean
    only = parts[0][1] if len(parts) == 1 and isinstance(parts[0][1], str) else None
    if only is not None and is_link(only):
        return ReadMatches(list, text=only, link=True)
    readable = [(name, data) for name, data in parts if data is not None]
    names, others = formats.split_names(readable, FORMATS)
    services.name_files = {**services.name_files, **names}
    if not others and len(readable) == len(parts):
        others = readable  # a file of names alone is reported as such
    read_ones: list[tuple[formats.Data, Sequence[formats.ForeignMatch]]] = []
    wrong = list[str]()

    def reject(name: str, reason: str) -> None:
        is_file = name and len(parts) > 1
        wrong.append(text("spoken.about", head=name, words=reason) if is_file else reason)

    for name, data in parts:
        if data is None:
            reject(name, text("taking.unreadable"))
        elif (name, data) in others:
            try:
                read_ones.append((data, (yield from _matches_in(data, now, services.name_files))))
            except BadRecord as error:
                reject(name, record_error(text, error))
    if sum(len(matches) for _, matches in read_ones) > 1:
        for data, matches in read_ones:
            nav.played.add(data, matches)

    def all_matches() -> Sequence[formats.ForeignMatch]:
        names = services.name_files
        return formats.joined_matches([
            matches if isinstance(data, str) else finished(_matches_in(data, now, names))
            for data, matches in read_ones
        ])  # fmt: skip

    return ReadMatches(all_matches, wrong, only)


def _cleaned(data: formats.Data | None) -> Steps[formats.Data | None]:
    """Return a text without invisible characters; return other data unchanged."""
    if not isinstance(data, str) or len(data) > formats.MAX_FILE_BYTES:
        return data
    parts = []
    for part in pasted_parts(data):
        parts.append(part)
        yield
    return "".join(parts)


def _matches_in(
    data: formats.Data, now: Match | None, names: formats.FormatNotes
) -> Steps[Sequence[formats.ForeignMatch]]:
    """Return the matches in a text or a file. Raises BadRecord if there are none."""
    matches = yield from read_any_in_steps(data, FORMATS, BY_KEY, names, now)
    if matches is None:
        assert isinstance(data, str)
        if (yield from first_found(_LETTER, data, 1)) is None:
            raise BadRecord("empty")
        if now is None or now.game.key in _WRITTEN_BARE:
            raise BadRecord("foreign")
        return [formats.ForeignMatch(partial(_bare, now, data))]
    if not matches:
        raise BadRecord("empty")
    return matches


_WRITTEN_BARE = {file_format.game for file_format in FORMATS if file_format.bare is not None}
"""Games for which a format reads moves without a header."""


def _bare(now: Match, words: str) -> Match:
    """Return the match with moves that no format reads. Raises BadRecord if they are illegal."""
    match = now.restarted()
    try:
        match.read_moves(words)
    except BadRecord as wrong:
        if wrong.ply == 1 and wrong.word.isalpha():
            raise BadRecord("foreign") from None
        raise
    if not match.moves:
        raise BadRecord("empty")
    return match


_Accept = Callable[[StoredMatch], None]


def import_match(
    nav: Navigator, title: str, source: TextOrFiles, accept: _Accept, now: Match | None = None
) -> None:
    """Call `accept` with the match in a text or in files; the player chooses one of several.

    Errors are shown. Names of players in one file are used for all files, also for later ones. A
    link is opened. Moves without a game belong to a match like `now`. If `now` is given, the list
    of matches is closed before `accept` is called.
    """
    read_input(nav, title, source, now, partial(_take, nav, title, accept, now))


def _take(
    nav: Navigator, title: str, accept: _Accept, now: Match | None, read: ReadMatches
) -> None:
    if read.link and read.text is not None:
        _open_link(nav, read.text)
        return
    matches, wrong = read.matches(), [*read.wrong]
    try:
        if len(matches) == 1:
            _play(nav, title, matches[0], accept)
        elif matches:
            choose = partial(_choose, nav, title, accept, now)
            nav.open(MatchList(nav, title, read.matches, choose))
    except BadRecord as error:
        wrong.append(record_error(nav.services.text, error))
    if wrong:
        _tell_wrong(nav, title, " ".join(wrong), read.text, now)


def _tell_wrong(
    nav: Navigator, title: str, words: str, source: str | None, now: Match | None
) -> None:
    """Show why a text is wrong; if it is an impossible position, offer the editor."""
    text, diagram = nav.services.text, None
    if now is not None and source is not None:
        with suppress(BadPosition):
            diagram = parse_diagram(now.game, now.choices, source)
    if now is None or diagram is None:
        show_message(nav, title, words)
        return
    position_text = diagram_text(now.game, now.choices, diagram)
    set_up = partial(nav.ways.set_up, now.game, now.choices, position_text)
    show_message(nav, title, words, answer("set-up", text("editor.title"), "board", act=set_up))


def _open_link(nav: Navigator, link: str) -> None:
    text = nav.services.text
    try:
        nav.ways.link(arrived(link))
    except BadRecord as wrong:
        show_message(nav, text("link.title"), record_error(text, wrong))


def _choose(
    nav: Navigator, title: str, accept: _Accept, now: Match | None, match: formats.ForeignMatch
) -> None:
    """Play a match of the list; if it cannot be replayed, show why. The list then stays open."""

    def alone(stored_match: StoredMatch) -> None:
        nav.back()
        accept(stored_match)

    try:
        _play(nav, title, match, accept if now is None else alone)
    except BadRecord as wrong:
        show_message(nav, title, record_error(nav.services.text, wrong))


def _play(nav: Navigator, title: str, match: formats.ForeignMatch, accept: _Accept) -> None:
    """Replay a match and call `accept` with it; show a result that contradicts its moves.

    Raises BadRecord if the moves are illegal.
    """
    played_match, own = match.play(), match.record
    points = formats.contradicting_points(match, played_match)
    points_at_stop = match.announced_points if formats.stops_early(match, played_match) else None
    seats, lines = (seats_of(own), own.lines) if own is not None else ((PERSON, PERSON), ())
    accept(StoredMatch(played_match, seats, final_score=points_at_stop, lines=lines))
    if points is not None and match.announced_points is not None:
        text = nav.services.text
        announced_words, counted_words = (
            score(text, *pair) for pair in (match.announced_points, points)
        )
        words = text("taking.contradicts", said=announced_words, counted=counted_words)
        show_message(nav, title, words)
