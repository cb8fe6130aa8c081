"""Tests of Contactic without referee: wrong tiles and objections (CT-11), for two people."""

from typing import Any

import pytest

from flipside.rules.contract.diagram import write_position
from flipside.rules.contract.position import PASS, IllegalMove, Mark, Result
from flipside.rules.contract.story import Slide, apply_beat, reversed_story
from flipside.rules.games.contactic import CONTACTIC
from flipside.rules.games.contactic.position import Contactic
from flipside.rules.match.match import Match
from tests.rules.games.contactic.positions import moment, names, opened, played
from tests.rules.games.random_positions import parse_position


def free(
    tiles: str = "",
    hand: str | None = "1000",
    piles: tuple[str, str] = ("1111", "1111 0000"),
    turn: str = "on",
) -> Contactic:
    """Return a position without referee, with orange to move."""
    return moment(tiles, hand=hand, piles=piles, referee="off", turn=turn)


def dead(position: Contactic) -> tuple[int, int]:
    first, second = (len(piles.dead) for piles in position.piles)
    return first, second


def test_only_for_two_people() -> None:
    """CT-11: the option needs two people. With a referee, no tile can be placed wrongly."""
    option = next(option for option in CONTACTIC.options if option.key == "referee")
    assert (option.default, option.people_only) == ("on", ("off",))
    assert "object" not in CONTACTIC.board(CONTACTIC.choices({})).names
    match = Match(CONTACTIC, seed=6)
    lay = match.board.cell_named("lay")
    match.play((match.board.cell_named("f5"), lay))
    with pytest.raises(IllegalMove):
        match.play((match.board.cell_named("a1"), lay))


def test_every_turn_where_it_touches() -> None:
    """CT-11: a tile must touch another one. All rotations are accepted, right or wrong."""
    turns = ("1000", "0100", "0010", "0001")
    assert names(free()) == [
        f"{field}:{turn}" for field in ("f5", "e6", "g6", "f7") for turn in turns
    ]
    assert len(names(free(hand="1010"))) == 8
    assert len(names(free(hand="1111"))) == 4


def test_own_turn_only() -> None:
    """CT-11, CT-6: with turn=off the tile is not rotated, but any contact is accepted."""
    assert names(free(turn="off")) == ["f5:1000", "e6:1000", "g6:1000", "f7:1000"]


def test_founded() -> None:
    """CT-11: a wrong tile is removed and dead, and the objector continues with a tile."""
    position = played(free(), "f5:1000")
    assert position.prompt() == "lay_or_object"
    assert position.points() == (1, 0)
    after = played(position, "object")
    assert (after.turn, after.hand, after.prompt()) == (1, position.hand, "founded")
    assert (dead(after), after.points()) == ((1, 0), (-1, 0))
    assert after.to_dict()["tiles"] == {}
    assert after.to_dict()["dead"] == {"orange": ["1000"], "green": []}
    assert names(after) == ["f5:1111", "e6:1111", "g6:1111", "f7:1111"]


def test_founded_restores_the_table() -> None:
    """CT-11: without the wrong tile, its neighbours have the same demands as before."""
    before = free("O:f5:0111 G:g5:1010 O:f4:1000", hand="1100")
    after = played(before, "g4:0011 object")
    assert after.tile_map == before.tile_map
    assert after.tile_map.demands == before.tile_map.demands
    assert sorted(after.tile_map.islands[0]) == sorted(before.tile_map.islands[0])


def test_unfounded() -> None:
    """CT-11: an unfounded objection changes nothing, and is shown to both."""
    position = played(free(), "f5:0010")
    after = played(position, "object")
    assert after.pieces() == position.pieces()
    assert (after.turn, after.points(), dead(after)) == (1, position.points(), (0, 0))
    assert after.prompt() == "unfounded"
    f5 = position.setup.geometry.board.cell_named("f5")
    assert Mark("line", (f5,)) in after.marks(())
    assert Mark("line", (f5,)) not in played(after, "f7:1111").marks(())


@pytest.mark.parametrize("tile", ["1000", "0010"])
def test_a_position_with_a_ruling_is_read_again(tile: str) -> None:
    """CT-11: after a founded objection the square is empty; else the tile stays."""
    after, choices = played(free(), f"f5:{tile} object"), CONTACTIC.choices({"referee": "off"})
    text = write_position(CONTACTIC, choices, after)
    assert text is not None
    assert parse_position(CONTACTIC, choices, text).ruling == after.ruling


def test_once_for_each_laying() -> None:
    """CT-11: each tile allows one objection, only before the next own move."""
    position = played(free(), "f5:1000 object")
    assert "object" not in names(position)
    position = played(position, "f7:1111")
    assert "object" in names(position)
    assert dead(played(position, "object")) == (1, 0)
    late = played(free(piles=("1111", "1111 1111")), "f5:1000 f7:1111 e6:1111")
    assert dead(played(late, "object")) == (0, 0)
    assert late.tile_map.tiles[late.setup.geometry.board.cell_named("f5")]


def test_pass_by_choice() -> None:
    """CT-11: with a tile that fits nowhere, a player may place it wrongly or tap pass."""
    position = free(hand="0000")
    assert names(position) == ["f5:0000", "e6:0000", "g6:0000", "f7:0000", "pass"]
    assert PASS not in position.moves()
    passed = played(position, "pass")
    assert passed.to_dict()["leftover"] == {"orange": ["0000"], "green": []}
    assert "object" not in names(passed)
    assert dead(played(position, "f5:0000 object")) == (1, 0)


def test_no_pass_while_it_fits() -> None:
    """CT-11, CT-6: a tile that fits somewhere must be laid, rightly or wrongly."""
    assert "pass" not in names(free())
    assert "pass" not in names(played(free(), "f5:1000"))


def test_pass_on_a_full_board() -> None:
    """CT-11, ALL-1: the pass is forced only if the tile cannot touch anything."""
    board = opened(board="15x7").setup.geometry.board
    full = " ".join(f"O:{name}:0000" for name in board.names[:105] if name != "h4")
    given: dict[str, Any] = {"board": "15x7", "referee": "off"}
    assert moment(full, hand="1111", piles=("", "0000"), **given).moves() == [PASS]
    gap = moment(full.replace("O:a1:0000", ""), hand="1110", piles=("", "0000"), **given)
    position = played(gap, "a1:1110")
    assert names(position) == ["object", "pass"]
    assert PASS not in position.moves()
    assert played(position, "object").moves() == [PASS]
    passed = played(position, "pass")
    assert (passed.turn, passed.to_dict()["tile"], passed.second) == (1, "0000", True)


def test_without_tiles_one_may_object() -> None:
    """CT-11, CT-8: the match ends only after the possible objection to the last tile."""
    position = played(free(piles=("", "")), "f5:1000")
    assert (position.result(), position.turn, position.prompt()) == (None, 1, "object")
    assert position.to_dict()["tile"] is None
    assert names(position) == ["object", "pass"]
    assert PASS not in position.moves()
    assert played(position, "object").result() == Result(1, "points")
    assert played(position, "object").points() == (-1, 0)
    assert played(position, "pass").result() == Result(0, "points")


def test_without_tiles_the_other_goes_on() -> None:
    """CT-11, CT-8: a player without tiles may object, and then the other continues."""
    position = played(free(piles=("1111 1111", "")), "f5:1000")
    for word, lost in (("object", (1, 0)), ("pass", (0, 0))):
        after = played(position, word)
        assert (after.turn, after.to_dict()["tile"], dead(after)) == (0, "1111", lost)
        again = played(after, "f7:1111")
        assert (again.turn, names(again)) == (1, ["object", "pass"])


def test_passing_leaves_nothing_to_object_to() -> None:
    """CT-11, CT-8: after a pass a player without tiles gets no ply."""
    position = played(moment(hand="0000", second=True, referee="off"), "pass")
    assert position.result() == Result(1, "points")


def test_objection_is_told() -> None:
    """CT-11: the story moves the wrong tile to the dead tiles of its owner."""
    position = played(free(), "f5:1000")
    board = position.setup.geometry.board
    move = (board.cell_named("object"),)
    assert position.story(move) == ((Slide(board.cell_named("f5"), board.cell_named("dead1")),),)
    assert played(free(), "f5:0010").story(move) == ()
    twice = moment(hand="1000", dead=("1111", ""), piles=("", "1111"), referee="off")
    twice = played(twice, "f5:1000")
    pieces = twice.pieces()
    for beat in twice.story(move):
        pieces = apply_beat(pieces, beat)
    assert pieces == twice.play(move).pieces()
    for beat in reversed_story(twice.story(move)):
        pieces = apply_beat(pieces, beat)
    assert pieces == twice.pieces()


def test_names_are_kept_in_records() -> None:
    """CT-11: records contain "object" and a chosen "pass" as moves."""
    match = Match(CONTACTIC, {"referee": "off"}, seed=6)
    match.read_moves("f5:1100 object")
    assert match.names() == ["f5:1100", "object"]
    with pytest.raises(IllegalMove):
        match.play((match.board.cell_named("object"),))


def test_without_referee_nobody_is_told_that_nothing_fits() -> None:
    """CT-11: without referee, the prompt does not say that the tile fits nowhere."""
    for second, asked in ((False, "lay"), (True, "second")):
        here = moment(hand="0000", second=second, referee="off")
        assert not here.fits_somewhere()
        assert here.prompt() == asked
        assert moment(hand="0000", second=second).prompt() == "stuck"
    assert free().fits_somewhere()
    assert free().prompt() == "lay"
