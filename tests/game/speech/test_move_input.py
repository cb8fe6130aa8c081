"""Whole matches played by typing and tapping what was said; and why a text is no move."""

import re
from random import Random

import pytest

from flipside.game.live_match.live_match import LiveMatch
from flipside.game.live_match.match_view import view_of
from flipside.game.speech import MAX_SUGGESTIONS, BoardText, enter, read_typed
from flipside.rules.contract.board import Cell
from flipside.rules.contract.position import continuing
from tests.game.live_match.machine import Household, wait
from tests.game.speech.spoken_matches import (
    Spot,
    cells_of,
    each_case,
    spots,
)
from tests.rules.games.random_matches import pick

PEOPLE = ("person", "person")


def typed_at(live_match: LiveMatch, random: Random) -> str:
    """One of the moves that are said to be legal, written in one way or another."""
    move = pick(list(BoardText(live_match).legal()), random)
    name = live_match.match_text.move(live_match.match.position, move)
    ways = name, name.upper(), f"  {name} ", name.replace("-", " "), name.replace(":", " ")
    return pick(ways, random)


def tap_what_is_legal(live_match: LiveMatch, random: Random) -> None:
    """Tap cells that say they are legal until a move is made."""
    at = live_match.match.ply
    while live_match.match.ply == at:
        said = spots(live_match)
        assert all(spot.legal == ("legal" in spot.words.split(", ")) for spot in said)
        cell = pick([spot.cell for spot in said if spot.legal], random)
        event = live_match.tap(cell)
        assert event.sentences


@each_case
def test_a_match_is_played_by_what_is_said(
    home: Household, case: tuple[str, dict[str, str]]
) -> None:
    """Nothing but words is known: moves are typed or tapped, and a player who only listens to what
    happens knows what lies on every field."""
    live_match, random = home.sit_down(case[0], PEOPLE, **case[1]), Random(7)
    match = live_match.match
    fields = range(match.board.columns * match.board.rows)
    while live_match.result is None and match.ply < 150:
        before, at = match.position.pieces(), match.ply
        if match.must_pass:
            heard = wait(live_match, lambda at=at: match.ply > at)[-1].sentences  # type: ignore[misc]
            assert "has no move and passes" in heard[0]
            continue
        if match.ply % 4:
            change = enter(live_match, typed_at(live_match, random))
            assert not isinstance(change, str), change
            after, mentioned = match.position.pieces(), set(cells_of(match, change.sentences[0]))
            changed = {cell for cell in fields if before[cell] != after[cell]}
            assert changed <= mentioned
            if live_match.result is None:
                assert any("to move" in said for said in change.sentences)
        else:
            tap_what_is_legal(live_match, random)
        assert match.ply == at + 1
    if live_match.result is not None:
        assert view_of(live_match).result_words in BoardText(live_match).whole()[0]
        assert BoardText(live_match).legal() == {}
        assert enter(live_match, "a1") == "The match has ended."


def spots_next(live_match: LiveMatch, random: Random) -> Cell:
    """A cell that goes on with the move that was begun."""
    human = live_match.human
    return random.choice(sorted(human.find_next_cells()))


def test_a_move_is_begun_by_typing_and_gone_on_with_by_tapping(home: Household) -> None:
    live_match = home.sit_down("flipop", PEOPLE, "c1-c2 c5-c4")
    begun = enter(live_match, "C2")
    assert not isinstance(begun, str)
    assert begun.sentences[0] == "c2."
    cell = live_match.match.board.cell_named("c2")
    assert live_match.taps == (cell,)
    assert "begun" in BoardText(live_match).cell(cell)
    following = begun.sentences[1].removeprefix("Next: ").rstrip(".").split(", ")
    assert following == [spot.name for spot in spots(live_match) if spot.legal]
    done = enter(live_match, following[0]) if len(following) == 1 else enter(live_match, "c2-b2")
    assert not isinstance(done, str)
    assert live_match.match.ply == 3
    assert live_match.match.names()[-1].startswith("c2-")


def test_a_tile_is_heard_before_it_is_laid(home: Household) -> None:
    live_match = home.sit_down("contactic", PEOPLE)
    fields: list[Spot] = []
    while not fields:
        move = next(iter(BoardText(live_match).legal()))
        enter(live_match, live_match.match_text.move(live_match.match.position, move))
        fields = [spot for spot in spots(live_match) if "moves: 2" in spot.words]
    assert any(
        re.match(r"Tile in hand, (all|coloured|two)", spot.words) for spot in spots(live_match)
    )
    heard = []
    for _ in range(2):
        event = live_match.tap(fields[0].cell)
        lies = event.sentences[0].rstrip(".").split(", ", 1)[1]
        heard.append(lies)
        words = BoardText(live_match).cell(fields[0].cell)
        assert "begun" in words
        assert lies in words
    assert len(set(heard)) == 2
    lay = next(spot for spot in spots(live_match) if spot.name == "Lay")
    assert lay.words == "Lay, legal"
    done = live_match.tap(lay.cell)
    assert done.sentences[0].endswith(f", {heard[1]}.")


@each_case
@pytest.mark.parametrize("confirm", [True, False])
def test_what_is_said_next_is_what_a_tap_does(
    home: Household, case: tuple[str, dict[str, str]], confirm: bool
) -> None:
    """Every cell that is named goes on with the move; one that turns a tile makes none."""
    home.settings.confirm = confirm
    live_match, random, turned = home.sit_down(case[0], PEOPLE, **case[1]), Random(5), 0
    for _ in range(40):
        if live_match.result is not None:
            break
        begins = sorted({move[:1] for move in live_match.match.legal()})
        begun = live_match.tap(next(iter(random.choice(begins)), 0))
        assert begun is not None
        while live_match.taps:
            offered = begun.sentences[1].removeprefix("Next: ").rstrip(".").split(", ")
            taps, at, said = live_match.taps, live_match.match.ply, begun.sentences[0]
            for words in offered:
                name = words.partition(" (")[0]
                spot = next(spot for spot in spots(live_match) if spot.name == name)
                human = live_match.human
                assert human is not None
                before = BoardText(live_match).cell(spot.cell)
                begun = live_match.tap(spot.cell)
                assert begun is not None
                if words.endswith("(turn)"):
                    turned += 1
                    assert "tap again to turn" in before
                    assert live_match.match.ply == at
                    assert begun.sentences[0] != said, "it lies another way"
                elif words.endswith("(turn and play)"):
                    assert not confirm
                    assert live_match.match.ply == at + 1
                else:
                    assert words == spot.name
                    assert live_match.match.ply == at + 1 or live_match.taps == (*taps, spot.cell)
                if live_match.match.ply > at:
                    live_match.goto_ply(at)
                human.taps = taps
            begun = live_match.tap(spots_next(live_match, random))
            assert begun is not None
    assert turned > 2 or case[0] != "contactic"


@pytest.mark.parametrize(
    ("key", "word", "answer"),
    [
        ("othello", "", "Type a move, such as d3."),
        ("othello", "castle", "“castle” is not a move. Moves are written like this: d3."),
        ("othello", "z9", "“z9” is not a move. Moves are written like this: d3."),
        ("othello", "d4", "There is already a disc on this square."),
        ("othello", "a1", "A disc here would turn nothing, so you may not place it."),
        ("othello", "PASS", "You can move, so you cannot pass."),
        ("othello", "d3 d3", "Not like that. Possible: d3."),
        ("othello", "d3x", "Not like that. Possible: d3."),
        ("switch", "b1", "This stone is not yours. Begin with one of your own."),
        ("switch", "a1 c2", "Two stones can only be swapped in the same row or column."),
        ("flipop", "b1-b3", "A ball rolls only into the next pit: up, down, left or right."),
        ("flipop", "b1-b2-b3", None),
        ("contactic", "a1", None),
        ("contactic", "f5:0000", "Not like that. Possible: f5, coloured all round."),
        ("contactic", "f5 g6", "Not like that. Possible: f5, coloured all round."),
        ("switch", "a1-c1", "Not like that. Possible: a1-b1, a1-d1, a1-a2, a1-c3, a1-a4."),
        ("switch", "a1-c1-e1", "Not like that. Possible: a1-b1, a1-d1, a1-a2, a1-c3, a1-a4."),
    ],
)
def test_why_a_typed_text_is_no_move(
    home: Household, key: str, word: str, answer: str | None
) -> None:
    live_match = home.sit_down(key, PEOPLE)
    said = enter(live_match, word)
    assert isinstance(said, str)
    assert answer is None or said == answer
    assert said.endswith(".")
    assert live_match.match.ply == len(live_match.match.moves)
    assert not live_match.taps


@each_case
def test_any_text_is_answered(home: Household, case: tuple[str, dict[str, str]]) -> None:
    live_match, random = home.sit_down(case[0], PEOPLE, **case[1]), Random(3)
    strange = [*("", "  ", "-", "--", "pass", "passing", "a0", "a99", "é", "١", "{x}")]
    strange += ["x" * 5000, "d3" * 400]
    for _ in range(12):
        names = [*live_match.match.board.names, ":", "-", "=", "1010", "D", "aussetzen"]
        for text in [
            *strange,
            *(" ".join(pick(names, random) for _ in range(n)) for n in (1, 2, 3, 4)),
        ]:
            typed = read_typed(live_match.match_text, text)
            if isinstance(typed, str):
                assert typed, text
                assert "{" not in typed.replace("{x}", "")
            else:
                assert continuing(live_match.match.legal(), typed)
        enter(live_match, typed_at(live_match, random))
        if live_match.result is not None:
            break


def test_nobody_moves_for_another(home: Household) -> None:
    live_match = home.sit_down("othello", ("level1", "person"))
    assert enter(live_match, "d3") == "It is not your turn."
    assert not any(spot.legal for spot in spots(live_match))


@pytest.mark.parametrize("language", ["en", "de", "cs"])
def test_what_belongs_to_another_phase_is_not_possible_now(home: Household, language: str) -> None:
    """Switch: a colour or the placing of a stone once the colours are chosen, even in the gap;
    Contactic: an objection where there is nothing to object to."""
    live_match, random = home.sit_down("switch", PEOPLE, setup="placed"), Random(2)
    while live_match.match.position.colours is None:
        live_match.play(pick(live_match.match.legal(), random))
    live_match.text.use(language)
    cells, pieces = live_match.match_text.cell_text, live_match.match.position.pieces()
    dark, gap = (
        cells.cell_name(live_match.match.board.cell_named("dark")),
        cells.cell_name(pieces.index(None)),
    )
    chosen = live_match.text.game("switch", "refused.chosen")
    for text in (dark, dark.upper(), f"{gap}=D", f"{gap} {dark}", f"a1={dark}", f"{dark} a1"):
        assert enter(live_match, text) == chosen, text
    live_match = home.sit_down("contactic", PEOPLE, referee="off")
    object_cell = live_match.match_text.cell_text.cell_name(
        live_match.match.board.cell_named("object")
    )
    nothing = live_match.text.game("contactic", "refused.no_objection")
    assert enter(live_match, object_cell) == enter(live_match, f"f5 {object_cell}") == nothing


def test_more_moves_than_are_offered_are_hinted_at(home: Household) -> None:
    """Flipop: the first moves of some balls are more than are told."""
    live_match, random, told = (
        home.sit_down("flipop", ("person", "person"), chain="free"),
        Random(1),
        0,
    )
    while not told and live_match.result is None:
        legal = live_match.match.legal()
        for cell in {move[0] for move in legal}:
            many = len(continuing(legal, (cell,))) > MAX_SUGGESTIONS
            said = read_typed(
                live_match.match_text, f"{live_match.match_text.cell_text.cell_name(cell)} x"
            )
            assert isinstance(said, str)
            assert said.endswith(", ….") is many
            told += many
        live_match.play(pick(legal, random))
    assert told
