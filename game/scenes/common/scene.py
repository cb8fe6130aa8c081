"""The base class of all scenes: sheets of widgets, taps, keyboard focus, scrolling."""

from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from flipside.game.drawing import draw
from flipside.game.drawing.display_list import Layer
from flipside.game.live_match.match_lists import PlayedMoves
from flipside.game.saves.matches import StoredMatch
from flipside.game.scenes.common.command import Command, Commands, CommandTable
from flipside.game.scenes.common.notice import Notices
from flipside.game.services.readout import Part
from flipside.game.services.services import Services
from flipside.game.ui.containers import Column, WidgetList
from flipside.game.ui.layout import Window
from flipside.game.ui.page_widgets import LineField, scene_head
from flipside.game.ui.readout_parts import sheet_parts
from flipside.game.ui.sheet import (
    ARROW_STEPS,
    Sheet,
    Target,
    is_enabled,
    named,
    next_target,
    scrolling_at,
    sheet_layers,
    widget_at,
)
from flipside.game.ui.widgets import Action
from flipside.rules.contract.game import AnyGame, Choices

OPENING_SECONDS = 0.4
"""Seconds of the transition to a new scene. Work that may delay a frame begins afterwards."""


class Navigator(Protocol):
    """Opens, closes and replaces scenes. The scene stack implements this interface."""

    services: Services
    size: tuple[int, int]
    """The size of the window in pixels."""
    played: PlayedMoves
    """How often each move was played in the lists of matches that were opened since the start."""
    ways: "SceneWays"

    @property
    def top(self) -> "Scene":
        """The scene that gets the input."""

    @property
    def in_transition(self) -> bool:
        """Whether the top scene is not yet shown completely."""

    def open(self, scene: "Scene") -> None:
        """Put a scene on top."""

    def back(self) -> None:
        """Remove the top scene; if it is the shelf, end the program."""

    def replace(self, scene: "Scene") -> None:
        """Replace the top scene that fills the window, and the overlays above it."""

    def home(self) -> None:
        """Remove every scene except the shelf."""

    def refresh(self) -> None:
        """Save changed settings and apply them to all scenes."""

    def quit(self) -> None:
        """End the program after this frame."""


@dataclass(frozen=True)
class SceneWays:
    """Functions that open scenes from which the player returns to the calling scene."""

    explore: Callable[[StoredMatch], None]
    """Opens the study of a match at the ply that is shown."""
    review: Callable[[StoredMatch, int], None]
    learn: Callable[[AnyGame, Action | None], None]
    """Opens the lesson about the rules; at its end, the action begins a match that replaces it."""
    lessons: Callable[[AnyGame], None]
    lesson: Callable[[AnyGame, str], None]
    """Opens the lesson with this key."""
    problems: Callable[[AnyGame], None]
    daily: Callable[[], None]
    progress: Callable[[AnyGame], None]
    set_up: Callable[[AnyGame, Choices, str], None]
    """Opens the editor with the position in a text; "" is the starting position."""
    link: Callable[[StoredMatch], None]
    drill: Callable[[], None]
    """Opens the next drill that is due."""
    key_list: Callable[[], None]


class Scene:
    """A picture that fills the window, or, as `overlay`, a card above it."""

    overlay = False
    commands: CommandTable = ()
    """Its commands, without those that every scene has."""
    name_key = ""
    """The text key of its name, for the window's title and the head of a page."""
    game: AnyGame | None = None
    """The game in the title of the window, or None."""

    def __init__(self, nav: Navigator, name: str = "") -> None:
        self.nav, self.services, self._name = nav, nav.services, name
        self.text, self.theme = nav.services.text, nav.services.theme
        self._own = Commands(self.commands, self, self.text, self._refuse)
        self.notices = Notices(nav.services)
        self.size, self._sheets = nav.size, list[Sheet]()
        self.preparation: Iterator[None] = iter(())
        """Makes pictures that may be needed soon, in frames in which nothing changes."""
        self.late = False
        """Whether the sheets are out of date until an animation ends."""
        self.line: LineField | None = None  # edited by the keyboard; on the first sheet
        self.focus = ""  # name of the widget with the keyboard's focus
        self.pressed: dict[Hashable, Hashable] = {}  # target, or None, by finger that is down
        self.hovered: Hashable = None
        self.quarter_turns = 0  # of the sheet that was used last; dialogs are rotated like it
        self._arrangement, self._age = object(), 0.0
        self.changed = True  # whether something looks different from the last drawing
        self.unread = True
        """Whether the readout may have changed since it was sent to the page."""

    def __str__(self) -> str:
        return type(self).__name__

    # -- to be filled by each scene ----------------------------------------------------------------

    def title(self) -> str:
        """Return the title of the window: the names of scene, game and program."""
        game = self.text.game(self.game.key, "short") if self.game is not None else ""
        name = self._name or (self.name_key and self.text(self.name_key))
        return " – ".join(filter(None, (name, game, "Flipside")))

    def load(self) -> None:
        """Load the saves that the scene shows: when it opens or reappears, and after changes."""

    def _reload(self) -> None:
        self.load()
        self.update_layout()

    def _layout(self) -> None:
        """Make all sheets and widgets for the size of the window."""

    def update(self, seconds: float) -> None:
        """Advance the scene by `seconds`."""
        self._age += seconds
        self.changed |= self.notices.advance(seconds)
        self._pass_time(seconds, self._age >= OPENING_SECONDS)

    def _pass_time(self, seconds: float, opened: bool) -> None:
        """Advance by `seconds`; slow work waits until the scene is `opened`."""

    def stored(self, name: str) -> None:
        """Handle that another window has saved the text `name`."""

    def typed(self, words: str) -> None:
        """Handle a line that was typed into the readout."""

    @property
    def rests(self) -> bool:
        """Whether nothing moves."""
        return True

    @property
    def awaits_files(self) -> bool:
        """Whether the scene changes when numpy or a data file arrives."""
        return False

    @property
    def wakes(self) -> bool:
        """Whether the screen must stay on, because a move is expected or something moves."""
        return False

    def leave(self) -> None:
        """Handle Escape and the "back" button."""
        self.nav.back()

    def layout(self, size: tuple[int, int]) -> None:
        """Lay out the scene for a window of `size`; sheets stay scrolled where they were."""
        before = [(tuple(sheet.place), sheet.offset) for sheet in self._sheets]
        self.notices.rest((), None)
        for sheet in self._sheets:
            sheet.clear()
        self.size, self.sheets, self.late, self._arrangement = size, [], False, object()
        self._window = Window(size, self.theme.unit, self.services.platform.safe_area())
        self._layout()
        same, at_place = len(self.sheets) == len(before), dict(before)
        for number, sheet in enumerate(self.sheets):
            offset = before[number][1] if same else at_place.get(tuple(sheet.place), sheet.offset)
            sheet.scroll(offset - sheet.offset)
        self._arranged()
        if self.line is not None:
            self.services.platform.typing(self.sheets[0].to_window(self.line.rect))
        self.changed = self.unread = True

    def _arranged(self) -> None:
        """Complete the layout."""

    def parts(self) -> Iterator[Part]:
        """Yield the parts of the readout. The scene must not change before the last part."""
        yield from sheet_parts(self.sheets)

    def choose(self, key: str, act: bool) -> None:
        """Move the focus to the part of the readout with this key; if `act`, press it."""
        self.focus, self.changed = "", True
        target = named(self.sheets, (key,))
        self._focus_on(target)
        if act:
            self._act(target)

    def _safe_sheet(self, below: int = 0) -> Sheet:
        """Return a sheet on the usable area of the window, without the lowest `below` pixels."""
        x, y, width, height = self._window.usable
        return Sheet(self.theme, (x, y, width, height - below))

    def _page(
        self, items: WidgetList, title: str = "", widest: int = 760, below: int = 0, down: float = 0
    ) -> Sheet:
        """Return a sheet with a head and items; `title` replaces the name, `down` is `align_y`."""
        head = scene_head(title or self._name or self.text(self.name_key), self.leave, self.text)
        return self._safe_sheet(below).show(Column([head, 12, *items], align_y=down), widest)

    def update_layout(self) -> None:
        """Lay out the scene again."""
        self.layout(self.size)

    @property
    def sheets(self) -> list[Sheet]:
        """The sheets, which are laid out again if they are out of date."""
        if self.late:
            self.update_layout()
        return self._sheets

    @sheets.setter
    def sheets(self, sheets: list[Sheet]) -> None:
        self._sheets = sheets

    def _begin_input(self) -> None:
        """Prepare for a press or a key."""

    # -- pointer -----------------------------------------------------------------------------------

    def target_at(self, at: tuple[int, int]) -> Hashable:
        """Return the target at a point, or None; a tap must begin and end on the same target."""
        widget = widget_at(self._sheets, at)
        return widget.name if widget is not None else None

    def press(self, at: tuple[int, int], finger: Hashable) -> None:
        """Handle that a finger or the mouse went down; store the target for this finger."""
        self._begin_input()
        self.notices.current = None
        self.notices.rest((), None)
        self.pressed[finger] = self.target_at(at)
        self.focus, self.changed = "", True

    def release(self, finger: Hashable, cancelled: bool = False, drops: bool = False) -> Hashable:
        """Handle that a finger went up or was `cancelled`; return its target if still valid.

        It `drops` what it carries if it has moved and is inside the window.
        """
        self.changed = True
        return self.pressed.pop(finger, None)

    def let_go(self, matches: Callable[[Hashable], bool] = lambda target: True) -> None:
        """Drop all presses on targets for which `matches` returns True."""
        for finger in [finger for finger, target in self.pressed.items() if matches(target)]:
            self.release(finger, cancelled=True)

    def tap(self, at: tuple[int, int], target: Hashable) -> None:
        """Handle that a finger went down and up on `target`."""
        self._act(named(self.sheets, (target,)))

    def hold(self, finger: Hashable, at: tuple[int, int]) -> None:
        """Explain what a finger rests on. If the finger then goes up, that is still a tap."""
        self.changed |= self.notices.rest(self._sheets, at, is_held=True)

    def hover(self, at: tuple[int, int] | None) -> None:
        """Handle that the mouse moved to a point without a button, or left the window (None)."""
        target = self.target_at(at) if at is not None else None
        self.changed |= self.notices.rest(self._sheets, at) or target != self.hovered
        self.hovered = target

    def drag(self, at: tuple[int, int], by: tuple[int, int], finger: Hashable) -> bool:
        """Handle that a pressed finger moved; return whether it scrolls. If so, it is not a tap."""
        sheet = scrolling_at(self.sheets, at)
        if sheet is not None:
            self.changed |= sheet.scroll((-by[1], -by[0], by[1], by[0])[sheet.quarter_turns])
        return sheet is not None

    # -- keyboard ----------------------------------------------------------------------------------

    def key(self, name: str) -> None:
        """Handle a key: it edits the text field, or else runs a command."""
        if self.line is not None and self.line.key(name, self.services.platform.clipboard.paste):
            return
        self._begin_input()
        for commands in self._tables():
            command = commands.keyed(name)
            if command is not None:
                self.changed = True
                commands.run(command)
                return

    def _tables(self) -> Iterator[Commands]:
        """Yield all tables of commands in the order in which a key is searched."""
        yield self._own
        yield Commands(SCENE_COMMANDS, self, self.text, self._refuse)

    def run_command(self, name: str) -> None:
        """Run the command with the id `name`, or show why it is not possible."""
        for commands in self._tables():
            command = commands.named(name)
            if command is not None:
                commands.run(command)
                return
        raise KeyError(name)

    def _refuse(self, words: str) -> None:
        self.notices.show(words, 0)
        self.changed = True

    def _move_focus(self, key: str) -> None:
        """Move the keyboard's focus by an arrow key, "tab" or "shift tab"."""
        self._focus_on(next_target(self.sheets, self.focus, key, self._first_focused()))

    def _first_focused(self) -> Collection[str]:
        """Return names of widgets; if one of them exists, it gets the focus before all others."""
        return ()

    @property
    def _focus_target(self) -> Target | None:
        return named(self.sheets, (self.focus,))

    def _turn_page(self, pages: float) -> None:
        """Scroll each sheet by `pages` times its height."""
        for sheet in self.sheets:
            self.changed |= sheet.scroll(sheet.height * pages)

    def _toggle_fullscreen(self) -> None:
        settings = self.services.settings
        settings.fullscreen = not settings.fullscreen
        self.nav.refresh()

    def _focus_on(self, target: Target | None) -> None:
        if target is not None:
            sheet, widget = target
            self.focus, self.changed = widget.name, True
            sheet.reveal(widget)

    def _act(self, target: Target | None) -> None:
        if target is None:
            return
        sheet, widget = target
        if is_enabled(widget):
            self.services.sound.play("tap")
        if widget.action is not None:
            self.changed, self.quarter_turns = True, sheet.quarter_turns
            widget.action()
        else:
            self.notices.show(widget.why, self._sheets.index(sheet))

    # -- drawing -----------------------------------------------------------------------------------

    def layers(self) -> list[Layer]:
        """Return the layers of the picture from the lowest: background, cards, widgets, notice."""
        table = draw.background_layer(self.theme, self.size)
        cards, widgets = self._sheets_layers(self._sheets)
        notices = self.notices.layers(self._sheets, self.size)
        return [table, cards, widgets._replace(cached=True), *notices]

    def _sheets_layers(self, sheets: Sequence[Sheet]) -> tuple[Layer, Layer]:
        targets = tuple(self.pressed.values())
        return sheet_layers(sheets, self._arrangement, self.focus, self.hovered, targets)


SCENE_COMMANDS: tuple[Command[Scene], ...] = (
    *(Command(key, "keys.next", partial(Scene._move_focus, key=key), keys=(key,))
      for key in (*ARROW_STEPS, "tab", "shift tab")),
    Command("press", "keys.press", lambda scene: scene._act(scene._focus_target),
            keys=("return", "space")),
    Command("page-up", "keys.scroll", lambda scene: scene._turn_page(-0.8), keys=("page up",)),
    Command("page-down", "keys.scroll", lambda scene: scene._turn_page(0.8), keys=("page down",)),
    Command("leave", "dialog.back", lambda scene: scene.leave(), keys=("escape",)),
    Command("fullscreen", "options.fullscreen.name", lambda scene: scene._toggle_fullscreen(),
            keys=("f11",)),
    Command("keys", "keys.title", lambda scene: scene.nav.ways.key_list(), "keys", ("f1", "?")),
)  # fmt: skip
