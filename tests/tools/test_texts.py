"""Tests of the report on the texts of a language, and of .po files."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import polib
import pytest

from tests.texts import LANGUAGES, ROOT, page_texts
from tests.tools import texts
from web.site import with_texts


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a copy of all texts with a language "xx" that has Czech plurals and no texts."""
    for folder in (ROOT / "assets" / "text", *ROOT.glob("rules/games/*/text")):
        shutil.copytree(folder, tmp_path / folder.relative_to(ROOT))
    with (tmp_path / "assets" / "text" / "languages.toml").open("a") as languages:
        languages.write('[xx]\nplural = { one = "i = 1 and v = 0", few = "i = 2..4 and v = 0" }\n')
    monkeypatch.setattr(texts, "ROOT", tmp_path)
    return tmp_path


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_language_lacks_a_text(language: str) -> None:
    assert list(texts.faults(language)) == []


def test_every_text_of_the_program_is_used() -> None:
    assert list(texts.unused()) == []


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('undo = "Undo"\n', "", "play.undo is missing: Undo"),
        ('undo = "Undo"', 'undo = "Undo"\nundone = "Undone"', "play.undone is unused: Undone"),
        (
            "Computer, {level}",
            "Computer, {livel}",
            "seat.computer_level has {livel}, which the program does not fill in",
        ),
        ("Computer, {level}", "Computer", "seat.computer_level lacks {level}"),
        (
            "Computer, {level}",
            "Computer, {level",
            "seat.computer_level has a brace that opens or closes no placeholder",
        ),
    ],
)
def test_a_fault_names_file_and_key(files: Path, old: str, new: str, told: str) -> None:
    path = texts.file_of("program", "de")
    path.write_text(texts.file_of("program", "en").read_text("utf-8").replace(old, new, 1), "utf-8")
    (fault,) = texts.faults("de")
    assert fault.startswith(f"assets/text/de/program.toml: {told}")


@pytest.mark.parametrize("language", ["cs", "fr"])
def test_texts_come_back_from_a_po_file_as_they_were(files: Path, language: str) -> None:
    """Keys, plural forms and pictures survive, in the order of English."""
    count = texts.write_po(language, files / "all.po")
    assert count == sum(len(texts.wanted(name, language)) for name in texts.FILES) > 1400
    texts.read_po("xx", files / "all.po")
    for name in texts.FILES:
        assert texts.texts_in(name, "xx") == texts.texts_in(name, language)


def entry(key: str, english: str, words: str, **more: Any) -> polib.POEntry:
    return polib.POEntry(msgctxt=key, msgid=english, msgstr=words, **more)


def test_what_cannot_be_taken_from_a_po_file_is_told(files: Path) -> None:
    file = polib.POFile()
    file.extend([
        entry("program play.undo", "Undo", "Zpět"),
        entry("program play.redo", "Redo it", "Znovu"),
        entry("program play.hint", "Hint", "Rada", flags=["fuzzy"]),
        entry("program play.nothing", "Nothing", "Nic"),
        entry("program play.last", "Last: {move}", "Naposled: {tah}"),
        entry("program play.menu", "Menu", ""),
    ])  # fmt: skip
    file.save(str(files / "some.po"))
    told = texts.read_po("xx", files / "some.po")
    assert [line.split(":")[0].split(" has")[0] for line in told] == [
        "program play.redo", "program play.hint", "program play.nothing", "program play.last",
    ]  # fmt: skip
    assert texts.texts_in("program", "xx") == {"play": {"undo": "Zpět"}}


@pytest.mark.parametrize("language", [code for code in LANGUAGES if code != "en"])
def test_the_files_for_the_system_have_every_language(language: str) -> None:
    """These are the desktop entry, the store description and the messages of the Android app."""
    entry = (ROOT / "assets/linux/games.flipside.flipside.desktop").read_text("utf-8")
    assert entry.count(f"[{language}]=") == entry.count("[de]=") == 3
    about = (ROOT / "assets/linux/games.flipside.flipside.metainfo.xml").read_text("utf-8")
    assert about.count(f'xml:lang="{language}"') == about.count('xml:lang="de"') == 5
    folders = [ROOT / "web" / "android" / "res" / f"values-{code}" for code in (language, "de")]
    own, german = (
        re.findall('name="(.*?)"', (one / "page.xml").read_text("utf-8")) for one in folders
    )
    assert own == german


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_says_everything_in_every_language(language: str) -> None:
    """No text contains "</", which would end the script."""
    for name, section in (("FLIPSIDE_EARLY_WORDS", "early"), ("FLIPSIDE_WORDS", "page")):
        words = json.loads(with_texts(name))[language]
        assert words == page_texts(language)[section]
        assert "</" not in with_texts(name)
