"""How the steps of a lesson are answered, for tests and for pictures."""

from game.scenes.lesson.scene import Learn
from rules.lessons import Answer
from rules.position import Move


def answering(scene: Learn, answer: Answer) -> Move:
    """Taps that get this answer."""
    match, step = scene.match, scene.learning.step
    if step.asks == "move":
        return next(m for m in match.legal() if step.to_move(match.position, m) == answer)
    names = match.board.names
    return (next(cell for cell, name in enumerate(names) if step.to_field(name) == answer),)


def right(scene: Learn) -> Move:
    """Taps that answer the step as it should be."""
    return answering(scene, next(one for one in scene.learning.step.answers if one.right))
