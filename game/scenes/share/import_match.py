"""Matches from outside, as a text or files: ours, and those of other programs."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial

from flipside.game.saves.matches import PERSON, Saved, seats_of
from flipside.game.scenes.common.dialog import Choice, tell
from flipside.game.scenes.common.scene import Navigator
from flipside.game.scenes.share.match_list import MatchList
from flipside.game.services.plain import pasted
from flipside.game.services.platform.given_files import Given, GivenFile
from flipside.game.table.correspondence import arrived
from flipside.game.table.phrases import record_error, score
from flipside.rules.catalogue import BY_KEY, FORMATS
from flipside.rules.contract.diagram import BadPosition
from flipside.rules.contract.position_format import diagram_text, parse_diagram
from flipside.rules.match import formats
from flipside.rules.match.any_text import read_any
from flipside.rules.match.link import is_link
from flipside.rules.match.match import Match
from flipside.rules.match.record import BadRecord

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
    parts = (
        [("", given)] if isinstance(given, str) else [(file.name, _data(file)) for file in given]
    )
    only = parts[0][1] if len(parts) == 1 else None
    if isinstance(only, str) and len(only) <= formats.MAX_FILE_BYTES and is_link(only):
        _open_link(nav, only)
        return
    found, wrong = _read_parts(nav, parts, now)
    matches = found()
    try:
        if len(matches) == 1:
            _play(nav, title, matches[0], opened)
        elif matches:
            nav.open(MatchList(nav, title, found, partial(_choose, nav, title, opened, now)))
    except BadRecord as failed:
        wrong = [*wrong, record_error(nav.services.text, failed)]
    if wrong:
        _tell_wrong(nav, title, " ".join(wrong), only, now)


def _tell_wrong(
    nav: Navigator, title: str, words: str, only: formats.Data | None, now: Match | None
) -> None:
    """Tell what is wrong with a text; an impossible position may be mended in the editor."""
    text, diagram = nav.services.text, None
    if now is not None and isinstance(only, str):
        with suppress(BadPosition):
            diagram = parse_diagram(now.game, now.choices, only)
    if now is None or diagram is None:
        tell(nav, title, words)
        return
    written = diagram_text(now.game, now.choices, diagram)
    set_up = partial(nav.ways.set_up, now.game, now.choices, written)
    tell(nav, title, words, Choice("set-up", text("editor.title"), "board", action=set_up))


def _open_link(nav: Navigator, link: str) -> None:
    text = nav.services.text
    try:
        nav.ways.link(arrived(link))
    except BadRecord as wrong:
        tell(nav, text("link.title"), record_error(text, wrong))


def _data(file: GivenFile) -> formats.Data | None:
    """The content of a file, a text without invisible characters; None if it cannot be read."""
    if file.data is None or len(file.data) > formats.MAX_FILE_BYTES:
        return None
    data = formats.decoded(file.data)
    return pasted(data) if isinstance(data, str) else data


def _read_parts(
    nav: Navigator, parts: Sequence[tuple[str, formats.Data | None]], now: Match | None
) -> tuple[Callable[[], Sequence[formats.ForeignMatch]], list[str]]:
    """A function that gives all matches with the names known at its call, and sentences
    on the parts that hold none. Names are remembered, and told of where they come alone. The
    moves of several matches are counted for exploring."""
    services, text = nav.services, nav.services.text
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
                read_ones.append((data, _found(data, now, services.name_files)))
            except BadRecord as failed:
                wrong.append(before + record_error(text, failed))
    if sum(len(matches) for _, matches in read_ones) > 1:
        for data, matches in read_ones:
            nav.played.add(data, matches)

    def found() -> Sequence[formats.ForeignMatch]:
        return formats.joined_matches([
            _found(data, now, services.name_files) if isinstance(data, bytes) else matches
            for data, matches in read_ones
        ])  # fmt: skip

    return found, wrong


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


def _found(
    data: formats.Data, now: Match | None, names: formats.FormatNotes
) -> Sequence[formats.ForeignMatch]:
    """The matches in a text or file, at least one."""
    found = read_any(data, FORMATS, BY_KEY, names, now)
    if found is None:
        assert isinstance(data, str)
        if not any(map(str.isalpha, set(data))):
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
