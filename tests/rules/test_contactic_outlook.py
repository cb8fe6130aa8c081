"""Contactic filled to its end by lot: every end counted right, the same lots for every move, and
what the ends tell that nobody sees a few plies ahead."""

from collections.abc import Generator
from dataclasses import replace
from itertools import pairwise
from random import Random

import numpy as np
import pytest

from rules.games.contactic import CONTACTIC
from rules.games.contactic.batch import Array, Tables, tables_of
from rules.games.contactic.outlook import largest, outlook
from rules.games.contactic.playout import BITE
from rules.games.contactic.position import Contactic
from rules.games.contactic.sampling import HORIZON, TO_COME, sensible
from rules.games.contactic.table import largest as largest_of
from rules.thinking.search import search
from rules.thought import Limit, Thought
from tests.rules.contactic_help import every_option, moment, walk


def whole(work: Generator[int, None, Array]) -> Array:
    """What the work finds in the end."""
    while True:
        try:
            next(work)
        except StopIteration as ended:
            found: Array = ended.value
            return found


def seen(tables: Tables, alike: int = 1, seed: int = 1) -> list[int]:
    """The outlook of these tables."""
    found: list[int] = whole(outlook(tables, alike, np.random.default_rng(seed))).tolist()
    return found


def islands_after(position: Contactic, player: int, lots: Array) -> int:
    """Fields of the player's largest island when the empty ones with such a lot are his."""
    table, landscape = position.setup.table, position.landscape
    own = sum(landscape.islands[player])
    for cell, tile in enumerate(landscape.tiles):
        row, column = divmod(cell, table.board.columns)
        if not tile and lots[row + 1] >> column & 1:
            own |= 1 << cell
    return largest_of(table.islands(own)).bit_count()


@every_option
def test_ends_count_as_positions_do(given: dict[str, str]) -> None:
    """CT-9, CT-10: each lot once for the one and once for the other side."""
    for position, _ in walk(5, **given):
        rows = position.setup.table.fields // position.setup.table.board.columns + 2
        for seed in range(2):
            lots = np.frombuffer(np.random.default_rng(seed).bytes(2 * rows), np.uint16)
            ends = [
                islands_after(position, 0, one) - islands_after(position, 1, ~one)
                for one in (lots, ~lots)
            ]
            lost = [len(piles.leftover) + len(piles.dead) for piles in position.piles]
            expected = 50 * sum(ends) - 100 * (lost[0] - lost[1])
            assert seen(tables_of(position), seed=seed) == [expected]


def test_the_same_lots_for_every_move() -> None:
    """What is chosen from is told apart by nothing but the choice."""
    tables = tables_of(late(3)).copies(np.zeros(6, np.intp))
    one, other = seen(tables, 2)[:2]
    assert seen(tables, 2) == [one, other] * 3
    assert len(set(seen(tables, 6))) > 2


def test_lots_favour_nobody() -> None:
    """With the sides exchanged it is the same the other way round."""
    tables = tables_of(late(3)).copies(np.zeros(8, np.intp))
    here = seen(tables, 8)
    for pair in (tables.own, tables.big, tables.lost):
        pair.reverse()
    assert seen(tables, 8) == [-value for value in here]


def test_the_largest_island_is_found_wherever_it_lies() -> None:
    """CT-9: also where it is not the one that was largest before."""
    islands = "O:a1:0000 O:b1:0000 O:j9:0000 O:k9:0000 O:k10:0000 O:k11:0000 G:c5:0000"
    tables = tables_of(moment(islands, hand="0000", piles=("", "")))
    part = np.zeros_like(tables.empty)
    part[1] = 1
    assert whole(largest(tables.own[0], part)).tolist() == [4]


# -- what the ends tell --------------------------------------------------------------------------

OPEN = (
    "G:h1:1100 G:i1:1000 O:i2:1010 O:f3:0000 G:i3:0010 O:f4:1111 G:g4:0110 G:i4:0001 G:e5:0110 "
    "O:g5:0000 O:h5:0111 G:i5:1110 G:j5:0000 O:k5:0011 G:d6:0010 O:e6:0101 O:g6:1001 G:h6:0111 "
    "O:i6:0010 G:j6:1111 O:k6:0000 O:c7:0000 O:d7:0111 O:e7:1100 O:f7:1100 G:g7:1110 O:h7:0000 "
    "O:i7:0101 G:j7:0000 G:k7:1111 O:a8:0101 O:b8:0000 O:c8:1111 G:d8:0100 G:e8:1110 G:f8:1110 "
    "G:g8:0000 G:h8:1101 O:i8:1010 O:j8:1111 G:k8:0000 O:c9:0000 G:d9:1101 O:e9:0110 O:f9:0100 "
    "O:g9:1010 O:h9:1101 O:i9:0100 G:j9:0000 G:k9:1111 O:b10:0000 O:c10:1101 G:d10:1100 "
    "G:e10:0100 O:g10:0000 O:h10:1111 G:i10:1000 G:j10:1001 G:k10:0101 O:c11:1010 G:d11:1111 "
    "G:e11:1000 G:f11:0101 O:g11:1000 O:h11:0001 G:i11:1101 G:k11:1000"
)
"""Green's largest island has 15 tiles, orange's has 14 and another one 12: with piles dealt anew
and both sides playing by the judge orange wins by 4.6 points on average (96 matches)."""

PILES = (
    "1000 " * 5 + "1100 " * 5 + "1010 " * 3 + "1110 " * 6 + "1111 " * 5,
    "0000 " * 3 + "1000 " + "1100 " * 5 + "1010 " * 8 + "1110 " * 2 + "1111 " * 6,
)


def test_islands_that_will_be_joined_are_worth_more_than_a_larger_one() -> None:
    """CT-9, CT-10: a few plies ahead green's island still counts for more."""
    position = moment(OPEN, hand="1111", piles=PILES, leftover=("0000", "0000 0000"))
    for seed in (0, 1):
        near, far = (
            list(search(position, CONTACTIC, limit, Random(seed)))[-1].value
            for limit in (Limit(HORIZON + 1, positions=60_000), Limit(positions=10_000))
        )
        assert near + 100 < far
        assert far > 60


def late(seed: int) -> Contactic:
    """A position in which ends are looked at and much is to be chosen from."""
    for position, _ in walk(seed):
        to_come = sum(len(piles.main) + len(piles.leftover) for piles in position.piles)
        if to_come < TO_COME[2] and len(sensible(position)) > 4:
            return position
    raise AssertionError("no such position")


def test_ends_come_of_public_counts_alone() -> None:
    """CT-3: another order of the hidden piles changes no thought."""
    position, limit = late(3), Limit(positions=8_000)
    expected = list(search(position, CONTACTIC, limit, Random(7)))
    assert expected[-1].positions >= 8_000
    for seed in range(2):
        other = position.imagine(Random(seed))
        assert other.piles != position.piles
        assert list(search(other, CONTACTIC, limit, Random(7))) == expected


def test_what_is_granted_is_used() -> None:
    """A choice that is not clear is looked at for as long as the limit allows, in small bites."""
    for granted in (5_000, 20_000):
        found: list[Thought] = list(search(late(3), CONTACTIC, Limit(positions=granted), Random(1)))
        assert granted <= found[-1].positions < granted + BITE
        assert max(b.positions - a.positions for a, b in pairwise(found)) <= BITE


@pytest.mark.parametrize("depth", [3, 12])
def test_no_end_beyond_the_depth(depth: int) -> None:
    """A fixed depth looks no further: so levels 2 to 6 see no end before its time."""
    limit = Limit(depth, positions=60_000)
    found = list(search(late(3), CONTACTIC, limit, Random(1)))
    assert all(one.depth <= HORIZON + 1 for one in found)
    same_without = list(search(late(3), CONTACTIC, replace(limit, depth=min(depth, 5)), Random(1)))
    assert found == same_without
