"""Links and files that are given away."""

from base64 import b64encode
from contextlib import suppress
from itertools import chain, count
from pathlib import Path
from typing import Any

ADDRESS_FILE = Path(__file__).resolve().parents[3] / "assets" / "address.txt"
"""Holds the address of the published page; before there is one, an address of nobody."""


class Links:
    """Links to matches; `bridge` is that of the platform."""

    def __init__(self, bridge: Any) -> None:
        self._js = bridge

    @property
    def address(self) -> str:
        """The address at which anybody can open Flipside: that of this page, or the published one
        if others cannot reach this one. While none is published, a page that only this machine
        reaches leads to itself."""
        alone = "" if self.leads_somewhere else str(self._js.about("address here"))
        return str(self._js.about("address")) or alone or _published()

    @property
    def leads_somewhere(self) -> bool:
        """Whether others find a page there; a name that ends in "example" is nobody's."""
        return ".example/" not in _published() or bool(self._js.about("address"))

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
    """Write a file under `name`, or with a number added if that exists; return its path.

    Raises OSError if it cannot be written, and leaves nothing behind.
    """
    folder.mkdir(parents=True, exist_ok=True)
    wanted = folder / name
    numbered = (wanted.with_stem(f"{wanted.stem}-{number}") for number in count(2))
    path = next(one for one in chain([wanted], numbered) if not one.exists())
    try:
        path.write_bytes(data)
    except OSError:
        with suppress(OSError):
            path.unlink()
        raise
    return path


def _published() -> str:
    return ADDRESS_FILE.read_text("utf-8").strip()
