"""Every language says everything, with the same keys, placeholders and lists."""

import subprocess
import sys
import tomllib
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from game.page import Page
from game.text import LANGUAGES, OWN_NAMES, Text
from rules.notation import _SENTENCES as BAD_RECORDS

ROOT = Path(__file__).resolve().parents[2]
GAMES = sorted(path.parent.name for path in ROOT.glob("rules/*/text.toml"))


def read(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def shape(value: Any) -> Any:
    """What must be equal in all languages: keys, lengths, placeholders, names of pictures."""
    if isinstance(value, dict):
        return {key: inner if key == "picture" else shape(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [shape(inner) for inner in value]
    assert isinstance(value, str)
    assert value.strip() == value
    assert value
    return sorted({name for _, name, _, _ in Formatter().parse(value) if name is not None})


def test_the_shell_says_the_same_in_all_languages() -> None:
    shapes = {code: shape(read(ROOT / "assets" / "text" / f"{code}.toml")) for code in LANGUAGES}
    for code in LANGUAGES:
        assert shapes[code] == shapes["en"], code


@pytest.mark.parametrize("game", GAMES)
def test_a_game_says_the_same_in_all_languages(game: str) -> None:
    tables = read(ROOT / "rules" / game / "text.toml")
    assert set(tables) == {"pictures", *LANGUAGES}
    for code in LANGUAGES:
        assert shape(tables[code]) == shape(tables["en"]), code
        shown = {part["picture"] for part in tables[code]["how"] if "picture" in part}
        assert shown <= set(tables["pictures"])


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_bad_record_has_a_sentence(code: str) -> None:
    text = Text(code, Page())
    for key in BAD_RECORDS:
        sentence = text(f"record.{key}", word="d3", ply=7)
        assert "{" not in sentence
        assert sentence != f"record.{key}"
    for key in ("cannot_save", "set_aside", "cannot_read"):
        assert text(f"storage.{key}", name="othello.txt") != f"storage.{key}"
    assert not text.missing


class Speaking(Page):
    def __init__(self, *languages: str) -> None:
        super().__init__()
        self._spoken = list(languages)

    def languages(self) -> list[str]:
        return self._spoken


@pytest.mark.parametrize(
    ("chosen", "system", "expected"),
    [
        ("cs", ["de"], "cs"),
        ("auto", ["fr", "de", "cs"], "de"),
        ("auto", ["fr"], "en"),
        ("auto", [], "en"),
        ("klingon", ["cs"], "cs"),
    ],
)
def test_which_language(chosen: str, system: list[str], expected: str) -> None:
    assert Text(chosen, Speaking(*system)).language == expected


def test_switching_at_run_time() -> None:
    text = Text("en", Page())
    assert text.game("othello", "colour.black") == "Black"
    text.use("cs")
    assert text.game("othello", "colour.black") == "Černý"
    assert set(OWN_NAMES) == set(LANGUAGES)


def test_a_missing_word_comes_from_english_and_is_remembered() -> None:
    text = Text("de", Page())
    text._words("de").pop("record.long")
    text._game("othello")["de"].pop("goal")
    assert text("record.long") == "This text is too long to be a match."
    assert text.game("othello", "goal").startswith("When nobody")
    assert text("play.nothing_of_that_name") == "play.nothing_of_that_name"
    assert text.game("chess", "name") == "chess.name"
    assert text.game_list("chess", "rulings") == []
    assert text.pictures("chess") == {}
    assert {"de record.long", "de othello goal", "en chess name"} <= text.missing


def test_missing_and_surplus_values() -> None:
    text = Text("en", Page())
    assert text("record.move", ply=3) == "Move {ply}, “{word}”, is not possible at that point."
    assert text.missing
    assert text("record.empty", word="{x}") == "There are no moves in this text."
    assert "{x}" in text("record.line", word="{x}")


def test_lists_and_tables() -> None:
    text = Text("en", Page())
    assert text.game("othello", "reason.more", winner="Black") == "Black has more discs."
    assert len(text.game_list("othello", "rulings")) == 4
    assert text.game_table("othello", "how")[0]["picture"] in text.pictures("othello")
    assert not text.missing


def test_words_are_found_from_any_folder(tmp_path: Path) -> None:
    code = "from game.text import Text; from game.page import Page; t = Text('en', Page());"
    code += "assert t('record.empty') != 'record.empty'; assert t.game('othello', 'goal')"
    code = f"import sys; sys.path.insert(0, {str(ROOT)!r}); {code}"
    subprocess.run([sys.executable, "-c", code], cwd=tmp_path, check=True)
