"""The page of keys and gamepad buttons, made from all tables of commands."""

from flipside.game.scenes.common.board_scene import ARROW_COMMANDS, BOARD_COMMANDS
from flipside.game.scenes.common.command import Keys, key_lines
from flipside.game.scenes.common.match_session import MatchSession
from flipside.game.scenes.common.scene import SCENE_COMMANDS, Navigator, Scene
from flipside.game.scenes.editor.session import DRAFT_COMMANDS
from flipside.game.scenes.play.session import PLAY_COMMANDS
from flipside.game.scenes.shelf.shelf import Shelf
from flipside.game.scenes.study.session import REVIEW_COMMANDS, STUDY_COMMANDS
from flipside.game.scenes.task.lesson import LESSON_COMMANDS
from flipside.game.scenes.task.session import SOLVE_COMMANDS
from flipside.game.ui.containers import Column, Row
from flipside.game.ui.page_widgets import PageCard
from flipside.game.ui.sheet import ARROW_STEPS
from flipside.game.ui.widgets import Label, Widget

CHAPTERS: dict[str, dict[str, Keys]] = {
    "board": key_lines((*BOARD_COMMANDS, *PLAY_COMMANDS)),
    "aloud": {
        **key_lines(MatchSession.questions),
        "keys.rim": ("home", "end", "page up", "page down"),  # handled by the page
    },
    "lesson": key_lines(LESSON_COMMANDS),
    "problem": key_lines(SOLVE_COMMANDS),
    "pages": key_lines(SCENE_COMMANDS),
    "shelf": key_lines(Shelf.commands),
    "review": key_lines(REVIEW_COMMANDS),
    "editor": key_lines((*ARROW_COMMANDS, *DRAFT_COMMANDS)),
    "explore": key_lines(STUDY_COMMANDS),
    # A gamepad's buttons press keys (`window/key_input.py`).
    "gamepad": {
        "keys.pad_choose": ("cross", "stick"),
        "keys.pad_tap": ("pad a",),
        "keys.pad_back": ("pad b",),
        "keys.buttons": ("pad x",),
        "play.undo": ("left shoulder",),
        "play.redo": ("right shoulder",),
        "play.menu": ("start",),
        "keys.scroll": ("triggers",),
    },
}
"""All keys and gamepad buttons by chapter and text key of their effect."""


class KeysScene(Scene):
    """The page of all keys, in chapters."""

    name_key = "keys.title"

    def _layout(self) -> None:
        text, aloud = self.text, self.services.platform.reads_aloud
        chapters = [name for name in CHAPTERS if name != "aloud" or aloud]
        items = [Label(text("keys.about")), Column([*map(self._chapter, chapters)], 16)]
        self.sheets = [self._page([Column(items, 16)], widest=720)]

    def _chapter(self, name: str) -> Widget:
        lines = [
            Row(
                [Label(self._key_names(keys), "bold", width=0.4), Label(self.text(does))],
                16,
                align_y=0,
            )
            for does, keys in CHAPTERS[name].items()
        ]
        return PageCard([Label(self.text(f"keys.{name}"), "head"), *lines])

    def _key_names(self, any_of: Keys) -> str:
        if any_of[:4] == tuple(ARROW_STEPS):
            return ", ".join([self.text("key.arrows"), *map(self._key, any_of[4:])])
        return ", ".join(map(self._key, any_of))

    def _key(self, key: str) -> str:
        *modifiers, last = key.split() if key.startswith("ctrl ") else [key]
        word = last.upper() if len(last) == 1 or last[1:].isdigit() else ""
        word = word or self.text(f"key.{last.replace(' ', '_')}")
        return "+".join([*(self.text(f"key.{modifier}") for modifier in modifiers), word])


def show_keys(nav: Navigator) -> None:
    """Open the page of keys, unless it is already open."""
    if not isinstance(nav.top, KeysScene):
        nav.open(KeysScene(nav))
