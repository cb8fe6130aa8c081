"""Tests of Contactic by the rules CT-1 to CT-12, with positions as text."""

from collections import Counter
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from flipside.rules.contract.position import PASS, IllegalMove, Mark, Result, Tally
from flipside.rules.contract.search_api import Limit
from flipside.rules.contract.story import Flip, Piece, Place, Slide, apply_beat
from flipside.rules.engine.analysis.explain import hides_information
from flipside.rules.engine.search import search
from flipside.rules.games.contactic import CONTACTIC
from flipside.rules.games.contactic.position import Contactic
from flipside.rules.games.contactic.tiles import TILE_KINDS, rotated_tile, tile_map_of, tile_name
from flipside.rules.match.match import Match
from tests.of_type import of_type
from tests.rules.games.contactic.positions import all_tiles, moment, names, opened, played
from tests.rules.games.random_matches import play_on

# -- the tiles and the deal ----------------------------------------------------------------------


def test_tiles_and_colours() -> None:
    """CT-1: there are sixty tiles of each colour, each player has a colour, and pieces show it."""
    start = opened()
    assert set(start.colours) == {"orange", "green"}
    assert [len(pile) for pile in all_tiles(start)] == [60, 60]
    laid = played(moment(hand="1010", piles=("", "0000")), "f7:1010 f8:0000")
    f7, f8 = (laid.pieces()[laid.setup.geometry.board.cell_named(field)] for field in ("f7", "f8"))
    assert f7 == Piece("orange", "tile:1010")
    assert f8 == Piece("green", "tile:0000")


@pytest.mark.parametrize(
    ("mix", "numbers"), [("equal", [10] * 6), ("proportional", [4, 15, 15, 7, 15, 4])]
)
def test_mix(mix: str, numbers: list[int]) -> None:
    """CT-2: each mix has these numbers of each kind, and 120 coloured and 120 white edges."""
    for tiles in all_tiles(opened(5, mix=mix)):
        counted = Counter(tiles)
        assert [counted[tile_name(kind)] for kind in TILE_KINDS] == numbers
        assert sum(tile.count("1") for tile in tiles) == 120
        assert sum(tile.count("0") for tile in tiles) == 120


def test_seed_deals() -> None:
    """CT-3: only the seed determines the order. Saved matches depend on these piles."""
    assert opened(3) == opened(3)
    assert opened(3) != opened(4)
    orange, green = all_tiles(opened(2024, first="orange"))
    assert " ".join(orange[:8]) == "1110 1111 1100 1000 1110 0000 0000 1111"
    assert " ".join(green[:8]) == "1100 1100 1100 1110 1100 1010 1110 1100"
    assert (
        " ".join(all_tiles(opened(2024, first="orange", turn="off"))[0][:8])
        == "1110 1111 0110 0100 0111 0000 0000 1111"
    )


def test_seed_deals_by_colour() -> None:
    """CT-3: the piles of a seed do not depend on the first player."""
    orange, green = all_tiles(opened(9, first="orange"))
    assert all_tiles(opened(9, first="green")) == [green, orange]
    assert all_tiles(opened(9, first="lots")) == [green, orange]


def test_draws_as_they_come() -> None:
    """CT-3: tiles are drawn one by one when a ply begins; only the mover holds one."""
    start = opened(1)
    board = start.setup.geometry.board
    before = start.piles[1].main
    after = start.play(start.moves()[0])
    assert (after.turn, after.hand, after.piles[1].main) == (1, before[0], before[1:])
    seen = dict(zip(board.names, after.pieces(), strict=True))
    assert seen["hand1"] is None
    assert seen["hand2"] == Piece("green", f"tile:{tile_name(before[0])}")
    assert seen["pile1"] == Piece("orange", "tile:back")


def test_imagine_reaches_every_order() -> None:
    """CT-3: the next tile is random, by the numbers of tiles in the pile."""
    position = moment(hand="1111", piles=("1111", "0000 1111 1111 1111"))
    twins = [position.determinize(random) for random in map(Random, range(400))]
    nexts = Counter(twin.piles[1].main[0] for twin in twins)
    assert nexts.keys() == {0b0000, 0b1111}
    assert 60 < nexts[0] < 140


@pytest.mark.parametrize(
    ("piles", "turn", "hidden"),
    [
        (("", ""), "on", False),
        (("1111 1111", "1000"), "on", False),
        (("1111 1111", "1000 0010"), "on", False),
        (("1111 1111", "1000 1010"), "on", True),
        (("1111 0000", ""), "on", True),
        (("1111 1111", "0000"), "off", False),
        (("1111 1111", "1000"), "off", True),
    ],
)
def test_what_is_hidden(piles: tuple[str, str], turn: str, hidden: bool) -> None:
    """CT-3: nothing is hidden if the main piles are empty or have only one possible order."""
    position = moment(hand="1111", piles=piles, leftover=("0000 1100", "1000"), turn=turn)
    assert hides_information(position) == hidden
    twins = {position.determinize(Random(seed)) for seed in range(60)}
    if turn == "off" or "0010" not in piles[1]:
        assert (len(twins) > 1) == hidden


def test_an_open_end_is_searched_ply_by_ply() -> None:
    """CT-3: if nothing is hidden, the search has a principal variation of several plies."""
    position = moment(hand="1111", piles=("1000", "1111 1111"), leftover=("0000", "1100"))
    *_, thought = search(position, CONTACTIC, Limit(depth=5), Random(1))
    assert len(thought.pv) == thought.depth > 2


# -- the board and laying ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "neutral", "corner"),
    [("11x11", "f6", "k11"), ("13x13", "g7", "m13"), ("15x7", "h4", "o7"), ("13x9", "g5", "m9")],
)
def test_board(size: str, neutral: str, corner: str) -> None:
    """CT-4: the neutral field is in the middle, and the first tile is placed beside it."""
    choices = CONTACTIC.choices({"board": size})
    board, start = CONTACTIC.board(choices), opened(board=size)
    columns, rows = map(int, size.split("x"))
    fields = board.names[: columns * rows]
    assert [board.kinds.count(kind) for kind in ("square", "beside")] == [columns * rows, 9]
    assert fields[-1] == corner
    lying = zip(fields, start.pieces(), strict=False)
    assert [found for found in lying if found[1]] == [(neutral, Piece("neutral", "tile:neutral"))]
    middle = board.cell_named(neutral)
    assert all(board.distance(move[0], middle) == 1 for move in start.moves() if move)
    rows_shown = start.to_dict()["board"]
    assert isinstance(rows_shown, list)
    assert rows_shown[rows // 2][columns // 2] == "+"


@pytest.mark.parametrize(
    ("size", "parts"),
    [("11x11", [4, 3, 4]), ("13x13", [4, 5, 4]), ("15x7", [5, 5, 5]), ("13x9", [4, 5, 4])],
)
def test_seams(size: str, parts: list[int]) -> None:
    """CT-4: seams show the three parts of the board."""
    board = CONTACTIC.board(CONTACTIC.choices({"board": size}))
    edges = (0, *board.seams, board.columns)
    assert [right - left for left, right in pairwise(edges)] == parts


def test_white_meets_coloured() -> None:
    """CT-5: every edge meets an edge of the other kind. The neutral field is white."""
    assert names(moment(hand="1000")) == ["f5:0010", "e6:0100", "g6:0001", "f7:1000"]
    assert names(moment(hand="0000")) == ["pass"]
    assert names(moment(hand="1111")) == ["f5:1111", "e6:1111", "g6:1111", "f7:1111"]


def test_every_side_counts() -> None:
    """CT-5: a tile between three tiles of any colour must fit to all of them."""
    lying = "O:f5:0110 G:g6:1011 O:h5:0000"
    found = {
        hand: [word for word in names(moment(lying, hand=hand)) if word.startswith("g5")]
        for hand in ("1100", "1000", "0000", "1010", "1110", "1111")
    }
    assert found == {
        "1100": ["g5:1100"],
        "1000": ["g5:0100"],
        "0000": [],
        "1010": [],
        "1110": [],
        "1111": [],
    }


def test_never_without_contact() -> None:
    """CT-5: touching at a corner is no contact, and occupied fields are not allowed."""
    fields = {word.split(":")[0] for word in names(moment("O:f5:0110", hand="1110"))}
    assert fields == {"f4", "e5", "g5", "e6", "g6", "f7"}


def test_turns_in_order() -> None:
    """CT-6: further taps rotate the tile clockwise to the next fitting rotation."""
    position = moment("O:f5:0010", hand="1100")
    board = position.setup.geometry.board
    f4, lay = board.cell_named("f4"), board.cell_named("lay")
    offered = {move: position.name(move) for move in position.moves() if move[0] == f4}
    assert offered == {(f4, lay): "f4:0110", (f4, f4, lay): "f4:0011"}


def test_equal_turns_are_one() -> None:
    """CT-6: rotations that look equal are one move."""
    position = moment("O:f5:0111", hand="1010")
    assert [word for word in names(position) if word.startswith("f4")] == ["f4:1010"]
    assert [word for word in names(moment(hand="1111")) if word.startswith("f5")] == ["f5:1111"]
    assert rotated_tile(0b1000) == 0b0100
    assert rotated_tile(0b1101, 3) == 0b1011


def test_no_turning() -> None:
    """CT-6: with turn=off a tile is not rotated, and drawn tiles have random rotations."""
    position = moment(hand="0010", turn="off")
    assert names(position) == ["f5:0010"]
    drawn = {tile for pile in all_tiles(opened(1, turn="off")) for tile in pile}
    assert len(drawn) == 16
    assert {tile for pile in all_tiles(opened(1)) for tile in pile} == set(
        map(tile_name, TILE_KINDS)
    )


def test_rim_asks_nothing() -> None:
    """CT-6: at the edge of the board, only edges that meet a tile count."""
    position = moment("O:a2:1000", hand="0000")
    assert [word for word in names(position) if word.startswith("a1")] == ["a1:0000"]
    position = moment("O:a2:0000", hand="1111")
    assert [word for word in names(position) if word.startswith("a1")] == ["a1:1111"]


def test_must_be_laid() -> None:
    """CT-6, ALL-1: a tile that fits must be placed, with or without referee."""
    every: list[dict[str, Any]] = [{}, {"referee": "off"}]
    for given in every:
        position = moment(hand="1000", piles=("", "0000"), **given)
        assert "pass" not in names(position)
        assert PASS not in position.moves()


# -- piles and the end ---------------------------------------------------------------------------


def test_the_leftover_pile_lies_face_down() -> None:
    """CT-7: the screen shows its back and the number of tiles. The tiles that both have seen stay
    known."""
    position = moment(hand="0000", piles=("1111 1111", "1111"))
    board = position.setup.geometry.board
    hand, pile = board.cell_named("hand1"), board.cell_named("leftover1")
    assert position.pieces()[pile] is None
    left = position.play(PASS)
    tile, back = Piece("orange", "tile:0000"), Piece("orange", "tile:back")
    assert left.pieces()[pile] == back
    assert [tally.number for tally in left.tallies()[0] if tally.cell == pile] == [1]
    story = position.story(PASS)
    assert story[0] == (Flip(hand, tile, back),)
    assert Slide(hand, pile) in story[1]
    other = moment(hand="1000", piles=("1111 1111", "1111"), leftover=("1111", ""))
    assert other.pieces()[pile] == back
    assert shown(left, "leftover", "orange") == ["0000"]
    assert left.determinize(Random(1)).piles[0].leftover == left.piles[0].leftover


def test_a_leftover_tile_is_drawn_face_down() -> None:
    """CT-7: a tile from the leftover pile is face up in the hand."""
    for leftover in ("0000", "1100 0000"):
        position = moment(hand="1111", mover=1, piles=("", ""), leftover=(leftover, ""))
        board = position.setup.geometry.board
        hand, pile = board.cell_named("hand1"), board.cell_named("leftover1")
        tile, back = Piece("orange", "tile:0000"), Piece("orange", "tile:back")
        drawn = Slide(pile, hand) if leftover == "0000" else Place(hand, back)
        story = position.story(position.moves()[0])
        assert drawn in story[-2]
        assert story[-1] == (Flip(hand, back, tile),)


def test_the_last_tile_comes_again_at_once() -> None:
    """CT-7: the last tile of all is put aside and drawn again in one story."""
    position = moment(hand="0000")
    pieces = position.pieces()
    for beat in position.story(PASS):
        pieces = apply_beat(pieces, beat)
    assert pieces == position.play(PASS).pieces()
    assert len(position.story(PASS)) == 4


def shown(position: Contactic, key: str, colour: str) -> list[str]:
    pile = position.to_dict()[key]
    assert isinstance(pile, dict)
    found: list[str] = pile[colour]
    return found


def test_left_over() -> None:
    """CT-7: a tile that fits nowhere goes to the leftover pile. The main pile is drawn first."""
    position = moment(hand="0000", piles=("1111", "1111"))
    assert names(position) == ["pass"]
    assert position.moves() == [PASS]
    position = played(position, "pass")
    assert (position.turn, shown(position, "leftover", "orange")) == (1, ["0000"])
    assert position.points() == (0, 0)
    position = played(position, "f5:1111")
    assert (position.to_dict()["tile"], position.second) == ("1111", False)


def test_second_try() -> None:
    """CT-7: when the main pile is empty, leftover tiles are drawn again and may fit."""
    position = played(moment(hand="0000", piles=("", "1111 0000")), "pass f5:1111")
    assert (position.to_dict()["tile"], position.second, position.prompt()) == (
        "0000",
        True,
        "second",
    )
    assert shown(position, "leftover", "orange") == []
    position = played(position, "f4:0000")
    assert shown(position, "dead", "orange") == []


def test_dead() -> None:
    """CT-7, CT-10: a tile that fits nowhere again is dead for good and costs a point."""
    position = played(moment(hand="0000", second=True, piles=("", "1111")), "pass")
    assert shown(position, "dead", "orange") == ["0000"]
    assert shown(position, "leftover", "orange") == []
    assert position.points() == (-1, 0)


def test_last_in_first_out() -> None:
    """CT-7: the last leftover tile is drawn first, and each gets one second try."""
    position = moment(hand="0000", leftover=("1000 1100", ""))
    seen = []
    while position.result() is None:
        seen.append((position.to_dict()["tile"], position.second))
        position = position.play(position.moves()[0])
    assert seen == [("0000", False), ("0000", True), ("1100", True), ("1000", True)]
    assert shown(position, "dead", "orange") == ["0000"]


def test_other_goes_on() -> None:
    """CT-8: a player with empty piles gets no ply, even with dead tiles."""
    position = played(moment(hand="1111", piles=("1111 1111", ""), dead=("", "0000")), "f5:1111")
    assert (position.turn, names(position)) == (0, ["e6:1111", "g6:1111", "f7:1111"])
    position = played(position, "e6:1111")
    assert position.turn == 0


def test_end() -> None:
    """CT-8: the match ends when both players have no tiles except dead ones."""
    position = moment(hand="1111", piles=("", ""), leftover=("", "0000"), dead=("0000", ""))
    position = played(position, "f5:1111")
    assert position.result() is None
    position = played(position, "f4:0000")
    assert position.result() == Result(1, "points")
    assert (position.moves(), position.to_dict()["tile"]) == ([], None)


def test_forced_pass_is_made_for_the_player() -> None:
    """ALL-1: the program passes for a player who cannot place the tile."""
    seed = next(n for n in range(100) if opened(n).hand == 0 < opened(n).piles[1].main[0])
    match = Match(CONTACTIC, seed=seed)
    assert match.pass_if_forced()
    assert not match.pass_if_forced()
    assert match.names() == ["pass"]
    with pytest.raises(IllegalMove):
        match.play(PASS)


def test_ends_by_itself() -> None:
    """ALL-3: every ply uses up a tile or a try, so no position can be repeated."""
    assert CONTACTIC.repetition is None


# -- islands and points --------------------------------------------------------------------------


def test_island_by_edges() -> None:
    """CT-9: edges connect, corners do not."""
    assert moment("O:f5:0011 O:f4:1100").points() == (2, 0)
    assert moment("O:f5:0011 O:e4:1111").points() == (1, 0)
    assert moment("O:f5:0011 O:e4:1111 O:e5:0000").points() == (3, 0)


def test_island_of_one_colour() -> None:
    """CT-9: a tile of the opponent does not connect own tiles."""
    assert moment("O:f5:0111 G:f4:1000 O:f3:0101").points() == (1, 1)


def test_neutral_field_joins_nothing() -> None:
    """CT-9: the neutral field does not connect tiles."""
    assert moment("O:e6:0100 O:g6:0001").points() == (1, 0)


def test_islands_do_not_run_over_the_rim() -> None:
    """CT-9: k1 and a2 are not neighbours."""
    assert moment("O:k1:0000 O:a2:0000").points() == (1, 0)


def test_points() -> None:
    """CT-10: the largest island less the dead tiles; equal is a draw."""
    lying = "O:f5:0011 O:f4:1100 O:f3:0000 O:e6:1111 G:g6:0001 G:h6:1010"
    ended = moment(lying, dead=("0000 0000", ""))
    assert (ended.points(), ended.result()) == ((1, 2), Result(1, "points"))
    ended = moment(lying, dead=("0000", ""))
    assert (ended.points(), ended.result()) == ((2, 2), Result(None, "equal"))
    ended = moment(lying)
    assert (ended.points(), ended.result()) == ((3, 2), Result(0, "points"))
    assert moment(dead=("0000 1111", "1000")).points() == (-2, -1)


def test_island_marks() -> None:
    """CT-9, CT-10: marks of the largest islands are aids. At the end all see the winner's."""
    lying = "O:f5:0011 O:f4:1100 G:g6:0001"
    playing, ended = moment(lying, hand="1111"), moment(lying)
    f4, f5, g6 = (playing.setup.geometry.board.cell_named(field) for field in ("f4", "f5", "g6"))
    assert playing.marks(()) == (
        Mark("island", (f4, f5), "orange", aid=True),
        Mark("island", (g6,), "green", aid=True),
    )
    assert [mark.aid for mark in ended.marks(())] == [False, True]


def test_tallies() -> None:
    """CT-3: tallies show the piles of both players and the numbers of each kind to come."""
    position = moment(hand="1111", piles=("0000 0010", "1111"), dead=("", "0000"))
    orange, green = position.tallies()
    assert orange[:3] == tuple(
        Tally(key, number, cell=CONTACTIC.board(CONTACTIC.choices({})).cell_named(f"{key}1"))
        for key, number in (("pile", 2), ("leftover", 0), ("dead", 0))
    )
    assert [tally.number for tally in orange[3:]] == [1, 1, 0, 0, 0, 0]
    assert orange[4] == Tally("kind", 1, Piece("orange", "tile:1000"))
    assert [tally.number for tally in green] == [1, 0, 1, 0, 0, 0, 0, 0, 1]


@pytest.mark.parametrize("given", [{}, {"board": "15x7"}, {"referee": "off"}])
def test_what_grows_is_what_a_look_at_the_board_finds(given: dict[str, str]) -> None:
    """CT-5, CT-9: the updated tile map equals a new one: demands of fields, and islands."""
    match, random = Match(CONTACTIC, given, 3), Random(3)
    while match.result() is None and match.ply < 200:
        grown = of_type(Contactic, match.position).tile_map
        found = tile_map_of(grown.geometry, grown.tiles)
        assert found.demands == grown.demands
        assert [sorted(islands) for islands in found.islands] == [
            sorted(islands) for islands in grown.islands
        ]
        assert all(not found.demands[cell] for cell, tile in enumerate(grown.tiles) if tile)
        play_on(match, random)
    assert sum(map(bool, grown.tiles)) > 60
