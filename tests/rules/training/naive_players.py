"""Naive players written from the rules alone, who take no part in rating the problems.

Run `python -m tests.rules.training.naive_players` to see how many first moves they find by grade.
"""

from collections.abc import Callable, Mapping
from statistics import fmean
from typing import Any

from flipside.rules.catalogue import BY_KEY
from flipside.rules.contract.board import cells
from flipside.rules.contract.game import AnyGame
from flipside.rules.contract.position import Move, Player, Position
from flipside.rules.games.flipflop.position import LINES
from flipside.rules.games.switch import stones
from flipside.rules.teaching import GRADES, Problem, problems_of

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


def discs(move: Move, after: Any, me: Player) -> float:
    return after.discs[me].bit_count()


def squares(move: Move, after: Any, me: Player) -> float:
    def total(bits: int) -> int:
        return sum(SQUARES[min(cell // 8, 7 - cell // 8)][cell % 8] for cell in cells(bits))

    return total(after.discs[me]) - total(after.discs[1 - me])


def longest(bits: int) -> int:
    return max((bits & line).bit_count() for line in LINES)


def line(move: Move, after: Any, me: Player) -> float:
    return longest(after.stones[me])


def line_ahead(move: Move, after: Any, me: Player) -> float:
    return longest(after.stones[me]) - 1.5 * longest(after.stones[1 - me])


def pairs(move: Move, after: Any, me: Player) -> float:
    """Own stones beside each other."""
    own = after.stones[me]
    return (own & own >> 8).bit_count() + (own & own >> 1 & 0x7F7F7F7F7F7F7F7F).bit_count()


def own_stones(after: Any, me: Player) -> int:
    return after.stones[0 if after.dark == me else 1]


def group(move: Move, after: Any, me: Player) -> float:
    return stones.largest_group(own_stones(after, me))


def bonds(move: Move, after: Any, me: Player) -> float:
    own = own_stones(after, me)
    return (own & own >> 5).bit_count() + (own & own >> 1 & stones.NOT_RIGHT).bit_count()


def group_ahead(move: Move, after: Any, me: Player) -> float:
    own, enemy = own_stones(after, me), own_stones(after, 1 - me)
    return stones.largest_group(own) - stones.largest_group(enemy) - len(stones.groups(own)) / 10


def rows(move: Move, after: Any, me: Player) -> float:
    numbers = [pit // 5 for pit in cells(after.balls[me])]
    return -sum(5 - number if me == 0 else number + 1 for number in numbers)


def chain(move: Move, after: Any, me: Player) -> float:
    return len(move)


def race(move: Move, after: Any, me: Player) -> float:
    return rows(move, after, me) - rows(move, after, 1 - me) - replies(after, me) / 10


def island(move: Move, after: Any, me: Player) -> float:
    return max((bits.bit_count() for bits in after.tile_map.islands[me]), default=0)


def island_ahead(move: Move, after: Any, me: Player) -> float:
    return island(move, after, me) - island(move, after, 1 - me)


def big_islands(move: Move, after: Any, me: Player) -> float:
    own, enemy = (
        sum(bits.bit_count() ** 2 for bits in after.tile_map.islands[player])
        for player in (me, 1 - me)
    )
    return own - enemy


STRANGERS: Mapping[str, tuple[Value, Value, Value]] = {
    "othello": (corner, discs, squares),
    "flipflop": (line, line_ahead, pairs),
    "switch": (group, bonds, group_ahead),
    "flipop": (rows, chain, race),
    "contactic": (island, island_ahead, big_islands),
}


def share_right(problem: Problem, value: Value) -> float:
    """Return the probability of a right first move; equally good moves are equally likely."""
    position = problem.match().position
    me, values = position.turn, {}
    for move in position.moves():
        after = position.play(move)
        result = after.result()
        won = None if result is None or result.winner is None else result.winner == me
        values[move] = value(move, after, me) if won is None else 10**6 if won else -(10**6)
    highest = max(values.values())
    best = [position.name(move) for move in values if values[move] == highest]
    return sum(name in problem.answers for name in best) / len(best)


def shares_by_grade(game: AnyGame, value: Value) -> list[float]:
    """Return the share of problems whose first move the player finds, by grade."""
    return [
        fmean(share_right(one, value) for one in problems_of(game) if one.grade == grade)
        for grade in GRADES
    ]


if __name__ == "__main__":
    for key, values in STRANGERS.items():
        table = {value.__name__: shares_by_grade(BY_KEY[key], value) for value in values}
        table["together"] = [fmean(shares) for shares in zip(*table.values(), strict=True)]
        for name, shares in table.items():
            print(f"{key:10}{name:14}" + "".join(f"{100 * share:5.0f}" for share in shares))
