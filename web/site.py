"""Builds the site: the bundle, the page round it, what the page shows, lists for the worker.

Never waits for a network. Every failure is a BuildError with one clear sentence.
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

from flipside.game.services.text import LANGUAGES
from web.bundle import BUNDLE_NAME, RUNTIME_FILES, run_pygbag, stage, write_bundles
from web.precache import compress, write_lists
from web.sources import PAGE, ROOT, WEB, BuildError
from web.vendor import LOCK, vendored

MANIFEST = "manifest.webmanifest"
"""The file of English, which the page itself names; others have their language in the name."""


def with_texts(script: str) -> str:
    """Return a script of the page with its texts in all languages."""
    for name, section in (("FLIPSIDE_EARLY_WORDS", "early"), ("FLIPSIDE_WORDS", "page")):
        english = _texts("en", "page")[section]
        words = {code: english | _texts(code, "page").get(section, {}) for code in LANGUAGES}
        script = script.replace(name, json.dumps(words, ensure_ascii=False))
    return script


def text_of(language: str, key: str) -> str:
    """Return the program's text with a dotted key, in English if the language has none; KeyError if
    there is none."""
    section, _, name = key.partition(".")
    words = _texts(language, "program").get(section, {})
    return str(words[name] if name in words else _texts("en", "program")[section][name])


def _texts(language: str, file: str) -> dict[str, Any]:
    path = ROOT / "assets" / "text" / language / f"{file}.toml"
    return tomllib.loads(path.read_text("utf-8"))


def write_manifests(out: Path) -> None:
    """Write them all into the site."""
    shared = json.loads((PAGE / MANIFEST).read_text("utf-8"))
    for language in LANGUAGES:
        shortcuts = [{**one, "name": text_of(language, one["name"])} for one in shared["shortcuts"]]
        about = text_of(language, shared["description"])
        manifest = {**shared, "lang": language, "description": about, "shortcuts": shortcuts}
        text = json.dumps(manifest, ensure_ascii=False, separators=(",", ":"))
        name = MANIFEST if language == "en" else f"manifest-{language}.webmanifest"
        (out / name).write_text(text, "utf-8")


OFFICIAL_CDN = "https://pygame-web.github.io/cdn/0.9.3/"
_SCRIPTS = (
    "page/early.js", "page/presses.js", "shelf/data.js", "page/words.js", "page/painter.js",
    "page/picture.js", "page/readout.js", "page/errors.js", "page/files.js", "page/dialogs.js",
    "page/bridge.js", "page/loader.js", "page/start.js", "page/shelf.js",
)  # fmt: skip
"""One after the other they are page.js: a slow line brings one file sooner than ten."""
_EARLY, _PAINTER = "early.js", "painter.js"
_SCRIPT, _SHEET = "page.js", "page.css"
_SOURCES = (
    *_SCRIPTS, *(f"page/{name}" for name in
    (_SHEET, MANIFEST, "index.tmpl", "service-worker.js", *RUNTIME_FILES)),
)  # fmt: skip
STRENGTH = ("rules/games/*/*.bin", "rules/games/*/*.npz")
"""Data files of computer players, and the problems: not in the bundle, fetched after the
shelf answers."""
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
    """Write the whole site into `out`, which is emptied first.

    `cdn` is the runtime's address ending in "/"; with `vendor`, a folder or address of a CDN, the
    runtime is copied into the site instead, held against `lock`, and only relative addresses are
    used. With `compressed`, what becomes smaller lies there as .br and .gz as well.
    """
    origin = "" if vendor else _origin(cdn)
    _see_that_all_is_there(out)
    with tempfile.TemporaryDirectory() as temporary:
        staging, site = Path(temporary) / BUNDLE_NAME, Path(temporary) / "site"
        members = stage(staging)
        rendered = run_pygbag(staging, Path(temporary), "cdn/0.9.3/" if vendor else cdn, members)
        site.mkdir()
        write_bundles(staging, site / "bundle", members)
        scripts = "".join((WEB / name).read_text("utf-8") for name in _SCRIPTS)
        (site / _SCRIPT).write_text(with_texts(scripts), "utf-8")
        shutil.copyfile(PAGE / _PAINTER, site / _PAINTER)  # for the worker
        (site / _SHEET).write_text(_with_pictures((PAGE / _SHEET).read_text("utf-8")), "utf-8")
        write_manifests(site)
        _copy_icons_and_licences(site)
        _copy_shelf(site)
        _write_page(rendered, site, origin)
        _copy_strength(site)
        if vendor:
            vendored(vendor, site / "cdn", lock)
        write_lists(site, None if vendor else cdn)
        (site / ".nojekyll").write_bytes(b"")
        _check(site)
        if compressed:
            compress(site)
        # Only now, so that a build that fails leaves the site of before.
        if out.exists():
            shutil.rmtree(out)
        shutil.copytree(site, out)


def _see_that_all_is_there(out: Path) -> None:
    """Raise BuildError if sources are missing, or `out` holds something else than a site."""
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
        raise BuildError(f"{out} holds something else than a site and is left as it is")


def _is_site(folder: Path) -> bool:
    return all((folder / name).is_file() for name in ("index.html", "precache.json"))


def _origin(cdn: str) -> str:
    # It goes into the page as it is, and into its policy.
    found = re.fullmatch(r"(https?://[\w.-]+(?::\d+)?)/(?:[\w.~-]+/)*", cdn, re.ASCII)
    if found is None:
        raise BuildError(f"the CDN needs an address like {OFFICIAL_CDN}, not {cdn!r}")
    return found[1]


def _write_page(rendered: str, out: Path, origin: str) -> None:
    page = rendered.replace(" FLIPSIDE_ORIGIN", f" {origin}" if origin else "")
    page = page.replace("FLIPSIDE_ABOUT", text_of("en", "page.about"))
    early = with_texts((PAGE / _EARLY).read_text("utf-8"))
    page = page.replace("FLIPSIDE_EARLY_DIGEST", f"'{_digest(early.encode('utf-8'))}'")
    page = page.replace("FLIPSIDE_EARLY", early)
    page = page.replace("FLIPSIDE_SCRIPT_DIGEST", _digest((out / _SCRIPT).read_bytes()))
    page = page.replace("FLIPSIDE_SHEET_DIGEST", _digest((out / _SHEET).read_bytes()))
    # The shelf is drawn when the page's script is here, and shall not wait for pictures then.
    links = "".join(
        f'<link rel="preload" href="shelf/{path.name}" as="image"'
        f' media="(prefers-color-scheme: {look})">\n'
        for look in ("light", "dark")
        for path in sorted((out / "shelf").glob(f"*-{look}.webp"))
    )
    page = page.replace("FLIPSIDE_PICTURES\n", links)
    (out / "index.html").write_text(page, "utf-8")


def _digest(data: bytes) -> str:
    """The digest of a file as a page and its policy name it."""
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
        if not path.name.startswith(("icon-", "table-")):  # the style sheet holds these
            shutil.copyfile(path, out / "shelf" / path.name)
    (out / "screenshots").mkdir()
    for path in sorted((WEB / "screenshots").glob("*.webp")):
        shutil.copyfile(path, out / "screenshots" / path.name)
    shutil.copytree(WEB / "fonts", out / "fonts")


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


def _check(out: Path) -> None:
    """Nothing of the template or of this machine is left in what a browser reads."""
    for name in ("index.html", "service-worker.js", "precache.json"):
        text = (out / name).read_text("utf-8")
        for left in ("cookiecutter", "FLIPSIDE_", str(ROOT)):
            if left in text:
                raise BuildError(f"{name} still holds {left!r}")
