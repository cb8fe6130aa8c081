"""Tests of the command line: one JSON object per line, errors and exit codes."""

import doctest
import io
import json
import math
import os
import signal
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

import flipside.rules
from flipside.rules.catalogue import BY_KEY, GAMES
from flipside.rules.cli.commands import main, perft
from flipside.rules.contract.game import AnyGame
from flipside.rules.engine.search import LEVELS
from flipside.rules.match.match import Match
from flipside.rules.teaching import lessons_of
from tests.needed import PATIENCE
from tests.rules.games.random_matches import around_a_pass

ROOT = Path(__file__).parents[3]

SHORTEST = "e6f4e3f6g5d6e7f5c5"


def run(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "flipside.rules", *words],
        cwd=ROOT,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )


def ask(*words: str) -> dict[str, Any]:
    """The answer to a question that has one, without a process of its own.

    Only `match` may say something else: how far it is, where the machine is slow.
    """
    told, complained = (io.TextIOWrapper(io.BytesIO(), "utf-8", newline="\n") for _ in range(2))
    with redirect_stdout(told), redirect_stderr(complained):
        assert main(words) == 0
    told.seek(0)
    complained.seek(0)
    assert words[0] == "match" or complained.read() == ""
    (line,) = told.readlines()
    assert line.endswith("\n")
    answer = json.loads(line)
    assert isinstance(answer, dict)
    return answer


# -- lessons -------------------------------------------------------------------------------------
@pytest.mark.parametrize("key", [game.key for game in GAMES])
def test_lessons(key: str) -> None:
    """Each line has all data of a step, including the right answers."""
    done = run("lessons", key)
    assert (done.returncode, done.stderr) == (0, "")
    steps = [json.loads(line) for line in done.stdout.splitlines()]
    assert [step["id"] for step in steps] == [
        step.key for lesson in lessons_of(BY_KEY[key]).values() for step in lesson
    ]
    for step in steps:
        assert list(step) == ["game", "lesson", "id", "options", "seed", "moves", "asks", "answers",
                              "rules", "words"]  # fmt: skip
        match = Match(BY_KEY[step["game"]], step["options"], step["seed"])
        match.read_moves(step["moves"])
        legal = {match.position.name(move) for move in match.legal()}
        assert set(step["answers"]) <= (legal if step["asks"] == "move" else set(match.board.names))
        assert step["answers"]
        assert all(
            set(said) == {"say", "task", "right", "wrong"} for said in step["words"].values()
        )


def test_a_damaged_lesson_is_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "lessons.toml").write_text("[[step]]\n")
    monkeypatch.setattr(
        "flipside.rules.teaching.lesson_path", lambda game: tmp_path / "lessons.toml"
    )
    assert main(("lessons", "othello")) == 2
    assert capsys.readouterr() == ("", "rules: the lesson of othello cannot be read\n")


# -- games, show, perft --------------------------------------------------------------------------
def test_games() -> None:
    answer = ask("games")["games"]
    assert [entry["game"] for entry in answer] == [game.key for game in GAMES]
    assert answer[0] == {
        "game": "othello",
        "options": {
            "start": ["official", "open", "parallel"],
            "corners": ["0", "1", "2", "3", "4"],
            "goal": ["most", "fewest"],
        },
    }


def test_show_the_opening() -> None:
    assert ask("show", "othello") == {
        "game": "othello",
        "options": {"start": "official", "corners": "0", "goal": "most"},
        "board": [
            "........",
            "........",
            "........",
            "...OX...",
            "...XO...",
            "........",
            "........",
            "........",
        ],
        "turn": "black",
        "moves": ["d3", "c4", "f5", "e6"],
        "score": [2, 2],
        "result": None,
        "position": "---------------------------OX------XO--------------------------- X",
    }


def test_the_seed_fixes_the_lots() -> None:
    """CT-12: the same seed chooses the same colour. An option can set it instead."""
    turns = [ask("show", "contactic", "--seed", seed)["turn"] for seed in ("0", "2", "2")]
    assert turns == ["orange", "green", "green"]
    given = ["--seed", "2", "--option", "first=orange"]
    assert ask("show", "contactic", *given)["turn"] == "orange"


def test_show_after_moves_with_options() -> None:
    """OT-7, OT-11: the answer has the names of colours and options."""
    words = ["--option", "start=open", "--option", "goal=fewest", "--moves", "1. d4e4 2. E5"]
    answer = ask("show", "othello", *words)
    assert answer["options"] == {"start": "open", "corners": "0", "goal": "fewest"}
    assert answer["turn"] == "black"
    assert answer["moves"] == ["d5"]
    assert answer["score"] == [2, 1]


def test_show_a_finished_match() -> None:
    answer = ask("show", "othello", "--moves", SHORTEST)
    assert answer["turn"] is None
    assert answer["moves"] == []
    assert answer["score"] == [13, 0]
    assert answer["result"] == {"winner": "black", "reason": "more"}


def test_show_what_a_tie_break_found() -> None:
    options = ["--option", "setup=chess", "--option", "tie=lines"]
    answer = ask("show", "flipflop", *options, "--moves", "b1 d1 b1 d1 b1 d1 b1 d1 b1")
    assert answer["result"]["reason"] == "repetition"
    assert answer["result"]["tie_break"] in ("lines", "equal")


def test_show_a_forced_pass() -> None:
    """ALL-1: if a player must pass, the pass is the only move in the answer."""
    passing = around_a_pass()[0]
    answer = ask("show", "othello", "--moves", passing)
    assert answer["moves"] == ["pass"]
    assert answer["result"] is None
    assert ask("show", "othello", "--moves", passing + " pass")["turn"] != answer["turn"]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_show_every_game(game: AnyGame) -> None:
    """All games have the same first fields. The same seed gives the same answer."""
    answer = ask("show", game.key, "--seed", "5")
    common = ["game", "options", "board", "turn", "moves", "score", "result"]
    assert list(answer)[: len(common)] == common
    assert answer["game"] == game.key
    assert all(isinstance(row, str) for row in answer["board"])
    assert answer["moves"]
    assert ask("show", game.key, "--seed", "5") == answer


def test_a_study_is_read_and_written_whole(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "study.txt"
    text = (
        "Flipside 1\ngame othello\noptions start=official corners=0 goal=most\nseed 0\n"
        "seats person level3\nmoves d3 c3 c4\nline 2 b3\nline 1 e3 f4\n"
    )
    file.write_text(text)
    assert ask("read", str(file))["lines"] == [[2, "b3"], [1, "e3 f4"]]
    capsys.readouterr()
    assert main(("write", "flipside", str(file))) == 0
    assert capsys.readouterr().out == f"{text}\n"
    assert main(("write", "sgf", str(file))) == 0
    written = capsys.readouterr().out
    assert written.endswith("PL[B];B[dc](;W[cc](;B[cd])(;B[bc]))(;W[ec];B[fd]))\n")
    file.write_text(written)
    assert ask("read", str(file))["moves"] == "d3 c3 c4"
    file.write_text(text.replace("line 1 e3", "line 1 a1"))
    assert main(("read", str(file))) == 2
    assert "'a1', is not legal" in capsys.readouterr().out


def test_perft() -> None:
    answer = ask("perft", "othello", "5")
    assert isinstance(answer.pop("seconds"), float)
    assert answer == {"game": "othello", "depth": 5, "nodes": 1396}


def test_perft_from_a_position() -> None:
    assert ask("perft", "othello", "1", "--moves", "d3")["nodes"] == 3
    assert ask("perft", "othello", "0", "--moves", SHORTEST)["nodes"] == 1
    assert ask("perft", "othello", "1", "--moves", SHORTEST)["nodes"] == 0
    assert ask("perft", "othello", "4", "--option", "start=open")["nodes"] == 24


# -- best and match ------------------------------------------------------------------------------
@pytest.mark.parametrize("how", [["--depth", "3"], ["--level", "level1"], ["--seconds", "0.3"]])
def test_best(how: list[str]) -> None:
    answer = ask("best", "othello", *how, "--moves", "d3 c3")
    assert list(answer) == ["move", "value", "depth", "positions", "seconds", "line"]
    assert answer["move"] in ["b3", "c4", "f5", "e6"]
    assert answer["line"][0] == answer["move"]
    assert isinstance(answer["value"], int)
    assert 0 < answer["depth"] <= 99
    assert answer["positions"] > 0


def test_best_plays_the_highest_level_unless_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """The highest level gets less time here."""
    highest = replace(LEVELS[-1], seconds=0.2)
    monkeypatch.setattr("flipside.rules.cli.commands.LEVELS", (*LEVELS[:-1], highest))
    parallel = "--option", "start=parallel"  # of which there is no book
    assert 0.2 <= ask("best", "othello", *parallel)["seconds"] < 3
    assert highest.limit.uses_tablebase


def test_best_move_wins() -> None:
    """The win is by 64 squares, so the score is 6400."""
    answer = ask("best", "othello", "--depth", "2", "--moves", SHORTEST.removesuffix("c5"))
    assert (answer["move"], answer["value"]) == ("c5", 6_400)


def test_best_is_the_same_for_the_same_seed() -> None:
    """The hash seed of Python does not matter."""
    words = ["best", "switch", "--level", "level4", "--seed", "3"]
    answers = [json.loads(run(*words, PYTHONHASHSEED=seed).stdout) for seed in ("0", "1")]
    for answer in answers:
        answer.pop("seconds")
    assert answers[0] == answers[1]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_best_in_every_game(game: AnyGame) -> None:
    """Moves after an assumed tile may be illegal, so the line may be short."""
    answer = ask("best", game.key, "--depth", "1", "--seed", "2")
    assert answer["move"] in ask("show", game.key, "--seed", "2")["moves"]
    assert answer["line"][0] == answer["move"]


def test_match() -> None:
    words = ["--first", "depth4", "--second", "random", "--matches", "2", "--seed", "1"]
    done = run("match", "othello", *words)
    assert (done.returncode, done.stdout.count("\n")) == (0, 1)
    assert json.loads(done.stdout) == {
        "game": "othello",
        "first": "depth4",
        "second": "random",
        "matches": 2,
        "wins": 2,
        "draws": 0,
        "losses": 0,
        "score": 1.0,
        "score_interval": [0.3424, 1.0],
        "decided": 1.0,
        "decided_interval": [0.3424, 1.0],
    }


def test_match_knows_the_names_of_old_records() -> None:
    answer = ask("match", "othello", "--first", "level1", "--second", "random", "--jobs", "1")
    assert (answer["first"], answer["matches"]) == ("level1", 2)


def test_match_on_all_cores_and_resumed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The counts do not depend on seats, interruptions or the number of processes."""
    monkeypatch.setattr("flipside.rules.cli.commands._REPORT_SECONDS", math.inf)
    words = ["--first", "greedy", "--second", "depth1", "--matches", "6", "--option", "start=open"]
    alone = ask("match", "othello", *words, "--jobs", "1")
    assert ask("match", "othello", *words, "--jobs", "2") == alone
    record = tmp_path / "new" / "matches.jsonl"
    words += ["--jobs", "1"]
    half = ["3" if word == "6" else word for word in words]
    assert ask("match", "othello", *half, "--record", str(record))["matches"] == 3
    assert ask("match", "othello", *words, "--record", str(record)) == alone
    assert record.read_text("utf-8").count("\n") == 7
    words[-1] = "2"
    assert ask("match", "othello", *words, "--record", str(record)) == alone
    assert record.read_text("utf-8").count("\n") == 7


def test_match_tells_of_a_torn_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("flipside.rules.cli.commands._REPORT_SECONDS", math.inf)
    record = tmp_path / "matches.jsonl"
    words = ["match", "othello", "--first", "random", "--second", "random", "--jobs", "1"]
    assert main([*words, "--record", str(record)]) == 0
    whole = capsys.readouterr()
    assert whole.err == ""
    record.write_text(record.read_text("utf-8")[:-9], "utf-8")
    assert main([*words, "--record", str(record)]) == 0
    torn = capsys.readouterr()
    assert torn.out == whole.out
    assert torn.err == f"rules: the last line of {record} was incomplete and is dropped\n"


def test_match_refuses_the_record_of_another_question(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = str(tmp_path / "matches.jsonl")
    words = ["match", "othello", "--first", "random", "--second", "random", "--jobs", "1"]
    words += ["--record", record]
    assert main(words) == 0
    before = (tmp_path / "matches.jsonl").read_bytes()
    capsys.readouterr()
    assert main([*words, "--plies", "2", "--seed", "1"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err == (
        f"rules: {record} holds matches on other terms, for seed and plies: they are not the same\n"
    )
    assert (tmp_path / "matches.jsonl").read_bytes() == before


def test_match_tells_how_far_it_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("flipside.rules.cli.commands._REPORT_SECONDS", 0)
    assert main(["match", "othello", "--first", "random", "--second", "random", "--jobs", "1"]) == 0
    said = capsys.readouterr().err.splitlines()
    assert [line.partition(":")[2][:15] for line in said] == [" 1 of 2 matches", " 2 of 2 matches"]
    numbers = [int(word) for word in said[0].split() if word.isdigit()]
    assert (numbers[:2], sum(numbers[2:])) == ([1, 2], 1)


def test_match_of_levels_with_seconds() -> None:
    """With a thousandth of its time, a level has only one or two search steps for a move."""
    words = ["--first", "level8", "--second", "level7", "--scale", "0.001", "--matches", "2"]
    assert ask("match", "othello", *words, "--jobs", "1")["matches"] == 2


# -- errors --------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("", "COMMAND"),
        ("bogus", "bogus"),
        ("show", "GAME"),
        ("show chess", "there is no game 'chess'"),
        ("show othello extra", "extra"),
        ("show othello --bogus", "--bogus"),
        ("show othello --mov d3", "--mov"),
        ("show othello --option start", "key=value"),
        ("show othello --option =open", "key=value"),
        ("show othello --option size=10", "no option 'size'"),
        ("show othello --option start=closed", "official, open, parallel"),
        ("show othello --option start=open --option corners=2", "does not go with start=open"),
        ("show othello --option start=open --option start=parallel", "given twice"),
        ("show othello --seed x", "whole number"),
        ("show othello --seed -1", "whole number"),
        ("show othello --seed 1000000000000000000", "whole number"),
        ("show othello --seed ²", "whole number"),
        ("show othello --moves a1", "move 1, 'a1', is not legal here"),
        ("show othello --moves d3d3", "move 2, 'd3', is not legal here"),
        ("show othello --moves pass", "move 1, 'pass', is not legal here"),
        (f"show othello --moves {SHORTEST}a1", "the match is over before move 10, 'a1'"),
        (f"best othello --moves {SHORTEST}a1", "the match is over before move 10, 'a1'"),
        (f"best othello --moves {SHORTEST}", "over"),
        ("perft othello", "DEPTH"),
        ("perft othello x", "whole number"),
        ("perft othello -2", "whole number"),
        ("perft othello 100", "whole number"),
        ("perft othello 1.5", "whole number"),
        ("best othello --depth 0", "whole number"),
        ("best othello --seconds 0", "seconds"),
        ("best othello --seconds -1", "seconds"),
        ("best othello --seconds nan", "seconds"),
        ("best othello --seconds inf", "seconds"),
        ("best othello --seconds soon", "seconds"),
        ("best othello --level divine", "level7, level8, depth1 to depth20"),
        ("best othello --level random", "there is no level 'random'"),
        ("best othello --level depth21", "there is no level 'depth21'"),
        ("best othello --depth 2 --seconds 1", "not allowed with"),
        ("match othello --first level1", "--second"),
        ("match othello --first level1 --second bogus", "there is no level 'bogus'"),
        ("match othello --first level1 --second bogus", "random and greedy"),
        ("match othello --first level1 --second level1 --matches 0", "whole number"),
        ("match othello --first level1 --second level1 --plies 21", "whole number"),
        ("match othello --first level1 --second level1 --jobs 0", "whole number"),
        ("match othello --first level1 --second level1 --scale 0", "number above 0"),
        ("match othello --first level1 --second level1 --record README.md", "holds no matches"),
        ("match othello --first level1 --second level1 --record rules", "rules is no file"),
        ("gtp", "GAME"),
        ("gtp othello --level divine", "there is no level 'divine'"),
        ("gtp othello --depth 2 --level level1", "not allowed with"),
        ("gtp othello --option size=1", "no option 'size'"),
        ("match othello --first level1 --second level1 --option size=1", "no option 'size'"),
    ],
)
def test_errors_are_a_sentence(line: str, part: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The error is one line on stderr, with exit code 2 and nothing on stdout."""
    assert main(line.split()) == 2
    written = capsys.readouterr()
    assert written.out == ""
    assert written.err.startswith("rules: ")
    assert written.err.count("\n") == 1
    assert part in written.err


@pytest.mark.parametrize("line", ["", "show chess", "perft othello x", "show othello --moves a1"])
def test_errors_of_a_process(line: str) -> None:
    """A process prints only the error sentence, without a traceback."""
    done = run(*line.split())
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("rules: ")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "words",
    [
        ["show", "othello", "two\nlines"],
        ["show", "othello", "--option", "a\nb=1", "--option", "a\nb=2"],
    ],
)
def test_errors_stay_on_one_line(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    assert capsys.readouterr().err.count("\n") == 1


WITHOUT_NUMPY = """
import sys
sys.modules["numpy"] = None
from flipside.rules.__main__ import main
sys.exit(main())
"""


@pytest.mark.parametrize(
    "line", ["best othello", "match othello --first level6 --second level6 --jobs 1"]
)
def test_numpy_that_is_missing_is_said_where_it_is_needed(line: str) -> None:
    def asked(words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-c", WITHOUT_NUMPY, *words.split()]
        return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE)

    assert asked("perft othello 3").returncode == 0
    done = asked(line)
    assert (done.returncode, done.stdout) == (2, "")
    sentence = "rules: this needs numpy, which is not installed: python -m pip install numpy\n"
    assert done.stderr == sentence


def test_an_older_python_is_told() -> None:
    code = (
        "import sys; sys.version_info = (3, 10); "
        "from flipside.rules.__main__ import main; sys.exit(main())"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "rules: needs Python 3.11 or later.\n"


IMPORTING = """
import builtins, sys, time
real = builtins.__import__
def spy(name, *rest):
    if name == "flipside.rules.cli.arguments" or "arguments" in (rest[2] or ()):
        builtins.__import__ = real
        print("ready", flush=True)
        time.sleep(3600)
    return real(name, *rest)
builtins.__import__ = spy
from flipside.rules.__main__ import main
sys.exit(main())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="sends a signal the way of POSIX")
def test_ctrl_c_while_modules_are_imported_is_quiet() -> None:
    command = [sys.executable, "-c", IMPORTING, "games"]
    # A shell starts background processes with Ctrl+C ignored, and the child would inherit that.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    started = subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    signal.signal(signal.SIGINT, before)
    assert started.stdout is not None
    assert started.stdout.readline() == "ready\n"
    started.send_signal(signal.SIGINT)
    assert started.communicate(timeout=PATIENCE) == ("", "")
    assert started.returncode == 130


def test_reader_that_goes_away() -> None:
    """A broken pipe is an error like any other."""
    command = [sys.executable, "-m", "flipside.rules", "games"]
    started = subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert started.stdout is not None
    assert started.stderr is not None
    started.stdout.close()
    assert started.stderr.read() == "rules: nobody reads the answer\n"
    assert started.wait(timeout=PATIENCE) == 2
    started.stderr.close()


@pytest.mark.skipif(sys.platform == "win32", reason="closes descriptors the way of POSIX shells")
def test_no_standard_output_at_all() -> None:
    command = f"exec '{sys.executable}' -m rules games >&-"
    done = subprocess.run(command, shell=True, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr == "rules: the answer cannot be written: there is no standard output\n"


@pytest.mark.skipif(sys.platform == "win32", reason="closes descriptors the way of POSIX shells")
def test_no_standard_error_at_all() -> None:
    """Without stderr, the sentence must not go to stdout, where it would look like an answer."""
    command = f"exec '{sys.executable}' -m rules show chess 2>&-"
    done = subprocess.run(command, shell=True, cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")


def test_help() -> None:
    done = run("--help")
    assert done.returncode == 0
    assert all(word in done.stdout for word in ("games", "show", "perft", "best", "match", "gtp"))


# -- positions -------------------------------------------------------------------------------------
EXAMPLE = "----------XO------XXX-----XXX-----XOX----X--XO------X-------X---"


def test_commands_begin_in_a_position() -> None:
    """OT-12: the example of the original manual."""
    start = "--position", f"{EXAMPLE} O"
    shown = ask("show", "othello", *start)
    assert (shown["turn"], shown["position"]) == ("white", start[1])
    assert " ".join(shown["moves"]) == "b2 b3 f3 b4 f4 b5 f5 d6 f7 d8"
    assert ask("perft", "othello", "1", *start)["nodes"] == 10
    assert ask("best", "othello", *start, "--depth", "2")["move"] in shown["moves"]
    after = ask("show", "othello", f"--position={EXAMPLE} O", "--moves", "b2")
    assert after["turn"] == "black"
    played = ask(
        "match", "othello", *start, "--first", "random", "--second", "random", "--jobs", "1"
    )
    assert played["matches"] == 2


def test_a_position_that_is_none_is_refused() -> None:
    for words, said in (
        ((EXAMPLE,), "who moves"),
        ((EXAMPLE[:60],), "64 signs"),
        ((f"{EXAMPLE} O", "--option", "corners=1"), "does not go with a position set up"),
    ):
        done = run("show", "othello", "--position", *words)
        assert (done.returncode, done.stdout) == (2, "")
        assert said in done.stderr


PAGE = Path(flipside.rules.__file__).with_name("LIBRARY.md")


def test_every_example_answers_as_written() -> None:
    failed, tried = doctest.testfile(str(PAGE), module_relative=False)
    assert tried >= 20
    assert not failed


# By game: options, and the perft numbers for 1, 2, 3 ... plies.
Row = tuple[dict[str, str], tuple[int, ...]]

NUMBERS: dict[str, tuple[Row, ...]] = {
    "othello": (
        ({}, (4, 12, 56, 244, 1396, 8200, 55092, 390216)),
        ({"start": "open"}, (4, 12, 24, 24, 96, 320, 1536)),
    ),
    "flipflop": (({"setup": "chess"}, (32, 960, 30144)),),
    "switch": (
        ({"setup": "chess", "first": "dark"}, (36, 1248, 46160)),
        ({"setup": "chess", "first": "light"}, (36, 1264)),
        ({"setup": "windmill", "first": "dark"}, (36, 1256)),
    ),
    "flipop": (
        ({"chain": "side"}, (3, 9, 33, 122, 704, 4065)),
        ({"chain": "hinge"}, (3, 9, 33, 121, 593, 2895)),
        ({"chain": "free"}, (3, 9, 33, 123, 859)),
    ),
    "contactic": (),
}
"""The perft numbers by game. Contactic has none, because its moves depend on the seed."""

CASES = [
    pytest.param(game, given, numbers, id=f"{game.key} {given or ''}")
    for game in GAMES
    for given, numbers in NUMBERS[game.key]
]


@pytest.mark.parametrize(("game", "given", "numbers"), CASES)
def test_numbers_of_sequences(
    game: AnyGame, given: dict[str, str], numbers: tuple[int, ...]
) -> None:
    start = game.opening(game.choices(given), Random(0))
    assert tuple(perft(start, depth) for depth in range(1, len(numbers) + 1)) == numbers
