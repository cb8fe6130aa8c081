"""The command line as other programs meet it: a process, one JSON object on one line, a code."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from rules.__main__ import main
from rules.catalogue import GAMES
from tests.rules.playing import around_a_pass

ROOT = Path(__file__).parent.parent.parent
SHORTEST = "e6 f4 e3 f6 g5 d6 e7 f5 c5"


def run(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "rules", *words],
        cwd=ROOT,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        timeout=60,
    )


def ask(*words: str) -> dict[str, object]:
    """The answer to a question that has one."""
    done = run(*words)
    assert done.stderr == ""
    assert done.returncode == 0
    assert done.stdout.endswith("\n")
    assert done.stdout.count("\n") == 1
    answer = json.loads(done.stdout)
    assert isinstance(answer, dict)
    return answer


@pytest.fixture
def answer_to(capsys):
    """As `ask`, without a process of its own."""

    def answered(*words: str) -> dict[str, object]:
        assert main(words) == 0
        return json.loads(capsys.readouterr().out)

    return answered


# -- games, show, perft --------------------------------------------------------------------------


def test_games():
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


def test_show_the_opening():
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
    }


def test_show_after_moves_with_options():
    """OT-7, OT-11: colours and options are answered by name."""
    words = ["--option", "start=open", "--option", "goal=fewest", "--moves", "1. d4e4 2. E5"]
    answer = ask("show", "othello", *words)
    assert answer["options"] == {"start": "open", "corners": "0", "goal": "fewest"}
    assert answer["turn"] == "black"
    assert answer["moves"] == ["d5"]
    assert answer["score"] == [2, 1]


def test_show_a_finished_match():
    answer = ask("show", "othello", "--moves", SHORTEST)
    assert answer["turn"] is None
    assert answer["moves"] == []
    assert answer["score"] == [13, 0]
    assert answer["result"] == {"winner": "black", "reason": "more"}


def test_show_a_forced_pass():
    """ALL-1: at the end of a transcript the pass is the one move there is."""
    passing = around_a_pass()[0]
    answer = ask("show", "othello", "--moves", passing)
    assert answer["moves"] == ["pass"]
    assert answer["result"] is None
    assert ask("show", "othello", "--moves", passing + " pass")["turn"] != answer["turn"]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_show_every_game(game, answer_to):
    """The fields that all games have, and the same answer for the same seed."""
    answer = answer_to("show", game.key, "--seed", "5")
    common = ["game", "options", "board", "turn", "moves", "score", "result"]
    assert list(answer)[: len(common)] == common
    assert answer["game"] == game.key
    assert all(isinstance(row, str) for row in answer["board"])
    assert answer["moves"]
    assert answer_to("show", game.key, "--seed", "5") == answer


def test_perft():
    answer = ask("perft", "othello", "5")
    assert isinstance(answer.pop("seconds"), float)
    assert answer == {"game": "othello", "depth": 5, "nodes": 1396}


def test_perft_from_a_position(answer_to):
    assert answer_to("perft", "othello", "1", "--moves", "d3")["nodes"] == 3
    assert answer_to("perft", "othello", "0", "--moves", SHORTEST)["nodes"] == 1
    assert answer_to("perft", "othello", "1", "--moves", SHORTEST)["nodes"] == 0
    assert answer_to("perft", "othello", "4", "--option", "start=open")["nodes"] == 24


# -- best and match ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "how", [["--depth", "3"], ["--level", "level1"], ["--seconds", "0.05"], []]
)
def test_best(how):
    answer = ask("best", "othello", *how, "--moves", "d3 c3")
    assert list(answer) == ["move", "value", "depth", "positions", "seconds", "line"]
    assert answer["move"] in ["b3", "c4", "f5", "e6"]
    assert answer["line"][0] == answer["move"]
    assert isinstance(answer["value"], int)
    assert 0 < answer["depth"] <= 99
    assert answer["positions"] > 0


def test_best_move_wins():
    answer = ask("best", "othello", "--depth", "2", "--moves", SHORTEST.removesuffix(" c5"))
    assert (answer["move"], answer["value"], answer["depth"]) == ("c5", 999_999, 1)


def test_best_is_the_same_for_the_same_seed():
    """In every process, however Python mixes its hashes."""
    words = ["best", "switch", "--level", "level3", "--seed", "3"]
    answers = [json.loads(run(*words, PYTHONHASHSEED=seed).stdout) for seed in ("0", "1")]
    for answer in answers:
        answer.pop("seconds")
    assert answers[0] == answers[1]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_best_in_every_game(game, answer_to):
    """What is expected after an imagined tile need not be legal, so lines may be short."""
    answer = answer_to("best", game.key, "--depth", "1", "--seed", "2")
    assert answer["move"] in answer_to("show", game.key, "--seed", "2")["moves"]
    assert answer["line"][0] == answer["move"]


def test_match():
    words = ["--first", "level3", "--second", "level1", "--matches", "2", "--seed", "1"]
    answer = ask("match", "othello", *words)
    assert answer == {
        "game": "othello",
        "first": "level3",
        "second": "level1",
        "matches": 2,
        "wins": 2,
        "draws": 0,
        "losses": 0,
    }
    swapped = ["--first", "level1", "--second", "level3", "--matches", "2", "--seed", "1"]
    assert ask("match", "othello", *swapped)["losses"] == 2


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
        ("best othello --level divine", "level1, level2"),
        ("best othello --depth 2 --seconds 1", "not allowed with"),
        ("match othello --first level1", "--second"),
        ("match othello --first level1 --second bogus", "there is no level 'bogus'"),
        ("match othello --first level1 --second level1 --matches 0", "whole number"),
        ("match othello --first level1 --second level1 --option size=1", "no option 'size'"),
    ],
)
def test_errors_are_a_sentence(line, part, capsys):
    """On stderr, one line, exit code 2, and nothing on stdout."""
    assert main(line.split()) == 2
    written = capsys.readouterr()
    assert written.out == ""
    assert written.err.startswith("rules: ")
    assert written.err.count("\n") == 1
    assert part in written.err


@pytest.mark.parametrize("line", ["", "show chess", "perft othello x", "show othello --moves a1"])
def test_errors_of_a_process(line):
    """As above, with nothing of Python's own said."""
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
def test_errors_stay_on_one_line(words, capsys):
    assert main(words) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize("command", ["show", "best"])
def test_moves_after_the_end(command):
    done = run(command, "othello", "--moves", SHORTEST + " a1")
    assert done.returncode == 2
    assert done.stderr == "rules: the match is over before move 10, 'a1'\n"


def test_no_best_move_after_the_end():
    done = run("best", "othello", "--moves", SHORTEST)
    assert (done.returncode, done.stdout) == (2, "")
    assert "over" in done.stderr


def test_reader_that_goes_away():
    """A broken pipe is an error like any other."""
    command = [sys.executable, "-m", "rules", "games"]
    started = subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert started.stdout is not None
    assert started.stderr is not None
    started.stdout.close()
    assert started.stderr.read() == "rules: nobody reads the answer\n"
    assert started.wait(timeout=60) == 2
    started.stderr.close()


@pytest.mark.skipif(sys.platform == "win32", reason="closes descriptors the way of POSIX shells")
def test_no_standard_output_at_all():
    command = f"exec '{sys.executable}' -m rules games >&-"
    done = subprocess.run(command, shell=True, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr == "rules: the answer cannot be written: there is no standard output\n"


@pytest.mark.skipif(sys.platform == "win32", reason="closes descriptors the way of POSIX shells")
def test_no_standard_error_at_all():
    """The sentence is lost then; on stdout it would pass for an answer."""
    command = f"exec '{sys.executable}' -m rules show chess 2>&-"
    done = subprocess.run(command, shell=True, cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")


def test_help():
    done = run("--help")
    assert done.returncode == 0
    assert all(word in done.stdout for word in ("games", "show", "perft", "best", "match"))
