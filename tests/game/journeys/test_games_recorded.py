"""A whole recorded match of every game, tapped through the real program to its recorded result.

The matches were made once by the search and by chance; `contactic-open` is played without referee.
"""

import pytest

from flipside.rules.contract.position import PASS
from flipside.rules.match.match import Match
from tests.game.conftest import MakePilot
from tests.game.journeys.recorded import Recorded, recorded
from tests.game.pilot import Pilot

MATCHES = (
    "othello",
    "flipflop",
    "switch",
    "switch-placed",
    "flipop",
    "contactic",
    "contactic-open",
)

each_match = pytest.mark.parametrize("name", MATCHES)


def begin(pilot: Pilot, played: Recorded) -> None:
    """Sit down to a new match with the options and the seed of a recorded one."""
    match = played.match
    pilot.put(Match(match.game, match.choices, match.seed))


def go_on(pilot: Pilot, played: Recorded, end: int | None = None) -> None:
    """Tap the recorded moves from here on; forced passes are not tapped."""
    moves = played.match.moves[:end]
    while pilot.match.ply < len(moves):
        ply = pilot.match.ply
        if tuple(pilot.match.position.moves()) == (PASS,):
            pilot.advance(1 / 60)
        else:
            pilot.make(moves[ply])
        assert pilot.match.moves == moves[: ply + 1]


@each_match
def test_a_whole_match_by_taps(fly: MakePilot, name: str) -> None:
    pilot, played = fly(), recorded(name)
    begin(pilot, played)
    for share in (0.1, 0.35, 0.6, 0.85):
        go_on(pilot, played, round(len(played.match.moves) * share))
        pieces = pilot.match.position.pieces()
        pilot.kill_and_reopen()
        pilot.press(f"play {played.match.game.key}")
        assert pilot.match.position.pieces() == pieces
    go_on(pilot, played)
    pilot.advance(0.1)
    assert pilot.match.result() == pilot.play.live_match.result == played.result
    assert pilot.match.position.points() == played.score
    match_view = pilot.table_session.match_view
    assert pilot.caption().startswith(f"{match_view.result_words} – ")
    assert any(match_view.result_words in panel for panel in pilot.panels())
    assert any(match_view.reason in panel for panel in pilot.panels())
    assert pilot.sounds.count("win") == 1
    assert "error" not in pilot.sounds


@each_match
def test_undo_to_the_start_and_redo_to_the_end(fly: MakePilot, name: str) -> None:
    pilot, played = fly(), recorded(name)
    pilot.put(played.match)
    end = len(played.match.moves)
    assert pressed(pilot, "undo") == played.taken[::-1]
    assert pilot.match.position == pilot.match.position_at(0)
    assert pressed(pilot, "redo") == [*played.taken[1:], end]
    assert pilot.match.moves == played.match.moves
    assert pilot.play.live_match.result == played.result


def pressed(pilot: Pilot, button: str) -> list[int]:
    """Press a button until it can be pressed no more; the plies it led to."""
    found: list[int] = []
    while button in pilot.names():
        assert len(found) <= len(pilot.match.moves), f"{button} leads nowhere"
        pilot.press(button)
        found.append(pilot.match.ply)
    return found


@each_match
def test_story_and_pieces_agree_on_the_screen(fly: MakePilot, name: str) -> None:
    """What is seen when everything has come to rest is what stands, forwards and backwards."""
    pilot, played = fly(tempo="quick"), recorded(name)
    pilot.put(played.match)
    for ply in (0, 3, 6, 9, 12, 9, 6, 3, 0):
        pilot.play.goto_ply(ply)
        pilot.settle()
        seen = {sprite.cell: sprite.piece for sprite in pilot.shown().sprites}
        pieces = pilot.match.position_at(ply).pieces()
        assert seen == {cell: piece for cell, piece in enumerate(pieces) if piece is not None}
