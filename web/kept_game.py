"""Keeps the game in the browser as Python has laid it out and compiled it, so that only a version's
first start unpacks and compiles.

It lies in the page's cache of this very version under the magic number of this very Python, in one
piece: of each file the size and the name, a line, and the contents. A module is kept as its byte
code alone, where Python looks for modules without sources: half as many files, nothing to compare.
The page lays it out at the next start; what is damaged it
does not use.
"""

import asyncio
import base64
import importlib.util
import time
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HOME = Path(__file__).resolve().parent
MAGIC = importlib.util.MAGIC_NUMBER.hex()

FOLDERS = ("assets", "game", "rules", "segno")
"""Ours; the runtime may install packages beside them."""

CALM = 3.0
"""Seconds after the shelf until the game is kept."""
BITE = 0.003
"""Seconds of packing in a frame."""


def laid_out() -> Iterator[Path]:
    """All files of the game but what computers know by heart, which the page keeps itself."""
    yield from HOME.glob("*.py")
    for folder in FOLDERS:
        for path in (HOME / folder).rglob("*.*"):
            if path.suffix not in (".pyc", ".bin") and path.is_file():
                yield path


async def keep(platform: Any) -> None:
    """Give the page what is laid out and compiled now, unless it came from there; a little of it is
    packed in each frame."""
    if (HOME / "game" / "app.pyc").exists():
        return
    await asyncio.sleep(CALM)
    until = time.perf_counter() + BITE
    packer, packed = zlib.compressobj(1), []
    for path in laid_out():
        name = path.relative_to(HOME).as_posix()
        compiled = Path(importlib.util.cache_from_source(path))
        # What nobody has imported is kept as it is, as is what the runtime itself reads.
        if path.suffix == ".py" and path.parent != HOME and compiled.is_file():
            path, name = compiled, f"{name}c"
        data = path.read_bytes()
        head = f"{len(data)} {name}\n"
        packed.append(packer.compress(head.encode() + data))
        if time.perf_counter() > until:
            await asyncio.sleep(0)
            until = time.perf_counter() + BITE
    packed.append(packer.flush())
    platform.window.flipside.keep_game(MAGIC, base64.b64encode(b"".join(packed)).decode("ascii"))
