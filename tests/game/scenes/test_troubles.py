"""Damaged saves are reported in one dialog, whose words fit; in a browser, without file names."""

from pathlib import Path

import pytest

from flipside.game.drawing.draw import wrapped
from flipside.game.services.storage.store import BrowserStore
from flipside.game.services.texts import LANGUAGES
from tests.game.conftest import MakePilot
from tests.game.pilot import Pilot
from tests.game.scenes.layout_checks import problems
from tests.game.services.stores import LocalStorage

NAMES = [f"match-{key}-20260101-120000-0123456{n}" for key in ("othello", "flipop") for n in (1, 2)]


def damage(folder: Path, *names: str) -> None:
    folder.mkdir(exist_ok=True)
    for name in names:
        (folder / f"{name}.txt").write_text("no match")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("names", [NAMES[:1], NAMES, [*NAMES, "settings", "contactic-setup"]])
def test_one_dialog_tells_of_all_damaged_saves(
    fly: MakePilot, tmp_path: Path, language: str, names: list[str]
) -> None:
    fly(language=language)
    damage(tmp_path / "data", *(name for name in names if name != "settings"))
    pilot = fly(size=(360, 360))
    assert pilot.where() == "Shelf > Dialog"
    assert problems(pilot.top) == []
    assert NAMES[0] in pilot.words()
    pilot.press("understood")
    assert pilot.where() == "Shelf"


def test_what_comes_while_it_is_open_is_put_into_it(fly: MakePilot, tmp_path: Path) -> None:
    damage(tmp_path / "data", NAMES[0])
    pilot = fly()
    storage = pilot.app.services.storage
    storage.save(NAMES[3], "no match either")
    storage.quarantine(NAMES[3])
    storage.report_error("storage.progress_full")
    pilot.advance(0.1)
    assert pilot.where() == "Shelf > Dialog"
    for words in ("2 saved files", NAMES[0], NAMES[3], "100 matches"):
        assert words in pilot.words()
    pilot.press("understood")
    assert pilot.where() == "Shelf"


@pytest.fixture
def page(fly: MakePilot) -> Pilot:
    """Return a page whose storage has damaged saves."""
    pilot = fly(size=(360, 640))
    held = {f"{name}.txt": f"torn {name}\x00" for name in NAMES}
    storage = pilot.app.services.storage
    storage.store = BrowserStore(LocalStorage(held))
    for name in NAMES:
        storage.load(name)
    return pilot


def test_a_browser_shows_no_files_and_gives_the_texts_away(
    page: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[str] = []
    clipboard = page.app.services.platform.clipboard
    monkeypatch.setattr(clipboard, "copy_then", lambda text, *rest: given.append(text))
    page.app._troubles.report()
    assert page.where() == "Shelf > Dialog"
    words = page.words()
    assert "file" not in words
    assert "set-aside" not in words
    assert "browser" in words
    assert problems(page.top) == []
    page.press("copy")
    assert all(f"torn {name}" in given[0] for name in NAMES)


def test_a_name_of_a_file_is_broken_only_where_it_is_too_wide(fly: MakePilot) -> None:
    theme = fly().app.services.theme
    name = "match-othello-20260101-120000-01234567.set-aside-12.txt"
    for width in (150, 200, 300, 1000):
        lines = wrapped(theme, f"It is kept as “{name}”.", "text", width)
        assert "".join(lines).replace(" ", "") == f"Itiskeptas“{name}”."
        assert all(theme.width("text", line) <= width for line in lines)
        assert not any(line.startswith(("txt", "-", ".")) for line in lines)
    assert wrapped(theme, "so-so well-known", "text", 1000) == ["so-so well-known"]


def test_a_dot_between_two_parts_neither_ends_nor_begins_a_line(fly: MakePilot) -> None:
    theme = fly().app.services.theme
    words = "Dark: Person · Light: Expert · Moves: 12 · 28 November"
    for width in range(60, 500, 10):
        lines = wrapped(theme, words, "small", width)
        assert not any(line.startswith("·") or line.endswith("·") for line in lines), lines
        assert " ".join(lines).replace(" ·", "") == words.replace(" ·", "")
