"""Base class of all scenes: sheets of widgets, taps, keyboard focus, scrolling."""

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from flipside.game.board.shown import Shown
from flipside.game.board.view import BoardView
from flipside.game.drawing import draw
from flipside.game.drawing.display_list import DisplayItem, Layer
from flipside.game.saves.matches import Saved
from flipside.game.scenes.common.board_stage import BoardStage
from flipside.game.scenes.common.hands import BOARD_TARGET, Hands
from flipside.game.services.plain import typed
from flipside.game.services.readout import Part
from flipside.game.services.services import Services
from flipside.game.table.played_moves import PlayedMoves
from flipside.game.ui import targets
from flipside.game.ui.containers import Column, Declared
from flipside.game.ui.layout import Window
from flipside.game.ui.line_field import LineField
from flipside.game.ui.loupe import loupe_items
from flipside.game.ui.readout_parts import sheet_parts
from flipside.game.ui.rows import page_head
from flipside.game.ui.sheet import Sheet, sheet_layers
from flipside.game.ui.widgets import Action
from flipside.rules.contract.game import AnyGame, Choices

OPENING_SECONDS = 0.4
"""Seconds in which a new scene turns over into view; work that may halt a frame waits as long."""


class Navigator(Protocol):
    """The program around the scenes, as they see it: it opens, closes and replaces them."""

    services: Services
    size: tuple[int, int]
    """That of the window in pixels."""
    played: PlayedMoves
    """How often moves were played in the lists of matches opened since the start."""
    ways: "Ways"

    @property
    def top(self) -> "Scene":
        """The scene that takes the input."""

    def open(self, scene: "Scene") -> None:
        """Put a scene on top."""

    def back(self) -> None:
        """Remove the top scene; on the shelf, end the program."""

    def replace(self, scene: "Scene") -> None:
        """Replace the top scene that fills the window, and all overlays above it."""

    def home(self) -> None:
        """Remove every scene but the shelf."""

    def refresh(self) -> None:
        """Save changed settings and arrange everything for them."""

    def quit(self) -> None:
        """End the program after this frame."""


@dataclass(frozen=True)
class Ways:
    """Functions that open scenes which lead back to the one that asks; the window fills them in."""

    explore: Callable[[Saved], None]
    """Opens the study of a match where it stands."""
    review: Callable[[Saved, int], None]
    """Opens the review of a match after so many plies."""
    learn: Callable[[AnyGame, Action | None], None]
    """Opens the lesson of a game; the action begins a match in its place at its end."""
    problems: Callable[[AnyGame], None]
    set_up: Callable[[AnyGame, Choices, str], None]
    """Opens the editor with the position of a text, or with the starting position for ""."""
    link: Callable[[Saved], None]
    """Shows the match of a link."""


class Scene:
    """Picture that fills the window, or, as an overlay, a card over it."""

    overlay = False
    awaits_files = False
    """Whether it looks different when numpy or a data file arrives, besides its board."""
    name_key = ""
    """Text key of its name, unless it is given one: for the window's title and a page's head."""
    game: AnyGame | None = None
    """The game that it is about, if the title of the window names one."""

    def __init__(self, nav: Navigator, name: str = "") -> None:
        self.nav, self.services, self._name = nav, nav.services, name
        self.text, self.theme = nav.services.text, nav.services.theme
        self.size, self._sheets = nav.size, list[Sheet]()
        self.lists: Sequence[Sheet] = ()
        """Sheets with a list of moves alone, which follows the match."""
        self.late = False
        """Whether the sheets are older than the board: they follow once nothing moves on it."""
        self._clocks: list[DisplayItem] = []
        """Clocks as old as the sheets."""
        self.board: BoardStage | None = None  # of a table, in scenes that have one
        self.view: BoardView | None = None  # in the window, in scenes that show one
        self.line: LineField | None = None  # takes what is typed; it lies on the first sheet
        self.hands = Hands()
        self.focus = ""  # name of the widget with the keyboard's focus
        self.pressed: dict[Hashable, Hashable] = {}  # by finger that is down its target, or None
        self.hovered: Hashable = None
        self.quarter = 0  # quarter turns of the sheet used last, toward which dialogs are turned
        self._arrangement, self._age = object(), 0.0
        self.changed = True
        """Whether something looks different from the last drawing."""
        self.unread = True
        """Whether its readout may have changed since the last one."""

    # -- to be filled by each scene ----------------------------------------------------------------

    def title(self) -> str:
        """Text of the window's title bar: its own name, its game's and the program's."""
        game = self.text.game(self.game.key, "short") if self.game is not None else ""
        name = self._name or (self.name_key and self.text(self.name_key))
        return " – ".join(filter(None, (name, game, "Flipside")))

    def load(self) -> None:
        """Read the saves that it shows: when it is opened, seen again, or told of a change."""

    def reload(self) -> None:
        """Read the saves again and show what has changed."""
        self.load()
        self.rearrange()

    def lay_out(self) -> None:
        """Make all sheets and widgets for `size`."""

    def update(self, seconds: float) -> None:
        """Advance by that time: what moves on the board if anything does, or else the rest."""
        self._age += seconds
        self.changed |= self.board is not None and self.board.pass_notice(seconds)
        self.changed |= (moved := self.board is not None and self.board.advance(seconds))
        if self.late and not self._in_motion:
            self.rearrange()
        if not moved:
            self._pass_time(seconds, self._age >= OPENING_SECONDS)

    def _pass_time(self, seconds: float, opened: bool) -> None:
        """Advance by that time, in which nothing moves; `opened`: work may halt the frame."""

    def stored(self, name: str) -> None:
        """Handle that another tab saved a text under that name."""

    def typed(self, words: str) -> None:
        """Handle a line typed into the readout."""
        if self.board is not None:
            self.board.typed(words)

    @property
    def wakes(self) -> bool:
        """Whether the screen must stay awake: somebody here moves soon, or something moves."""
        return False

    def leave(self) -> None:
        """Handle Escape and the back button: take back a move begun, or else close the scene."""
        if self.board is None or not self.board.take_back():
            self.nav.back()

    def arrange(self, size: tuple[int, int]) -> None:
        """Rebuild everything for a window of that size; sheets keep their scroll offsets."""
        offsets = [sheet.offset for sheet in self._sheets]
        for sheet in self._sheets:
            sheet.clear()
        self.size, self.sheets, self.late, self._arrangement = size, [], False, object()
        self._window = Window(size, self.theme.unit, self.services.platform.safe_area())
        if self.board is not None:
            self.board.update_view()
        self.lay_out()
        self.hands.places = self.view
        for sheet, offset in zip(self.sheets, offsets, strict=False):
            sheet.scroll(offset - sheet.offset)
        if self.board is not None:
            self.board.reveal_move(self.lists)
        if self.line is not None:
            self.services.platform.typing(self.sheets[0].outside(self.line.rect))
        self.changed = self.unread = True

    def parts(self) -> Iterator[Part]:
        """Yield the parts of the readout; the scene must not change before the last one."""
        yield from sheet_parts(self.sheets)

    def choose(self, key: str, act: bool) -> None:
        """Focus the part of the readout with that key, and press it if `act`."""
        self.focus, self.changed = "", True
        press = self.board.choose(key) if self.board is not None else None
        found = targets.named(self.sheets, (key,))
        self._focus_on(found)
        if act and press is not None:
            press()
        elif act and found is not None:
            self._act(found)

    def _safe_sheet(self, below: int = 0) -> Sheet:
        """Return a sheet on what the device leaves of the window but for `below` pixels."""
        x, y, width, height = self._window.inside
        return Sheet(self.theme, (x, y, width, height - below))

    def page(
        self, items: Declared, title: str = "", widest: int = 760, below: int = 0, down: float = 0
    ) -> Sheet:
        """Return a sheet of items below the `title` or the scene's name; `down`: see `Column`."""
        head = page_head(title or self._name or self.text(self.name_key), self.leave, self.text)
        return self._safe_sheet(below).show(Column([head, 12, *items], down=down), widest)

    def rearrange(self, soon: bool = False) -> None:
        """Arrange everything anew, at once or `soon`: while something moves on the board, when that
        has come to rest or the sheets are used."""
        if soon and self._in_motion:
            self.late = self.changed = self.unread = True
        else:
            unread = self.unread or not self.late  # with `soon` it was said already
            self.arrange(self.size)
            self.unread = unread

    @property
    def _in_motion(self) -> bool:
        return self.board is not None and self.board.motion.moves

    @property
    def sheets(self) -> list[Sheet]:
        """Sheets of widgets, as the scene is now."""
        if self.late:
            self.rearrange()
        return self._sheets

    @sheets.setter
    def sheets(self, sheets: list[Sheet]) -> None:
        self._sheets = sheets

    # -- pointer -----------------------------------------------------------------------------------

    def target_at(self, at: tuple[int, int]) -> Hashable:
        """Return the target of a tap there; a tap must end on the target it began on."""
        found = targets.widget_at(self._sheets, at)
        return found.name if found is not None else self.hands.target_at(at)

    def press(self, at: tuple[int, int], finger: Hashable) -> None:
        """Handle that a finger or the mouse went down; the target there is the one of the tap."""
        if self.board is not None:
            self.board.finish()
        target = self.pressed[finger] = self.target_at(at)
        self.focus, self.changed = "", True
        self.hands.press(target, at)

    def release(self, finger: Hashable, cancelled: bool = False) -> Hashable:
        """Handle that a finger went up, or was taken away and does nothing at all (`cancelled`);
        return its target, or None if that no longer counts."""
        self.changed, target = True, self.pressed.pop(finger, None)
        self.hands.release(target)
        return target

    def let_go(self, meant: Callable[[Hashable], bool] = lambda target: True) -> None:
        """Drop presses on targets for which `meant` holds."""
        for finger in [finger for finger, target in self.pressed.items() if meant(target)]:
            self.release(finger, cancelled=True)

    def tap(self, at: tuple[int, int], target: Hashable) -> None:
        cell = self.hands.cell_of(target, at)
        if cell is not None:
            self.quarter = 0
            self.hands.tap(cell)
        elif (found := targets.named(self.sheets, (target,))) is not None:
            self._act(found)

    def hold(self, finger: Hashable) -> None:
        """Handle that a finger has been down for a while; lifting it is still a tap."""
        self.changed |= self.hands.hold(self.pressed.get(finger))

    def hover(self, at: tuple[int, int] | None) -> None:
        """Handle that the mouse moved there without a button, or left the window."""
        target = self.target_at(at) if at is not None else None
        self.changed |= self.hands.look(self.hands.cell_of(target, at)) or target != self.hovered
        self.hovered = target

    def drag(self, at: tuple[int, int], by: tuple[int, int], finger: Hashable) -> bool:
        """Handle that a finger moved while down; return whether it scrolls, and so is no tap."""
        target = self.pressed.get(finger)
        self.changed |= self.hands.drag(target, at)
        sheet = targets.scrolling_at(self.sheets, at) if target != BOARD_TARGET else None
        if sheet is not None:
            self.changed |= sheet.scroll((-by[1], -by[0], by[1], by[0])[sheet.quarter])
        return sheet is not None

    # -- keyboard ----------------------------------------------------------------------------------

    def key(self, name: str) -> None:
        """Handle a key of the line that is typed, of the board or of the focused widget, or one
        that scrolls or leaves."""
        if self.line is not None and self.line.key(name, self.services.platform.clipboard.paste):
            return
        focused = targets.named(self.sheets, (self.focus,))
        first = self.board.next_buttons() if self.board is not None else ()
        if self.board is not None and self.board.key(name, focused is not None):
            if name in targets.ARROW_STEPS:
                self.focus, self.changed = "", True
        elif name in ("return", "space"):
            if focused is not None:
                self._act(focused)
        elif name == "escape":
            self.leave()
        elif name in targets.FOCUS_KEYS:
            self._focus_on(targets.next_target(self.sheets, self.focus, name, first))
        elif name in ("page down", "page up"):
            for sheet in self.sheets:
                self.changed |= sheet.scroll(sheet.height * (0.8 if name == "page down" else -0.8))

    def _focus_on(self, found: targets.Target | None) -> None:
        if found is not None:
            sheet, widget = found
            self.focus, self.changed = widget.name, True
            sheet.reveal(widget)

    def write(self, words: str, composing: bool = False) -> None:
        """Handle typed words; `composing`: those that an input method may still change."""
        if self.line is not None and composing:
            self.line.composed = typed(words)
            self.rearrange()
        elif self.line is not None:
            self.line.write(words)

    def _act(self, found: targets.Target) -> None:
        sheet, widget = found
        if targets.is_enabled(widget):
            self.services.sound.play("tap")
        if widget.action is not None:
            self.changed, self.quarter = True, sheet.quarter
            widget.action()

    # -- drawing -----------------------------------------------------------------------------------

    def layers(self) -> list[Layer]:
        """Return what is drawn, the lowest layer first: table, sheets, and the board if any."""
        table, (cards, widgets) = draw.table_layer(self.theme, self.size), self._sheets_layers()
        if self.view is None:
            return [table, cards, widgets._replace(kept=True)]
        ground, *board = self.view.layers(self._on_board())
        if self.board is not None and not self.late:
            self._clocks = self.board.clocks(self._sheets)
        notices = self.board.notices(self._sheets) if self.board is not None else []
        above = [*self._clocks, *notices, *loupe_items(self.theme, self.size, self.hands.glass)]
        return [table, cards, ground, widgets, *board, Layer(None, lambda: above)]

    def _on_board(self) -> Shown:
        assert self.board is not None
        return self.board.shown(self._sheets)

    def _sheets_layers(self) -> tuple[Layer, Layer]:
        pressed = tuple(self.pressed.values())
        return sheet_layers(self._sheets, self._arrangement, self.focus, self.hovered, pressed)
