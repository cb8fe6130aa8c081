"""All saves as one text, and back."""

import contextlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flipside.game.saves import export
from flipside.game.saves.album import REVIEW, album_names, saved_review, stored_record
from flipside.game.saves.album_index import AlbumIndex
from flipside.game.saves.export import BadBundle, bundled, unbundle
from flipside.game.saves.matches import (
    KNOWN_NAMES,
    LAST_PLAYED,
    dates,
    load_match,
    match_names,
    note_played,
    offered_names,
    remember,
)
from flipside.game.saves.task_progress import (
    LESSONS,
    LessonSteps,
    ProblemStatus,
    next_step,
    problem_statuses,
)
from flipside.game.services.platform.clipboard import InputFile, TextOrFiles
from flipside.game.services.platform.desktop import DesktopPlatform
from flipside.game.services.storage.document import Document
from flipside.game.services.storage.storage import Storage
from flipside.game.services.storage.store import FolderStore
from flipside.rules.catalogue import BY_KEY
from flipside.rules.engine.analysis.review import Review, SavedReview
from flipside.rules.match.match import replay
from tests.game.conftest import MakePilot
from tests.game.live_match.machine import Household
from tests.game.scenes.layout_checks import problems
from tests.game.services.stores import MemoryStore, bundle, bundle_of, document, settings_text


def memory(**saves: str) -> Storage:
    """A storage that lasts as long as the test."""
    storage = Storage(MemoryStore(), DesktopPlatform())
    for name, text in saves.items():
        storage.save(name, text)
    return storage


MINE = "Flipside 1\ngame othello\nseed 1\n"
YOURS = "Flipside 1\ngame othello\nseed 2\n"
NAMES = document("names", names=["Anna"])


def setup_document(*names: str, game: str = "othello") -> str:
    seats = ["person", "person"]
    return document("setup", game=game, options={}, seats=seats, names=[*names], clock="")


def test_there_and_back() -> None:
    here = memory(othello=MINE, switch="Flipside 1\ngame switch\n", settings="x\n")
    there = memory()
    assert unbundle(there, bundled(here)) == (2, ())
    assert there.load("othello") == MINE
    assert there.load("settings") is None


def test_nothing_is_overwritten() -> None:
    """A save in the way is kept under another name, without frightening anybody; a match comes
    beside the one that is there."""
    anna, bob = setup_document("Anna", ""), setup_document("Bob", "")
    there = memory(**{"othello": MINE, "othello-setup": anna})
    given = bundled(memory(**{"othello": YOURS, "othello-setup": bob}))
    for _ in range(2):
        assert unbundle(there, given) == (2, ())
        first, second = match_names(there)
        assert (there.load(second), there.load(first)) == (MINE, YOURS)
        assert second == "othello"
    assert there.load("othello-setup") == bob
    assert there.load("othello-setup.set-aside-1") == anna
    assert there.pop_error() is None


@pytest.mark.parametrize("mine", [MINE, MINE.replace("\n", "\r\n"), MINE + "\n\n", MINE.rstrip()])
def test_the_same_again_changes_nothing(mine: str) -> None:
    """Loading one's own file twice sets nothing aside, however an editor ended its lines."""
    setup = setup_document("Anna", "") + mine[len(mine.rstrip()) :]
    there = memory(**{"othello": mine, "othello-setup": setup})
    unbundle(there, bundled(there))
    assert there.names() == ["othello", "othello-setup"]
    assert there.load("othello-setup.set-aside-1") is None


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "bundle.foreign"),
        ("hello", "bundle.foreign"),
        ("{}", "bundle.foreign"),
        (document("saves", saves={}), "bundle.empty"),
        (2 * bundle_of([]), "bundle.empty"),
        (document("saves", 2, saves={"othello": MINE}), "bundle.newer"),
        (bundle({"othello": MINE}).replace('"saves"', '"names"'), "bundle.foreign"),
        ("my matches:\n" + bundle({"othello": MINE}), "bundle.foreign"),
    ],
)
def test_what_is_no_collection(text: str, key: str) -> None:
    there = memory()
    with pytest.raises(BadBundle) as wrong:
        unbundle(there, text)
    assert wrong.value.key == key
    assert there.names() == []


@given(st.text())
def test_any_text_in(text: str) -> None:
    with contextlib.suppress(BadBundle):
        result = unbundle(memory(), bundle({"a": text}))
        assert result.rejects == ("a",)
        damaged = bundle_of([text, f'"othello": {json.dumps(MINE)}'])
        there = memory()
        unbundle(there, damaged)
        assert there.load("othello") == MINE


# -- what lies in folders --------------------------------------------------------------------------

SAVES_1 = (Path(__file__).parent / "saves_1.json").read_text("utf-8")
"""Every kind of saves, as the first versions wrote them."""

OURS: dict[str, str] = json.loads(SAVES_1)["saves"]

ENTRIES = [line.strip().rstrip(",") for line in SAVES_1.splitlines()[4:-2]]
"""The lines of the entries, in the order of their names."""

MATCH = next(name for name in OURS if name.startswith("match-"))

FOREIGN_NAMES = (
    *("my_notes", f"{MATCH}.bak", f"{MATCH}_old", f"{MATCH}-2", "0", "zz", "readme", "a-setup"),
    *(f"{MATCH}.set-aside-1", "othello.set-aside-1", "othello-setup.orig", "match-othello", "a=b"),
    *("finished-othello", "study-othello", "review", "review-", "names.1", "copy of names", "==x"),
)

FOREIGN_TEXTS = (
    *(b"milk\nbread\n", b"== othello\nFlipside 1\n", b"Flipside 1\ngame othello\nmoves d3\n"),
    *(b"\xff\xfe\x00", b"a\x00b", b"", b"x" * 1_000_001, bundle({"othello": MINE}).encode()),
)


def fill(folder: Path, texts: Mapping[str, str | bytes]) -> Storage:
    folder.mkdir()
    for name, text in texts.items():
        data = text if isinstance(text, bytes) else text.encode()
        (folder / f"{name}.txt").write_bytes(data)
    return Storage(FolderStore(folder), DesktopPlatform())


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name.removesuffix(".txt"): path.read_bytes() for path in folder.glob("*.txt")}


FOLDERS = st.tuples(
    st.sets(st.sampled_from(sorted(OURS))),
    st.dictionaries(
        st.sampled_from(FOREIGN_NAMES) | st.text("abc-_. 019=", min_size=1, max_size=9),
        st.sampled_from(FOREIGN_TEXTS),
    ),
    st.dictionaries(st.sampled_from(sorted(OURS)), st.sampled_from(FOREIGN_TEXTS), max_size=2),
)
"""Saves of ours, files of others, and others under the names of ours."""


@given(FOLDERS)
@settings(max_examples=30)
def test_any_folder_comes_out_and_goes_in_again(
    tmp_path_factory: pytest.TempPathFactory,
    lying: tuple[set[str], dict[str, bytes], dict[str, bytes]],
) -> None:
    """Whole saves arrive as they were, with all others left out, and no file is touched."""
    ours, foreign, damaged = lying
    folder = tmp_path_factory.mktemp("any") / "data"
    texts = {name: OURS[name].encode() for name in ours} | foreign | damaged
    storage = fill(folder, texts)
    before = contents(folder)
    out = bundled(storage)
    assert contents(folder) == before
    assert storage.pop_error() is None
    there = memory()
    whole = {
        name: text.decode()
        for name, text in texts.items()
        if name in OURS and (name not in damaged or _also_good(name, text))
    }
    if not whole:
        with pytest.raises(BadBundle, match="empty"):
            unbundle(there, out)
        return
    assert unbundle(there, out).rejects == ()
    arrived = {name: there.load(name) for name in there.names()}
    arrived.pop("played", None), whole.pop("played", None)  # only of matches that arrive
    assert arrived == whole


def _also_good(name: str, text: bytes) -> bool:
    """Whether a text that was put under another name is right there, too."""
    return name == MATCH and text.startswith(b"Flipside 1\ngame")


@pytest.mark.parametrize("at", range(len(ENTRIES)))
@pytest.mark.parametrize("spoil", ["cut", "key", "quote", "number"])
def test_a_line_that_was_damaged_spoils_no_other(at: int, spoil: str) -> None:
    lines, lost = [*ENTRIES], sorted(OURS)[at]
    lines[at] = {
        "cut": lines[at][:-5],
        "key": lines[at][1:],
        "quote": lines[at].replace('": "', '": ', 1),
        "number": f'"{lost}": {"9" * 9_000}',
    }[spoil]
    there = memory()
    result = unbundle(there, bundle_of(lines))
    found = {name: there.load(name) for name in there.names()}
    for name in OURS.keys() - {lost, "played"}:
        assert found[name] == OURS[name]
    assert lost not in found
    assert len(result.rejects) == 1
    assert lost[:50] in result.rejects[0]


@pytest.mark.parametrize("whole", range(len(ENTRIES)))
def test_the_whole_lines_of_a_bundle_that_was_cut_are_read(whole: int) -> None:
    there = memory()
    lines = SAVES_1.splitlines()[: 4 + whole + 1]
    result = unbundle(there, "\n".join(lines)[:-9])
    assert there.names() == sorted(OURS)[:whole]
    assert result.rejects[0].startswith(sorted(OURS)[whole])
    assert len(result.rejects) == 1


@pytest.mark.parametrize("name", OURS)
def test_an_entry_that_was_damaged_is_refused_alone(name: str) -> None:
    there = memory()
    result = unbundle(there, bundle(OURS | {name: "Flipside me 1\n" + OURS[name]}))
    assert result.rejects == (name,)
    assert set(there.names()) == OURS.keys() - {name} or name == MATCH


@pytest.mark.parametrize(
    ("added", "refused"),
    [
        ('"my_notes": "milk"', "my_notes"),
        ('"my notes.bak": "milk"', "my notes.bak"),
        ('"Ž": "milk"', "Ž"),
        ('"": "milk"', "…"),
        ("milk", "milk"),
        ('"version": "1"', "version"),
        (f'"{MATCH}.bak": {json.dumps(MINE)}', f"{MATCH}.bak"),
        (f'"othello": {json.dumps(MINE + "d3 c3")}', "othello"),
        ('"othello": ""', "othello"),
        (f'"names": {json.dumps(document("names", 2, names=["Anna"]))}', "names"),
        (f'"lessons": {json.dumps(document("lessons", steps={"Othello": "row"}))}', "lessons"),
        (f'"settings": {json.dumps(settings_text())}', None),
        (" ", None),
    ],
)
@pytest.mark.parametrize("first", [True, False])
def test_what_was_added_is_refused_by_its_name(
    added: str, refused: str | None, first: bool
) -> None:
    there = memory()
    lines = [line for line in ENTRIES if not line.startswith(added.partition(":")[0] + ":")]
    result = unbundle(there, bundle_of([added, *lines] if first else [*lines, added]))
    assert result.rejects == (() if refused is None else (refused,))
    assert set(there.names()) | set(result.rejects) >= OURS.keys()


def test_the_settings_tell_what_was_left_out(
    fly: MakePilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    pilot = fly(size=(360, 640))
    clipboard = pilot.app.services.platform.clipboard
    given: list[TextOrFiles] = [
        bundle_of(
            [f'"othello": {json.dumps(MINE)}', '"my_notes": "milk"', *9 * ['"Zoë": ""']],
        ),
        [
            InputFile("one.txt", bundled(memory(othello=YOURS)).encode()),
            InputFile("notes.txt", b"milk"),
            InputFile("photo.png", b"\x89PNG\0"),
            InputFile("lost.txt", None),
        ],
        bundle({"my_notes": "milk"}),
    ]
    monkeypatch.setattr(clipboard, "ask_text", lambda *rest: rest[-1](given.pop(0)))
    pilot.press("options")
    pilot.press("paste_all")
    assert "Loaded: 1." in pilot.words()
    assert f"cannot read it: my_notes, {', '.join(7 * ['Zoë'])}, …." in pilot.words()
    assert problems(pilot.top) == []
    pilot.press("understood")
    pilot.press("paste_all")
    assert "Loaded: 1." in pilot.words()
    for name in ("notes.txt", "photo.png", "lost.txt"):
        assert f"{name}: This text does not come from Flipside." in pilot.words()
    pilot.press("understood")
    pilot.press("paste_all")
    assert "Loaded" not in pilot.words()
    assert "my_notes" in pilot.words()


def test_two_bundles_in_one_text_are_two_bundles() -> None:
    """A match that both have twice comes twice; small texts are merged."""
    there = memory()
    other = bundled(memory(othello=YOURS, names=document("names", names=["Bea"])))
    assert unbundle(there, bundled(memory(othello=MINE, names=NAMES)) + other) == (2, ())
    assert {there.load(name) for name in match_names(there)} == {MINE, YOURS}
    assert set(offered_names(there)) == {"Anna", "Bea"}


def test_names_that_look_like_entries_are_names() -> None:
    names = ['"othello": "', "\\n", "{", "}", "\\\\u0022", "Flipside 1", "Anna"]
    here, there = memory(), memory()
    remember(here, names)
    unbundle(there, bundled(here))
    assert offered_names(there) == tuple(names)


def test_reviews_are_left_out_first_where_not_all_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    """They can be made again; the player is told."""
    review = REVIEW.dump(SavedReview())
    here = memory(**{"othello": MINE, "review-othello": review, "switch-setup": NAMES})
    monkeypatch.setattr(export, "MAX_FILE_BYTES", 400)
    here.save("switch-setup", setup_document("", "", game="switch"))
    there = memory()
    unbundle(there, bundled(here))
    assert there.names() == ["othello", "switch-setup"]
    assert here.pop_error() == "bundle.too_much"


def test_a_file_that_people_have_is_read_and_comes_out_again(home: Household) -> None:
    """Every kind of saves, as the first versions wrote them."""
    unbundle(home.storage, SAVES_1)
    assert bundled(home.storage) == SAVES_1
    assert home.storage.pop_error() is None
    (name,) = dates(home.storage)
    assert dates(home.storage) == {name: "2026-01-31 18:30:05"}
    stored_match = load_match(home, name)
    assert stored_match.match.players == ("Anna", "Bohdana Ž.")
    assert offered_names(home.storage) == ("Anna", "Bohdana Ž.")
    steps = [next_step(home.storage, BY_KEY[key]) for key in ("othello", "switch", "flipop")]
    assert steps == ["row", "done", "offered"]
    assert problem_statuses(home.storage, BY_KEY["othello"]) == {
        "704d133e": ProblemStatus("first", "2026-01-31"),
        "074a23a8": ProblemStatus("begun", "2026-01-31"),
    }
    switch, begun, othello = AlbumIndex(home).entries()
    assert (switch.winner, switch.reason, switch.score) == (1, "gave_up", None)
    assert (begun.winner, begun.reason, begun.plies) == (None, "", 2)
    assert (othello.winner, othello.reason, othello.ended) == (0, "more", "2026-01-31 18:30")
    assert (othello.colours, othello.score) == (("black", "white"), (36, 28))
    review = saved_review(home.storage, "review-e2297251ca1a2963")
    moments = Review(replay(stored_record(home, album_names(home)[0]), BY_KEY), review).moments
    found = {ply: (moment.value, moment.rough, moment.loss) for ply, moment in moments.items()}
    assert found == {0: (-40, True, None), 2: (999_990, False, 35)}


@pytest.mark.parametrize("kind", ["names", "played", "lessons", "problems", "review-othello"])
def test_what_a_newer_version_wrote_is_never_overwritten(home: Household, kind: str) -> None:
    text = document(kind.partition("-")[0], 2, something="new")
    home.storage.save(kind, text)
    remember(home.storage, ["Anna"])
    note_played(home.storage, "othello")
    next_step(home.storage, BY_KEY["othello"])
    problem_statuses(home.storage, BY_KEY["othello"])
    saved_review(home.storage, "review-othello")
    assert home.storage.pop_error() == "storage.set_aside"
    assert (home.folder / f"{kind}.set-aside-1.txt").read_text() == text


@pytest.mark.parametrize("kind", [KNOWN_NAMES, LAST_PLAYED])
def test_small_damage_goes_unnoticed(home: Household, kind: Document[Any]) -> None:
    """Nothing depends on these texts; one that is none at all is kept under another name."""
    home.storage.save(kind.kind, "nonsense\n")
    assert kind.load(home.storage) == kind.of()
    assert home.storage.pop_error() is None
    assert (home.folder / f"{kind.kind}.set-aside-1.txt").read_text() == "nonsense\n"


def test_a_document_does_not_outgrow_what_is_read(home: Household) -> None:
    many = LessonSteps({f"{number:x}": "done" for number in range(2_000)})
    assert not LESSONS.merge(home.storage, many)
    assert LESSONS.load(home.storage) == LessonSteps()
