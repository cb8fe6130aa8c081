"""Proofs of the problems of Contactic by the slow rules of `Naive`, which follow every line without
evaluation or transposition table."""

from collections.abc import Iterable, Iterator
from copy import copy
from random import Random

from flipside.rules.games.contactic import CONTACTIC
from flipside.rules.match.match import Match
from flipside.rules.teaching import Problem
from tests.rules.games.contactic.positions import STEPS, Naive, kind_of

KINDS = ("0000", "1000", "1100", "1010", "1110", "1111")

Field = tuple[int, int]


def contactic(problem: Problem, match: Match) -> Iterator[str]:
    """Yield the faults of a problem: points at the end, or sizes of islands after one move."""
    table, goal, value = at(problem), problem.goal, problem.value // 100
    if problem.value % 100:
        yield "the value is no whole number of points"
    if goal in ("join", "block"):
        count = joined if goal == "join" else left
        if problem.plies != 1 or (goal == "block" and not table.main[1 - table.turn]):
            yield "one move decides, and the tile to come is counted from the main pile"
            return
        values = {word: count(table, word) for word in table.legal()}
        best = max(values.values())
        right = {word for word, tiles in values.items() if tiles == best}
    elif goal in ("win", "draw", "most") and not problem.plies:
        if not known(table):
            yield "something is hidden"
            return
        player, wanted = table.turn, {"win": 1, "draw": 0}.get(goal, value)
        if (goal == "win" and value <= 0) or (goal == "draw" and value):
            yield "the value does not reach the goal"
        best = value
        if not attains(table, player, value) or attains(table, player, value + 1):
            yield f"the value is not {value}"
            return
        right = {word for word in table.legal() if attains(after(table, word), player, wanted)}
    else:
        yield f"nothing proves the goal {goal} in {problem.plies} plies"
        return
    if value != best:
        yield f"the value is {best} and not {value}"
    if right != set(problem.answers):
        yield f"right is {sorted(right)}, not {sorted(problem.answers)}"


def known(table: Naive) -> bool:
    """Return whether all future tiles are known to both players."""
    alike = all(len({kind_of(tile) for tile in pile}) < 2 for pile in table.main)
    turned = table.turning or all(len(set(tile)) == 1 for pile in table.main for tile in pile)
    return alike and turned and not any(table.leftover)


def at(problem: Problem) -> Naive:
    """Return the position of a problem, played by the slow rules."""
    choices = CONTACTIC.choices(problem.choices)
    table = Naive(CONTACTIC.opening(choices, Random(problem.seed)), choices)
    for word in problem.moves.split():
        table.play(word)
    return table


def after(table: Naive, word: str) -> Naive:
    """Return the position after one more move."""
    then = copy(table)
    then.lying = dict(table.lying)
    then.main, then.leftover, then.dead = (
        [list(pile) for pile in piles] for piles in (table.main, table.leftover, table.dead)
    )
    then.play(word)
    return then


# -- one move --------------------------------------------------------------------------------------


def joined(table: Naive, word: str) -> int:
    """Return the size of the mover's largest island after a move."""
    then = after(table, word)
    return max(islands(then, table.turn), default=0)


def left(table: Naive, word: str) -> int:
    """Return the negative size that the opponent's largest island can have after the next tile."""
    then, enemy = after(table, word), 1 - table.turn
    kinds = set(map(kind_of, table.main[enemy]))
    tiles = {kind[n:] + kind[:n] for kind in KINDS if kind in kinds for n in range(4)}
    return -max(largest_by(then, enemy, tiles), *islands(then, enemy), 0)


def largest_by(table: Naive, player: int, tiles: Iterable[str]) -> int:
    """Return the size of a player's largest island after the best placement of one of these tiles;
    0 if they fit nowhere."""
    numbers, sizes = labelled(table, player)
    fields = [field for field in table.open() if any(table.fits(field, tile) for tile in tiles)]
    grown = []
    for field in fields:
        near = {numbers[beside] for beside in around(field) if beside in numbers}
        grown.append(1 + sum(sizes[number] for number in near))
    return max(*grown, *sizes, 0) if grown else 0


def islands(table: Naive, player: int) -> list[int]:
    """Return the sizes of a player's islands."""
    return labelled(table, player)[1]


def labelled(table: Naive, player: int) -> tuple[dict[Field, int], list[int]]:
    """Return the number of the island of each tile of a player, and the size of each island."""
    mine = {field for field, (owner, _) in table.lying.items() if owner == table.seats[player]}
    numbers: dict[Field, int] = {}
    sizes: list[int] = []
    for start in sorted(mine):
        if start in numbers:
            continue
        numbers[start] = len(sizes)
        flood = [start]
        for field in flood:
            for beside in around(field):
                if beside in mine and beside not in numbers:
                    numbers[beside] = len(sizes)
                    flood.append(beside)
        sizes.append(len(flood))
    return numbers, sizes


def around(field: Field) -> list[Field]:
    return [(field[0] + across, field[1] + down) for across, down in STEPS]


# -- to the end ------------------------------------------------------------------------------------


def attains(table: Naive, player: int, wanted: int) -> bool:
    """Return whether a player can win by at least `wanted` points."""
    if table.over():
        return table.points(player) - table.points(1 - player) >= wanted
    if not any(table.main) and not any(table.leftover):
        return by_last(table, player) >= wanted
    some = any if table.turn == player else all
    return some(attains(after(table, word), player, wanted) for word in promising(table))


def by_last(table: Naive, player: int) -> int:
    """Return the final lead of a player if only the tile in hand is left and must be placed."""
    mover = table.turn
    grown = largest_by(table, mover, table.turns(table.hand or ""))
    own = grown - len(table.dead[mover]) if grown else table.points(mover) - 1
    more = own - table.points(1 - mover)
    return more if player == mover else -more


def promising(table: Naive) -> list[str]:
    """Return all moves, those that touch most tiles first."""

    def touched(word: str) -> int:
        if ":" not in word:
            return 0
        field = (ord(word[0]) - 97, int(word.split(":")[0][1:]) - 1)
        return len(table.neighbours(field))

    return sorted(table.legal(), key=lambda word: (-touched(word), word))
