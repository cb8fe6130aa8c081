"""Checks every frame of a page, in the page's own Python (`watched_frames.py`)."""

import io
import json
from pathlib import Path
from typing import Any
from zlib import crc32

import pygame

from flipside.rules.match.match import Match
from tests.browser.tab import Tab
from tests.game.drawing import watched_frames

_WATCH = """
import gc, zlib
from types import SimpleNamespace
from flipside.game.saves.matches import StoredMatch
from flipside.game.scenes.common.board_scene import BoardScene
from flipside.game.scenes.play.session import PlaySession
from flipside.game.window.app import App
from flipside.rules.catalogue import BY_KEY
from flipside.rules.match.match import Match

class Watched(PageScreen):
    def __init__(self, app):
        picture = app.services.platform.picture
        self._given, self.wrong = (picture.show, picture.transform), []
        super().__init__(SimpleNamespace(app=app, where=lambda: str(app.stack.top)))
        self.pictures = [zlib.crc32(bytes_of(self.seen))]

    def _show(self, surface, places):
        self._given[0](surface, places)
        super()._show(surface, places)

    def _turn(self, *how):
        self._given[1](*how)
        super()._turn(*how)

    def look(self):
        try:
            super().look()
        except AssertionError as error:
            self.wrong.append(str(error))
        self.pictures.append(zlib.crc32(bytes_of(self.seen)))

def rests():
    scene, screen = app.stack.top, app.screen
    still = screen._transition is None and not (screen._dirty or scene.changed)
    return still and scene.rests and not (hasattr(scene, "playback") and scene.playback.shows_end)

gc.unfreeze()
app = next(thing for thing in gc.get_objects() if isinstance(thing, App))
watched = Watched(app)
"""


def run(tab: Tab, code: str) -> Any:
    """Run code in the page's Python; return the value of its last line, a string or a number."""
    return tab.js("(code) => python.pyodide.runPython(code)", code)


def watch(tab: Tab) -> None:
    """Check all frames from now on; in the page's Python they are `watched`, the program `app`."""
    run(tab, Path(watched_frames.__file__).read_text("utf-8") + _WATCH)


def put(tab: Tab, match: Match) -> None:
    """Open a match of two people on a watched page."""
    made = f"Match(BY_KEY[{match.game.key!r}], {match.choices!r}, {match.seed})"
    run(tab, f"match = {made}; match.read_moves({' '.join(match.names())!r})")
    run(tab, "play = PlaySession(app.stack, StoredMatch(match, ('person', 'person')))")
    run(tab, "app.stack.open(BoardScene(play))")


def settle(tab: Tab) -> None:
    """Wait until nothing moves on a watched page."""
    tab.frames(5)
    tab.until(lambda: bool(run(tab, "rests()")))
    tab.frames(20)


def incomplete(tab: Tab) -> list[str]:
    """Return descriptions of frames that were not a complete picture."""
    return json.loads(run(tab, "import json; json.dumps(watched.wrong)"))


def checksums(tab: Tab) -> set[str]:
    """Return the checksums of all pictures that the page has shown."""
    return {*str(run(tab, "' '.join(map(str, watched.pictures))")).split()}


def checksum(picture: bytes) -> str:
    """Return the checksum of the pixels of a PNG picture."""
    read = pygame.image.load(io.BytesIO(picture), "page.png")
    return str(crc32(pygame.image.tobytes(read, "RGB")))
