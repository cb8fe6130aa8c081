"""The list of the matches in a text or in files; a long list can be searched."""

from collections.abc import Callable, Sequence
from functools import partial

from flipside.game.live_match.match_lists import MatchSearch
from flipside.game.live_match.match_text import record_error, score
from flipside.game.scenes.common.scene import Navigator, Scene
from flipside.game.services.plain import with_ellipses
from flipside.game.ui.containers import Card, Row
from flipside.game.ui.page_widgets import LineField, match_card
from flipside.game.ui.readout_parts import list_group
from flipside.game.ui.widgets import Button, Label, ReadoutGroup, Widget
from flipside.rules.match.formats import ForeignMatch
from flipside.rules.match.record import MAX_NAME_LETTERS

PAGE_MATCHES = 50

_MIN_SEARCHED_MATCHES = 8
"""Lists of at least so many matches can be searched."""

_MAX_PLACE_LETTERS = MAX_NAME_LETTERS
"""The maximum number of letters that are shown of a match's place and time."""

_MAX_QUERY_LETTERS = 60
"""The maximum length of a query."""


class MatchList(Scene):
    """A page with a list of matches; it stays open below the match that the player chooses."""

    def __init__(
        self,
        nav: Navigator,
        title: str,
        read: Callable[[], Sequence[ForeignMatch]],
        choose: Callable[[ForeignMatch], None],
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
