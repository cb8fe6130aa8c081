"""Where the sources of the site lie, and what is said of those that make none."""

import hashlib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
PAGE = WEB / "page"
"""The sources of what a browser gets as text."""


class SiteError(Exception):
    """The site cannot be built; says why in one sentence."""


def sha256(data: bytes) -> str:
    """As hexadecimal digits."""
    return hashlib.sha256(data).hexdigest()
