"""Tests with the commands that Othello controllers send, in their order."""

import io
import os
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from flipside.rules.catalogue import BY_KEY, GAMES
from flipside.rules.cli.gtp import Engine, gtp_lines
from flipside.rules.contract.game import AnyGame
from flipside.rules.engine.search import LEVELS
from flipside.rules.match.match import Match
from tests.rules.games.random_matches import around_a_pass, played
from tests.rules.games.random_positions import random_starts


def engine(key: str = "othello") -> Engine:
    return Engine(Match(BY_KEY[key]), LEVELS[0], lambda: 0.0)


def ask(talker: Engine, line: str) -> str:
    """Return the answer to a command that must succeed, without its sign."""
    sign, _, answer = talker.answer(line).partition(" ")
    assert sign.strip().startswith("="), line
    return answer.strip()


def test_list_games_set_game_and_reg_genmove() -> None:
    talker = engine()
    assert talker.answer("1 list_games") == "=1 Othello\n\n"
    assert talker.answer("2 set_game Othello") == "=2\n\n"
    assert talker.answer("3 set_game Go") == "?3 unsupported game\n\n"
    board = ask(talker, "showboard")
    answer = talker.answer("4 reg_genmove b")
    assert answer.startswith("=4 ")
    move = answer.removeprefix("=4 ").strip()
    assert talker.answer("5 reg_genmove b") == f"=5 {move}\n\n"
    assert ask(talker, "showboard") == board
    assert talker.answer("6 undo") == "?6 cannot undo\n\n"
    assert ask(talker, f"play b {move}") == ""


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_game_says_which_it_is(game: AnyGame) -> None:
    talker = engine(game.key)
    name = ask(talker, "list_games")
    assert ask(talker, f"set_game {name}") == ""
    position = talker.match.position
    assert ask(talker, "reg_genmove first")
    assert (talker.match.ply, talker.match.position) == (0, position)


def test_reg_genmove_leaves_a_forced_pass_where_it_was() -> None:
    before, _ = around_a_pass()
    talker = engine()
    talker.match.read_moves(before)
    colours, turn = talker.match.position.colours, talker.match.position.turn
    plies = talker.match.ply
    assert ask(talker, f"reg_genmove {colours[turn]}") == "pass"
    assert ask(talker, f"reg_genmove {colours[1 - turn]}") != "pass"
    assert talker.match.ply == plies


def test_reg_genmove_after_the_end_and_out_of_turn() -> None:
    talker = engine()
    assert talker.answer("reg_genmove w").startswith("? illegal move")
    assert talker.answer("reg_genmove").startswith("? syntax error")
    talker.match = played(talker.match, Random(3))
    assert ask(talker, "reg_genmove b") == "pass"


# -- Quarry ----------------------------------------------------------------------------------------


def test_quarry() -> None:
    """Quarry lists the games, chooses one, sets size and time, and omits passes."""
    talker, match = engine(), Match(BY_KEY["othello"])
    assert ask(talker, "protocol_version") == "2"
    assert "\n" not in ask(talker, "name") + ask(talker, "version")
    commands = ask(talker, "list_commands").split("\n")
    assert not any(" " in command or not command for command in commands)
    assert "list_games" in commands
    assert ask(talker, "list_games").split("\n") == ["Othello"]
    for line in ("set_game Othello", "boardsize 8", "time_settings 600 0 0"):
        assert ask(talker, line) == ""
    random = Random(1)
    while match.result() is None:
        if match.pass_if_forced():
            continue
        if match.position.turn == 0:
            assert ask(talker, "time_left black 590 0") == ""
            match.read_moves(ask(talker, "genmove black"))
        else:
            move = random.choice(match.legal())
            assert ask(talker, f"play white {match.position.name(move)}") == ""
            match.play(move)
    assert ask(talker, "quit") == ""


def test_quarry_without_a_limit() -> None:
    """Without a limit, Quarry sends a period for 0 moves."""
    talker = engine()
    assert ask(talker, "time_settings 0 1 0") == ""
    assert talker.times.share(0) is None


# -- front ends made for Edax ----------------------------------------------------------------------


def test_front_ends_of_edax() -> None:
    """Front ends of Edax number commands and clear the board before matches. `level` fails."""
    talker = engine()
    sent = ["protocol_version", "set_game Othello", "boardsize 8", "clear_board", "play b f5"]
    for number, line in enumerate(sent, 1):
        assert talker.answer(f"{number} {line}").startswith(f"={number}")
    assert talker.answer("6 level 10") == "?6 unknown command\n\n"
    assert talker.answer("7 genmove w").startswith("=7 ")
    for number, line in enumerate(["boardsize 8", "clear_board", "set_game Othello"], 8):
        assert talker.answer(f"{number} {line}") == f"={number}\n\n"
    assert talker.answer("11 play black F5") == "=11\n\n"


# -- GoGui and its tools ---------------------------------------------------------------------------


def two_gtp(black: Engine, white: Engine) -> Iterator[str]:
    """Yield the moves of a match as gogui-twogtp controls it: in turn until both engines pass."""
    both = (black, white)
    for talker in both:
        for line in ("protocol_version", "name", "version", "list_commands"):
            ask(talker, line)
        for line in ("boardsize 8", "clear_board", "komi 6.5", "time_settings 300 0 0"):
            assert ask(talker, line) == ""
    passes, turn = 0, 0
    while passes < 2:
        move = ask(both[turn], f"genmove {'bw'[turn]}").upper()
        assert ask(both[1 - turn], f"play {'bw'[turn]} {move}") == ""
        passes = passes + 1 if move == "PASS" else 0
        turn = 1 - turn
        yield move


@pytest.mark.parametrize("seed", range(3))
def test_gogui_twogtp(seed: int) -> None:
    players = [
        Engine(Match(BY_KEY["othello"], seed=seed + n), LEVELS[n], lambda: 0.0) for n in (0, 1)
    ]
    moves = list(two_gtp(*players))
    match = Match(BY_KEY["othello"])
    match.read_moves(" ".join(moves[:-2]))
    assert match.result() is not None
    scores = [ask(player, "final_score") for player in players]
    assert scores[0] == scores[1]
    assert [ask(player, "quit") for player in players] == ["", ""]


def test_gogui_regress() -> None:
    """The lines of a test file are sent without the expected answers, which are comments."""
    talker = engine()
    tests = "boardsize 8\nclear_board\nplay b f5\nplay w d6\n10 reg_genmove b\nplay b c3\n\n"
    answers = [talker.answer(line) for line in (tests + "20 reg_genmove w").splitlines()]
    assert answers[-1].startswith("=20 ")
    assert [answer[0] for answer in answers if answer] == ["="] * 7
    assert "gg-undo" not in ask(talker, "list_commands")


def test_gogui_lets_it_rule_othello() -> None:
    """GoGui reads board, moves and player after every move. No moves mean the end."""
    for seed in range(3):
        talker, match, random = engine(), Match(BY_KEY["othello"]), Random(seed)
        assert ask(talker, "gogui-rules_game_id") == "Othello"
        assert ask(talker, "gogui-rules_board_size") == "8"
        while moves := ask(talker, "gogui-rules_legal_moves").split():
            colour = ask(talker, "gogui-rules_side_to_move")
            assert colour == match.position.colours[match.position.turn]
            names = {match.position.name(move) for move in match.legal()}
            assert {move.lower() for move in moves} == names
            lines = ask(talker, "gogui-rules_board").split("\n")
            shown: Any = match.position.to_dict()["board"]
            assert [line.split() for line in lines] == [list(row) for row in shown[::-1]]
            move = random.choice(sorted(moves))
            assert ask(talker, f"play {colour} {move}") == ""
            match.read_moves(move)
        assert match.result() is not None
        winner = ask(talker, "gogui-rules_final_result")
        assert winner == f"{match.position.colours[match.result().winner].capitalize()} wins"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_gogui_rules_where_it_can_show_them(game: AnyGame) -> None:
    known = ask(engine(game.key), "known_command gogui-rules_board")
    assert known == ("true" if game.key == "othello" else "false")


# -- positions -------------------------------------------------------------------------------------

SIGNS = "-----------------X---------OX------XO-------OX------------------"


def stones(signs: str = SIGNS) -> str:
    names = BY_KEY["othello"].board({}).names
    colours = {"X": "b", "O": "w"}
    placed = (
        f"{colours[sign]} {names[cell].upper()}" for cell, sign in enumerate(signs) if sign != "-"
    )
    return " ".join(placed)


@pytest.mark.parametrize("command", ["gogui-setup", "set_position"])
@pytest.mark.parametrize("colour", ["b", "w"])
def test_stones_are_set_up(command: str, colour: str) -> None:
    """GoGui and KataGo set up a position. The next move determines the player to move."""
    talker = engine()
    for line in ("boardsize 8", "clear_board", f"{command} {stones()}"):
        assert ask(talker, line) == ""
    move = ask(talker, f"reg_genmove {colour}")
    side = {"b": "X", "w": "O"}[colour]
    assert talker.match.start == f"{SIGNS} {side}"
    assert ask(talker, f"play {colour} {move}") == ""
    assert ask(talker, "undo") == ""
    assert talker.answer("undo").startswith("? cannot undo")
    assert talker.match.start == f"{SIGNS} {side}"
    assert ask(talker, "clear_board") == ""
    assert talker.match.start == ""


def test_the_player_to_move_is_set_up() -> None:
    talker = engine()
    assert ask(talker, f"gogui-setup {stones()}") == ""
    assert ask(talker, "gogui-setup_player w") == ""
    assert ask(talker, "gogui-rules_side_to_move") == "white"
    assert talker.answer("genmove b").startswith("? illegal move")
    assert ask(talker, "genmove w") != ""
    assert talker.answer("gogui-setup_player w").startswith("? the player to move cannot")
    twice = "gogui-setup b a1 w a1"
    for wrong in (
        twice,
        "gogui-setup b",
        "gogui-setup b z9",
        "gogui-setup red a1",
        "gogui-setup_player",
    ):
        assert talker.answer(wrong).startswith("? syntax error")
    assert talker.answer("gogui-setup b a1").startswith("? no match can begin")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_position_text_is_set_up_in_every_game(game: AnyGame) -> None:
    for match, _ in random_starts(game, {}, 3):
        talker = engine(game.key)
        assert ask(talker, f"set_position {match.start}") == ""
        assert talker.match.start == match.start
        assert talker.match.position.turn == match.position.turn
        turn = ("first", "second")[match.position.turn]
        assert ask(talker, f"genmove {turn}") or talker.match.legal()
    assert talker.answer("set_position nonsense").startswith("? no match can begin")


def test_a_position_text_may_stand_in_rows() -> None:
    talker = engine("switch")
    assert ask(talker, "set_position DLDLD LDLDL DL.LD LDLDL DLDLD L") == ""
    assert talker.match.start == "DLDLDLDLDLDL.LDLDLDLDLDLD L"
    assert talker.answer("set_position DLDLD LDLDL").startswith("? no match can begin")


def test_files_are_loaded(tmp_path: Path) -> None:
    """`loadsgf` loads a match to its end or to the position before a given move."""
    names = {cell: f"{'abcdefgh'[cell % 8]}{'abcdefgh'[cell // 8]}" for cell in range(64)}
    ab, aw = ("".join(f"[{names[c]}]" for c in range(64) if SIGNS[c] == s) for s in "XO")
    match = Match(BY_KEY["othello"], {}, 0, f"{SIGNS} O")
    moves = ""
    for _ in range(3):
        move = match.legal()[0]
        moves += f";{'BW'[match.position.turn]}[{names[move[0]]}]"
        match.play(move)
    file = tmp_path / "a match.sgf"
    file.write_text(f"(;GM[2]SZ[8]AB{ab}AW{aw}PL[W]{moves})", "utf-8")
    talker = engine()
    assert ask(talker, f"loadsgf {file}") == ""
    assert talker.match.position == match.position
    assert ask(talker, f"loadsgf {file} 2") == ""
    assert (talker.match.ply, len(talker.match.moves)) == (1, 1)
    assert ask(talker, "undo") == ""
    assert talker.match.position == match.position_at(0)
    assert engine("switch").answer(f"loadsgf {file}").startswith("? cannot load file")
    file.write_text("(;GM[1]SZ[19])", "utf-8")
    assert talker.answer(f"loadsgf {file}").startswith("? cannot load file")


PATHS = ("Žofie", "対局", "a\u00a0b", "\u200b", "🙂", "e\u0301", "a'\"b;c")


@pytest.mark.parametrize("name", PATHS, ids=ascii)
def test_a_path_may_hold_any_letters(tmp_path: Path, name: str) -> None:
    file = tmp_path / f"{name}.sgf"
    file.write_text("(;GM[2]SZ[8];B[cd])", "utf-8")
    lines = gtp_lines(io.BytesIO(f"loadsgf {file}\nloadsgf {file}x\n".encode()))
    talker = engine()
    loaded, missing = map(talker.answer, lines)
    assert loaded == "=\n\n"
    assert talker.match.names() == ["c4"]
    assert f"cannot load file: {file}x cannot be read" in missing


@pytest.mark.skipif(os.name == "nt", reason="the names of its files have no bytes")
def test_a_path_may_hold_any_bytes(tmp_path: Path) -> None:
    file = os.fsencode(tmp_path) + b"/\xe9\xff.sgf"
    Path(os.fsdecode(file)).write_text("(;GM[2]SZ[8];B[cd])", "utf-8")
    (line,) = gtp_lines(io.BytesIO(b"loadsgf " + file + b"\n"))
    assert engine().answer(line) == "=\n\n"


def test_a_match_begins_where_the_command_line_says() -> None:
    talker = Engine(Match(BY_KEY["othello"], start=f"{SIGNS} O"), LEVELS[0], lambda: 0.0)
    assert ask(talker, "genmove white") != ""
    assert ask(talker, f"set_position {stones()}") == ""
    assert ask(talker, "clear_board") == ""
    assert (talker.match.start, talker.match.ply) == (f"{SIGNS} O", 0)
