"""A whole evening at the table: moves, undo, passes, hints, values, seats, saving, all unseen."""

from random import Random

import pytest

from flipside.game.live_match.live_match import LiveMatch
from flipside.game.live_match.match_view import view_of
from flipside.game.live_match.seats import Computer
from flipside.game.saves.album import album_names
from flipside.game.saves.matches import (
    PERSON,
    MatchSetup,
    load_match,
)
from flipside.game.saves.progress import begin_match
from flipside.rules.catalogue import BY_KEY, GAMES
from flipside.rules.contract.position import PASS, Move, Position
from flipside.rules.match.clock import parse_clock
from flipside.rules.match.match import Match
from tests.game.live_match.machine import FRAME, Household, after_story, tap_through, wait
from tests.rules.games.random_matches import played

PASSING = "d3 c3 c4 c5 d6 f4 f5 d2 b5"
"""Moves of the first game."""


@pytest.mark.parametrize("key", [game.key for game in GAMES])
def test_a_whole_match_against_a_computer(home: Household, key: str) -> None:
    """Every move is saved before anyone hears of it, and every story leads from what was seen to
    what is there."""
    live_match = home.sit_down(key, ("person", "level1"))
    while live_match.result is None and len(live_match.match.moves) < 120:
        before, at = live_match.match.position.pieces(), live_match.match.ply
        if live_match.human is not None and not live_match.match.must_pass:
            legal = live_match.match.legal()
            for cell in legal[len(legal) // 2]:
                event = live_match.tap(cell)
        else:
            event = wait(live_match, lambda at=at: live_match.match.ply > at)[-1]  # type: ignore[misc]
        assert event.before == before
        assert after_story(before, event.story) == live_match.match.position.pieces()
        assert event.ended == (live_match.result is not None)
        assert event.sentences
        stored_match = load_match(home, live_match.stored_match.name)
        assert stored_match.match.moves == live_match.match.moves
    if live_match.result is None:
        live_match.resign(0)
    assert view_of(live_match).result_words
    assert len(album_names(home, key)) == 1


def test_a_person_s_pass_is_told_until_his_next_move(home: Household) -> None:
    """However fast the computer answers, and once more if he has to pass again."""
    before = _before_a_pass()
    live_match = home.sit_down("othello", (PERSON, PERSON), before)
    player = live_match.match.position.turn
    seats = [PERSON, PERSON]
    seats[1 - player] = "level1"
    live_match.seat((seats[0], seats[1]))
    wait(live_match, lambda: live_match.human is not None and not live_match.match.must_pass)
    assert PASS in live_match.match.moves[len(before.split()) :]
    note = f"{live_match.match_text.player(player)} has no move and passes."
    assert view_of(live_match).note == note
    for _ in range(300):
        live_match.pass_time(FRAME, 0.0)
    assert view_of(live_match).note == note
    live_match.play(live_match.match.legal()[0])
    assert view_of(live_match).note == ""


def test_between_two_computers_a_pass_is_told_until_the_next_move(home: Household) -> None:
    live_match = home.sit_down("othello", ("level1", "level1"), _before_a_pass())
    wait(live_match, lambda: live_match.note != "")
    passed = live_match.match.ply
    wait(live_match, lambda: live_match.match.ply > passed)
    assert live_match.note == ""


def _before_a_pass() -> str:
    """Moves after which a player has to pass, and plays on afterwards."""
    for seed in range(200):
        match = played(Match(BY_KEY["othello"]), Random(seed))
        names = match.names()
        if "pass" in names and names.index("pass") < len(names) - 4:
            return " ".join(names[: names.index("pass")])
    raise AssertionError("no match with a pass")


def test_a_computer_that_thinks_changes_nothing_but_its_dots(home: Household) -> None:
    live_match, seen = home.sit_down("othello", ("level8", "person")), {0}
    for _ in range(120):
        before, event = view_of(live_match).dots, live_match.pass_time(FRAME, 0.0)
        dots = view_of(live_match).dots
        assert (event is not None) == (dots != before)
        seen.add(dots)
    assert seen == {0, 1, 2, 3}


@pytest.mark.parametrize(
    ("clock", "values", "looks_back", "ponders"),
    [
        ("", False, False, True),
        ("5+3 5+3", False, False, False),
        ("", True, False, False),
        ("", False, True, False),
    ],
)
def test_a_computer_ponders_while_a_person_thinks(
    home: Household,
    monkeypatch: pytest.MonkeyPatch,
    clock: str,
    values: bool,
    looks_back: bool,
    ponders: bool,
) -> None:
    asked = list[Position]()
    monkeypatch.setattr(Computer, "ponder", lambda _, seen, budget: asked.append(seen[-1]))
    home.settings.values = values
    setup = MatchSetup({}, (PERSON, "level7"), parse_clock(clock) if clock else None)
    stored_match = begin_match(home, BY_KEY["othello"], setup)
    stored_match.match.read_moves("d3 c3 c4 c5" if looks_back else "d3 c3")
    live_match = LiveMatch(home, stored_match)
    if looks_back:
        live_match.undo()
    for _ in range(200):
        live_match.pass_time(FRAME, 0.02)
    assert bool(asked) == ponders
    assert set(asked) <= {live_match.match.position}


def test_a_move_is_named_once(home: Household, monkeypatch: pytest.MonkeyPatch) -> None:
    """A long list of moves is not put into words again with every move that is added to it."""
    live_match = home.sit_down("othello", ("person", "person"), PASSING)
    names, named = live_match.match_text.moves(), list[Move]()
    assert " ".join(names) == PASSING
    name = live_match.match_text.move

    def counted(position: Position, move: Move) -> str:
        named.append(move)
        return name(position, move)

    monkeypatch.setattr(live_match.match_text, "move", counted)
    assert live_match.match_text.moves() == names
    assert named == []
    live_match.undo()
    tap_through(live_match)
    named.clear()
    assert live_match.match_text.moves()[:-1] == names[:-1]
    assert named == live_match.match.moves[-1:]


PEOPLE = ("person", "person")


def test_no_warning_after_the_end(home: Household, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("occurrences", 2), ("plies_left", 5)):
        live_match = home.sit_down("flipop", PEOPLE)
        with monkeypatch.context() as patch:
            patch.setattr(Match, name, lambda self, ply=None, value=value: value)
            assert live_match.match_text.end_warning()
            live_match.match.resign(0)
            assert not live_match.match_text.end_warning()
