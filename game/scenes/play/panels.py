"""Panel of a player: seat, points, status, buttons, list of moves."""

import pygame

from game.scenes.common.clock_places import ClockPlace, FittedClock, fitted_clock, longest_words
from game.scenes.play.beside import BESIDE_HEIGHT, add_beside, add_tallies, extra_room
from game.scenes.play.buttons import add_buttons, add_small_buttons
from game.scenes.play.data import PanelData
from game.scenes.play.lines import asides, fitted_words, look_words, seat_words, status_lines
from game.services.theme import Style, Theme
from game.ui import layout
from game.ui.clock_face import ClockFace
from game.ui.pieces import piece_picture
from game.ui.room import take_top
from game.ui.sheet import Sheet
from game.ui.widgets import Card, Label, label_height
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
        self._pad = self.theme.px(8 if min(self.sheet.rect.size) < self.theme.px(140) else 12)
        self._gap = self.theme.px(8)
        self._room = self.sheet.rect.inflate(-2 * self._pad, -2 * self._pad)
        outlook = data.outlook
        acts = outlook.result is None and outlook.turn == player
        won = outlook.result is not None and outlook.result.winner == player
        self.sheet.add(Card(self.sheet.rect, f"card{player}", accent=acts or won))
        self._compact = extra_room(data) > 0 and self.sheet.height < self.theme.px(176)
        if buttons and not self._compact:
            add_buttons(data, self.sheet, self._room, player)
        self.clocks: list[ClockPlace] = []
        self._face: FittedClock | None = None
        whole = self._room.copy()
        below = self._place_clock()
        hinted = outlook.hinted and outlook.turn == player
        if self._is_strip():
            self._points_alone()
        elif not hinted or self._room_below_header() >= self._hint_height():
            self._header()
        if below:
            self._clock_below(below)
        if hinted:
            self._hint()
        else:
            self._status()
        self._widen(whole)
        self.slots = add_beside(data, self.sheet, self._room, player)
        add_tallies(data, self.sheet, self._room, player)
        self._last_move()
        self._moves()

    def _take_top(self, height: int) -> pygame.Rect:
        return take_top(self._room, height, self._gap)

    def _place_clock(self) -> int:
        """Add the clock at the right of the header, as large as fits; return the height reserved
        for it below the header otherwise."""
        theme, room, gap = self.theme, self._room, self._gap
        over = self.data.outlook.result is not None
        clock = self.data.outlook.clock
        if clock is None or (over and self._kept() > room.height // 2):
            return 0  # how it ended is more than how much time was left
        words = longest_words(clock)
        self._face = face = fitted_clock(theme, words, room.size, self._kept(), self._fits_beside)
        if face is not None and face.below:
            room.height -= face.height + gap
            return face.height + gap
        if face is not None:
            self._add_clock(face, room.right - face.width, room.y)
            room.width -= face.width + gap
        return 0

    def _fits_beside(self, width: int, ways: int) -> bool:
        """Return whether a header fits `width` with one of the first `ways` seat wordings."""
        width -= self._gap + self.theme.px(104) * (self._compact and self._has_buttons)
        words = self._parts(pygame.Rect(0, 0, width, self.theme.px(44)), False)[2].width
        return self._names_fit(words, _SMALL_NAME, ways) and self._asked_fits(words)

    def _seat_words(self) -> list[str]:
        return seat_words(self.data.text, self.data.outlook, self.player)

    def _asked_fits(self, width: int) -> bool:
        """Return whether the question fits into the header."""
        theme, said = self.theme, self._asked()
        words = max((theme.width("small", word) for word in said.split()), default=0)
        high = label_height(theme, said, "small", width) if said else 0
        return words <= width and high <= theme.px(44)

    def _clock_below(self, kept: int) -> None:
        """Add the clock in the height reserved below the header."""
        self._room.height += kept
        place = self._take_top(kept - self._gap)
        if self._face is not None:
            self._add_clock(self._face, place.x, place.y)

    def _add_clock(self, fitted: FittedClock, x: int, y: int) -> None:
        rect = pygame.Rect(x, y, fitted.width, fitted.height)
        face = ClockFace(rect, style=fitted.style, sample=fitted.words)
        self.sheet.add(face)
        outside = self.sheet.outside(rect)
        self.clocks.append(ClockPlace(self.player, face, outside, self.sheet.quarter))

    def _widen(self, whole: pygame.Rect) -> None:
        """Use the whole width again below a clock."""
        if self._room.width == whole.width or not self.clocks:
            return
        bottom = self._room.bottom
        self._room.width = whole.width
        self._room.y = max(self._room.y, self.clocks[0].face.rect.bottom + self._gap)
        self._room.height = max(0, bottom - self._room.y)

    def _hint(self) -> None:
        """Add the hint below the header or in its place, with as many sentences as fit."""
        theme, sentences = self.theme, self.data.outlook.hint
        rect, least = self._room.copy(), theme.px(44)
        rect.height = min(rect.height, max(least, rect.height - self._kept()))
        if self._compact and self._has_buttons:
            rect.width -= add_small_buttons(self.data, self.sheet, rect, self.player)
        styles: tuple[Style, ...] = ("text", "small")
        tried = [(count, style) for count in range(len(sentences), 0, -1) for style in styles]
        for count, style in tried:
            words = " ".join(sentences[:count])
            height = label_height(theme, words, style, rect.width)
            if height <= rect.height:
                break
        rect.height = max(least, height)
        self._take_top(rect.height)
        self.sheet.add(Label(rect, text=words, style=style, paint=theme.palette.ink))

    def _hint_height(self) -> int:
        """Return the height of the whole hint in the small style."""
        words = " ".join(self.data.outlook.hint)
        return label_height(self.theme, words, "small", self._room.width)

    def _room_below_header(self) -> int:
        """Return the height left below a header and above the slots."""
        if self._compact:
            return 0
        return self._room.height - self.theme.px(60) - self._gap - self._kept()

    def _kept(self) -> int:
        """Return the height that cells beside the board need, in pixels."""
        return self.theme.px(BESIDE_HEIGHT) if extra_room(self.data) else 0

    def _is_strip(self) -> bool:
        """Return whether only one of header and cells beside the board has room."""
        both = self.theme.px(44 + 8 + 40)
        return extra_room(self.data) > 0 and not self._has_buttons and self._room.height < both

    def _points_alone(self) -> None:
        """Add the points at the right of the cells; the pieces there identify the player."""
        points = self._parts(self._room, False)[1]
        self._add_points(points, _NUMBER[False])
        self._room.width -= points.width + self._gap

    def _header(self) -> None:
        """Add piece, name, seat and points, as large as the words allow."""
        theme = self.theme
        roomy = self._room.height >= theme.px(200) and self._room.width >= theme.px(180)
        rect = self._take_top(theme.px(60 if roomy else 44))
        if self._compact and self._has_buttons:
            rect.width -= add_small_buttons(self.data, self.sheet, rect, self.player)
        large = roomy and self._names_fit(self._parts(rect, True)[2].width, (_NAME[True],), 1)
        emblem, points, words = self._parts(rect, large)
        piece = self.data.outlook.emblem(self.player)
        if piece is not None:
            self.sheet.add(piece_picture(theme, emblem, piece))
        self._add_points(points, _NUMBER[large])
        below = theme.line_height("bold") + theme.line_height("small")
        long = theme.width("small-bold", self.data.outlook.called(self.player)) > words.width
        narrow = long or not self._names_fit(words.width, _SMALL_NAME, 2)
        seat = None
        if long and self._room.height >= below + self._kept():
            words = self._take_top(below)
        elif narrow and not long and self._room.height >= below:
            seat = self._take_top(theme.line_height("small"))
        self._names(words, _NAME[large], seat)

    def _add_points(self, place: pygame.Rect, style: Style) -> None:
        score = self.data.outlook.score
        if score is not None:
            number, ink = str(score[self.player]), self.theme.palette.ink
            self.sheet.add(Label(place, text=number, style=style, paint=ink, across=1.0))

    def _parts(self, rect: pygame.Rect, large: bool) -> tuple[pygame.Rect, ...]:
        """Return the places of the piece, the points and the words between them."""
        theme, words = self.theme, rect.copy()
        side = theme.px(52 if large else 36)
        emblem = pygame.Rect(rect.x, rect.centery - side // 2, side, side)
        if self.data.outlook.emblem(self.player) is not None:
            words.x += side + self._gap
            words.width -= side + self._gap
        score = self.data.outlook.score
        width = 0 if score is None else theme.width(_NUMBER[large], str(score[self.player])) + 2
        points = pygame.Rect(rect.right - width, rect.y, width, rect.height)
        words.width -= width + self._gap if width else 0
        return emblem, points, words

    def _names_fit(self, width: int, styles: tuple[Style, ...], ways: int) -> bool:
        """Return whether the name in one of the styles and one of the first seat wordings fit."""
        theme = self.theme
        # A name may be cut short, a colour never.
        colour = self.data.outlook.names[self.player]
        called = min(theme.width(style, colour) for style in styles)
        seat = min(theme.width("small", words) for words in self._seat_words()[:ways])
        return max(called, seat) <= width

    def _names(self, rect: pygame.Rect, style: Style, seat: pygame.Rect | None) -> None:
        """Add the player's name, and below it, or at `seat`, the seat or the question."""
        theme, palette = self.theme, self.theme.palette
        said = self._asked() if self._crowded() else ""
        too_long = theme.width("small", said) > rect.width
        if too_long and label_height(theme, said, "small", rect.width) <= rect.height:
            # Whose panel it is shows the piece; what happens can be read nowhere else.
            self.sheet.add(Label(rect, text=said, style="small", paint=palette.ink))
            return
        called = [self.data.outlook.called(self.player)]
        name, style = fitted_words(theme, called, (style, *_SMALL_NAME), rect.width)
        if said and self.data.outlook.looking_back and said == look_words(self.data)[0]:
            ways = look_words(self.data)
        else:
            ways = [said] if said else self._seat_words()
        high, low = theme.line_height(style), theme.line_height("small")
        both = high + (low if seat is None else 0)
        above = pygame.Rect(rect.x, rect.centery - both // 2, rect.width, high)
        below = seat or pygame.Rect(rect.x, above.bottom, rect.width, low)
        self.sheet.add(Label(above, text=name, style=style, paint=palette.ink))
        lower, small = fitted_words(theme, ways, ("small",), below.width)
        self.sheet.add(Label(below, text=lower, style=small, paint=palette.soft))

    def _crowded(self) -> bool:
        """Return whether the question must stand in the header, for lack of room below it."""
        if "beside" in self.data.outlook.board.kinds:
            return self._room.height < self.theme.px(BESIDE_HEIGHT)
        asked, width = self._asked(), self._room.width
        return bool(asked) and self._room.height < label_height(self.theme, asked, "small", width)

    def _asked(self) -> str:
        """Return the most important line, or ""."""
        return next((said for said, _ in status_lines(self.data, self.player)), "")

    def _status(self) -> None:
        """Add as many lines below the header as fit."""
        theme, palette = self.theme, self.theme.palette
        if self._crowded():
            return
        for said, style in status_lines(self.data, self.player) + asides(self.data, self.player):
            tried: tuple[Style, ...] = (style, "small")
            for chosen in tried:
                height = label_height(theme, said, chosen, self._room.width)
                if height <= self._room.height:
                    place = self._take_top(height)
                    paint = palette.soft if style == "small" else palette.ink
                    self.sheet.add(Label(place, text=said, style=chosen, paint=paint))
                    self._room.y -= self._gap // 2
                    self._room.height += self._gap // 2
                    break

    def _last_move(self) -> None:
        """Add a sentence about the player's last move, if nothing else needs the room."""
        words, theme = self.data.outlook.last_words[self.player], self.theme
        height = label_height(theme, words, "small", self._room.width)
        free = self._room.height - (theme.px(120) + self._gap if self._lists_moves() else 0)
        if words and not self.data.outlook.over and height <= free:
            place = self._take_top(height)
            self.sheet.add(Label(place, text=words, style="small", paint=theme.palette.soft))

    def _lists_moves(self) -> bool:
        """Return whether the list of moves fits: in a tall upright far panel."""
        theme, near = self.theme, self.player == self.data.outlook.near
        wide = self._room.width >= theme.px(150)
        return not (self.sheet.quarter or near) and wide and self._room.height >= theme.px(120)

    def _moves(self) -> None:
        """Reserve the rest for the list of moves."""
        if self._lists_moves():
            self._take_top(0)
            place = self.sheet.outside(self._room)
            self.moves_place = (place.x, place.y, place.width, place.height)


_NUMBER: dict[bool, Style] = {False: "number", True: "title"}
_NAME: dict[bool, Style] = {False: "bold", True: "head"}
"""Styles in a header with little (False) and much (True) room."""

_SMALL_NAME: tuple[Style, ...] = ("bold", "small-bold")
"""Styles of a name where there is little room."""
