"""Tests of the formats of Othello: other programs' data is read, our own survives, the rest is
refused."""

import json
import re
import struct
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from flipside.rules.catalogue import FORMATS
from flipside.rules.cli.commands import main
from flipside.rules.contract.position import PASS
from flipside.rules.games.othello import OTHELLO
from flipside.rules.games.othello.formats import write_transcript
from flipside.rules.games.othello.formats.ggf import write_ggf
from flipside.rules.games.othello.formats.sgf import write_study_sgf
from flipside.rules.games.othello.position import Othello
from flipside.rules.match.formats import (
    ForeignMatch,
    contradicting_points,
    decoded,
    stops_early,
)
from flipside.rules.match.link import fragment, read_link
from flipside.rules.match.match import Match, replay
from flipside.rules.match.record import BadRecord, parse_record, record_text
from flipside.rules.match.study import Study
from tests.of_type import of_type
from tests.rules.games.othello.foreign import read_foreign

BOARD = "-------- -------- -------- ---O*--- ---*O--- -------- -------- --------"
OVER = "The match would already be over in this position."
MIDDLE = f"BO[8 {BOARD} *]"
SHORTEST = "e6 f4 e3 f6 g5 d6 e7 f5 c5"
"""A match in which black has all discs after nine moves."""


def random_match(seed: int, plies: int = 200, **choices: str) -> Match:
    """Return a random match, or its beginning."""
    match, random = Match(OTHELLO, choices), Random(seed)
    while match.result() is None and match.ply < plies:
        legal = match.legal()
        match.play(legal[random.randrange(len(legal))])
    return match


def only(data: str | bytes) -> Match:
    """Return the only match of a text or file."""
    found = read_foreign(data, FORMATS)
    assert found is not None
    (one,) = found
    return one.play()


def refused(data: str | bytes) -> tuple[str, str, int]:
    with pytest.raises(BadRecord) as caught:
        only(data)
    return caught.value.key, caught.value.word, caught.value.ply


# -- what we write is read back --------------------------------------------------------------------


def ended_with_passes(match: Match) -> list[tuple[int, ...]]:
    """Return the moves without passes at the end, which may be omitted."""
    moves = list(match.moves)
    while moves and moves[-1] == PASS:
        moves.pop()
    return moves


@settings(max_examples=40, deadline=None)
@given(
    seed=st.integers(0, 9999),
    plies=st.integers(0, 70),
    start=st.sampled_from(("official", "parallel")),
    corners=st.integers(0, 4),
    goal=st.sampled_from(("most", "fewest")),
    names=st.tuples(st.sampled_from(("", "Anna", "J. B")), st.sampled_from(("", "Łukasz"))),
)
def test_ggf_is_read_back(
    seed: int, plies: int, start: str, corners: int, goal: str, names: tuple[str, str]
) -> None:
    match = random_match(seed, plies, start=start, corners=str(corners), goal=goal)
    match.players = names
    text = write_ggf(match)
    again = only(text)
    assert again.moves == match.moves
    assert (again.choices, again.players) == (match.choices, names)
    assert again.result() == match.result()
    (one,) = read_foreign(text, FORMATS)
    assert contradicting_points(one, again) is None


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 9999), plies=st.integers(1, 70))
def test_transcripts_are_read_back(seed: int, plies: int) -> None:
    match = random_match(seed, plies)
    again = only(write_transcript(match))
    assert ended_with_passes(again) == ended_with_passes(match)


def test_a_given_up_match_is_read_back() -> None:
    match = random_match(1, 12)
    match.resign(1)
    assert only(write_ggf(match)).result() == match.result()


@pytest.mark.parametrize("choices", [{"start": "open"}, {"start": "parallel"}, {"corners": "2"}])
def test_what_a_format_cannot_say_is_not_written(choices: dict[str, str]) -> None:
    match = Match(OTHELLO, choices)
    assert write_transcript(match) is None
    assert (write_ggf(match) is None) == (choices == {"start": "open"})


def random_study(seed: int) -> Study:
    """Return a study with branches. Some begin before the first move or have passes."""
    study, random = Study(Match(OTHELLO)), Random(seed)
    for _ in range(8):
        study.match.goto_ply(random.randint(0, len(study.match.moves)))
        for _ in range(random.randint(1, 70)):
            if study.match.result() is None:
                study.match.play(random.choice(list(study.match.legal())))
                study.follow()
    return study


def lines_of_tree(text: str) -> list[str]:
    """Return all lines of an SGF text from the first move, in order."""
    path, opened, found = list[str](), list[int](), list[str]()
    for part in re.findall(r"\(|\)|;[BW]\[\w*\]", text[text.index(";B") :]):
        if part == "(":
            opened.append(len(path))
        elif part == ")":
            if not found or not found[-1].startswith("".join(path)):
                found.append("".join(path))
            path = path[: opened.pop() if opened else 0]
        else:
            path.append(part)
    return found


@pytest.mark.parametrize("seed", range(12))
def test_sgf_has_the_branches_of_a_study(seed: int) -> None:
    study = random_study(seed)
    study.match.players, study.match.comment = ("An]n\\a:", "B[(;"), "best: [f5] \\ c4; (x)"
    record = study.to_record()
    text = str(write_study_sgf(Study(replay(record, {"othello": OTHELLO}), record.lines)))
    lines, before = [record.moves.split()], record.moves.split()
    for line in record.lines:
        before = [*before[: line.ply], *line.moves.split()]
        lines.append(before)
    assert lines_of_tree(text) == [
        "".join(
            f";{'BW'[ply % 2]}[{'' if name == 'pass' else name[0] + 'abcdefgh'[int(name[1]) - 1]}]"
            for ply, name in enumerate(line)
        )
        for line in lines
    ]
    (one,) = read_foreign(text, FORMATS) or ()
    assert one.players == study.match.players
    main = one.play()
    assert (main.names(), main.comment) == (lines[0], study.match.comment)


# -- what others write -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "f5d6c3",
        "F5D6C3",
        "f5 d6 c3",
        "1. f5 2. d6 3. c3",
        "1. f5 d6 2. c3",
        "f5,d6\nc3\n",
        "F5d6C3 ",
        "f5-d6-c3",
        "1) f5 d6 2) c3",
        "1. f5! {the usual} 1... d6 2. c3?!",
        "1. f5 d6 (1... f4 2. c3) 2. c3",
        "1. f5 d6 2. -- c3",
        "1. f5 d6 2. PA c3",
        "f5\u200bd6\ufeffc3",
        "1. f5 d6 2. c3 4-3",
        "1. f5 d6 2. c3 1-0",
        "f5 d6 c3 *",
    ],
)
def test_transcripts(text: str) -> None:
    assert only(text).names() == ["f5", "d6", "c3"]


@pytest.mark.parametrize("word", ["", "--", "pa", "PA", "ps", "pass"])
def test_passes_are_spoken_or_left_out(word: str) -> None:
    match = next(found for seed in range(99) if PASS in (found := random_match(seed)).moves[:-1])
    text = "".join(name if name != "pass" else word for name in match.names())
    assert only(text).moves == match.moves


@pytest.mark.parametrize(
    "inside",
    [
        f"PC[GGS/os]PB[a]PW[b]TY[8]RE[?]{MIDDLE}B[f5]W[d6]B[c3]",
        f"PC[x]PB[a]PW[b]TI[05:00//02:00]TY[8]{MIDDLE}B[F5//0.01]W[D6/0.12/3.4]B[c3/-1.5]",
        f"PB[a] PW[b]\nTY[8r0]\n{MIDDLE.replace(' ', '')[:4]} {BOARD.replace(' ', '')} *]"
        "\nB[f5]\nW[d6] B[c3]\n",
        "PB[a]PW[b]B[f5]W[d6]B[c3]",
    ],
)
def test_ggf_of_others(inside: str) -> None:
    match = only(f"(;GM[Othello]{inside};)")
    assert match.names() == ["f5", "d6", "c3"]
    assert match.players == ("a", "b")


def test_the_type_in_ggf_tells_what_wins() -> None:
    """Types of the server have size, komi, random position, fewest discs, colour."""
    for kind, goal in (
        *((kind, "fewest") for kind in ("8a", "8A", "s8r18a", "8ar18", "8kr20ab", "8aw")),
        *((kind, "most") for kind in ("8", "8b", "s8r18", "8kr", "8rand", "Rapid", "")),
    ):
        match = only(f"(;GM[Othello]TY[{kind}]{MIDDLE}B[f5];)")
        assert match.choices["goal"] == goal, kind


@pytest.mark.parametrize("blank", ["\n", "\r\n", "\t", "\u00a0", "  ", ""])
def test_a_board_in_ggf_may_have_any_blanks(blank: str) -> None:
    board = blank.join(["8", *BOARD.split(), "*"])
    assert only(f"(;GM[Othello]PB[a]BO[{blank}{board}{blank}]B[f5];)").names() == ["f5"]


def test_only_the_moves_that_stand_are_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """This includes a finished match whose last moves were undone."""
    record = tmp_path / "match.txt"
    record.write_text("Flipside 1\ngame othello\nat 2\nmoves f5 d6 c3 d3\n", "utf-8")
    assert main(("write", "transcript", str(record))) == 0
    assert capsys.readouterr().out == "f5d6\n"
    match = random_match(3)
    for more in (-5, 0):
        match.goto_ply(len(match.moves) + more)
        text = write_ggf(match)
        assert ("RE[?]" in text) == (more < 0)
        assert only(text).moves == ended_with_passes(only(text)) or match.result() is not None
        assert len(only(text).moves) == match.ply
    match = random_match(1, 12)
    match.resign(1)
    match.goto_ply(11)
    assert "RE[?]" in write_ggf(match)


def test_long_names_are_whole() -> None:
    name = "Wilhelmine von der Wolkenburg-Ost"
    match = only(f"(;GM[Othello]PB[{name}]PW[{'x' * 30}]B[f5];)")
    assert match.players == (name, "x" * 30)
    again = replay(parse_record(record_text(match.to_record())), {"othello": OTHELLO})
    assert again.players == match.players
    linked, record = read_link(fragment(match, match.to_record()), {"othello": OTHELLO})
    assert linked.players == record.players == match.players


def test_many_matches_in_one_text() -> None:
    """One damaged match does not affect the others."""
    whole = "(;GM[Othello]PB[a]PW[b]RE[+2.000]B[f5]W[d6];)"
    text = (
        f"1 {whole}\nwords\n2 (;GM[Othello]PB[torn]PW[b]B[f5]W[d\n(;GM[Othello]B[f5]B[d6];){whole}"
    )
    found = read_foreign(text, FORMATS)
    assert [one.players for one in found] == [("a", "b"), ("", ""), ("", ""), ("a", "b")]
    assert found[0].play().names() == found[3].play().names() == ["f5", "d6"]
    for place, key, number in ((1, "entry", 3), (2, "move", 2)):
        with pytest.raises(BadRecord) as caught:
            found[place].play()
        assert (caught.value.key, caught.value.ply) == (key, number)


def test_passes_of_both_after_the_end_are_no_moves() -> None:
    moves = "".join(f"{'BW'[ply % 2]}[{name}]" for ply, name in enumerate(SHORTEST.split()))
    match = only(f"(;GM[Othello]RE[+64.000]{moves}W[PA]B[pass];)")
    assert match.names() == SHORTEST.split()


def test_a_result_that_the_moves_contradict() -> None:
    moves = "".join(f"{'BW'[ply % 2]}[{name}]" for ply, name in enumerate(SHORTEST.split()))
    for told, points in (("+64.000", None), ("+8.000", (64, 0)), ("+8.000:r", None), ("?", None)):
        (one,) = read_foreign(f"(;GM[Othello]RE[{told}]{moves};)", FORMATS)
        assert contradicting_points(one, one.play()) == points
    (going,) = read_foreign("(;GM[Othello]RE[+64.000]B[f5]W[d6];)", FORMATS)
    assert contradicting_points(going, going.play()) is None, "nobody knows how it went on"
    assert stops_early(going, going.play())
    (going,) = read_foreign("(;GM[Othello]RE[?]B[f5]W[d6];)", FORMATS)
    assert not stops_early(going, going.play())


DRAWN = """
f5 d6 c7 f3 c5 g6 e3 b5 g3 d3 f4 e7 c3 f2 d7 b7 g5 c4 e2 h5 e1 h2 f8 b3 g2 d2 h3 h4 h7 g4 a7 f7 e6
e8 f1 c8 a3 g8 b6 a2 d8 b2 c2 a4 a1 b1 g7 a6 b8 d1 c1 h6 f6 c6 b4 h8 a5 a8
"""
"""A match that ends with empty squares."""


def test_empty_squares_may_be_counted_or_not() -> None:
    drawn, won = Match(OTHELLO), Match(OTHELLO)
    drawn.read_moves(DRAWN)
    won.read_moves(SHORTEST)
    for match, score, awarded in ((drawn, (31, 31), (31, 31)), (won, (13, 0), (64, 0))):
        assert (
            match.position.points(),
            OTHELLO.announced_score(of_type(Othello, match.position)),
        ) == (
            score,
            awarded,
        )
        for more in {score[0] - score[1], awarded[0] - awarded[1]}:
            if more % 2 == 0:
                head, tail = write_ggf(match).split("RE[")
                (one,) = read_foreign(f"{head}RE[{more:+d}.000]{tail.partition(']')[2]}", FORMATS)
                assert contradicting_points(one, one.play()) is None
        assert (
            contradicting_points(ForeignMatch(match.restarted, announced_points=score), match)
            is None
        )
        assert (
            contradicting_points(ForeignMatch(match.restarted, announced_points=(33, 31)), match)
            == awarded
        )


@pytest.mark.parametrize(
    ("inside", "said"),
    [
        ("B[f5]W[a1]", ("move", "W[a1]", 2)),
        ("B[f5]B[d6]", ("move", "B[d6]", 2)),
        ("B[f5]W[pass]", ("move", "W[pass]", 2)),
        ("B[f5]W[d6x]", ("move", "W[d6x]", 2)),
        ("B[]", ("move", "B[]", 1)),
        (f"BO[10 {BOARD} *]B[f5]", ("board", "10", 0)),
        (f"BO[8 {BOARD} O]W[f5]", ("move", "W[f5]", 1)),
        (f"BO[8 {BOARD} *]W[f4]", ("move", "W[f4]", 1)),
        (f"BO[8 {BOARD}]", ("fault", "It must say who moves: X, O.", 0)),
        (f"BO[8 {BOARD.replace('*', 'O')} *]", ("fault", OVER, 0)),
    ],
)
def test_ggf_that_cannot_be_played(inside: str, said: tuple[str, str, int]) -> None:
    assert refused(f"(;GM[Othello]{inside};)") == said


def test_ggf_of_another_game() -> None:
    assert refused("(;GM[Amazons]B[J4-I4-J5];)") == ("game", "Amazons", 0)


@settings(max_examples=100, deadline=None)
@given(st.text(st.sampled_from("(;)GM[]Othelo B8fd5*-O/.:r\n"), max_size=80))
@example("(;GM[" + "A[" * 2000)
@example("(;GM[Othello]" + "B[f5]" * 10_000)
@example("(;GM[]" * 10_000)
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(BadRecord):
        for one in (read_foreign("(;GM[Othello]" + text, FORMATS) or ())[:3]:
            one.play()


# -- WTHOR -----------------------------------------------------------------------------------------


def head(count: int, names: int = 0, side: int = 8, year: int = 2001) -> bytes:
    return struct.pack("<BBBBIHHBBBB", 20, 1, 12, 24, count, names, year, side, 0, 24, 0)


def row(moves: str, black: int = 1, white: int = 2, points: int = 32, event: int = 3) -> bytes:
    codes = [10 * int(name[1]) + "abcdefgh".index(name[0]) + 1 for name in moves.split()]
    return struct.pack("<HHHBB60s", event, black, white, points, points, bytes(codes))


def test_wthor_is_read() -> None:
    """The bytes are those of the specification: f5 is 56, row before column."""
    match = next(found for seed in range(99) if PASS in (found := random_match(seed)).moves[:-1])
    laid = " ".join(name for name in match.names() if name != "pass")
    points = OTHELLO.announced_score(of_type(Othello, match.position))
    data = head(2) + row("f5 d6 c3") + row(laid, 300, 4, points[0], event=9)
    assert data[16 + 8] == 56
    both = read_foreign(data, FORMATS)
    assert len(both) == 2
    first, second = both
    assert first.play().names() == ["f5", "d6", "c3"]
    assert (first.players, first.place, first.announced_points) == (
        ("#1", "#2"),
        "#3, 2001",
        (32, 32),
    )
    assert second.play().moves == match.moves
    assert (second.players, second.announced_points) == (("#300", "#4"), points)
    assert contradicting_points(second, second.play()) is None
    (other,) = read_foreign(head(1) + row(laid, points=points[0] ^ 1), FORMATS)
    assert contradicting_points(other, match) == points


def test_a_tournament_with_a_long_name_is_named_whole() -> None:
    place = "Kolkata Open Championship"
    trn = head(0, 4) + b"".join(name.encode().ljust(26, b"\0") for name in ("a", "b", "c", place))
    (one,) = read_foreign(head(1) + row("f5"), FORMATS, {"trn": trn})
    assert one.place == f"{place}, 2001"


def test_wthor_names_lie_in_other_files() -> None:
    beside = {
        "jou": head(0, 3)
        + b"".join(name.ljust(20, b"\0") for name in (b"?", b"Tamenori", b"Jos\xe9")),
        "trn": head(0, 4)
        + b"".join(name.ljust(26, b"\0") for name in (b"a", b"b", b"c", b"Prague")),
    }
    (one,) = read_foreign(head(1) + row("f5"), FORMATS, beside)
    assert (one.players, one.place) == (("Tamenori", "José"), "Prague, 2001")
    assert one.play().players == ("Tamenori", "José")
    with pytest.raises(BadRecord):
        read_foreign(head(1) + row("f5"), FORMATS, {"jou": beside["jou"][:-1]})


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (head(2) + row("f5"), ("torn", "2", 1)),
        (head(1) + row("f5")[:-1], ("torn", "1", 0)),
        (head(0xFFFFFFFF), ("torn", "4294967295", 0)),
        (head(1, side=10) + row("f5"), ("board", "10", 0)),
        (head(1) + row("f5 a1"), ("move", "a1", 2)),
        (head(1) + row(SHORTEST + " a1"), ("over", "a1", 10)),
        (head(1) + row("")[:8] + bytes([56, 99]).ljust(60, b"\0"), ("move", "99", 2)),
        (head(1) + row("")[:8] + bytes([56, 0, 64]).ljust(60, b"\0"), ("move", "0", 2)),
        (b"", ("file", "", 0)),
        (b"\0" * 15, ("file", "", 0)),
        (b"\x89PNG\r\n\x1a\n" + bytes(400), ("image", "PNG", 0)),
        (head(0, 3), ("names", "3", 0)),
        (head(0, 3) + bytes(3 * 20), ("players", "", 3)),
        (head(0, 3) + bytes(3 * 26), ("tournaments", "", 3)),
    ],
)
def test_files_that_are_none(data: bytes, said: tuple[str, str, int]) -> None:
    assert refused(data) == said


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=60))
def test_any_moves_of_a_file_are_read_or_refused(moves: bytes) -> None:
    data = head(1) + struct.pack("<HHHBB60s", 1, 2, 3, 255, 255, moves)
    with suppress(BadRecord):
        only(data)


def test_a_large_file_is_read_without_playing_it() -> None:
    data = head(60_000) + row("f5 d6") * 60_000
    found = read_foreign(data, FORMATS)
    assert len(found) == 60_000
    assert found[59_999].play().names() == ["f5", "d6"]
    with pytest.raises(BadRecord, match="too long"):
        read_foreign(data * 2, FORMATS)


def test_a_text_of_too_many_matches_is_refused_at_once() -> None:
    assert refused("(;GM[" + "(;" * 50_001) == ("long", "", 0)


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ("\ufefff5".encode(), "f5"),
        ("(;PB[José]".encode("latin-1"), "(;PB[José]"),
        ("(;PB[Müller – “a”]".encode("cp1252"), "(;PB[Müller – “a”]"),
        (b"(;PB[\x81]", "(;PB[\x81]"),
        (bytes.fromhex("fffe6600350020006400 3600".replace(" ", "")), "f5 d6"),
        ("\ufefff5 Łódź".encode("utf-16-be"), "f5 Łódź"),
        ("f5 d6".encode("utf-16-le"), "f5 d6"),
        ("f5 d6".encode("utf-16-be"), "f5 d6"),
        ("\ufefff5 d6".encode("utf-16-le")[:-1], "f5 d\ufffd"),
        (b"f5\0", b"f5\0"),
    ],
)
def test_files_as_text_or_bytes(data: bytes, text: bytes | str) -> None:
    assert decoded(data) == text


# -- the command line ------------------------------------------------------------------------------


def test_a_file_is_converted_and_read_by_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, names = tmp_path / "WTH_2001.wtb", tmp_path / "WTHOR.JOU"
    file.write_bytes(head(2) + row(SHORTEST, points=64) + row("f5 d6"))
    names.write_bytes(head(0, 3) + b"".join(name.ljust(20, b"\0") for name in (b"", b"A", b"B")))
    assert main(("read", str(file), "--names", str(names))) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["number"] for line in lines] == [1, 2]
    assert lines[0]["moves"] == SHORTEST
    assert lines[0]["players"] == ["A", "B"]
    assert lines[0]["result"] == {"winner": 0, "reason": "more"}
    assert not lines[0]["contradicts"]
    for word in ("ggf", "transcript", "flipside"):
        assert main(("write", word, str(file), "--number", "1")) == 0
        written = tmp_path / word
        written.write_text(capsys.readouterr().out, encoding="utf-8")
        assert main(("read", str(written))) == 0
        again = json.loads(capsys.readouterr().out)
        assert again["moves"] == SHORTEST


def test_the_command_line_reads_several_files(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Files of names may be at any place, and numbers continue from file to file."""
    files = {
        "WTHOR.TRN": head(0, 4)
        + b"".join(name.ljust(26, b"\0") for name in (b"", b"", b"", b"Oslo")),
        "WTH_2001.wtb": head(2) + row("f5 d6") * 2,
        "names": head(0, 3) + b"".join(name.ljust(20, b"\0") for name in (b"", b"A", b"B")),
        "two.ggf": b"(;GM[Othello]PB[C]PW[D]B[f5];)",
    }
    paths = {name: tmp_path / name for name in files}
    for name, data in files.items():
        paths[name].write_bytes(data)
    assert main(("read", *map(str, paths.values()))) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["number"] for line in lines] == [1, 2, 3]
    assert [line["players"] for line in lines] == [["A", "B"], ["A", "B"], ["C", "D"]]
    assert lines[1]["place"] == "Oslo, 2001"
    assert main(("read", str(paths["names"]))) == 2
    assert "the file holds the names of 3 players and no matches" in capsys.readouterr().err
    tournament = str(paths["WTH_2001.wtb"])
    assert main(("read", tournament, "--names", str(paths["two.ggf"]))) == 2
    assert "two.ggf is no file of names" in capsys.readouterr().err
    paths["two.ggf"].write_bytes(b"hello")
    assert main(("read", tournament, str(paths["two.ggf"]))) == 2
    assert "two.ggf: the file holds no matches" in capsys.readouterr().err
    assert main(("read", tournament, tournament, "--number", "5")) == 2
    assert "the files hold 4 matches, none with the number 5" in capsys.readouterr().err


def test_files_that_the_command_line_refuses(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "one.ggf"
    for text, sentence in (
        ("(;GM[Othello]B[f5]W[a1];)", "1 of these matches cannot be played; their lines say why"),
        ("hello", "the file holds no matches in a format that can be read"),
        ("Flipside 9\n", "the match was written by a newer Flipside (format 9)"),
    ):
        file.write_text(text, encoding="utf-8")
        assert main(("read", str(file))) == 2
        assert sentence in capsys.readouterr().err
    file.write_text("f5", encoding="utf-8")
    assert main(("read", str(file), "--number", "2")) == 2
    assert "none with the number 2" in capsys.readouterr().err
    assert main(("read", str(tmp_path / "none"))) == 2
    assert "No such file" in capsys.readouterr().err
    file.write_text("Flipside 1\ngame othello\noptions start=open\nmoves d4", encoding="utf-8")
    assert main(("write", "ggf", str(file))) == 2
    assert "match 1 cannot be written as ggf" in capsys.readouterr().err
