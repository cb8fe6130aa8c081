"""Contactic played on to its end by a quick rule: every ply legal, every end counted right, and
what the ends tell that nobody sees a few plies ahead."""

from collections.abc import Generator
from dataclasses import replace
from itertools import pairwise
from random import Random

import numpy as np
import pytest

from rules.games.contactic import CONTACTIC
from rules.games.contactic.batch import Array, Tables, by_hand, tables_of
from rules.games.contactic.piles import Piles
from rules.games.contactic.playout import BITE, Playout
from rules.games.contactic.position import Contactic
from rules.games.contactic.rush import Rush
from rules.games.contactic.sampling import HORIZON, LATE, sensible
from rules.position import PASS
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


def begun(position: Contactic, seed: int) -> tuple[Contactic, Rush]:
    """A position after some move with piles dealt anew, and a rush that knows them as they are."""
    move = Random(seed).choice(sensible(position))
    after = position.play(move)
    chance = np.random.default_rng(seed)
    game = Playout(position, tables_of(after), 1, chance, by_hand)
    first, second = (
        Piles(bytes(game.main[player][0]), piles.leftover, piles.dead)
        for player, piles in enumerate(position.piles)
    )
    return replace(position, piles=(first, second)).play(move), Rush(game, 1)


def same(rush: Rush, tables: Tables) -> bool:
    """Whether the same tiles lie and the same edges are asked for."""
    asked = [one | other for one, other in zip(tables.white, tables.coloured, strict=True)]
    return (
        all(np.array_equal(rush.own[player], tables.own[player]) for player in (0, 1))
        and np.array_equal(rush.asked & rush.empty, np.stack(asked) & tables.empty)
        and np.array_equal(rush.coloured & rush.empty, np.stack(tables.coloured) & tables.empty)
    )


@every_option
def test_every_ply_is_legal_and_the_end_counts(given: dict[str, str]) -> None:
    """CT-5 to CT-8 and CT-10: the same match, position by position."""
    for seed, plies in ((1, 3), (2, 40), (3, 90)):
        walked = [position for position, _ in walk(seed, **given)]
        late = next(p for p in walked[plies:] if p.hand is not None and p.fits_somewhere())
        position, rush = begun(replace(late, laid=None), seed)
        waive = (position.setup.table.waive,)
        while rush.goes_on():
            if position.hand is None and position.laid is not None:
                position = position.play(waive)  # who has no tile might still object
            before, turn = rush.empty.copy(), rush.turn
            rush.ply()
            if position.result() is not None or position.turn != turn:
                assert np.array_equal(rush.empty, before)  # nobody's ply: his piles are empty
            elif np.array_equal(rush.empty, before):
                assert not position.fits_somewhere()
                position = position.play(PASS if position.setup.referee else waive)
            else:
                after = [position.play(move) for move in sensible(position)]
                position = next(one for one in after if same(rush, tables_of(one)))
        if position.laid is not None:
            position = position.play(waive)
        assert position.result() is not None
        first, second = position.score()
        assert whole(rush.values()).tolist() == [100 * (first - second)]


def test_the_largest_island_is_found_wherever_it_lies() -> None:
    """CT-9: also where it is not the one that was largest before."""
    islands = "O:a1:0000 O:b1:0000 O:j9:0000 O:k9:0000 O:k10:0000 O:k11:0000 G:c5:0000"
    position = moment(islands, hand="0000", piles=("", ""))
    rush = Rush(Playout(position, tables_of(position), 1, np.random.default_rng(1), by_hand), 3)
    rush.big[0] = np.zeros_like(rush.big[0])
    rush.big[0][1] = 1
    assert whole(rush.values()).tolist() == [300] * 3


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
            for limit in (Limit(HORIZON + 1, positions=60_000), Limit(positions=300_000))
        )
        assert near + 100 < far
        assert far > 60


def late(seed: int) -> Contactic:
    """A position in which ends are looked at and much is to be chosen from."""
    for position, _ in walk(seed):
        to_come = sum(len(piles.main) + len(piles.leftover) for piles in position.piles)
        if to_come < LATE and len(sensible(position)) > 4:
            return position
    raise AssertionError("no such position")


def test_ends_come_of_public_counts_alone() -> None:
    """CT-3: another order of the hidden piles changes no thought."""
    position, limit = late(3), Limit(positions=80_000)
    expected = list(search(position, CONTACTIC, limit, Random(7)))
    assert expected[-1].positions >= 80_000
    for seed in range(2):
        other = position.imagine(Random(seed))
        assert other.piles != position.piles
        assert list(search(other, CONTACTIC, limit, Random(7))) == expected


def test_what_is_granted_is_used() -> None:
    """A choice that is not clear is looked at for as long as the limit allows, in small bites."""
    for granted in (50_000, 400_000):
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
