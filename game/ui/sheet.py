"""A sheet of widgets that may be turned toward a player, and may be longer than its place.

Widgets are drawn upright on a surface of their own; the surface is turned, taps are mapped back.
Nothing else knows that anything is ever turned.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from functools import partial

import pygame

from game.services.theme import Theme
from game.ui.containers import Card
from game.ui.layout import Box
from game.ui.widgets import Button, Label, Widget, WidgetState


class Sheet:
    """Widgets on a place in the window, `quarter` counter-clockwise quarter turns from upright.

    A place without a width or a height gets one of one pixel: what is left of a room may be
    nothing, and nothing cannot be drawn on.
    """

    def __init__(self, theme: Theme, place: Box, quarter: int = 0) -> None:
        self.theme = theme
        x, y, width, height = place
        self.place = pygame.Rect(x, y, max(1, width), max(1, height))
        self.quarter = quarter % 4
        turned = self.quarter % 2 == 1
        self.width = self.place.height if turned else self.place.width
        self.height = self.place.width if turned else self.place.height
        self.widgets: list[Widget] = []
        self.content = self.height
        """The height of everything on it; more than `height` makes it scroll."""
        self.offset = 0
        self._drawn: pygame.Surface | None = None
        self._states: tuple[WidgetState, ...] = ()

    @property
    def rect(self) -> pygame.Rect:
        """Its whole place in its own coordinates."""
        return pygame.Rect(0, 0, self.width, self.height)

    def add(self, *widgets: Widget) -> None:
        """Put widgets on the sheet, over those already there."""
        self.widgets += widgets
        bottom = max((widget.rect.bottom for widget in widgets), default=0)
        self.content = max(self.content, bottom)

    def show(self, column: Widget, widest: int = 760, top: float | None = None) -> "Sheet":
        """Put a column of at most `widest` CSS pixels on it; return itself.

        It begins `top` CSS pixels below the edge; None: as far as it is away from the sides. Where
        it scrolls, air below its end shows the last shadow."""
        theme = self.theme
        margin = theme.px(8 if self.width < theme.px(480) else 24)
        y = margin if top is None else theme.px(top)
        wide = max(0, min(self.width - 2 * margin, theme.px(widest)))
        high = column.height_for(theme, wide)
        rect = pygame.Rect((self.width - wide) // 2, y, wide, max(high, self.height - y))
        self.add(*column.lay(theme, rect))
        if y + high > self.height:
            self.content = y + high + theme.px(16)
        return self

    def stand_as(self, other: "Sheet") -> None:
        """Put what is said where it stands on another sheet with the same widgets and another
        number of pixels, and scroll as far: lengths are rounded otherwise there, and would add up
        to a jump. Pictures stay, for what lies on them has places of its own."""
        ratio = self.theme.unit / other.theme.unit
        if len(self.widgets) == len(other.widgets):
            for mine, its in zip(self.widgets, other.widgets, strict=True):
                if isinstance(mine, Label | Button | Card):
                    mine.rect = pygame.Rect(
                        round(its.rect.x * ratio), round(its.rect.y * ratio),
                        math.ceil(its.rect.width * ratio), math.ceil(its.rect.height * ratio),
                    )  # fmt: skip
        self.scroll(other.offset * ratio)

    def clear(self) -> None:
        """Let go of everything on it: widgets know the sheet, and would keep it alive."""
        self.widgets = []
        self._drawn = None

    # -- places ----------------------------------------------------------------------------------

    def inside(self, at: tuple[int, int]) -> tuple[int, int]:
        """A point of the window in the coordinates of what lies on the sheet."""
        x, y = at[0] - self.place.x, at[1] - self.place.y
        width, height = self.place.size
        mapped = ((x, y), (height - 1 - y, x), (width - 1 - x, height - 1 - y), (y, width - 1 - x))
        turned = mapped[self.quarter]
        return turned[0], turned[1] + self.offset

    def outside(self, rect: pygame.Rect) -> pygame.Rect:
        """A rectangle on the sheet in the coordinates of the window."""
        x, y, w, h = rect.x, rect.y - self.offset, rect.width, rect.height
        width, height = self.place.size
        corner, size = (
            ((x, y), (w, h)),
            ((y, height - x - w), (h, w)),
            ((width - x - w, height - y - h), (w, h)),
            ((width - y - h, x), (h, w)),
        )[self.quarter]
        return pygame.Rect((corner[0] + self.place.x, corner[1] + self.place.y), size)

    def lettered(self) -> list[pygame.Rect]:
        """The places in the window of all widgets but cards, as far as they are seen."""
        places = (self.outside(one.rect) for one in self.widgets if not isinstance(one, Card))
        return [place.clip(self.place) for place in places if place.colliderect(self.place)]

    def widget_at(self, at: tuple[int, int]) -> Widget | None:
        """The topmost widget with an action under a point of the window."""
        if not self.place.collidepoint(at):
            return None
        point = self.inside(at)
        for widget in reversed(self.widgets):
            if widget.action is not None and widget.rect.collidepoint(point):
                return widget
        return None

    def named(self, name: str) -> Widget | None:
        """The widget of that name, or None."""
        return next((widget for widget in self.widgets if widget.name == name), None)

    # -- scrolling -------------------------------------------------------------------------------

    @property
    def scrolls(self) -> bool:
        """Whether there is more on it than its place shows."""
        return self.content > self.height

    def scroll(self, by: float) -> bool:
        """Move what lies on it up by that many pixels; whether anything moved."""
        before = self.offset
        self.offset = max(0, min(self.content - self.height, round(self.offset + by)))
        if self.offset != before:
            self._drawn = None
        return self.offset != before

    def reveal(self, widget: Widget) -> None:
        """Scroll so that the widget is seen."""
        edge = self.theme.px(12)
        if widget.rect.top - edge < self.offset:
            self.scroll(widget.rect.top - edge - self.offset)
        elif widget.rect.bottom + edge > self.offset + self.height:
            self.scroll(widget.rect.bottom + edge - self.offset - self.height)

    # -- drawing ---------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface, states: Sequence[WidgetState]) -> None:
        """Draw the sheet; `states` runs in parallel with its widgets."""
        now = tuple(states)
        if self._drawn is None or now != self._states:
            self._states = now
            self._drawn = self._paint(now)
        edge = self._edge()
        surface.blit(self._drawn, (self.place.x - edge, self.place.y - edge))

    def _edge(self) -> int:
        """Room round an unscrolled sheet for shadows and rings, in pixels."""
        return 0 if self.scrolls else self.theme.px(16)

    def in_parts(self, like: "Sheet") -> Iterator[Callable[[], None]]:
        """Calls that paint the sheet as `like` was drawn, one with the same widgets, so that `draw`
        need not, one after the other; one that did not come to its end may be tried again."""
        now = like._states
        if len(now) < len(self.widgets) or (self._drawn is not None and now == self._states):
            return
        upright = self._empty()
        for widget, state in zip(self.widgets, now, strict=True):
            # First nowhere: all images it needs are there then, and it will not be drawn by half.
            yield partial(self._put, upright, widget, state, (0, 0))
            yield partial(self._put, upright, widget, state, upright.get_size())
        self._states, self._drawn = now, self._finished(upright)

    def _paint(self, states: Sequence[WidgetState]) -> pygame.Surface:
        upright = self._empty()
        for widget, state in zip(self.widgets, states, strict=True):
            self._put(upright, widget, state, upright.get_size())
        return self._finished(upright)

    def _empty(self) -> pygame.Surface:
        edge = self._edge()
        return pygame.Surface((self.width + 2 * edge, self.height + 2 * edge), pygame.SRCALPHA)

    def _put(
        self, upright: pygame.Surface, widget: Widget, state: WidgetState, seen: tuple[int, int]
    ) -> None:
        """Draw a widget on the part of the sheet that is seen."""
        upright.set_clip((0, 0, *seen))
        edge, kept = self._edge(), widget.rect
        widget.rect = kept.move(edge, edge - self.offset)
        try:
            if widget.rect.colliderect(upright.get_rect()):
                widget.draw(self.theme, upright, state)
        finally:
            widget.rect = kept

    def _finished(self, upright: pygame.Surface) -> pygame.Surface:
        if self.scrolls:
            self._bar(upright)
        return pygame.transform.rotate(upright, 90 * self.quarter) if self.quarter else upright

    def _bar(self, surface: pygame.Surface) -> None:
        thick = self.theme.px(4)
        length = max(self.theme.px(24), self.height * self.height // self.content)
        share = self.offset / max(1, self.content - self.height)
        bar = pygame.Rect(
            self.width - thick - 1, round(share * (self.height - length)), thick, length
        )
        pygame.draw.rect(surface, self.theme.palette.line, bar, border_radius=thick // 2)
