"""All saves as one text, and back."""

import contextlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flipside.game.saves.album import album_names, saved_review, stored_record
from flipside.game.saves.album_index import AlbumIndex
from flipside.game.saves.document import Document
from flipside.game.saves.export import BadBundle, bundled, unbundle
from flipside.game.saves.known_names import KNOWN_NAMES, offered_names, remember
from flipside.game.saves.last_played import LAST_PLAYED, dates, note_played
from flipside.game.saves.lesson_progress import LESSONS, next_step
from flipside.game.saves.matches import load_match, match_names
from flipside.game.saves.problem_progress import ProblemMark, marks
from flipside.game.services.platform.desktop import DesktopPlatform
from flipside.game.services.storage.storage import Storage
from flipside.rules.catalogue import BY_KEY
from flipside.rules.engine.analysis.review import Review
from flipside.rules.match.match import replay
from tests.game.services.stores import MemoryStore
from tests.game.table.machine import Household


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
        ("Flipside saves 1\n== othello\nx\n== names\nFlipside names 2\nAnna", "bundle.newer"),
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


def test_a_file_that_people_have_is_read_and_comes_out_again(home: Household) -> None:
    """Every kind of saves, as the first versions wrote them."""
    text = (Path(__file__).parent / "saves_1.txt").read_text("utf-8")
    unbundle(home.storage, text)
    assert bundled(home.storage) == text
    assert home.storage.take_trouble() is None
    (name,) = dates(home.storage)
    assert dates(home.storage) == {name: "2026-01-31 18:30:05"}
    saved = load_match(home, name)
    assert saved is not None
    assert saved.match.players == ("Anna", "Bohdana Ž.")
    assert offered_names(home.storage) == ["Anna", "Bohdana Ž."]
    steps = [next_step(home.storage, BY_KEY[key]) for key in ("othello", "switch", "flipop")]
    assert steps == ["row", "done", "offered"]
    assert marks(home.storage, BY_KEY["othello"]) == {
        "704d133e": ProblemMark("first", "2026-01-31"),
        "074a23a8": ProblemMark("begun", "2026-01-31"),
    }
    switch, begun, othello = AlbumIndex(home).entries()
    assert (switch.winner, switch.reason, switch.score) == (1, "gave_up", None)
    assert (begun.winner, begun.reason, begun.plies) == (None, "", 2)
    assert (othello.winner, othello.reason, othello.ended) == (0, "more", "2026-01-31 18:30")
    assert (othello.colours, othello.score) == (("black", "white"), (36, 28))
    review = saved_review(home.storage, "review-e2297251ca1a2963")
    moments = Review(replay(stored_record(home, album_names(home)[0]), BY_KEY), review).moments
    found = {ply: (one.value, one.rough, one.loss) for ply, one in moments.items()}
    assert found == {0: (-40, True, None), 2: (999_990, False, 35)}


@pytest.mark.parametrize("kind", ["names", "played", "lessons", "problems", "review-othello"])
def test_what_a_newer_version_wrote_is_never_overwritten(home: Household, kind: str) -> None:
    text = f"Flipside {kind.partition('-')[0]} 2\nsomething new\n"
    home.storage.save(kind, text)
    remember(home.storage, ["Anna"])
    note_played(home.storage, "othello")
    next_step(home.storage, BY_KEY["othello"])
    marks(home.storage, BY_KEY["othello"])
    saved_review(home.storage, "review-othello")
    assert home.storage.take_trouble() == "storage.set_aside"
    assert (home.folder / f"{kind}.set-aside-1.txt").read_text() == text


@pytest.mark.parametrize("document", [KNOWN_NAMES, LAST_PLAYED])
def test_small_damage_goes_unnoticed(home: Household, document: Document) -> None:
    """Nothing depends on these texts; one that is none at all is kept under another name."""
    home.storage.save(document.kind, "nonsense\n")
    assert document.load(home.storage) == {}
    assert home.storage.take_trouble() is None
    assert (home.folder / f"{document.kind}.set-aside-1.txt").read_text() == "nonsense\n"


def test_a_document_does_not_outgrow_what_is_read(home: Household) -> None:
    assert not LESSONS.merge(home.storage, {f"{number:x}": "done" for number in range(2_000)})
    assert LESSONS.load(home.storage) == {}
