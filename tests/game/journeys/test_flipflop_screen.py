"""Flip-Flop on the screen: laying, the preview of a switch, hints, and how stones turn."""

import pytest

from flipside.rules.contract.board import cells
from flipside.rules.games.flipflop.position import CROSS
from tests.game.conftest import MakePilot
from tests.game.pilot import Pilot
from tests.game.seen import hover, marked, named, open_cells, own_panel, previewed

SEVEN = "e8 b6 h6 f6"
"""From the chessboard: dark can fill row 8, for instance with the switch d1."""


def cross(pilot: Pilot, cell: str) -> set[str]:
    """The fifteen cells that turn with a switch."""
    return named(pilot, cells(CROSS[pilot.match.board.cell_named(cell)]))


def row(number: int) -> set[str]:
    return {f"{letter}{number}" for letter in "abcdefgh"}


def test_laying_shows_whose_colour_is_laid(pilot: Pilot) -> None:
    pilot.sit_down("flipflop")
    for player, colour in ((0, "dark"), (1, "light"), (0, "dark")):
        assert "Place a stone" in own_panel(pilot, player)
        assert "Place a stone" not in own_panel(pilot, 1 - player)
        assert pilot.caption().lower().startswith(f"{colour} to move")
        hover(pilot, "d4")
        assert previewed(pilot) == {"d4": f"{colour} disc"}
        pilot.tap("abcd"[pilot.match.ply] + "1")
    assert len(open_cells(pilot)) == 61


@pytest.mark.parametrize("way", ["hover", "long press"])
def test_the_preview_shows_fifteen_stones_and_the_line(fly: MakePilot, way: str) -> None:
    pilot = fly(drawing=True, size=(1280, 800) if way == "hover" else (390, 844))
    pilot.sit_down("flipflop", SEVEN, setup="chess")
    before = pilot.match.position.pieces()
    if way == "hover":
        hover(pilot, "d1")
    else:
        pilot.app.pointers.down(pilot.at("d1"))
        pilot.advance(0.6)
    seen = previewed(pilot)
    assert set(seen) == cross(pilot, "d1")
    assert len(seen) == 15
    other = {"dark": "light", "light": "dark"}
    for name, said in seen.items():
        now = before[pilot.match.board.cell_named(name)]
        assert said == f"{other[now.colour]} disc"
    assert marked(pilot, "line") == [row(8)]
    assert row(8) not in marked(pilot, "threat"), "the hint gives way to the line"
    assert pilot.shown().lifted_cell == pilot.match.board.cell_named("d1")
    if way == "hover":
        pilot.hover((2, 2))
    else:
        pilot.app.pointers.move((2, 2))
        pilot.app.pointers.up((2, 2))
    assert previewed(pilot) == {}
    assert marked(pilot, "line") == []
    assert len(pilot.match.moves) == 4


def test_hints_can_be_switched_off(pilot: Pilot) -> None:
    pilot.sit_down("flipflop", SEVEN, setup="chess")
    assert row(8) in marked(pilot, "threat")
    for value, hints in (("false", False), ("true", True)):
        pilot.key("o")
        pilot.press(f"aids={value}")
        pilot.key("escape")
        assert (marked(pilot, "threat") != []) == hints
        assert marked(pilot, "banned") == [{"f6"}], "a rule is no hint"


def test_the_wave_runs_outward_and_the_switch_is_last(fly: MakePilot) -> None:
    pilot = fly(tempo="calm", drawing=True)
    pilot.sit_down("flipflop", setup="chess")
    pilot.tap("d3")
    board, switch = pilot.match.board, pilot.match.board.cell_named("d3")
    before = pilot.match.position_at(0).pieces()
    turned: list[int] = []
    while pilot.at_table.playback.timeline is not None:
        for sprite in pilot.shown().sprites:
            if sprite.piece != before[sprite.cell] and sprite.cell not in turned:
                turned.append(sprite.cell)
        pilot.advance(1 / 60)
    assert len(turned) == 15
    assert turned[-1] == switch
    distances = [board.distance(cell, switch) for cell in turned[:-1]]
    assert distances == sorted(distances)
