"""Commands that publish a version: desktop, notes."""

import argparse
import sys

from web.commands import BuildCommand


def _desktop(given: argparse.Namespace) -> int:
    from tests.tools import desktop

    try:
        desktop.build(given.build / "desktop")
    except desktop.DesktopError as wrong:
        print(f"desktop: {wrong}", file=sys.stderr)
        return 1
    return 0


def _notes_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("tag", metavar="TAG", help="of the release, such as v1.2.3")


def _notes(given: argparse.Namespace) -> int:
    from tests.tools import release_notes as notes

    try:
        print(notes.notes(given.tag, notes.CHANGELOG.read_text("utf-8")), end="")
    except notes.NotesError as wrong:
        print(f"notes: {wrong}", file=sys.stderr)
        return 1
    return 0


BUILD_COMMANDS = {
    "desktop": BuildCommand("packages for desktops without Python, in build/desktop", _desktop),
    "notes": BuildCommand("what the changelog says of this version", _notes, _notes_arguments),
}
