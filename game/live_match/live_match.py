"""LiveMatch: a match that is being played, with seats, saving, undo, redo, hints and scores.

`match.position` is always current; a `MatchEvent` describes the animation that leads to it.
`restarted` and `rematch` return the next match.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

from flipside.game.live_match import move_text
from flipside.game.live_match.correspondence import CorrespondenceSeat
from flipside.game.live_match.hint import Hint
from flipside.game.live_match.match_meaning import MatchMeaning
from flipside.game.live_match.match_text import MAX_SHOWN_PLIES, MatchText
from flipside.game.live_match.move_scores import MoveScores, help_is_fair
from flipside.game.live_match.move_text import AnnotationsEvent, ContinuedElsewhere, MatchEvent
from flipside.game.live_match.seats import Computer, Human
from flipside.game.saves import matches
from flipside.game.saves.album import name_key
from flipside.game.saves.progress import finish_match, save_new_match, save_progress, saved_as
from flipside.game.saves.ratings import Help
from flipside.game.saves.series import sides_of
from flipside.game.services.services import Services
from flipside.game.services.settings import PACE_SECONDS
from flipside.rules.contract.board import Cell
from flipside.rules.contract.position import PASS, Move, Player, Result
from flipside.rules.engine import data_files
from flipside.rules.engine.search import level_of
from flipside.rules.match.clock import full_clock, seconds_shown, share
from flipside.rules.match.match import People, redo_target, undo_target

Decider = Human | Computer | None
"""The seat of a player. It is None for a player whose moves come by correspondence."""

TICKING_SECONDS = 10
"""The last seconds of a person's time; each has a tick."""

WARNING_SECONDS = (60, 30, 10)
"""Seconds left of a person's time at which a sentence warns the person."""

SAVE_SECONDS = 5.0
"""Seconds between saves of the remaining time during a player's turn. Each move also saves it."""


_WARNING_LEVELS = "level1", "level2", "level3", "level4"
"""Levels that are weak enough for warnings before a move that gives away a won match."""


class LiveMatch:
    """A match that is being played."""

    def __init__(
        self, services: Services, match_entry: matches.StoredMatch, persistent: bool = True
    ) -> None:
        """Continue the match of `match_entry`, and save it if `persistent`."""
        self._services = services
        self.text = services.text
        self.settings = services.settings
        self.persistent = persistent
        self.stored_match = saved_as(services, match_entry) if persistent else replace(match_entry)
        self.match, self.game = match_entry.match, match_entry.match.game
        self.match.players = matches.people_names(match_entry.match.players, match_entry.seats)
        seeds = services.platform.entropy
        self.correspondence = CorrespondenceSeat(self.match, seeds, self._change_correspondence)
        self.seats: matches.Seats = match_entry.seats
        self.decides: tuple[Decider, ...] = self._new_seats()
        """The seats of player 0 and 1."""
        self.match_text = MatchText(services.text, self.match)
        self._seconds_since_save = 0.0
        """Seconds counted by the running clock since the last save."""
        self.values = MoveScores(self.match_text, services.settings, services.clock)
        self.hint = Hint(self.match_text, services.clock, self.values)
        self.note = ""
        """A message that a player passed; "" if there was no pass."""
        self.paused: bool = False
        self.result: Result | None = self.match.result()
        self.meaning = MatchMeaning(services, self.stored_match)
        if persistent:
            self.meaning.update_series()

    def _new_seats(self) -> tuple[Decider, ...]:
        return self._seat(0), self._seat(1)

    def _seat(self, player: Player) -> Decider:
        word = self.seats[player]
        if player == self.correspondence.away:
            return None
        if word == matches.PERSON:
            return Human(self.match, self.settings.confirm)
        level = level_of(word).fitted(self.game)
        random = Random(self._services.platform.entropy())
        return Computer(self.game, level, random, self._services.clock)

    # -- seats -------------------------------------------------------------------------------------

    def person(self, player: Player) -> bool:
        """Return whether a person plays for this player on this device."""
        return self.seats[player] == matches.PERSON and player != self.correspondence.away

    @property
    def people(self) -> People:
        """For player 0 and 1, whether a person plays for them on this device."""
        return self.person(0), self.person(1)

    @property
    def human(self) -> Human | None:
        """The seat of the person who is to move; None if there is none or the match is over."""
        seat = self.decides[self.match.position.turn]
        return seat if isinstance(seat, Human) and self.result is None else None

    @property
    def taps(self) -> Move:
        """The cells that the person to move has tapped so far."""
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
        """Whether a computer is to move and is not paused."""
        return self._computer_moves and not self.waiting

    @property
    def loads(self) -> bool:
        """Whether the computer to move must wait for numpy or for data files of its level."""
        word = self.seats[self.match.position.turn]
        missing = not self._searches or bool(data_files.missing(self.game, word))
        return self.thinking and missing

    @property
    def _searches(self) -> bool:
        """Whether searches are possible, because numpy is imported."""
        return self._services.platform.numpy_ready

    @property
    def _computer_moves(self) -> bool:
        decides = self.decides[self.match.position.turn]
        return self.result is None and isinstance(decides, Computer)

    @property
    def locked_plies(self) -> float:
        """The number of plies that cannot be undone.

        By correspondence these are the plies that were sent. With clocks all plies are locked
        (`math.inf`) if the players do not allow undo or a time has run out; otherwise those that
        added more time than their player has left.
        """
        match = self.match
        if match.clock is None:
            return self.correspondence.sent_plies
        if not match.clock.allows_undo or match.clock.flag_fallen is not None:
            return math.inf
        return match.earliest()

    @property
    def can_undo(self) -> bool:
        """Whether the last decision of a person can be undone."""
        match = self.match
        ply = match.ply if match.resigned is not None else undo_target(match, self.people)
        return ply is not None and ply >= self.locked_plies

    def may_sit(self, seats: matches.Seats) -> bool:
        """Return whether the options of the match allow these seats: some need two people."""
        return matches.fitting_choices(self.game, self.match.choices, seats) == dict(
            self.match.choices
        )

    # -- time --------------------------------------------------------------------------------------

    def pass_time(self, seconds: float, budget: float) -> MatchEvent | None:
        """Let `seconds` pass, and search for about `budget` seconds; None if nothing changed.

        Forced passes and moves of computers are made. While a person thinks, hints and scores are
        computed. With a `budget` of 0 nothing is computed and the clock stops.
        """
        if self.result is not None:
            return None
        if self.match.must_pass and not self.looking_back:
            return self.play(PASS)
        seat = self.decides[self.match.position.turn]
        if seat is None:
            return None
        if isinstance(seat, Human):
            event = self._work_for_person(budget) if budget and seconds else None
        elif self.waiting:
            return None
        else:
            dots = seat.dots
            move = self._computer_move(seat, seconds, budget)
            if move is not None:
                return self.play(move)
            event = MatchEvent() if seat.dots != dots else None
        tick = self._tick(seconds) if budget else None
        if tick is None or event is None or tick.ended or isinstance(tick, ContinuedElsewhere):
            return tick or event
        return replace(event, sound=tick.sound, sentences=(*event.sentences, *tick.sentences))

    def _computer_move(self, seat: Computer, seconds: float, budget: float) -> Move | None:
        clock, turn = self.match.clock, self.match.position.turn
        most = math.inf if clock is None else share(clock, turn)
        pace, budget = PACE_SECONDS[self.settings.pace], budget if self._searches else 0.0
        return seat.think(self.match.history(), seconds, budget, pace, most)

    def _tick(self, seconds: float) -> MatchEvent | None:
        """Advance the clock of the player to move; the match ends when it runs out."""
        match, turn = self.match, self.match.position.turn
        if match.clock is None:
            return None
        clock = match.clock.spent(turn, seconds)
        if clock.flag_fallen is not None:
            return self._with_sentences(self._carry_out(lambda: match.spend(seconds)))
        before, now = (seconds_shown(each.left[turn]) for each in (match.clock, clock))
        match.spend(seconds)
        self._seconds_since_save += seconds
        if self._seconds_since_save >= SAVE_SECONDS and not self.save_time():
            return ContinuedElsewhere()
        if now == before:
            return None
        if self.human is None:
            return AnnotationsEvent()
        warning = (self.text("clock.left", seconds=now),) if now in WARNING_SECONDS else ()
        return AnnotationsEvent(sound="clock" if now <= TICKING_SECONDS else "", sentences=warning)

    def save_time(self) -> bool:
        """Save the remaining time; return False if another window has continued the match."""
        if self.match.clock is None or self.result is not None:
            return True
        self._seconds_since_save = 0.0
        return self._save()

    def _save(self) -> bool:
        return not self.persistent or save_progress(self._services, self.stored_match)

    def _work_for_person(self, budget: float) -> MatchEvent | None:
        """Compute for about `budget` seconds while a person thinks; return a change, or None.

        A hint comes first, then data of the engine, then scores, or searches of computers.
        """
        if not self._searches:
            return None
        if self.hint.thinking and not self.values.settling:
            return self._hint_change() if self.hint.work(budget) else None
        computers = [seat for seat in self.decides if isinstance(seat, Computer)]
        if not all(seat.prepare(budget) for seat in computers):
            return None
        if warns(self) and not self.settings.values:
            self.values.work(budget)
            return None
        if not self.settings.values:
            if self.match.clock is None and not self.looking_back:
                for seat in computers:
                    seat.ponder(self.match.history(), budget)
            return None
        before = self.values.leader()
        if not self.values.work(budget):
            return None
        self._note_help("values")
        if self.hint.follow_scores():
            return self._hint_change()
        # Panels take much of a frame to rebuild, so they are rebuilt only if their words change.
        kinds = self.match.board.kinds
        beside = any(kinds[cell] == "beside" for cell in self.values.cell_scores(self.taps))
        same = self.values.leader() == before and not beside
        return AnnotationsEvent() if same else MatchEvent()

    # -- moves -------------------------------------------------------------------------------------

    def tap(self, cell: Cell) -> MatchEvent | None:
        """Handle a tap of the person to move; return None if no legal move contains it."""
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
            return MatchEvent(
                sound="tap", sentences=move_text.describe_begun(self.match_text, human)
            )
        return self.play(move)

    def play(self, move: Move) -> MatchEvent:
        """Make and save a legal move; return its event.

        The note about a pass stays during the next move of a computer, which may follow at once.
        """
        position = self.match.position
        if self.looking_back and any(self.people):
            self._note_help("undo")
        mover = self.match_text.player(position.turn)
        pass_sentence = self.text("play.passes", colour=mover) if move == PASS else ""
        computer_moves = any(self.people) and not self.person(position.turn)
        event = self._carry_out(
            lambda: self.match.play(move), pass_sentence or (None if computer_moves else "")
        )
        if isinstance(event, ContinuedElsewhere):
            return event
        sentence = pass_sentence or move_text.describe_last(self.match_text)
        sound = "pass" if move == PASS else ""
        return replace(event, sound=sound, sentences=(sentence, *self._now(position.prompt())))

    def undo(self) -> MatchEvent | None:
        """Undo moves back to the last decision of a person; return None if they are locked.

        In a match between two computers, undo one ply and pause them.
        """
        if not self.can_undo:
            return None
        self.paused |= not any(self.people)
        if self.match.resigned is None:
            return self.goto_ply(undo_target(self.match, self.people) or 0)
        return self._with_sentences(self._carry_out(self.match.take_back_resignation))

    def redo(self) -> MatchEvent | None:
        """Redo moves up to the next decision of a person, or to the last move."""
        return self.goto_ply(redo_target(self.match, self.people))

    def goto_ply(self, ply: int) -> MatchEvent | None:
        """Go to the position after `ply` plies; return None if it is the current one or locked."""
        before = self.match.ply
        if ply == before or ply < self.locked_plies:
            return None
        event = self._carry_out(lambda: self.match.goto_ply(ply, clock=True), note="")
        return self._with_sentences(event, move_text.describe_way(self.match_text, before, ply))

    def resign(self, player: Player) -> MatchEvent | None:
        """End the match because `player` resigns; return None if it is already over."""
        if self.result is not None:
            return None
        return self._with_sentences(self._carry_out(lambda: self.match.resign(player)))

    def pause(self) -> MatchEvent | None:
        """Pause a match between two computers; return None if there is no such match running."""
        if self.result is not None or any(self.people) or self.waiting:
            return None
        self.paused = True
        self._drop_searches()
        return MatchEvent()

    def go_on(self) -> MatchEvent:
        """Resume the computers from the position shown, and drop the undone moves."""
        self.paused = False
        if self.looking_back:
            return self._carry_out(self.match.clear_redo)
        self._drop_searches()
        return MatchEvent()

    def seat(self, seats: matches.Seats, names: matches.Names | None = None) -> MatchEvent:
        """Change the seats, and the names of the players unless `names` is None."""

        def sit_down(words: matches.Seats, player_names: matches.Names) -> None:
            self.seats = self.stored_match.seats = words
            self.match.players = matches.people_names(player_names, words)
            matches.remember(self._services.storage, self.match.players)
            self.decides = self._new_seats()

        before = self.seats, self.match.players
        both = sides_of(*before), sides_of(seats, names or self.match.players)
        former, new = (sides and [*map(name_key, sides)] for sides in both)
        if self.match.moves and (seats != self.seats or former not in (None, new)):
            self._note_help("seats")
        event = self._carry_out(lambda: sit_down(seats, names or self.match.players))
        if isinstance(event, ContinuedElsewhere):
            sit_down(*before)
        return event

    def make_room(self, match_entry: matches.StoredMatch) -> bool:
        """Move an ended match to the album, and save a new one; False if there are too many."""
        if self.result is not None:
            finish_match(self._services, self.stored_match)
        return save_new_match(self._services, match_entry)

    def _change_correspondence(self, do: Callable[[], None]) -> MatchEvent:
        event = self._carry_out(do)
        self.decides = self._new_seats()
        return self._with_sentences(event)

    def _carry_out(self, do: Callable[[], None], note: str | None = None) -> MatchEvent:
        """Change the match by `do`, save it, cancel all searches, and return the event.

        `note` replaces the previous note, unless it is None. If another window has continued the
        match, the change is reverted.
        """
        match, was_over, restore = self.match, self.result is not None, self.match.bookmark()
        before, start = match.position.pieces(), match.ply
        do()
        if not self._save():
            restore()
            return ContinuedElsewhere()
        self.note = self.note if note is None else note
        self._seconds_since_save = 0.0
        self._drop_searches()
        has_ended = self.result is not None and not was_over
        if self.persistent and (was_over or has_ended):
            self.meaning.take_end(has_ended)
        plies = range(min(start, match.ply), max(start, match.ply) + 1)
        return MatchEvent(
            before=before,
            story=match.story(start, match.ply) if len(plies) <= MAX_SHOWN_PLIES + 1 else (),
            positions=tuple(match.position_at(ply) for ply in plies) if len(plies) > 1 else (),
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

    def ask_hint(self) -> MatchEvent | None:
        """Show a hint; a second call adds the following moves, a third one removes the hint.

        Returns None if no person has a choice, or if help would be unfair.
        """
        human = self.human
        if human is None or self.match.must_pass or not help_is_fair(self.match):
            return None
        human.forget()
        self._note_help("hint")
        self.hint.request()
        return self._hint_change()

    def _note_help(self, kind: Help) -> None:
        if self.persistent and self.result is None:
            self.meaning.note_help(kind)

    def _hint_change(self) -> MatchEvent:
        hint = self.hint
        if not hint.is_active:
            return MatchEvent(sentences=self._now())
        if hint.thinking and hint.deeper:
            return MatchEvent()  # the moves of the line are announced together
        return MatchEvent(sentences=hint.to_sentences())

    def take_back_taps(self) -> MatchEvent | None:
        """Remove the hint, or else the taps; return None if there is neither hint nor tap."""
        if self.hint.is_active:
            self.hint.forget()
        elif self.human is not None and self.taps:
            self.human.forget()
        else:
            return None
        return MatchEvent(sentences=self._now())

    def _with_sentences(self, event: MatchEvent, first: Sequence[str] = ()) -> MatchEvent:
        if isinstance(event, ContinuedElsewhere):
            return event
        return replace(event, sentences=(*first, *self._now()))

    def _now(self, prompt: str = "") -> tuple[str, ...]:
        """Return sentences for the current state; the prompt is left out if it is `prompt`."""
        match_text, turn = self.match_text, self.match.position.turn
        if self.result is not None:
            ending = match_text.end_sentences(self.result, self.settings.award, self.people)
            return *ending, *self.meaning.to_sentences(match_text)
        sentences = [self.text("level.loads")] if self.loads else []
        sentences += [f"{self.text('post.waits')}."] if self.correspondence.awaits else []
        return *match_text.now(self.person(turn), prompt), *sentences


def warns(live_match: LiveMatch) -> bool:
    """Return whether warnings are switched on and a level in `_WARNING_LEVELS` plays."""
    return live_match.settings.warn and any(word in _WARNING_LEVELS for word in live_match.seats)


def warned_move(live_match: LiveMatch, cell: Cell) -> Move | None:
    """Return the move that a tap on `cell` would make, if it gives away a won match; else None."""
    human = live_match.human
    move = human.move_at(cell) if human is not None and warns(live_match) else None
    return move if move is not None and live_match.values.gives_away(move) else None


def restarted(services: Services, live_match: LiveMatch) -> matches.StoredMatch:
    """Return a new match with the same set-up, and a new random seed."""
    return matches.new_match(services, live_match.game, _plan(live_match, swap=False))


def rematch(services: Services, live_match: LiveMatch, level: str = "") -> matches.StoredMatch:
    """Return a new match in which the players change sides; a lot for the colours is drawn again.

    Computers play at `level`, unless it is "". Rule: ALL-2.
    """
    setup = _plan(live_match, swap=not matches.lots_decide(live_match.match))
    if level:
        first, second = (word if word == matches.PERSON else level for word in setup.seats)
        setup = setup._replace(seats=(first, second))
    matches.save_setup(services, live_match.game, setup)
    return matches.new_match(services, live_match.game, setup)


def _plan(live_match: LiveMatch, swap: bool) -> matches.MatchSetup:
    """Return the set-up of a live match; with `swap` the players change sides."""
    match, clock = live_match.match, live_match.match.clock
    clock = clock and full_clock(clock.controls, clock.allows_undo)
    now = matches.MatchSetup(
        dict(match.choices), live_match.seats, clock, match.players, match.start
    )
    setup = matches.as_drawn(match, now)
    return setup.swapped() if swap else setup
