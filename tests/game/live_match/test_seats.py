"""People tap, computers think; both answer with a legal move or not yet."""

import math
from random import Random
from typing import Any

import pytest

from flipside.game.live_match.seats import Computer, Human
from flipside.game.saves.matches import PERSON, seat_word
from flipside.rules.catalogue import GAMES
from flipside.rules.contract.game import AnyGame
from flipside.rules.contract.position import PASS, Move
from flipside.rules.contract.search_api import Limit, SearchInfo, SearchInfos
from flipside.rules.engine.search import LEVELS, Level, level_of, search
from flipside.rules.match.match import Match
from tests.game.scene_tour import match_after, ply_of_a_pass

EACH_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)


def tap_all(seat: Human, move: Move) -> None:
    for cell in move:
        assert seat.tap(cell)


# -- people --------------------------------------------------------------------------------------


@EACH_GAME
def test_every_legal_move_can_be_tapped(game: AnyGame) -> None:
    match = match_after(game.key, 40)
    for ply in range(0, len(match.moves), 3):
        match.goto_ply(ply)
        position = match.position
        for move in position.moves():
            if move == PASS:
                continue
            seat = Human(match, True)
            tap_all(seat, move)
            assert seat.decide() == move
            assert seat.taps == ()
            assert seat.decide() is None


@EACH_GAME
def test_only_cells_that_lead_to_a_move_are_offered(game: AnyGame) -> None:
    match = match_after(game.key, 40)
    for ply in range(0, len(match.moves), 5):
        match.goto_ply(ply)
        position = match.position
        firsts = {move[0] for move in position.moves() if move}
        assert Human(match, True).find_next_cells() == firsts
        for first in firsts:
            seat = Human(match, True)
            seat.tap(first)
            seconds = {m[1] for m in position.moves() if m[:1] == (first,) and len(m) > 1}
            assert seat.find_next_cells() == seconds


def test_a_tap_that_continues_nothing_begins_anew() -> None:
    match = match_after("switch", 6)
    position = match.position
    firsts = sorted({move[0] for move in position.moves()})
    seat = Human(match, True)
    one = firsts[0]
    follow = {m[1] for m in position.moves() if m[0] == one and len(m) > 1}
    other = next(cell for cell in firsts if cell not in follow and cell != one)
    seat.tap(one)
    seat.tap(other)
    assert seat.taps == (other,)
    seat.forget()
    assert seat.taps == ()


@EACH_GAME
def test_looking_changes_nothing(game: AnyGame) -> None:
    match = match_after(game.key, 12)
    seat = Human(match, True)
    for cell in range(len(match.board.names)):
        seat.nearly(cell)
        seat.find_next_cells()
    assert seat.taps == ()
    assert seat.decide() is None


def test_nobody_is_asked_for_a_pass() -> None:
    found = ply_of_a_pass("othello")
    assert found is not None
    seed, ply = found
    match = match_after("othello", ply, seed)
    assert tuple(match.position.moves()) == (PASS,)
    seat = Human(match, True)
    assert seat.find_next_cells() == frozenset()
    assert seat.decide() is None


# -- computers -----------------------------------------------------------------------------------


def thought(seat: Computer, match: Match) -> Move:
    for _ in range(10_000):
        move = seat.decide(match.history(), 1.0)
        if move is not None:
            return move
    raise AssertionError("it thinks for ever")


@pytest.mark.parametrize("level", ["level1", "level3"])
@EACH_GAME
def test_a_computer_answers_with_a_legal_move(game: AnyGame, level: str) -> None:
    for plies in (0, 7):
        match = match_after(game.key, plies)
        seat = Computer(game, level_of(level), Random(1))
        assert thought(seat, match) in match.position.moves()


def test_no_time_no_answer() -> None:
    match = match_after("othello", 6)
    seat = Computer(match.game, level_of("level3"), Random(1))
    assert seat.decide(match.history(), 0.0) is None


def test_many_bites_give_the_same_move_as_one() -> None:
    match = match_after("othello", 6)
    at_once = thought(Computer(match.game, level_of("level3"), Random(1)), match)
    seat = Computer(match.game, level_of("level3"), Random(1))
    for _ in range(100_000):
        move = seat.decide(match.history(), 0.00001)
        if move is not None:
            break
    assert move == at_once


def test_another_position_begins_another_thought_unasked() -> None:
    match = match_after("othello", 6)
    seat = Computer(match.game, level_of("level3"), Random(1))
    seat.decide(match.history(), 0.00001)
    match.play(match.position.moves()[-1])
    assert thought(seat, match) in match.position.moves()


def answers(level: Level, budget: float) -> list[float]:
    """By a clock that goes on by 10 ms with every look: when the computer was asked, the last time
    with a move."""
    now = [0.0]

    def clock() -> float:
        now[0] += 0.01
        return now[0]

    match = match_after("othello", 20)
    seat = Computer(match.game, level, Random(1), clock)
    while not seat.prepare(1.0):
        pass
    start, asked = now[0], list[float]()
    for _ in range(100):
        move = seat.decide(match.history(), budget)
        asked.append(now[0] - start)
        if move is not None:
            assert move in match.position.moves()
            return asked
    raise AssertionError("it never moves")


@pytest.mark.parametrize("budget", [0.05, 0.2, 5.0])
def test_a_computer_uses_its_time_and_then_moves(budget: float) -> None:
    """Never before its time is over while there is more to find, in bites no longer than asked."""
    asked = answers(Level("timed", Limit(), seconds=1.0), budget)
    assert len(asked) >= 1.0 / (budget + 0.03), "each call takes no more than it may"
    assert 1.0 <= asked[-1] <= 1.3


def test_without_a_time_the_limit_ends_the_thought() -> None:
    asked = answers(Level("deep", Limit(depth=4)), 0.02)
    assert len(asked) > 2


@pytest.mark.parametrize("key", ["othello", "flipflop"])
def test_pondering_saves_work(monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    """The same depth takes fewer positions after a search of the position before."""
    found = list[SearchInfo]()

    def noted(*args: Any) -> SearchInfos:
        for info in search(*args):
            yield info
        found.append(info)

    monkeypatch.setattr("flipside.game.live_match.seats.search", noted)
    match = match_after(key, 12)
    level = Level("timed", Limit(depth=7 if key == "othello" else 3), seconds=math.inf)
    fresh, seat = (Computer(match.game, level, Random(1)) for _ in range(2))
    while not (fresh.prepare(1.0) and seat.prepare(1.0)):
        pass
    monkeypatch.setattr("flipside.game.live_match.seats.PONDER_SECONDS", math.inf)
    seat.ponder(match.history(), math.inf)
    match.play(found.pop().move)
    thought(fresh, match)
    thought(seat, match)
    assert found[1].depth == found[0].depth
    assert found[1].nodes < 0.8 * found[0].nodes


def pondered(seat: Computer, now: list[float], match: Match) -> float:
    """The seconds of a clock that goes on with every look, during many frames of a person."""
    while not seat.prepare(1.0):
        pass
    begun = now[0]
    for _ in range(1_000):
        seat.ponder(match.history(), 0.05)
    return now[0] - begun


def test_pondering_ends_and_rests() -> None:
    """After a second at most for each position; at levels without seconds there is none."""
    now, match = [0.0], match_after("othello", 20)

    def clock() -> float:
        now[0] += 0.01
        return now[0]

    def spent(word: str) -> float:
        return pondered(Computer(match.game, level_of(word), Random(1), clock), now, match)

    for level in LEVELS:
        assert (0.9 < spent(level.key) < 1.3) == (level.seconds is not None)
        assert level.seconds is not None or spent(level.key) == 0
    assert spent("depth8") == 0
    seat = Computer(match.game, level_of("level8"), Random(1), clock)
    assert 0.9 < pondered(seat, now, match) < 1.3
    match.play(match.position.moves()[0])
    match.play(match.position.moves()[0])
    assert 0.9 < pondered(seat, now, match) < 1.3, "the next position is another one"


def test_seat_words() -> None:
    depths = (f"depth{plies}" for plies in range(1, 21))
    for word in (PERSON, *(level.key for level in LEVELS), *depths):
        assert seat_word(word) == word
    for word in ("", "Person", "level0", "level9", "depth", "depth0", "depth21", "depth-1"):
        with pytest.raises(KeyError):
            seat_word(word)
