"""The result card, in the place of a panel, and what follows a match: a rematch, another level."""

from collections.abc import Callable, Sequence
from functools import partial

from flipside.game.live_match.live_match import LiveMatch, rematch
from flipside.game.live_match.match_meaning import series_score
from flipside.game.saves.album_index import Streak
from flipside.game.saves.matches import PERSON, StoredMatch
from flipside.game.saves.series import MatchSeries, abandon
from flipside.game.scenes.common.dialog import Dialog, answer, confirm
from flipside.game.scenes.common.scene import Navigator
from flipside.game.scenes.play.panel_parts import (
    StyledLine,
    cells_beside,
    extra_room,
    filled_piles,
    status_lines,
)
from flipside.game.scenes.play.panels import Panel, panel_button
from flipside.game.services.theme import Style
from flipside.game.ui.containers import Column, Grid, Row, Scroll, WidgetList
from flipside.game.ui.panel_widgets import piece_picture
from flipside.game.ui.widgets import FIT, Action, Canvas, Label, Widget
from flipside.rules.engine.search import LEVELS

_LARGE_HEIGHT, _LARGE_WIDTH = 84, 240
"""CSS pixels above the buttons from which the headline is large, above or below the board."""

_CELLS_HEIGHT = 28
"""CSS pixels that cells beside the board need below the words."""

_ALL_HEIGHT, _ALL_WIDTH = 420, 600
"""CSS pixels of the height of a card beside the board, and of the width of one above or below it,
from which it also has undo and menu."""


_PIECE_SIZES: tuple[tuple[float, Style], ...] = (
    (112, "text"), (80, "text"), (112, "small"), (80, "small"), (56, "small"), (40, "small"),
)  # fmt: skip
"""On a card beside the board: CSS pixels of the winner's piece, and the style of the sentences; the
best first."""

_PIECE_PLACE = 0.38
"""Where piece and sentences are in the spare height of such a card, 0 (top) to 1 (bottom)."""


class ResultCard(Panel):
    """The card of one player; that of the winner has a strong rim."""

    is_card = True

    def _lines(self) -> Sequence[StyledLine]:
        """Return the headline and all further sentences."""
        headline, further = self._data.headline, status_lines(self._data, self._player)[1:]
        return [(headline, "head"), *(line for line in further if line[0] != f"{headline}.")]

    def _corner(self) -> Widget:
        return panel_button(
            self._data, "result", self._player, text="", icon="close", look="quiet", width=44,
            accessible_name=self._data.text("result.close"),
        )  # fmt: skip

    def _foot(self, width: int, height: int) -> WidgetList:
        """Return the buttons of the next steps; the first is the main one."""
        possible, px = self._data.commands.is_possible, self._theme.px
        # A series goes on against the same level.
        optional = [*filter(possible, ("abandon", "next-level", "lesson"))][:1]
        names = ["rematch", "review", *optional, "share"]
        if possible("send"):  # the opponent has not seen the end yet
            names = ["send", "rematch", "review"]
        is_wide = self._shape == "wide"
        if height >= px(_ALL_HEIGHT) if is_wide else width >= px(_ALL_WIDTH):
            names += ["undo", "menu"]
        buttons = [
            panel_button(
                self._data, name, self._player, stacked=True, grows=True,
                height=52 if height >= px(150) else 48, look="plain" if number else "primary",
            )
            for number, name in enumerate(names)
        ]  # fmt: skip
        for button in buttons:
            if button.name.endswith("abandon"):
                button.text, button.accessible_name = self._data.text("series.end"), button.text
        columns = 2 if is_wide else len(buttons)
        return [8, Grid(buttons, columns, stretches=True)]

    def _pieces(self, side: float) -> Sequence[Canvas]:
        """Return the winner's piece, `side` CSS pixels wide, or after a draw both pieces."""
        see = self._see
        winner = None if see.result is None else see.result.winner
        won = see.emblems if winner is None else see.emblems[winner : winner + 1]
        return [piece_picture(self._theme, piece, side) for piece in won if piece is not None]

    def _column(self, width: int, height: int) -> WidgetList:
        """Return the head, and below it the winner's piece and all sentences, if they fit."""
        theme, top, ((headline, _), *further) = self._theme, self._top(width, height), self._lines()
        style: Style = "title" if theme.width("title", headline) <= width else "head"
        series = [Row(some, 6, align_x=0.5)] if (some := self._series()) else []
        for side, text_style in _PIECE_SIZES:
            words = [Label(line, text_style, "ink", 0.5) for line, _ in further]
            items: WidgetList = [Row(self._pieces(side), -side / 4, align_x=0.5), 16,
                     Label(headline, style, "ink", 0.5), 12, *series, *words]  # fmt: skip
            column = Column(items, 8, align_y=_PIECE_PLACE, fills=True)
            left = height - self._high([*top, column, 8], width)
            cells = cells_beside(self._data, self._player, width, left)
            if cells.items if extra_room(self._data) else left >= 0:
                return [*top, column, 8, cells]
        return super()._column(width, height)

    def _series(self) -> Sequence[Canvas]:
        """Return pieces for the won matches of the series, the player's first, and dots."""
        wins = self._data.series[:: -1 if self._player else 1]
        emblems = (None if winner is None else self._see.emblems[winner] for winner in wins)
        return [piece_picture(self._theme, piece, 22) for piece in emblems]

    def _strip(self, width: int, height: int) -> WidgetList:
        """Return the winner's piece, the headline and the further sentences that fit."""
        theme = self._theme
        is_large = height >= theme.px(_LARGE_HEIGHT) and width >= theme.px(_LARGE_WIDTH)
        picture = [Row(self._pieces(52 if is_large else 36), -16, width=FIT)]
        others = [*picture, *self._icons]
        left = width - sum(widget.natural_width(theme) + theme.px(8) for widget in others)
        style: Style = "head" if is_large else "bold"
        column = self._told(left, height, style)
        room = height - max(column.height_for(theme, left), theme.px(52)) - theme.px(8)
        has_cells = extra_room(self._data) > 0 and room >= theme.px(_CELLS_HEIGHT)
        cells = cells_beside(self._data, self._player, width, room) if has_cells else Column()
        piles = [] if cells.items else filled_piles(self._data, self._player)
        less = left - sum(pile.natural_width(theme) + theme.px(8) for pile in piles)
        narrow = self._told(less, height, style)
        if narrow.height_for(theme, less) <= height and len(narrow.items) == len(column.items):
            column, left = narrow, less
        else:
            piles = []
        fits = column.height_for(theme, left) <= height
        words = Column([column if fits else Scroll(column)], 0, fills=True)
        upper = Row([*picture, words, *piles, *self._icons], align_y=0, fills=True)
        return [upper, 8, cells] if cells.items else [upper]

    def _told(self, width: int, height: int, style: Style) -> Column:
        """Return the headline in a style, and the further sentences that fit."""
        (headline, _), *further = self._lines()
        column, shown = Column([Label(headline, style, "ink")]), ""
        for sentence, _ in further:
            with_this = f"{shown} {sentence}".strip()
            more = Column([*column.items[:1], Label(with_this, "small")], 2)
            if more.height_for(self._theme, width) <= height:
                column, shown = more, with_this
        series = Column([*column.items, 8, Row(self._series(), 4)], 2) if self._series() else column
        return series if series.height_for(self._theme, width) <= height else column


def next_level(live_match: LiveMatch) -> str:
    """Return the level after the one that a person has just won against; "" for none."""
    result, keys = live_match.result, [level.key for level in LEVELS]
    level = next((word for word in live_match.seats if word in keys[:-1]), "")
    won = result is not None and result.winner is not None and live_match.person(result.winner)
    return keys[keys.index(level) + 1] if won and level else ""


def ask_level(
    nav: Navigator, live_match: LiveMatch, streak: Streak, start: Callable[[StoredMatch], None]
) -> None:
    """Ask for the level of a rematch after a streak, and call `start` with the rematch."""

    def against(level: str) -> None:
        live_match.meaning.streak = None
        start(rematch(nav.services, live_match, level))

    text = nav.services.text
    same = next(word for word in live_match.seats if word != PERSON)
    choices = [
        answer(f"against-{level}", text(f"level.{level}.name"), icon, look, partial(against, level))
        for level, icon, look in ((streak.level, "again", "primary"), (same, "", "plain"))
    ]
    (words,) = live_match.match_text.streak_offer(streak)
    nav.open(Dialog(nav, text("play.rematch"), words, choices))


def abandon_series(nav: Navigator, name: str, series: MatchSeries, after: Action) -> None:
    """Ask whether to end a series before it is won; if so, call `after`."""
    text = nav.services.text

    def end() -> None:
        abandon(nav.services.storage, name)
        after()

    words = text("series.abandon_question", score=series_score(text, series))
    confirm(nav, text("series.abandon"), words, "flag", end)
