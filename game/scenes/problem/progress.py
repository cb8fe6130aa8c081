"""The panel of a problem: how far it is solved, and what may be done next."""

from game.scenes.play.task_panel import IconButton, TaskData, Tone
from game.services.text import Text
from game.tasks.solving import Solving, SolvingState

LEADING_STATES = ("wrong", "solved", "open", "end")
"""States in which the main button advances."""

_HEADS: dict[SolvingState, tuple[str, Tone]] = {
    "asked": ("task.asked", "open"),
    "judged": ("problem.judged", "open"),
    "right": ("task.right", "good"),
    "wrong": ("task.wrong", "bad"),
    "solved": ("problem.solved", "good"),
    "open": ("problem.watched", "open"),
    "sought": ("problem.watched", "open"),
    "end": ("problem.watched", "good"),
}
"""Text key and tone of each state."""


def progress(solving: Solving, text: Text, title: str, offers: frozenset[str]) -> TaskData:
    """What the panel shows; `offers`: buttons for other problems, "following" and "alike"."""
    key, tone = _HEADS[solving.state]
    if solving.state in ("wrong", "solved"):
        first = IconButton("show", "problem.show", "hint")
    else:
        first = IconButton("back", "problem.back", "undo", solving.can_go_back)
    smalls = [first, IconButton("leave", "problem.leave", "close")]
    if "alike" in offers and solving.state in ("solved", "end"):  # the theme is told at the end
        smalls.insert(1, IconButton("alike", "problem.alike", "puzzle"))
    return TaskData(
        person=solving.solver,
        words=solving.words,
        head=text(key, colour=solving.table.words.colour(solving.solver)),
        tone=tone,
        count=title,
        smalls=tuple(smalls),
        main=main_button(solving, offers),
    )


def main_button(solving: Solving, offers: frozenset[str]) -> tuple[str, str, str]:
    """The button that leads on: name, text key, icon."""
    state = solving.state
    if state == "wrong":
        return "again", "task.again", "again"
    if state in ("open", "sought"):
        return "best", "problem.best", "next"
    if state not in ("solved", "end"):
        return "show", "problem.show", "hint"
    if "following" in offers:
        return "following", "problem.following", "next"
    return "done", "task.done", "check"
