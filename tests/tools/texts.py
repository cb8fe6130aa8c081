"""What the texts of a language lack, and its texts as a .po file for translators' tools.

An entry of a .po file has the file and the key of a text as its context, such as "program
play.undo" or "othello how.0.text", and the English text as its source. Each plural form is an entry
of its own.
"""

import ast
import json
import re
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from pathlib import Path
from string import Formatter
from typing import Any

import polib

from flipside.game.services.texts import CATEGORIES, plural_category
from flipside.rules.catalogue import GAMES
from flipside.rules.texts import read_toml
from tests.texts import is_plural

ROOT = Path(__file__).resolve().parents[2]

PHONE = (360, 560)
"""The window in which the texts of buttons must fit."""

COUNTS = range(200)
"""Counts that show which plural categories whole numbers have in a language."""

Texts = dict[str, str]
"""The texts of a file by dotted key; entries of a list are numbered from 0."""


def file_of(name: str, language: str) -> Path:
    """Return the path of the texts `name` in a language: "program", "page" or the key of a game."""
    if name in ("program", "page"):
        return ROOT / "assets" / "text" / language / f"{name}.toml"
    return ROOT / "rules" / "games" / name / "text" / f"{language}.toml"


FILES = ("program", "page", *(game.key for game in GAMES))
"""The names of the files of each language."""


def texts_in(name: str, language: str) -> dict[str, Any]:
    """Return the contents of a file of texts; {} if there is no file."""
    path = file_of(name, language)
    return read_toml(path) if path.is_file() else {}


def flat(value: Any, key: str = "") -> Iterator[tuple[str, str]]:
    """Yield all texts of a table with their dotted keys, without the names of pictures."""
    if isinstance(value, str):
        yield key, value
        return
    pairs = value.items() if isinstance(value, dict) else enumerate(value)
    for part, inner in pairs:
        if part != "picture":
            yield from flat(inner, f"{key}.{part}".lstrip("."))


def categories(language: str) -> list[str]:
    """Return the plural categories that whole numbers have in a language, in CLDR's order."""
    rules = read_toml(ROOT / "assets" / "text" / "languages.toml")[language]["plural"]
    found = {plural_category(rules, count) for count in COUNTS} | {"other"}
    return [category for category in CATEGORIES if category in found]


def wanted(name: str, language: str) -> Texts:
    """Return the English texts by the keys that a language needs. For a plural form that English
    does not have, it is the form "other"."""
    return dict(flat(_with_plurals(texts_in(name, "en"), categories(language))))


def _with_plurals(value: Any, forms: Iterable[str]) -> Any:
    if isinstance(value, list):
        return [_with_plurals(inner, forms) for inner in value]
    if not isinstance(value, dict):
        return value
    if is_plural(value):
        if "one" not in value:
            return value  # the form of its text does not depend on the number
        exact = {key: text for key, text in value.items() if key.startswith("=")}
        return exact | {form: value.get(form, value["other"]) for form in forms}
    return {key: _with_plurals(inner, forms) for key, inner in value.items()}


# -- the report ------------------------------------------------------------------------------------


def faults(language: str) -> Iterator[str]:
    """Yield a line with file and key for each text of a language that is missing, has no English
    text, or has wrong placeholders."""
    for name in FILES:
        english, own = wanted(name, language), dict(flat(texts_in(name, language)))
        path = file_of(name, language).relative_to(ROOT)
        for key in english.keys() - own.keys():
            yield f"{path}: {key} is missing: {english[key]}"
        for key in own.keys() - english.keys():
            yield f"{path}: {key} is unused: {own[key]}"
        for key in english.keys() & own.keys():
            if wrong := wrong_placeholders(english[key], own[key]):
                yield f"{path}: {key} {wrong}: {own[key]}"


def wrong_placeholders(english: str, own: str) -> str:
    """Return how the placeholders of a translation differ from the English ones, or "". A form for
    exactly one may omit the number."""
    try:
        needed, found = placeholders(english), placeholders(own)
    except ValueError:
        return "has a brace that opens or closes no placeholder"
    if extra := found - needed:
        return f"has {', '.join(sorted(extra))}, which the program does not fill in"
    if lacking := needed - found - {"count"}:
        return f"lacks {', '.join(sorted(lacking))}"
    return ""


def placeholders(text: str) -> set[str]:
    """Return the names of the placeholders of a text; ValueError if a brace is left over."""
    return {f"{{{name}}}" for _, name, _, _ in Formatter().parse(text) if name is not None}


def unused() -> Iterator[str]:
    """Yield the keys of English texts that the code does not use. Strings in the code count with
    suffixes such as "_page", and f-strings match any inserted value."""
    trees = [ast.parse(path.read_text("utf-8")) for path in _sources()]
    nodes = list(chain.from_iterable(map(ast.walk, trees)))
    strings = {str(node.value) for node in nodes if isinstance(node, ast.Constant)}
    manifest = (ROOT / "web" / "page" / "manifest.webmanifest").read_text("utf-8")
    strings |= set(re.findall(r"[a-z_]+\.[a-z_.]+", manifest))
    suffixes = [part for part in strings if re.fullmatch("_[a-z]+", part)]
    strings |= {key + suffix for key in strings if "." in key for suffix in suffixes}
    patterns = [_pattern(node) for node in nodes if isinstance(node, ast.JoinedStr)]
    keyed = re.compile(
        "|".join(one for one in patterns if re.search(r"[a-z]\\\.|\\\.\(?[a-z]", one))
    )
    keys = set(_text_keys(texts_in("program", "en")))
    yield from sorted(key for key in keys - strings if not keyed.fullmatch(key))


def _text_keys(value: Any, key: str = "") -> Iterator[str]:
    """Yield the keys used in code. A plural has one key for all its forms."""
    if isinstance(value, dict) and not is_plural(value):
        for part, inner in value.items():
            yield from _text_keys(inner, f"{key}.{part}".lstrip("."))
    else:
        yield key


def _sources() -> Iterator[Path]:
    yield from (ROOT / "game").rglob("*.py")
    yield ROOT / "tests" / "tools" / "page_shelf.py"


def _pattern(node: ast.JoinedStr) -> str:
    """Return a regular expression for the values of an f-string."""
    return "".join(
        re.escape(str(part.value)) if isinstance(part, ast.Constant) else _inserted(part)
        for part in node.values
    )


def _inserted(part: ast.AST) -> str:
    """Return a regular expression for a value in an f-string: one of two strings, or anything."""
    match part:
        case ast.FormattedValue(
            value=ast.IfExp(body=ast.Constant(one), orelse=ast.Constant(other))
        ):
            return f"({re.escape(str(one))}|{re.escape(str(other))})"
    return ".+"


def too_long(language: str) -> Iterator[str]:
    """Yield a line for each text that does not fit in a scene on a small phone."""
    from tests.game.pilot import Pilot
    from tests.game.scene_tour import all_stops, problem_pages
    from tests.game.scenes.layout_checks import problems

    with tempfile.TemporaryDirectory() as folder:
        pilot = Pilot(Path(folder), language=language, patience=0.0)
        pilot.app.services.theme.resize(PHONE)
        for stop in chain(all_stops(pilot), problem_pages(pilot)):
            pilot.top.layout(PHONE)
            yield from (f"{stop}: {problem}" for problem in problems(pilot.top))


# -- .po files -------------------------------------------------------------------------------------


def write_po(language: str, path: Path) -> int:
    """Write all texts of a language to a .po file, missing ones empty; return their number."""
    file = polib.POFile(wrapwidth=100)
    file.metadata = {
        "Project-Id-Version": "Flipside",
        "Language": language,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
    }
    for name in FILES:
        own = dict(flat(texts_in(name, language)))
        for key, english in wanted(name, language).items():
            flags = ["python-brace-format"] if "{" in english else []
            entry = polib.POEntry(
                msgctxt=f"{name} {key}", msgid=english, msgstr=own.get(key, ""), flags=flags
            )
            file.append(entry)
    file.save(str(path))
    return len(file)


def read_po(language: str, path: Path) -> list[str]:
    """Write the translations in a .po file to the files of a language. Return a line for each entry
    left out because it is fuzzy or has wrong placeholders."""
    left_out: list[str] = []
    sources = {name: wanted(name, language) for name in FILES}
    translated: dict[str, Texts] = {name: {} for name in FILES}
    for entry in polib.pofile(str(path)):
        name, _, key = (entry.msgctxt or "").partition(" ")
        english = sources.get(name, {}).get(key)
        if not entry.msgstr or entry.obsolete:
            continue
        if english is None:
            left_out.append(f"{entry.msgctxt}: English has no such text")
        elif entry.fuzzy or english != entry.msgid:
            left_out.append(f"{entry.msgctxt}: the translation belongs to another English text")
        elif wrong := wrong_placeholders(english, entry.msgstr):
            left_out.append(f"{entry.msgctxt} {wrong}: {entry.msgstr}")
        else:
            translated[name][key] = entry.msgstr
    for name, texts in translated.items():
        table = _filled(_with_plurals(texts_in(name, "en"), categories(language)), texts, "")
        target = file_of(name, language)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(_comment(name, language) + toml_of(table), "utf-8")
    return left_out


def _comment(name: str, language: str) -> str:
    """Return the comment at the top of a file; of the English file if it does not exist."""
    path = file_of(name, language)
    lines = (path if path.is_file() else file_of(name, "en")).read_text("utf-8").split("\n")
    end = next(number for number, line in enumerate(lines) if not line.startswith("#"))
    return "\n".join([*lines[:end], "", ""])


def _filled(value: Any, texts: Texts, key: str) -> Any:
    """Return a table of English texts with their translations; None for a missing text, and for a
    list with a missing text."""
    if isinstance(value, str):
        return texts.get(key)
    if isinstance(value, list):
        entries = [_filled(inner, texts, f"{key}.{at}") for at, inner in enumerate(value)]
        return None if None in entries else entries
    filled = {
        part: inner if part == "picture" else _filled(inner, texts, f"{key}.{part}".lstrip("."))
        for part, inner in value.items()
    }
    if "picture" in value and filled["text"] is None:
        return None
    return {part: inner for part, inner in filled.items() if inner is not None} or None


def toml_of(table: Mapping[str, Any] | None, path: str = "") -> str:
    """Return a table of texts as TOML: first its own texts, then the inner tables."""
    lines: list[str] = []
    inner: list[str] = []
    for key, value in (table or {}).items():
        name = key if re.fullmatch(r"[\w-]+", key, re.ASCII) else _quoted(key)
        if is_plural(value):
            forms = (
                (form if form.isalpha() else _quoted(form), words) for form, words in value.items()
            )
            lines += [f"{name}.{form} = {_quoted(words)}" for form, words in forms]
        elif isinstance(value, dict):
            inner.append(toml_of(value, f"{path}.{name}".lstrip(".")))
        elif isinstance(value, list):
            lines += [f"{name} = [", *(f"    {_entry(entry)}," for entry in value), "]"]
        else:
            lines.append(f"{name} = {_quoted(value)}")
    head = [f"[{path}]"] if path and lines else []
    return "\n".join(["\n".join([*head, *lines, ""])] * bool(lines) + inner)


def _entry(entry: str | Mapping[str, str]) -> str:
    if isinstance(entry, str):
        return _quoted(entry)
    return "{ " + ", ".join(f"{key} = {_quoted(text)}" for key, text in entry.items()) + " }"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
