"""Moves of Othello as people write them: rows such as f5d6c3, alone or among a few other words.

A text may hold one match, on one line or on many, or one on each line. Nothing is taken for a move
that may be none: a text in which that is not certain is refused.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

from rules.contract.position import PASS
from rules.games.othello.formats.results import LONGEST_RESULT, RESULT, of_words
from rules.match.formats import (
    MAX_TEXT_MATCHES,
    NO_NOTES,
    Data,
    FinalPoints,
    ForeignMatch,
    FormatNotes,
    FormatReader,
)
from rules.match.match import Match
from rules.match.record import MAX_PLIES, MAX_RECORD_CHARACTERS, BadRecord, parse_moves

Begin = Callable[[], Match]
"""Gives a match before its first move."""

SQUARES = 64

FEWEST = 3
"""Moves of a match that stands among other words; squares alone may be named in a sentence."""

MOST_LINES = 4 * MAX_TEXT_MATCHES

MENDED = 100
"""Lines that may go on with the match of the line before, at most; each such line is played."""

_COMMENT = re.compile(r"\{[^{}]*+\}|\$[0-9]++")

_ASIDE = re.compile(r"\([^()]*+\)")

_MOVE = re.compile(r"[a-h][1-8]|pass|pa|ps", re.IGNORECASE)

_TOKEN = re.compile(
    r"""(?P<number>[0-9]{1,3}+[ \t]*+(?:\.++|…|\))(?![0-9]))
    |(?P<moves>(?:[a-h][1-8]|pass|pa|ps)++(?![^\W_]))
    |(?P<dashes>--++)
    |(?P<digits>[0-9]++(?:[.:/-][0-9]++)*+(?![^\W_]))
    |(?P<word>[^\W_]++)""",
    re.IGNORECASE | re.VERBOSE,
)
"""What counts in a line; all other signs only stand between these."""

_ODD = re.compile("^[a-z][0-9]{1,2}$|[a-h][1-8]", re.IGNORECASE)
"""In a word that is no row of moves: what may be a move that is written wrongly."""

_SQUARE = re.compile("[a-hA-H][1-8]")

_ROW = re.compile("(?:[a-h][1-8]){2}", re.IGNORECASE)

_MISWRITTEN = re.compile(f"^[a-z][0-9]{{1,2}}$|{_ROW.pattern}", re.IGNORECASE)
"""In such a word: what is more than likely one."""

_BARE = re.compile(r"(?:[a-hA-H][1-8][ \t,;|]*+)++")
"""The most frequent form of a line, which is read faster."""

_PASS = "pass"


@dataclass
class Row:
    """One line of a text."""

    line: str
    moves: list[str]
    """Names of squares, and a pass where one is claimed to be due."""
    number: int | None = None
    """The number at the beginning."""
    label: str = ""
    """Words that are no moves."""
    broken: bool = False
    """Whether something in it may be a move, or may be none."""
    miswritten: bool = False
    """Whether all its words look like moves that are written wrongly, such as c9."""
    ending: str = ""
    """The result at its end."""

    @cached_property
    def placed(self) -> int:
        """How many discs its moves place."""
        return sum(move != _PASS for move in self.moves)

    @property
    def counts(self) -> bool:
        """Whether it is a part of a match, and not only blanks or words."""
        return bool(self.moves or self.broken or self.ending)


def row_of(line: str) -> Row:
    """Read one line."""
    bare = line.strip()
    if _BARE.fullmatch(bare):
        return Row(bare, _SQUARE.findall(bare.lower()))
    ending = RESULT.search(line, max(0, len(line) - LONGEST_RESULT))
    inside = line if ending is None else line[: ending.start()]
    row = Row(bare, [], ending="" if ending is None else ending.group())
    words: list[str] = []
    runs, odd, number = 0, 0, 0
    open_run, before = False, ""
    for token in _TOKEN.finditer(inside):
        kind, word = str(token.lastgroup), token.group()
        if kind == "digits" and word.isdigit() and (int(word) == number + 1 or not row.moves):
            kind = "number"
        if kind == "number":
            number = int(re.match("[0-9]+", word).group())  # type: ignore[union-attr]
            row.number = number if row.number is None and not row.moves else row.number
        elif kind == "dashes":
            # Where moves are numbered by colour, this only fills the first player's place.
            row.moves += [_PASS] * (before != "number")
        elif kind == "moves":
            found = [move.lower() for move in _MOVE.findall(word)]
            squares = [move for move in found if len(move) == 2 and move[1].isdigit()]
            if squares and not open_run:
                runs, open_run = runs + 1, True
            if squares or before != "number":
                row.moves += [move if move in squares else _PASS for move in found]
        else:
            words.append(word)
            open_run = False
            odd += _ODD.search(word) is not None
        before = kind
    if words:
        row.label = " ".join(words)
        while row.moves and row.moves[-1] == _PASS:
            row.moves.pop()
        while row.moves and row.moves[0] == _PASS:
            row.moves.pop(0)
    row.miswritten = 0 < odd == len(words) and (runs > 0 or all(map(_MISWRITTEN.search, words)))
    row.broken = (
        row.miswritten
        or (bool(words) and (runs > 1 or (odd > 0 and runs > 0)))
        or any(map(_ROW.search, words))
    )
    return row


def rows_of(text: str) -> Iterator[Row]:
    """The lines of a text without its comments."""
    text = _COMMENT.sub(" ", text)
    if "(" in text and _MOVE.search(without := _ASIDE.sub(" ", text)):
        text = without
    for line in text.splitlines():
        if len(line) > MAX_RECORD_CHARACTERS:
            raise BadRecord("long")
        yield row_of(line)


# -- playing ---------------------------------------------------------------------------------------


def played(rows: Iterable[Row], begin: Begin) -> Match:
    """The match of the moves of some lines, in which forced passes may be left out; BadRecord at
    the first that is not possible."""
    match = begin()
    for row in rows:
        if row.broken:
            raise BadRecord("line", row.line)
        for word in row.moves:
            play_word(match, word)
    return match


def play_word(match: Match, word: str) -> None:
    """Make a move or pass; passes at the end of a match are no moves."""
    passes = word == _PASS
    if passes and match.result() is not None:
        return
    if not passes:
        match.pass_if_forced()
    ply = match.ply + 1
    if ply > MAX_PLIES:
        raise BadRecord("plies", ply=MAX_PLIES)
    if match.result() is not None:
        raise BadRecord("over", word, ply)
    found = parse_moves(match.position, word)
    if found is None or (found[0] == PASS) != passes:
        raise BadRecord("move", word, ply)
    match.play(found[0])


def _playable(rows: Sequence[Row], begin: Begin) -> Match | None:
    """The match of these lines, None if it is none."""
    squares = [move for row in rows for move in row.moves if move != _PASS]
    if len(squares) > SQUARES or len(set(squares)) < len(squares):
        return None
    try:
        return played(rows, begin)
    except BadRecord:
        return None


# -- one match, or several -------------------------------------------------------------------------


def read_with(begin: Begin) -> FormatReader:
    """How to read bare moves of matches that begin like this one."""

    def read(data: Data, beside: FormatNotes = NO_NOTES) -> Sequence[ForeignMatch] | None:
        return read_moves(data, begin) if isinstance(data, str) else None

    return read


def read_moves(text: str, begin: Begin) -> Sequence[ForeignMatch] | None:
    """The matches in a text, None for a text without moves; BadRecord where it is not certain which
    words are moves."""
    if _SQUARE.search(text) is None:
        return None
    if text.count("\n") > MOST_LINES:
        raise BadRecord("long")
    lines = list(rows_of(text))
    if sum(row.placed for row in lines) == 0 and not any(row.miswritten for row in lines):
        return None
    matches = _matches(lines, begin)
    if len(matches) > MAX_TEXT_MATCHES:
        raise BadRecord("long")
    if len(matches) > 1:
        # A single square may be a room, and several lines of that may be about rooms.
        if any(row.label and row.placed == 1 for row in lines):
            raise BadRecord("prose")
        return [_foreign(one, begin, _place(one)) for one in matches]
    _check_words(lines, matches[0], begin)
    return [_foreign(matches[0], begin)]


def _check_words(lines: Sequence[Row], rows: Sequence[Row], begin: Begin) -> None:
    """BadRecord unless it is certain which of the words of one match are its moves."""
    labelled = [row for row in lines if row.label]
    if labelled and all(row.miswritten for row in labelled):
        raise BadRecord("line", labelled[0].line)
    if not labelled:
        return
    placed = sum(row.placed for row in rows)
    broken = any(row.broken for row in rows)
    if broken or placed < FEWEST or _playable(rows, begin) is None:
        raise BadRecord("prose")


def _place(rows: Sequence[Row]) -> str:
    return rows[0].label or rows[0].line


def _foreign(rows: Sequence[Row], begin: Begin, place: str = "") -> ForeignMatch:
    said: FinalPoints | None = None
    if rows[-1].ending:
        said = of_words(rows[-1].ending, 4 + sum(row.placed for row in rows))
    return ForeignMatch(partial(played, rows, begin), place=place, announced=said)


def _matches(lines: Sequence[Row], begin: Begin) -> list[list[Row]]:
    """The lines of each match. Groups of lines with other lines between them are matches of their
    own if they begin like one."""
    first = begin()
    names = {first.position.name(move) for move in first.legal()}
    groups: list[list[Row]] = [[]]
    for row in lines:
        if row.label or not row.counts:
            groups.append([])
        if row.counts:
            groups[-1].append(row)
    groups = [group for group in groups if group]
    whole = [row for group in groups for row in group]
    begun = [_begins(group[0], names) for group in groups]
    if len(groups) == 1 or sum(begun) < 2 or _is_one(groups, all(begun), begin):
        return _split(whole, names, begin)
    return [match for group in groups for match in _split(group, names, begin)]


def _begins(row: Row, names: set[str]) -> bool:
    return bool(row.moves) and row.moves[0] in names


def _split(rows: list[Row], names: set[str], begin: Begin) -> list[list[Row]]:
    """The lines of one match, or of several of which each begins with a line."""
    begun = [_begins(row, names) for row in rows if row.moves]
    if sum(begun) < 2:
        return [rows]
    if _is_one([[row] for row in rows if row.moves], all(begun), begin):
        return [rows]
    found: list[list[Row]] = []
    mended = 0
    for row in rows:
        if found and not row.moves and not row.broken:
            found[-1].append(row)
            continue
        if found and not _begins(row, names) and mended < MENDED:
            mended += 1
            if _playable([*found[-1], row], begin):
                found[-1].append(row)
                continue
        found.append([row])
    return found


def _is_one(parts: Sequence[Sequence[Row]], all_begin: bool, begin: Begin) -> bool:
    """Whether parts of a text, which can be matches of their own, are one match together."""
    rows = [row for part in parts for row in part]
    match = _playable(rows, begin)
    if match is None:
        return False
    # One move alone rather ends the match that the line before began.
    long = all(sum(row.placed for row in part) > 1 for part in parts)
    alone = all_begin and long and all(_playable(part, begin) for part in parts)
    return not alone or match.result() is not None or _numbered_through(rows)


def _numbered_through(rows: Sequence[Row]) -> bool:
    """Whether lines are numbered as the moves of one match are, one or two on a line."""
    numbers = [row.number for row in rows]
    placed = {row.placed for row in rows[:-1]}
    return numbers == list(range(1, len(numbers) + 1)) and placed in ({1}, {2})
