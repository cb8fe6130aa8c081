"""Whole matches played by typing and tapping what was said; and why a text is no move."""

import re
from random import Random

import pytest

from flipside.game.speech.board_text import BoardText
from flipside.game.speech.move_input import MAX_SUGGESTIONS, enter, read_typed
from flipside.game.table.match_view import view_of
from flipside.game.table.table import Table
from flipside.rules.contract.board import Cell
from flipside.rules.contract.position import continuing
from tests.game.speech.spoken_matches import (
    Spot,
    cells_of,
    each_case,
    spots,
)
from tests.game.table.machine import Household, wait
from tests.rules.games.random_matches import pick

PEOPLE = ("person", "person")


def typed_at(table: Table, random: Random) -> str:
    """One of the moves that are said to be legal, written in one way or another."""
    move = pick(list(BoardText(table).legal()), random)
    name = table.words.move(table.match.position, move)
    ways = name, name.upper(), f"  {name} ", name.replace("-", " "), name.replace(":", " ")
    return pick(ways, random)


def tap_what_is_legal(table: Table, random: Random) -> None:
    """Tap cells that say they are legal until a move is made."""
    at = table.match.ply
    while table.match.ply == at:
        said = spots(table)
        assert all(spot.legal == ("legal" in spot.words.split(", ")) for spot in said)
        cell = pick([spot.cell for spot in said if spot.legal], random)
        change = table.tap(cell)
        assert change is not None
        assert change.said


@each_case
def test_a_match_is_played_by_what_is_said(
    home: Household, case: tuple[str, dict[str, str]]
) -> None:
    """Nothing but words is known: moves are typed or tapped, and whoever only listens to what
    happens knows what lies on every field."""
    table, random = home.sit_down(case[0], PEOPLE, **case[1]), Random(7)
    match = table.match
    fields = range(match.board.columns * match.board.rows)
    while table.result is None and match.ply < 150:
        before, at = match.position.pieces(), match.ply
        if match.must_pass:
            heard = wait(table, lambda at=at: match.ply > at)[-1].said  # type: ignore[misc]
            assert "has no move and passes" in heard[0]
            continue
        if match.ply % 4:
            change = enter(table, typed_at(table, random))
            assert not isinstance(change, str), change
            after, mentioned = match.position.pieces(), set(cells_of(match, change.said[0]))
            changed = {cell for cell in fields if before[cell] != after[cell]}
            assert changed <= mentioned
            if table.result is None:
                assert any("to move" in said for said in change.said)
        else:
            tap_what_is_legal(table, random)
        assert match.ply == at + 1
    if table.result is not None:
        assert view_of(table).result_words in BoardText(table).whole()[0]
        assert BoardText(table).legal() == {}
        assert enter(table, "a1") == "The match has ended."


def spots_next(table: Table, random: Random) -> Cell:
    """A cell that goes on with the move that was begun."""
    human = table.human
    assert human is not None
    return random.choice(sorted(human.next_cells()))


def test_a_move_is_begun_by_typing_and_gone_on_with_by_tapping(home: Household) -> None:
    table = home.sit_down("flipop", PEOPLE, "c1-c2 c5-c4")
    begun = enter(table, "C2")
    assert not isinstance(begun, str)
    assert begun.said[0] == "c2."
    cell = table.match.board.cell("c2")
    assert table.taps == (cell,)
    assert "begun" in BoardText(table).cell(cell)
    following = begun.said[1].removeprefix("Next: ").rstrip(".").split(", ")
    assert following == [spot.name for spot in spots(table) if spot.legal]
    done = enter(table, following[0]) if len(following) == 1 else enter(table, "c2-b2")
    assert not isinstance(done, str)
    assert table.match.ply == 3
    assert table.match.names()[-1].startswith("c2-")


def test_a_tile_is_heard_before_it_is_laid(home: Household) -> None:
    """Tapped again it lies another way, and what is said is what is laid."""
    table = home.sit_down("contactic", PEOPLE)
    fields: list[Spot] = []
    while not fields:
        move = next(iter(BoardText(table).legal()))
        enter(table, table.words.move(table.match.position, move))
        fields = [spot for spot in spots(table) if "moves: 2" in spot.words]
    assert any(re.match(r"Tile in hand, (all|coloured|two)", spot.words) for spot in spots(table))
    heard = []
    for _ in range(2):
        change = table.tap(fields[0].cell)
        assert change is not None
        lies = change.said[0].rstrip(".").split(", ", 1)[1]
        heard.append(lies)
        words = BoardText(table).cell(fields[0].cell)
        assert "begun" in words
        assert lies in words
    assert len(set(heard)) == 2
    lay = next(spot for spot in spots(table) if spot.name == "Lay")
    assert lay.words == "Lay, legal"
    done = table.tap(lay.cell)
    assert done is not None
    assert done.said[0].endswith(f", {heard[1]}.")


@each_case
@pytest.mark.parametrize("confirm", [True, False])
def test_what_is_said_next_is_what_a_tap_does(
    home: Household, case: tuple[str, dict[str, str]], confirm: bool
) -> None:
    """Every cell that is named goes on with the move; one that turns a tile makes none."""
    home.settings.confirm = confirm
    table, random, turned = home.sit_down(case[0], PEOPLE, **case[1]), Random(5), 0
    for _ in range(40):
        if table.result is not None:
            break
        begins = sorted({move[:1] for move in table.match.legal()})
        begun = table.tap(next(iter(random.choice(begins)), 0))
        assert begun is not None
        while table.taps:
            offered = begun.said[1].removeprefix("Next: ").rstrip(".").split(", ")
            taps, at, said = table.taps, table.match.ply, begun.said[0]
            for words in offered:
                name = words.partition(" (")[0]
                spot = next(spot for spot in spots(table) if spot.name == name)
                human = table.human
                assert human is not None
                before = BoardText(table).cell(spot.cell)
                begun = table.tap(spot.cell)
                assert begun is not None
                if words.endswith("(turn)"):
                    turned += 1
                    assert "tap again to turn" in before
                    assert table.match.ply == at
                    assert begun.said[0] != said, "it lies another way"
                elif words.endswith("(turn and play)"):
                    assert not confirm
                    assert table.match.ply == at + 1
                else:
                    assert words == spot.name
                    assert table.match.ply == at + 1 or table.taps == (*taps, spot.cell)
                if table.match.ply > at:
                    table.go(at)
                human.taps = taps
            begun = table.tap(spots_next(table, random))
            assert begun is not None
    assert turned > 2 or case[0] != "contactic"


@pytest.mark.parametrize(
    ("key", "moves", "choices", "word", "answer"),
    [
        ("othello", "", {}, "", "Type a move, such as d3."),
        ("othello", "", {}, "castle", "“castle” is not a move. Moves are written like this: d3."),
        ("othello", "", {}, "z9", "“z9” is not a move. Moves are written like this: d3."),
        ("othello", "", {}, "d4", "There is already a disc on this square."),
        ("othello", "", {}, "a1", "A disc here would turn nothing, so you may not place it."),
        ("othello", "", {}, "PASS", "You can move, so you cannot pass."),
        ("othello", "", {}, "d3 d3", "Not like that. Possible: d3."),
        ("othello", "", {}, "d3x", "Not like that. Possible: d3."),
        ("switch", "", {}, "b1", "This stone is not yours. Begin with one of your own."),
        ("switch", "", {}, "a1 c2", "Two stones can only be swapped in the same row or column."),
        (
            "flipop",
            "",
            {},
            "b1-b3",
            "A ball rolls only into the next pit: up, down, left or right.",
        ),
        ("flipop", "", {}, "b1-b2-b3", None),
        ("contactic", "", {}, "a1", None),
        ("contactic", "", {}, "f5:0000", "Not like that. Possible: f5, coloured all round."),
        ("contactic", "", {}, "f5 g6", "Not like that. Possible: f5, coloured all round."),
        ("switch", "", {}, "a1-c1", "Not like that. Possible: a1-b1, a1-d1, a1-a2, a1-c3, a1-a4."),
        (
            "switch",
            "",
            {},
            "a1-c1-e1",
            "Not like that. Possible: a1-b1, a1-d1, a1-a2, a1-c3, a1-a4.",
        ),
    ],
)
def test_why_a_typed_text_is_no_move(
    home: Household, key: str, moves: str, choices: dict[str, str], word: str, answer: str | None
) -> None:
    """A sentence, and nothing is lost."""
    table = home.sit_down(key, PEOPLE, moves, **choices)
    said = enter(table, word)
    assert isinstance(said, str)
    assert answer is None or said == answer
    assert said.endswith(".")
    assert table.match.ply == len(table.match.moves)
    assert not table.taps


@each_case
def test_any_text_is_answered(home: Household, case: tuple[str, dict[str, str]]) -> None:
    """Cells in any order, words of the game, and what nobody would write."""
    table, random = home.sit_down(case[0], PEOPLE, **case[1]), Random(3)
    strange = [
        "",
        "  ",
        "-",
        "--",
        "pass",
        "passing",
        "a0",
        "a99",
        "é",
        "١",
        "{x}",
        "x" * 5000,
        "d3" * 400,
    ]
    for _ in range(12):
        names = [*table.match.board.names, ":", "-", "=", "1010", "D", "aussetzen"]
        for text in [
            *strange,
            *(" ".join(pick(names, random) for _ in range(n)) for n in (1, 2, 3, 4)),
        ]:
            typed = read_typed(table.words, text)
            if isinstance(typed, str):
                assert typed, text
                assert "{" not in typed.replace("{x}", "")
            else:
                assert continuing(table.match.legal(), typed)
        enter(table, typed_at(table, random))
        if table.result is not None:
            break


def test_nobody_moves_for_another(home: Household) -> None:
    table = home.sit_down("othello", ("level1", "person"))
    assert enter(table, "d3") == "It is not your turn."
    assert not any(spot.legal for spot in spots(table))


@pytest.mark.parametrize("language", ["en", "de", "cs"])
def test_what_belongs_to_another_phase_is_not_possible_now(home: Household, language: str) -> None:
    """Switch: a colour or the placing of a stone once the colours are chosen, even in the gap;
    Contactic: an objection where there is nothing to object to."""
    table, random = home.sit_down("switch", PEOPLE, setup="placed"), Random(2)
    while table.match.position.colours is None:
        table.play(pick(table.match.legal(), random))
    table.text.use(language)
    cells, pieces = table.words.cells, table.match.position.pieces()
    dark, gap = cells.spot(table.match.board.cell("dark")), cells.spot(pieces.index(None))
    chosen = table.text.game("switch", "refused.chosen")
    for text in (dark, dark.upper(), f"{gap}=D", f"{gap} {dark}", f"a1={dark}", f"{dark} a1"):
        assert enter(table, text) == chosen, text
    table = home.sit_down("contactic", PEOPLE, referee="off")
    object_cell = table.words.cells.spot(table.match.board.cell("object"))
    nothing = table.text.game("contactic", "refused.no_objection")
    assert enter(table, object_cell) == enter(table, f"f5 {object_cell}") == nothing


def test_more_moves_than_are_offered_are_hinted_at(home: Household) -> None:
    """Flipop: the first moves of some balls are more than are told."""
    table, random, told = home.sit_down("flipop", ("person", "person"), chain="free"), Random(1), 0
    while not told and table.result is None:
        legal = table.match.legal()
        for cell in {move[0] for move in legal}:
            many = len(continuing(legal, (cell,))) > MAX_SUGGESTIONS
            said = read_typed(table.words, f"{table.words.cells.spot(cell)} x")
            assert isinstance(said, str)
            assert said.endswith(", ….") is many
            told += many
        table.play(pick(legal, random))
    assert told
