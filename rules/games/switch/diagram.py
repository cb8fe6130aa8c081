"""Diagrams of Switch: twelve stones of each colour, and the player to move. Whether a counter is
pending (SW-7) follows from the stones."""

from collections.abc import Mapping
from functools import partial
from random import Random

from flipside.rules.contract.diagram import (
    BadPosition,
    DiagramChoice,
    DiagramRules,
    PositionDiagram,
)
from flipside.rules.games import english_faults
from flipside.rules.games.switch.position import PIECES, PlayingPhase, Setup, Switch
from flipside.rules.games.switch.stones import BOARD, STONES, counters, joined

_SIGNS = "DL"


def _position(choices: Mapping[str, str], diagram: PositionDiagram, random: Random) -> Switch:
    dark, light = diagram.bits("D"), diagram.bits("L")
    if not dark.bit_count() == light.bit_count() == STONES:
        raise BadPosition("twelve", str(light.bit_count()), dark.bit_count())
    turn = _SIGNS.index(diagram.word(0))
    setup = Setup(adjacent=choices["swap"] == "adjacent", counter=choices["counter"] == "on")
    own, enemy = (light, dark) if turn else (dark, light)
    pending = joined(enemy)
    # A match ends at once when the mover's stones are connected, and so do those without a counter.
    if joined(own) or (
        pending and not (setup.counter and any(counters(own, enemy, setup.adjacent)))
    ):
        raise BadPosition("over")
    return PlayingPhase((dark, light), turn, setup, dark=0, must_counter=pending)


def _diagram(one: Switch) -> PositionDiagram | None:
    if not isinstance(one, PlayingPhase):
        return None
    return PositionDiagram("".join(BOARD.laid(one.stones, ".DL")), (_SIGNS[one.turn != one.dark],))


DIAGRAMS = DiagramRules(
    signs=lambda choices: ((".", "D", "L"),) * 25,
    piece=lambda cell, sign: dict(zip(_SIGNS, PIECES, strict=True)).get(sign),
    choices=lambda choices, diagram: (DiagramChoice("turn", tuple(_SIGNS), "turn"),),
    position=_position,
    diagram=_diagram,
    aliases={"-": ".", "dark": "D", "light": "L"},
    sentences=partial(english_faults, "switch"),
)
