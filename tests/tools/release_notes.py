"""What the changelog says of a version, for its release, behind `python build.py notes TAG`."""

import re
from pathlib import Path

from flipside.rules.version import VERSION

CHANGELOG = Path(__file__).resolve().parents[2] / "CHANGELOG.md"


class NotesError(Exception):
    """There is nothing to be released under that tag; says why in one sentence."""


def notes(tag: str, changelog: str) -> str:
    """The section of this version, whose tag that must be, without its heading."""
    if tag != f"v{VERSION}":
        raise NotesError(f"{tag} is not v{VERSION}, the version in rules/version.py")
    found = re.search(rf"^## {re.escape(VERSION)}\b.*\n((?:(?!## ).*\n?)*)", changelog, re.M)
    if found is None or not found[1].strip():
        raise NotesError(f"CHANGELOG.md says nothing under the heading {VERSION}")
    return found[1].strip() + "\n"
