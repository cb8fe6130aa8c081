"""Writes precache.json and the service worker: the files of each cache, and names of caches."""

import gzip
import json
from pathlib import Path

from web.serve import TYPES
from web.sources import PAGE, BuildError, sha256
from web.vendor import RUNTIME

_WHEEL_STAGES = {"pygame": "shelf", "numpy": "rest"}
"""When each wheel is wanted; the shelf does without numpy."""


def _group(name: str) -> str:
    """Which cache a file of the site belongs into. What comes after the shelf has one of its own,
    so that an update fetches what has changed of it and no more."""
    folder = name.split("/")[0]
    return {"cdn": "runtime", "strength": name}.get(folder, "app")


def _stage_of(name: str) -> str:
    """Stage of a file of the site: for `python`, for the `shelf` as well, or the `rest`."""
    if name.startswith("cdn/"):
        wheel = name.startswith("cdn/cp312/")
        return _WHEEL_STAGES["numpy" if "/numpy-" in name else "pygame"] if wheel else "python"
    return "shelf" if name.startswith("bundle/") else "rest"


def write_lists(out: Path, cdn: str | None) -> None:
    """Write precache.json and the service worker; names of caches come from their contents."""
    files = []
    for path in sorted(out.rglob("*")):
        if path.is_file():
            name = path.relative_to(out).as_posix()
            if name.startswith(("licences/", "cdn/licences", "screenshots/")):
                continue
            data = path.read_bytes()
            url = "./" if name == "index.html" else name
            digest, group, stage = sha256(data), _group(name), _stage_of(name)
            file = {
                "url": url, "bytes": len(data), "sha256": digest, "group": group, "stage": stage,
            }  # fmt: skip
            if name.startswith("cdn/") and stage == "python":
                file |= _twin(path, data)
            files.append(file)
    index = None
    if cdn is not None:
        base = cdn.rsplit("/", 2)[0] + "/"
        index = f"{base}index-0.9.3-cp312.json"
        files += [{"url": base + name, "group": "runtime", "stage": "python"} for name in RUNTIME]
    groups = sorted({str(file["group"]) for file in files} - {"app"})
    others = {group: _cache(group, files) for group in groups}
    # precache.json lies in the app's cache and names the others: it must not outlive them. The
    # worker looks into that cache first, as most of what is asked for lies there.
    caches = {"app": _cache("app", files, *others.values()), **others}
    version = sha256(json.dumps(caches).encode())[:16]
    files.append({"url": "precache.json", "group": "app", "stage": "rest"})
    listed = {
        "version": version, "caches": caches, "index": index, "wheels": _WHEEL_STAGES,
        "files": files,
    }  # fmt: skip
    (out / "precache.json").write_text(json.dumps(listed, indent=1) + "\n", "utf-8")
    worker = (PAGE / "service-worker.js").read_text("utf-8")
    worker = worker.replace("FLIPSIDE_VERSION", version)
    worker = worker.replace("FLIPSIDE_CACHES", json.dumps(caches))
    (out / "service-worker.js").write_text(worker, "utf-8")


def _twin(path: Path, data: bytes) -> dict[str, object]:
    """Write a gzip twin, if it is smaller, and return its entries for the list. The page requests
    it itself, since most hosts send such large files uncompressed."""
    packed = gzipped(data)
    if len(packed) > MAX_PACKED_SHARE * len(data):
        return {}
    path.with_name(f"{path.name}.gz").write_bytes(packed)
    return {"packed": len(packed), "type": TYPES[path.suffix]}


def _cache(group: str, files: list[dict[str, object]], *more: str) -> str:
    own = [(file["url"], file.get("sha256")) for file in files if file["group"] == group]
    return f"flipside-{group}-{sha256(json.dumps([*own, *more]).encode())[:12]}"


def _brotli(data: bytes) -> bytes:
    try:
        import brotli
    except ImportError as missing:
        raise BuildError("the package brotli is missing; the extra `dev` has it") from missing
    return bytes(brotli.compress(data))


def gzipped(data: bytes) -> bytes:
    """Compress with gzip; equal bytes give equal bytes, whatever the date."""
    return gzip.compress(data, mtime=0)


CODINGS = {".br": _brotli, ".gz": gzipped}
"""Compressors by the suffix of the files they make."""
MAX_PACKED_SHARE = 0.95
"""Largest share of the bytes that a compressed file may have."""


def compress(folder: Path) -> None:
    """Lay compressed twins beside the files that become smaller, the same bytes for the same files.

    They are in no list: a host sends them instead of the files to browsers that accept them.
    """
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        data = path.read_bytes()
        for ending, coding in CODINGS.items():
            packed = coding(data)
            if len(packed) <= MAX_PACKED_SHARE * len(data):
                path.with_name(path.name + ending).write_bytes(packed)
