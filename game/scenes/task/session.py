"""The scenes of tasks: their panel, and problems and better moves to find."""

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

from flipside.game.live_match.match_view import MatchView
from flipside.game.live_match.move_text import MatchEvent
from flipside.game.scenes.common.board_input import is_on_board
from flipside.game.scenes.common.command import REDO_KEYS, TAP_KEYS, UNDO_KEYS, Command
from flipside.game.scenes.common.match_session import TURN_BOARD, MatchSession
from flipside.game.scenes.common.notice import has_room
from flipside.game.scenes.common.scene import Navigator
from flipside.game.scenes.common.session import Arrangement
from flipside.game.scenes.info.menu import MENU, MENU_COMMANDS, open_menu
from flipside.game.scenes.play.panel_parts import PanelData, cells_beside, extra_room
from flipside.game.scenes.play.panels import Panel
from flipside.game.services.readout import Part
from flipside.game.services.texts import Texts
from flipside.game.services.theme import Style
from flipside.game.tasks.lesson import LessonRun
from flipside.game.tasks.solving import Solving, SolvingState
from flipside.game.tasks.task import Task
from flipside.game.ui import layout
from flipside.game.ui.containers import Card, Column, Row, Scroll, Space, WidgetList, smaller
from flipside.game.ui.panel_widgets import ClockFace, piece_picture
from flipside.game.ui.sheet import Sheet
from flipside.game.ui.widgets import FIT, Label, Paint, Widget
from flipside.rules.contract.board import Cell
from flipside.rules.contract.position import Move, Player

_NEAR = 1

_HEADER_HEIGHT, _ROOMY_HEADER_HEIGHT = 24, 36
"""The height of the header in CSS pixels, with little and with much space."""

_MAX_FIRST_LETTERS = 7
"""A count of at most this length is more important than the head."""

_PAINTS: dict[str, Paint] = {"open": "soft", "good": "good", "bad": "accent"}
"""The colour of the head, by the tone of the panel."""

_SLOTS_HEIGHTS = 44, 112
"""The minimum and maximum height of the cells beside the board, in CSS pixels."""

Tone = Literal["open", "good", "bad"]
"""The tone of the panel: without an answer, right, wrong."""


@dataclass(frozen=True)
class TaskData:
    """The data of a task's panel."""

    person: Player
    """The player who solves the task."""
    words: tuple[str, str]
    """The explanation and the request."""
    head: str
    """The state of the task in a few words."""
    tone: Tone
    count: str
    """The progress, or the name of the task. It is left out if there is no space."""
    smalls: Sequence[str]
    """The commands of the buttons that show only an icon."""
    main: str
    """The command of the main button; "" if there is a clock."""
    words_of_main: str = ""
    """The label of the main button; "" is the name of its command."""
    clock: str = ""
    """The longest text of a clock that takes the place of the main button; "" for no clock."""

    @property
    def sentences(self) -> tuple[str, ...]:
        """The sentences of the readout."""
        return self.count, self.head, *self.words


def task_view(view: MatchView, text: Texts, person: Player, asked: bool) -> MatchView:
    """Return the view for a task of `person`; legal moves are shown only if `asked`."""
    you, other = text("task.you"), text("task.opponent")
    return replace(
        view,
        near=person,
        players=(other, you) if person else (you, other),
        prompt="",
        warning="",
        note="",
        opening_name="",
        human=asked,
        over=not asked,
        next_cells=view.next_cells if asked else frozenset(),
    )


class TaskSession(MatchSession):
    """A task on the board, with its sentences in the near panel."""

    panel = _NEAR

    def __init__(self, nav: Navigator, run: LessonRun | Solving, name: str = "") -> None:
        super().__init__(nav, run.live_match, name)
        self._run = run

    @abstractmethod
    def task(self) -> TaskData:
        """Return the data of the panel."""

    # -- what happens ------------------------------------------------------------------------------

    def pass_time(self, seconds: float, opened: bool) -> None:
        """Let the task continue: verdicts, replies and forced passes."""
        self.show(self._run.pass_time(seconds, self.services.slice_seconds))

    def tap_cell(self, cell: Cell) -> None:
        """Tap a cell as an answer; if nothing happens, show why."""
        taps, event = self.live_match.taps, self._run.tap(cell)
        self.show(event)
        if event is None:
            if taps:
                self.scene.follow()
            self._notify(self._refusal_sentence((*taps, cell)), cell)
        self.scene.let_go(is_on_board)

    def _notify(self, words: str, cell: Cell) -> None:
        """Show a notice over the opponent's panel if it fits, because the other has the task."""
        far = self.scene.sheets[0]
        self.scene.notify(words, 0 if has_room(self.theme, words, far) else _NEAR, cell)

    def _refusal_sentence(self, taps: Move) -> str:
        """Return why the last tap had no effect; `taps` include it."""
        if self.match_view.human:
            why = self.live_match.match_text.why
            return why(taps) or why(taps[-1:])
        return self._run.words[1] if self._run.state == "asked" else self.text("why.no_move")

    def show(self, event: MatchEvent | None) -> None:
        """Show an event of the match, if there is one."""
        if event is not None:
            super().show(event)

    def lead_on(self) -> None:
        """Run the command of the main button."""
        self.scene.run_command(self.task().main)

    # -- arrangement -------------------------------------------------------------------------------

    def layout(self, window: layout.Window) -> Arrangement:
        """Return the places of the board, the opponent's panel and the task's panel."""
        task, settings = self.task(), self.services.settings
        data = PanelData(
            self.theme, self.text, settings, self.match_view, self.own, self.scene.tap_cell,
        )  # fmt: skip
        extra = extra_room(data)
        plan = layout.play_layout(window, self.aspect, False, extra, task=True)
        far = Panel(data, plan.far, 0, 1 - task.person, plan.shapes[0], False)
        near = TaskPanel(data, task, plan.near)
        sheets = [far.sheet, near.sheet, *near.sheet.inner, *far.sheet.inner]
        view = self.board_view(plan.board, sheets)
        confirm = self.confirm_sheets(view, sheets, window)
        return Arrangement(view, sheets, upright=plan.upright, confirm=confirm)

    def parts(self) -> Iterator[Part]:
        """Yield the parts of the readout."""
        return self._readout(self.task().sentences)


class TaskPanel:
    """The panel of the solver: text, which may scroll, above the cells and the buttons."""

    def __init__(self, panel: PanelData, data: TaskData, place: layout.Box) -> None:
        self._panel, self._data = panel, data
        self._theme = theme = panel.theme
        styles: tuple[Style, Style] = "text", "bold"
        pairs = zip(data.words, styles, strict=True)
        self._words = Column([Label(words, style, "ink") for words, style in pairs if words], 4)
        self.sheet = Sheet(theme, place)
        pad = 8 if min(self.sheet.rect.size) < theme.px(140) else 12
        width, height = self.sheet.rect.inflate(-2 * theme.px(pad), -2 * theme.px(pad)).size
        foot: WidgetList = [8, *self._buttons(width, height)]
        left = height - Column(foot).height_for(theme, width)
        head: WidgetList = ()
        if self._room_for_header(width, left):
            roomy = self._room_for_header(width, left - theme.px(200))
            head = self._header(width, _ROOMY_HEADER_HEIGHT if roomy else _HEADER_HEIGHT)
        else:
            foot = [8, *self._buttons(width, height, self._points(_HEADER_HEIGHT, "number"))]
        left -= Column(head).height_for(theme, width)
        column = [*head, Scroll(self._words), *self._beside(width, left), *foot]
        content = Column(column, reverse=True, fills=True)
        self.sheet.fill(Card([content], pad=pad, name="task"))

    def _piece(self, side: float) -> Sequence[Widget]:
        piece = self._panel.match_view.emblems[self._data.person]
        return () if piece is None else [piece_picture(self._theme, piece, side)]

    def _points(self, side: float, style: Style) -> Sequence[Widget]:
        """Return the solver's piece and points; () in games without points."""
        score = self._panel.match_view.score
        if score is None:
            return ()
        number = Label(str(score[self._data.person]), style, width=FIT)
        return [Row([*self._piece(side), number], width=FIT)]

    def _buttons(self, width: int, height: int, points: Sequence[Widget] = ()) -> WidgetList:
        data = self._data
        commands, look = self._panel.commands, "plain" if data.tone == "open" else "primary"
        smalls = [commands.icon_button(name, width=48, height=48) for name in data.smalls]
        main: Widget
        if data.clock:
            face = ClockFace(sample=data.clock, tip=self._panel.text("play.time_left"))
            main = Row([Space(), face, Space()], height=48)
        else:
            words = data.words_of_main or commands.label_of(data.main)
            main = commands.button(data.main, text=words, look=look, height=48, shrinks=True)
        if width < self._theme.px(250) and height >= self._theme.px(200):
            return [main, Row([*smalls[:-1], Space(), *points, smalls[-1]])]
        return [Row([*smalls, *points, main])]

    def _room_for_header(self, width: int, height: int) -> bool:
        """Return whether a header leaves enough space for the text, or the text scrolls anyway."""
        theme = self._theme
        slots_height = theme.px(_SLOTS_HEIGHTS[0] + 8) if extra_room(self._panel) else 0
        left = height - slots_height - smaller(self._words).height_for(theme, width)
        return left >= theme.px(_HEADER_HEIGHT + 4) or (
            left < 0 and height - slots_height >= theme.px(120)
        )

    def _header(self, width: int, height: int) -> WidgetList:
        """Return piece, state and progress, if there is space for them."""
        theme, data, gap = self._theme, self._data, self._theme.px(8)
        head = Label(data.head, "small-bold", _PAINTS[data.tone])
        count = Label(data.count, "small", width=FIT)
        large = self._points(height, "number") or self._piece(height)
        emblem = self._points(_HEADER_HEIGHT, "bold") or self._piece(_HEADER_HEIGHT)
        left = width - sum(widget.natural_width(theme) + gap for widget in emblem)
        more = sum(widget.natural_width(theme) for widget in large) + left - width
        count_width = count.natural_width(theme)
        score = replace(head, style="head")
        if data.clock and score.natural_width(theme) + gap + count_width <= left:
            head = score
        head_width = head.natural_width(theme)
        words: Sequence[Widget] = [Space()]
        if head_width + gap + count_width <= left:
            words = [head, count]
            grows = height > _HEADER_HEIGHT and head_width + count_width + 2 * gap + more <= left
            emblem = large if grows else emblem
        elif len(data.count) <= _MAX_FIRST_LETTERS:
            words = [Space(), count]
        elif head_width <= left:
            words = [head]
        return [Row([*emblem, *words], height=height), 4]

    def _beside(self, width: int, height: int) -> WidgetList:
        """Return the solver's cells beside the board, as large as the text allows."""
        theme, panel = self._theme, self._panel
        left = height - theme.px(8) - self._words.height_for(theme, width)
        if not extra_room(panel):
            numbers = cells_beside(panel, self._data.person, width, left)
            return [8, numbers] if numbers.items else ()
        least, most = (theme.px(css) for css in _SLOTS_HEIGHTS)
        high = min(max(least, min(left, most)), height)
        cells = cells_beside(panel, self._data.person, width, high)
        return [8, Column([cells], height=high / theme.unit)]


_LOOKS: dict[SolvingState, tuple[str, Tone, str]] = {
    "asked": ("task.asked", "open", "show"),
    "judged": ("problem.judged", "open", "show"),
    "right": ("task.right", "good", "show"),
    "wrong": ("task.wrong", "bad", "again"),
    "solved": ("problem.solved", "good", ""),
    "open": ("problem.watched", "open", "best"),
    "sought": ("problem.watched", "open", "best"),
    "end": ("problem.watched", "good", ""),
}
"""By state: text key of the head, tone, and main command. "" is the command that continues."""

_LEADING = ("wrong", "solved", "open", "end")
"""States in which keys run the main command too."""


class SolveSession(TaskSession):
    """A problem, or a better move to find."""

    def __init__(
        self,
        nav: Navigator,
        task: Task,
        title: str,
        on_solved: Callable[[bool], str | None] = lambda first: None,
        following: Callable[[], None] | None = None,
        on_spoilt: Callable[[], None] = lambda: None,
        alike: Callable[[], None] | None = None,
    ) -> None:
        """Begin `task` with the title `title`. Raises BadProblem if its position is invalid.

        `on_solved` is called once when the task is solved without the solution; its argument is
        whether this was the first try. It may return a sentence to show. `on_spoilt` is called once
        after a wrong move or a request for the solution. `following` replaces the problem by
        another, `alike` by one with the same theme.
        """
        self.solving = Solving(nav.services, task)
        super().__init__(nav, self.solving, title)
        self.commands = SOLVE_COMMANDS
        self._on_solved = on_solved
        self._following = following
        self._on_spoilt = on_spoilt
        self._alike = alike
        self._has_reported_solved = self._has_reported_spoilt = False
        self._news = ""
        """The sentence of `on_solved`."""
        self.services.platform.say(" ".join((f"{title}.", *self.solving.words)))

    def title(self) -> str:
        """Return the title; the name contains the game if that matters."""
        return f"{self.name} – Flipside"

    # -- what happens ------------------------------------------------------------------------------

    def show(self, event: MatchEvent | None) -> None:
        """Show an event; call `on_solved` or `on_spoilt` when it is due."""
        outcome = self.solving.outcome
        if self.solving.spoilt and not self._has_reported_spoilt:
            self._has_reported_spoilt = True
            self._on_spoilt()
        if outcome is not None and not self._has_reported_solved:
            self._has_reported_solved = True
            if self.solving.live_match.result is None:
                self.services.sound.play("win")
            self._news = self._on_solved(outcome) or ""
            if event is not None and self._news:
                event = replace(event, sentences=(*event.sentences, self._news))
        super().show(event)

    def _take_back(self) -> None:
        """Remove the hint or the taps, or undo a wrong move, or go back."""
        wrong = self.solving.state == "wrong"
        event = self.live_match.take_back_taps()
        self.show(event or (self.solving.retry() if wrong else self.solving.back()))

    @property
    def _goes_back(self) -> bool:
        solving, has_move = self.solving, self.live_match.taps or self.live_match.hint.is_active
        return bool(has_move) or solving.state == "wrong" or solving.can_go_back

    def _lead(self) -> None:
        if self.solving.state in _LEADING:
            self.lead_on()

    def _go_on(self, way: Callable[[], None] | None) -> None:
        if way is not None:
            way()

    # -- arrangement -------------------------------------------------------------------------------

    def task(self) -> TaskData:
        """Return the data of the panel."""
        solving, text = self.solving, self.text
        (message, request), (key, tone, main) = solving.words, _LOOKS[solving.state]
        smalls = ["show" if solving.state in ("wrong", "solved") else "back", "menu"]
        # Before the end, the theme would be a hint.
        if self._alike is not None and solving.state in ("solved", "end"):
            smalls.insert(1, "alike")
        return TaskData(
            person=solving.solver,
            words=(message, request or self._news),
            head=text(key, colour=solving.live_match.match_text.colour(solving.solver)),
            tone=tone,
            count=self.name,
            smalls=smalls,
            main=main or ("following" if self._following is not None else "done"),
        )

    def make_view(self, ending: bool) -> MatchView:
        """Return the view; while a move is checked or searched, thinking dots are shown."""
        solving = self.solving
        view = replace(super().make_view(ending), thinking=solving.thinking, dots=solving.dots)
        return task_view(view, self.text, solving.solver, solving.takes_moves)


TASK_MENU = replace(MENU, run=partial(open_menu, back="dialog.keep_playing"))

SOLVE_COMMANDS: tuple[Command[SolveSession], ...] = (
    Command("lead", "keys.lead", lambda of: of._lead(), keys=TAP_KEYS,
            possible=lambda of: not (of.solving.takes_moves or of.scene.focus)),
    Command("back", "problem.back", lambda of: of._take_back(), "undo", UNDO_KEYS,
            lambda of: of._goes_back, lambda of: "why.undo"),
    Command("on", "problem.best", lambda of: of._lead(), keys=REDO_KEYS),
    Command("show", "problem.show", lambda of: of.show(of.solving.show()), "hint", ("t",),
            lambda of: not of.solving.watching),
    Command("escape", "problem.leave", lambda of: of.leave(), keys=("escape",)),
    Command("leave", "problem.leave", lambda of: of.nav.back(), "back", place="menu"),
    TASK_MENU,
    *MENU_COMMANDS,
    TURN_BOARD,
    Command("best", "problem.best", lambda of: of.show(of.solving.next()), "next"),
    Command("again", "task.again", lambda of: of.show(of.solving.retry()), "again"),
    Command("following", "problem.following", lambda of: of._go_on(of._following), "next"),
    Command("alike", "problem.alike", lambda of: of._go_on(of._alike), "puzzle"),
    Command("done", "task.done", lambda of: of.nav.back(), "check"),
)  # fmt: skip
