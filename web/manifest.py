"""The manifest of each language, made of manifest.webmanifest: what is said stands there as the key
of a text of assets/text.
"""

import json
import tomllib
from pathlib import Path

from flipside.game.services.text import LANGUAGES
from web.sources import PAGE, ROOT

MANIFEST = "manifest.webmanifest"
"""The file of English, which the page itself names; others have their language in the name."""


def text_of(language: str, key: str) -> str:
    """The text of a dotted key; KeyError if nobody wrote it."""
    words = tomllib.loads((ROOT / "assets" / "text" / f"{language}.toml").read_text("utf-8"))
    section, _, name = key.partition(".")
    return str(words[section][name])


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
