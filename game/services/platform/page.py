"""Where the program runs: on a desktop or inside a page of a browser.

Only this file asks which platform it runs on. It talks to the browser through the functions of
`window.flipside` (web/page/bridge.js), which take and return strings. On a desktop, features that
only a browser has return harmless defaults.
"""

import importlib.util
import json
import os
import secrets
import sys
import tempfile
import time
from collections.abc import Coroutine
from contextlib import suppress
from copy import copy
from pathlib import Path
from typing import Any

import pygame

from game.services.plain import pasted
from game.services.platform.clipboard import Clipboard
from game.services.platform.gallery import named_pictures
from game.services.platform.languages import languages_of_system
from game.services.platform.picture import PagePicture
from game.services.platform.sending import Files, Links
from game.services.platform.view import MAX_HIDPI_PIXELS, MAX_WINDOW_PIXELS, View, measured
from game.services.storage.browser_store import BrowserStore
from game.services.storage.store import MemoryStore, Store
from rules.engine.data import locate


class Page:
    """What the surroundings offer: window, languages, clipboard, chance, a place for saves."""

    def __init__(self) -> None:
        self.in_browser = sys.platform == "emscripten"
        self._js: Any = _bridge() if self.in_browser else None
        self._words: list[str] = []
        self._bringing: set[object] = set()
        if self.in_browser:
            locate.arrays_here = False
        self._view = measured(self._js, MAX_WINDOW_PIXELS)
        self.picture = PagePicture(lambda: self._js)
        self.clipboard = Clipboard(lambda: self._js)
        self.links = Links(lambda: self._js)
        self.files = Files(lambda: self._js, _pictures)
        self.media_preferences = self._media_preferences()
        """What the system asked for at the last look, which every image asks: "dark" colours,
        "calm" without motion, more "contrast"."""

    async def next_frame(self, rest: float = 0.0) -> list[pygame.event.Event]:
        """Wait until a browser wants the next picture, or up to `rest` seconds longer until
        somebody does something; the events that a desktop has met then. A desktop waits without an
        event loop, whose import takes as long as a tenth of the start."""
        if not self.in_browser:
            # A wait of 0 milliseconds would be one without an end.
            event = pygame.event.wait(round(rest * 1000)) if rest else None
            return [] if event is None or event.type == pygame.NOEVENT else [event]
        import asyncio

        end = time.monotonic() + rest
        await asyncio.sleep(0)
        while time.monotonic() < end and self._js.active() != "yes":
            await asyncio.sleep(0)
        return []

    # -- the window --------------------------------------------------------------------------------

    def look(self) -> tuple[int, int] | None:
        """Measure the page again, and ask what the system wishes; its size in pixels of the
        surface, None on a desktop."""
        self._view = measured(self._js, MAX_WINDOW_PIXELS)
        self.media_preferences = self._media_preferences()
        return self._view.size

    @property
    def size(self) -> tuple[int, int] | None:
        """Pixels of the surface at the last look, None on a desktop."""
        return self._view.size

    def pixel_ratio(self) -> float:
        """Pixels of the surface per pixel of the layout."""
        return self._view.ratio

    def screen_ratio(self) -> float:
        """Pixels of what is drawn with all pixels of the screen per pixel of the layout."""
        return max(self.pixel_ratio(), measured(self._js, MAX_HIDPI_PIXELS).ratio)

    def denser(self) -> "Page | None":
        """The same page with all pixels of the screen, for what is drawn only once; None where
        the window has them all, as on a desktop."""
        view = measured(self._js, MAX_HIDPI_PIXELS)
        if view.ratio <= self.pixel_ratio() or not self.picture.is_read:
            return None
        page = copy(self)
        page._view = view
        return page

    def at(self, ratio: float) -> "Page":
        """The same page with so many pixels of a surface to each of the layout's, for pictures."""
        page = copy(self)
        page._js = None  # whatever the screen is like, the picture is the same
        page._view = View(ratio=ratio)
        page.picture = PagePicture(lambda: None)
        return page

    def safe_area(self) -> tuple[int, int, int, int]:
        """Pixels to keep free at left, top, right and bottom: notches and rounded corners."""
        return self._view.safe

    # -- the person --------------------------------------------------------------------------------

    def languages(self) -> list[str]:
        """Codes of the languages the system prefers, such as "de", best first; maybe none."""
        if self._js is not None:
            return [code[:2] for code in str(self._js.about("languages")).lower().split(",")]
        return languages_of_system()

    def _media_preferences(self) -> frozenset[str]:
        """What the system asks for. A desktop cannot be asked: neither SDL 2 nor pygame tells."""
        return (
            frozenset()
            if self._js is None
            else frozenset(self._js.about("media preferences").split())
        )

    def _is(self, key: str) -> bool:
        return self._js is not None and self._js.about(key) == "yes"

    def entropy(self) -> int:
        """A fresh seed, 0 <= seed < 2**31."""
        if self._js is not None:
            return int(self._js.about("entropy")) % 2**31
        return secrets.randbits(31)

    def now(self) -> str:
        """The local time, as 2026-01-31 18:30:05."""
        return time.strftime("%Y-%m-%d %H:%M:%S")

    def say(self, sentence: str) -> None:
        """Tell a screen reader, where there is one."""
        if self._js is not None:
            self._js.say(sentence)

    def typing(self, field: pygame.Rect | None) -> None:
        """Words are being typed into that place of the window, or no longer: a desktop's input
        methods and touch keyboards want to know."""
        if self._js is not None:
            return
        with suppress(pygame.error):
            if field is None:
                pygame.key.stop_text_input()
            else:
                pygame.key.start_text_input()
                pygame.key.set_text_input_rect(field)

    # -- messages of the page ----------------------------------------------------------------------

    def events(self) -> list[str]:
        """Words for what happened on the page since the last call: "back", "size", "update",
        "offline", "strength" where something that computers need has come, and "stored" with a name
        that another tab has stored, "chosen" with the name of what was tapped on the shelf before
        the game was there, "match" with a text or files that somebody gave to the page, see
        `given`, and "link" with one that was opened. What was done in the readout begins with one
        of DONE, and tells where, or what was typed.

        A requested text goes straight to its `take`, a file to where it is read, and the outcome of
        a copy to its `then`.
        """
        if self._js is None:
            return []
        written = str(self._js.events())
        words, self._words = self._words, []
        for kind, text in json.loads(written) if written else []:
            if self.clipboard.heard(kind, text):
                continue
            if kind == "strength":
                self._begin(self._bring(*text.split(" ")))
            elif kind == "arrays":
                self._begin(self._bring_arrays())
            elif kind == "chosen":
                words.append(f"chosen {text}")
            elif kind == "match":
                words.append(f"match {text}")
            elif kind == "stored":
                words.append(f"stored {text.removesuffix('.txt')}")
            elif kind == "link":
                words.append(f"link {pasted(text)}")
            elif kind in READOUT_ACTIONS:
                words.append(f"{kind} {text}")
            else:
                words.append(kind)
        return words

    def _begin(self, work: Coroutine[None, None, None]) -> None:
        """Let something be done while the frames go on."""
        import asyncio

        task = asyncio.create_task(work)
        self._bringing.add(task)  # nobody else holds it
        task.add_done_callback(self._bringing.discard)

    async def _bring_arrays(self) -> None:
        """Have the runtime install numpy; computers begin to think then."""
        try:
            await importlib.import_module("platform").shell.source(_ARRAYS)
            importlib.invalidate_caches()
            if importlib.util.find_spec("numpy") is None:
                raise ImportError("it was not installed")
            locate.arrays_here = True
            self._words.append("strength")
        except Exception as error:
            self.fail(f"numpy cannot be had: {error!r}")

    async def _bring(self, size: str, address: str) -> None:
        """Put a file that comes after the shelf where its game looks for it."""
        key, name = address.split("/")[-2:]
        # Whatever goes wrong, the readers of the file go on saying that it is missing.
        with suppress(Exception):
            async with importlib.import_module("platform").fopen(address, "rb") as file:
                data = file.read()
            if len(data) == int(size):
                locate.path(key, name).write_bytes(data)
                self._words.append("strength")

    @property
    def offline(self) -> bool:
        """Whether everything is here to play without a network."""
        return self._is("offline")

    @property
    def update(self) -> bool:
        """Whether a newer Flipside waits to be taken."""
        return self._is("update")

    def take_update(self) -> None:
        """Begin anew with the newer Flipside."""
        if self._js is not None:
            self._js.take_update()

    def at_risk(self, text: str) -> None:
        """The matches that will be lost with the page, as one text; empty if all are saved."""
        if self._js is not None:
            self._js.at_risk(text)

    def started(self) -> None:
        """The first picture is drawn: the page may show it."""
        if self._js is not None:
            self._js.started()

    def playing(self, on: bool) -> None:
        """A match is on the table, or no longer: keep the screen awake meanwhile."""
        if self._js is not None:
            self._js.playing("yes" if on else "no")

    def holds_back(self, on: bool) -> None:
        """Something is open that going back closes, or no longer: then it leaves the page."""
        if self._js is not None:
            self._js.holds_back("yes" if on else "no")

    def finished(self) -> None:
        """A match was finished: a good moment to ask that saves be kept for good."""
        if self._js is not None:
            self._js.finished()

    def fail(self, details: str) -> None:
        """A mistake of ours: show what to do."""
        if self._js is None:
            raise RuntimeError(details)
        self._js.fail(details)

    # -- where saves lie ---------------------------------------------------------------------------

    def data_folder(self) -> Path | None:
        """Where this platform keeps a person's data for Flipside; None in a browser."""
        if self.in_browser:
            return None
        if sys.platform == "win32":
            return _base("APPDATA", "AppData", "Roaming") / "flipside"
        if sys.platform == "darwin":
            return _base("", "Library", "Application Support") / "flipside"
        return _base("XDG_DATA_HOME", ".local", "share") / "flipside"

    def open_store(self) -> Store:
        """Open the store for saves: a folder, the browser's storage, or memory if that is
        forbidden."""
        folder = self.data_folder()
        if folder is not None:
            from game.services.storage.folder_store import FolderStore

            return FolderStore(folder)
        store = BrowserStore(self._js)
        return store if store.is_allowed() else MemoryStore(forbidden=True)


READOUT_ACTIONS = ("at", "do", "key", "typed")
"""What is done in the readout: a part gets the focus or is pressed, a key is, a line is typed."""

_ARRAYS = Path(__file__).resolve().parents[3] / "arrays.py"
"""What the runtime reads to install numpy; web/bundle.py puts it there."""


def _bridge() -> Any:
    """The object that web/page/bridge.js puts into the page."""
    # pygbag replaces the platform module by its own.
    return importlib.import_module("platform").window.flipside


def _base(variable: str, *below_home: str) -> Path:
    named = os.environ.get(variable, "") if variable else ""
    if named and Path(named).is_absolute():
        return Path(named)
    home = Path(os.path.expanduser("~"))
    return home.joinpath(*below_home) if home.is_absolute() else Path(tempfile.gettempdir())


def _pictures() -> Path:
    """Where a person's pictures lie on a desktop."""
    home = Path(os.path.expanduser("~"))
    named = None if sys.platform in ("win32", "darwin") else named_pictures(home)
    return named or home / "Pictures"
