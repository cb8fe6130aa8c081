"""Tests of the endgame positions and of the table of their hints."""

import json
from itertools import count
from pathlib import Path

import pytest

from flipside.rules.engine.search import plies_left
from flipside.rules.games.othello import OTHELLO
from tests.tools.strength.endgames import EMPTY_SQUARES, measure_hints, read_endgames

ENDGAMES = Path(__file__).parents[2] / "positions" / "othello_endgames.jsonl"


def test_every_move_has_a_score() -> None:
    endgames = list(read_endgames(ENDGAMES))
    assert len(endgames) == 42
    for endgame in endgames:
        position = endgame.match.position
        assert plies_left(OTHELLO, position) in EMPTY_SQUARES
        assert set(endgame.scores) == {position.name(move) for move in position.moves()}
        assert all(score % 2 == 0 for score in endgame.scores.values())
        assert min(map(endgame.loss, position.moves())) == 0


def test_each_position_has_its_own_seconds(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = count()
    monkeypatch.setattr("tests.tools.strength.endgames.time.process_time", lambda: next(clock))
    file, line = tmp_path / "endgames.jsonl", ENDGAMES.read_text("utf-8").splitlines()[0]
    tables = []
    for copies in (1, 2):
        file.write_text(f"{line}\n" * copies, "utf-8")
        measure_hints(file, [20.0, 40.0])
        rows = capsys.readouterr().out.splitlines()[2:]
        tables.append([row.split("|")[5] for row in rows])
    assert tables[0] == tables[1] == [" 20.00 ", " 40.00 "]


def test_a_table_of_hints(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A hint is counted as best by its score alone."""
    entry = json.loads(ENDGAMES.read_text("utf-8").splitlines()[0])
    file = tmp_path / "endgames.jsonl"
    for scores, cells in (
        (dict.fromkeys(entry["scores"], 4), "1 of 1 |  |"),
        ({**dict.fromkeys(entry["scores"], 4), "pass": 6}, "0 of 1 | 2 (14) |"),
    ):
        file.write_text(json.dumps({**entry, "scores": scores}), "utf-8")
        measure_hints(file, [0.0])
        assert f"| 0 | {cells} 0 |" in capsys.readouterr().out
