"""Paths of the engine's large data files, and whether they and numpy are here yet. The files lie in
the folder of their game. In a browser they and numpy arrive after the first picture, so callers
check first. Knows no page, and nothing of the files' contents."""

import sys
from pathlib import Path

from flipside.rules.contract.game import AnyGame

_GAMES = Path(__file__).resolve().parents[2] / "games"


arrays_here = True
"""Whether numpy can be imported; where it arrives later, its loader sets this."""


def path(key: str, name: str) -> Path:
    """The path of file `name` of the game with that key, whether it is here or not."""
    return _GAMES / key / name


def is_here(key: str, name: str) -> bool:
    """Whether the file is here; once it is, it stays."""
    return path(key, name).is_file()


DAMAGED: set[Path] = set()
"""Files that were found damaged; they are not read again."""


def found_damaged(file: Path) -> None:
    """Record that a file is damaged, and report it once on standard error."""
    if file not in DAMAGED and sys.stderr is not None:
        name = "/".join(file.parts[-2:])
        print(f"{name} is damaged: the computer plays without it, and weaker.", file=sys.stderr)
    DAMAGED.add(file)


def damaged(game: AnyGame, level: str) -> tuple[str, ...]:
    """Names of the damaged files among `files_read`."""
    return tuple(name for name in files_read(game, level) if path(game.key, name) in DAMAGED)


def files_read(game: AnyGame, level: str) -> tuple[str, ...]:
    """Names of the data files that the game's engine reads at that level."""
    group = "depth" if level.startswith("depth") else level
    return tuple(one.name for one in game.engine.data_files if {level, group} & {*one.levels})


def missing(game: AnyGame, level: str) -> tuple[str, ...]:
    """Names of the files among `files_read` that are not here yet."""
    return tuple(name for name in files_read(game, level) if not is_here(game.key, name))
