"""The interface of a platform: a desktop or a browser, with the window's picture.

`open_services` chooses the platform once; no other code asks where the program runs.
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
"""Contains the address of the published page, or a reserved name if there is none."""

_RESERVED_HOST = re.compile(r"(.*\.)?(example(\.(com|net|org))?|invalid|test|localhost)")
"""Host names that are reserved (RFC 2606), so that no page can have them."""


class Links:
    """Links to matches; `bridge` is that of the platform."""

    def __init__(self, bridge: Any) -> None:
        self._js = bridge

    @property
    def address(self) -> str:
        """The address of this page, else the published one, "" if others can reach neither."""
        return str(self._js.about("address")) or _published()

    @property
    def can_send(self) -> bool:
        """Whether the system can send a link."""
        return bool(self._js.about("shares") == "yes")

    def send(self, title: str, link: str) -> None:
        """Send a link with the system's share sheet."""
        self._js.share(title, link)


class Files:
    """Pictures and other files for the player; `bridge` is that of the platform."""

    def __init__(self, bridge: Any, folder: Path | None) -> None:
        """Use the player's `folder` for pictures; without one, files are downloaded."""
        self._js = bridge
        self.folder = folder

    @property
    def downloads(self) -> bool:
        """Whether files are downloaded, because there is no folder for them."""
        return self.folder is None

    @property
    def can_send(self) -> bool:
        """Whether the system can send a file."""
        return bool(self._js.about("sends files") == "yes")

    def send(self, name: str, kind: str, data: bytes) -> None:
        """Open the system's share sheet with a file; `kind` is its media type."""
        self._js.send_file(name, kind, b64encode(data).decode("ascii"))

    def download(self, name: str, kind: str, data: bytes) -> None:
        """Download a file of that media type."""
        self._js.download_file(name, kind, b64encode(data).decode("ascii"))


def write_new_file(folder: Path, name: str, data: bytes) -> Path:
    """Write a file under `name`, with a number added if the name exists; return its path.

    A link counts as existing, wherever it leads. Raises OSError, and removes the file, if it cannot
    be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path, file = _open_new(folder / name)
    try:
        with file:
            file.write(data)
    except OSError:
        with suppress(OSError):
            path.unlink()
        raise
    return path


def _open_new(path: Path) -> tuple[Path, BinaryIO]:
    """Create a file under the first free name, in one step with the check that it is free."""
    alternatives = (path.with_stem(f"{path.stem}-{number}") for number in count(2))
    for free in chain([path], alternatives):
        with suppress(FileExistsError):
            return free, free.open("xb")
    raise AssertionError("there is always another number")


def _published() -> str:
    """Return the published address, "" if there is none or it is not valid."""
    try:
        address = ADDRESS_FILE.read_text("utf-8").strip()
        host = urlsplit(address).hostname or ""
    except (OSError, ValueError):
        return ""
    whole = re.fullmatch(r"https?://[^\s#]+", address) and "." in host.strip(".")
    return address if whole and not _RESERVED_HOST.fullmatch(host) else ""


_MIN_SIDE_PIXELS = 360
"""Minimum width and height of scenes in CSS pixels; web/page/shelf.js computes the same view."""

_MAX_PIXELS = 6_000_000
"""Pixels of the surface in a browser, at most."""


@dataclass(frozen=True)
class View:
    """The page's size in pixels of the surface, their ratio to CSS pixels, and safe insets."""

    size: tuple[int, int] | None = None
    ratio: float = 1.0
    safe: tuple[int, int, int, int] = (0, 0, 0, 0)


def page_view(js: Any) -> View:
    """Return the size of the page; `js` is the bridge."""
    width, height, ratio, *insets = (float(part) for part in js.view().split(","))
    most = (_MAX_PIXELS / max(1.0, width * height)) ** 0.5
    # With multiples of 1/4, most lengths are whole pixels.
    dense = min(ratio, int(most * 4) / 4 if most >= 1 else most)
    # On a very small screen everything is drawn smaller, so that it fits.
    scale = dense * min(1.0, width / _MIN_SIDE_PIXELS, height / _MIN_SIDE_PIXELS)
    left, top, right, bottom = (round(inset * dense) for inset in insets)
    size = max(1, round(width * dense)), max(1, round(height * dense))
    return View(size, max(scale, 0.1), (left, top, right, bottom))


_PAGE_MASKS = (0xFF, 0xFF00, 0xFF0000)
"""Bit masks of red, green and blue in the pixels that a page reads."""


class Picture:
    """The window's picture, shown by SDL; `bridge` is that of the platform."""

    blending = 0
    """The flags of `pygame.Surface.blit` that blend fastest on this platform."""

    def __init__(self, bridge: Any) -> None:
        self._js = bridge

    @property
    def transforms(self) -> bool:
        """Whether a page reads the picture from Python's memory, so that it can `transform` it."""
        return bool(self._js.about("picture") == "yes")

    def open(self, size: tuple[int, int], flags: int) -> pygame.Surface:
        """Resize the window; return the surface to draw on, which may be larger."""
        surface = pygame.display.set_mode(size, flags)
        self.renew()
        return surface

    def renew(self) -> None:
        """Report that the window was created again and is empty."""
        self._js.renew()

    def show(self, surface: pygame.Surface, places: Sequence[pygame.Rect]) -> None:
        """Show these places of the window's surface."""
        pygame.display.update(list(places))

    def transform(self, side: str, width: float, light: float) -> None:
        """Show one side of the picture, "old" or "new", scaled in width and brightness.

        Places that are shown while the old side is visible appear on the new side. "" is the new
        side at rest.
        """
        self._js.turn(side, width, light)

    def readout(self, change: str) -> None:
        """Show the change of the readout, as JSON (`readout.difference`)."""
        self._js.readout(change)


class PagePicture(Picture):
    """The window's picture on a page, which reads it from Python's memory if it can."""

    blending = pygame.BLEND_ALPHA_SDL2
    """SDL's blending takes a sixth of the time of pygame's on a page, and many times of it on a
    desktop."""

    def open(self, size: tuple[int, int], flags: int) -> pygame.Surface:
        """Open a window in CSS pixels if the page reads the picture.

        SDL copies its whole picture to the page once, which takes a slow tablet 300 ms in full
        size.
        """
        if not self.transforms:
            return super().open(size, flags)
        width, height = (max(1, round(float(part))) for part in self._js.view().split(",")[:2])
        window = super().open((width, height), flags)
        surface = pygame.Surface(size, 0, window)
        return surface if surface.get_masks()[:3] == _PAGE_MASKS else super().open(size, flags)

    def show(self, surface: pygame.Surface, places: Sequence[pygame.Rect]) -> None:
        """Show these places of the window's surface, or all of it if the page cannot read it."""
        if not self.transforms or surface.get_masks()[:3] != _PAGE_MASKS:
            pygame.display.flip()
            return
        memory = surface._pixels_address, surface.get_pitch(), *surface.get_size()
        rows = [memory, *map(tuple, places)]
        self._js.show(";".join(",".join(map(str, row)) for row in rows))


class NoPage:
    """The bridge of a desktop: it accepts any call and returns ""."""

    def __getattr__(self, name: str) -> Callable[..., str]:
        return lambda *words: ""


class Platform:
    """The interface of all platforms; methods for browsers do nothing on a desktop."""

    kind = ""
    """The last part of the keys of texts about the platform: "desktop" or "browser"."""
    own_window = True
    """Whether the window can be closed, hidden and made full screen."""
    reads_aloud = False
    """Whether a screen reader gets the contents of the screen."""
    sdl_gamepads = True
    """Whether SDL names the buttons of gamepads; else they are numbered as in the web's API."""
    numpy_ready = True
    """Whether numpy can be imported, which searches need; a page loads it late."""
    media_preferences: frozenset[str] = frozenset()
    """The system's preferences, read by `look`: "dark" colours, "calm" (no motion), "contrast"."""

    def __init__(
        self, clipboard: Clipboard, picture: Picture, pictures: Path | None, bridge: Any
    ) -> None:
        """Take the player's folder for pictures on a desktop, and the page's `window.flipside`."""
        self.clipboard = clipboard
        self.links = Links(bridge)
        self.files = Files(bridge, pictures)
        self.picture = picture
        self._js = bridge
        self._view = View()

    # -- the window --------------------------------------------------------------------------------

    async def next_frame(self, rest: float = 0.0) -> list[pygame.event.Event]:
        """Wait for the next frame, or up to `rest` seconds for an event; return such events."""
        raise NotImplementedError

    def look(self) -> tuple[int, int] | None:
        """Read size and preferences again; return the surface's size, None for the window's."""
        return None

    def pixel_ratio(self) -> float:
        """Return the pixels of the surface per CSS pixel."""
        return self._view.ratio

    def safe_area(self) -> tuple[int, int, int, int]:
        """Return the insets at left, top, right and bottom, in pixels: notches, round corners."""
        return self._view.safe

    def at(self, ratio: float) -> Self:
        """Return a copy with `ratio` pixels per CSS pixel and no screen, for pictures."""
        platform = copy(self)
        platform._view = View(ratio=ratio)
        platform.picture = Picture(NoPage())
        return platform

    # -- the person --------------------------------------------------------------------------------

    def languages(self) -> list[str]:
        """Return the codes of the system's preferred languages, such as "de", best first."""
        raise NotImplementedError

    def entropy(self) -> int:
        """Return a fresh seed, 0 <= seed < 2**31."""
        raise NotImplementedError

    def now(self) -> str:
        """Return the local time, as 2026-01-31 18:30:05."""
        return time.strftime("%Y-%m-%d %H:%M:%S")

    def say(self, sentence: str) -> None:
        """Announce a sentence to screen readers, unless it is empty."""
        if sentence:
            self._js.say(sentence)

    def typing(self, field: pygame.Rect | None) -> None:
        """Start text input for a line at `field`, in pixels; None ends it."""

    # -- the page ----------------------------------------------------------------------------------

    def events(self) -> list[tuple[str, str]]:
        """Return the page's events since the last call: kinds (`PageEvents.hear`) and texts."""
        return []

    @property
    def offline(self) -> bool:
        """Whether all files for playing without a network are present."""
        return bool(self._js.about("offline") == "yes")

    @property
    def update(self) -> bool:
        """Whether a newer Flipside can be applied."""
        return bool(self._js.about("update") == "yes")

    def take_update(self) -> None:
        """Restart with the newer version."""
        self._js.take_update()

    def at_risk(self, text: str) -> None:
        """Report as text which matches are lost when the page closes; "" if all are saved."""
        self._js.at_risk(text)

    def started(self) -> None:
        """Report that the first picture is drawn."""
        self._js.started()

    def keep_awake(self, on: bool) -> None:
        """Keep the screen on, or let it turn off."""
        self._js.playing("yes" if on else "no")

    def holds_back(self, on: bool) -> None:
        """Report whether going back closes something in the game instead of leaving the page."""
        self._js.holds_back("yes" if on else "no")

    @property
    def can_vibrate(self) -> bool:
        """Whether this is a touch device that vibrates."""
        return bool(self._js.about("vibrates") == "yes")

    def vibrate(self) -> None:
        """Vibrate for a moment."""
        self._js.vibrate()

    def finished(self) -> None:
        """Report the end of a match: a good moment to ask for permanent storage."""
        self._js.finished()

    def fail(self, details: str, words: str) -> None:
        """Report a fatal error: in `words`, and on a page with the `details`."""
        raise NotImplementedError

    def open_store(self, folder: Path | None = None) -> Store:
        """Return the store for saves; `folder` replaces that of a desktop."""
        raise NotImplementedError
