"""Builds the site: bundle, page, texts, manifests, pictures, and lists for the service worker.

Only the runtime may come from a network. Every failure is a BuildError with one clear sentence.
"""

import base64
import hashlib
import json
import re
import shutil
import tempfile
import tomllib
from pathlib import Path
from typing import Any

from flipside.game.services.texts import LANGUAGES
from web.bundle import BUNDLE_NAME, RUNTIME_FILES, run_pygbag, stage_files, write_bundles
from web.precache import compress, write_lists
from web.sources import PAGE, ROOT, WEB, BuildError
from web.vendor import LOCK, copy_runtime

MANIFEST = "manifest.webmanifest"
"""The English manifest, to which the page links; other manifests have their language in the
name."""


def with_texts(script: str) -> str:
    """Return a script of the page with its texts in all languages."""
    for name, section in (("FLIPSIDE_EARLY_WORDS", "early"), ("FLIPSIDE_WORDS", "page")):
        english = _texts("en", "page")[section]
        words = {code: english | _texts(code, "page").get(section, {}) for code in LANGUAGES}
        script = script.replace(name, json.dumps(words, ensure_ascii=False))
    return script


def text_of(language: str, key: str) -> str:
    """Return the program's text with a dotted key, in English if the language has none.

    Raises KeyError if English has none, either.
    """
    section, _, name = key.partition(".")
    words = _texts(language, "program").get(section, {})
    return str(words[name] if name in words else _texts("en", "program")[section][name])


def _texts(language: str, file: str) -> dict[str, Any]:
    path = ROOT / "assets" / "text" / language / f"{file}.toml"
    return tomllib.loads(path.read_text("utf-8"))


def write_manifests(out: Path) -> None:
    """Write a manifest for each language, with its texts in place of their keys."""
    template = json.loads((PAGE / MANIFEST).read_text("utf-8"))
    for language in LANGUAGES:
        shortcuts = [
            {**shortcut, "name": text_of(language, shortcut["name"])}
            for shortcut in template["shortcuts"]
        ]
        about = text_of(language, template["description"])
        manifest = {**template, "lang": language, "description": about, "shortcuts": shortcuts}
        text = json.dumps(manifest, ensure_ascii=False, separators=(",", ":"))
        name = MANIFEST if language == "en" else f"manifest-{language}.webmanifest"
        (out / name).write_text(text, "utf-8")


OFFICIAL_CDN = "https://pygame-web.github.io/cdn/0.9.3/"
_SCRIPTS = (
    "page/early.js", "page/presses.js", "shelf/data.js", "page/words.js", "page/painter.js",
    "page/picture.js", "page/readout.js", "page/errors.js", "page/files.js", "page/wheel.js",
    "page/dialogs.js", "page/bridge.js", "page/loader.js", "page/start.js", "page/shelf.js",
)  # fmt: skip
"""Concatenated in this order they are page.js: one file loads faster than ten on a slow
connection."""
_EARLY, _PAINTER = "early.js", "painter.js"
_SCRIPT, _SHEET = "page.js", "page.css"
_SOURCES = (
    *_SCRIPTS, *(f"page/{name}" for name in
    (_SHEET, MANIFEST, "index.tmpl", "service-worker.js", *RUNTIME_FILES)),
)  # fmt: skip
STRENGTH = ("rules/games/*/*.bin", "rules/games/*/*.npz")
"""Data files of computer players, and problems; not in the bundle, but fetched after the shelf."""
_ICONS = ("icon-192.png", "icon-512.png", "maskable-512.png", "apple-touch.png")
_LICENCES = (
    "LICENSE",
    "assets/fonts/OFL-Lato.txt",
    "assets/fonts/OFL-Vollkorn.txt",
    "assets/licences/segno.txt",
)


def build_site(
    out: Path,
    cdn: str = OFFICIAL_CDN,
    vendor: str | None = None,
    lock: Path = LOCK,
    compressed: bool = False,
) -> None:
    """Write the whole site into `out`, replacing its contents.

    `cdn` is the runtime's address ending in "/". With `vendor`, a folder or address of a CDN, the
    runtime is copied into the site instead, checked against `lock`, and all addresses are relative.
    With `compressed`, the site also contains .br and .gz copies.
    """
    origin = "" if vendor else _origin(cdn)
    _check_sources(out)
    with tempfile.TemporaryDirectory() as temporary:
        staging, site = Path(temporary) / BUNDLE_NAME, Path(temporary) / "site"
        members = stage_files(staging)
        rendered = run_pygbag(staging, Path(temporary), "cdn/0.9.3/" if vendor else cdn, members)
        site.mkdir()
        write_bundles(staging, site / "bundle", members)
        scripts = "".join((WEB / name).read_text("utf-8") for name in _SCRIPTS)
        (site / _SCRIPT).write_text(with_texts(scripts), "utf-8")
        shutil.copyfile(PAGE / _PAINTER, site / _PAINTER)  # the worker loads only this file
        (site / _SHEET).write_text(_with_pictures((PAGE / _SHEET).read_text("utf-8")), "utf-8")
        write_manifests(site)
        _copy_icons_and_licences(site)
        _copy_shelf(site)
        _write_page(rendered, site, origin)
        _copy_strength(site)
        if vendor:
            copy_runtime(vendor, site / "cdn", lock)
        write_lists(site, None if vendor else cdn)
        (site / ".nojekyll").write_bytes(b"")
        _check(site)
        if compressed:
            compress(site)
        # At the end, so that a failed build leaves the previous site.
        if out.exists():
            shutil.rmtree(out)
        shutil.copytree(site, out)


def _check_sources(out: Path) -> None:
    """Raise BuildError if sources are missing, or `out` contains something other than a site."""
    for name in _ICONS:
        if not (ROOT / "assets" / "icons" / name).is_file():
            raise BuildError(f"{name} is missing; python build.py icons draws it")
    for name in ("fonts", "shelf"):
        if not (WEB / name).is_dir():
            raise BuildError(f"web/{name} is missing; python build.py shelf makes it")
    for name in (*(f"web/{file}" for file in _SOURCES), *_LICENCES):
        if not (ROOT / name).is_file():
            raise BuildError(f"{name} is missing")
    if out.exists() and not (out.is_dir() and (_is_site(out) or not any(out.iterdir()))):
        raise BuildError(f"{out} is not a site and is left unchanged")


def _is_site(folder: Path) -> bool:
    return all((folder / name).is_file() for name in ("index.html", "precache.json"))


def _origin(cdn: str) -> str:
    # The address becomes part of the page and of its content security policy.
    match = re.fullmatch(r"(https?://[\w.-]+(?::\d+)?)/(?:[\w.~-]+/)*", cdn, re.ASCII)
    if match is None:
        raise BuildError(f"the CDN needs an address like {OFFICIAL_CDN}, not {cdn!r}")
    return match[1]


def _write_page(rendered: str, out: Path, origin: str) -> None:
    page = rendered.replace(" FLIPSIDE_ORIGIN", f" {origin}" if origin else "")
    page = page.replace("FLIPSIDE_ABOUT", text_of("en", "page.about"))
    early = with_texts((PAGE / _EARLY).read_text("utf-8"))
    page = page.replace("FLIPSIDE_EARLY_DIGEST", f"'{_digest(early.encode('utf-8'))}'")
    page = page.replace("FLIPSIDE_EARLY", early)
    page = page.replace("FLIPSIDE_SCRIPT_DIGEST", _digest((out / _SCRIPT).read_bytes()))
    page = page.replace("FLIPSIDE_SHEET_DIGEST", _digest((out / _SHEET).read_bytes()))
    # The shelf is drawn once the page's script has loaded; its pictures should be there by then.
    links = "".join(
        f'<link rel="preload" href="shelf/{path.name}" as="image"'
        f' media="(prefers-color-scheme: {look})">\n'
        for look in ("light", "dark")
        for path in sorted((out / "shelf").glob(f"*-{look}.webp"))
        if not path.name.startswith("logo-")  # a phone's shelf may have no logo
    )
    page = page.replace("FLIPSIDE_PICTURES\n", links)
    (out / "index.html").write_text(page, "utf-8")


def _digest(data: bytes) -> str:
    """Return the SHA-256 of data as a page and its content security policy contain it."""
    return f"sha256-{base64.b64encode(hashlib.sha256(data).digest()).decode('ascii')}"


def _copy_icons_and_licences(out: Path) -> None:
    (out / "icons").mkdir()
    for name in _ICONS:
        shutil.copyfile(ROOT / "assets" / "icons" / name, out / "icons" / name)
    (out / "licences").mkdir()
    for name in _LICENCES:
        shutil.copyfile(ROOT / name, out / "licences" / (Path(name).stem + ".txt"))


def _copy_shelf(out: Path) -> None:
    """Copy the pictures and fonts of the page's shelf, and the screenshots of the manifest."""
    (out / "shelf").mkdir()
    for path in (WEB / "shelf").rglob("*.webp"):
        if not path.name.startswith(("icon-", "table-")):  # these are inlined in the style sheet
            shutil.copyfile(path, out / "shelf" / path.name)
    (out / "screenshots").mkdir()
    for path in sorted((WEB / "screenshots").glob("*.webp")):
        shutil.copyfile(path, out / "screenshots" / path.name)
    shutil.copytree(WEB / "fonts", out / "fonts")


def _with_pictures(sheet: str) -> str:
    """Return the style sheet with its small pictures inlined, which saves requests."""

    def inlined(match: re.Match[str]) -> str:
        data = base64.b64encode((WEB / match[1]).read_bytes()).decode("ascii")
        return f"url(data:image/webp;base64,{data})"

    return re.sub(r"url\((shelf/[\w-]+\.webp)\)", inlined, sheet)


def _copy_strength(out: Path) -> None:
    for path in sorted(path for pattern in STRENGTH for path in ROOT.glob(pattern)):
        target = out / "strength" / path.relative_to(ROOT / "rules" / "games")
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)


def _check(out: Path) -> None:
    """Raise BuildError if a file still contains placeholders or paths of this machine."""
    for name in ("index.html", "service-worker.js", "precache.json"):
        text = (out / name).read_text("utf-8")
        for placeholder in ("cookiecutter", "FLIPSIDE_", str(ROOT)):
            if placeholder in text:
                raise BuildError(f"{name} still contains {placeholder!r}")
