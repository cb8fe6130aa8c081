"""Drives the whole program as a person would, but without a window and without waiting.

It has clocks of its own: time passes only in `advance`, and searches take a time that depends on
their steps. It does not depend on a test framework, so that pictures can be made with it too.
"""

import math
import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pygame

from flipside.game.board.board_state import BoardState
from flipside.game.board.view import BoardView
from flipside.game.saves.matches import PERSON, StoredMatch, load_match, match_names, save_match
from flipside.game.scenes.common.board_scene import BoardScene
from flipside.game.scenes.common.match_session import MatchSession
from flipside.game.scenes.common.scene import Scene
from flipside.game.scenes.common.session import Session
from flipside.game.scenes.play.session import PlaySession
from flipside.game.scenes.shelf.album import NARROW_SPACE
from flipside.game.scenes.study.session import StudySession
from flipside.game.services.platform.desktop import DesktopPlatform
from flipside.game.services.services import WorkClock
from flipside.game.services.settings import Settings, Value
from flipside.game.services.storage.storage import Storage
from flipside.game.services.storage.store import FolderStore
from flipside.game.ui.sheet import Sheet, is_enabled
from flipside.game.ui.widgets import Widget
from flipside.game.window.app import App
from flipside.rules.catalogue import BY_KEY
from flipside.rules.contract.board import Cell
from flipside.rules.contract.game import AnyGame, Choices
from flipside.rules.contract.position import Move
from flipside.rules.match.match import Match, replay
from flipside.rules.match.record import parse_record

FRAME = 1 / 60
"""Seconds of a frame."""

PATIENCE = 5.0
"""Seconds that a computer may search in a frame. With so many, a search takes no simulated time."""


class StepClock:
    """A clock for searches: each reading advances it equally, so all machines search as far."""

    def __init__(self) -> None:
        self._looks = 0

    def __call__(self) -> float:
        self._looks += 1
        return self._looks * STEP_SECONDS


STEP_SECONDS = 0.004
"""Seconds by which each reading advances the clock."""

STEP_CLOCK = StepClock()

At = tuple[int, int]
"""A point in the window, in pixels."""


class Pilot:
    """Taps, keys and time for a program with one folder of saves.

    Further arguments are settings (`language="de"`, `tempo="off"`), which are used if the folder
    has none. Without `drawing`, frames are painted only if a test looks at them.
    """

    def __init__(
        self,
        folder: Path,
        size: At = (1280, 800),
        drawing: bool = False,
        patience: float = PATIENCE,
        newcomer: bool = False,
        **settings: Value,
    ) -> None:
        self.folder = folder
        self.newcomer = newcomer
        """Whether the pilot lets the program offer lessons; otherwise it declines them."""
        self.size = size
        self.drawing = drawing
        self.sounds: list[str] = []
        """Names of the sounds that were requested, even if they were not audible."""
        self._settle(settings)
        self.patience = patience
        """Seconds of each frame for computations."""
        self.app = self._started()

    def _settle(self, chosen: dict[str, Value]) -> None:
        storage = Storage(FolderStore(self.folder), DesktopPlatform())
        if storage.load("settings") is None:
            settings = Settings(language="en", volume=0)
            for key, value in chosen.items():
                assert hasattr(settings, key), f"there is no setting {key}"
                setattr(settings, key, value)
            settings.save(storage)

    def _started(self) -> App:
        app = App(self.folder, self.size)
        app.screen.frame_seconds = app.screen.still_seconds = math.inf
        app.slices = self.patience, self.patience
        app.services.slice_seconds = self.patience
        app.services.clock = WorkClock(STEP_CLOCK)
        app.services.sound.play = self._hear  # type: ignore[method-assign]
        app.start()
        pygame.event.clear()
        return app

    def _hear(self, name: str, step: int = 0) -> bool:
        self.sounds.append(name)
        return False

    def kill_and_reopen(self) -> None:
        """Kill the program and start it again; only the folder remains."""
        self.app = self._started()

    # -- what there is -----------------------------------------------------------------------------

    @property
    def top(self) -> Scene:
        """The top scene."""
        return self.app.stack.top

    @property
    def session(self) -> Session | None:
        """The session of the top scene; None if the scene has no board."""
        return session_of(self.top)

    @property
    def play(self) -> PlaySession:
        """The session of the match, also below a dialog."""
        found = [
            scene.session
            for scene in self.app.stack.scenes
            if isinstance(scene, BoardScene) and isinstance(scene.session, PlaySession)
        ]
        assert found, f"no match is on the table: {self.where()}"
        return found[-1]

    @property
    def at_table(self) -> BoardScene:
        """The scene with a board, also below a dialog."""
        found = [scene for scene in self.app.stack.scenes if isinstance(scene, BoardScene)]
        assert found, f"nothing is on the table: {self.where()}"
        return found[-1]

    @property
    def table_session(self) -> MatchSession:
        """The session of the scene with a board."""
        assert isinstance(self.at_table.session, MatchSession)
        return self.at_table.session

    @property
    def study(self) -> StudySession:
        """The session of the study, which must not be a review."""
        assert isinstance(self.session, StudySession)
        assert not self.session.study_match.reviews
        return self.session

    @property
    def review(self) -> StudySession:
        """The session of the review."""
        assert isinstance(self.session, StudySession)
        assert self.session.study_match.reviews
        return self.session

    @property
    def view(self) -> BoardView:
        """The board in the window."""
        view = self.at_table.view
        assert view is not None
        return view

    def shown(self) -> BoardState:
        """The contents of the board at this moment."""
        return self.at_table._board_state()

    @property
    def match(self) -> Match:
        """The match that is being played."""
        return self.table_session.live_match.match

    # -- ways to scenes ----------------------------------------------------------------------------

    def explore(self, stored_match: StoredMatch, ply: int | None = None) -> None:
        """Open the study of a match at `ply`, or at its current ply."""
        self.app.stack.open(BoardScene(StudySession(self.app.stack, stored_match, ply)))

    def review_at(self, stored_match: StoredMatch, ply: int) -> None:
        """Open the review of a match at `ply`."""
        self.app.stack.ways.review(stored_match, ply)

    def set_up(self, game: AnyGame, choices: Choices, text: str = "") -> None:
        """Open the editor with the position in `text`; "" is the starting position."""
        self.app.stack.ways.set_up(game, choices, text)

    def learn(self, game: AnyGame) -> None:
        """Open the lesson of a game."""
        self.app.stack.ways.learn(game, None)

    def problems(self, game: AnyGame) -> None:
        """Open the problems of a game."""
        self.app.stack.ways.problems(game)

    # -- what is saved -----------------------------------------------------------------------------

    def saved(self, game: str = "othello") -> Match:
        """Return the saved match of a game that was played last."""
        return replay(parse_record(self.text(game)), BY_KEY)

    def text(self, game: str = "othello") -> str:
        """Return the saved text of the match of a game that was played last."""
        storage = self.app.services.storage
        names = match_names(storage, game)
        assert names, f"no match of {game} is saved"
        return storage.load(names[0]) or ""

    def where(self) -> str:
        """The scenes from the lowest, as words for messages."""
        return " > ".join(map(str, self.app.stack.scenes))

    def caption(self) -> str:
        """Return the title of the window after this frame."""
        self.app.update_title()
        return str(pygame.display.get_caption()[0])

    def words(self) -> str:
        """Return all words of the top scene, a line for each widget, even if scrolled away."""
        return "\n".join(said(sheet) for sheet in self.top.sheets).replace(NARROW_SPACE, " ")

    def panels(self) -> tuple[str, str]:
        """Return the words of the far and the near panel."""
        far, near = self.at_table.sheets[:2]
        return said(far), said(near)

    def names(self) -> list[str]:
        """Return the names of all widgets of the top scene that can be tapped."""
        return [widget.name for _, widget in tappable(self.top)]

    def find(self, name: str) -> tuple[Sheet, Widget]:
        """Return a widget of the top scene that can be tapped, and its sheet."""
        for sheet, widget in reversed(tappable(self.top)):
            if widget.name == name:
                return sheet, widget
        raise AssertionError(f"nothing named {name!r} on {self.where()}; there are {self.names()}")

    # -- hands -------------------------------------------------------------------------------------

    def at(self, cell: str | Cell) -> At:
        """Return the middle of a cell in the window."""
        number = self.match.board.cell_named(cell) if isinstance(cell, str) else cell
        x, y = self.view.centre(number)
        return int(x), int(y)

    def place(self, name: str) -> At:
        """Return the middle of a widget in the window, and scroll until it is visible."""
        sheet, widget = self.find(name)
        sheet.reveal(widget)
        at = sheet.to_window(widget.rect).center
        found = self.top.target_at(at)
        assert found == name, f"{name!r} at {at} is covered by {found!r} on {self.where()}"
        return at

    def touch(self, at: At) -> None:
        """Press and release at a point, long enough after the last tap."""
        self.app.stack.double_press.forget()
        self.app.pointers.down(at)
        self._look()
        self.app.pointers.up(at)
        self._look()

    def tap(self, cell: str | Cell) -> None:
        """Tap a cell."""
        at, view = self.at(cell), self.view
        assert self.top is self.at_table, f"the board is covered: {self.where()}"
        board = self.match.board
        number = board.cell_named(cell) if isinstance(cell, str) else cell
        found = self.top.target_at(at)
        # If cells are small, the whole board is one target, and the cell at the release counts.
        hit = view.cell_at(at) if found == "board" else found
        assert hit == number, f"{board.names[number]} at {at} is covered by {found!r}"
        self.touch(at)

    def make(self, move: Move) -> None:
        """Tap all cells of a move; for cells beside the board, press their buttons."""
        for cell in move:
            button = f"cell {self.match.board.names[cell]}"
            if button in self.names():
                self.press(button)
            else:
                self.tap(cell)

    def commit(self, move: Move) -> None:
        """Make a move in the live match, without taps."""
        self.play.show(self.play.live_match.play(move))

    def sit(self, seats: tuple[str, str]) -> None:
        """Change the seats in the live match."""
        self.play.show(self.play.live_match.seat(seats))

    def press(self, name: str) -> None:
        """Tap a widget of the top scene; decline a lesson that is offered."""
        self.touch(self.place(name))
        if not self.newcomer and "just-play" in self.names():
            self.touch(self.place("just-play"))

    def seat(self, player: int, word: str) -> None:
        """Choose the seat of a player in a set-up: "person" or the key of a level."""
        if word == PERSON:
            self.press(f"kind{player}=person")
            return
        self.press(f"kind{player}=computer")
        self.press(f"seat{player}={word}")

    def hold(self, at: At, seconds: float = 0.6) -> None:
        """Press at a point for so many seconds, then release."""
        self.app.pointers.down(at)
        self.advance(seconds)
        self.app.pointers.up(at)
        self._look()

    def drag(self, start: At, end: At, steps: int = 8) -> None:
        """Press at one point, move to another in so many steps, and release there."""
        self.app.pointers.down(start)
        for step in range(1, steps + 1):
            x = start[0] + (end[0] - start[0]) * step // steps
            y = start[1] + (end[1] - start[1]) * step // steps
            self.app.pointers.move((x, y))
        self.app.pointers.up(end)
        self._look()

    def finger(self, number: int, what: str, at: At) -> None:
        """Let a finger go "down", move ("motion") or go "up", with the events that SDL sends.

        SDL also sends events of a mouse for the first finger.
        """
        width, height = self.app.screen.surface.get_size()
        place: dict[str, Any] = {"x": (at[0] + 0.5) / width, "y": (at[1] + 0.5) / height}
        kind = getattr(pygame, f"FINGER{what.upper()}")
        self.app.handle(pygame.event.Event(kind, touch_id=7, finger_id=number, **place))
        if number == 0:
            button = "" if what == "motion" else "BUTTON"
            kind = getattr(pygame, f"MOUSE{button}{what.upper()}")
            self.app.handle(pygame.event.Event(kind, button=1, pos=at, touch=True))

    def hover(self, at: At) -> None:
        """Move the mouse to a point without a button."""
        self.app.pointers.move(at)
        self._look()

    def wheel(self, steps: float) -> None:
        """Turn the mouse wheel in the middle of the window; up is positive."""
        self.app.pointers.wheel((self.app.stack.size[0] // 2, self.app.stack.size[1] // 2), steps)
        self._look()

    def key(self, name: str) -> None:
        """Press and release a key, long enough after the last key.

        The name is that of the system, after "ctrl " or "shift " for a modifier.
        """
        self.app.stack.double_press.forget()
        *modifiers, plain = name.split(" ") if name[:5] in ("ctrl ", "shift") else [name]
        mod = sum(
            {"ctrl": pygame.KMOD_CTRL, "shift": pygame.KMOD_SHIFT}[word] for word in modifiers
        )
        code = pygame.key.key_code(plain)
        for kind in (pygame.KEYDOWN, pygame.KEYUP):
            self.app.handle(pygame.event.Event(kind, key=code, mod=mod))
        self._look()

    def keys(self, names: str) -> None:
        """Press several keys, whose names are separated by spaces."""
        for name in names.split():
            self.key(name)

    def drop(self, *paths: Path) -> None:
        """Drop files on the window together."""
        for path in paths:
            self.app.handle(pygame.event.Event(pygame.DROPFILE, file=str(path)))
        self.advance(FRAME)

    # -- time and window ---------------------------------------------------------------------------

    def advance(self, seconds: float) -> None:
        """Let so many seconds pass, frame by frame."""
        for _ in range(max(1, round(seconds / FRAME))):
            self.app.step(FRAME)
            self._look()

    def wait_for(self, wanted: Callable[[], bool], seconds: float = 60.0) -> None:
        """Let time pass until `wanted` returns True; fail if that takes more than `seconds`."""
        for _ in range(round(seconds / FRAME)):
            if wanted():
                return
            self.advance(FRAME)
        raise AssertionError(f"still not so after {seconds} seconds: {self.where()}")

    def settle(self) -> None:
        """Let time pass until nothing moves."""
        self.wait_for(lambda: self.at_table.rests)

    def resize(self, size: At) -> None:
        """Change the size of the window, and wait until everything is laid out for it."""
        self.pull(size)
        self.app.resize(size)
        self._look()

    def pull(self, size: At) -> None:
        """Change the size of the window, without waiting."""
        self.size = size
        pygame.display.set_mode(size, pygame.RESIZABLE)
        pygame.event.clear()
        self.app.handle(pygame.event.Event(pygame.VIDEORESIZE, w=size[0], h=size[1], size=size))

    def _look(self) -> None:
        if self.drawing:
            self.app.show()

    def show(self) -> None:
        """Draw the scenes, after late panels are up to date."""
        self.app.step(0.0)
        self.app.show()

    def picture(self, path: Path) -> None:
        """Save the picture as an image."""
        self.show()
        path.parent.mkdir(parents=True, exist_ok=True)
        pygame.image.save(self.app.screen.surface, str(path))

    # -- short cuts to a scene ---------------------------------------------------------------------

    def sit_down(
        self,
        game: str = "othello",
        moves: str = "",
        seats: tuple[str, str] = ("person", "person"),
        seed: int = 1,
        **choices: str,
    ) -> Match:
        """Continue a saved match of these moves from the shelf, and return the match."""
        match = Match(BY_KEY[game], choices, seed)
        match.read_moves(moves)
        self.put(match, seats)
        return self.match

    def put(self, match: Match, seats: tuple[str, str] = ("person", "person")) -> None:
        """Replace the oldest match of a game by this one, and continue it, even if it has ended."""
        name = match.game.key
        save_match(self.app.services, match, seats, name)
        del self.app.stack.scenes[1:]
        stored_match = load_match(self.app.services, name)
        assert stored_match is not None, "what was just saved cannot be loaded"
        self.app.stack.open(BoardScene(PlaySession(self.app.stack, stored_match)))


def session_of(scene: Scene) -> Session | None:
    """Return the session of a scene with a board, else None."""
    return scene.session if isinstance(scene, BoardScene) else None


def said(sheet: Sheet) -> str:
    """Return the words of a sheet, a line for each widget."""
    return "\n".join(widget.words for widget in sheet.widgets if widget.words)


def tappable(scene: Scene) -> Sequence[tuple[Sheet, Widget]]:
    """Return all widgets of a scene that have an effect when they are tapped."""
    return [
        (sheet, widget) for sheet in scene.sheets for widget in sheet.widgets if is_enabled(widget)
    ]
