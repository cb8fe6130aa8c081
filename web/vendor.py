"""Downloads the runtime once, locks it by size and SHA-256, and copies it into a site.

Python, pygame-ce and numpy for the browser come from pygbag's CDN, which changes without notice;
`runtime.lock.json` fixes their contents.
"""

import json
import shutil
import urllib.error
import urllib.request
from pathlib import Path

from web.sources import BuildError, sha256

LOCK = Path(__file__).resolve().parent / "runtime.lock.json"
INDEX = "index-0.9.3-cp312.json"
RUNTIME = (
    "0.9.3/pythons.js",
    "0.9.3/cpythonrc.py",
    "0.9.3/cpython312/main.js",
    "0.9.3/cpython312/main.data",
    "0.9.3/cpython312/main.wasm",
    INDEX,
)
_WHEELS = ("pygame", "numpy")

_NOTICE = """The files in this folder are not ours; they make Python run in a browser.

CPython: Python Software Foundation License, https://www.python.org
pygame-ce: GNU LGPL 2.1, source at https://github.com/pygame-community/pygame-ce
SDL: zlib licence, https://www.libsdl.org
numpy: BSD 3-clause licence, https://numpy.org
pygbag's loader: MIT licence, https://github.com/pygame-web/pygbag
Pyodide, where it is the loader: Mozilla Public License 2.0, https://pyodide.org
"""


def copy_runtime(source: str, target: Path, lock: Path = LOCK) -> None:
    """Copy the runtime from a folder or address into `target`, and compare it with the lock.

    If there is no lock, it is written, to be committed. Raises BuildError if a file is missing or
    differs from the lock.
    """
    index = _index(source)
    names = [*RUNTIME, *(_wheel(index, name) for name in _WHEELS)]
    files: dict[str, dict[str, object]] = {}
    if target.exists():
        shutil.rmtree(target)
    for name in names:
        data = _read(source, name)
        path = target / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        files[name] = {"bytes": len(data), "sha256": sha256(data)}
    _compare_with_lock(files, lock)
    (target / "licences.txt").write_text(_NOTICE, "utf-8")


def _index(source: str) -> dict[str, str]:
    try:
        index = json.loads(_read(source, INDEX))
    except ValueError as error:
        raise BuildError(f"{INDEX} from {source} is no JSON") from error
    if not isinstance(index, dict):
        raise BuildError(f"{INDEX} from {source} names no files")
    return index


def _wheel(index: dict[str, str], name: str) -> str:
    if name not in index:
        raise BuildError(f"the runtime's index names no {name}")
    return index[name].replace("<abi>", "cp312").replace("<api>", "wasm32_bi_emscripten")


def _read(source: str, name: str) -> bytes:
    try:
        if source.startswith(("http://", "https://")):
            with urllib.request.urlopen(source.rstrip("/") + "/" + name, timeout=60) as response:
                return bytes(response.read())
        return (Path(source) / name).read_bytes()
    except (OSError, urllib.error.URLError) as error:
        raise BuildError(
            f"{name} cannot be loaded from {source} ({error}); build where there is internet, or "
            "from a folder with a copy of the CDN: python build.py web --vendor DIR"
        ) from error


def _compare_with_lock(files: dict[str, dict[str, object]], lock: Path) -> None:
    """Compare the files with the lock, or write a new lock."""
    if not lock.is_file():
        with lock.open("x", encoding="utf-8") as file:
            file.write(json.dumps(files, indent=1, sort_keys=True) + "\n")
        return
    lock_files = json.loads(lock.read_text("utf-8"))
    for name in sorted(set(files) | set(lock_files)):
        if files.get(name) != lock_files.get(name):
            raise BuildError(f"{name} is not the file that {lock.name} means")
