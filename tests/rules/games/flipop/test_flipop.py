"""Tests of the rules FP-1 to FP-13 of Flipop."""

from dataclasses import replace

import pytest

from flipside.rules.contract.position import PASS, Result
from flipside.rules.contract.story import Piece, Remove
from flipside.rules.games.flipop import FLIPOP
from flipside.rules.games.flipop.doors import BOARD, EXIT_PITS, PIT_COUNT, WAY_BY_PITS, doors_text
from flipside.rules.games.flipop.position import Setup, opening
from tests.rules.games.flipop.boards import (
    FRESH,
    LAST,
    LEAVING,
    PUSH,
    START,
    beginning_with,
    cells,
    changed,
    drawn,
    names,
    played,
    random_match,
)


# -- board and start ------------------------------------------------------------------------------
def test_start() -> None:
    """FP-1: five white balls are in row 1, five black ones in row 5; ALL-2: white starts."""
    position = opening()
    assert position == drawn(START)
    assert position.colours == ("white", "black")
    assert position.turn == 0
    assert position.pieces()[:5] == (Piece("white", "ball"),) * 5
    assert position.pieces()[20:25] == (Piece("black", "ball"),) * 5
    assert position.points() == (0, 0)
    assert position.result() is None


def test_hinges() -> None:
    """FP-2: sixteen doors have hinges at inner crossings and point in one of four directions."""
    pieces = opening().pieces()
    assert len(pieces) == len(BOARD.names) == 41
    assert BOARD.kinds == ("pit",) * 25 + ("hinge",) * 16
    assert BOARD.centres[BOARD.cell_named("ab12")] == (1.0, 1.0)
    assert BOARD.centres[BOARD.cell_named("de34")] == (4.0, 3.0)
    faces = {piece.face for piece in pieces[25:] if piece}
    assert faces == {"door:N", "door:E", "door:S", "door:W"}


def test_clockwise() -> None:
    """FP-3: only the four corner pits have no door beside them."""
    position = opening()
    assert doors_text(position.doors) == "EEESNESSNNWSNWWW"
    without = [
        BOARD.names[source]
        for source in range(PIT_COUNT)
        if not any(
            way.doors & position.doors for way in WAY_BY_PITS.values() if way.source == source
        )
    ]
    assert without == ["a1", "e1", "a5", "e5"]


# -- single moves ---------------------------------------------------------------------------------
TWO_DOORS = """
    . . . . .
     N N N N
    . . W . .
     N E W N
    . . . . .
     S S S S
    . . . . .
     S S S S
    B . . . .
"""


def test_only_through_doors() -> None:
    """FP-4: a ball only goes through passages with one or two doors, in both directions."""
    assert names(opening()) == {"b1-b2", "c1-c2", "d1-d2"}
    assert names(drawn(TWO_DOORS)) == {"c2-c3"}
    assert names(changed(drawn(TWO_DOORS), bc23="S")) == {"c2-c3"}, "one door is enough"
    assert names(changed(drawn(TWO_DOORS), bc23="S", cd23="S")) == {"pass"}
    sideways = changed(drawn(TWO_DOORS), bc12="S", cd12="S")
    assert names(sideways) == {"c2-b2", "c2-d2", "c2-c3"}
    backwards = changed(drawn(TWO_DOORS), bc12="E")
    assert names(backwards) == {"c2-c1", "c2-c3"}


def test_doors_swing() -> None:
    """FP-5: all doors of the passage then point in the direction of the ball; other doors stay."""
    after = drawn(TWO_DOORS).play(cells("c2", "c3"))
    assert after == drawn(
        """
        . . . . .
         N N N N
        . . . . .
         N S S N
        . . W . .
         S S S S
        . . . . .
         S S S S
        B . . . .
        """,
        turn=1,
    )
    assert not WAY_BY_PITS[cells("c3", "c2")].doors & after.doors
    once = opening().play(cells("b1", "b2"))
    assert doors_text(once.doors) == "SEESNESSNNWSNWWW"


# -- chains ---------------------------------------------------------------------------------------
def test_chain_needs_doors_but_for_the_last() -> None:
    """FP-6: the last ball only needs an empty pit. Every other ball needs a door."""
    assert names(drawn(PUSH)) == {"b2-a2", "b2-c2-c1", "b2-c2-c3"}
    own = changed(drawn(PUSH), c2="W")
    assert {"b2-c2-c1", "b2-c2-c3"} <= names(own), "own balls are pushed as well"
    south = changed(drawn(PUSH), c3="B")
    assert names(south) == {"b2-a2", "b2-c2-c1"}, "no door towards c3"
    door = changed(south, bc23="E")
    assert names(door) == {"b2-a2", "b2-c2-c1", "b2-c2-c3-b3", "b2-c2-c3-d3"}


def test_no_way_out_makes_the_move_illegal() -> None:
    """FP-6: a move is illegal if one of its balls cannot move."""
    shut = drawn("..B.. .WB.. ..B.. ..... .....")
    assert names(shut) == {"b2-a2"}


def test_chain_moves_every_ball() -> None:
    """FP-6: each ball of a chain moves one pit, and the doors of its passage swing."""
    after = drawn(
        """
        . . . . .
         S S S S
        . W B . .
         S E S S
        . . W . .
         S S S S
        . . . . .
         S S S S
        B . . . .
        """
    ).play(cells("b2", "c2", "c3", "d3"))
    assert after.to_dict() == {
        "board": [".....", "..W..", "..BW.", ".....", "B...."],
        "doors": ["SESS", "SSES", "SSSS", "SSSS"],
        "banned": ["c2-b2", "c3-c2", "d3-c3"],
        "off": {"white": 3, "black": 3},
    }


def test_chain_side() -> None:
    """FP-7: with `chain=side`, the default, pushed balls turn at right angles; the mover chooses
    the side."""
    assert FLIPOP.options[0].default == "side"
    assert {"b2-c2-c1", "b2-c2-c3"} <= names(drawn(PUSH))
    assert "b2-c2-d2" not in names(drawn(PUSH))


def test_chain_hinge() -> None:
    """FP-7: with `chain=hinge` a ball only turns to the side opposite to where the swung door
    pointed."""
    assert names(drawn(PUSH, chain="hinge")) == {"b2-a2", "b2-c2-c1"}
    north = changed(drawn(PUSH, chain="hinge"), bc12="E", bc23="N")
    assert names(north) == {"b2-a2", "b2-c2-c3"}
    both = changed(drawn(PUSH, chain="hinge"), bc23="N")
    assert names(both) == {"b2-a2", "b2-c2-c1", "b2-c2-c3"}


def test_chain_free() -> None:
    """FP-7: with `chain=free` a pushed ball moves in any direction except back."""
    assert names(drawn(PUSH, chain="free")) == {"b2-a2", "b2-c2-c1", "b2-c2-c3", "b2-c2-d2"}


def test_swung_door_does_not_serve() -> None:
    """FP-8: the ball pushed next cannot use the door that just swung."""
    assert not any(name.startswith("b2-c2") for name in names(drawn(FRESH)))
    second = changed(drawn(FRESH), cd12="W")
    pushes = {name for name in names(second) if name.startswith("b2-c2")}
    assert pushes == {"b2-c2-c1-b1", "b2-c2-c1-d1"}
    after = second.play(cells("b2", "c2", "c1", "d1"))
    assert doors_text(after.doors)[:4] == "SENS", "the first door swung once only, the second north"


def test_swung_door_does_not_swing_again() -> None:
    """FP-8: the door that just swung does not swing again for the last ball."""
    after = drawn(PUSH).play(cells("b2", "c2", "c1"))
    assert doors_text(after.doors)[:4] == "SESS"


def test_pit_left_first_is_free() -> None:
    """FP-8: the last ball may enter the pit that the first ball left."""
    ring = drawn(
        """
        W B . . .
         N W S S
        B B . . .
         N S S S
        . . . . .
         S S S S
        . . . . .
         S S S S
        . . . . .
        """
    )
    assert "a1-b1-b2-a2-a1" in names(ring)
    after = ring.play(cells("a1", "b1", "b2", "a2", "a1"))
    assert after.to_dict()["board"] == ["BW...", "BB...", ".....", ".....", "....."]


def test_each_pit_is_entered_once() -> None:
    """FP-8: no two balls of a chain enter the same pit."""
    spiral = drawn(
        """
        . W . . .
         E S S S
        . B B . .
         E S W S
        . B B . .
         S N S S
        . . . . .
         S S S S
        . . . . .
        """
    )
    assert "b1-b2-c2-c3-b3-b4" in names(spiral)
    for move in spiral.moves():
        assert len(set(move[1:])) == len(move) - 1


# -- exits and the end ----------------------------------------------------------------------------
def test_exits() -> None:
    """FP-9: white leaves from b5 c5 d5, black from b1 c1 d1, and not from the opponent's exits."""
    assert [cell for cell in range(PIT_COUNT) if EXIT_PITS[0] >> cell & 1] == list(
        cells("b5", "c5", "d5")
    )
    assert [cell for cell in range(PIT_COUNT) if EXIT_PITS[1] >> cell & 1] == list(
        cells("b1", "c1", "d1")
    )
    position = drawn(LEAVING)
    after = position.play(cells("b4", "b5"))
    assert after.to_dict()["board"] == [".W...", ".....", ".....", "..WB.", "...B."]
    assert after.points() == (position.points()[0] + 1, position.points()[1])
    last = position.story(cells("b4", "b5"))[-1]
    assert last == (Remove(BOARD.cell_named("b5"), Piece("white", "ball")),)


def test_pushed_into_the_exit() -> None:
    """FP-9: a ball that the opponent pushes into its exit also leaves, and is not banned."""
    position = drawn(LEAVING, turn=1)
    assert "d4-c4-c5" in names(position)
    after = position.play(cells("d4", "c4", "c5"))
    assert after.to_dict()["board"] == [".W...", ".....", ".....", ".WB..", "...B."]
    assert after.to_dict()["banned"] == ["c4-d4"]
    assert after.result() is None


def test_first_with_all_off_wins() -> None:
    """FP-10: a player with all five balls off wins, no matter who made the move."""
    after = drawn(LAST).play(cells("c4", "c5"))
    assert after.points()[0] == 5
    assert after.result() == Result(0, "off")
    assert list(after.moves()) == []
    pushed = drawn(LAST, turn=1).play(cells("d4", "c4", "c5"))
    assert pushed.result() == Result(0, "off")
    assert list(pushed.moves()) == []


def test_never_both_off_at_once() -> None:
    """FP-10: the last balls of both colours cannot leave in one move, because exits of both colours
    are too far apart."""
    for source, pushed in WAY_BY_PITS:
        for colour, exits in enumerate(EXIT_PITS):
            beside = [
                target for start, target in WAY_BY_PITS if start == pushed != target != source
            ]
            leaves = [target for target in beside if EXIT_PITS[1 - colour] >> target & 1]
            assert not (exits >> pushed & 1 and leaves)


# -- no way back ----------------------------------------------------------------------------------
BACK = "..B.. .WB.. ..... ..... W...."


def test_ban_after_a_chain() -> None:
    """FP-11: after a chain, none of its balls may move or be pushed back at the next ply."""
    position = drawn(BACK).play(cells("b2", "c2", "c3"))
    assert position.to_dict()["banned"] == ["c2-b2", "c3-c2"]
    assert position.prompt() == "back"
    assert names(position) == {"c1-c2-d2", "c3-b3", "c3-d3"}
    assert "c1-c2-b2" in names(replace(position, ban=0))
    moved = played(opening(), "c1-c2 c5-c4 c2-c3 c4-c3-d3")
    assert moved.to_dict()["banned"] == ["c3-c4", "d3-c3"]
    assert names(moved) == {"b1-b2", "d1-d2", "d3-d2", "d3-e3"}


def test_ban_ends_after_one_turn() -> None:
    """FP-11: one turn later the ball may go back."""
    position = played(opening(), "c1-c2 c5-c4 c2-c3 c4-c3-d3 b1-b2")
    assert position.to_dict()["banned"] == []
    later = played(position, "c3-b3")
    assert "d3-c3" in names(later)


def test_no_ban_after_a_single_move() -> None:
    """FP-11: a single ball has no door for its way back, but a chain may push it back."""
    position = changed(drawn(BACK), c2=".").play(cells("b2", "c2"))
    assert position.to_dict()["banned"] == []
    assert position.prompt() == "move"
    assert "c1-c2-b2" in names(position)
    assert not WAY_BY_PITS[cells("c2", "b2")].doors & position.doors


STUCK_AFTER_CHAIN = """
    . . . . .
     S S S S
    . W B . .
     S W E S
    . . . . .
     S S S S
    . . . . .
     S S S S
    . . . . .
"""


def test_pass_ends_the_ban() -> None:
    """FP-11: a pass ends the ban; ALL-1: it is made only without other moves."""
    position = drawn(STUCK_AFTER_CHAIN).play(cells("b2", "c2", "c3"))
    assert position.to_dict()["banned"] == ["c2-b2", "c3-c2"]
    assert list(position.moves()) == [PASS]
    assert position.name(PASS) == "pass"
    assert position.story(PASS) == ()
    after = position.play(PASS)
    assert after.turn == 0
    assert after.ban == 0
    assert after.pieces() == position.pieces()
    assert len(after.moves()) > 1


# -- stuck ----------------------------------------------------------------------------------------
STUCK = """
    W . . . .
     E S S E
    . . . . .
     S S S S
    . . . . .
     S S S S
    . . . . B
     E N N S
    . . . . B
"""


def test_pass() -> None:
    """FP-12: a player who cannot move passes if the opponent can move; ALL-1: not by choice."""
    position = drawn(STUCK)
    assert position.result() is None
    assert list(position.moves()) == [PASS]
    black = position.play(PASS)
    assert names(black) == {"e4-d4", "e5-d5"}
    assert PASS not in black.moves()
    match = beginning_with(position)
    assert match.pass_if_forced()
    assert not match.pass_if_forced()


def test_stuck_ends() -> None:
    """FP-12: with `stuck=ends` the game ends if a player cannot move. Fewer balls win."""
    position = drawn(STUCK, stuck="ends")
    assert position.result() == Result(0, "no_move")
    assert list(position.moves()) == []
    black = drawn(STUCK, turn=1, stuck="ends")
    assert black.result() is None
    assert names(black) == {"e4-d4", "e5-d5"}


@pytest.mark.parametrize(
    ("in_a5", "winner", "tail"), [(".", None, "_equal"), ("B", 0, ""), ("W", 1, "")]
)
@pytest.mark.parametrize("turn", [0, 1])
@pytest.mark.parametrize("stuck", ["pass", "ends", "exit"])
def test_neither_can_move(in_a5: str, winner: int | None, tail: str, turn: int, stuck: str) -> None:
    """FP-12: the game ends if neither player can move. Fewer balls win; equal
    numbers are a draw."""
    position = changed(drawn(STUCK, turn=turn, stuck=stuck), e4=".", ab45="N", de45="N", a5=in_a5)
    reason = "no_move" if stuck == "ends" else "stuck"
    assert position.result() == Result(winner, reason + tail)
    assert list(position.moves()) == []


LEVEL = "..... ..... ..WB. ..... ....."


@pytest.mark.parametrize("turn", [0, 1])
def test_exits_cut_off(turn: int) -> None:
    """FP-12: with `stuck=exit` the game ends if no player can bring an own ball nearer to its
    exits. Here players can only push the other's ball."""
    usual = drawn(LEVEL, turn=turn)
    assert usual.result() is None
    assert any(after.result() is None for after in map(usual.play, usual.moves()))
    ended = drawn(LEVEL, turn=turn, stuck="exit")
    assert ended.result() == Result(None, "blocked_equal")
    assert list(ended.moves()) == []
    assert changed(ended, a5="B").result() == Result(0, "blocked")
    assert changed(ended, a1="W").result() == Result(1, "blocked")


@pytest.mark.parametrize("turn", [0, 1])
def test_exits_not_cut_off(turn: int) -> None:
    """FP-12: with `stuck=exit` the game continues while a door or a push can bring some own ball
    nearer, even by a banned step (FP-11)."""
    level = drawn(LEVEL, turn=turn, stuck="exit")
    assert changed(level, c2="W", ab12="N").result() == Result(1, "blocked")
    assert changed(level, c2="W", bc23="W").result() == Result(1, "blocked")
    opened = changed(level, bc34="W", d3=".", e1="B", b3="W")
    assert opened.result() is None
    step = WAY_BY_PITS[cells("b3", "b4")].forth
    assert replace(opened, ban=step).result() is None
    assert changed(level, b3="W").result() is None, "c3 is pushed down by b3"
    assert changed(level, e3="B").result() is None, "d3 is pushed up by e3"


def test_a_banned_move_is_no_move() -> None:
    """FP-12: a player whose only moves are banned (FP-11) cannot move. If the opponent cannot
    either, the game ends, although a pass would end the ban."""
    position = drawn(
        """
        W . . . .
         N S S E
        . . . . .
         S S S S
        . . . . .
         S S S S
        . . . . .
         E N N N
        . . . . B
        """
    )
    assert names(position) == {"a1-b1"}
    banned = replace(position, ban=WAY_BY_PITS[cells("a1", "b1")].forth)
    assert banned.result() == Result(None, "stuck_equal")
    assert list(banned.moves()) == []


# -- repetition and cap ---------------------------------------------------------------------------
ROUND = """
    W . . . W
     N S S N
    . . . . .
     S S S S
    . . . . .
     E E E E
    . . . . .
     N N S S
    . . . . B
"""
"""Each ball can go round its hinge in four moves and bring the door back."""


def test_third_repetition() -> None:
    """FP-13: the third occurrence ends the match, and fewer balls win; ALL-3 defines equality."""
    match = beginning_with(drawn(ROUND))
    circle = "a1-b1 e5-d5 b1-b2 d5-d4 b2-a2 d4-e4 a2-a1 e4-e5"
    match.read_moves(circle)
    assert match.occurrences() == 2
    match.read_moves(circle.rsplit(" ", 1)[0])
    assert match.result() is None
    match.read_moves("e4-e5")
    assert match.occurrences() == 3
    assert match.result() == Result(1, "repetition")
    assert match.plies_left() == 84


def test_equality() -> None:
    """FP-13, ALL-3: positions are equal if balls, doors, player and ban are equal."""
    position = drawn(PUSH)
    assert position == replace(position)
    assert hash(position) == hash(replace(position, setup=Setup("free", "loss")))
    assert position != replace(position, ban=WAY_BY_PITS[cells("b2", "a2")].forth)
    assert position != replace(position, turn=1)
    assert position != changed(position, de12="N")
    assert position != changed(position, b2=".", a2="W")


def test_cap() -> None:
    """FP-13: 100 plies without a ball leaving end the match. A ball that leaves
    restarts the count."""
    endings: set[str] = set()
    for seed in range(12):
        match = random_match({}, seed)
        result = match.result()
        assert result is not None
        endings.add(result.reason)
        since = 0
        for ply, move in enumerate(match.moves):
            before, after = match.position_at(ply), match.position_at(ply + 1)
            since = 0 if before.points() != after.points() else since + 1
            assert since <= 100, f"after {move}"
        assert match.plies_left() == 100 - since
        if result.reason.startswith("cap"):
            assert since == 100
            assert result == match.position.verdict("cap")  # type: ignore[attr-defined]
    assert any(reason.startswith("cap") for reason in endings)
    assert "off" in endings


def test_verdict() -> None:
    """FP-13: the match is scored as in FP-12."""
    assert drawn(PUSH).verdict("cap") == Result(0, "cap")
    assert drawn(LEAVING).verdict("repetition") == Result(1, "repetition")
    assert drawn(START).verdict("repetition") == Result(None, "repetition_equal")
