"""A match being played: whose turn it is, taps and keys on the board, undo, and the computer.

`match.position` is the truth at all times; the timeline only shows how we got there.
"""

from collections.abc import Hashable, Sequence

import pygame

from game.board.timeline import Timeline
from game.board.shown import Shown
from game.board.view import BoardView
from game.decisions import back, forth
from game.drawing.layers import Layers
from game.drawing.loupe import draw_loupe
from game.scenes.play import actions as play_menu
from game.scenes.play.board import shown
from game.scenes.play.commands import COMMANDS
from game.scenes.play.hands import Hands
from game.scenes.play.motion import Motion
from game.scenes.play.panels import lay_out_panels
from game.scenes.scene import ARROWS, Scene, Stage
from game.table import words as says
from game.table.computers import Computers
from game.table.hint import Hint
from game.table.keeper import Kept
from game.table.saves import Saved, Seats, new_match, save_match, save_setup, seated
from game.table.seats import PERSON, Human
from game.table.values import Values
from rules import strength
from rules.board import Cell
from rules.match import Match
from rules.position import PASS, Move, Pieces, Player, Position, Result, Story

BUDGET = 0.012
"""Seconds a computer may think in one frame."""

UNHURRIED = 0.6
"""The part of that in which values of moves are worked out: nobody waits for them."""

OPENED = 0.4
"""Seconds in which a new match turns over into view: nothing that may halt a frame falls there."""


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
        self._age = 0.0
        """Seconds since the match was opened."""
        self.kept = Kept(self, saved.text)
        self.motion = Motion(self)
        self.computers = Computers(self)
        self.hands = Hands(self)
        self.hint: Hint = Hint(self)
        self.values: Values = Values(self)
        self.near: Player = 0
        """Whose panel is at the thumb."""
        self.turns = (0, 0)
        """Quarter turns of the far and of the near panel."""
        self.upright = True
        """Whether the panels stand above and below the board."""
        self._listed: object = None
        self._layers = Layers()
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
        return None if self.motion.ending else self.result

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
    def opened(self) -> bool:
        """Whether the match has turned over into view."""
        return self._age >= OPENED

    @property
    def loads(self) -> bool:
        """Whether a computer thinks without what its level knows by heart: that is still coming."""
        word = self.words[self.match.position.turn]
        return self.thinking and bool(strength.missing(self.game, word))

    def title(self) -> str:
        """Who is to move, and the game."""
        name = self.text.game(self.game.key, "short")
        if self.announced is not None:
            return f"{says.result_words(self)} – {name} – Flipside"
        mover = self.text("play.to_move", colour=self.colour(self.match.position.turn))
        return f"{mover} – {name} – Flipside"

    def score(self) -> tuple[int, int] | None:
        """The points as shown: at the end, if wanted, with what goes to the winner."""
        position = self.match.position
        if self.announced and self.services.settings.award and self.game.award is not None:
            return self.game.award(position)
        return position.score()

    # -- time --------------------------------------------------------------------------------------

    def update(self, seconds: float) -> None:
        """Animate, else decide, else commit."""
        self._age += seconds
        if not self.motion.advance(seconds) and self.result is None:
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
            move = self.computers.think(seat, seconds, BUDGET)
        if move is not None:
            self.commit(move)
        elif isinstance(seat, Human) and seconds and self.opened:
            self._meanwhile()

    def _meanwhile(self) -> None:
        """While a person thinks: a hint, values, and what a computer needs for its next answer."""
        if not self.hint.work(BUDGET) and self.computers.prepare(BUDGET):
            self.values.work(BUDGET * UNHURRIED)

    def commit(self, move: Move) -> None:
        """Make a move of the match; it is saved before it is shown."""
        if self.kept.went_on():
            return
        position = self.match.position
        mover = self.colour(position.turn)
        story = position.story(move)
        self.match.play(move)
        self.kept.save()
        self.kept.put_away()
        self.note = self.text("play.passes", colour=mover) if move == PASS else ""
        if move == PASS:
            self.services.sound.play("pass")
        self._show(position.pieces(), story, (position, self.match.position))
        says.tell_move(self, mover, position, story)

    def stored(self, name: str) -> None:
        """Another tab saved something: perhaps this very match."""
        if name == self.game.key:
            self.kept.went_on()

    def _position_seen(self) -> None:
        """Something changed in the match: nothing of the last moment counts any more."""
        self.result = self.match.result()
        self.computers.forget()
        self.hands.peek = None
        self.hint.forget()
        self.values.forget()
        for seat in self.seats:
            seat.forget()

    def _show(self, before: Pieces, story: Story, passed: Sequence[Position]) -> None:
        """Tell a story that leads through the passed positions."""
        ended = self.result is not None
        self._position_seen()
        fresh = self.result is not None and not ended
        self.motion.begin(before, story, passed, fresh)
        self.rearrange()

    @property
    def timeline(self) -> Timeline | None:
        """What is moving now."""
        return self.motion.timeline

    def animation_seconds(self) -> float:
        """How long what is moving now still goes on."""
        return self.motion.seconds_left()

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
        self.kept.save()
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
        self.motion.finish()
        if ply == self.match.at:
            return
        start = self.match.at
        pieces = self.match.position.pieces()
        story = self.match.story(start, ply) if abs(ply - start) <= 3 else ()
        self.match.go(ply)
        self.kept.save()
        self.note = ""
        self._show(pieces, story, [self.match.position_at(p) for p in _between(start, ply)])
        says.tell_now(self)

    def pause(self) -> None:
        """Let two computers wait until they are told to go on."""
        if self.demonstrates:
            self.motion.finish()
            self.paused = True
            self._position_seen()
            self.rearrange()

    def go_on(self) -> None:
        """Let the computers play on from here."""
        if self.looking_back:
            self.match.forget_undone()
            self.kept.save()
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
        if saved.text is None and self.kept.went_on():
            return
        self.kept.put_away()
        saved.text = save_match(self.services, saved.match, saved.seats)
        self.stage.replace(Play(self.stage, saved))

    def set_seats(self, words: Seats) -> None:
        """Let others decide from here on."""
        self.words = words
        self.seats = [seated(self.services, self.match, word) for word in words]
        self.kept.save()
        self._position_seen()
        self.rearrange()

    def give_up(self, player: Player) -> None:
        """That player gives up."""
        if self.result is None:
            self.motion.finish()
            self.match.give_up(player)
            self.kept.save()
            self.kept.put_away()
            self._position_seen()
            self.motion.end_match()
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
        self.motion.finish()
        super().press(at)
        self.hands.press(at, on_board=super().target_at(at) is None)

    def drag(self, at: tuple[int, int], by: tuple[int, int]) -> bool:
        """The magnifying glass follows the finger; elsewhere lists scroll."""
        return super().drag(at, by) if not self.hands.slide(at) else False

    def tap(self, at: tuple[int, int]) -> None:
        """A button, or a cell for the person whose turn it is."""
        self.motion.finish()
        cell = self.hands.cell_at(at)
        if super().target_at(at) is not None:
            super().tap(at)
        elif cell is not None:
            self.tap_cell(cell)

    def tap_cell(self, cell: Cell) -> None:
        """A tap on a cell for the person whose turn it is."""
        self.motion.finish()
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
        self.motion.finish()
        command = COMMANDS.get(name)
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
        return shown(self)


def _between(start: int, end: int) -> range:
    """The plies from one to the other, both included."""
    return range(min(start, end), max(start, end) + 1)
