"""The basic widgets: words, buttons and pictures.

A widget has a rectangle on its sheet, an appearance and an action. For each layout all widgets are
created again, and `containers.py` lays them out.
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Literal

import pygame

from flipside.game.drawing import draw, faces, icons
from flipside.game.services.theme import Colour, Style, Theme, mixed
from flipside.rules.contract.story import Piece

Action = Callable[[], None]

_INVISIBLE = ("rect", "name", "action", "group", "tip", "_size")
"""Attributes of a widget that do not change its appearance."""


@dataclass(frozen=True)
class WidgetState:
    """How input affects the appearance of a widget."""

    pressed: bool = False
    focused: bool = False
    hovered: bool = False


@dataclass(frozen=True)
class ReadoutGroup:
    """A group of widgets under a heading, to which screen readers can jump."""

    words: str
    level: int = 2


Paint = Literal["", "ink", "soft", "good", "accent"]

FIT = -1.0
"""As `Widget.width`: the width of the content."""


@dataclass
class Widget:
    """An element on a sheet. If it has an action, it can be tapped and needs a unique name."""

    margin: ClassVar[float] = 16
    """CSS pixels around it for its shadow and focus ring."""
    changes_often: ClassVar[bool] = False
    """Whether the scene draws it above all sheets, so that they do not change together with it."""

    rect: pygame.Rect = field(default_factory=lambda: pygame.Rect(0, 0, 0, 0), kw_only=True)
    """Its rectangle on the sheet in pixels, set by `layout`."""
    name: str = field(default="", kw_only=True)
    action: Action | None = field(default=None, kw_only=True)
    why: str = field(default="", kw_only=True)
    """The reason why it is disabled, as a sentence. Its action shows the reason, or else the scene
    does."""
    tip: str = field(default="", kw_only=True)
    """What its picture or number means, shown while the mouse or a finger rests there."""
    group: ReadoutGroup | None = field(default=None, kw_only=True)
    width: float = field(default=0, kw_only=True)
    """Its width in a row: CSS pixels; below 1 a part of the row; 0 an equal part of the remaining
    width."""
    height: float = field(default=0, kw_only=True)
    """Minimum height in CSS pixels."""
    fills: bool = field(default=False, kw_only=True)
    """Whether it gets the spare height of its column."""
    _size: tuple[int, int] | None = field(default=None, init=False, repr=False, compare=False)
    """The last width for which it was measured, and its height."""

    @property
    def explanation(self) -> str:
        """What the player cannot read on it: its meaning, or why it is disabled."""
        return self.why or self.tip

    @property
    def answers(self) -> bool:
        """Whether a press has an effect."""
        return self.action is not None or bool(self.why)

    def natural_width(self, theme: Theme) -> int:
        """Return the width in pixels that it would have without limits."""
        return theme.px(self.width) if self.width > 0 else self.content_width(theme)

    def height_for(self, theme: Theme, width: int) -> int:
        """Return the height in pixels that it needs at a width."""
        if self._size is None or self._size[0] != width:
            high = max(theme.px(self.height), self.content_height(theme, width))
            self._size = width, high
        return self._size[1]

    def content_width(self, theme: Theme) -> int:
        """Return the width in pixels that its content would have without limits."""
        return 0

    def content_height(self, theme: Theme, width: int) -> int:
        """Return the height in pixels that its content needs at a width."""
        return 0

    def layout(self, theme: Theme, rect: pygame.Rect) -> "list[Widget]":
        """Take a rectangle on the sheet; return the widgets to draw there, in reading order."""
        self.rect = rect
        return [self]

    def draw(self, theme: Theme, surface: pygame.Surface, state: WidgetState) -> None:
        """Draw the widget in its rectangle."""

    @property
    def display_key(self) -> Hashable:
        """A key that changes if the appearance of the widget changes."""
        values = [
            tuple(value) if isinstance(value, list) else value
            for name, value in vars(self).items()
            if name not in _INVISIBLE
        ]
        return type(self).__name__, self.action is None, *values

    @property
    def words(self) -> str:
        """Its words in the readout."""
        return ""


@dataclass
class Label(Widget):
    """Words in lines as wide as the label."""

    margin: ClassVar[float] = 2

    text: str = ""
    style: Style = "text"
    colour: Paint = ""
    """The name of a colour of the palette; "" is "soft" for small words and "ink" for others."""
    align_x: float = 0.0
    align_y: float = 0.5
    level: int = 0
    """The level of a heading, 0 for other words. Words in a style for headings need no level."""

    def content_width(self, theme: Theme) -> int:
        """Return the width of the longest line in pixels."""
        return max(theme.width(self.style, line) for line in self.text.split("\n"))

    def content_height(self, theme: Theme, width: int) -> int:
        """Return the height of the wrapped words in pixels."""
        return label_height(theme, self.text, self.style, width)

    def draw(self, theme: Theme, surface: pygame.Surface, state: WidgetState) -> None:
        """Draw the wrapped words."""
        lines = draw.wrapped(theme, self.text, self.style, self.rect.width)
        paint = getattr(theme.palette, self.colour or ("soft" if self.style == "small" else "ink"))
        draw.label(theme, surface, lines, self.style, paint, self.rect, self.align_x, self.align_y)

    @property
    def words(self) -> str:
        """The text."""
        return self.text


SMALLER: dict[Style, Style] = {"head": "bold", "bold": "small-bold", "text": "small"}
"""The next smaller style for words that do not fit."""


@dataclass
class OneLine(Label):
    """Words in one line. If they do not fit, a smaller style and `others` are tried in turn.

    If none of them fits, the last words are cut. `air` CSS pixels are left free.
    """

    others: Sequence[str] = ()
    air: float = 0

    def content_height(self, theme: Theme, width: int) -> int:
        """Return the height of one line in pixels."""
        return theme.line_height(self.style)

    def layout(self, theme: Theme, rect: pygame.Rect) -> list[Widget]:
        """Take the rectangle, with the words and the style that fit."""
        width = rect.width - theme.px(self.air)
        for words in (self.text, *self.others):
            style = self.style
            while theme.width(style, words) > width and style in SMALLER:
                style = SMALLER[style]
            if theme.width(style, words) <= width:
                break
        self.text, self.style = shortened(theme, words, width, style), style
        return super().layout(theme, rect)


def shortened(theme: Theme, words: str, width: int, style: Style = "bold") -> str:
    """Return words that are at most `width` pixels wide, cut with an ellipsis if necessary."""
    if theme.width(style, words) <= width:
        return words
    while words and theme.width(style, words + "…") > width:
        words = words[:-1]
    return words.rstrip() + "…"


def label_height(theme: Theme, words: str, style: Style, width: int) -> int:
    """Return the height in pixels of words that are wrapped to `width`."""
    return len(draw.wrapped(theme, words, style, width)) * theme.line_height(style)


@dataclass
class Button(Widget):
    """A button.

    `look` is "primary" for the main action, "chosen" for the current value of a choice, "reached"
    for a step before the current one, "quiet" for a button without a rim, or "plain".
    """

    side: ClassVar[float] = 22
    """CSS pixels of the width of its icon or piece."""

    name: str = ""
    action: Action | None = None
    text: str = ""
    icon: str = ""
    look: str = "plain"
    stacked: bool = False
    """Whether the icon is above the words instead of before them."""
    accessible_name: str = ""
    """Words for screen readers, if `text` is empty or too short."""
    emblem: Piece | None = None
    """A piece that is shown instead of an icon."""
    height: float = field(default=44, kw_only=True)
    grows: bool = field(default=False, kw_only=True)
    """Whether its words determine its height."""
    small: bool = field(default=False, kw_only=True)
    """Whether its words are small, like those of the buttons beside it."""
    shrinks: bool = field(default=False, kw_only=True)
    """Whether it shows only its icon if its words do not fit."""
    dotted: bool = field(default=False, kw_only=True)
    """Whether a dot says that something is waiting behind it; `accessible_name` says what."""

    @property
    def explanation(self) -> str:
        """Why it is disabled, or the name of a button without words."""
        return super().explanation or ("" if self.text else self.accessible_name)

    @property
    def enabled(self) -> bool:
        """Whether a press has its effect, instead of only showing `why`."""
        return self.action is not None and not self.why

    def content_width(self, theme: Theme) -> int:
        """Return the width of words and piece in pixels, at least 64 CSS pixels."""
        picture_width = theme.px(30) if self.emblem is not None else 0
        return max(theme.px(64), theme.width("bold", self.text) + theme.px(28) + picture_width)

    def content_height(self, theme: Theme, width: int) -> int:
        """Return the height of the words in pixels if the button grows, otherwise 0."""
        if not self.grows:
            return 0
        edge, more = (4, 26) if self.stacked else (24, 16)
        style: Style = "small" if self.stacked else "bold"
        inner = max(0, width - theme.px(edge))
        return label_height(theme, self.text, style, inner) + theme.px(more)

    def layout(self, theme: Theme, rect: pygame.Rect) -> list[Widget]:
        """Take the rectangle; a button that shrinks removes words that do not fit."""
        self.rect = rect
        if self.shrinks and self.clipped(theme):
            self.text, self.accessible_name = "", self.text
        return [self]

    def draw(self, theme: Theme, surface: pygame.Surface, state: WidgetState) -> None:
        """Draw the button in its state."""
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
        if self.dotted:
            dot = pygame.Rect(0, 0, theme.px(8), theme.px(8))
            dot.topright = rect.right - theme.px(6), rect.top + theme.px(6)
            draw.box(theme, surface, dot, theme.palette.good, dot.width)

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
            is_lit = self.enabled and (state.pressed or state.hovered)
            return (fill if is_lit else None), rim, ink
        ink = palette.ink if self.enabled else palette.soft
        return fill, palette.line, ink

    def _content(
        self, theme: Theme, surface: pygame.Surface, rect: pygame.Rect, ink: Colour
    ) -> None:
        side = theme.px(self.side)
        style, lines, _ = self._fitted(theme)
        if not self.icon and not self.emblem:
            draw.label(theme, surface, lines, style, ink, rect, across=0.5)
            return
        image = self._picture(theme, side, ink)
        if not lines:
            theme.blend(surface, image, image.get_rect(center=rect.center))
            return
        if self.stacked:
            height = side + theme.px(2) + theme.line_height(style) * len(lines)
            top = rect.centery - height // 2
            theme.blend(surface, image, image.get_rect(midtop=(rect.centerx, top)))
            below = pygame.Rect(rect.x, top + side + theme.px(2), rect.width, 0)
            below.height = theme.line_height(style) * len(lines)
            draw.label(theme, surface, lines, style, ink, below, across=0.5)
            return
        width = max(theme.width(style, line) for line in lines)
        left = rect.centerx - (side + theme.px(8) + width) // 2
        theme.blend(surface, image, image.get_rect(midleft=(left, rect.centery)))
        area = pygame.Rect(left + side + theme.px(8), rect.y, width, rect.height)
        draw.label(theme, surface, lines, style, ink, area)

    def _picture(self, theme: Theme, side: int, ink: Colour) -> pygame.Surface:
        if self.emblem is not None:
            return faces.face_image(theme, self.emblem, side)
        return icons.icon(theme, self.icon, side, ink)

    def _fitted(self, theme: Theme) -> tuple[Style, list[str], bool]:
        """Return the largest style in which the words fit, their lines, and whether they fit."""
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
        """Return whether its words fit only in the smaller of two styles."""
        return not self.stacked and self._fitted(theme)[0] == "small-bold"

    def clipped(self, theme: Theme) -> bool:
        """Return whether its words do not fit."""
        return not self._fitted(theme)[2]

    @property
    def words(self) -> str:
        """Its accessible name."""
        return self.accessible_name or self.text


@dataclass
class Canvas(Widget):
    """A rectangle with a picture, which `paint` draws."""

    paint: Callable[[pygame.Surface, pygame.Rect], None] = lambda surface, rect: None
    ratio: float = 0.0
    """The part of its width that is added to `height`."""

    def height_for(self, theme: Theme, width: int) -> int:
        """Return its height in pixels: `height`, and a part of the width."""
        return theme.px(self.height) + round(width * self.ratio)

    def draw(self, theme: Theme, surface: pygame.Surface, state: WidgetState) -> None:
        """Call `paint`."""
        self.paint(surface, self.rect)
        if state.focused:
            focus_ring(theme, surface, self.rect, theme.px(8))


def focus_ring(theme: Theme, surface: pygame.Surface, rect: pygame.Rect, radius: int) -> None:
    """Draw a ring around the widget that has the focus."""
    thick = max(2, theme.px(3))
    around = rect.inflate(2 * thick + 2, 2 * thick + 2)
    draw.box(theme, surface, around, None, radius + thick, theme.palette.ink, thick)
