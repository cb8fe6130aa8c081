"""Flipop positions as diagrams, and what several of its tests need.

A diagram shows five rows of pits and between them four rows of doors, each letter at its hinge.
"""

from dataclasses import replace
from itertools import product
from random import Random

from flipside.rules.contract.position import Move
from flipside.rules.games.flipop import FLIPOP
from flipside.rules.games.flipop.doors import BOARD, PIT_COUNT, doors_text, parse_doors
from flipside.rules.games.flipop.position import Flipop, Setup
from flipside.rules.match.match import Match
from flipside.rules.match.record import parse_moves

CHOICES = [
    {"chain": chain, "stuck": stuck}
    for chain, stuck in product(("side", "hinge", "free"), ("pass", "ends"))
]
START = """
    W W W W W
     E E E S
    . . . . .
     N E S S
    . . . . .
     N N W S
    . . . . .
     N W W W
    B B B B B
"""
PUSH = """
    . . . . .
     S S S S
    . W B . .
     S S S S
    . . . . .
     S S S S
    . . . . .
     S S S S
    B . . . .
"""
FRESH = """
    . . W . .
     S S S S
    . W B . .
     S S S S
    . . B . .
     S S S S
    . . . . .
     S S S S
    . . . . .
"""
LEAVING = """
    . W . . .
     S S S S
    . . . . .
     S S S S
    . . . . .
     S S S S
    . W W B .
     E E E S
    . . . B .
"""
LAST = """
    . . . . .
     S S S S
    . . . . .
     S S S S
    . . . . .
     S S S S
    . . W B .
     E E E S
    B . . . .
"""


def drawn(diagram: str, turn: int = 0, chain: str = "side", stuck: str = "pass") -> Flipop:
    """Return the position of a diagram without bans."""
    lines = [line.split() for line in diagram.strip().splitlines()]
    letters = "".join("".join(line) for line in lines[0::2])
    balls = tuple(
        sum(1 << cell for cell in range(PIT_COUNT) if letters[cell] == ball) for ball in "WB"
    )
    doors = parse_doors("".join("".join(line) for line in lines[1::2]))
    return Flipop((balls[0], balls[1]), doors, turn, 0, Setup(chain, stuck))


def changed(position: Flipop, **letters: str) -> Flipop:
    """Return the position with other balls ("W", "B", ".") in pits and other doors on hinges."""
    balls, doors = list(position.balls), list(doors_text(position.doors))
    for name, letter in letters.items():
        cell = BOARD.cell_named(name)
        if cell >= PIT_COUNT:
            doors[cell - PIT_COUNT] = letter
            continue
        for player, ball in enumerate("WB"):
            balls[player] = balls[player] & ~(1 << cell) | (letter == ball) << cell
    return replace(position, balls=(balls[0], balls[1]), doors=parse_doors("".join(doors)))


def names(position: Flipop) -> set[str]:
    return {position.name(move) for move in position.moves()}


def played(position: Flipop, text: str) -> Flipop:
    for word in text.split():
        found = parse_moves(position, word)
        assert found is not None, f"{word} is not legal among {names(position)}"
        position = position.play(found[0])
    return position


def cells(*words: str) -> Move:
    return tuple(BOARD.cell_named(word) for word in words)


def beginning_with(position: Flipop) -> Match:
    """Return a match that starts from this position."""
    return Match(replace(FLIPOP, opening=lambda choices, random: position))


def random_match(choices: dict[str, str], seed: int) -> Match:
    match, random = Match(FLIPOP, choices), Random(seed)
    while match.result() is None:
        match.play(random.choice(match.position.moves()))
    return match
