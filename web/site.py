"""Builds the site: stages what ships, lets pygbag pack it, checks it, lists it for the worker.

Never waits for a network. Every failure is a SiteError with one clear sentence.
"""

import base64
import gzip
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
import zipfile
from collections.abc import Iterable
from fnmatch import fnmatch
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

from fontTools.ttLib import TTFont

from web.serve import TYPES
from web.vendor import LOCK, RUNTIME, vendored

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
OFFICIAL = "https://pygame-web.github.io/cdn/0.9.3/"
NAME = "flipside"
ZERO_TIME = (1980, 1, 1, 0, 0, 0)
"""The date of every file in the bundle, so that the same commit gives the same bytes."""

SCRIPTS = ("picture.js", "readout.js", "loader.js", "start.js", "shelf/data.js", "shelf.js")
"""One after the other they are page.js: a slow line brings one file sooner than six."""
SHEET = "page.css"
MANIFEST = "manifest.webmanifest"
PAGE_FILES = (*SCRIPTS, SHEET, MANIFEST)
PACKED = ("main.py", "arrays.py", "kept_game.py")
"""What the runtime reads besides the game."""
WRITTEN = ("index.tmpl", "service-worker.js", *PACKED)
STRENGTH = ("rules/games/*/*.bin", "rules/games/*/*.npz")
"""What the computer players know by heart, and the problems: not in the bundle, fetched after the
shelf answers."""
WHEELS = {"pygame": "shelf", "numpy": "rest"}
"""When each wheel is wanted; the shelf does without numpy."""
WORDS = ("assets/text/*.toml", "rules/games/*/text.toml")
"""Tables that lie in the bundle as JSON, which Python reads much sooner."""
ICONS = ("icon-192.png", "icon-512.png", "maskable-512.png", "apple-touch.png")
LICENCES = (
    "LICENSE",
    "assets/fonts/OFL-Lato.txt",
    "assets/fonts/OFL-Vollkorn.txt",
    "assets/licences/segno.txt",
)
SEGNO = "1.6.6"
"""The version of the package that makes QR codes, of which the bundle holds what makes them."""


class SiteError(Exception):
    """The site cannot be built; says why in one sentence."""


def build(
    out: Path,
    cdn: str = OFFICIAL,
    vendor: str | None = None,
    lock: Path = LOCK,
    compressed: bool = False,
) -> None:
    """Write the whole site into `out`, which is emptied first.

    `cdn` is the runtime's address ending in "/"; with `vendor`, a folder or address of a CDN, the
    runtime is copied into the site instead, held against `lock`, and only relative addresses are
    used. With `compressed`, what becomes smaller lies there as .br and .gz as well.
    """
    origin = "" if vendor else _origin(cdn)
    _see_that_all_is_there(out)
    with tempfile.TemporaryDirectory() as temporary:
        staging, site = Path(temporary) / NAME, Path(temporary) / "site"
        members = _stage(staging)
        rendered = _packed(staging, Path(temporary), "cdn/0.9.3/" if vendor else cdn, members)
        site.mkdir()
        _write_bundles(staging, site / "bundle", members)
        scripts = "".join((WEB / name).read_text("utf-8") for name in SCRIPTS)
        (site / "page.js").write_text(scripts, "utf-8")
        (site / SHEET).write_text(_with_pictures((WEB / SHEET).read_text("utf-8")), "utf-8")
        shutil.copyfile(WEB / MANIFEST, site / MANIFEST)
        _copy_icons_and_licences(site)
        _copy_shelf(site)
        _write_page(rendered, site, origin)
        _copy_strength(site)
        if vendor:
            vendored(vendor, site / "cdn", lock)
        _write_lists(site, None if vendor else cdn)
        (site / ".nojekyll").write_bytes(b"")
        _check(site)
        if compressed:
            compress(site)
        # Only now, so that a build that fails leaves the site of before.
        if out.exists():
            shutil.rmtree(out)
        shutil.copytree(site, out)


def _see_that_all_is_there(out: Path) -> None:
    """What would be missed only in the middle, or thrown away by mistake."""
    for name in ICONS:
        if not (ROOT / "assets" / "icons" / name).is_file():
            raise SiteError(f"{name} is missing; python build.py icons draws it")
    for name in (*(f"web/{file}" for file in (*PAGE_FILES, *WRITTEN)), *LICENCES):
        if not (ROOT / name).is_file():
            raise SiteError(f"{name} is missing")
    if out.exists() and not (out.is_dir() and (_is_site(out) or not any(out.iterdir()))):
        raise SiteError(f"{out} holds something else than a site and is left as it is")


def _is_site(folder: Path) -> bool:
    return all((folder / name).is_file() for name in ("index.html", "precache.json"))


def _stage(staging: Path) -> list[str]:
    """Copy exactly what ships; the names of all files, sorted."""
    staging.mkdir(parents=True)
    for name in PACKED:
        shutil.copyfile(WEB / name, staging / name)
    for folder in ("game", "rules", "assets"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.is_symlink():
                raise SiteError(f"a link would break the bundle: {path.relative_to(ROOT)}")
            if path.is_file() and _ships(path):
                target = staging / path.relative_to(ROOT)
                target.parent.mkdir(parents=True, exist_ok=True)
                if any(fnmatch(path.relative_to(ROOT).as_posix(), words) for words in WORDS):
                    tables = tomllib.loads(path.read_text("utf-8"))
                    packed = json.dumps(tables, ensure_ascii=False)
                    target.with_suffix(".json").write_text(packed, "utf-8")
                else:
                    shutil.copyfile(path, target)
    _stage_segno(staging / "segno")
    return sorted(
        path.relative_to(staging).as_posix() for path in staging.rglob("*") if path.is_file()
    )


def _stage_segno(target: Path) -> None:
    """Copy the encoder alone; the package's own first file would load all its ways to draw."""
    found = find_spec("segno")
    if found is None or found.origin is None or metadata.version("segno") != SEGNO:
        raise SiteError(f"the page's QR codes need segno {SEGNO}; pip install segno=={SEGNO}")
    target.mkdir()
    (target / "__init__.py").write_bytes(b"")
    for name in ("consts.py", "encoder.py"):
        shutil.copyfile(Path(found.origin).parent / name, target / name)


_KINDS = {".py", ".toml", ".ttf", ".ogg"}
_ELSEWHERE = (
    "assets/fonts/subset.py",
    "assets/sounds/synthesis.py",
    "game/__main__.py",
    "rules/__main__.py",
    "rules/command/*",
    "rules/games/*/solve.py",
)
"""Programs that start elsewhere: of developers, and of whoever has a command line."""


def _ships(path: Path) -> bool:
    name = path.relative_to(ROOT).as_posix()
    hidden = any(part.startswith((".", "__pycache__")) for part in path.relative_to(ROOT).parts)
    # The icons of the window are of no use in a page.
    ships = path.suffix in _KINDS or path.name in ("address.txt", "weights.txt")
    return ships and not hidden and not any(fnmatch(name, other) for other in _ELSEWHERE)


def _packed(staging: Path, temporary: Path, cdn: str, members: list[str]) -> str:
    """Let pygbag pack the staging folder and see that its archive holds all; the page it made."""
    command = [
        sys.executable, "-m", "pygbag", "--build", "--no_opt", "--disable-sound-format-error",
        "--ume_block", "0", "--can_close", "1", "--title", "Flipside", "--cdn", cdn,
        "--template", str(WEB / "index.tmpl"), "--icon", str(ROOT / "assets/icons/icon-192.png"),
        str(staging),
    ]  # fmt: skip
    environment = {**os.environ, "PYTHONPATH": str(_without_black(temporary))}
    before = _hashes(staging, members)
    try:
        done = subprocess.run(
            command, cwd=temporary, env=environment, stdin=subprocess.DEVNULL,
            capture_output=True, text=True, timeout=120, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired as late:
        raise SiteError("pygbag did not finish within two minutes") from late
    built = staging / "build" / "web"
    page = built / "index.html"
    if done.returncode != 0 or not page.is_file() or not page.stat().st_size:
        last = (done.stderr or done.stdout).strip().splitlines()[-1:] or ["it said nothing"]
        raise SiteError(f"pygbag failed with code {done.returncode}: {last[0]}")
    if _hashes(staging, members) != before:
        raise SiteError("pygbag changed the files it was to pack")
    _compare_archive(built / f"{NAME}.apk", members)
    return page.read_text("utf-8")


def _without_black(temporary: Path) -> Path:
    """A folder whose `black` cannot be imported: with one, pygbag reformats what it packs."""
    folder = temporary / "no-black"
    folder.mkdir()
    (folder / "black.py").write_text("raise ImportError('not here')\n")
    return folder


def _hashes(folder: Path, members: Iterable[str]) -> dict[str, str]:
    return {name: _sha256((folder / name).read_bytes()) for name in members}


def _compare_archive(archive: Path, members: list[str]) -> None:
    if not archive.is_file():
        raise SiteError("pygbag wrote no archive")
    with zipfile.ZipFile(archive) as packed:
        held = sorted(name.removeprefix("assets/") for name in packed.namelist())
    held = [name for name in held if not name.endswith("/")]
    missing, extra = sorted(set(members) - set(held)), sorted(set(held) - set(members))
    if missing or extra:
        named = ", ".join((missing or extra)[:3])
        what = "lacks" if missing else "holds too much"
        raise SiteError(f"the archive of pygbag {what}: {named}")


def _room(name: str) -> str:
    """Which bundle a file of the game lies in: an update fetches those that have changed."""
    parts = Path(name).parent.parts
    return "-".join(parts[: 3 if parts[:2] == ("rules", "games") else 2]) or "main"


def _write_bundles(staging: Path, folder: Path, members: list[str]) -> None:
    """The game as zips under a neutral name, one a room, the same bytes for the same files."""
    folder.mkdir()
    for room in sorted({_room(name) for name in members}):
        with zipfile.ZipFile(
            folder / f"{room}.bin", "w", zipfile.ZIP_DEFLATED, compresslevel=9
        ) as bundle:
            for name in members:
                if _room(name) != room:
                    continue
                data = (staging / name).read_bytes()
                if name.endswith(".py"):
                    _see_that_it_compiles(data, name)
                entry = zipfile.ZipInfo(f"assets/{name}", ZERO_TIME)
                entry.compress_type = zipfile.ZIP_DEFLATED
                entry.external_attr = 0o644 << 16
                bundle.writestr(entry, data)


def _see_that_it_compiles(data: bytes, name: str) -> None:
    try:
        compile(data, name, "exec")
    except (SyntaxError, ValueError) as wrong:
        raise SiteError(f"{name} is no Python: {wrong}") from wrong


def _origin(cdn: str) -> str:
    # It goes into the page as it is, and into its policy.
    found = re.fullmatch(r"(https?://[\w.-]+(?::\d+)?)/(?:[\w.~-]+/)*", cdn, re.ASCII)
    if found is None:
        raise SiteError(f"the CDN needs an address like {OFFICIAL}, not {cdn!r}")
    return found[1]


def _write_page(rendered: str, out: Path, origin: str) -> None:
    page = rendered.replace(" FLIPSIDE_ORIGIN", f" {origin}" if origin else "")
    # The shelf is drawn when the page's script is here, and shall not wait for pictures then.
    links = "".join(
        f'<link rel="preload" href="shelf/{path.name}" as="image"'
        f' media="(prefers-color-scheme: {look})">\n'
        for look in ("light", "dark")
        for path in sorted((out / "shelf").glob(f"*-{look}.webp"))
    )
    page = page.replace("FLIPSIDE_PICTURES\n", links)
    (out / "index.html").write_text(page, "utf-8")


def _copy_icons_and_licences(out: Path) -> None:
    (out / "icons").mkdir()
    for name in ICONS:
        shutil.copyfile(ROOT / "assets" / "icons" / name, out / "icons" / name)
    (out / "licences").mkdir()
    for name in LICENCES:
        shutil.copyfile(ROOT / name, out / "licences" / (Path(name).stem + ".txt"))


def _copy_shelf(out: Path) -> None:
    """What the page itself shows of the shelf, with the fonts for it, and what whoever installs
    the page is shown."""
    # The sheet holds the small pictures, and page.js what is said.
    left = shutil.ignore_patterns("data.js", "icon-*", "table-*")
    shutil.copytree(WEB / "shelf", out / "shelf", ignore=left)
    (out / "screenshots").mkdir()
    for path in sorted((WEB / "screenshots").glob("*.webp")):
        shutil.copyfile(path, out / "screenshots" / path.name)
    (out / "fonts").mkdir()
    for path in sorted((ROOT / "assets" / "fonts").glob("*.ttf")):
        _pack_font(path, out / "fonts" / f"{path.stem}.woff2")


def _pack_font(path: Path, target: Path) -> None:
    """The same letters in half the bytes: a line brings them before the shelf is seen."""
    with TTFont(path, recalcTimestamp=False) as font:
        font.flavor = "woff2"
        font.save(target)


def _with_pictures(sheet: str) -> str:
    """A style sheet that holds the small pictures that it names, which would each come later."""

    def held(found: re.Match[str]) -> str:
        data = base64.b64encode((WEB / found[1]).read_bytes()).decode("ascii")
        return f"url(data:image/webp;base64,{data})"

    return re.sub(r"url\((shelf/[\w-]+\.webp)\)", held, sheet)


def _copy_strength(out: Path) -> None:
    for path in sorted(path for pattern in STRENGTH for path in ROOT.glob(pattern)):
        target = out / "strength" / path.relative_to(ROOT / "rules" / "games")
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)


def _group(name: str) -> str:
    """Which cache a file of the site belongs into. What comes after the shelf has one of its own,
    so that an update fetches what has changed of it and no more."""
    folder = name.split("/")[0]
    return {"cdn": "runtime", "strength": name}.get(folder, "app")


def _stage_of(name: str) -> str:
    """When a file of the site is wanted: for `python`, for the `shelf` as well, or the `rest`."""
    if name.startswith("cdn/"):
        wheel = name.startswith("cdn/cp312/")
        return WHEELS["numpy" if "/numpy-" in name else "pygame"] if wheel else "python"
    return "shelf" if name.startswith("bundle/") else "rest"


def _write_lists(out: Path, cdn: str | None) -> None:
    """precache.json and the worker: what belongs into which cache, named by their contents."""
    files = []
    for path in sorted(out.rglob("*")):
        if path.is_file():
            name = path.relative_to(out).as_posix()
            if name.startswith(("licences/", "cdn/licences", "screenshots/")):
                continue
            data = path.read_bytes()
            url = "./" if name == "index.html" else name
            digest, group, stage = _sha256(data), _group(name), _stage_of(name)
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
    version = _sha256(json.dumps(caches).encode())[:16]
    files.append({"url": "precache.json", "group": "app", "stage": "rest"})
    listed = {
        "version": version, "caches": caches, "index": index, "wheels": WHEELS,
        "files": files,
    }  # fmt: skip
    (out / "precache.json").write_text(json.dumps(listed, indent=1) + "\n", "utf-8")
    worker = (WEB / "service-worker.js").read_text("utf-8")
    worker = worker.replace("FLIPSIDE_VERSION", version)
    worker = worker.replace("FLIPSIDE_CACHES", json.dumps(caches))
    (out / "service-worker.js").write_text(worker, "utf-8")


def _twin(path: Path, data: bytes) -> dict[str, object]:
    """What the list says of a compressed twin that the page itself asks for, where it is smaller:
    most hosts send such large files as they are."""
    packed = _gzip(data)
    if len(packed) > WORTH * len(data):
        return {}
    path.with_name(f"{path.name}.gz").write_bytes(packed)
    return {"packed": len(packed), "type": TYPES[path.suffix]}


def _cache(group: str, files: list[dict[str, object]], *more: str) -> str:
    own = [(file["url"], file.get("sha256")) for file in files if file["group"] == group]
    return f"flipside-{group}-{_sha256(json.dumps([*own, *more]).encode())[:12]}"


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _brotli(data: bytes) -> bytes:
    try:
        import brotli
    except ImportError as missing:
        raise SiteError("the package brotli is missing; the extra `dev` has it") from missing
    return bytes(brotli.compress(data))


def _gzip(data: bytes) -> bytes:
    return gzip.compress(data, mtime=0)


CODINGS = {".br": _brotli, ".gz": _gzip}
"""What compresses, by the ending of what it makes."""
WORTH = 0.95
"""The most that a compressed file may have of the bytes."""


def compress(folder: Path) -> None:
    """Lay compressed twins beside the files that become smaller, the same bytes for the same files.

    They are in no list: a host sends them in the place of the files to whoever takes them.
    """
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        data = path.read_bytes()
        for ending, coding in CODINGS.items():
            packed = coding(data)
            if len(packed) <= WORTH * len(data):
                path.with_name(path.name + ending).write_bytes(packed)


def _check(out: Path) -> None:
    """Nothing of the template or of this machine is left in what a browser reads."""
    for name in ("index.html", "service-worker.js", "precache.json"):
        text = (out / name).read_text("utf-8")
        for left in ("cookiecutter", "FLIPSIDE_", str(ROOT)):
            if left in text:
                raise SiteError(f"{name} still holds {left!r}")
