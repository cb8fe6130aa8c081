"""A player's clock: its place on a sheet, and the face that is drawn there from frame to frame."""

from dataclasses import dataclass, field

import pygame

from flipside.game.drawing import draw
from flipside.game.drawing.display_list import DisplayItem
from flipside.game.services.theme import Style, Theme
from flipside.game.ui.widgets import FIT, Widget, WidgetState
from flipside.rules.contract.position import Player

_STYLES: tuple[Style, ...] = ("clock", "number", "bold", "small-bold")
"""From the largest to the smallest."""


@dataclass
class ClockFace(Widget):
    """A placeholder on a sheet: the clock changes every second, so `face_item` paints it over the
    sheet instead of the sheet itself."""

    width: float = field(default=FIT, kw_only=True)
    style: Style = "clock"
    sample: str = ""
    """Words as long as those that will stand there."""
    player: Player = 0

    def fitted(self, theme: Theme, width: int, height: int) -> "ClockFace":
        """Return itself, as large as fits into a place of that size in pixels."""
        for style in _STYLES:
            self.style = style
            if self.content_width(theme) <= width and self.content_height(theme, width) <= height:
                break
        return self

    def content_width(self, theme: Theme) -> int:
        letters = theme.width(self.style, "0" * len(self.sample))
        return letters + round(self._letter_height(theme) * 0.5)

    def content_height(self, theme: Theme, width: int) -> int:
        return round(self._letter_height(theme) * 1.2)

    def _letter_height(self, theme: Theme) -> int:
        return round(theme.font_size(self.style) * theme.unit)

    def draw(self, theme: Theme, surface: pygame.Surface, state: WidgetState) -> None:
        """Do nothing; `face_item` paints the clock over the sheet."""

    @property
    def words(self) -> str:
        return self.sample


def face_item(
    theme: Theme, face: ClockFace, place: pygame.Rect, quarter: int, words: str, look: str
) -> DisplayItem:
    """A face at its place in the window, turned by so many quarters. `look` is "still" while the
    clock stands, "runs" while it runs, "last" in its last seconds."""
    palette = theme.palette

    def make() -> pygame.Surface:
        image = pygame.Surface(face.rect.size, pygame.SRCALPHA)
        rect = image.get_rect()
        grounds = {"runs": palette.ink, "last": palette.accent}
        inks = {"runs": palette.card, "last": palette.on_accent}
        rim, thick = grounds.get(look, palette.line), max(1, theme.px(1))
        draw.box(theme, image, rect, grounds.get(look), theme.px(8), rim, thick)
        said = theme.rendered(face.style, words, inks.get(look, palette.soft))
        seen = said.get_bounding_rect()  # digits leave the room below the line empty
        image.blit(said, (rect.centerx - said.get_width() // 2, rect.centery - seen.centery))
        return pygame.transform.rotate(image, 90 * quarter) if quarter else image

    key = "clock", face.rect.size, face.style, quarter, words, look
    image = theme.kept(key, make)
    return DisplayItem(key, place, lambda to: theme.put(to, image, place.topleft))
