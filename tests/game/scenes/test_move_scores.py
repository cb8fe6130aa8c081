"""Values of moves in play: found in slices, hidden when they are not wanted, in every game."""

from typing import Any

import pytest

from flipside.game.board.board_state import Annotations
from flipside.game.drawing.display_list import DisplayList
from flipside.game.scenes.common.board import lead_of
from flipside.rules.catalogue import BY_KEY, GAMES
from flipside.rules.contract.position import WIN, Certainty
from flipside.rules.engine.analysis import move_scores as appraiser_module
from flipside.rules.engine.analysis.move_scores import MoveScore, MoveScorer
from flipside.rules.match.match import Match
from tests.game.conftest import MakePilot
from tests.game.journeys.recorded import recorded
from tests.game.pilot import Pilot
from tests.game.scene_tour import match_after, middle
from tests.rules.engine.test_analyst import clock
from tests.rules.engine.test_exact_scores import ONE_WIN, TRUE

each_game = pytest.mark.parametrize("key", [game.key for game in GAMES])


@pytest.fixture
def pilot(fly: MakePilot) -> Pilot:
    """A pilot whose settings show the values of moves."""
    return fly(values=True)


@each_game
def test_every_field_that_can_be_tapped_has_a_value(pilot: Pilot, key: str) -> None:
    pilot.put(match_after(key, middle(key)))
    pilot.advance(1.0)
    annotations = pilot.shown().annotations
    assert set(annotations.values) == pilot.table_session.match_view.next_cells
    assert annotations.best <= set(annotations.values)
    assert annotations.best
    assert 0 <= annotations.eval_bar.share <= 1
    assert pilot.play.live_match.values.leader()
    DisplayList().draw(pilot.app.screen.surface, pilot.play.scene.layers())
    long = next((m for m in pilot.match.position.moves() if len(m) > 1), None)
    if long is not None:
        pilot.tap(long[0])
        assert (
            set(pilot.table_session.match_view.move_values.cells)
            == pilot.table_session.match_view.next_cells
        )


@each_game
def test_values_come_in_slices(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are there after the first one, and better later; nothing takes much longer than asked
    for but one bite."""
    monkeypatch.setattr(appraiser_module, "_TIME_LIMIT_SECONDS", 1e9)
    match = match_after(key, middle(key))
    appraiser = MoveScorer(match.game, match.position, match.history())
    ticking, changes = clock(), 0
    while not appraiser.done:
        changes += appraiser.work(5.0, ticking)
        assert set(appraiser.scores) in (set(match.position.moves()), set())
        if changes > 2:
            break
    assert changes >= 1


def test_an_open_end_is_seen_through() -> None:
    """In Contactic nothing is hidden once both main piles are used up: here every move loses in
    eight plies, and the values tell it."""
    match = recorded("contactic").match
    match.goto_ply(119)
    appraiser = MoveScorer(match.game, match.position, match.history())
    while not appraiser.done:
        appraiser.work(1.0, lambda: 0.0)
    assert set(appraiser.scores.values()) == {(8 - WIN, Certainty.EXACT)}


def test_they_are_hidden(fly: MakePilot) -> None:
    pilot = fly(tempo="normal")
    pilot.sit_down("othello", "f5 d6")
    pilot.advance(1.0)
    assert pilot.shown().annotations == Annotations()
    pilot.key("v")
    pilot.advance(1.0)
    assert pilot.shown().annotations.values
    pilot.tap("c3")
    assert pilot.at_table.playback.timeline is not None
    assert pilot.shown().annotations == Annotations()
    pilot.settle()
    pilot.advance(0.5)
    assert pilot.shown().annotations.values
    pilot.sit(("person", "level8"))
    assert pilot.shown().annotations == Annotations()
    pilot.key("v")
    assert not pilot.app.services.settings.values


def test_values_in_words(fly: MakePilot, heard: list[str]) -> None:
    pilot = fly(values=True, size=(820, 1180))
    pilot.sit_down("othello", "f5 d6 c3")
    heard.clear()
    pilot.advance(1.0)
    said = [widget.words for sheet in pilot.play.scene.sheets for widget in sheet.widgets]
    assert pilot.play.live_match.values.leader() in said
    for _ in range(40):
        pilot.key("left" if pilot.play.scene.board_input.cursor is None else "up")
        pilot.key("right")
    cells = {pilot.match.board.names[c] for c in pilot.table_session.match_view.move_values.cells}
    assert any(word.split(":")[0] in cells for word in heard)


def test_solved_positions_are_told_as_such(pilot: Pilot) -> None:
    pilot.put(match_after("switch", 20))
    pilot.advance(1.0)
    values = pilot.play.live_match.values
    short = {values.short_label(score) for score in values.scores().values()}
    assert short <= {"=", *(f"{letter}{n}" for letter in "WL" for n in range(1, 60))}


def test_choices_beside_the_board_have_values(pilot: Pilot) -> None:
    pilot.sit_down("switch", setup="placed")
    pilot.tap("c3")
    pilot.advance(1.0)
    _, button = pilot.find("cell dark")
    value = pilot.table_session.match_view.move_values.cells[pilot.match.board.cell_named("dark")]
    assert button.words == f"Dark {value}"


def test_margins_are_whole_discs(pilot: Pilot) -> None:
    """In the language's own way of writing numbers elsewhere."""
    pilot.put(match_after("othello", 30))
    pilot.advance(1.0)
    values = pilot.play.live_match.values
    found = [values.short_label(MoveScore(value)) for value in (0, 30, 250, -340)]
    assert found == ["~0", "~0", "~+2", "~−3"]
    found = [values.short_label(MoveScore(value, Certainty.EXACT)) for value in (0, 200, -6400)]
    assert found == ["=", "+2", "−64"]
    assert values.short_label(MoveScore(200, Certainty.SIDE)) == "W"
    assert values.short_label(MoveScore(-200, Certainty.SIDE)) == "L"
    pilot.put(match_after("flipop", 10))
    pilot.advance(1.0)
    values = pilot.play.live_match.values
    found = [values.short_label(MoveScore(value)) for value in (4, 154, -2_300)]
    assert found == ["0", "+1.5", "−23"]
    assert values.short_label(MoveScore(WIN - 11, Certainty.SIDE)) == "W≤6"
    assert values.short_label(MoveScore(10 - WIN, Certainty.EXACT)) == "L5"
    pilot.app.services.text.use("cs")
    assert values.short_label(MoveScore(154)) == "+1,5"


def test_what_is_exact_looks_exact(pilot: Pilot) -> None:
    """Case 24 of the cases from outside: values, the bar and a hint say the same."""
    pilot.put(match_after("othello", 20))
    pilot.wait_for(lambda: bool(pilot.table_session.match_view.move_values.cells))
    assert all(said[0] == "~" for said in pilot.table_session.match_view.move_values.cells.values())
    assert "about" in pilot.table_session.match_view.move_values.words
    pilot.sit_down("othello", ONE_WIN)
    pilot.wait_for(lambda: "by 6" in pilot.table_session.match_view.move_values.words, 60.0)
    assert pilot.table_session.match_view.move_values.words == "Black wins by 6"
    scorer = pilot.play.live_match.values._scorer
    assert scorer is not None
    pilot.wait_for(lambda: scorer.done, 60.0)
    cells = pilot.table_session.match_view.move_values.cells
    names = pilot.match.board.names
    said = {names[cell]: words.replace("−", "-") for cell, words in cells.items()}
    assert said == {name: f"{discs:+d}" for name, discs in TRUE.items()}
    assert {names[cell] for cell in pilot.table_session.match_view.move_values.best} == {"h2"}
    pilot.key("v")
    pilot.key("t")
    pilot.wait_for(lambda: not pilot.play.live_match.hint.thinking, 60.0)
    hint = " ".join(pilot.table_session.match_view.hint)
    assert "h2" in hint
    assert "Wins by 6 with best play." in hint


def test_a_hint_knows_what_the_values_know(fly: MakePilot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("flipside.game.live_match.hint.HINT_SOLVED_PLIES", 0)
    pilot = fly(values=True)
    pilot.sit_down("othello", ONE_WIN)
    pilot.wait_for(
        lambda: pilot.table_session.match_view.move_values.words == "Black wins by 6", 60.0
    )
    pilot.key("t")
    pilot.wait_for(lambda: not pilot.play.live_match.hint.thinking, 60.0)
    assert pilot.table_session.match_view.hint[0] == "Hint: h2."
    assert "Wins by" not in " ".join(pilot.table_session.match_view.hint), "the panel says it"


def test_values_and_a_hint_never_disagree(fly: MakePilot) -> None:
    """With values on, they alone say who is ahead; without, a solved position is no guess."""
    pilot = fly()
    pilot.put(match_after("switch", middle("switch")))
    pilot.advance(0.6)
    pilot.key("t")
    pilot.wait_for(lambda: not pilot.play.live_match.hint.thinking, 30.0)
    drawn = pilot.play.text("value.drawn")
    assert drawn in " ".join(pilot.table_session.match_view.hint)
    pilot.key("v")
    pilot.wait_for(lambda: pilot.play.live_match.values.leader() == drawn, 30.0)
    assert drawn not in " ".join(pilot.table_session.match_view.hint)


def test_the_move_that_stands_stays_in_sight(fly: MakePilot) -> None:
    pilot = fly(size=(390, 844))
    pilot.put(match_after("othello", middle("othello")))
    pilot.advance(0.6)
    pilot.key("v")
    pilot.wait_for(lambda: bool(pilot.play.live_match.values.leader()), 30.0)
    listed = pilot.play.scene.sheets[2]
    current = listed.named(f"ply{pilot.match.ply}")
    assert listed.place.contains(listed.to_window(current.rect))


@pytest.mark.parametrize(
    ("key", "given", "colours"),
    [
        ("othello", {}, ("black", "white")),
        ("contactic", {"first": "green"}, ("green", "orange")),
        ("switch", {"setup": "placed"}, (None, None)),
    ],
)
def test_the_bar_has_the_colours_of_both(
    pilot: Pilot, key: str, given: dict[str, Any], colours: tuple[str | None, str | None]
) -> None:
    """While stones are laid in Switch nobody has one."""
    pilot.sit_down(key, **given)
    pilot.wait_for(lambda: pilot.table_session.match_view.move_values.share is not None)
    match_view = pilot.table_session.match_view
    for near, upright in ((0, True), (1, False)):
        eval_bar = lead_of(match_view, near, upright)
        assert (eval_bar.near, eval_bar.far) == (colours[near], colours[1 - near])
        assert eval_bar.upright == upright
    one, other = lead_of(match_view, 0, True), lead_of(match_view, 1, True)
    assert one.share + other.share == pytest.approx(1.0)


def test_who_is_ahead_has_more_of_the_bar(pilot: Pilot) -> None:
    pilot.sit_down(moves="e6 f4 e3 f6 g5 d6 e7 f5")
    pilot.wait_for(lambda: bool(pilot.table_session.match_view.move_values.cells))
    black, white = (lead_of(pilot.table_session.match_view, near, True) for near in (0, 1))
    assert white is not None
    assert black.share > 0.9
    assert white.share < 0.1


@pytest.mark.parametrize(
    ("settings", "level", "cell", "asked"),
    [
        ({"warn": True}, "level3", "g8", True),
        ({"warn": True, "values": True}, "level4", "g8", True),
        ({"warn": True}, "level3", "h2", False),
        ({"warn": True}, "level5", "g8", False),
        ({"warn": True}, "person", "g8", False),
        ({}, "level3", "g8", False),
    ],
)
def test_who_wants_to_is_asked_before_a_win_is_given_away(
    fly: MakePilot, settings: dict[str, Any], level: str, cell: str, asked: bool
) -> None:
    pilot = fly(**settings)
    match = Match(BY_KEY["othello"])
    match.read_moves(ONE_WIN)
    seats = ("person", level) if match.position.turn == 0 else (level, "person")
    pilot.put(match, seats)
    pilot.advance(1.0)
    assert bool(pilot.shown().annotations.values) == settings.get("values", False)
    ply = pilot.match.ply
    pilot.tap(cell)
    assert ("yes" in pilot.names()) == asked
    if asked:
        assert pilot.match.ply == ply
        pilot.press("no")
        pilot.tap(cell)
        pilot.press("yes")
    assert pilot.match.names()[ply] == cell
