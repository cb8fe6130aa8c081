"""The near panel of a task, a lesson's step or a problem: its sentences, how far one is, slots,
and three buttons."""

from dataclasses import dataclass
from functools import partial
from typing import Literal

import pygame

from game.board.places import framed_aspect
from game.board.view import BoardView
from game.scenes.play.arrangement import Arranged
from game.scenes.play.beside import add_beside, extra_room
from game.scenes.play.data import PanelData
from game.scenes.play.panels import Panel
from game.services.theme import Style
from game.ui import layout
from game.ui.pieces import piece_picture
from game.ui.room import take_bottom, take_top
from game.ui.sheet import Sheet
from game.ui.widgets import Button, Card, Label, label_height
from rules.contract.position import Player

FAR, FAR_WITH_SLOTS, FAR_WIDTH = 64, 118, 152
"""CSS pixels that are left to the far panel, which has little to say: above the board without and
with cells beside it, and left of it."""

COMPACT = 64, 186
"""CSS pixels of the far and of the near panel with cells beside the board, where the window is low:
a row of cells, and buttons, cells and three lines of words."""

MOST_HEIGHT, MOST_WIDTH = 300, 420
"""CSS pixels of the near panel, at most."""

HEADER = 24
"""CSS pixels that the header is high."""

SHORT = 7
"""Letters up to which a count stands there before anything else does."""

SLOTS = 44, 112
"""CSS pixels kept for cells beside the board, at least and at most."""

STYLES: tuple[tuple[Style, Style], ...] = (("text", "bold"), ("small", "small-bold"))
"""How what is said and what is to be done are written, the largest first."""


Tone = Literal["open", "good", "bad"]
"""How it looks: nothing is answered, or well, or not so well."""


@dataclass(frozen=True)
class Small:
    """A button with an icon alone."""

    name: str
    key: str
    """Its words, for those who cannot see it."""
    icon: str
    can: bool = True


@dataclass(frozen=True)
class TaskData:
    """One moment of a task."""

    person: Player
    """Whose task it is."""
    words: tuple[str, str]
    """What is said, and what is to be done."""
    head: str
    """How it stands with the task, in few words."""
    tone: Tone
    count: str
    """How far one is, or which task this is; left out where there is no room."""
    smalls: tuple[Small, Small]
    main: tuple[str, str, str]
    """Name, text key and icon of the button that leads on."""


def arranged(panel: PanelData, data: TaskData, size: tuple[int, int], safe: layout.Box) -> Arranged:
    """Board and panels for a window of that size, whose edges `safe` stay free; the panel's `run`
    is told which button was pressed."""
    settings, theme, board = panel.settings, panel.theme, panel.outlook.board
    aspect = framed_aspect(board, settings.coordinates)
    extra = extra_room(panel)
    plan = _near_first(
        layout.play(size, aspect, settings.tabletop, theme.unit, safe, extra, COMPACT),
        theme.unit, settings.tabletop, FAR_WITH_SLOTS if extra else FAR,
    )  # fmt: skip
    far = Panel(panel, plan.far, plan.turns[0], 1 - data.person, buttons=False)
    near = TaskPanel(panel, data, plan.near, plan.turns[1])
    slots = {**far.slots, **near.slots}
    view = BoardView(theme, board, plan.board, settings.coordinates, slots)
    sheets = [far.sheet, near.sheet, near.words]
    return Arranged(view, sheets, [], plan.turns, plan.upright)


def _near_first(
    plan: layout.PlayLayout, unit: float, tabletop: bool, far_high: int
) -> layout.PlayLayout:
    """The same, but the near panel has what the far one can do without."""
    along = 1 if plan.upright else 0
    deep = plan.upright or tabletop
    least = round((far_high if deep else FAR_WIDTH) * unit)
    most = round((MOST_HEIGHT if deep else MOST_WIDTH) * unit)
    by = max(0, min(plan.far[2 + along] - least, most - plan.near[2 + along]))

    def changed(box: layout.Box, moved: int, grown: int) -> layout.Box:
        sides = list(box)
        sides[along] += moved
        sides[2 + along] += grown
        return sides[0], sides[1], sides[2], sides[3]

    return layout.PlayLayout(
        changed(plan.board, -by, 0), changed(plan.far, 0, -by), changed(plan.near, -by, by),
        plan.upright, plan.turns,
    )  # fmt: skip


class TaskPanel:
    """The sheet of whoever has the task: from the bottom up buttons and slots, from the top down
    the words, which have a sheet of their own and scroll where there is no room."""

    def __init__(self, panel: PanelData, data: TaskData, place: layout.Box, quarter: int) -> None:
        self._panel, self._data = panel, data
        self._theme = theme = panel.theme
        self.sheet = Sheet(theme, place, quarter)
        self._gap = theme.px(8)
        pad = theme.px(8 if min(self.sheet.rect.size) < theme.px(140) else 12)
        self._room = self.sheet.rect.inflate(-2 * pad, -2 * pad)
        self.sheet.add(Card(self.sheet.rect, "task", accent=data.tone == "open"))
        self._buttons()
        if self._room_for_header():
            self._header()
        self.slots = self._beside()
        self.words = self._said(quarter)

    def _buttons(self) -> None:
        """Two small ones, and what leads on: below each other where the panel is narrow."""
        theme, data, gap, side = self._theme, self._data, self._gap, self._theme.px(48)
        narrow = self._room.width < theme.px(250) and self._room.height >= theme.px(200)
        strip = take_bottom(self._room, side, gap)
        first, second = data.smalls
        self._small(pygame.Rect(strip.x, strip.y, side, side), first)
        x = strip.right - side if narrow else strip.x + side + gap
        self._small(pygame.Rect(x, strip.y, side, side), second)
        left = pygame.Rect(x + side + gap, strip.y, strip.right - x - side - gap, side)
        name, key, icon = data.main
        words = self._panel.text(key)
        button = Button(
            take_bottom(self._room, side, gap) if narrow else left,
            name,
            partial(self._panel.run, name, 0),
            words,
            icon,
            "plain" if data.tone == "open" else "primary",
        )
        if button.clipped(theme):
            button.text, button.spoken = "", words
        self.sheet.add(button)

    def _room_for_header(self) -> bool:
        """Whether a header leaves room for all words, or they have to be scrolled anyway."""
        theme, room = self._theme, self._room
        kept = theme.px(SLOTS[0]) + self._gap if extra_room(self._panel) else 0
        left = room.height - kept - self._written(STYLES[-1], room.width)[1]
        return left >= theme.px(HEADER + 4) or (left < 0 and room.height - kept >= theme.px(120))

    def _small(self, rect: pygame.Rect, small: Small) -> None:
        action = partial(self._panel.run, small.name, 0) if small.can else None
        spoken = self._panel.text(small.key)
        self.sheet.add(Button(rect, small.name, action, icon=small.icon, spoken=spoken))

    def _header(self) -> None:
        """Whose moves these are, or how the answer was, and how far one is."""
        theme, data, side = self._theme, self._data, self._theme.px(HEADER)
        palette = theme.palette
        row = take_top(self._room, side, theme.px(4))
        piece = self._panel.outlook.emblem(data.person)
        if piece is not None:
            self.sheet.add(piece_picture(theme, pygame.Rect(row.x, row.y, side, side), piece))
            row.x += side + self._gap
            row.width -= side + self._gap
        wide, said = theme.width("small", data.count) + 2, theme.width("small-bold", data.head)
        if wide + (said + self._gap if len(data.count) > SHORT else 0) <= row.width:
            place = pygame.Rect(row.right - wide, row.y, wide, side)
            self.sheet.add(
                Label(place, text=data.count, style="small", paint=palette.soft, across=1.0)
            )
            row.width -= wide + self._gap
        paint = {"open": palette.soft, "good": palette.good, "bad": palette.accent}[data.tone]
        if said <= row.width:
            self.sheet.add(Label(row, text=data.head, style="small-bold", paint=paint))

    def _beside(self) -> dict[int, pygame.Rect]:
        """The person's cells beside the board, as large as the words leave room for."""
        theme, room = self._theme, self._room
        if not extra_room(self._panel):
            return {}
        least, most = (theme.px(css) for css in SLOTS)
        spare = room.height - self._gap - self._written(STYLES[0], room.width)[1]
        high = min(max(least, min(spare, most)), room.height)
        strip = take_bottom(room, high, self._gap)
        return add_beside(self._panel, self.sheet, strip, self._data.person)

    def _said(self, quarter: int) -> Sheet:
        """The sentences, as large as they fit."""
        place = self.sheet.outside(self._room)
        inner = Sheet(self._theme, (place.x, place.y, place.width, place.height), quarter)
        for styles in STYLES:
            placed, high = self._written(styles, inner.width)
            if high <= inner.height:
                break
        inner.add(*placed)
        return inner

    def _written(self, styles: tuple[Style, Style], width: int) -> tuple[list[Label], int]:
        """The sentences below each other in a column of that width, and how high they are."""
        theme, placed, y = self._theme, [], 0
        for words, style in zip(self._data.words, styles, strict=True):
            if words:
                high = label_height(theme, words, style, width)
                rect = pygame.Rect(0, y, width, high)
                placed.append(Label(rect, text=words, style=style, paint=theme.palette.ink))
                y += high + theme.px(4)
        return placed, y - theme.px(4)
