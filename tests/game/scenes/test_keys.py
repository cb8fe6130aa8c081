"""What the page of keys lists works, and no other key does anything."""

import math
from collections.abc import Callable
from functools import cache
from string import ascii_lowercase, digits

import pytest

from flipside.game.saves.album import REVIEW
from flipside.game.saves.matches import StoredMatch
from flipside.game.scenes.common.board_scene import BoardScene
from flipside.game.scenes.common.command import Keys
from flipside.game.scenes.keys import CHAPTERS
from flipside.game.scenes.task.lesson import LessonSession
from flipside.game.scenes.task.session import SolveSession
from flipside.game.tasks.task import ProblemTask
from flipside.rules.catalogue import BY_KEY
from flipside.rules.engine.analysis.review import Review
from flipside.rules.teaching import move_named
from tests.game.answers import rest
from tests.game.conftest import MakePilot
from tests.game.pilot import Pilot
from tests.game.scene_tour import match_after
from tests.of_type import of_type
from tests.rules.teaching.small_problems import SMALL

EVERY_KEY = [
    *ascii_lowercase,
    *digits,
    *(f"ctrl {letter}" for letter in ascii_lowercase),
    *("left", "right", "up", "down", "return", "space", "tab", "escape", "backspace", "delete"),
    *("home", "end", "page up", "page down", "insert", "-", "+", ".", ",", "/", "?"),
    *(f"f{number}" for number in range(1, 13)),
]

Open = Callable[[Pilot], object]


def on_a_page(pilot: Pilot) -> None:
    pilot.resize((480, 480))
    pilot.key("o")
    pilot.key("page down")


def with_the_focus(pilot: Pilot) -> None:
    on_a_page(pilot)
    pilot.key("tab")


def at_a_match(pilot: Pilot) -> None:
    pilot.put(match_after("othello", 20))
    pilot.key("u")


def at_a_square(pilot: Pilot) -> None:
    pilot.put(match_after("othello", 20), ("person", "level1"))
    pilot.key("left")


@cache
def reviewed() -> str:
    """What is found when that match is reviewed."""
    review = Review(match_after("othello", 20))
    review.work(math.inf)
    return REVIEW.dump(review.saved())


def in_a_review(pilot: Pilot) -> None:
    pilot.app.services.storage.save("review-othello", reviewed())
    pilot.put(match_after("othello", 20))
    pilot.key("e")
    pilot.wait_for(lambda: pilot.review.analysis.review.done)
    pilot.key("up")


def at_the_beginning(pilot: Pilot) -> None:
    in_a_review(pilot)
    pilot.key("home")


def exploring(pilot: Pilot) -> None:
    match = match_after("othello", 20)
    pilot.explore(StoredMatch(match, ("person", "person")), 10)


def on_a_branch(pilot: Pilot) -> None:
    exploring(pilot)
    match = pilot.match
    pilot.make(next(move for move in match.legal() if move != match.moves[10]))
    pilot.settle()


def in_a_lesson(pilot: Pilot) -> None:
    pilot.learn(BY_KEY["othello"])
    pilot.press("next")


def after_an_answer(pilot: Pilot) -> None:
    in_a_lesson(pilot)
    session = of_type(LessonSession, pilot.session)
    while session.learning.state == "asked":
        session.scene.tap_cell(next(iter(session.match_view.next_cells), 0))


def in_a_problem(pilot: Pilot) -> SolveSession:
    task, stack = ProblemTask(SMALL["othello-win"]), pilot.app.stack
    stack.open(BoardScene(SolveSession(stack, task, "Problem", following=lambda: None)))
    return of_type(SolveSession, pilot.session)


def after_a_mistake(pilot: Pilot) -> None:
    scene = in_a_problem(pilot)
    match = scene.live_match.match
    right = move_named(match.position, scene.solving.task.answers[0])
    pilot.make(next(move for move in match.legal() if move != right))
    rest(pilot, scene)


def in_the_editor(pilot: Pilot) -> None:
    pilot.set_up(BY_KEY["contactic"], {})
    if "discard" in pilot.names():
        pilot.press("discard")
    pilot.keys("right right return")


def undone_in_the_editor(pilot: Pilot) -> None:
    in_the_editor(pilot)
    pilot.key("u")


BOARD, ALOUD, PAGES = (CHAPTERS[name] for name in ("board", "aloud", "pages"))
MOVING = {name: BOARD[name] for name in ("keys.choose", "keys.tap", "keys.buttons")}

Lines = dict[str, Keys]

PLACES: dict[str, tuple[list[Lines], list[Open]]] = {
    "shelf": ([PAGES], [lambda pilot: None]),
    "pages": ([], [on_a_page, with_the_focus]),
    "board": ([ALOUD, PAGES], [at_a_match, at_a_square]),
    "aloud": ([BOARD, PAGES], [at_a_match]),
    "review": ([MOVING, ALOUD, PAGES], [in_a_review, at_the_beginning]),
    "editor": ([PAGES], [in_the_editor, undone_in_the_editor]),
    "explore": ([MOVING, ALOUD, PAGES], [exploring, on_a_branch]),
    "lesson": ([MOVING, ALOUD, PAGES], [in_a_lesson, after_an_answer]),
    "problem": ([MOVING, ALOUD, PAGES], [in_a_problem, after_a_mistake]),
}
"""By chapter: other keys that work there, and ways to moments at which its keys work."""


def all_of(*tables: Lines) -> set[str]:
    return {key for table in tables for any_of in table.values() for key in any_of}


@pytest.fixture
def seen(heard: list[str], clipboard: list[str]) -> Callable[[Pilot], object]:
    """Everything by which a person notices that a key did something."""

    def look(pilot: Pilot) -> object:
        top = pilot.app.stack.top
        hands = getattr(top, "board_input", None)
        return (
            list(map(id, pilot.app.stack.scenes)),
            top.focus,
            [sheet.offset for sheet in top.sheets],
            pilot.words(),
            hands and hands.cursor,
            len(heard),
            len(pilot.sounds),
            list(clipboard),
            str(pilot.app.services.settings),
        )

    return look


@pytest.mark.parametrize("place", PLACES)
def test_what_is_not_listed_does_nothing(
    fly: MakePilot, seen: Callable[[Pilot], object], place: str
) -> None:
    own, (others, ways) = CHAPTERS[place], PLACES[place]
    for way in ways:
        pilot = fly(patience=0.0)
        way(pilot)
        before = seen(pilot)
        for key in EVERY_KEY:
            if key not in all_of(own, *others):
                pilot.app.stack.key(key)
                assert seen(pilot) == before, key


@pytest.mark.parametrize("place", PLACES)
def test_what_is_listed_works(fly: MakePilot, seen: Callable[[Pilot], object], place: str) -> None:
    own, (_, ways) = CHAPTERS[place], PLACES[place]
    left = all_of(own) - set(ALOUD["keys.rim"] if place == "aloud" else ())
    assert left <= set(EVERY_KEY)
    for way in ways:
        for key in sorted(left):
            pilot = fly(patience=0.0)
            way(pilot)
            before = seen(pilot)
            pilot.app.stack.key(key)
            if seen(pilot) != before:
                left.remove(key)
    assert not left


@pytest.mark.parametrize("way", [way for _, ways in PLACES.values() for way in ways])
def test_the_page_of_keys_opens_at_every_board_and_on_every_page(fly: MakePilot, way: Open) -> None:
    pilot = fly(patience=0.0)
    way(pilot)
    below = pilot.where()
    for key in ("f1", "?"):
        pilot.app.stack.key(key)
        assert pilot.where() == f"{below} > KeysScene"
        pilot.app.stack.key(key)
        assert pilot.where() == f"{below} > KeysScene", "it is open already"
        pilot.key("escape")
        assert pilot.where() == below


def test_the_page_of_keys_opens_over_a_dialog_but_not_while_one_types(pilot: Pilot) -> None:
    pilot.sit_down()
    pilot.keys("w")
    pilot.press("name0")
    pilot.key("?")
    assert pilot.where().endswith("LineDialog")
    pilot.key("f1")
    assert pilot.where().endswith("LineDialog > KeysScene")
