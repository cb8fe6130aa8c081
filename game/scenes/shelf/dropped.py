"""A file that was dropped on the window, or named when the program was started."""

from functools import partial
from pathlib import Path

from game.scenes.dialog import tell
from game.scenes.scene import Stage
from game.scenes.shelf.album import open_review
from game.scenes.taking import take
from game.services import files
from rules.foreign import LARGEST
from rules.link import is_link


def open_given(stage: Stage, words: str) -> None:
    """Show the match of a link, or review that of a file of this path."""
    if is_link(words):
        stage.link(words)
    else:
        open_file(stage, words)


def open_file(stage: Stage, path: str) -> None:
    """Review the match in a file, of several the one that is chosen; what is on the table stays."""
    text = stage.services.text
    title = text("album.paste")
    try:
        data = files.read_bytes(Path(path), LARGEST)
    except OSError:
        tell(stage, title, text("taking.unreadable"))
    else:
        take(stage, title, data, partial(open_review, stage))
