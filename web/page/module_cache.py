"""Stores the unpacked, compiled game in the browser, so that only the first start compiles it.

The entry in the page's cache is for this version and this build of Python. It contains the files of
the game; the byte code of its modules and of all other imported modules, which the runtime would
compile at every start; and the code generated for dataclasses and regular expressions. The page
uses it at the next start (`index.tmpl`), unless it is damaged.
"""

import asyncio
import base64
import dataclasses
import importlib
import importlib.util
import itertools
import marshal
import re
import sys
import time
import zlib
from collections.abc import Iterator
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType
from typing import Any

_HOME = Path(__file__).resolve().parent
PYTHON_ID = f"{zlib.crc32(sys.version.encode()):08x}"

_FOLDERS = ("flipside", "segno")
"""Our packages; the runtime may install others beside them."""

_DELAY_SECONDS = 8.0
"""Seconds after the shelf until the game is stored, so that the first taps are not delayed."""
_PATIENCE_SECONDS = 60.0
"""Maximum wait for numpy, and maximum total wait for an idle page after that."""
_STEP_SECONDS = 0.003
"""Seconds of work in a frame."""

_CHUNK_BYTES = 1 << 16
"""Bytes that are compressed at once."""

_Module = tuple[str, bytes, list[str] | None, bytes]
"""Path of the source, its hash unless it is ours, the folders of a package, and the byte code."""


def compiled_module(name: str) -> _Module | None:
    """Return the parts of an imported module; None if it is not a Python module."""
    spec = getattr(sys.modules[name], "__spec__", None)
    if spec is None or spec.name != name or not spec.has_location:
        return None
    code = spec.loader.get_code(name)
    if not isinstance(code, CodeType):
        return None
    source, digest = Path(spec.origin), b""
    ours = source.parent == _HOME or any(
        source.is_relative_to(_HOME / folder) for folder in _FOLDERS
    )
    # Our files do not change between starts, and files in an archive belong to this Python.
    if not ours and source.is_file():
        digest = importlib.util.source_hash(source.read_bytes())
    return spec.origin, digest, spec.submodule_search_locations, marshal.dumps(code)


def packed_modules() -> Iterator[bytes]:
    """Yield the compressed cache in pieces of a few milliseconds each.

    It contains the game's files other than modules, by name; its modules and those imported since
    the page's hooks were installed; the byte code of generated dataclass methods, by source; and
    the code of regular expressions, by pattern and flags.
    """
    modules: dict[str, _Module] = {}
    early = importlib.import_module("__main__").EARLY  # set by the page
    for name in set(sys.modules) - early:
        module = compiled_module(name)
        if module is not None:
            modules[name] = module
        yield b""
    sources = {Path(source) for source, *_ in modules.values()}
    for path in (path for name in _FOLDERS for path in (_HOME / name).rglob("*.py")):
        if path not in sources:
            sources.add(path)
            name, module = _not_imported(path)
            modules[name] = module
            yield b""
    files: dict[str, bytes] = {}
    for path in (
        *_HOME.glob("*.py"),
        *(path for name in _FOLDERS for path in (_HOME / name).rglob("*.*")),
    ):
        # The page caches the data files of computer players itself.
        if path not in sources and path.suffix not in (".pyc", ".bin") and path.is_file():
            files[path.relative_to(_HOME).as_posix()] = path.read_bytes()
            yield b""
    codes = vars(dataclasses)["exec"].codes  # installed by the page
    patterns = vars(re)["_compiler"].compile.codes  # installed by the page
    whole = memoryview(marshal.dumps((files, modules, codes, patterns)))
    packer = zlib.compressobj(1)
    yield packer.compress(b"flipside" + zlib.crc32(whole).to_bytes(4))
    for at in range(0, len(whole), _CHUNK_BYTES):
        yield packer.compress(whole[at : at + _CHUNK_BYTES])
    yield packer.flush()


def _not_imported(path: Path) -> tuple[str, _Module]:
    """Return the name and the parts of a module of ours that was not imported."""
    package = path.name == "__init__.py"
    parts = path.relative_to(_HOME).with_suffix("").parts
    code = compile(path.read_bytes(), str(path), "exec", dont_inherit=True)
    folders = [str(path.parent)] if package else None
    name = ".".join(parts[:-1] if package else parts)
    return name, (str(path), b"", folders, marshal.dumps(code))


async def keep_modules(platform: Any, page: Any) -> None:
    """Give the page the game and the library to cache, unless this start used its caches.

    This is done while the page is idle, as compiling a module may take several frames.
    """
    if not isinstance(sys.modules["flipside.game.window.app"].__loader__, SourceFileLoader):
        return
    await asyncio.sleep(_DELAY_SECONDS)
    deadline = time.monotonic() + _PATIENCE_SECONDS
    while not page.numpy_ready and time.monotonic() < deadline:
        await asyncio.sleep(0.5)
    deadline, step_end = time.monotonic() + _PATIENCE_SECONDS, 0.0
    library_cache = importlib.import_module("library_cache")
    # The game comes last: its presence means that both caches are complete.
    for _ in itertools.chain(library_cache.cache_library(platform), _cache_game(platform)):
        if time.perf_counter() > step_end:
            await asyncio.sleep(0)
            while not page.idle and time.monotonic() < deadline:
                await asyncio.sleep(0)
            step_end = time.perf_counter() + _STEP_SECONDS


def _cache_game(platform: Any) -> Iterator[None]:
    pieces = []
    for piece in packed_modules():
        pieces.append(piece)
        yield
    text = base64.b64encode(b"".join(pieces)).decode("ascii")
    platform.window.flipside.keep_game(PYTHON_ID, text)
