"""Keeps the byte code of our modules in the browser, so that only a version's first start compiles.

It is Python's own, written where Python looks for it, and lies in the page's cache of this very
version under the magic number of this very Python. What is damaged is not used, and written anew.
"""

import asyncio
import base64
import importlib.util
import io
import os
import sys
import time
import zipfile
import zlib
from pathlib import Path
from typing import Any

HOME = Path(__file__).resolve().parent
MAGIC = importlib.util.MAGIC_NUMBER.hex()
DATE = 315_532_800
"""Of all sources, in seconds since 1970: Python compares it with that in the byte code."""

CALM = 3.0
"""Seconds after the shelf until the byte code is kept."""
BITE = 0.003
"""Seconds of packing in a frame."""


async def restore(platform: Any) -> bool:
    """Lay out what an earlier start has compiled; False if there is nothing that can be used."""
    sys.dont_write_bytecode = False
    for path in HOME.rglob("*.py"):
        os.utime(path, (DATE, DATE))
    address = str(platform.window.flipside.code(MAGIC))
    if not address:
        return False
    try:
        async with platform.fopen(address, "rb") as file:
            kept = zipfile.ZipFile(io.BytesIO(file.read()))
        # All are read, and so compared with their check sums, before the first is laid out.
        for name, data in [(name, kept.read(name)) for name in kept.namelist()]:
            (HOME / name).parent.mkdir(exist_ok=True)
            (HOME / name).write_bytes(data)
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError, ValueError):
        return False
    return True


async def keep(platform: Any) -> None:
    """Give the page what was compiled up to now; a little of it is packed in each frame."""
    await asyncio.sleep(CALM)
    until = time.perf_counter() + BITE
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as kept:
        for path in sorted(HOME.rglob("__pycache__/*.pyc")):
            kept.write(path, path.relative_to(HOME).as_posix())
            if time.perf_counter() > until:
                await asyncio.sleep(0)
                until = time.perf_counter() + BITE
    text = base64.b64encode(packed.getvalue()).decode("ascii")
    platform.window.flipside.keep_code(MAGIC, text)
