"""A match being played: it shows what a table tells, and tells the table what is tapped."""

from collections.abc import Hashable

import pygame

from game.board.shown import Shown
from game.board.view import BoardView
from game.drawing.loupe import draw_loupe
from game.scenes.commands import BY_NAME, by_key
from game.scenes.play.actions import Actions
from game.scenes.play.arrangement import Arranged, arranged
from game.scenes.play.board import moving, notes_of, resting
from game.scenes.play.clock_places import draw_clocks
from game.scenes.play.data import PanelData
from game.scenes.play.hands import BOARD, Hands, on_board
from game.scenes.play.motion import Motion
from game.scenes.scene import ARROWS, Scene, Stage
from game.table.change import Change
from game.table.outlook import Outlook, outlook_of
from game.table.saves import Saved
from game.table.table import Table
from rules.board import Cell
from rules.match import Match

BUDGET = 0.012
"""Seconds a computer may think in one frame."""

OPENED = 0.4
"""Seconds in which a new match turns over into view: nothing that may halt a frame falls there."""


class Play(Scene):
    """One match on the table."""

    arrangement = ("sheets", "arranged")

    def __init__(self, stage: Stage, saved: Saved, note: str = "") -> None:
        super().__init__(stage)
        self.table = Table(self.services, saved)
        self.table.note = note
        self.motion = Motion(self.services)
        self.hands = Hands(self.match.board)
        self.actions = Actions(stage, self.table, self.show, self._open)
        self.outlook: Outlook = outlook_of(self.table)
        """What the panels and the board show."""
        self.arranged: Arranged | None = None
        self._age = 0.0
        """Seconds since the match was opened."""
        self._listed: object = None

    @property
    def match(self) -> Match:
        """The match on the table."""
        return self.table.match

    @property
    def view(self) -> BoardView | None:
        """The board in the window."""
        return self.arranged.view if self.arranged is not None else None

    @property
    def wakes(self) -> bool:
        """While the match goes on."""
        return self.table.result is None

    @property
    def opened(self) -> bool:
        """Whether the match has turned over into view."""
        return self._age >= OPENED

    def title(self) -> str:
        """Who is to move, and the game."""
        outlook = self.outlook
        name = self.text.game(outlook.game.key, "short")
        if outlook.result is not None:
            return f"{outlook.result_words} – {name} – Flipside"
        mover = self.text("play.to_move", colour=outlook.called(outlook.turn))
        return f"{mover} – {name} – Flipside"

    # -- what happens ------------------------------------------------------------------------------

    def update(self, seconds: float) -> None:
        """Animate, or else let time pass at the table."""
        self._age += seconds
        ending = self.motion.ending
        if self.motion.advance(seconds):
            self.changed = True
            if ending and not self.motion.ending:
                self.rearrange()
            return
        change = self.table.pass_time(seconds, BUDGET if self.opened else 0.0)
        if change is not None:
            self.show(change)

    def show(self, change: Change | None) -> None:
        """Show what happened to the match; None: nothing, since it is not possible."""
        before = self.outlook
        self.motion.finish()
        if change is None:
            self.services.sound.play("error")
        elif change.elsewhere:
            self._ask_where()
            return
        else:
            if change.sound:
                self.services.sound.play(change.sound)
            result = self.table.result
            self.motion.begin(change, won=result is not None and result.winner is not None)
        if change is not None and change.board_only:
            self.outlook = outlook_of(self.table)
            self.changed = True
        else:
            if change is None or change.passed or change.sound:
                self.hands.peek = None
            self.rearrange()
        if before.human and before.at != self.outlook.at:
            # Other fingers on the board were there for the one who was to move.
            self.let_go(on_board)
        if change is not None and change.said:
            self.services.page.say(" ".join(change.said))

    def finish_motion(self) -> None:
        """Show the end of what is still moving at once."""
        if self.motion.timeline is not None:
            ending = self.motion.ending
            self.motion.finish()
            self.changed = True
            if ending:
                self.rearrange()

    def _open(self, saved: Saved, note: str) -> None:
        """Put another match on the table in the place of this one."""
        self.stage.replace(Play(self.stage, saved, note))

    def stored(self, name: str) -> None:
        """Another tab saved something: perhaps this very match."""
        if name == self.table.keeper.name and self.table.keeper.went_on():
            self._ask_where()

    def _ask_where(self) -> None:
        if self.stage.top is self:
            self.actions.ask_where()

    def run(self, name: str, quarter: int = 0) -> None:
        """Do a command for whoever sees his panel turned by so many quarters."""
        BY_NAME[name].run(self.actions, quarter)

    def leave(self) -> None:
        """Escape takes back a begun move, or else opens the menu of the match."""
        change = self.table.take_back_taps()
        if change is not None:
            self.show(change)
        else:
            self.run("menu")

    # -- arrangement -------------------------------------------------------------------------------

    def lay_out(self) -> None:
        """Board and panels, as the table is now."""
        self.outlook = outlook_of(self.table, self.motion.ending)
        data = PanelData(
            theme=self.theme,
            text=self.text,
            settings=self.services.settings,
            outlook=self.outlook,
            moves=self.table.words.moves(),
            run=self.run,
            tap=self.tap_cell,
            go=None if self.outlook.fixed else self.actions.go,
        )
        self.arranged = arranged(data, self.size, self.services.page.safe_area())
        self.sheets = self.arranged.sheets

    def arrange(self, size: tuple[int, int]) -> None:
        """Arrange everything; the list of moves follows the match, else it stays where it was."""
        super().arrange(size)
        self.hands.places = self.view
        self.layers.forget()
        lists = self.sheets[2:]
        listed = self.match.at, [tuple(sheet.place) for sheet in lists]
        for sheet in lists:
            current = sheet.named(f"ply{self.match.at}")
            if current is not None and self._listed != listed:
                sheet.reveal(current)
        self._listed = listed

    # -- pointer and keyboard ----------------------------------------------------------------------

    @property
    def _free(self) -> frozenset[Cell]:
        """The cells that may be tapped now; none while something moves."""
        return self.outlook.next_cells if self.motion.timeline is None else frozenset()

    def target_at(self, at: tuple[int, int]) -> Hashable:
        """A button of a panel, or a cell of the board."""
        found = super().target_at(at)
        return found if found is not None else self.hands.target_at(at)

    def press(self, at: tuple[int, int], finger: Hashable) -> None:
        """A press during an animation finishes it at once, and then counts."""
        self.finish_motion()
        super().press(at, finger)
        self.hands.press(at, self.pressed[finger], self._free)

    def drag(self, at: tuple[int, int], by: tuple[int, int], finger: Hashable) -> bool:
        """The magnifying glass follows the finger; elsewhere lists scroll."""
        if self.pressed.get(finger) != BOARD:
            return super().drag(at, by, finger)
        self.hands.magnify(at, self._free)
        self.changed = True
        return False

    def tap(self, at: tuple[int, int], target: Hashable) -> None:
        """A button, or a cell for the person whose turn it is."""
        cell = self.hands.cell_at(at) if target == BOARD else target
        if isinstance(cell, int):
            self.tap_cell(cell)
        else:
            super().tap(at, target)

    def tap_cell(self, cell: Cell) -> None:
        """A tap on a cell for the person whose turn it is."""
        self.finish_motion()
        if self.table.human is not None:
            self.show(self.table.tap(cell))

    def hover(self, at: tuple[int, int] | None) -> None:
        """A mouse over a cell shows what a tap there would do."""
        super().hover(at)
        cell = self.hands.cell_at(at) if self.hovered == BOARD else self.hovered
        self.changed |= self.hands.look(cell if isinstance(cell, int) else None, self._free)

    def hold(self, finger: Hashable) -> bool:
        """A long press on a cell shows what a tap there would do, and is no tap."""
        cell = self.pressed.get(finger)
        if not isinstance(cell, int):
            return False
        self.changed |= self.hands.look(cell, self._free)
        return self.hands.peek is not None

    def release(self, finger: Hashable) -> Hashable:
        """What a long press showed goes with its finger."""
        target = super().release(finger)
        if on_board(target):
            self.hands.release()
        return target

    def key(self, name: str) -> None:
        """Arrows and Enter on the board, letters for commands, the rest for the panels."""
        self.finish_motion()
        command = by_key(name, self.outlook)
        if command is not None and command.possible(self.outlook):
            command.run(self.actions, 0)
        elif command is not None:
            self.show(None)
        elif name in ARROWS:
            self.focus, self.changed = "", True
            self.hands.move_cursor(ARROWS[name], self.outlook.last_cells, self._free)
            self.actions.say_value(self.hands.cursor, self.outlook)
        elif name in ("return", "space") and not self.focus and self.hands.cursor is not None:
            self.tap_cell(self.hands.chosen(self.outlook, confirms=name == "return"))
        else:
            super().key(name)

    # -- drawing -----------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        """Panels, then the board and what moves over it."""
        view, shown = self.view, self.shown()
        assert view is not None
        states = [self._state(widget) for sheet in self.sheets for widget in sheet.widgets]
        self.layers.draw(
            surface,
            [
                ((states, [sheet.offset for sheet in self.sheets]), self._draw_ground),
                (view.key_below(shown), lambda below: view.draw_below(below, shown)),
            ],
        )
        assert self.arranged is not None
        draw_clocks(self.theme, surface, self.arranged.clocks, self.match.clock, self.outlook)
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
        assert self.arranged is not None
        notes = notes_of(self.outlook, self.hands, self.arranged.turns, self.arranged.upright)
        return moving(self.motion, self.services.settings) or resting(
            self.table, self.outlook, self.hands, notes, self.motion.glow
        )
