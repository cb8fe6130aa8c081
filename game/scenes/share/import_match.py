"""Matches from outside, as a text or files: ours, and those of other programs."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial

from flipside.game.saves.matches import PERSON, Saved, seats_of
from flipside.game.scenes.common.dialog import answer, tell
from flipside.game.scenes.common.scene import Navigator
from flipside.game.scenes.share.match_list import MatchList
from flipside.game.scenes.share.read_given import ReadMatches, read_given
from flipside.game.services.platform.clipboard import Given
from flipside.game.table.correspondence import arrived
from flipside.game.table.phrases import record_error, score
from flipside.rules.contract.diagram import BadPosition, diagram_text, parse_diagram
from flipside.rules.match import formats
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
