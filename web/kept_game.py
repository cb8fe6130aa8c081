"""Keeps the game in the browser as Python has laid it out and compiled it, so that only a version's
first start unpacks and compiles.

It lies in the page's cache of this very version under the name of this very Python, in one piece:
the files of the game, and the byte code of all modules that have been imported by then, those of
Python's library and of pygame-ce as well, which the runtime would compile at every start, and of
what dataclasses write. The page takes it at the next start (`index.tmpl`); what is damaged it does
not use.
"""

import asyncio
import base64
import dataclasses
import importlib
import importlib.util
import marshal
import sys
import time
import zlib
from collections.abc import Iterator
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType
from typing import Any

HOME = Path(__file__).resolve().parent
PYTHON = f"{zlib.crc32(sys.version.encode()):08x}"

FOLDERS = ("assets", "game", "rules", "segno")
"""Ours; the runtime may install packages beside them."""

CALM = 3.0
"""Seconds after the shelf until the game is kept."""
BITE = 0.003
"""Seconds of work in a frame."""

PIECE = 1 << 16
"""Bytes that are packed at once."""

Module = tuple[str, bytes, list[str] | None, bytes]
"""Where the source lies, its hash if others lay it there, the folders of a package, and the byte
code."""


def compiled(name: str) -> Module | None:
    """An imported module; None if it is not made of Python."""
    spec = getattr(sys.modules[name], "__spec__", None)
    if spec is None or spec.name != name or not spec.has_location:
        return None
    code = spec.loader.get_code(name)
    if not isinstance(code, CodeType):
        return None
    source, digest = Path(spec.origin), b""
    ours = source.parent == HOME or any(source.is_relative_to(HOME / one) for one in FOLDERS)
    # Ours is not laid out again, and what lies in an archive belongs to this Python.
    if not ours and source.is_file():
        digest = importlib.util.source_hash(source.read_bytes())
    return spec.origin, digest, spec.submodule_search_locations, marshal.dumps(code)


def packed_modules() -> Iterator[bytes]:
    """What is kept, in pieces that take a few milliseconds each: the files of the game that nobody
    has imported, by name; the modules that were imported since the runtime gave over to us; the
    byte code of what dataclasses have written, by its text."""
    modules: dict[str, Module] = {}
    early = importlib.import_module("__main__").EARLY  # as the page calls it
    for name in set(sys.modules) - early:
        module = compiled(name)
        if module is not None:
            modules[name] = module
        yield b""
    sources = {Path(source) for source, *_ in modules.values()}
    files: dict[str, bytes] = {}
    for path in (
        *HOME.glob("*.py"),
        *(one for name in FOLDERS for one in (HOME / name).rglob("*.*")),
    ):
        # What computers know by heart the page keeps itself.
        if path not in sources and path.suffix not in (".pyc", ".bin") and path.is_file():
            files[path.relative_to(HOME).as_posix()] = path.read_bytes()
            yield b""
    codes = vars(dataclasses)["exec"].codes  # the page's
    whole = memoryview(marshal.dumps((files, modules, codes)))
    packer = zlib.compressobj(1)
    for at in range(0, len(whole), PIECE):
        yield packer.compress(whole[at : at + PIECE])
    yield packer.flush()


async def keep(platform: Any) -> None:
    """Give the page what is laid out and compiled by now, unless it came from there."""
    if not isinstance(sys.modules["game.window.app"].__loader__, SourceFileLoader):
        return
    await asyncio.sleep(CALM)
    pieces, until = [], 0.0
    for piece in packed_modules():
        pieces.append(piece)
        if time.perf_counter() > until:
            await asyncio.sleep(0)
            until = time.perf_counter() + BITE
    platform.window.flipside.keep_game(PYTHON, base64.b64encode(b"".join(pieces)).decode("ascii"))
