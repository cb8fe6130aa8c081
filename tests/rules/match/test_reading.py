"""Tests of reading in steps: equal results, linear work, small steps, little memory."""

import re
import sys
import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flipside.rules.catalogue import BY_KEY, FORMATS
from flipside.rules.match import reading
from flipside.rules.match.any_text import read_any, read_any_in_steps
from flipside.rules.match.reading import LINE_ENDS, blocks_of, finished, found_in, lines_of
from flipside.rules.match.record import BadRecord

BOARD = f"{'-' * 27}OX------XO{'-' * 27} X\n"
ROWS = "--------\n" * 3 + "---OX---\n---XO---\n" + "--------\n" * 3 + "X to move\n\n"

# The beginning of a text, and the part that is repeated after it.
KINDS = {
    "line ends": ("", "\n"),
    "Windows": ("", "\r\n"),
    "old Macs": ("", "\r"),
    "letters": ("", "X\n"),
    "rulers": ("", "--------\n"),
    "moves": ("", "d3 c3\n"),
    "a move": ("", "f5\n"),
    "numbered": ("", "1. f5 d6 2. c3 d3\n"),
    "names": ("", "Wing | f5d6c3\n"),
    "objects": ("", "{}\n"),
    "matches in JSON": ("", '{"moves":"f5d6"}\n'),
    "one list": ("[", '{"moves":"f5d6"},'),
    "one object": ('{"games":[', '{"moves":"f5d6"},'),
    "lists in lists": ("", '{"a":['),
    "blanks": ("", " "),
    "tabs": ("", "\t"),
    "numbers": ("", "1. "),
    "beginnings": ("", "(;"),
    "GGF": ("", "(;GM[Othello]PB[a]PW[b]B[f5]W[d6];)\n"),
    "SGF": ("", "(;GM[2]SZ[8];B[cd];W[ec])\n"),
    "SGF without ends": ("", "(;GM["),
    "values without end": ("(;GM[2]", "a["),
    "values never closed": ("(;GM[2]", "a[\\]"),
    "one key": ("(;GM[2]", "a"),
    "PGN": ("", '[Black "a"]\n\n1. f5 d6 *\n'),
    "tags": ("", '[a "b"]\n'),
    "boards": ("", BOARD),
    "drawn boards": ("", ROWS),
    "below a board": (BOARD, "x\n"),
    "far below a board": (BOARD, "\n"),
    "remarks": (BOARD, "; % x\n"),
    "columns": ("", "a b c d e f g h\n"),
    "tables": ("", "<tr><td>X</td><td>O</td></tr>"),
    "brackets": ("f5 ", "("),
    "asides": ("f5 ", "(d6)"),
    "braces": ("f5 ", "{d6} "),
    "comments": ("f5 ", "; word\n"),
    "comments alone": ("", "// f5\n"),
    "numbered with semicolons": ("", "1. f5 d6 ; c3 d3\n"),
    "long numbered with semicolons": ("", "1. f5 d6 2. c3 d3 ; a good move here 3. c4\n"),
    "long names": ("", "Wing of the tiger line | f5d6c3d3c4f4f6\n"),
    "columns in a line": ("", "a|" * 900 + "f5d6c3\n"),
    "moves in a line": ("", "| f5 " * 300 + "\n"),
    "asides in a line": ("", "f5 d6 " + "{c3} " * 300 + "\n"),
    "brackets in a line": ("", "a (b " * 300 + "| f5d6c3\n"),
    "quotes": ("", '"f5d6c3d3c4f4c5b3c2e3d2c6b4b5f2e6f3g4f6e2",\n'),
    "tabs in lines": ("", "\t" * 7 + "\n"),
    "odd moves": ("f5d6c3\n", "f5 d9 c3 i4 c4 f4 f9 d6 c3 d3 c4 k2 e3 d2\n"),
    "rooms": ("", "the match was played in room f5 and then\n"),
    "percents": ("", "%25"),
    "line separators": ("", "\u2028"),
    "one line": ("", "f5"),
    "one line of words": ("f5 ", "word "),
    "positions": ("", "DLDLDLDLDLDL.LDLDLDLDLDLD L\n"),
}


def text_of(kind: str, length: int) -> str:
    first, again = KINDS[kind]
    return first + again * ((length - len(first)) // len(again))


class Work:
    """Counts function calls while a text is read: in total, and the maximum between two steps."""

    def __init__(self) -> None:
        self.calls = self.most = self.steps = self._before = 0

    def step(self) -> None:
        self.steps += 1
        self.most, self._before = max(self.most, self.calls - self._before), self.calls

    @contextmanager
    def counted(self) -> Iterator[None]:
        def count(frame: object, event: str, argument: object) -> None:
            self.calls += event in ("call", "c_call")

        before = sys.getprofile()
        sys.setprofile(count)
        try:
            yield
        finally:
            sys.setprofile(before)


def work_on(text: str) -> Work:
    work = Work()
    with work.counted(), suppress(BadRecord):
        for _ in read_any_in_steps(text, FORMATS, BY_KEY):
            work.step()
    work.step()
    return work


@pytest.mark.parametrize("kind", KINDS)
def test_work_grows_with_the_length_alone(kind: str) -> None:
    once, twice = (work_on(text_of(kind, length)) for length in (9_000, 18_000))
    assert twice.calls < 2.3 * once.calls + 4_000
    assert twice.most < 1.3 * once.most + 15_000, "a step of a longer text takes no longer"
    assert max(once.most, twice.most) < 80_000, "a step takes some milliseconds"


@pytest.mark.parametrize("kind", KINDS)
def test_a_long_text_is_read_to_its_end(kind: str) -> None:
    """With quadratic regular expressions this test would not end."""
    with suppress(BadRecord):
        read_any(text_of(kind, 80_000), FORMATS, BY_KEY)


def test_short_lines_are_many_or_long() -> None:
    """A long list of matches is read; a list of short lines is refused without parsing."""
    line = "f5d6c3d3c4f4c5b3c2e3d2c6b4b5f2e6f3g4f6e2\n"
    assert len(read_any(line * 25_000, FORMATS, BY_KEY) or ()) == 25_000
    for short in ("f5d6c3\n", "1. f5 d6 ; c3 d3\n", "Wing | f5d6c3\n"):
        with pytest.raises(BadRecord) as wrong:
            read_any(short * 25_000, FORMATS, BY_KEY)
        assert wrong.value.key == "long"


MEMORY = (
    "long names", "line ends", "letters", "rulers", "moves", "objects", "SGF", "GGF", "boards",
    "PGN",
)  # fmt: skip


@pytest.mark.parametrize("kind", MEMORY)
def test_memory_is_a_small_multiple_of_the_text(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The text is long and has too many matches."""
    for module in ("any_text", "formats"):
        monkeypatch.setattr(f"flipside.rules.match.{module}.MAX_TEXT_MATCHES", 600)
    monkeypatch.setattr("flipside.rules.games.othello.formats.transcript._MAX_LINES", 1_200)
    monkeypatch.setattr("flipside.rules.games.othello.formats.transcript._MAX_SHORT_LINES", 240)
    monkeypatch.setattr(
        "flipside.rules.games.othello.formats.json_moves._WINDOW_CHARACTERS", 12_000
    )
    text = text_of(kind, 100_000)
    tracemalloc.start()
    with suppress(BadRecord):
        read_any(text, FORMATS, BY_KEY)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 12 * len(text)


# -- the parts that readers are made of ------------------------------------------------------------

LINES = st.text(st.sampled_from(["a", "1", " ", *LINE_ENDS]), max_size=60)


@given(LINES, st.integers(1, 9))
def test_blocks_are_whole_lines(text: str, size: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reading, "_BLOCK_CHARACTERS", size)
        blocks = list(blocks_of(text))
        assert "".join(blocks) == text
        assert [line for block in blocks for line in block.splitlines()] == text.splitlines()
        told = [line for line in lines_of(text) if line is not None]
        lines = enumerate(text.splitlines(), 1)
        assert told == [(number, line) for number, line in lines if line.strip()]


@given(LINES, st.integers(1, 9))
def test_a_pattern_is_found_in_all_its_places(text: str, size: int) -> None:
    pattern = re.compile(r"a1?|(?<=\n)1")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reading, "_WINDOW_CHARACTERS", size)
        found = [one.span() for one in found_in(pattern, text, 2) if one is not None]
        assert found == [one.span() for one in pattern.finditer(text)]
        first = finished(reading.first_found(pattern, text, 2))
        assert (first and first.span()) == (found[0] if found else None)
