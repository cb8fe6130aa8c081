"""Comparison of the rules of Flipop with independent slow rules in random positions."""

from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

from flipside.rules.contract.batch_rules import NOT_OVER
from flipside.rules.contract.position import PASS, WIN, Move, Result
from flipside.rules.games.flipop.doors import COMPASS, EXIT_PITS, PIT_COUNT, parse_doors
from flipside.rules.games.flipop.engine.batch import FlipopBatch
from flipside.rules.games.flipop.engine.chains import can_push, can_roll
from flipside.rules.games.flipop.position import Flipop, Setup
from tests.of_type import of_type
from tests.rules.games.flipop.boards import random_match
from tests.rules.games.flipop.reference_rules import Slow, pit


def shows(position: Flipop) -> dict[str, object]:
    shown = position.to_dict()
    return {**shown, "banned": set(shown["banned"])}  # type: ignore[call-overload]


def slow(position: Flipop) -> Slow:
    shown = position.to_dict()
    rows, doors, banned = shown["board"], shown["doors"], shown["banned"]
    assert isinstance(rows, list)
    assert isinstance(doors, list)
    assert isinstance(banned, list)
    return Slow(
        balls={(x, y): rows[y][x] for y in range(5) for x in range(5) if rows[y][x] != "."},
        doors={(x + 1, y + 1): doors[y][x] for y in range(4) for x in range(4)},
        mover="WB"[position.turn],
        banned={(pit(step[:2]), pit(step[3:])) for step in banned},
        chain=position.setup.chain,
    )


def random_position(random: Random, chain: str) -> Flipop:
    """Return a position with random doors and up to five balls of each colour, none in its own
    exits."""
    letters = "".join(random.choice(COMPASS) for _ in range(16))
    white = black = 0
    for cell in random.sample(range(PIT_COUNT), random.randint(2, 10)):
        colour = random.randrange(2)
        if not EXIT_PITS[colour] >> cell & 1 and (white, black)[colour].bit_count() < 5:
            white |= (1 - colour) << cell
            black |= colour << cell
    return Flipop((white, black), parse_doors(letters), random.randrange(2), 0, Setup(chain))


@pytest.mark.parametrize("chain", ["side", "hinge", "free"])
def test_against_slow_rules(chain: str) -> None:
    """FP-4 to FP-11: moves, boards, doors and bans agree with the slow rules."""
    random = Random(7)
    chains = 0
    for _ in range(150):
        position = random_position(random, chain)
        for _ in range(6):
            if position.result() is not None:
                break
            naive = slow(position)
            expected = naive.moves()
            legal = position.moves()
            assert {position.name(move) for move in legal if move} == set(expected)
            assert len(set(legal)) == len(legal)
            for move in legal:
                after = naive.play(expected[position.name(move)] if move else [])
                assert shows(position.play(move)) == after.show()
                chains += len(move) > 2
            position = position.play(random.choice(legal))
    assert chains > 300


@pytest.mark.parametrize("chain", ["side", "hinge", "free"])
def test_end_against_slow_rules(chain: str) -> None:
    """FP-12: passes and ends occur exactly if the slow rules have no move."""
    random = Random(8)
    passes = ends = 0
    for _ in range(400):
        position = random_position(random, chain)
        if not all(position.balls):
            continue
        naive = slow(position)
        own, other = naive.moves(), naive.play([]).moves()
        stuck = position.result()
        assert (stuck is not None) == (not own and not other)
        assert (list(position.moves()) == [PASS]) == (not own and bool(other))
        hard = replace(position, setup=Setup(chain, "ends"))
        assert (hard.result() is not None) == (not own)
        passes += not own and bool(other)
        ends += stuck is not None
    assert passes
    assert ends


@pytest.mark.parametrize("chain", ["side", "hinge", "free"])
def test_exit_against_slow_rules(chain: str) -> None:
    """FP-12: with `stuck=exit` matches also end if the slow rules find no ball that can come nearer
    to its exits. Arrays agree."""
    random, rules = Random(9), FlipopBatch()
    positions: list[Any] = []
    blocked = banned = chains = 0
    while len(positions) < 500:
        position = replace(random_position(random, chain), setup=Setup(chain, "exit"))
        if not all(position.balls):
            continue
        positions.append(position)
        if position.moves():
            positions.append(position.play(random.choice(position.moves())))
    ends = rules.terminal_scores(rules.pack(positions)).tolist()
    parents = rules.children(rules.pack(positions)).parent.tolist()
    for number, (position, end) in enumerate(zip(positions, ends, strict=True)):
        result = position.result()
        assert parents.count(number) == len(position.moves())
        assert end == worth(result, position.turn)
        if not all(position.balls):
            continue
        naive, usual = slow(position), replace(position, setup=Setup(chain))
        assert (result is not None) == (usual.result() is not None or not naive.nears())
        assert bool(position.moves()) == (result is None)
        if result is not None and usual.result() is None:
            first, second = position.points()
            expected = None if first == second else int(first < second)
            assert (result.winner, result.reason[:7]) == (expected, "blocked")
            blocked += 1
        banned += result is None and bool(position.ban)
        chains += result is None and not (quick(position, 0) or quick(position, 1))
    assert min(blocked, banned) > 20
    assert chains > 3


def quick(position: Flipop, player: int) -> bool:
    """Return whether a ball can come nearer to its exits without pushing another."""
    side = slow(replace(position, turn=player, ban=0))
    return any(
        len(path) == 2 and path[1][1] - path[0][1] == (1, -1)[player]
        for path in side.moves().values()
    )


def worth(result: Result | None, player: int) -> int:
    if result is None:
        return NOT_OVER
    return 0 if result.winner is None else WIN if result.winner == player else -WIN


def pushes_aside(move: Move) -> bool:
    """Return whether a move has two balls, the second at a right angle to the first."""
    return len(move) == 3 and abs(move[1] - move[0]) != abs(move[2] - move[1])


@pytest.mark.parametrize("chain", ["side", "free", "hinge"])
def test_singles_and_pushes_are_seen_at_once(chain: str) -> None:
    """FP-6, FP-7: only with `chain=hinge` pushes need a closer check of the doors."""
    for seed in range(12):
        match = random_match({"chain": chain}, seed)
        positions = [of_type(Flipop, match.position_at(ply)) for ply in range(match.ply)]
        batch = FlipopBatch().pack(positions)
        moves = [position.moves() for position in positions]
        single = [any(len(move) == 2 for move in each) for each in moves]
        aside = [chain != "hinge" and any(map(pushes_aside, each)) for each in moves]
        assert np.array_equal(can_roll(batch), single)
        assert np.array_equal(can_push(batch), aside)
