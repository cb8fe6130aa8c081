"""The program is killed in the special moments of each game, and knows them again."""

from collections.abc import Callable

import pytest

from flipside.rules.contract.position import PASS, Position
from flipside.rules.match.match import Match
from tests.game.conftest import MakePilot
from tests.game.journeys.recorded import recorded
from tests.game.pilot import Pilot

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
