"""Storage keeps texts whole, never overwrites what it cannot read, and never stops the game."""

import errno
import os
import shutil
import subprocess
import sys
import tempfile
from contextlib import AbstractContextManager
from pathlib import Path

import filelock
import pytest
from hypothesis import given
from hypothesis import strategies as st

from flipside.game.services.platform.desktop import DesktopPlatform
from flipside.game.services.storage import store as stores
from flipside.game.services.storage.storage import Outcome, Storage
from flipside.game.services.storage.store import (
    _WAIT_SECONDS,
    FolderStore,
    NoStore,
    _sync_folder,
    locked,
)
from tests.game.services.stores import FaultyStore, failing
from tests.needed import PATIENCE


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "saves"


@pytest.fixture
def storage(folder: Path) -> Storage:
    return Storage(FolderStore(folder), DesktopPlatform())


def files(folder: Path) -> list[str]:
    """What lies in the folder; the lock is no text."""
    return sorted(path.name for path in folder.iterdir() if path.name != ".lock")


# What goes well


@given(st.text(st.characters(codec="utf-8")))
def test_any_text_comes_back(text: str) -> None:
    storage = Storage(NoStore(), DesktopPlatform())
    storage.save("a", text)
    assert storage.load("a") == text


def test_without_a_folder_all_stays_in_memory() -> None:
    storage = Storage(NoStore(), DesktopPlatform())
    storage.save("othello", "a")
    assert storage.load("othello") == "a"
    assert storage.names() == ["othello"]
    assert storage.pop_error() == "storage.cannot_save"
    for _ in range(2):
        storage.quarantine("othello")
        assert storage.load("othello") is None
    assert storage.pop_error() == "storage.set_aside"
    assert storage.error_name == "othello.set-aside-1.txt"
    assert storage.quarantined(storage.error_name) == "a"
    assert storage.pop_error() is None


def test_names_leave_folders_no_scene_asked_for_alone(storage: Storage, folder: Path) -> None:
    assert storage.names() == []
    folder.mkdir()
    for name in ("othello.txt", "othello.set-aside-1.txt", ".x.part", ".hidden.txt", "a.png"):
        (folder / name).write_text("")
    assert storage.names() == ["othello"]


# Whole or not at all


@pytest.mark.parametrize("function", ["replace", "fsync", "fdopen"])
def test_a_save_that_fails_leaves_the_old_text(
    storage: Storage, folder: Path, function: str
) -> None:
    storage.save("othello", "old")
    with failing(os, function, errno.ENOSPC):
        storage.save("othello", "new")
        storage.save("othello", "newer")
    assert files(folder) == ["othello.txt"]
    assert (folder / "othello.txt").read_text() == "old"
    assert storage.load("othello") == "newer"
    assert storage.pop_error() == "storage.no_room"
    assert storage.error_name == "othello.txt"
    assert storage.pop_error() is None, "told once"
    assert storage.unsaved() == {"othello": "newer"}
    storage.save("othello", "newest")
    assert (folder / "othello.txt").read_text() == "newest", "the disk is tried again each time"
    assert storage.unsaved() == {}


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
    def sync(folder: Path) -> None:
        with failing(os, "open", errno.EACCES):
            _sync_folder(folder)

    folder.mkdir()
    monkeypatch.setattr(stores, "_sync_folder", sync)
    assert storage.save("othello", "text")
    assert storage.pop_error() is None


def test_two_programs_never_tear_a_file(folder: Path) -> None:
    code = (
        "import sys; from pathlib import Path;"
        "from flipside.game.services.platform.desktop import DesktopPlatform;"
        "from flipside.game.services.storage import store as stores;"
        "from flipside.game.services.storage.store import FolderStore;"
        "from flipside.game.services.storage.storage import Storage;"
        f"stores._WAIT_SECONDS = {PATIENCE};"
        "s = Storage(FolderStore(Path(sys.argv[1])), DesktopPlatform());"
        "[s.save('othello', sys.argv[2] * 5000) for _ in range(40)];"
        "assert s.pop_error() is None"
    )
    writers = [
        subprocess.Popen([sys.executable, "-c", code, str(folder), letter]) for letter in "ab"
    ]
    reader = Storage(FolderStore(folder), DesktopPlatform())
    while any(writer.poll() is None for writer in writers):
        assert reader.load("othello") in (None, "a" * 5000, "b" * 5000)
    assert [writer.returncode for writer in writers] == [0, 0]
    assert files(folder) == ["othello.txt"]


# No place to write


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    storage = Storage(FolderStore(tmp_path / "file"), DesktopPlatform())
    assert storage.load("othello") is None
    storage.save("othello", "text")
    assert storage.load("othello") == "text"
    assert storage.names() == ["othello"]
    assert storage.pop_error() == "storage.cannot_save"
    storage.remove("othello")
    assert storage.load("othello") is None
    assert (tmp_path / "file").read_text() == "in the way"


def test_whether_anything_can_be_saved_is_known_before_anything_is(
    storage: Storage, folder: Path
) -> None:
    storage.try_out()
    assert storage.saves
    assert files(folder) == []
    (folder.parent / "file").write_text("in the way")
    blocked = Storage(FolderStore(folder.parent / "file"), DesktopPlatform())
    blocked.try_out()
    assert not blocked.saves
    memory = Storage(NoStore(), DesktopPlatform())
    memory.try_out()
    assert not memory.saves
    with failing(tempfile, "mkstemp", errno.EROFS):
        storage.save("othello", "text")
        assert not storage.saves
    storage.retry()
    assert storage.saves
    assert files(folder) == ["othello.txt"]


def test_a_folder_that_vanishes_is_made_again(storage: Storage, folder: Path) -> None:
    storage.save("othello", "a")
    shutil.rmtree(folder)
    assert storage.load("othello") is None
    assert storage.names() == []
    storage.save("othello", "b")
    assert (folder / "othello.txt").read_text() == "b"


def test_text_that_is_no_unicode_stays_in_memory(storage: Storage) -> None:
    storage.save("othello", "\ud800")
    assert storage.load("othello") == "\ud800"
    assert storage.pop_error() == "storage.cannot_save"


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
    assert storage.pop_error() == "storage.set_aside"
    assert storage.error_name == "othello.set-aside-1.txt"
    assert storage.pop_error() is None


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


def test_a_file_that_cannot_be_opened_is_set_aside(storage: Storage, folder: Path) -> None:
    folder.mkdir()
    (folder / "othello.txt").write_text("secret")
    with failing(stores, "read_bytes", errno.EACCES):
        assert storage.load("othello") is None
    assert files(folder) == ["othello.set-aside-1.txt"]


def test_a_file_that_can_neither_be_read_nor_renamed_stays(storage: Storage, folder: Path) -> None:
    folder.mkdir()
    (folder / "othello.txt").write_bytes(b"\xff")
    with failing(os, "rename", errno.EACCES):
        assert storage.load("othello") is None
    assert storage.pop_error() == "storage.cannot_read"
    storage.save("othello", "text")
    storage.remove("settings")
    assert storage.load("othello") == "text"
    assert files(folder) == ["othello.txt"]
    assert (folder / "othello.txt").read_bytes() == b"\xff"
    storage.remove("othello")
    assert (folder / "othello.txt").read_bytes() == b"\xff"
    assert storage.pop_error() is None


def test_a_text_that_cannot_be_removed_is_set_aside(storage: Storage, folder: Path) -> None:
    storage.save("othello", "text")
    with failing(storage.store, "remove", errno.EACCES):
        storage.remove("othello")
    assert storage.load("othello") is None
    assert files(folder) == ["othello.set-aside-1.txt"]


def test_set_aside_never_overwrites(storage: Storage, folder: Path) -> None:
    folder.mkdir()
    (folder / "othello.set-aside-1.txt").write_text("first")
    (folder / "othello.set-aside-2.txt").mkdir()
    (folder / "othello.set-aside-3.txt").symlink_to("nowhere")
    storage.save("othello", "fourth")
    storage.quarantine("othello")
    storage.save("othello", "fifth")
    storage.quarantine("othello")
    storage.quarantine("othello")
    assert (folder / "othello.set-aside-1.txt").read_text() == "first"
    assert (folder / "othello.set-aside-4.txt").read_text() == "fourth"
    assert (folder / "othello.set-aside-5.txt").read_text() == "fifth"
    told = [storage.pop_error(), storage.pop_error(), storage.pop_error()]
    assert told == ["storage.set_aside", "storage.set_aside", None], "the third time nothing was"


@pytest.mark.parametrize("renames", [True, False])
def test_set_aside_keeps_what_was_not_saved(renames: bool) -> None:
    """The text in memory is newer than the one in the store."""
    store = FaultyStore()
    storage = Storage(store, DesktopPlatform())
    storage.save("othello", "older")
    store.write_error = errno.ENOSPC
    storage.save("othello", "newer")
    store.write_error = 0 if renames else errno.EROFS
    storage.quarantine("othello")
    assert storage.load("othello") is None
    if renames:
        assert storage.unsaved() == {}
        assert store.load("othello.set-aside-1") == "older"
        assert store.load("othello.set-aside-2") == "newer"
    else:
        assert store.load("othello") == "older"
        assert storage.unsaved() == {"othello.set-aside-1": "newer"}


def test_two_programs_never_choose_the_same_name(storage: Storage, folder: Path) -> None:
    storage.save("othello", "mine")
    with locked(folder):
        storage.quarantine("othello")
    assert storage.pop_error() == "storage.cannot_read"
    assert files(folder) == ["othello.txt"]


def test_what_could_not_be_set_aside_is_tried_again(storage: Storage, folder: Path) -> None:
    """As settings that are damaged while another program holds the lock."""
    folder.mkdir()
    (folder / "settings.txt").write_bytes(b"\xff")
    with locked(folder):
        assert not storage.save("settings", "new")
        storage.retry()
        assert files(folder) == ["settings.txt"]
    storage.retry()
    assert not storage.unsaved()
    assert (folder / "settings.txt").read_text() == "new"
    assert (folder / "settings.set-aside-1.txt").read_bytes() == b"\xff"


def test_what_another_program_sets_aside_first_is_no_trouble(
    storage: Storage, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two programs that start together find the same damaged text."""
    storage.save("settings", "torn")

    def locked_late(folder: Path) -> AbstractContextManager[None]:
        monkeypatch.undo()
        FolderStore(folder).quarantine("settings")
        return locked(folder)

    monkeypatch.setattr(stores, "locked", locked_late)
    storage.quarantine("settings")
    assert storage.save("settings", "new")
    assert storage.pop_error() is None
    assert files(folder) == ["settings.set-aside-1.txt", "settings.txt"]


def test_names_that_are_paths_are_a_mistake(storage: Storage) -> None:
    with pytest.raises(AssertionError):
        storage.save("../othello", "text")


# What is only looked at, and what is tried again


def test_a_glimpse_sets_nothing_aside(storage: Storage, folder: Path) -> None:
    storage.save("finished-a", "text")
    (folder / "finished-b.txt").write_bytes(b"\xff")
    assert storage.peek("finished-a") == "text"
    assert storage.peek("finished-b") == ""
    assert storage.peek("finished-c") == ""
    assert files(folder) == ["finished-a.txt", "finished-b.txt"]
    assert storage.pop_error() is None


def test_what_failed_is_tried_again_unless_somebody_else_wrote_there(
    storage: Storage, folder: Path
) -> None:
    storage.save("there", "old")
    storage.save("theirs", "old")
    with failing(os, "replace", errno.ENOSPC):
        assert not storage.save("new", "one")
        assert not storage.save("there", "two")
        assert not storage.save("theirs", "three")
        storage.retry()
    assert files(folder) == ["theirs.txt", "there.txt"]
    (folder / "theirs.txt").write_text("by another hand")
    storage.retry()
    assert files(folder) == ["new.txt", "theirs.txt", "there.txt"]
    assert (folder / "new.txt").read_text() == "one"
    assert (folder / "there.txt").read_text() == "two"
    assert (folder / "theirs.txt").read_text() == "by another hand"
    assert storage.unsaved() == {"theirs": "three"}


@pytest.mark.parametrize(
    ("number", "key"),
    [
        (errno.ENOSPC, "storage.no_room"),
        (errno.EDQUOT, "storage.no_room"),
        (errno.EROFS, "storage.cannot_save"),
        (errno.EACCES, "storage.cannot_save"),
        (errno.EFBIG, "storage.cannot_save"),
        (errno.EIO, "storage.cannot_save"),
    ],
)
def test_room_is_blamed_where_it_is_the_reason(storage: Storage, number: int, key: str) -> None:
    with failing(tempfile, "mkstemp", number):
        assert not storage.save("othello", "text")
    assert storage.pop_error() == key
    assert storage.no_room == (key == "storage.no_room")


# Two programs, one folder


def test_a_text_is_replaced_only_if_it_still_stands_there(storage: Storage, folder: Path) -> None:
    other = Storage(FolderStore(folder), DesktopPlatform())
    assert storage.replace("othello", None, "one") is Outcome.SAVED
    assert storage.replace("othello", "one", "two") is Outcome.SAVED
    assert other.replace("othello", "one", "three") is Outcome.ELSEWHERE
    assert other.replace("othello", None, "three") is Outcome.ELSEWHERE
    assert other.load("othello") == "two"
    assert other.unsaved() == {}
    assert storage.pop_error() is other.pop_error() is None
    storage.remove("othello")
    assert other.replace("othello", "two", "three") is Outcome.ELSEWHERE
    assert files(folder) == [], "it does not come back by itself"
    assert other.unsaved() == {}
    assert other.replace("othello", None, "three") is Outcome.SAVED


COUNTING = """
import sys
from pathlib import Path
from flipside.game.services.platform.desktop import DesktopPlatform
from flipside.game.services.storage import store as stores
from flipside.game.services.storage.store import FolderStore
from flipside.game.services.storage.storage import Outcome, Storage

stores._WAIT_SECONDS = float(sys.argv[3])
storage, saved = Storage(FolderStore(Path(sys.argv[1])), DesktopPlatform()), 0
while saved < int(sys.argv[2]):
    old = storage.load("count")
    if storage.replace("count", old, str(int(old or 0) + 1)) is Outcome.SAVED:
        saved += 1
assert storage.pop_error() is None
"""
"""Counts upward in one text; a save that goes over another's is a number that is missing."""


def test_two_programs_lose_no_save(folder: Path, long: bool) -> None:
    each = 2000 if long else 200
    line = [sys.executable, "-c", COUNTING, str(folder), str(each), str(PATIENCE)]
    programs = [subprocess.Popen(line) for _ in range(2)]
    assert [program.wait() for program in programs] == [0, 0]
    assert (folder / "count.txt").read_text() == str(2 * each)
    assert files(folder) == ["count.txt"]


HOLDING = """
import sys, time
from pathlib import Path
from flipside.game.services.storage.store import locked

with locked(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(3600)
"""


def test_who_holds_the_lock_is_not_waited_for_long_and_killed_holds_it_no_more(
    storage: Storage, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[float] = []
    acquire = filelock.FileLock.acquire

    def counted(lock: filelock.FileLock) -> object:
        waits.append(lock.timeout)
        return acquire(lock)

    monkeypatch.setattr(filelock.FileLock, "acquire", counted)
    storage.save("othello", "old")
    line = [sys.executable, "-c", HOLDING, str(folder)]
    holder = subprocess.Popen(line, stdout=subprocess.PIPE, text=True)
    try:
        assert holder.stdout.readline() == "held\n"
        waits.clear()
        assert storage.replace("othello", "old", "new") is Outcome.IN_MEMORY
        assert waits == [_WAIT_SECONDS], "it waits once, and not for ever"
        assert storage.pop_error() == "storage.cannot_save"
    finally:
        holder.kill()
        holder.wait()
    assert storage.replace("othello", "new", "newer") is Outcome.SAVED
    assert files(folder) == ["othello.txt"]


def test_a_file_system_without_locks_is_written_to(storage: Storage) -> None:
    fcntl = pytest.importorskip("fcntl")
    assert storage.replace("othello", None, "text") is Outcome.SAVED
    for number in (errno.ENOLCK, errno.ENOSYS):
        with failing(fcntl, "flock", number):
            assert storage.replace("othello", "text", "new") is Outcome.SAVED
            assert storage.replace("othello", "old", "newer") is Outcome.ELSEWHERE
            assert storage.replace("othello", "new", "text") is Outcome.SAVED


# What is found again


def test_what_is_not_precious_is_not_waited_for(
    storage: Storage, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited: list[int] = []
    monkeypatch.setattr(os, "fsync", waited.append)
    assert storage.save("review", "text", durable=False)
    assert waited == []
    assert storage.save("match", "text")
    assert waited
    with failing(os, "replace", errno.ENOSPC):
        assert not storage.save("review", "more", durable=False)
    assert storage.pop_error() is None, "it can be found again"
