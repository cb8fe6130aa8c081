"""Naive players written from the rules alone, who take no part in rating the problems.

Run `python -m tests.rules.training.naive_players` to see what they solve by grade, in percent: the
first moves, and all right moves. Names of games limit it to these games.
"""

import sys
from collections.abc import Callable, Mapping, Sequence, Set
from statistics import fmean
from typing import Any

from flipside.rules.catalogue import BY_KEY
from flipside.rules.contract.board import cells
from flipside.rules.contract.position import Move, Player, Position
from flipside.rules.games.contactic.tiles import largest_island
from flipside.rules.games.flipflop.position import LINES
from flipside.rules.games.othello.position import BOARD
from flipside.rules.games.switch import stones
from flipside.rules.teaching import GRADES, Problem, move_named, problems_of
from flipside.rules.training.problems.proofs import main_line

Value = Callable[[Move, Any, Player], float]
"""How good a move is for its player, from the move and the position after it."""

CORNERS = (0, 7, 56, 63)

SQUARES = (
    (120, -20, 20, 5, 5, 20, -20, 120),
    (-20, -40, -5, -5, -5, -5, -40, -20),
    (20, -5, 15, 3, 3, 15, -5, 20),
    (5, -5, 3, 3, 3, 3, -5, 5),
)
"""Usual values of the squares of Othello, rows 1 to 4."""


def replies(position: Position, me: Player) -> int:
    return 0 if position.turn == me else len(position.moves())


def corner(move: Move, after: Any, me: Player) -> float:
    """Corners first, then the fewest replies."""
    return 1000 * (bool(move) and move[0] in CORNERS) - replies(after, me)


def careful(move: Move, after: Any, me: Player) -> float:
    """Take a corner, give none away, then have the most discs."""
    own = sum(after.discs[me] >> cell & 1 for cell in CORNERS)
    gives = after.turn != me and any(reply and reply[0] in CORNERS for reply in after.moves())
    return 100 * own - 100 * gives + after.discs[me].bit_count() / 100


def parity(move: Move, after: Any, me: Player) -> float:
    """Play into a region with an odd number of empty squares, and leave few replies."""
    empty = {cell for cell in range(64) if not (after.discs[0] | after.discs[1]) >> cell & 1}
    region = list(move[:1])
    for cell in region:
        near = {other for other in empty if BOARD.distance(other, cell) == 1}
        empty -= near
        region += near
    return 100 * (len(region) % 2) - replies(after, me)


def squares(move: Move, after: Any, me: Player) -> float:
    def total(bits: int) -> int:
        return sum(SQUARES[min(cell // 8, 7 - cell // 8)][cell % 8] for cell in cells(bits))

    return total(after.discs[me]) - total(after.discs[1 - me])


def longest(bits: int) -> int:
    return max((bits & line).bit_count() for line in LINES)


def line(move: Move, after: Any, me: Player) -> float:
    return longest(after.stones[me])


def powers(move: Move, after: Any, me: Player) -> float:
    """Own lines, of which long ones count far more, less those of the opponent."""
    own, enemy = (
        sum((after.stones[player] & line).bit_count() ** 4 for line in LINES)
        for player in (me, 1 - me)
    )
    return own - enemy


def guard(move: Move, after: Any, me: Player) -> float:
    """Few stones of the opponent in lines that can still become his."""
    own, enemy = after.stones[me], after.stones[1 - me]
    lines = [line for line in LINES if not after.laying or not line & own]
    return -sum((enemy & line).bit_count() ** 3 for line in lines)


def pairs(move: Move, after: Any, me: Player) -> float:
    """Own stones beside each other."""
    own = after.stones[me]
    return (own & own >> 8).bit_count() + (own & own >> 1 & 0x7F7F7F7F7F7F7F7F).bit_count()


def own_stones(after: Any, me: Player) -> int:
    return after.stones[0 if after.dark == me else 1]


def group(move: Move, after: Any, me: Player) -> float:
    return stones.largest_group(own_stones(after, me))


def box(move: Move, after: Any, me: Player) -> float:
    """The smallest rectangle around own stones; with equal ones, the fewest stones at its edges."""
    rows, columns = zip(*(divmod(cell, 5) for cell in cells(own_stones(after, me))), strict=True)
    sides = max(rows) - min(rows), max(columns) - min(columns)
    edges = sum(rows.count(end) for end in (min(rows), max(rows)))
    edges += sum(columns.count(end) for end in (min(columns), max(columns)))
    return -100 * (sides[0] + 1) * (sides[1] + 1) - edges


def loose(move: Move, after: Any, me: Player) -> float:
    """Few stones without an own neighbour."""
    own = own_stones(after, me)
    return -(own & ~stones.neighbours_of(own)).bit_count()


def group_ahead(move: Move, after: Any, me: Player) -> float:
    own, enemy = own_stones(after, me), own_stones(after, 1 - me)
    return stones.largest_group(own) - stones.largest_group(enemy) - len(stones.groups(own)) / 10


def rows(move: Move, after: Any, me: Player) -> float:
    numbers = [pit // 5 for pit in cells(after.balls[me])]
    return -sum(5 - number if me == 0 else number + 1 for number in numbers)


def chain(move: Move, after: Any, me: Player) -> float:
    return len(move)


def steps(move: Move, after: Any, me: Player) -> float:
    """The steps of own balls to their exits, less those of the opponent."""
    distances = after.distances()
    return distances[1 - me] - distances[me]


def race(move: Move, after: Any, me: Player) -> float:
    return rows(move, after, me) - rows(move, after, 1 - me) - replies(after, me) / 10


def island(move: Move, after: Any, me: Player) -> float:
    return max((bits.bit_count() for bits in after.tile_map.islands[me]), default=0)


def room(after: Any, player: Player) -> int:
    """Return the number of empty squares beside the player's largest islands."""
    tile_map = after.tile_map
    islands = tile_map.islands[player]
    largest = [bits for bits in islands if bits.bit_count() == islands_size(islands)]
    taken = sum(1 << cell for cell, tile in enumerate(tile_map.tiles) if tile)
    return sum((tile_map.geometry.around(bits) & ~taken).bit_count() for bits in largest)


def islands_size(islands: tuple[int, ...]) -> int:
    return largest_island(islands).bit_count()


def next_size(after: Any, player: Player) -> int:
    """Return the largest island that one more tile could make, whatever its edges."""
    tile_map = after.tile_map
    islands, joined = tile_map.islands[player], tile_map.geometry.joined
    squares = [cell for cell, demand in enumerate(tile_map.demands) if demand]
    return max((islands_size(joined(islands, cell)) for cell in squares), default=0)


def touched(move: Move, after: Any, player: Player) -> int:
    """Return how many islands of the player are beside the laid tile, then their tiles."""
    if len(move) < 2:
        return 0
    geometry, bit = after.tile_map.geometry, 1 << move[0]
    islands = geometry.islands_of(sum(after.tile_map.islands[player]) & ~bit)
    sizes = [bits.bit_count() for bits in islands if bits & geometry.around(bit)]
    return 1000 * len(sizes) + sum(sizes)


def grow(move: Move, after: Any, me: Player) -> float:
    """The largest own island, with room beside it."""
    return 1000 * islands_size(after.tile_map.islands[me]) + room(after, me)


def surround(move: Move, after: Any, me: Player) -> float:
    return -room(after, 1 - me)


def ahead(move: Move, after: Any, me: Player) -> float:
    """The largest island that the next own tile could make, less that of the opponent."""
    return next_size(after, me) - next_size(after, 1 - me)


def stop(move: Move, after: Any, me: Player) -> float:
    return -next_size(after, 1 - me)


def touch(move: Move, after: Any, me: Player) -> float:
    """Lay beside most own islands."""
    return touched(move, after, me)


def wedge(move: Move, after: Any, me: Player) -> float:
    return touched(move, after, 1 - me)


STRANGERS: Mapping[str, tuple[Value, Value, Value]] = {
    "othello": (squares, careful, parity),
    "flipflop": (pairs, powers, guard),
    "switch": (group_ahead, box, loose),
    "flipop": (chain, race, steps),
    "contactic": (grow, ahead, touch),
}
"""Players who count other things than the players who rate."""

AS_TOLD: Mapping[tuple[str, Value], Value] = {
    ("join", ahead): island,
    ("block", grow): surround,
    ("block", ahead): stop,
    ("block", touch): wedge,
}
"""What a player counts instead if the goal of the problem is not the goal of a match."""

USUAL: Mapping[str, Value] = {
    "othello": corner,
    "flipflop": line,
    "switch": group,
    "flipop": rows,
    "contactic": island,
}
"""Players whom everyone would write. One of the players who rate counts nearly the same."""


def share_right(position: Position, value: Value, right: Set[Move]) -> float:
    """Return the probability of a right move; equally good moves are equally likely."""
    me, values = position.turn, {}
    for move in position.moves():
        after = position.play(move)
        result = after.result()
        won = None if result is None or result.winner is None else result.winner == me
        values[move] = value(move, after, me) if won is None else 10**6 if won else -(10**6)
    best = [move for move in values if values[move] == max(values.values())]
    return len(right & set(best)) / len(best)


def first_share(problem: Problem, value: Value) -> float:
    """Return the probability of a right first move."""
    position = problem.match().position
    right = {move_named(position, name) for name in problem.answers}
    return share_right(position, AS_TOLD.get((problem.goal, value), value), right)


def full_shares(problem: Problem, values: Sequence[Value]) -> list[float]:
    """Return by player the probability of all right moves of the main line."""
    match, line = main_line(problem)
    values = [AS_TOLD.get((problem.goal, value), value) for value in values]
    shares, start = [1.0] * len(values), len(match.moves) - len(line)
    for number, ply in enumerate(line, start):
        if ply.decides:
            match.goto_ply(number)
            rates = [share_right(match.position, value, ply.right) for value in values]
            shares = [share * rate for share, rate in zip(shares, rates, strict=True)]
    return shares


def by_grade(problems: Sequence[Problem], shares: Sequence[float]) -> list[float]:
    """Return the mean share of the problems of each grade."""
    return [
        fmean(share for problem, share in zip(problems, shares, strict=True) if problem.grade == at)
        for at in GRADES
    ]


def main() -> None:
    """Print what the players solve by grade, in percent."""
    for key in sys.argv[1:] or STRANGERS:
        strangers = STRANGERS[key]
        problems, values = problems_of(BY_KEY[key]), (*strangers, USUAL[key])
        firsts = [[first_share(problem, value) for value in values] for problem in problems]
        fulls = [full_shares(problem, values) for problem in problems]
        for kind, table in (("first", firsts), ("all", fulls)):
            columns = {
                value.__name__: [row[at] for row in table] for at, value in enumerate(values)
            }
            columns["together"] = [fmean(row[: len(strangers)]) for row in table]
            for name, shares in columns.items():
                means = by_grade(problems, shares)
                row = "".join(f"{100 * mean:5.0f}" for mean in means)
                print(f"{key:10}{kind:6}{name:12}{row}", flush=True)


if __name__ == "__main__":
    main()
