"""Mistakes found in a review, played again as tasks."""

from dataclasses import replace

import pytest

from flipside.game.saves.album import REVIEW, add_to_album, review_name
from flipside.game.saves.matches import StoredMatch
from flipside.game.scenes.common.board_scene import BoardScene
from flipside.game.scenes.shelf.album import open_review
from flipside.game.scenes.study.review_text import ReviewText
from flipside.game.scenes.study.session import StudySession
from flipside.game.scenes.task.session import SolveSession
from flipside.game.tasks.task import FindBetterTask
from flipside.rules.catalogue import BY_KEY, GAMES
from flipside.rules.contract.position import Move
from flipside.rules.engine.analysis.explain import hides_information
from flipside.rules.engine.analysis.review import Review
from flipside.rules.match.match import Match
from flipside.rules.teaching import move_named
from tests.game.answers import rest
from tests.game.conftest import MakePilot
from tests.game.journeys.recorded import recorded
from tests.game.pilot import Pilot
from tests.of_type import of_type

KEYS = [game.key for game in GAMES]

pytestmark = pytest.mark.usefixtures("quick_reviews")


def reviewed(pilot: Pilot, key: str) -> StudySession:
    """A finished match of the album, looked at to its end before."""
    match = recorded(key).match
    review = Review(match)
    assert review.work(1000.0)
    services = pilot.app.services
    name = str(add_to_album(services, match, ("person", "level2")))
    services.storage.save(review_name(name), REVIEW.dump(review.saved()))
    open_review(pilot.app.stack, StoredMatch(match, ("person", "level2")))
    session = pilot.review
    pilot.wait_for(lambda: session.analysis.review.done)
    return session


def words_of(session: StudySession) -> ReviewText:
    assert session.study_match.review_text is not None
    return session.study_match.review_text


def begin(pilot: Pilot, review: StudySession, number: int) -> SolveSession:
    pilot.press(f"find{number}")
    session = pilot.session
    assert isinstance(session, SolveSession)
    ply = review.analysis.review.mistakes()[number - 1]
    assert session.solving.live_match.match.ply == ply
    assert session.solving.live_match.match.position == review.study_match.match.position_at(ply)
    return session


def make(pilot: Pilot, session: SolveSession, move: Move) -> None:
    for cell in move:
        session.scene.tap_cell(cell)
    rest(pilot, session)


@pytest.mark.parametrize("key", KEYS)
def test_something_better_for_each_of_the_three_swings(fly: MakePilot, key: str) -> None:
    pilot = fly(size=(390, 844), confirm=False)
    review = reviewed(pilot, key)
    swings = review.analysis.review.mistakes()
    assert swings
    for number, ply in enumerate(swings, start=1):
        session = begin(pilot, review, number)
        played = session.solving.live_match.match_text.move(
            session.solving.live_match.match.position, review.study_match.match.moves[ply]
        )
        assert f"Find a better move than {played}." in pilot.words()
        make(pilot, session, review.study_match.match.moves[ply])
        assert session.solving.state == "wrong"
        assert "That is the move that was played." in pilot.words()
        if not hides_information(review.study_match.match.position_at(ply)):
            assert (
                session.solving.live_match.match.ply > ply + 1
                or session.solving.live_match.result is not None
            )
        pilot.press("again")
        make(pilot, session, review.analysis.review.moments[ply].best)
        assert session.solving.state == "solved"
        for said in words_of(review).better_sentences(ply):
            assert said in pilot.words()
        pilot.press("done")
        assert pilot.session is review


def test_other_moves_are_judged_by_what_they_cost(pilot: Pilot) -> None:
    """A few points are no mistake; more than that is told in words."""
    review = reviewed(pilot, "othello")
    ply = review.analysis.review.mistakes()[0]
    session = begin(pilot, review, 1)
    known, told = review.analysis.review, set()
    for move in list(session.solving.live_match.match.legal()):
        if move in (known.moments[ply].best, review.study_match.match.moves[ply]):
            continue
        judging, done = known.alternative_cost(ply, move), None
        while done is None:
            try:
                next(judging)
            except StopIteration as end:
                done = end.value
        make(pilot, session, move)
        assert session.solving.state == ("solved" if known.is_small(ply, done[0]) else "wrong")
        if session.solving.state == "wrong":
            assert "Your move: " in pilot.words()
            told.add(session.solving.words[0])
        session.scene.run_command("again")
    assert told == {
        "Your move: behind. Possible: slightly behind.",
        "Your move: far behind. Possible: slightly behind.",
    }


def test_what_was_better_can_be_shown_at_once(pilot: Pilot) -> None:
    review = reviewed(pilot, "switch")
    ply = review.analysis.review.mistakes()[0]
    session = begin(pilot, review, 1)
    pilot.press("show")
    rest(pilot, session)
    assert session.solving.state == "end"
    assert session.solving.live_match.match.moves[-1] == review.analysis.review.moments[ply].best
    assert words_of(review).better_sentences(ply)[0] in pilot.words()


def test_by_keys_and_from_a_match_on_the_table(pilot: Pilot) -> None:
    match = recorded("flipop").match
    pilot.put(match, ("person", "level2"))
    pilot.key("e")
    review = pilot.review
    pilot.key("f")
    assert pilot.session is review
    pilot.wait_for(lambda: review.analysis.review.done)
    pilot.keys("home down f")
    session = pilot.session
    assert isinstance(session, SolveSession)
    assert session.scene.title() == f"Move {review.analysis.review.mistakes()[0] + 1} – Flipside"
    before = review.analysis.review.saved()
    make(pilot, session, session.solving.live_match.match.legal()[0])
    pilot.key("escape")
    assert pilot.session is review
    assert review.analysis.review.saved() == before
    assert review.study_match.match.names() == match.names()


def test_a_first_look_is_not_enough(fly: MakePilot) -> None:
    """Until the second one what would be better may still be another move."""
    pilot = fly(patience=0.0)
    match = recorded("othello").match
    known = Review(match)
    while len(known.moments) < len(known.choice_plies):
        known.work(0.0)
    pilot.put(match, ("person", "level2"))
    pilot.key("e")
    review = pilot.review
    review.analysis.review = known
    review.scene.update_layout()
    assert known.mistakes()
    rough = [n for n, ply in enumerate(known.mistakes(), start=1) if not known.settled_at(ply)]
    assert rough
    assert not {f"find{number}" for number in rough} & set(pilot.names())


def test_a_guess_beside_a_certain_win_is_no_draw(pilot: Pilot) -> None:
    """White could bring his last ball off at once; what another move leads to is estimated."""
    match = Match(
        BY_KEY["flipop"], start="............BB...W....... NNWNWSSEEEESSESS W c3-c2,d3-c3"
    )
    match.read_moves("c4-c3-b3")
    review = Review(match)
    assert review.work(1000.0)
    review.moments[0] = replace(review.moments[0], exact=True)  # as a longer search finds
    stack = pilot.app.stack
    stack.open(BoardScene(SolveSession(stack, FindBetterTask(review, 0, list), "")))
    session = of_type(SolveSession, pilot.session)
    make(pilot, session, move_named(match.position_at(0), "c4-c3-d3-d2"))
    said = session.solving.words[0]
    assert said == "Your move: far behind. Possible: won."
