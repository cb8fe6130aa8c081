"""Contactic's moves are words wherever a person reads or hears them; the code is for records."""

import re
from collections.abc import Iterator
from itertools import chain

import pytest

from flipside.game.scenes.common.board_scene import BoardScene
from flipside.game.scenes.task.session import SolveSession
from flipside.game.services.texts import LANGUAGES
from flipside.game.tasks.task import ProblemTask
from flipside.game.ui.widgets import Button
from flipside.rules.teaching import problems_of
from tests.game.answers import MOMENTS, bring
from tests.game.conftest import MakePilot
from tests.game.journeys.recorded import recorded
from tests.game.pilot import PATIENCE, Pilot
from tests.game.scene_tour import lessons, match_after, matches, reviews
from tests.of_type import of_type

CODE = re.compile(r"\b[a-o]\d+:[01]{4}\b")

SIZES = ((390, 844), (1280, 800))


def asked(pilot: Pilot) -> Iterator[str]:
    """What a match answers: its list, hints, wrong taps and words, moves taken back."""
    for size in SIZES:
        pilot.resize(size)
        pilot.put(match_after("contactic", 8))
        play = pilot.play
        play.scene.run_command("moves")
        yield "moves"
        pilot.app.stack.back()
        for _ in range(2):
            play.scene.run_command("hint")
            pilot.settle()
            yield "hint"
        for question in "abfz":
            pilot.key(question)
        field = play.live_match.match.board.names[play.live_match.match.legal()[0][0]]
        for words in ("?", field, f"{field}x", f"{field}:2", "a1"):
            play.scene.typed(words)
            yield f"typed {words}"
        play.scene.run_command("values")
        pilot.settle()
        yield "values"
        for _ in range(3):
            play.scene.run_command("undo")
            yield "taken back"
        pilot.app.stack.home()


def solved(pilot: Pilot) -> Iterator[str]:
    """A problem at every moment."""
    found = {problem.goal: problem for problem in problems_of(recorded("contactic").match.game)}
    for moment in MOMENTS:
        task = ProblemTask(found["join"])
        solving = SolveSession(pilot.app.stack, task, "", following=lambda: None)
        pilot.app.stack.open(BoardScene(solving))
        bring(pilot, of_type(SolveSession, pilot.session), moment)
        pilot.at_table.playback.finish()
        pilot.at_table.update_layout()
        yield f"problem, {moment}"
        pilot.app.stack.home()


def answered(pilot: Pilot) -> Iterator[str]:
    """What a computer has to think about."""
    return chain(asked(pilot), solved(pilot))


def walked(pilot: Pilot) -> Iterator[str]:
    """What else there is of Contactic."""
    return chain(matches(pilot, "contactic"), reviews(pilot, "contactic"), lessons(pilot))


@pytest.mark.parametrize(
    "language",
    [one if one == "en" else pytest.param(one, marks=pytest.mark.long) for one in LANGUAGES],
)
def test_no_code_is_read_or_heard(fly: MakePilot, heard: list[str], language: str) -> None:
    read = 0
    for patience, walk in ((PATIENCE, answered), (0.0, walked)):
        pilot = fly(language=language, patience=patience)
        heard.clear()
        for stop in walk(pilot):
            shown = pilot.words().splitlines()
            said = [part.words for part in pilot.top.parts()]
            for words in (*shown, *said, *heard):
                assert not CODE.search(words), f"{stop}: {words}"
            heard.clear()
            read += len(shown) + len(said)
    assert read > 2000


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_manual_explains_the_code_and_nothing_else_shows_one(
    fly: MakePilot, language: str
) -> None:
    """The sides that it names are those that are said of that very tile."""
    pilot = fly(language=language)
    pilot.put(recorded("contactic").match)
    pilot.play.scene.run_command("manual")
    lines = pilot.words().splitlines()
    explained = [line for line in lines if CODE.search(line)]
    assert len(explained) == 1
    assert explained == lines[-3:-2], "only the ways to other pages follow"
    assert CODE.findall(explained[0]) == ["f5:0011"]
    text = pilot.app.services.text
    assert all(f" {text(f'spoken.{side}')}" in explained[0] for side in ("down", "left"))


def test_a_move_is_listed_by_its_square_and_its_tile(fly: MakePilot) -> None:
    pilot = fly(size=(390, 844))
    match = match_after("contactic", 12)
    pilot.put(match)
    pilot.play.scene.run_command("moves")
    for ply, move in enumerate(match.moves, start=1):
        if not move:
            continue
        button = of_type(Button, pilot.top.sheets[0].named(f"ply{ply}"))
        square = match.board.names[move[0]]
        assert button.text == f"{ply}. {square}"
        assert button.emblem == match.position_at(ply).pieces()[move[0]]
        assert re.fullmatch(rf"{ply}\. {square}, (white|coloured) .+", button.words)
