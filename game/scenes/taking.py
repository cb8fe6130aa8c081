"""Matches from outside, as a text or a file: ours, and those of other programs."""

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from game.drawing.parts import in_list
from game.drawing.rows import add_text
from game.drawing.widgets import Button
from game.scenes.cards import Entry, add_card
from game.scenes.dialog import tell
from game.scenes.scene import Scene, Stage
from game.services.plain import as_data, written
from game.services.text import Text
from game.table.saves import Saved, seats_of
from game.table.seats import PERSON
from rules.catalogue import BY_KEY, FORMATS
from rules.foreign import Data, Foreign, contradicted, decoded, read_foreign
from rules.link import is_link
from rules.match import Match, replay
from rules.notation import BadRecord, is_record, read

PAGE, MOST = 50, 500
"""Matches of a file that are shown at first, and those that can be chosen at most."""

LONGEST_PLACE = 40
"""Letters that are shown of where and when a match was played."""

Opened = Callable[[Saved], None]
"""Shows the match that was taken in."""


def sentence(text: Text, wrong: BadRecord) -> str:
    """What is wrong with a text that is no match."""
    return text(f"record.{wrong.key}", word=wrong.word, ply=wrong.ply)


def take(
    stage: Stage,
    title: str,
    given: str | bytes,
    opened: Opened,
    quarter: int = 0,
    now: Match | None = None,
) -> None:
    """Hand the match in a text, or in a file, to `opened`, of several the one that is chosen;
    whatever is wrong is told. A link is opened as all links are. Bare moves are those of a match
    like `now`, if there is one."""
    data = decoded(given) if isinstance(given, bytes) else as_data(given)
    if isinstance(data, str) and is_link(data):
        stage.link(data)
        return
    try:
        if isinstance(data, str) and is_record(data):
            record = read(data)
            opened(Saved(replay(record, BY_KEY), seats_of(record)))
            return
        found = _found(data, now)
        if len(found) == 1:
            _play(stage, title, found[0], opened, quarter)
        else:
            stage.open(Several(stage, title, found, opened))
    except BadRecord as wrong:
        tell(stage, title, sentence(stage.services.text, wrong), quarter)


def _found(data: Data, now: Match | None) -> Sequence[Foreign]:
    """The matches in a text or file that is no record of ours, at least one."""
    formats = [one for one in FORMATS if now is None or not one.bare]
    found = read_foreign(data, formats)
    if found is None:
        assert isinstance(data, str)
        if now is None:
            raise BadRecord("foreign" if data.strip() else "empty")
        return [Foreign(partial(_bare, now, data))]
    if not found:
        raise BadRecord("empty")
    return found


def _bare(now: Match, words: str) -> Match:
    match = now.anew()
    match.read_moves(words)
    if not match.moves:
        raise BadRecord("empty")
    return match


def _play(stage: Stage, title: str, one: Foreign, opened: Opened, quarter: int = 0) -> None:
    """Play a match and hand it on; BadRecord where it cannot be played. A result that its moves
    contradict is told."""
    match = one.play()
    points = contradicted(one, match)
    opened(Saved(match, (PERSON, PERSON)))
    if points is not None and one.said is not None:
        said, counted = (f"{first} : {second}" for first, second in (one.said, points))
        words = stage.services.text("taking.contradicts", said=said, counted=counted)
        tell(stage, title, words, quarter)


class Several(Scene):
    """A page of the matches in a text or file, of which one is chosen."""

    def __init__(self, stage: Stage, title: str, found: Sequence[Foreign], opened: Opened) -> None:
        super().__init__(stage)
        self._title, self._found, self._opened = title, found, opened
        self._shown = PAGE

    def title(self) -> str:
        """The name of the page."""
        return f"{self._title} – Flipside"

    def lay_out(self) -> None:
        """How many there are, and a button for each of the first."""
        theme = self.theme
        sheet, room = self.page_sheet(self._title)
        count, most = len(self._found), min(len(self._found), MOST)
        words = self.text(
            "taking.several" if count <= MOST else "taking.many", count=count, most=MOST
        )
        room.y = add_text(theme, sheet, room, room.y, words)
        shown = min(self._shown, most)
        for number, one in enumerate(self._found[:shown]):
            add_card(theme, sheet, room, self._entry(number, one))
        if shown < most:
            rect = pygame.Rect(room.x, room.y, room.width, theme.px(48))
            sheet.add(Button(rect, "more", self._more, self.text("taking.more"), "new"))
            room.y = rect.bottom + theme.px(8)
        sheet.content = max(sheet.content, room.y)
        self.sheets = [sheet]

    def _entry(self, number: int, one: Foreign) -> Entry:
        """A card with the number of a match, who played it, where, and how it is said to have
        ended."""
        first, second = (written(name) for name in one.players)
        who = self.text("album.both", first=first, second=second) if first and second else ""
        points = f"{one.said[0]} : {one.said[1]}" if one.said is not None else ""
        below = " · ".join(part for part in (written(one.place)[:LONGEST_PLACE], points) if part)
        act = partial(self._choose, number)
        group = in_list(self.text, number + 1, min(self._shown, len(self._found), MOST))
        return Entry(
            f"match{number + 1}", f"{number + 1}. {who or first or second}", below, act, group=group
        )

    def _more(self) -> None:
        self._shown += PAGE
        self.rearrange()

    def _choose(self, number: int) -> None:
        """Take that match in; where it cannot be played another one can be chosen."""

        def opened(saved: Saved) -> None:
            self.stage.back()
            self._opened(saved)

        try:
            _play(self.stage, self._title, self._found[number], opened)
        except BadRecord as wrong:
            tell(self.stage, self._title, sentence(self.text, wrong))
