"""Drills: the player's mistakes in reviewed matches, met again as tasks."""

from functools import partial

from flipside.game.saves.drills import note_try, waiting_drills
from flipside.game.scenes.common.board_scene import BoardScene
from flipside.game.scenes.common.dialog import show_message
from flipside.game.scenes.common.scene import Navigator
from flipside.game.scenes.study.review_text import ReviewText
from flipside.game.scenes.task.session import SolveSession
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
        note = partial(note_try, services.storage, name)
        task = FindBetterTask(review, drill.ply, partial(words.better_sentences, drill.ply))
        title = text("drill.named", count=len(waiting))
        return BoardScene(SolveSession(
            nav, task, title, note, partial(_go_on, nav) if len(waiting) > 1 else None,
            partial(note, solved=False),
        ))  # fmt: skip
    return None
