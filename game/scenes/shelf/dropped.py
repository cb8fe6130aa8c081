"""Files that were dropped on the window, or named on the command line."""

from collections.abc import Sequence
from pathlib import Path

from game.scenes.common.scene import Stage
from game.scenes.shelf.album import review_given
from game.services.platform.given_files import MAX_FILES, GivenFile
from game.services.storage import files
from rules.match.formats import MAX_FILE_BYTES


def open_files(stage: Stage, paths: Sequence[str]) -> None:
    """Review the match in one of these files, of several the one that is chosen; the match on the
    table stays."""
    review_given(stage, [_read(Path(path)) for path in paths[:MAX_FILES]])


def _read(path: Path) -> GivenFile:
    try:
        return GivenFile(path.name, files.read_bytes(path, MAX_FILE_BYTES))
    except (OSError, ValueError):
        return GivenFile(path.name, None)
