"""Table: a match in progress, with its seats, saving, undo and redo, hints and scores.

`match.position` is always current; a `Change` describes the animation. `restarted` and `rematch`
return the match after it.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

from flipside.game.saves.album import add_to_album
from flipside.game.saves.album_index import Streak, streak
from flipside.game.saves.matches import (
    PERSON,
    Names,
    Plan,
    Saved,
    Seats,
    as_drawn,
    fitting_choices,
    lots_decide,
    new_match,
    people_names,
    remember,
    save_setup,
)
from flipside.game.saves.progress import finish_match, save_new_match, save_progress, saved_as
from flipside.game.services.services import Services
from flipside.game.services.settings import PACE_SECONDS
from flipside.game.table.correspondence import CorrespondenceSeat
from flipside.game.table.hint import Hint
from flipside.game.table.move_scores import MoveScores, help_is_fair
from flipside.game.table.move_text import (
    Change,
    NotesChange,
    WentElsewhere,
    describe_begun,
    describe_last,
    describe_way,
)
from flipside.game.table.phrases import MAX_SHOWN_PLIES, Phrases
from flipside.game.table.seats import Computer, Human
from flipside.rules.contract.board import Cell
from flipside.rules.contract.position import PASS, Move, Player, Result
from flipside.rules.engine import data_files
from flipside.rules.engine.search import level_of
from flipside.rules.match.clock import full_clock, seconds_shown, share
from flipside.rules.match.match import People, redo_target, undo_target

Decider = Human | Computer | None
"""None: the moves come by correspondence."""

TICKING_SECONDS = 10
"""Last seconds of a person's time, each with a tick."""

WARNING_SECONDS = (60, 30, 10)
"""Seconds left of a person's time at which a sentence warns."""

SAVE_SECONDS = 5.0
"""Seconds between saves of the time left while a player thinks; every move saves it, too."""


class Table:
    """One match in progress."""

    def __init__(self, services: Services, match_entry: Saved, kept: bool = True) -> None:
        """Take a match over; it is saved only if `kept`."""
        self._services = services
        self.text = services.text
        self.settings = services.settings
        self.kept = kept
        self.saved = saved_as(services, match_entry) if kept else replace(match_entry)
        self.match, self.game = match_entry.match, match_entry.match.game
        self.match.players = people_names(match_entry.match.players, match_entry.seats)
        seeds = services.platform.entropy
        self.correspondence = CorrespondenceSeat(self.match, seeds, self._change_correspondence)
        self.seats: Seats = match_entry.seats
        self.decides: tuple[Decider, ...] = self._new_seats()
        """The seats of player 0 and 1."""
        self.words = Phrases(services.text, self.match)
        self._seconds_since_save = 0.0
        """Seconds of the mover's clock since the last save."""
        self.values = MoveScores(self.words, services.settings, services.clock)
        self.hint = Hint(self.words, services.clock, self.values)
        self.note = ""
        """The last message except the player to move: that a player passed."""
        self.paused: bool = False
        self.result: Result | None = self.match.result()
        self.streak: Streak | None = None
        """The offer of another level after the end of a match, or None."""

    def _new_seats(self) -> tuple[Decider, ...]:
        return self._seat(0), self._seat(1)

    def _seat(self, player: Player) -> Decider:
        word = self.seats[player]
        if player == self.correspondence.away:
            return None
        if word == PERSON:
            return Human(self.match, self.settings.confirm)
        level = level_of(word).fitted(self.game)
        random = Random(self._services.platform.entropy())
        return Computer(self.game, level, random, self._services.clock)

    # -- seats -------------------------------------------------------------------------------------

    def person(self, player: Player) -> bool:
        """Return whether a person here plays for this player."""
        return self.seats[player] == PERSON and player != self.correspondence.away

    @property
    def people(self) -> People:
        """For player 0 and 1, whether a person plays here."""
        return self.person(0), self.person(1)

    @property
    def human(self) -> Human | None:
        """The seat of the person who is to move, or None."""
        seat = self.decides[self.match.position.turn]
        return seat if isinstance(seat, Human) and self.result is None else None

    @property
    def taps(self) -> Move:
        """The cells tapped so far by the person who is to move."""
        human = self.human
        return human.taps if human is not None else ()

    @property
    def looking_back(self) -> bool:
        """Whether some moves are undone."""
        return self.match.ply < len(self.match.moves)

    @property
    def waiting(self) -> bool:
        """Whether a computer is to move, but is paused."""
        return self._computer_moves and (self.paused or self.looking_back)

    @property
    def thinking(self) -> bool:
        """Whether a computer is to move and searches."""
        return self._computer_moves and not self.waiting

    @property
    def loads(self) -> bool:
        """Whether data files of a computer's level are still loading."""
        word = self.seats[self.match.position.turn]
        missing = not self._searches or bool(data_files.missing(self.game, word))
        return self.thinking and missing

    @property
    def _searches(self) -> bool:
        """Whether the engine can search yet."""
        return self._services.platform.arrays_here

    @property
    def _computer_moves(self) -> bool:
        decides = self.decides[self.match.position.turn]
        return self.result is None and isinstance(decides, Computer)

    @property
    def locked_plies(self) -> float:
        """The number of plies that cannot be undone.

        By correspondence those that were sent. With clocks all (`math.inf`), or if both players
        allow undo, until a time runs out, those that added more time than their player has left.
        """
        match = self.match
        if match.clock is None:
            return self.correspondence.sent_plies
        if not match.clock.friendly or match.clock.fallen is not None:
            return math.inf
        return match.earliest()

    @property
    def can_undo(self) -> bool:
        """Whether there is a move that may be undone."""
        match = self.match
        ply = match.ply if match.given_up is not None else undo_target(match, self.people)
        return ply is not None and ply >= self.locked_plies

    def may_sit(self, seats: Seats) -> bool:
        """Return whether the options of the match allow these seats: some need two people."""
        return fitting_choices(self.game, self.match.choices, seats) == dict(self.match.choices)

    # -- time --------------------------------------------------------------------------------------

    def pass_time(self, seconds: float, budget: float) -> Change | None:
        """Let `seconds` pass and search for about `budget` seconds, not at all for 0.

        Computers move, forced passes are made, and hints and scores are computed while a person
        thinks. The mover's clock runs unless `budget` is 0. None if nothing changed.
        """
        if self.result is not None:
            return None
        if self.match.must_pass and not self.looking_back:
            return self.play(PASS)
        seat = self.decides[self.match.position.turn]
        if seat is None:
            return None
        if isinstance(seat, Human):
            change = self._work_for_person(budget) if budget and seconds else None
        elif self.waiting:
            return None
        else:
            dots = seat.dots
            move = self._computer_move(seat, seconds, budget)
            if move is not None:
                return self.play(move)
            change = Change() if seat.dots != dots else None
        tick = self._tick(seconds) if budget else None
        if tick is None or change is None or tick.ended or isinstance(tick, WentElsewhere):
            return tick or change
        return replace(change, sound=tick.sound, said=(*change.said, *tick.said))

    def _computer_move(self, seat: Computer, seconds: float, budget: float) -> Move | None:
        clock, turn = self.match.clock, self.match.position.turn
        most = math.inf if clock is None else share(clock, turn)
        pace, budget = PACE_SECONDS[self.settings.pace], budget if self._searches else 0.0
        return seat.think(self.match.history(), seconds, budget, pace, most)

    def _tick(self, seconds: float) -> Change | None:
        """Let the mover's clock run; the match ends when it runs out."""
        match, turn = self.match, self.match.position.turn
        if match.clock is None:
            return None
        clock = match.clock.spent(turn, seconds)
        if clock.fallen is not None:
            return self._with_sentences(self._carry_out(lambda: match.spend(seconds)))
        before, now = (seconds_shown(each.left[turn]) for each in (match.clock, clock))
        match.spend(seconds)
        self._seconds_since_save += seconds
        if self._seconds_since_save >= SAVE_SECONDS and not self.save_time():
            return WentElsewhere()
        if now == before:
            return None
        if self.human is None:
            return NotesChange()
        warning = (self.text("clock.left", seconds=now),) if now in WARNING_SECONDS else ()
        return NotesChange(sound="clock" if now <= TICKING_SECONDS else "", said=warning)

    def save_time(self) -> bool:
        """Save the time left; return False if another window has continued the match."""
        if self.match.clock is None or self.result is not None:
            return True
        self._seconds_since_save = 0.0
        return self._save()

    def _save(self) -> bool:
        return not self.kept or save_progress(self._services, self.saved)

    def _work_for_person(self, budget: float) -> Change | None:
        """While a person thinks: search a hint, load data, and compute scores or ponder."""
        if not self._searches:
            return None
        if self.hint.thinking and not self.values.settling:
            return self._hint_change() if self.hint.work(budget) else None
        computers = [seat for seat in self.decides if isinstance(seat, Computer)]
        if not all(seat.prepare(budget) for seat in computers):
            return None
        if not self.settings.values:
            if self.match.clock is None and not self.looking_back:
                for seat in computers:
                    seat.ponder(self.match.history(), budget)
            return None
        before = self.values.words()
        if not self.values.work(budget):
            return None
        if self.hint.follow_scores():
            return self._hint_change()
        # New panels take much of a frame, so they are rebuilt only for new words.
        kinds = self.match.board.kinds
        beside = any(kinds[cell] == "beside" for cell in self.values.cells(self.taps))
        same = self.values.words() == before and not beside
        return NotesChange() if same else Change()

    # -- moves -------------------------------------------------------------------------------------

    def tap(self, cell: Cell) -> Change | None:
        """Handle a tap of the person to move; None if it neither began nor continued a move."""
        human = self.human
        if human is None:
            return None
        self.hint.forget()
        if self.match.must_pass and not self.looking_back:
            return self.play(PASS)
        if not human.tap(cell):
            return None
        move = human.decide()
        if move is None:
            return Change(sound="tap", said=describe_begun(self.words, human))
        return self.play(move)

    def play(self, move: Move) -> Change:
        """Make a legal move; it is saved before it is shown.

        A note stays during the move of a computer, which may answer at once, until a person moves.
        """
        position = self.match.position
        mover = self.words.player(position.turn)
        pass_sentence = self.text("play.passes", colour=mover) if move == PASS else ""
        computer_moves = any(self.people) and not self.person(position.turn)
        change = self._carry_out(
            lambda: self.match.play(move), pass_sentence or (None if computer_moves else "")
        )
        if isinstance(change, WentElsewhere):
            return change
        sentence = pass_sentence or describe_last(self.words)
        sound = "pass" if move == PASS else ""
        return replace(change, sound=sound, said=(sentence, *self._now(position.prompt())))

    def undo(self) -> Change | None:
        """Undo up to the last decision of a person; with two computers undo one ply and pause.

        None if those plies are locked.
        """
        if not self.can_undo:
            return None
        self.paused |= not any(self.people)
        if self.match.given_up is None:
            return self.go(undo_target(self.match, self.people) or 0)
        return self._with_sentences(self._carry_out(self.match.take_back_giving_up))

    def redo(self) -> Change | None:
        """Redo up to the next decision of a person, or to the end of the undone moves."""
        return self.go(redo_target(self.match, self.people))

    def go(self, ply: int) -> Change | None:
        """Go to `ply`; up to `MAX_SHOWN_PLIES` plies are animated. None if nothing changes."""
        before = self.match.ply
        if ply == before or ply < self.locked_plies:
            return None
        change = self._carry_out(lambda: self.match.go(ply, clock=True), note="")
        return self._with_sentences(change, describe_way(self.words, before, ply))

    def give_up(self, player: Player) -> Change | None:
        """Let `player` resign; None if the match is over."""
        if self.result is not None:
            return None
        return self._with_sentences(self._carry_out(lambda: self.match.give_up(player)))

    def pause(self) -> Change | None:
        """Pause two computers; None unless they are playing."""
        if self.result is not None or any(self.people) or self.waiting:
            return None
        self.paused = True
        self._drop_searches()
        return Change()

    def go_on(self) -> Change:
        """Let the computers continue from here."""
        self.paused = False
        if self.looking_back:
            return self._carry_out(self.match.forget_undone)
        self._drop_searches()
        return Change()

    def seat(self, seats: Seats, names: Names | None = None) -> Change:
        """Change the seats, and with `names` the names of the players."""

        def sit_down(words: Seats, player_names: Names) -> None:
            self.seats = self.saved.seats = words
            self.match.players = people_names(player_names, words)
            remember(self._services.storage, self.match.players)
            self.decides = self._new_seats()

        before = self.seats, self.match.players
        change = self._carry_out(lambda: sit_down(seats, names or self.match.players))
        if isinstance(change, WentElsewhere):
            sit_down(*before)
        return change

    def make_room(self, match_entry: Saved) -> bool:
        """Save a new match beside those in progress; a finished one here goes to the album.

        Returns False, with a message to the player, if there are too many matches.
        """
        if self.result is not None:
            finish_match(self._services, self.saved)
        return save_new_match(self._services, match_entry)

    def _change_correspondence(self, do: Callable[[], None]) -> Change:
        change = self._carry_out(do)
        self.decides = self._new_seats()
        return self._with_sentences(change)

    def _carry_out(self, do: Callable[[], None], note: str | None = None) -> Change:
        """Change the match by `do`, save it, cancel searches, and return the animation.

        `note` replaces the previous note; None keeps it. If another window has continued the match,
        the change is reverted.
        """
        match, was_over, restore = self.match, self.result is not None, self.match.bookmark()
        before, start = match.position.pieces(), match.ply
        do()
        if not self._save():
            restore()
            return WentElsewhere()
        self.note = self.note if note is None else note
        self._seconds_since_save = 0.0
        self._drop_searches()
        has_ended = self.result is not None and not was_over
        if has_ended:
            if self.kept:
                add_to_album(self._services, match, self.seats)
            self.streak = streak(self._services, self.game.key, self.seats)
        plies = range(min(start, match.ply), max(start, match.ply) + 1)
        return Change(
            before=before,
            story=match.story(start, match.ply) if len(plies) <= MAX_SHOWN_PLIES + 1 else (),
            passed=tuple(match.position_at(ply) for ply in plies) if len(plies) > 1 else (),
            ended=has_ended,
        )

    def _drop_searches(self) -> None:
        self.result = self.match.result()
        self.hint.forget()
        self.values.forget()
        for seat in self.decides:
            if seat is not None:
                seat.forget()

    # -- taps and hints ----------------------------------------------------------------------------

    def ask_hint(self) -> Change | None:
        """Request a hint; the second call adds the following moves, the third ends the hint.

        None if no person has a choice, or help is not fair.
        """
        human = self.human
        if human is None or self.match.must_pass or not help_is_fair(self.match):
            return None
        human.forget()
        self.hint.ask()
        return self._hint_change()

    def _hint_change(self) -> Change:
        hint = self.hint
        if not hint.shown:
            return Change(said=self._now())
        if hint.thinking and hint.deeper:
            return Change()  # the moves of the line are announced together
        return Change(said=hint.sentences())

    def take_back_taps(self) -> Change | None:
        """Drop the hint, or else the taps; None if there is neither."""
        if self.hint.shown:
            self.hint.forget()
        elif self.human is not None and self.taps:
            self.human.forget()
        else:
            return None
        return Change(said=self._now())

    def _with_sentences(self, change: Change, first: Sequence[str] = ()) -> Change:
        if isinstance(change, WentElsewhere):
            return change
        return replace(change, said=(*first, *self._now()))

    def _now(self, prompt: str = "") -> tuple[str, ...]:
        """Return sentences for the current state, without the prompt if it equals `prompt`."""
        words, turn = self.words, self.match.position.turn
        if self.result is not None:
            return *words.ended(self.result, self.settings.award), *words.streak(self.streak)
        sentences = [self.text("level.loads")] if self.loads else []
        sentences += [f"{self.text('post.waits')}."] if self.correspondence.awaits else []
        return *words.now(self.person(turn), prompt), *sentences


def restarted(services: Services, table: Table) -> Saved:
    """Return the same match from its beginning, with a new seed."""
    return new_match(services, table.game, _plan(table, swap=False))


def rematch(services: Services, table: Table, level: str = "") -> Saved:
    """Return a new match with the players swapped, or with new lots if these decide who begins.

    A computer gets `level` unless it is empty. Rule: ALL-2.
    """
    plan = _plan(table, swap=not lots_decide(table.match))
    if level:
        first, second = (word if word == PERSON else level for word in plan.seats)
        plan = plan._replace(seats=(first, second))
    save_setup(services, table.game, plan)
    return new_match(services, table.game, plan)


def _plan(table: Table, swap: bool) -> Plan:
    """Return the set-up of the match at the table; with `swap` the players change places."""
    match, clock = table.match, table.match.clock
    clock = clock and full_clock(clock.controls, clock.friendly)
    now = Plan(dict(match.choices), table.seats, clock, match.players, match.start)
    plan = as_drawn(match, now)
    return plan.swapped() if swap else plan
