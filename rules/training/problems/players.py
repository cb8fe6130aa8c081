"""Players who try problems: naive players and the levels 1 to 6.

The share of players who find every right move measures the difficulty of a problem.
"""

from collections.abc import Callable, Mapping, Sequence
from math import prod
from random import Random
from typing import Any

from flipside.rules.arena.contest import level_move
from flipside.rules.contract.board import cells
from flipside.rules.contract.game import AnyGame
from flipside.rules.contract.position import Move, Player, Position
from flipside.rules.engine.search import LEVEL_BY_KEY
from flipside.rules.games.contactic.tiles import largest_island
from flipside.rules.games.flipflop.position import LINES, FlipFlop
from flipside.rules.games.flipop.doors import BOARD_SIDE
from flipside.rules.games.flipop.position import Flipop
from flipside.rules.games.switch.position import PlayingPhase
from flipside.rules.games.switch.stones import largest_group
from flipside.rules.match.match import Match
from flipside.rules.teaching import Problem
from flipside.rules.training.problems.proofs import LinePly, main_line

NAIVE = ("most", "one ply", "two plies")
"""Players who count pieces. "most" counts its own pieces after its move. "one ply" subtracts the
opponent's pieces. "two plies" does so after the worst reply."""

_MUST_MISS = {"contactic": NAIVE[:2]}
"""By game, the naive players that must not solve a new problem; all in other games."""

PLAYERS = (*NAIVE, *(f"level{number}" for number in range(1, 7)))
"""The naive players, and the levels that are the same on every machine, weakest first."""

SOLVED_SHARE = 0.5
"""A player solves a problem if at least this share of tries is right."""

_TRIES = 3
"""The number of tries of a player with random mistakes."""

_WIN_COUNT = 10_000
"""The count for a win, above all other counts."""


def shares_right(
    match: Match, line: Sequence[LinePly], names: Sequence[str] = PLAYERS
) -> dict[str, list[float]]:
    """Return the share of right tries by player and decision, up to the first share of 0."""
    shares: dict[str, list[float]] = {name: [] for name in names}
    random = Random(match.seed)
    for number, ply in enumerate(line, len(match.moves) - len(line)):
        if ply.decides:
            match.goto_ply(number)
            for name, rates in shares.items():
                if all(rates):
                    rates.append(_share(match, name, ply.right, random))
    return shares


def solved_by_naive(problem: Problem) -> bool:
    """Return whether a naive player solves the problem, so that it is too easy."""
    match, line = main_line(problem)
    names = _MUST_MISS.get(problem.game.key, NAIVE)
    shares = shares_right(match, line, names)
    return any(prod(rates) >= SOLVED_SHARE for rates in shares.values())


def _share(match: Match, name: str, right: frozenset[Move], random: Random) -> float:
    if name in NAIVE:
        best = naive_moves(match.game, match.position, name)
        return len(right.intersection(best)) / len(best)
    level = LEVEL_BY_KEY[name].fitted(match.game)
    limit = level.limit
    errs = limit.noise or limit.blunder_rate or limit.nodes or limit.depth <= 2
    tries = _TRIES if errs else 1
    return sum(level_move(match, level, random) in right for _ in range(tries)) / tries


# -- naive players ---------------------------------------------------------------------------------


def naive_moves(game: AnyGame, position: Position, name: str) -> list[Move]:
    """Return the moves that naive player `name` considers best."""
    turn = position.turn
    value = {"most": _after, "one ply": _after, "two plies": _after_reply}[name]
    values = {}
    for move in position.moves():
        values[move] = value(game, position.play(move), turn, name == "most")
    highest = max(values.values())
    return [move for move, count in values.items() if count == highest]


def _after(game: AnyGame, position: Position, player: Player, own: bool) -> int:
    """Return the count for `player`: own pieces, minus the opponent's unless `own`."""
    result = position.result()
    if result is not None and result.winner is not None:
        return _WIN_COUNT if result.winner == player else -_WIN_COUNT
    count = COUNTS[game.key]
    return count(position, player) - (0 if own else count(position, 1 - player))


def _after_reply(game: AnyGame, position: Position, player: Player, own: bool) -> int:
    """Return the lowest count of `_after` over all replies of the opponent."""
    if position.result() is not None or position.turn == player:
        return _after(game, position, player, own)
    return min(_after(game, position.play(move), player, own) for move in position.moves())


def _line(position: FlipFlop, player: Player) -> int:
    """Return the most stones of the player in a line, while laying without opposing stones."""
    own, enemy = position.stones[player], position.stones[1 - player]
    open_lines = [line for line in LINES if not position.laying or not line & enemy]
    return max(((own & line).bit_count() for line in open_lines), default=0)


def _group(position: PlayingPhase, player: Player) -> int:
    return largest_group(position.stones[0 if position.dark == player else 1])


def _advance(position: Flipop, player: Player) -> int:
    """Return the negative number of rows left for the player's balls to go, exits included."""
    rows = (pit // BOARD_SIDE for pit in cells(position.balls[player]))
    return -sum(BOARD_SIDE - row if player == 0 else row + 1 for row in rows)


COUNTS: Mapping[str, Callable[[Any, Player], int]] = {
    "othello": lambda position, player: position.points()[player],
    "flipflop": _line,
    "switch": _group,
    "flipop": _advance,
    "contactic": lambda position, player: largest_island(
        position.tile_map.islands[player]
    ).bit_count(),
}
"""What naive players count, by game: discs, stones in a line or group, rows, tiles of an island."""
