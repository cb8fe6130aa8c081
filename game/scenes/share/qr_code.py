"""A QR code as large as the window allows, as long as it is wanted."""

import pygame

from game.drawing.qr_code import Modules, modules, paint_code
from game.scenes.common.scene import Scene, Stage
from game.ui.sheet import Sheet
from game.ui.widgets import Button, Canvas, Label, label_height

_BACK_SPACE = 64
"""CSS pixels above or beside the code for the way back."""


class CodePage(Scene):
    """One code, for another device's camera."""

    def __init__(self, stage: Stage, words: str) -> None:
        super().__init__(stage)
        self.code: Modules = modules(words)
        self.services.page.say(self.text("share.code_words"))

    def title(self) -> str:
        """The name of the page."""
        return f"{self.text('share.code')} – Flipside"

    @property
    def wakes(self) -> bool:
        """As long as somebody aims a camera at it."""
        return True

    def lay_out(self) -> None:
        """The code over the whole smaller side, the way back above or beside it, and a sentence
        where there is room."""
        theme = self.theme
        left, top, right, bottom = self.services.page.safe_area()
        width, height = self.size[0] - left - right, self.size[1] - top - bottom
        sheet, head = Sheet(theme, (left, top, width, height)), theme.px(_BACK_SPACE)
        if upright := height >= width:
            side = min(width, height - head)
            place = pygame.Rect((width - side) // 2, head, side, side)
            place.y += (height - place.bottom) // 2
        else:
            side = min(height, width - head)
            place = pygame.Rect(head, 0, side, side)
            place.x += (width - place.right) // 2
            place.y = (height - side) // 2
        edge, target = theme.px(8), theme.px(48)
        back = pygame.Rect(edge, edge, target, target)
        words = self.text("share.code_words")
        room = pygame.Rect(back.right + edge, edge, width - back.right - 2 * edge, target)
        if not upright:
            room = pygame.Rect(edge, back.bottom + edge, place.x - 2 * edge, height - back.bottom)
        high = label_height(theme, words, "text", max(1, room.width))
        if room.width >= theme.px(120) and high <= room.height:
            if not upright:
                room.height = high
            sheet.add(Label(room, text=words, paint=theme.palette.ink))
        code = self.code
        sheet.add(
            Canvas(place, paint=lambda surface, rect: paint_code(surface, rect, code)),
            Button(back, "back", self.leave, icon="back", look="quiet",
                   spoken=self.text("dialog.back")),
        )  # fmt: skip
        self.sheets = [sheet]
