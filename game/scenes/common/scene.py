"""Base class of all scenes: sheets of widgets, taps, keyboard focus, scrolling."""

from collections.abc import Callable, Hashable, Iterator
from copy import copy
from typing import Protocol

import pygame

from game.drawing import draw
from game.saves.matches import Saved
from game.services.readout import Part
from game.services.services import Services
from game.tasks.task import Task
from game.ui import rows
from game.ui.focus import Focus
from game.ui.layers import Layers
from game.ui.readout_parts import sheet_parts
from game.ui.sheet import Sheet
from game.ui.widgets import Widget, WidgetState
from rules.contract.game import AnyGame

ARROW_STEPS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
OPENING_SECONDS = 0.4
"""Seconds in which a new scene turns over into view; work that may halt a frame waits as long."""


class Stage(Protocol):
    """Program around the scenes, as they see it."""

    services: Services
    size: tuple[int, int]

    @property
    def top(self) -> "Scene":
        """Scene that receives input."""

    def open(self, scene: "Scene") -> None:
        """Put a scene on top."""

    def back(self) -> None:
        """Take the top scene away."""

    def replace(self, scene: "Scene") -> None:
        """Replace the top scene that fills the window, and the dialogs over it."""

    def home(self) -> None:
        """Close every scene but the shelf."""

    def learn(self, game: AnyGame, play: Callable[[], None] | None = None) -> None:
        """Open the lesson of a game; `play` begins a match in its place at its end."""

    def problems(self, game: AnyGame) -> None:
        """Open the problems of a game."""

    def solve(self, task: Task, title: str) -> None:
        """Open a task on the board under that title."""

    def link(self, there: Saved) -> None:
        """Show the match of a link."""

    def quit(self) -> None:
        """End the program."""

    def refresh(self) -> None:
        """Arrange every scene anew after settings have changed."""

    def toggle_fullscreen(self) -> None:
        """Enter or leave full screen."""


class Scene(Focus):
    """Picture that fills the window, or, as an overlay, a card over it."""

    overlay = False
    arrangement: tuple[str, ...] = ("sheets",)
    """Names of the attributes that `lay_out` sets for a window of one size."""

    def __init__(self, stage: Stage) -> None:
        super().__init__()
        self.stage = stage
        self.services = stage.services
        self.text = stage.services.text
        self.theme = stage.services.theme
        self.size = stage.size
        self.layers = Layers()
        self.pressed: dict[Hashable, Hashable] = {}
        """Target of each finger that is down; None for nothing."""
        self.hovered: Hashable = None
        self.held = False
        """Whether something lies over the picture, which is then not drawn sharp."""
        self.unread = True
        """Whether its readout may have changed since the last one."""

    # -- to be filled by each scene ----------------------------------------------------------------

    def title(self) -> str:
        """Text of the window's title bar."""
        return "Flipside"

    def lay_out(self) -> None:
        """Make all sheets and widgets for `size`."""

    def update(self, seconds: float) -> None:
        """Advance by that time."""

    def stored(self, name: str) -> None:
        """Handle that another tab saved a text under that name."""

    def typed(self, words: str) -> None:
        """Handle a line typed into the readout."""

    @property
    def rests(self) -> bool:
        """Whether nothing moves that changes the readout."""
        return True

    @property
    def wakes(self) -> bool:
        """Whether the screen must stay awake."""
        return False

    def leave(self) -> None:
        """Handle Escape and the back button."""
        self.stage.back()

    # -- arrangement -------------------------------------------------------------------------------

    def arrange(self, size: tuple[int, int]) -> None:
        """Rebuild everything for a window of that size; sheets keep their scroll offsets."""
        offsets = [sheet.offset for sheet in self.sheets]
        for sheet in self.sheets:
            sheet.clear()
        self.size = size
        self.sheets = []
        self.lay_out()
        for sheet, offset in zip(self.sheets, offsets, strict=False):
            sheet.scroll(offset - sheet.offset)
        self.changed = self.unread = True

    def parts(self) -> Iterator[Part]:
        """Yield the parts of the readout; the scene must not change before the last one."""
        yield from sheet_parts(self.sheets)

    def choose(self, key: str, act: bool) -> None:
        """Focus the part of the readout with that key, and press it if `act`."""
        self.focus, self.changed = "", True
        found = next((found for found in self._actions() if found[1].name == key), None)
        if found is not None:
            self._set_focus(*found)
            if act:
                self._act(found[1])

    def hidpi_copy(
        self, services: Services, size: tuple[int, int], former: "Scene | None"
    ) -> "Scene":
        """Return a copy to be drawn at that size, in the arrangement of `former`, a former copy."""
        like = copy(self)
        like.services, like.theme, like.size = services, services.theme, size
        like.layers = Layers(keeps=False)
        if former is not None:
            for name in self.arrangement:
                setattr(like, name, getattr(former, name))
            return like
        like.lay_out()
        for mine, its in zip(self.sheets, like.sheets, strict=False):
            its.stand_as(mine)
        return like

    def lettered(self) -> list[pygame.Rect]:
        """Return the places in the window with words, numbers or pictures."""
        return [place for sheet in self.sheets for place in sheet.lettered()]

    def page_sheet(
        self, title: str, widest: int = 760, below: int = 0
    ) -> tuple[Sheet, pygame.Rect]:
        """Return a sheet with title and back button over all but the last `below` pixels of the
        window, and the column below them."""
        left, top, right, bottom = self.services.page.safe_area()
        width, height = self.size[0] - left - right, self.size[1] - top - bottom - below
        place, spoken = (left, top, width, height), self.text("dialog.back")
        return rows.page_sheet(self.theme, place, title, self.leave, spoken, widest)

    def rearrange(self) -> None:
        """Rebuild everything after a change."""
        self.arrange(self.size)

    # -- pointer -----------------------------------------------------------------------------------

    def target_at(self, at: tuple[int, int]) -> Hashable:
        """Return the target of a tap there; a tap must end on the target it began on."""
        for sheet in reversed(self.sheets):
            found = sheet.widget_at(at)
            if found is not None:
                return found.name
        return None

    def press(self, at: tuple[int, int], finger: Hashable) -> None:
        """Handle that a finger or the mouse went down; the target there is the one of the tap."""
        self.pressed[finger] = self.target_at(at)
        self.focus = ""
        self.changed = True

    def release(self, finger: Hashable) -> Hashable:
        """Handle that a finger went up; return its target, or None if that no longer counts."""
        self.changed = True
        return self.pressed.pop(finger, None)

    def let_go(self, meant: Callable[[Hashable], bool] = lambda target: True) -> None:
        """Drop presses on targets for which `meant` holds."""
        for finger in [finger for finger, target in self.pressed.items() if meant(target)]:
            self.release(finger)

    def tap(self, at: tuple[int, int], target: Hashable) -> None:
        """Handle a tap on that target."""
        found = next((widget for _, widget in self._actions() if widget.name == target), None)
        if found is not None:
            self._act(found)

    def hold(self, finger: Hashable) -> None:
        """Handle that a finger has been down for a while; lifting it is still a tap."""

    def hover(self, at: tuple[int, int] | None) -> None:
        """Handle that the mouse moved there without a button, or left the window."""
        target = self.target_at(at) if at is not None else None
        if target != self.hovered:
            self.hovered = target
            self.changed = True

    def drag(self, at: tuple[int, int], by: tuple[int, int], finger: Hashable) -> bool:
        """Handle that a finger moved while down; return whether it scrolls, and so is no tap."""
        sheet = self._scrolling_at(at)
        if sheet is not None:
            self.changed |= sheet.scroll((-by[1], -by[0], by[1], by[0])[sheet.quarter])
        return sheet is not None

    def wheel(self, at: tuple[int, int], steps: float) -> None:
        """Scroll by steps of the mouse wheel; up is positive."""
        if (sheet := self._scrolling_at(at)) is not None:
            self.changed |= sheet.scroll(-steps * self.theme.px(56))

    def _scrolling_at(self, at: tuple[int, int]) -> Sheet | None:
        under = (sheet for sheet in reversed(self.sheets) if sheet.place.collidepoint(at))
        return next((sheet for sheet in under if sheet.scrolls), None)

    # -- keyboard ----------------------------------------------------------------------------------

    def key(self, name: str) -> None:
        """Handle a key: move the focus, press the focused widget, scroll, or leave."""
        if name in ("return", "space"):
            widget = self._focused()
            if widget is not None:
                self._act(widget)
        elif name == "escape":
            self.leave()
        elif name in ("tab", "shift tab"):
            self._step_focus(-1 if name.startswith("shift") else 1)
        elif name in ARROW_STEPS:
            self._move_focus(ARROW_STEPS[name])
        elif name in ("page down", "page up"):
            for sheet in self.sheets:
                self.changed |= sheet.scroll(sheet.height * (0.8 if name == "page down" else -0.8))

    def write(self, words: str) -> None:
        """Handle typed words."""

    def compose(self, words: str) -> None:
        """Show words that an input method is composing."""

    def _act(self, widget: Widget) -> None:
        if widget.action is not None:
            self.services.sound.play("tap")
            self.changed = True
            widget.action()

    # -- drawing -----------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the table and the sheets on it."""
        surface.blit(draw.table_top(self.theme, self.size), (0, 0))
        self.draw_sheets(surface)

    def in_parts(self) -> Iterator[Callable[[], None]]:
        """Yield calls that paint all sheets ahead of `draw`; see `Sheet.in_parts`."""
        for sheet in self.sheets:
            yield from sheet.in_parts([self._state(widget) for widget in sheet.widgets])

    def draw_sheets(self, surface: pygame.Surface) -> None:
        """Draw all sheets with the states of their widgets."""
        for sheet in self.sheets:
            sheet.draw(surface, [self._state(widget) for widget in sheet.widgets])

    def _state(self, widget: Widget) -> WidgetState:
        if widget.action is None:
            return WidgetState()
        return WidgetState(
            pressed=widget.name in self.pressed.values(),
            focused=widget.name == self.focus,
            hovered=widget.name == self.hovered,
        )
