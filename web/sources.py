"""The folders of the site's sources, and the error of a build."""

import hashlib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
PAGE = WEB / "page"
"""The text files that are sent to a browser."""


class BuildError(Exception):
    """Raised if the site or the app cannot be built; the text is a sentence with the reason."""


def sha256(data: bytes) -> str:
    """Return the SHA-256 of bytes as hexadecimal digits."""
    return hashlib.sha256(data).hexdigest()
