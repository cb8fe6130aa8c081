"""The page of keys and of a gamepad's buttons."""

import pygame

from game.scenes.common.commands import key_rows
from game.scenes.common.scene import Scene
from game.speech.board_readout import QUESTIONS
from game.ui.rows import add_text
from game.ui.widgets import Card, Label, label_height

_KeyRow = tuple[tuple[str, ...], str]
"""Keys by their names, any of which does the same, and the text key of what that is."""

CHAPTERS: tuple[tuple[str, tuple[_KeyRow, ...]], ...] = (
    (
        "board",
        (
            (("left", "right", "up", "down"), "keys.choose"),
            (("return", "space"), "keys.tap"),
            (("tab",), "keys.buttons"),
            (("escape",), "keys.back"),
            *key_rows(),
        ),
    ),
    (
        "aloud",
        (
            *(((one.letter,), f"readout.{one.name}") for one in QUESTIONS),
            (("home", "end", "page up", "page down"), "keys.rim"),
        ),
    ),
    (
        "lesson",
        (
            (("return", "space"), "keys.lead"),
            (("u", "backspace", "ctrl z"), "task.again"),
            (("r", "ctrl y"), "lesson.next"),
            (("escape",), "lesson.leave"),
        ),
    ),
    (
        "problem",
        (
            (("return", "space"), "keys.lead"),
            (("u", "backspace", "ctrl z"), "problem.back"),
            (("r", "ctrl y"), "problem.best"),
            (("t",), "problem.show"),
            (("escape",), "problem.leave"),
        ),
    ),
    (
        "pages",
        (
            (("left", "right", "up", "down", "tab"), "keys.next"),
            (("return", "space"), "keys.press"),
            (("page up", "page down"), "keys.scroll"),
            (("escape",), "dialog.back"),
            (("f11",), "options.fullscreen.name"),
        ),
    ),
    (
        "shelf",
        (
            (("a",), "menu.album"),
            (("h",), "menu.manual"),
            (("o",), "menu.options"),
            (("p",), "problems.title"),
        ),
    ),
    (
        "review",
        (
            (("left", "right"), "keys.step"),
            (("up", "down"), "keys.swing"),
            (("home", "end"), "keys.ends"),
            (("b",), "review.show_better"),
            (("f",), "better.find"),
            (("k",), "album.share"),
            (("ctrl c",), "album.copy"),
        ),
    ),
    (
        "gamepad",
        (
            (("cross", "stick"), "keys.pad_choose"),
            (("pad a",), "keys.pad_tap"),
            (("pad b",), "keys.pad_back"),
            (("pad x",), "keys.buttons"),
            (("left shoulder",), "play.undo"),
            (("right shoulder",), "play.redo"),
            (("start",), "play.menu"),
            (("triggers",), "keys.scroll"),
        ),
    ),
)
"""Every key and every button of a gamepad that does something, by where it does."""

_ARROWS = ("left", "right", "up", "down")


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
        for chapter, rows in CHAPTERS:
            if chapter == "aloud" and not self.services.page.in_browser:
                continue  # a desktop says nothing
            card = Card(pygame.Rect(page.x, y, page.width, 0))
            sheet.add(card)
            y = add_text(theme, sheet, room, y + pad, text(f"keys.{chapter}"), "head")
            for keys, does in rows:
                named, said = self._named(keys), text(does)
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

    def _named(self, keys: tuple[str, ...]) -> str:
        """The keys as they are written on a keyboard."""
        if keys[:4] == _ARROWS:
            return ", ".join([self.text("key.arrows"), *map(self._name, keys[4:])])
        return ", ".join(map(self._name, keys))

    def _name(self, key: str) -> str:
        *held, last = key.split() if key.startswith("ctrl ") else [key]
        word = last.upper() if len(last) == 1 or last == "f11" else ""
        word = word or self.text(f"key.{last.replace(' ', '_')}")
        return "+".join([*(self.text(f"key.{one}") for one in held), word])
