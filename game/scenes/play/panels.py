"""The panel of a player, in three layouts: seat, points, clock, words, cells, moves, commands."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flipside.game.drawing.draw import words_to_wrap
from flipside.game.live_match.match_view import MatchView
from flipside.game.scenes.common.match_session import MatchSession
from flipside.game.scenes.play import panel_parts
from flipside.game.scenes.play.panel_parts import PanelData, extra_room
from flipside.game.services.theme import Style, Theme
from flipside.game.ui import layout
from flipside.game.ui.containers import Card, Column, Grid, Row, Scroll, WidgetList, smaller
from flipside.game.ui.layout import Shape
from flipside.game.ui.panel_widgets import ClockFace, PointsLabel, piece_picture
from flipside.game.ui.sheet import Sheet
from flipside.game.ui.widgets import FIT, Button, Label, OneLine, ReadoutGroup, Widget
from flipside.rules.contract.position import Player
from flipside.rules.match.clock import time_words


def why_no_undo(see: MatchView) -> str:
    """Return the text key of the reason why no move can be undone."""
    if not (see.at and see.fixed):
        return "why.undo"
    clock = see.clock
    if clock is None:
        return "why.undo_sent"
    if not clock.allows_undo:
        return "why.undo_clock"
    return "why.undo_time" if clock.flag_fallen is not None else "why.undo_left"


def why_no_help(of: MatchSession) -> str:
    """Return the text key of the reason why hints and scores are not available; "" for none."""
    see = of.match_view
    if not see.can_value:
        return "why.help_sent" if see.clock is None else "why.help_clock"
    if see.over:
        return "spoken.over"
    if see.must_pass:
        return "spoken.must_pass"
    return "" if see.human else "spoken.not_yours"


@dataclass(frozen=True)
class _HeadLook:
    """The size of a head: height and piece in CSS pixels, styles of the name and the points."""

    height: float
    piece: float
    name: Style
    points: Style


_HEAD, _LARGE_HEAD = _HeadLook(44, 36, "bold", "number"), _HeadLook(60, 52, "head", "title")

_LARGE_WIDTH = 180
"""A panel beside the board of at least this width in CSS pixels has a large head."""

_COMPACT_HEIGHT = 152
"""A small panel with cells and less height than this in CSS pixels has its buttons in the head."""

_HINT_WIDTH = 336
"""A panel of at least this width in CSS pixels has the hint among the buttons in its head."""

_CLOCK_AT_END = 280
"""A panel with cells that is lower than this, in CSS pixels without buttons, has no clock at the
end."""

_COLUMN_CELLS, _STRIP_CELLS = (112, 280), (44, 76)
"""CSS pixels of the cells beside the board, in a panel beside it and in one above or below it. The
cells get the first height before the main sentence, and the second before further sentences."""

_TALL_HEIGHT = 420
"""A panel beside the board of at least this height, in CSS pixels, may have three lines of
buttons."""

_LIST_WIDTH, _LIST_HEIGHT, _GOOD_LIST_HEIGHT = 150, 56, 112
"""CSS pixels of a list of moves: its minimum width, and the heights of one row and of two rows,
which have priority over the sentence about the last move."""


class Panel:
    """The panel of a player."""

    is_card = False
    """Whether it is a result card."""

    def __init__(
        self,
        data: PanelData,
        place: layout.Box,
        quarter_turns: int,
        player: Player,
        shape: layout.Shape,
        buttons: bool,
    ) -> None:
        self._data, self._player, self._shape = data, player, shape
        self._theme, self._see = data.theme, data.match_view
        self.sheet, px = Sheet(data.theme, place, quarter_turns), data.theme.px
        pad = 8 if min(self.sheet.rect.size) < px(140) else 12
        width, height = self.sheet.rect.inflate(-2 * px(pad), -2 * px(pad)).size
        compact = shape == "small" and extra_room(data) > 0 and height < px(_COMPACT_HEIGHT)
        self._icons = [self._corner()] if buttons and (compact or self.is_card) else []
        """The buttons in the corner, if there are any."""
        self._has_hint = self._see.turn == player and bool(self._see.hint)
        lines = self._lines()
        self._primary = [Label(words, style) for words, style in lines[:1]]
        """The main sentence: the hint, or else the prompt or the result."""
        if self._has_hint:
            self._primary = [Label(" ".join(self._see.hint), colour="ink")]
        more = (
            []
            if self._has_hint or shape == "small"
            else [*lines[1:], *panel_parts.asides(data, player)]
        )
        self._more = [Label(words, style) for words, style in more]
        """Further sentences, which are left out if there is no space."""
        last = self._see.last_words[player]
        tells = last and not (self._has_hint or self._see.over or shape == "small")
        self._last = [Label(last, "small")] if tells else []
        foot: WidgetList = ()
        if buttons and (self.is_card or not compact):
            foot = self._foot(width, height)
        left = max(0, height - self._high(foot, width))
        body = self._column if shape == "wide" else self._strip
        content = Column(
            [Column(body(width, left), 0, fills=True), *foot], reverse=True, fills=True
        )
        result = self._see.result
        accent = not self._see.over and self._see.turn == player
        if result is not None:
            accent = result.winner == player
        self.sheet.fill(Card([content], pad=pad, name=f"card{player}", accent=accent))

    def _lines(self) -> Sequence[panel_parts.StyledLine]:
        """Return the sentences; if there is a result card, only that tells the result."""
        return [] if self._data.headline else panel_parts.status_lines(self._data, self._player)

    def _corner(self) -> Widget:
        """Return undo, menu and perhaps hint, for a panel that has no room for other buttons."""
        wide = self.sheet.rect.width >= self._theme.px(_HINT_WIDTH)
        hint = wide and self._see.can_value and not self._see.hint
        return small_buttons(self._data, self._player, hint)

    def _foot(self, width: int, height: int) -> WidgetList:
        """Return the buttons at the bottom, for a panel of that width and height in pixels."""
        return [8, *panel_buttons(self._data, self._player, self._shape, width, height)]

    def _high(self, items: WidgetList, width: int) -> int:
        return Column(items, 0).height_for(self._theme, width)

    # -- everything above the buttons, for a place of that width and height in pixels --------------

    def _column(self, width: int, height: int) -> WidgetList:
        """Return the contents of a panel beside the board, from top to bottom."""
        head = self._top(width, height)
        left = height - self._high(head, width)
        primary_height = self._high(self._with_gaps(self._primary), width)
        cells = self._cells(width, left - primary_height, *_COLUMN_CELLS)
        left -= self._high(cells, width)
        moves = self._list(width, left)
        return [*head, *self._words(width, left, moves), *cells, *moves]

    def _top(self, width: int, height: int) -> WidgetList:
        """Return the head and the clock of a panel beside the board."""
        theme, head, face = self._theme, self._head(width), self._clock(height)
        if face is None:
            return head
        below = _COLUMN_CELLS[0] + 16 if extra_room(self._data) else 0
        room = height - self._high(head, width) - theme.px(below)
        return [*head, Row([face.fitted(theme, width, room)]), 8]

    def _strip(self, width: int, height: int) -> WidgetList:
        """Return the contents of a panel above or below the board, with the clock on the right."""
        theme, face, small = self._theme, self._clock(height), self._shape == "small"
        if extra_room(self._data) and height < theme.px(2 * _HEAD.height + 4):
            points = self._points(_HEAD)
            left = width - sum(widget.natural_width(theme) + theme.px(8) for widget in points)
            cells_alone = panel_parts.cells_beside(self._data, self._player, left, height)
            return [Row([cells_alone, *points], align_y=0, reverse=True)]
        head, whole, others = theme.px(_HEAD.height + 8), width, list[Widget]()
        upper_height = theme.px(_HEAD.height)
        if not small:
            upper_height = head + self._high(self._with_gaps(self._primary), width)
        if face is not None:
            has_more = extra_room(self._data) > 0 or self._may_list
            room = height - theme.px(_LIST_HEIGHT) if has_more else height
            room = min(height, max(room, theme.px(_HEAD.height)))
            others = [face.fitted(theme, width - self._least_width(), room)]
            width -= face.natural_width(theme) + theme.px(8)
            upper_height = max(upper_height, face.content_height(theme, width))
        cells = self._cells(whole, height - upper_height, *_STRIP_CELLS)
        left = height - self._high(cells, whole)
        moves = self._list(whole, left - head)
        least = smaller(Column(self._primary)).height_for(theme, width) if self._has_hint else 0
        if least > max(0, left - head):
            others = [*self._icons, *others]
            upper: WidgetList = [Scroll(Column(self._primary))]
        elif small:
            upper = self._head(width, inside=True)
        else:
            upper = [*self._head(width), *self._words(width, left - head, moves)]
        row = [Column(upper, 0, fills=True), *others]
        scrolls = any(isinstance(widget, Scroll) for widget in upper)
        return [Row(row, align_y=0, reverse=True, fills=scrolls), *cells, *moves]

    # -- head --------------------------------------------------------------------------------------

    def _clock(self, height: int) -> ClockFace | None:
        see = self._see
        tight = extra_room(self._data) > 0 and height < self._theme.px(_CLOCK_AT_END)
        # The result is more important than the remaining time.
        if see.clock is None or (tight and see.result is not None):
            return None
        times = [*see.clock.left, *(control.seconds * 1000 for control in see.clock.controls)]
        sample, tip = max(map(time_words, times), key=len), self._data.text("play.time_left")
        return ClockFace(sample=sample, player=self._player, tip=tip)

    def _head(self, width: int, inside: bool = False) -> WidgetList:
        """Return piece, name, seat and points; if `inside`, the main sentence replaces the seat."""
        theme, sentence = self._theme, self._primary[0].text if inside and self._primary else ""
        wide = self._shape == "wide"
        player_name, seats = self._see.called(self._player), self._seats(sentence)
        look, left = _LARGE_HEAD, width - self._width_beside(_LARGE_HEAD)
        large = left >= max(theme.width("head", player_name), theme.width("small", seats[0]))
        if not (wide and large and width >= theme.px(_LARGE_WIDTH)):
            look, left = _HEAD, width - self._width_beside(_HEAD)
        name = OneLine(player_name, look.name, "ink")
        names: list[Widget] = [name, OneLine(seats[0], "small", others=seats[1:])]
        if sentence and len(seats) == 1 and theme.width("small", sentence) > left:
            # The piece shows whose panel it is, but the sentence is not shown elsewhere.
            names = [Label(sentence, "small", "ink")]
        # In a panel beside the board, names that are too long beside the piece are below it.
        least = theme.width("small-bold", player_name), theme.width("small", seats[-1])
        count = 2 if not wide or max(least) <= left else int(least[0] <= left)
        beside, below = names[:count], names[count:]
        row = Row([*self._piece(look), Column(beside, 0), *self._points(look), *self._icons],
                  height=look.height, reverse=True)  # fmt: skip
        return [row, 8, Column(below, 0), 8] if below else [row, 8]

    def _seats(self, sentence: str) -> Sequence[str]:
        """Return wordings of the seat, or of the sentence that replaces it, the longest first."""
        if not sentence:
            return panel_parts.seat_words(self._data.text, self._see, self._player)
        looks = panel_parts.look_words(self._data)
        return looks if sentence == looks[0] else [sentence]

    def _width_beside(self, look: _HeadLook) -> int:
        others = [*self._piece(look), *self._points(look), *self._icons]
        return sum(widget.natural_width(self._theme) + self._theme.px(8) for widget in others)

    def _least_width(self) -> int:
        """Return the minimum width in pixels of a head above or below the board, with a gap.

        A colour is never cut. A sentence in the head has at most two lines.
        """
        theme, words = self._theme, self._see.names[self._player]
        sentence = self._primary[0].text if self._primary and self._shape == "small" else ""
        most = max(theme.width("small-bold", words), theme.width("small", self._seats("")[-1]))
        each = [theme.width("small", word) for word in sentence.split()]
        most = max(most, *each, round(0.6 * theme.width("small", sentence)))
        return self._width_beside(_HEAD) + most + theme.px(8)

    def _points(self, look: _HeadLook) -> Sequence[Widget]:
        score = self._see.score
        if score is None:
            return ()
        number = str(score[self._player])
        # A number that is counted may be longer for a moment.
        sample = max(number, "00", key=len) if self._see.over else number
        width = self._theme.width(look.points, sample) / self._theme.unit + 2
        tip = self._data.text("play.points")
        return [PointsLabel(number, look.points, align_x=1.0, width=width, fills=True,
                            player=self._player, tip=tip)]  # fmt: skip

    def _piece(self, look: _HeadLook) -> Sequence[Widget]:
        piece = self._see.emblems[self._player]
        return [] if piece is None else [piece_picture(self._theme, piece, look.piece)]

    # -- words, cells, moves -----------------------------------------------------------------------

    def _with_gaps(self, words: Sequence[Widget]) -> WidgetList:
        return [part for widget in words for part in (widget, 4)]

    def _words(self, width: int, height: int, moves: WidgetList) -> WidgetList:
        """Return the main sentence, which scrolls if necessary, and further sentences that fit.

        They leave space for one row of the list of moves; the last move leaves space for two.
        """
        theme, labels = self._theme, list(self._primary)
        left = height - self._high(self._with_gaps(labels), width)
        last = [(label, _GOOD_LIST_HEIGHT) for label in self._last]
        for label, rows in (*((label, _LIST_HEIGHT) for label in self._more), *last):
            high = label.height_for(theme, width) + theme.px(4)
            if high <= left - (theme.px(rows) if moves else 0):
                labels.append(label)
                left -= high
        column = Column(labels, 4)
        fits = column.height_for(theme, width) <= height
        return [column if fits else Scroll(column), 4] if labels else ()

    def _cells(self, width: int, height: int, least: float, roomy: float) -> WidgetList:
        """Return the cells beside the board and the player's tallies, with a gap above.

        They get the height that all sentences leave, if that is at least `roomy` CSS pixels, else
        the height that the main sentence leaves, or `least` CSS pixels.
        """
        px = self._theme.px
        height = max(height - px(8), px(least) if extra_room(self._data) else 0)
        room_with_all = height - self._high(self._with_gaps([*self._more, *self._last]), width)
        room = room_with_all if room_with_all >= px(roomy) else height
        cells = panel_parts.cells_beside(self._data, self._player, width, room)
        return [8, cells] if cells.items else ()

    @property
    def _may_list(self) -> bool:
        """Whether the panel may list the moves: it is the far panel, and it is not rotated."""
        near = self._player == self._see.near
        return bool(self._data.moves) and not (self.sheet.quarter_turns or near)

    def _list(self, width: int, height: int) -> WidgetList:
        """Return the list of moves, if it fits below the sentences."""
        data, theme = self._data, self._theme
        height -= self._high(self._with_gaps([*self._primary, *self._more]), width)
        low = width < theme.px(_LIST_WIDTH) or height < theme.px(_LIST_HEIGHT)
        if low or not self._may_list:
            return ()
        why = "" if data.goto_ply is not None else data.text(why_no_undo(self._see))
        moves = panel_parts.move_buttons(
            theme, data.text, data.moves, self._see.at, data.goto_ply, why=why
        )
        return [8, Scroll(moves, panel_parts.LIST_ROW)]


_STEP_ALONE, _CELLS = 124, 116
"""With at least this height above the buttons in CSS pixels, the next step has its own line. With
cells beside the board, the second height is added."""


def panel_buttons(
    data: PanelData, player: Player, shape: Shape, width: int, height: int
) -> WidgetList:
    """Return the buttons at the bottom of a panel; the next step is above or among them.

    The button for values is left out if another one would need more lines of words.
    """
    theme, match_view = data.theme, data.match_view
    is_over = match_view.result is not None and not match_view.looking_back
    second = "redo" if match_view.looking_back else "result" if is_over else "hint"
    values = ["values"] if match_view.can_value and not is_over else []
    commands = ["undo", second, *values, "moves", "menu"]
    step = _next_step(data)
    high, rows = 52 if height >= theme.px(150) else 48, 2 if shape == "wide" else 1
    left = height - rows * theme.px(high + 8)
    alone = left >= theme.px(_STEP_ALONE + (_CELLS if extra_room(data) else 0))
    if step is not None and not alone:
        commands[commands.index("hint" if second == "hint" else "moves")] = step
    buttons = [
        panel_button(data, name, player, stacked=True, height=high, grows=True) for name in commands
    ]
    above = [panel_button(data, step, player, height=48)] if step is not None and alone else []
    others = [button for button in buttons if not button.name.endswith("values")]
    if data.settings.values and values:
        next(button for button in buttons if button.name.endswith("values")).look = "chosen"
    grids = [_grid(buttons, rows), _grid(others, rows)]
    if shape == "wide" and height >= theme.px(_TALL_HEIGHT):
        grids.insert(1, _grid(buttons, rows + 1))
    most = grids[-1].height_for(theme, width) + theme.px(high + 8) * (len(grids) - 2)
    fitting = (grid for grid in grids if _fits(theme, grid, width, most))
    return [*above, next(fitting, grids[-1])]


def _grid(buttons: Sequence[Button], rows: int) -> Grid:
    return Grid(buttons, math.ceil(len(buttons) / rows), even=True)


def _fits(theme: Theme, grid: Grid, width: int, height: int) -> bool:
    """Return whether a grid of buttons has that height at most, and no word is too wide."""
    inner = (width - (grid.columns - 1) * theme.px(8)) // grid.columns - theme.px(4)
    words = [word for button in grid.items for word in words_to_wrap(button.words)]
    return grid.height_for(theme, width) <= height and all(
        theme.width("small", word) <= inner for word in words
    )


def panel_button(data: PanelData, name: str, player: Player, **looks: Any) -> Button:
    """Return the button of a command; on the far panel its name begins with "far-"."""
    # In tabletop mode a hint is only for the player to move.
    own = data.match_view.turn == player or not data.face_to_face or name != "hint"
    why = "" if own else data.text("spoken.not_yours")
    group = ReadoutGroup(data.match_view.called(player)) if data.face_to_face else None
    button = data.commands.button(name, why, group=group, **looks)
    base_name = "menu" if name == "whole-menu" else name
    button.name = base_name if player == data.match_view.near else f"far-{base_name}"
    return button


def _next_step(data: PanelData) -> str | None:
    """Return the next step if it is not a move: send, paste, continue or pause."""
    steps = ("send", "answer", "go-on", "pause")
    return next(filter(data.commands.is_possible, steps), None)


def small_buttons(data: PanelData, player: Player, hint: bool = False) -> Widget:
    """Return the buttons for undo and menu, for a panel that consists of its head; and `hint`."""
    names = ("hint", "undo", "whole-menu")[not hint :]
    labels = {name: data.commands.label_of(name) for name in names}
    buttons = [
        panel_button(data, name, player, text="", accessible_name=label, width=44)
        for name, label in labels.items()
    ]
    return Row(buttons, width=FIT, reverse=True)
