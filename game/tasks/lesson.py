"""A lesson at a table: a step is shown, answered with a move or a square, and explained.

No pixels. The moves are made at a Table whose match is not saved; progress is saved.
"""

from dataclasses import replace
from typing import Literal

from game.saves import lesson_progress
from game.saves.matches import Saved
from game.saves.seat_words import PERSON
from game.services.table_services import TableServices
from game.table.change import Change
from game.table.table import Table
from rules.contract.board import Cell
from rules.match.record import parse_moves
from rules.teaching.lessons import (
    BadLesson,
    Lesson,
    LessonAnswer,
    LessonStep,
    Translations,
    is_square,
)

PAUSE_SECONDS = 0.6
"""Seconds before each of the moves that follow an answer."""

LessonState = Literal["asked", "right", "wrong"]


class LessonRun:
    """One lesson, from the step where it was left."""

    def __init__(self, services: TableServices, lesson: Lesson) -> None:
        """BadLesson if a step's position does not exist."""
        self._services = services
        self._text = services.text
        self.lesson = lesson
        reached = lesson_progress.reached(services.storage, lesson.game)
        keys = [step.key for step in lesson.steps]
        self._begin(keys.index(reached) if reached in keys else 0)

    def _begin(self, number: int) -> None:
        match = self.lesson.steps[number].match()
        self.number = number
        """Which step is shown, from 0."""
        self.start = match.ply
        """The ply at which the step's position stands."""
        self.learner = match.position.turn
        """The player whose moves are asked for."""
        self.table = Table(self._services, Saved(match, (PERSON, PERSON)), kept=False)
        self._ask()

    def _ask(self) -> None:
        """Nothing has been answered yet."""
        self.state: LessonState = "asked"
        self._refused = ""
        """Why the last taps were no move."""
        self._answer: LessonAnswer | None = None
        self.tapped: Cell | None = None
        """The square with which a question has been answered."""
        self._then: list[str] = []
        """The moves that are still to follow."""
        self._waited = 0.0

    # -- what there is -----------------------------------------------------------------------------

    @property
    def step(self) -> LessonStep:
        """The step that is shown."""
        return self.lesson.steps[self.number]

    @property
    def last(self) -> bool:
        """Whether no step comes after this one."""
        return self.number == len(self.lesson.steps) - 1

    @property
    def asks_field(self) -> bool:
        """Whether any square of the board may be tapped for an answer."""
        return self.step.asks == "field"

    @property
    def words(self) -> tuple[str, str]:
        """What is said, and what is to be done; that is empty once it has been answered."""
        if self._answer is not None:
            return self._said(self._answer.text), ""
        return self._refused or self._said(self.step.say), self._said(self.step.task)

    def _said(self, words: Translations) -> str:
        return words.get(self._text.language, words["en"])

    # -- what is done ------------------------------------------------------------------------------

    def tap(self, cell: Cell) -> Change | None:
        """A tap on a cell; after a wrong answer it begins the next try. None if it means nothing,
        as after the right one."""
        if self.state == "right":
            return None
        if self.state == "wrong":
            self.again()
        return self._field(cell) if self.asks_field else self._move(cell)

    def _field(self, cell: Cell) -> Change | None:
        """Answer a question."""
        match = self.table.match
        if not is_square(match, cell):
            return None
        answer = self.step.answer_to_field(match.board.names[cell])
        self.tapped = cell
        return self._answered(answer, Change(sound="tap" if answer.right else "error"))

    def _move(self, cell: Cell) -> Change | None:
        """Begin, continue or make a move, or be told why it is none."""
        table, match, taps = self.table, self.table.match, self.table.taps
        before, at = match.position, match.ply
        change = table.tap(cell)
        if change is None:
            self._refused = table.words.refused((*taps, cell))
            return Change(sound="error", said=(self._refused,)) if self._refused else None
        self._refused = ""
        if match.ply == at:
            return change
        return self._answered(self.step.answer_to_move(before, match.moves[at]), change)

    def _answered(self, answer: LessonAnswer, change: Change) -> Change:
        self.state = "right" if answer.right else "wrong"
        self._answer, self._refused = answer, ""
        self._then, self._waited = answer.then.split(), 0.0
        if answer.right:
            steps = self.lesson.steps
            word = lesson_progress.DONE if self.last else steps[self.number + 1].key
            lesson_progress.note(self._services.storage, self.lesson.game, word)
        return replace(change, said=(*change.said[:1], self._said(answer.text)))

    def pass_time(self, seconds: float) -> Change | None:
        """Let time pass while nothing moves: what follows an answer is played, move by move;
        BadLesson if it cannot be."""
        if not self._then:
            return None
        self._waited += seconds
        if self._waited < PAUSE_SECONDS:
            return None
        self._waited = 0.0
        word = self._then.pop(0)
        found = parse_moves(self.table.match.position, word)
        if found is None or self.table.result is not None:
            self._then = []
            raise BadLesson(f"step {self.step.key!r}: {word!r} cannot follow")
        change = self.table.play(found[0])
        return replace(change, said=change.said[:1])

    def again(self) -> Change:
        """Back to what the step asked."""
        self._ask()
        change = self.table.go(self.start)
        self.table.match.forget_undone()
        return change or self.table.take_back_taps() or Change()

    def go(self, steps: int) -> bool:
        """So many steps on, or back; whether there is such a step."""
        number = self.number + steps
        if not 0 <= number < len(self.lesson.steps):
            return False
        self._begin(number)
        return True
