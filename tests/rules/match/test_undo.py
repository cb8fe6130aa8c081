"""Where undo leads: to a person's last decision, or one ply back between two computers."""

import pytest

from flipside.rules.games.othello import OTHELLO
from flipside.rules.match.match import Match
from flipside.rules.match.undo import undo_target


@pytest.mark.parametrize(
    ("plies", "people", "ply"),
    [
        (0, (True, True), None),
        (0, (False, False), None),
        (3, (False, False), 2),
        (3, (True, True), 2),
        (3, (True, False), 2),
        (3, (False, True), 1),
        (1, (False, True), None),
    ],
)
def test_the_last_decision_of_a_person(
    plies: int, people: tuple[bool, bool], ply: int | None
) -> None:
    match = Match(OTHELLO)
    match.read_moves(" ".join(["d3", "c3", "c4"][:plies]))
    assert undo_target(match, people) == ply
