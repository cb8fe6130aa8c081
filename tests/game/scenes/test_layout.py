"""Every scene in every language at every size is drawn: nothing is clipped, covered, too small."""

from collections.abc import Iterator
from itertools import chain, product
from random import Random

import pygame
import pytest

from flipside.game.drawing.display_list import DisplayList
from flipside.game.scenes.common.dialog import Dialog, Menu
from flipside.game.scenes.common.scene import Scene
from flipside.game.scenes.info.diagrams import Diagram
from flipside.game.scenes.task.session import TaskSession
from flipside.game.services.texts import LANGUAGES
from flipside.game.ui.widgets import Button
from flipside.rules.catalogue import GAMES
from flipside.rules.engine import data_files
from flipside.rules.engine.search import LEVEL_BY_KEY
from tests.game.conftest import MakePilot
from tests.game.pilot import At, Pilot, session_of
from tests.game.scene_tour import (
    COMPUTERS,
    LONG_NAME,
    PEOPLE,
    all_stops,
    around,
    dialogs,
    lessons,
    long_names,
    match_after,
    matches,
    middle,
    problem_pages,
    problems_of_every_game,
    solving,
)
from tests.game.scenes.layout_checks import problems
from tests.rules.teaching.small_problems import SMALL

SIZES = [
    (360, 360), (390, 844), (844, 390), (820, 1180), (1024, 768), (1280, 800), (1366, 1024),
    (1920, 1080),
]  # fmt: skip

WINDOWS = list(product(range(360, 1401, 20), range(360, 1401, 20)))
"""Widths and heights of windows that people pull."""

LOW = [(375, 548), (360, 560), (360, 612), (420, 520), (360, 360), (600, 790)]
"""Windows in which tasks with cells beside the board have hardly any room."""

SHARE = 24
"""Of so many windows each scene is drawn in one, another one in each language and way to sit."""

Scenes = list[tuple[str, Scene]]
"""What is looked at, with its name."""


def languages(*usual: str) -> pytest.MarkDecorator:
    """All languages, of which these few are looked at without --long. Each test has one or two of
    them, so that all tests together cover each language but English, which has the shortest words,
    and another language costs no time."""
    return pytest.mark.parametrize(
        "language",
        [one if one in usual else pytest.param(one, marks=pytest.mark.long) for one in LANGUAGES],
    )


def languages_and_ways_to_sit(*usual: tuple[str, bool]) -> pytest.MarkDecorator:
    """All languages with both ways, of which these few are looked at without --long."""
    return pytest.mark.parametrize(
        ("language", "tabletop"),
        [
            pytest.param(*one, marks=[] if one in usual else pytest.mark.long)
            for one in product(LANGUAGES, (False, True))
        ],
    )


def sizes(more: int) -> list[At]:
    """The sizes that are always looked at, and some that nobody thought of."""
    found, random = list(SIZES), Random(8)
    for _ in range(more):
        most = random.choice(((700, 700), (1400, 1400), (2600, 800), (800, 2000)))
        found.append((random.randint(360, most[0]), random.randint(360, most[1])))
    return found


def look_at(pilot: Pilot, stops: Iterator[str], long: bool, more: int = 60, cut: str = "?") -> None:
    """Lay out every scene at many sizes, or at the smallest and about three others; fails with
    everything that does not fit, but for what begins with `cut` and may be cut short."""
    scenes = [(stop, pilot.top) for stop in stops]
    wrong = swept(pilot, scenes, long)
    for number, size in enumerate(sizes(more if long else 2)):
        pilot.app.services.theme.resize(size)
        some = Random(number).sample(scenes, len(scenes) // 3)
        for stop, scene in scenes if long or number == 0 else some:
            scene.layout(size)
            wrong += [f"{stop} at {size}: {problem}" for problem in problems(scene)]
    wrong = [one for one in wrong if f"is cut short: '{cut}" not in one]
    assert not wrong, f"{len(wrong)} problems\n" + "\n".join(wrong[:60])


def swept(pilot: Pilot, scenes: Scenes, long: bool) -> list[str]:
    """What is wrong with scenes that are drawn and read out in windows of every width and height,
    or a few of them."""
    settings, wrong = pilot.app.services.settings, []
    turn = 2 * list(LANGUAGES).index(pilot.app.services.text.language) + settings.tabletop
    for number, size in enumerate(WINDOWS if long else Random(turn).sample(WINDOWS, SHARE)):
        wrong += drawn(pilot, scenes[(7 * number + turn) % SHARE :: SHARE], size)
    for size in LOW:
        wrong += drawn(pilot, [(stop, one) for stop, one in scenes if _is_crowded(one)], size)
    return wrong


def _is_crowded(scene: Scene) -> bool:
    """Whether it is a task with cells beside the board."""
    session = session_of(scene)
    return isinstance(session, TaskSession) and "beside" in session.board.kinds


def drawn(pilot: Pilot, scenes: Scenes, size: At) -> list[str]:
    """What is wrong with scenes in a window of that size."""
    wrong, surface = [], pygame.Surface(size)
    pilot.app.services.theme.resize(size)
    for stop, scene in scenes:
        try:
            scene.layout(size)
            DisplayList().draw(surface, scene.layers())
            assert list(scene.parts())
            found = problems(scene)
        except Exception as error:
            found = [f"{type(error).__name__}: {error}"]
        wrong += [f"{stop} at {size}: {problem}" for problem in found]
    return wrong


@languages("fr")
def test_everything_fits(fly: MakePilot, language: str, long: bool) -> None:
    pilot = fly(language=language, patience=0.0)
    look_at(pilot, chain(all_stops(pilot), problem_pages(pilot)), long)


@languages("de")
def test_every_match_fits_between_two_people_face_to_face(
    fly: MakePilot, language: str, long: bool
) -> None:
    pilot = fly(language=language, patience=0.0, tabletop=True)
    stops = chain(*(matches(pilot, game.key) for game in GAMES), dialogs(pilot))
    look_at(pilot, stops, long)


@languages("de", "fr")
def test_the_top_of_the_shelf_fits_at_every_width(fly: MakePilot, language: str) -> None:
    """And the words of its buttons never take the room of the program's name."""
    pilot, wrong = fly(language=language), []
    for size in ((width, 700) for width in range(360, 700, 6)):
        pilot.app.services.theme.resize(size)
        pilot.top.layout(size)
        wrong += [f"at {size}: {problem}" for problem in problems(pilot.top)]
        wrong += [f"at {size}: no name"] * ("Flipside" not in pilot.words().split())
    assert not wrong, "\n".join(wrong)


@languages("cs", "fr")
def test_words_in_pictures_fit(
    fly: MakePilot, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Buttons beside the board that a picture is too narrow for are icons."""
    buttons: list[Button] = []
    monkeypatch.setattr(Button, "draw", lambda button, *how: buttons.append(button))
    services = fly(language=language).app.services
    for game in GAMES:
        for data in services.text.pictures(game.key).values():
            picture = Diagram(services.text, game, data).picture(services.theme)
            for width in (60, 100, 132, 300) if data.get("beside") else ():
                size = width, picture.height_for(services.theme, width)
                picture.paint(pygame.Surface(size), pygame.Rect((0, 0), size))
    assert {bool(button.text) for button in buttons} == {True, False}
    assert not [button.words for button in buttons if button.clipped(services.theme)]


@languages_and_ways_to_sit(("de", True), ("fr", False))
def test_names_of_files_fit(fly: MakePilot, language: str, tabletop: bool, long: bool) -> None:
    """Also those that are longer than a line, of which a panel shows the beginning."""
    pilot = fly(language=language, patience=0.0, tabletop=tabletop)
    look_at(pilot, long_names(pilot), long, cut=LONG_NAME[:10])


@languages_and_ways_to_sit(("fr", True))
def test_every_lesson_fits(fly: MakePilot, language: str, tabletop: bool, long: bool) -> None:
    pilot = fly(language=language, tabletop=tabletop)
    scenes = [(stop, pilot.top) for stop in lessons(pilot)]
    assert len(scenes) >= 60
    tasks = [*scenes, *((stop, pilot.top) for stop in problems_of_every_game(pilot))]
    wrong = swept(pilot, tasks, long)
    for number, size in enumerate(sizes(60) if long else SIZES):
        pilot.app.services.theme.resize(size)
        some = Random(number).sample(scenes, len(scenes) // 2)
        for stop, scene in scenes if long else some:
            scene.layout(size)
            wrong += [f"{stop} at {size}: {problem}" for problem in problems(scene)]
            if size in SIZES[1:] and any(sheet.scrolls for sheet in scene.sheets):
                wrong.append(f"{stop} scrolls at {size}")
    assert not wrong, f"{len(wrong)} problems\n" + "\n".join(wrong[:60])


@languages("de", "fr")
def test_every_problem_fits(fly: MakePilot, language: str, long: bool) -> None:
    """And nobody scrolls in it, but on the smallest screen; two people face to face neither."""
    wrong, seen = [], 0
    pilot = fly(language=language, tabletop=language == "de")
    for stop in solving(pilot, SMALL) if long else solving(pilot):
        seen += 1
        for size in sizes(60) if long else [SIZES[seen % len(SIZES)], (390, 844)]:
            pilot.app.services.theme.resize(size)
            pilot.top.layout(size)
            wrong += [f"{stop} at {size}: {problem}" for problem in problems(pilot.top)]
            if size in SIZES[1:] and any(sheet.scrolls for sheet in pilot.top.sheets):
                wrong.append(f"{stop} scrolls at {size}")
    assert seen > 20
    assert not wrong, f"{len(wrong)} problems\n" + "\n".join(wrong[:60])


@languages("cs", "fr")
def test_nobody_scrolls_to_the_choices_of_a_dialog(fly: MakePilot, language: str) -> None:
    """Not even where a keyboard covers half of a telephone; in a menu, not to the ways out."""
    size = (390, 420)
    pilot = fly(language=language, patience=0.0)
    pilot.app.services.theme.resize(size)
    wrong, seen = [], 0
    for stop in chain(dialogs(pilot), whole_menus(pilot)):
        dialog = pilot.top
        if not isinstance(dialog, Dialog):
            continue
        dialog.layout(size)
        wrong += [f"{stop}: {problem}" for problem in problems(dialog)]
        menu = isinstance(dialog, Menu)
        for choice in dialog.commands[-2:] if menu else dialog.commands:
            sheet, widget = pilot.find(choice.id)
            seen += 1
            if sheet.offset or not sheet.place.contains(sheet.to_window(widget.rect)):
                wrong.append(f"{stop}: {choice.id} is seen only after scrolling")
    assert not wrong, "\n".join(wrong)
    assert seen > 20


def whole_menus(pilot: Pilot) -> Iterator[str]:
    """The longest menus: of a match that is looked back at, in its panels' place."""
    match = match_after("contactic", middle("contactic"))
    match.goto_ply(middle("contactic") - 3)
    for seats in (PEOPLE, COMPUTERS):
        pilot.put(match, seats)
        pilot.play.scene.run_command("whole-menu")
        yield f"the whole menu of {seats}"
        pilot.app.stack.home()


@languages("cs")
def test_every_seat_fits(fly: MakePilot, language: str) -> None:
    pilot = fly(language=language, patience=0.0)
    wrong = []
    for key in ("othello", "contactic"):
        pilot.put(match_after(key, middle(key)))
        for word in ("person", *LEVEL_BY_KEY, "depth20"):
            pilot.sit((word, word))
            for size in SIZES:
                pilot.app.services.theme.resize(size)
                pilot.play.scene.layout(size)
                wrong += [f"{word} in {key} at {size}: {one}" for one in problems(pilot.play.scene)]
    assert not wrong, f"{len(wrong)} problems\n" + "\n".join(wrong[:60])


@languages("de")
def test_everything_fits_while_a_level_loads(
    fly: MakePilot, language: str, long: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(data_files, "missing", lambda game, level: (level != "person") * ("a",))
    pilot = fly(language=language, patience=0.0)
    keys = [game.key for game in GAMES] if long else ["othello", "contactic"]
    stops = chain(*(chain(around(pilot, key), matches(pilot, key)) for key in keys))
    some = (stop for stop in stops if "setup" in stop or "thinking" in stop)
    look_at(pilot, some, long, more=8)
