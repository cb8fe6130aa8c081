"""A QR code as large as the window allows, as long as it is wanted."""

from functools import partial

from flipside.game.drawing.qr_code import Modules, modules, paint_code
from flipside.game.scenes.common.scene import Navigator, Scene
from flipside.game.ui.containers import Column, Row, Space
from flipside.game.ui.widgets import Button, Canvas, Label, Widget

_BACK_SPACE = 64
"""CSS pixels above or beside the code for the way back."""


class CodePage(Scene):
    """One code, for another device's camera."""

    name_key = "share.code"

    def __init__(self, nav: Navigator, words: str) -> None:
        super().__init__(nav)
        self.code: Modules = modules(words)
        self.services.platform.say(self.text("share.code_words"))

    @property
    def wakes(self) -> bool:
        return True

    def _lay_out(self) -> None:
        theme, head = self.theme, self.theme.px(_BACK_SPACE)
        sheet = self._safe_sheet()
        width, height, upright = sheet.width, sheet.height, sheet.height >= sheet.width
        side = min(width, height - head) if upright else min(height, width - head)
        spare = width - side - head
        words = Label(self.text("share.code_words"))
        wide, high = (width - head, head) if upright else (spare // 2 + head, height - head)
        room = wide - theme.px(16)
        fits = room >= theme.px(120) and words.height_for(theme, room) <= high - theme.px(16)
        said: list[Widget] = [words] if fits else [Space()]
        back = Button("back", self.leave, icon="back", look="quiet", width=48, height=48,
                      spoken=self.text("dialog.back"))  # fmt: skip
        code = Canvas(partial(paint_code, code=self.code), 1.0, width=side / theme.unit)
        below = Column([Row([code], across=0.5)], fills=True, down=0.5)
        whole: Widget = Column([8, Row([8, back, *said, 8]), 8, below])
        if not upright:
            beside = Column([8, Row([back]), *said], width=room / theme.unit, fills=True)
            whole = Row([8, beside, 8, code])
        self.sheets = [sheet.fill(whole)]
