"""The scene with a board: input, animation, notices and clocks. Its session has the contents."""

from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from dataclasses import replace
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
from flipside.game.scenes.common.carrying import Carrying
from flipside.game.scenes.common.command import TAP_KEYS, Command, Commands
from flipside.game.scenes.common.scene import Scene
from flipside.game.scenes.common.session import Arrangement, Session
from flipside.game.services.readout import Part
from flipside.game.speech import CELL_PREFIX
from flipside.game.ui.panel_widgets import PointsLabel
from flipside.game.ui.sheet import ARROW_STEPS, Sheet
from flipside.game.ui.widgets import WidgetState
from flipside.rules.contract.board import Cell
from flipside.rules.contract.position import Result


class BoardScene(Scene):
    """A scene with a board, which shows a session."""

    def __init__(self, session: Session) -> None:
        super().__init__(session.nav, session.name)
        self.session, self.name_key, self.game = session, session.name_key, session.game
        self.view: BoardView | None = None
        """The board in the window; None before the first layout."""
        self.arrangement: Arrangement
        self._confirm: Sequence[Sheet] = ()
        """The sheet of the button that confirms a move, until the move is made."""
        self.board_input = BoardInput()
        self.turned = False
        """Whether the board is turned by 180 degrees."""
        self._clocks: list[DisplayItem] = []
        """The clocks, which change together with the sheets."""
        self._points: list[tuple[Sheet, PointsLabel]] = []
        """The points of both players, which may be counted, on their sheets."""
        session.scene = self
        session.own = Commands(session.commands, session, self.text, self._refuse)
        self.begin_board()

    def __str__(self) -> str:
        return type(self.session).__name__

    def begin_board(self) -> None:
        """Begin with another board of the session."""
        self.playback = Playback(self.services, self.session.persistent)
        self.notices.current = None
        self._carrying = Carrying(self.services, self.session)
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
        self.changed |= self._carrying.advance(seconds)
        self.changed |= (in_motion := self._advance(seconds))
        if not in_motion:
            self.session.pass_time(seconds, opened)

    def _advance(self, seconds: float) -> bool:
        """Advance the animation; return whether there was one."""
        phase = self.playback.ending
        in_motion = self.playback.advance(seconds)
        if self.playback.ending != phase:
            self.update_layout()
        self._show_points()
        return in_motion

    def _show_points(self) -> None:
        """Show points that are still being counted on the panels."""
        points = self.playback.points
        if points is not None:
            for _, label in self._points:
                label.text = str(points[label.player])

    def show(self, event: MatchEvent | None, result: Result | None = None) -> None:
        """Show an event, which may end the match with `result`; None: nothing happened."""
        if event is None:
            self.services.sound.play("error")
            return
        self.playback.finish()
        self.notices.current = None
        if event.sound and not (self._carrying.drops and event.sound == "tap"):
            self.services.sound.play(event.sound)
        has_winner = result is not None and result.winner is not None
        at_end = self.session.end_animation() if event.ended else EndAnimation()
        self.playback.begin(event, has_winner, at_end, self._carrying.landing)
        self.services.platform.say(" ".join(event.sentences))
        if isinstance(event, AnnotationsEvent):
            self.session.update_view()
            self.changed = self.unread = True
        else:
            if event.positions or event.sound or event.ended:
                self.board_input.previewed = self._carrying.piece = None
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
        ending = bool(self.playback.ending)
        shows = not self.rests or self.playback.shows_end
        self.changed |= shows or self.notices.current is not None
        self.notices.current = self._carrying.piece = None
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
        self.view = self.board_input.places = arrangement.view
        self.preparation = self._prepare()
        self.sheets = [*arrangement.sheets, *arrangement.confirm]
        self._confirm = arrangement.confirm

    def _arranged(self) -> None:
        """Show counted points; scroll lists of moves if the move or a place has changed."""
        self._points = [
            (sheet, widget)
            for sheet in self._sheets
            for widget in sheet.widgets
            if isinstance(widget, PointsLabel)
        ]
        self._show_points()
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
            for sheet in self._confirm:
                sheet.clear()  # it stands on the board
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
            self._carrying.tap(cell)

    def target_at(self, at: tuple[int, int]) -> Hashable:
        """Return the target at a point: a widget's name, a cell or the board; else None."""
        target = super().target_at(at)
        return target if target is not None else self.board_input.target_at(at)

    def press(self, at: tuple[int, int], finger: Hashable) -> None:
        """Handle a press. It may show a preview; at the end it only skips the animation."""
        skips = self.playback.ending and self.session.persistent  # other buttons may follow
        piece = self._carrying.piece
        super().press(at, finger)
        if skips or self._carrying.press(finger, piece, is_on_board(self.pressed[finger])):
            self.pressed[finger] = None
        self.board_input.press(self.pressed[finger], at)

    def release(self, finger: Hashable, cancelled: bool = False, drops: bool = False) -> Hashable:
        """End the stroke and the preview of a finger, drop its piece, and return its target."""
        self.session.end_stroke(finger, cancelled)
        target = super().release(finger, cancelled)
        self.board_input.release(target)
        self._carrying.release(finger, drops and not cancelled, slides=not cancelled)
        if self.nav.top is not self:  # a dialog stops the animation below it
            self._carrying.piece = None
        return target

    def let_go(self, matches: Callable[[Hashable], bool] = lambda target: True) -> None:
        """Drop presses on targets that `matches`, and put a carried piece back."""
        super().let_go(matches)
        self._carrying.piece = None

    def tap(self, at: tuple[int, int], target: Hashable) -> None:
        """Handle a tap on a cell, a graph or a widget."""
        cell = self.board_input.cell_of(target, at)
        if cell is not None:
            self.tap_cell(cell)
            self.notices.rest(self._sheets, at, is_held=True)  # a pile is explained
        elif not self.session.slide(target, at):
            super().tap(at, target)

    def hold(self, finger: Hashable, at: tuple[int, int]) -> None:
        """Preview a tap on the cell on which a finger rests, or explain a widget."""
        super().hold(finger, at)
        self.changed |= self.board_input.hold(self.pressed.get(finger))

    def hover(self, at: tuple[int, int] | None) -> None:
        """Preview a tap on the cell under the mouse."""
        super().hover(at)
        self.changed |= self.board_input.preview(self.board_input.cell_of(self.hovered, at))

    def drag(self, at: tuple[int, int], by: tuple[int, int], finger: Hashable) -> bool:
        """Handle a pressed finger that moves; return whether the movement has an effect."""
        target = self.pressed.get(finger)
        start = self.board_input.cell_of(target, (at[0] - by[0], at[1] - by[1]))
        if self._carrying.move(finger, at, start if self.rests else None, self.arrangement.view):
            self.board_input.carry(at)
            self.changed = True
            return True
        self.changed |= self.board_input.drag(target, at)
        if is_on_board(target) and self.session.stroke(finger, at, by):
            return True
        if self.session.slide(target, at):
            return True
        return target != BOARD_TARGET and super().drag(at, by, finger)

    # -- keyboard ----------------------------------------------------------------------------------

    def key(self, name: str) -> None:
        """Run the command of a key; some keys only skip the animation at the end."""
        skips = self.playback.ending and self.session.persistent
        command = self.session.own.keyed(name)
        shows_result = command is not None and command.id == "result"
        if skips and (shows_result or name in ("escape", *TAP_KEYS)):
            self._finish()
        else:
            super().key(name)

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

    def _prepare(self) -> Iterator[None]:
        """Make pictures of pieces that move, one per step, when pieces rest."""
        while not self.rests:
            yield
        assert self.view is not None
        pieces = dict.fromkeys(sprite.piece for sprite in self.session.resting().resting)
        yield from self.view.prepare(tuple(pieces))

    def _board_state(self) -> BoardState:
        """Return the contents of the board at this moment."""
        state = moving(self.playback, self.services.settings)
        if state is not None:
            return state
        still, notice = self._carrying.board_without(self.session.resting()), self.notices.current
        if notice is None or not notice.shift:
            return still
        return replace(still, refused_cell=notice.cell, shift=notice.shift)

    def layers(self) -> list[Layer]:
        """Return the layers from the lowest: background, cards, ground, widgets, board, notice."""
        if self.late and self.rests:
            self.update_layout()
        assert self.view is not None
        table = draw.background_layer(self.theme, self.size)
        sheets = self._sheets
        cards, widgets = self._sheets_layers([each for each in sheets if each not in self._confirm])
        confirm = self._sheets_layers([] if self._carrying.piece else self._confirm)[1]
        ground, *board = self.view.layers(self._board_state())
        if not self.late:
            self._clocks = self.session.clocks(sheets)
        notice = self.notices.layers(sheets, self.size)
        glass = loupe_items(self.theme, self.size, self.board_input.glass)
        points = [item for on, label in self._points for item in on.items_of(label, WidgetState())]
        numbers, carried = [*points, *self._clocks], [*self._carrying.items(self.view), *glass]
        return [
            table, cards, ground, widgets, *board, confirm, Layer(None, lambda: numbers), *notice,
            Layer(None, lambda: carried),
        ]  # fmt: skip


ARROW_COMMANDS: tuple[Command[BoardScene], ...] = tuple(
    Command(key, "keys.choose", partial(BoardScene._move_cursor, key=key), keys=(key,))
    for key in ARROW_STEPS
)


def _can_tap_cursor(scene: BoardScene) -> bool:
    return scene.board_input.cursor is not None and scene._focus_target is None


BOARD_COMMANDS: tuple[Command[BoardScene], ...] = (
    *ARROW_COMMANDS,
    Command("tap", "keys.tap", lambda scene: scene._tap_cursor(), keys=("return", "space"),
            possible=_can_tap_cursor),
    Command("buttons", "keys.buttons", lambda scene: scene._move_focus("tab"), keys=("tab",)),
    Command("back", "keys.back", lambda scene: scene.leave(), keys=("escape",)),
)  # fmt: skip
