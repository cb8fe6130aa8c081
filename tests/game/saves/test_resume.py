"""The program may be killed at any moment; the next start goes on where it stopped."""

from collections.abc import Callable
from random import Random

import pytest

from flipside.rules.catalogue import BY_KEY, GAMES
from flipside.rules.contract.game import AnyGame
from flipside.rules.contract.position import PASS, Position
from flipside.rules.match.match import Match, replay
from flipside.rules.match.record import parse_record
from tests.game.conftest import MakePilot
from tests.game.journeys.recorded import recorded
from tests.game.pilot import Pilot
from tests.game.scene_tour import match_after, middle

OTHELLO = recorded("othello")


def state(pilot: Pilot) -> tuple[object, ...]:
    """All that must outlive the program."""
    match, play = pilot.match, pilot.play
    return (
        match.moves[:],
        match.ply,
        match.seed,
        dict(match.choices),
        match.result(),
        play.live_match.seats,
    )


def resumed(pilot: Pilot) -> Pilot:
    """Kill the program, start it again and tap the same box."""
    key = pilot.match.game.key
    pilot.kill_and_reopen()
    assert "Continue" in pilot.words()
    pilot.press(f"play {key}")
    return pilot


@pytest.mark.parametrize("tempo", ["off", "calm"])
def test_killed_at_arbitrary_plies(fly: MakePilot, tempo: str) -> None:
    pilot, random = fly(tempo=tempo), Random(11)
    pilot.sit_down()
    for ply in OTHELLO.taken[:45]:
        pilot.make(OTHELLO.match.moves[ply])
        if random.random() < 0.4:
            if random.random() < 0.5:
                pilot.advance(random.random() * 0.5)
            before = state(pilot)
            assert state(resumed(pilot)) == before
    assert pilot.match.moves == OTHELLO.match.moves[:45]


def test_killed_while_looking_back(pilot: Pilot) -> None:
    pilot.sit_down(moves=OTHELLO.text(30))
    for presses in (1, 9, 4):
        for _ in range(presses):
            pilot.press("undo")
        before = state(pilot)
        assert state(resumed(pilot)) == before
        assert pilot.play.live_match.looking_back
    while "redo" in pilot.names():
        pilot.press("redo")
    assert pilot.match.names() == OTHELLO.text(30).split()


def test_killed_while_the_computer_thinks(fly: MakePilot) -> None:
    pilot = fly(patience=0.0)
    pilot.sit_down(moves=OTHELLO.text(6), seats=("person", "level3"))
    pilot.make(OTHELLO.match.moves[6])
    pilot.advance(0.5)
    assert pilot.play.live_match.thinking
    before = state(pilot)
    assert state(resumed(pilot)) == before
    assert pilot.play.live_match.thinking


def test_killed_before_a_forced_pass_is_made(fly: MakePilot) -> None:
    pass_at = next(i for i in range(60) if OTHELLO.match.moves[i] == ())
    pilot = fly(tempo="calm")
    pilot.sit_down(moves=OTHELLO.text(pass_at - 1))
    pilot.make(OTHELLO.match.moves[pass_at - 1])
    assert pilot.match.ply == pass_at
    resumed(pilot)
    pilot.advance(1.0)
    assert pilot.match.ply == pass_at + 1


def test_a_match_given_up_stays_given_up(pilot: Pilot) -> None:
    pilot.sit_down(moves=OTHELLO.text(9))
    pilot.key("g")
    pilot.press("yes")
    saved = pilot.app.services.storage.load("othello")
    assert saved is not None
    match = replay(parse_record(saved), BY_KEY)
    assert match.resigned == 1
    pilot.kill_and_reopen()
    assert "Continue" not in pilot.words(), "what has ended is not gone on with"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_game_resumes_with_its_options_and_its_chance(pilot: Pilot, game: AnyGame) -> None:
    last: dict[str, str] = {}
    for option in game.options:
        if option.free(last) and not option.people_only:
            last[option.key] = option.values[-1]
    for choices in ({}, last):
        match = Match(game, choices, seed=123456789)
        for _ in range(4):
            match.play(match.position.moves()[-1])
        assert match.result() is None
        pilot.put(match, ("person", "level1"))
        before, pieces = state(pilot), match.position.pieces()
        pilot.kill_and_reopen()
        pilot.press(f"play {game.key}")
        assert state(pilot) == before
        assert pilot.match.position.pieces() == pieces


def test_every_game_has_a_match_of_its_own(pilot: Pilot) -> None:
    for game in GAMES:
        pilot.put(match_after(game.key, middle(game.key)))
    pilot.kill_and_reopen()
    assert pilot.words().count("Continue") == len(GAMES)
    for game in GAMES:
        pilot.press(f"play {game.key}")
        assert pilot.match.moves == match_after(game.key, middle(game.key)).moves
        pilot.app.stack.home()


COUNTER = "a1-d1 e2-b2 a5-d5 e4-b4 a3-c3 a1-a3 c1-c2"
"""A match of Switch in which light must now counter."""


def first(name: str, wanted: Callable[[Position], bool], plies: int = 0) -> Match:
    """A recorded match up to the first position of that kind after so many plies."""
    match = recorded(name).match
    for ply in range(plies, len(match.moves)):
        if wanted(match.position_at(ply)):
            match.goto_ply(ply)
            match.clear_redo()
            return match
    raise AssertionError(f"{name} has no such position")


def banning_chain(position: Position) -> bool:
    """Whether a chain has just been made, and a ball could go back if it were not barred."""
    balls = {move[0] for move in position.moves() if move != PASS}
    marks = [mark for ball in balls for mark in position.marks((ball,))]
    return position.prompt() == "back" and any(mark.kind == "barred" for mark in marks)


def leftover(position: Position) -> bool:
    kept = any(t.number for side in position.tallies() for t in side if t.key == "leftover")
    return kept and tuple(position.moves()) != (PASS,)


def objection(position: Position) -> bool:
    return position.prompt() == "lay_or_object"


RULED = ("founded", "unfounded")

MOMENTS: dict[str, Callable[[], Match]] = {
    "flipflop laying": lambda: first("flipflop", lambda p: p.prompt() == "lay", 23),
    "flipflop full, nothing switched": lambda: first("flipflop", lambda p: p.prompt() == "switch"),
    "flipflop with a banned stone": lambda: first("flipflop", lambda p: bool(p.marks(())), 65),
    "switch placing": lambda: first("switch-placed", lambda p: p.prompt() == "lay", 17),
    "switch choosing a colour": lambda: first("switch-placed", lambda p: p.prompt() == "choose"),
    "switch with a counter pending": lambda: switch(COUNTER),
    "flipop after a chain": lambda: first("flipop", banning_chain),
    "contactic with a leftover pile": lambda: first("contactic", leftover),
    "contactic with a second try": lambda: first("contactic", lambda p: p.prompt() == "second"),
    "contactic with an objection open": lambda: first("contactic-open", objection, 5),
    "contactic after an objection": lambda: first("contactic-open", lambda p: p.prompt() in RULED),
}


def switch(moves: str) -> Match:
    match = recorded("switch").match
    fresh = Match(match.game)
    fresh.read_moves(moves)
    return fresh


@pytest.mark.parametrize("moment", MOMENTS)
def test_killed_at_a_special_moment(fly: MakePilot, moment: str) -> None:
    pilot, match = fly(), MOMENTS[moment]()
    pilot.put(match)
    before = everything(pilot)
    pilot.kill_and_reopen()
    pilot.press(f"play {match.game.key}")
    assert everything(pilot) == before
    pilot.advance(0.1)
    move = pilot.match.position.moves()[-1]
    pilot.make(move)
    pilot.advance(0.1)
    assert pilot.match.moves[match.ply] == move


def everything(pilot: Pilot) -> list[object]:
    """All that the player sees and may do."""
    position = pilot.match.position
    said = pilot.panels(), pilot.caption(), set(pilot.names())
    own = [position.moves(), position.pieces(), position.marks(()), position.to_dict()]
    return [*said, *own, pilot.shown().next_cells]


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_move_begun_is_not_kept(fly: MakePilot, moment: str) -> None:
    pilot, match = fly(), MOMENTS[moment]()
    pilot.put(match)
    longest = max(pilot.match.position.moves(), key=len)
    pilot.make(longest[:-1])
    assert pilot.play.live_match.taps == longest[:-1]
    pilot.kill_and_reopen()
    pilot.press(f"play {match.game.key}")
    assert pilot.play.live_match.taps == ()
    pilot.make(longest)
    assert pilot.match.moves[-1] == longest
