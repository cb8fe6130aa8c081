"""Files that were dropped on the window, or named on the command line."""

from collections.abc import Sequence
from pathlib import Path

from game.scenes.common.scene import Stage
from game.scenes.shelf.album import review_given
from game.services import files
from game.services.given_files import MOST_FILES, File
from rules.match.formats import MAX_FILE_BYTES


def open_files(stage: Stage, paths: Sequence[str]) -> None:
    """Review the match in one of these files, of several the one that is chosen; the match on the
    table stays."""
    review_given(stage, [_read(Path(path)) for path in paths[:MOST_FILES]])


def _read(path: Path) -> File:
    try:
        return File(path.name, files.read_bytes(path, MAX_FILE_BYTES))
    except (OSError, ValueError):
        return File(path.name, None)
