"""Matches that begin in any position, in the window: pasted, saved, reviewed, played again."""

from pathlib import Path

import pytest

from flipside.game.live_match.correspondence import news
from flipside.game.live_match.live_match import LiveMatch, rematch, restarted
from flipside.game.saves.matches import MatchSetup, match_names, new_match
from flipside.game.scenes.shelf.album import Album
from flipside.rules.catalogue import BY_KEY, GAMES
from flipside.rules.contract.game import AnyGame
from flipside.rules.contract.position import PASS
from flipside.rules.match.link import fragment, read_link
from flipside.rules.match.match import Match
from flipside.rules.match.record import record_text
from tests.game.conftest import MakePilot
from tests.game.pilot import Pilot
from tests.rules.games.random_positions import random_starts

pytestmark = pytest.mark.usefixtures("clipboard")

SIGNS = "-----------------X---------OX------XO-------OX------------------"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_record_is_pasted_played_and_reviewed(
    fly: MakePilot, clipboard: list[str], game: AnyGame
) -> None:
    match, _ = next(random_starts(game, {}, 1))
    clipboard.append(record_text(match.to_record()))
    pilot = fly(patience=0.0)
    pilot.sit_down()
    pilot.key("ctrl v")
    assert (pilot.match.game, pilot.match.start) == (game, match.start)
    first = pilot.match.position
    pilot.advance(0.5)
    pilot.make(pilot.match.legal()[0])
    pilot.advance(2.0)
    assert pilot.saved(game.key).start == match.start
    assert pilot.saved(game.key).position_at(0) == first
    pilot.press("undo")
    pilot.advance(2.0)
    assert set(pilot.match.moves[: pilot.match.ply]) <= {PASS}
    pilot.kill_and_reopen()
    assert pilot.saved(game.key).start == match.start


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_position_text_is_pasted_in_a_match_of_its_game(
    fly: MakePilot, clipboard: list[str], game: AnyGame
) -> None:
    match, text = next(random_starts(game, {}, 1))
    pilot = fly(patience=0.0)
    pilot.sit_down(game.key)
    clipboard.append(text)
    pilot.key("ctrl v")
    assert (pilot.match.game, pilot.match.start) == (game, match.start)
    if game.key != "othello":
        clipboard.append(text.rpartition(" ")[0] + " Z9")
        pilot.key("ctrl v")
        assert "No match can begin with this position." in pilot.words()


def test_moves_are_no_position(fly: MakePilot, clipboard: list[str]) -> None:
    for key, moves in (("flipop", "b1-b2"), ("switch", "a1-c3"), ("flipflop", "d4 e5")):
        pilot = fly(patience=0.0)
        pilot.sit_down(key)
        clipboard.append(moves)
        pilot.key("ctrl v")
        assert pilot.match.names() == moves.split()


def test_a_board_without_moves_is_explored_and_played_on(
    pilot: Pilot, clipboard: list[str]
) -> None:
    clipboard.append(f"{SIGNS} O")
    pilot.app.stack.open(Album(pilot.app.stack))
    pilot.press("paste")
    assert pilot.study
    pilot.advance(1.0)
    assert pilot.match.start == f"{SIGNS} O"
    assert "White to move" in pilot.words()
    pilot.press("play-on")
    pilot.press("yes")
    assert (pilot.match.start, pilot.match.position.turn) == (f"{SIGNS} O", 1)


def test_a_position_without_moves_stays_in_progress(pilot: Pilot, clipboard: list[str]) -> None:
    """It has been set up by somebody; a match that has not begun goes when another one begins."""
    clipboard.append(f"{SIGNS} O")
    pilot.sit_down()
    pilot.key("ctrl v")
    clipboard.append("f5d6c3")
    pilot.key("ctrl v")
    storage = pilot.app.services.storage
    texts = [str(storage.load(name)) for name in match_names(storage, "othello")]
    assert [f"position {SIGNS} O\n" in text for text in texts].count(True) == 1


def test_a_match_from_elsewhere_is_reviewed_move_by_move(fly: MakePilot, tmp_path: Path) -> None:
    match = Match(BY_KEY["othello"], {}, 0, f"{SIGNS} O")
    for _ in range(4):
        match.play(match.legal()[0])
    file = tmp_path / "elsewhere.txt"
    file.write_text(f"{SIGNS} O\n{''.join(match.names())}", "utf-8")
    pilot = fly()
    pilot.drop(file)
    assert pilot.review.study_match.match.moves == match.moves
    pilot.advance(3.0)
    for _ in range(4):
        pilot.press("previous")
    assert pilot.match.ply == 0
    assert "White to move" in pilot.words()


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "No match can begin with this position. It must say who moves: X, O."),
     ("de", "Mit dieser Stellung kann keine Partie beginnen. Es fehlt, wer am Zug ist: X, O."),
     ("cs", "S touto pozicí partie začít nemůže. Chybí, kdo je na tahu: X, O.")],
)  # fmt: skip
def test_what_is_no_position_is_told(
    fly: MakePilot, clipboard: list[str], language: str, said: str
) -> None:
    clipboard.append(f"Flipside 1\ngame othello\nposition {SIGNS}\n")
    pilot = fly(language=language)
    pilot.sit_down()
    pilot.key("ctrl v")
    assert said in pilot.words().replace("\u00a0", " ")


def test_a_file_of_positions_is_a_list(fly: MakePilot, tmp_path: Path) -> None:
    file = tmp_path / "end.obf"
    starts = [text for _, text in random_starts(BY_KEY["othello"], {}, 79)]
    file.write_text("".join(f"{text}; a1:+{n};\n" for n, text in enumerate(starts)), "utf-8")
    pilot = fly()
    pilot.drop(file)
    assert "There are 79 matches here." in pilot.words()
    assert "a1:+3;" in pilot.words()


@pytest.mark.parametrize("key", ["othello", "contactic"])
def test_a_rematch_begins_there_with_the_players_swapped(fly: MakePilot, key: str) -> None:
    match, _ = next(random_starts(BY_KEY[key], {}, 1))
    services = fly().app.services
    stored_match = new_match(
        services,
        match.game,
        MatchSetup(dict(match.choices), ("person", "level1"), start=match.start),
    )
    assert stored_match.seats == ("person", "level1")
    live_match = LiveMatch(services, stored_match)
    again, anew = rematch(services, live_match), restarted(services, live_match)
    assert (again.seats, again.match.start) == (("level1", "person"), match.start)
    assert (anew.seats, anew.match.start) == (("person", "level1"), match.start)


def test_links_tell_positions_apart() -> None:
    one, other = (Match(BY_KEY["othello"], {}, 0, f"{SIGNS} {side}") for side in "XO")
    there, _ = read_link(fragment(one, one.to_record()), BY_KEY)
    assert there.start == one.start
    assert news(one, there) == "same"
    assert news(other, there) == "contradicts"
