"""A whole evening at the table: moves, undo, passes, hints, values, seats, saving, all unseen."""

from dataclasses import replace
from random import Random

import pytest

from flipside.game.saves.album import album_names
from flipside.game.saves.matches import (
    PERSON,
    Plan,
    load_match,
    load_setup,
    match_names,
    save_match,
)
from flipside.game.saves.progress import begin_match, went_on
from flipside.game.table.match_view import view_of
from flipside.game.table.move_text import WentElsewhere
from flipside.game.table.seats import Computer
from flipside.game.table.table import Table, rematch, restarted
from flipside.rules.catalogue import BY_KEY, GAMES
from flipside.rules.contract.position import PASS, Move, Position
from flipside.rules.contract.story import apply_beat
from flipside.rules.match.clock import parse_clock
from flipside.rules.match.match import Match
from tests.game.table.machine import FRAME, Household, wait
from tests.rules.games.random_matches import played

PASSING = "d3 c3 c4 c5 d6 f4 f5 d2 b5"
"""Moves of the first game."""


def tap_through(table: Table) -> None:
    """Tap the first legal move of a person."""
    for cell in table.match.legal()[0]:
        assert table.tap(cell) is not None


@pytest.mark.parametrize("key", [game.key for game in GAMES])
def test_a_whole_match_against_a_computer(home: Household, key: str) -> None:
    """Every move is saved before anyone hears of it, and every story leads from what was seen to
    what is there."""
    table = home.sit_down(key, ("person", "level1"))
    while table.result is None and len(table.match.moves) < 120:
        before, at = table.match.position.pieces(), table.match.ply
        if table.human is not None and not table.match.must_pass:
            legal = table.match.legal()
            for cell in legal[len(legal) // 2]:
                change = table.tap(cell)
        else:
            change = wait(table, lambda at=at: table.match.ply > at)[-1]  # type: ignore[misc]
        assert change is not None
        assert change.before == before
        for beat in change.story:
            before = apply_beat(before, beat)
        assert before == table.match.position.pieces()
        assert change.ended == (table.result is not None)
        assert change.said
        saved = load_match(home, table.saved.name)
        assert saved is not None
        assert saved.match.moves == table.match.moves
    if table.result is None:
        table.give_up(0)
    assert view_of(table).result_words
    assert len(album_names(home, key)) == 1


def test_undo_and_redo_go_to_a_person_s_decisions(home: Household) -> None:
    table = home.sit_down("othello", ("person", "level1"))
    for plies in (2, 4):
        tap_through(table)
        wait(table, lambda plies=plies: len(table.match.moves) == plies)  # type: ignore[misc]
    change = table.undo()
    assert change is not None
    assert table.match.ply == 2
    assert len(change.passed) == 3
    assert table.looking_back
    assert load_match(home, table.saved.name).match.ply == 2
    assert table.redo() is not None
    assert table.match.ply == 4
    assert table.redo() is None, "there is nothing left to make again"
    assert table.go(0) is not None
    assert not table.can_undo
    assert table.undo() is None


def test_a_forced_pass_is_made_and_told(home: Household) -> None:
    seed, ply = next((seed, ply) for seed in range(60) if (ply := _ply_of_a_pass(seed)) is not None)
    whole = _played(seed)
    table = home.sit_down("othello", ("person", "person"), " ".join(whole.names()[:ply]))
    assert table.match.must_pass
    passed = table.pass_time(FRAME, 0.0)
    assert passed is not None
    assert passed.sound == "pass"
    assert "passes" in passed.said[0]
    assert table.match.moves[-1] == PASS
    assert view_of(table).note == passed.said[0]


def _played(seed: int) -> Match:
    match = Match(BY_KEY["othello"], {}, 1)
    number = seed
    while match.result() is None:
        legal = match.legal()
        number = (number * 1103515245 + 12345) % 2**31
        match.play(legal[number % len(legal)])
    return match


def _ply_of_a_pass(seed: int) -> int | None:
    match = _played(seed)
    # A pass that is written at the end of a text would be made by reading it.
    return next((ply for ply, move in enumerate(match.moves) if move == PASS), None)


def test_a_person_s_pass_is_told_until_his_next_move(home: Household) -> None:
    """However fast the computer answers, and once more if he has to pass again."""
    before = _before_a_pass()
    table = home.sit_down("othello", (PERSON, PERSON), before)
    player = table.match.position.turn
    seats = [PERSON, PERSON]
    seats[1 - player] = "level1"
    table.seat((seats[0], seats[1]))
    wait(table, lambda: table.human is not None and not table.match.must_pass)
    assert PASS in table.match.moves[len(before.split()) :]
    note = f"{table.words.player(player)} has no move and passes."
    assert view_of(table).note == note
    for _ in range(300):
        table.pass_time(FRAME, 0.0)
    assert view_of(table).note == note
    table.play(table.match.legal()[0])
    assert view_of(table).note == ""


def test_between_two_computers_a_pass_is_told_until_the_next_move(home: Household) -> None:
    table = home.sit_down("othello", ("level1", "level1"), _before_a_pass())
    wait(table, lambda: table.note != "")
    passed = table.match.ply
    wait(table, lambda: table.match.ply > passed)
    assert table.note == ""


def _before_a_pass() -> str:
    """Moves after which a player has to pass, and plays on afterwards."""
    for seed in range(200):
        match = played(Match(BY_KEY["othello"]), Random(seed))
        names = match.names()
        if "pass" in names and names.index("pass") < len(names) - 4:
            return " ".join(names[: names.index("pass")])
    raise AssertionError("no match with a pass")


def test_giving_up_and_taking_it_back(home: Household) -> None:
    table = home.sit_down("othello", ("person", "level2"), "d3 c5")
    change = table.give_up(0)
    assert change is not None
    assert change.ended
    assert not change.passed
    assert change.said[0] == "White wins."
    assert len(album_names(home)) == 1
    assert table.give_up(0) is None
    assert table.undo() is not None
    assert table.result is None
    assert table.match.ply == 2


def test_a_rematch_swaps_the_seats(home: Household) -> None:
    table = home.sit_down("flipflop", ("person", "level2"))
    tap_through(table)
    saved = rematch(home, table)
    assert saved.seats == ("level2", "person")
    assert table.make_room(saved)
    again = Table(home, saved)
    wait(again, lambda: len(again.match.moves) == 1)
    assert load_setup(home, again.game)[1] == ("level2", "person")
    assert restarted(home, again).match.seed != again.match.seed


def test_others_can_sit_down_in_the_middle(home: Household) -> None:
    table = home.sit_down("switch", ("person", "person"))
    tap_through(table)
    assert table.human is not None
    table.seat(("person", "level1"))
    assert table.human is None
    assert table.thinking
    wait(table, lambda: len(table.match.moves) >= 2)
    assert home.resumed("switch").seats == ("person", "level1")


def test_some_options_need_two_people(home: Household) -> None:
    assert home.sit_down("contactic", ("person", "person")).may_sit(("person", "level1"))
    table = home.sit_down("contactic", ("person", "person"), referee="off")
    assert not table.may_sit(("person", "level1"))
    assert table.may_sit(("person", "person"))


def test_two_computers_pause_and_go_on(home: Household) -> None:
    table = home.sit_down("othello", ("level1", "level1"))
    wait(table, lambda: len(table.match.moves) == 3)
    assert table.pause() is not None
    assert table.waiting
    assert [table.pass_time(FRAME, 0.02) for _ in range(20)] == [None] * 20
    assert table.undo() is not None
    assert table.match.ply == 2
    assert table.go_on() is not None
    assert len(table.match.moves) == 2, "what was taken back is forgotten"
    wait(table, lambda: len(table.match.moves) == 4)


def test_a_hint_and_what_may_follow(home: Household) -> None:
    table = home.sit_down("othello", ("person", "person"), "d3")
    assert table.ask_hint() is not None
    assert view_of(table).hint == (home.text("hint.thinking") + ".",)
    heard = wait(table, lambda: not table.hint.thinking)
    assert heard[-1].said[0].startswith("Hint: ")
    match_view = view_of(table)
    assert match_view.hint == heard[-1].said
    assert match_view.hint_line[0] in table.match.legal()
    table.ask_hint()
    wait(table, lambda: not table.hint.thinking)
    assert len(view_of(table).hint_line) > 1
    assert table.take_back_taps() is not None
    assert not view_of(table).hint
    table.go(0)
    assert table.ask_hint() is not None
    table.give_up(0)
    assert table.ask_hint() is None, "nobody has a choice any more"


def test_a_computer_that_thinks_changes_nothing_but_its_dots(home: Household) -> None:
    table, seen = home.sit_down("othello", ("level8", "person")), {0}
    for _ in range(120):
        before, change = view_of(table).dots, table.pass_time(FRAME, 0.0)
        dots = view_of(table).dots
        assert (change is not None) == (dots != before)
        seen.add(dots)
    assert seen == {0, 1, 2, 3}


def test_values_are_worked_out_while_a_person_thinks(home: Household) -> None:
    home.settings.values = True
    table = home.sit_down("othello", ("person", "level1"), "d3 c5")
    wait(table, lambda: bool(view_of(table).valued.cells))
    valued = view_of(table).valued
    assert valued.cells.keys() == view_of(table).next_cells
    assert valued.best <= valued.cells.keys()
    assert valued.words
    assert valued.share is not None
    tap_through(table)
    assert not view_of(table).valued.cells


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
    """Without clocks, and while nothing else is computed or looked at."""
    asked = list[Position]()
    monkeypatch.setattr(Computer, "ponder", lambda _, seen, budget: asked.append(seen[-1]))
    home.settings.values = values
    plan = Plan({}, (PERSON, "level7"), parse_clock(clock) if clock else None)
    saved = begin_match(home, BY_KEY["othello"], plan)
    assert saved is not None
    saved.match.read_moves("d3 c3 c4 c5" if looks_back else "d3 c3")
    table = Table(home, saved)
    if looks_back:
        table.undo()
    for _ in range(200):
        table.pass_time(FRAME, 0.02)
    assert bool(asked) == ponders
    assert set(asked) <= {table.match.position}


def test_a_move_in_several_taps(home: Household) -> None:
    table = home.sit_down("flipop", ("person", "person"))
    first, second = table.match.legal()[0][:2]
    begun = table.tap(first)
    assert begun is not None
    assert begun.sound == "tap"
    assert not begun.passed
    assert second in view_of(table).next_cells
    assert table.human is not None
    assert table.human.preview(second) == table.match.position.play((first, second))
    assert table.take_back_taps() is not None
    assert table.take_back_taps() is None
    nowhere = next(c for c in range(200) if all(c not in move for move in table.match.legal()))
    assert table.tap(nowhere) is None


def test_a_killed_program_loses_nothing(home: Household) -> None:
    """After every single step another program finds the same moment."""
    table = home.sit_down("contactic", ("person", "level1"))
    for step in range(12):
        if step == 5:
            table.undo()
        elif table.human is not None:
            tap_through(table)
        else:
            at = table.match.ply
            wait(table, lambda at=at: table.match.ply > at)  # type: ignore[misc]
        again = home.resumed("contactic")
        here = replace(view_of(table), note="", opening_name="")
        assert not replace(view_of(again), note="", opening_name="").differs(here)
        assert again.match.names() == table.match.names()


def test_a_match_that_went_on_elsewhere_is_not_touched(home: Household) -> None:
    saved = begin_match(home, BY_KEY["othello"], Plan({}, ("person", "person")))
    assert saved is not None
    here = Table(home, saved)
    elsewhere = home.resumed("othello")
    tap_through(elsewhere)
    cell = here.match.legal()[1][0]
    change = here.tap(cell)
    assert change is not None
    assert isinstance(change, WentElsewhere)
    assert not here.match.moves
    for refused in (here.give_up(0), here.seat(("level1", "person"))):
        assert refused is not None
        assert isinstance(refused, WentElsewhere)
    assert home.resumed("othello").match.moves == elsewhere.match.moves
    assert here.make_room(restarted(home, here))
    there = load_match(home, elsewhere.saved.name)
    assert there is not None
    assert there.match.moves == elsewhere.match.moves, "a new match stands beside it"


def test_a_match_knows_the_name_it_is_stored_under(home: Household) -> None:
    """Two matches of one game side by side, each under a name of its own."""
    first = home.sit_down("othello", ("person", "person"))
    other = Table(home, restarted(home, first))
    tap_through(first)
    tap_through(other)
    tap_through(other)
    assert len(home.resumed("othello").match.moves) == 2, "the one played last"
    tap_through(first)
    tap_through(first)
    assert len(home.resumed("othello").match.moves) == 3
    assert len(match_names(home.storage, "othello")) == 2
    save_match(home, first.match, first.seats, other.saved.name)
    assert went_on(home, other.saved)
    assert not went_on(home, first.saved)


def test_a_move_is_named_once(home: Household, monkeypatch: pytest.MonkeyPatch) -> None:
    """A long list of moves is not put into words again with every move that is added to it."""
    table = home.sit_down("othello", ("person", "person"), PASSING)
    names, named = table.words.moves(), list[Move]()
    assert " ".join(names) == PASSING
    name = table.words.move

    def counted(position: Position, move: Move) -> str:
        named.append(move)
        return name(position, move)

    monkeypatch.setattr(table.words, "move", counted)
    assert table.words.moves() == names
    assert named == []
    table.undo()
    tap_through(table)
    named.clear()
    assert table.words.moves()[:-1] == names[:-1]
    assert named == table.match.moves[-1:]
