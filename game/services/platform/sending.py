"""Links and files, given to a person or to somebody else by whatever ways the surroundings have."""

from base64 import b64encode
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

ADDRESS_FILE = Path(__file__).resolve().parents[3] / "assets" / "address.txt"
"""Holds where the published page is."""

_UNPUBLISHED = "https://flipside.example/"
"""What stands there as long as none is published."""

Bridge = Callable[[], Any]
"""Gives the object of web/page/bridge.js, None on a desktop."""


class Links:
    """Links to matches: where they lead, and the system's own way to send them."""

    def __init__(self, bridge: Bridge) -> None:
        self._bridge = bridge

    @property
    def address(self) -> str:
        """Where anybody can open Flipside in a browser: this very page, or the published one where
        nobody else reaches this one. As long as none is published, a page that only this machine
        reaches leads to itself."""
        alone = "" if self.leads_somewhere else self._about("address here")
        return self._about("address") or alone or _published()

    @property
    def leads_somewhere(self) -> bool:
        """Whether others find a page at that address: a name that ends in "example" is nobody's."""
        return ".example/" not in _published() or bool(self._about("address"))

    def _about(self, what: str) -> str:
        js = self._bridge()
        return "" if js is None else str(js.about(what))

    @property
    def can_send(self) -> bool:
        """Whether the system has a way of its own."""
        return self._about("shares") == "yes"

    def send(self, title: str, link: str) -> None:
        """Let the system send a link; where it can."""
        if (js := self._bridge()) is not None:
            js.share(title, link)


class Files:
    """Files that are no texts, given to a person: pictures."""

    def __init__(self, bridge: Bridge, folder: Callable[[], Path]) -> None:
        """`folder` says where a person's pictures lie on a desktop."""
        self._bridge = bridge
        self._folder = folder

    @property
    def folder(self) -> Path:
        """Where a person's pictures lie on a desktop."""
        return self._folder()

    @property
    def can_send(self) -> bool:
        """Whether the system has a way of its own to send one."""
        js = self._bridge()
        return js is not None and js.about("sends files") == "yes"

    def send(self, name: str, kind: str, data: bytes) -> None:
        """Let the system send a file of that media type; where it can."""
        if (js := self._bridge()) is not None:
            js.send_file(name, kind, b64encode(data).decode("ascii"))

    def download(self, name: str, kind: str, data: bytes) -> None:
        """Hand the person a file of that media type; in a browser only."""
        if (js := self._bridge()) is not None:
            js.download_file(name, kind, b64encode(data).decode("ascii"))


def _published() -> str:
    """Where the published page is; where nothing says so, nowhere, which people are told."""
    with suppress(OSError, UnicodeError):
        return ADDRESS_FILE.read_text("utf-8").strip() or _UNPUBLISHED
    return _UNPUBLISHED
