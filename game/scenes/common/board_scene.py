"""The scene with a board: input, animation, notices and clocks. Its session has the contents."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from flipside.game.board.board_state import BoardState
from flipside.game.board.timeline import EndAnimation
from flipside.game.board.view import BoardView
from flipside.game.drawing import draw
from flipside.game.drawing.display_list import DisplayItem, Layer
from flipside.game.live_match.move_text import AnnotationsEvent, MatchEvent
from flipside.game.scenes.common.board import Playback, moving
from flipside.game.scenes.common.board_input import (
    BOARD_TARGET,
    BoardInput,
    is_on_board,
    loupe_items,
)
from flipside.game.scenes.common.command import Command, Commands, CommandTable
from flipside.game.scenes.common.scene import Navigator, Scene
from flipside.game.services.readout import Part
from flipside.game.speech.board_text import CELL_PREFIX
from flipside.game.ui.layout import Window
from flipside.game.ui.sheet import ARROW_STEPS, Sheet
from flipside.rules.contract.board import Board, Cell
from flipside.rules.contract.game import AnyGame
from flipside.rules.contract.position import Result


@dataclass(frozen=True)
class Arrangement:
    """The places of a board and of the panels beside it."""

    view: BoardView
    sheets: Sequence[Sheet]
    lists: Sequence[Sheet] = ()
    """The sheets with lists of moves. They scroll to the current move."""
    upright: bool = True
    """Whether the panels are above and below the board, instead of beside it."""


class Session(ABC):
    """The contents of a scene with a board: a match, a study, a task or a draft."""

    commands: CommandTable = ()
    questions: CommandTable = ()
    """Commands that answer questions about the board."""
    name_key = ""
    """The text key of its name, which is used if `name` is ""."""
    game: AnyGame | None = None
    """The game in the title of the window, or None."""
    persistent = False
    """Whether it is a saved match; the page is informed when such a match ends."""

    scene: "BoardScene"
    own: Commands

    def __init__(self, nav: Navigator, name: str = "") -> None:
        self.nav, self.services, self.name = nav, nav.services, name
        self.text, self.theme = nav.services.text, nav.services.theme

    def title(self) -> str:
        """Return the title of the window; "" for the usual title."""
        return ""

    @property
    def awaits_files(self) -> bool:
        """Whether the session changes when numpy or a data file arrives."""
        return False

    @property
    def wakes(self) -> bool:
        """Whether the screen must stay on."""
        return False

    @property
    def panel(self) -> int:
        """The number of the sheet over which notices appear."""
        return 0

    # -- what is on the board ----------------------------------------------------------------------

    @property
    @abstractmethod
    def board(self) -> Board:
        """The board."""

    @abstractmethod
    def layout(self, window: Window) -> Arrangement:
        """Return the places of the board and the panels."""

    @abstractmethod
    def resting(self) -> BoardState:
        """Return the contents of the board while no piece moves."""

    @abstractmethod
    def parts(self) -> Iterator[Part]:
        """Yield the parts of the readout."""

    def update_view(self) -> None:
        """Make a new view of the match, if there is a match."""

    def free(self) -> frozenset[Cell]:
        """Return the cells that may be tapped."""
        return frozenset()

    @property
    def last_cells(self) -> tuple[Cell, ...]:
        """The cells of the last move on the board. The cursor first appears there."""
        return ()

    @property
    def moment(self) -> object:
        """The entry that lists of moves mark, such as a ply."""
        return None

    def clocks(self, sheets: Sequence[Sheet]) -> list[DisplayItem]:
        """Return the clocks, which are drawn above the sheets."""
        return []

    def next_buttons(self) -> Collection[str]:
        """Return the names of buttons beside the board that continue the move."""
        return ()

    # -- what happens ------------------------------------------------------------------------------

    @abstractmethod
    def tap_cell(self, cell: Cell) -> None:
        """Handle a tap on a cell."""

    def slide(self, target: Hashable, at: tuple[int, int]) -> bool:
        """Handle a finger at a point of `target`; return whether the target follows fingers."""
        return False

    def stroke(self, finger: Hashable, at: tuple[int, int], by: tuple[int, int]) -> bool:
        """Handle a finger that moves over the board; return whether the session uses it."""
        return False

    def end_stroke(self, finger: Hashable, cancelled: bool) -> None:
        """Handle that a finger went up, or was `cancelled`, after it moved over the board."""

    def end_animation(self) -> EndAnimation:
        """Return the animation after the last move of a match."""
        return EndAnimation()

    def looked_at(self, cell: Cell) -> None:
        """Handle that the cursor moved to a cell."""

    def typed(self, words: str) -> None:
        """Handle a line that was typed into the readout."""

    def pass_time(self, seconds: float, opened: bool) -> None:
        """Advance by `seconds` while nothing moves; slow work waits until the scene is `opened`."""

    def stored(self, name: str) -> None:
        """Handle that another window has saved the text `name`."""

    def leave(self) -> None:
        """Handle Escape and the "back" button."""
        self.nav.back()


class BoardScene(Scene):
    """A scene with a board, which shows a session."""

    def __init__(self, session: Session) -> None:
        super().__init__(session.nav, session.name)
        self.session, self.name_key, self.game = session, session.name_key, session.game
        self.view: BoardView | None = None
        """The board in the window; None before the first layout."""
        self.arrangement: Arrangement
        """The places of board and panels in the last layout."""
        self.board_input = BoardInput()
        self._clocks: list[DisplayItem] = []
        """The clocks, which change together with the sheets."""
        session.scene = self
        session.own = Commands(session.commands, session, self.text, self._refuse)
        self.begin_board()

    def __str__(self) -> str:
        return type(self.session).__name__

    def begin_board(self) -> None:
        """Begin with another board of the session."""
        self.playback = Playback(self.services, self.session.persistent)
        self.notices.current = None
        self._list_moment: object = None
        """The entry that the lists of moves marked last, and the places of the lists."""
        self.board_input.take(self.tap_cell, self._free)
        self.session.update_view()

    def title(self) -> str:
        """Return the session's title, or the usual one."""
        return self.session.title() or super().title()

    @property
    def wakes(self) -> bool:
        """Whether the session needs the screen to stay on."""
        return self.session.wakes

    @property
    def awaits_files(self) -> bool:
        """Whether the session changes when numpy or a data file arrives."""
        return self.session.awaits_files

    # -- what happens ------------------------------------------------------------------------------

    @property
    def rests(self) -> bool:
        """Whether no piece moves."""
        return self.playback.timeline is None

    def _pass_time(self, seconds: float, opened: bool) -> None:
        """Advance the animation; if there is none, advance the session."""
        self.changed |= (in_motion := self._advance(seconds))
        if not in_motion:
            self.session.pass_time(seconds, opened)

    def _advance(self, seconds: float) -> bool:
        """Advance the animation; return whether there was one."""
        ending, in_motion = self.playback.ends_match, self.playback.advance(seconds)
        if ending and not self.playback.ends_match:
            self.session.update_view()
            self.update_layout()
        return in_motion

    def show(self, event: MatchEvent | None, result: Result | None = None) -> None:
        """Show an event, which may end the match with `result`; None: nothing happened."""
        if event is None:
            self.services.sound.play("error")
            return
        self.playback.finish()
        self.notices.current = None
        if event.sound:
            self.services.sound.play(event.sound)
        has_winner = result is not None and result.winner is not None
        at_end = self.session.end_animation() if event.ended else EndAnimation()
        self.playback.begin(event, has_winner, at_end)
        self.services.platform.say(" ".join(event.sentences))
        if isinstance(event, AnnotationsEvent):
            self.session.update_view()
            self.changed = self.unread = True
        else:
            if event.positions or event.sound:
                self.board_input.previewed = None
            self.follow()

    def follow(self) -> None:
        """Show the current state: the board at once, the panels when nothing moves."""
        self.session.update_view()
        self.update_layout(soon=True)

    def notify(self, words: str, panel: int, cell: Cell | None = None) -> None:
        """Show a notice over the sheet `panel`, and let the tapped cell shake."""
        self.board_input.previewed = None
        self.notices.show(words, panel, cell)

    def _refuse(self, words: str) -> None:
        self.notify(words, self.session.panel)

    def _finish(self) -> None:
        """Show the end of the animation at once, and remove the notice."""
        ending = self.playback.ends_match
        shows = not self.rests or self.playback.shows_end
        self.changed |= shows or self.notices.current is not None
        self.notices.current = None
        self.playback.finish()
        if ending:
            self.follow()

    def stored(self, name: str) -> None:
        """Tell the session that another window has saved a text."""
        self.session.stored(name)

    def typed(self, words: str) -> None:
        """Finish the animation, and pass a typed line to the session."""
        self._finish()
        self.session.typed(words)

    def leave(self) -> None:
        """Let the session handle Escape and the back button."""
        self.session.leave()

    # -- arrangement -------------------------------------------------------------------------------

    def _layout(self) -> None:
        self.session.update_view()
        self.arrangement = arrangement = self.session.layout(self._window)
        self.sheets = list(arrangement.sheets)
        self.view = self.board_input.places = arrangement.view

    def _arranged(self) -> None:
        """Scroll lists of moves to the current move, if it or the place of a list has changed."""
        lists = self.arrangement.lists
        now = self.session.moment, [tuple(sheet.place) for sheet in lists]
        for sheet in lists if now != self._list_moment else ():
            current = sheet.named(f"ply{self.session.moment}")
            if current is not None:
                sheet.reveal(current)
        self._list_moment = now

    def update_layout(self, soon: bool = False) -> None:
        """Lay out the scene again; if `soon`, wait for the end of the animation."""
        if soon and not self.rests:
            self.late = self.changed = self.unread = True
        else:
            unread = self.unread or not self.late  # a late layout has set `unread` before
            super().update_layout()
            self.unread = unread

    def parts(self) -> Iterator[Part]:
        """Yield the parts of the readout."""
        return self.session.parts()

    def choose(self, key: str, act: bool) -> None:
        """Move focus or cursor to a part of the readout; if `act`, press it."""
        board, name = self.session.board, key.removeprefix(CELL_PREFIX)
        press: Callable[[], None] | None = None
        if any(key == question.id for question in self.session.questions):
            press = partial(self.run_command, key)
        elif key.startswith(CELL_PREFIX) and name in board.names:
            cell = board.names.index(name)
            press = partial(self.tap_cell, cell)
            if board.kinds[cell] != "beside":
                self.board_input.cursor = cell
                self.board_input.preview(cell)
        super().choose(key, act and press is None)
        if act and press is not None:
            press()

    # -- pointer -----------------------------------------------------------------------------------

    def _free(self) -> frozenset[Cell]:
        return self.session.free() if self.rests else frozenset()

    def tap_cell(self, cell: Cell) -> None:
        """Handle a tap on a cell; during the animation after the end it only ends the animation."""
        skips = self.playback.shows_end
        self._finish()
        if not skips:
            self.session.tap_cell(cell)

    def target_at(self, at: tuple[int, int]) -> Hashable:
        """Return the target at a point: a widget's name, a cell or the board; else None."""
        target = super().target_at(at)
        return target if target is not None else self.board_input.target_at(at)

    def press(self, at: tuple[int, int], finger: Hashable) -> None:
        """Handle a press, which may also show a preview or the magnifying glass."""
        super().press(at, finger)
        self.board_input.press(self.pressed[finger], at)

    def release(self, finger: Hashable, cancelled: bool = False) -> Hashable:
        """End the stroke and the preview of a finger; return its target."""
        self.session.end_stroke(finger, cancelled)
        target = super().release(finger, cancelled)
        self.board_input.release(target)
        return target

    def tap(self, at: tuple[int, int], target: Hashable) -> None:
        """Handle a tap on a cell, a graph or a widget."""
        cell = self.board_input.cell_of(target, at)
        if cell is not None:
            self.tap_cell(cell)
        elif not self.session.slide(target, at):
            super().tap(at, target)

    def hold(self, finger: Hashable) -> None:
        """Preview a tap on the cell on which a finger rests."""
        self.changed |= self.board_input.hold(self.pressed.get(finger))

    def hover(self, at: tuple[int, int] | None) -> None:
        """Preview a tap on the cell under the mouse."""
        super().hover(at)
        self.changed |= self.board_input.preview(self.board_input.cell_of(self.hovered, at))

    def drag(self, at: tuple[int, int], by: tuple[int, int], finger: Hashable) -> bool:
        """Handle a pressed finger that moves; return whether the movement has an effect."""
        target = self.pressed.get(finger)
        self.changed |= self.board_input.drag(target, at)
        if is_on_board(target) and self.session.stroke(finger, at, by):
            return True
        if self.session.slide(target, at):
            return True
        return target != BOARD_TARGET and super().drag(at, by, finger)

    # -- keyboard ----------------------------------------------------------------------------------

    def _tables(self) -> Iterator[Commands]:
        yield self.session.own
        yield Commands(self.session.questions, self.session, self.text, self._refuse)
        yield Commands(BOARD_COMMANDS, self, self.text, self._refuse)
        yield from super()._tables()

    def _begin_input(self) -> None:
        self._finish()
        self.quarter_turns = 0

    def _first_focused(self) -> Collection[str]:
        return self.session.next_buttons()

    def _move_cursor(self, key: str) -> None:
        self.board_input.move_cursor(ARROW_STEPS[key], self.session.last_cells)
        self.focus = ""
        if self.board_input.cursor is not None:
            self.session.looked_at(self.board_input.cursor)

    def _tap_cursor(self) -> None:
        if self.board_input.cursor is not None:
            self.tap_cell(self.board_input.cursor)

    # -- drawing -----------------------------------------------------------------------------------

    def board_state(self) -> BoardState:
        """Return the contents of the board at this moment."""
        state = moving(self.playback, self.services.settings)
        if state is not None:
            return state
        still, notice = self.session.resting(), self.notices.current
        if notice is None or not notice.shift:
            return still
        return replace(still, refused_cell=notice.cell, shift=notice.shift)

    def layers(self) -> list[Layer]:
        """Return the layers from the lowest: background, cards, ground, widgets, board, notice."""
        if self.late and self.rests:
            self.update_layout()
        assert self.view is not None
        table, (cards, widgets) = (
            draw.background_layer(self.theme, self.size),
            self._sheets_layers(),
        )
        ground, *board = self.view.layers(self.board_state())
        sheets = self._sheets
        if not self.late:
            self._clocks = self.session.clocks(sheets)
        notice = self.notices.layers(sheets)
        above = [*self._clocks, *loupe_items(self.theme, self.size, self.board_input.glass)]
        return [table, cards, ground, widgets, *board, *notice, Layer(None, lambda: above)]


ARROW_COMMANDS: tuple[Command[BoardScene], ...] = tuple(
    Command(key, "keys.choose", partial(BoardScene._move_cursor, key=key), keys=(key,))
    for key in ARROW_STEPS
)
"""The commands that move the cursor on the board."""


def _can_tap_cursor(scene: BoardScene) -> bool:
    return scene.board_input.cursor is not None and scene._focus_target is None


BOARD_COMMANDS: tuple[Command[BoardScene], ...] = (
    *ARROW_COMMANDS,
    Command("tap", "keys.tap", lambda scene: scene._tap_cursor(), keys=("return", "space"),
            possible=_can_tap_cursor),
    Command("buttons", "keys.buttons", lambda scene: scene._move_focus("tab"), keys=("tab",)),
    Command("back", "keys.back", lambda scene: scene.leave(), keys=("escape",)),
)  # fmt: skip
