"""The page of keys and of a gamepad's buttons."""

import pygame

from game.scenes.common import keys
from game.scenes.common.keys import ARROWS, Keys, KeyTable
from game.scenes.common.scene import Scene
from game.ui.rows import add_text
from game.ui.widgets import Card, Label, label_height

CHAPTERS: dict[str, KeyTable] = {
    "board": keys.BOARD_KEYS,
    "aloud": keys.READOUT_KEYS,
    "lesson": keys.LESSON_KEYS,
    "problem": keys.PROBLEM_KEYS,
    "pages": keys.PAGE_KEYS,
    "shelf": keys.SHELF_KEYS,
    "review": keys.REVIEW_KEYS,
    "gamepad": keys.GAMEPAD_BUTTONS,
}
"""Every key and every button of a gamepad that does something, by where it does."""


class KeysPage(Scene):
    """One page with all keys."""

    def title(self) -> str:
        """The name of the page."""
        return f"{self.text('keys.title')} – Flipside"

    def lay_out(self) -> None:
        """A card for each place where keys do something."""
        theme, text = self.theme, self.text
        sheet, page = self.page_sheet(text("keys.title"), widest=720)
        pad, gap = theme.px(16 if page.width < theme.px(480) else 32), theme.px(16)
        room = pygame.Rect(page.x + pad, page.y, page.width - 2 * pad, page.height)
        left = round((room.width - gap) * 0.4)
        y = add_text(theme, sheet, page, page.y, text("keys.about")) + theme.px(8)
        for chapter, table in CHAPTERS.items():
            if chapter == "aloud" and not self.services.page.in_browser:
                continue  # a desktop says nothing
            card = Card(pygame.Rect(page.x, y, page.width, 0))
            sheet.add(card)
            y = add_text(theme, sheet, room, y + pad, text(f"keys.{chapter}"), "head")
            for does, any_of in table.items():
                named, said = self._named(any_of), text(does)
                right = room.width - left - gap
                high = max(
                    label_height(theme, named, "bold", left),
                    label_height(theme, said, "text", right),
                )
                first = pygame.Rect(room.x, y, left, high)
                second = pygame.Rect(room.x + left + gap, y, right, high)
                ink = theme.palette.ink
                sheet.add(Label(first, text=named, style="bold", paint=ink, down=0))
                sheet.add(Label(second, text=said, paint=ink, down=0))
                y += high + theme.px(8)
            card.rect.height = y + pad - theme.px(8) - card.rect.y
            y = card.rect.bottom + gap
        sheet.content = max(sheet.height, y + theme.px(8))
        self.sheets = [sheet]

    def _named(self, any_of: Keys) -> str:
        """The keys as they are written on a keyboard."""
        if any_of[:4] == ARROWS:
            return ", ".join([self.text("key.arrows"), *map(self._name, any_of[4:])])
        return ", ".join(map(self._name, any_of))

    def _name(self, key: str) -> str:
        *held, last = key.split() if key.startswith("ctrl ") else [key]
        word = last.upper() if len(last) == 1 or last == "f11" else ""
        word = word or self.text(f"key.{last.replace(' ', '_')}")
        return "+".join([*(self.text(f"key.{one}") for one in held), word])
