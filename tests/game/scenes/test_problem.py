"""A problem on the screen: by touch, keys and gamepad, seen, heard and said."""

import pytest

from flipside.game.scenes.common.board_scene import BoardScene
from flipside.game.scenes.task.session import SolveSession
from flipside.game.tasks.task import FOLLOW_UP_SECONDS, ProblemTask
from flipside.rules.contract.position import Move
from flipside.rules.teaching import move_named
from tests.game.answers import rest
from tests.game.conftest import MakePilot
from tests.game.pilot import Pilot
from tests.rules.teaching.small_problems import SMALL


class Told:
    """What the session tells by the callbacks that it was opened with."""

    def __init__(self) -> None:
        self.solved: list[bool] = []
        self.followed = 0
        self.spoilt = 0

    def spoil(self) -> None:
        self.spoilt += 1

    def follow(self) -> None:
        self.followed += 1


def pose(pilot: Pilot, name: str, told: Told | None = None, following: bool = True) -> SolveSession:
    told = told or Told()
    follow = told.follow if following else None
    task = ProblemTask(SMALL[name])
    session = SolveSession(
        pilot.app.stack, task, "Problem 7", told.solved.append, follow, told.spoil
    )
    pilot.app.stack.open(BoardScene(session))
    return session


def answer(session: SolveSession) -> Move:
    return move_named(session.solving.live_match.match.position, session.solving.task.answers[0])


def another(session: SolveSession) -> Move:
    return next(
        move for move in session.solving.live_match.match.legal() if move != answer(session)
    )


def finish(pilot: Pilot, session: SolveSession) -> None:
    """Make right moves to the end of a problem that is begun."""
    rest(pilot, session)
    while session.solving.state == "asked":
        *_, verdict = session.solving.task.verdicts(
            session.solving.live_match.match, session.solving.start
        )
        pilot.make(verdict.line[0])
        rest(pilot, session)


@pytest.mark.parametrize("name", ["flipflop-win-3", "flipop-hold-4", "othello-win", "switch-draw"])
def test_a_problem_by_touch_alone(fly: MakePilot, name: str) -> None:
    pilot, told = fly(drawing=True, size=(390, 844)), Told()
    session = pose(pilot, name, told)
    assert session.scene.title() == "Problem 7 – Flipside"
    assert "to move." in pilot.words()
    assert session.solving.words[1] in pilot.words()
    pilot.make(answer(session))
    finish(pilot, session)
    assert "Solved on the first try." in pilot.words()
    assert pilot.sounds[-1] == "win"
    assert told.solved == [True]
    pilot.press("show")
    rest(pilot, session)
    assert told.solved == [True]
    session.scene.run_command("again")
    pilot.make(answer(session))
    finish(pilot, session)
    assert told.solved == [True]
    pilot.press("following")
    assert told.followed == 1


def test_a_wrong_move_is_refuted_on_the_board(fly: MakePilot) -> None:
    pilot, told = fly(tempo="normal", drawing=True), Told()
    session = pose(pilot, "flipflop-hold-2", told)
    before = session.solving.live_match.match.position
    pilot.make(another(session))
    assert not session.scene.rests
    assert "That is not it." in pilot.words()
    rest(pilot, session)
    assert "Dark can now win at once." in pilot.words()
    pilot.wait_for(lambda: not pilot.at_table.playback.ending)
    assert "Dark wins" in pilot.panels()[0]
    assert session.solving.live_match.match.ply > session.solving.start + 1
    pilot.press("again")
    rest(pilot, session)
    assert session.solving.live_match.match.position == before
    pilot.make(answer(session))
    rest(pilot, session)
    assert told.solved == [False]
    assert told.spoilt == 1


def test_a_solution_shown_solves_nothing(fly: MakePilot) -> None:
    pilot, told = fly(), Told()
    session = pose(pilot, "flipop-hold-4", told, following=False)
    pilot.press("show")
    rest(pilot, session)
    assert "The right move is b3-b4." in pilot.words()
    reply = session.solving.live_match.match.legal()[-1]
    pilot.make(reply)
    rest(pilot, session)
    assert session.solving.plies_played == 3
    pilot.press("back")
    assert session.solving.plies_played == 1
    pilot.press("best")
    rest(pilot, session)
    assert session.solving.live_match.match.moves[-2:][0] != reply
    while session.solving.watching:
        pilot.press("back")
    assert session.solving.plies_played == 0
    pilot.make(answer(session))
    finish(pilot, session)
    assert "Solved." in pilot.words()
    assert told.solved == []
    assert told.spoilt == 1
    pilot.press("done")
    assert pilot.where() == "Shelf"


def test_a_problem_by_keys_alone(fly: MakePilot) -> None:
    pilot, told = fly(), Told()
    session = pose(pilot, "flipflop-hold-2", told)
    board, wrong = session.solving.live_match.match.board, another(session)
    pilot.key("right")
    assert session.scene.board_input.cursor is not None
    down, across = (
        there - here
        for there, here in zip(
            divmod(wrong[0], board.columns),
            divmod(session.scene.board_input.cursor, board.columns),
            strict=True,
        )
    )
    pilot.keys(" ".join(abs(across) * ["left" if across < 0 else "right"]))
    pilot.keys(" ".join(abs(down) * ["up" if down < 0 else "down"]))
    pilot.key("return")
    rest(pilot, session)
    assert session.solving.state == "wrong"
    pilot.key("return")
    assert (session.solving.state, session.solving.plies_played) == ("asked", 0)
    pilot.key("r")
    assert session.solving.state == "asked"
    pilot.key("t")
    rest(pilot, session)
    assert session.solving.state == "open"
    pilot.key("ctrl y")
    rest(pilot, session)
    assert session.solving.state == "end"
    pilot.key("ctrl z")
    assert session.solving.state == "open"
    pilot.key("u")
    assert (session.solving.state, session.solving.plies_played) == ("asked", 0)
    found = set()
    for _ in range(2):
        pilot.key("tab")
        found.add(session.scene.focus)
    assert found == {"menu", "show"}
    pilot.key("escape")
    assert pilot.where() == "Shelf"
    assert told.solved == []


def test_enter_does_nothing_while_a_move_is_judged(fly: MakePilot) -> None:
    """Otherwise a quick player would be shown the solution."""
    pilot = fly(patience=0.0)
    session = pose(pilot, "othello-win")
    pilot.make(answer(session))
    for key in ("return", "space", "r"):
        pilot.key(key)
        assert not session.solving.watching
    pilot.advance(FOLLOW_UP_SECONDS / 4)
    assert "Thinking" in pilot.panels()[0] or session.solving.state == "right"


def test_what_a_screen_reader_is_told(pilot: Pilot, heard: list[str]) -> None:
    heard.clear()
    session = pose(pilot, "switch-win-3")
    assert heard == ["Problem 7. Light to move. Win within 2 moves."]
    heard.clear()
    pilot.make(answer(session))
    rest(pilot, session)
    assert heard[:2] == ["b5. Next: b4, a5.", "Light: b5-b4, group of 11. Right."]
    assert heard[-1] == "Right. Dark: a1-a4. Win with this move."
    heard.clear()
    finish(pilot, session)
    assert heard[-1].startswith("Solved on the first try. Light wins.")
    assert heard[-1].endswith("Theme: Defence with a threat.")
