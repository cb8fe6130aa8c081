"""Settings survive the disk, older and newer programs, and whatever people do to the file."""

import errno
import os
from dataclasses import fields
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flipside.game.services.platform.desktop import DesktopPlatform
from flipside.game.services.settings import SETTINGS, Settings, Value, load_settings
from flipside.game.services.storage.folder_store import FolderStore
from flipside.game.services.storage.storage import Storage
from tests.game.services.stores import MemoryStore


@pytest.fixture
def storage(tmp_path: Path) -> Storage:
    return Storage(FolderStore(tmp_path), DesktopPlatform())


def test_every_setting_offers_its_default() -> None:
    attributes = [field.name for field in fields(Settings)]
    assert attributes == [*SETTINGS, "stored"]
    for key, values in SETTINGS.items():
        assert getattr(Settings(), key) in values
        assert len({type(value) for value in values}) == 1


def test_first_start(storage: Storage) -> None:
    assert load_settings(storage) == Settings()
    assert storage.take_trouble() is None


@given(st.fixed_dictionaries({key: st.sampled_from(values) for key, values in SETTINGS.items()}))
def test_round_trip(chosen: dict[str, Value]) -> None:
    storage = Storage(MemoryStore(), DesktopPlatform())
    settings = Settings()
    for key, value in chosen.items():
        setattr(settings, key, value)
    settings.save(storage)
    assert load_settings(storage) == settings
    assert storage.take_trouble() is None


def test_the_file_is_readable(storage: Storage) -> None:
    Settings(volume=35, sound=False).save(storage)
    text = storage.load("settings") or ""
    assert text.startswith("Flipside settings 1\nlanguage auto\nsound off\nvolume 35\n")
    assert load_settings(storage).volume == 35


def test_a_short_file_leaves_defaults(storage: Storage) -> None:
    storage.save("settings", "Flipside settings 1\r\n\r\n theme dark \n")
    assert load_settings(storage) == Settings(theme="dark")
    assert storage.take_trouble() is None


def test_unknown_keys_are_kept(storage: Storage) -> None:
    storage.save("settings", "Flipside settings 1\nvoice low and slow\nflag\ntheme dark\n")
    settings = load_settings(storage)
    settings.theme = "light"
    settings.save(storage)
    assert (storage.load("settings") or "").endswith("voice low and slow\nflag\n")
    assert storage.take_trouble() is None


@pytest.mark.parametrize(
    "line",
    [
        "volume 101",
        "volume -1",
        "volume loud",
        "volume ²",
        "volume",
        "sound true",
        "theme Dark",
        "sound on\nsound off",
        "<!doctype html>",
    ],
)
def test_wrong_lines_fall_back_and_the_file_is_set_aside(
    storage: Storage, tmp_path: Path, line: str
) -> None:
    damaged = f"Flipside settings 1\n{line}\ntempo quick\nvoice low\n"
    storage.save("settings", damaged)
    settings = load_settings(storage)
    assert settings.tempo == "quick"
    assert "voice low" in (storage.load("settings") or "").splitlines()
    assert (tmp_path / "settings.set-aside-1.txt").read_text() == damaged
    assert storage.take_trouble() == "storage.set_aside"
    assert load_settings(storage) == settings, "the good choices outlive the damage"
    assert storage.take_trouble() is None


def test_two_windows_lose_none_of_each_other(storage: Storage, tmp_path: Path) -> None:
    """Each writes what was changed in it, and nothing else."""
    one, two = (
        load_settings(storage),
        load_settings(Storage(FolderStore(tmp_path), DesktopPlatform())),
    )
    one.sound = False
    one.save(storage)
    two.theme = "dark"
    two.save(Storage(FolderStore(tmp_path), DesktopPlatform()))
    one.volume = 30
    one.save(storage)
    two.theme = "light"
    two.save(storage)
    found = load_settings(Storage(FolderStore(tmp_path), DesktopPlatform()))
    assert (found.sound, found.theme, found.volume) == (False, "light", 30)


def test_a_newer_file_that_came_meanwhile_is_set_aside(storage: Storage, tmp_path: Path) -> None:
    settings = load_settings(storage)
    storage.save("settings", "Flipside settings 2\nnew on\n")
    settings.sound = False
    settings.save(storage)
    assert not load_settings(storage).sound
    assert (tmp_path / "settings.set-aside-1.txt").read_text().startswith("Flipside settings 2")


def test_a_change_that_could_not_be_written_is_written_with_the_next_one(
    storage: Storage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where another window has written meanwhile."""
    one, two = load_settings(storage), load_settings(storage)
    with monkeypatch.context() as full:
        full.setattr(os, "replace", _fail)
        one.sound = False
        one.save(storage)
    two.theme = "dark"
    two.save(Storage(FolderStore(tmp_path), DesktopPlatform()))
    one.volume = 30
    one.save(storage)
    found = load_settings(Storage(FolderStore(tmp_path), DesktopPlatform()))
    assert (found.sound, found.theme, found.volume) == (False, "dark", 30)


def _fail(*_: object) -> None:
    raise OSError(errno.ENOSPC, "full")


@pytest.mark.parametrize("text", ["", "\n", "Flipside settings 2\n", "Flipside 1\ngame othello\n"])
def test_foreign_and_newer_files_are_set_aside(storage: Storage, tmp_path: Path, text: str) -> None:
    storage.save("settings", text)
    assert load_settings(storage) == Settings()
    assert (tmp_path / "settings.set-aside-1.txt").read_text() == text
    assert storage.take_trouble() == "storage.set_aside"


@given(st.text(st.characters(codec="utf-8")))
def test_any_text_gives_settings(text: str) -> None:
    storage = Storage(MemoryStore(), DesktopPlatform())
    storage.save("settings", "Flipside settings 1\n" + text)
    settings = load_settings(storage)
    settings.save(storage)
    assert load_settings(storage) == settings
