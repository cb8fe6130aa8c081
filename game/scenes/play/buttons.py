"""The commands in a player's panel: buttons in its lower part, or two in its header."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pygame

from game.drawing import layout
from game.drawing.panel import Sheet
from game.drawing.widgets import Action, Button
from game.scenes.play import actions as play_menu
from game.scenes.play.beside import KEPT, extra_room
from rules.position import Player

if TYPE_CHECKING:
    from game.scenes.play.scene import Play


@dataclass(frozen=True)
class _Command:
    name: str
    icon: str
    action: Action
    can: bool = True
    look: str = "plain"


def add_buttons(play: "Play", sheet: Sheet, room: pygame.Rect, player: Player) -> None:
    """Fill the bottom of `room` with the commands, and take it away from it.

    What to do next stands above them, or among them where there is no room.
    """
    theme, gap = play.theme, play.theme.px(8)
    commands = [
        _Command("undo", "undo", play.undo, play.can_undo()),
        _redo_or_hint(play, player),
        _Command("moves", "list", lambda: play_menu.open_moves(play, sheet.quarter)),
        _Command("menu", "menu", lambda: play_menu.open_menu(play, sheet.quarter)),
    ]
    ended = play.announced is not None and not play.looking_back
    if ended:
        review = _Command("review", "graph", lambda: play_menu.open_review(play))
        commands[1] = review  # there is nothing to make again
    widest = max(theme.width("small", play.text(f"play.{key}")) for key in _WORDS)
    per_row = 4 if room.width >= 4 * (widest + theme.px(6)) + 3 * gap else 2
    height = theme.px(52 if room.height >= theme.px(150) else 48)
    step = _next_step(play)
    rows = len(commands) // per_row
    below_header = KEPT if extra_room(play) else 24
    left = room.height - rows * (height + gap)
    alone = left >= theme.px(48 + 8 + 44 + below_header)
    if step is not None and not alone:
        commands[2 if play.looking_back or ended else 1] = step
    for start in reversed(range(0, len(commands), per_row)):
        strip = _take_bottom(room, height, gap)
        place = (strip.x, strip.y, strip.width, strip.height)
        boxes = layout.columns(place, per_row, gap)
        for command, cell in zip(commands[start : start + per_row], boxes, strict=True):
            sheet.add(_button(play, command, pygame.Rect(cell), player, stacked=True))
    if step is not None and alone:
        strip = _take_bottom(room, theme.px(48), gap)
        sheet.add(_button(play, step, strip, player, stacked=False))


def _take_bottom(room: pygame.Rect, height: int, gap: int) -> pygame.Rect:
    taken = pygame.Rect(room.x, room.bottom - height, room.width, height)
    room.height -= height + gap
    return taken


def _redo_or_hint(play: "Play", player: Player) -> _Command:
    """Redo while there is something to redo; else a hint."""
    if play.looking_back:
        return _Command("redo", "redo", play.redo)
    own = play.match.position.turn == player or not play.services.settings.tabletop
    return _Command("hint", "hint", play.hint.ask, own and play.hint.possible())


def _button(
    play: "Play", command: _Command, rect: pygame.Rect, player: Player, stacked: bool
) -> Button:
    words = play.text(f"play.{command.name.replace('-', '_')}")
    action = command.action if command.can else None
    name = _name(play, command.name, player)
    return Button(rect, name, action, words, command.icon, command.look, stacked)


def _next_step(play: "Play") -> _Command | None:
    """What to do next, if it is no move: a rematch, or letting computers go on or pause."""
    if play.announced is not None and not play.looking_back:
        return _Command("rematch", "again", play.rematch, look="primary")
    if play.waiting:
        return _Command("go-on", "play", play.go_on, look="primary")
    if play.demonstrates:
        return _Command("pause", "pause", play.pause)
    return None


def add_small_buttons(play: "Play", sheet: Sheet, rect: pygame.Rect, player: Player) -> int:
    """Undo and the menu at the right of a header that is all there is; the width they take."""
    side = play.theme.px(44)
    x = rect.right
    for name, icon, action in (
        ("menu", "menu", lambda: play_menu.open_menu(play, sheet.quarter, moves=True)),
        ("undo", "undo", play.undo if play.can_undo() else None),
    ):
        x -= side
        place = pygame.Rect(x, rect.y, side, side)
        spoken = play.text(f"play.{name}")
        sheet.add(Button(place, _name(play, name, player), action, icon=icon, spoken=spoken))
        x -= play.theme.px(8)
    return rect.right - x


def _name(play: "Play", name: str, player: Player) -> str:
    """Names of buttons: plain on the near panel, with a prefix on the one across a table."""
    return name if player == play.near else f"far-{name}"


_WORDS = (
    "undo", "redo", "hint", "moves", "menu", "rematch", "go_on", "pause", "review",
)  # fmt: skip
