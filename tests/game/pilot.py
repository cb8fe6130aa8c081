"""Drives the whole program without a window and without waiting, as a person's hands would.

The clocks are the pilot's own: time passes only in `advance`, and thinking takes time by its steps.
Knows no test framework, so that pictures can be made with it as well.
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
from flipside.game.scenes.common.board_scene import BoardScene, Session
from flipside.game.scenes.common.match_session import MatchSession
from flipside.game.scenes.common.scene import Scene
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
"""Seconds of one frame."""

PATIENCE = 5.0
"""Seconds a computer may think in one frame; with much of it thinking takes no fake time."""


class StepClock:
    """A clock for thinking: each look at it takes as long, so that on every machine as many steps
    are taken."""

    def __init__(self) -> None:
        self._looks = 0

    def __call__(self) -> float:
        self._looks += 1
        return self._looks * STEP_SECONDS


STEP_SECONDS = 0.004
"""Seconds of each step of a search."""

STEP_CLOCK = StepClock()

At = tuple[int, int]
"""A point of the window in pixels."""


class Pilot:
    """Taps, keys and time for one program over one data folder.

    Further arguments are settings (`language="de"`, `tempo="off"`) for a folder that holds none
    yet. Without `drawing` frames are not painted unless somebody looks.
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
        """Whether the pilot wants to be asked about lessons; else it just plays."""
        self.size = size
        self.drawing = drawing
        self.sounds: list[str] = []
        """Names of the sounds that were asked for, also those that nobody heard."""
        self._settle(settings)
        self.patience = patience
        """Seconds of a frame in which something is computed."""
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
        app.screen.frame_seconds = math.inf
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
        """The program ends without a goodbye and starts again: only the folder is left."""
        self.app = self._started()

    # -- what there is -----------------------------------------------------------------------------

    @property
    def top(self) -> Scene:
        """The scene that is played with."""
        return self.app.stack.top

    @property
    def session(self) -> Session | None:
        """The session of the scene that is played with, if that has a board."""
        return session_of(self.top)

    @property
    def play(self) -> PlaySession:
        """The match on the table, also below a dialog."""
        found = [
            scene.session
            for scene in self.app.stack.scenes
            if isinstance(scene, BoardScene) and isinstance(scene.session, PlaySession)
        ]
        assert found, f"no match is on the table: {self.where()}"
        return found[-1]

    @property
    def at_table(self) -> BoardScene:
        """The scene with the board that is played on, also below a dialog."""
        found = [scene for scene in self.app.stack.scenes if isinstance(scene, BoardScene)]
        assert found, f"nothing is on the table: {self.where()}"
        return found[-1]

    @property
    def table_session(self) -> MatchSession:
        """The match, study or task on that board."""
        assert isinstance(self.at_table.session, MatchSession)
        return self.at_table.session

    @property
    def study(self) -> StudySession:
        """The study that is played with, which is no review."""
        assert isinstance(self.session, StudySession)
        assert not self.session.study_match.reviews
        return self.session

    @property
    def review(self) -> StudySession:
        """The review that is played with."""
        assert isinstance(self.session, StudySession)
        assert self.session.study_match.reviews
        return self.session

    @property
    def view(self) -> BoardView:
        """That board in the window."""
        view = self.at_table.view
        assert view is not None
        return view

    def shown(self) -> BoardState:
        """What is on that board now."""
        return self.at_table.board_state()

    @property
    def match(self) -> Match:
        """The match on the table."""
        return self.table_session.live_match.match

    # -- ways to scenes ----------------------------------------------------------------------------

    def explore(self, stored_match: StoredMatch, ply: int | None = None) -> None:
        """Open the study of a match after so many plies, or where it stands."""
        self.app.stack.open(BoardScene(StudySession(self.app.stack, stored_match, ply)))

    def review_at(self, stored_match: StoredMatch, ply: int) -> None:
        """Open the review of a match after so many plies."""
        self.app.stack.ways.review(stored_match, ply)

    def set_up(self, game: AnyGame, choices: Choices, text: str = "") -> None:
        """Open the editor of a game, with the position of a text or the starting position."""
        self.app.stack.ways.set_up(game, choices, text)

    def learn(self, game: AnyGame) -> None:
        """Open the lesson of a game."""
        self.app.stack.ways.learn(game, None)

    def problems(self, game: AnyGame) -> None:
        """Open the problems of a game."""
        self.app.stack.ways.problems(game)

    # -- what is saved -----------------------------------------------------------------------------

    def saved(self, game: str = "othello") -> Match:
        """The match of a game that was played last, as it is on disk, played again."""
        return replay(parse_record(self.text(game)), BY_KEY)

    def text(self, game: str = "othello") -> str:
        """What is saved of the match of a game that was played last."""
        storage = self.app.services.storage
        names = match_names(storage, game)
        assert names, f"no match of {game} is saved"
        return storage.load(names[0]) or ""

    def where(self) -> str:
        """The scenes from the bottom up, as words for messages."""
        return " > ".join(map(str, self.app.stack.scenes))

    def caption(self) -> str:
        """The title of the window, as it is after this frame."""
        self.app.update_title()
        return str(pygame.display.get_caption()[0])

    def words(self) -> str:
        """Everything the top scene says, a line for each widget, also what is scrolled away."""
        return "\n".join(said(sheet) for sheet in self.top.sheets).replace(NARROW_SPACE, " ")

    def panels(self) -> tuple[str, str]:
        """What the far and the near panel of the match say."""
        far, near = self.at_table.sheets[:2]
        return said(far), said(near)

    def names(self) -> list[str]:
        """The names of everything on the top scene that can be tapped."""
        return [widget.name for _, widget in tappable(self.top)]

    def find(self, name: str) -> tuple[Sheet, Widget]:
        """A widget of the top scene that can be tapped, and its sheet."""
        for sheet, widget in reversed(tappable(self.top)):
            if widget.name == name:
                return sheet, widget
        raise AssertionError(f"nothing named {name!r} on {self.where()}; there are {self.names()}")

    # -- hands -------------------------------------------------------------------------------------

    def at(self, cell: str | Cell) -> At:
        """The middle of a cell of the board in the window."""
        number = self.match.board.cell_named(cell) if isinstance(cell, str) else cell
        x, y = self.view.centre(number)
        return int(x), int(y)

    def place(self, name: str) -> At:
        """The middle of a widget in the window, which is scrolled into view."""
        sheet, widget = self.find(name)
        sheet.reveal(widget)
        at = sheet.to_window(widget.rect).center
        found = self.top.target_at(at)
        assert found == name, f"{name!r} at {at} is covered by {found!r} on {self.where()}"
        return at

    def touch(self, at: At) -> None:
        """Down and up at a point of the window, long enough after the tap before."""
        self.app.stack.double_press.forget()
        self.app.pointers.down(at)
        self._look()
        self.app.pointers.up(at)
        self._look()

    def tap(self, cell: str | Cell) -> None:
        """Tap a cell of the board."""
        at, view = self.at(cell), self.view
        assert self.top is self.at_table, f"the board is covered: {self.where()}"
        board = self.match.board
        number = board.cell_named(cell) if isinstance(cell, str) else cell
        found = self.top.target_at(at)
        # Where fields are small the whole board is one target, and the field let go of counts.
        hit = view.cell_at(at) if found == "board" else found
        assert hit == number, f"{board.names[number]} at {at} is covered by {found!r}"
        self.touch(at)

    def make(self, move: Move) -> None:
        """Tap all cells of a move, those beside the board by their buttons if they have any."""
        for cell in move:
            button = f"cell {self.match.board.names[cell]}"
            if button in self.names():
                self.press(button)
            else:
                self.tap(cell)

    def commit(self, move: Move) -> None:
        """Make a move at the table without tapping it."""
        self.play.show(self.play.live_match.play(move))

    def sit(self, seats: tuple[str, str]) -> None:
        """Let others decide from here on, at the table itself."""
        self.play.show(self.play.live_match.seat(seats))

    def press(self, name: str) -> None:
        """Tap a widget of the top scene; a lesson that is offered is declined."""
        self.touch(self.place(name))
        if not self.newcomer and "just-play" in self.names():
            self.touch(self.place("just-play"))

    def seat(self, player: int, word: str) -> None:
        """Choose in a set-up who decides for a player: "person" or the key of a level."""
        if word == PERSON:
            self.press(f"kind{player}=person")
            return
        self.press(f"kind{player}=computer")
        self.press(f"seat{player}={word}")

    def hold(self, at: At, seconds: float = 0.6) -> None:
        """Press for that long at a point of the window, and let go."""
        self.app.pointers.down(at)
        self.advance(seconds)
        self.app.pointers.up(at)
        self._look()

    def drag(self, start: At, end: At, steps: int = 8) -> None:
        """Press at one point, move to another, and let go there."""
        self.app.pointers.down(start)
        for step in range(1, steps + 1):
            x = start[0] + (end[0] - start[0]) * step // steps
            y = start[1] + (end[1] - start[1]) * step // steps
            self.app.pointers.move((x, y))
        self.app.pointers.up(end)
        self._look()

    def finger(self, number: int, what: str, at: At) -> None:
        """A finger goes "down", in "motion" or "up" on a touch screen, as SDL tells it: of the
        first one it makes a mouse besides."""
        width, height = self.app.screen.surface.get_size()
        place: dict[str, Any] = {"x": (at[0] + 0.5) / width, "y": (at[1] + 0.5) / height}
        kind = getattr(pygame, f"FINGER{what.upper()}")
        self.app.handle(pygame.event.Event(kind, touch_id=7, finger_id=number, **place))
        if number == 0:
            button = "" if what == "motion" else "BUTTON"
            kind = getattr(pygame, f"MOUSE{button}{what.upper()}")
            self.app.handle(pygame.event.Event(kind, button=1, pos=at, touch=True))

    def hover(self, at: At) -> None:
        """Move the mouse there without a button."""
        self.app.pointers.move(at)
        self._look()

    def wheel(self, steps: float) -> None:
        """Turn the mouse wheel over the middle of the window; up is positive."""
        self.app.pointers.wheel((self.app.stack.size[0] // 2, self.app.stack.size[1] // 2), steps)
        self._look()

    def key(self, name: str) -> None:
        """Press a key and let it go, long enough after the one before. Its name is the one that the
        system gives it, with "ctrl " or "shift " before it."""
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
        """Press several keys, separated by blanks."""
        for name in names.split():
            self.key(name)

    def drop(self, *paths: Path) -> None:
        """Drop files together on the window."""
        for path in paths:
            self.app.handle(pygame.event.Event(pygame.DROPFILE, file=str(path)))
        self.advance(FRAME)

    # -- time and window ---------------------------------------------------------------------------

    def advance(self, seconds: float) -> None:
        """Let that much time pass, frame by frame."""
        for _ in range(max(1, round(seconds / FRAME))):
            self.app.step(FRAME)
            self._look()

    def wait_for(self, wanted: Callable[[], bool], seconds: float = 60.0) -> None:
        """Let time pass until something is so; fails when that takes longer than `seconds`."""
        for _ in range(round(seconds / FRAME)):
            if wanted():
                return
            self.advance(FRAME)
        raise AssertionError(f"still not so after {seconds} seconds: {self.where()}")

    def settle(self) -> None:
        """Let what moves come to rest."""
        self.wait_for(lambda: self.at_table.rests)

    def resize(self, size: At) -> None:
        """Pull the window to that size, and wait until everything is arranged for it."""
        self.pull(size)
        self.app.resize(size)
        self._look()

    def pull(self, size: At) -> None:
        """Pull the window to that size, on the way to another one."""
        self.size = size
        pygame.display.set_mode(size, pygame.RESIZABLE)
        pygame.event.clear()
        self.app.handle(pygame.event.Event(pygame.VIDEORESIZE, w=size[0], h=size[1], size=size))

    def _look(self) -> None:
        if self.drawing:
            self.app.show()

    def show(self) -> None:
        """Draw what is seen once no panels are late."""
        self.app.step(0.0)
        self.app.show()

    def picture(self, path: Path) -> None:
        """Save what is seen now as an image."""
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
        """Go on with a saved match of these moves from the shelf; the match on the table then."""
        match = Match(BY_KEY[game], choices, seed)
        match.read_moves(moves)
        self.put(match, seats)
        return self.match

    def put(self, match: Match, seats: tuple[str, str] = ("person", "person")) -> None:
        """Save a match in the place of its game's oldest and resume it, also one that has ended."""
        name = match.game.key
        save_match(self.app.services, match, seats, name)
        del self.app.stack.scenes[1:]
        stored_match = load_match(self.app.services, name)
        assert stored_match is not None, "what was just saved cannot be loaded"
        self.app.stack.open(BoardScene(PlaySession(self.app.stack, stored_match)))


def session_of(scene: Scene) -> Session | None:
    """The session of a scene that has a board."""
    return scene.session if isinstance(scene, BoardScene) else None


def said(sheet: Sheet) -> str:
    """The words of a sheet, a line for each widget."""
    return "\n".join(widget.words for widget in sheet.widgets if widget.words)


def tappable(scene: Scene) -> Sequence[tuple[Sheet, Widget]]:
    """Everything on a scene that does something when it is tapped."""
    return [
        (sheet, widget) for sheet in scene.sheets for widget in sheet.widgets if is_enabled(widget)
    ]
