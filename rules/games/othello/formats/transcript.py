"""Reader of bare moves: rows such as f5d6c3, alone or among a few other words. A text may hold one
match, on one line or several, or one match a line. Where it is uncertain which words are moves, the
text is refused with `BadRecord`."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

from flipside.rules.contract.position import PASS, Player
from flipside.rules.games.othello.formats.results import MAX_RESULT_LENGTH, RESULT, parse_points
from flipside.rules.match.formats import MAX_TEXT_MATCHES, ForeignMatch, FoundMatches
from flipside.rules.match.match import Match
from flipside.rules.match.record import MAX_PLIES, MAX_RECORD_CHARACTERS, BadRecord, parse_moves

MatchFactory = Callable[[], Match]
"""Function that returns a match before its first move."""

_BOARD_SQUARES = 64

_MIN_MOVES = 3
"""Least moves of a match among other words; a sentence may name single squares."""

_MAX_LINES = 4 * MAX_TEXT_MATCHES

_MAX_CONTINUATIONS = 100
"""Most lines tried as a continuation of the line before; each try plays the match."""

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
"""Tokens of a line; all other characters separate them."""

_ODD = re.compile("^[a-z][0-9]{1,2}$|[a-h][1-8]", re.IGNORECASE)
"""Matches words that may be a miswritten move."""

_SQUARE = re.compile("[a-hA-H][1-8]")

_ROW = re.compile("(?:[a-h][1-8]){2}", re.IGNORECASE)

_MISWRITTEN = re.compile(f"^[a-z][0-9]{{1,2}}$|{_ROW.pattern}", re.IGNORECASE)
"""Matches words that are very likely a miswritten move."""

_BARE = re.compile(r"(?:[a-hA-H][1-8][ \t,;|]*+)++")
"""The most frequent form of a line, for a faster path."""

_PASS = "pass"


@dataclass
class TextLine:
    """The parts of one line of text."""

    line: str
    moves: list[str]
    """Names of squares, and "pass" where the text has one."""
    number: int | None = None
    """The move number at the beginning."""
    label: str = ""
    """The words that are no moves."""
    broken: bool = False
    """Whether it is uncertain which words are moves."""
    miswritten: bool = False
    """Whether all words look like miswritten moves, such as c9."""
    ending: str = ""
    """The result at the end."""

    @cached_property
    def placed(self) -> int:
        """The number of discs that its moves place."""
        return sum(move != _PASS for move in self.moves)

    @property
    def counts(self) -> bool:
        """Whether it is part of a match: it has moves or a result, or may have moves."""
        return bool(self.moves or self.broken or self.ending)


def parse_line(line: str) -> TextLine:
    """Parse one line."""
    bare = line.strip()
    if _BARE.fullmatch(bare):
        return TextLine(bare, _SQUARE.findall(bare.lower()))
    ending = RESULT.search(line, max(0, len(line) - MAX_RESULT_LENGTH))
    inside = line if ending is None else line[: ending.start()]
    row = TextLine(bare, [], ending="" if ending is None else ending.group())
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


def parse_lines(text: str) -> Iterator[TextLine]:
    """Yield the parsed lines of a text without its comments; raises `BadRecord` for a line that is
    too long."""
    text = _COMMENT.sub(" ", text)
    if "(" in text and _MOVE.search(without := _ASIDE.sub(" ", text)):
        text = without
    for line in text.splitlines():
        if len(line) > MAX_RECORD_CHARACTERS:
            raise BadRecord("long")
        yield parse_line(line)


# -- playing ---------------------------------------------------------------------------------------


def play_lines(rows: Iterable[TextLine], begin: MatchFactory) -> Match:
    """Play the moves of some lines, which may leave out forced passes; raises `BadRecord` at the
    first line that is uncertain and the first move that is illegal."""
    match = begin()
    for row in rows:
        if row.broken:
            raise BadRecord("line", row.line)
        for word in row.moves:
            play_word(match, word)
    return match


def play_word(match: Match, word: str, player: Player | None = None, shown: str = "") -> None:
    """Play a move or a pass, of that `player` if it is told; passes after the end are ignored.
    Raises `BadRecord`, with the word as it is `shown`, for an illegal move, a move after the end,
    and too many plies."""
    passes = word == _PASS
    if passes and match.result() is not None:
        return
    if not passes:
        match.pass_if_forced()
    ply = match.ply + 1
    if ply > MAX_PLIES:
        raise BadRecord("plies", ply=MAX_PLIES)
    if match.result() is not None:
        raise BadRecord("over", shown or word, ply)
    found = parse_moves(match.position, word)
    fits = found is not None and (found[0] == PASS) == passes and found[1] == len(word)
    if found is None or not fits or player not in (None, match.position.turn):
        raise BadRecord("move", shown or word, ply)
    match.play(found[0])


def _playable(rows: Sequence[TextLine], begin: MatchFactory) -> Match | None:
    squares = [move for row in rows for move in row.moves if move != _PASS]
    if len(squares) > _BOARD_SQUARES or len(set(squares)) < len(squares):
        return None
    try:
        return play_lines(rows, begin)
    except BadRecord:
        return None


# -- one match, or several -------------------------------------------------------------------------


def read_moves(text: str, begin: MatchFactory) -> FoundMatches:
    """Read the matches in a text, which begin like `begin()`; None for a text without moves. Raises
    `BadRecord` for too many lines or matches, and where moves are uncertain."""
    if _SQUARE.search(text) is None:
        return None
    if text.count("\n") > _MAX_LINES:
        raise BadRecord("long")
    lines = list(parse_lines(text))
    if sum(row.placed for row in lines) == 0 and not any(row.miswritten for row in lines):
        return None
    matches = _matches(lines, begin)
    if len(matches) > MAX_TEXT_MATCHES:
        raise BadRecord("long")
    if len(matches) > 1:
        # A single square may be a room, and several lines of that may be about rooms.
        if any(row.label and row.placed == 1 for row in lines):
            raise BadRecord("prose")
        return [_foreign(one, begin, one[0].label or one[0].line) for one in matches]
    _check_words(lines, matches[0], begin)
    return [_foreign(matches[0], begin)]


def _check_words(lines: Sequence[TextLine], rows: Sequence[TextLine], begin: MatchFactory) -> None:
    """Raise `BadRecord` unless it is certain which words of one match are its moves."""
    labelled = [row for row in lines if row.label]
    if labelled and all(row.miswritten for row in labelled):
        raise BadRecord("line", labelled[0].line)
    if not labelled:
        return
    placed = sum(row.placed for row in rows)
    broken = any(row.broken for row in rows)
    if broken or placed < _MIN_MOVES or _playable(rows, begin) is None:
        raise BadRecord("prose")


def _foreign(rows: Sequence[TextLine], begin: MatchFactory, place: str = "") -> ForeignMatch:
    said = parse_points(rows[-1].ending, 4 + sum(row.placed for row in rows))
    return ForeignMatch(partial(play_lines, rows, begin), place=place, announced=said)


def _matches(lines: Sequence[TextLine], begin: MatchFactory) -> list[list[TextLine]]:
    """The lines of each match. Groups of lines that other lines separate are matches of their own
    if they begin like one."""
    first = begin()
    names = {first.position.name(move) for move in first.legal()}
    groups: list[list[TextLine]] = [[]]
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


def _begins(row: TextLine, names: set[str]) -> bool:
    return bool(row.moves) and row.moves[0] in names


def _split(rows: list[TextLine], names: set[str], begin: MatchFactory) -> list[list[TextLine]]:
    """The lines of one match, or of several, each of which begins on a new line."""
    begun = [_begins(row, names) for row in rows if row.moves]
    if sum(begun) < 2:
        return [rows]
    if _is_one([[row] for row in rows if row.moves], all(begun), begin):
        return [rows]
    found: list[list[TextLine]] = []
    mended = 0
    for row in rows:
        if found and not row.moves and not row.broken:
            found[-1].append(row)
            continue
        if found and not _begins(row, names) and mended < _MAX_CONTINUATIONS:
            mended += 1
            if _playable([*found[-1], row], begin):
                found[-1].append(row)
                continue
        found.append([row])
    return found


def _is_one(parts: Sequence[Sequence[TextLine]], all_begin: bool, begin: MatchFactory) -> bool:
    """Whether parts of a text that could be separate matches form one match."""
    rows = [row for part in parts for row in part]
    match = _playable(rows, begin)
    if match is None:
        return False
    # One move alone rather ends the match that the line before began.
    long = all(sum(row.placed for row in part) > 1 for part in parts)
    alone = all_begin and long and all(_playable(part, begin) for part in parts)
    return not alone or match.result() is not None or _numbered_through(rows)


def _numbered_through(rows: Sequence[TextLine]) -> bool:
    """Whether the lines are numbered like the moves of one match, one or two moves a line."""
    numbers = [row.number for row in rows]
    placed = {row.placed for row in rows[:-1]}
    return numbers == list(range(1, len(numbers) + 1)) and placed in ({1}, {2})
