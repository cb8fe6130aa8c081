"""The texts of the page: the words in its scripts, and a manifest for each language.

The manifests are made of manifest.webmanifest, in which a text is the key of one of assets/text.
"""

import json
import tomllib
from pathlib import Path
from typing import Any

from flipside.game.services.text import LANGUAGES
from web.sources import PAGE, ROOT

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
