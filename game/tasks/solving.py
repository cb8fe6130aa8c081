"""Solving a task at a table: a move is tried, checked, and answered by the best defence or the
refutation; the solution can be watched against any defence.

No pixels. The moves are made at a Table whose match is not saved.
"""

from dataclasses import replace
from typing import Literal

from flipside.game.saves.matches import PERSON, Saved
from flipside.game.services.services import Services
from flipside.game.table.move_text import Change
from flipside.game.table.seats import THINKING_NOTICE_SECONDS
from flipside.game.table.table import Table
from flipside.game.tasks.task import FOLLOW_UP_SECONDS, Task, Verdict, return_to, try_tap
from flipside.rules.contract.board import Cell
from flipside.rules.contract.position import FORCED, PASS, Move
from flipside.rules.engine.time_slices import TimeSliced
from flipside.rules.teaching.problems import move_named

SolvingState = Literal["asked", "judged", "right", "wrong", "solved", "open", "sought", "end"]
"""asked: the solver is to move; judged: the move is being checked; right, wrong: its verdict;
solved: the task is. While the solution is shown: open: any reply may be made; sought: a move is
searched; end: the line has ended."""


class Solving:
    """The run of one task: tries, verdicts, replies, and the solution."""

    def __init__(self, services: Services, task: Task) -> None:
        """Begin at the position of the task. Raises BadProblem if that position does not exist."""
        self.task = task
        self._text, self._clock, self._platform = services.text, services.clock, services.platform
        match = task.match()
        self.start = match.ply
        self.solver = match.position.turn
        self.table = Table(services, Saved(match, (PERSON, PERSON)), kept=False)
        self.outcome: bool | None = None
        """Whether it was solved at the first try; None until it is solved without the solution."""
        self._tried = False
        self._shown = False
        self._mistake = self.start
        """The ply before the last wrong move."""
        self._turn("asked")

    def _turn(self, state: SolvingState) -> None:
        self.state: SolvingState = state
        self._refused = ""
        """The reason why the last taps were no move; empty if they were one."""
        self._work: TimeSliced[Verdict | None] | None = None
        """The search for the verdict on the current position."""
        self._verdict: Verdict | None = None
        self._then: list[Move] = []
        """The moves that still follow."""
        self._waited = 0.0

    # -- state ------------------------------------------------------------------------------------

    @property
    def spoilt(self) -> bool:
        """Whether it cannot be solved at the first try any more."""
        return self._tried or self._shown

    @property
    def watching(self) -> bool:
        return self.state in ("open", "sought", "end")

    @property
    def takes_moves(self) -> bool:
        """Whether the person may move: as the solver, or for the other side while watching."""
        return self.state in ("asked", "open")

    @property
    def thinking(self) -> bool:
        return self._work is not None

    @property
    def dots(self) -> int:
        """The number of thinking dots shown, 0 to 3."""
        noticed = self.thinking and self._waited > THINKING_NOTICE_SECONDS
        return int(self._waited * 3) % 4 if noticed else 0

    @property
    def played(self) -> int:
        """The plies played since the beginning of the task."""
        return self.table.match.ply - self.start

    @property
    def can_go_back(self) -> bool:
        """Whether there are moves to undo, or a solution to leave."""
        return self.watching or (self.state in ("asked", "solved") and self.played > 0)

    @property
    def words(self) -> tuple[str, str]:
        """The message and the request; the request is empty if nothing is asked."""
        text, table = self._text, self.table
        match self.state:
            case "asked":
                turn = table.words.player(self.solver)
                said = text("play.to_move", colour=turn) + "."
                if self.played:
                    said = f"{text('problem.right')} {self._made()}"
                return self._refused or said, self.task.asks(table.words, self.played)
            case "judged":
                return text("problem.checked"), ""
            case "right":
                return text("problem.right"), ""
            case "wrong":
                if self._verdict is None:
                    return text("problem.refuted"), ""
                ply = self._mistake + 1
                return self.task.wrong(table.words, self._verdict, self.start, ply), ""
            case "solved":
                said = text("problem.solved_first" if self.outcome else "problem.solved_then")
                return f"{said} {self._ended()}".strip(), ""
            case "sought":
                return text("problem.sought"), ""
            case "open":
                return self._refused or self._made(), text("problem.reply")
            case "end":
                return f"{self._made()} {self._ended()}".strip(), ""

    def _made(self) -> str:
        match, words = self.table.match, self.table.words
        before, move = match.position_at(match.ply - 1), match.moves[match.ply - 1]
        mover, name = words.player(before.turn), words.move(before, move)
        if move == PASS:
            return self._text("play.passes", colour=mover)
        if before.turn == self.solver:
            return self._text("problem.answer", move=name)
        return self._text("say.move", mover=mover, move=name) + "."

    def _ended(self) -> str:
        table = self.table
        result, solved = table.result, self.task.solved(table.words)
        ended = table.words.ended(result, table.settings.award) if result is not None else ()
        return " ".join(filter(None, (*ended, solved)))

    # -- what is done ------------------------------------------------------------------------------

    def tap(self, cell: Cell) -> Change | None:
        """A tap on a cell; after a wrong move it begins the next try. None if it means nothing."""
        if self.state == "wrong":
            self.retry()
        if not self.takes_moves:
            return None
        match, at = self.table.match, self.table.match.ply
        change, self._refused = try_tap(self.table, cell)
        if change is None or match.ply == at:
            return change
        if self.state == "open":
            self._go_on_watching()
        else:
            self._try(match.position_at(at).name(match.moves[at]))
        return self._announced(change)

    def _try(self, name: str) -> None:
        answers = self.task.answers if self.played == 1 else ()
        self._turn("judged" if not answers else "right" if name in answers else "wrong")
        if self.state == "wrong":
            self._err()
        self._think()

    def _err(self) -> None:
        self._tried, self._mistake = True, self.table.match.ply - 1

    def _think(self) -> None:
        self._work = TimeSliced[Verdict | None](self.task.verdicts(self.table.match, self.start))

    def pass_time(self, seconds: float, budget: float) -> Change | None:
        """Check the last move for about `budget` seconds, or play a reply after its pause.
        `seconds` have passed since the last call. None if nothing changed."""
        dots, self._waited = self.dots, self._waited + seconds
        if self._work is not None:
            if not self._platform.arrays_here or not self._work.work(budget, self._clock):
                return Change() if self.dots != dots else None
            verdict, self._work, self._waited = self._work.last, None, 0.0
            assert verdict is not None, "there is one verdict at least"
            return self._judge(verdict)
        if not self._then or self._waited < FOLLOW_UP_SECONDS:
            return None
        move, self._waited = self._then.pop(0), 0.0
        if self.table.result is not None or move not in self.table.match.legal():
            self._then = []
            return None
        change = self.table.play(move)
        if self.state == "right":
            self._go_on()
        elif self.state == "sought":
            self._go_on_watching()
        return self._announced(change)

    def _judge(self, verdict: Verdict) -> Change:
        if self.state == "sought":
            self._then = list(verdict.line[:1])
            return Change()
        if self.state == "right" or (self.state == "judged" and verdict.right):
            if self.table.result is not None or 0 < self.task.decisive_plies <= self.played:
                self._solve()
            else:
                self.state, self._then = "right", list(verdict.line[:1])
            return Change(said=self._said())
        if self.state == "judged":
            self._err()
        self.state, self._verdict = "wrong", verdict
        # A forced loss is shown to its end.
        self._then = list(verdict.line if verdict.value <= -FORCED else verdict.line[:1])
        return Change(said=self._said())

    def _solve(self) -> None:
        self._turn("solved")
        if self.outcome is None and not self._shown:
            self.outcome = not self._tried

    def _go_on(self) -> None:
        match = self.table.match
        if self.table.result is not None:
            self._solve()
        elif match.position.turn != self.solver:
            self._think()
        elif match.must_pass:
            self._then = [PASS]
        else:
            self._turn("asked")

    # -- the solution ------------------------------------------------------------------------------

    def show(self) -> Change:
        """Start the solution from the beginning."""
        change = return_to(self.table, self.start)
        self._shown = True
        self._go_on_watching()
        return self._announced(change)

    def next(self) -> Change | None:
        """Search and play the best reply while the solution is shown; None if no reply is due."""
        if self.state != "open":
            return None
        self._turn("sought")
        self._think()
        return self._announced(self.table.take_back_taps() or Change())

    def _go_on_watching(self) -> None:
        """Continue the solution after one of its moves, or begin it."""
        match, task = self.table.match, self.task
        self._turn("sought")
        if self.table.result is not None or (task.plies and self.played >= task.plies):
            self._turn("end")
        elif match.must_pass:
            self._then = [PASS]
        elif match.position.turn != self.solver:
            self._turn("open")
        elif not self.played and task.answers:
            self._then = [move_named(match.position, task.answers[0])]
        else:
            self._think()

    def retry(self) -> Change:
        """Return to the position before the wrong move, or else to the beginning."""
        change = return_to(self.table, self._mistake if self.state == "wrong" else self.start)
        self._turn("asked")
        return self._announced(change)

    def back(self) -> Change | None:
        """Undo: in the solution, return to the reply before, or else leave the solution; while
        solving, return to the beginning. None if there is nothing to undo."""
        if not self.can_go_back:
            return None
        match = self.table.match
        replies = [ply for ply in range(self.start + 1, match.ply) if self._chosen(ply)]
        if not self.watching or not replies:
            return self.retry()
        change = return_to(self.table, replies[-1])
        self._turn("open")
        return self._announced(change)

    def _chosen(self, ply: int) -> bool:
        """Whether the opponent of the solver had a choice at `ply`."""
        match = self.table.match
        theirs = match.position_at(ply).turn != self.solver
        return theirs and tuple(match.legal(ply)) != (PASS,)

    def _announced(self, change: Change) -> Change:
        made = change.said[:1] if change.story and self.state != "asked" else ()
        return replace(change, said=(*made, *self._said()))

    def _said(self) -> tuple[str, ...]:
        return tuple(filter(None, self.words))
