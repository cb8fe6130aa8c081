"""A match being played: whose turn it is, taps and keys on the board, undo, and the computer.

`match.position` is the truth at all times; the timeline only shows how we got there.
"""

from collections.abc import Callable, Hashable, Sequence

import pygame

from game.board_view import BoardView, Shown
from game.decisions import back, forth
from game.finished import keep
from game.layers import Layers
from game.loupe import draw_loupe
from game.saves import Saved, Seats, new_match, save_match, save_setup, seated
from game.scenes import play_menu, says
from game.scenes.hands import Hands
from game.scenes.hint import Hint
from game.scenes.play_panels import lay_out_panels
from game.scenes.scene import ARROWS, Scene, Stage
from game.scenes.shown import shown
from game.scenes.values import Values
from game.seats import PERSON, Computer, Human
from game.settings import PACES
from game.timeline import Timeline
from rules import strength
from rules.board import Cell
from rules.match import Match
from rules.position import (
    PASS,
    Mark,
    Move,
    Pieces,
    Player,
    Position,
    Result,
    Story,
)

BUDGET = 0.012
"""Seconds a computer may think in one frame."""

UNHURRIED = 0.6
"""The part of that in which values of moves are worked out: nobody waits for them."""

LONG = 0.5
"""Seconds after which one is told that a computer is still thinking."""

OPENED = 0.4
"""Seconds in which a new match turns over into view: nothing that may halt a frame falls there."""

GLOW = 0.8
"""Seconds for which the winning pieces glow."""


class Play(Scene):
    """One match on the table."""

    def __init__(self, stage: Stage, saved: Saved) -> None:
        super().__init__(stage)
        self.match = saved.match
        self.words: Seats = saved.seats
        self.game = saved.match.game
        self.seats = [seated(self.services, self.match, word) for word in self.words]
        self.view: BoardView | None = None
        self.note = ""
        """What was said last, besides whose turn it is: a pass, a match read from text."""
        self.paused = False
        self.result: Result | None = self.match.result()
        self.dots = 0
        """How many of the three thinking dots are seen."""
        self.timeline: Timeline | None = None
        self._lasting: tuple[Mark, ...] = ()
        """Marks that stand before, while and after something moves."""
        self._waited = 0.0
        self._age = 0.0
        """Seconds since the match was opened."""
        self._glow = 0.0
        self.hands = Hands(self)
        self.hint = Hint(self)
        self.values = Values(self)
        self.near: Player = 0
        """Whose panel is at the thumb."""
        self.turns = (0, 0)
        """Quarter turns of the far and of the near panel."""
        self.upright = True
        """Whether the panels stand above and below the board."""
        self._decided: Move | None = None
        self._fresh_end = False
        self._listed: object = None
        self._layers = Layers()
        stored = self.services.storage.load(self.game.key)
        self._kept = stored if saved.text is None else saved.text
        """What is saved of this match."""
        self._position_seen()

    @property
    def wakes(self) -> bool:
        """While the match goes on."""
        return self.result is None

    # -- facts that the panels show ----------------------------------------------------------------

    def colour(self, player: Player) -> str:
        """What a player is called: his colour, or first and second while none is chosen."""
        colours = self.match.position.colours
        if colours is None:
            return self.text(("play.first", "play.second")[player])
        return self.text.game(self.game.key, f"colour.{colours[player]}")

    def person(self, player: Player) -> bool:
        """Whether a person decides for this player."""
        return self.words[player] == PERSON

    @property
    def announced(self) -> Result | None:
        """How the match ended, once the last move has been seen."""
        return None if self._fresh_end and self.timeline is not None else self.result

    @property
    def looking_back(self) -> bool:
        """Whether moves have been taken back that could be made again."""
        return self.match.at < len(self.match.moves)

    @property
    def waiting(self) -> bool:
        """Whether a computer would move, but waits until it is told to go on."""
        turn = self.match.position.turn
        return self.result is None and not self.person(turn) and (self.paused or self.looking_back)

    @property
    def thinking(self) -> bool:
        """Whether a computer is thinking about its move."""
        turn = self.match.position.turn
        return self.result is None and not self.person(turn) and not self.waiting

    @property
    def demonstrates(self) -> bool:
        """Whether two computers play without anybody."""
        return self.announced is None and not any(self._people()) and not self.waiting

    @property
    def loads(self) -> bool:
        """Whether a computer thinks without what its level knows by heart: that is still coming."""
        word = self.words[self.match.position.turn]
        return self.thinking and bool(strength.missing(self.game, word))

    def title(self) -> str:
        """Who is to move, and the game."""
        name = self.text.game(self.game.key, "short")
        if self.announced is not None:
            return f"{self.result_words()} – {name} – Flipside"
        mover = self.text("play.to_move", colour=self.colour(self.match.position.turn))
        return f"{mover} – {name} – Flipside"

    def result_words(self) -> str:
        """The result in a few words, with the score as announced."""
        assert self.result is not None
        winner = self.result.winner
        called = "" if winner is None else self.colour(winner)
        score = None if self.result.reason == "gave_up" else self.score()
        return says.outcome(self.text, winner, called, score)

    def reason_words(self) -> str:
        """Why the match ended."""
        assert self.result is not None
        winner = self.result.winner
        names = {
            "winner": self.colour(winner if winner is not None else 0),
            "loser": self.colour(1 - winner if winner is not None else 1),
        }
        if self.result.reason == "gave_up":
            return self.text("play.gave_up", **names)
        return self.text.game(self.game.key, f"reason.{self.result.reason}", **names)

    def score(self) -> tuple[int, int] | None:
        """The points as shown: at the end, if wanted, with what goes to the winner."""
        position = self.match.position
        if self.announced and self.services.settings.award and self.game.award is not None:
            return self.game.award(position)
        return position.score()

    def warning(self) -> str:
        """That the match may soon end by repetition or by its cap; "" if not."""
        if self.match.occurrences() == 2:
            return self.text("play.second_time")
        left = self.match.plies_left()
        return self.text("play.plies_left", count=left) if left is not None and left <= 20 else ""

    # -- time --------------------------------------------------------------------------------------

    def update(self, seconds: float) -> None:
        """Animate, else decide, else commit."""
        self._age += seconds
        if self.timeline is not None:
            self._sound(self.timeline.advance(seconds))
            self.changed = True
            if self.timeline.done:
                self._end_timeline()
        elif self._glow > 0:
            self._glow = max(0.0, self._glow - seconds)
            self.changed = True
        elif self.result is None:
            self._decide(seconds)

    def _decide(self, seconds: float) -> None:
        position = self.match.position
        if tuple(position.moves()) == (PASS,) and not self.looking_back:
            self.commit(PASS)
            return
        seat = self.seats[position.turn]
        move = None
        if isinstance(seat, Human):
            move = seat.decide(position)
        elif not self.waiting:
            move = self._think(seat, seconds)
        if move is not None:
            self.commit(move)
        elif isinstance(seat, Human) and seconds and self._age >= OPENED:
            self._meanwhile()

    def _meanwhile(self) -> None:
        """While a person thinks: a hint, values, and what a computer needs for its next answer."""
        if self.hint.work(BUDGET):
            return
        computers = [seat for seat in self.seats if isinstance(seat, Computer)]
        if all(computer.prepare(BUDGET) for computer in computers):
            self.values.work(BUDGET * UNHURRIED)

    def _think(self, seat: Computer, seconds: float) -> Move | None:
        before, self._waited = self._waited, self._waited + seconds
        # Thinking and moving are never in the same frame: each may take a good part of one.
        if self._decided is not None:
            pace = PACES[self.services.settings.pace]
            return self._decided if before >= pace else None
        dots = int(self._waited * 3) % 4
        if dots != self.dots and self._waited > LONG:
            self.dots = dots
            self.rearrange()
        if self._age >= OPENED:
            self._decided = seat.decide(self.match.seen(), BUDGET)
        return None

    def commit(self, move: Move) -> None:
        """Make a move of the match; it is saved before it is shown."""
        if self._went_on():
            return
        position = self.match.position
        mover = self.colour(position.turn)
        story = position.story(move)
        self.match.play(move)
        self._save()
        self._keep()
        self.note = self.text("play.passes", colour=mover) if move == PASS else ""
        if move == PASS:
            self.services.sound.play("pass")
        self._show(position.pieces(), story, (position, self.match.position))
        says.tell_move(self, mover, position, story)

    def _save(self) -> None:
        if not self._went_on():
            self._kept = save_match(self.services, self.match, self.words)

    def _keep(self) -> None:
        """A match that has ended goes into the album."""
        if self.match.result() is not None:
            keep(self.services, self.match, self.words)

    def _went_on(self) -> bool:
        """Whether somebody else saved this match anew, and must not be overwritten; asks then."""
        stored = self.services.storage.load(self.game.key)
        if stored in (None, self._kept):
            return False
        if self.stage.top is self:
            play_menu.ask_where(self)
        return True

    def stored(self, name: str) -> None:
        """Another tab saved something: perhaps this very match."""
        if name == self.game.key:
            self._went_on()

    def _position_seen(self) -> None:
        """Something changed in the match: nothing of the last moment counts any more."""
        self.result = self.match.result()
        self._waited = 0.0
        self.dots = 0
        self._decided = None
        self.hands.peek = None
        self.hint.forget()
        self.values.forget()
        for seat in self.seats:
            seat.forget()

    def _show(self, before: Pieces, story: Story, passed: Sequence[Position]) -> None:
        """Tell a story that leads through the passed positions."""
        ended = self.result is not None
        self._position_seen()
        marks = [position.marks(()) for position in passed]
        self._lasting = tuple(mark for mark in marks[0] if all(mark in now for now in marks))
        self.timeline = Timeline(before, story, self.theme.tempo)
        self._fresh_end = self.result is not None and not ended
        if self.timeline.done:
            self._sound(self.timeline.finish())
            self._end_timeline()
        self.rearrange()

    def _end_timeline(self) -> None:
        self.timeline = None
        self.changed = True
        if self._fresh_end:
            self._fresh_end = False
            self.services.page.finished()
            won = self.result is not None and self.result.winner is not None
            self.services.sound.play("win" if won else "draw")
            self._glow = GLOW * self.theme.tempo
            self.rearrange()

    def animation_seconds(self) -> float:
        """How long what is moving now still goes on."""
        return self.timeline.length - self.timeline.now if self.timeline is not None else 0.0

    def finish_timeline(self) -> None:
        """Show the end of what is still moving at once."""
        if self.timeline is not None:
            self._sound(self.timeline.finish())
            self._end_timeline()

    def _sound(self, due: list[tuple[str, int]]) -> None:
        for name, step in due:
            self.services.sound.play(name, step)

    # -- undo, redo, looking back ------------------------------------------------------------------

    def undo(self) -> None:
        """Back to the last decision of a person; with two computers one ply, and they pause."""
        if not self.can_undo():
            return
        self.paused |= not any(self._people())
        if self.match.given_up is None:
            self.go(back(self.match, self._people()) or 0)
            return
        self.match.take_back_giving_up()
        self._save()
        self._position_seen()
        self.rearrange()
        says.tell_now(self)

    def redo(self) -> None:
        """Forward to the next decision of a person, or to the end of what was taken back."""
        self.go(forth(self.match, self._people()))

    def can_undo(self) -> bool:
        """Whether there is something to take back."""
        return self.match.given_up is not None or back(self.match, self._people()) is not None

    def _people(self) -> tuple[bool, bool]:
        return self.person(0), self.person(1)

    def go(self, ply: int) -> None:
        """Look at the match after that many plies; a step or two is shown, more is not."""
        self.finish_timeline()
        if ply == self.match.at:
            return
        start = self.match.at
        pieces = self.match.position.pieces()
        story = self.match.story(start, ply) if abs(ply - start) <= 3 else ()
        self.match.go(ply)
        self._save()
        self.note = ""
        self._show(pieces, story, [self.match.position_at(p) for p in _between(start, ply)])
        says.tell_now(self)

    def pause(self) -> None:
        """Let two computers wait until they are told to go on."""
        if self.demonstrates:
            self.finish_timeline()
            self.paused = True
            self._position_seen()
            self.rearrange()

    def go_on(self) -> None:
        """Let the computers play on from here."""
        if self.looking_back:
            self.match.forget_undone()
            self._save()
        self.paused = False
        self._position_seen()
        self.rearrange()

    # -- the match as a whole ----------------------------------------------------------------------

    def restart(self) -> None:
        """The same match from its beginning, with a new seed."""
        self.start(Saved(self._fresh_match(), self.words))

    def rematch(self) -> None:
        """A new match with the seats swapped (ALL-2)."""
        seats = self.words[1], self.words[0]
        save_setup(self.services, self.game, dict(self.match.choices), seats)
        self.start(Saved(self._fresh_match(), seats))

    def _fresh_match(self) -> Match:
        return new_match(self.services, self.game, dict(self.match.choices))

    def start(self, saved: Saved) -> None:
        """Put another match on the table in the place of this one."""
        if saved.text is None and self._went_on():
            return
        self._keep()
        saved.text = save_match(self.services, saved.match, saved.seats)
        self.stage.replace(Play(self.stage, saved))

    def set_seats(self, words: Seats) -> None:
        """Let others decide from here on."""
        self.words = words
        self.seats = [seated(self.services, self.match, word) for word in words]
        self._save()
        self._position_seen()
        self.rearrange()

    def give_up(self, player: Player) -> None:
        """That player gives up."""
        if self.result is None:
            self.finish_timeline()
            self.match.give_up(player)
            self._save()
            self._keep()
            self._fresh_end = True
            self._position_seen()
            self._end_timeline()
            says.tell_now(self)

    def leave(self) -> None:
        """Escape takes back a begun move, or else opens the menu of the match."""
        seat = self.seats[self.match.position.turn]
        if self.hint.shown:
            self.hint.forget()
            self.rearrange()
        elif isinstance(seat, Human) and seat.taps:
            seat.forget()
            self.rearrange()
        else:
            play_menu.open_menu(self, 0)

    # -- arrangement -------------------------------------------------------------------------------

    def lay_out(self) -> None:
        """Board and panels."""
        lay_out_panels(self)

    def arrange(self, size: tuple[int, int]) -> None:
        """Arrange everything; the list of moves follows the match, else it stays where it was."""
        super().arrange(size)
        self._layers.forget()
        lists = self.sheets[2:]
        listed = self.match.at, [tuple(sheet.place) for sheet in lists]
        for sheet in lists:
            current = sheet.named(f"ply{self.match.at}")
            if current is not None and self._listed != listed:
                sheet.reveal(current)
        self._listed = listed

    # -- pointer and keyboard ----------------------------------------------------------------------

    def target_at(self, at: tuple[int, int]) -> Hashable:
        """A button of a panel, or a cell of the board."""
        found = super().target_at(at)
        return found if found is not None else self.hands.target_at(at)

    def press(self, at: tuple[int, int]) -> None:
        """A press during an animation finishes it at once, and then counts."""
        self.finish_timeline()
        super().press(at)
        self.hands.press(at, on_board=super().target_at(at) is None)

    def drag(self, at: tuple[int, int], by: tuple[int, int]) -> bool:
        """The magnifying glass follows the finger; elsewhere lists scroll."""
        return super().drag(at, by) if not self.hands.slide(at) else False

    def tap(self, at: tuple[int, int]) -> None:
        """A button, or a cell for the person whose turn it is."""
        self.finish_timeline()
        cell = self.hands.cell_at(at)
        if super().target_at(at) is not None:
            super().tap(at)
        elif cell is not None:
            self.tap_cell(cell)

    def tap_cell(self, cell: Cell) -> None:
        """A tap on a cell for the person whose turn it is."""
        self.finish_timeline()
        position, human = self.match.position, self.human()
        if human is None:
            return
        self.hint.forget()
        if not human.tap(position, cell):
            self.services.sound.play("error")
        elif human.taps not in position.moves():
            self.services.sound.play("tap")
        self.hands.peek = None
        self._decide(0.0)
        self.rearrange()

    def human(self) -> Human | None:
        """The person who is to move, or None."""
        seat = self.seats[self.match.position.turn]
        return seat if isinstance(seat, Human) and self.result is None else None

    def taps(self) -> Move:
        """The cells tapped so far by the person who is to move."""
        human = self.human()
        return human.taps if human is not None else ()

    def next_cells(self) -> frozenset[Cell]:
        """The cells that the person who is to move may tap now; none for a computer."""
        human = self.human()
        return human.next_cells(self.match.position) if human is not None else frozenset()

    def hover(self, at: tuple[int, int] | None) -> None:
        """A mouse over a cell shows what a tap there would do."""
        super().hover(at)
        self.hands.look(self.hands.cell_at(at))

    def hold(self, at: tuple[int, int]) -> bool:
        """A long press on a cell shows what a tap there would do, and is no tap."""
        return super().target_at(at) is None and self.hands.hold(at)

    def release(self) -> None:
        """What a long press showed goes with it."""
        self.hands.release()
        super().release()

    def key(self, name: str) -> None:
        """Arrows and Enter on the board, letters for commands, the rest for the panels."""
        self.finish_timeline()
        command = _COMMANDS.get(name)
        if command is not None:
            command(self)
        elif name in ARROWS:
            self.focus = ""
            self.hands.move_cursor(ARROWS[name])
            self.values.tell(self.hands.cursor)
        elif name in ("return", "space") and not self.focus and self.hands.cursor is not None:
            self.tap_cell(self.hands.chosen(confirms=name == "return"))
        else:
            super().key(name)

    # -- drawing -----------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        """Panels, then the board and what moves over it."""
        view, shown = self.view, self.shown()
        assert view is not None
        states = [self._state(widget) for sheet in self.sheets for widget in sheet.widgets]
        self._layers.draw(
            surface,
            [
                ((states, [sheet.offset for sheet in self.sheets]), self._draw_ground),
                (view.key_below(shown), lambda below: view.draw_below(below, shown)),
            ],
        )
        view.draw_above(surface, shown)
        if self.hands.glass is not None:
            draw_loupe(self.theme, surface, self.hands.glass)

    def _draw_ground(self, surface: pygame.Surface) -> None:
        """Table, panels and the empty board."""
        super().draw(surface)
        assert self.view is not None
        self.view.draw_ground(surface)

    def shown(self) -> Shown:
        """Everything on the board at this moment."""
        glow = self._glow / GLOW if self._glow else 0.0
        return shown(self, self.timeline, self._lasting, glow)


def _between(start: int, end: int) -> range:
    """The plies from one to the other, both included."""
    return range(min(start, end), max(start, end) + 1)


_COMMANDS: dict[str, Callable[[Play], None]] = {
    "u": Play.undo,
    "ctrl z": Play.undo,
    "backspace": Play.undo,
    "r": Play.redo,
    "ctrl y": Play.redo,
    "p": lambda play: play.go_on() if play.waiting else play.pause(),
    "l": play_menu.open_moves,
    "m": play_menu.open_menu,
    "n": play_menu.ask_restart,
    "g": play_menu.ask_give_up,
    "h": play_menu.open_manual,
    "t": lambda play: play.hint.ask(),
    "v": lambda play: play.values.toggle(),
    "o": play_menu.open_options,
    "s": play_menu.swap_seats,
    "e": play_menu.open_review,
    "ctrl c": play_menu.copy_match,
    "ctrl v": play_menu.paste_match,
}
