"""Contactic on the screen: tiles turned and laid, the glass, islands, piles, and objections."""

import math
from collections import Counter
from random import Random

import pygame
import pytest

from flipside.game.board.places import square
from flipside.rules.match.match import Match
from tests.game.conftest import MakePilot
from tests.game.journeys.recorded import recorded
from tests.game.pilot import Pilot
from tests.game.seen import hover, marked, named, open_cells, own_panel, previewed

PHONE = (390, 844)


def at_ply(ply: int, name: str = "contactic") -> Match:
    """The recorded match after so many plies, all later ones forgotten."""
    match = recorded(name).match
    match.goto_ply(ply)
    match.clear_redo()
    return match


def turns(match: Match) -> Counter[int]:
    """In how many turns the tile in hand fits on each field."""
    return Counter(move[0] for move in match.position.moves() if len(move) > 1)


def with_turns(number: int) -> tuple[Match, str]:
    """A moment of the recorded match, and a field on which the tile fits in so many turns."""
    for ply in range(6, 60):
        match = at_ply(ply)
        found = [cell for cell, count in turns(match).items() if count == number]
        if found:
            return match, match.board.names[found[0]]
    raise AssertionError(f"no field for {number} turns")


def laid(match: Match, field: str) -> list[str]:
    """The faces of the tile in its fitting turns on a field, in their order."""
    cell, position = match.board.cell_named(field), match.position
    moves = [move for move in position.moves() if move[0] == cell and len(move) > 1]
    pieces = [position.play(move).pieces()[cell] for move in moves]
    return [f"{piece.colour} {piece.face}" for piece in pieces if piece is not None]


def test_hovering_previews_the_first_fitting_turn(fly: MakePilot) -> None:
    pilot, (match, field) = fly(), with_turns(2)
    pilot.put(match)
    hover(pilot, field)
    assert previewed(pilot) == {field: laid(match, field)[0]}


@pytest.mark.parametrize("number", [1, 2, 3])
def test_tapping_again_turns_the_tile_and_wraps_round(fly: MakePilot, number: int) -> None:
    pilot, (match, field) = fly(), with_turns(number)
    pilot.put(match)
    faces = laid(match, field)
    assert len(set(faces)) == number
    for face in faces + faces:
        pilot.tap(field)
        assert previewed(pilot) == {field: face}
        assert "cell lay" in pilot.names()
    assert pilot.match.ply == match.ply, "nothing is laid before it is confirmed"
    pilot.press("cell lay")
    assert pilot.match.ply == match.ply + 1
    piece = pilot.match.position.pieces()[pilot.match.board.cell_named(field)]
    assert f"{piece.colour} {piece.face}" == faces[-1]


def test_another_field_instead(pilot: Pilot) -> None:
    pilot.put(at_ply(20))
    one, other = sorted(open_cells(pilot))[:2]
    pilot.tap(one)
    pilot.tap(other)
    assert set(previewed(pilot)) == {other}
    pilot.key("escape")
    assert previewed(pilot) == {}


@pytest.mark.parametrize("number", [1, 2])
def test_without_confirmation_what_is_certain_is_laid_at_once(fly: MakePilot, number: int) -> None:
    pilot, (match, field) = fly(confirm=False), with_turns(number)
    pilot.put(match)
    pilot.tap(field)
    if number > 1:
        assert pilot.match.ply == match.ply
        assert set(previewed(pilot)) == {field}
        pilot.press("cell lay")
    assert pilot.match.ply == match.ply + 1


def picture(pilot: Pilot) -> bytes:
    """All pixels of the window as they are now."""
    pilot.app.screen._dirty = True
    pilot.app.show()
    return pygame.image.tobytes(pilot.app.screen.surface, "RGB")


def test_nothing_shows_which_tile_comes_next(pilot: Pilot) -> None:
    """However the hidden piles lie, every pixel is the same, also while a tile is shown."""
    for ply in (0, 17, 44):
        match = at_ply(ply)
        fields = [match.board.names[cell] for cell in list(turns(match))[:3]]
        seen = []
        for seed in range(3):
            pilot.put(match)
            now = pilot.match.position
            pilot.match._positions[ply] = now.determinize(Random(seed)) if seed else now
            pictures = [picture(pilot)]
            for field in fields:
                hover(pilot, field)
                pictures.append(picture(pilot))
                pilot.tap(field)
                pictures.append(picture(pilot))
            pilot.hover((2, 2))
            seen.append(pictures)
        assert len({picture for pictures in seen for picture in pictures}) > len(fields)
        assert seen[0] == seen[1] == seen[2]


def test_the_glass_follows_the_finger(fly: MakePilot) -> None:
    pilot = fly(size=PHONE, drawing=True)
    pilot.put(at_ply(20))
    cells = sorted(turns(pilot.match))
    one, other = pilot.match.board.names[cells[0]], pilot.match.board.names[cells[-1]]
    plain = picture(pilot)
    pilot.app.pointers.down(pilot.at(one))
    assert pilot.play.scene.board_input.glass == pilot.at(one)
    assert set(previewed(pilot)) == {one}
    assert picture(pilot) != plain
    pilot.app.pointers.move(pilot.at(other))
    assert pilot.play.scene.board_input.glass == pilot.at(other)
    assert set(previewed(pilot)) == {other}
    pilot.app.pointers.up(pilot.at(other))
    assert pilot.play.scene.board_input.glass is None
    assert pilot.play.live_match.taps == (cells[-1],)
    assert set(previewed(pilot)) == {other}
    pilot.press("cell lay")
    assert pilot.match.ply == 21


def test_the_glass_lets_go_beside_the_board(fly: MakePilot) -> None:
    pilot = fly(size=PHONE)
    pilot.put(at_ply(20))
    cell = min(turns(pilot.match))
    pilot.drag(pilot.at(cell), pilot.place("menu"))
    assert pilot.play.live_match.taps == ()
    assert pilot.session is pilot.play
    assert pilot.play.scene.board_input.glass is None


def test_there_is_no_glass_while_a_tile_is_carried_beside_the_board(fly: MakePilot) -> None:
    pilot = fly(size=PHONE)
    pilot.put(at_ply(20))
    cell = min(turns(pilot.match))
    hand = next(c for c, place in pilot.view.slots.items() if pilot.table_session.human.lift(c))
    pilot.app.pointers.down(pilot.at(hand))
    pilot.app.pointers.move(pilot.at(cell))
    assert pilot.play.scene.board_input.glass == pilot.at(cell)
    pilot.app.pointers.move((2, 2))
    assert pilot.play.scene.board_input.glass is None


@pytest.mark.parametrize("size", [(360, 640), (360, 560)])
def test_a_low_panel_has_the_hint(fly: MakePilot, size: tuple[int, int]) -> None:
    """The other buttons stay where they are when the hint is shown."""
    pilot = fly(size=size)
    pilot.put(at_ply(20))
    undo = pilot.place("undo")
    pilot.press("hint")
    pilot.wait_for(lambda: not pilot.play.live_match.hint.thinking)
    assert pilot.place("undo") == undo


def test_no_glass_where_fields_are_large_enough(pilot: Pilot) -> None:
    pilot.put(at_ply(20))
    pilot.app.pointers.down(pilot.at(min(turns(pilot.match))))
    assert pilot.play.scene.board_input.glass is None


def test_islands_are_outlined_only_with_hints(pilot: Pilot) -> None:
    pilot.put(at_ply(40))
    sizes = [len(island) for island in marked(pilot, "island")]
    assert sizes == list(pilot.match.position.points() or ())
    pilot.key("o")
    pilot.press("aids=false")
    pilot.key("escape")
    assert marked(pilot, "island") == []
    pilot.put(recorded("contactic").match)
    assert len(marked(pilot, "island")) == 1, "what has won is shown to all"


def test_the_panel_counts_piles_and_kinds(pilot: Pilot) -> None:
    pilot.put(at_ply(30))
    for player, tallies in enumerate(pilot.match.position.tallies()):
        said = own_panel(pilot, player).splitlines()
        assert all(str(tally.number) in said for tally in tallies)
    assert len(pilot.view.slots if pilot.view else ()) == 8


def test_the_second_try_is_announced(pilot: Pilot) -> None:
    match = recorded("contactic").match
    ply = next(p for p in range(match.ply) if match.position_at(p).prompt() == "second")
    pilot.put(at_ply(ply))
    assert "Second try: lay your tile" in own_panel(pilot, pilot.match.position.turn)


def test_a_laid_tile_turns_and_the_next_one_is_turned_up(fly: MakePilot) -> None:
    pilot, (match, field) = fly(tempo="calm", drawing=True), with_turns(3)
    pilot.put(match)
    cell, board = match.board.cell_named(field), match.board
    player = match.position.turn
    own, other = board.cell_named(f"hand{player + 1}"), board.cell_named(f"hand{2 - player}")
    pilot.commit((cell, cell, board.cell_named("lay")))
    slid, turned, faces = False, set(), []
    while pilot.at_table.playback.timeline is not None:
        for sprite in pilot.shown().sprites:
            slid |= sprite.cell == own and sprite.target == cell and 0 < sprite.share < 1
            turned |= {round(sprite.angle)} if sprite.cell == cell else set()
            faces += [sprite.piece.face] if sprite.cell == other else []
        pilot.advance(1 / 60)
    assert slid
    assert len(turned) > 5
    kinds = list(dict.fromkeys(faces))
    assert kinds[0] == "tile:back"
    assert len(kinds) == 2, "it is drawn face down and turned over"


SEED = 5
"""Its first tile has one coloured edge. On f5, above the white field, that edge must look south."""

WRONG, RIGHT = 1, 3
"""Taps on f5 that show the tile with its coloured edge to the north, to the south."""


def lay(pilot: Pilot, taps: int) -> None:
    """The first tile of a match without referee, laid on f5."""
    pilot.sit_down("contactic", seed=SEED, referee="off", first="orange")
    for _ in range(taps):
        pilot.tap("f5")
    pilot.press("cell lay")


@pytest.mark.parametrize("taps", [WRONG, RIGHT])
def test_the_next_player_may_object(pilot: Pilot, taps: int) -> None:
    lay(pilot, taps)
    assert "Lay your tile, or object first" in own_panel(pilot, 1)
    assert named(pilot, pilot.shown().last) == {"f5"}, "the tile in question is marked"
    buttons = {name for name in pilot.names() if name.startswith("cell ")}
    assert buttons == {"cell object"}, "it may not pass, for its tile fits somewhere"


def test_a_founded_objection_kills_the_tile(pilot: Pilot) -> None:
    lay(pilot, WRONG)
    pilot.press("cell object")
    assert pilot.match.names() == ["f5:1000", "object"]
    assert pilot.match.position.pieces()[pilot.match.board.cell_named("f5")] is None
    assert "Objection upheld: that tile is dead" in own_panel(pilot, 1)
    assert "-1" in own_panel(pilot, 0).splitlines(), "a dead tile costs a point"
    assert "cell object" not in pilot.names(), "one objection for each laying"
    assert pilot.caption().startswith("Green to move")
    pilot.tap("f5")
    pilot.press("cell lay")
    assert len(pilot.match.moves) == 3


def test_an_objection_can_be_taken_back(fly: MakePilot) -> None:
    pilot = fly(tempo="quick", drawing=True)
    lay(pilot, WRONG)
    pilot.press("cell object")
    pilot.settle()
    pilot.press("undo")
    pilot.settle()
    assert pilot.match.ply == 1
    assert "cell object" in pilot.names()
    assert own_panel(pilot, 0).splitlines().count("-1") == 0
    pilot.press("redo")
    pilot.settle()
    assert "cell object" not in pilot.names()


def test_passing_is_a_choice_where_the_tile_fits_nowhere(pilot: Pilot) -> None:
    match = recorded("contactic-open").match
    ply = next(p for p, name in enumerate(match.names()) if name == "pass" and match.moves[p])
    pilot.put(match)
    pilot.play.goto_ply(ply)
    pilot.advance(0.5)
    assert pilot.match.ply == ply, "nothing passes by itself"
    assert {"cell pass"} <= set(pilot.names())
    assert open_cells(pilot) - {"pass", "object"}, "the tile may be laid wrongly instead"
    pilot.press("cell pass")
    assert pilot.match.names()[-1] == "pass"
    pilot.press("undo")
    assert pilot.match.ply == ply, "a pass by choice is a decision to come back to"


def test_who_has_no_tile_left_may_still_object(pilot: Pilot) -> None:
    match = recorded("contactic-open").match
    last = len(match.moves) - 1
    assert match.names()[last] == "object"
    pilot.put(match)
    pilot.press("undo")
    mover = pilot.match.position.turn
    assert pilot.match.position.prompt() == "object"
    assert "Object, or pass" in own_panel(pilot, mover)
    assert {"cell object", "cell pass"} <= set(pilot.names())
    assert pilot.play.live_match.result is None, "the match is not over before that"
    pilot.press("cell object")
    pilot.advance(0.1)
    assert pilot.play.live_match.result == match.result()


@pytest.mark.parametrize("size", [(360, 360), (360, 640), (844, 390), (1280, 800)])
@pytest.mark.parametrize("tabletop", [False, True])
def test_the_check_mark_is_beside_the_tile(
    fly: MakePilot, size: tuple[int, int], tabletop: bool
) -> None:
    """Within the window, large enough for a finger, never over the tile; gone after the move."""
    pilot = fly(size=size, tabletop=tabletop)
    pilot.put(at_ply(30))
    window, least = pygame.Rect((0, 0), size), pilot.top.theme.px(44)
    for cell in sorted(turns(pilot.match)):
        pilot.play.scene.tap_cell(cell)
        sheet, _ = pilot.find("cell lay")
        assert window.contains(sheet.place)
        assert min(sheet.place.size) >= least
        assert not sheet.place.colliderect(square(pilot.view, cell))
        distance = math.dist(sheet.place.center, pilot.view.centre(cell))
        assert distance < 2 * (least + pilot.view.cell)
    pilot.press("cell lay")
    pilot.settle()
    assert "cell lay" not in pilot.names()


@pytest.mark.parametrize("size", [(390, 844), (1280, 800)])
def test_piles_without_tiles_are_hidden(fly: MakePilot, size: tuple[int, int]) -> None:
    """The leftover pile and the dead tiles of a player, while both are empty; the main pile has
    its name beside it where there is room, and says it below the mouse."""
    pilot = fly(size=size)
    seen = set()
    for ply in range(0, 60, 10):
        pilot.put(at_ply(ply))
        for player, tallies in enumerate(pilot.match.position.tallies()):
            further = [t.number for t in tallies if t.cell is not None][1:]
            board, slots = pilot.match.board, pilot.view.slots
            extra = [board.cell_named(f"{name}{player + 1}") for name in ("leftover", "dead")]
            assert [cell in slots for cell in extra] == [any(further)] * 2
            seen.add(any(further))
    assert seen == {False, True}
    pilot.put(at_ply(0))
    tips = [widget.tip for sheet in pilot.top.sheets for widget in sheet.widgets if widget.tip]
    assert any(tip.startswith("Main pile: ") for tip in tips)
    assert "Main pile" in pilot.words() or size[0] < 1000
