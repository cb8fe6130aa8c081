"""Tests of stories, marks, records and texts of Flip-Flop."""

from random import Random

import pytest

from flipside.rules.catalogue import BY_KEY
from flipside.rules.contract.board import cells
from flipside.rules.contract.game import BadChoice
from flipside.rules.contract.position import Mark, Result
from flipside.rules.contract.story import Flip, Piece, Place, apply_beat, reversed_story
from flipside.rules.games.flipflop import FLIPFLOP
from flipside.rules.games.flipflop.position import BOARD, has_line
from flipside.rules.match.match import replay
from flipside.rules.match.record import BadRecord, parse_moves, parse_record, record_text
from tests.rules.games.flipflop.boards import (
    SEVEN,
    SEVEN_LAID,
    at,
    drawn,
    marks_of,
    match_of,
    random_match,
    rows,
    shown,
    tap,
)
from tests.texts import texts_of

EVERY_CHOICE = [
    {"setup": setup, "lines": lines, "cap": cap, "tie": tie}
    for setup in ("laid", "chess", "random")
    for lines in ("always", "late")
    for cap in ("100", "60", "200", "off")
    for tie in ("draw", "lines")
]


# -- what the screen reads -----------------------------------------------------------------------


@pytest.mark.parametrize("given", EVERY_CHOICE, ids=lambda given: "-".join(given.values()))
def test_every_choice_is_told_named_and_replayed(given: dict[str, str]) -> None:
    """Stories work in both directions, names are unique and readable, records and
    ends are right."""
    match = random_match(7, **given)
    assert match.result() is not None
    for ply, move in enumerate(match.moves):
        before, after = at(match, ply), at(match, ply + 1)
        story = before.story(move)
        pieces = before.pieces()
        for beat in story:
            pieces = apply_beat(pieces, beat)
        assert pieces == after.pieces()
        for beat in reversed_story(story):
            pieces = apply_beat(pieces, beat)
        assert pieces == before.pieces()
        said = [before.name(legal) for legal in before.moves()]
        assert len(set(said)) == len(said)
        assert parse_moves(before, before.name(move).upper()) == (move, 2)
        assert before.determinize(Random(1)) == before
    again = replay(parse_record(record_text(match.to_record(("person", "person")))), BY_KEY)
    assert at(again) == at(match)
    assert (again.moves, again.choices, again.result()) == (
        match.moves,
        match.choices,
        match.result(),
    )


def test_a_record_with_a_banned_switch_is_refused() -> None:
    """FF-4: an illegal move in a saved match is refused."""
    with pytest.raises(BadRecord):
        match_of("e4 e4", setup="chess")


def test_the_wave_runs_outward_and_the_switch_turns_last() -> None:
    """FF-3: one beat has fifteen flips, delayed by their distance from the switch."""
    start = at(match_of(setup="chess"))
    (beat,) = start.story(tap("b1"))
    after = {BOARD.names[step.cell]: step.after for step in beat if isinstance(step, Flip)}
    assert len(after) == 15
    assert (after["a1"], after["c1"], after["b2"]) == (0, 0, 0)
    assert (after["h1"], after["b8"]) == (5, 6)
    assert after["b1"] == 7
    assert at(match_of()).story(tap("d4")) == (
        (Place(BOARD.cell_named("d4"), Piece("dark", "disc")),),
    )


def test_threats_are_lines_that_one_switch_can_fill() -> None:
    """FF-3: a line of seven is a threat if one switch can fill it. Light's lines are not, because
    light is not to move."""
    row = ("a8 b8 c8 d8 e8 f8 g8 h8", "dark")
    now = drawn(SEVEN)
    assert marks_of(now, "threat") == [row]
    assert all(mark.aid for mark in now.marks(()) if mark.kind == "threat")
    light = drawn(SEVEN, 1)
    assert marks_of(light, "threat") == []
    ((line, taps),) = now.finishing(0)
    after = [light.play(move) for move in light.moves()]
    assert not any(line in dict(there.finishing(0)) for there in after)
    assert [BOARD.names[cell] for cell in cells(taps)] == ["d1", "d3", "d5", "d6", "d7"]


def test_no_threat_where_the_crossing_line_gives_no_switch() -> None:
    """FF-3, FF-4: a switch on the eighth stone, or a banned one, cannot fill the line."""
    lonely = """
        DDDDDDDL
        LDLDLDLD
        DLDLDLDD
        LDLDLDLD
        DLDLDLDD
        LDLDLDLD
        DLDLDLDD
        LDLDLDLD
    """
    assert drawn(lonely).finishing(0) == []
    one = lonely.replace("DLDLDLDD", "DLDLDLDL", 1)
    assert len(drawn(one).finishing(0)) == 1
    assert drawn(one, banned="h3").finishing(0) == []


def test_threats_while_laying() -> None:
    """FF-7: seven stones and an empty field are a threat; with an opposing stone they are not."""
    now = at(match_of(SEVEN_LAID))
    assert marks_of(now, "threat") == [("a1 b1 c1 d1 e1 f1 g1 h1", "dark")]
    assert marks_of(now.play(tap("h1")), "threat") == []


@pytest.mark.parametrize("setup", ["laid", "chess", "random"])
def test_finishing_is_exactly_what_one_move_can_fill(setup: str) -> None:
    """FF-5: `finishing` has exactly the moves that fill a line of the mover."""
    for seed in range(12):
        match = random_match(seed, setup=setup)
        for ply in range(match.ply):
            now = at(match, ply)
            found = {cell for _, taps in now.finishing(now.turn) for cell in cells(taps)}
            fills = {m[0] for m in now.moves() if has_line(now.play(m).stones[now.turn])}
            assert found == fills


def test_the_rest_of_the_contract() -> None:
    """Flip-Flop has no points and tallies, and a full board has a disc on every cell."""
    now = at(match_of(setup="chess"))
    assert now.points() is None
    assert now.tallies() == ((), ())
    assert now.marks(()) == now.marks(tap("e4")) == ()
    assert now.play(tap("e4")).marks(()) == (Mark("banned", tap("e4")),)
    assert {piece.face for piece in now.pieces() if piece} == {"disc"}
    assert at(match_of()).pieces() == (None,) * 64


def test_choices() -> None:
    """The options are those of the rules, the default first."""
    assert FLIPFLOP.choices({}) == {
        "setup": "laid",
        "lines": "always",
        "cap": "100",
        "tie": "draw",
    }
    with pytest.raises(BadChoice):
        FLIPFLOP.choices({"setup": "diagonal"})


# -- what is said --------------------------------------------------------------------------------

TEXT = texts_of("flipflop")


def test_every_prompt_reason_and_colour_is_said() -> None:
    """The texts have exactly the keys that the rules use."""
    english = TEXT["en"]
    assert english["reason"].keys() == {"line", "both", "repetition", "cap"}
    assert english["tie"].keys() == {"lines", "equal"}
    assert english["tally"].keys() == {"long_lines"}
    assert english["prompt"].keys() == {"lay", "switch"}
    assert english["colour"].keys() == {"dark", "light"}


def test_the_pictures_show_what_is_told() -> None:
    """Each picture shows what its text says."""
    boards = {
        key: match_of(picture["moves"], **picture.get("options", {}))
        for key, picture in TEXT["pictures"].items()
    }
    assert boards["line"].result() == Result(0, "line")
    assert boards["both"].result() == Result(0, "both")
    assert at(boards["lay"]).prompt() == "lay"
    assert shown(at(boards["seven"])) == rows(SEVEN)
