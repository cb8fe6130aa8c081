"""Solving a task: the program checks each move, and replies with a defence or a refutation.

The player can also see the solution, and choose the replies of the opponent in it. The moves are
made in a `LiveMatch` that is not saved.
"""

from dataclasses import replace
from typing import Literal

from flipside.game.live_match.live_match import LiveMatch
from flipside.game.live_match.move_text import MatchEvent
from flipside.game.live_match.seats import THINKING_NOTICE_SECONDS
from flipside.game.saves.matches import PERSON, StoredMatch
from flipside.game.services.services import Services
from flipside.game.tasks.task import FOLLOW_UP_SECONDS, Task, Verdict, return_to
from flipside.rules.contract.board import Cell
from flipside.rules.contract.position import FORCED_WIN, PASS, Move
from flipside.rules.engine.time_slices import TimeSliced
from flipside.rules.teaching import move_named

SolvingState = Literal["asked", "judged", "right", "wrong", "solved", "open", "sought", "end"]
"""asked: the solver is to move; judged: the move is being checked; right, wrong: it has been
checked; solved: the task is solved. In the solution: open: the player chooses a reply; sought: the
next move is searched; end: no moves are left."""


class Solving:
    """A task in progress: attempts, verdicts, replies, and the solution."""

    def __init__(self, services: Services, task: Task) -> None:
        """Begin at the position of the task. Raises BadProblem if there is no such position."""
        self.task = task
        self._text, self._clock, self._platform = services.text, services.clock, services.platform
        match = task.make_match()
        self.start = match.ply
        self.solver = match.position.turn
        self.live_match = LiveMatch(
            services, StoredMatch(match, (PERSON, PERSON)), persistent=False
        )
        self.outcome: bool | None = None
        """Whether it was solved at the first try; None before, or if the solution was shown."""
        self._tried: bool = False
        self._shown: bool = False
        self._mistake = self.start
        """The number of plies before the last wrong move."""
        self._enter("asked")

    def _enter(self, state: SolvingState) -> None:
        self.state: SolvingState = state
        self._search: TimeSliced[Verdict | None] | None = None
        """The search for a verdict on the current position."""
        self._verdict: Verdict | None = None
        self._following: list[Move] = []
        """The remaining moves of a reply, a refutation or the solution."""
        self._seconds = 0.0

    # -- state ------------------------------------------------------------------------------------

    @property
    def spoilt(self) -> bool:
        """Whether the task can no longer be solved at the first try."""
        return self._tried or self._shown

    @property
    def watching(self) -> bool:
        """Whether the solution is being shown."""
        return self.state in ("open", "sought", "end")

    @property
    def takes_moves(self) -> bool:
        """Whether the player may make a move: the solver's, or the opponent's in the solution."""
        return self.state in ("asked", "open")

    @property
    def thinking(self) -> bool:
        """Whether a move is being checked, or searched for the solution."""
        return self._search is not None

    @property
    def dots(self) -> int:
        """The number of thinking dots, 0 to 3."""
        visible = self.thinking and self._seconds > THINKING_NOTICE_SECONDS
        return int(self._seconds * 3) % 4 if visible else 0

    @property
    def plies_played(self) -> int:
        """The number of plies since the beginning of the task."""
        return self.live_match.match.ply - self.start

    @property
    def can_go_back(self) -> bool:
        """Whether `back` has an effect."""
        return self.watching or (self.state in ("asked", "solved") and self.plies_played > 0)

    @property
    def words(self) -> tuple[str, str]:
        """The message and the request to the player; the request is "" if no input is expected."""
        text, live_match = self._text, self.live_match
        match self.state:
            case "asked":
                turn = live_match.match_text.player(self.solver)
                message = text("play.to_move", colour=turn) + "."
                if self.plies_played:
                    message = f"{text('problem.right')} {self._last_move_words()}"
                return message, self.task.asks(live_match.match_text, self.plies_played)
            case "judged":
                return text("problem.checked"), ""
            case "right":
                return text("problem.right"), ""
            case "wrong":
                if self._verdict is None:
                    return text("problem.refuted"), ""
                ply = self._mistake + 1
                return self.task.wrong(live_match.match_text, self._verdict, self.start, ply), ""
            case "solved":
                message = text("problem.solved_first" if self.outcome else "problem.solved_then")
                return f"{message} {self._end_words()}".strip(), ""
            case "sought":
                return text("problem.sought"), ""
            case "open":
                return self._last_move_words(), text("problem.reply")
            case "end":
                return f"{self._last_move_words()} {self._end_words()}".strip(), ""

    def _last_move_words(self) -> str:
        match, match_text = self.live_match.match, self.live_match.match_text
        before, move = match.position_at(match.ply - 1), match.moves[match.ply - 1]
        mover, name = match_text.player(before.turn), match_text.move(before, move)
        if move == PASS:
            return self._text("play.passes", colour=mover)
        if before.turn == self.solver:
            return self._text("problem.answer", move=name)
        return self._text("say.move", mover=mover, move=name) + "."

    def _end_words(self) -> str:
        live_match = self.live_match
        result, outcome = live_match.result, self.task.solved(live_match.match_text)
        if result is None:
            return outcome
        sentences = live_match.match_text.end_sentences(result, live_match.settings.award)
        return " ".join(filter(None, (*sentences, outcome)))

    # -- actions -----------------------------------------------------------------------------------

    def tap(self, cell: Cell) -> MatchEvent | None:
        """Handle a tap on a cell, after a wrong move in a new attempt; None if it has no effect."""
        back = self.retry() if self.state == "wrong" else None
        if not self.takes_moves:
            return None
        match, at = self.live_match.match, self.live_match.match.ply
        event = self.live_match.tap(cell) or back
        if event is None or match.ply == at:
            return event
        if self.state == "open":
            self._continue_solution()
        else:
            self._check(match.position_at(at).name(match.moves[at]))
        return self._with_sentences(event)

    def _check(self, name: str) -> None:
        answers = self.task.answers if self.plies_played == 1 else ()
        self._enter("judged" if not answers else "right" if name in answers else "wrong")
        if self.state == "wrong":
            self._note_mistake()
        self._start_search()

    def _note_mistake(self) -> None:
        self._tried, self._mistake = True, self.live_match.match.ply - 1

    def _start_search(self) -> None:
        self._search = TimeSliced[Verdict | None](
            self.task.verdicts(self.live_match.match, self.start)
        )

    def pass_time(self, seconds: float, budget: float) -> MatchEvent | None:
        """Continue checking a move for about `budget` seconds, or make the next move after a pause.

        `seconds` have passed since the last call. Return None if nothing changed.
        """
        dots, self._seconds = self.dots, self._seconds + seconds
        if self._search is not None:
            if not self._platform.numpy_ready or not self._search.work(budget, self._clock):
                return MatchEvent() if self.dots != dots else None
            verdict, self._search, self._seconds = self._search.last, None, 0.0
            assert verdict is not None, "a task yields at least one verdict"
            return self._apply(verdict)
        if not self._following or self._seconds < FOLLOW_UP_SECONDS:
            return None
        move, self._seconds = self._following.pop(0), 0.0
        if self.live_match.result is not None or move not in self.live_match.match.legal():
            self._following = []
            return None
        event = self.live_match.play(move)
        if self.state == "right":
            self._continue()
        elif self.state == "sought":
            self._continue_solution()
        return self._with_sentences(event)

    def _apply(self, verdict: Verdict) -> MatchEvent:
        if self.state == "sought":
            self._following = list(verdict.line[:1])
            return MatchEvent()
        if self.state == "right" or (self.state == "judged" and verdict.right):
            if (
                self.live_match.result is not None
                or 0 < self.task.decisive_plies <= self.plies_played
            ):
                self._solve()
            else:
                self.state, self._following = "right", list(verdict.line[:1])
            return MatchEvent(sentences=self._sentences())
        if self.state == "judged":
            self._note_mistake()
        self.state, self._verdict = "wrong", verdict
        # A forced loss is shown until the end.
        self._following = list(verdict.line if verdict.value <= -FORCED_WIN else verdict.line[:1])
        return MatchEvent(sentences=self._sentences())

    def _solve(self) -> None:
        self._enter("solved")
        if self.outcome is None and not self._shown:
            self.outcome = not self._tried

    def _continue(self) -> None:
        match = self.live_match.match
        if self.live_match.result is not None:
            self._solve()
        elif match.position.turn != self.solver:
            self._start_search()
        elif match.must_pass:
            self._following = [PASS]
        else:
            self._enter("asked")

    # -- the solution ------------------------------------------------------------------------------

    def show(self) -> MatchEvent:
        """Show the solution from the beginning."""
        event = return_to(self.live_match, self.start)
        self._shown = True
        self._continue_solution()
        return self._with_sentences(event)

    def next(self) -> MatchEvent | None:
        """Let the program choose the opponent's reply in the solution; None if none is due."""
        if self.state != "open":
            return None
        self._enter("sought")
        self._start_search()
        return self._with_sentences(self.live_match.take_back_taps() or MatchEvent())

    def _continue_solution(self) -> None:
        """Start the solution, or continue it after a move."""
        match, task = self.live_match.match, self.task
        self._enter("sought")
        if self.live_match.result is not None or (task.plies and self.plies_played >= task.plies):
            self._enter("end")
        elif match.must_pass:
            self._following = [PASS]
        elif match.position.turn != self.solver:
            self._enter("open")
        elif not self.plies_played and task.answers:
            self._following = [move_named(match.position, task.answers[0])]
        else:
            self._start_search()

    def retry(self) -> MatchEvent:
        """Return to the position before a wrong move, or else to the beginning of the task."""
        event = return_to(self.live_match, self._mistake if self.state == "wrong" else self.start)
        self._enter("asked")
        return self._with_sentences(event)

    def back(self) -> MatchEvent | None:
        """Go back to the previous reply in the solution, or else to the beginning of the task.

        Return None if there is nothing to undo.
        """
        if not self.can_go_back:
            return None
        match = self.live_match.match
        replies = [ply for ply in range(self.start + 1, match.ply) if self._had_choice(ply)]
        if not self.watching or not replies:
            return self.retry()
        event = return_to(self.live_match, replies[-1])
        self._enter("open")
        return self._with_sentences(event)

    def _had_choice(self, ply: int) -> bool:
        """Return whether the solver's opponent had a choice after `ply` plies."""
        match = self.live_match.match
        opponent_moves = match.position_at(ply).turn != self.solver
        return opponent_moves and tuple(match.legal(ply)) != (PASS,)

    def _with_sentences(self, event: MatchEvent) -> MatchEvent:
        move_sentence = event.sentences[:1] if event.story and self.state != "asked" else ()
        return replace(event, sentences=(*move_sentence, *self._sentences()))

    def _sentences(self) -> tuple[str, ...]:
        return tuple(filter(None, self.words))
