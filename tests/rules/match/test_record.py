"""Tests of parsing moves and records: common notations are read, other texts are refused."""

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import cast

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from flipside.rules.catalogue import BY_KEY, FORMATS, GAMES
from flipside.rules.contract.diagram import write_position
from flipside.rules.contract.game import AnyGame
from flipside.rules.contract.position import Move, Position
from flipside.rules.games.othello import OTHELLO
from flipside.rules.match.any_text import read_any
from flipside.rules.match.clock import Clock, TimeControl
from flipside.rules.match.link import fragment
from flipside.rules.match.match import Match, replay
from flipside.rules.match.record import (
    MAX_RECORD_CHARACTERS,
    BadRecord,
    Record,
    is_record,
    next_word,
    parse_moves,
    parse_record,
    record_text,
)
from tests.rules.games.random_matches import around_a_pass, played


def names_of(text: str) -> list[str]:
    match = Match(OTHELLO)
    match.read_moves(text)
    return match.names()


# -- moves ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "d3 c3 c4",
        "D3 C3 C4",
        "d3c3c4",
        "D3c3C4",
        "d3,c3,c4",
        "d3, c3; c4",
        "d3|c3|c4",
        "d3\nc3\r\nc4\n",
        "\t d3   c3 c4 ",
        "1. d3 c3 2. c4",
        "1. d3 2. c3 3. c4",
        "1.d3 c3 2.c4",
        "1.d3c3 2.c4",
        "1 . d3 c3 2 . c4",
        "1) d3 2) c3 3) c4",
        "1. d3 1... c3 2. c4",
        "1. d3, c3, 2. c4",
        "d3 c3 2. c4 3.",
    ],
)
def test_usual_writings(text: str) -> None:
    assert names_of(text) == ["d3", "c3", "c4"]


@pytest.mark.parametrize("text", ["", "  ", "\n", ",;|", "1.", "1. 2. 3."])
def test_texts_without_moves(text: str) -> None:
    assert names_of(text) == []


@pytest.mark.parametrize(
    ("text", "word", "ply"),
    [
        ("a1", "a1", 1),
        ("d3 c3 x", "x", 3),
        ("d3c3zz", "zz", 3),
        ("d3 c3 c4-", "-", 4),
        ("d 3", "d", 1),
        ("1 d3", "1", 1),
        ("pass", "pass", 1),
        ("d3 --", "--", 2),
        ("d3 1.5", "1.5", 2),
        ("<script>", "<script>", 1),
        ("d3 " + "x" * 100, "x" * 40, 2),
    ],
)
def test_first_word_that_is_no_move(text: str, word: str, ply: int) -> None:
    with pytest.raises(BadRecord) as caught:
        names_of(text)
    assert (caught.value.key, caught.value.word, caught.value.ply) == ("move", word, ply)


def test_moves_before_a_wrong_word_are_played() -> None:
    match = Match(OTHELLO)
    with pytest.raises(BadRecord):
        match.read_moves("d3 c3 a1 c4")
    assert match.names() == ["d3", "c3"]


def test_no_moves_after_the_end() -> None:
    with pytest.raises(BadRecord) as caught:
        names_of("e6 f4 e3 f6 g5 d6 e7 f5 c5 1. a1")
    assert (caught.value.key, caught.value.ply) == ("over", 10)


def test_words_and_where_they_begin() -> None:
    assert next_word("1. d3,c3", 0) == ("d3", 3)
    assert next_word("1. d3,c3", 5) == ("c3", 6)
    assert next_word("1. d3,c3", 8) == ("", 8)
    assert next_word("d3 12.", 2) == ("", 6)


def test_words_are_cut_so_that_long_ones_are_read_in_time() -> None:
    """Moves without blanks are cut into words, each continued after its last complete name."""
    assert next_word(" " + "d3" * 1000, 1) == ("d3" * 50, 1)
    names = played(Match(OTHELLO), Random(4)).names()
    assert len(names) > 50
    assert names_of("".join(names)) == names


def test_too_many_moves_are_not_read_one_by_one() -> None:
    with pytest.raises(BadRecord) as caught:
        names_of("d3 " * MAX_RECORD_CHARACTERS)
    assert caught.value.key == "long"


@pytest.mark.parametrize("spoken", ["pass", "PASS", "pa", "PA", "--", "", "17. pass", "pass,"])
def test_forced_passes_spoken_or_left_out(spoken: str) -> None:
    """ALL-1: a transcript may contain or omit a pass."""
    before, after = around_a_pass()
    names = names_of(f"{before} {spoken} {after}")
    assert names == [*before.split(), "pass", *after.split()]


def test_forced_passes_run_together() -> None:
    """ALL-1: a pass is also read between moves without blanks."""
    before, after = around_a_pass()
    for spoken in ("", "pass", "--"):
        names = names_of((before + spoken + after).replace(" ", ""))
        assert names == [*before.split(), "pass", *after.split()]


class Choosing:
    """A position in which a pass is one of several moves, and some names are prefixes of others."""

    def moves(self) -> Sequence[Move]:
        return [(1,), (1, 2), (1, 3), (9,)]

    def name(self, move: Move) -> str:
        return {(1,): "a1-b1", (1, 2): "a1-b1-b2", (1, 3): "a1-b1-c1", (9,): "pass"}[move]


@pytest.mark.parametrize(
    ("word", "found"),
    [
        ("a1-b1", ((1,), 5)),
        ("A1-B1-B2", ((1, 2), 8)),
        ("a1-b1-b2a1", ((1, 2), 8)),
        ("a1-b1a1", ((1,), 5)),
        ("a1-b1-", ((1,), 5)),
        ("pass", ((9,), 4)),
        ("PA", ((9,), 2)),
        ("--", ((9,), 2)),
        ("a1", None),
        ("", None),
    ],
)
def test_longest_name_counts_and_a_chosen_pass_is_spoken(
    word: str, found: tuple[Move, int] | None
) -> None:
    assert parse_moves(cast(Position, Choosing()), word) == found


# -- records -------------------------------------------------------------------------------------

TEXT = """Flipside 1
game othello
options start=official corners=0 goal=most
seed 7
seats person level1
at 2
moves d3 c3 c4
"""
RECORD = Record(
    game="othello",
    choices={"start": "official", "corners": "0", "goal": "most"},
    seed=7,
    moves="d3 c3 c4",
    ply=2,
    seats=("person", "level1"),
)


def test_record_as_text() -> None:
    assert record_text(RECORD) == TEXT
    assert parse_record(TEXT) == RECORD


def test_least_record() -> None:
    assert record_text(Record("othello")) == "Flipside 1\ngame othello\nseed 0\n"
    assert parse_record("Flipside 1\ngame othello") == Record("othello")


def test_record_with_blank_lines_and_other_line_ends() -> None:
    assert parse_record("\n\n  " + TEXT.replace("\n", " \r\n\r\n")) == RECORD


def test_what_claims_to_be_a_record() -> None:
    assert is_record(TEXT)
    assert is_record("\n Flipside 2")
    assert not is_record("d3 c3")
    assert not is_record("Flipsides")


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "foreign"),
        ("hello", "foreign"),
        ("Flipside", "foreign"),
        ("Flipside one\ngame othello", "foreign"),
        ("Flipside -1\ngame othello", "foreign"),
        ("Flipside 0\ngame othello", "foreign"),
        ("Flipside ²\ngame othello", "foreign"),
        ("Flipside 1", "foreign"),
        ("Flipside 3\ngame othello", "newer"),
        ("Flipside 999999\nwhatever", "newer"),
        ("Flipside 1\ngame othello\ngame othello", "line"),
        ("Flipside 1\ngame othello\nhello world", "line"),
        ("Flipside 1\ngame othello\nseed x", "line"),
        ("Flipside 1\ngame othello\nseed -1", "line"),
        ("Flipside 1\ngame othello\nseed", "line"),
        ("Flipside 1\ngame othello\nseed " + "9" * 5000, "line"),
        ("Flipside 1\ngame othello\nat ١", "line"),
        ("Flipside 1\ngame othello\ngave-up 2", "line"),
        ("Flipside 1\ngame othello\nseats person", "line"),
        ("Flipside 1\ngame othello\nclock", "line"),
        ("Flipside 1\ngame othello\nclock 5+2", "line"),
        ("Flipside 1\ngame othello\nclock 5+2 3+0 hostile", "line"),
        ("Flipside 1\ngame othello\nclock 0+2 3+0", "line"),
        ("Flipside 1\ngame othello\nclock 5+2 999+0", "line"),
        ("Flipside 1\ngame othello\nclock 5+99 3+0", "line"),
        ("Flipside 1\ngame othello\nclock 5+2 -3+0", "line"),
        ("Flipside 1\ngame othello\nclock ٥+2 3+0", "line"),
        ("Flipside 1\ngame othello\nclock 601s 30s", "line"),
        ("Flipside 1\ngame othello\nleft 3.000 3.000", "line"),
        ("Flipside 1\ngame othello\nclock 5+2 3+0\nleft 3.000", "line"),
        ("Flipside 1\ngame othello\nclock 5+2 3+0\nleft 3.000 nan", "line"),
        ("Flipside 1\ngame othello\nclock 5+2 3+0\nleft 3.000 1e9", "line"),
        ("Flipside 1\ngame othello\nclock 5+2 3+0\nleft 3.000 9999999.000", "line"),
        ("Flipside 1\ngame othello\nclock 5+2 3+0\nleft 0.000 0.000", "line"),
        ("Flipside 1\ngame othello\nseats a b c", "line"),
        ("Flipside 1\ngame othello\noptions start", "line"),
        ("Flipside 1\ngame othello\noptions =x", "line"),
        ("Flipside 1\ngame othello\noptions start=open start=open", "line"),
        ("x" * (MAX_RECORD_CHARACTERS + 1), "long"),
    ],
)
def test_texts_that_are_no_records(text: str, key: str) -> None:
    with pytest.raises(BadRecord) as caught:
        parse_record(text)
    assert caught.value.key == key
    assert str(caught.value)


def test_complaints_are_short() -> None:
    with pytest.raises(BadRecord) as caught:
        parse_record("Flipside 1\ngame othello\n" + "x" * 10_000)
    assert len(str(caught.value)) < 200


words = st.text(st.characters(codec="ascii", categories=["L", "N", "Pd"]), min_size=1, max_size=12)
counts = st.integers(0, 10**18 - 1)
controls = st.builds(
    TimeControl, st.integers(1, 180).map(lambda minutes: 60 * minutes), st.integers(0, 60)
) | st.builds(TimeControl, st.integers(1, 600), per_move=st.just(True))
left = st.integers(1, 999_999_999)
clocks = st.builds(Clock, st.tuples(controls, controls), st.tuples(left, left), st.booleans())
records = st.builds(
    Record,
    game=words,
    choices=st.dictionaries(words, words, max_size=4),
    seed=counts,
    moves=st.lists(words, max_size=20).map(" ".join),
    ply=st.none() | counts,
    resigned=st.none() | st.integers(0, 1),
    seats=st.none() | st.tuples(words, words),
    clock=st.none() | clocks,
)


@given(records)
def test_every_record_is_read_back(record: Record) -> None:
    assert parse_record(record_text(record)) == record


def opened(text: str) -> Match:
    """Return the match of a pasted text: a record or a list of moves."""
    if is_record(text):
        return replay(parse_record(text), BY_KEY)
    match = Match(OTHELLO)
    match.read_moves(text)
    return match


def match_or_refusal(text: str) -> None:
    try:
        match = opened(text)
    except BadRecord:
        return
    again = opened(record_text(match.to_record()))
    assert again.position == match.position
    assert again.moves == match.moves


@given(st.text())
@example("Flipside 1\ngame othello\noptions corners=²")
@example("Flipside \x1c1")
@example("İ3")
@example("1" * 50_000)
@example("1 " * 50_000)
@example("1." * 50_000)
@example("1" + " " * 100_000)
def test_any_text_is_a_match_or_refused(text: str) -> None:
    match_or_refusal(text)


lines = st.sampled_from(
    ["game", "options", "seed", "seats", "at", "gave-up", "moves", "clock", "left", ""]
)


@given(st.lists(st.tuples(lines, st.text(max_size=20)), max_size=8))
def test_any_lines_are_a_match_or_refused(pairs: list[tuple[str, str]]) -> None:
    match_or_refusal("\n".join(["Flipside 1", "game othello", *(" ".join(pair) for pair in pairs)]))


@cache
def real_record(key: str, seed: int) -> str:
    match = played(Match(BY_KEY[key], seed=seed), Random(seed), plies=30)
    return record_text(match.to_record(("person", "level3")))


@settings(max_examples=60)
@given(
    key=st.sampled_from([game.key for game in GAMES]),
    seed=st.integers(0, 3),
    where=st.floats(0, 1),
    length=st.integers(0, 6),
    new=st.text(max_size=6) | st.sampled_from(["=", " pass ", "\n", "9", "\nat 3", "d3", "\0"]),
)
def test_damaged_records_are_a_match_or_refused(
    key: str, seed: int, where: float, length: int, new: str
) -> None:
    text = real_record(key, seed)
    at = int(where * len(text))
    match_or_refusal(text[:at] + new + text[at + length :])


UNSEEN = ["\ufeff", "\u200b", "\u2060\u200e"]


def begun(game: AnyGame) -> Match:
    """Return a match after three plies with an option that is not the default."""
    option = next(one for one in game.options if not one.opening_only and not one.people_only)
    match = Match(game, {option.key: option.values[-1]}, 7)
    for _ in range(3):
        match.play(match.legal()[0])
    match.players = "Ann", "Ben"
    return match


@pytest.mark.parametrize("unseen", UNSEEN)
@pytest.mark.parametrize("kind", ["record", "link"])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_what_nobody_sees_changes_no_match(game: AnyGame, kind: str, unseen: str) -> None:
    match = begun(game)
    record = match.to_record()
    text = record_text(record) if kind == "record" else fragment(match, record)
    (found,) = read_any(unseen + text, FORMATS, BY_KEY) or []
    again = found.play()
    assert again.to_record() == record
    assert again is not found.play(), "two who play it on have a match each"


@pytest.mark.parametrize("key", ["flipflop", "switch", "flipop", "contactic"])
def test_what_nobody_sees_changes_no_position(key: str) -> None:
    game = BY_KEY[key]
    choices = game.choices({})
    position = Match(game, choices, 3).position
    text = write_position(game, choices, position)
    (found,) = read_any(f"\u200b{text}", FORMATS, BY_KEY) or []
    assert write_position(game, choices, found.play().position) == text
