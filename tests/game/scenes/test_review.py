"""Reviews: worked out in slices, true to the match, kept, and worked with by hand and by keys."""

import math
import re
from collections.abc import Callable
from itertools import combinations, count
from random import Random

import pygame
import pytest

from flipside.game.live_match.match_view import emblems
from flipside.game.live_match.move_scores import ReviewScore, ValueText
from flipside.game.saves.accuracy import accuracies
from flipside.game.saves.album import add_to_album, album_names, review_name, saved_review
from flipside.game.saves.drills import DRILLS
from flipside.game.scenes.study import study_match
from flipside.game.scenes.study.panel import _FLAG_RADIUS, Graph
from flipside.game.scenes.study.review_text import ReviewText
from flipside.game.scenes.study.session import StudySession
from flipside.rules.catalogue import BY_KEY, GAMES
from flipside.rules.contract.position import FORCED_WIN, WIN
from flipside.rules.contract.search_api import Limit
from flipside.rules.engine.analysis.review import CERTAIN_WIN, Review, SavedMoment, SavedReview
from flipside.rules.match.match import Match, identity
from tests.game.conftest import MakePilot
from tests.game.journeys.recorded import recorded
from tests.game.pilot import Pilot
from tests.game.scene_tour import match_after

KEYS = [game.key for game in GAMES]

quick = pytest.mark.usefixtures("quick_reviews")


def done(match: Match, saved: SavedReview | None = None) -> Review:
    """The whole review of a match."""
    review = Review(match, saved)
    review.work(1000.0)
    assert review.done
    return review


def begin(
    pilot: Pilot, match: Match, seats: tuple[str, str] = ("person", "level2")
) -> StudySession:
    """Open the review of a match on the table, by key."""
    pilot.put(match, seats)
    pilot.key("e")
    return pilot.review


def whole(pilot: Pilot) -> StudySession:
    """The open review, once all is worked out."""
    scene = pilot.review
    pilot.wait_for(lambda: scene.analysis.review.done)
    return scene


# What is found


@pytest.mark.parametrize("key", KEYS)
@quick
def test_every_moment_gets_a_value(key: str) -> None:
    match = recorded(key).match
    review = done(match)
    last = len(match.moves)
    values = [review.value_at(ply) for ply in range(last + 1)]
    assert None not in values
    winner = recorded(key).result.winner
    end = values[-1]
    assert end is not None
    assert (end > 0) == (winner == 0)
    assert (end < 0) == (winner == 1)
    assert all(-1 <= review.height(value) <= 1 for value in values if value is not None)
    for ply, moment in review.moments.items():
        position = match.position_at(ply)
        assert moment.best in position.moves()
        assert moment.pv[0] == position.name(moment.best)


@pytest.mark.parametrize("key", KEYS)
@quick
def test_swings_are_the_largest_losses(key: str) -> None:
    match = recorded(key).match
    review = done(match)
    swings = review.mistakes()
    turns = [match.position_at(ply).turn for ply in swings]
    assert max(turns.count(0), turns.count(1)) <= 3
    assert swings == sorted({*review.mistakes([0]), *review.mistakes([1])})
    for player in (0, 1):
        least = min((review.drops(player)[ply] for ply in review.mistakes([player])), default=0.2)
        others = [drop for ply, drop in review.drops(player).items() if ply not in swings]
        assert max(others) <= least
    for ply in swings:
        best, played = review.at_stake(ply)
        assert best > played
        assert review.moments[ply].best != match.moves[ply]
    assert all(not review.loss_at(p) for p, m in review.moments.items() if p < len(match.moves)
               and m.best == match.moves[p])  # fmt: skip


def test_a_win_at_hand_stands_at_the_edge() -> None:
    """A move before the end of a solved game is a sure win, and so is each before it."""
    match = recorded("switch").match
    review = done(match)
    last = len(match.moves)
    winner = 1 if recorded("switch").result.winner == 0 else -1
    before = review.value_at(last - 1)
    assert before == winner * (WIN - 1)
    assert review.height(before) == winner
    assert review.certain_at(0)
    assert review.value_at(0) == 0, "the beginning is drawn"


def test_what_nobody_can_see_changes_nothing(quick_reviews: Limit) -> None:
    """With the same tiles seen and others to come, every mover gets the same advice."""
    match = match_after("contactic", 12)
    other = Match(match.game, match.choices, match.seed)
    for move in match.moves:
        other.play(move)
    review = Review(match)
    position = match.position_at(8)
    for number in range(3):
        match._positions[8] = position.determinize(Random(number + 5))
        again = Review(match)
        for one in (review, again):
            list(one._analyse(8, quick_reviews, False))
        assert review.moments[8] == again.moments[8]
    assert other.position_at(8) == position


@quick
def test_roughly_first_and_from_the_end() -> None:
    match = recorded("flipop").match
    review, order = Review(match), list[int]()
    while len(review.moments) < len(review.choice_plies):
        before = set(review.moments)
        review.work(0.0)
        order += set(review.moments) - before
        assert all(moment.rough for moment in review.moments.values())
    assert order == sorted(order, reverse=True)
    assert not review.done
    assert 0.1 < review.share() < 0.3


@quick
@pytest.mark.parametrize("key", KEYS)
def test_a_review_takes_its_time_in_slices(key: str) -> None:
    """The clock is looked at after each step of each search, and a slice ends when it is over."""
    match = recorded(key).match
    review, looks, slices = Review(match), count(), 0
    while not review.done:
        before = next(looks)
        review.work(2.0, lambda: float(next(looks)))
        slices += 1
        assert next(looks) - before <= 4
    assert slices > len(review.choice_plies)


# As text


@pytest.mark.parametrize("key", KEYS)
@quick
def test_what_was_found_is_read_again(key: str) -> None:
    match = recorded(key).match
    review = Review(match)
    for _ in range(30):
        review.work(0.0)
    again = Review(match, review.saved())
    assert again.moments == review.moments
    review.work(1000.0)
    assert done(match, again.saved()).moments == review.moments


@quick
def test_the_review_of_another_match_is_passed_over() -> None:
    saved = done(recorded("switch").match).saved()
    assert Review(recorded("othello").match, saved).moments == {}


def test_moments_that_do_not_fit_are_passed_over() -> None:
    match = match_after("othello", 6)
    names = [match.position_at(2).name(move) for move in match.position_at(2).moves()]
    moments = [
        SavedMoment(ply, 7, True, pv, exact=False, loss=None)
        for ply, pv in ((99, ("c4",)), (-1, ("c4",)), (3, ("h8",)), (1, ()), (2, (names[0], "?")))
    ]
    review = Review(match, SavedReview(identity(match), tuple(moments)))
    assert list(review.moments) == [2]
    assert (review.moments[2].value, review.moments[2].rough) == (7, True)


# On the screen


@pytest.mark.parametrize("key", KEYS)
@quick
def test_a_match_is_reviewed(fly: MakePilot, key: str, heard: list[str]) -> None:
    pilot = fly(patience=0.05)
    match = recorded(key).match
    count = len(match.moves)
    pilot.put(match, ("person", "level2"))
    pilot.press("review")
    scene = whole(pilot)
    assert scene.study_match.ply == count
    assert any("wins" in line or "Draw" in line for line in pilot.words().splitlines())
    swings = scene.analysis.review.mistakes()
    assert swings, "matches of beginners have mistakes"
    assert not scene.own.is_possible("find")
    pilot.press("swing1")
    assert scene.study_match.ply == swings[0] + 1
    assert scene.own.is_possible("find")
    assert any(line.startswith("Back") for line in pilot.words().splitlines())
    assert f"\n{swings[0] + 1}. " in pilot.words()
    assert "Better: " in pilot.words()
    assert heard[-1].startswith(f"{swings[0] + 1}. ")
    assert "Better: " in heard[-1]
    played = scene.scene._board_state().resting
    pilot.press("better")
    assert scene.scene._board_state().resting != played
    pilot.key("b")
    assert scene.scene._board_state().resting == played
    pilot.press("play-on")
    pilot.press("yes")
    assert pilot.where() == "Shelf > PlaySession"
    assert pilot.match.moves == match.moves[: swings[0] + 1]
    assert pilot.saved(key).moves == match.moves[: swings[0] + 1]
    assert not pilot.app.services.text.missing


@quick
def test_what_is_found_is_shown_five_times_a_second(
    fly: MakePilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene, shown = begin(fly(patience=0.0), recorded("othello").match), list[None]()
    monkeypatch.setattr(scene.analysis.review, "work", lambda budget, clock: True)
    monkeypatch.setattr(scene.scene, "update_layout", lambda: shown.append(None))
    for _ in range(40):
        scene.scene.update(0.05)
    assert not scene.analysis.review.done
    assert 7 <= len(shown) <= 11


@quick
def test_keys_go_everywhere(fly: MakePilot) -> None:
    pilot = fly(patience=0.05)
    begin(pilot, recorded("othello").match)
    scene = whole(pilot)
    swings = [ply + 1 for ply in scene.analysis.review.mistakes()]
    pilot.key("home")
    assert scene.study_match.ply == 0
    assert "Beginning" in pilot.words()
    pilot.keys("right right left")
    assert scene.study_match.ply == 1
    for swing in swings:
        pilot.key("down")
        assert scene.study_match.ply == swing
    pilot.key("down")
    assert scene.study_match.ply == swings[-1]
    pilot.key("up")
    assert scene.study_match.ply == swings[-2]
    pilot.key("end")
    assert scene.study_match.ply == 63
    pilot.key("right")
    assert scene.study_match.ply == 63
    pilot.key("tab")
    assert scene.scene.focus == "back"
    pilot.key("escape")
    assert pilot.where() == "Shelf > PlaySession"


@quick
def test_the_readout_promises_no_letter_that_does_something_else(pilot: Pilot) -> None:
    scene = begin(pilot, recorded("othello").match)
    letters = {part.key: part.letter for part in scene.parts() if part.key.startswith("ask ")}
    assert len(letters) > 3
    assert set(letters.values()) & {"b", "f"} == set()
    assert "z" in letters.values()


@quick
def test_keys_move_in_a_review_while_the_board_has_a_cursor(pilot: Pilot) -> None:
    match = match_after("othello", 12)
    begin(pilot, match)
    pilot.keys("home i left return")
    assert pilot.match.ply == 0, "the cursor is on no square for a move"
    pilot.at_table.board_input.cursor = next(
        move[0] for move in pilot.match.legal() if move != match.moves[0]
    )
    pilot.key("return")
    assert pilot.match.ply == 1
    assert pilot.match.moves[0] != match.moves[0]
    pilot.keys("i left")
    assert pilot.match.ply == 0
    pilot.key("end")
    assert pilot.match.ply == 1, "along the branch"
    pilot.press("graph")
    assert pilot.match.names() == match.names()


@quick
def test_buttons_go_to_either_end_and_one_ply(fly: MakePilot) -> None:
    pilot = fly(patience=0.05)
    begin(pilot, recorded("othello").match)
    scene, went = whole(pilot), list[int]()
    for name in ("first", "next", "next", "previous", "last", "previous"):
        pilot.press(name)
        went.append(scene.study_match.ply)
    assert went == [0, 1, 2, 1, 63, 62]


@pytest.mark.parametrize("swings", [(3, 5, 4), (0, 1, 2), (97, 98, 99)])
def test_numbers_on_the_graph_do_not_cover_each_other(
    fly: MakePilot, swings: tuple[int, ...]
) -> None:
    theme = fly().top.theme
    graph = Graph([1.0] * 101, swings, rect=pygame.Rect(0, 0, 320, 100))
    flags = graph.flags(theme)
    assert len(flags) == len(swings)
    assert all(graph.rect.collidepoint(at) for at in flags)
    for one, other in combinations(flags, 2):
        assert math.dist(one, other) >= 2 * theme.px(_FLAG_RADIUS), flags


@pytest.mark.parametrize("height", [1.0, -1.0])
def test_numbers_on_the_graph_stand_as_near_as_they_can(fly: MakePilot, height: float) -> None:
    """Three of the same height at one ply: the first at it, the others touching it."""
    theme = fly().top.theme
    graph = Graph([height] * 101, (50, 51, 52), rect=pygame.Rect(0, 0, 532, 124))
    (x, y), *others = graph.flags(theme)
    apart, place = 2 * _FLAG_RADIUS + 2, graph.place(theme)
    assert place == pygame.Rect(32, 12, 488, 100)
    assert x == 32 + round(488 * 51 / 100)
    assert y == (12 + 16 if height > 0 else 112 - 16)
    assert sorted(others) == [(x - apart, y), (x + apart, y)]


@quick
def test_a_finger_on_the_graph(fly: MakePilot) -> None:
    pilot = fly(size=(390, 844), patience=0.05)
    scene = begin(pilot, recorded("flipop").match)
    sheet, widget = pilot.find("graph")
    assert isinstance(widget, Graph)
    place = sheet.to_window(widget.rect)
    pilot.touch(place.center)
    assert abs(scene.study_match.ply - 54) < 12
    before = scene.study_match.ply
    pilot.drag(place.center, (place.right - 14, place.centery))
    assert scene.study_match.ply > before + 30
    pilot.drag((place.right - 14, place.centery), (place.left, place.centery))
    assert scene.study_match.ply == 0


def stored(pilot: Pilot, name: str) -> SavedReview:
    return saved_review(pilot.app.services.storage, name)


@quick
def test_what_was_found_is_there_another_day(fly: MakePilot) -> None:
    pilot, match = fly(patience=0.0), recorded("othello").match
    name = review_name(str(add_to_album(pilot.app.services, match, ("person", "level2"))))
    pilot.press("album")
    pilot.press(album_names(pilot.app.services)[0])
    scene = pilot.review
    pilot.wait_for(lambda: len(scene.analysis.review.moments) > 5)
    found = len(scene.analysis.review.moments)
    pilot.key("escape")
    assert len(stored(pilot, name).moments) >= found
    pilot.kill_and_reopen()
    pilot.press("album")
    pilot.press(album_names(pilot.app.services)[0])
    scene = pilot.review
    assert len(scene.analysis.review.moments) >= found
    pilot.advance(8.0)
    more = len(scene.analysis.review.moments)
    pilot.kill_and_reopen()
    assert len(stored(pilot, name).moments) > max(found, 0.2 * more)


@quick
def test_playing_on_keeps_the_match_that_was_going_on(fly: MakePilot) -> None:
    pilot, match = fly(patience=0.0), match_after("othello", 20)
    begin(pilot, match)
    for _ in range(8):
        pilot.press("previous")
    pilot.press("play-on")
    pilot.press("yes")
    assert len(pilot.match.moves) == 12
    pilot.app.stack.home()
    pilot.press("album")
    pilot.advance(0.1)
    assert "Left before the end" not in pilot.words()
    assert "Moves: 12" in pilot.words()
    assert "Moves: 20" in pilot.words()


@quick
def test_a_match_from_text_is_reviewed(fly: MakePilot) -> None:
    pilot = fly(patience=0.0)
    pilot.sit_down(moves="d3 c5")
    pilot.app.stack.home()
    pilot.app.services.platform.clipboard.copy("Flipside 1\ngame othello\nmoves e6 f4 e3 f6 g5\n")
    pilot.press("album")
    pilot.press("paste")
    assert pilot.review.study_match.ply == 5
    pilot.key("escape")
    assert pilot.saved().names() == ["d3", "c5"]
    pilot.press("paste")
    pilot.press("play-on")
    pilot.press("yes")
    assert pilot.match.names() == ["e6", "f4", "e3", "f6", "g5"]
    pilot.app.stack.home()
    pilot.press("album")
    assert "Moves: 2 " in pilot.words() + " ", "what was on the table is kept"
    pilot.app.services.platform.clipboard.copy("Flipside 1\ngame othello\nmoves a1\n")
    pilot.press("paste")
    assert "Move 1, “a1”, is not possible at that point." in pilot.words()


@quick
def test_nothing_is_drawn_once_all_is_known(
    fly: MakePilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    pilot = fly(patience=0.05, drawing=True)
    begin(pilot, match_after("othello", 8))
    whole(pilot)
    scorer = pilot.table_session.live_match.values._scorer
    assert scorer is not None
    pilot.wait_for(lambda: scorer.done)
    pilot.advance(0.2)
    drawn: list[int] = []
    monkeypatch.setattr(pilot.top, "layers", lambda: drawn.append(1))
    pilot.advance(0.5)
    assert drawn == []


VALUES: list[tuple[str, Callable[[int], bool]]] = [
    (
        r"Forecast: (Black|White) about \+\d+\.|(Black|White) wins by \d+ discs",
        lambda value: 50 < abs(value) < CERTAIN_WIN,
    ),
    (r"Forecast: even\.|A draw if", lambda value: abs(value) <= 50),
]


@quick
def test_values_are_said_as_they_are(fly: MakePilot) -> None:
    pilot = fly(patience=0.05)
    begin(pilot, recorded("othello").match)
    scene = whole(pilot)
    for ply in range(0, 63, 4):
        scene.goto_ply(ply)
        value = scene.analysis.review.value_at(ply)
        assert value is not None
        assert abs(value) < FORCED_WIN
        fits = [pattern for pattern, when in VALUES if when(value)]
        assert any(re.search(pattern, pilot.words()) for pattern in fits), pilot.words()
        if abs(value) > 50:
            leads = re.search(r"Forecast: Black|Black wins by", pilot.words())
            assert (leads is not None) == (value > 0)


SAID = [
    ("flipflop", 0, "Forecast: even."),
    ("flipflop", 9, "Forecast: even."),
    ("flipflop", 10, "Forecast: Dark +0.1."),
    ("flipflop", -150, "Forecast: Light +1.5."),
    ("flipflop", 3000, "Forecast: Dark +30.0."),
    ("flipflop", 3001, "Forecast: Dark far ahead."),
    ("flipflop", -3001, "Forecast: Light far ahead."),
    ("flipflop", WIN - 1, "Dark can win at once."),
    ("flipflop", 2 - WIN, "Light can win with the next move."),
    ("othello", 49, "Forecast: even."),
    ("othello", -249, "Forecast: White about +2."),
    ("othello", 6400, "Forecast: Black about +64."),
]
"""Values for the first player, as a sentence."""


@pytest.mark.parametrize(
    ("best", "played", "expected"),
    [
        ((0, False, 0.0), (-1200, False, 0.7), "about level, far behind"),
        ((100, False, 0.05), (-100, False, 0.05), "about level, a little worse"),
        ((4000, False, 0.8), (1200, False, 0.6), "far ahead, not as far ahead"),
        ((-1200, False, 0.3), (-1300, False, 0.5), "behind, further behind"),
        ((400, False, 0.15), (-400, False, -0.15), "slightly ahead, slightly behind"),
        ((600, True, 0.5), (-200, True, 0.1), "a win by 6, a loss by 2"),
        ((0, True, 0.0), (-200, True, 0.1), "drawn, a loss by 2"),
        ((WIN - 1, True, 1.0), (WIN - 5, True, 1.0), "won, won, but later"),
        ((9 - WIN, True, 1.0), (3 - WIN, True, 1.0), "lost, lost sooner"),
    ],
)
def test_a_move_and_a_better_one_differ_in_words(
    fly: MakePilot, best: tuple[int, bool, float], played: tuple[int, bool, float], expected: str
) -> None:
    values = ValueText(fly().app.services.text, BY_KEY["othello"])
    assert ", ".join(values.compared(ReviewScore(*best), ReviewScore(*played))) == expected


@pytest.mark.parametrize(("key", "value", "words"), SAID)
def test_how_far_somebody_is_ahead(
    fly: MakePilot, monkeypatch: pytest.MonkeyPatch, key: str, value: int, words: str
) -> None:
    pilot = fly(patience=0.0)
    scene = begin(pilot, match_after(key, 20))
    reviewed = scene.study_match.review_text
    assert reviewed is not None
    monkeypatch.setattr(scene.analysis.review, "value_at", lambda ply: value)
    monkeypatch.setattr(scene.analysis.review, "rough_at", lambda ply: False)
    monkeypatch.setattr(scene.analysis.review, "certain_at", lambda ply: False)
    assert reviewed.value_sentence(4) == words
    monkeypatch.setattr(scene.analysis.review, "rough_at", lambda ply: True)
    assert reviewed.value_sentence(4) == f"A first estimate. {words}"


@pytest.mark.parametrize(
    ("key", "given", "colours"),
    [
        ("othello", {}, ("black", "white")),
        ("flipop", {}, ("white", "black")),
        ("contactic", {"first": "green"}, ("green", "orange")),
        ("switch", {"setup": "placed"}, (None, None)),
    ],
)
def test_the_graph_has_a_piece_of_either_colour(
    key: str, given: dict[str, str], colours: tuple[str | None, str | None]
) -> None:
    opening = Match(BY_KEY[key], given).position
    found = emblems(opening.colours, opening.pieces())
    assert tuple(piece and piece.colour for piece in found) == colours


@pytest.mark.parametrize("key", KEYS)
@quick
def test_both_players_are_judged_once_the_review_is_complete(
    fly: MakePilot, key: str, heard: list[str]
) -> None:
    """No number is shown before: it could fall as the review goes on."""
    pilot, match = fly(patience=0.0), recorded(key).match
    add_to_album(pilot.app.services, match, ("person", "level2"))
    scene = begin(pilot, match)
    pilot.advance(0.1)
    assert not scene.analysis.review.done
    assert "accuracy" not in pilot.words()
    assert accuracies(pilot.app.services.storage, key) == []
    pilot.app.slices = 1000.0, 1000.0
    whole(pilot)
    assert heard[-1].count(": accuracy ") == 2
    pilot.advance(0.1)
    read = " ".join(part.words for part in scene.scene.parts())
    assert read.count(": accuracy ") == 2
    assert len(re.findall(r": accuracy \d+%\. Inaccuracies: \d", pilot.words())) == 2
    review = scene.analysis.review
    assert ("Your biggest mistakes" in pilot.words()) == bool(review.mistakes([0]))
    assert ("Biggest mistakes: " in pilot.words()) == bool(review.mistakes([1]))
    ((_, percent),) = accuracies(pilot.app.services.storage, key)
    assert f": accuracy {int(percent)}%" in pilot.words()
    drills = DRILLS.load(pilot.app.services.storage).drills.values()
    assert all(match.position_at(drill.ply).turn == 0 for drill in drills)
    worst = [ply for ply, drop in review.drops(0).items() if drop >= 0.4]
    assert len(drills) == min(3, len(worst))
    assert (
        ("come back as drills" in pilot.words()) == ("come back as drills" in read) == bool(worst)
    )


@quick
def test_no_accuracy_while_data_files_are_missing(
    fly: MakePilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The review begins again when they arrive, and the number could fall."""
    pilot, missing = fly(), ["learned.bin"]
    monkeypatch.setattr(study_match, "missing_files", lambda _: tuple(missing))
    begin(pilot, recorded("othello").match)
    whole(pilot)
    pilot.advance(0.1)
    assert "accuracy" not in pilot.words()
    missing.clear()
    pilot.advance(0.1)
    whole(pilot)
    pilot.advance(0.1)
    assert pilot.words().count(": accuracy ") == 2


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("plies", [1, 2])
@quick
def test_a_match_that_ends_at_once_has_no_accuracy(fly: MakePilot, key: str, plies: int) -> None:
    pilot, match = fly(), match_after(key, plies)
    match.resign(match.position.turn)
    add_to_album(pilot.app.services, match, ("person", "level2"))
    scene = begin(pilot, match)
    whole(pilot)
    pilot.advance(0.1)
    assert pilot.words().count(": accuracy –. Inaccuracies: ") == 2
    assert "%" not in " ".join(scene.study_match.judgements())
    assert accuracies(pilot.app.services.storage, key) == []
    assert DRILLS.load(pilot.app.services.storage).drills == {}


@pytest.mark.parametrize(
    ("resigned", "expected"),
    [
        (False, "No move lost much."),
        (True, "Neither side made a mistake: the match ended early."),
    ],
)
@quick
def test_a_match_without_mistakes_says_why_it_was_won(
    fly: MakePilot, resigned: bool, expected: str
) -> None:
    match = Match(BY_KEY["othello"])
    if resigned:
        match.resign(1)
    review = done(match)
    words = ReviewText(fly().app.services.text, review, True, None).judgements()
    assert [sentence.partition(".")[0] for sentence in words[:2]] == [
        "Black: accuracy –",
        "White: accuracy –",
    ]
    assert words[2:] == [expected]


@pytest.mark.parametrize(
    ("drop", "expected"),
    [(0.09, "Small losses, each less than a mistake"), (0.0, "the first position favoured")],
)
@quick
def test_a_winner_without_a_mistake_of_the_loser(
    fly: MakePilot, monkeypatch: pytest.MonkeyPatch, drop: float, expected: str
) -> None:
    review = done(recorded("othello").match)
    monkeypatch.setattr(review, "drops", lambda player: {1: drop, 3: drop, 5: 0.0})
    words = ReviewText(fly().app.services.text, review, True, None).judgements()
    assert len(words) == 3
    assert expected in words[2]
