"""Every kind of scene draws and says what it did: a digest for each window.

After a change that is meant, `python -m tests.game.drawing.test_drawn_scenes` writes them anew.
Look at the pictures first (`build.py compare`): a digest says that something differs, not what.
"""

import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from flipside.game.live_match.correspondence import KnownMatch
from flipside.game.saves.album import add_to_album
from flipside.game.saves.matches import StoredMatch
from flipside.game.saves.task_progress import LESSONS, LessonSteps
from flipside.game.scenes.common.board_scene import BoardScene
from flipside.game.scenes.common.seat_rows import NAME_LINE, LineDialog
from flipside.game.scenes.info.manual import Legend, Manual
from flipside.game.scenes.info.settings import SettingsScene
from flipside.game.scenes.keys import KeysScene
from flipside.game.scenes.share.read_input import import_match
from flipside.game.scenes.share.sharing import CodeScene
from flipside.game.scenes.shelf.album import Album, Linked
from flipside.game.scenes.shelf.setup import ClockChoice, SetupScene
from flipside.game.scenes.study.session import StudySession
from flipside.game.scenes.task.lesson import LessonSession
from flipside.game.scenes.task.session import SolveSession
from flipside.game.tasks.task import ProblemTask
from flipside.rules.catalogue import BY_KEY, GAMES
from flipside.rules.contract.search_api import Limit
from flipside.rules.match.clock import parse_clock
from flipside.rules.match.record import Correspondence
from tests.game.answers import answering, bring
from tests.game.drawing.drawn_scenes import SIZES, digest, script, with_plain_words
from tests.game.pilot import Pilot
from tests.game.scene_tour import (
    AGAINST,
    COMPUTERS,
    LONG_NAME,
    PEOPLE,
    match_after,
    middle,
    study_with_branches,
    text_of,
)
from tests.of_type import of_type
from tests.rules.teaching.small_problems import SMALL

FILE = Path(__file__).with_name("drawn_scenes.txt")

Arrange = Callable[[Pilot], object]


def going_on(pilot: Pilot) -> None:
    for game in GAMES[::2]:
        pilot.put(match_after(game.key, 9))
    pilot.app.stack.home()


def going_on_at_the_button(pilot: Pilot) -> None:
    """With the focus on one button, the mouse on another, and a finger on a third."""
    going_on(pilot)
    pilot.key("tab")
    pilot.top.hovered = "options"
    pilot.top.pressed[1] = "play othello"


def album(pilot: Pilot, deleting: bool = False) -> None:
    services = pilot.app.services
    services.storage.save("finished-othello-20260101-120000-0123456789abcdef", "nothing")
    add_to_album(services, match_after("othello", None), AGAINST)
    add_to_album(services, match_after("flipop", 9), PEOPLE)
    pilot.put(match_after("switch", 5))
    pilot.app.stack.home()
    pilot.app.stack.open(Album(pilot.app.stack))
    pilot.top.update(0.1)
    if deleting:
        pilot.press("delete finished-othello-20260101-120000-0123456789abcdef")


def setup(pilot: Pilot, key: str, seats: tuple[str, str] = AGAINST, clocks: str = "") -> None:
    scene = SetupScene(pilot.app.stack, BY_KEY[key])
    scene._seat_choice.words = seats
    if clocks:
        scene._timing = ClockChoice(parse_clock(clocks), lambda: None)
    pilot.app.stack.open(scene)


def at(pilot: Pilot, key: str, plies: int | None, seats: tuple[str, str] = PEOPLE) -> None:
    pilot.put(match_after(key, plies), seats)


def begun(pilot: Pilot, key: str) -> None:
    """A move of which all cells but the last are tapped, and the cursor on the last."""
    at(pilot, key, middle(key))
    move = max(pilot.play.live_match.match.legal(), key=len)
    for cell in move[:-1]:
        pilot.play.live_match.tap(cell)
    pilot.play.scene.board_input.cursor = move[-1]
    pilot.play.scene.board_input.previewed = move[-1]


def moving(pilot: Pilot, key: str) -> None:
    at(pilot, key, middle(key))
    scene = pilot.play
    scene.show(scene.live_match.play(max(scene.live_match.match.legal(), key=len)))
    pilot.advance(0.2)


def hinted(pilot: Pilot, key: str, deeper: bool) -> None:
    at(pilot, key, middle(key))
    hint, position = pilot.play.live_match.hint, pilot.play.live_match.match.position
    hint._append(match_after(key, middle(key) + 3).moves[middle(key) :])
    hint.deeper = deeper
    assert hint.line[0] in position.moves()


def looking_back(pilot: Pilot, key: str) -> None:
    match = match_after(key, 20)
    match.goto_ply(17)
    pilot.put(match, COMPUTERS)


def timed(pilot: Pilot, key: str, clocks: str) -> None:
    match = match_after(key, 12)
    match.clock = parse_clock(clocks)
    match.players = "Anna", "Wilhelmine von der Wolkenburg"
    pilot.put(match)


def named_at_length(pilot: Pilot, key: str) -> None:
    match = match_after(key, 12)
    match.players = LONG_NAME.strip(), LONG_NAME.replace(" ", "")
    pilot.put(match)


def news(pilot: Pilot, update: bool) -> None:
    """What a page says at the top of the shelf: that there is an update, or no network."""
    news = "update" if update else "offline"
    pilot.app.services.platform._js.about = lambda key: "yes" * (key == news)


def by_post(pilot: Pilot) -> None:
    match = match_after("othello", 12)
    match.correspondence = Correspondence("0123abcd", match.position.turn, 6)
    pilot.put(match)


def running(pilot: Pilot, command: str, quarter: int = 0) -> None:
    at(pilot, "othello", 12)
    pilot.play.scene.quarter_turns = quarter
    pilot.play.scene.run_command(command)


def reviewed(pilot: Pilot, key: str, places: int, instead: bool) -> None:
    """A review at the beginning, at one of the moves that lost most, or at the end."""
    match = match_after(key, None)
    scene = StudySession(pilot.app.stack, StoredMatch(match, AGAINST), reviews=True)
    known = scene.analysis.review
    plies = known.choice_plies[-4:] if places else known.choice_plies[:0]
    for ply in plies:
        list(known._analyse(ply, Limit(depth=1, nodes=100, uses_tablebase=True), rough=False))
    pilot.app.stack.open(BoardScene(scene))
    scene.goto_ply((0, plies[0] + 1, len(match.moves))[places] if plies else 0)
    if instead:
        scene.scene.run_command("better")


def lesson(pilot: Pilot, key: str, right: bool | None) -> None:
    pilot.app.services.storage.save("lessons", LESSONS.dump(LessonSteps()))
    pilot.learn(BY_KEY[key])
    scene = of_type(LessonSession, pilot.session)
    answers = [one for one in scene.learning.step.answers if one.right == right]
    for cell in answering(scene, answers[0]) if answers else ():
        scene.scene.tap_cell(cell)
    scene.scene._finish()
    scene.scene.update_layout()


def problem(pilot: Pilot, name: str, moment: str) -> None:
    stack = pilot.app.stack
    stack.open(BoardScene(SolveSession(stack, ProblemTask(SMALL[name]), "Problem 125")))
    bring(pilot, of_type(SolveSession, pilot.session), moment)


def linked(pilot: Pilot) -> None:
    there = match_after("contactic", 20)
    there.players = "Anna", "Benjamin"
    here = KnownMatch("goes_on", StoredMatch(there, PEOPLE), brings_own=True)
    pilot.app.stack.open(Linked(pilot.app.stack, StoredMatch(there, PEOPLE), here))


def foreign(pilot: Pilot) -> None:
    one = "(;GM[Othello]PC[Prague]PB[Anna]PW[Ben]RE[+2.000]B[e6]W[f4]B[e3]W[f6]B[g5]W[d6]B[e7];)"
    import_match(pilot.app.stack, "Paste", one * 3, lambda stored_match: None)


def edited(pilot: Pilot, key: str) -> None:
    match = match_after(key, 20)
    pilot.set_up(match.game, match.choices, text_of(match))


def named(pilot: Pilot) -> None:
    names = ["Ben", "Cyril Theodor Graf Zeisig", "Dora"]
    stack = pilot.app.stack
    stack.open(LineDialog(stack, "Name", "Anna", NAME_LINE, names, lambda name: None))
    pilot.app.stack.write("ž", composing=True)
    pilot.top.focus = "field"
    pilot.top.update_layout()


def opened(make: Callable[[Pilot], object], pilot: Pilot) -> None:
    pilot.app.stack.open(make(pilot))  # type: ignore[arg-type]


STOPS: dict[str, Arrange] = {
    "shelf": lambda pilot: None,
    "shelf with matches": going_on,
    "shelf with a focus": going_on_at_the_button,
    "shelf with an update": partial(news, update=True),
    "shelf without a network": partial(news, update=False),
    "long names": partial(named_at_length, key="othello"),
    "long names and slots": partial(named_at_length, key="contactic"),
    "long names, tabletop": partial(named_at_length, key="switch"),
    "quit": lambda pilot: pilot.key("escape"),
    "settings": partial(opened, lambda pilot: SettingsScene(pilot.app.stack)),
    "marks": partial(opened, lambda pilot: Legend(pilot.app.stack)),
    "keys": partial(opened, lambda pilot: KeysScene(pilot.app.stack)),
    "album": album,
    "deleting": partial(album, deleting=True),
    "setup with clocks": partial(setup, key="othello", seats=PEOPLE, clocks="5+2 30+10 friendly"),
    "setup with a depth": partial(setup, key="switch", seats=("level6", "depth20")),
    "a name": named,
    "menu": partial(running, command="menu"),
    "menu, turned": partial(running, command="menu", quarter=1),
    "whole menu": partial(running, command="whole-menu", quarter=3),
    "moves": partial(running, command="moves"),
    "seats": partial(running, command="seats"),
    "giving up": partial(running, command="give-up", quarter=2),
    "sharing": partial(running, command="share"),
    "code": partial(
        opened, lambda pilot: CodeScene(pilot.app.stack, "https://a.example/#m=1.AAAA")
    ),
    "link": linked,
    "matches of others": foreign,
    "by post": by_post,
    "clocks": partial(timed, key="othello", clocks="5+2 3+0"),
    "clocks and slots": partial(timed, key="contactic", clocks="180+0 30s"),
    "looking back": partial(looking_back, key="flipop"),
    "middle, tabletop": partial(at, key="contactic", plies=20),
    "middle, contrast": partial(at, key="switch", plies=20),
    "thinking": partial(at, key="othello", plies=20, seats=("level8", "level8")),
    "problem": partial(problem, name="flipop-hold-4", moment="asked"),
    "problem, wrong": partial(problem, name="othello-most", moment="wrong"),
    "problems": lambda pilot: pilot.problems(GAMES[0]),
    "study": lambda pilot: pilot.explore(study_with_branches("contactic"), 12),
    "manual": partial(opened, lambda pilot: Manual(pilot.app.stack, BY_KEY["contactic"])),
}
"""Ways into the scenes. Names with "tabletop" or "contrast" set that."""

AT_EACH_GAME: dict[str, Callable[..., object]] = {
    "setup": setup,
    "opening": partial(at, plies=0, seats=AGAINST),
    "begun": begun,
    "moving": moving,
    "end": partial(at, plies=None),
    "hint": partial(hinted, deeper=False),
    "hint, deeper": partial(hinted, deeper=True),
    "lesson": partial(lesson, right=None),
    "lesson, wrong": partial(lesson, right=False),
    "lesson, right": partial(lesson, right=True),
    "editor": edited,
    "review": partial(reviewed, places=0, instead=False),
}
for game in GAMES:
    STOPS |= {
        f"{game.key} {name}": partial(way, key=game.key) for name, way in AT_EACH_GAME.items()
    }
for name, places, instead in (("at a mistake", 1, False), ("better", 1, True), ("end", 2, False)):
    STOPS[f"othello review, {name}"] = partial(
        reviewed, key="othello", places=places, instead=instead
    )


def digests(name: str, folder: Path) -> str:
    """A digest of all that is drawn for each size."""
    with pytest.MonkeyPatch.context() as patch:
        with_plain_words(patch)
        pilot = Pilot(
            folder,
            SIZES[0],
            tempo="normal" if name.endswith("moving") else "off",
            pace="off",
            tabletop="tabletop" in name,
            theme="contrast" if "contrast" in name else "light",
        )
        page = pilot.app.services.platform
        page.now = lambda: "2026-01-31 18:30:05"  # type: ignore[method-assign]
        page.entropy = lambda: 7  # type: ignore[method-assign]
        STOPS[name](pilot)
        found = []
        for size in SIZES:
            pilot.app.services.theme.resize(size)
            pilot.top.layout(size)
            found.append(digest(script(pilot.top)))
        return " ".join(found)


def recorded() -> dict[str, str]:
    lines = FILE.read_text().splitlines()
    return {name: found for name, _, found in (line.partition(": ") for line in lines)}


@pytest.mark.parametrize("name", STOPS)
def test_a_scene_is_drawn_as_it_was(name: str, tmp_path: Path) -> None:
    assert digests(name, tmp_path) == recorded().get(name), "see the top of this file"


def test_nothing_else_is_recorded() -> None:
    assert list(recorded()) == list(STOPS)


def write() -> None:
    with tempfile.TemporaryDirectory() as folder:
        FILE.write_text(
            "".join(
                f"{name}: {digests(name, Path(folder) / str(number))}\n"
                for number, name in enumerate(STOPS)
            )
        )


if __name__ == "__main__":
    write()
