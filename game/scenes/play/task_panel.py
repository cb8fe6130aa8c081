"""Scene of a lesson's step or a problem. Its near panel: sentences, progress, slots, buttons."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

from game.scenes.common.board_stage import BoardStage
from game.scenes.common.hands import is_on_board
from game.scenes.common.scene import Scene
from game.scenes.common.stage import Stage
from game.scenes.play.beside import add_beside, extra_room
from game.scenes.play.data import PanelData
from game.scenes.play.panels import Panel
from game.services.readout import Part
from game.services.text import Text
from game.services.theme import Style
from game.table.change import Change
from game.table.outlook import Outlook
from game.tasks.lesson import LessonRun
from game.tasks.solving import Solving
from game.ui import layout
from game.ui.containers import Card, Column, Row, Space
from game.ui.pieces import piece_picture
from game.ui.room import Room
from game.ui.sheet import Sheet
from game.ui.widgets import Button, Label, Paint, Widget
from rules.contract.board import Cell
from rules.contract.position import Player

_HEADER_HEIGHT = 24
"""CSS pixels of the header's height."""

_MAX_FIRST_LETTERS = 7
"""Greatest length of a count that takes precedence over the head."""

_PAINTS: dict[str, Paint] = {"open": "soft", "good": "good", "bad": "accent"}
"""Colours of the head by the look of the panel."""

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
    smalls: tuple[IconButton, ...]
    main: tuple[str, str, str]
    """Name, text key and icon of the main button."""

    @property
    def sentences(self) -> tuple[str, ...]:
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


class TaskScene(Scene):
    """A task at a table, with its words in the near panel."""

    board: BoardStage

    def __init__(self, stage: Stage, run: LessonRun | Solving, name: str = "") -> None:
        super().__init__(stage, name)
        self._run = run
        self._sit_down()

    def _sit_down(self) -> None:
        """Show the table of the task as it is now."""
        self.board = BoardStage(
            self.services, self._run.table, self.hands, self.tap_cell, self.rearrange, self._seen
        )

    # -- to be filled by each scene ----------------------------------------------------------------

    def run(self, name: str) -> None:
        """Carry out what the button of that name does."""

    def _task(self) -> TaskData:
        raise NotImplementedError

    def _seen(self, outlook: Outlook) -> Outlook:
        """Return the outlook of the table as it is shown."""
        raise NotImplementedError

    # -- what happens ------------------------------------------------------------------------------

    def update(self, seconds: float) -> None:
        if self.board.advance(seconds):
            self.changed = True
        else:
            self._show(self._run.pass_time(seconds, self.services.slice_seconds))

    def tap_cell(self, cell: Cell) -> None:
        self.changed |= self.board.finish()
        self._show(self._run.tap(cell))
        self.let_go(is_on_board)

    def _show(self, change: Change | None) -> None:
        self.board.show(change)

    # -- arrangement -------------------------------------------------------------------------------

    def lay_out(self) -> None:
        task, settings, outlook = self._task(), self.services.settings, self.board.outlook
        data = PanelData(self.theme, self.text, settings, outlook, self.run, self.tap_cell)
        aspect, extra = self.board.aspect, extra_room(data)
        plan = layout.play_layout(self._window, aspect, settings.tabletop, extra, task=True)
        far = Panel(data, plan.far, plan.turns[0], 1 - task.person, buttons=False)
        near = TaskPanel(data, task, plan.near, plan.turns[1])
        self.sheets, self.board.upright = [far.sheet, near.sheet, near.words], plan.upright
        self.view = self.board.view(plan.board, self.sheets)

    def parts(self) -> Iterator[Part]:
        yield from self.board.parts(self.title(), self._task().sentences, self.sheets)


class TaskPanel:
    """Sheet of the player who solves the task: buttons and slots at the bottom, words above on a
    sheet of their own, which scrolls."""

    def __init__(self, panel: PanelData, data: TaskData, place: layout.Box, quarter: int) -> None:
        self._panel, self._data = panel, data
        self._theme = theme = panel.theme
        self.sheet = Sheet(theme, place, quarter)
        pad = theme.px(8 if min(self.sheet.rect.size) < theme.px(140) else 12)
        self._room = Room(self.sheet, self.sheet.rect.inflate(-2 * pad, -2 * pad))
        self.sheet.add(Card(rect=self.sheet.rect, name="task", accent=data.tone == "open"))
        self._buttons()
        if self._room_for_header():
            self._header()
        self._beside()
        self.words = self._said(quarter)

    def _buttons(self) -> None:
        theme, free, data = self._theme, self._room.rect, self._data
        smalls: list[Widget] = [self._small(one) for one in data.smalls]
        name, key, icon = data.main
        look = "plain" if data.tone == "open" else "primary"
        main = Button(name, partial(self._panel.run, name), self._panel.text(key), icon, look,
                      height=48, shrinks=True)  # fmt: skip
        if free.width < theme.px(250) and free.height >= theme.px(200):
            self._room.bottom(Row([*smalls[:-1], Space(), smalls[-1]]))
            self._room.bottom(main)
        else:
            self._room.bottom(Row([*smalls, main]))

    def _small(self, small: IconButton) -> Button:
        action = partial(self._panel.run, small.name) if small.can else None
        spoken = self._panel.text(small.key)
        return Button(small.name, action, icon=small.icon, spoken=spoken, width=48, height=48)

    def _room_for_header(self) -> bool:
        """Return whether a header leaves room for all words, or they scroll anyway."""
        theme, free = self._theme, self._room.rect
        kept = theme.px(_SLOTS_HEIGHTS[0] + 8) if extra_room(self._panel) else 0
        left = free.height - kept - self._told(_STYLES[-1]).height_for(theme, free.width)
        return left >= theme.px(_HEADER_HEIGHT + 4) or (
            left < 0 and free.height - kept >= theme.px(120)
        )

    def _header(self) -> None:
        theme, data = self._theme, self._data
        piece = self._panel.outlook.emblem(data.person)
        items = [] if piece is None else [piece_picture(theme, piece, _HEADER_HEIGHT)]
        width = self._room.rect.width - theme.px((_HEADER_HEIGHT + 8) * len(items))
        wide, said = theme.width("small", data.count) + 2, theme.width("small-bold", data.head)
        head: Widget = Label(data.head, "small-bold", _PAINTS[data.tone])
        count = Label(data.count, "small", width=wide / theme.unit, across=1.0)
        first = len(data.count) > _MAX_FIRST_LETTERS
        counted = wide + (said + theme.px(8) if first else 0) <= width
        if said > width - (wide + theme.px(8) if counted else 0):
            head = Space()
        row = Row([*items, head, *([count] if counted else [])], height=_HEADER_HEIGHT)
        self._room.top(row, 4)

    def _beside(self) -> None:
        """Add the solver's cells beside the board, as large as the words allow."""
        theme, free = self._theme, self._room.rect
        if not extra_room(self._panel):
            return
        least, most = (theme.px(css) for css in _SLOTS_HEIGHTS)
        words = self._told(_STYLES[0]).height_for(theme, free.width)
        high = min(max(least, min(free.height - theme.px(8) - words, most)), free.height)
        add_beside(self._panel, self._room.cut(high), self._data.person, all_numbers=False)

    def _said(self, quarter: int) -> Sheet:
        """Return a sheet with the sentences in the largest styles that fit."""
        place = self.sheet.outside(self._room.rect)
        inner = Sheet(self._theme, (place.x, place.y, place.width, place.height), quarter)
        fitting = (self._told(styles) for styles in _STYLES)
        room = Room(inner, inner.rect)
        beside_bar = Row([self._told(_STYLES[-1]), 8], down=0)
        return inner.fill(next((one for one in fitting if room.holds(one)), beside_bar))

    def _told(self, styles: tuple[Style, Style]) -> Widget:
        pairs = zip(self._data.words, styles, strict=True)
        return Column([Label(words, style, "ink") for words, style in pairs if words], 4)
