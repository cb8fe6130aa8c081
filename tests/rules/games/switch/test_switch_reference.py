"""Comparison of Switch with an independent implementation, and facts of RULES.md."""

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from flipside.rules.contract.game import Choices
from flipside.rules.contract.position import Move, Result
from flipside.rules.games.switch import SWITCH
from flipside.rules.games.switch.position import PlayingPhase, Switch
from flipside.rules.games.switch.stones import ALL, joined

ARRANGED = ("chess", "windmill", "ring")
EVERY_GAME = [
    dict(zip(("setup", "swap", "counter"), values, strict=True))
    for values in product((*ARRANGED, "placed"), ("any", "adjacent"), ("on", "off"))
]


def label(choices: Choices) -> str:
    return "-".join(choices.values())


def opening(**choices: str) -> Switch:
    return SWITCH.opening(SWITCH.choices(choices), Random(0))


def walk(position: Switch, random: Random, plies: int = 200) -> Iterator[tuple[Switch, Move]]:
    """Yield the positions and moves of a random match that often connects stones and mostly
    counters."""
    for _ in range(plies):
        moves = position.moves()
        if not moves:
            return
        tense = [move for move in moves if position.play(move).prompt() == "counter"]
        if isinstance(position, PlayingPhase) and position.must_counter and random.random() < 0.5:
            tense = position.counters()
        move = random.choice(tense or moves)
        yield position, move
        position = position.play(move)


Grid = list[list[str]]


def plain_moves(grid: Grid, own: str, adjacent: bool) -> set[tuple[int, int, int, int]]:
    """Return every move as row, column, row, column, by the text of SW-2 to SW-4."""
    enemy = "L" if own == "D" else "D"
    found = set()
    for row, column, to_row, to_column in product(range(5), repeat=4):
        if grid[row][column] != own:
            continue
        there = grid[to_row][to_column]
        if there == ".":
            found.add((row, column, to_row, to_column))
        if there != enemy or (row != to_row and column != to_column):
            continue
        line = grid[row] if row == to_row else [grid[other][column] for other in range(5)]
        near = abs(row - to_row) + abs(column - to_column) == 1
        if line.count(own) > line.count(enemy) and (near or not adjacent):
            found.add((row, column, to_row, to_column))
    return found


def plain_joined(grid: Grid, own: str) -> bool:
    """Return whether all stones of a colour are connected."""
    stones = {
        (row, column) for row, column in product(range(5), repeat=2) if grid[row][column] == own
    }
    found = [stones.pop()]
    for row, column in found:
        for near in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
            if near in stones:
                stones.remove(near)
                found.append(near)
    return not stones


def plain_play(grid: Grid, move: tuple[int, int, int, int]) -> Grid:
    row, column, to_row, to_column = move
    after = [list(line) for line in grid]
    after[row][column], after[to_row][to_column] = grid[to_row][to_column], grid[row][column]
    return after


def plain_end(grid: Grid, own: str, answering: bool, counter: bool, adjacent: bool) -> str:
    """Return the state after a move of `own`: "won", "lost", "danger" for the opponent, or "" (SW-6
    to SW-8)."""
    enemy = "L" if own == "D" else "D"
    mine, other = plain_joined(grid, own), plain_joined(grid, enemy)
    if answering:
        return "won" if mine and not other else "lost"
    if other:
        return "lost"
    if not mine:
        return ""
    for reply in plain_moves(grid, enemy, adjacent) if counter else ():
        after = plain_play(grid, reply)
        if plain_joined(after, enemy) and not plain_joined(after, own):
            return "danger"
    return "won"


@pytest.mark.parametrize("choices", EVERY_GAME, ids=label)
def test_plain_opinion(choices: dict[str, str]) -> None:
    """SW-2 to SW-8: moves and ends agree with an independent implementation."""
    adjacent, counter = choices["swap"] == "adjacent", choices["counter"] == "on"
    ends = set()
    for seed in range(5):
        for position, move in walk(opening(**choices), Random(seed)):
            if not isinstance(position, PlayingPhase):
                continue
            grid = [list(row) for row in position.to_dict()["board"]]  # type: ignore[attr-defined]
            own = position.colours[position.turn][0].upper()
            legal = {(a // 5, a % 5, b // 5, b % 5) for a, b in position.moves()}
            assert legal == plain_moves(grid, own, adjacent)
            after = position.play(move)
            a, b = move
            here = plain_play(grid, (a // 5, a % 5, b // 5, b % 5))
            assert after.to_dict()["board"] == ["".join(row) for row in here]
            end = plain_end(here, own, position.must_counter, counter, adjacent)
            result = after.result()
            ends.add(end)
            assert after.must_counter == (end == "danger")
            if result is None:
                assert end in ("", "danger")
            else:
                assert end == ("won" if result.winner == position.turn else "lost")
    assert ends >= {"", "won"}


def test_facts() -> None:
    """SW-2, SW-3, SW-7: there is always a move, no move undoes the previous one, and countermoves
    are exchanges."""
    random = Random(7)
    counters = 0
    for seed in range(60):
        start = opening(setup=ARRANGED[seed % 3])
        for position, move in walk(start, random):
            assert isinstance(position, PlayingPhase)
            after = position.play(move)
            if after.result() is not None:
                continue
            replies = [(reply, after.play(reply)) for reply in after.moves()]
            assert replies
            assert all(reply_to.stones != position.stones for _, reply_to in replies)
            if after.must_counter:
                gap = ALL ^ after.stones[0] ^ after.stones[1]
                won = [
                    reply for reply, end in replies if end.outcome == Result(after.turn, "counter")
                ]
                assert won == after.counters() != []
                assert all(not gap >> target & 1 for _, target in won)
                counters += 1
    assert counters > 3


def test_number_of_connected_arrangements() -> None:
    """SW-1, SW-5: 3,515,914 arrangements of gap and stones have a connected colour."""
    near = [
        sum(
            1 << other
            for other in range(25)
            if abs(cell % 5 - other % 5) + abs(cell // 5 - other // 5) == 1
        )
        for cell in range(25)
    ]
    shapes = {1 << cell for cell in range(25)}
    for _ in range(11):
        shapes = {
            shape | 1 << other
            for shape in shapes
            for other in range(25)
            if near[other] & shape and not shape >> other & 1
        }
    gaps = [1 << cell for cell in range(25)]
    both = sum(1 for one in shapes for gap in gaps if not one & gap and ALL ^ one ^ gap in shapes)
    assert 2 * 13 * len(shapes) - both == 3_515_914
    assert all(joined(shape) for shape in list(shapes)[:2000])
