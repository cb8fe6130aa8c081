"""A monkey at the screen: random taps, keys, fingers, drags, wheel turns and window sizes."""

from collections.abc import Callable
from random import Random

from flipside.game.scenes.play.session import PlaySession
from tests.game.pilot import At, Pilot, tappable

_WORDS = "left right up down return space tab escape backspace f11 f1 delete home end"
_LETTERS = "urlmnghosptva7be"
KEYS = (*_WORDS.split(), *_LETTERS, "page down", "page up", "shift tab",
        "ctrl z", "ctrl y", "ctrl c", "ctrl v", "ctrl q")  # fmt: skip

SIZES = [(360, 360), (390, 844), (844, 390), (820, 1180), (1280, 800), (1000, 400), (400, 1000)]

PATIENCE = 12
"""The number of actions away from its game before the monkey is led back."""


class Monkey:
    """Does random things; the same things for the same seed."""

    def __init__(self, pilot: Pilot, random: Random, game: str) -> None:
        self.pilot = pilot
        self.random = random
        self.game = game
        self.seen: set[str] = set()
        """The kinds of scenes that it has reached."""
        self._away = 0
        self.done: list[str] = []
        """Its actions so far, for messages."""
        self._ways: list[tuple[Callable[[], str], float]] = [
            (self._tap_something, 25),
            (self._tap_a_legal_cell, 45),
            (self._tap_anywhere, 8),
            (self._key, 15),
            (self._drag, 6),
            (self._wheel, 3),
            (self._hover, 4),
            (self._hold, 2),
            (self._finger, 4),
            (self._wait, 10),
            (self._resize, 1.5),
            (self._reopen, 0.5),
            (self._look_up, 2.5),
        ]

    def act(self) -> None:
        """Do one thing; after too long away from its game, return to the game."""
        ways, weights = zip(*self._ways, strict=True)
        way = self._back_to_the_game if self._away > PATIENCE else None
        self.done.append((way or self.random.choices(ways, weights)[0])())
        if not self.pilot.app.stack.running:
            self.pilot.kill_and_reopen()
        self.seen.add(str(self.pilot.top))
        self._away = 0 if isinstance(self.pilot.session, PlaySession) else self._away + 1

    def _back_to_the_game(self) -> str:
        self.pilot.app.stack.home()
        self.pilot.press(self.game)
        return f"back to {self.game}"

    def _at(self) -> At:
        width, height = self.pilot.app.stack.size
        return self.random.randrange(width), self.random.randrange(height)

    def _tap_something(self) -> str:
        things = tappable(self.pilot.top)
        if not things:
            return "nothing to tap"
        sheet, widget = self.random.choice(list(things))
        sheet.reveal(widget)
        at = sheet.to_window(widget.rect).center
        self.pilot.touch(at)
        return f"tap {widget.name} at {at}"

    def _tap_a_legal_cell(self) -> str:
        top = self.pilot.session
        if not isinstance(top, PlaySession) or top.scene.view is None:
            return self._tap_something()
        kinds = top.live_match.match.board.kinds
        slots = top.scene.view.slots
        cells = sorted(c for c in top.match_view.next_cells if kinds[c] != "beside" or c in slots)
        if not cells:
            return self._wait()
        at = self.pilot.at(self.random.choice(cells))
        self.pilot.touch(at)
        return f"tap a cell at {at}"

    def _tap_anywhere(self) -> str:
        at = self._at()
        self.pilot.touch(at)
        return f"tap at {at}"

    def _key(self) -> str:
        name = self.random.choice(KEYS)
        self.pilot.key(name)
        return f"key {name}"

    def _drag(self) -> str:
        start, end, session = self._at(), self._at(), self.pilot.session
        human, cells = session.human if session is not None else None, range(0)
        if session is not None and self.random.random() < 0.5:
            cells = range(len(session.board.names))
        lifts = [(cell, lift) for cell in cells if human is not None and (lift := human.lift(cell))]
        if lifts:  # a piece, to where it may be dropped
            cell, lift = self.random.choice(lifts)
            start, end = (self.pilot.at(c) for c in (cell, self.random.choice(sorted(lift.drops))))
        self.pilot.drag(start, end, steps=4)
        return f"drag {start} {end}"

    def _wheel(self) -> str:
        at, steps = self._at(), self.random.choice((-3, -1, 1, 3))
        self.pilot.app.pointers.wheel(at, steps)
        return f"wheel {steps} at {at}"

    def _hover(self) -> str:
        at = self._at()
        self.pilot.hover(at)
        return f"hover {at}"

    def _hold(self) -> str:
        at = self._at()
        self.pilot.hold(at)
        return f"hold {at}"

    def _finger(self) -> str:
        """Let one of several fingers go down, move or go up, whatever it did before."""
        number, at = self.random.randrange(4), self._at()
        does = self.random.choice(("down", "motion", "up"))
        self.pilot.finger(number, does, at)
        return f"finger {number} {does} at {at}"

    def _wait(self) -> str:
        seconds = self.random.choice((0.02, 0.05, 0.1, 0.6))
        self.pilot.advance(seconds)
        return f"wait {seconds}"

    def _resize(self) -> str:
        size = self.random.choice(SIZES)
        if self.random.random() < 0.5:
            size = self.random.randrange(300, 1600), self.random.randrange(300, 1200)
        self.pilot.resize(size)
        return f"resize {size}"

    def _look_up(self) -> str:
        """Review the current match, or open the album."""
        if isinstance(self.pilot.session, PlaySession) and self.random.random() < 0.5:
            self.pilot.key("e")
            return "review"
        self.pilot.app.stack.home()
        self.pilot.press("album")
        return "album"

    def _reopen(self) -> str:
        self.pilot.kill_and_reopen()
        return "kill and reopen"
