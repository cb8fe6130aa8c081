"""Tests of the saved results of reviews."""

import pytest

from flipside.rules.engine.analysis.review import Review, SavedMoment, SavedReview
from flipside.rules.games.othello import OTHELLO
from flipside.rules.match.clock import TimeControl, full_clock
from flipside.rules.match.match import Match, identity

MOVES = "d3 c3 c4 e3"


def told(*moments: SavedMoment) -> Review:
    """Return a review of four moves with these saved results."""
    match = Match(OTHELLO)
    match.read_moves(MOVES)
    return Review(match, SavedReview(identity(match), moments))


def moment(ply: int, value: int, loss: int | None, line: str, rough: bool = False) -> SavedMoment:
    return SavedMoment(ply, value, rough, tuple(line.split()), exact=False, loss=loss)


def test_an_expected_line_ends_where_a_move_cannot_be_made() -> None:
    """The line ends at the first illegal move, even if later ones are legal."""
    assert told(moment(0, 7, None, "d3 c3 c4")).pv_names(0) == ["d3", "c3", "c4"]
    assert told(moment(0, 7, None, "d3 h8 c3")).pv_names(0) == ["d3"]


def test_what_a_stored_move_cost() -> None:
    """The loss is the saved loss, else the difference to the next score, if that is known."""
    after = moment(3, -50, None, "c5", rough=True)
    assert told(moment(2, 900, 250, "f5")).loss_at(2) == 0, "nobody knows what came of it"
    assert told(moment(2, 900, 250, "f5"), after).loss_at(2) == 250
    assert told(moment(2, 900, None, "f5"), after).loss_at(2) == 950
    assert told(moment(2, -90, None, "f5"), after).loss_at(2) == 0
    assert told(moment(2, 900, 250, "c4"), after).loss_at(2) == 0, "the best move was made"


FEW_LEFT = "XXXXXX---XXXXXXXXXXXXOXOXXXXXXO-XXOOXOOOXOXOXOOOXXXXXOOOX-XXXXXX O"
"""White to move loses by 16 with best play; after a2 by 24, and Black has one move."""


@pytest.mark.parametrize("early", ["gave_up", "on_time", "stops"])
def test_the_last_move_is_judged_where_a_match_stops_before_a_forced_one(early: str) -> None:
    match = Match(OTHELLO, start=FEW_LEFT)
    match.read_moves("a2")
    assert len(match.legal()) == 1
    if early == "gave_up":
        match.resign(match.position.turn)
    elif early == "on_time":
        match.clock = full_clock((TimeControl(1), TimeControl(1)))
        match.spend(1000)
    review = Review(match)
    assert not review.ended
    while not review.done:
        review.work(1.0)
    assert review.value_at(1) == 2400, "by search with other code"
    assert review.certain_at(1)
    assert review.loss_at(0) == 800, "h1 or b8 loses by 16"
    assert review.drops(1).keys() == {0}
    assert review.mistakes() == [], "the result is the same"
