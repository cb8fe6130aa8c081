"""The page of keys and of a gamepad's buttons."""

from collections.abc import Sequence

from game.scenes.common.commands import key_rows
from game.scenes.common.scene import Scene
from game.speech.board_readout import QUESTIONS
from game.ui.containers import Column, Row
from game.ui.rows import wide_card
from game.ui.widgets import Label, Widget

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
        text, in_browser = self.text, self.services.page.in_browser
        # A desktop says nothing aloud.
        chapters = [one for one in CHAPTERS if one[0] != "aloud" or in_browser]
        cards = [self._chapter(text(f"keys.{name}"), rows) for name, rows in chapters]
        items = [Label(text("keys.about")), Column(cards, 16)]
        self.sheets = [self.page(text("keys.title"), [Column(items, 16)], widest=720)]

    def _chapter(self, title: str, rows: Sequence[_KeyRow]) -> Widget:
        """A card with the keys on the left and what they do on the right."""
        lines = [
            Row([Label(self._named(keys), "bold", width=0.4), Label(self.text(does))], 16, down=0)
            for keys, does in rows
        ]
        return wide_card([Label(title, "head"), *lines])

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
