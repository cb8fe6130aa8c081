"""A match being played: whose turn it is, taps and keys on the board, undo, and the computer.

`match.position` is the truth at all times; the timeline only shows how we got there.
"""

from collections.abc import Callable, Hashable

import pygame

from game.board_view import BoardView, Shown
from game.loupe import SMALL, draw_loupe
from game.saves import Saved, Seats, new_match, save_match, save_setup, seated
from game.scenes import play_menu
from game.scenes.play_panels import lay_out_panels
from game.scenes.scene import Scene, Stage
from game.seats import PERSON, Computer, Human
from game.timeline import Sprite, Timeline, still
from rules.board import Cell
from rules.match import Match
from rules.position import PASS, Flip, Mark, Move, Pieces, Player, Result, Story, backwards

BUDGET = 0.008
"""Seconds a computer may think in one frame."""

PACE = 0.5
"""Seconds that pass at least before a computer moves."""

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
        self._timeline: Timeline | None = None
        self._waited = 0.0
        self._glow = 0.0
        self._cursor: Cell | None = None
        self._peek: Cell | None = None
        self._loupe: tuple[int, int] | None = None
        self._decided: Move | None = None
        self._fresh_end = False
        self._listed: object = None
        self._kept_ground: tuple[object, pygame.Surface] | None = None
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

    def title(self) -> str:
        """Who is to move, and the game."""
        name = self.text.game(self.game.key, "short")
        if self.result is not None:
            return f"{self.result_words()} – {name} – Flipside"
        mover = self.text("play.to_move", colour=self.colour(self.match.position.turn))
        return f"{mover} – {name} – Flipside"

    def result_words(self) -> str:
        """The result in a few words, with the score as announced."""
        assert self.result is not None
        score = self.score()
        if self.result.winner is None:
            words = self.text("play.draw")
        else:
            words = self.text("play.wins", colour=self.colour(self.result.winner))
        if score is None or self.result.reason == "gave_up":
            return words
        return f"{words} {max(score)} : {min(score)}"

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
        if self.result and self.services.settings.award and self.game.award is not None:
            return self.game.award(position)
        return position.score()

    # -- time --------------------------------------------------------------------------------------

    def update(self, seconds: float) -> None:
        """Animate, else decide, else commit."""
        if self._timeline is not None:
            self._sound(self._timeline.advance(seconds))
            self.changed = True
            if self._timeline.done:
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
        if isinstance(seat, Human):
            move = seat.decide(position)
        elif self.waiting:
            return
        else:
            move = self._think(seat, seconds)
        if move is not None:
            self.commit(move)

    def _think(self, seat: Computer, seconds: float) -> Move | None:
        before, self._waited = self._waited, self._waited + seconds
        dots = int(self._waited * 3) % 4
        if dots != self.dots and self._waited > PACE:
            self.dots = dots
            self.rearrange()
        # Thinking and moving are never in the same frame: each may take a good part of one.
        if self._decided is None:
            self._decided = seat.decide(self.match.seen(), BUDGET)
            return None
        return self._decided if before >= PACE * min(1.0, self.theme.tempo) else None

    def commit(self, move: Move) -> None:
        """Make a move of the match; it is saved before it is shown."""
        position = self.match.position
        mover = self.colour(position.turn)
        story = position.story(move)
        self.match.play(move)
        self._save()
        self.note = self.text("play.passes", colour=mover) if move == PASS else ""
        if move == PASS:
            self.services.sound.play("pass")
        self._show(position.pieces(), story)
        self._say_move(mover, position.name(move))

    def _say_move(self, mover: str, name: str) -> None:
        page = self.services.page
        page.say(self.note or f"{mover}: {name}")
        if self.result is not None:
            page.say(f"{self.result_words()}. {self.reason_words()}")

    def _save(self) -> None:
        save_match(self.services, self.match, self.words)

    def _position_seen(self) -> None:
        """Something changed in the match: nothing of the last moment counts any more."""
        self.result = self.match.result()
        self._waited = 0.0
        self.dots = 0
        self._decided = None
        self._peek = None
        for seat in self.seats:
            seat.forget()

    def _show(self, before: Pieces, story: Story) -> None:
        ended = self.result is not None
        self._position_seen()
        self._timeline = Timeline(before, story, self.theme.tempo)
        self._fresh_end = self.result is not None and not ended
        if self._timeline.done:
            self._sound(self._timeline.finish())
            self._end_timeline()
        self.rearrange()

    def _end_timeline(self) -> None:
        self._timeline = None
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
        return self._timeline.length - self._timeline.now if self._timeline is not None else 0.0

    def _finish_timeline(self) -> None:
        """Show the end of what is still moving at once."""
        if self._timeline is not None:
            self._sound(self._timeline.finish())
            self._end_timeline()

    def _sound(self, due: list[tuple[str, int]]) -> None:
        for name, step in due:
            self.services.sound.play(name, step)

    # -- undo, redo, looking back ------------------------------------------------------------------

    def undo(self) -> None:
        """Back to the last decision of a person; with two computers one ply, and they pause."""
        if not self.can_undo():
            return
        computers = not any(self.person(player) for player in (0, 1))
        self.paused |= computers
        if self.match.given_up is not None:
            self.match.take_back_giving_up()
            self._save()
            self._position_seen()
            self.rearrange()
            return
        if computers:
            self.go(self.match.at - 1)
            return
        plies = [ply for ply in range(self.match.at) if self._was_decided_by_person(ply)]
        self.go(plies[-1])

    def redo(self) -> None:
        """Forward to the next decision of a person, or to the end of what was taken back."""
        end = len(self.match.moves)
        if not any(self.person(player) for player in (0, 1)):
            self.go(min(end, self.match.at + 1))
            return
        later = range(self.match.at + 1, end)
        self.go(next((ply for ply in later if self._was_decided_by_person(ply)), end))

    def _was_decided_by_person(self, ply: int) -> bool:
        position = self.match.position_at(ply)
        return self.person(position.turn) and self.match.moves[ply] != PASS

    def can_undo(self) -> bool:
        """Whether there is something to take back."""
        if self.match.given_up is not None:
            return True
        if not any(self.person(player) for player in (0, 1)):
            return self.match.at > 0
        return any(self._was_decided_by_person(ply) for ply in range(self.match.at))

    def go(self, ply: int) -> None:
        """Look at the match after that many plies; a step or two is shown, more is not."""
        self._finish_timeline()
        if ply == self.match.at:
            return
        start = self.match.at
        pieces = self.match.position.pieces()
        story = self._story_between(start, ply) if abs(ply - start) <= 3 else ()
        self.match.go(ply)
        self._save()
        self.note = ""
        self._show(pieces, story)

    def _story_between(self, start: int, end: int) -> Story:
        plies = range(start, end) if end > start else range(start - 1, end - 1, -1)
        story: Story = ()
        for ply in plies:
            told_there = self.match.position_at(ply).story(self.match.moves[ply])
            story += told_there if end > start else backwards(told_there)
        return story

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
        save_match(self.services, saved.match, saved.seats)
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
            self._finish_timeline()
            self.match.give_up(player)
            self._save()
            self._fresh_end = True
            self._position_seen()
            self._end_timeline()

    def leave(self) -> None:
        """Escape takes back a begun move, or else opens the menu of the match."""
        seat = self.seats[self.match.position.turn]
        if isinstance(seat, Human) and seat.taps:
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
        self._kept_ground = None
        for sheet in self.sheets[2:]:
            current = sheet.named(f"ply{self.match.at}")
            if current is not None and self._listed != (self.match.at, size):
                sheet.reveal(current)
        self._listed = self.match.at, size

    # -- pointer and keyboard ----------------------------------------------------------------------

    def target_at(self, at: tuple[int, int]) -> Hashable:
        """A button of a panel, or a cell of the board."""
        found = super().target_at(at)
        if found is not None or self.view is None:
            return found
        if self._small() and self.view.field.collidepoint(at):
            return "board"
        return self.view.cell_at(at)

    def _small(self) -> bool:
        """Whether fields are too small for a finger, so that one presses, looks, and lets go."""
        return self.view is not None and self.view.cell < self.theme.px(SMALL)

    def press(self, at: tuple[int, int]) -> None:
        """A press during an animation finishes it at once, and then counts."""
        self._finish_timeline()
        self._cursor = None
        super().press(at)
        if self.pressed == "board":
            self._glass(at)

    def _glass(self, at: tuple[int, int]) -> None:
        self._loupe = at
        self._look(self.view.cell_at(at) if self.view is not None else None)
        self.changed = True

    def drag(self, at: tuple[int, int], by: tuple[int, int]) -> bool:
        """The glass follows the finger; elsewhere lists scroll."""
        if self._loupe is None:
            return super().drag(at, by)
        self._glass(at)
        return False

    def tap(self, at: tuple[int, int]) -> None:
        """A button, or a cell for the person whose turn it is."""
        self._finish_timeline()
        if super().target_at(at) is not None:
            super().tap(at)
        elif self.view is not None:
            cell = self.view.cell_at(at)
            if cell is not None:
                self.tap_cell(cell)

    def tap_cell(self, cell: Cell) -> None:
        """A tap on a cell for the person whose turn it is."""
        self._finish_timeline()
        position = self.match.position
        seat = self.seats[position.turn]
        if self.result is not None or not isinstance(seat, Human):
            return
        if not seat.tap(position, cell):
            self.services.sound.play("error")
        elif seat.taps not in position.moves():
            self.services.sound.play("tap")
        self._peek = None
        self._decide(0.0)
        self.rearrange()

    def hover(self, at: tuple[int, int] | None) -> None:
        """A mouse over a cell shows what a tap there would do."""
        super().hover(at)
        cell = self.view.cell_at(at) if self.view is not None and at is not None else None
        self._look(cell)

    def hold(self, at: tuple[int, int]) -> bool:
        """A long press on a cell shows what a tap there would do, and is no tap."""
        cell = self.view.cell_at(at) if self.view is not None else None
        if super().target_at(at) is not None or cell is None or self._loupe is not None:
            return False
        self._look(cell)
        return self._peek is not None

    def release(self) -> None:
        """What a long press showed goes with it."""
        self._look(None)
        self._loupe = None
        super().release()

    def _look(self, cell: Cell | None) -> None:
        position = self.match.position
        seat = self.seats[position.turn]
        wanted = None
        if isinstance(seat, Human) and self.result is None and self._timeline is None:
            wanted = cell if cell in seat.next_cells(position) else None
        if wanted != self._peek:
            self._peek = wanted
            self.changed = True

    def key(self, name: str) -> None:
        """Arrows and Enter on the board, letters for commands, the rest for the panels."""
        self._finish_timeline()
        command = _COMMANDS.get(name)
        if command is not None:
            command(self)
        elif name in _STEPS:
            self.focus = ""
            self._move_cursor(_STEPS[name])
        elif name in ("return", "space") and not self.focus and self._cursor is not None:
            self._tap_cursor(self._cursor, confirms=name == "return")
        else:
            super().key(name)

    def _tap_cursor(self, cursor: Cell, confirms: bool) -> None:
        """Enter on a cell chosen before confirms it if that is all that is missing."""
        kinds = self.match.board.kinds
        missing = [cell for cell in self.next_cells() if kinds[cell] == "beside"]
        if confirms and self.taps()[-1:] == (cursor,) and len(missing) == 1:
            self.tap_cell(missing[0])
        else:
            self.tap_cell(cursor)

    def taps(self) -> Move:
        """The cells tapped so far by the person who is to move."""
        seat = self.seats[self.match.position.turn]
        return seat.taps if isinstance(seat, Human) else ()

    def next_cells(self) -> frozenset[Cell]:
        """The cells that the person who is to move may tap now; none for a computer."""
        position = self.match.position
        seat = self.seats[position.turn]
        if isinstance(seat, Human) and self.result is None:
            return seat.next_cells(position)
        return frozenset()

    def _move_cursor(self, step: tuple[int, int]) -> None:
        board = self.match.board
        self.changed = True
        if self._cursor is None:
            middle = (board.rows // 2) * board.columns + board.columns // 2
            last = self.match.moves[self.match.at - 1] if self.match.at else ()
            cells = [c for c in last if board.kinds[c] in ("square", "pit")]
            self._cursor = cells[-1] if cells else middle
            return
        there = board.neighbour(self._cursor, step)
        if there is not None:
            self._cursor = there
            self._look(there)

    # -- drawing -----------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        """Panels, then the board and what moves over it."""
        surface.blit(self._ground(surface), (0, 0))
        if self.view is not None:
            self.view.draw(surface, self.shown())
        if self._loupe is not None:
            draw_loupe(self.theme, surface, self._loupe)

    def _ground(self, surface: pygame.Surface) -> pygame.Surface:
        """Table, panels and empty board: drawn again only when a panel has changed."""
        states = [self._state(widget) for sheet in self.sheets for widget in sheet.widgets]
        key = (states, [sheet.offset for sheet in self.sheets])
        if self._kept_ground is None or self._kept_ground[0] != key:
            super().draw(surface)
            if self.view is not None:
                self.view.draw_ground(surface)
            self._kept_ground = key, surface.copy()
        return self._kept_ground[1]

    def shown(self) -> Shown:
        """Everything on the board at this moment."""
        position = self.match.position
        seat = self.seats[position.turn]
        settings = self.services.settings
        if self._timeline is not None:
            return Shown(self._timeline.sprites())
        human = seat if isinstance(seat, Human) and self.result is None else None
        taps = human.taps if human else ()
        looked = (*taps, self._peek) if self._peek is not None else taps
        chosen = looked[-1] if looked else None
        last, changed = self._last_move()
        return Shown(
            sprites=still(position.pieces()),
            next_cells=human.next_cells(position) if human else frozenset(),
            taps=taps,
            last=last,
            changed=changed,
            preview=self._preview(human),
            marks=self._marks(human, looked),
            lifted=chosen,
            cursor=self._cursor,
            legal=settings.legal,
            glow=self._glow / GLOW if self._glow else 0.0,
        )

    def _marks(self, human: Human | None, taps: Move) -> tuple[Mark, ...]:
        """What the board says now, and what would stand after the move that is only looked at."""
        position = self.match.position
        marks = position.marks(taps)
        if human is not None and self._peek is not None and taps in position.moves():
            after = position.play(taps)
            if after.result() is not None:
                marks += tuple(mark for mark in after.marks(()) if mark.kind == "line")
        aids = self.services.settings.aids
        return tuple(mark for mark in marks if aids or not mark.aid)

    def _preview(self, human: Human | None) -> dict[Cell, Sprite]:
        if human is None:
            return {}
        position = self.match.position
        pieces = human.preview(position, self._peek)
        if pieces is None:
            return {}
        now = position.pieces()
        kinds = self.match.board.kinds
        return {
            cell: Sprite(piece, cell)
            for cell, piece in enumerate(pieces)
            if piece is not None and piece != now[cell] and kinds[cell] != "beside"
        }

    def _last_move(self) -> tuple[tuple[Cell, ...], tuple[Cell, ...]]:
        """The cells of the last move, and those whose pieces it turned."""
        ply = self.match.at - 1
        if ply < 0:
            return (), ()
        before, move = self.match.position_at(ply), self.match.moves[ply]
        kinds = self.match.board.kinds
        turned = [
            step.cell for beat in before.story(move) for step in beat if isinstance(step, Flip)
        ]
        cells = dict.fromkeys(cell for cell in move if kinds[cell] in ("square", "pit"))
        return tuple(cells), tuple(cell for cell in turned if cell not in cells)


_STEPS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}

_COMMANDS: dict[str, Callable[[Play], None]] = {
    "u": Play.undo,
    "ctrl z": Play.undo,
    "backspace": Play.undo,
    "r": Play.redo,
    "ctrl y": Play.redo,
    "l": play_menu.open_moves,
    "m": play_menu.open_menu,
    "n": play_menu.ask_restart,
    "g": play_menu.ask_give_up,
    "h": play_menu.open_manual,
    "o": play_menu.open_options,
    "s": play_menu.swap_seats,
    "ctrl c": play_menu.copy_match,
    "ctrl v": play_menu.paste_match,
}
