"""Drills: the player's mistakes in reviewed matches, met again as tasks."""

from functools import partial

from flipside.game.saves.drills import DRILLS, due_day, note_try, waiting_drills
from flipside.game.saves.task_progress import day_of
from flipside.game.scenes.common.board_scene import BoardScene
from flipside.game.scenes.common.dialog import show_message
from flipside.game.scenes.common.scene import Navigator
from flipside.game.scenes.study.review_text import ReviewText
from flipside.game.scenes.task.session import SolveSession
from flipside.game.services.services import Services
from flipside.game.tasks.task import FindBetterTask
from flipside.rules.match.record import BadRecord


def open_drill(nav: Navigator) -> None:
    """Open the next drill that is due; if none can be opened, tell the player."""
    scene = _next_drill(nav)
    if scene is not None:
        nav.open(scene)
    else:
        show_message(nav, nav.services.text("drill.title"), nav.services.text("drill.none"))


def _go_on(nav: Navigator) -> None:
    """Replace a drill by the next one, or close it."""
    scene = _next_drill(nav)
    if scene is not None:
        nav.replace(scene)
    else:
        nav.back()


def _next_drill(nav: Navigator) -> BoardScene | None:
    """Return the scene of the first due drill that can be opened."""
    services, text = nav.services, nav.services.text
    waiting = waiting_drills(services)
    for name, drill in waiting:
        try:
            review = drill.review()
        except BadRecord:
            continue
        words = ReviewText(text, review, services.settings.award, None)
        date = text.date("progress.date", name[:10])
        task = FindBetterTask(
            review,
            drill.ply,
            partial(words.better_sentences, drill.ply),
            text("drill.match", date=date),
        )
        note = partial(_note, services, name)
        title = text("drill.named", count=len(waiting))
        return BoardScene(SolveSession(
            nav, task, title, note, partial(_go_on, nav) if len(waiting) > 1 else None,
            partial(note_try, services.storage, name, solved=False),
        ))  # fmt: skip
    return None


def _note(services: Services, name: str, solved: bool) -> str:
    """Store that a drill was solved; return when it comes back, in a sentence."""
    text, today = services.text, day_of(services.platform.now())
    note_try(services.storage, name, solved)
    drill = DRILLS.load(services.storage).drills.get(name)
    if drill is None:
        return ""
    due = due_day(drill, today)
    return text("drill.learned" if due is None else "drill.returns",
                count=(due or 0) - today.toordinal())  # fmt: skip
