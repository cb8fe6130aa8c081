"""A match in words: the whole position, what lies around a field, in every language, and nothing
that is hidden."""

import re
from collections import Counter
from random import Random

import pytest

from flipside.game.services.texts import LANGUAGES
from flipside.game.speech import BoardText
from flipside.rules.catalogue import BY_KEY
from flipside.rules.match.match import Match
from tests.game.live_match.machine import Household
from tests.game.speech.spoken_matches import (
    cells_of,
    each_case,
    moments,
    named,
    passages,
    rows,
    spoken,
    spots,
    table_of,
)

PEOPLE = ("person", "person")


@each_case
def test_the_position_is_said_whole(case: tuple[str, dict[str, str]]) -> None:
    for match in moments(case):
        pieces = match.position.pieces()[: match.board.columns * match.board.rows]
        said = spoken(match).whole()
        groups = [found for line in said if (found := re.match(r"([\w ]+), (\d+): (.*)\.$", line))]
        rest = dict(enumerate(pieces))
        for group in groups:
            name, count, named = group.groups()
            cells = cells_of(match, named)
            assert len(cells) == len(set(cells)) == int(count)
            there = {rest.pop(cell) for cell in cells}
            colours = {piece.colour if piece else "empty" for piece in there}
            assert colours == {name.lower()}
        assert set(rest.values()) <= {None}
        assert not rest or f"Empty: {len(rest)}." in said
        score = match.position.points()
        if score is not None:
            names = [colour.capitalize() for colour in match.position.colours]
            assert f"Score: {names[0]} {score[0]}, {names[1]} {score[1]}." in said
        if match.result() is None:
            assert "to move." in said[0]


def test_doors_and_their_swing_are_said() -> None:
    for match in moments(("flipop", {}), plies=60):
        said = spoken(match).whole()
        doors = next(line for line in said if line.startswith("Doors: "))
        heard = [frozenset(pair.split(" and ")) for pair in doors[7:-1].split("; ")]
        lying = [frozenset(map(named, pair)) for pair in passages(match)]
        assert sorted(map(sorted, heard)) == sorted(map(sorted, lying))
        hinges = next(line for kind, _, line in rows(spoken(match)) if kind == "hinge")
        for spot, pair in zip(hinges, lying, strict=True):
            assert spot.words.split(",")[0] == "door between " + " and ".join(sorted(pair))
            assert not spot.legal


@pytest.mark.parametrize(
    ("key", "moves", "cell", "heard"),
    [
        (
            *("othello", "d3 c3 c4", "c3"),
            "c3, white. Right: d3, black. Below right: d4, black. Below: c4, black."
            " Empty: above, above right, below left, left and above left.",
        ),
        (
            *("flipflop", "a1 b1 a2 c1 a3 d1", "a1"),
            "a1, dark. Right: b1 to d1, light. Below: a2 to a3, dark.",
        ),
        (
            *("flipop", "c1-c2", "c1"),
            "c1, empty, no door, exit for black, last move. Right: d1, white ball, door below."
            " Below: c2, white ball, doors below and left."
            " Left: b1, white ball, door below.",
        ),
        (
            *("contactic", "", "f5"),
            "f5, empty, legal, needs colour below. Below: f6, neutral."
            " Empty: above, right and left.",
        ),
    ],
)
def test_what_lies_around_a_field(key: str, moves: str, cell: str, heard: str) -> None:
    """Clockwise; in a line as far as it is the same; corners where the game has a use for them."""
    match = Match(BY_KEY[key], {}, 1)
    match.read_moves(moves)
    assert " ".join(spoken(match).around(match.board.cell_named(cell))) == heard


def test_fields_that_differ_in_nothing_are_said_together() -> None:
    """A stone of Flip-Flop turns as many as every other, so that number is left out."""
    match = Match(BY_KEY["flipflop"], {}, 1)
    match.read_moves("a1 b1")
    (said,) = spoken(match).possible()
    assert said.startswith("c1 to h1, a2 to h2, ")
    assert len(cells_of(match, said)) == 62
    othello = spoken(Match(BY_KEY["othello"], {}, 1))
    assert othello.possible() == tuple(f"{name}, turns 1." for name in ("d3", "c4", "f5", "e6"))


@each_case
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_answer_is_too_long_to_listen_to(
    case: tuple[str, dict[str, str]], language: str
) -> None:
    """Piles are a question of their own, and of very many moves one hears where they begin."""
    for match in moments(case):
        said = spoken(match, language, aids=True)
        assert len(" ".join(said.whole())) <= 850
        assert len(" ".join(said.beside())) <= 600
        assert len(" ".join(said.possible())) <= 650
        assert not set(said.beside()) & set(said.whole())
        if match.result() is None and (match.game.key, language) == ("contactic", "en"):
            ways = Counter(move[0] for move in match.legal() if move)
            heard = " ".join(said.possible())
            assert set(cells_of(match, heard)) >= {c for c in ways if c < match.board.columns**2}


@each_case
def test_every_language_says_everything(case: tuple[str, dict[str, str]]) -> None:
    for match in moments(case, plies=40):
        for language in LANGUAGES:
            live_match = table_of(match, language)
            told, match_text = BoardText(live_match), live_match.match_text
            said = [
                *told.whole(),
                *(spot.words for _, _, line in rows(told) for spot in line),
                *(name for _, name, _ in rows(told)),
                *told.around(12),
                *told.beside(),
                told.last(),
                match_text.why((0,)),
            ]
            if match.ply % 2:
                said += told.legal().values()
            assert match_text.text.missing == set()
            assert not [words for words in said if re.search(r"[{}]|\.\w|, ,|\.\.|^,|,$|  ", words)]


def test_what_is_not_shown_is_not_said(home: Household) -> None:
    """Possible moves and help on the board, as the settings have them."""
    live_match = home.sit_down("flipflop", PEOPLE, setup="chess")
    live_match.settings.legal = "off"
    said = " ".join(spot.words for spot in spots(live_match))
    assert "legal" not in said
    match = Match(BY_KEY["flipflop"])
    match.read_moves("a1 a8 b1 b8 c1 c8 d1 d8 e1 e8 f1 f8 g1")
    threat = "a1, dark, in a line that dark can fill with one move"
    assert spoken(match, aids=True).cell(0) == threat
    assert spoken(match).cell(0) == "a1, dark"


def test_hidden_tiles_are_never_told() -> None:
    for number, match in enumerate(moments(("contactic", {}), plies=40)):
        if match.result() is None:
            heard = []
            for other in (match.position, match.position.determinize(Random(number))):
                match._positions[match.ply] = other
                told = spoken(match, aids=True)
                heard.append((rows(told), told.whole(), told.legal(), told.around(60)))
            assert heard[0] == heard[1]


AHEAD = r"legal|may not|can fill|counter|needs|danger|in the connection"
"""What is said of moves to come."""


@each_case
@pytest.mark.parametrize("end", ["resigned", "too long"])
def test_nothing_is_said_of_moves_once_a_match_is_over(
    case: tuple[str, dict[str, str]], end: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However it ended, and with aids, too; before the end some of it was said in every game."""
    before = 0
    for match in moments(case):
        if match.result() is not None or match.position.prompt() == "choose":
            continue
        before += bool(re.search(AHEAD, " ".join(s.words for s in spots(table_of(match)))))
        if end == "resigned":
            match.resign(0)
        else:
            monkeypatch.setattr("flipside.rules.match.match.MAX_PLIES", match.ply)
        live_match = table_of(match, aids=True)
        said = [*BoardText(live_match).whole(), *(spot.words for spot in spots(live_match))]
        assert not [words for words in said if re.search(AHEAD, words)]
        match.take_back_resignation()
        monkeypatch.undo()
    assert before
