"""What is shown after the last move of a match."""

import pytest

from flipside.game.board.timeline import Timeline, end_animation
from flipside.game.ui.widgets import Label
from flipside.rules.catalogue import GAMES
from flipside.rules.contract.position import Result
from tests.game.conftest import MakePilot
from tests.game.live_match.machine import after_story
from tests.game.pilot import FRAME, Pilot
from tests.game.scene_tour import match_after

each_game = pytest.mark.parametrize("key", [game.key for game in GAMES])

MOST_SECONDS = 2.0


def make_last_move(pilot: Pilot, key: str) -> None:
    """Open a match before its last move, and make that."""
    whole = match_after(key, None)
    pilot.put(match_after(key, len(whole.moves) - 1))
    pilot.settle()
    pilot.commit(whole.moves[-1])


@each_game
def test_each_game_has_an_ending(key: str) -> None:
    match = match_after(key, None)
    ending = end_animation(match.game, match.position, match.board, match.moves[-1])
    assert ending.story or ending.order
    counting = Timeline(ending.pieces, ending.story, 1.0, sorts=True)
    assert ending.seconds + counting.length < MOST_SECONDS
    assert all(match.board.kinds[cell] in ("square", "pit") for cell in ending.order)


@each_game
def test_an_ending_leaves_the_pieces_where_they_were(key: str) -> None:
    match = match_after(key, None)
    ending = end_animation(match.game, match.position, match.board, ())
    assert after_story(ending.pieces, ending.story) == match.position.pieces()


def test_othello_counts_its_discs_in_rows() -> None:
    match = match_after("othello", None)
    position = match.position
    pieces = after_story(position.pieces(), match.game.count_story(position))
    found = [piece.colour for piece in pieces if piece is not None]
    points = position.points()
    assert found == [position.colours[0]] * points[0] + [position.colours[1]] * points[1]
    assert None not in pieces[: points[0]]


def test_a_line_lights_up_stone_after_stone() -> None:
    match = match_after("flipflop", None)
    (line,) = [mark.cells for mark in match.position.marks(()) if mark.kind == "line"][:1]
    ending = end_animation(match.game, match.position, match.board, (line[0],))
    first = [max(ending.lit_at(n * 0.01).get(cell, 0) for n in range(5)) for cell in line]
    assert first[0] > 0
    assert first[-1] == 0
    assert ending.lit_at(ending.seconds) == {}


@each_game
def test_the_result_is_told_after_the_animation(fly: MakePilot, key: str) -> None:
    pilot = fly(tempo="normal", drawing=True)
    make_last_move(pilot, key)
    scene = pilot.at_table
    for _ in range(600):
        if scene.playback.shows_end:
            break
        pilot.app.frame(FRAME)
    assert scene.playback.shows_end
    assert "wins" not in pilot.words()
    assert "draw" not in pilot.words()
    assert (scene.playback.points is not None) == (key in ("othello", "contactic"))
    assert not scene.late
    shown = 0.0
    while scene.playback.shows_end:
        pilot.app.frame(FRAME)
        shown += FRAME
    assert 0.5 < shown < MOST_SECONDS + 2 * FRAME
    assert scene._board_state().lit == {}
    assert "wins" in pilot.words()
    assert pilot.play.shows_card


@each_game
def test_a_tap_skips_the_ending_and_does_nothing_else(fly: MakePilot, key: str) -> None:
    pilot = fly(tempo="normal")
    make_last_move(pilot, key)
    scene = pilot.at_table
    while not scene.playback.shows_end:
        pilot.app.frame(FRAME)
    scene.tap_cell(0)
    assert not scene.playback.shows_end
    assert scene.rests
    assert scene.notices.current is None
    assert pilot.play.shows_card
    scene.tap_cell(0)
    assert not pilot.play.shows_card
    scene.tap_cell(0)
    assert scene.notices.current is not None


@pytest.mark.parametrize("key", ["othello", "flipflop"])
def test_without_motion_there_is_no_ending(pilot: Pilot, key: str) -> None:
    make_last_move(pilot, key)
    assert not pilot.at_table.playback.shows_end
    assert pilot.at_table.rests


def test_undo_ends_the_ending(fly: MakePilot) -> None:
    pilot = fly(tempo="normal")
    make_last_move(pilot, "othello")
    scene = pilot.at_table
    while not scene.playback.shows_end:
        pilot.app.frame(FRAME)
    pilot.key("u")
    assert not scene.playback.shows_end
    pilot.settle()
    assert pilot.table_session.match_view.result is None


def test_motion_may_be_switched_off_during_an_ending(fly: MakePilot) -> None:
    pilot = fly(tempo="normal", drawing=True)
    make_last_move(pilot, "flipflop")
    scene = pilot.at_table
    while not scene.playback.lit:
        pilot.app.frame(FRAME)
    pilot.app.services.settings.tempo = "off"
    pilot.app.frame(FRAME)
    pilot.app.frame(FRAME)
    assert not scene.playback.shows_end


@each_game
@pytest.mark.parametrize("loser", [0, 1])
def test_after_a_resignation_the_winner_lights_up_and_nothing_is_counted(
    fly: MakePilot, key: str, loser: int
) -> None:
    pilot = fly(tempo="normal")
    pilot.put(match_after(key, 20))
    pilot.settle()
    pilot.play.show(pilot.play.live_match.resign(loser))
    playback, position, lit = pilot.at_table.playback, pilot.match.position, set[int]()
    assert playback.shows_end
    shown = 0.0
    while playback.shows_end:
        assert playback.points is None
        lit |= playback.lit.keys()
        pilot.app.frame(FRAME)
        shown += FRAME
    assert shown < MOST_SECONDS + 2 * FRAME
    pieces, colour = position.pieces(), position.colours[1 - loser]
    squares = pilot.match.board.of_kind("square", "pit")
    winners = {cell for cell in squares if pieces[cell] and pieces[cell].colour == colour}
    assert lit == winners != set()


def test_after_a_draw_at_the_maximum_length_all_pieces_light_up() -> None:
    match = match_after("othello", 20)
    ending = end_animation(
        match.game, match.position, match.board, (), early=Result(None, "too_long")
    )
    pieces = match.position.pieces()
    assert ending.order.keys() == {cell for cell, piece in enumerate(pieces) if piece is not None}


def test_few_discs_move_at_the_same_time_while_they_are_counted() -> None:
    match = match_after("othello", None)
    ending = end_animation(match.game, match.position, match.board, ())
    timeline, moved = Timeline(ending.pieces, ending.story, 1.0, sorts=True), set[int]()
    while not timeline.done:
        resting, moving = timeline.resting_sprites(), timeline.moving_sprites()
        assert len(resting) + len(moving) == sum(piece is not None for piece in ending.pieces)
        assert len({sprite.cell for sprite in (*resting, *moving)}) == len(resting) + len(moving)
        assert len(moving) <= 12
        moved |= {sprite.cell for sprite in moving}
        timeline.advance(FRAME)
    assert len(moved) > 20


def test_the_board_and_the_panels_change_in_different_frames(fly: MakePilot) -> None:
    pilot = fly(tempo="normal", drawing=True)
    make_last_move(pilot, "flipflop")
    scene, lines = pilot.at_table, list[tuple[bool, bool]]()
    while not scene.playback.shows_end:
        pilot.app.frame(FRAME)
        has_line = any(mark.kind == "line" for mark in scene._board_state().marks)
        lines.append((has_line, scene.late))
    assert lines[-2:] == [(True, True), (True, False)]
    assert set(lines[:-2]) == {(False, True)}


def test_the_last_move_is_marked_before_its_discs_are_gathered(fly: MakePilot) -> None:
    pilot = fly(tempo="normal")
    make_last_move(pilot, "othello")
    scene, seconds = pilot.at_table, 0.0
    while not scene.playback.shows_end:
        pilot.app.frame(FRAME)
    while not scene._board_state().moving:
        assert scene._board_state().last == pilot.table_session.last_cells
        seconds += FRAME
        pilot.app.frame(FRAME)
    assert seconds >= 0.15


def test_the_headline_of_the_card_is_large_where_there_is_room(fly: MakePilot) -> None:
    pilot = fly(size=(820, 1180))
    make_last_move(pilot, "flipflop")
    labels = [w for sheet in pilot.top.sheets for w in sheet.widgets if isinstance(w, Label)]
    assert "head" in [w.style for w in labels if w.text == pilot.play.headline]
    assert any(pilot.play.match_view.reason in w.text for w in labels if w.style == "small")
