"""Facts about moves in Flipop: balls that reach their exits, advance, or are pushed back."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from rules.contract.position import Fact, Move, Player
from rules.games.flipop.doors import exit_distance
from rules.games.flipop.position import Flipop


def facts(position: Flipop, move: Move) -> Iterator[Fact]:
    """Yield the facts of a legal move, the most important first; none of a pass."""
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
    return after.score()[player] - before.score()[player]


def _coming(position: Flipop, after: Flipop) -> Iterator[Fact]:
    """Facts about the balls that can leave in the next plies."""
    enemy = after.turn
    if not _can_leave(after, enemy) and any(
        _can_leave(position.play(other), enemy) for other in position.moves()
    ):
        yield Fact("no_home")
    if _can_leave(replace(after, turn=position.turn, banned=0), position.turn):
        yield Fact("home_next")


def _can_leave(position: Flipop, player: Player) -> bool:
    return position.turn == player and any(
        _off(position, position.play(move), player) for move in position.moves()
    )


def _steps(position: Flipop, move: Move, player: Player) -> int:
    """Steps by which the balls of a player come nearer to their exits; negative if farther."""
    return sum(
        exit_distance(player, start) - exit_distance(player, end)
        for start, end in pairwise(move)
        if position.balls[player] >> start & 1
    )
