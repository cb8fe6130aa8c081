"""Keys of every scene: scenes look up what a key does, and the page of keys lists them."""

from collections.abc import Mapping

from flipside.game.scenes.common.commands import MATCH_COMMANDS
from flipside.game.speech.board_text import QUESTIONS

Keys = tuple[str, ...]
"""Names of keys, any of which does the same."""

KeyTable = Mapping[str, Keys]
"""Keys by the text key of what they do."""

ARROWS: Keys = ("left", "right", "up", "down")
_ENTER: Keys = ("return", "space")
_UNDO: Keys = ("u", "backspace", "ctrl z")
_REDO: Keys = ("r", "ctrl y")

BOARD_KEYS: KeyTable = {
    "keys.choose": ARROWS,
    "keys.tap": _ENTER,
    "keys.buttons": ("tab",),
    "keys.back": ("escape",),
    **{command.told or command.words: command.keys for command in MATCH_COMMANDS if command.keys},
}

READOUT_KEYS: KeyTable = {
    **{f"readout.{one.name}": (one.letter,) for one in QUESTIONS},
    "keys.rim": ("home", "end", "page up", "page down"),
}
"""Keys about a board in words; those of the rim are handled by the page."""

LESSON_KEYS: KeyTable = {
    "keys.lead": _ENTER,
    "task.again": _UNDO,
    "lesson.next": _REDO,
    "lesson.leave": ("escape",),
}

PROBLEM_KEYS: KeyTable = {
    "keys.lead": _ENTER,
    "problem.back": _UNDO,
    "problem.best": _REDO,
    "problem.show": ("t",),
    "problem.leave": ("escape",),
}

PAGE_KEYS: KeyTable = {
    "keys.next": (*ARROWS, "tab"),
    "keys.press": _ENTER,
    "keys.scroll": ("page up", "page down"),
    "dialog.back": ("escape",),
    "options.fullscreen.name": ("f11",),
}

SHELF_KEYS: KeyTable = {
    "menu.album": ("a",),
    "menu.manual": ("h",),
    "menu.options": ("o",),
    "problems.title": ("p",),
}

EDITOR_KEYS: KeyTable = {
    "keys.choose": ARROWS,
    "editor.place": _ENTER,
    "editor.pick": tuple("123456789"),
    "play.undo": _UNDO,
    "play.redo": _REDO,
    "editor.copy": ("ctrl c",),
    "editor.paste": ("ctrl v",),
}

EXPLORE_KEYS: KeyTable = {
    "review.previous": _UNDO,
    "review.next": _REDO,
    "keys.ends": ("home", "end"),
    "keys.hint": ("t",),
    "keys.values": ("v",),
    "explore.promote": ("w",),
    "explore.delete": ("g",),
    "explore.play_on": ("p",),
    "share.title": ("k",),
    "play.copy": ("ctrl c",),
}

REVIEW_KEYS: KeyTable = {
    "keys.step": ("left", "right"),
    "keys.swing": ("up", "down"),
    "explore.here": ("i",),
    "review.show_better": ("b",),
    "better.find": ("f",),
    **EXPLORE_KEYS,
}

GAMEPAD_BUTTONS: KeyTable = {
    "keys.pad_choose": ("cross", "stick"),
    "keys.pad_tap": ("pad a",),
    "keys.pad_back": ("pad b",),
    "keys.buttons": ("pad x",),
    "play.undo": ("left shoulder",),
    "play.redo": ("right shoulder",),
    "play.menu": ("start",),
    "keys.scroll": ("triggers",),
}
"""Buttons, which press keys (`window/gamepads.py`)."""


def key_action(table: KeyTable, key: str) -> str:
    """Return the text key of what `key` does; "" for other keys."""
    return next((words for words, keys in table.items() if key in keys), "")
