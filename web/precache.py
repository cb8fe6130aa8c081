"""The files of a built site: precache.json, the service worker, and compressed copies."""

import gzip
import json
from pathlib import Path

from web.serve import TYPES
from web.sources import PAGE, BuildError, sha256
from web.vendor import RUNTIME

_WHEEL_PHASES = {"pygame": "shelf", "numpy": "rest"}
"""The phase of the startup in which each wheel is needed; the shelf does not need numpy."""


def _group(name: str) -> str:
    """Return the cache of a file of the site.

    Each data file that is loaded after the shelf has a cache of its own, so that an update fetches
    only the changed files.
    """
    folder = name.split("/")[0]
    return {"cdn": "runtime", "strength": name}.get(folder, "app")


def _startup_phase_of(name: str) -> str:
    """Return the phase that needs a file: `python`, then the `shelf`, then the `rest`."""
    if name.startswith("cdn/"):
        wheel = name.startswith("cdn/cp312/")
        return _WHEEL_PHASES["numpy" if "/numpy-" in name else "pygame"] if wheel else "python"
    return "shelf" if name.startswith("bundle/") else "rest"


def write_lists(out: Path, cdn: str | None) -> None:
    """Write precache.json and the service worker; names of caches depend on their contents."""
    files = []
    for path in sorted(out.rglob("*")):
        if path.is_file():
            name = path.relative_to(out).as_posix()
            if name.startswith(("licences/", "cdn/licences", "screenshots/")):
                continue
            data = path.read_bytes()
            url = "./" if name == "index.html" else name
            digest, group, phase = sha256(data), _group(name), _startup_phase_of(name)
            file = {
                "url": url, "bytes": len(data), "sha256": digest, "group": group, "stage": phase,
            }  # fmt: skip
            if name.startswith("cdn/") and phase == "python":
                file |= _compressed_entry(path, data)
            files.append(file)
    index = None
    if cdn is not None:
        base = cdn.rsplit("/", 2)[0] + "/"
        index = f"{base}index-0.9.3-cp312.json"
        files += [{"url": base + name, "group": "runtime", "stage": "python"} for name in RUNTIME]
    groups = sorted({str(file["group"]) for file in files} - {"app"})
    other_caches = {group: _cache_name(group, files) for group in groups}
    # precache.json is in the app's cache and names the other caches, so both must change together.
    # The worker searches the app's cache first, because it contains most files.
    caches = {"app": _cache_name("app", files, *other_caches.values()), **other_caches}
    version = sha256(json.dumps(caches).encode())[:16]
    files.append({"url": "precache.json", "group": "app", "stage": "rest"})
    contents = {
        "version": version, "caches": caches, "index": index, "wheels": _WHEEL_PHASES,
        "files": files,
    }  # fmt: skip
    (out / "precache.json").write_text(json.dumps(contents, indent=1) + "\n", "utf-8")
    worker = (PAGE / "service-worker.js").read_text("utf-8")
    worker = worker.replace("FLIPSIDE_VERSION", version)
    worker = worker.replace("FLIPSIDE_CACHES", json.dumps(caches))
    (out / "service-worker.js").write_text(worker, "utf-8")


def _compressed_entry(path: Path, data: bytes) -> dict[str, object]:
    """Write a gzip copy of a file if it is smaller; return the copy's entries for the list.

    The page requests this copy itself, since most hosts send such large files uncompressed.
    """
    compressed_data = gzip_bytes(data)
    if len(compressed_data) > MAX_PACKED_SHARE * len(data):
        return {}
    path.with_name(f"{path.name}.gz").write_bytes(compressed_data)
    return {"packed": len(compressed_data), "type": TYPES[path.suffix]}


def _cache_name(group: str, files: list[dict[str, object]], *more: str) -> str:
    own = [(file["url"], file.get("sha256")) for file in files if file["group"] == group]
    return f"flipside-{group}-{sha256(json.dumps([*own, *more]).encode())[:12]}"


def _brotli(data: bytes) -> bytes:
    try:
        import brotli
    except ImportError as error:
        raise BuildError("the package brotli is missing; the extra `dev` has it") from error
    return bytes(brotli.compress(data))


def gzip_bytes(data: bytes) -> bytes:
    """Return bytes compressed with gzip; the result does not depend on the date."""
    return gzip.compress(data, mtime=0)


CODINGS = {".br": _brotli, ".gz": gzip_bytes}
"""Compressors by the suffix of the files they make."""
MAX_PACKED_SHARE = 0.95
"""Largest size of a compressed file, as a share of the original."""


def compress(folder: Path) -> None:
    """Write compressed copies of the files that become smaller.

    The same files give the same bytes. The copies are not in precache.json: a host sends them
    instead of the files to browsers that accept them.
    """
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        data = path.read_bytes()
        for suffix, compressor in CODINGS.items():
            compressed_data = compressor(data)
            if len(compressed_data) <= MAX_PACKED_SHARE * len(data):
                path.with_name(path.name + suffix).write_bytes(compressed_data)
