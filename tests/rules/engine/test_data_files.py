"""Tests of the data files of the engines: their paths, and which levels need them."""

from dataclasses import replace
from pathlib import Path

import pytest

from flipside.rules.catalogue import GAMES
from flipside.rules.contract.search_api import DataFile
from flipside.rules.engine import data_files
from flipside.rules.engine.search import LEVEL_BY_KEY
from flipside.rules.teaching import problems_path
from web.site import STRENGTH

ROOT = Path(__file__).resolve().parents[3]
FILES = (DataFile("a.bin", ("level8",)), DataFile("b.npz", ("level4", "level8")))
GAME = replace(GAMES[0], engine=replace(GAMES[0].engine, data_files=FILES))


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty folder in place of the folder of a game."""
    monkeypatch.setattr(data_files, "_GAMES", tmp_path)
    (tmp_path / GAME.key).mkdir()
    return tmp_path / GAME.key


def test_what_is_missing(folder: Path) -> None:
    """Only files of the level are missing, until they exist."""
    assert data_files.missing(GAME, "level8") == ("a.bin", "b.npz")
    assert data_files.missing(GAME, "level4") == ("b.npz",)
    assert data_files.missing(GAME, "level1") == data_files.missing(GAME, "person") == ()
    data_files.path(GAME.key, "b.npz").write_bytes(b"b")
    assert (folder / "b.npz").read_bytes() == b"b"
    assert data_files.is_here(GAME.key, "b.npz")
    assert not data_files.is_here(GAME.key, "a.bin")
    assert data_files.missing(GAME, "level8") == ("a.bin",)
    assert data_files.missing(GAME, "level4") == ()


def test_fixed_depths_wait_too(folder: Path) -> None:
    """Fixed depths need the files of the level "depth"."""
    game = replace(
        GAME,
        engine=replace(
            GAME.engine, data_files=(DataFile("a.bin", ("depth",)), DataFile("b", ("level8",)))
        ),
    )
    assert data_files.missing(game, "depth1") == data_files.missing(game, "depth20") == ("a.bin",)
    assert data_files.missing(game, "level1") == ()
    data_files.path(GAME.key, "a.bin").write_bytes(b"a")
    assert data_files.missing(game, "depth1") == ()


def test_the_games_name_their_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files that a browser loads late belong to a game, and data files of a game exist."""
    monkeypatch.undo()
    there = {path for pattern in STRENGTH for path in ROOT.glob(pattern)}
    problems = {problems_path(game) for game in GAMES}
    assert problems < there
    named = {
        data_files.path(game.key, known.file_name)
        for game in GAMES
        for known in game.engine.data_files
    }
    assert there - problems == named
    levels = {level for game in GAMES for known in game.engine.data_files for level in known.levels}
    assert levels <= {"depth", *LEVEL_BY_KEY}
