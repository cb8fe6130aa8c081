"""Exploring: both sides are moved, branches are kept as a study, the match stays as it is."""

from dataclasses import replace
from pathlib import Path

import pytest

from flipside.game.saves.album import (
    add_to_album,
    load_study,
    new_study_name,
    stored_record,
    study_names,
)
from flipside.game.saves.export import bundled, unbundle
from flipside.game.saves.matches import StoredMatch
from flipside.game.scenes.common.seat_rows import COMMENT_LINE, LineDialog
from flipside.game.scenes.shelf.album import Album, open_review, review_input
from flipside.game.scenes.study.panel import Graph
from flipside.game.scenes.study.session import StudySession
from flipside.game.services.readout import Part
from flipside.game.ui.widgets import Canvas
from flipside.rules.catalogue import BY_KEY, GAMES
from flipside.rules.games.contactic.position import Contactic
from flipside.rules.match.clock import full_clock, parse_clock
from flipside.rules.match.match import Match
from flipside.rules.match.record import BadRecord, Correspondence, Line, parse_record, record_text
from flipside.rules.match.study import Study
from tests.game.conftest import MakePilot
from tests.game.pilot import FRAME, Pilot
from tests.game.scene_tour import PEOPLE, match_after, study_with_branches, text_of
from tests.of_type import of_type

KEYS = [game.key for game in GAMES]


def explore(pilot: Pilot, moves: str = "d3 c3 c4 e3 d2", ply: int | None = None) -> StudySession:
    match = Match(BY_KEY["othello"])
    match.read_moves(moves)
    pilot.explore(StoredMatch(match, PEOPLE), ply)
    return pilot.study


def names(pilot: Pilot) -> str:
    return " ".join(pilot.match.names())


def kept(pilot: Pilot) -> list[str]:
    """The last lines of each study in storage."""
    return [text[text.index("moves") :].rstrip() for text in kept_texts(pilot)]


def kept_texts(pilot: Pilot) -> list[str]:
    services = pilot.app.services
    return [services.storage.peek(name) for name in study_names(services)]


@pytest.mark.parametrize("key", KEYS)
def test_from_the_table_both_sides_are_moved_and_the_match_stays(pilot: Pilot, key: str) -> None:
    before = match_after(key, 10)
    pilot.put(before, ("person", "level1"))
    saved = pilot.text(key)
    pilot.key("i")
    pilot.study.goto_ply(4)
    pilot.settle()
    for _ in range(3):
        pilot.wait_for(lambda: not pilot.match.must_pass)
        at = pilot.match.ply
        pilot.make(pilot.match.legal()[-1])
        pilot.settle()
        assert pilot.match.ply == at + 1
    assert len(study_names(pilot.app.services)) == 1
    pilot.key("escape")
    assert pilot.match.to_record() == before.to_record()
    assert pilot.text(key) == saved


def test_going_back_and_moving_differently_makes_a_branch(pilot: Pilot) -> None:
    explore(pilot)
    assert kept(pilot) == []
    pilot.press("first")
    pilot.key("r")
    pilot.key("r")
    pilot.tap("b3")
    pilot.settle()
    assert names(pilot) == "d3 c3 b3"
    assert kept(pilot) == ["moves d3 c3 c4 e3 d2\nline 2 b3"]
    pilot.key("backspace")
    assert "Branches" in pilot.words()
    pilot.press("branch0")
    assert names(pilot) == "d3 c3 c4 e3 d2"
    assert pilot.match.ply == 3
    pilot.press("ply2")
    pilot.press("branch1")
    pilot.press("promote")
    assert kept(pilot) == ["moves d3 c3 b3\nline 2 c4 e3 d2"]
    pilot.press("delete")
    assert names(pilot) == "d3 c3 c4 e3 d2"
    assert kept(pilot) == ["moves d3 c3 c4 e3 d2"]


def test_before_more_than_one_move_goes_one_is_asked(pilot: Pilot) -> None:
    explore(pilot, ply=2)
    pilot.press("delete")
    assert "Moves deleted: 4" in pilot.words()
    pilot.press("no")
    assert names(pilot) == "d3 c3 c4 e3 d2"
    pilot.key("g")
    pilot.press("yes")
    assert (names(pilot), pilot.match.ply) == ("d3", 1)


def test_the_study_of_a_match_goes_on(pilot: Pilot) -> None:
    explore(pilot, ply=2)
    pilot.tap("b3")
    pilot.key("escape")
    explore(pilot, ply=2)
    assert len(pilot.study.study_match.study.branches()) == 2
    pilot.kill_and_reopen()
    pilot.app.stack.open(Album(pilot.app.stack))
    (name,) = study_names(pilot.app.services)
    assert "Othello · Study" in pilot.words()
    before = pictures(pilot)
    pilot.advance(0.2)
    assert (before, pictures(pilot)) == (0, 1)
    pilot.press(name)
    assert names(pilot) == "d3 c3 c4 e3 d2"
    pilot.key("escape")
    pilot.press(f"delete {name}")
    pilot.press("yes")
    assert study_names(pilot.app.services) == []
    assert "Study" not in pilot.words()


def pictures(pilot: Pilot) -> int:
    """The number of small boards that are seen."""
    return sum(isinstance(one, Canvas) for sheet in pilot.top.sheets for one in sheet.widgets)


def test_another_window_overwrites_nothing(pilot: Pilot) -> None:
    scene = explore(pilot, ply=2)
    pilot.tap("b3")
    (name,) = study_names(pilot.app.services)
    storage = pilot.app.services.storage
    other = storage.peek(name).replace("line 2 b3", "line 2 f5")
    storage.save(name, other)
    scene.goto_ply(2)
    pilot.tap("c4")
    assert storage.peek(name) == other
    scene.goto_ply(2)
    pilot.tap("e6")
    assert len(study_names(pilot.app.services)) == 2


def test_all_studies_can_be_reached(pilot: Pilot) -> None:
    services = pilot.app.services
    for plies in range(25):
        text = record_text(match_after("othello", plies).to_record())
        services.storage.save(new_study_name(services.platform, "othello"), text)
    pilot.app.stack.open(Album(pilot.app.stack))
    pilot.press("more-studies")
    assert set(study_names(services)) <= set(pilot.names())
    assert "more-studies" not in pilot.names()


def test_values_are_shown_though_the_settings_hide_them(pilot: Pilot) -> None:
    explore(pilot)
    pilot.wait_for(
        lambda: len(pilot.table_session.match_view.move_values.cells) == len(pilot.match.legal())
    )
    assert "Forecast" in pilot.words()
    pilot.key("v")
    assert not pilot.table_session.match_view.move_values.cells
    assert not pilot.app.services.settings.values


def test_what_may_follow_is_shown(pilot: Pilot) -> None:
    explore(pilot, "")
    assert "Opening book: d3, c4, f5, e6" in pilot.words()
    for words in ("Hint: ", "What could follow"):
        pilot.press("hint")
        pilot.wait_for(lambda: not pilot.table_session.live_match.hint.thinking)
        assert words in pilot.words() or words == "What could follow"
    assert len(pilot.table_session.match_view.hint_line) > 1


def test_moves_of_a_list_are_counted(pilot: Pilot, tmp_path: Path) -> None:
    """Those of a symmetry, too: the first four are one match."""
    lines = "f5d6c3d3c4", "d3c5f6f5e6", "c4e3f6e6f5", "e6f4c3c4d3", "f5f6e6f4c3", "f5f4e3"
    (tmp_path / "list.txt").write_text("\n".join(lines))
    explore(pilot, "")
    pilot.advance(1)
    assert "files" not in pilot.words()
    pilot.drop(tmp_path / "list.txt")
    pilot.press("match1")
    pilot.wait_for(lambda: pilot.app.stack.played.done)
    pilot.review.goto_ply(0)
    assert "In your files (matches: 6): d3/c4/f5/e6 6" in pilot.words()
    pilot.review.goto_ply(1)
    assert "In your files (matches: 6): d6 4, f4 1, f6 1" in pilot.words()
    pilot.review.goto_ply(5)
    assert "files" not in pilot.words()


def test_a_review_and_its_study_are_one(pilot: Pilot) -> None:
    match = match_after("othello", None)
    record = match.to_record()
    name = add_to_album(pilot.app.services, match, PEOPLE)
    open_review(pilot.app.stack, StoredMatch(match, PEOPLE), 20)
    assert (pilot.match.ply, pilot.match.names()) == (20, match.names())
    assert study_names(pilot.app.services) == []
    pilot.make(next(move for move in pilot.match.legal() if move != match.moves[20]))
    pilot.key("escape")
    open_review(pilot.app.stack, StoredMatch(match, PEOPLE))
    assert pilot.match.names() == match.names()
    assert pilot.review.study_match.study.forks() == {20}
    pilot.key("escape")
    pilot.explore(StoredMatch(match, PEOPLE), 10)
    assert (pilot.match.ply, pilot.study.study_match.study.forks()) == (10, {20})
    kept = stored_record(pilot.app.services, str(name))
    assert replace(kept, seats=None) == record


def test_playing_on_begins_a_match_of_its_own(pilot: Pilot) -> None:
    explore(pilot, ply=2)
    pilot.tap("b3")
    pilot.key("p")
    pilot.press("yes")
    assert pilot.where() == "Shelf > PlaySession"
    assert names(pilot) == "d3 c3 b3"
    assert len(study_names(pilot.app.services)) == 1


def test_a_study_is_copied_pasted_and_sent_whole(pilot: Pilot, clipboard: list[str]) -> None:
    pilot.explore(study_with_branches("othello"), 12)
    pilot.key("ctrl c")
    pilot.press("understood")
    record = parse_record(clipboard[-1])
    assert record.lines
    pilot.key("k")
    pilot.press("copy")
    pilot.app.stack.home()
    review_input(pilot.app.stack, clipboard[0])
    assert pilot.study.study_match.study.to_record().lines == record.lines
    pilot.app.stack.home()
    review_input(pilot.app.stack, clipboard[-1])
    pilot.press("review")
    assert pilot.study.study_match.study.to_record().lines == record.lines
    pilot.key("k")
    pilot.press("picture")
    pilot.press("text")
    pilot.press("copy-sgf")
    assert clipboard[-1].count(")(") == len(record.lines)


def test_a_comment_is_written_shown_kept_and_removed(pilot: Pilot, clipboard: list[str]) -> None:
    explore(pilot, ply=2)
    for words in ("Too greedy?", "x" * 500, ""):
        pilot.press("comment")
        assert isinstance(pilot.top, LineDialog)
        for _ in pilot.top.line.text:
            pilot.key("backspace")
        pilot.app.stack.write(words)
        pilot.key("return")
        assert pilot.study.study_match.study.comment == words[: COMMENT_LINE.most_letters]
        assert words[:20] in pilot.words()
        assert ("note 2" in kept_texts(pilot)[0]) == bool(words)
        pilot.key("ctrl c")
        pilot.press("understood")
        assert ("note 2" in clipboard[-1]) == bool(words)
        pilot.kill_and_reopen()
        pilot.app.stack.home()
        explore(pilot, ply=2)


def test_a_study_of_several_files_keeps_its_lines(fly: MakePilot, tmp_path: Path) -> None:
    pilot, stored_match = fly(), study_with_branches("othello")
    record = Study(stored_match.match, stored_match.lines).to_record()
    files = [tmp_path / "a.txt", tmp_path / "b.txt"]
    for file in files:
        file.write_text(record_text(replace(record, seats=("person", "level3"))))
    pilot.drop(*files)
    pilot.press("match2")
    assert pilot.study.study_match.study.to_record().lines == record.lines
    assert pilot.study.study_match.seats == ("person", "level3")


def test_a_pasted_position_is_explored(pilot: Pilot) -> None:
    review_input(pilot.app.stack, "-" * 26 + "XXX" + "-" * 6 + "XO" + "-" * 27 + " O")
    assert pilot.study
    review_input(
        pilot.app.stack, "-" * 26 + "XXX" + "-" * 6 + "XO" + "-" * 27 + " O; c5:+2; c3:-6;"
    )
    assert "Remark: c5:+2; c3:-6;" in pilot.words()
    pilot.make(pilot.match.legal()[0])
    assert "Remark" not in pilot.words()
    assert "remark c5:+2; c3:-6;\n" in kept_texts(pilot)[0]
    review_input(pilot.app.stack, "Flipside 1\ngame othello\nmoves d3 c3\nline 1 d8\n")
    assert "d8" in pilot.words()


def test_there_is_no_help_in_a_match_with_clocks_or_by_post(pilot: Pilot) -> None:
    for clocks in (True, False):
        match = match_after("othello", 10)
        if clocks:
            clock = parse_clock("5+2 5+2")
            match.clock = full_clock(clock.controls, clock.allows_undo)
        else:
            match.correspondence = Correspondence("0123abcd")
        pilot.put(match)
        for key in ("i", "x", "e"):
            pilot.key(key)
            assert pilot.session is pilot.play
        assert "hint" not in pilot.names()
        for key in ("t", "v"):
            pilot.key(key)
            pilot.advance(2.0)
        assert pilot.play.live_match.ask_hint() is None
        assert not pilot.table_session.match_view.hint
        pilot.app.services.settings.values = True
        pilot.advance(2.0)
        assert not pilot.table_session.match_view.move_values.cells
        assert not pilot.table_session.match_view.move_values.words
        pilot.app.services.settings.values = False
        open_review(pilot.app.stack, StoredMatch(match, PEOPLE))
        pilot.advance(2.0)
        for ply in (10, 5):
            pilot.review.goto_ply(ply)
            for key in ("i", "t", "v", "g", "x", "p"):
                pilot.key(key)
            pilot.tap(pilot.match.board.names[pilot.match.legal()[0][0]])
            pilot.top.typed(pilot.match.position.name(pilot.match.legal()[0]))
            pilot.advance(2.0)
            assert pilot.review.study_match.ply == ply
            assert pilot.match.names() == match.names()
            assert not pilot.table_session.match_view.move_values.cells
            assert not pilot.table_session.match_view.next_cells
            assert not pilot.table_session.match_view.hint
        assert not study_names(pilot.app.services)


def test_what_is_hidden_is_dealt_anew(fly: MakePilot) -> None:
    """CT-3: the same position, seats by colour, other tiles; playing on from there deals again."""
    pilot = fly(patience=0.0)
    for seed in range(4):
        match = match_after("contactic", 10, seed)
        pilot.put(match, ("person", "level1"))
        pilot.key("i")
        scene = pilot.study
        assert "What is hidden may come in another order" in pilot.words()
        before, here = match.position, scene.live_match.match.position
        assert text_of(scene.live_match.match) == text_of(match)
        assert of_type(Contactic, here).piles != of_type(Contactic, before).piles
        colours = (one.colours or () for one in (before, here))
        old, new = (
            dict(zip(c, s, strict=True))
            for c, s in zip(colours, (("person", "level1"), scene.study_match.seats), strict=True)
        )
        assert old == new
        scene.scene.run_command("play-on")
        assert pilot.play.live_match.match.position != here
        assert text_of(pilot.match) == text_of(match)
        pilot.put(match)
        pilot.key("e")
        pilot.review.scene.run_command("play-on")
        pilot.press("yes")
        assert of_type(Contactic, pilot.match.position).piles != of_type(Contactic, before).piles
        assert text_of(pilot.match) == text_of(match)
    over = match_after("contactic", None)
    pilot.explore(StoredMatch(over, PEOPLE), 10)
    assert pilot.study.live_match.match.moves == over.moves


def test_at_the_end_the_result_is_told(pilot: Pilot) -> None:
    pilot.explore(StoredMatch(match_after("othello", None), PEOPLE))
    assert not pilot.study.own.is_possible("play-on")
    pilot.key("p")
    assert "wins" in pilot.words() or "Draw" in pilot.words()
    pilot.tap("a1")
    assert pilot.match.result() is not None


def test_the_readout_has_board_branches_and_moves(pilot: Pilot) -> None:
    pilot.explore(study_with_branches("othello"), 12)
    parts: list[Part] = list(pilot.top.parts())
    keys = {part.key for part in parts}
    assert {"cell a1", "branch0", "branch1", "ply12", "promote", "hint", "line"} <= keys
    assert any("Branches" in part.words for part in parts if part.key == "ply12")
    pilot.top.choose("branch1", act=True)
    assert pilot.match.ply == 13


def test_the_review_is_seen_on_the_line_of_its_match(pilot: Pilot) -> None:
    match = match_after("othello", 20)
    pilot.put(match)
    pilot.key("e")
    pilot.wait_for(lambda: pilot.review.analysis.review.done, 600)
    pilot.key("escape")
    pilot.key("i")
    graph = of_type(Graph, pilot.find("graph")[1])
    assert None not in graph.heights
    pilot.press("graph")
    assert pilot.match.ply == 10
    assert "Better: " in pilot.words() or "The best move." in pilot.words()
    pilot.make(next(move for move in pilot.match.legal() if move != match.moves[10]))
    pilot.make(pilot.match.legal()[0])
    assert of_type(Graph, pilot.find("graph")[1]).now == 10
    assert "Better: " not in pilot.words()
    pilot.press("graph")
    assert (pilot.match.ply, pilot.match.names()) == (10, match.names())
    assert len(pilot.study.study_match.study.branches()) == 2


def test_studies_travel_with_all_other_saves(pilot: Pilot) -> None:
    explore(pilot, ply=2)
    pilot.tap("b3")
    storage = pilot.app.services.storage
    bundle = bundled(storage)
    pilot.press("delete")
    unbundle(storage, bundle)
    assert sorted(kept(pilot)) == ["moves d3 c3 c4 e3 d2", "moves d3 c3 c4 e3 d2\nline 2 b3"]


@pytest.mark.parametrize("key", KEYS)
def test_a_typed_move_leaves_no_tap_over(fly: MakePilot, key: str) -> None:
    """Without confirmation a move is made before its last taps, which are beside the board."""
    pilot = fly(confirm=False, tempo="off")
    pilot.explore(StoredMatch(match_after(key, 6), PEOPLE))
    for _ in range(4):
        pilot.wait_for(lambda: not pilot.match.must_pass)
        match, before = pilot.match, pilot.match.ply
        pilot.sounds.clear()
        pilot.top.typed(match.position.name(match.legal()[-1]))
        pilot.settle()
        assert (match.ply, pilot.table_session.live_match.taps) == (before + 1, ())
        assert "error" not in pilot.sounds


def test_a_study_of_any_length_is_opened_again(fly: MakePilot) -> None:
    """What is saved is read, though texts from outside are held to a limit."""
    services = fly().app.services
    record = Study(Match(BY_KEY["othello"])).to_record()
    long = replace(record, lines=(Line(0, "d3 c5 f6"),) * 20_000)
    name = new_study_name(services.platform, "othello")
    services.storage.save(name, record_text(long))
    with pytest.raises(BadRecord):
        parse_record(record_text(long))
    assert load_study(services, name).lines == long.lines


def test_moves_are_played_back(fly: MakePilot) -> None:
    pilot = fly(tempo="normal")
    study = explore(pilot, ply=2)
    assert "pause" not in pilot.names()
    pilot.key("y")
    assert study.plays_back
    pilot.wait_for(lambda: not study.plays_back)
    assert study.study_match.ply == 5
    pilot.key("y")
    assert study.study_match.ply == 0
    pilot.wait_for(lambda: study.study_match.ply == 2)
    assert "watch" not in pilot.names()
    pilot.press("pause")
    assert not study.plays_back
    pilot.advance(5.0)
    assert study.study_match.ply == 2


def test_the_speed_of_a_playback_is_changed_by_button_and_key(
    fly: MakePilot, heard: list[str]
) -> None:
    """The screen reader hears each move, and the end stops the playback."""
    pilot = fly(tempo="quick")
    study = explore(pilot, ply=0)
    pilot.key("y")
    pilot.press("speed-normal")
    assert study.playback_speed == "fast"
    seconds = {"fast": seconds_of_a_move(pilot)}
    pilot.key("s")
    assert study.playback_speed == "slow"
    seconds["slow"] = seconds_of_a_move(pilot)
    assert seconds["slow"] > 2 * seconds["fast"]
    pilot.press("speed-slow")
    pilot.wait_for(lambda: not study.plays_back)
    assert study.study_match.ply == 5
    assert [move for move in ("d3", "c3", "c4", "e3", "d2") if move not in " ".join(heard)] == []


def seconds_of_a_move(pilot: Pilot) -> float:
    """The seconds from one move of a playback to the next."""
    study_match, seconds = pilot.study.study_match, 0.0
    pilot.advance(FRAME)
    ply = study_match.ply
    while study_match.ply == ply:
        pilot.advance(FRAME)
        seconds += FRAME
    return seconds


def test_a_playback_ends_with_a_tap_on_the_board_and_needs_a_move(pilot: Pilot) -> None:
    study = explore(pilot, ply=2)
    pilot.key("y")
    assert study.plays_back
    pilot.tap("a1")
    assert not study.plays_back
    study = explore(pilot, moves="")
    pilot.key("y")
    assert not study.plays_back
    assert study.scene.notices.current is not None
