"""All saves as one text, and back."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.saves.export import BadBundle, bundled, unbundle
from game.saves.matches import match_names
from game.services.platform.desktop import DesktopPlatform
from game.services.storage.storage import Storage
from game.services.storage.store import MemoryStore


def memory(**saves: str) -> Storage:
    """A storage that lasts as long as the test."""
    storage = Storage(MemoryStore(), DesktopPlatform())
    for name, text in saves.items():
        storage.save(name, text)
    return storage


def test_there_and_back() -> None:
    """What was saved here is saved there, but for the settings."""
    here = memory(othello="Flipside 1\ngame othello\n", switch="Flipside 1\n", settings="x\n")
    there = memory()
    assert unbundle(there, bundled(here)) == 2
    assert there.load("othello") == "Flipside 1\ngame othello\n"
    assert there.load("settings") is None


def test_nothing_is_overwritten() -> None:
    """A save in the way is kept under another name, without frightening anybody; a match comes
    beside the one that is there."""
    there = memory(othello="mine\n", **{"othello-setup": "mine too\n"})
    given = bundled(memory(othello="yours\n", **{"othello-setup": "yours too\n"}))
    for _ in range(2):
        assert unbundle(there, given) == 2
        first, second = match_names(there)
        assert (there.load(second), there.load(first)) == ("mine\n", "yours\n")
        assert second == "othello"
    assert there.load("othello-setup") == "yours too\n"
    assert there.load("othello-setup.set-aside-1") == "mine too\n"
    assert there.take_trouble() is None


def test_the_same_again_changes_nothing() -> None:
    """Loading one's own file twice sets nothing aside."""
    there = memory(othello="mine\n")
    unbundle(there, bundled(there))
    assert there.names() == ["othello"]
    assert there.load("othello.set-aside-1") is None


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "bundle.foreign"),
        ("hello", "bundle.foreign"),
        ("Flipside saves 1", "bundle.empty"),
        ("Flipside saves 2\n== othello\nx", "bundle.newer"),
        ("Flipside saves 1\nx\n== othello", "bundle.foreign"),
        ("Flipside saves 1\n== ../etc\nx", "bundle.foreign"),
    ],
)
def test_what_is_no_collection(text: str, key: str) -> None:
    """Each gets its own sentence, and nothing is saved."""
    there = memory()
    with pytest.raises(BadBundle) as wrong:
        unbundle(there, text)
    assert wrong.value.key == key
    assert there.names() == []


@given(st.text())
def test_any_text_in(text: str) -> None:
    """Either saves come, or BadBundle."""
    with contextlib.suppress(BadBundle):
        assert unbundle(memory(), "Flipside saves 1\n== a\n" + text) >= 1
