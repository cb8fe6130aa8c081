"""Tests of tie-breaks at cap and repetition (FF-12, SW-13, FP-14), which count the pieces."""

from random import Random
from typing import Any

import numpy as np
import pytest

from flipside.rules.catalogue import BY_KEY
from flipside.rules.contract.position import Position, Result
from flipside.rules.match.match import Match
from flipside.rules.match.record import parse_record, record_text
from tests.rules.engine.fact_checks.case import Case, largest, parts
from tests.rules.engine.near_cap import near_cap
from tests.rules.games.random_matches import matches, played

TIE_BREAKS = {"flipflop": "lines", "switch": "groups", "flipop": "distance"}
"""The value of the option `tie` that is not the default, by game."""

each_game = pytest.mark.parametrize("key", TIE_BREAKS)


def counts(match: Match, player: int) -> tuple[tuple[str, int], ...]:
    """Return the numbers that decide the tie-break for a player, in order, with their text keys."""
    case = Case(match, ())
    pieces, colour = case.position.pieces(), case.colour(player)
    if match.game.key == "flipflop":
        long = [line for line in case.lines() if len(case.fields(pieces, colour) & set(line)) >= 6]
        return (("lines", len(long)),)
    if match.game.key == "switch":
        groups = parts(case, pieces, colour)
        return ("largest", largest(case, pieces, colour)), ("groups", -len(groups))
    balls = case.fields(pieces, colour)
    steps = sum(case.distance(player, pit) for pit in balls)
    return ("", -len(balls)), ("nearer", -steps)


def counted_result(match: Match) -> tuple[int | None, str]:
    """Return the winner, and the key of the number that decides."""
    if match.position.colours is None:
        return None, ""
    for (key, first), (_, second) in zip(counts(match, 0), counts(match, 1), strict=True):
        if first != second:
            return int(second > first), key
    return None, "equal"


def verdict(match: Match, why: str) -> Result:
    assert match.game.repetition is not None
    return match.game.repetition.verdict(match.position, why)


def options(key: str, seed: int) -> dict[str, str]:
    """Return options with the tie-break and one of several set-ups."""
    more = {"flipflop": ("laid", "chess"), "switch": ("ring", "placed"), "flipop": ()}[key]
    setup = {"setup": more[seed % 2]} if more else {}
    return {"tie": TIE_BREAKS[key], **setup}


@each_game
def test_the_cap_is_decided_as_counted(key: str) -> None:
    """FF-12, SW-13, FP-14: the tie-break decides after each last ply. Without the option FF-9,
    SW-12 and FP-13 apply."""
    decided = set()
    for seed in range(6):
        match = near_cap(BY_KEY[key], seed, 1, options(key, seed))
        for move in list(match.legal()):
            match.play(move)
            result, (winner, by) = match.result(), counted_result(match)
            if result is not None and result.reason.startswith("cap"):
                assert (result.winner, result.tie_break) == (winner, by)
                decided.add(by)
            match.goto_ply(match.ply - 1)
    assert {"equal"} < decided, "ties that are broken and such that are not"


@each_game
@pytest.mark.parametrize("why", ["repetition", "cap"])
def test_without_the_option_nothing_changes(key: str, why: str) -> None:
    """FF-9, SW-12, FP-13."""
    game = BY_KEY[key]
    for seed in range(4):
        now = near_cap(game, seed, 3, options(key, seed))
        before = Match(game, {**now.choices, "tie": "draw"}, now.seed)
        before.read_moves(" ".join(now.names()))
        result = verdict(before, why)
        assert result.tie_break == ""
        if key == "flipop" and len(set(now.position.points() or ())) == 2:
            assert result == verdict(now, why)
        else:
            assert result.winner is None
        assert verdict(now, why).reason == result.reason


def test_a_repetition_is_decided_too() -> None:
    """FF-12: b1 and d1 alternate. At the third occurrence, the lines are counted."""
    match = Match(BY_KEY["flipflop"], {"setup": "chess", "tie": "lines"})
    match.read_moves("b1 d1 b1 d1 b1 d1 b1 d1 b1")
    result = match.result()
    assert result is not None
    assert result.reason == "repetition"
    assert (result.winner, result.tie_break) == counted_result(match)


def test_stuck_players_of_flipop_are_compared_too() -> None:
    """FP-14: the tie-break also applies when FP-12 compares the balls."""
    ends = set()
    for match, random in matches(BY_KEY["flipop"], {"stuck": "exit", "tie": "distance"}, 60):
        result = played(match, random).result()
        if result is not None and result.reason.startswith("blocked"):
            assert (result.winner, result.tie_break) == counted_result(match)
            ends.add(result.tie_break)
    assert "nearer" in ends


def afterwards(match: Match) -> list[Position]:
    """Return the positions after every move, if the turn changes; else an empty list."""
    after = [match.position.play(move) for move in match.legal()]
    return [] if any(one.turn == match.position.turn for one in after) else after


def sign_of(result: Result, mover: int) -> int:
    return 0 if result.winner is None else 1 if result.winner == mover else -1


@each_game
@pytest.mark.parametrize("tied", [True, False])
def test_arrays_count_as_the_match_does(key: str, tied: bool) -> None:
    """FF-12, SW-13, FP-14: children of packed positions have the scores of the match."""
    game, signs = BY_KEY[key], set()
    assert game.engine.batch_rules is not None
    rules: Any = game.engine.batch_rules()
    for seed in range(2):
        match, random = Match(game, options(key, seed) if tied else {}, seed), Random(seed)
        while match.result() is None and match.ply < 40:
            children = rules.children(rules.pack([match.position])).batch
            capped = np.sign(rules.cap_scores(children)).tolist()
            if key == "flipop":
                assert np.sign(rules.cycle_scores(children)).tolist() == capped
            for child, sign in zip(afterwards(match), capped, strict=False):
                if child.result() is None:
                    result = game.repetition.verdict(child, "cap")
                    assert sign == sign_of(result, child.turn)
                    signs.add(sign)
            match.play(random.choice(match.legal()))
    assert signs == ({-1, 0, 1} if tied or key == "flipop" else {0})


@each_game
def test_records_name_it_only_where_it_is_chosen(key: str) -> None:
    """Older records and links do not change."""
    game = BY_KEY[key]
    assert "tie" not in record_text(Match(game, {}).to_record())
    assert record_text(Match(game, {"tie": "draw"}).to_record()) == record_text(
        Match(game).to_record()
    )
    record = Match(game, {"tie": TIE_BREAKS[key]}).to_record()
    assert parse_record(record_text(record)) == record
    assert record.choices["tie"] == TIE_BREAKS[key]
