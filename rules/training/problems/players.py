"""Players who try problems: naive players and weak levels.

A naive player makes a move after which one count is highest. The counts differ by game and use only
the rules.
"""

from collections.abc import Callable, Mapping, Sequence, Set
from itertools import combinations
from random import Random
from typing import Any

from flipside.rules.arena.contest import level_move
from flipside.rules.contract.board import cells
from flipside.rules.contract.game import AnyGame
from flipside.rules.contract.position import Move, Player, Position
from flipside.rules.engine.search import LEVEL_BY_KEY
from flipside.rules.games.contactic.position import Contactic
from flipside.rules.games.contactic.tiles import largest_island
from flipside.rules.games.flipflop.position import LINES, FlipFlop, long_lines
from flipside.rules.games.flipop.doors import BOARD_SIDE
from flipside.rules.games.flipop.position import Flipop
from flipside.rules.games.othello.position import ALL, CORNER_CELLS, Othello, with_neighbours
from flipside.rules.games.switch.position import PlayingPhase
from flipside.rules.games.switch.stones import NOT_RIGHT, groups, largest_group
from flipside.rules.match.match import Match
from flipside.rules.training.problems.proofs import LinePly

NAIVE = ("most", "one ply", "two plies")
"""Players who count pieces. "most" counts its own pieces after its move. "one ply" subtracts the
opponent's pieces. "two plies" does so after the worst reply."""

WEAK_LEVELS = tuple(f"level{number}" for number in range(1, 5))
"""Levels that are the same on every machine. The first two are raters."""

PLAYERS_OF_GOAL: Mapping[str, tuple[str, ...]] = {
    "join": ("random", *NAIVE, "points", "few islands"),
    "block": ("random", "two plies", "hinders", "closes in", "touches"),
}
"""The players who try problems with a goal that is not the goal of a match. Naive players who do
not count what the goal names are left out, and levels, which try to win the match."""

_TRIES = 3
"""The number of tries of a player with random mistakes."""

_WIN_COUNT = 10**9
"""The count for a win, above all other counts."""


def naive_players_of(game: AnyGame, goal: str) -> tuple[str, ...]:
    """Return the names of the naive players who try the problems of a game with this goal."""
    others = ("random", *NAIVE, "fewest replies", *HABITS[game.key])
    return PLAYERS_OF_GOAL.get(goal, others)


def raters_of(game: AnyGame, goal: str) -> tuple[str, ...]:
    """Return the names of the players who rate the problems of a game with this goal."""
    levels = () if goal in PLAYERS_OF_GOAL else WEAK_LEVELS[:2]
    return (*naive_players_of(game, goal), *levels)


def shares_right(
    match: Match, line: Sequence[LinePly], names: Sequence[str]
) -> dict[str, list[float]]:
    """Return the share of right tries by player and decision of the solver."""
    shares: dict[str, list[float]] = {name: [] for name in names}
    for number, ply in enumerate(line, len(match.moves) - len(line)):
        if ply.decides:
            match.goto_ply(number)
            for name, rates in shares.items():
                rates.append(_share(match, name, ply.right))
    return shares


def _share(match: Match, name: str, right: Set[Move]) -> float:
    if name not in WEAK_LEVELS:
        return share_right(match.game, match.position, name, right)
    random = Random(f"{match.seed} {match.ply} {name}")
    level = LEVEL_BY_KEY[name].fitted(match.game)
    limit = level.limit
    errs = limit.noise or limit.blunder_rate or limit.nodes or limit.depth <= 2
    tries = _TRIES if errs else 1
    return sum(level_move(match, level, random) in right for _ in range(tries)) / tries


def share_right(game: AnyGame, position: Position, name: str, right: Set[Move]) -> float:
    """Return the share of the moves that naive player `name` considers best which are right."""
    best = naive_moves(game, position, name)
    return len(right & set(best)) / len(best)


# -- naive players ---------------------------------------------------------------------------------


def naive_moves(game: AnyGame, position: Position, name: str) -> list[Move]:
    """Return the moves that naive player `name` considers best."""
    count, player = _count(game, name), position.turn
    values = {move: count(position.play(move), player) for move in position.moves()}
    highest = max(values.values())
    return [move for move, value in values.items() if value == highest]


_Count = Callable[[Any, Player], float]
"""Return what a naive player counts in a position after the player's move."""


def _count(game: AnyGame, name: str) -> _Count:
    """Return the count of naive player `name`. All prefer a win, and avoid a loss."""
    own = COUNTS[game.key]
    general: Mapping[str, _Count] = {
        "random": lambda position, player: 0,
        "most": own,
        "one ply": _minus_enemy(own),
        "two plies": _after_reply(_won_or(_minus_enemy(own))),
        "fewest replies": lambda position, player: -_replies(position, player),
    }
    count = general[name] if name in general else HABITS[game.key][name]
    return count if name == "random" else _won_or(count)


def _won_or(count: _Count) -> _Count:
    def won_or(position: Position, player: Player) -> float:
        result = position.result()
        if result is None or result.winner is None:
            return count(position, player)
        return _WIN_COUNT if result.winner == player else -_WIN_COUNT

    return won_or


def _minus_enemy(count: _Count) -> _Count:
    return lambda position, player: count(position, player) - count(position, 1 - player)


def _after_reply(count: _Count) -> _Count:
    """Return the lowest count over all replies of the opponent."""

    def lowest(position: Position, player: Player) -> float:
        if position.result() is not None or position.turn == player:
            return count(position, player)
        return min(count(position.play(move), player) for move in position.moves())

    return lowest


def _replies(position: Position, player: Player) -> int:
    return 0 if position.turn == player else len(position.moves())


def _corner(position: Othello, player: Player) -> int:
    """Return the opponent's replies as a negative number, and 64 for each own corner."""
    corners = sum(position.discs[player] >> cell & 1 for cell in CORNER_CELLS)
    return 64 * corners - _replies(position, player)


def _rim(position: Othello, player: Player) -> int:
    return sum(_is_rim(cell, 8) for cell in cells(position.discs[player]))


def _is_rim(cell: int, side: int) -> bool:
    return not {0, side - 1}.isdisjoint(divmod(cell, side))


def _hidden_discs(position: Othello, player: Player) -> int:
    """Return the negative number of own discs beside an empty square."""
    first, second = position.discs
    return -(position.discs[player] & with_neighbours(ALL & ~first & ~second)).bit_count()


def _lines(position: FlipFlop, player: Player) -> int:
    """Return a sum over the lines without opposing stones, in which long lines count far more."""
    own, enemy = position.stones[player], position.stones[1 - player]
    return sum(4 ** (own & line).bit_count() for line in LINES if not line & enemy)


def _line(position: FlipFlop, player: Player) -> int:
    """Return the most stones of the player in a line, while laying without opposing stones."""
    own, enemy = position.stones[player], position.stones[1 - player]
    open_lines = [line for line in LINES if not position.laying or not line & enemy]
    return max(((own & line).bit_count() for line in open_lines), default=0)


def _any_line(position: FlipFlop, player: Player) -> int:
    """Return the most stones of the player in a line, opposing stones in it or not."""
    return max((position.stones[player] & line).bit_count() for line in LINES)


def _any_lines(position: FlipFlop, player: Player) -> int:
    return sum((position.stones[player] & line).bit_count() ** 2 for line in LINES)


def _stones(position: PlayingPhase, player: Player) -> int:
    return position.stones[0 if position.dark == player else 1]


def _near(position: PlayingPhase, player: Player) -> int:
    """Return the negative sum of the distances between the player's stones."""
    places = [divmod(cell, 5) for cell in cells(_stones(position, player))]
    return -sum(abs(a - c) + abs(b - d) for (a, b), (c, d) in combinations(places, 2))


def _pairs(position: PlayingPhase, player: Player) -> int:
    """Return the number of pairs of the player's stones that are next to each other."""
    own = _stones(position, player)
    return (own & own >> 5).bit_count() + (own & own >> 1 & NOT_RIGHT).bit_count()


def _rows_left(position: Flipop, player: Player) -> list[int]:
    """Return the rows that each of the player's balls has left to go, exits included."""
    rows = (pit // BOARD_SIDE for pit in cells(position.balls[player]))
    return [BOARD_SIDE - row if player == 0 else row + 1 for row in rows]


def _largest(position: Contactic, player: Player) -> int:
    return largest_island(position.tile_map.islands[player]).bit_count()


def _closes_in(position: Contactic, player: Player) -> int:
    """Return the negative number of open squares beside the opponent's largest island."""
    tile_map = position.tile_map
    near = tile_map.geometry.around(largest_island(tile_map.islands[1 - player]))
    return -sum(not tile_map.tiles[cell] for cell in cells(near))


def _touches(position: Contactic, player: Player) -> int:
    """Return the number of pairs of an own tile and a tile of the opponent beside it."""
    tile_map = position.tile_map
    own, enemy = (sum(tile_map.islands[who]) for who in (player, 1 - player))
    return sum((tile_map.geometry.around(1 << cell) & enemy).bit_count() for cell in cells(own))


COUNTS: Mapping[str, _Count] = {
    "othello": lambda position, player: position.points()[player],
    "flipflop": _line,
    "switch": lambda position, player: largest_group(_stones(position, player)),
    "flipop": lambda position, player: -sum(_rows_left(position, player)),
    "contactic": _largest,
}
"""What naive players count, by game: discs, stones in a line or group, rows, tiles of an island."""

HABITS: Mapping[str, Mapping[str, _Count]] = {
    "othello": {
        "corners": _corner,
        "rim": _rim,
        "few discs": lambda position, player: -position.points()[player],
        "hidden discs": _hidden_discs,
    },
    "flipflop": {
        "hinders": lambda position, player: -_line(position, 1 - player),
        "long lines": _lines,
        "fewer lines": _minus_enemy(_lines),
        "any line": _any_line,
        "any lines": _any_lines,
        "any line ahead": _minus_enemy(_any_line),
        "long ahead": _minus_enemy(lambda position, player: long_lines(position.stones[player])),
    },
    "switch": {
        "hinders": lambda position, player: -largest_group(_stones(position, 1 - player)),
        "few groups": lambda position, player: -len(groups(_stones(position, player))),
        "near": _near,
        "pairs": _pairs,
    },
    "flipop": {
        "foremost": lambda position, player: -min(_rows_left(position, player), default=0),
        "hindmost": lambda position, player: -max(_rows_left(position, player), default=0),
        "out": lambda position, player: -len(_rows_left(position, player)),
    },
    "contactic": {
        "hinders": lambda position, player: -_largest(position, 1 - player),
        "points": lambda position, player: position.points()[player],
        "closes in": _closes_in,
        "touches": _touches,
        "few islands": lambda position, player: -len(position.tile_map.islands[player]),
    },
}
"""Further counts of naive players by game and name."""
