"""The result card after the end of a match: what it says and offers, and where it is."""

from dataclasses import replace

import pytest

from flipside.game.saves.matches import StoredMatch
from flipside.game.saves.series import begin_series
from flipside.game.services.platform.desktop import DesktopPlatform
from flipside.game.ui.panel_widgets import PointsLabel
from flipside.game.ui.widgets import Canvas
from flipside.rules.match.clock import parse_clock
from tests.game.conftest import MakePilot
from tests.game.journeys.recorded import recorded
from tests.game.pilot import FRAME, At, Pilot
from tests.game.scene_tour import match_after
from tests.game.scenes.layout_checks import problems
from tests.game.scenes.play.test_endings import each_game, make_last_move

PEOPLE, AGAINST = ("person", "person"), ("person", "level4")


def end(pilot: Pilot, seats: tuple[str, str] = PEOPLE, loser: int = 1) -> None:
    """A match of Othello in which a player gives up."""
    pilot.put(match_after("othello", 6), seats)
    pilot.play.show(pilot.play.live_match.resign(loser))


def points(pilot: Pilot) -> tuple[int, ...]:
    """The points that the panels show, by player."""
    widgets = [w for sheet in pilot.play.scene.sheets for w in sheet.widgets]
    labels = [w for w in widgets if isinstance(w, PointsLabel)]
    return tuple(int(label.text) for label in sorted(labels, key=lambda label: label.player))


@each_game
@pytest.mark.parametrize(
    ("size", "scale", "tabletop", "language"),
    [
        ((360, 560), 1.0, False, "cs"),
        ((360, 640), 1.25, False, "de"),
        ((768, 1024), 1.0, True, "fr"),
        ((1280, 800), 1.0, False, "de"),
        ((844, 390), 1.0, False, "en"),
        ((360, 560), 1.0, True, "de"),
    ],
)
def test_the_card_fits_and_covers_no_cell(
    fly: MakePilot, monkeypatch: pytest.MonkeyPatch, key: str, size: At, scale: float,
    tabletop: bool, language: str,
) -> None:  # fmt: skip
    monkeypatch.setattr(DesktopPlatform, "pixel_ratio", lambda self: scale)
    pilot = fly(size=size, tabletop=tabletop, language=language)
    match = match_after(key, None)
    match.players = "Anna", "Ben"
    seats = PEOPLE if tabletop else AGAINST
    begin_series(pilot.app.services, StoredMatch(match, seats, name=key), 5)
    pilot.put(match, seats)
    assert pilot.play.shows_card
    assert not problems(pilot.top)
    if size == (1280, 800):
        assert len(pilot.view.slots) == sum(owner is not None for owner in match.board.owners)
    cells = [cell for cell, kind in enumerate(match.board.kinds) if kind != "beside"]
    cards = pilot.play.scene.sheets[0 if tabletop else 1 : 2]
    for sheet in cards:
        assert pilot.play.headline in [widget.words for widget in sheet.widgets]
        assert not any(sheet.place.collidepoint(pilot.at(cell)) for cell in cells)


@each_game
def test_a_press_during_the_ending_shows_the_card_and_nothing_else(
    fly: MakePilot, key: str
) -> None:
    """Also where a button of the card appears under the finger."""
    pilot = fly(tempo="normal", drawing=True)
    make_last_move(pilot, key)
    pilot.wait_for(lambda: pilot.play.scene.playback.shows_end)
    assert not pilot.play.shows_card
    match, panels = pilot.match, pilot.play.scene.sheets[1].place
    pilot.touch((panels.right - 90, panels.bottom - 90))
    assert pilot.play.shows_card
    assert (pilot.top, pilot.match) == (pilot.at_table, match)
    assert match.result() is not None


@pytest.mark.parametrize("key", ["escape", "space", "return", "j"])
def test_these_keys_skip_the_ending_and_close_nothing(fly: MakePilot, key: str) -> None:
    pilot = fly(tempo="normal", drawing=True)
    make_last_move(pilot, "othello")
    pilot.wait_for(lambda: pilot.play.scene.playback.shows_end)
    pilot.key(key)
    assert pilot.play.shows_card
    assert pilot.top is pilot.at_table


@pytest.mark.parametrize("tempo", ["normal", "off"])
def test_the_card_comes_by_itself(fly: MakePilot, tempo: str) -> None:
    """After the animation; without motion at once, and with the true points."""
    pilot = fly(tempo=tempo)
    make_last_move(pilot, "othello")
    assert pilot.play.shows_card == (tempo == "off")
    pilot.wait_for(lambda: pilot.play.shows_card, 10.0)
    assert "result" in pilot.names()
    assert points(pilot) == pilot.match.position.points()


def test_the_card_is_closed_and_comes_back(fly: MakePilot) -> None:
    """By key, button, a tap on the board and Escape; and after another end."""
    pilot = fly()
    end(pilot)
    for close in ("escape", "j"):
        pilot.key(close)
        assert not pilot.play.shows_card
        pilot.key("j")
        assert pilot.play.shows_card
    pilot.tap("a1")
    assert not pilot.play.shows_card
    assert pilot.play.scene.notices.current is None
    pilot.press("result")
    assert pilot.play.shows_card
    pilot.press("result")
    pilot.press("undo")
    pilot.play.show(pilot.play.live_match.resign(0))
    assert pilot.play.shows_card
    pilot.key("escape")
    pilot.key("escape")
    assert "give-up" not in pilot.names()
    assert "shelf" in pilot.names(), "the second Escape opens the menu"


def test_before_the_end_there_is_no_result(fly: MakePilot) -> None:
    pilot = fly()
    pilot.put(match_after("othello", 6))
    pilot.key("j")
    assert not pilot.play.shows_card
    assert pilot.play.scene.notices.current is not None


@pytest.mark.parametrize(
    ("seats", "names", "loser", "words"),
    [
        (AGAINST, ("", ""), 1, "You win"),
        (AGAINST, ("Anna", ""), 1, "You win"),
        (AGAINST, ("", ""), 0, "You lose"),
        (PEOPLE, ("Anna", "Ben"), 1, "Anna wins"),
        (PEOPLE, ("", ""), 0, "White wins"),
        (("level1", "level2"), ("", ""), 0, "White wins"),
    ],
)
def test_the_headline(
    fly: MakePilot, seats: tuple[str, str], names: tuple[str, str], loser: int, words: str
) -> None:
    pilot, match = fly(language="en", patience=0.0), match_after("othello", 6)
    match.players = names
    pilot.put(match, seats)
    said = list[str]()
    pilot.app.services.platform.say = said.append  # type: ignore[assignment]
    pilot.play.show(pilot.play.live_match.resign(loser))
    assert words in pilot.panels()[1].splitlines()
    pilot.advance(1.0)
    assert " ".join(said).count(f"{words}.") == 1


def test_the_headlines_of_a_draw_and_on_time(fly: MakePilot) -> None:
    pilot = fly(language="en")
    pilot.put(recorded("othello-draw").match, AGAINST)
    assert "Draw 32–32" in pilot.panels()[1].splitlines()
    for seats, words in ((PEOPLE, "Anna wins on time"), (AGAINST, "You win on time")):
        match = match_after("othello", 7)
        match.players = "Anna", "Ben"
        clock = parse_clock("5+0 5+0")
        match.clock = replace(clock, left=(9_000, 1))
        pilot.put(match, seats)
        pilot.wait_for(lambda: pilot.match.result() is not None)
        assert words in pilot.panels()[1].splitlines()


@pytest.mark.parametrize("key", ["othello", "othello-draw"])
def test_the_card_shows_the_piece_of_the_winner_and_both_after_a_draw(
    fly: MakePilot, key: str
) -> None:
    pilot = fly()
    pilot.put(recorded(key).match, AGAINST)
    pictures = [w for w in pilot.at_table.sheets[1].widgets if type(w) is Canvas]
    assert len([w for w in pictures if w.width == 112]) == 1 + (key == "othello-draw")


def test_what_a_win_means(fly: MakePilot) -> None:
    """The first win, the first against a level, further ones in a row; nothing for a loss."""
    pilot = fly(language="en")
    unrated = pilot.app.services.text("rating.unrated.early")
    first, against, row = (
        "Your first win in Othello.",
        "Your first win against “",
        "4 wins in a row",
    )
    expected = [
        ("level3", 0, ""), ("level3", 1, first), ("level4", 1, against + "Steady”."),
        ("level4", 1, ""), ("level4", 1, "Three wins in a row."), ("level4", 1, row),
        ("level4", 0, ""), ("level4", 1, ""),
    ]  # fmt: skip
    for number, (level, loser, words) in enumerate(expected):
        pilot.app.services.platform.now = lambda at=number: f"2026-01-31 10:{at:02}:00"  # type: ignore[method-assign,misc]
        pilot.put(match_after("othello", 6, number), ("person", level))
        pilot.play.show(pilot.play.live_match.resign(loser))
        meaning = " ".join(pilot.play.match_view.meaning)
        assert words in meaning
        assert (meaning == unrated) == (not words), meaning
    assert pilot.panels()[1].splitlines()[-1] != ""


@pytest.mark.parametrize(
    ("level", "loser", "following"),
    [("level4", 1, "level5"), ("level7", 1, "level8"), ("level8", 1, ""), ("level4", 0, "")],
)
def test_the_next_level_follows_a_win(
    fly: MakePilot, level: str, loser: int, following: str
) -> None:
    pilot = fly()
    end(pilot, ("person", level), loser)
    assert ("next-level" in pilot.names()) == bool(following)
    if following:
        pilot.press("next-level")
        assert pilot.play.live_match.seats == (following, "person")
        assert pilot.match.result() is None


def test_the_end_of_a_match_by_link_is_sent_first(fly: MakePilot) -> None:
    pilot = fly()
    pilot.put(match_after("othello", 6))
    turn = pilot.match.position.turn
    pilot.play.show(pilot.play.live_match.correspondence.begin(turn))
    pilot.play.show(pilot.play.live_match.resign(turn))
    assert {"send", "rematch", "review"} < set(pilot.names())


@pytest.mark.parametrize("key", ["othello", "contactic", "flipop"])
def test_points_are_counted_to_the_true_result(fly: MakePilot, key: str) -> None:
    """While Othello's discs gather; while Contactic's islands light up, less the dead tiles."""
    pilot = fly(tempo="normal")
    make_last_move(pilot, key)
    pilot.wait_for(lambda: pilot.play.scene.playback.shows_end)
    counted = [pilot.play.scene.playback.points]
    while pilot.play.scene.playback.shows_end:
        if counted[-1] is not None:
            assert points(pilot) == counted[-1]
        pilot.advance(FRAME)
        counted.append(pilot.play.scene.playback.points)
    *numbers, last = counted
    assert last is None
    if key not in ("othello", "contactic"):
        assert set(numbers) == {None}
        return
    true = pilot.match.position.points()
    assert true is not None
    assert points(pilot) == true
    pairs = [pair for pair in numbers if pair is not None]
    assert pairs[0] == (0, 0)
    assert pairs[-1] == true
    for player in (0, 1):
        column = [pair[player] for pair in pairs]
        peak = column.index(max(column))
        assert column[: peak + 1] == sorted(column[: peak + 1])
        assert column[peak:] == sorted(column[peak:], reverse=True)
        assert (max(column) > true[player]) == (key == "contactic" and dead(pilot, player) > 0)


def dead(pilot: Pilot, player: int) -> int:
    """The dead tiles of a player."""
    tallies = pilot.match.position.tallies()[player]
    return next(tally.number for tally in tallies if tally.key == "dead")


@pytest.mark.parametrize("early", [True, False])
@pytest.mark.parametrize("command", ["explore", "review"])
def test_analysis_before_the_end_is_help(fly: MakePilot, command: str, early: bool) -> None:
    pilot = fly(language="en")
    pilot.put(match_after("othello", 12), AGAINST)
    play = pilot.play
    if early:
        play.scene.run_command(command)
    play.live_match.resign(0)
    if not early:
        play.scene.run_command(command)
    said = " ".join(play.live_match.meaning.to_sentences(play.live_match.match_text))
    assert ("before its end" if early else "Your rating") in said


@pytest.mark.parametrize("size", [(360, 560), (360, 640), (844, 390)], ids=str)
def test_a_low_card_shows_the_tiles_that_are_subtracted(fly: MakePilot, size: At) -> None:
    pilot = fly(size=size)
    whole = match_after("contactic", None)
    pilot.put(match_after("contactic", len(whole.moves) - 1))
    pilot.commit(whole.moves[-1])
    assert pilot.play.shows_card
    number = next(t.number for t in pilot.match.position.tallies()[0] if t.key == "dead")
    near = pilot.at_table.sheets[1]
    assert f"Dead tiles: {number}" in [w.explanation for w in near.widgets]
    assert str(number) in pilot.panels()[1].splitlines()
    assert not problems(pilot.top)
