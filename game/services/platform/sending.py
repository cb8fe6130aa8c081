"""Links and files that are given away."""

import re
from base64 import b64encode
from contextlib import suppress
from itertools import chain, count
from pathlib import Path
from typing import Any, BinaryIO
from urllib.parse import urlsplit

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
