"""The interface of a platform, which is a desktop or a browser.

`open_services` chooses the platform once; no other code asks where the program runs. A `bridge`
calls functions of the page; a desktop has `NoPage` as its bridge.
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
"""A file with the address of the published page, or with a reserved host name if there is none."""

_RESERVED_HOST = re.compile(r"(.*\.)?(example(\.(com|net|org))?|invalid|test|localhost)")
"""Host names that are reserved for examples and tests (RFC 2606). No real page has such a name."""


class Links:
    """Links to matches, which others can open."""

    def __init__(self, bridge: Any) -> None:
        self._js = bridge

    @property
    def address(self) -> str:
        """The address for links: of this page, else of the published page, else ""."""
        return str(self._js.about("address")) or _published()

    @property
    def can_send(self) -> bool:
        """Whether the system has a share sheet for links."""
        return bool(self._js.about("shares") == "yes")


class Files:
    """Pictures and other files that the program makes for the player."""

    def __init__(self, bridge: Any, folder: Path | None) -> None:
        """Use the player's `folder` for pictures; if it is None, files are downloaded."""
        self._js = bridge
        self.folder = folder

    @property
    def downloads(self) -> bool:
        """Whether files are downloaded, because there is no folder for pictures."""
        return self.folder is None

    @property
    def can_send(self) -> bool:
        """Whether the system has a share sheet for files."""
        return bool(self._js.about("sends files") == "yes")

    def send(self, name: str, kind: str, data: bytes) -> None:
        """Open the system's share sheet with a file; `kind` is its media type."""
        self._js.send_file(name, kind, b64encode(data).decode("ascii"))

    def download(self, name: str, kind: str, data: bytes) -> None:
        """Download a file; `kind` is its media type."""
        self._js.download_file(name, kind, b64encode(data).decode("ascii"))


def write_new_file(folder: Path, name: str, data: bytes) -> Path:
    """Write a new file, with a number added to `name` if that name exists; return its path.

    A symbolic link counts as existing. On failure the file is removed, and OSError is raised.
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
    """Create a file under the first free name, atomically; return its path and the open file."""
    alternatives = (path.with_stem(f"{path.stem}-{number}") for number in count(2))
    for free in chain([path], alternatives):
        with suppress(FileExistsError):
            return free, free.open("xb")
    raise AssertionError("there is always another number")


def _published() -> str:
    """Return the address of the published page; "" if there is none or it is invalid."""
    try:
        address = ADDRESS_FILE.read_text("utf-8").strip()
        host = urlsplit(address).hostname or ""
    except (OSError, ValueError):
        return ""
    whole = re.fullmatch(r"https?://[^\s#]+", address) and "." in host.strip(".")
    return address if whole and not _RESERVED_HOST.fullmatch(host) else ""


_MIN_SIDE_PIXELS = 360
"""The minimum width and height of a scene in CSS pixels; web/page/shelf.js uses the same limit."""

_MAX_PIXELS = 6_000_000
"""The maximum number of pixels of the surface in a browser."""


@dataclass(frozen=True)
class View:
    """The page: `size` and `safe` insets in pixels of the surface, and pixels per CSS pixel."""

    size: tuple[int, int] | None = None
    ratio: float = 1.0
    safe: tuple[int, int, int, int] = (0, 0, 0, 0)


def page_view(js: Any) -> View:
    """Return the view of the page; `js` is the bridge."""
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
    """The picture in the window. SDL shows it."""

    blending = 0
    """The flags of `pygame.Surface.blit` that blend fastest on this platform."""

    def __init__(self, bridge: Any) -> None:
        self._js = bridge

    @property
    def transforms(self) -> bool:
        """Whether the page reads the picture from Python's memory and can `transform` it."""
        return bool(self._js.about("picture") == "yes")

    def open(self, size: tuple[int, int], flags: int) -> pygame.Surface:
        """Resize the window; return the surface to draw on, which may be larger than the window."""
        surface = pygame.display.set_mode(size, flags)
        self.renew()
        return surface

    def renew(self) -> None:
        """Report to the page that the window was created again and is empty."""
        self._js.renew()

    def show(self, surface: pygame.Surface, places: Sequence[pygame.Rect]) -> None:
        """Show the `places` of the surface that have changed."""
        pygame.display.update(list(places))

    def transform(self, side: str, width: float, light: float) -> None:
        """Show the "old" or "new" picture (`side`), with `width` and brightness `light` of 0 to 1.

        Places shown meanwhile change the new picture only. If `side` is "", the transition ends.
        """
        self._js.turn(side, width, light)

    def readout(self, change: str) -> None:
        """Send a change of the readout to the page, as JSON (`readout.difference`)."""
        self._js.readout(change)


class PagePicture(Picture):
    """The picture on a page. The page reads it from Python's memory if possible."""

    blending = pygame.BLEND_ALPHA_SDL2
    """SDL's blending takes a sixth of the time of pygame's on a page, but more on a desktop."""

    def open(self, size: tuple[int, int], flags: int) -> pygame.Surface:
        """Return a surface of `size` in pixels.

        If the page reads this surface, SDL's window is smaller, with CSS pixels. SDL copies it to
        the page once, which takes a slow tablet 300 ms in full size.
        """
        if not self.transforms:
            return super().open(size, flags)
        width, height = (max(1, round(float(part))) for part in self._js.view().split(",")[:2])
        window = super().open((width, height), flags)
        surface = pygame.Surface(size, 0, window)
        return surface if surface.get_masks()[:3] == _PAGE_MASKS else super().open(size, flags)

    def show(self, surface: pygame.Surface, places: Sequence[pygame.Rect]) -> None:
        """Show the `places` that have changed; everything, if the page cannot read the surface."""
        if not self.transforms or surface.get_masks()[:3] != _PAGE_MASKS:
            pygame.display.flip()
            return
        memory = surface._pixels_address, surface.get_pitch(), *surface.get_size()
        rows = [memory, *map(tuple, places)]
        self._js.show(";".join(",".join(map(str, row)) for row in rows))


class NoPage:
    """The bridge of a desktop. Every function exists and returns ""."""

    def __getattr__(self, name: str) -> Callable[..., str]:
        return lambda *words: ""


class Platform:
    """The interface of all platforms. Methods for browsers do nothing on a desktop."""

    kind = ""
    """The last part of the keys of texts about the platform: "desktop" or "browser"."""
    own_window = True
    """Whether the window can be closed, hidden and made full screen."""
    reads_aloud = False
    """Whether the platform passes the readout to screen readers."""
    sdl_gamepads = True
    """Whether SDL names the buttons of gamepads; else they have the numbers of the web's API."""
    numpy_ready = True
    """Whether numpy can be imported. Searches need numpy, which a page loads after the start."""
    awaited = False
    """Whether the player waits for numpy or for data files and nothing moves meanwhile, so that
    loading may take most of each frame. The frame loop sets it."""
    media_preferences: frozenset[str] = frozenset()
    """The system's preferences, set by `look`: "dark" colours, "calm" (no motion), "contrast"."""

    def __init__(
        self, clipboard: Clipboard, picture: Picture, pictures: Path | None, bridge: Any
    ) -> None:
        """Use `pictures` as the player's folder for pictures, and `bridge` to call the page."""
        self.clipboard = clipboard
        self.links = Links(bridge)
        self.files = Files(bridge, pictures)
        self.picture = picture
        self._js = bridge
        self._view = View()

    # -- the window --------------------------------------------------------------------------------

    async def next_frame(self, rest: float = 0.0) -> list[pygame.event.Event]:
        """Wait for the next frame, or `rest` seconds for an event; return the event in a list."""
        raise NotImplementedError

    def look(self) -> tuple[int, int] | None:
        """Update size and preferences; return the surface's size in pixels, None on a desktop."""
        return None

    def pixel_ratio(self) -> float:
        """Return the pixels of the surface per CSS pixel."""
        return self._view.ratio

    def safe_area(self) -> tuple[int, int, int, int]:
        """Return the insets left, top, right and bottom, in pixels: notches, round corners."""
        return self._view.safe

    def at(self, ratio: float) -> Self:
        """Return a copy for off-screen pictures, with `ratio` pixels per CSS pixel."""
        platform = copy(self)
        platform._view = View(ratio=ratio)
        platform.picture = Picture(NoPage())
        return platform

    # -- the person --------------------------------------------------------------------------------

    def languages(self) -> list[str]:
        """Return the codes of the system's preferred languages, such as "de", best first."""
        raise NotImplementedError

    def entropy(self) -> int:
        """Return a random seed, 0 <= seed < 2**31."""
        raise NotImplementedError

    def now(self) -> str:
        """Return the local time, as 2026-01-31 18:30:05."""
        return time.strftime("%Y-%m-%d %H:%M:%S")

    def say(self, sentence: str) -> None:
        """Announce a sentence to screen readers, unless it is empty."""
        if sentence:
            self._js.say(sentence)

    def typing(self, field: pygame.Rect | None) -> None:
        """Start text input for a line at `field`, in pixels; None ends text input."""

    # -- the page ----------------------------------------------------------------------------------

    def events(self) -> list[tuple[str, str]]:
        """Return the page's events since the last call, as pairs of kind and text."""
        return []

    @property
    def offline(self) -> bool:
        """Whether all files for playing without a network are present."""
        return bool(self._js.about("offline") == "yes")

    @property
    def update(self) -> bool:
        """Whether a newer version of Flipside is ready."""
        return bool(self._js.about("update") == "yes")

    def take_update(self) -> None:
        """Restart with the newer version."""
        self._js.take_update()

    def at_risk(self, text: str) -> None:
        """Pass to the page, as a bundle, the saves that are lost when it closes; "" for none."""
        self._js.at_risk(text)

    def started(self) -> None:
        """Report that the first picture is drawn."""
        self._js.started()

    def keep_awake(self, on: bool) -> None:
        """Keep the screen on if `on`, else let it turn off."""
        self._js.playing("yes" if on else "no")

    def holds_back(self, on: bool) -> None:
        """Report whether "back" closes something in the game instead of leaving the page."""
        self._js.holds_back("yes" if on else "no")

    @property
    def can_vibrate(self) -> bool:
        """Whether this is a touch device that vibrates."""
        return bool(self._js.about("vibrates") == "yes")

    def vibrate(self) -> None:
        """Vibrate for a moment."""
        self._js.vibrate()

    def finished(self) -> None:
        """Report the end of a match; the page may then request permanent storage."""
        self._js.finished()

    def fail(self, details: str, words: str) -> None:
        """Show a fatal error: a desktop shows `words`, a page shows the `details`."""
        raise NotImplementedError

    def open_store(self, folder: Path | None = None) -> Store:
        """Return the store for saves; a desktop's is in `folder`, or in the system's folder."""
        raise NotImplementedError
