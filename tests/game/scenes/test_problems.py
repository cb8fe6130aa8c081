"""The page of problems: the way there, numbers, and what goes wrong."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from flipside.game.saves import task_progress
from flipside.game.saves.task_progress import ProblemStatus, problem_statuses
from flipside.game.scenes.common.scene import Scene
from flipside.game.scenes.task import problems as module
from flipside.game.scenes.task.problems import _SIGN_SIZE, Problems, ProblemTile, paint_sign
from flipside.game.services.platform.desktop import DesktopPlatform
from flipside.game.services.texts import LANGUAGES
from flipside.game.window.key_input import BUTTON_KEYS
from flipside.rules.catalogue import BY_KEY, GAMES
from flipside.rules.teaching import BadProblem, Problem
from tests.game.conftest import MakePilot
from tests.game.pilot import Pilot
from tests.game.scene_tour import problem_pages
from tests.game.scenes.conftest import table
from tests.game.scenes.layout_checks import problems as unfitting
from tests.game.scenes.test_layout import SIZES, languages
from tests.made_problems import lay, made

OTHELLO = BY_KEY["othello"]
PROBLEMS = made("othello")


@pytest.fixture
def visit(at_noon: MakePilot) -> MakePilot:
    """Makes pilots on the page of Othello's problems."""

    def make(**wanted: object) -> Pilot:
        pilot = at_noon(**wanted)
        pilot.problems(OTHELLO)
        return pilot

    return make


def known(pilot: Pilot) -> dict[str, ProblemStatus]:
    return problem_statuses(pilot.app.services.storage, OTHELLO)


def tile(pilot: Pilot, name: str) -> ProblemTile:
    found = pilot.find(name)[1]
    assert isinstance(found, ProblemTile)
    return found


def number(problem: Problem) -> str:
    return f"problem {problem.key}"


# -- the way there --------------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["daily", "setup", "manual"])
def test_ways_to_the_problems(visit: MakePilot, way: str) -> None:
    pilot = visit()
    pilot.app.stack.home()
    if way == "daily":
        pilot.key("p")
        pilot.press("all switch")
    else:
        pilot.press("setup switch")
        for name in ("manual", "problems")[way == "setup" :]:
            pilot.press(name)
    scene = pilot.top
    assert isinstance(scene, Problems)
    assert scene.game.key == "switch"
    pilot.key("escape")
    assert not isinstance(pilot.top, Problems)


@pytest.mark.parametrize("way", ["problems", "setup"])
def test_ways_to_the_lessons(visit: MakePilot, way: str) -> None:
    pilot = visit()
    if way == "setup":
        pilot.app.stack.home()
        pilot.press("setup othello")
    pilot.press("lessons")
    assert {"Lessons", "Othello", "The rules", "Corners"} <= set(pilot.words().split("\n"))


def test_the_game_can_be_changed(visit: MakePilot) -> None:
    pilot = visit()
    pilot.press("of=flipop")
    assert "Flipop" in pilot.caption()
    assert number(made("flipop")[0]) in pilot.names()


# -- solving --------------------------------------------------------------------------------------


def test_one_problem_after_the_other(visit: MakePilot) -> None:
    pilot = visit()
    storage = pilot.app.services.storage
    for problem in (PROBLEMS[0], *PROBLEMS[3:]):
        task_progress.solve_problem(storage, problem, first=True)
    pilot.app.stack.reload_top()
    pilot.press("next")
    assert table(pilot).problem == PROBLEMS[1]
    assert table(pilot).heading == "Problem 2"
    table(pilot).done(False)
    following = table(pilot).following
    assert following is not None
    following()
    assert table(pilot).problem == PROBLEMS[2]
    assert pilot.where() == "Shelf > Problems > Table"
    assert table(pilot).following is None, "no other one is open"
    table(pilot).done(True)
    pilot.key("escape")
    assert "next" not in pilot.names()
    assert "Solved: 120 of 120, on the first try: 119" in pilot.words()


def test_one_that_was_only_looked_at_is_open(visit: MakePilot) -> None:
    pilot = visit()
    pilot.press(number(PROBLEMS[4]))
    pilot.key("escape")
    pilot.press(number(PROBLEMS[4]))
    table(pilot).done(True)
    assert known(pilot)[PROBLEMS[4].key].state == "first"


def test_one_that_was_tried_and_left_is_begun_and_not_solved(visit: MakePilot) -> None:
    pilot = visit()
    pilot.press(number(PROBLEMS[4]))
    table(pilot).spoilt()
    pilot.key("escape")
    assert tile(pilot, number(PROBLEMS[4])).words == "Problem 5: Started"
    pilot.press(number(PROBLEMS[4]))
    table(pilot).done(True)
    assert known(pilot)[PROBLEMS[4].key].state == "solved"


def test_more_of_a_theme(visit: MakePilot) -> None:
    pilot = visit()
    assert "Quiet move: 0 of 60" in pilot.words()
    task_progress.solve_problem(pilot.app.services.storage, PROBLEMS[2], first=True)
    pilot.press(number(PROBLEMS[0]))
    table(pilot).done(True)
    alike = table(pilot).alike
    assert alike is not None
    alike()
    assert table(pilot).problem == PROBLEMS[4]
    pilot.key("escape")
    assert "Quiet move: 2 of 60" in pilot.words()
    for problem in PROBLEMS[::2]:
        task_progress.solve_problem(pilot.app.services.storage, problem, first=True)
    pilot.top.update_layout()
    pilot.press(number(PROBLEMS[0]))
    assert table(pilot).alike is None, "all of its theme are solved"


def test_another_tab_solves(visit: MakePilot) -> None:
    pilot = visit()
    task_progress.solve_problem(pilot.app.services.storage, PROBLEMS[0], first=True)
    pilot.top.stored("problems")
    assert tile(pilot, number(PROBLEMS[0])).sign == "first"


# -- without a mouse, without eyes ----------------------------------------------------------------


def test_all_of_it_by_keys(visit: MakePilot) -> None:
    """Arrows and Enter, which the buttons of a gamepad stand for."""
    assert {BUTTON_KEYS["a"], BUTTON_KEYS["b"]} == {"return", "escape"}
    pilot = visit()
    names = set(pilot.names())
    seen = set()
    for _ in names:
        pilot.key("tab")
        seen.add(pilot.top.focus)
    assert seen == names
    pilot.top.focus = number(PROBLEMS[0])
    pilot.keys("right down return")
    assert table(pilot).problem.grade == 1
    assert table(pilot).problem not in PROBLEMS[:2]


def test_what_a_screen_reader_is_told(visit: MakePilot, heard: list[str]) -> None:
    pilot = visit(language="de")
    heard.clear()
    pilot.press("of=flipflop")
    assert heard == ["Flip-Flop. Gelöst: 0 von 120, beim ersten Versuch: 0"]
    assert tile(pilot, number(made("flipflop")[0])).words == "Aufgabe 1: Offen"


def test_signs_differ_without_colour(visit: MakePilot) -> None:
    """In the shape of what is painted, in every theme; each has a word of its own."""
    import pygame

    for theme in ("light", "dark", "contrast"):
        pilot = visit(theme=theme)
        pilot.app.services.settings.theme = theme
        forms = set()
        for sign in module._SIGNS:
            surface = pygame.Surface((_SIGN_SIZE, _SIGN_SIZE), pygame.SRCALPHA)
            paint_sign(pilot.app.services.theme, sign, surface, surface.get_rect())
            mask = pygame.mask.from_surface(surface, 127)
            forms.add(
                bytes(mask.get_at((x, y)) for x in range(_SIGN_SIZE) for y in range(_SIGN_SIZE))
            )
        assert len(forms) == len(module._SIGNS)
    text = pilot.app.services.text
    assert len({text(f"problems.state.{sign}") for sign in module._SIGNS}) == len(module._SIGNS)


# -- what goes wrong ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("browser", "content", "said"),
    [
        (True, None, "still loading"),
        (False, None, "missing on this device"),
        (False, b"damaged", "their file is damaged"),
        (True, b"damaged", "their file is damaged"),
    ],
)
def test_a_file_that_is_not_here_or_damaged(
    visit: MakePilot, tmp_path: Path, browser: bool, content: bytes | None, said: str
) -> None:
    pilot = visit()
    path = tmp_path / "files" / "switch" / "problems.bin"
    whole = path.read_bytes()
    path.unlink()
    if content is not None:
        path.write_bytes(content)
    page = pilot.app.services.platform
    page.kind = "browser" if browser else "desktop"
    pilot.press("of=switch")
    assert said in pilot.words()
    assert "next" not in pilot.names()
    path.write_bytes(whole)
    pilot.app.stack.reload_top()  # as the window does when a page has brought a file
    assert "next" in pilot.names()


def test_a_problem_without_a_position_is_told(
    visit: MakePilot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = [replace(PROBLEMS[0], moves="a1 a1")]
    with pytest.raises(BadProblem):
        wrong[0].match()
    lay(monkeypatch, tmp_path / "wrong", wrong)
    pilot = visit()
    lay(monkeypatch, tmp_path / "wrong", wrong)
    pilot.app.stack.home()
    pilot.problems(OTHELLO)
    pilot.press("next")
    assert "their file is damaged" in pilot.words()
    pilot.press("understood")
    assert isinstance(pilot.top, Problems)
    assert not known(pilot)


# -- how it fits ----------------------------------------------------------------------------------


def stops(pilot: Pilot) -> Iterator[tuple[str, Scene]]:
    for stop in problem_pages(pilot):
        yield stop, pilot.top


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_shelf_has_room_for_the_way_there(
    fly: MakePilot, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beside an update that waits, too; the name of the program stands wherever none does."""
    pilot = fly(language=language)
    for update in (False, True):
        monkeypatch.setattr(DesktopPlatform, "update", update)
        for size in (*SIZES, (360, 800), (390, 420), (430, 932)):
            pilot.resize(size)
            assert not unfitting(pilot.top), (update, size)
            assert "problems" in pilot.names()
            assert ("update" in pilot.names()) == update
            assert update or "Flipside" in pilot.words().splitlines()


@languages("de")
def test_every_page_of_problems_fits(visit: MakePilot, language: str) -> None:
    pilot = visit(language=language)
    scenes = list(stops(pilot))
    assert len(scenes) >= len(GAMES) + 1
    wrong = []
    for size in (*SIZES, (390, 420), (361, 900), (519, 700)):
        pilot.app.services.theme.resize(size)
        for stop, scene in scenes:
            scene.layout(size)
            wrong += [f"{stop} at {size}: {one}" for one in unfitting(scene)]
    assert not wrong, f"{len(wrong)} problems\n" + "\n".join(wrong[:60])
