"""The page of keys and of a gamepad's buttons."""

from flipside.game.scenes.common import keys
from flipside.game.scenes.common.keys import ARROWS, Keys, KeyTable
from flipside.game.scenes.common.scene import Scene
from flipside.game.ui.containers import Column, Row
from flipside.game.ui.rows import wide_card
from flipside.game.ui.widgets import Label, Widget

CHAPTERS: dict[str, KeyTable] = {
    "board": keys.BOARD_KEYS,
    "aloud": keys.READOUT_KEYS,
    "lesson": keys.LESSON_KEYS,
    "problem": keys.PROBLEM_KEYS,
    "pages": keys.PAGE_KEYS,
    "shelf": keys.SHELF_KEYS,
    "review": keys.REVIEW_KEYS,
    "editor": keys.EDITOR_KEYS,
    "explore": keys.EXPLORE_KEYS,
    "gamepad": keys.GAMEPAD_BUTTONS,
}
"""Every key and every button of a gamepad that does something, by where it does."""


class KeysPage(Scene):
    name_key = "keys.title"

    def lay_out(self) -> None:
        text, aloud = self.text, self.services.platform.reads_aloud
        chapters = [name for name in CHAPTERS if name != "aloud" or aloud]
        items = [Label(text("keys.about")), Column([*map(self._chapter, chapters)], 16)]
        self.sheets = [self.page([Column(items, 16)], widest=720)]

    def _chapter(self, name: str) -> Widget:
        lines = [
            Row([Label(self._named(keys), "bold", width=0.4), Label(self.text(does))], 16, down=0)
            for does, keys in CHAPTERS[name].items()
        ]
        return wide_card([Label(self.text(f"keys.{name}"), "head"), *lines])

    def _named(self, any_of: Keys) -> str:
        if any_of[:4] == ARROWS:
            return ", ".join([self.text("key.arrows"), *map(self._key, any_of[4:])])
        return ", ".join(map(self._key, any_of))

    def _key(self, key: str) -> str:
        *held, last = key.split() if key.startswith("ctrl ") else [key]
        word = last.upper() if len(last) == 1 or last == "f11" else ""
        word = word or self.text(f"key.{last.replace(' ', '_')}")
        return "+".join([*(self.text(f"key.{one}") for one in held), word])
