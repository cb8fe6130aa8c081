"""Flipop on the screen: the preview of doors, chains, balls and doors that move or leave."""

import math

import pytest

from flipside.game.drawing.faces import Sprite
from flipside.rules.contract.story import Rotate
from flipside.rules.match.match import Match
from tests.game.conftest import MakePilot
from tests.game.journeys.recorded import recorded
from tests.game.pilot import Pilot
from tests.game.seen import hover, own_panel, previewed, ways

CHAIN = "c1-c2 c5-c4 c2-c3 c4-c3-d3"
"""Black's ball has pushed white's from c3 to d3; it may not go straight back."""


def test_the_doors_that_will_swing_are_previewed(fly: MakePilot) -> None:
    pilot = fly(drawing=True)
    pilot.sit_down("flipop")
    pilot.tap("b1")
    hover(pilot, "b2")
    assert previewed(pilot) == {"b2": "white ball", "ab12": "door door:S"}
    pilot.hover((2, 2))
    pilot.app.pointers.down(pilot.at("b2"))
    pilot.advance(0.6)
    assert "ab12" in previewed(pilot), "a long press shows the same"
    pilot.app.pointers.up(pilot.at("b2"))
    assert pilot.match.names() == ["b1-b2"]


def test_a_chain_is_tapped_ball_by_ball_with_its_ways(pilot: Pilot) -> None:
    *before, chain = CHAIN.split()
    pilot.sit_down("flipop", " ".join(before))
    pilot.tap("c4")
    assert "c4-c3" in ways(pilot, "way")
    pilot.tap("c3")
    assert ways(pilot, "way") == {"c3-b3", "c3-d3"}, "the pushed ball goes to either side"
    hover(pilot, "d3")
    seen = previewed(pilot)
    assert (seen["c3"], seen["d3"]) == ("black ball", "white ball")
    assert sum(said.startswith("door") for said in seen.values()) == 2
    pilot.tap("d3")
    assert pilot.match.names()[-1] == chain


def moving(pilot: Pilot) -> list[list[Sprite]]:
    """The sprites of each frame until all has come to rest."""
    frames = []
    while (timeline := pilot.at_table.playback.timeline) is not None and not timeline.rests:
        frames.append(list(pilot.shown().sprites))
        pilot.advance(1 / 60)
    return frames


def two_doors() -> Match:
    """The recorded match up to a move of a single ball through two doors in one passage."""
    match = recorded("flipop").match
    for ply, move in enumerate(match.moves):
        steps = match.position_at(ply).story(move)[0]
        if len(move) == 2 and sum(isinstance(step, Rotate) for step in steps) == 2:
            match.goto_ply(ply)
            return match
    raise AssertionError("no such move")


def test_two_doors_part_to_both_sides(fly: MakePilot) -> None:
    pilot, match = fly(tempo="calm", drawing=True), two_doors()
    pilot.put(match)
    move = match.moves[match.ply]
    pilot.tap(move[0])
    hover(pilot, match.board.names[move[1]])
    assert sum(said.startswith("door") for said in previewed(pilot).values()) == 2
    pilot.tap(move[1])
    angles = [sorted(s.angle for s in frame if s.angle) for frame in moving(pilot)]
    swinging = [pair for pair in angles if pair]
    assert all(len(pair) == 2 and pair[0] == -pair[1] for pair in swinging)


def test_the_door_swings_in_the_same_beat_as_the_ball_passes(fly: MakePilot) -> None:
    pilot = fly(tempo="calm", drawing=True)
    pilot.sit_down("flipop")
    pilot.tap("b1")
    pilot.tap("b2")
    for frame in moving(pilot):
        ball = next(s for s in frame if s.target is not None)
        door = next(s for s in frame if pilot.match.board.names[s.cell] == "ab12")
        assert abs(door.angle) / 90 == pytest.approx(ball.share)


def long_chain() -> Match:
    """The recorded match up to the first chain of four balls."""
    match = recorded("flipop").match
    match.goto_ply(next(ply for ply, move in enumerate(match.moves) if len(move) >= 5))
    return match


@pytest.mark.parametrize("way", ["forth", "back"])
def test_a_chain_is_told_ball_after_ball(fly: MakePilot, way: str) -> None:
    """Each ball sets out after the one that pushes it, and none rolls through another."""
    pilot, match = fly(tempo="calm", drawing=True), long_chain()
    path = match.moves[match.ply]
    pilot.put(match)
    pilot.make(path)
    if way == "back":
        pilot.settle()
        pilot.press("undo")
        path = path[::-1]
    frames = moving(pilot)
    began = [
        next(i for i, f in enumerate(frames) if any(s.cell == cell and s.share > 0 for s in f))
        for cell in path[:-1]
    ]
    assert began == sorted(set(began))
    assert min(nearest(pilot, frame) for frame in frames) > 0.5


def nearest(pilot: Pilot, frame: list[Sprite]) -> float:
    """The least distance between two balls of a frame, in cells."""
    view = pilot.view
    assert view is not None
    places = [view.place(s) for s in frame if s.piece.face == "ball"]
    apart = [math.dist(a, b) for i, a in enumerate(places) for b in places[:i]]
    return min(apart) / view.cell


def test_a_ball_leaves_visibly_and_is_counted(fly: MakePilot) -> None:
    pilot, match = fly(tempo="calm", drawing=True), recorded("flipop").match
    ply = next(
        ply
        for ply in range(len(match.moves))
        if match.position_at(ply).points() != match.position_at(ply + 1).points()
    )
    player = match.position_at(ply).turn
    leaving = match.position_at(ply).story(match.moves[ply])[1][0].cell  # type: ignore[union-attr]
    match.goto_ply(ply)
    pilot.put(match)
    assert "0" in own_panel(pilot, player).splitlines()
    pilot.make(match.moves[ply])
    frames = moving(pilot)
    pale = [s.alpha for f in frames for s in f if s.cell == leaving and 0 < s.alpha < 1]
    assert len(pale) > 5
    assert pale == sorted(pale, reverse=True)
    assert "remove" in pilot.sounds
    assert "1" in own_panel(pilot, player).splitlines()
    pilot.press("undo")
    assert "0" in own_panel(pilot, player).splitlines()
