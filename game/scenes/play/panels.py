"""Panel of a player: seat, points, status, buttons, list of moves."""

from collections.abc import Sequence
from functools import partial
from itertools import product

import pygame

from flipside.game.scenes.play.beside import BESIDE_HEIGHT, cells_beside, extra_room
from flipside.game.scenes.play.buttons import panel_buttons, small_buttons
from flipside.game.scenes.play.lines import (
    PanelData,
    asides,
    look_words,
    seat_words,
    status_lines,
    wordings,
)
from flipside.game.scenes.play.moves import move_buttons
from flipside.game.services.theme import Style, Theme
from flipside.game.table.match_view import MatchView
from flipside.game.ui import layout
from flipside.game.ui.clock_face import CLOCK_STYLES, ClockFace
from flipside.game.ui.containers import Card, Column, Declared, Row, Space, first_fitting, stacked
from flipside.game.ui.pieces import piece_picture
from flipside.game.ui.sheet import Sheet
from flipside.game.ui.widgets import FIT, Label, Widget, label_height
from flipside.rules.contract.position import Player
from flipside.rules.match.clock import time_words


def why_no_undo(see: MatchView) -> str:
    """Return the text key of the reason why no move can be taken back."""
    if not (see.at and see.fixed):
        return "why.undo"
    clock = see.clock
    if clock is None:
        return "why.undo_sent"
    if not clock.friendly:
        return "why.undo_clock"
    return "why.undo_time" if clock.fallen is not None else "why.undo_left"


class _Points(Label):
    """Points of a player: they take the height of the header as it is."""

    def content_height(self, theme: Theme, width: int) -> int:
        return 0


class Panel:
    """Sheet of one player: each part of it gets the room that the more important ones leave."""

    def __init__(
        self, data: PanelData, place: layout.Box, quarter: int, player: Player, buttons: bool
    ) -> None:
        self._data, self._player = data, player
        self._theme = theme = data.theme
        self.sheet = Sheet(theme, place, quarter)
        self._gap, self._moves = theme.px(8), Space(fills=True)
        self._kept = theme.px(BESIDE_HEIGHT) if extra_room(data) else 0
        """Pixels of the height that cells beside the board need."""
        match_view = data.match_view
        acts = match_view.result is None and match_view.turn == player
        won = match_view.result is not None and match_view.result.winner == player
        self._hinted = match_view.turn == player and bool(match_view.hint)
        self._compact = extra_room(data) > 0 and self.sheet.height < theme.px(176)
        self._small = [small_buttons(data, player)] if buttons and self._compact else []
        """Undo and menu where the panel has no room for other buttons."""
        pad = 8 if min(self.sheet.rect.size) < theme.px(140) else 12
        width, height = self.sheet.rect.inflate(-2 * theme.px(pad), -2 * theme.px(pad)).size
        foot: Declared = ()
        if buttons and not self._compact:
            foot = [8, *panel_buttons(data, width, height, player)]
        height = max(0, height - Column(foot).height_for(theme, width))
        body = self._body(width, height, buttons)
        body.fills = True
        held = Column([body, *foot], reverse=True, fills=True)
        self.sheet.fill(Card([held], pad=pad, name=f"card{player}", accent=acts or won))
        self.lists: list[Sheet] = []
        """The list of moves on a sheet of its own, if there is room for it."""
        if self._moves.rect and data.moves:
            listed = Sheet(theme, self.sheet.outside(self._whole_rows(self._moves.rect)))
            why = "" if data.go is not None else data.text(why_no_undo(match_view))
            moves = move_buttons(theme, data.text, data.moves, match_view.at, data.go, why=why)
            self.lists = [listed.fill(Row([moves, 8], down=0))]

    def _whole_rows(self, room: pygame.Rect) -> pygame.Rect:
        """Return the lower part of a place in which only whole rows of a list of moves lie."""
        row, gap = self._theme.px(44), self._theme.px(4)
        high = (room.height + gap) // (row + gap) * (row + gap) - gap
        return pygame.Rect(room.x, room.bottom - high, room.width, high)

    # -- parts for a room of that width and height in pixels ---------------------------------------

    def _body(self, width: int, height: int, buttons: bool) -> Widget:
        """Return everything above the buttons. Cells beside the board may leave a panel without
        buttons no header, only the points."""
        below = self._cells, self._last_move, self._list
        lone = self._points(False)
        if buttons or not self._kept or height >= self._theme.px(44 + 8 + 40):
            return stacked(self._theme, (self._head, *below), width, height)
        left = self._width_left(width, lone)
        rest = stacked(self._theme, (self._words, *below), left, height)
        return Row([rest, *lone], down=0, reverse=True)

    def _width_left(self, width: int, others: Sequence[Widget]) -> int:
        """Return how much of a width is left beside others."""
        return width - sum(one.natural_width(self._theme) + self._gap for one in others)

    def _head(self, width: int, height: int) -> Declared:
        """Return the header and the words below it, with the clock between or beside them."""
        theme, face, below = self._theme, *self._clock(width, height)
        if face is None:
            return stacked(theme, (self._header, self._words), width, height).items
        if below:
            high = face.height_for(theme, width) + self._gap
            top = [*self._header(width, height - high), Row([face]), 8]
            return stacked(theme, (lambda *_: top, self._words), width, height).items
        left = self._width_left(width, [face])
        words = stacked(theme, (self._header, self._words), left, height)
        return [Row([words, Column([face, 8], width=FIT)], down=0, reverse=True)]

    def _clock(self, width: int, height: int) -> tuple[ClockFace | None, bool]:
        """Return the clock, as large as fits, and whether it stands below the header."""
        theme, kept, match_view = self._theme, self._kept, self._data.match_view
        # How it ended is more than how much time was left.
        if match_view.clock is None or (match_view.result is not None and kept > height // 2):
            return None, False
        clock = match_view.clock
        times = [*clock.left, *(control.seconds * 1000 for control in clock.controls)]
        words = max(map(time_words, times), key=len)
        faces = [
            ClockFace(style=style, sample=words, player=self._player) for style in CLOCK_STYLES
        ]
        wide = [one.natural_width(theme) for one in faces]
        high = [one.height_for(theme, width) for one in faces]
        if height >= theme.px(200) and height >= width * 0.8:
            most = max(height - theme.px(60 + 16) - kept, high[1])
            fitting = (n for n in range(len(faces)) if wide[n] <= width and high[n] <= most)
            return faces[next(fitting, -1)], True
        # Cells beside the board stand below a clock in the header, too.
        most = min(height, max(height - theme.px(52), high[-1])) if kept else height
        for ways, n in product((2, 3), range(len(faces))):
            if high[n] <= most and self._fits_beside(width - wide[n], ways):
                return faces[n], False
        return None, False

    def _fits_beside(self, width: int, ways: int) -> bool:
        """Return whether a header fits `width` with one of the first `ways` seat wordings."""
        left = self._width_left(width - self._gap, self._beside_names(False))
        said = self._asked()
        words = max((self._theme.width("small", word) for word in said.split()), default=0)
        high = label_height(self._theme, said, "small", left) if said else 0
        return (self._names_fit(left, _SMALL_NAME, ways)
                and words <= left and high <= self._theme.px(44))  # fmt: skip

    def _header(self, width: int, height: int) -> Declared:
        """Return piece, name, seat and points, as large as the words allow; nothing where a hint
        needs their place."""
        theme, data = self._theme, self._data
        if self._hinted and not self._hint_fits_below(width, height):
            return ()
        roomy = height >= theme.px(200) and width >= theme.px(180)
        wide = self._width_left(width, self._beside_names(True))
        large = roomy and self._names_fit(wide, ("head",), 1)
        wide = self._width_left(width, self._beside_names(large))
        high = 60 if roomy else 44
        left = height - theme.px(high) - self._gap
        low = theme.line_height("small")
        below = theme.line_height("bold") + low
        called = data.match_view.called(self._player)
        long = theme.width("small-bold", called) > wide
        apart = long and left >= below + self._kept
        parted = not long and left >= below and not self._names_fit(wide, _SMALL_NAME, 2)
        if apart or parted:
            left -= (below if apart else low) + self._gap
        said = self._asked() if self._crowded(width, left) else ""
        room, most = (width, below) if apart else (wide, theme.px(high))
        names: list[Widget] = [
            wordings([called], ("head", *_SMALL_NAME) if large else _SMALL_NAME, "ink"),
            wordings(self._seat_ways(said), ("small",)),
        ]
        if theme.width("small", said) > room and label_height(theme, said, "small", room) <= most:
            # Whose panel it is shows the piece; what happens can be read nowhere else.
            names = [Label(said, "small", "ink")]
        beside: Widget = Space() if apart else Column(names[:1] if parted else names, 0)
        others = [*self._points(large), *self._small]
        row = Row([*self._piece(large), beside, *others], height=high, reverse=True)
        if apart:
            return [row, 8, Column(names, 0, height=below / theme.unit, down=0.5), 8]
        return [row, 8, *names[1:], 8] if parted else [row, 8]

    def _seat_ways(self, said: str) -> Sequence[str]:
        """Return wordings of the seat, or of what is said in its place."""
        if not said:
            return seat_words(self._data.text, self._data.match_view, self._player)
        looks = look_words(self._data)
        return looks if said == looks[0] else [said]

    def _beside_names(self, large: bool) -> Sequence[Widget]:
        """Return everything that stands beside the names."""
        return [*self._piece(large), *self._points(large), *self._small]

    def _points(self, large: bool) -> Sequence[Widget]:
        score, style = self._data.match_view.score, _NUMBER[large]
        if score is None:
            return ()
        number = str(score[self._player])
        width = self._theme.width(style, number) / self._theme.unit + 2
        return [_Points(number, style, across=1.0, width=width, fills=True)]

    def _piece(self, large: bool) -> Sequence[Widget]:
        piece = self._data.match_view.emblems[self._player]
        return [] if piece is None else [piece_picture(self._theme, piece, 52 if large else 36)]

    def _names_fit(self, width: int, styles: Sequence[Style], ways: int) -> bool:
        """Return whether the name in one of the styles and one of the first seat wordings fit."""
        theme = self._theme
        # A name may be cut short, a colour never.
        colour = self._data.match_view.names[self._player]
        called = min(theme.width(style, colour) for style in styles)
        seats = seat_words(self._data.text, self._data.match_view, self._player)
        seat = min(theme.width("small", words) for words in seats[:ways])
        return max(called, seat) <= width

    def _asked(self) -> str:
        """Return the most important line, or ""."""
        return next((said for said, _ in status_lines(self._data, self._player)), "")

    def _crowded(self, width: int, left: int) -> bool:
        """Return whether the question must stand in the header, for lack of room below it."""
        if "beside" in self._data.match_view.board.kinds:
            return left < self._theme.px(BESIDE_HEIGHT)
        asked = self._asked()
        return bool(asked) and left < label_height(self._theme, asked, "small", width)

    def _words(self, width: int, height: int) -> Declared:
        """Return the hint, or the question or result and what else fits."""
        if self._hinted:
            return self._hint(width, height)
        if self._crowded(width, height):
            return ()
        data, player = self._data, self._player
        said = status_lines(data, player) + asides(data, player)
        parts = [partial(self._line, words, style) for words, style in said]
        return stacked(self._theme, parts, width, height).items

    def _line(self, said: str, style: Style, width: int, height: int) -> Declared:
        tried = Label(said, style), Label(said, "small")
        label = first_fitting(self._theme, tried, width, height)
        return [label, 4] if label is not None else ()

    def _hint(self, width: int, height: int) -> Declared:
        """Return the hint with as many sentences as fit."""
        theme, sentences = self._theme, self._data.match_view.hint
        most = min(height, max(theme.px(44), height - self._kept))
        left = self._width_left(width, self._small)
        tried = [
            Label(" ".join(sentences[:count]), style, "ink", fills=True)
            for count, style in product(range(len(sentences), 0, -1), _STYLES)
        ]
        label = first_fitting(theme, tried, left, most) or tried[-1]
        high = max(1, min(theme.px(44), height)) / theme.unit
        return [Row([label, *self._small], height=high, down=0, reverse=True), 8]

    def _hint_fits_below(self, width: int, height: int) -> bool:
        """Return whether the whole hint in the small style fits between a header and the slots."""
        if self._compact:
            return False
        left = height - self._theme.px(60) - self._gap - self._kept
        words = " ".join(self._data.match_view.hint)
        return label_height(self._theme, words, "small", width) <= left

    def _cells(self, width: int, height: int) -> Declared:
        """Return the cells beside the board, and the other numbers if all of them fit."""
        theme = self._theme
        cells, tallies = cells_beside(self._data, self._player, width, height)
        high = cells.height_for(theme, width)
        items: Declared = [cells, 8] if high else ()
        left = height - high - (self._gap if high else 0)
        fits = tallies.items and tallies.height_for(theme, width) <= max(0, left)
        return [*items, tallies, 4] if fits else items

    def _last_move(self, width: int, height: int) -> Declared:
        match_view = self._data.match_view
        words = match_view.last_words[self._player]
        label = Label(words, "small")
        if self._lists_moves(width, height):
            height -= self._theme.px(_GOOD_LIST_HEIGHT) + self._gap
        fits = words and not match_view.over and label.height_for(self._theme, width) <= height
        return [label, 8] if fits else ()

    def _lists_moves(self, width: int, height: int) -> bool:
        """Return whether the list of moves fits: in a tall upright far panel."""
        near = self._player == self._data.match_view.near
        wide, high = width >= self._theme.px(150), height >= self._theme.px(_LIST_HEIGHT)
        return not (self.sheet.quarter or near) and wide and high

    def _list(self, width: int, height: int) -> Declared:
        return [Space(), 8, self._moves] if self._lists_moves(width, height) else ()


_LIST_HEIGHT, _GOOD_LIST_HEIGHT = 60, 120
"""CSS pixels for one row of a list of moves and the gaps around it, and for two rows, which are
worth more than the words about the last move."""

_NUMBER: dict[bool, Style] = {False: "number", True: "title"}
"""Style of the points in a header with little (False) and much (True) room."""

_SMALL_NAME: tuple[Style, ...] = ("bold", "small-bold")
"""Styles of a name where there is little room."""

_STYLES: tuple[Style, ...] = ("text", "small")
"""Styles of a hint, the larger first."""
