"""Laying out a scene reads and writes nothing: what it shows of the saves it has read before."""

import sys
from collections.abc import Iterator
from itertools import islice

import pytest

from flipside.game.saves import album_index
from flipside.game.saves.album import add_to_album, album_names
from flipside.game.saves.album_index import INDEX_SAVE, AlbumIndex
from flipside.game.scenes.common.scene import Scene
from flipside.game.scenes.common.session import Session
from flipside.game.scenes.share.read_input import AT_ONCE_CHARACTERS, read_input
from flipside.game.scenes.shelf.album import Album
from flipside.game.scenes.shelf.progress import Progress
from flipside.game.scenes.shelf.setup import SetupScene
from flipside.game.scenes.shelf.shelf import LessonOffer
from flipside.game.scenes.task.problems import Problems
from flipside.game.services.storage.store import FolderStore
from flipside.rules.catalogue import BY_KEY, GAMES
from flipside.rules.match.match import Match
from tests.game import scene_tour
from tests.game.conftest import MakePilot
from tests.game.pilot import Pilot
from tests.game.services.stores import document

FILES = {"open", "os.listdir", "os.scandir", "os.mkdir", "os.rename", "os.remove"}

_watched: list[str] | None = None
"""What has been done with files while a test watches."""


def _note(event: str, arguments: tuple[object, ...]) -> None:
    if _watched is not None and event in FILES:
        _watched.append(f"{event} {arguments[0]}")


sys.addaudithook(_note)


def touched(pilot: Pilot) -> list[str]:
    """What is done with files while the window is resized, so that all that is seen is laid out."""
    global _watched
    _watched = found = list[str]()
    try:
        pilot.app.resize(pilot.app.stack.size)
    finally:
        _watched = None
    return found


def stops(pilot: Pilot) -> Iterator[str]:
    """Every scene, those of a game with one game."""
    yield from scene_tour.shelf(pilot)
    yield from scene_tour.album(pilot)
    for key in ("contactic", "othello"):  # positions of the latter are set up
        yield from scene_tour.around(pilot, key)
    yield from scene_tour.matches(pilot, "flipop")
    yield from scene_tour.reviews(pilot, "switch")
    yield from scene_tour.studies(pilot, "switch")
    yield from scene_tour.dialogs(pilot)
    yield from scene_tour.links(pilot)
    yield from scene_tour.taken(pilot)
    yield from scene_tour.pictures(pilot)
    yield from islice(scene_tour.problem_pages(pilot), 3)
    yield from scene_tour.problem_runs(pilot)
    yield from islice(scene_tour.lessons(pilot), 4)
    yield from scene_tour.solving(pilot, ["othello-most"])
    pilot.app.stack.open(LessonOffer(pilot.app.stack, GAMES[0]))
    yield "a lesson is offered"
    long = "d3 c3\n" * AT_ONCE_CHARACTERS
    read_input(pilot.app.stack, "", long, None, lambda read: None)
    yield "a long text is read"


def kinds_of(base: type[Scene | Session]) -> Iterator[type[Scene | Session]]:
    """The program's subclasses of a scene or a session that have none themselves."""
    for kind in base.__subclasses__():
        if kind.__subclasses__():
            yield from kinds_of(kind)
        elif kind.__module__.startswith("flipside."):
            yield kind


def test_a_file_that_is_read_is_noticed(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pilot.top, "_layout", lambda: pilot.top.load())
    assert touched(pilot)


def test_no_scene_reads_or_writes_while_it_is_laid_out(fly: MakePilot) -> None:
    pilot, found, seen = fly(patience=0.0), dict[str, list[str]](), set[type[object]]()
    for stop in stops(pilot):
        for scene in pilot.app.stack.visible():
            seen |= {type(scene), type(getattr(scene, "session", scene))}
        if files := touched(pilot):
            found[stop] = files
    assert found == {}
    assert {*kinds_of(Scene), *kinds_of(Session)} <= seen


# -- many matches ----------------------------------------------------------------------------------


def finished(pilot: Pilot, count: int) -> list[str]:
    """The names of so many matches that were given up, now in the album."""
    for number in range(count):
        game = GAMES[number % 2]
        match = Match(game, {}, number)
        match.play(match.legal()[0])
        match.players = f"Anna {number}", "Bert"
        match.resign(number % 2)
        add_to_album(pilot.app.services, match, ("person", "person"))
    return album_names(pilot.app.services)


@pytest.fixture
def loads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the texts that are read from the store."""
    found, load = list[str](), FolderStore.load

    def noted(store: FolderStore, name: str) -> str | None:
        found.append(name)
        return load(store, name)

    monkeypatch.setattr(FolderStore, "load", noted)
    return found


@pytest.mark.parametrize("opened", [Album, Problems, Progress, SetupScene])
def test_an_album_of_many_matches_is_one_text(
    loads: list[str], pilot: Pilot, opened: type[Album | Problems | Progress | SetupScene]
) -> None:
    finished(pilot, 60)
    AlbumIndex(pilot.app.services)
    loads.clear()
    game = BY_KEY["othello"]
    stack = pilot.app.stack
    stack.open(Album(stack, "othello") if opened is Album else opened(stack, game))  # type: ignore[arg-type]
    assert not [name for name in loads if name.startswith("finished-")]
    assert loads.count(INDEX_SAVE) <= 1


def test_an_index_that_is_the_same_is_not_made_again(
    fly: MakePilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Most pages about games open with all entries of the album."""
    pilot, made = fly(), list[list[object]]()
    finished(pilot, 20)
    AlbumIndex(pilot.app.services)
    monkeypatch.setattr(album_index, "_entry", lambda row: made.append(row) or None)
    AlbumIndex(pilot.app.services)
    assert not made, "the entries of the text that was saved are known"
    album_index._known.clear()
    for _ in range(2):
        AlbumIndex(pilot.app.services)
    assert len(made) == 20


def test_an_index_that_is_missing_damaged_or_old_is_made_anew(
    loads: list[str], pilot: Pilot
) -> None:
    names = finished(pilot, 5)
    services, storage = pilot.app.services, pilot.app.services.storage
    whole = list(AlbumIndex(services).entries())
    text = storage.load(INDEX_SAVE) or ""
    assert (len(whole), text != "") == (5, True)
    changed = text.replace("Bert", "Burt", 1)
    for damaged in (None, "", text[:-9], changed, text.replace('"flipside": "', '"flipside": "0')):
        storage.remove(INDEX_SAVE) if damaged is None else storage.save(INDEX_SAVE, damaged)
        loads.clear()
        assert list(AlbumIndex(services).entries()) == whole
        assert {*names} <= {*loads}
        assert storage.load(INDEX_SAVE) == text


def test_a_match_that_comes_or_goes_is_read_or_left_out(loads: list[str], pilot: Pilot) -> None:
    services = pilot.app.services
    first = finished(pilot, 3)
    AlbumIndex(services)
    services.storage.remove(first[1])
    new = [name for name in finished(pilot, 4) if name not in first]
    loads.clear()
    index = AlbumIndex(services)
    assert index.names_of() == album_names(services)
    assert all(map(index.entry, index.names_of()))
    read = [name for name in loads if name.startswith("finished-")]
    assert sorted(read) == sorted({*new, *read} & {*index.names_of()})
    assert len(read) < len(index.names_of())


def test_a_damaged_match_is_listed(pilot: Pilot) -> None:
    names = finished(pilot, 2)
    (pilot.folder / f"{names[0]}.txt").write_text(document("finished"))
    index = AlbumIndex(pilot.app.services)
    assert (index.names_of(), index.entry(names[0])) == (names, None)
    assert len(list(index.entries())) == 1


def test_many_unknown_matches_are_read_over_several_frames(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("flipside.game.saves.album_index._READ_AT_ONCE", 2)
    names = finished(pilot, 7)
    pilot.app.stack.open(Album(pilot.app.stack, ""))
    index = pilot.top._index  # type: ignore[attr-defined]
    assert (index.names_of(), len(index.unread)) == (names, 5)
    pilot.advance(1.0)
    assert not index.unread
    assert len(list(index.entries())) == 7
