"""Lays out the package as pip installs it, for tools that read code without running it: they do
not see what `flipside/__init__.py` adds to `__path__` in a checkout."""

import shutil
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "build" / "package"
"""The folder to search for `flipside`; mypy_path in pyproject.toml names it too."""


def lay_out_package(out: Path = PACKAGE) -> Path:
    """Write `flipside` into the folder `out` as links to the sources, or as copies where the system
    allows no links. Return `out`."""
    shutil.rmtree(out, ignore_errors=True)
    (out / "flipside").mkdir(parents=True)
    parts = [ROOT / name for name in ("assets", "game", "rules")]
    for source in (*parts, *(ROOT / "flipside").glob("*.*")):
        link = out / "flipside" / source.name
        try:
            link.symlink_to(source, source.is_dir())
        except OSError:
            if source.is_dir():
                shutil.copytree(source, link)
            else:
                shutil.copyfile(source, link)
    return out
