"""Storage keeps texts whole, never overwrites what it cannot read, and never stops the game."""

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.services.page import Page
from game.services.storage import Storage


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "saves"


@pytest.fixture
def storage(folder: Path) -> Storage:
    return Storage(Page(), folder)


def fail_with(number: int):  # type: ignore[no-untyped-def]
    def fail(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number))

    return fail


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


# What goes well


def test_round_trip(storage: Storage, folder: Path) -> None:
    assert storage.load("othello") is None
    storage.save("othello", "Flipside 1\ngame othello\n")
    storage.save("settings", "Čeština „ß“\r\n")
    assert storage.load("othello") == "Flipside 1\ngame othello\n"
    assert Storage(Page(), folder).load("settings") == "Čeština „ß“\r\n"
    assert storage.names() == ["othello", "settings"]
    assert files(folder) == ["othello.txt", "settings.txt"]
    storage.remove("othello")
    storage.remove("othello")
    assert storage.load("othello") is None
    assert storage.take_trouble() is None


@given(st.text(st.characters(codec="utf-8")))
def test_any_text_comes_back(text: str) -> None:
    storage = Storage(Page(), None)
    storage.save("a", text)
    assert storage.load("a") == text


def test_without_a_folder_all_stays_in_memory() -> None:
    storage = Storage(Page(), None)
    storage.save("othello", "a")
    assert storage.load("othello") == "a"
    assert storage.names() == ["othello"]
    assert storage.set_aside("othello") == "othello.set-aside-1.txt"
    assert storage.set_aside("othello") == ""
    assert storage.load("othello") is None
    assert storage.take_trouble() == "storage.set_aside"
    assert storage.take_trouble() is None


def test_names_leave_folders_no_scene_asked_for_alone(storage: Storage, folder: Path) -> None:
    assert storage.names() == []
    folder.mkdir()
    for name in ("othello.txt", "othello.set-aside-1.txt", ".x.part", ".hidden.txt", "a.png"):
        (folder / name).write_text("")
    assert storage.names() == ["othello"]


# Whole or not at all


@pytest.mark.parametrize("function", ["replace", "fsync", "fdopen"])
def test_a_save_that_fails_leaves_the_old_text(
    storage: Storage, folder: Path, monkeypatch: pytest.MonkeyPatch, function: str
) -> None:
    storage.save("othello", "old")
    with monkeypatch.context() as broken:
        broken.setattr(os, function, fail_with(errno.ENOSPC))
        storage.save("othello", "new")
        storage.save("othello", "newer")
    assert files(folder) == ["othello.txt"]
    assert (folder / "othello.txt").read_text() == "old"
    assert storage.load("othello") == "newer"
    assert storage.take_trouble() == "storage.cannot_save"
    assert storage.trouble_name == "othello.txt"
    assert storage.take_trouble() is None, "told once"
    storage.save("othello", "newest")
    assert (folder / "othello.txt").read_text() == "newest", "the disk is tried again each time"


def test_bytes_are_on_disk_before_the_name_changes(
    storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[str] = []
    for name in ("fsync", "replace"):
        real = getattr(os, name)

        def spy(*given: object, name: str = name, real=real) -> object:  # type: ignore[no-untyped-def]
            calls.append(name)
            return real(*given)

        monkeypatch.setattr(os, name, spy)
    storage.save("othello", "text")
    assert calls == ["fsync", "replace", "fsync"]


def test_a_folder_that_cannot_be_synced_is_no_failure(
    storage: Storage, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder.mkdir()
    storage.load("othello")
    monkeypatch.setattr(os, "open", fail_with(errno.EACCES))
    monkeypatch.setattr("game.services.storage.tempfile.mkstemp", lambda **_: _made(folder))
    storage.save("othello", "text")
    assert storage.take_trouble() is None


def _made(folder: Path) -> tuple[int, str]:
    file = (folder / ".fixed.part").open("wb")
    number = os.dup(file.fileno())
    file.close()
    return number, str(folder / ".fixed.part")


def test_a_stale_temporary_file_is_harmless(storage: Storage, folder: Path) -> None:
    folder.mkdir()
    (folder / ".abc.part").write_bytes(b"\xff half")
    storage.save("othello", "text")
    assert storage.load("othello") == "text"
    assert storage.names() == ["othello"]


def test_two_programs_never_tear_a_file(folder: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from game.services.page import Page;"
        "from game.services.storage import Storage; s = Storage(Page(), Path(sys.argv[1]));"
        "[s.save('othello', sys.argv[2] * 5000) for _ in range(40)];"
        "assert s.take_trouble() is None"
    )
    writers = [
        subprocess.Popen([sys.executable, "-c", code, str(folder), letter]) for letter in "ab"
    ]
    reader = Storage(Page(), folder)
    while any(writer.poll() is None for writer in writers):
        assert reader.load("othello") in (None, "a" * 5000, "b" * 5000)
    assert [writer.returncode for writer in writers] == [0, 0]
    assert files(folder) == ["othello.txt"]


# No place to write


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    storage = Storage(Page(), tmp_path / "file")
    assert storage.load("othello") is None
    storage.save("othello", "text")
    assert storage.load("othello") == "text"
    assert storage.names() == ["othello"]
    assert storage.take_trouble() == "storage.cannot_save"
    storage.remove("othello")
    assert storage.load("othello") is None
    assert (tmp_path / "file").read_text() == "in the way"


def test_a_folder_that_vanishes_is_made_again(storage: Storage, folder: Path) -> None:
    storage.save("othello", "a")
    (folder / "othello.txt").unlink()
    folder.rmdir()
    assert storage.load("othello") is None
    assert storage.names() == []
    storage.save("othello", "b")
    assert (folder / "othello.txt").read_text() == "b"


def test_no_permission_to_write(storage: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.services.storage.tempfile.mkstemp", fail_with(errno.EACCES))
    storage.save("othello", "text")
    assert storage.load("othello") == "text"
    assert storage.take_trouble() == "storage.cannot_save"


def test_text_that_is_no_unicode_stays_in_memory(storage: Storage) -> None:
    storage.save("othello", "\ud800")
    assert storage.load("othello") == "\ud800"
    assert storage.take_trouble() == "storage.cannot_save"


# What cannot be read


@pytest.mark.parametrize("call", ["load", "save"])
def test_damaged_bytes_are_set_aside(storage: Storage, folder: Path, call: str) -> None:
    folder.mkdir()
    (folder / "othello.txt").write_bytes(b"\xff\xfe\x00")
    if call == "load":
        assert storage.load("othello") is None
    storage.save("othello", "text")
    assert (folder / "othello.set-aside-1.txt").read_bytes() == b"\xff\xfe\x00"
    assert storage.load("othello") == "text"
    assert storage.take_trouble() == "storage.set_aside"
    assert storage.trouble_name == "othello.set-aside-1.txt"
    assert storage.take_trouble() is None


@pytest.mark.parametrize("call", ["load", "save", "remove"])
def test_a_folder_in_place_of_the_file(storage: Storage, folder: Path, call: str) -> None:
    (folder / "othello.txt").mkdir(parents=True)
    (folder / "othello.txt" / "inside").write_text("precious")
    if call == "remove":
        storage.remove("othello")
    elif call == "load":
        assert storage.load("othello") is None
    storage.save("othello", "text")
    assert (folder / "othello.txt").read_text() == "text"
    assert (folder / "othello.set-aside-1.txt" / "inside").read_text() == "precious"


def test_a_file_that_cannot_be_opened_is_set_aside(
    storage: Storage, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder.mkdir()
    (folder / "othello.txt").write_text("secret")
    with monkeypatch.context() as locked:
        locked.setattr(Path, "read_bytes", fail_with(errno.EACCES))
        assert storage.load("othello") is None
    assert files(folder) == ["othello.set-aside-1.txt"]


def test_a_file_that_can_neither_be_read_nor_renamed_stays(
    storage: Storage, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder.mkdir()
    (folder / "othello.txt").write_bytes(b"\xff")
    with monkeypatch.context() as locked:
        locked.setattr(os, "replace", fail_with(errno.EACCES))
        assert storage.load("othello") is None
    assert storage.take_trouble() == "storage.cannot_read"
    storage.save("othello", "text")
    storage.remove("settings")
    assert storage.load("othello") == "text"
    assert files(folder) == ["othello.txt"]
    assert (folder / "othello.txt").read_bytes() == b"\xff"
    storage.remove("othello")
    assert (folder / "othello.txt").read_bytes() == b"\xff"
    assert storage.take_trouble() is None


def test_set_aside_never_overwrites(storage: Storage, folder: Path) -> None:
    folder.mkdir()
    (folder / "othello.set-aside-1.txt").write_text("first")
    (folder / "othello.set-aside-2.txt").mkdir()
    (folder / "othello.set-aside-3.txt").symlink_to("nowhere")
    storage.save("othello", "fourth")
    assert storage.set_aside("othello") == "othello.set-aside-4.txt"
    storage.save("othello", "fifth")
    assert storage.set_aside("othello") == "othello.set-aside-5.txt"
    assert storage.set_aside("othello") == "", "nothing there"
    assert (folder / "othello.set-aside-1.txt").read_text() == "first"
    assert (folder / "othello.set-aside-4.txt").read_text() == "fourth"
    assert (folder / "othello.set-aside-5.txt").read_text() == "fifth"
    told = [storage.take_trouble(), storage.take_trouble(), storage.take_trouble()]
    assert told == ["storage.set_aside", "storage.set_aside", None]


def test_set_aside_yields_to_another_program(
    storage: Storage, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    storage.save("othello", "mine")
    (folder / "othello.set-aside-1.txt").write_text("theirs")
    monkeypatch.setattr(os.path, "lexists", lambda _: False)
    assert storage.set_aside("othello") == "othello.set-aside-2.txt"
    assert (folder / "othello.set-aside-1.txt").read_text() == "theirs"


def test_names_that_are_paths_are_a_mistake(storage: Storage) -> None:
    with pytest.raises(AssertionError):
        storage.save("../othello", "text")


# What is only looked at, and what is tried again


def test_a_glimpse_sets_nothing_aside(storage: Storage, folder: Path) -> None:
    storage.save("finished-a", "text")
    (folder / "finished-b.txt").write_bytes(b"\xff")
    assert storage.glimpse("finished-a") == "text"
    assert storage.glimpse("finished-b") == ""
    assert storage.glimpse("finished-c") == ""
    assert files(folder) == ["finished-a.txt", "finished-b.txt"]
    assert storage.take_trouble() is None


def test_what_failed_is_tried_again_unless_something_stands_there(
    storage: Storage, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    storage.save("there", "old")
    with monkeypatch.context() as broken:
        broken.setattr(os, "replace", fail_with(errno.ENOSPC))
        assert not storage.save("new", "one")
        assert not storage.save("there", "two")
        storage.retry()
    assert files(folder) == ["there.txt"]
    storage.retry()
    assert files(folder) == ["new.txt", "there.txt"]
    assert (folder / "new.txt").read_text() == "one"
    assert (folder / "there.txt").read_text() == "old", "somebody else may have written it"
    assert storage.load("there") == "two"


def test_what_is_not_precious_is_not_waited_for(
    storage: Storage, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited: list[int] = []
    monkeypatch.setattr(os, "fsync", waited.append)
    assert storage.save("review", "text", precious=False)
    assert waited == []
    assert storage.save("match", "text")
    assert waited
    monkeypatch.setattr(os, "replace", fail_with(errno.ENOSPC))
    assert not storage.save("review", "more", precious=False)
    assert storage.take_trouble() is None, "it can be found again"
