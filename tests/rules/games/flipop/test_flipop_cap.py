"""Tests of FP-13 in the search of Flipop: the cap, and its restart by balls that leave."""

import numpy as np

from flipside.rules.contract.batch_rules import NOT_OVER
from flipside.rules.engine.vector.search import CappedRules
from flipside.rules.games.flipop import FLIPOP
from flipside.rules.games.flipop.engine.batch import FlipopBatch
from flipside.rules.match.match import Match
from tests.rules.engine.near_cap import near_cap


def test_arrays_end_where_the_match_ends() -> None:
    """Every line ends in the arrays when it ends in the match, up to two plies beyond the cap."""
    capped = went_on = 0
    for seed in range(20):
        match = near_cap(FLIPOP, seed, 2, {})
        rules = CappedRules(FlipopBatch(), match.history().cap)
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
                    capped += result.reason.startswith("cap")
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
