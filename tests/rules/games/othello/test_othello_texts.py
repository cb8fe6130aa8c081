"""Tests of matches of Othello in common texts: moves, SGF, PGN, JSON, and texts without a match."""

import json
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from flipside.rules.catalogue import BY_KEY, FORMATS
from flipside.rules.cli.commands import main
from flipside.rules.games.othello.formats.asides import without_asides
from flipside.rules.match.formats import ForeignMatch, decoded
from flipside.rules.match.link import fragment
from flipside.rules.match.match import Match
from flipside.rules.match.record import BadRecord
from tests.rules.games.othello.foreign import read_foreign

BOARD = "-------- -------- -------- ---O*--- ---*O--- -------- -------- --------"

OVER = "The match would already be over in this position."


def found(data: str | bytes, now: Match | None = None) -> list[ForeignMatch]:
    matches = read_foreign(decoded(data) if isinstance(data, bytes) else data, FORMATS, now=now)
    assert matches is not None
    return list(matches)


def moves(one: ForeignMatch) -> str:
    return " ".join(one.play().names())


def refused(data: str | bytes) -> tuple[str, str]:
    with pytest.raises(BadRecord) as caught:
        [one.play() for one in found(data)]
    return caught.value.key, caught.value.word


# -- rows of moves ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1. f5 d6 2. c3 38-26", (38, 26)),
        ("f5 d6 c3\n38 : 26", (38, 26)),
        ("f5 d6 c3 5-2", (5, 2)),
        ("f5 d6 c3 +12", (38, 26)),
        ("f5 d6 c3 1-0", None),
        ("f5 d6 c3 1/2-1/2", None),
        ("f5 d6 c3 10-06", None),
        ("f5 d6 c3\n19:45", None),
    ],
)
def test_a_result_at_the_end(text: str, said: tuple[int, int] | None) -> None:
    (one,) = found(text)
    assert (moves(one), one.announced_points) == ("f5 d6 c3", said)


@pytest.mark.parametrize(
    "text",
    [
        "Shared by a phone app\nDatum: 10.6.2018\nZugfolge: f5d6c3\n19:45",
        "Game of 24.12.2023, table 4: F5 D6 C3",
        "Player1 - Player2 38-26 f5d6c3",
        "B2B\nf5d6c3",
        "https://example.org/?moves=f5d6c3",
        "f5/d6/c3",  # strokes make no position
        "12/10/2024 f5d6c3",
        "f5d6c3 and/or/yes/the",
        "1/2-1/2 f5d6c3",
        "docs/2020/12/page f5d6c3",
    ],
)
def test_moves_among_other_words(text: str) -> None:
    (one,) = found(text)
    assert moves(one) == "f5 d6 c3"


@pytest.mark.parametrize(
    "text",
    [
        "see you at d3",
        "meet at d3 or c3",
        "Vitamin d3 c3",
        "Room d3\nf5d6c3",
        "my B2B f5d6c3",
        "f5 is good, d6 too, then c3",
        "f5 d6 c3 but not f3 f4",
        "Zug: f5d6a1",
        "e4 is taken, so are d4 d5 e5",
        "f5 is one,\nd3 another",
    ],
)
def test_it_is_told_where_moves_are_not_certain(text: str) -> None:
    assert refused(text) == ("prose", "")


@pytest.mark.parametrize("text", ["f5 d6 c9 c3", "f5 d6 c3x", "f5 d6\nc9\nc3"])
def test_a_move_that_is_written_wrongly_is_not_left_out(text: str) -> None:
    assert refused(text) == (
        "line",
        next(one for one in text.split("\n") if "9" in one or "x" in one),
    )


@pytest.mark.parametrize("text", ["f5 pass d6", "1. f5 pass 2. d6", "f5 -- d6"])
def test_a_pass_that_is_not_due_is_no_move(text: str) -> None:
    assert refused(text)[0] == "move"


@pytest.mark.parametrize(
    "text", ["", "Dear Jana, see you on Friday", "19:45", "1. 2. 3.", "-" * 64]
)
def test_texts_without_moves(text: str) -> None:
    assert read_foreign(text, FORMATS) is None


# -- one match, or several -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "matches"),
    [
        ("f5d6c3\nf5f6e6", ["f5 d6 c3", "f5 f6 e6"]),
        ("d3c3\nf5d6", ["d3 c3", "f5 d6"]),
        ("f5d6c3\r\n\r\nd3c3\r\n", ["f5 d6 c3", "d3 c3"]),
        ("1. f5d6c3\n2. f5f6e6", ["f5 d6 c3", "f5 f6 e6"]),
        ("Openings\nTiger: f5d6c3\nf5f6e6,Cow", ["f5 d6 c3", "f5 f6 e6"]),
        ("f5 d6 c3\nd3 c4\n\nf5 f6 e6\nf4 e3", ["f5 d6 c3 d3 c4", "f5 f6 e6 f4 e3"]),
        ("f5 d6 c3\nd3 c4 f4", ["f5 d6 c3 d3 c4 f4"]),
        ("1. f5 d6\n2. c3 d3", ["f5 d6 c3 d3"]),
        ("f5\nd6\nc3", ["f5 d6 c3"]),
        ("d3 c3\nc4", ["d3 c3 c4"]),
    ],
)
def test_one_match_on_many_lines_or_one_on_each(text: str, matches: list[str]) -> None:
    assert [moves(one) for one in found(text)] == matches


def test_a_whole_match_may_begin_a_line_with_a_first_move() -> None:
    match = Match(BY_KEY["othello"])
    while match.result() is None:
        match.play(match.legal()[0])
    names = [name for name in match.names() if name != "pass"]
    breaks = [place for place, name in enumerate(names) if name in ("d3", "c4", "f5", "e6")]
    lines = [names[start:end] for start, end in zip(breaks, [*breaks[1:], None], strict=True)]
    (one,) = found("\n".join("".join(line) for line in lines))
    assert one.play().moves == match.moves


def test_lines_that_fail_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "openings.txt"
    file.write_text("f5d6c3\nf5a1\nCow: f5d6zz\nd3c3\n", "utf-8")
    assert main(("read", str(file))) == 2
    told = capsys.readouterr()
    lines = [json.loads(line) for line in told.out.splitlines()]
    assert [line.get("moves") for line in lines] == ["f5 d6 c3", None, None, "d3 c3"]
    assert "move 2, 'a1'" in lines[1]["error"]
    assert "f5d6zz" in lines[2]["error"]
    assert "2 of these matches cannot be played" in told.err


@pytest.mark.parametrize("line", ["f5d6c3d3c4f4", "1. f5 d6 2. c3 d3 3. c4 f4"])
def test_ten_thousand_lines_are_read_without_playing_them(
    line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = []
    monkeypatch.setattr(Match, "play", lambda self, move: played.append(move))
    assert len(found(f"{line}\n" * 10_000)) == 10_000
    assert len(played) < 100


def test_bare_moves_are_those_of_a_match_that_begins_alike() -> None:
    othello = BY_KEY["othello"]
    parallel = Match(othello, {"start": "parallel", "goal": "fewest"})
    name = parallel.position.name(parallel.legal()[0])
    (one,) = found(name, now=parallel)
    assert one.play().choices == parallel.choices
    assert read_foreign("d4 e5", FORMATS, now=Match(BY_KEY["flipflop"])) is None


VARIATIONS = [
    "1. f5 d6 2. c3 (2. c5 f4 (2... b4)) d3 3. c4 *",
    "1. f5 d6 2. c3 d3 ; comment c5\n3. c4 *",
    "1. f5 d6 2. c3 d3 ; c5\n3. c4 *",
    "1. f5 (1. d3 c3 (1... c5 {x) (y}) 2. c4) d6 2. c3 2... d3 3. c4!? $5",
    "1. f5 d6 2. c3 {say (c5} d3 {or e3)} 3. c4 1-0",
    "1. f5 d6\n(1... f4\n2. e3 (2. c5))\n2. c3 d3\n(2... e3)\n3. c4",
    "; before c5\n1. f5 d6 ; or f4 (\n2. c3 d3 3. c4 ; the end )",
    "% c5\n1. f5 d6 2. c3 (nice) d3 () 3. c4 (",
]


@pytest.mark.parametrize("text", [*VARIATIONS, "1. f5 d6 2. c3 [2. c5 f4] d3 3. c4"])
@pytest.mark.parametrize("tags", ["", '[Event "(a"]\n[Black "b"]\n\n'])
def test_moves_of_variations_and_comments_are_not_played(text: str, tags: str) -> None:
    (one,) = found(tags + text)
    assert moves(one) == "f5 d6 c3 d3 c4"


@pytest.mark.parametrize(
    ("text", "played"),
    [
        ("(f5 d6 c3)", "f5 d6 c3"),
        ("{f5d6c3}", "f5 d6 c3"),
        ("[f5, d6, c3]", "f5 d6 c3"),
        ("f5;d6;c3", "f5 d6 c3"),
        ("f5 ; d6 ; c3", "f5 d6 c3"),
        ("1. f5 ; d6\n2. c3", "f5 d6 c3"),
        ("1. f5 d6 ; 2. c3", "f5 d6 c3"),
        ("f5d6c3 :(", "f5 d6 c3"),
        ("f5d6c3 ;)", "f5 d6 c3"),
        ("# f5d6c3", "f5 d6 c3"),
        ("#1 f5d6c3", "f5 d6 c3"),
        ("1) f5 d6 2) c3", "f5 d6 c3"),
    ],
)
def test_what_holds_all_moves_is_no_comment(text: str, played: str) -> None:
    (one,) = found(text)
    assert moves(one) == played


@pytest.mark.parametrize(
    "unclosed",
    ["(2. c5 f4 (2... b4) d3 3. c4", "{better c5 d3 3. c4", "[2. c5 d3 3. c4"],
)
def test_a_variation_that_never_ends_is_refused(unclosed: str) -> None:
    assert refused(f"1. f5 d6 2. c3 {unclosed}") == ("line", unclosed)


def test_numbers_join_the_lines_of_a_match() -> None:
    (one,) = found("1. f5 d6 2. c3 d3 ; first\n3. c4 f4 4. e6\n")
    assert moves(one) == "f5 d6 c3 d3 c4 f4 e6"
    assert [moves(one) for one in found("1. f5 d6\n2. f5 f4\n3. c4 c3")] == [
        "f5 d6",
        "f5 f4",
        "c4 c3",
    ]


@pytest.mark.parametrize(
    "sign", ["(", "{", "[", ";", "() ", "(f5) ", "[f5 ", "$1", "# x\n", "; x\n"]
)
def test_comments_are_found_in_one_pass(sign: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The work grows linearly with the length of the text."""

    def looks(count: int) -> int:
        seen = 0

        class Text(str):
            __slots__ = ()

            def find(self, sub: str, start: int = 0) -> int:  # type: ignore[override]
                nonlocal seen
                at = str.find(self, sub, start)
                seen += (len(self) if at < 0 else at) - start
                return at

            def rfind(self, sub: str, start: int = 0, end: int = 0) -> int:  # type: ignore[override]
                nonlocal seen
                seen += end - start
                return str.rfind(self, sub, start, end)

        with suppress(BadRecord):
            without_asides(Text(sign * count + "f5"))
        return seen

    assert looks(4_000) <= 11 * max(looks(400), 400)


# -- SGF, PGN, JSON --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "(;GM[2]FF[4]SZ[8];B[cd];W[ec])",
        "(;FF[4]GM[2]PB[a]\n(;B[cd];W[ec](;C[x (\\] ;])(;B[aa]))(;B[ec]))",
        "(;GaMe[2];B[CD];W[EC])",
        "(;GM[2]AB[de][ed]AW[dd][ee]PL[B];B[cd];W[ec])",
        "(;GM[2];B[c4];W[e3])",
    ],
)
def test_sgf(text: str) -> None:
    (one,) = found(text)
    assert moves(one) == "c4 e3"


def test_what_sgf_tells() -> None:
    (first, second) = found(
        "(;GM[2]PB[a\\]b\\\\]PW[c\\\nd]RE[B+12]DT[2018-06-10]PC[Prague];B[cd])"
        "(;GM[2]RE[W+Resign];B[cd])"
    )
    assert (first.players, first.announced_points) == (("a]b\\", "cd"), (38, 26))
    assert first.place == "Prague, 2018-06-10"
    assert second.play().result().winner == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("(;GM[1]FF[4]SZ[19];B[pd])", ("game", "Go")),
        ("(;FF[4]SZ[19];B[pd])", ("game", "Go")),
        ("(;GM[6];B[12])", ("game", "Backgammon")),
        ("(;GM[99])", ("game", "99")),
        ("(;GM[2]SZ[10];B[cd])", ("board", "10")),
        ("(;GM[2]AB[aa];B[cd])", ("fault", OVER)),
        ("(;GM[2]PL[W];W[cd])", ("move", "W[cd]")),
        ("(;GM[2];B[cd];AB[aa])", ("setup", "")),
        ("(;GM[2]AB[zz];B[cd])", ("line", "zz")),
        ("(;GM[2];B[cd];W[aa])", ("move", "W[aa]")),
        ("(;GM[2];B[cd];B[ec])", ("move", "B[ec]")),
        ("(;GM[2];B[cd];W[])", ("move", "pass")),
        ("(;GM[2];B[cd];W[ec]", ("line", "(;GM[2];B[cd];W[ec]")),
        ("(;GM[1];B[pd])(;GM[8];B[cd])", ("game", "Go")),
    ],
)
def test_sgf_that_cannot_be_played(text: str, said: tuple[str, str]) -> None:
    assert refused(text) == said


def test_pgn() -> None:
    one = '[Event "x"]\n[Black "a"]\n[White "b \\"c\\""]\n[Result "38-26"]\n[Date "2018.06.10"]\n\n'
    first, second = found(f"{one}1. f5 d6\n2. c3 f3 38-26\n\n{one}1. d3 c3 *\n")
    assert (first.players, first.announced_points) == (("a", 'b "c"'), (38, 26))
    assert first.play().players == first.players
    assert (moves(first), moves(second)) == ("f5 d6 c3 f3", "d3 c3")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[White "a"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5', ("game", "chess")),
        ('[White "a"]\n\n1. d4 d5', ("game", "chess")),
        ('[Variant "Hex"]\n\n1. d4', ("game", "Hex")),
        ('[FEN "x"]\n\n1. f5', ("start", "")),
        ('[White "a"]\n\n1. f5 hello', ("line", "1. f5 hello")),
        ('[White "a"]\n', ("empty", "")),
        ("1. e4 e5 2. Nf3 Nc6", ("game", "chess")),
        ("1. e4 e5 2. O-O O-O-O", ("game", "chess")),
    ],
)
def test_pgn_that_cannot_be_played(text: str, said: tuple[str, str]) -> None:
    assert refused(text) == said


@pytest.mark.parametrize(
    ("text", "matches"),
    [
        ('{"moves":[{"m":"f5"},{"m":"-"}]}', ["f5"]),
        ('[{"move":"F5"},{"move":"d6"}]', ["f5 d6"]),
        ('{"moves":["f5","d6"],"black":"a","white":"b"}', ["f5 d6"]),
        ('{"moves":"f5d6c3"}\n{"moves":"d3c3"}\n', ["f5 d6 c3", "d3 c3"]),
        ('[{"moves":"f5"},{"moves":[]}]', ["f5", ""]),
    ],
)
def test_json(text: str, matches: list[str]) -> None:
    assert [moves(one) for one in found(text)] == matches


OTHELLO_SGF = "(;FF[4]GM[2]SZ[8]PB[a]PW[b];B[f5];W[d6];B[c3])"
GO_SGF = "(;FF[4]GM[1]SZ[19]PB[x (y)]PW[z];B[pd];W[dp])"
OTHELLO_GGF = "(;GM[Othello]PB[a]PW[b]B[f5]W[d6]B[c3];)"
OTHELLO_PGN = '[Event "x"]\n[Black "a"]\n[White "b"]\n\n1. f5 d6 2. c3\n\n'


@pytest.mark.parametrize(
    ("own", "other", "name"),
    [
        (OTHELLO_SGF, GO_SGF, "Go"),
        (OTHELLO_SGF, "(;SZ[9];B[cd];W[ec](;B[aa])(;B[bb]))", "Go"),
        (OTHELLO_SGF, "(;GM[11]SZ[8];B[cd])", "Hex"),
        (OTHELLO_GGF, "(;GM[Amazons]PB[x]PW[z]B[J4-I4-J5];)", "Amazons"),
        (OTHELLO_GGF, "(;GM[]PB[x]PW[z]B[f5];)", ""),
        (OTHELLO_PGN, '[Event "y"]\n[White "x"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5\n\n', "chess"),
        (OTHELLO_PGN, '[Event "y"]\n[Variant "Hex"]\n\n1. d4 c3\n\n', "Hex"),
    ],
)
@pytest.mark.parametrize("between", ["", "\n", "\nMatch 2 (final)\n"])
@pytest.mark.parametrize("at", [0, 1, 2])
def test_a_match_of_another_game_is_refused_alone(
    own: str, other: str, name: str, between: str, at: int
) -> None:
    if own is OTHELLO_PGN and between:
        return
    texts = [own, own]
    texts.insert(at, other)
    matches = found(between.join(texts))
    assert len(matches) == 3
    for place, one in enumerate(matches):
        if place == at:
            assert one.wrong is not None
            assert (one.wrong.key, one.wrong.word) == ("game", name)
        else:
            assert (moves(one), one.players) == ("f5 d6 c3", ("a", "b"))


def test_names_in_tags_are_whole() -> None:
    head = '[Event "Country ???"]\n[Site "C4 [x] (y), \\\\"]\n[Date "2019.??.??"]\n[Round "?"]\n'
    (one,) = found(f'{head}[Black "?! A."]\n\n1. f5 d6')
    assert one.place == "Country ???, C4 [x] (y), \\, 2019"
    assert one.players == ("?! A.", "")
    (one,) = found("(;PB[Anna (C4), x.]PW[?]GM[Othello]B[f5]W[d6];)")
    assert one.players == ("Anna (C4), x.", "?")
    (one,) = found("(;GM[2]PB[a\\:b\\\\\\]c (;)]PW[d[e];B[cd])")
    assert one.players == ("a:b\\]c (;)", "d[e")


def test_pgn_tags_without_moves_are_a_match_of_their_own() -> None:
    head = '[Event "y"]\n[FEN "W:W31:B1"]\n\n'
    first, second = found(head + OTHELLO_PGN)
    assert first.wrong is not None
    assert (first.wrong.key, first.place, second.place) == ("start", "y", "x")
    assert moves(second) == "f5 d6 c3"
    assert refused(head) == ("start", "")


def test_what_read_writes_is_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "a.ggf"
    file.write_text("(;GM[Othello]PB[a]PW[b]B[f5]W[d6];)" * 2, "utf-8")
    assert main(("read", str(file))) == 0
    written = capsys.readouterr().out
    assert [one.players for one in found(written)] == [("a", "b")] * 2


def test_a_file_with_a_link_is_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = Match(BY_KEY["othello"])
    match.read_moves("f5 d6")
    file = tmp_path / "message.txt"
    file.write_text(f"Your move: https://x.y/#{fragment(match, match.to_record())}", "utf-8")
    assert main(("read", str(file))) == 0
    assert json.loads(capsys.readouterr().out)["moves"] == "f5 d6"


# -- what is none is named -------------------------------------------------------------------------


OTHER_POSITIONS = [
    f"8/8/8/3pP3/3Pp3/8/8/8[{'P' * 32}{'p' * 32}] w 0 1",
    "8/8/8/8/8/8/8/8[Qq] w - - 0 1",
    "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R[Qp] b KQkq e3 1 2",
    "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R/Qp b KQkq - 1 2",
    'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - bm e2a6; id "x";',
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    "position sfen 8l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L w Sbgn3p 124",
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1",
    "3b2b3/10/10/b8b/10/10/w8w/10/10/3w2w3 w",
    "My puzzle (chess):\n4k2r/6pp/8/8/8/8/6PP/4K2R w - - 0 1",
    "W:W31,32,33,34:B1,2,3,K4",
    "W:W31-50:B1-20",
    "B:W18,24,K10:B12,16,20,K29.",
    "B:Wa1,a3,b2,c1:Ba7,b6,Kb8",
    "\n".join(["......", "......", "..OX..", "..XO..", "......", "......"]),
    "\n".join([*["." * 10] * 4, "....OX....", "....XO....", *["." * 10] * 4]),
    "\n".join([*[". " * 9] * 4, ". . X O . . . . .", *[". " * 9] * 4]),
    "\n".join([*["+ " * 19] * 9, f"+ X O {'+ ' * 16}", *["+ " * 19] * 9]),
]
"""Positions of chess, its variants, shogi, xiangqi, Ataxx, Amazons and draughts, and of Othello and
Go on other boards."""


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ("0" * 27 + "120000002" + "1" + "0" * 27, ("position", "")),
        ("\n".join(BOARD.split()[:7]), ("position", "")),
        ("--------\n" + "\n".join(BOARD.split()), ("position", "")),
        ("-" * 27 + "OX------XO" + "-" * 29 + " X", ("position", "")),
        ("8/8/8/3wb3/3bw3/8/8/8 b", ("position", "")),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", ("position", "")),
        *((text, ("position", "")) for text in OTHER_POSITIONS),
        ("<!DOCTYPE html><p>f5d6c3", ("page", "HTML")),
        ("<?xml version='1.0'?><a/>", ("data", "XML")),
        ("<svg xmlns=''/>", ("image", "SVG")),
        ('{"a": 1}', ("data", "JSON")),
        ('{"moves": [{"x": 1}]}', ("data", "JSON")),
        (b"\x89PNG\r\n\x1a\n" + bytes(9), ("image", "PNG")),
        (b"\xff\xd8\xff\xe0", ("image", "JPEG")),
        (b"RIFF\0\0\0\0WEBPVP8 ", ("image", "WebP")),
        (b"\0\0\0\x18ftypheic", ("image", "HEIF")),
        (b"\0\0\0\x18ftypisom", ("media", "MP4")),
        (b"PK\3\4\x14\0", ("packed", "ZIP")),
        (b"\x1f\x8b\x08\1\2", ("packed", "gzip")),
        (b"%PDF-1.7\n", ("document", "PDF")),
        (b"SQLite format 3\0", ("data", "SQLite")),
        (b"\x7fELF\0\1", ("file", "")),
    ],
)  # fmt: skip
def test_what_is_no_match_is_named(data: bytes | str, said: tuple[str, str]) -> None:
    assert refused(data) == said


@settings(max_examples=200, deadline=None)
@given(st.text(st.sampled_from('f5d6c3 \n.-1(){}[];"B2x:pa'), max_size=60))
@example("f5d6" + "pa" * 5000)
@example("(" * 5000 + "f5")
@example("{" * 5000 + "f5")
@example("[" * 50_000)
@example("(;GM[2]" + "(;B[cd]" * 5000)
@example("1" * 50_000)
@example('[a "' * 5000)
def test_any_text_is_read_or_refused(text: str) -> None:
    matches: list[ForeignMatch] = []
    with suppress(BadRecord):
        matches = list(read_foreign(text, FORMATS) or ())
    for one in matches[:3]:
        with suppress(BadRecord):
            one.play()
