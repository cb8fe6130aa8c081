"""Tests of rivals that use the Go Text Protocol, including programs that fail."""

import json
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from flipside.rules.arena.pool import Workers
from flipside.rules.catalogue import BY_KEY
from flipside.rules.match.match import replay
from flipside.rules.match.record import parse_record
from tests.tools import rivals
from tests.tools.rivals import program

pytestmark = pytest.mark.long

OURS = f"{shlex.quote(sys.executable)} -m rules gtp"

HERE = Workers(1)


def play(folder: Path, key: str, command: str, matches: int = 2) -> int:
    return rivals.play_rival(folder, key, matches, 0.005, workers=HERE, command=command)


@pytest.mark.parametrize("words", ["othello --depth 1", "contactic --depth 1 --seed {seed}"])
def test_our_own_program_as_the_rival(
    words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Both programs have the same hidden piles, and a second run continues the first."""
    key, command = words.split()[0], f"{OURS} {words}"
    assert play(tmp_path, key, command, 1) == 0
    assert play(tmp_path, key, command) == 0
    told = capsys.readouterr()
    first, second = map(json.loads, told.out.splitlines())
    assert (first["matches"], second["matches"], second["second"]) == (1, 2, command)
    assert len(told.err.splitlines()) == 2


def test_seats_change_and_openings_do_not(tmp_path: Path) -> None:
    """The commands for two matches of a pair are recorded by a program that then ends."""
    heard = tmp_path / "heard"
    code = (
        "import sys\n"
        "for line in sys.stdin:\n"
        f"    open({str(heard)!r}, 'a').write(line)\n"
        "    if line[0] == 'g': sys.exit()\n"
        "    print('=\\n', flush=True)"
    )
    openings = []
    for number in range(4):
        heard.unlink(missing_ok=True)
        series = rivals.program_series(tmp_path, "othello", command := script(code), 4, 0.005)
        with pytest.raises(program.ProgramFailed):
            rivals.numbered_winner("othello", series.terms, number, command)
        *plays, asked = heard.read_text().splitlines()
        openings.append(plays[: rivals.PROGRAM_OPENING_PLIES])
        assert asked == ("genmove white", "genmove black")[number % 2]
        assert len(plays) == rivals.PROGRAM_OPENING_PLIES + 1 - number % 2
    assert openings[0] == openings[1] != openings[2] == openings[3]


def script(code: str) -> str:
    return f"{shlex.quote(sys.executable)} -c {shlex.quote(code)}"


def answering(answer: str) -> str:
    """Return a program that accepts all commands and gives one answer when it is to move."""
    return script(
        "import os, sys, time\n"
        "for line in sys.stdin:\n"
        f"    {answer} if line[0] == 'g' else print('=\\n', flush=True)"
    )


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        (answering("print('= a1\\n', flush=True)"), "makes the move 'a1', which is not legal"),
        (answering("print('=\\n', flush=True)"), "makes the move '', which is not legal"),
        (answering("print('? tired\\n', flush=True)"), "refuses 'genmove white': 'tired'"),
        (answering("print('hello\\n', flush=True)"), "says 'hello' to 'genmove white'"),
        (answering("time.sleep(600)"), "is silent for 4 s after 'genmove white'"),
        (answering("print('=', flush=True)"), "is silent for 4 s after 'genmove white'"),
        (
            answering("sys.exit('enough')"),
            "ends with code 1, saying 'enough', after 'genmove white'",
        ),
        (answering("sys.exit(0)"), "ends with code 0 after 'genmove white'"),
        (answering("(os.close(1), time.sleep(600))"), "closes its output after 'genmove white'"),
        (f"{OURS} flipop", "refuses 'play black"),
        (f"{OURS} chess", "rules: argument GAME: there is no game 'chess'"),
        ("/no/such/program", "cannot be started"),
        ("'", "cannot be started"),
        ("", "cannot be started"),
    ],
)
def test_a_program_that_fails_is_told(
    command: str,
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The error has the record of the match. No result is stored, and no process remains."""
    processes: list[subprocess.Popen[bytes]] = []

    def start(*words: Any, **ways: Any) -> "subprocess.Popen[bytes]":
        processes.append(popen(*words, **ways))
        return processes[-1]

    popen = subprocess.Popen
    monkeypatch.setattr(subprocess, "Popen", start)
    monkeypatch.setattr(program, "ANSWER_SECONDS", 4.0 if "silent" in sentence else 300.0)
    assert play(tmp_path, "othello", command) == 1
    told = capsys.readouterr()
    line, record = told.err.split("\n", 1)
    assert line.startswith(f"rivals: in match 0 {command!r} "), line
    assert sentence in line
    assert replay(parse_record(record), BY_KEY).ply == rivals.PROGRAM_OPENING_PLIES + (
        "start" not in sentence
    )
    assert not told.out
    assert len(processes) == ("start" not in sentence)
    assert all(process.returncode is not None for process in processes)
    assert not list(tmp_path.iterdir())
