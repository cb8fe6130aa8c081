"""The browser as a platform.

`window.flipside` (web/page/bridge.js) connects Python and the page. Its functions take and return
strings.
"""

import asyncio
import gc
import importlib
import json
import logging
import shutil
import sys
import time
from collections.abc import Coroutine, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pygame

import flipside
from flipside.game.services.platform.clipboard import PageClipboard
from flipside.game.services.platform.gradual_import import import_in_steps
from flipside.game.services.platform.platform import PagePicture, Platform, page_view
from flipside.game.services.storage.store import BrowserStore, NoStore, Store
from flipside.rules.engine import data_files

_LOG = logging.getLogger("flipside")

_STEP_SECONDS, _IDLE_STEP_SECONDS, _WAIT_STEP_SECONDS = 0.006, 0.012, 0.06
"""Seconds of each frame for importing numpy: while the page is used, while it is
idle, and while the player waits for numpy. The last still leaves a tap a response within 0.1 s."""

_QUIET_SECONDS = 1.0
"""Seconds after the shelf without heavy work, which could delay a first tap."""

_NUMPY = "numpy", "numpy.random", "numpy.typing"
"""The modules that the game imports."""

_INSTALL_SCRIPT = Path(flipside.__file__).resolve().parents[1] / "arrays.py"
"""A script that installs numpy in one step; web/bundle.py puts it there."""

_LIBRARIES = "_core/_multiarray_umath*.so", "linalg/_umath_linalg*.so", "random/*.so"
"""The libraries of numpy that games need. A slow tablet takes a second to compile all libraries."""


def _forget_numpy() -> None:
    """Remove the files and modules of a partly installed numpy."""
    shutil.rmtree(_INSTALL_SCRIPT.parent / "numpy", ignore_errors=True)
    for name in [name for name in sys.modules if name.partition(".")[0] == "numpy"]:
        del sys.modules[name]


def find_bridge() -> Any:
    """Return `window.flipside`."""
    # pygbag replaces the platform module with its own.
    return importlib.import_module("platform").window.flipside


class BrowserPlatform(Platform):
    """A page in a browser; `bridge` is the page's `window.flipside`."""

    kind, own_window, reads_aloud, sdl_gamepads = "browser", False, True, False

    def __init__(self, bridge: Any) -> None:
        clipboard = self._clipboard = PageClipboard(bridge)
        super().__init__(clipboard, PagePicture(bridge), None, bridge)
        self._late_events: list[tuple[str, str]] = []
        self._tasks: set[object] = set()
        self.numpy_ready = False
        self.idle = False
        """Whether the next frame may be late."""
        self.look()

    async def next_frame(self, rest: float = 0.0) -> list[pygame.event.Event]:
        """Wait for the next frame, or up to `rest` seconds while the page is not used."""
        self.idle, end = rest > 0, time.monotonic() + rest
        if self.idle and not self._tasks:
            self._js.rest(round(1000 * rest))
        await asyncio.sleep(0)
        while time.monotonic() < end and self._js.active() != "yes":
            await asyncio.sleep(0)
        return []

    def look(self) -> tuple[int, int] | None:
        """Read the page's size and preferences again; return the size of the surface in pixels."""
        self._view = page_view(self._js)
        self.media_preferences = frozenset(self._js.about("media preferences").split())
        return self._view.size

    # -- the person --------------------------------------------------------------------------------

    def languages(self) -> list[str]:
        """Return the codes of the browser's preferred languages, best first."""
        return [code[:2] for code in str(self._js.about("languages")).lower().split(",")]

    def entropy(self) -> int:
        """Return a random seed, 0 <= seed < 2**31."""
        return int(self._js.about("entropy")) % 2**31

    # -- the page ----------------------------------------------------------------------------------

    def events(self) -> list[tuple[str, str]]:
        """Return the events of the page since the last call, as pairs of kind and text.

        Answers of the page to the clipboard go to its callbacks and are not returned. If the page
        reports data files or numpy, they are fetched in the background.
        """
        page_events = str(self._js.events())
        events, self._late_events = self._late_events, []
        for kind, text in json.loads(page_events) if page_events else []:
            if kind == "strength":
                self.begin(self._fetch_data_file(*text.split(" ")))
            elif kind == "arrays":
                self.begin(self._install_numpy(text))
            elif not self._clipboard.handle(kind, text):
                events.append((kind, text))
        return events

    def begin(self, work: Coroutine[None, None, None]) -> None:
        """Run a coroutine in the background."""
        task = asyncio.create_task(work)
        self._tasks.add(task)  # the event loop keeps only weak references
        task.add_done_callback(self._tasks.discard)

    async def _install_numpy(self, address: str) -> None:
        """Unpack and import numpy, which searches need; `address` is the address of the wheel.

        If this fails, the script `_INSTALL_SCRIPT` installs numpy in one long step.
        """
        try:
            try:
                await self._unpack(address)
                for pattern in _LIBRARIES:
                    for library in (_INSTALL_SCRIPT.parent / "numpy").glob(pattern):
                        self._js.load_library(str(library))
                while self._js.about("libraries loading") == "yes":
                    await asyncio.sleep(0)
                await self._import_numpy()
            except Exception as error:
                _LOG.warning("numpy could not be unpacked; the runtime installs it: %r", error)
                _forget_numpy()
                await importlib.import_module("platform").shell.source(_INSTALL_SCRIPT)
                await self._import_numpy()
            gc.freeze()  # so that garbage collections between scenes do not scan numpy
            self.numpy_ready = True
            self._late_events.append(("strength", ""))
        except Exception as error:
            self.fail(f"numpy is not available: {error!r}", "")

    async def _unpack(self, address: str) -> None:
        """Let the page unpack a wheel; return after `_QUIET_SECONDS` unless the player waits.

        Raises OSError if the page cannot unpack it.
        """
        quiet_end = time.monotonic() + _QUIET_SECONDS
        self._js.unpack_wheel(address, str(_INSTALL_SCRIPT.parent))
        while (state := str(self._js.about("wheel"))) == "unpacking":
            await asyncio.sleep(0)
        if state:
            raise OSError(state)
        while time.monotonic() < quiet_end and not self.awaited:
            await asyncio.sleep(0)

    async def _import_numpy(self) -> None:
        importlib.invalidate_caches()
        for name in _NUMPY:
            await self._in_frames(import_in_steps(name))
            if name not in sys.modules:
                raise ImportError(f"{name} was not installed")

    async def _in_frames(self, steps: Iterator[None]) -> None:
        until = 0.0
        for _ in steps:
            if time.perf_counter() >= until:
                await asyncio.sleep(0)
                seconds = _IDLE_STEP_SECONDS if self.idle else _STEP_SECONDS
                seconds = _WAIT_STEP_SECONDS if self.awaited else seconds
                until = time.perf_counter() + seconds

    async def _fetch_data_file(self, size: str, address: str) -> None:
        """Download a data file of `size` bytes into the folder from which its game reads it."""
        key, name = address.split("/")[-2:]
        # After an error, the readers of the file report it as missing.
        with suppress(Exception):
            async with importlib.import_module("platform").fopen(address, "rb") as file:
                data = file.read()
            if len(data) == int(size):
                data_files.path(key, name).write_bytes(data)
                self._late_events.append(("strength", ""))

    def fail(self, details: str, words: str) -> None:
        """Show the page's error panel with the `details`; `words` are not used."""
        self._js.fail(details)

    def open_store(self, folder: Path | None = None) -> Store:
        """Return the browser's storage, or an empty store if the browser forbids storage."""
        store = BrowserStore(self._js)
        return store if store.is_allowed() else NoStore()
