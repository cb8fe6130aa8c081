"""Every store keeps the same contract; `Storage` goes on whatever way its store fails."""

import errno
from collections.abc import Callable, Container
from functools import partial
from pathlib import Path

import pytest

from flipside.game.services.platform.desktop import DesktopPlatform
from flipside.game.services.storage.storage import Outcome, Storage
from flipside.game.services.storage.store import BrowserStore, FolderStore, Store
from tests.game.services.stores import FaultyStore, LocalStorage, MemoryStore

STORES: dict[str, Callable[[Path], Store]] = {
    "folder": lambda folder: FolderStore(folder / "saves"),
    "browser": lambda _: BrowserStore(LocalStorage()),
    "memory": lambda _: MemoryStore(),
}


@pytest.fixture(params=STORES)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    return STORES[request.param](tmp_path)


def test_an_empty_store(store: Store) -> None:
    assert store.is_writable()
    assert (store.load("othello"), store.list(), store.quarantine("othello")) == (None, [], None)
    store.remove("othello")


@pytest.mark.parametrize("durable", [True, False])
def test_texts_come_back_whole(store: Store, durable: bool) -> None:
    for text in ("", "one\r\n", "Čeština „ß“ \U0001f600"):
        store.save("othello", text, durable)
        assert store.load("othello") == text
    store.save("settings", "two", durable)
    assert sorted(store.list()) == ["othello", "settings"]
    store.remove("othello")
    assert (store.load("othello"), store.list()) == (None, ["settings"])


def test_compare_and_swap(store: Store) -> None:
    swap = store.compare_and_swap
    assert not swap("othello", "one", "two")
    assert store.load("othello") is None
    assert swap("othello", None, "one")
    assert not swap("othello", None, "two")
    assert swap("othello", "one", "two")
    assert not swap("othello", "one", None)
    assert store.load("othello") == "two"
    assert swap("othello", "two", None)
    assert swap("othello", None, None)
    assert store.list() == []


def test_what_is_set_aside_overwrites_nothing(store: Store) -> None:
    for number in (1, 2):
        store.save("othello", f"text {number}")
        assert store.quarantine("othello") == f"othello.set-aside-{number}"
    assert store.load("othello.set-aside-1") == "text 1"
    assert store.load("othello.set-aside-2") == "text 2"
    assert store.load("othello") is None


@pytest.mark.parametrize("error", ["QuotaExceededError", "SecurityError"])
def test_a_browser_that_refuses(error: str) -> None:
    local = LocalStorage()
    local.error = error
    store = BrowserStore(local)
    assert not store.is_writable()
    with pytest.raises(OSError, match=error) as raised:
        store.save("othello", "text")
    assert (raised.value.errno == errno.ENOSPC) == error.startswith("Quota")


# -- a store that fails ----------------------------------------------------------------------------


@pytest.fixture
def faulty() -> FaultyStore:
    return FaultyStore()


@pytest.fixture
def storage(faulty: FaultyStore) -> Storage:
    return Storage(faulty, DesktopPlatform())


@pytest.mark.parametrize(
    ("number", "key"),
    [(errno.ENOSPC, "storage.no_room"), (errno.EROFS, "storage.cannot_save")],
    ids=["full", "read-only"],
)
def test_a_store_that_takes_nothing(
    storage: Storage, faulty: FaultyStore, number: int, key: str
) -> None:
    assert storage.save("othello", "old")
    faulty.write_error = number
    storage.try_out()
    assert not storage.saves
    assert not storage.save("othello", "new")
    assert storage.replace("othello", "new", "newer") is Outcome.IN_MEMORY
    assert (storage.pop_error(), storage.pop_error()) == (key, None)
    assert storage.no_room == (number == errno.ENOSPC)
    assert (storage.load("othello"), faulty.load("othello")) == ("newer", "old")
    faulty.write_error = 0
    storage.retry()
    assert (faulty.load("othello"), storage.unsaved()) == ("newer", {})
    assert storage.saves


def told(storage: Storage) -> list[str]:
    found = []
    while (key := storage.pop_error()) is not None:
        found.append(key)
    return found


class Breaking:
    """Makes the writes of any store fail, of all names or of some."""

    def __init__(self, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
        self.names: Container[str] = ()
        self._real = store.save
        monkeypatch.setattr(store, "save", self._save)
        monkeypatch.setattr(store, "compare_and_swap", partial(Store.compare_and_swap, store))

    def _save(self, name: str, text: str, durable: bool = True) -> None:
        if name in self.names:
            raise OSError(errno.ENOSPC, "full")
        self._real(name, text, durable)


ALL = frozenset({"match", "played", "settings"})


def test_it_is_told_each_time_that_saving_breaks(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    breaking, storage = Breaking(store, monkeypatch), Storage(store, DesktopPlatform())
    for again in ("match", "settings", "played"):
        breaking.names = ALL
        for number in range(3):
            storage.save("match", f"{again} {number}")
            storage.save("played", str(number), durable=False)
        assert told(storage) == ["storage.no_room"]
        assert not storage.saves
        breaking.names = ()
        storage.save(again, f"{again} saves")
        assert storage.saves
        assert storage.unsaved() == {}
        assert store.load("match") == ("match saves" if again == "match" else f"{again} 2")
    assert told(storage) == []


def test_a_small_text_that_still_fits_is_no_recovery(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where a browser has room for no longer match, but for another date."""
    breaking, storage = Breaking(store, monkeypatch), Storage(store, DesktopPlatform())
    breaking.names = {"match"}
    for number in range(3):
        storage.replace("match", None, f"longer {number}")
        storage.save("played", str(number), durable=False)
        assert not storage.saves
    assert told(storage) == ["storage.no_room"]


def test_what_another_program_replaced_does_not_keep_it_silent(
    storage: Storage, faulty: FaultyStore
) -> None:
    """Its text waits in memory, but the store works."""
    faulty.write_error = errno.ENOSPC
    storage.save("theirs", "mine")
    faulty.write_error = 0
    faulty.inner.save("theirs", "by another hand")
    assert storage.save("match", "one")
    assert storage.saves
    faulty.write_error = errno.ENOSPC
    storage.save("match", "two")
    assert told(storage) == ["storage.no_room", "storage.no_room"]
    assert storage.unsaved() == {"theirs": "mine", "match": "two"}


def test_another_writer_wins(storage: Storage, faulty: FaultyStore) -> None:
    storage.save("othello", "one")
    faulty.meanwhile = {"othello": "theirs"}
    assert storage.replace("othello", "one", "two") is Outcome.ELSEWHERE
    assert storage.load("othello") == "theirs"
    faulty.meanwhile = {"othello": "theirs again"}
    assert not storage.discard("othello", "theirs")
    faulty.write_error = errno.ENOSPC
    assert storage.replace("othello", "theirs again", "mine") is Outcome.IN_MEMORY
    assert not storage.discard("othello", "theirs again")
    faulty.write_error, faulty.meanwhile = 0, {"othello": "last"}
    storage.retry()
    assert faulty.load("othello") == "last"
    assert storage.unsaved() == {"othello": "mine"}
