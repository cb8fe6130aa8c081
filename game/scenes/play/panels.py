"""Panel of a player: seat, points, status, buttons, list of moves."""

from collections.abc import Sequence

import pygame

from game.scenes.common.clock_places import fitted_clock, longest_words
from game.scenes.play.beside import BESIDE_HEIGHT, add_beside, extra_room
from game.scenes.play.buttons import add_buttons, small_buttons
from game.scenes.play.data import PanelData
from game.scenes.play.lines import asides, fitted_words, look_words, seat_words, status_lines
from game.services.theme import Style, Theme
from game.ui import layout
from game.ui.clock_face import ClockFace
from game.ui.containers import Card, Column, Row, Space
from game.ui.pieces import piece_picture
from game.ui.room import Room
from game.ui.sheet import Sheet
from game.ui.widgets import Label, Widget, label_height
from rules.contract.position import Player


class Panel:
    """Sheet of one player, filled from the top down and, for buttons, from the bottom up."""

    def __init__(
        self, data: PanelData, place: layout.Box, quarter: int, player: Player, buttons: bool
    ) -> None:
        self.data = data
        self.theme: Theme = data.theme
        self.player = player
        self.sheet = Sheet(data.theme, place, quarter)
        self.moves_place: layout.Box | None = None
        self._has_buttons = buttons
        pad = self.theme.px(8 if min(self.sheet.rect.size) < self.theme.px(140) else 12)
        self._gap = self.theme.px(8)
        self._room = Room(self.sheet, self.sheet.rect.inflate(-2 * pad, -2 * pad))
        self._free = self._room.rect
        outlook = data.outlook
        acts = outlook.result is None and outlook.turn == player
        won = outlook.result is not None and outlook.result.winner == player
        card = Card(name=f"card{player}", accent=acts or won)
        self.sheet.add(*card.lay(self.theme, self.sheet.rect))
        self._compact = extra_room(data) > 0 and self.sheet.height < self.theme.px(176)
        if buttons and not self._compact:
            add_buttons(data, self._room, player)
        self._clock: ClockFace | None = None
        whole = self._free.copy()
        below = self._place_clock()
        hinted = outlook.turn == player and bool(outlook.hint)
        both = self.theme.px(44 + 8 + 40)
        if extra_room(data) and not buttons and self._free.height < both:
            self._points_alone()
        elif not hinted or self._hint_fits_below_header():
            self._header()
        if below:
            self._clock_below(below)
        if hinted:
            self._hint()
        else:
            self._status()
        self._widen(whole)
        add_beside(data, self._room, player, all_numbers=True)
        self._last_move()
        self._moves()

    def _place_clock(self) -> int:
        """Add the clock at the right of the header, as large as fits; return the height reserved
        for it below the header otherwise."""
        theme, room, gap = self.theme, self._free, self._gap
        over = self.data.outlook.result is not None
        clock = self.data.outlook.clock
        if clock is None or (over and self._kept() > room.height // 2):
            return 0  # how it ended is more than how much time was left
        words = longest_words(clock)
        fitted = fitted_clock(theme, words, room.size, self._kept(), self._fits_beside)
        if fitted is None:
            return 0
        self._clock, below = fitted
        self._clock.player = self.player
        width, height = self._clock.rect.size
        self.sheet.add(self._clock)
        if below:
            room.height -= height + gap
            return height + gap
        room.width -= width + gap
        self._clock.rect.topleft = room.right + gap, room.y
        return 0

    def _fits_beside(self, width: int, ways: int) -> bool:
        """Return whether a header fits `width` with one of the first `ways` seat wordings."""
        words = self._words_width(width - self._gap, False)
        return self._names_fit(words, _SMALL_NAME, ways) and self._asked_fits(words)

    def _asked_fits(self, width: int) -> bool:
        theme, said = self.theme, self._asked()
        words = max((theme.width("small", word) for word in said.split()), default=0)
        high = label_height(theme, said, "small", width) if said else 0
        return words <= width and high <= theme.px(44)

    def _clock_below(self, kept: int) -> None:
        """Add the clock in the height reserved below the header."""
        place = self._free.copy()
        self._free.update(place.x, place.y + kept, place.width, place.height)
        if self._clock is not None:
            self._clock.rect.topleft = place.topleft

    def _widen(self, whole: pygame.Rect) -> None:
        """Use the whole width again below a clock."""
        if self._free.width < whole.width and self._clock is not None:
            bottom = self._free.bottom
            top = max(self._free.y, self._clock.rect.bottom + self._gap)
            self._free.update(whole.x, top, whole.width, max(0, bottom - top))

    def _small_buttons(self) -> Sequence[Widget]:
        """Return undo and menu where the panel has no room for other buttons."""
        if not (self._compact and self._has_buttons):
            return ()
        return [small_buttons(self.data, self.player)]

    def _hint(self) -> None:
        """Add the hint below the header or in its place, with as many sentences as fit."""
        theme, sentences, small = self.theme, self.data.outlook.hint, self._small_buttons()
        most = min(self._free.height, max(theme.px(44), self._free.height - self._kept()))
        width = self._free.width - sum(one.natural_width(theme) + self._gap for one in small)
        tried = [
            Label(" ".join(sentences[:count]), style, "ink", fills=True)
            for count in range(len(sentences), 0, -1)
            for style in _STYLES
        ]
        fitting = (one for one in tried if one.height_for(theme, width) <= most)
        label = next(fitting, tried[-1])
        self._room.top(Row([label, *small], height=44, down=0, reverse=True))

    def _hint_fits_below_header(self) -> bool:
        """Return whether the whole hint in the small style fits between a header and the slots."""
        left = self._free.height - self.theme.px(60) - self._gap - self._kept()
        words = " ".join(self.data.outlook.hint)
        high = label_height(self.theme, words, "small", self._free.width)
        return (0 if self._compact else left) >= high

    def _kept(self) -> int:
        """Return the height that cells beside the board need, in pixels."""
        return self.theme.px(BESIDE_HEIGHT) if extra_room(self.data) else 0

    def _points_alone(self) -> None:
        for points in self._points(False):
            free, wide = self._free, points.natural_width(self.theme)
            free.width -= wide + self._gap
            points.rect = pygame.Rect(free.right + self._gap, free.y, wide, free.height)
            self.sheet.add(points)

    def _points(self, large: bool) -> Sequence[Label]:
        score, style = self.data.outlook.score, _NUMBER[large]
        if score is None:
            return ()
        number = str(score[self.player])
        width = self.theme.width(style, number) / self.theme.unit + 2
        return [Label(number, style, across=1.0, width=width, fills=True)]

    def _piece(self, large: bool) -> Sequence[Widget]:
        piece = self.data.outlook.emblem(self.player)
        return [] if piece is None else [piece_picture(self.theme, piece, 52 if large else 36)]

    def _words_width(self, width: int, large: bool) -> int:
        others = (*self._piece(large), *self._points(large), *self._small_buttons())
        return width - sum(one.natural_width(self.theme) + self._gap for one in others)

    def _header(self) -> None:
        """Add piece, name, seat and points, as large as the words allow."""
        theme, free = self.theme, self._free
        roomy = free.height >= theme.px(200) and free.width >= theme.px(180)
        wide = self._words_width(free.width, True)
        large = roomy and self._names_fit(wide, (_NAME[True],), 1)
        wide = self._words_width(free.width, large)
        height = 60 if roomy else 44
        left = max(0, free.height - theme.px(height) - self._gap)
        low = theme.line_height("small")
        below = theme.line_height("bold") + low
        long = theme.width("small-bold", self.data.outlook.called(self.player)) > wide
        narrow = long or not self._names_fit(wide, _SMALL_NAME, 2)
        apart = long and left >= below + self._kept()
        parted = narrow and not long and left >= below
        if apart or parted:
            left = max(0, left - (below if apart else low) - self._gap)
        room = (free.width, below) if apart else (wide, theme.px(height))
        names = self._names(room, _NAME[large], free.width if parted else room[0], left)
        beside: Widget = Space() if apart else Column(names[:1] if parted else names, 0)
        items = [*self._piece(large), beside, *self._points(large), *self._small_buttons()]
        self._room.top(Row(items, reverse=True), height=height)
        if apart:
            self._room.top(Column(names, 0, height=below / theme.unit, down=0.5))
        elif parted:
            self._room.top(Column(names[1:]))

    def _names_fit(self, width: int, styles: tuple[Style, ...], ways: int) -> bool:
        """Return whether the name in one of the styles and one of the first seat wordings fit."""
        theme = self.theme
        # A name may be cut short, a colour never.
        colour = self.data.outlook.names[self.player]
        called = min(theme.width(style, colour) for style in styles)
        seats = seat_words(self.data.text, self.data.outlook, self.player)
        seat = min(theme.width("small", words) for words in seats[:ways])
        return max(called, seat) <= width

    def _names(
        self, room: tuple[int, int], style: Style, seat_width: int, left: int
    ) -> list[Widget]:
        """Return the player's name for a room of that size, and the seat or the question for a
        line of `seat_width` pixels; `left` pixels stay free below the header."""
        theme, (width, height) = self.theme, room
        said = self._asked() if self._crowded(left) else ""
        too_long = theme.width("small", said) > width
        if too_long and label_height(theme, said, "small", width) <= height:
            # Whose panel it is shows the piece; what happens can be read nowhere else.
            return [Label(said, "small", "ink")]
        called = [self.data.outlook.called(self.player)]
        name, style = fitted_words(theme, called, (style, *_SMALL_NAME), width)
        if said and self.data.outlook.looking_back and said == look_words(self.data)[0]:
            ways = look_words(self.data)
        else:
            own = seat_words(self.data.text, self.data.outlook, self.player)
            ways = [said] if said else own
        seat, small = fitted_words(theme, ways, ("small",), seat_width)
        return [Label(name, style, "ink"), Label(seat, small)]

    def _crowded(self, left: int) -> bool:
        """Return whether the question must stand in the header, for lack of room below it."""
        if "beside" in self.data.outlook.board.kinds:
            return left < self.theme.px(BESIDE_HEIGHT)
        asked, width = self._asked(), self._free.width
        return bool(asked) and left < label_height(self.theme, asked, "small", width)

    def _asked(self) -> str:
        """Return the most important line, or ""."""
        return next((said for said, _ in status_lines(self.data, self.player)), "")

    def _status(self) -> None:
        if self._crowded(self._free.height):
            return
        for said, style in status_lines(self.data, self.player) + asides(self.data, self.player):
            tried = (Label(said, style), Label(said, "small"))
            label = next((one for one in tried if self._room.holds(one)), None)
            if label is not None:
                self._room.top(label, 4)

    def _last_move(self) -> None:
        words, theme = self.data.outlook.last_words[self.player], self.theme
        label, free = Label(words, "small"), self._free
        kept = theme.px(120) + self._gap if self._lists_moves() else 0
        fits = label.height_for(theme, free.width) <= free.height - kept
        if words and not self.data.outlook.over and fits:
            self._room.top(label)

    def _lists_moves(self) -> bool:
        """Return whether the list of moves fits: in a tall upright far panel."""
        theme, near = self.theme, self.player == self.data.outlook.near
        wide = self._free.width >= theme.px(150)
        return not (self.sheet.quarter or near) and wide and self._free.height >= theme.px(120)

    def _moves(self) -> None:
        if self._lists_moves():
            self._room.top(Space())
            place = self.sheet.outside(self._free)
            self.moves_place = (place.x, place.y, place.width, place.height)


_NUMBER: dict[bool, Style] = {False: "number", True: "title"}
_NAME: dict[bool, Style] = {False: "bold", True: "head"}
"""Styles in a header with little (False) and much (True) room."""

_SMALL_NAME: tuple[Style, ...] = ("bold", "small-bold")
"""Styles of a name where there is little room."""

_STYLES: tuple[Style, ...] = ("text", "small")
"""Styles of a hint, the larger first."""
