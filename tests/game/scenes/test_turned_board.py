"""A turned board: everything agrees with what is seen, and names of squares stay."""

import pytest

from flipside.game.scenes.common.scene import Scene
from flipside.rules.catalogue import GAMES
from flipside.rules.contract.board import DIRECTIONS
from flipside.rules.contract.story import Piece
from tests.game.conftest import MakePilot
from tests.game.pilot import Pilot
from tests.game.scene_tour import match_after, middle

each_game = pytest.mark.parametrize("key", [game.key for game in GAMES])


def turned(fly: MakePilot, key: str) -> Pilot:
    pilot = fly(tempo="off")
    pilot.put(match_after(key, middle(key)))
    pilot.advance(0.1)
    pilot.key("q")
    pilot.advance(0.1)
    return pilot


def cells(pilot: Pilot) -> list[int]:
    return list(pilot.match.board.of_kind("square", "pit"))


@each_game
def test_cells_are_where_they_are_seen(fly: MakePilot, key: str) -> None:
    pilot = turned(fly, key)
    view, field = pilot.view, pilot.view.field
    for cell in pilot.match.board.of_kind("square", "pit", "hinge"):
        x, y = view.centre(cell)
        view.turned = False
        across, down = view.centre(cell)
        view.turned = True
        assert (x + across, y + down) == pytest.approx(
            (2 * field.x + field.w, 2 * field.y + field.h)
        )
    for cell in cells(pilot):
        assert view.cell_at(pilot.at(cell)) == cell
        for step in DIRECTIONS:
            there = view.beside(cell, step)
            if there is not None:
                (x, y), (across, down) = view.centre(cell), view.centre(there)
                assert across - x == pytest.approx(step[0] * view.cell)
                assert down - y == pytest.approx(step[1] * view.cell)


@each_game
def test_a_move_is_made_by_taps_and_by_arrow_keys(fly: MakePilot, key: str) -> None:
    pilot = turned(fly, key)
    ply, move = pilot.match.ply, pilot.match.position.moves()[0]
    pilot.make(move)
    assert pilot.match.moves[ply] == move
    scene = pilot.play.scene
    pilot.key("up")
    pilot.key("left")
    before = scene.board_input.cursor
    pilot.key("right")
    assert before is not None
    assert scene.board_input.cursor == before - 1, "names run from right to left"


@pytest.mark.parametrize(
    ("face", "other"),
    [("tile:1000", "tile:0010"), ("tile:1101", "tile:0111"), ("tile:back", "tile:back"),
     ("door:N", "door:S"), ("door:W", "door:E"), ("disc", "disc"), ("neutral", "neutral")],
)  # fmt: skip
def test_faces_are_turned(face: str, other: str) -> None:
    piece = Piece("green", face)
    assert piece.turned() == Piece("green", other)
    assert piece.turned().turned() == piece


@each_game
def test_the_readout_runs_as_the_board_is_seen(fly: MakePilot, key: str) -> None:
    pilot = turned(fly, key)
    board = pilot.match.board

    def fields(scene: Scene) -> list[str]:
        return [part.key for part in scene.parts() if part.kind == "field"]

    def rows(scene: Scene) -> list[str]:
        return [part.words for part in scene.parts() if part.kind == "row"]

    seen, numbers = fields(pilot.top), rows(pilot.top)
    assert numbers == [str(row) for row in range(board.rows, 0, -1)]
    pilot.key("q")
    assert fields(pilot.top) == seen[::-1]
    assert rows(pilot.top) == numbers[::-1]


@pytest.mark.parametrize("key", ["flipop", "contactic"])
def test_words_for_sides_are_those_that_are_seen(fly: MakePilot, key: str) -> None:
    pilot = turned(fly, key)
    cell_text = pilot.play.live_match.match_text.cell_text
    position = pilot.match.position
    names = {side: cell_text.side(side) for side in range(8)}
    doors = cell_text.doors(position)
    pilot.key("q")
    assert names == {side: cell_text.side((side + 4) % 8) for side in range(8)}
    now = cell_text.doors(position)
    assert doors == {cell: word[2:] + word[:2] for cell, word in now.items()}


def test_a_draft_is_set_up_as_it_is_printed(fly: MakePilot) -> None:
    pilot = fly()
    pilot.set_up(GAMES[0], {})
    pilot.key("q")
    assert not pilot.view.turned
