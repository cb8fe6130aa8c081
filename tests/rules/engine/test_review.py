"""Reviews without a screen: what a stored text says of a moment."""

from rules.engine.analysis.review import Review
from rules.games.othello import OTHELLO
from rules.match.match import Match

MOVES = "d3 c3 c4 e3"


def told(line: str) -> Review:
    """A review of four moves whose stored text has this line."""
    match = Match(OTHELLO)
    match.read_moves(MOVES)
    head = "\n".join(Review(match).text().splitlines()[:2])
    return Review(match, f"{head}\n{line}\n")


def test_an_expected_line_ends_where_a_move_cannot_be_made() -> None:
    """Even if one that could be made comes after it."""
    assert told("0 well 7 - d3 c3 c4").pv_names(0) == ["d3", "c3", "c4"]
    assert told("0 well 7 - d3 h8 c3").pv_names(0) == ["d3"]


def test_what_a_stored_move_cost() -> None:
    """What the text says, else the difference to the next moment, which has to be known."""
    after = "3 rough -50 - c5"
    assert told("2 well 900 250 f5").loss(2) == 0, "nobody knows what came of it"
    assert told(f"2 well 900 250 f5\n{after}").loss(2) == 250
    assert told(f"2 well 900 - f5\n{after}").loss(2) == 950
    assert told(f"2 well -90 - f5\n{after}").loss(2) == 0
    assert told(f"2 well 900 250 c4\n{after}").loss(2) == 0, "the best move was made"
