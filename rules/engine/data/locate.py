"""Paths of the engine's large data files, and whether they and numpy are loaded yet.

They lie in the folder of their game. In a browser they arrive after the first picture, and so does
numpy; callers check first. Knows no page, and nothing of the files' contents.
"""

import sys
from pathlib import Path

from rules.contract.game import AnyGame

_GAMES = Path(__file__).resolve().parents[2] / "games"


arrays_here = True
"""Whether numpy can be imported. Where it comes later, its loader sets this."""


def path(key: str, name: str) -> Path:
    """Where the file of that name of the game with that key lies, or will lie."""
    return _GAMES / key / name


def is_here(key: str, name: str) -> bool:
    """Whether the file can be read; once it can, it stays."""
    return path(key, name).is_file()


DAMAGED: set[Path] = set()
"""The files that were found damaged."""


def found_damaged(file: Path) -> None:
    """Remember that a file is damaged, and say so on standard error, once."""
    if file not in DAMAGED and sys.stderr is not None:
        name = "/".join(file.parts[-2:])
        print(f"{name} is damaged: the computer plays without it, and weaker.", file=sys.stderr)
    DAMAGED.add(file)


def damaged(game: AnyGame, level: str) -> tuple[str, ...]:
    """The files that the game's computer player reads at that level and that were found damaged."""
    return tuple(name for name in files_read(game, level) if path(game.key, name) in DAMAGED)


def files_read(game: AnyGame, level: str) -> tuple[str, ...]:
    """The names of the files that the game's computer player reads at that level."""
    return tuple(
        knowledge.name for knowledge in game.engine.data_files if _reads(level, knowledge.levels)
    )


def missing(game: AnyGame, level: str) -> tuple[str, ...]:
    """The files that the game's computer player reads at that level and that are not here yet."""
    return tuple(name for name in files_read(game, level) if not is_here(game.key, name))


def _reads(level: str, levels: tuple[str, ...]) -> bool:
    """Whether the level, or the fixed depth `depthN` that is one of `depth`, is among these."""
    return level in levels or (level.startswith("depth") and "depth" in levels)
