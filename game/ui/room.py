"""What is still free on a sheet that is filled from its top and from its bottom."""

import pygame

from game.ui.sheet import Sheet
from game.ui.widgets import Widget


class Room:
    """A free rectangle of a sheet; it is never less than nothing."""

    def __init__(self, sheet: Sheet, rect: pygame.Rect) -> None:
        self.sheet, self.rect = sheet, rect

    def holds(self, widget: Widget) -> bool:
        """Whether a widget fits."""
        return widget.height_for(self.sheet.theme, self.rect.width) <= self.rect.height

    def top(self, widget: Widget, gap: float = 8, height: float = 0) -> None:
        """Lay out a widget at the top, in `height` CSS pixels or as high as it needs (0), as far
        as there is room; `gap` CSS pixels stay free below it."""
        theme, free = self.sheet.theme, self.rect
        high = min(theme.px(height) or widget.height_for(theme, free.width), free.height)
        self.sheet.add(*widget.lay(theme, pygame.Rect(free.x, free.y, free.width, high)))
        used = min(free.height, high + theme.px(gap))
        free.update(free.x, free.y + used, free.width, free.height - used)

    def bottom(self, widget: Widget) -> None:
        """Lay out a widget at the bottom. A lower room gives it its height all the same: buttons
        are never cut."""
        cut = self.cut(widget.height_for(self.sheet.theme, self.rect.width))
        self.sheet.add(*widget.lay(self.sheet.theme, cut.rect))

    def cut(self, height: int) -> "Room":
        """Take so many pixels off the bottom, with a gap above them."""
        free = self.rect
        cut = pygame.Rect(free.x, free.bottom - height, free.width, height)
        free.height = max(0, free.height - height - self.sheet.theme.px(8))
        return Room(self.sheet, cut)
