"""Answers the steps of lessons and solves problems, for tests and for pictures."""

from flipside.game.scenes.task.lesson import LessonSession
from flipside.game.scenes.task.session import SolveSession
from flipside.rules.contract.position import Move
from flipside.rules.teaching import LessonAnswer, move_named
from tests.game.pilot import Pilot


def answering(session: LessonSession, answer: LessonAnswer) -> Move:
    """Return the taps that lead to this answer."""
    match, step = session.live_match.match, session.learning.step
    if step.asks == "move":
        return next(m for m in match.legal() if step.answer_to(match.position.name(m)) == answer)
    names = match.board.names
    return (next(cell for cell, name in enumerate(names) if step.answer_to(name) == answer),)


def right(session: LessonSession) -> Move:
    """Return the taps of a right answer to the current step."""
    return answering(session, next(one for one in session.learning.step.answers if one.right))


MOMENTS = ("asked", "judged", "wrong", "right", "solved", "open", "end")
"""States in which a problem can be shown. A problem of one move has fewer."""


def bring(pilot: Pilot, session: SolveSession, moment: str) -> None:
    """Bring a problem that was just opened to one of MOMENTS, or as near as possible."""
    match, solving = session.live_match.match, session.solving
    answer = move_named(match.position, solving.task.answers[0])
    if moment in ("open", "end"):
        session.scene.run_command("show")
    elif moment != "asked":
        others = [move for move in match.legal() if move != answer]
        for cell in others[0] if moment == "wrong" else answer:
            session.scene.tap_cell(cell)
    if moment in ("asked", "judged"):
        return
    rest(pilot, session)
    while moment in ("solved", "end") and solving.state in ("asked", "open"):
        if solving.state == "open":
            session.scene.run_command("best")
        else:
            *_, verdict = solving.task.verdicts(match, solving.start)
            for cell in verdict.line[0]:
                session.scene.tap_cell(cell)
        rest(pilot, session)


def rest(pilot: Pilot, session: SolveSession) -> None:
    """Wait until nothing follows the last move any more."""
    solving = session.solving
    pilot.wait_for(
        lambda: session.scene.rests and not (solving.thinking or solving._following), seconds=120
    )
