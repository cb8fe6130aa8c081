"""The same match, study or position in two windows: the one that is behind overwrites nothing,
brings nothing back, and says so."""

from collections.abc import Callable

import pytest

from flipside.game.saves.album import album_names, review_name, study_names
from flipside.game.saves.matches import StoredMatch, load_draft, match_names
from flipside.game.saves.task_progress import (
    LESSON_DONE,
    next_step,
    note_lesson,
)
from flipside.game.scenes.editor.session import DraftSession
from flipside.game.scenes.shelf.album import open_review
from flipside.game.services.storage.storage import Storage
from flipside.rules.catalogue import BY_KEY
from flipside.rules.match.clock import parse_clock
from flipside.rules.match.match import Match
from tests.game.conftest import MakePilot
from tests.game.journeys.recorded import recorded
from tests.game.live_match.machine import Machine
from tests.game.pilot import Pilot, session_of
from tests.game.services.stores import FaultyStore, document
from tests.of_type import of_type

OTHELLO = BY_KEY["othello"]


@pytest.fixture
def pair(fly: MakePilot) -> tuple[Pilot, Pilot]:
    """Two windows with the same match; in the second one it went on."""
    behind, ahead = fly(), fly()
    behind.sit_down("othello", "d3 c5")
    ahead.press("play othello")
    ahead.tap("f6")
    assert ahead.saved().names() == ["d3", "c5", "f6"]
    return behind, ahead


def is_asked(pilot: Pilot) -> bool:
    return "take-over" in pilot.names()


@pytest.mark.parametrize("key", ["", "u", "s", "g"])
def test_whatever_changes_the_match_is_refused(pair: tuple[Pilot, Pilot], key: str) -> None:
    behind, ahead = pair
    if key:
        behind.key(key)
        if "yes" in behind.names():
            behind.press("yes")
    else:
        behind.tap("f6")
    assert is_asked(behind)
    assert behind.saved().names() == ["d3", "c5", "f6"]
    behind.press("take-over")
    assert behind.match.names() == ["d3", "c5", "f6"]
    behind.tap(behind.match.position.moves()[0][0])
    assert len(behind.saved().moves) == 4
    ahead.tap(ahead.match.position.moves()[1][0])
    assert is_asked(ahead)
    assert len(ahead.saved().moves) == 4


def test_a_tab_hears_of_it_at_once(pair: tuple[Pilot, Pilot]) -> None:
    """Another game's save is none of its business; the shelf shows what was played."""
    behind, _ = pair
    behind.top.stored("flipop")
    assert not is_asked(behind)
    behind.top.stored("othello")
    assert is_asked(behind)
    behind.press("shelf")
    behind.top.stored("othello")
    behind.press("play othello")
    assert behind.match.names() == ["d3", "c5", "f6"]


def test_a_computer_does_not_move_in_a_match_that_went_on(fly: MakePilot) -> None:
    behind, ahead = fly(patience=0.0), fly()
    behind.sit_down("othello", "d3", seats=("person", "level1"))
    ahead.press("play othello")
    ahead.wait_for(lambda: len(ahead.saved().moves) == 2)
    newer = ahead.saved().names()
    behind.app.slices, behind.app.services.slice_seconds = (1.0, 1.0), 1.0
    behind.wait_for(lambda: is_asked(behind))
    behind.advance(1.0)
    assert behind.saved().names() == newer


# -- a match that ended or was deleted -------------------------------------------------------------

ENDED = "e6 f4 e3 f6 g5 d6 e7 f5 c5"
"""A short match; black has everything."""


def played_to_its_end(fly: MakePilot) -> tuple[Pilot, Pilot]:
    """Two windows: one is five plies behind, in the other the match ended and is in the album."""
    behind, ahead = fly(), fly()
    moves = ENDED.split()
    behind.sit_down("othello", " ".join(moves[:4]))
    ahead.press("play othello")
    for cell in moves[4:]:
        ahead.tap(cell)
    assert ahead.play.live_match.result is not None
    ahead.app.stack.home()
    assert match_names(ahead.app.services.storage) == []
    return behind, ahead


def deleted(fly: MakePilot) -> tuple[Pilot, Pilot]:
    behind, other = fly(), fly()
    behind.sit_down("othello", " ".join(ENDED.split()[:4]))
    other.press("album")
    other.press("delete othello")
    other.press("yes")
    return behind, other


ENDS = pytest.mark.parametrize("end", [played_to_its_end, deleted])


@ENDS
@pytest.mark.parametrize("key", ["", "u", "g", "stored"])
def test_a_save_that_is_gone_does_not_come_back(
    fly: MakePilot, end: Callable[[MakePilot], tuple[Pilot, Pilot]], key: str
) -> None:
    behind, ahead = end(fly)
    storage = behind.app.services.storage
    before = storage.names()
    if key == "stored":
        behind.top.stored("othello")
    elif key:
        behind.key(key)
        if "yes" in behind.names():
            behind.press("yes")
    else:
        behind.tap(ENDED.split()[4])
    assert storage.names() == before
    assert "keep" in behind.names()
    assert not is_asked(behind)
    reason = "played to its end" if end is played_to_its_end else "has been deleted"
    assert reason in behind.words()
    behind.press("shelf")
    assert storage.names() == before
    assert behind.where() == ahead.app.stack.scenes[0].__class__.__name__


@ENDS
def test_it_can_be_kept(fly: MakePilot, end: Callable[[MakePilot], tuple[Pilot, Pilot]]) -> None:
    behind, _ = end(fly)
    finished = album_names(behind.app.services)
    behind.tap(ENDED.split()[4])
    behind.press("keep")
    assert behind.match.names() == ENDED.split()[:4]
    behind.tap("g5")
    assert behind.saved().names() == ENDED.split()[:5]
    assert match_names(behind.app.services.storage) == [behind.play.live_match.stored_match.name]
    assert album_names(behind.app.services) == finished


def test_the_end_can_be_looked_at(fly: MakePilot) -> None:
    behind, _ = played_to_its_end(fly)
    behind.tap("g5")
    behind.press("review")
    assert behind.review.study_match.match.names() == ENDED.split()


def test_one_without_a_move_made_room_for_a_new_one_and_goes_on(fly: MakePilot) -> None:
    here, other = fly(), fly()
    for pilot in (here, other):
        pilot.press("setup othello")
        pilot.press("kind1=person")
        pilot.press("start")
    assert len(match_names(here.app.services.storage)) == 1
    here.top.stored(here.play.live_match.stored_match.name)
    here.tap("d3")
    other.tap("f5")
    assert here.session is here.play
    assert other.session is other.play
    assert len(match_names(here.app.services.storage)) == 2


def test_a_clock_does_not_bring_it_back(fly: MakePilot) -> None:
    behind, other = fly(), fly()
    match = Match(OTHELLO, seed=1)
    match.read_moves("d3 c3")
    match.clock = parse_clock("5+0 5+0")
    behind.put(match)
    other.press("album")
    other.press("delete othello")
    other.press("yes")
    behind.advance(6.0)
    assert "has been deleted" in behind.words()
    assert match_names(behind.app.services.storage) == []


# -- studies, reviews and positions ----------------------------------------------------------------


def explore(pilot: Pilot, moves: str) -> None:
    match = Match(OTHELLO)
    match.read_moves(moves)
    pilot.explore(StoredMatch(match, ("person", "person")))


@pytest.mark.parametrize("gone", [True, False])
def test_a_study_that_is_behind_becomes_another_one_and_says_so(fly: MakePilot, gone: bool) -> None:
    behind, ahead = fly(), fly()
    explore(behind, "d3 c3")
    behind.tap("c4")
    for pilot in (behind, ahead) if not gone else (behind,):
        explore(pilot, "d3 c3")
    (name,) = study_names(behind.app.services)
    if gone:
        ahead.app.services.storage.remove(name)
    else:
        ahead.tap("b3")
    behind.tap("c4")
    behind.tap("e3")
    behind.advance(0.1)
    assert "kept as a study of its own" in behind.words()
    behind.press("understood")
    studies = study_names(behind.app.services)
    assert len(studies) == (1 if gone else 2)
    assert (name in studies) == (not gone)
    behind.tap("f4")
    behind.advance(0.1)
    assert behind.session is behind.study, "told once"


def test_the_review_of_a_match_that_was_deleted_does_not_come_back(fly: MakePilot) -> None:
    here, other = fly(patience=0.0), fly()
    here.put(recorded("othello").match)
    services = here.app.services
    here.app.stack.home()
    (name,) = album_names(services)
    open_review(here.app.stack, StoredMatch(recorded("othello").match, ("person", "person")))
    analysis = here.review.analysis
    here.app.slices, services.slice_seconds = (0.05, 0.05), 0.05
    here.wait_for(lambda: len(analysis.review.moments) > 0)
    analysis.store()
    assert services.storage.peek(review_name(name))
    other.press("album")
    other.press(f"delete {name}")
    other.press("yes")
    before = len(analysis.review.moments)
    here.wait_for(lambda: len(analysis.review.moments) > before)
    analysis.store()
    assert not services.storage.peek(review_name(name))
    here.advance(0.1)
    assert "deleted in another tab or window" in here.words()


def editors(fly: MakePilot) -> tuple[Pilot, Pilot]:
    """Two editors of one game, opened before anything was set up."""
    pilots = fly(), fly()
    for pilot in pilots:
        pilot.set_up(OTHELLO, OTHELLO.choices({}))
    return pilots


def draft_of(pilot: Pilot) -> str:
    draft = load_draft(pilot.app.services, OTHELLO)
    return draft.position if draft is not None else ""


@pytest.mark.parametrize("answer", ["keep", "take", "escape"])
def test_two_positions_that_are_set_up_ask_which_is_kept(fly: MakePilot, answer: str) -> None:
    here, other = editors(fly)
    other.press("clear")
    theirs = draft_of(other)
    here.press("mirror")
    mine = of_type(DraftSession, session_of(here.app.stack.scenes[-2])).draft.text
    assert theirs != mine
    assert draft_of(here) == theirs
    assert "Only one is kept" in here.words()
    if answer == "escape":
        here.key("escape")
        assert draft_of(here) == theirs
        here.press("mirror")
        assert "Only one is kept" in here.words(), "asked again"
        return
    here.press(answer)
    assert draft_of(here) == of_type(DraftSession, here.session).draft.text
    assert draft_of(here) == (mine if answer == "keep" else theirs)
    here.press("start")
    assert here.top is here.app.stack.scenes[-1]
    assert isinstance(here.session, DraftSession)


@pytest.mark.parametrize("answer", ["keep", "take"])
def test_a_position_that_was_dropped_comes_back_on_request_alone(
    fly: MakePilot, answer: str
) -> None:
    here, other = fly(), fly()
    here.set_up(OTHELLO, OTHELLO.choices({}))
    here.press("mirror")
    other.set_up(OTHELLO, OTHELLO.choices({}))
    other.press("discard")
    here.press("mirror")
    assert draft_of(here) == ""
    assert "this position was discarded" in here.words()
    here.press(answer)
    assert isinstance(here.session, DraftSession) == (answer == "keep")
    assert (draft_of(here) != "") == (answer == "keep")


# -- settings and progress -------------------------------------------------------------------------


def test_progress_that_waited_in_memory_joins_that_of_another_window() -> None:
    for theirs in (document("lessons", steps={"switch": "done"}), None):
        store = FaultyStore()
        storage = Storage(store, Machine())
        note_lesson(storage, BY_KEY["flipop"], LESSON_DONE)
        store.write_error = 28
        note_lesson(storage, OTHELLO, LESSON_DONE)
        store.write_error = 0
        store.inner.remove("lessons")
        if theirs is not None:
            store.inner.save("lessons", theirs)
        note_lesson(storage, BY_KEY["contactic"], "first")
        assert storage.unsaved() == {}
        assert next_step(storage, OTHELLO) == LESSON_DONE
        assert next_step(storage, BY_KEY["contactic"]) == "first"
        assert (next_step(storage, BY_KEY["switch"]) == LESSON_DONE) == (theirs is not None)
