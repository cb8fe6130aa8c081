"""A match that is being played: its seats, saving, undo and redo, hints, and all that is shown.

No pixels. `match.position` is the truth at all times; a `Change` says what to animate.
"""

import math
from collections.abc import Callable
from dataclasses import replace
from random import Random

from game.saves.known_names import remember
from game.saves.match_saver import MatchSaver, NullSaver
from game.saves.matches import Names, Saved, Seats, fitting, named
from game.saves.progress import begin
from game.saves.seat_words import PERSON
from game.saves.streak import Streak, streak
from game.services.table_services import TableServices
from game.table.change import Change
from game.table.clocks import TICKING_SECONDS, WARNING_SECONDS, Clocks, share
from game.table.computers import Computers
from game.table.correspondence import CorrespondenceSeat
from game.table.hint import Hint
from game.table.move_scores import MoveScores
from game.table.phrases import MAX_SHOWN_PLIES, Phrases
from game.table.seats import Away, Computer, Human
from rules.contract.board import Cell
from rules.contract.position import PASS, Move, Player, Position, Result
from rules.contract.story import Pieces
from rules.engine.data import locate
from rules.engine.levels import level_of
from rules.match.undo import People, redo_target, undo_target

UNHURRIED = 0.6
"""The part of a frame's thinking in which values of moves are worked out: nobody waits for them."""


Decider = Human | Computer | Away


class Table:
    """One match on the table."""

    def __init__(self, services: TableServices, saved: Saved, kept: bool = True) -> None:
        """Nothing of the match is saved unless it is `kept`."""
        self._services = services
        self.text = services.text
        self.settings = services.settings
        self.match = saved.match
        self.match.players = named(saved.match.players, saved.seats)
        self.game = saved.match.game
        self.correspondence = CorrespondenceSeat(self.match, services.page.entropy, self._reseated)
        self.seats: Seats = saved.seats
        """Who decides for player 0 and 1, as seat words."""
        self.decides: tuple[Decider, ...] = self._seated()
        """Those who do."""
        self.kept = kept
        self.saver: MatchSaver | NullSaver = MatchSaver(services, saved) if kept else NullSaver()
        self.words = Phrases(services.text, self.match)
        self.computers = Computers(services.settings)
        self.clocks = Clocks(self.match)
        self.hint = Hint(self.words, services.clock)
        self.values = MoveScores(self.words, services.settings, services.clock)
        self.note = ""
        """What was said last, besides whose turn it is: that somebody passed."""
        self.paused = False
        self.result: Result | None = self.match.result()
        self.streak: Streak | None = None
        """That another level may suit better, from the end of a match on."""

    def _seated(self) -> tuple[Decider, ...]:
        return self._seat(0), self._seat(1)

    def _seat(self, player: Player) -> Decider:
        """The seat that a player's word stands for."""
        word = self.seats[player]
        if player == self.correspondence.away:
            return Away()
        if word == PERSON:
            return Human(self.match.board, self.settings.confirm)
        level = level_of(word).fitted(self.game)
        random = Random(self._services.page.entropy())
        return Computer(self.game, level, random, self._services.clock)

    # -- who decides -------------------------------------------------------------------------------

    def person(self, player: Player) -> bool:
        """Whether a person here decides for this player."""
        return self.seats[player] == PERSON and player != self.correspondence.away

    @property
    def people(self) -> People:
        """For player 0 and 1, whether a person here decides for him."""
        return self.person(0), self.person(1)

    @property
    def human(self) -> Human | None:
        """The person who is to move, or None."""
        seat = self.decides[self.match.position.turn]
        return seat if isinstance(seat, Human) and self.result is None else None

    @property
    def taps(self) -> Move:
        """The cells tapped so far by the person who is to move."""
        human = self.human
        return human.taps if human is not None else ()

    @property
    def looking_back(self) -> bool:
        """Whether there are undone moves."""
        return self.match.ply < len(self.match.moves)

    @property
    def waiting(self) -> bool:
        """Whether a computer would move, but waits until it is told to go on."""
        return self._computer_moves and (self.paused or self.looking_back)

    @property
    def thinking(self) -> bool:
        """Whether a computer is thinking about its move."""
        return self._computer_moves and not self.waiting

    @property
    def loads(self) -> bool:
        """Whether data files of a computer's level are still loading."""
        word = self.seats[self.match.position.turn]
        missing = not locate.arrays_here or bool(locate.missing(self.game, word))
        return self.thinking and missing

    def damaged(self, player: Player) -> bool:
        """Whether a data file of that player's computer is damaged."""
        return bool(locate.damaged(self.game, self.seats[player]))

    @property
    def _computer_moves(self) -> bool:
        decides = self.decides[self.match.position.turn]
        return self.result is None and isinstance(decides, Computer)

    @property
    def demonstrates(self) -> bool:
        """Whether two computers play without anybody."""
        return self.result is None and not any(self.people) and not self.waiting

    @property
    def locked_plies(self) -> float:
        """The plies without undo. With clocks: all, or if people agreed to undo and nobody's time
        ran out, those that added more time than their player has; by correspondence: those sent."""
        match = self.match
        if match.clock is None:
            return self.correspondence.sent
        if not match.clock.friendly or match.clock.fallen is not None:
            return math.inf
        return match.earliest()

    @property
    def can_undo(self) -> bool:
        """Whether undo is possible."""
        match = self.match
        ply = match.ply if match.given_up is not None else undo_target(match, self.people)
        return ply is not None and ply >= self.locked_plies

    def may_sit(self, seats: Seats) -> bool:
        """Whether these may play by the options of the match: some need two people."""
        return fitting(self.game, self.match.choices, seats) == dict(self.match.choices)

    # -- time --------------------------------------------------------------------------------------

    def pass_time(self, seconds: float, budget: float) -> Change | None:
        """Let that much time pass and think for about `budget` seconds, not at all for 0.

        Computers decide, forced passes are made, and while a person thinks a hint or values are
        computed. The mover's clock runs while there is thinking.
        """
        if self.result is not None:
            return None
        if self.match.must_pass and not self.looking_back:
            return self.play(PASS)
        seat = self.decides[self.match.position.turn]
        if isinstance(seat, Away):
            return None
        if isinstance(seat, Human):
            change = self._meanwhile(budget) if budget and seconds else None
        elif self.waiting:
            return None
        else:
            dots = self.computers.dots
            move = self._computed(seat, seconds, budget)
            if move is not None:
                return self.play(move)
            change = Change() if self.computers.dots != dots else None
        ticked = self._tick(seconds) if budget else None
        if ticked is None or change is None or ticked.ended or ticked.elsewhere:
            return ticked or change
        return replace(change, sound=ticked.sound, said=(*change.said, *ticked.said))

    def _computed(self, seat: Computer, seconds: float, budget: float) -> Move | None:
        """The move of the computer that is to move, once it is found and may be made."""
        clock, turn = self.match.clock, self.match.position.turn
        most = math.inf if clock is None else share(clock, turn)
        return self.computers.think(seat, self.match.history(), seconds, budget, most)

    def _tick(self, seconds: float) -> Change | None:
        """Let the mover's clock run; the match ends when it runs out."""
        if self.match.clock is None:
            return None
        if self.clocks.falls(seconds):
            return self._told(self._carry_out(lambda: self.match.spend(seconds)))
        shown = self.clocks.run(seconds)
        if self.clocks.to_save and not self.save_time():
            return Change(elsewhere=True)
        if shown is None:
            return None
        if self.human is None:
            return Change(board_only=True)
        said = (self.text("clock.left", seconds=shown),) if shown in WARNING_SECONDS else ()
        return Change(board_only=True, sound="clock" if shown <= TICKING_SECONDS else "", said=said)

    def save_time(self) -> bool:
        """Save the players' time left; not if the match went on elsewhere."""
        if self.match.clock is None or self.result is not None:
            return True
        self.clocks.saved()
        return self.saver.save(self.match, self.seats)

    def _meanwhile(self, budget: float) -> Change | None:
        """While a person thinks: a hint, values, and what a computer needs for its next answer."""
        if self.hint.thinking:
            return self._hinted() if self.hint.work(budget) else None
        computers = [seat for seat in self.decides if isinstance(seat, Computer)]
        if not all(seat.prepare(budget) for seat in computers):
            return None
        before = self.values.words()
        if not self.values.work(budget * UNHURRIED):
            return None
        # Panels are made anew only for other words: that takes much of a frame.
        kinds = self.match.board.kinds
        beside = any(kinds[cell] == "beside" for cell in self.values.cells(self.taps))
        return Change(board_only=self.values.words() == before and not beside)

    # -- moves -------------------------------------------------------------------------------------

    def tap(self, cell: Cell) -> Change | None:
        """A tap on a cell by the person who is to move; None if that neither began nor continued
        a move."""
        human, legal = self.human, self.match.legal()
        if human is None:
            return None
        self.hint.forget()
        if self.match.must_pass and not self.looking_back:
            return self.play(PASS)
        if not human.tap(legal, cell):
            return None
        move = human.decide(legal)
        if move is None:
            return Change(sound="tap", said=self.words.begun(human))
        return self.play(move)

    def play(self, move: Move) -> Change:
        """Make a legal move of the match; it is saved before anyone sees it. What was said before a
        computer's move stays until a person has moved: a computer may answer at once."""
        position = self.match.position
        mover = self.words.player(position.turn)
        passes = self.text("play.passes", colour=mover) if move == PASS else ""
        answers = any(self.people) and not self.person(position.turn)
        change = self._carry_out(lambda: self.match.play(move), passes or (None if answers else ""))
        if change.elsewhere:
            return change
        told = passes or self.words.made()
        sound = "pass" if move == PASS else ""
        return replace(change, sound=sound, said=(told, *self._now(position.prompt())))

    def undo(self) -> Change | None:
        """Undo: back to the last decision of a person; with two computers one ply, and they pause.
        None where plies are locked."""
        if not self.can_undo:
            return None
        self.paused |= not any(self.people)
        if self.match.given_up is None:
            return self.go(undo_target(self.match, self.people) or 0)
        return self._told(self._carry_out(self.match.take_back_giving_up))

    def redo(self) -> Change | None:
        """Redo: forward to the next decision of a person, or to the end of the undone moves."""
        return self.go(redo_target(self.match, self.people))

    def go(self, ply: int) -> Change | None:
        """Look at the match after that many plies; a few steps are shown, more are not."""
        before = self.match.ply
        if ply == before or ply < self.locked_plies:
            return None
        change = self._told(self._carry_out(lambda: self.match.go(ply, clock=True), note=""))
        if change.elsewhere:
            return change
        return replace(change, said=(*self.words.way(before, ply), *change.said))

    def give_up(self, player: Player) -> Change | None:
        """That player gives up."""
        if self.result is not None:
            return None
        return self._told(self._carry_out(lambda: self.match.give_up(player)))

    def pause(self) -> Change | None:
        """Let two computers wait until they are told to go on."""
        if not self.demonstrates:
            return None
        self.paused = True
        self._forget()
        return Change()

    def go_on(self) -> Change:
        """Let the computers play on from here."""
        self.paused = False
        if self.looking_back:
            return self._carry_out(self.match.forget_undone)
        self._forget()
        return Change()

    def seat(self, seats: Seats, names: Names | None = None) -> Change:
        """Let others decide from here on, called so, or as before."""

        def sit_down(words: Seats, called: Names) -> None:
            self.seats = words
            self.match.players = named(called, words)
            remember(self._services.storage, self.match.players)
            self.decides = self._seated()

        before = self.seats, self.match.players
        change = self._carry_out(lambda: sit_down(seats, names or self.match.players))
        if change.elsewhere:
            sit_down(*before)
        return change

    def swap(self) -> Change:
        """The two players change places, and keep their names."""
        seats, names = self.seats, self.match.players
        return self.seat((seats[1], seats[0]), (names[1], names[0]))

    def make_room(self, saved: Saved) -> bool:
        """Save a new match beside those in progress, to which this one belongs unless it has
        ended; not if there are too many, which is told."""
        if self.result is not None:
            self.saver.finish(self.match, self.seats)
        return begin(self._services, saved)

    def _reseated(self, do: Callable[[], None]) -> Change:
        """Change the match and who decides, and say how it is now."""
        change = self._carry_out(do)
        self.decides = self._seated()
        return self._told(change)

    def _carry_out(self, do: Callable[[], None], note: str | None = None) -> Change:
        """Change the match: do it, save it, forget what was thought, and tell what there is to see.

        `note` takes the place of the one before, None leaves that. All is as it was where the
        match went on in another window.
        """
        match, was_over, go_back = self.match, self.result is not None, self.match.bookmark()
        before, start = match.position.pieces(), match.ply
        do()
        if not self.saver.save(match, self.seats):
            go_back()
            return Change(elsewhere=True)
        self.note = self.note if note is None else note
        self.clocks.saved()
        self._forget()
        ended = self.result is not None and not was_over
        if ended:
            self.saver.put_away(match, self.seats)
            self.streak = streak(self._services, self.game.key, self.seats)
        way = range(min(start, match.ply), max(start, match.ply) + 1)
        return Change(
            before=before,
            story=match.story(start, match.ply) if len(way) <= MAX_SHOWN_PLIES + 1 else (),
            passed=tuple(match.position_at(ply) for ply in way) if len(way) > 1 else (),
            ended=ended,
        )

    def _forget(self) -> None:
        """Something changed in the match: nothing of the last moment counts any more."""
        self.result = self.match.result()
        self.computers.forget()
        self.hint.forget()
        self.values.forget()
        for seat in self.decides:
            seat.forget()

    # -- begun moves and hints ---------------------------------------------------------------------

    def ask_hint(self) -> Change | None:
        """Look for a hint; asked again for what follows, and once more for nothing. None while no
        person has a choice to make."""
        human = self.human
        if human is None or self.match.must_pass:
            return None
        human.forget()
        self.hint.ask()
        return self._hinted()

    def _hinted(self) -> Change:
        """There is another hint to be seen, one is looked for, or there is none any more."""
        hint = self.hint
        if not hint.shown:
            return Change(said=self._now())
        if hint.thinking and hint.deeper:
            return Change()  # all that follows is said together
        return Change(said=hint.sentences(bool(self.values.words())))

    def take_back_taps(self) -> Change | None:
        """Drop a hint, or else a begun move; None if there is neither."""
        if self.hint.shown:
            self.hint.forget()
        elif self.taps:
            self.decides[self.match.position.turn].forget()
        else:
            return None
        return Change(said=self._now())

    def looked_at(self, cell: Cell | None) -> Pieces | None:
        """The pieces after the move that a tap on a cell, or only its confirmation, would make."""
        human = self.human
        move = human.nearly(self.match.legal(), cell) if human is not None else None
        return self.match.position.play(move).pieces() if move is not None else None

    def after(self, taps: Move) -> Position | None:
        """The position after these taps of the person who is to move, if they are a whole move."""
        whole = self.human is not None and taps in self.match.legal()
        return self.match.position.play(taps) if whole else None

    def _told(self, change: Change) -> Change:
        """The change, with the sentences that say how it is now."""
        return change if change.elsewhere else replace(change, said=self._now())

    def _now(self, prompt: str = "") -> tuple[str, ...]:
        """How it is now, and what is asked if that is not `prompt`."""
        words, turn = self.words, self.match.position.turn
        if self.result is not None:
            return *words.ended(self.result, self.settings.award), *words.streak(self.streak)
        told = [self.text("level.loads")] if self.loads else []
        told += [f"{self.text('post.waits')}."] if self.correspondence.awaits else []
        return *words.now(self.person(turn), prompt), *told
