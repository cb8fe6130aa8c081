"""Tests of whole matches of Switch: draws, perft, stories, records, evaluation."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from random import Random

import pytest

from flipside.rules.contract.game import Choices
from flipside.rules.contract.position import WIN, Mark, Move, Result
from flipside.rules.contract.story import Pieces, Story, apply_beat, reversed_story
from flipside.rules.games.switch import SWITCH
from flipside.rules.games.switch.position import (
    ChoosingPhase,
    LayingPhase,
    PlayingPhase,
    Setup,
    Switch,
    position_from_rows,
)
from flipside.rules.games.switch.stones import ALL, can_join, joined
from flipside.rules.match.match import Match, replay
from flipside.rules.match.record import parse_moves, parse_record, record_text
from tests.rules.games.switch.reference_evaluation import evaluate
from tests.texts import texts_of

ARRANGED = ("chess", "windmill", "ring")
EVERY_GAME = [
    dict(zip(("setup", "swap", "counter"), values, strict=True))
    for values in product((*ARRANGED, "placed"), ("any", "adjacent"), ("on", "off"))
]


def label(choices: Choices) -> str:
    return "-".join(choices.values())


def opening(**choices: str) -> Switch:
    return SWITCH.opening(SWITCH.choices(choices), Random(0))


# -- draws ----------------------------------------------------------------------------------------

LAID = (
    "a1=D b1=L c1=D d1=L e1=D a2=L b2=D c2=L d2=D e2=L a3=D b3=L "
    "d3=L e3=D a4=L b4=D c4=L d4=D e4=L a5=D b5=L c5=D d5=L e5=D light"
)

ROUND = "a1-c3 a2-b2 c3-a1 b2-a2"
"""Four plies that lead back to the same position."""


def test_third_occurrence_is_a_draw() -> None:
    """SW-12, ALL-3: the third occurrence of board and player to move is a draw."""
    match = Match(SWITCH)
    start = match.position
    match.read_moves(ROUND)
    assert match.position == start
    assert hash(match.position) == hash(start)
    assert match.occurrences() == 2
    match.read_moves(ROUND.rsplit(" ", 1)[0])
    assert match.result() is None
    match.read_moves("b2-a2")
    assert match.result() == Result(None, "repetition")


def test_player_to_move_belongs_to_the_situation() -> None:
    """SW-12, ALL-3: the same board with another player to move is another position."""
    board = ("DLDLD", "LDLDL", "DL.LD", "LDLDL", "DLDLD")
    dark, light = (
        position_from_rows(board, "dark", Setup()),
        position_from_rows(board, "light", Setup()),
    )
    assert dark != light
    assert dark.stones == light.stones


def safe_moves(match: Match) -> Iterator[Move]:
    """Yield moves that do not end the match, threaten to, or repeat a position."""
    seen = set(match.history())
    for move in match.position.moves():
        after = match.position.play(move)
        if after.result() is None and after.prompt() == "move" and after not in seen:
            yield move


@pytest.mark.parametrize("cap", ["200", "100", "400", "off"])
def test_cap(cap: str) -> None:
    """SW-12, `cap`: after these plies the match is drawn. With "off" it continues."""
    match = Match(SWITCH, {"cap": cap})
    while match.ply < 401 and match.result() is None:
        match.play(next(safe_moves(match)))
    if cap == "off":
        assert match.plies_left() is None
        assert match.result() is None
    else:
        assert match.ply == int(cap)
        assert match.result() == Result(None, "cap")


CONNECTED = "a1-d1 e2-b2 a5-d5 e4-b4 a3-c3 a1-a3 c1-c2"
"""Moves after which dark is connected and light must counter."""


@pytest.mark.parametrize("cap", [5, 6, 7])
def test_a_counter_is_played_at_the_cap(cap: int) -> None:
    """SW-12: the cap does not end the match before a countermove. Then SW-7 decides."""
    assert SWITCH.repetition is not None
    game = replace(SWITCH, repetition=replace(SWITCH.repetition, cap_of=lambda choices: cap))
    match = Match(game)
    match.read_moves(" ".join(CONNECTED.split()[:cap]))
    if cap < 7:
        assert match.result() == Result(None, "cap")
        return
    assert (match.result(), match.plies_left()) == (None, 1)
    assert isinstance(match.position, PlayingPhase)
    counters = match.position.counters()
    for move in match.position.moves():
        match.play(move)
        ended = Result(1, "counter") if move in counters else Result(0, "missed")
        assert match.result() == ended
        match.goto_ply(7)
    assert counters


def test_a_counter_is_played_after_repetition() -> None:
    """SW-12: repetition does not end the match before a countermove. A test must force this,
    because no match can repeat such a position."""
    match = Match(SWITCH)
    match.read_moves(CONNECTED)
    match._occurrences[match.ply] = 3
    assert match.result() is None


def test_laying_counts_towards_the_cap() -> None:
    """SW-10, SW-12: placing a stone and choosing a colour count towards the cap."""
    match = Match(SWITCH, {"setup": "placed"})
    match.read_moves(LAID)
    assert match.plies_left() == 200 - 25


# -- counts --------------------------------------------------------------------------------------


def perft(position: Switch, plies: int) -> int:
    """Return the number of sequences of exactly `plies` plies, without repetition and cap."""
    moves = position.moves()
    if plies == 1:
        return len(moves)
    return sum(perft(position.play(move), plies - 1) for move in moves)


@pytest.mark.parametrize(
    ("setup", "first", "counts"),
    [
        ("chess", "dark", [36, 1248, 46160]),
        ("chess", "light", [36, 1264]),
        ("windmill", "dark", [36, 1256]),
    ],
)
def test_perft(setup: str, first: str, counts: list[int]) -> None:
    """SW-2, SW-3, SW-9: the counts of RULES.md."""
    start = opening(setup=setup, first=first)
    assert [perft(start, plies) for plies in range(1, len(counts) + 1)] == counts


def test_counter_is_one_free_last_ply() -> None:
    """SW-8: in perft every move of a player who must counter is a last ply."""
    match = Match(SWITCH, {"setup": "ring"})
    match.read_moves("b2-e2 e3-c3 b4-e4 d1-a1 a5-e3 c1-c2")
    start = opening(setup="ring")
    for move in match.moves:
        start = start.play(move)
    assert start.prompt() == "counter"
    assert perft(start, 1) >= 12
    assert perft(start, 2) == 0


# -- whole matches -------------------------------------------------------------------------------


@pytest.mark.parametrize("choices", EVERY_GAME, ids=label)
def test_random_matches(choices: dict[str, str]) -> None:
    """SW-1 to SW-12: stories in both directions, names, prefixes, records, and an end within the
    cap."""
    for seed in range(6):
        random = Random(seed)
        match = Match(SWITCH, choices, seed)
        while match.result() is None:
            position = match.position
            legal = position.moves()
            called = [position.name(move) for move in legal]
            assert len(set(called)) == len(called)
            assert len({len(move) for move in legal}) == 1
            move = random.choice(legal)
            name = position.name(move)
            assert parse_moves(position, name) == (move, len(name))
            before, story = position.pieces(), position.story(move)
            assert len(before) == len(match.board.names)
            match.play(move)
            assert retold(before, story) == match.position.pieces()
            assert retold(match.position.pieces(), reversed_story(story)) == before
            assert match.position.determinize(random) == match.position
            assert all(isinstance(mark, Mark) for mark in match.position.marks(()))
        assert match.ply <= 200
        assert match.position.moves() == [] or match.plies_left() == 0 or match.occurrences() == 3
        again = replay(parse_record(record_text(match.to_record())), {"switch": SWITCH})
        assert again.moves == match.moves
        assert again.result() == match.result()


def retold(pieces: Pieces, story: Story) -> Pieces:
    for beat in story:
        pieces = apply_beat(pieces, beat)
    return pieces


def swapped(position: Switch) -> Switch:
    """Return the position with stones and players of exchanged colours."""
    dark, light = position.stones
    match position:
        case PlayingPhase(turn=turn, setup=setup, dark=owner, must_counter=danger):
            return PlayingPhase((light, dark), turn, setup, 1 - owner, danger)
        case LayingPhase(turn=turn, setup=setup, starter=starter):
            return LayingPhase((light, dark), turn, setup, starter)
    return ChoosingPhase((light, dark), position.turn, position.setup)


@pytest.mark.parametrize("choices", EVERY_GAME, ids=label)
def test_judge_does_not_see_colours(choices: dict[str, str]) -> None:
    """SW-5: the evaluation is bounded, and the same for exchanged colours."""
    random = Random(3)
    position = opening(**choices)
    while position.moves():
        assert evaluate(position) == evaluate(swapped(position))
        assert abs(evaluate(position)) < WIN // 10
        if isinstance(position, PlayingPhase):
            own, enemy = position.sides
            gap = ALL ^ own ^ enemy
            moved = [own ^ gap ^ 1 << cell for cell in range(25) if own >> cell & 1]
            assert can_join(own, gap) == any(joined(stones) for stones in moved)
        position = position.play(random.choice(position.moves()))


TEXT = texts_of("switch")


def test_all_that_comes_up_is_said() -> None:
    """SW-1 to SW-12: the texts have exactly the keys that the rules use."""
    said = TEXT["en"]
    assert said["prompt"].keys() == {"lay", "choose", "move", "counter"}
    assert said["reason"].keys() == {
        *("joined", "unanswered", "counter", "missed", "gift", "both"),
        *("no_place", "repetition", "cap"),
    }
    assert said["tie"].keys() == {"largest", "groups", "equal"}
    assert said["tally"].keys() == {"group", "groups", "left"}
    assert said["cell"].keys() == said["colour"].keys() == {"dark", "light"}


ENDS = {"joined": "unanswered", "won": "unanswered", "gift": "gift", "counter": "counter"}
"""The reason for the end of the match in a picture."""


@pytest.mark.parametrize("picture", sorted(TEXT["pictures"]))
def test_pictures_show_what_is_told(picture: str) -> None:
    """SW-1 to SW-10: matches in pictures have ended, or need a countermove, as the text says."""
    drawn = TEXT["pictures"][picture]
    match = Match(SWITCH, drawn.get("options", {}))
    match.read_moves(drawn["moves"])
    result = match.result()
    assert (result.reason if result else None) == ENDS.get(picture)
    asks = result is None and match.position.prompt() == "counter"
    assert asks == (picture in ("danger", "counters"))
