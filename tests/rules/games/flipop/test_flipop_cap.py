"""Tests of FP-13 in the search of Flipop: the cap, and its restart by balls that leave."""

from random import Random

import numpy as np
import pytest

from flipside.rules.contract.batch_rules import NOT_OVER
from flipside.rules.contract.position import FORCED_WIN, WIN
from flipside.rules.contract.search_api import Limit
from flipside.rules.engine.search import search
from flipside.rules.engine.vector.search import CappedRules
from flipside.rules.games.flipop import FLIPOP
from flipside.rules.games.flipop.engine.batch import FlipopBatch
from flipside.rules.games.flipop.position import CAP_PLIES, Flipop
from flipside.rules.match.match import Match


def here(match: Match) -> Flipop:
    assert isinstance(match.position, Flipop)
    return match.position


def near_the_cap(seed: int, plies: int) -> Match:
    """Return a match at `plies` plies before the cap with unequal balls, and no repetition since a
    ball left."""
    for number in range(200):
        match, random = Match(FLIPOP, {}), Random(1000 * seed + number)
        while match.result() is None and len(set(match.position.points())) == 1:
            match.play(random.choice(match.legal()))
        while match.result() is None:
            if match.plies_left() == plies:
                return match
            score, seen = match.position.points(), set(match.history())
            after = {move: match.position.play(move) for move in match.legal()}
            stay = [m for m, one in after.items() if one.points() == score and one not in seen]
            if not stay:
                break
            match.play(random.choice(stay))
    raise AssertionError("no such match")


def test_arrays_end_where_the_match_ends() -> None:
    """Every line ends in the arrays when it ends in the match, up to two plies beyond the cap."""
    rules, capped, went_on = CappedRules(FlipopBatch(), CAP_PLIES), 0, 0
    for seed in range(6):
        match = near_the_cap(seed, 2)
        batch = rules.pack_last(match.history())
        now, lines = match.ply, [tuple(match.moves[: match.ply])]
        for _ in range(4):
            following = []
            for line in lines:
                follow(match, line)
                if match.result() is None or match.occurrences() >= 3:
                    following += [(*line, move) for move in match.position.moves()]
            batch, lines = rules.children(batch).batch, following
            assert batch.shape[1] == len(lines)
            for line, end in zip(lines, rules.terminal_scores(batch).tolist(), strict=True):
                follow(match, line)
                result = match.result()
                if result is None or result.reason == "repetition":
                    assert end == NOT_OVER
                    went_on += match.ply > now + 2
                else:
                    lead = {None: 0, match.position.turn: 1}.get(result.winner, -1)
                    assert np.sign(end) == lead
                    capped += result.reason == "cap"
        follow(match, lines[0] if lines else ())
    assert capped > 20
    assert went_on > 0


def follow(match: Match, line: tuple[tuple[int, ...], ...]) -> None:
    """Go to the position after these moves."""
    shared = 0
    while shared < min(match.ply, len(line)) and match.moves[shared] == line[shared]:
        shared += 1
    match.goto_ply(shared)
    for move in line[shared:]:
        match.play(move)


@pytest.mark.parametrize("plies", [1, 2, 4])
def test_the_search_sees_the_cap(plies: int) -> None:
    """A player with fewer balls who cannot be stopped has a win. Without the history this is
    unknown."""
    known = 0
    for seed in range(6):
        match = near_the_cap(seed, plies)
        own, enemy = (here(match).balls[side ^ match.position.turn].bit_count() for side in (0, 1))
        limit = Limit(depth=plies)
        value = list(search(match.position, FLIPOP, limit, Random(1), match.history()))[-1].score
        alone = list(search(match.position, FLIPOP, limit, Random(1)))[-1].score
        if len(match.legal()) > 1 and abs(value) >= FORCED_WIN > abs(alone):
            known += 1
            assert (value > 0) == (own < enemy)
            assert WIN - abs(value) == plies
    assert known
