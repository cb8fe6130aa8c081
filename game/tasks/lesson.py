"""A lesson on a board. Each step shows a position and asks for a move or a square.

The moves are made in a `LiveMatch` that is not saved. The progress is saved.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from flipside.game.live_match.live_match import LiveMatch
from flipside.game.live_match.move_text import MatchEvent
from flipside.game.saves import task_progress
from flipside.game.saves.matches import PERSON, StoredMatch
from flipside.game.services.services import Services
from flipside.game.tasks.task import FOLLOW_UP_SECONDS, return_to
from flipside.rules.contract.board import Cell
from flipside.rules.teaching import LessonAnswer, LessonStep, Translations, is_square, move_named

LessonState = Literal["asked", "right", "wrong"]


class LessonRun:
    """A lesson in progress: its current step, the answer, and the moves that follow the answer."""

    def __init__(self, services: Services, steps: Sequence[LessonStep]) -> None:
        """Begin with the step at which the player left the lesson."""
        self._services = services
        self._text = services.text
        self.steps = steps
        step_key = task_progress.next_step(services.storage, steps[0].game, steps[0].lesson)
        keys = [step.key for step in steps]
        self._begin(keys.index(step_key) if step_key in keys else 0)

    def _begin(self, number: int) -> None:
        match = self.steps[number].match()
        self.number = number
        self.start = match.ply
        self.learner = match.position.turn
        self.live_match = LiveMatch(
            self._services, StoredMatch(match, (PERSON, PERSON)), persistent=False
        )
        self._clear_answer()

    def _clear_answer(self) -> None:
        self.state: LessonState = "asked"
        self._answer: LessonAnswer | None = None
        self.tapped_cell: Cell | None = None
        """The square that was tapped as an answer, or None."""
        self._following: list[str] = []
        """The names of the moves that still follow the answer."""
        self._pause_seconds = 0.0

    # -- state ------------------------------------------------------------------------------------

    @property
    def step(self) -> LessonStep:
        """The current step."""
        return self.steps[self.number]

    @property
    def last(self) -> bool:
        """Whether the current step is the last."""
        return self.number == len(self.steps) - 1

    @property
    def asks_field(self) -> bool:
        """Whether the answer is a square, not a move."""
        return self.step.asks == "field"

    @property
    def words(self) -> tuple[str, str]:
        """The explanation and the task in words; the task is "" after an answer."""
        if self._answer is not None:
            return self._translated(self._answer.text), ""
        return self._translated(self.step.say), self._translated(self.step.task)

    def _translated(self, words: Translations) -> str:
        return words.get(self._text.language, words["en"])

    # -- actions -----------------------------------------------------------------------------------

    def tap(self, cell: Cell) -> MatchEvent | None:
        """Handle a tap on a cell; return None if it has no effect, as after the right answer.

        A tap after a wrong answer begins a new attempt.
        """
        if self.state == "right":
            return None
        back = self.retry() if self.state == "wrong" else None
        return (self._field(cell) if self.asks_field else self._move(cell)) or back

    def _field(self, cell: Cell) -> MatchEvent | None:
        match = self.live_match.match
        if not is_square(match, cell):
            return None
        answer = self.step.answer_to(match.board.names[cell])
        self.tapped_cell = cell
        return self._take_answer(answer, MatchEvent(sound="tap" if answer.right else "error"))

    def _move(self, cell: Cell) -> MatchEvent | None:
        match = self.live_match.match
        before, at = match.position, match.ply
        event = self.live_match.tap(cell)
        if event is None or match.ply == at:
            return event
        return self._take_answer(self.step.answer_to(before.name(match.moves[at])), event)

    def _take_answer(self, answer: LessonAnswer, event: MatchEvent) -> MatchEvent:
        self.state = "right" if answer.right else "wrong"
        self._answer = answer
        self._following, self._pause_seconds = answer.then.split(), 0.0
        if answer.right:
            word = task_progress.LESSON_DONE if self.last else self.steps[self.number + 1].key
            step = self.step
            task_progress.note_lesson(self._services.storage, step.game, word, step.lesson)
        return replace(event, sentences=(*event.sentences[:1], self._translated(answer.text)))

    def pass_time(self, seconds: float, budget: float = 0.0) -> MatchEvent | None:
        """Make the next move that follows an answer, if `FOLLOW_UP_SECONDS` have passed.

        `seconds` have passed since the last call. `budget` is ignored: a lesson computes nothing.
        """
        if not self._following:
            return None
        self._pause_seconds += seconds
        if self._pause_seconds < FOLLOW_UP_SECONDS:
            return None
        self._pause_seconds = 0.0
        event = self.live_match.play(
            move_named(self.live_match.match.position, self._following.pop(0))
        )
        return replace(event, sentences=event.sentences[:1])

    def retry(self) -> MatchEvent:
        """Return to the position of the step, for another attempt."""
        self._clear_answer()
        return return_to(self.live_match, self.start)

    def move_by(self, steps: int) -> bool:
        """Go forward by `steps`, or back if negative; return False if there is no such step."""
        number = self.number + steps
        if not 0 <= number < len(self.steps):
            return False
        self._begin(number)
        return True
