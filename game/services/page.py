"""Where the program runs: on a desktop or inside a page of a browser.

The only file that asks which platform it is on, and the only one that talks to the browser: through
the functions of `window.flipside` in web/loader.js, with strings alone. A desktop gives harmless
defaults to whatever only a browser knows. Knows no game and no scene.
"""

import errno
import importlib.util
import json
import locale
import os
import secrets
import sys
import tempfile
import time
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pygame

from game.services.gallery import named_pictures
from game.services.plain import pasted
from game.services.sending import Files, Links
from rules.thinking import strength


class Page:
    """What the surroundings offer: window, languages, clipboard, chance, a place for saves."""

    def __init__(self) -> None:
        self.in_browser = sys.platform == "emscripten"
        self._js: Any = _bridge() if self.in_browser else None
        self._copied: str | None = None
        self._take: Callable[[str], None] | None = None
        self._then: Callable[[bool], None] | None = None
        self._words: list[str] = []
        self._bringing: set[object] = set()
        if self.in_browser:
            strength.arrays_here = False
        self._view = self._measured(MOST_PIXELS)
        self.picture = Picture(self)
        self.links = Links(lambda: self._js)
        self.files = Files(lambda: self._js, _pictures)
        self.wishes = self._wished()
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
        while time.monotonic() < end and self._js.stirred() != "yes":
            await asyncio.sleep(0)
        return []

    # -- the window --------------------------------------------------------------------------------

    def _measured(self, most: int) -> "_View":
        """The page, drawn with so many pixels at most."""
        if self._js is None:
            return _View()
        width, height, ratio, *insets = (float(part) for part in self._js.view().split(","))
        # One pixel for each of the device's, until drawing them takes too long.
        dense, one = ((count / max(1.0, width * height)) ** 0.5 for count in (most, MOST_SINGLE))
        # In quarters most lengths are whole pixels, so that nothing lies elsewhere at rest.
        dense = min(ratio, int(dense * 4) / 4 if dense >= 1 else max(dense, min(1.0, one)))
        # On a slip of a screen everything is drawn smaller, so that it fits.
        scale = dense * min(1.0, width / LEAST, height / LEAST)
        left, top, right, bottom = (round(inset * dense) for inset in insets)
        size = max(1, round(width * dense)), max(1, round(height * dense))
        return _View(size, max(scale, 0.1), (left, top, right, bottom))

    def look(self) -> tuple[int, int] | None:
        """Measure the page again, and ask what the system wishes; its size in pixels of the
        surface, None on a desktop."""
        self._view = self._measured(MOST_PIXELS)
        self.wishes = self._wished()
        return self._view.size

    @property
    def size(self) -> tuple[int, int] | None:
        """Pixels of the surface at the last look, None on a desktop."""
        return self._view.size

    def pixel_ratio(self) -> float:
        """Pixels of the surface per pixel of the layout."""
        return self._view.ratio

    def safe_area(self) -> tuple[int, int, int, int]:
        """Pixels to keep free at left, top, right and bottom: notches and rounded corners."""
        return self._view.safe

    # -- the person --------------------------------------------------------------------------------

    def languages(self) -> list[str]:
        """Codes of the languages the system prefers, such as "de", best first; maybe none."""
        if self._js is not None:
            return [code[:2] for code in str(self._js.about("languages")).lower().split(",")]
        found: dict[str, None] = {}
        for spoken in (*_named_by_environment(), *_named_by_system()):
            code = spoken.replace("-", "_").split("_")[0].split(".")[0].strip().lower()
            if code.isascii() and code.isalpha() and 2 <= len(code) <= 3:
                found[code] = None
        return list(found)

    def _wished(self) -> frozenset[str]:
        """What the system asks for. A desktop cannot be asked: neither SDL 2 nor pygame tells."""
        return frozenset() if self._js is None else frozenset(self._js.about("wishes").split())

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

    # -- text in and out ---------------------------------------------------------------------------

    def copy(self, text: str) -> bool:
        """Put a text on a desktop's clipboard; False if only this program can paste it."""
        self._copied = text
        try:
            pygame.scrap.put_text(text)
        except _NO_CLIPBOARD:
            return False
        return True

    def hand_over(self, text: str, title: str, no: str, then: Callable[[bool], None]) -> None:
        """Put a text on the clipboard and tell `then` whether it is there. A browser may want a
        button of the page pressed for that; if nobody presses it, nothing is told."""
        if self._js is None:
            then(self.copy(text))
        else:
            self._then = then
            self._js.copy(text, title, title, no)

    def paste(self) -> str | None:
        """The text on the clipboard, or else the one copied last; None if there is none."""
        try:
            text = pygame.scrap.get_text()
        except _NO_CLIPBOARD:
            return self._copied
        return text or self._copied

    def ask_text(self, title: str, yes: str, no: str, take: Callable[[str], None]) -> None:
        """Give `take` the text to paste: at once, or when a person has put it into the page."""
        if self._js is None:
            take(pasted(self.paste() or ""))
        else:
            self._take = take
            self._js.ask(title, yes, no)

    def ask_line(
        self, title: str, now: str, longest: int, yes: str, no: str, take: Callable[[str], None]
    ) -> bool:
        """Let a person write one line into a field of the page, which brings a keyboard up, and
        give it to `take`; False on a desktop, where nobody is asked."""
        if self._js is None:
            return False
        self._take = take
        self._js.ask_line(title, now, str(longest), yes, no)
        return True

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

    def mail(self) -> list[str]:
        """Words for what happened on the page since the last call: "back", "size", "update",
        "offline", "strength" where something that computers need has come, and "stored" with a name
        that another tab has stored, "chosen" with the name of what was tapped on the shelf before
        the game was there, "match" with a text that somebody shared with the page, and "link" with
        one that was opened. What was done in the readout begins with one of DONE, and tells where,
        or what was typed.

        A text that was asked for goes straight to whoever asked, a file to where it is read, and
        whoever handed a text over is told.
        """
        if self._js is None:
            return []
        written = str(self._js.mail())
        words, self._words = self._words, []
        for kind, text in json.loads(written) if written else []:
            if kind == "text" and self._take is not None:
                take, self._take = self._take, None
                take(pasted(text))
            elif kind == "copied" and self._then is not None:
                then, self._then = self._then, None
                then(True)
            elif kind == "strength":
                self._begin(self._bring(*text.split(" ")))
            elif kind == "arrays":
                self._begin(self._bring_arrays())
            elif kind == "chosen":
                words.append(f"chosen {text}")
            elif kind == "match":
                words.append(f"match {pasted(text)}")
            elif kind == "stored":
                words.append(f"stored {text.removesuffix('.txt')}")
            elif kind == "link":
                words.append(f"link {pasted(text)}")
            elif kind in DONE:
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
            strength.arrays_here = True
            self._words.append("strength")
        except Exception as error:
            self.fail(f"numpy cannot be had: {error!r}")

    async def _bring(self, size: str, address: str) -> None:
        """Put a file that comes after the shelf where its game looks for it."""
        key, name = address.split("/")[-2:]
        # Whatever goes wrong, whoever needs the file goes on saying that it is missing.
        with suppress(Exception):
            async with importlib.import_module("platform").fopen(address, "rb") as file:
                data = file.read()
            if len(data) == int(size):
                strength.path(key, name).write_bytes(data)
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

    def keeps(self) -> bool:
        """Whether the browser lets this page store anything at all."""
        try:
            self.stored("")
        except OSError:
            return False
        return True

    def takes(self) -> bool:
        """Whether the browser takes a text to be stored just now."""
        return self._is("takes")

    def stored(self, name: str) -> str | None:
        """A text in the browser's storage, or None; OSError where storage is forbidden."""
        found = str(self._js.stored(name))
        if found.startswith("!"):
            raise OSError(found[1:])
        return found[1:] if found else None

    def store(self, name: str, text: str) -> None:
        """Put a text into the browser's storage; OSError if it is full or forbidden."""
        trouble = str(self._js.store(name, text))
        if trouble:
            full = "quota" in trouble.lower()  # browsers name the error differently
            raise OSError(errno.ENOSPC if full else errno.EACCES, trouble)

    def unstore(self, name: str) -> None:
        """Take a text out of the browser's storage."""
        self._js.unstore(name)

    def stored_names(self) -> list[str]:
        """The names of all texts in the browser's storage."""
        return [name for name in str(self._js.names()).split("\n") if name]


DONE = ("at", "do", "key", "typed")
"""What is done in the readout: a part gets the focus or is pressed, a key is, a line is typed."""

LEAST = 360
"""CSS pixels that scenes need in both directions."""

MOST_PIXELS = 1_600_000
"""Pixels of the surface in a browser, which looks at all of them for every frame drawn."""

MOST_SINGLE = 2_200_000
"""The same where there is no more than one pixel for each of the layout's."""

MOST_AT_REST = 6_000_000
"""Pixels in a browser of what is drawn once nothing moves."""

_ARRAYS = Path(__file__).resolve().parents[2] / "arrays.py"
"""What the runtime reads to install numpy; web/site.py puts it there."""

RGB = (0xFF, 0xFF00, 0xFF0000)
"""The bits of red, green and blue in a pixel as a page wants it."""


class Picture:
    """What a page shows: the window, and over it what rests, with all pixels of the screen."""

    def __init__(self, page: Page) -> None:
        self._page = page

    @property
    def _can(self) -> bool:
        return self._page._is("picture")

    def ratio(self) -> float:
        """Pixels of what is drawn with all pixels of the screen per pixel of the layout."""
        page = self._page
        return max(page.pixel_ratio(), page._measured(MOST_AT_REST).ratio)

    def renew(self) -> None:
        """The window was made anew and is empty."""
        if self._page._js is not None:
            self._page._js.renew()

    def show(self, surface: pygame.Surface) -> list[pygame.Rect]:
        """Put the surface of the window on the screen; where that is not sharp by now."""
        if not (self._can and surface.get_masks()[:3] == RGB):
            pygame.display.flip()
            return []
        found = str(self._page._js.show(",".join(map(str, _in_memory(surface)))))
        edges = [int(edge) for edge in found.replace(";", ",").split(",") if edge]
        places = zip(*(iter(edges),) * 4, strict=True)
        return [pygame.Rect(x, y, right - x, bottom - y) for x, y, right, bottom in places]

    def readout(self, told: str) -> None:
        """Show the same in words: what has changed of them, as JSON (`readout.py`)."""
        if self._page._js is not None:
            self._page._js.readout(told)

    def denser(self) -> Page | None:
        """The same page with all pixels of the screen, for what is drawn only once; None where
        the window has them all, as on a desktop."""
        view = self._page._measured(MOST_AT_REST)
        if view.ratio <= self._page.pixel_ratio() or not self._can:
            return None
        page = copy(self._page)
        page._view = view
        return page

    def at(self, ratio: float) -> Page:
        """The same page with so many pixels of a surface to each of the layout's, for pictures."""
        page = copy(self._page)
        page._js = None  # whatever the screen is like, the picture is the same
        page._view = _View(ratio=ratio)
        page.picture = Picture(page)
        return page

    def sharpen(self, surface: pygame.Surface, places: Sequence[pygame.Rect]) -> None:
        """Put these places of a surface with all pixels of the screen over the window."""
        rows = [_in_memory(surface), *map(tuple, places)]
        self._page._js.sharpen(";".join(",".join(map(str, row)) for row in rows))


@dataclass(frozen=True)
class _View:
    """The page's size in pixels of the surface, their ratio to CSS pixels, and safe insets."""

    size: tuple[int, int] | None = None
    ratio: float = 1.0
    safe: tuple[int, int, int, int] = (0, 0, 0, 0)


def _in_memory(surface: pygame.Surface) -> tuple[int, int, int, int]:
    """Where the pixels of a surface begin, the bytes of a row, width and height."""
    return surface._pixels_address, surface.get_pitch(), *surface.get_size()


def _bridge() -> Any:
    """The object that web/loader.js puts into the page."""
    # pygbag replaces the platform module by its own.
    return importlib.import_module("platform").window.flipside


_NO_CLIPBOARD = (pygame.error, AttributeError, NotImplementedError, OSError, TypeError, ValueError)
"""What pygame.scrap raises without a window or a clipboard, or for text it cannot carry."""


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


def _named_by_environment() -> Iterator[str]:
    chosen = next(
        (os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)),
        "",
    )
    if chosen.split(".")[0] not in ("", "C", "POSIX"):
        yield from os.environ.get("LANGUAGE", "").split(":")
        yield chosen


def _named_by_system() -> Iterator[str]:
    with suppress(pygame.error, AttributeError, KeyError, NotImplementedError):  # an older SDL
        for preferred in pygame.system.get_pref_locales():
            yield str(preferred["language"])
    with suppress(ValueError):  # a locale that Python does not know
        yield locale.getlocale()[0] or ""
