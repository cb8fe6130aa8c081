"""Why a ball may not go a way in Flipop (FP-4, FP-6 to FP-8, FP-11)."""

from rules.contract.board import Cell
from rules.contract.position import Move
from rules.games.flipop.doors import AROUND, FROM, ONWARD, PITS, WAYS, Way
from rules.games.flipop.position import Flipop


def refusal(position: Flipop, taps: Move) -> str:
    """What is wrong with the last of these taps."""
    if taps[-1] >= PITS:
        return "door"
    if len(taps) == 1:
        return _ball(position, taps[0])
    way = WAYS.get((taps[-2], taps[-1]))
    if way is None:
        return "far"
    if len(taps) > 2 and way not in _sideways(position, WAYS[taps[-3], taps[-2]]):
        return "sideways"
    if way.forth & position.banned:
        return "back"
    if way.target in taps[1:-1]:
        return "again"
    taken = (position.balls[0] | position.balls[1]) & ~(1 << taps[0])
    if not way.doors & position.doors and (len(taps) == 2 or way.entered & taken):
        return "no_door" if len(taps) == 2 else _shut(position, taps, way)
    return "blocked"


def _ball(position: Flipop, pit: Cell) -> str:
    """Why no move begins in a pit."""
    if position.balls[1 - position.turn] >> pit & 1:
        return "theirs"
    if not position.balls[position.turn] >> pit & 1:
        return "empty"
    if not position.doors & AROUND[pit]:
        return "stuck"
    open_ways = [way for way in FROM[pit] if way.doors & position.doors]
    return "back" if all(way.forth & position.banned for way in open_ways) else "blocked"


def _sideways(position: Flipop, way: Way) -> tuple[Way, ...]:
    """Where a ball pushed by this step may be sent (FP-7)."""
    doors = position.doors & way.doors
    return ONWARD[position.setup.chain][way.number].get(doors, ())


def _shut(position: Flipop, taps: Move, way: Way) -> str:
    """Why a pushed ball finds no door: there is none, or it is one that has just swung (FP-8)."""
    before = WAYS[taps[-3], taps[-2]]
    swung = position.doors ^ before.swing[before.doors & position.doors]
    return "swung" if way.doors & swung else "pushed"
