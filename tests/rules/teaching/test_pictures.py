"""Tests that the captions of pictures in the manuals are true."""

from typing import Any

from flipside.rules.catalogue import BY_KEY
from flipside.rules.contract.position import PASS, Move, Position
from flipside.rules.contract.story import Flip
from flipside.rules.games.contactic.position import Contactic
from flipside.rules.games.flipop.doors import WAY_BY_PITS, WAYS_FROM
from flipside.rules.games.flipop.position import Flipop
from flipside.rules.match.match import Match
from tests.of_type import of_type
from tests.rules.games.othello.boards import EXAMPLE, WHITE, placed
from tests.texts import texts_of


def match_in(key: str, name: str) -> Match:
    """Return the match that a picture of a game shows."""
    data = texts_of(key)
    picture = data["pictures"][name]
    match = Match(BY_KEY[key], picture.get("options", {}), picture.get("seed", 0))
    match.read_moves(picture["moves"])
    return match


def leads_to(key: str, before: str, after: str) -> str:
    """Return the name of the move between two pictures."""
    first, second = match_in(key, before), match_in(key, after)
    assert first.choices == second.choices
    assert second.names()[:-1] == first.names()
    return second.names()[-1]


# -- Othello -------------------------------------------------------------------------------------


def test_the_worked_example_of_the_original_manual() -> None:
    """OT-12: there are ten legal moves, and b2 flips four discs. The old opening leads here."""
    position = match_in("othello", "example").position
    assert position.pieces() == placed(EXAMPLE, WHITE).pieces()
    assert position.colours[position.turn] == "white"
    fields = sorted(position.name(move) for move in position.moves())
    assert fields == sorted(["b2", "b3", "f3", "b4", "f4", "b5", "f5", "d6", "f7", "d8"])
    assert leads_to("othello", "example", "example_after") == "b2"
    match = match_in("othello", "example_after")
    story = position.story(match.moves[-1])
    turned = {match.board.names[s.cell] for beat in story for s in beat if isinstance(s, Flip)}
    assert turned == {"c2", "c3", "d4", "e5"}


def test_the_opening_on_an_empty_board() -> None:
    """OT-7: the board is empty, White begins in the middle, and no discs are flipped."""
    match = match_in("othello", "empty")
    position = match.position
    assert not any(position.pieces())
    assert position.colours[0] == "white"
    assert {position.name(move) for move in position.moves()} == {"d4", "e4", "d5", "e5"}
    laid = match_in("othello", "laid")
    assert {laid.names()[at] for at in range(4)} == {"d4", "e4", "d5", "e5"}
    for ply in range(4):
        story = laid.position_at(ply).story(laid.moves[ply])
        assert not any(isinstance(step, Flip) for beat in story for step in beat)
    story = laid.position.story(laid.position.moves()[0])
    assert any(isinstance(step, Flip) for beat in story for step in beat)


# -- Flipop --------------------------------------------------------------------------------------


def doors_in(position: Position, step: Move) -> int:
    return (WAY_BY_PITS[step].doors & of_type(Flipop, position).doors).bit_count()


def test_two_doors_in_one_passage() -> None:
    """FP-4, FP-5: both doors swing."""
    assert leads_to("flipop", "two_doors", "both_swung") == "b2-a2"
    match = match_in("flipop", "both_swung")
    before, move = match.position_at(match.ply - 1), match.moves[-1]
    assert doors_in(before, move) == 2
    assert doors_in(match.position, move) == 0
    changed = sum(a != b for a, b in zip(*map(doors, (before, match.position)), strict=True))
    assert changed == 2


def doors(position: Position) -> str:
    shown: Any = position.to_dict()["doors"]
    return "".join(shown)


def test_a_chain_of_three() -> None:
    """FP-6: white moves two of its own balls and pushes one of black's."""
    assert leads_to("flipop", "before_three", "three") == "b2-c2-c3-d3"
    match = match_in("flipop", "before_three")
    board, pieces = match.board, match.position.pieces()
    colours = [pieces[board.cell_named(pit)].colour for pit in ("b2", "c2", "c3")]
    assert colours == ["white", "white", "black"]
    assert pieces[board.cell_named("d3")] is None


def test_a_door_that_has_just_swung() -> None:
    """FP-8: the only way to b1, which has a ball, is the door that just swung."""
    match = match_in("flipop", "swung")
    board, before = match.board, match.position
    pits = tuple(map(board.cell_named, ("c2", "c1", "d1")))
    assert [move for move in before.moves() if move[:2] == pits[:2]] == [pits]
    assert before.pieces()[board.cell_named("b1")] is not None
    assert before.pieces()[board.cell_named("d1")] is None
    into_b1 = (board.cell_named("c1"), board.cell_named("b1"))
    assert (doors_in(before, into_b1), doors_in(before.play(pits), into_b1)) == (0, 1)


def test_a_stuck_ball_is_freed() -> None:
    """FP-3, FP-4: the ball has no door beside it and cannot move; after the move it can."""
    assert leads_to("flipop", "stuck", "freed") == "d2-e2"
    match = match_in("flipop", "freed")
    pit = match.board.cell_named("e1")
    before, after = (
        of_type(Flipop, one) for one in (match.position_at(match.ply - 1), match.position)
    )
    assert before.turn == 0
    assert before.balls[0] >> pit & 1
    assert not any(way.doors & before.doors for way in WAYS_FROM[pit])
    assert not any(move[0] == pit for move in before.moves())
    assert any(way.doors & after.doors for way in WAYS_FROM[pit])
    reply = next(move for move in after.moves() if pit not in move)
    assert any(move[0] == pit for move in after.play(reply).moves())
    start = of_type(Flipop, Match(BY_KEY["flipop"]).position)
    corners = {match.board.cell_named(name) for name in ("a1", "e1", "a5", "e5")}
    taken = [at for at, ball in enumerate(start.pieces()[:25]) if ball]
    stuck = {at for at in taken if not any(way.doors & start.doors for way in WAYS_FROM[at])}
    assert stuck == corners


# -- Switch --------------------------------------------------------------------------------------


def test_the_three_starts() -> None:
    """SW-9: the pictures show the three starts without moves."""
    matches = [match_in("switch", name) for name in ("start", "windmill", "ring")]
    assert [match.choices["setup"] for match in matches] == ["chess", "windmill", "ring"]
    assert not any(match.moves for match in matches)
    options = {option.key: option.values for option in BY_KEY["switch"].options}
    assert options["setup"] == ("chess", "windmill", "ring", "placed")


def test_a_refused_exchange() -> None:
    """SW-3, SW-4: column a has three stones against two, and row 3 has two against two."""
    match = match_in("switch", "refused")
    position, board = match.position, match.board
    lines = {"a": [f"a{row}" for row in range(1, 6)], "3": [f"{c}3" for c in "abcde"]}
    pieces = position.pieces()
    found = {
        line: [piece.colour for name in names if (piece := pieces[board.cell_named(name)])]
        for line, names in lines.items()
    }
    assert position.colours[position.turn] == "dark"
    assert (found["a"].count("dark"), found["a"].count("light")) == (3, 2)
    assert (found["3"].count("dark"), found["3"].count("light")) == (2, 2)
    names = {position.name(move) for move in position.moves()}
    assert {"a3-a2", "a3-a4"} <= names
    assert not {"a3-b3", "a3-d3"} & names


# -- Contactic -----------------------------------------------------------------------------------


def counted(match: Match) -> dict[str, int]:
    """Return the tallies by the name of their cell."""
    tallies = [tally for side in match.position.tallies() for tally in side]
    return {match.board.names[t.cell]: t.number for t in tallies if t.cell is not None}


def test_a_tile_in_hand() -> None:
    """CT-3, CT-5: orange has a tile in hand that fits on the tapped field."""
    match = match_in("contactic", "hand")
    position, board = match.position, match.board
    assert position.colours[position.turn] == "orange"
    assert position.pieces()[board.cell_named("hand1")] is not None
    assert any(move[0] == board.cell_named("d4") for move in position.moves())
    assert counted(match)["pile1"] + sum(at % 2 == 0 for at in range(match.ply)) + 1 == 60


def test_a_tile_put_aside() -> None:
    """CT-7: green's white tile would only meet white edges."""
    match = match_in("contactic", "leftover")
    before = of_type(Contactic, match.position_at(match.ply - 1))
    assert before.colours[before.turn] == "green"
    assert before.hand == 0
    assert before.moves() == [PASS]
    assert counted(match)["leftover2"] == 1
    assert counted(match)["dead2"] == 0


def test_dead_tiles_at_the_end() -> None:
    """CT-10: the last picture shows the numbers of dead tiles in its text."""
    match = match_in("contactic", "end")
    colours = match.position.colours
    dead = {colour: counted(match)[f"dead{player}"] for player, colour in enumerate(colours, 1)}
    assert dead == {"green": 2, "orange": 3}
    assert match.result() is not None


def test_an_objection() -> None:
    """CT-5, CT-11: on f5 white meets white. After the objection, the tile is removed and dead."""
    assert leads_to("contactic", "wrong", "objected") == "object"
    match = match_in("contactic", "wrong")
    board, field = match.board, match.board.cell_named("f5")
    position = of_type(Contactic, match.position)
    assert match.position.colours == ("orange", "green")
    assert board.neighbour(field, (0, 1)) == position.setup.geometry.neutral
    assert match.position.pieces()[field].face == "tile:1100"
    assert not position.tile_map.fits_at(field)
    after = match_in("contactic", "objected")
    assert after.position.pieces()[field] is None
    assert counted(after)["dead1"] == 1
    assert after.position.prompt() == "founded"
