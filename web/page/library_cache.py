"""Stores Python's library with byte code, so that only a version's first start compiles it.

A runtime may import its library from a zip of sources. It then compiles the modules for its own use
before the page can intervene, which takes half of a start. So the page stores a copy of the zip
that also has the byte code of these modules, and the runtime uses the copy at the next start
(`keepLibrary` in `start.js`). Another version of Python ignores the byte code and compiles the
sources. Nothing is done if the library consists of single files.
"""

import dataclasses
import hashlib
import importlib
import importlib.util
import marshal
import os
import shutil
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from zipimport import zipimporter

_COPY = Path(__file__).with_name("library.zip")
_READ_BYTES = 1 << 18
"""Number of bytes read and hashed at once."""
_UNCHECKED = (1).to_bytes(4, "little") + bytes(8)
"""The bytes after the magic number, which disable the check of the source (PEP 552)."""


def cache_library(platform: Any) -> Iterator[None]:
    """Store the library with byte code in the page; each step compiles at most one module."""
    library = dataclasses.__loader__
    if not isinstance(library, zipimporter):
        return
    archive = library.archive
    digest = hashlib.sha256()
    with open(archive, "rb") as whole:
        while piece := whole.read(_READ_BYTES):
            digest.update(piece)
            yield
    shutil.copyfile(archive, _COPY)
    yield
    with zipfile.ZipFile(_COPY, "a") as copy:
        for name in sorted(importlib.import_module("__main__").EARLY):  # set by the page
            loader = getattr(sys.modules.get(name), "__loader__", None)
            if not isinstance(loader, zipimporter) or loader.archive != archive:
                continue
            code = loader.get_code(name)
            path = os.path.relpath(loader.get_filename(name), archive)
            data = importlib.util.MAGIC_NUMBER + _UNCHECKED + marshal.dumps(code)
            copy.writestr(f"{path.removesuffix('.py')}.pyc", data, zipfile.ZIP_STORED)
            yield
    platform.window.flipside.keep_library(digest.hexdigest(), str(_COPY))
    _COPY.unlink()
