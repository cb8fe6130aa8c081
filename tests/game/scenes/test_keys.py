"""What the page of keys lists works, and no other key does anything."""

import math
from collections.abc import Callable
from functools import cache
from string import ascii_lowercase, digits

import pytest

from flipside.game.saves.matches import Saved
from flipside.game.scenes.common import keys
from flipside.game.scenes.common.keys import KeyTable
from flipside.game.scenes.task.solve import Solve
from flipside.game.tasks.task import ProblemTask
from flipside.rules.catalogue import BY_KEY
from flipside.rules.engine.analysis.review import Review
from flipside.rules.teaching.problems import move_named
from tests.game.answers import rest
from tests.game.conftest import MakePilot
from tests.game.pilot import Pilot
from tests.game.scene_tour import match_after
from tests.rules.teaching.small_problems import SMALL

EVERY_KEY = [
    *ascii_lowercase,
    *digits,
    *(f"ctrl {letter}" for letter in ascii_lowercase),
    *("left", "right", "up", "down", "return", "space", "tab", "escape", "backspace", "delete"),
    *("home", "end", "page up", "page down", "insert", "-", "+", ".", ",", "/"),
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
    return review.text()


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
    pilot.explore(Saved(match, ("person", "person")), 10)


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
    learning = pilot.top.learning  # type: ignore[attr-defined]
    while learning.state == "asked":
        pilot.top.tap_cell(next(iter(pilot.top.board.match_view.next_cells), 0))  # type: ignore[attr-defined]


def in_a_problem(pilot: Pilot) -> Solve:
    scene = Solve(
        pilot.app.stack, ProblemTask(SMALL["othello-win"]), "Problem", following=lambda: None
    )
    pilot.app.stack.open(scene)
    return scene


def after_a_mistake(pilot: Pilot) -> None:
    scene = in_a_problem(pilot)
    match = scene.board.table.match
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


MOVING = {name: keys.BOARD_KEYS[name] for name in ("keys.choose", "keys.tap", "keys.buttons")}

PLACES: dict[str, tuple[KeyTable, list[KeyTable], list[Open]]] = {
    "shelf": (keys.SHELF_KEYS, [keys.PAGE_KEYS], [lambda pilot: None]),
    "pages": (keys.PAGE_KEYS, [], [on_a_page, with_the_focus]),
    "board": (keys.BOARD_KEYS, [keys.READOUT_KEYS, keys.PAGE_KEYS], [at_a_match, at_a_square]),
    "aloud": (keys.READOUT_KEYS, [keys.BOARD_KEYS, keys.PAGE_KEYS], [at_a_match]),
    "review": (
        keys.REVIEW_KEYS,
        [MOVING, keys.READOUT_KEYS, keys.PAGE_KEYS],
        [in_a_review, at_the_beginning],
    ),
    "editor": (keys.EDITOR_KEYS, [keys.PAGE_KEYS], [in_the_editor, undone_in_the_editor]),
    "explore": (
        keys.EXPLORE_KEYS,
        [MOVING, keys.READOUT_KEYS, keys.PAGE_KEYS],
        [exploring, on_a_branch],
    ),
    "lesson": (
        keys.LESSON_KEYS,
        [MOVING, keys.READOUT_KEYS, keys.PAGE_KEYS],
        [in_a_lesson, after_an_answer],
    ),
    "problem": (
        keys.PROBLEM_KEYS,
        [MOVING, keys.READOUT_KEYS, keys.PAGE_KEYS],
        [in_a_problem, after_a_mistake],
    ),
}
"""By chapter: its own keys, others that work there, and ways to moments at which its keys work."""


def all_of(*tables: KeyTable) -> set[str]:
    return {key for table in tables for any_of in table.values() for key in any_of}


@pytest.fixture
def seen(
    fly: MakePilot, monkeypatch: pytest.MonkeyPatch, clipboard: list[str]
) -> Callable[[Pilot], object]:
    """Everything by which a person notices that a key did something."""
    heard: list[str] = []

    def look(pilot: Pilot) -> object:
        monkeypatch.setattr(pilot.app.services.platform, "say", heard.append)
        top = pilot.app.stack.top
        hands = getattr(top, "hands", None)
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
    own, others, ways = PLACES[place]
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
    own, _, ways = PLACES[place]
    left = all_of(own) - set(keys.READOUT_KEYS["keys.rim"] if place == "aloud" else ())
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
