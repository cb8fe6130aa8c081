"""Readers raise only their declared errors for long runs of digits, signs, blanks and quotes."""

import json
from contextlib import suppress
from io import BytesIO
from random import Random

import pytest

from flipside.rules.arena.contest import BadFile, Series, Terms
from flipside.rules.catalogue import BY_KEY, FORMATS
from flipside.rules.cli.commands import main
from flipside.rules.cli.gtp import Engine, gtp_lines
from flipside.rules.contract.diagram import BadPosition, parse_diagram
from flipside.rules.engine.analysis.review import SavedMoment, SavedReview, saved_moments
from flipside.rules.engine.search import LEVELS
from flipside.rules.match import reading
from flipside.rules.match.any_text import read_any
from flipside.rules.match.formats import decoded
from flipside.rules.match.match import Match
from flipside.rules.match.reading import finished
from flipside.rules.match.record import BadRecord

LONG = 200_000

SIGNS = "9 0 1 - + . , ; : ( [ { ) ] } < > \" ' \\ / | # % & = _ * x X e"
SIGNS += " a1 f5 1. {} [] () 1e999999 -1 0x 2026-13-45 \u0669 \u00b2 \u2460 \uff19"

RUNS = {sign: sign for sign in SIGNS.split()} | {
    "blank": " ",
    "tab": "\t",
    "line end": "\n",
    "return": "\r",
    "wide": "\u3000",
    "unseen": "\u200b",
    "half": "\ud800",
}

MIXED = "".join(Random(7).choices([*RUNS.values(), "9" * 40, "[[[", "{{{", "d3", '"a":'], k=60_000))

BOARD = f"{'-' * 27}OX------XO{'-' * 27}"

PLACES = (
    "{}",
    "1. d3 {} c3",
    "{} d3 c3 c4",
    "Wing | {}\nTiger | f5d6c3d3c4",
    '{{"moves":"f5d6","n":{}}}',
    '{{"moves":"f5 {}"}}',
    '{{"moves":["f5","{}"]}}',
    '{{"board":"{}","turn":"X"}}',
    '{{"number":1,"contradicts":false,"seed":{}}}',
    "[{}]",
    "(;GM[2]SZ[8];B[cd];W[{}])",
    "(;GM[2]SZ[{}];B[cd])",
    "(;GM[{}]SZ[8];B[cd])",
    "(;GM[Othello]RE[{}]B[f5];)",
    "(;GM[Othello]BO[{}]B[f5];)",
    "(;{}GM[Othello]B[f5];)",
    '[Black "{}"]\n\n1. f5 d6',
    '[Black "a"]\n[Result "{}"]\n\n1. f5 {} d6',
    BOARD + " X {}",
    BOARD + " {}",
    "<table><tr><td>{}</td></tr></table> &#{};",
    "https://example.org/#m={}.AAAA",
    "Flipside {}",
    "8/8/{}/8",
    *(
        f"Flipside 1\ngame othello\n{line}"
        for line in (
            "seed {}",
            "seats {}",
            "options cap={}",
            "clock {}+5 5+0",
            "clock 5+0 5+0\nleft {}.000 1.000",
            "clock 9s 9s friendly\nthought {}",
            "post {}",
            "at {}",
            "gave-up {}",
            "position {}",
            "moves {}",
            "moves d3\nline {} c3",
        )
    ),
)


def run_of(sign: str, length: int = LONG) -> str:
    return sign * (length // len(sign))


def read_and_play(text: str, now: Match | None = None) -> None:
    with suppress(BadRecord):
        for one in (read_any(text, FORMATS, BY_KEY, now=now) or ())[:3]:
            one.play()


@pytest.mark.parametrize("kind", RUNS)
def test_a_run_is_read_or_refused(kind: str) -> None:
    run = run_of(RUNS[kind])
    read_and_play(run)
    read_and_play(f"1. d3 {run} c3")
    read_and_play(run[:2_000], Match(BY_KEY["contactic"]))


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("run", [run_of("9"), MIXED], ids=["digits", "mixed"])
def test_a_run_in_any_place_is_read_or_refused(place: str, run: str) -> None:
    parts = place.split("{}")
    parts = [part.replace("{{", "{").replace("}}", "}") for part in parts]
    for now in (None, Match(BY_KEY["othello"]), Match(BY_KEY["switch"])):
        read_and_play(run[: LONG if now is None else 6_000].join(parts), now)


@pytest.mark.parametrize("one", FORMATS, ids=lambda one: one.key)
@pytest.mark.parametrize("run", [run_of("9"), run_of("[{(", 30_000), MIXED], ids="abc")
def test_every_format_alone(one, run: str) -> None:  # type: ignore[no-untyped-def]
    begin = Match(BY_KEY["othello"]).restarted
    for text in (run, f"f5 {run}", f'{{"moves":[{run}]}}', f"(;GM[2]{run})", f"{BOARD} X\n{run}"):
        try:
            finished(one.read(text))
            if one.bare is not None:
                finished(one.bare(text, begin))
        except BadRecord:
            continue
        data = decoded(run.encode("utf-8", "replace"))
        assert one.names(data) is None


@pytest.mark.parametrize("key", BY_KEY)
@pytest.mark.parametrize("run", [run_of("9"), run_of(" "), run_of("-"), MIXED], ids="abcd")
def test_a_run_is_a_diagram_or_none(key: str, run: str) -> None:
    game = BY_KEY[key]
    for text in (run, f"X {run}", f"{BOARD} {run}"):
        with suppress(BadPosition):
            parse_diagram(game, game.choices({}), text)


@pytest.mark.parametrize(
    "run", ["9" * 60_000, "-" * 60_000, "." * 60_000, MIXED[:40_000]], ids="abcd"
)
def test_an_engine_answers_every_line(run: str) -> None:
    engine = Engine(Match(BY_KEY["othello"]), LEVELS[0], lambda: 0.0)
    run = run.replace("\n", " ")
    for words in ("", "komi", "boardsize", "time_settings 1 1", "time_left b 1", "play b", "undo",
                  "genmove", "loadsgf", "loadsgf x", "set_position", "gogui-setup b"):  # fmt: skip
        for line in gtp_lines(BytesIO(f"{words} {run}\n".encode("utf-8", "replace"))):
            assert engine.answer(line)[:1] in ("?", "=", "")


@pytest.mark.parametrize("run", ["9" * 100_000, "-" * 100_000, "[" * 100_000], ids="abc")
def test_the_command_line_refuses_in_a_sentence(
    run: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for words in (
        (run,),
        ("show", run),
        ("show", "othello", f"--seed={run}"),
        ("show", "othello", f"--option={run}"),
        ("show", "othello", f"--option=cap={run}"),
        ("show", "othello", f"--position={run}"),
        ("show", "othello", f"--moves={run}"),
        ("perft", "othello", run),
        ("best", "othello", f"--depth={run}"),
        ("best", "othello", f"--seconds={run}"),
        ("best", "othello", f"--level=depth{run}"),
        ("problems", "othello", f"--number={run}"),
        ("read", "-", f"--number={run}"),
        ("match", "othello", f"--first={run}", "--second=level1"),
    ):
        assert main(words) == 2, words[:2]
        told = capsys.readouterr()
        assert told.out == ""
        assert told.err.startswith("rules: ")


@pytest.mark.parametrize("line", ["9" * 6_000, '{"match":' + "9" * 6_000 + "}", "[" * 60_000, "{}"])
def test_a_file_of_matches_is_refused(tmp_path, line: str) -> None:  # type: ignore[no-untyped-def]
    file = tmp_path / "series.jsonl"
    terms = Terms(LEVELS[0], LEVELS[1], {}, 0, 0, 1.0, "")
    head = Series(BY_KEY["othello"], terms, 2, file)
    first = json.dumps(head.head())
    for text in (f"{line}\n", f"{first}\n{line}\n"):
        file.write_text(text, "utf-8")
        with suppress(BadFile):
            Series(BY_KEY["othello"], terms, 2, file)


def test_a_review_leaves_such_lines_out() -> None:
    match = Match(BY_KEY["othello"])
    for run in (run_of("9"), MIXED):
        saved = SavedReview(run, (SavedMoment(0, 1, False, ("d3",), True, None),))
        assert saved_moments(saved, match, {0}) == {}


def test_numbers_are_bounded() -> None:
    assert reading.whole_number("0" * 17 + "7") == 7
    for word in ("9" * 19, "9" * LONG, "", "-1", "+1", "1.0", " 1", "\u00b2", "\u0661", "1_0"):
        assert reading.whole_number(word) is None
    assert reading.decimal("2,5e1") == reading.decimal("25.") == 25.0
    for word in ("9" * LONG, "", ".", "1e999", "nan", "inf", "1_0", "\u0661", " 1"):
        assert reading.decimal(word) is None
    decode = reading.json_decoder().decode
    assert decode("[-5, 1234567890123456789012]") == [-5, 1234567890123456789012.0]
    assert decode("9" * LONG) == float("inf")
