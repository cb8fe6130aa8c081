"""Tests of exact margins, exact lengths and bounds, compared with solvers that only play moves."""

from collections.abc import Iterator
from itertools import count
from random import Random
from typing import Any

import pytest

from flipside.rules.catalogue import BY_KEY
from flipside.rules.contract.diagram import write_position
from flipside.rules.contract.position import (
    FORCED_WIN,
    WIN,
    Certainty,
    Move,
    Position,
    moves_to_end,
    plies_to_end,
)
from flipside.rules.contract.search_api import SearchInfo
from flipside.rules.engine.analysis.analyst import PositionAnalysis, move_cost
from flipside.rules.engine.analysis.explain import hides_information
from flipside.rules.engine.analysis.move_scores import MoveScore, MoveScorer
from flipside.rules.engine.analysis.review import Review
from flipside.rules.match.match import Match
from tests.rules.engine.near_cap import capped
from tests.rules.games.random_matches import play_on, played

SCORE_OF_ONE = 100
"""The points per disc."""

ONE_WIN = (
    "f5 d6 c3 d3 c4 f4 c5 b3 e2 c6 b4 b5 d7 e3 d2 e7 c2 d8 a3 f3 e6 f1 a4 g6 g4 d1 c1 g5 f6 h5 c7"
    " f7 b6 a6 a5 a2 e1 b1 b7 f2 g2 g3 h3 h4 h6 g7 h8 h7"
)
TRUE = {"h2": 6, "g8": -2, "g1": -4, "c8": -6, "e8": -10, "f8": -10, "b2": -16}


def scored(match: Match) -> Iterator[MoveScorer]:
    """Yield the scorer after every change of its scores, and at the end."""
    scorer = MoveScorer(match.game, match.position, match.history())
    while not scorer.done:
        if scorer.work(0.0, lambda: 0.0):
            yield scorer
    yield scorer


def thought_of(match: Match) -> SearchInfo:
    """Return the final result of a hint, without a time limit."""
    *_, info = PositionAnalysis(match.game, match.position, match.history()).infos()
    return info


def near_end(key: str, given: dict[str, str], seed: int, back: int) -> Match | None:
    """Return a random match `back` plies before its end; None if there is no choice."""
    match, random = Match(BY_KEY[key], given, seed), Random(seed)
    while match.result() is None:
        play_on(match, random)
    if match.ply < back:
        return None
    match.goto_ply(match.ply - back)
    match.clear_redo()
    return match if len(match.position.moves()) > 1 else None


# -- margins ---------------------------------------------------------------------------------------


def margin(position: Any, player: int, known: dict[Position, int]) -> int:
    """Return the margin in discs with best play; empty squares count for the winner."""
    if position in known:
        return known[position]
    if position.result() is None:
        found = (margin(position.play(move), player, known) for move in position.moves())
        best = max(found) if position.turn == player else min(found)
    else:
        own, enemy = position.points()[player], position.points()[1 - player]
        best = own - enemy
        if position.setup.fewest:
            best = -best
        else:
            best += (64 - own - enemy) * ((best > 0) - (best < 0))
    known[position] = best
    return best


def margins(match: Match) -> dict[Move, int]:
    here, known = match.position, dict[Position, int]()
    return {move: margin(here.play(move), here.turn, known) for move in here.moves()}


@pytest.mark.parametrize("given", [{}, {"goal": "fewest"}, {"corners": "2"}])
def test_margins_of_all_moves(given: dict[str, str]) -> None:
    """Every certain score is true at every moment. At the end all scores are exact."""
    tried = 0
    for seed in range(30):
        match = near_end("othello", given, seed, 5 + seed % 3)
        if match is None:
            continue
        tried += 1
        true, scorer = margins(match), None
        best = max(true.values())
        for scorer in scored(match):
            for move, (value, certainty) in scorer.scores.items():
                if certainty == Certainty.EXACT:
                    assert value == SCORE_OF_ONE * true[move], (seed, move)
                elif certainty == Certainty.SIDE:
                    assert value * true[move] > 0, (seed, move)
            standing = scorer.standing()
            assert standing is not None
            if standing.certainty == Certainty.EXACT:
                assert standing.value == SCORE_OF_ONE * best
            elif standing.certainty == Certainty.SIDE:
                assert standing.value * best > 0
        assert scorer is not None
        assert {score.certainty for score in scorer.scores.values()} == {Certainty.EXACT}
        info = thought_of(match)
        assert info.exact
        assert info.score == SCORE_OF_ONE * best == SCORE_OF_ONE * true[info.move]
    assert tried >= 10


def test_the_only_win_is_found() -> None:
    """Only one move wins, and its score is exact."""
    match = Match(BY_KEY["othello"])
    match.read_moves(ONE_WIN)
    *_, last = scored(match)
    names = {match.position.name(move): score for move, score in last.scores.items()}
    wanted = {
        name: MoveScore(SCORE_OF_ONE * discs, Certainty.EXACT) for name, discs in TRUE.items()
    }
    assert names == wanted
    assert last.standing() == wanted["h2"]
    info = thought_of(match)
    assert (match.position.name(info.move), info.score, info.exact) == ("h2", 600, True)


def test_a_review_knows_the_end() -> None:
    """The scores and losses of the last plies are exact."""
    whole = played(Match(BY_KEY["othello"], {}, 3), Random(3))
    late = write_position(whole.game, whole.choices, whole.position_at(len(whole.moves) - 9))
    match = played(Match(whole.game, {}, 3, str(late)), Random(3))
    review = Review(match)
    while not review.done:
        review.work(1.0)
    last = len(match.moves)
    for ply in range(last - 7, last):
        position = match.position_at(ply)
        value = review.value_at(ply)
        assert review.certain_at(ply)
        assert value == SCORE_OF_ONE * margin(position, 0, {})
        after = margin(match.position_at(ply + 1), position.turn, {})
        lost = margin(position, position.turn, {}) - after
        assert review.loss_at(ply) == SCORE_OF_ONE * lost


# -- lengths ---------------------------------------------------------------------------------------


def ends(position: Position, player: int, plies: int, known: dict[Any, bool]) -> bool:
    """Return whether a player can force a win within `plies` plies."""
    result = position.result()
    if result is not None:
        return result.winner == player
    if not plies:
        return False
    if (position, plies) not in known:
        found = (ends(position.play(move), player, plies - 1, known) for move in position.moves())
        known[position, plies] = any(found) if position.turn == player else all(found)
    return known[position, plies]


def check_length(
    position: Position, player: int, score: MoveScore, most: int, made: int = 0
) -> None:
    """Check the score of a forced end by playing moves, if it is at most `most` plies away. `made`
    is the number of plies from the root of the score to the position."""
    plies = plies_to_end(score.value)
    assert plies is not None
    winner, left = player if score.value > 0 else 1 - player, plies - made
    if left <= most:
        assert ends(position, winner, left, {})
    if score.certainty == Certainty.EXACT and left:
        assert not ends(position, winner, min(left - 1, most), {})


@pytest.mark.parametrize("key", ["flipop", "flipflop"])
def test_lengths_of_hints_and_values(key: str) -> None:
    """Exact lengths are the shortest possible, others upper bounds, for hints and all moves."""
    forced = 0
    for seed in range(24):
        match = near_end(key, {"setup": "chess"} if key == "flipflop" else {}, seed, 1 + seed % 4)
        if match is None:
            continue
        here, most = match.position, 3
        info = thought_of(match)
        if info.certainty and plies_to_end(info.score) is not None:
            forced += 1
            check_length(here, here.turn, MoveScore(info.score, info.certainty), most)
        if seed % 4 or key == "flipflop":
            continue
        scorer = None
        for scorer in scored(match):
            standing = scorer.standing()
            if standing is not None and standing.certainty and moves_to_end(standing.value):
                check_length(here, here.turn, standing, most)
        assert scorer is not None
        for move, score in scorer.scores.items():
            if score.certainty and moves_to_end(score.value) is not None:
                check_length(here.play(move), here.turn, score, most - 1, made=1)
    assert forced > 4


def test_a_long_win_is_shortened() -> None:
    """The forced-win search finds a long win. Its exact length is reported after a proof."""
    lengths = set()
    for seed in range(40):
        match = near_end("flipop", {}, seed, 9)
        if match is None:
            continue
        info = thought_of(match)
        plies = plies_to_end(info.score)
        if plies is not None and info.exact and plies >= 5:
            lengths.add(plies)
            winner = match.position.turn if info.score > 0 else 1 - match.position.turn
            assert not ends(match.position, winner, 4, {})
            replayed = match.position
            for move in info.pv:
                replayed = replayed.play(move)
            if len(info.pv) == plies:
                result = replayed.result()
                assert result is not None
                assert result.winner == winner
        if len(lengths) > 2:
            return
    raise AssertionError(f"too few long wins: {lengths}")


def test_a_busy_machine_loses_no_exact_score() -> None:
    """Only processor time counts: here other programs take an hour at each step."""
    match, hours = Match(BY_KEY["othello"]), count(step=3600)
    match.read_moves(ONE_WIN)
    scorer = MoveScorer(match.game, match.position, match.history())
    while not scorer.done:
        scorer.work(0.0, lambda: float(next(hours)))
    assert {score.certainty for score in scorer.scores.values()} == {Certainty.EXACT}


# -- the cap ---------------------------------------------------------------------------------------


def outcome(match: Match, player: int) -> int:
    """Return 1, 0 or -1 for a win, draw or loss of a player with best play and the cap."""
    result = match.result()
    if result is not None:
        return 0 if result.winner is None else 1 if result.winner == player else -1
    found, ply = [], match.ply
    for move in match.legal():
        match.play(move)
        found.append(outcome(match, player))
        match.goto_ply(ply)
    return max(found) if match.position.turn == player else min(found)


def test_what_the_cap_forestalls_is_not_said() -> None:
    """A forced end after the cap (SW-12) is not reported. A review counts no loss for the draw."""
    late = 0
    for seed in range(20):
        match, random = Match(BY_KEY["switch"], {"cap": "100"}, seed), Random(seed)
        while match.result() is None and match.plies_left() != 2:
            play_on(match, random)
        if match.result() is not None:
            continue
        here, turn = match.position, match.position.turn
        table = match.game.engine.tablebase(here) or {}
        late += any(FORCED_WIN <= abs(score) < WIN - 3 for score in table.values())
        *_, scorer = scored(match)
        for move, score in scorer.scores.items():
            plies = plies_to_end(score.value)
            assert plies is None or plies <= 3, (seed, plies)
            if plies is not None or score.certainty == Certainty.EXACT:
                match.play(move)
                true = outcome(match, turn)
                match.goto_ply(match.ply - 1)
                assert true == (0 if plies is None else 1 if score.value > 0 else -1)
        review = Review(match)
        while not review.done:
            review.work(1.0)
        last = review.value_at(match.ply)
        assert last is not None
        assert abs(last) < FORCED_WIN or outcome(match, 0) * last > 0
    assert late


@pytest.mark.parametrize("left", [4, 15, 16, 17])
def test_nobody_is_said_to_win_whom_the_cap_stops(left: int) -> None:
    """Light can win in 17 plies, and the best drawn move scores more than 0."""
    switch = BY_KEY["switch"]
    match = Match(capped(switch, left), start="DLDDDLDLDDDLLDDL.LLDDLLLL L")
    for _ in switch.engine.warm_up() if switch.engine.warm_up else ():
        pass
    scorer = MoveScorer(switch, match.position, match.history())
    while not scorer.done:
        scorer.work(1.0)
    standing = scorer.standing()
    assert standing is not None
    if left < 17:
        assert standing.value < FORCED_WIN
        assert standing.certainty == Certainty.EXACT
    else:
        assert (standing.certainty, plies_to_end(standing.value)) == (Certainty.EXACT, 17)


@pytest.mark.parametrize("seed", [1, 3, 4])
def test_values_of_hidden_tiles_are_points_to_the_end(seed: int) -> None:
    """Won deals count by their points. No island has more than 60 tiles."""
    found = [near_end("contactic", {}, seed, back) for back in range(4, 12)]
    hidden = [match for match in found if match and hides_information(match.position)]
    assert hidden
    for match in hidden[:2]:
        for scorer in scored(match):
            assert all(abs(score.value) <= 60 * SCORE_OF_ONE for score in scorer.scores.values())


def test_the_cost_of_a_move_under_hidden_tiles_is_points_to_the_end() -> None:
    """After b1, some deals are lost within the search."""
    match, random = Match(BY_KEY["contactic"], {}, 8), Random(8)
    while match.result() is None:
        if not match.pass_if_forced():
            match.play(random.choice(match.legal()))
    match.goto_ply(116)
    position = match.position
    assert hides_information(position)
    moves = {position.name(move): move for move in position.moves()}
    costs = list[int]()

    def work() -> Iterator[None]:
        best, played = moves["d9:1001"], moves["b1:1100"]
        costs.append((yield from move_cost(match.game, position, best, played)))

    for _ in work():
        pass
    assert 0 <= costs[0] <= 120 * SCORE_OF_ONE
