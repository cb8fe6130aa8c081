"""Facts about moves in Flipop, reasons why taps are illegal, descriptions of pits and doors."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from flipside.rules.contract.board import Cell
from flipside.rules.contract.position import Description, Fact, Move, Player, continuing
from flipside.rules.games.flipop.doors import (
    DOORS_AROUND,
    PIT_COUNT,
    WAY_BY_PITS,
    WAYS_FROM,
    exit_distance,
)
from flipside.rules.games.flipop.position import Flipop


def facts(position: Flipop, move: Move) -> Iterator[Fact]:
    """Yield the facts of a legal move, the most important first; a pass has none."""
    if not move:
        return
    own, after = position.turn, position.play(move)
    home = _off(position, after, own)
    if home:
        yield Fact("home", home)
    if not _off(position, after, 1 - own) and after.result() is None:
        yield from _coming(position, after)
    nearer, back = _steps(position, move, own), -_steps(position, move, 1 - own)
    if back > 0:
        yield Fact("pushes_back", back)
    if nearer > 0:
        yield Fact("nearer", nearer)
    if len(move) > 2:
        yield Fact("chain", len(move) - 1)


def _off(before: Flipop, after: Flipop, player: Player) -> int:
    return after.points()[player] - before.points()[player]


def _coming(position: Flipop, after: Flipop) -> Iterator[Fact]:
    """Yield facts about balls that can leave in the next two plies."""
    enemy = after.turn
    if not _can_leave(after, enemy) and any(
        _can_leave(position.play(other), enemy) for other in position.moves()
    ):
        yield Fact("no_home", ahead=1)
    if _can_leave(replace(after, turn=position.turn, ban=0), position.turn):
        yield Fact("home_next", ahead=2)


def _can_leave(position: Flipop, player: Player) -> bool:
    return position.turn == player and any(
        _off(position, position.play(move), player) for move in position.moves()
    )


def _steps(position: Flipop, move: Move, player: Player) -> int:
    """Return by how many steps a player's balls come nearer to their exits; negative if farther."""
    return sum(
        exit_distance(player, start) - exit_distance(player, end)
        for start, end in pairwise(move)
        if position.balls[player] >> start & 1
    )


_PUSHED_KEYS = {"side": "sideways", "hinge": "door_side", "free": "not_back"}
"""Text keys of why a pushed ball may not take a way, by value of the option `chain` (FP-7)."""


def illegal_reason(position: Flipop, taps: Move) -> str:
    """Return the text key of the reason why the last tap is illegal (FP-4, FP-6 to FP-8, FP-11)."""
    if taps[-1] >= PIT_COUNT:
        return "door"
    if position.ban and continuing(replace(position, ban=0).moves(), taps):
        return "back"
    if len(taps) == 1:
        return _ball(position, taps[0])
    way = WAY_BY_PITS.get((taps[-2], taps[-1]))
    if way is None:
        return "far"
    if len(taps) > 2 and way not in position.ways_pushed(WAY_BY_PITS[taps[-3:-1]]):
        return _PUSHED_KEYS[position.setup.chain]
    if way.target in taps[1:-1]:
        return "again"
    all_balls = (position.balls[0] | position.balls[1]) & ~(1 << taps[0])
    if not way.doors & position.doors and (len(taps) == 2 or way.target_bit & all_balls):
        if len(taps) == 2:
            return "no_door"
        before = WAY_BY_PITS[taps[-3], taps[-2]]
        doors = position.doors ^ before.swing[before.doors & position.doors]
        return "swung" if way.doors & doors else "pushed"  # the door has just swung (FP-8)
    return "blocked"


def _ball(position: Flipop, pit: Cell) -> str:
    """Return the text key of the reason why no move starts in a pit."""
    if position.balls[1 - position.turn] >> pit & 1:
        return "theirs"
    if not position.balls[position.turn] >> pit & 1:
        return "empty"
    return "hemmed_in" if position.doors & DOORS_AROUND[pit] else "stuck"


def cell_descriptions(position: Flipop, cell: Cell) -> Iterator[Description]:
    """Yield the sides of a pit where doors lie, or the two pits beside a door."""
    if cell >= PIT_COUNT:
        door = position.doors & 15 << 4 * (cell - PIT_COUNT)
        pits = (pits for pits, way in WAY_BY_PITS.items() if way.doors & door)
        yield Description("between", cells=next(pits))
        return
    sides = tuple(2 * (way.number % 4) for way in WAYS_FROM[cell] if way.doors & position.doors)
    yield Description(("no_door", "door", "doors")[min(len(sides), 2)], sides=sides)


def lessons_after_loss(positions: Sequence[Flipop], loser: Player) -> Iterator[str]:
    """Yield the lessons about why a player lost, the most fitting first."""
    last = positions[-1]
    colour = last.colours[loser]
    balls = [pit for pit, piece in enumerate(last.pieces()[:PIT_COUNT])
             if piece is not None and piece.colour == colour]  # fmt: skip
    if any(not any(way.doors & last.doors for way in WAYS_FROM[pit]) for pit in balls):
        yield "doors"
    if len(balls) > 1:
        yield "push"
    yield "exits"
