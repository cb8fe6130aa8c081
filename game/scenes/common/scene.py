"""What all scenes share: sheets of widgets, taps, the keyboard's focus, scrolling."""

from collections.abc import Callable, Hashable, Iterator
from copy import copy
from typing import Protocol

import pygame

from game.drawing import draw
from game.services.readout import Part
from game.services.services import Services
from game.tasks.task import Task
from game.ui import rows
from game.ui.focus import Focus
from game.ui.layers import Layers
from game.ui.readout_parts import of_sheets
from game.ui.sheet import Sheet
from game.ui.widgets import State, Widget
from rules.contract.game import AnyGame


class Stage(Protocol):
    """What a scene may ask of the program around it."""

    services: Services
    size: tuple[int, int]

    @property
    def top(self) -> "Scene":
        """The scene that is played with."""

    def open(self, scene: "Scene") -> None:
        """Put a scene on top."""

    def back(self) -> None:
        """Take the top scene away."""

    def replace(self, scene: "Scene") -> None:
        """Put a scene in the place of the top one that fills the window, dialogs included."""

    def home(self) -> None:
        """Take everything away but the shelf."""

    def learn(self, game: AnyGame, play: Callable[[], None] | None = None) -> None:
        """Open the lesson of a game; `play` begins a match in its place when it is done."""

    def problems(self, game: AnyGame) -> None:
        """Open the problems of a game."""

    def solve(self, task: Task, title: str) -> None:
        """Open a task on the board; `title` says which."""

    def link(self, words: str) -> None:
        """Show the match of a link that somebody sent, or say why there is none."""

    def quit(self) -> None:
        """End the program."""

    def refresh(self) -> None:
        """Settings have changed: arrange everything anew."""

    def toggle_fullscreen(self) -> None:
        """Fill the screen, or no longer."""


class Scene(Focus):
    """One thing that fills the window, or, as an overlay, a card over it."""

    overlay = False
    arrangement: tuple[str, ...] = ("sheets",)
    """The attributes that `lay_out` makes for a window of one size."""

    def __init__(self, stage: Stage) -> None:
        super().__init__()
        self.stage = stage
        self.services = stage.services
        self.text = stage.services.text
        self.theme = stage.services.theme
        self.size = stage.size
        self.layers = Layers()
        self.pressed: dict[Hashable, Hashable] = {}
        """What each finger that is down went down on; None for nothing."""
        self.hovered: Hashable = None
        self.held = False
        """Whether something is held over the picture, which is not drawn sharp as long."""
        self.unread = True
        """Whether what it says may have changed since it was read out."""

    # -- to be filled by each scene ----------------------------------------------------------------

    def title(self) -> str:
        """The words in the window's title bar."""
        return "Flipside"

    def lay_out(self) -> None:
        """Make all sheets and widgets for `size`."""

    def update(self, seconds: float) -> None:
        """Let time pass."""

    def stored(self, name: str) -> None:
        """Another tab saved a text under that name."""

    def typed(self, words: str) -> None:
        """A line was typed into the readout."""

    @property
    def rests(self) -> bool:
        """Whether nothing moves that changes what it says."""
        return True

    @property
    def wakes(self) -> bool:
        """Whether the screen shall not fall asleep meanwhile."""
        return False

    def leave(self) -> None:
        """What Escape and the back button do."""
        self.stage.back()

    # -- arrangement -------------------------------------------------------------------------------

    def arrange(self, size: tuple[int, int]) -> None:
        """Make everything anew for a window of that size; scrolled sheets stay where they were."""
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
        """What it says to whoever does not see it; nothing may change before the last part."""
        yield from of_sheets(self.sheets)

    def choose(self, key: str, act: bool) -> None:
        """A part of the readout has the focus, or was pressed."""
        self.focus, self.changed = "", True
        found = next((found for found in self._actions() if found[1].name == key), None)
        if found is not None:
            self._set_focus(*found)
            if act:
                self._act(found[1])

    def hidpi_copy(
        self, services: Services, size: tuple[int, int], former: "Scene | None"
    ) -> "Scene":
        """The same scene for a window of that size, to be drawn and nothing else; in the
        arrangement of a former likeness, if one is given."""
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
        """The places in the window where words, numbers or pictures are."""
        return [place for sheet in self.sheets for place in sheet.lettered()]

    def page_sheet(
        self, title: str, widest: int = 760, below: int = 0
    ) -> tuple[Sheet, pygame.Rect]:
        """A sheet over the window, but for `below` pixels at its foot, with a title and a way
        back, and the column below them."""
        left, top, right, bottom = self.services.page.safe_area()
        width, height = self.size[0] - left - right, self.size[1] - top - bottom - below
        place, spoken = (left, top, width, height), self.text("dialog.back")
        return rows.page_sheet(self.theme, place, title, self.leave, spoken, widest)

    def rearrange(self) -> None:
        """Make everything anew, since something it shows has changed."""
        self.arrange(self.size)

    # -- pointer -----------------------------------------------------------------------------------

    def target_at(self, at: tuple[int, int]) -> Hashable:
        """What a tap there would mean; a tap counts only if it ends where it began."""
        for sheet in reversed(self.sheets):
            found = sheet.widget_at(at)
            if found is not None:
                return found.name
        return None

    def press(self, at: tuple[int, int], finger: Hashable) -> None:
        """A finger, or the mouse, went down: a tap will mean what is under it there."""
        self.pressed[finger] = self.target_at(at)
        self.focus = ""
        self.changed = True

    def release(self, finger: Hashable) -> Hashable:
        """A finger went up; what it went down on, None where that does not count any more."""
        self.changed = True
        return self.pressed.pop(finger, None)

    def let_go(self, meant: Callable[[Hashable], bool] = lambda target: True) -> None:
        """Whatever is down on such a target means nothing any more."""
        for finger in [finger for finger, target in self.pressed.items() if meant(target)]:
            self.release(finger)

    def tap(self, at: tuple[int, int], target: Hashable) -> None:
        """The pointer went down on that target, and up there on the same one."""
        found = next((widget for _, widget in self._actions() if widget.name == target), None)
        if found is not None:
            self._act(found)

    def hold(self, finger: Hashable) -> None:
        """A finger has been down for a while; lifting it will be a tap all the same."""

    def hover(self, at: tuple[int, int] | None) -> None:
        """A mouse moved there without a button, or has left."""
        target = self.target_at(at) if at is not None else None
        if target != self.hovered:
            self.hovered = target
            self.changed = True

    def drag(self, at: tuple[int, int], by: tuple[int, int], finger: Hashable) -> bool:
        """A finger moved while down; whether it drags a page, and so will be no tap."""
        sheet = self._scrolling_at(at)
        if sheet is not None:
            self.changed |= sheet.scroll((-by[1], -by[0], by[1], by[0])[sheet.quarter])
        return sheet is not None

    def wheel(self, at: tuple[int, int], steps: float) -> None:
        """The mouse wheel turned; up is positive."""
        sheet = self._scrolling_at(at)
        if sheet is not None:
            self.changed |= sheet.scroll(-steps * self.theme.px(56))

    def _scrolling_at(self, at: tuple[int, int]) -> Sheet | None:
        found = (s for s in reversed(self.sheets) if s.scrolls and s.place.collidepoint(at))
        return next(found, None)

    # -- keyboard ----------------------------------------------------------------------------------

    def key(self, name: str) -> None:
        """A key was pressed: the focus moves, acts, or the scene is left."""
        if name in ("return", "space"):
            widget = self._focused()
            if widget is not None:
                self._act(widget)
        elif name == "escape":
            self.leave()
        elif name in ("tab", "shift tab"):
            self._step_focus(-1 if name.startswith("shift") else 1)
        elif name in ARROWS:
            self._move_focus(ARROWS[name])
        elif name in ("page down", "page up"):
            for sheet in self.sheets:
                self.changed |= sheet.scroll(sheet.height * (0.8 if name == "page down" else -0.8))

    def write(self, words: str) -> None:
        """Words were typed, by whatever means the system has."""

    def compose(self, words: str) -> None:
        """An input method shows words that it is composing."""

    def _act(self, widget: Widget) -> None:
        if widget.action is not None:
            self.services.sound.play("tap")
            self.changed = True
            widget.action()

    # -- drawing -----------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the scene: the table, and the sheets that lie on it."""
        surface.blit(draw.table(self.theme, self.size), (0, 0))
        self.draw_sheets(surface)

    def in_parts(self) -> Iterator[Callable[[], None]]:
        """Calls that paint all sheets, so that `draw` need not; see `Sheet.in_parts`."""
        for sheet in self.sheets:
            yield from sheet.in_parts([self._state(widget) for widget in sheet.widgets])

    def draw_sheets(self, surface: pygame.Surface) -> None:
        """Draw all sheets with pressed, focused and hovered widgets as such."""
        for sheet in self.sheets:
            sheet.draw(surface, [self._state(widget) for widget in sheet.widgets])

    def _state(self, widget: Widget) -> State:
        if widget.action is None:
            return State()
        return State(
            pressed=widget.name in self.pressed.values(),
            focused=widget.name == self.focus,
            hovered=widget.name == self.hovered,
        )


ARROWS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
