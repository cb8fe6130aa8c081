"""Commands write and read UTF-8, regardless of the encoding of the system."""

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from flipside.rules.cli.commands import main
from tests.needed import PATIENCE

ROOT = Path(__file__).parents[3]

ASCII = {
    "LC_ALL": "C",
    "LANG": "C",
    "PYTHONCOERCECLOCALE": "0",
    "PYTHONUTF8": "0",
    "PYTHONIOENCODING": "ascii",
}
"""The environment of a system that supports only ASCII."""

RECORD = "Flipside 1\ngame othello\nfirst-name Žofie\nsecond-name 対局者\nmoves d3 c3\n"


def run(*words: str, given: str = "", **environment: str) -> tuple[int, str, str]:
    done = subprocess.run(
        [sys.executable, *words],
        cwd=ROOT,
        env=os.environ | ASCII | environment,
        input=given.encode(),
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return a file whose name contains non-ASCII letters."""
    found = tmp_path / "Žofie ●.txt"
    found.write_text(RECORD, "utf-8")
    return found


@pytest.mark.parametrize("codec", ["ascii", "cp1252", "cp852", "utf-16"])
@pytest.mark.parametrize("word", ["sgf", "ggf", "flipside"])
def test_what_is_written_is_utf_8(
    file: Path, monkeypatch: pytest.MonkeyPatch, word: str, codec: str
) -> None:
    out = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(out, codec))
    assert main(["write", word, str(file)]) == 0
    text = out.getvalue().decode("utf-8")
    assert "Žofie" in text
    assert "対局者" in text
    assert "\\" not in text
    file.write_bytes(out.getvalue())
    assert main(["read", str(file)]) == 0
    told = out.getvalue().decode("utf-8").splitlines()[-1]
    assert '"players": ["\\u017dofie", "\\u5bfe\\u5c40\\u8005"]' in told


def test_errors_are_utf_8(monkeypatch: pytest.MonkeyPatch) -> None:
    err = io.BytesIO()
    monkeypatch.setattr(sys, "stderr", io.TextIOWrapper(err, "cp1252", line_buffering=True))
    assert main(["read", "対局", "x"]) == 2
    assert main(["read", "\udcc5\udcbdofie", "x"]) == 2, "as a system without letters gives it"
    assert main(["read", "\udcff", "x"]) == 2
    told = "rules: 対局 cannot be read", "rules: Žofie cannot be read", r"rules: \udcff cannot"
    lines = err.getvalue().decode("utf-8").splitlines()
    assert all(map(str.startswith, lines, told)), lines


@pytest.mark.skipif(os.name == "nt", reason="Windows has one encoding for names of files")
def test_a_system_without_letters(file: Path) -> None:
    code, out, err = run("-m", "flipside.rules", "write", "sgf", str(file))
    assert (code, err) == (0, "")
    assert "CA[UTF-8]SZ[8]PB[Žofie]PW[対局者]" in out
    missing = f"{file}x cannot be read: No such file or directory"
    assert run("-m", "flipside.rules", "read", f"{file}x") == (2, "", f"rules: {missing}\n")
    lines = f"loadsgf {file}x\nloadsgf {file}\nplay black c4\nbogus ●\n"
    code, out, err = run("-m", "flipside.rules", "gtp", "othello", "--level", "level1", given=lines)
    assert (code, err) == (0, "")
    assert out.split("\n\n") == [
        f"? cannot load file: {missing}",
        "=",
        "=",
        "? unknown command",
        "",
    ]
    board = f"{'-' * 27}○●------●○{'-' * 27} ●"
    code, out, err = run("-m", "flipside.rules", "show", "othello", "--position", board)
    assert (code, err) == (0, "")


@pytest.mark.skipif(os.name == "nt", reason="Windows has one encoding for names of files")
def test_the_window_tells_in_utf_8_as_well(tmp_path: Path) -> None:
    wrong = tmp_path / "Žofie" / "log"
    code, _, err = run("-m", "flipside", "--log", str(wrong), SDL_VIDEODRIVER="dummy")
    assert (code, err) == (
        2,
        f"flipside: cannot write the log {wrong}: No such file or directory.\n",
    )
