"""The platform: what the desktop or the browser around the program offers, with the picture of the
window and the size of a page.

`open_services` chooses once; nothing else asks where the program runs.
"""

import re
import time
from base64 import b64encode
from collections.abc import Callable, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import dataclass
from itertools import chain, count
from pathlib import Path
from typing import Any, BinaryIO, Self
from urllib.parse import urlsplit

import pygame

from flipside.game.services.platform.clipboard import Clipboard
from flipside.game.services.storage.store import Store

ADDRESS_FILE = Path(__file__).resolve().parents[3] / "assets" / "address.txt"
"""Holds the address of the published page; before there is one, a name that nobody can have."""

_NOBODYS = re.compile(r"(.*\.)?(example(\.(com|net|org))?|invalid|test|localhost)")
"""Hosts that are reserved (RFC 2606), so that no page can be found there."""


class Links:
    """Links to matches; `bridge` is that of the platform."""

    def __init__(self, bridge: Any) -> None:
        self._js = bridge

    @property
    def address(self) -> str:
        """The address at which anybody can open Flipside: that of this page, or the published one
        if others cannot reach this one; "" while none is published."""
        return str(self._js.about("address")) or _published()

    @property
    def can_send(self) -> bool:
        """Whether the system can send a link by itself."""
        return bool(self._js.about("shares") == "yes")

    def send(self, title: str, link: str) -> None:
        """Let the system send a link."""
        self._js.share(title, link)


class Files:
    """Pictures and other files given to the player; `bridge` is that of the platform."""

    def __init__(self, bridge: Any, folder: Path | None) -> None:
        """`folder` is the player's folder for pictures; without one, files are downloaded."""
        self._js = bridge
        self.folder = folder

    @property
    def downloads(self) -> bool:
        """Whether files are downloaded, since there is no folder for them."""
        return self.folder is None

    @property
    def can_send(self) -> bool:
        """Whether the system can send a file by itself."""
        return bool(self._js.about("sends files") == "yes")

    def send(self, name: str, kind: str, data: bytes) -> None:
        """Let the system send a file of that media type."""
        self._js.send_file(name, kind, b64encode(data).decode("ascii"))

    def download(self, name: str, kind: str, data: bytes) -> None:
        """Download a file of that media type."""
        self._js.download_file(name, kind, b64encode(data).decode("ascii"))


def write_new_file(folder: Path, name: str, data: bytes) -> Path:
    """Write a file under `name`, or with a number added if that is taken; return its path.

    A link counts as taken, wherever it leads. Raises OSError if the file cannot be written, and
    leaves nothing behind.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path, file = _opened_new(folder / name)
    try:
        with file:
            file.write(data)
    except OSError:
        with suppress(OSError):
            path.unlink()
        raise
    return path


def _opened_new(wanted: Path) -> tuple[Path, BinaryIO]:
    """Open the first free name in the moment in which it is found free."""
    numbered = (wanted.with_stem(f"{wanted.stem}-{number}") for number in count(2))
    for path in chain([wanted], numbered):
        with suppress(FileExistsError):
            return path, path.open("xb")
    raise AssertionError("there is always another number")


def _published() -> str:
    """Return the published address, "" for none or one that leads nowhere."""
    try:
        address = ADDRESS_FILE.read_text("utf-8").strip()
        host = urlsplit(address).hostname or ""
    except (OSError, ValueError):
        return ""
    whole = re.fullmatch(r"https?://[^\s#]+", address) and "." in host.strip(".")
    return address if whole and not _NOBODYS.fullmatch(host) else ""


_MIN_SIDE_PIXELS = 360
"""Least width and height of scenes in CSS pixels; web/page/shelf.js computes the same view."""

_MAX_PIXELS = 6_000_000
"""Most pixels of the surface in a browser."""


@dataclass(frozen=True)
class View:
    """The page's size in pixels of the surface, their ratio to CSS pixels, and safe insets."""

    size: tuple[int, int] | None = None
    ratio: float = 1.0
    safe: tuple[int, int, int, int] = (0, 0, 0, 0)


def measured(js: Any) -> View:
    """Measure the page; `js` is the bridge."""
    width, height, ratio, *insets = (float(part) for part in js.view().split(","))
    most = (_MAX_PIXELS / max(1.0, width * height)) ** 0.5
    # In quarters most lengths are whole pixels.
    dense = min(ratio, int(most * 4) / 4 if most >= 1 else most)
    # On a slip of a screen everything is drawn smaller, so that it fits.
    scale = dense * min(1.0, width / _MIN_SIDE_PIXELS, height / _MIN_SIDE_PIXELS)
    left, top, right, bottom = (round(inset * dense) for inset in insets)
    size = max(1, round(width * dense)), max(1, round(height * dense))
    return View(size, max(scale, 0.1), (left, top, right, bottom))


_PAGE_MASKS = (0xFF, 0xFF00, 0xFF0000)
"""Bit masks of red, green and blue in a pixel as a page reads it."""


class Picture:
    """The window's picture, shown by SDL; `bridge` is that of the platform."""

    blending = 0
    """Flags of `pygame.Surface.blit` that blend soonest where the picture is drawn."""

    def __init__(self, bridge: Any) -> None:
        self._js = bridge

    @property
    def turns(self) -> bool:
        """Whether a page reads the picture in Python's memory, and so can `turn` it."""
        return bool(self._js.about("picture") == "yes")

    def open(self, size: tuple[int, int], flags: int) -> pygame.Surface:
        """Give the window that size; return the surface to draw on, which may be larger."""
        surface = pygame.display.set_mode(size, flags)
        self.renew()
        return surface

    def renew(self) -> None:
        """Tell that the window was made anew and is empty."""
        self._js.renew()

    def show(self, surface: pygame.Surface, places: Sequence[pygame.Rect]) -> None:
        """Show these places of the window's surface."""
        pygame.display.update(list(places))

    def turn(self, side: str, width: float, light: float) -> None:
        """Show one side of the picture, "old" or "new", at shares of its width and brightness;
        places shown while it is the old one are seen on the new one. "" is the new one at rest."""
        self._js.turn(side, width, light)

    def readout(self, told: str) -> None:
        """Show the change of the readout, as JSON (`readout.difference`)."""
        self._js.readout(told)


class PagePicture(Picture):
    """The window's picture on a page, which reads it in Python's memory if it can."""

    blending = pygame.BLEND_ALPHA_SDL2
    """SDL's way takes a sixth of the time of pygame's here, on a desktop many times of it."""

    def open(self, size: tuple[int, int], flags: int) -> pygame.Surface:
        """Give SDL a window in CSS pixels where the page reads the picture: SDL puts all of its
        own picture on the page once, which takes a slow tablet 300 ms in full size."""
        if not self.turns:
            return super().open(size, flags)
        width, height = (max(1, round(float(part))) for part in self._js.view().split(",")[:2])
        window = super().open((width, height), flags)
        surface = pygame.Surface(size, 0, window)
        return surface if surface.get_masks()[:3] == _PAGE_MASKS else super().open(size, flags)

    def show(self, surface: pygame.Surface, places: Sequence[pygame.Rect]) -> None:
        """Show these places of the window's surface; all of it if the page cannot read it."""
        if not self.turns or surface.get_masks()[:3] != _PAGE_MASKS:
            pygame.display.flip()
            return
        memory = surface._pixels_address, surface.get_pitch(), *surface.get_size()
        rows = [memory, *map(tuple, places)]
        self._js.show(";".join(",".join(map(str, row)) for row in rows))


class NoPage:
    """What a desktop has in the place of a page's bridge: it takes any call and answers ""."""

    def __getattr__(self, name: str) -> Callable[..., str]:
        return lambda *words: ""


class Platform:
    """The methods of every platform; features that only a browser has do nothing on a desktop."""

    kind = ""
    """The end of the keys of texts that name the place: "desktop" or "browser"."""
    own_window = True
    """Whether the window can be closed, hidden and shown on the full screen."""
    reads_aloud = False
    """Whether a screen reader gets what is on the screen."""
    sdl_gamepads = True
    """Whether SDL knows the buttons of gamepads; else they have the numbers of the web's list."""
    arrays_here = True
    """Whether numpy can be imported, without which nothing is searched; a page loads it late."""
    media_preferences: frozenset[str] = frozenset()
    """Preferences of the system, read by `look`: "dark" colours, "calm" (no motion), "contrast"."""

    def __init__(
        self, clipboard: Clipboard, picture: Picture, pictures: Path | None, bridge: Any
    ) -> None:
        """`pictures` is the player's folder for pictures on a desktop, `bridge` the page's
        `window.flipside` or `NoPage`."""
        self.clipboard = clipboard
        self.links = Links(bridge)
        self.files = Files(bridge, pictures)
        self.picture = picture
        self._js = bridge
        self._view = View()

    # -- the window --------------------------------------------------------------------------------

    async def next_frame(self, rest: float = 0.0) -> list[pygame.event.Event]:
        """Wait for the next frame, or up to `rest` seconds for an event; return events met."""
        raise NotImplementedError

    def look(self) -> tuple[int, int] | None:
        """Read size and preferences again; return the size in pixels of the surface, None if the
        window's own holds."""
        return None

    def pixel_ratio(self) -> float:
        """Return the pixels of the surface per CSS pixel."""
        return self._view.ratio

    def safe_area(self) -> tuple[int, int, int, int]:
        """Return the pixels to keep free at left, top, right and bottom: notches, round corners."""
        return self._view.safe

    def at(self, ratio: float) -> Self:
        """Return this platform with `ratio` pixels per CSS pixel and no screen, for pictures."""
        platform = copy(self)
        platform._view = View(ratio=ratio)
        platform.picture = Picture(NoPage())
        return platform

    # -- the person --------------------------------------------------------------------------------

    def languages(self) -> list[str]:
        """Return the codes of the languages the system prefers, such as "de", best first."""
        raise NotImplementedError

    def entropy(self) -> int:
        """Return a fresh seed, 0 <= seed < 2**31."""
        raise NotImplementedError

    def now(self) -> str:
        """Return the local time, as 2026-01-31 18:30:05."""
        return time.strftime("%Y-%m-%d %H:%M:%S")

    def say(self, sentence: str) -> None:
        """Announce a sentence, unless it is empty, to screen readers, where the platform can."""
        if sentence:
            self._js.say(sentence)

    def typing(self, field: pygame.Rect | None) -> None:
        """Tell input methods where a line is typed, in pixels; None when that ends."""

    # -- the page ----------------------------------------------------------------------------------

    def events(self) -> list[tuple[str, str]]:
        """Return what has happened on the page since the last call: kinds (`PageEvents.hear`) and
        their texts."""
        return []

    @property
    def offline(self) -> bool:
        """Whether everything is here to play without a network."""
        return bool(self._js.about("offline") == "yes")

    @property
    def update(self) -> bool:
        """Whether a newer Flipside waits to be applied."""
        return bool(self._js.about("update") == "yes")

    def take_update(self) -> None:
        """Restart with the newer version."""
        self._js.take_update()

    def at_risk(self, text: str) -> None:
        """Tell which matches are lost when the page closes, as one text; "" if all are saved."""
        self._js.at_risk(text)

    def started(self) -> None:
        """Tell that the first picture is drawn."""
        self._js.started()

    def keep_awake(self, on: bool) -> None:
        """Keep the screen awake from now on, or let it go dark."""
        self._js.playing("yes" if on else "no")

    def holds_back(self, on: bool) -> None:
        """Tell whether going back closes something in the game instead of leaving the page."""
        self._js.holds_back("yes" if on else "no")

    def finished(self) -> None:
        """Tell that a match has ended: a good moment to ask for permanent storage."""
        self._js.finished()

    def fail(self, details: str, words: str) -> None:
        """Show that an error ends the program: in `words`, and a page with the `details`."""
        raise NotImplementedError

    def open_store(self, folder: Path | None = None) -> Store:
        """Open the store for saves; `folder` replaces a desktop's own."""
        raise NotImplementedError
