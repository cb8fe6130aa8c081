"""Tests of the Go Text Protocol: commands to one engine, and matches between two engines."""

import io
import subprocess
import sys
import tracemalloc
from itertools import count
from pathlib import Path
from random import Random

import pytest

from flipside.rules import VERSION
from flipside.rules.catalogue import BY_KEY, GAMES
from flipside.rules.cli.gtp import MAX_LINE_BYTES, ControllerTime, Engine, gtp_lines
from flipside.rules.contract.game import AnyGame
from flipside.rules.contract.search_api import Limit
from flipside.rules.engine.search import LEVELS, Level
from flipside.rules.match.match import Match
from tests.needed import PATIENCE
from tests.rules.games.random_matches import around_a_pass, played

ROOT = Path(__file__).parents[3]
SHORTEST = "e6 f4 e3 f6 g5 d6 e7 f5 c5"


def engine(key: str = "othello", **choices: str) -> Engine:
    return Engine(Match(BY_KEY[key], choices), LEVELS[0], lambda: 0.0)


def told(talker: Engine, *lines: str) -> list[str]:
    """Return the answers without their final empty lines."""
    answers = [talker.answer(line) for line in lines]
    assert all(answer.endswith("\n\n") and answer.count("\n\n") == 1 for answer in answers)
    return [answer[:-2] for answer in answers]


def play_all(talker: Engine, moves: str) -> None:
    for move in moves.split():
        colour = talker.match.position.colours[talker.match.position.turn]
        assert told(talker, f"play {colour} {move}") == ["="]


# -- a dialogue ----------------------------------------------------------------------------------

DIALOGUE = [
    ("protocol_version", "= 2"),
    ("1 name", "=1 Flipside othello"),
    ("0007 version", f"=0007 {VERSION}"),
    ("known_command genmove", "= true"),
    ("known_command Genmove", "= false"),
    ("known_command", "? syntax error"),
    ("bogus", "? unknown command"),
    ("3 bogus d3", "?3 unknown command"),
    ("12", "?12 unknown command"),
    ("PLAY b d3", "? unknown command"),
    ("boardsize 9", "? unacceptable size"),
    ("boardsize -8", "? syntax error"),
    ("boardsize eight", "? syntax error"),
    ("boardsize 2147483648", "? syntax error"),
    ("boardsize 2147483647", "? unacceptable size"),
    ("boardsize 0000000008", "="),
    ("boardsize 00000000008", "? syntax error"),
    ("boardsize", "? syntax error"),
    ("boardsize 8", "="),
    ("komi 6.5", "="),
    ("komi 7,50", "="),
    ("komi 1e2", "="),
    ("komi much", "? syntax error"),
    ("komi nan", "? syntax error"),
    ("komi 1.5,5", "? syntax error"),
    ("1 list_games", "=1 Othello"),
    ("2 set_game Othello", "=2"),
    ("set_game othello", "="),
    ("3 set_game Go", "?3 unsupported game"),
    ("set_game", "? syntax error"),
    ("loadsgf", "? syntax error"),
    ("loadsgf no.sgf", "? cannot load file: no.sgf cannot be read: No such file or directory"),
    ("set_position b", "? syntax error"),
    ("clear_board", "="),
    ("undo", "? cannot undo"),
    ("final_score", "? cannot score"),
    ("play black", "? syntax error"),
    ("play black d3 e3", "? syntax error"),
    ("play red d3", "? syntax error"),
    ("play black z9", "? syntax error"),
    ("play black d9", "? syntax error"),
    ("play black xyz", "? syntax error"),
    ("play black d3.", "? illegal move"),
    ("play black d3d", "? illegal move"),
    ("play black d3c3", "? illegal move"),
    ("play black a1", "? illegal move"),
    ("play black pass", "? illegal move"),
    ("play white c3", "? illegal move: it is the turn of black"),
    ("genmove w", "? illegal move: it is the turn of black"),
    ("genmove", "? syntax error"),
    ("9 play B D3", "=9"),
    ("play White\tc3 # a comment", "="),
    ("\x07pl\x00ay first c4\r", "="),
    ("play second e3", "="),
    ("undo", "="),
    ("play w e3", "="),
    ("time_settings 60 10", "? syntax error"),
    ("time_settings 60 10 -1", "? syntax error"),
    ("time_settings 60 10 1", "="),
    ("time_left b 10", "? syntax error"),
    ("time_left red 10 0", "? syntax error"),
    ("time_left b 10 0.5", "? syntax error"),
    ("time_left b 10 0", "="),
    ("quit now", "? syntax error"),
]


def test_dialogue() -> None:
    talker = engine()
    for line, answer in DIALOGUE:
        assert told(talker, line) == [answer], line
    assert " ".join(talker.match.names()) == "d3 c3 c4 e3"
    assert not talker.has_quit
    assert told(talker, "quit") == ["="]
    assert talker.has_quit


@pytest.mark.parametrize("line", ["", "\n", " \t \n", "# play b d3\n", "\x07\r\n"])
def test_empty_lines_are_not_answered(line: str) -> None:
    assert engine().answer(line) == ""


def test_commands_are_listed_and_known() -> None:
    talker = engine()
    listed = told(talker, "list_commands")[0].removeprefix("= ").split("\n")
    assert {"genmove", "final_score", "komi", "time_left"} <= set(listed)
    assert {told(talker, f"known_command {name}")[0] for name in listed} == {"= true"}


def test_showboard() -> None:
    [shown] = told(engine("flipop"), "showboard")
    assert shown.split("\n") == [
        "= ",
        "   a b c d e",
        " 1 W W W W W",
        " 2 . . . . .",
        " 3 . . . . .",
        " 4 . . . . .",
        " 5 B B B B B",
        "turn white",
        "doors EEES NESS NNWS NWWW",
        "banned",
        "off white=0 black=0",
    ]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_showboard_in_every_game(game: AnyGame) -> None:
    """The board has all fields of the game, and no empty line that would end the answer."""
    [shown] = told(engine(game.key), "showboard")
    assert "turn " in shown


def test_boards_that_are_not_square() -> None:
    """On a rectangular board, `boardsize` is the longer side."""
    talker = engine("contactic", board="15x7")
    assert told(talker, "boardsize 15", "boardsize 7") == ["=", "? unacceptable size"]


def test_boardsize_and_clear_board_begin_anew() -> None:
    talker = engine("contactic")
    [before] = told(talker, "showboard")
    for command in ("boardsize 11", "clear_board"):
        assert told(talker, "genmove orange")[0].startswith("= ")
        assert told(talker, "showboard") != [before]
        assert told(talker, command, "showboard", "undo") == ["=", before, "? cannot undo"]


# -- players -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "choices", "names"),
    [
        ("othello", {}, ["b", "BLACK", "first"]),
        ("othello", {"start": "open"}, ["w", "white", "first"]),
        ("flipop", {}, ["w", "white", "first"]),
        ("flipflop", {}, ["dark", "first", "b", "Black"]),
        ("switch", {"first": "light"}, ["light", "first", "b"]),
        ("contactic", {"first": "green"}, ["green", "first", "b"]),
        ("switch", {"setup": "placed"}, ["first", "b"]),
    ],
)
def test_names_of_the_player_who_begins(
    key: str, choices: dict[str, str], names: list[str]
) -> None:
    for name in names:
        talker = engine(key, **choices)
        assert told(talker, f"genmove {name}")[0].startswith("= ")
        assert told(talker, f"genmove {name}")[0].startswith("? illegal move: it is the turn of")


def test_colours_that_nobody_has() -> None:
    assert told(engine(), "genmove dark", "genmove d") == ["? syntax error"] * 2
    assert told(engine("switch", setup="placed"), "genmove dark") == ["? syntax error"]


# -- passes, undo, the end -----------------------------------------------------------------------


def test_forced_passes_may_be_left_out() -> None:
    """`play` and `genmove` make omitted passes. `undo` takes back the move with such a pass."""
    before, after = around_a_pass()
    for command in (f"play {{}} {after.split()[0]}", "genmove {}"):
        talker = engine()
        play_all(talker, before)
        plies, colours = talker.match.ply, talker.match.position.colours
        mover = colours[1 - talker.match.position.turn]
        assert told(talker, f"play {mover} a1x", f"play {mover} pass") == ["? illegal move"] * 2
        assert talker.match.ply == plies
        assert told(talker, command.format(mover))[0].startswith("=")
        assert talker.match.ply == plies + 2
        assert talker.match.names()[plies] == "pass"
        assert told(talker, "undo") == ["="]
        assert talker.match.ply == plies


def test_forced_passes_may_be_told() -> None:
    talker = engine()
    play_all(talker, around_a_pass()[0])
    player = talker.match.position.turn
    colour, other = (talker.match.position.colours[p] for p in (player, 1 - player))
    assert told(talker, f"play {colour} a1", f"genmove {colour}") == ["? illegal move", "= pass"]
    assert told(talker, "undo", f"play {colour} Pass") == ["=", "="]
    assert talker.match.position.turn == 1 - player
    assert told(talker, f"play {colour} pass") == [f"? illegal move: it is the turn of {other}"]


def test_after_the_end_both_pass() -> None:
    talker = engine()
    play_all(talker, SHORTEST)
    assert told(talker, "genmove w", "play b pass", "genmove b") == ["= pass", "=", "= pass"]
    assert told(talker, "play w a1") == ["? illegal move: the match is over"]
    assert told(talker, "undo", "undo", "undo", "final_score") == ["=", "=", "=", "= B+64"]
    assert told(talker, "undo", "final_score") == ["=", "? cannot score"]
    assert talker.match.ply == len(SHORTEST.split()) - 1


# -- the score -----------------------------------------------------------------------------------


def ended(key: str, seed: int, **choices: str) -> tuple[Match, str]:
    """Return a random finished match and its final score."""
    talker = engine(key, **choices)
    talker.match = played(talker.match, Random(seed))
    return talker.match, told(talker, "final_score")[0].removeprefix("= ")


@pytest.mark.parametrize("seed", range(30))
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_final_score(game: AnyGame, seed: int) -> None:
    """The score names the winner's colour and the announced margin."""
    match, score = ended(game.key, seed)
    result, points = match.result(), match.position.points()
    if result.winner is None:
        assert score == "0"
        return
    winner, margin = score.split("+")
    colour = match.position.colours[result.winner]
    assert winner == {"black": "B", "white": "W"}.get(colour, colour)
    if points is None:
        assert margin == "1"
    else:
        points = game.announced_score(match.position) if game.announced_score else points
        assert int(margin) == (points[result.winner] - points[1 - result.winner] or 1)


def test_final_score_where_fewer_win() -> None:
    for seed in range(5):
        match, score = ended("othello", seed, goal="fewest")
        black, white = match.position.points()
        assert score == ("0" if black == white else f"{'BW'[black > white]}+{abs(black - white)}")


# -- time ----------------------------------------------------------------------------------------


def thinking(seconds: float | None, *settings: str) -> float:
    """Return the seconds of a search in the opening. Each reading of the clock takes 0.01 s."""
    ticks = count()
    level = Level("timed", Limit() if seconds else Limit(depth=30), seconds)
    talker = Engine(Match(BY_KEY["othello"]), level, lambda: next(ticks) / 100)
    assert set(told(talker, *settings)) <= {"="}
    start = next(ticks)
    told(talker, "genmove b")
    return (next(ticks) - start) / 100


@pytest.mark.parametrize(
    ("seconds", "settings", "expected"),
    [
        (2.0, [], 2.0),
        (2.0, ["time_settings 0 0 0"], 2.0),
        (2.0, ["time_settings 0 10 0"], 2.0),
        (2.0, ["time_settings 10 0 0"], 0.45),
        (2.0, ["time_settings 600 0 0"], 2.0),
        (2.0, ["time_settings 0 10 10"], 0.9),
        (2.0, ["time_settings 10 0 0", "time_left b 5 0"], 0.225),
        (2.0, ["time_settings 10 0 0", "time_left w 1 0"], 0.45),
        (2.0, ["time_settings 10 8 8", "time_left b 6 4"], 1.35),
        (2.0, ["time_left b 10 0"], 0.45),
        (2.0, ["time_left b 0 0"], 0.0),
        (2.0, ["time_left b 0 0", "time_left b 300.0 0"], 2.0),
        (2.0, ["time_left b 0 0", "time_left b 10,0 0"], 0.45),
        (2.0, ["time_left b 1e1 0"], 0.45),
        (2.0, ["time_settings 10 8 8", "time_left b 6.0 4.0"], 1.35),
        (2.0, ["time_settings 10.5 0 0", "time_left b 5.0 0"], 0.225),
        (2.0, ["time_settings 600 0 0", "time_left b -3 0"], 0.0),
        (2.0, ["time_left w 0 0"], 2.0),
        (None, ["time_settings 10 0 0"], 0.45),
    ],
)
def test_thinking_keeps_to_the_time(
    seconds: float | None, settings: list[str], expected: float
) -> None:
    """A few readings of the clock more or less are allowed."""
    assert thinking(seconds, *settings) == pytest.approx(expected, abs=0.05)


WRONG = ("nan", "inf", "1e99", "1" * 1000, "1..5", "+", "x", "0x10", "²", "5 0 0", "")


@pytest.mark.parametrize("word", WRONG)
def test_a_time_that_cannot_be_read_counts_no_more(word: str) -> None:
    """The previous time limit ends, too, so that the engine does not move immediately."""
    for settings in ([], ["time_settings 40 0 0"]):
        talker = engine()
        told(talker, *settings, "time_left b 0 0", "time_left w 0 0")
        assert told(talker, f"time_left b {word} 0") == ["? syntax error"]
        assert talker.times.share(0) == (1.8 if settings else None)
        assert talker.times.share(1) == 0
    assert told(talker, f"time_settings {word} 0 0") == ["? syntax error"]
    assert talker.times.share(0) is None
    assert talker.times.share(1) is None


@pytest.mark.parametrize("line", ["time_left", "time_left b", "time_left b 1", "time_left x 1 0"])
def test_a_time_of_nobody_counts_for_nobody(line: str) -> None:
    talker = engine()
    told(talker, "time_left b 0 0", "time_left w 0 0")
    assert told(talker, line) == ["? syntax error"]
    assert talker.times.share(0) is None
    assert told(talker, "time_left b 10 one") == ["? syntax error"]
    assert told(talker, "genmove b")[0].startswith("= ")


def test_engines_count_their_own_time() -> None:
    """If the controller sends no `time_left`, the engine subtracts the time of its own moves."""
    times = ControllerTime(10, 6, 2)
    assert times.share(0) == pytest.approx(0.9 * 3)
    times.spend(0, 9)
    assert (times.left[0], times.left[1]) == ((1.0, 0), (10.0, 0))
    times.spend(0, 2)
    assert times.left[0] == (6.0, 2)
    times.spend(0, 5)
    assert times.left[0] == (1.0, 1)
    assert times.share(0) == pytest.approx(0.9)
    times.spend(0, 1)
    assert times.left[0] == (6.0, 2)
    times.renew(0)
    assert times.left[0] == (10.0, 0)


# -- processes -----------------------------------------------------------------------------------


class Process:
    """An engine in a process of its own."""

    def __init__(self, *words: str) -> None:
        self.talking = subprocess.Popen(
            [sys.executable, "-m", "flipside.rules", "gtp", *words],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def ask(self, line: str) -> str:
        assert self.talking.stdin is not None
        assert self.talking.stdout is not None
        self.talking.stdin.write(line + "\n")
        self.talking.stdin.flush()
        lines = []
        while (said := self.talking.stdout.readline()) != "\n":
            assert said, "the engine has ended"
            lines.append(said)
        return "".join(lines).rstrip("\n")

    def end(self) -> tuple[str, str, int]:
        out, err = self.talking.communicate(timeout=PATIENCE)
        return out, err, self.talking.returncode


@pytest.mark.parametrize(
    "key",
    [
        pytest.param(game.key, marks=[] if game.key == "contactic" else pytest.mark.long)
        for game in GAMES
    ],
)
def test_two_processes_play_each_other(key: str) -> None:
    """Both engines show the same boards and the same result, and all moves are legal."""
    options = ["--seed", "5", "--level"]
    both = [Process(key, *options, level) for level in ("level2", "level1")]
    match = Match(BY_KEY[key], seed=5)
    while match.result() is None:
        player = match.position.turn
        answer = both[player].ask(f"genmove {('first', 'second')[player]}")
        move = answer.removeprefix("= ")
        assert both[1 - player].ask(f"play {match.position.colours[player]} {move}") == "="
        match.read_moves(move)
        assert len({one.ask("showboard") for one in both}) == 1
    scores = [one.ask("final_score") for one in both]
    assert scores[0] == scores[1]
    assert (scores[0] == "= 0") == (match.result().winner is None)
    assert [one.ask("8 quit") for one in both] == ["=8", "=8"]
    assert [one.end() for one in both] == [("", "", 0)] * 2


def test_a_controller_that_goes_away() -> None:
    """The engine ends at the end of its input, like after `quit`."""
    process = Process("othello", "--depth", "1")
    assert process.ask("name") == "= Flipside othello"
    assert process.end() == ("", "", 0)


def test_the_version_is_that_of_the_package() -> None:
    process = Process("othello")
    assert process.ask("version") == f"= {VERSION}"
    process.end()


# -- lines that nobody should send ---------------------------------------------------------------


def test_numbers_are_read_in_time() -> None:
    talker = engine()
    for digits in ("1" * 60_000, "1" * 30_000 + "." + "1" * 30_000):
        assert told(talker, f"komi {digits}x") == ["? syntax error"]
    assert told(talker, "komi 1.", "komi -.5", "komi +1.25") == ["=", "=", "="]
    assert told(talker, "komi .", "komi 1.5.") == ["? syntax error"] * 2


def test_a_line_too_long_is_refused_and_the_next_one_works() -> None:
    exact = b"name" + b" " * (MAX_LINE_BYTES - 5) + b"\n"
    long = b"7 komi " + b"1" * MAX_LINE_BYTES + b"\n"
    talker = engine()
    answers = [talker.answer(line) for line in gtp_lines(io.BytesIO(exact + long + b"8 name\n"))]
    assert answers == ["= Flipside othello\n\n", "?7 line too long\n\n", "=8 Flipside othello\n\n"]
    number = b"1" * (2 * MAX_LINE_BYTES)
    assert [talker.answer(line) for line in gtp_lines(io.BytesIO(number))] == [
        "? line too long\n\n"
    ]
    blank = b" " * (3 * MAX_LINE_BYTES)
    assert [talker.answer(line) for line in gtp_lines(io.BytesIO(blank))] == ["? line too long\n\n"]
    commented = b"name #" + "č".encode() * MAX_LINE_BYTES
    assert [talker.answer(line) for line in gtp_lines(io.BytesIO(commented))] == [
        "? line too long\n\n"
    ]


def test_a_line_without_end_takes_little_memory() -> None:
    stream = io.BytesIO(b"x" * 20_000_000 + b"\nname\n")
    tracemalloc.start()
    found = [len(line) for line in gtp_lines(stream)]
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert found == [MAX_LINE_BYTES + 1, 5]
    assert most < 2_000_000


def test_time_that_is_not_set_is_no_limit() -> None:
    assert ControllerTime().share(0) is None
    assert ControllerTime(1).share(0) is not None
    assert ControllerTime(0, 10).share(0) is None
    assert ControllerTime(0, 10, 1).share(0) is not None
