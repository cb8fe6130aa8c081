"""The commands in a player's panel: buttons in its lower part, or two in its header."""

from dataclasses import replace
from functools import partial

from flipside.game.scenes.common.commands import BY_NAME, Command, why_not
from flipside.game.scenes.play.beside import BESIDE_HEIGHT, extra_room
from flipside.game.scenes.play.data import PanelData
from flipside.game.ui.containers import Declared, Grid, Row
from flipside.game.ui.widgets import FIT, Button, ReadoutGroup, Widget
from flipside.rules.contract.position import Player

_OFTEN = (
    *("undo", "redo", "hint", "moves", "menu", "rematch", "go-on", "pause", "review"),
    *("send", "answer"),
)
"""Commands that may stand in a panel."""


def panel_buttons(data: PanelData, width: int, height: int, player: Player) -> Declared:
    """Return the commands at the bottom of a panel of that size in pixels. The next step stands
    above them, or among them where room is short."""
    theme, match_view, gap = data.theme, data.match_view, data.theme.px(8)
    ended = match_view.result is not None and not match_view.looking_back
    second = "redo" if match_view.looking_back else "review" if ended else "hint"
    commands = [BY_NAME[name] for name in ("undo", second, "moves", "menu")]
    widest = max(theme.width("small", data.text(BY_NAME[name].words)) for name in _OFTEN)
    per_row = 4 if width >= 4 * (widest + theme.px(6)) + 3 * gap else 2
    high: float = 52 if height >= theme.px(150) else 48
    if widest > (width - (per_row - 1) * gap) // per_row - theme.px(4):
        high += theme.line_height("small") / theme.unit
    step = _next_step(data)
    below_header = BESIDE_HEIGHT if extra_room(data) else 24
    left = height - len(commands) // per_row * (theme.px(high) + gap)
    alone = left >= theme.px(48 + 8 + 44 + below_header)
    if step is not None and not alone:
        commands[2 if match_view.looking_back or ended else 1] = step
    buttons = [_button(data, one, player, stacked=True) for one in commands]
    for button in buttons:
        button.height = high
    above = [_button(data, step, player, stacked=False)] if step is not None and alone else []
    return [*above, Grid(buttons, per_row)]


def _button(data: PanelData, command: Command, player: Player, stacked: bool) -> Button:
    match_view = data.match_view
    # At a table a hint is for the player of this panel.
    own = match_view.turn == player or not data.settings.tabletop or command.name != "hint"
    why = "" if own else data.text("spoken.not_yours")
    why = why or why_not(data.text, command, match_view)
    action = partial(data.explain, why, player) if why else partial(data.run, command.name)
    return Button(_name(data, command.name, player), action, data.text(command.words),
                  command.icon, command.look, stacked, why=why, height=48,
                  group=_owner(data, player))  # fmt: skip


def _next_step(data: PanelData) -> Command | None:
    """Return the next step if it is no move: send, paste a link, rematch, continue, pause."""
    match_view = data.match_view
    send, answer = BY_NAME["send"], BY_NAME["answer"]
    if send.possible(match_view):
        return send
    if match_view.result is not None and not match_view.looking_back:
        return replace(BY_NAME["rematch"], look="primary")
    steps = (answer, BY_NAME["go-on"], BY_NAME["pause"])
    return next((step for step in steps if step.possible(match_view)), None)


def small_buttons(data: PanelData, player: Player) -> Widget:
    """Return undo and menu for a panel that is only a header."""
    buttons = []
    for name, runs in (("undo", "undo"), ("menu", "whole-menu")):
        command = BY_NAME[runs]
        why = why_not(data.text, command, data.match_view)
        action = partial(data.explain, why, player) if why else partial(data.run, runs)
        spoken = data.text(command.words)
        buttons.append(Button(_name(data, name, player), action, icon=command.icon, spoken=spoken,
                              why=why, width=44, group=_owner(data, player)))  # fmt: skip
    return Row(buttons, width=FIT, reverse=True)


def _owner(data: PanelData, player: Player) -> ReadoutGroup | None:
    """Return the group of a player's buttons where both players have some."""
    return ReadoutGroup(data.match_view.called(player)) if data.settings.tabletop else None


def _name(data: PanelData, name: str, player: Player) -> str:
    """Return a button's name: plain on the near panel, prefixed on the far one."""
    return name if player == data.match_view.near else f"far-{name}"
