"""Sheets of widgets, which may be rotated and may scroll, and the targets of input on them.

On a tabletop, sheets are rotated towards their players: widgets are drawn upright and then rotated,
and points of input are converted. No other code handles rotation. A target is a widget, found by
point, name or key, or a sheet that scrolls.
"""

from collections.abc import Callable, Collection, Hashable, Sequence
from functools import partial

import pygame

from flipside.game.drawing.display_list import DisplayItem, Layer
from flipside.game.services.theme import Theme
from flipside.game.ui import layout
from flipside.game.ui.containers import Card, Row, Scroll
from flipside.game.ui.layout import Box
from flipside.game.ui.widgets import Button, Widget, WidgetState


class Sheet:
    """Widgets in an area of the window, rotated counter-clockwise by `quarter_turns`.

    It is at least one pixel wide and high, because nothing can be drawn on an empty surface.
    """

    def __init__(self, theme: Theme, place: Box | pygame.Rect, quarter_turns: int = 0) -> None:
        self.theme = theme
        x, y, width, height = place
        self.place = pygame.Rect(x, y, max(1, width), max(1, height))
        self.quarter_turns = quarter_turns % 4
        is_sideways = self.quarter_turns % 2 == 1
        self.width = self.place.height if is_sideways else self.place.width
        self.height = self.place.width if is_sideways else self.place.height
        self.widgets: list[Widget] = []
        self.inner: list[Sheet] = []
        """The sheets of the parts that scroll."""
        self.content = self.height
        """The height of the content; the sheet scrolls if this is more than `height`."""
        self.offset = 0

    @property
    def rect(self) -> pygame.Rect:
        """The whole sheet, in its own coordinates."""
        return pygame.Rect(0, 0, self.width, self.height)

    def add(self, *widgets: Widget) -> None:
        """Put widgets on the sheet, above the widgets that are there."""
        self.widgets += widgets
        bottom = max((widget.rect.bottom for widget in widgets), default=0)
        self.content = max(self.content, bottom)

    def fill(self, widget: Widget, air: float = 0) -> "Sheet":
        """Lay out a widget on the whole sheet; return the sheet.

        If it scrolls, there are `air` CSS pixels below the widget.
        """
        widgets = widget.layout(self.theme, self.rect)
        self.add(*(item for item in widgets if not isinstance(item, Scroll)))
        for item in widgets:
            if isinstance(item, Scroll):
                inner = Sheet(self.theme, self.to_window(item.rect), self.quarter_turns)
                self.inner.append(inner.fill(Row([item.content, 8], align_y=0)))
        if self.scrolls:
            self.content += self.theme.px(air)
        return self

    def show(self, column: Widget, widest: int = 760, top: float | None = None) -> "Sheet":
        """Put a column of at most `widest` CSS pixels on the sheet; return the sheet.

        It is `top` CSS pixels below the edge; None: the same distance as at the sides. A sheet that
        scrolls has space for the last shadow below it.
        """
        theme = self.theme
        margin = theme.px(8 if self.width < theme.px(480) else 24)
        y = margin if top is None else theme.px(top)
        wide = max(0, min(self.width - 2 * margin, theme.px(widest)))
        high = column.height_for(theme, wide)
        rect = pygame.Rect((self.width - wide) // 2, y, wide, max(high, self.height - y))
        self.add(*column.layout(theme, rect))
        if y + high > self.height:
            self.content = y + high + theme.px(16)
        return self

    def clear(self) -> None:
        """Remove all widgets, which refer to the sheet and so would keep it in memory."""
        self.widgets = []

    # -- places ----------------------------------------------------------------------------------

    def to_sheet(self, at: tuple[int, int]) -> tuple[int, int]:
        """Convert a point in the window to a point of the content."""
        x, y = at[0] - self.place.x, at[1] - self.place.y
        right, bottom = self.place.width - 1 - x, self.place.height - 1 - y
        x, y = ((x, y), (bottom, x), (right, bottom), (y, right))[self.quarter_turns]
        return x, y + self.offset

    def to_window(self, rect: pygame.Rect) -> pygame.Rect:
        """Convert a rectangle of the content to a rectangle in the window."""
        x, y, w, h = rect.x, rect.y - self.offset, rect.width, rect.height
        width, height = self.place.size
        corner, size = (
            ((x, y), (w, h)),
            ((y, height - x - w), (h, w)),
            ((width - x - w, height - y - h), (w, h)),
            ((width - y - h, x), (h, w)),
        )[self.quarter_turns]
        return pygame.Rect((corner[0] + self.place.x, corner[1] + self.place.y), size)

    def widget_at(self, at: tuple[int, int]) -> Widget | None:
        """Return the topmost widget that reacts to a press at a point in the window, or None."""
        if not self.place.collidepoint(at):
            return None
        point = self.to_sheet(at)
        for widget in reversed(self.widgets):
            if widget.answers and widget.rect.collidepoint(point):
                return widget
        return None

    def named(self, name: str) -> Widget | None:
        """Return the widget called `name`, or None."""
        return next((widget for widget in self.widgets if widget.name == name), None)

    def split(self, heights: Sequence[int]) -> "list[Sheet]":
        """Return sheets of these heights in pixels, from top to bottom, rotated like this sheet."""
        sheets, y = list[Sheet](), 0
        for high in heights:
            place = self.to_window(pygame.Rect(0, y, self.width, high))
            sheets.append(Sheet(self.theme, place, self.quarter_turns))
            y += high
        return sheets

    # -- scrolling -------------------------------------------------------------------------------

    @property
    def scrolls(self) -> bool:
        """Whether the content is higher than the sheet."""
        return self.content > self.height

    def scroll(self, by: float) -> bool:
        """Move the content up by that many pixels; return whether it has moved."""
        before = self.offset
        self.offset = max(0, min(self.content - self.height, round(self.offset + by)))
        return self.offset != before

    def reveal(self, widget: Widget) -> None:
        """Scroll so that a widget becomes visible."""
        edge = max(0, min(self.theme.px(12), (self.height - widget.rect.height) // 2))
        if widget.rect.top - edge < self.offset:
            self.scroll(widget.rect.top - edge - self.offset)
        elif widget.rect.bottom + edge > self.offset + self.height:
            self.scroll(widget.rect.bottom + edge - self.offset - self.height)

    # -- drawing ---------------------------------------------------------------------------------

    def display_items(
        self, state: Callable[[Widget], WidgetState], cards: bool
    ) -> list[DisplayItem]:
        """Return the items of all cards, or those of other widgets and the scroll bar."""
        widgets = [widget for widget in self.widgets if isinstance(widget, Card) == cards]
        items = [
            item
            for widget in widgets
            if not widget.changes_often
            for item in self.items_of(widget, state(widget))
        ]
        if self.scrolls and not cards:
            look = "bar", self.offset, self.content, self.quarter_turns
            items.append(DisplayItem(look, self.to_window(self._bar()), self._paint_bar))
        return items

    def items_of(self, widget: Widget, state: WidgetState) -> list[DisplayItem]:
        """Return the item of a widget; [] if it is not visible."""
        margin, edge = self.theme.px(Widget.margin), self.theme.px(widget.margin)
        area = self.place if self.scrolls else self.place.inflate(2 * margin, 2 * margin)
        whole = self.to_window(widget.rect).inflate(2 * edge, 2 * edge)
        place = whole.clip(area)
        look = widget.display_key, state, self.quarter_turns, *whole
        return [DisplayItem(look, place, partial(self._paint, widget, state))] if place else []

    def _paint(self, widget: Widget, state: WidgetState, surface: pygame.Surface) -> None:
        rect = widget.rect
        place = self.to_window(rect)
        try:
            if not self.quarter_turns:
                widget.rect = place
                widget.draw(self.theme, surface, state)
                return
            edge = self.theme.px(widget.margin)
            upright = pygame.Surface(rect.inflate(2 * edge, 2 * edge).size, pygame.SRCALPHA)
            widget.rect = pygame.Rect((edge, edge), rect.size)
            widget.draw(self.theme, upright, state)
            image = pygame.transform.rotate(upright, 90 * self.quarter_turns)
            self.theme.blend(surface, image, place.inflate(2 * edge, 2 * edge))
        finally:
            widget.rect = rect

    def _bar(self) -> pygame.Rect:
        thick = self.theme.px(4)
        length = max(self.theme.px(24), self.height * self.height // self.content)
        share = self.offset / max(1, self.content - self.height)
        top = self.offset + round(share * (self.height - length))
        return pygame.Rect(self.width - thick - 1, top, thick, length)

    def _paint_bar(self, surface: pygame.Surface) -> None:
        place = self.to_window(self._bar())
        radius = min(place.size) // 2
        pygame.draw.rect(surface, self.theme.palette.line, place, border_radius=radius)


def sheet_layers(
    sheets: Sequence[Sheet],
    arrangement: object,
    focus: str,
    hovered_name: Hashable,
    pressed_names: tuple[Hashable, ...],
) -> tuple[Layer, Layer]:
    """Return a layer with all cards, and one with all other widgets.

    `focus`, `hovered_name` and `pressed_names` are names of widgets.
    """
    offsets = tuple(sheet.offset for sheet in sheets)
    whole = arrangement, offsets, focus, hovered_name, pressed_names

    def state(widget: Widget) -> WidgetState:
        if widget.action is None:
            return WidgetState()
        name = widget.name
        return WidgetState(name in pressed_names, name == focus, name == hovered_name)

    def items(cards: bool) -> list[DisplayItem]:
        return [item for sheet in sheets for item in sheet.display_items(state, cards)]

    return Layer(whole, partial(items, True)), Layer(whole, partial(items, False))


ARROW_STEPS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
FOCUS_KEYS = ("tab", "shift tab", *ARROW_STEPS)

Target = tuple[Sheet, Widget]
"""A sheet, and a widget on it that reacts to a press."""


def widget_at(sheets: Sequence[Sheet], at: tuple[int, int]) -> Widget | None:
    """Return the topmost widget that reacts to a press at a point in the window, or None."""
    return next((widget for sheet in reversed(sheets) if (widget := sheet.widget_at(at))), None)


def explained_at(sheets: Sequence[Sheet], at: tuple[int, int]) -> "Target | None":
    """Return the topmost widget at a point of the window that has an explanation."""
    for sheet in reversed(sheets):
        point = sheet.to_sheet(at)
        for widget in reversed(sheet.widgets) if sheet.place.collidepoint(at) else ():
            if widget.explanation and widget.rect.collidepoint(point):
                return sheet, widget
    return None


def scrolling_at(sheets: Sequence[Sheet], at: tuple[int, int]) -> Sheet | None:
    """Return the topmost scrolling sheet under a point in the window, or None."""
    under = (sheet for sheet in reversed(sheets) if sheet.place.collidepoint(at))
    return next((sheet for sheet in under if sheet.scrolls), None)


def named(sheets: Sequence[Sheet], names: Collection[object]) -> Target | None:
    """Return the first target whose name is one of `names`, or None."""
    return next((target for target in active(sheets) if target[1].name in names), None)


def next_target(
    sheets: Sequence[Sheet], focus: str, key: str, first: Collection[str] = ()
) -> Target | None:
    """Return the target to which one of FOCUS_KEYS moves the focus, or None.

    Tab follows the order of the sheets, and begins again after the last target. An arrow key goes
    in its direction in the window. Without a focus, Tab begins with a widget whose name is in
    `first`.
    """
    targets = [(sheet, widget) for sheet, widget in active(sheets) if is_enabled(widget)]
    places = {widget.name: sheet.to_window(widget.rect).center for sheet, widget in targets}
    if key in ARROW_STEPS and focus in places:
        return named(sheets, (layout.nearest(places, focus, ARROW_STEPS[key]),))
    if key == "tab" and focus not in places and (begin := named(sheets, first)) is not None:
        return begin
    by = -1 if key == "shift tab" else 1
    names = [widget.name for _, widget in targets]
    here = names.index(focus) if focus in names else (-1 if by > 0 else 0)
    return targets[(here + by) % len(targets)] if targets else None


def is_enabled(widget: Widget) -> bool:
    """Return whether a press has the widget's effect, instead of only showing why it has none."""
    return widget.enabled if isinstance(widget, Button) else widget.action is not None


def active(sheets: Sequence[Sheet]) -> list[Target]:
    """Return all widgets that react to a press."""
    return [(s, w) for s in sheets for w in s.widgets if w.answers]
