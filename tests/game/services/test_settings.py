"""Settings survive the disk, older and newer programs, and whatever people do to the file."""

import errno
import json
import os
from dataclasses import fields
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flipside.game.services.platform.desktop import DesktopPlatform
from flipside.game.services.settings import SETTING_GROUPS, SETTINGS, Settings, Value, load_settings
from flipside.game.services.storage.storage import Storage
from flipside.game.services.storage.store import FolderStore
from tests.game.services.stores import MemoryStore, document, failing, settings_text


@pytest.fixture
def storage(tmp_path: Path) -> Storage:
    return Storage(FolderStore(tmp_path), DesktopPlatform())


def test_every_setting_offers_its_default() -> None:
    attributes = [field.name for field in fields(Settings)]
    assert attributes == [*SETTINGS, "file_values"]
    assert sorted(sum(SETTING_GROUPS.values(), ())) == sorted(SETTINGS)
    for key, values in SETTINGS.items():
        assert getattr(Settings(), key) in values
        assert len({type(value) for value in values}) == 1


@given(st.fixed_dictionaries({key: st.sampled_from(values) for key, values in SETTINGS.items()}))
def test_round_trip(chosen: dict[str, Value]) -> None:
    storage = Storage(MemoryStore(), DesktopPlatform())
    settings = Settings()
    for key, value in chosen.items():
        setattr(settings, key, value)
    settings.save(storage)
    assert load_settings(storage) == settings
    assert storage.pop_error() is None


def test_the_file_is_readable(storage: Storage) -> None:
    Settings(volume=35, aids=False).save(storage)
    lines = (storage.load("settings") or "").splitlines()
    assert lines[:4] == ["{", '  "kind": "settings",', '  "version": 1,', '  "values": {']
    assert {'    "aids": false,', '    "volume": 35,'} <= {*lines}
    assert lines[4:-2] == sorted(lines[4:-2])
    assert load_settings(storage).volume == 35


def test_a_short_file_leaves_defaults(storage: Storage) -> None:
    storage.save("settings", settings_text(theme="dark").replace(" ", "\r\n \t"))
    assert load_settings(storage) == Settings(theme="dark")
    assert storage.pop_error() is None


def test_unknown_keys_are_kept(storage: Storage) -> None:
    storage.save("settings", settings_text(voice="low and slow", flag=True, depth=7, theme="dark"))
    settings = load_settings(storage)
    settings.theme = "light"
    settings.save(storage)
    values = json.loads(storage.load("settings") or "")["values"]
    assert (values["voice"], values["flag"], values["depth"]) == ("low and slow", True, 7)
    assert (values["theme"], storage.pop_error()) == ("light", None)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        *[("volume", wrong) for wrong in (101, -1, "70", True, 10**18)],
        *[("aids", wrong) for wrong in (1, "on", "true")],
        *[("theme", wrong) for wrong in ("Dark", "", False, "d\u00e4rk")],
        *[("no key", 1), ("", "x")],
    ],
)
def test_wrong_values_fall_back_and_the_file_is_set_aside(
    storage: Storage, tmp_path: Path, key: str, value: Value
) -> None:
    damaged = settings_text(**{key: value}, tempo="quick", voice="low")
    storage.save("settings", damaged)
    settings = load_settings(storage)
    assert settings == Settings(tempo="quick")
    values = json.loads(storage.load("settings") or "")["values"]
    assert (values["voice"], values["tempo"]) == ("low", "quick")
    assert (tmp_path / "settings.set-aside-1.txt").read_text() == damaged
    assert storage.pop_error() == "storage.set_aside"
    assert load_settings(storage) == settings, "the good choices outlive the damage"
    assert storage.pop_error() is None


def test_two_windows_lose_none_of_each_other(storage: Storage, tmp_path: Path) -> None:
    here, other = (
        load_settings(storage),
        load_settings(Storage(FolderStore(tmp_path), DesktopPlatform())),
    )
    here.aids = False
    here.save(storage)
    other.theme = "dark"
    other.save(Storage(FolderStore(tmp_path), DesktopPlatform()))
    here.volume = 30
    here.save(storage)
    other.theme = "light"
    other.save(storage)
    settings = load_settings(Storage(FolderStore(tmp_path), DesktopPlatform()))
    assert (settings.aids, settings.theme, settings.volume) == (False, "light", 30)


def test_a_newer_file_that_came_meanwhile_is_set_aside(storage: Storage, tmp_path: Path) -> None:
    settings = load_settings(storage)
    newer = document("settings", 2, new=[])
    storage.save("settings", newer)
    settings.aids = False
    settings.save(storage)
    assert not load_settings(storage).aids
    assert (tmp_path / "settings.set-aside-1.txt").read_text() == newer


def test_a_change_that_could_not_be_written_is_written_with_the_next_one(
    storage: Storage, tmp_path: Path
) -> None:
    here, other = load_settings(storage), load_settings(storage)
    with failing(os, "replace", errno.ENOSPC):
        here.aids = False
        here.save(storage)
    other.theme = "dark"
    other.save(Storage(FolderStore(tmp_path), DesktopPlatform()))
    here.volume = 30
    here.save(storage)
    settings = load_settings(Storage(FolderStore(tmp_path), DesktopPlatform()))
    assert (settings.aids, settings.theme, settings.volume) == (False, "dark", 30)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "\n",
            "Flipside 1\ngame othello\n",
            document("settings", 2),
            document("names", values={}),
        ),
        *(settings_text(volume=None), settings_text(theme=["dark"]), settings_text(theme=0.5)),
        *(settings_text() + "x", settings_text().replace("1", "true")),
        *(
            settings_text(volume=5).replace("5", run)
            for run in ("9" * 9_000, "NaN", "Infinity", "1e3")
        ),
        settings_text(theme="dark").replace('"theme"', '"theme": "light", "theme"'),
    ],
)
def test_foreign_and_newer_files_are_set_aside(storage: Storage, tmp_path: Path, text: str) -> None:
    storage.save("settings", text)
    assert load_settings(storage) == Settings()
    assert (tmp_path / "settings.set-aside-1.txt").read_text() == text
    assert storage.pop_error() == "storage.set_aside"


_WRITTEN = settings_text(theme="dark", volume=35, aids=False, voice="low")

_EDITED = st.builds(
    lambda at, length, new: _WRITTEN[:at] + new + _WRITTEN[at + length :],
    st.integers(0, len(_WRITTEN)),
    st.integers(0, 9),
    st.text(st.characters(codec="utf-8"), max_size=3) | st.sampled_from('{}[]",:0'),
)


@given(st.text(st.characters(codec="utf-8")) | _EDITED)
def test_any_text_gives_settings(text: str) -> None:
    storage = Storage(MemoryStore(), DesktopPlatform())
    storage.save("settings", text)
    settings = load_settings(storage)
    settings.save(storage)
    assert load_settings(storage) == settings
