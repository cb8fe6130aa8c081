"""Near panel of a lesson's step or a problem: sentences, progress, slots, three buttons."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

import pygame

from game.board.places import framed_aspect
from game.board.view import BoardView
from game.scenes.common.board_stage import Arranged, BoardStage
from game.scenes.play.beside import add_beside, extra_room
from game.scenes.play.data import PanelData
from game.scenes.play.panels import Panel
from game.services.services import Services
from game.services.text import Text
from game.services.theme import Style
from game.table.outlook import Outlook
from game.ui import layout
from game.ui.pieces import piece_picture
from game.ui.room import take_bottom, take_top
from game.ui.sheet import Sheet
from game.ui.widgets import Button, Card, Label, label_height
from rules.contract.position import Player

_FAR_HEIGHT, _FAR_HEIGHT_WITH_SLOTS, _FAR_WIDTH = 64, 118, 152
"""CSS pixels of the far panel: its height without and with cells beside the board, its width."""

_COMPACT_HEIGHTS = 64, 186
"""CSS pixels of the far and the near panel with cells beside the board in a low window."""

_MAX_HEIGHT, _MAX_WIDTH = 300, 420
"""Greatest CSS pixels of the near panel."""

_HEADER_HEIGHT = 24
"""CSS pixels of the header's height."""

_MAX_FIRST_LETTERS = 7
"""Greatest length of a count that takes precedence over the head."""

_SLOTS_HEIGHTS = 44, 112
"""Least and greatest CSS pixels of the cells beside the board."""

_STYLES: tuple[tuple[Style, Style], ...] = (("text", "bold"), ("small", "small-bold"))
"""Styles of the explanation and of the request, the largest first."""


Tone = Literal["open", "good", "bad"]
"""Look of the panel: unanswered, right, wrong."""


@dataclass(frozen=True)
class IconButton:
    """Button with an icon alone."""

    name: str
    key: str
    """Text key of its label in the readout."""
    icon: str
    can: bool = True


@dataclass(frozen=True)
class TaskData:
    """State of a task, as the panel shows it."""

    person: Player
    """Player who solves the task."""
    words: tuple[str, str]
    """Explanation and request."""
    head: str
    """State of the task in few words."""
    tone: Tone
    count: str
    """Progress, or which task this is; left out where room is short."""
    smalls: tuple[IconButton, IconButton]
    main: tuple[str, str, str]
    """Name, text key and icon of the main button."""

    @property
    def sentences(self) -> tuple[str, ...]:
        """The sentences of the readout."""
        return self.count, self.head, *self.words


def task_outlook(told: Outlook, text: Text, person: Player, asked: bool) -> Outlook:
    """Return an outlook for a task of `person`, without what a match would say; without legal
    moves unless one is `asked` for."""
    you, other = text("task.you"), text("task.opponent")
    return replace(
        told,
        near=person,
        players=(other, you) if person else (you, other),
        asked="",
        warning="",
        note="",
        opening_name="",
        human=asked,
        next_cells=told.next_cells if asked else frozenset(),
        over=not asked,
    )


def arrange_task(
    services: Services,
    size: tuple[int, int],
    stage: BoardStage,
    data: TaskData,
    run: Callable[[str], None],
) -> Arranged:
    """Arrange board and panels in a window of `size` pixels; `run` is called with the name of a
    pressed button."""
    settings, theme, board = services.settings, services.theme, stage.outlook.board
    panel = PanelData(
        theme=theme,
        text=services.text,
        settings=settings,
        outlook=stage.outlook,
        moves=[],
        run=lambda name, quarter: run(name),
        tap=stage.tap,
        go=None,
    )
    aspect = framed_aspect(board, settings.coordinates)
    extra = extra_room(panel)
    plan = _near_first(
        layout.play_layout(
            size, aspect, settings.tabletop, theme.unit, services.page.safe_area(), extra,
            _COMPACT_HEIGHTS,
        ),
        theme.unit, settings.tabletop, _FAR_HEIGHT_WITH_SLOTS if extra else _FAR_HEIGHT,
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
    """Return the layout with the far panel's spare room moved to the near one."""
    along = 1 if plan.upright else 0
    deep = plan.upright or tabletop
    least = round((far_high if deep else _FAR_WIDTH) * unit)
    most = round((_MAX_HEIGHT if deep else _MAX_WIDTH) * unit)
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
    """Sheet of the player who solves the task: buttons and slots at the bottom, words above on a
    sheet of their own, which scrolls."""

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
        """Add two icon buttons and the main button, below each other in a narrow panel."""
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
        """Return whether a header leaves room for all words, or they scroll anyway."""
        theme, room = self._theme, self._room
        kept = theme.px(_SLOTS_HEIGHTS[0]) + self._gap if extra_room(self._panel) else 0
        left = room.height - kept - self._written(_STYLES[-1], room.width)[1]
        return left >= theme.px(_HEADER_HEIGHT + 4) or (
            left < 0 and room.height - kept >= theme.px(120)
        )

    def _small(self, rect: pygame.Rect, small: IconButton) -> None:
        action = partial(self._panel.run, small.name, 0) if small.can else None
        spoken = self._panel.text(small.key)
        self.sheet.add(Button(rect, small.name, action, icon=small.icon, spoken=spoken))

    def _header(self) -> None:
        """Add the solver's piece, the state of the task and the progress."""
        theme, data, side = self._theme, self._data, self._theme.px(_HEADER_HEIGHT)
        palette = theme.palette
        row = take_top(self._room, side, theme.px(4))
        piece = self._panel.outlook.emblem(data.person)
        if piece is not None:
            self.sheet.add(piece_picture(theme, pygame.Rect(row.x, row.y, side, side), piece))
            row.x += side + self._gap
            row.width -= side + self._gap
        wide, said = theme.width("small", data.count) + 2, theme.width("small-bold", data.head)
        if wide + (said + self._gap if len(data.count) > _MAX_FIRST_LETTERS else 0) <= row.width:
            place = pygame.Rect(row.right - wide, row.y, wide, side)
            self.sheet.add(
                Label(place, text=data.count, style="small", paint=palette.soft, across=1.0)
            )
            row.width -= wide + self._gap
        paint = {"open": palette.soft, "good": palette.good, "bad": palette.accent}[data.tone]
        if said <= row.width:
            self.sheet.add(Label(row, text=data.head, style="small-bold", paint=paint))

    def _beside(self) -> dict[int, pygame.Rect]:
        """Add the solver's cells beside the board, as large as the words allow."""
        theme, room = self._theme, self._room
        if not extra_room(self._panel):
            return {}
        least, most = (theme.px(css) for css in _SLOTS_HEIGHTS)
        spare = room.height - self._gap - self._written(_STYLES[0], room.width)[1]
        high = min(max(least, min(spare, most)), room.height)
        strip = take_bottom(room, high, self._gap)
        return add_beside(self._panel, self.sheet, strip, self._data.person)

    def _said(self, quarter: int) -> Sheet:
        """Return a sheet with the sentences in the largest styles that fit."""
        place = self.sheet.outside(self._room)
        inner = Sheet(self._theme, (place.x, place.y, place.width, place.height), quarter)
        for styles in _STYLES:
            placed, high = self._written(styles, inner.width)
            if high <= inner.height:
                break
        inner.add(*placed)
        return inner

    def _written(self, styles: tuple[Style, Style], width: int) -> tuple[list[Label], int]:
        """Return the sentences as labels in a column of `width` pixels, and their height."""
        theme, placed, y = self._theme, [], 0
        for words, style in zip(self._data.words, styles, strict=True):
            if words:
                high = label_height(theme, words, style, width)
                rect = pygame.Rect(0, y, width, high)
                placed.append(Label(rect, text=words, style=style, paint=theme.palette.ink))
                y += high + theme.px(4)
        return placed, y - theme.px(4)
