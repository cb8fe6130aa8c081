"""Why a ball may not take a way in Flipop (FP-4, FP-6 to FP-8, FP-11)."""

from rules.contract.board import Cell
from rules.contract.position import Move
from rules.games.flipop.doors import DOORS_AROUND, PIT_COUNT, WAY_BY_PITS, WAYS_FROM, PitWay
from rules.games.flipop.position import Flipop


def refusal(position: Flipop, taps: Move) -> str:
    """Key of the text that says why the last of these taps is no move."""
    if taps[-1] >= PIT_COUNT:
        return "door"
    if len(taps) == 1:
        return _ball(position, taps[0])
    way = WAY_BY_PITS.get((taps[-2], taps[-1]))
    if way is None:
        return "far"
    if len(taps) > 2 and way not in position.ways_pushed(WAY_BY_PITS[taps[-3:-1]]):
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
    """Key that says why no move starts in a pit."""
    if position.balls[1 - position.turn] >> pit & 1:
        return "theirs"
    if not position.balls[position.turn] >> pit & 1:
        return "empty"
    if not position.doors & DOORS_AROUND[pit]:
        return "stuck"
    open_ways = [way for way in WAYS_FROM[pit] if way.doors & position.doors]
    return "back" if all(way.forth & position.banned for way in open_ways) else "blocked"


def _shut(position: Flipop, taps: Move, way: PitWay) -> str:
    """Key that says why a pushed ball finds no door: there is none, or it just swung (FP-8)."""
    before = WAY_BY_PITS[taps[-3], taps[-2]]
    swung = position.doors ^ before.swing[before.doors & position.doors]
    return "swung" if way.doors & swung else "pushed"
