"""Commands that publish a version: desktop, notes."""

import argparse
import re
import sys
from pathlib import Path

from flipside.rules import VERSION
from web.commands import BuildCommand

CHANGELOG = Path(__file__).resolve().parents[3] / "CHANGELOG.md"


class NotesError(Exception):
    """There is nothing to release under this tag; the message is a sentence with the reason."""


def _desktop(given: argparse.Namespace) -> int:
    from tests.tools import desktop

    try:
        desktop.build(given.build / "desktop")
    except desktop.DesktopError as wrong:
        print(f"desktop: {wrong}", file=sys.stderr)
        return 1
    return 0


def notes(tag: str, changelog: str) -> str:
    """Return this version's section of the changelog; `tag` must be its tag."""
    if tag != f"v{VERSION}":
        raise NotesError(f"{tag} is not v{VERSION}, the version in rules/__init__.py")
    found = re.search(rf"^## {re.escape(VERSION)}\b.*\n((?:(?!## ).*\n?)*)", changelog, re.M)
    if found is None or not found[1].strip():
        raise NotesError(f"CHANGELOG.md says nothing under the heading {VERSION}")
    return found[1].strip() + "\n"


def _notes_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("tag", metavar="TAG", help="of the release, such as v1.2.3")


def _notes(given: argparse.Namespace) -> int:
    try:
        print(notes(given.tag, CHANGELOG.read_text("utf-8")), end="")
    except NotesError as wrong:
        print(f"notes: {wrong}", file=sys.stderr)
        return 1
    return 0


BUILD_COMMANDS = {
    "desktop": BuildCommand("packages for desktops without Python, in build/desktop", _desktop),
    "notes": BuildCommand("what the changelog says of this version", _notes, _notes_arguments),
}
