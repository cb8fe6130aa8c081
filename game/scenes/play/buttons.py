"""The commands in a player's panel: buttons in its lower part, or two in its header."""

from dataclasses import replace

import pygame

from game.scenes.common.commands import BY_NAME, Command
from game.scenes.play.beside import BESIDE_HEIGHT, extra_room
from game.scenes.play.data import PanelData
from game.ui import layout
from game.ui.room import take_bottom
from game.ui.sheet import Sheet
from game.ui.widgets import Action, Button
from rules.contract.position import Player

_OFTEN = (
    *("undo", "redo", "hint", "moves", "menu", "rematch", "go-on", "pause", "review"),
    *("send", "answer"),
)
"""Commands that may stand in a panel."""


def add_buttons(data: PanelData, sheet: Sheet, room: pygame.Rect, player: Player) -> None:
    """Add the commands at the bottom of `room` and shrink `room`.

    The next step stands above them, or among them where room is short.
    """
    theme, outlook, gap = data.theme, data.outlook, data.theme.px(8)
    ended = outlook.result is not None and not outlook.looking_back
    second = "redo" if outlook.looking_back else "review" if ended else "hint"
    commands = [BY_NAME[name] for name in ("undo", second, "moves", "menu")]
    widest = max(theme.width("small", data.text(BY_NAME[name].words)) for name in _OFTEN)
    per_row = 4 if room.width >= 4 * (widest + theme.px(6)) + 3 * gap else 2
    height = theme.px(52 if room.height >= theme.px(150) else 48)
    each = (room.width - (per_row - 1) * gap) // per_row
    if widest > each - theme.px(4):
        height += theme.line_height("small")
    step = _next_step(data)
    rows = len(commands) // per_row
    below_header = BESIDE_HEIGHT if extra_room(data) else 24
    left = room.height - rows * (height + gap)
    alone = left >= theme.px(48 + 8 + 44 + below_header)
    if step is not None and not alone:
        commands[2 if outlook.looking_back or ended else 1] = step
    for start in reversed(range(0, len(commands), per_row)):
        strip = take_bottom(room, height, gap)
        place = (strip.x, strip.y, strip.width, strip.height)
        boxes = layout.columns(place, per_row, gap)
        for command, cell in zip(commands[start : start + per_row], boxes, strict=True):
            sheet.add(_button(data, command, sheet, pygame.Rect(cell), player, stacked=True))
    if step is not None and alone:
        strip = take_bottom(room, theme.px(48), gap)
        sheet.add(_button(data, step, sheet, strip, player, stacked=False))


def _button(
    data: PanelData,
    command: Command,
    sheet: Sheet,
    rect: pygame.Rect,
    player: Player,
    stacked: bool,
) -> Button:
    outlook = data.outlook
    # At a table a hint is for the player of this panel.
    own = outlook.turn == player or not data.settings.tabletop or command.name != "hint"
    can = own and command.possible(outlook)
    return Button(
        _name(data, command.name, player),
        _action(data, command, sheet) if can else None,
        data.text(command.words),
        command.icon,
        command.look,
        stacked,
        rect=rect,
    )


def _action(data: PanelData, command: Command, sheet: Sheet) -> Action:
    return lambda: data.run(command.name, sheet.quarter)


def _next_step(data: PanelData) -> Command | None:
    """Return the next step if it is no move: send, paste a link, rematch, continue, pause."""
    outlook = data.outlook
    send, answer = BY_NAME["send"], BY_NAME["answer"]
    if send.possible(outlook):
        return send
    if outlook.result is not None and not outlook.looking_back:
        return replace(BY_NAME["rematch"], look="primary")
    steps = (answer, BY_NAME["go-on"], BY_NAME["pause"])
    return next((step for step in steps if step.possible(outlook)), None)


def add_small_buttons(data: PanelData, sheet: Sheet, rect: pygame.Rect, player: Player) -> int:
    """Add undo and menu at the right of a panel that is only a header; return their width."""
    side = data.theme.px(44)
    x = rect.right
    for name, runs in (("menu", "whole-menu"), ("undo", "undo")):
        command = BY_NAME[runs]
        x -= side
        place = pygame.Rect(x, rect.y, side, side)
        action = _action(data, command, sheet) if command.possible(data.outlook) else None
        spoken = data.text(command.words)
        sheet.add(
            Button(_name(data, name, player), action, icon=command.icon, spoken=spoken, rect=place)
        )
        x -= data.theme.px(8)
    return rect.right - x


def _name(data: PanelData, name: str, player: Player) -> str:
    """Return a button's name: plain on the near panel, prefixed on the far one."""
    return name if player == data.outlook.near else f"far-{name}"
