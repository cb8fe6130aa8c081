"""The handful of things a sheet is made of: words, buttons and pictures.

A widget knows its rectangle on the sheet, how it is drawn and what it does; widgets are made
anew for every arrangement, so none is ever stale. `containers.py` holds and lays out widgets.
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Literal

import pygame

from flipside.game.drawing import draw, faces, icons
from flipside.game.services.theme import Colour, Style, Theme, mixed
from flipside.rules.contract.story import Piece

Action = Callable[[], None]

_UNSEEN = ("rect", "name", "action", "group", "_measured")
"""Attributes of a widget that do not change its look."""


@dataclass(frozen=True)
class WidgetState:
    """The state of a widget: pressed, focused, hovered."""

    pressed: bool = False
    focused: bool = False
    hovered: bool = False


@dataclass(frozen=True)
class ReadoutGroup:
    """A group of widgets: a heading in the readout, to which screen readers jump."""

    words: str
    level: int = 2


Paint = Literal["", "ink", "soft", "good", "accent"]

FIT = -1.0
"""A width that is as large as the content."""


@dataclass
class Widget:
    """Something on a sheet. With an action it can be tapped, and needs a name of its own."""

    margin: ClassVar[float] = 16
    """CSS pixels round it for its shadow and ring."""

    rect: pygame.Rect = field(default_factory=lambda: pygame.Rect(0, 0, 0, 0), kw_only=True)
    """Its place on the sheet in pixels, set by `lay`."""
    name: str = field(default="", kw_only=True)
    action: Action | None = field(default=None, kw_only=True)
    why: str = field(default="", kw_only=True)
    """Why it cannot be used now; its action then says so, or without one the scene."""
    group: ReadoutGroup | None = field(default=None, kw_only=True)
    width: float = field(default=0, kw_only=True)
    """Its width in a row, in CSS pixels; below 1 a part of the row, 0 an equal share of what others
    leave."""
    height: float = field(default=0, kw_only=True)
    """Least height in CSS pixels."""
    fills: bool = field(default=False, kw_only=True)
    """Whether it takes the spare height of its column."""
    _measured: tuple[int, int] | None = field(default=None, init=False, repr=False, compare=False)
    """The width that it was measured for last, and the height that it needs there."""

    @property
    def answers(self) -> bool:
        """Whether something happens when it is pressed."""
        return self.action is not None or bool(self.why)

    def natural_width(self, theme: Theme) -> int:
        """The width in pixels that it has where nothing limits it."""
        return theme.px(self.width) if self.width > 0 else self.content_width(theme)

    def height_for(self, theme: Theme, width: int) -> int:
        """The height in pixels that it needs in that width."""
        if self._measured is None or self._measured[0] != width:
            high = max(theme.px(self.height), self.content_height(theme, width))
            self._measured = width, high
        return self._measured[1]

    def content_width(self, theme: Theme) -> int:
        """The pixels that its content needs where nothing limits it."""
        return 0

    def content_height(self, theme: Theme, width: int) -> int:
        """The pixels that its content needs in that width."""
        return 0

    def lay(self, theme: Theme, rect: pygame.Rect) -> "list[Widget]":
        """Take that place on the sheet; the widgets to be drawn there, in reading order."""
        self.rect = rect
        return [self]

    def draw(self, theme: Theme, surface: pygame.Surface, state: WidgetState) -> None:
        """Draw the widget at its place."""

    @property
    def display_key(self) -> Hashable:
        """Another one whenever it looks different at the same place."""
        seen = [
            tuple(value) if isinstance(value, list) else value
            for name, value in vars(self).items()
            if name not in _UNSEEN
        ]
        return type(self).__name__, self.action is None, *seen

    @property
    def words(self) -> str:
        return ""


@dataclass
class Label(Widget):
    """Words, broken into lines to fit the width."""

    margin: ClassVar[float] = 2

    text: str = ""
    style: Style = "text"
    paint: Paint = ""
    """A colour of the palette; "" is soft for small words, ink for others."""
    across: float = 0.0
    down: float = 0.5
    level: int = 0
    """Of a heading that its style does not make one; 0 for other words."""

    def content_width(self, theme: Theme) -> int:
        return max(theme.width(self.style, line) for line in self.text.split("\n"))

    def content_height(self, theme: Theme, width: int) -> int:
        return label_height(theme, self.text, self.style, width)

    def draw(self, theme: Theme, surface: pygame.Surface, state: WidgetState) -> None:
        lines = draw.wrapped(theme, self.text, self.style, self.rect.width)
        paint = getattr(theme.palette, self.paint or ("soft" if self.style == "small" else "ink"))
        draw.text(theme, surface, lines, self.style, paint, self.rect, self.across, self.down)

    @property
    def words(self) -> str:
        return self.text


SMALLER: dict[Style, Style] = {"head": "bold", "bold": "small-bold", "text": "small"}
"""The next smaller type of words that do not fit."""


@dataclass
class OneLine(Label):
    """One line. Where its words do not fit they are smaller, or the first of `others` that fit; the
    last ones are cut to the width, with `air` CSS pixels left.
    """

    others: Sequence[str] = ()
    air: float = 0

    def content_height(self, theme: Theme, width: int) -> int:
        return theme.line_height(self.style)

    def lay(self, theme: Theme, rect: pygame.Rect) -> list[Widget]:
        width = rect.width - theme.px(self.air)
        for words in (self.text, *self.others):
            style = self.style
            while theme.width(style, words) > width and style in SMALLER:
                style = SMALLER[style]
            if theme.width(style, words) <= width:
                break
        self.text, self.style = shortened(theme, words, width, style), style
        return super().lay(theme, rect)


def shortened(theme: Theme, words: str, width: int, style: Style = "bold") -> str:
    """Return `words`, cut with an ellipsis to `width` pixels."""
    if theme.width(style, words) <= width:
        return words
    while words and theme.width(style, words + "…") > width:
        words = words[:-1]
    return words.rstrip() + "…"


def label_height(theme: Theme, words: str, style: Style, width: int) -> int:
    """The height of the words when broken to that width, in pixels."""
    return len(draw.wrapped(theme, words, style, width)) * theme.line_height(style)


@dataclass
class Button(Widget):
    """Something to tap: "primary" is the one to act, "plain" the rest, "chosen" one of a choice
    that is in force, "reached" a step that leads up to it, "quiet" has no rim.
    """

    side: ClassVar[float] = 22
    """CSS pixels of the icon or piece."""

    name: str = ""
    action: Action | None = None
    text: str = ""
    icon: str = ""
    look: str = "plain"
    stacked: bool = False
    """The icon stands above the words instead of before them."""
    spoken: str = ""
    """What a button is called whose text is none, or too short to say it."""
    emblem: Piece | None = None
    """A piece shown in the place of an icon."""
    height: float = field(default=44, kw_only=True)
    grows: bool = field(default=False, kw_only=True)
    """Whether it is as high as its words need."""
    small: bool = field(default=False, kw_only=True)
    """Whether its words are small because those of a button beside it must be."""
    shrinks: bool = field(default=False, kw_only=True)
    """Whether its icon stands alone where its words do not fit."""

    @property
    def enabled(self) -> bool:
        return self.action is not None and not self.why

    def content_width(self, theme: Theme) -> int:
        pictured = theme.px(30) if self.emblem is not None else 0
        return max(theme.px(64), theme.width("bold", self.text) + theme.px(28) + pictured)

    def content_height(self, theme: Theme, width: int) -> int:
        if not self.grows:
            return 0
        edge, more = (4, 26) if self.stacked else (24, 16)
        style: Style = "small" if self.stacked else "bold"
        inner = max(0, width - theme.px(edge))
        return label_height(theme, self.text, style, inner) + theme.px(more)

    def lay(self, theme: Theme, rect: pygame.Rect) -> list[Widget]:
        """Take that place; without words if they do not fit and it shrinks."""
        self.rect = rect
        if self.shrinks and self.clipped(theme):
            self.text, self.spoken = "", self.text
        return [self]

    def draw(self, theme: Theme, surface: pygame.Surface, state: WidgetState) -> None:
        fill, border, ink = self._colours(theme, state)
        rect = self.rect.move(0, theme.px(1)) if state.pressed else self.rect
        radius = theme.px(10)
        if self.look == "primary" and not state.pressed:
            draw.shadow(theme, surface, rect, radius, theme.px(4))
        if fill is not None or border is not None:
            thick = theme.rim * (2 if self.look == "chosen" else 1)
            draw.box(theme, surface, rect, fill, radius, border, thick)
        if state.focused:
            focus_ring(theme, surface, rect, radius)
        self._content(theme, surface, rect, ink)

    def _colours(
        self, theme: Theme, state: WidgetState
    ) -> tuple[Colour | None, Colour | None, Colour]:
        palette = theme.palette
        if self.look == "primary":
            base = palette.accent
            if state.pressed or state.hovered:
                base = mixed(base, palette.ink, 0.14)
            return base, palette.ink if theme.contrast else None, palette.on_accent
        if self.look == "chosen":
            return mixed(palette.card, palette.accent, 0.14), palette.accent, palette.ink
        if self.look == "reached":
            return mixed(palette.card, palette.accent, 0.14), palette.line, palette.ink
        warm = mixed(palette.card, palette.accent, 0.08)
        fill = warm if self.enabled and (state.pressed or state.hovered) else palette.card
        if self.look == "quiet":
            rim = palette.line if theme.contrast and self.enabled else None
            ink = palette.ink if self.enabled or self.action is None else palette.soft
            lit = self.enabled and (state.pressed or state.hovered)
            return (fill if lit else None), rim, ink
        ink = palette.ink if self.enabled else palette.soft
        return fill, palette.line, ink

    def _content(
        self, theme: Theme, surface: pygame.Surface, rect: pygame.Rect, ink: Colour
    ) -> None:
        side = theme.px(self.side)
        style, lines, _ = self._fitted(theme)
        if not self.icon and not self.emblem:
            draw.text(theme, surface, lines, style, ink, rect, across=0.5)
            return
        drawn = self._picture(theme, side, ink)
        if not lines:
            theme.blend(surface, drawn, drawn.get_rect(center=rect.center))
            return
        if self.stacked:
            height = side + theme.px(2) + theme.line_height(style) * len(lines)
            top = rect.centery - height // 2
            theme.blend(surface, drawn, drawn.get_rect(midtop=(rect.centerx, top)))
            below = pygame.Rect(rect.x, top + side + theme.px(2), rect.width, 0)
            below.height = theme.line_height(style) * len(lines)
            draw.text(theme, surface, lines, style, ink, below, across=0.5)
            return
        width = max(theme.width(style, line) for line in lines)
        left = rect.centerx - (side + theme.px(8) + width) // 2
        theme.blend(surface, drawn, drawn.get_rect(midleft=(left, rect.centery)))
        room = pygame.Rect(left + side + theme.px(8), rect.y, width, rect.height)
        draw.text(theme, surface, lines, style, ink, room)

    def _picture(self, theme: Theme, side: int, ink: Colour) -> pygame.Surface:
        if self.emblem is not None:
            return faces.face_image(theme, self.emblem, side)
        return icons.icon(theme, self.icon, side, ink)

    def _fitted(self, theme: Theme) -> tuple[Style, list[str], bool]:
        """The largest style in which the words fit, their lines, and whether they do fit."""
        if not self.text:
            return "bold", [], True
        room_x = self.rect.width - theme.px(12)
        room_y = self.rect.height
        if self.stacked and (self.icon or self.emblem):
            room_x, room_y = self.rect.width - theme.px(4), room_y - theme.px(self.side + 2)
        elif self.icon or self.emblem:
            room_x -= theme.px(30)
        styles: tuple[Style, ...] = ("small",) if self.stacked else ("bold", "small-bold")
        if self.small:
            styles = styles[-1:]
        lines: list[str] = []
        style: Style = styles[-1]
        for style in styles:
            for width in (10**6, room_x):
                lines = draw.wrapped(theme, self.text, style, width)
                fits_x = all(theme.width(style, line) <= room_x for line in lines)
                if fits_x and theme.line_height(style) * len(lines) <= room_y + 2:
                    return style, lines, True
        return style, lines, False

    def needs_small_words(self, theme: Theme) -> bool:
        """Whether its words fit into its rectangle in the smaller of two styles alone."""
        return not self.stacked and self._fitted(theme)[0] == "small-bold"

    def clipped(self, theme: Theme) -> bool:
        """Whether its words do not fit into its rectangle."""
        return not self._fitted(theme)[2]

    @property
    def words(self) -> str:
        return self.spoken or self.text


@dataclass
class Canvas(Widget):
    """Whatever `paint` draws into its rectangle."""

    paint: Callable[[pygame.Surface, pygame.Rect], None] = lambda surface, rect: None
    ratio: float = 0.0
    """Its height as a part of its width, to which the declared height is added."""

    def height_for(self, theme: Theme, width: int) -> int:
        return theme.px(self.height) + round(width * self.ratio)

    def draw(self, theme: Theme, surface: pygame.Surface, state: WidgetState) -> None:
        self.paint(surface, self.rect)
        if state.focused:
            focus_ring(theme, surface, self.rect, theme.px(8))


def focus_ring(theme: Theme, surface: pygame.Surface, rect: pygame.Rect, radius: int) -> None:
    thick = max(2, theme.px(3))
    around = rect.inflate(2 * thick + 2, 2 * thick + 2)
    draw.box(theme, surface, around, None, radius + thick, theme.palette.ink, thick)
