"""The commands in a player's panel: buttons in its lower part, or two in its header."""

from typing import Any

from flipside.game.scenes.play.beside import extra_room
from flipside.game.scenes.play.lines import PanelData
from flipside.game.ui.containers import Declared, Grid, Row
from flipside.game.ui.layout import Shape
from flipside.game.ui.widgets import FIT, Button, ReadoutGroup, Widget
from flipside.rules.contract.position import Player

_STEP_ALONE, _CELLS = 124, 116
"""CSS pixels above the buttons from which the next step has a line of its own, and how many more
with cells beside the board."""


def panel_buttons(data: PanelData, player: Player, shape: Shape, height: int) -> Declared:
    """Return the commands at the bottom of a panel of that height in pixels. The next step stands
    above them, or among them where room is short."""
    theme, match_view = data.theme, data.match_view
    ended = match_view.result is not None and not match_view.looking_back
    second = "redo" if match_view.looking_back else "review" if ended else "hint"
    commands = ["undo", second, "moves", "menu"]
    step = _next_step(data)
    high, per_row = 52 if height >= theme.px(150) else 48, 2 if shape == "wide" else 4
    left = height - len(commands) // per_row * theme.px(high + 8)
    alone = left >= theme.px(_STEP_ALONE + (_CELLS if extra_room(data) else 0))
    if step is not None and not alone:
        commands[2 if match_view.looking_back or ended else 1] = step
    buttons = [
        _button(data, one, player, stacked=True, height=high, grows=True) for one in commands
    ]
    above = [_button(data, step, player, height=48)] if step is not None and alone else []
    return [*above, Grid(buttons, per_row)]


def _button(data: PanelData, name: str, player: Player, **looks: Any) -> Button:
    """Return the button of a command; on the far panel it has a name of its own."""
    # At a table a hint is for the player of this panel.
    own = data.match_view.turn == player or not data.settings.tabletop or name != "hint"
    why = "" if own else data.text("spoken.not_yours")
    if name == "rematch":  # it is only offered as the next step
        looks["look"] = "primary"
    group = ReadoutGroup(data.match_view.called(player)) if data.settings.tabletop else None
    button = data.commands.button(name, why, group=group, **looks)
    called = "menu" if name == "whole-menu" else name
    button.name = called if player == data.match_view.near else f"far-{called}"
    return button


def _next_step(data: PanelData) -> str | None:
    """Return the next step if it is no move: send, paste a link, rematch, continue, pause."""
    match_view, possible = data.match_view, data.commands.possible
    if possible("send"):
        return "send"
    if match_view.result is not None and not match_view.looking_back:
        return "rematch"
    return next(filter(possible, ("answer", "go-on", "pause")), None)


def small_buttons(data: PanelData, player: Player) -> Widget:
    """Return undo and menu for a panel that is only a header."""
    buttons = [_button(data, name, player, text="", spoken=data.commands.words(name), width=44)
               for name in ("undo", "whole-menu")]  # fmt: skip
    return Row(buttons, width=FIT, reverse=True)
