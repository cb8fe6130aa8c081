"""What keys do in a match, besides those that mean the same in every scene."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from game.scenes.play import actions as play_menu

if TYPE_CHECKING:
    from game.scenes.play.scene import Play

COMMANDS: dict[str, Callable[["Play"], None]] = {
    "u": lambda play: play.undo(),
    "ctrl z": lambda play: play.undo(),
    "backspace": lambda play: play.undo(),
    "r": lambda play: play.redo(),
    "ctrl y": lambda play: play.redo(),
    "p": lambda play: play.go_on() if play.waiting else play.pause(),
    "l": play_menu.open_moves,
    "m": play_menu.open_menu,
    "n": play_menu.ask_restart,
    "g": play_menu.ask_give_up,
    "h": play_menu.open_manual,
    "t": lambda play: play.hint.ask(),
    "v": lambda play: play.values.toggle(),
    "o": play_menu.open_options,
    "s": play_menu.swap_seats,
    "e": play_menu.open_review,
    "ctrl c": play_menu.copy_match,
    "ctrl v": play_menu.paste_match,
}
"""What is done to the match by each of them."""
