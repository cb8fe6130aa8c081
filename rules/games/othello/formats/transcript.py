"""Reader of bare moves: rows such as f5d6c3, alone or among a few other words. A text may hold one
match, on one line or several, or one match a line. Where it is uncertain which words are moves, the
text is refused with `BadRecord`."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import pairwise

from flipside.rules.contract.position import PASS, Player
from flipside.rules.games.othello.formats.asides import MOVE, is_closed, without_asides
from flipside.rules.games.othello.formats.named_lines import BLANK, COLUMNS, split_name
from flipside.rules.games.othello.formats.results import MAX_RESULT_LENGTH, RESULT, parse_points
from flipside.rules.match.formats import MAX_TEXT_MATCHES, ForeignMatch, FoundMatches, torn_entry
from flipside.rules.match.match import Match
from flipside.rules.match.reading import Steps
from flipside.rules.match.record import MAX_PLIES, MAX_RECORD_CHARACTERS, BadRecord, parse_moves

MatchFactory = Callable[[], Match]
"""Function that returns a match before its first move."""

_BOARD_SQUARES = 64

_MIN_MOVES = 3
"""Least moves of a match among other words; a sentence may name single squares."""

_MAX_LINES = 4 * MAX_TEXT_MATCHES

_MAX_CONTINUATIONS = 100
"""Most lines tried as a continuation of the line before; each try plays the match."""

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

_NAMELESS = re.compile(r"(?:[a-hA-H][1-8]|[0-9\s.,])*+")
"""A line with nothing but moves and their numbers."""

_PASS = "pass"

_PARTING = " \t,;|:=>-\u2013\u2014"
"""What may stand between moves and the words beside them."""


@dataclass
class TextLine:
    """The parts of one line of text."""

    line: str
    moves: list[str]
    """Names of squares, and "pass" where the text has one."""
    numbers: list[tuple[int, int]] = field(default_factory=list)
    """The move numbers, each with the number of moves of the line before it."""
    label: str = ""
    """The words that are no moves."""
    broken: bool = False
    """Whether it is uncertain which words are moves."""
    miswritten: bool = False
    """Whether all words look like miswritten moves, such as c9."""
    ending: str = ""
    """The result at the end."""
    number: int = 0
    """The number of the line in its text, from 1."""
    named: bool = False
    """Whether the label is certainly the name of the moves."""

    @cached_property
    def placed(self) -> int:
        """The number of discs that its moves place."""
        return sum(move != _PASS for move in self.moves)

    @property
    def counts(self) -> bool:
        """Whether it is part of a match: it has moves or a result, or may have moves."""
        return bool(self.moves or self.broken or self.ending)


def parse_line(line: str, whole: str) -> TextLine:
    """Parse one line, in which blanks stand in place of the comments of the `whole` line."""
    bare = line.strip()
    if _BARE.fullmatch(bare):
        return TextLine(whole.strip(), _SQUARE.findall(bare.lower()))
    ending = RESULT.search(line, max(0, len(line) - MAX_RESULT_LENGTH))
    inside = line if ending is None else line[: ending.start()]
    row = TextLine(whole.strip(), [], ending="" if ending is None else ending.group())
    words: list[str] = []
    runs, odd, number = 0, 0, 0
    open_run, before = False, ""
    start, end, numbered = len(inside), 0, 0
    for token in _TOKEN.finditer(inside):
        kind, word = str(token.lastgroup), token.group()
        if kind == "digits" and word.isdigit() and (int(word) == number + 1 or not row.moves):
            kind = "number"
        if kind == "number":
            numbered = token.start()
            number = int(re.match("[0-9]+", word).group())  # type: ignore[union-attr]
            if not word.endswith(("..", "\u2026")):  # the number of a reply stands there twice
                row.numbers.append((number, len(row.moves)))
        elif kind == "dashes":
            # Where moves are numbered by colour, this only fills the first player's place.
            row.moves += [_PASS] * (before != "number")
        elif kind == "moves":
            found = [move.lower() for move in MOVE.findall(word)]
            squares = [move for move in found if len(move) == 2 and move[1].isdigit()]
            if squares and not open_run:
                runs, open_run = runs + 1, True
            if squares:
                first = numbered if before == "number" else token.start()
                start, end = min(start, first), token.end()
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
    if words and runs == 1:
        row.label = _words_beside(whole, start, end) or row.label
    return row


def _words_beside(line: str, start: int, end: int) -> str:
    """All that stands beside the moves of a line, without what parts it from them."""
    before, after = line[:start].rstrip(_PARTING), line[end:].lstrip(_PARTING)
    return " ".join(f"{before} {after}".split())


def parse_lines(text: str, pgn: bool = False) -> Iterator[TextLine]:
    """Yield the parsed lines of a text without its comments and variations; raises `BadRecord` for
    a line that is too long."""
    return (parse_line(line, whole) for line, whole in _lines(text, pgn))


def _lines(text: str, pgn: bool = False) -> Iterator[tuple[str, str]]:
    """Yield each line without its comments and variations, and the whole line."""
    without = without_asides(text, pgn)
    for line, whole in zip(without.splitlines(), text.splitlines(), strict=True):
        if len(line) > MAX_RECORD_CHARACTERS:
            raise BadRecord("long")
        yield line, whole


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


def read_moves(text: str, begin: MatchFactory) -> Steps[FoundMatches]:
    yield
    """Read the matches in a text, which begin like `begin()`; None for a text without moves. In a
    list of names and moves the lines that have none are refused one by one. Raises `BadRecord` for
    too many lines or matches, and where moves are uncertain."""
    if _SQUARE.search(text) is None:
        return None
    if text.count("\n") > _MAX_LINES:
        raise BadRecord("long")
    lines = _named_lines(_lines_of_list(text) or list(_lines(text)))
    if sum(row.placed for row in lines) == 0 and not any(row.miswritten for row in lines):
        return None
    matches = _matches(lines, begin)
    if len(matches) > MAX_TEXT_MATCHES:
        raise BadRecord("long")
    if len(matches) == 1:
        _check_words(lines, matches[0], begin)
        return [_foreign(matches[0], begin, matches[0][0].label)]
    if sum(row.named for row in lines) > 1:
        return [_listed(one, begin) for one in matches]
    # A single square may be a room, and several lines of that may be about rooms.
    if any(row.label and row.placed == 1 for row in lines):
        raise BadRecord("prose")
    return [_foreign(one, begin, _label(one[0])) for one in matches]


def _label(row: TextLine) -> str:
    """What a list shows of a line."""
    return row.line if row.broken else row.label or row.line


def _lines_of_list(text: str) -> list[tuple[str, str]]:
    """The lines of a list in which a bracket that is not closed in its line is part of a name; none
    for a text without such lines, or that is no list. There it may begin a variation."""
    if not any(map(text.__contains__, "([{")):
        return []
    whole = text.splitlines()
    closed = list(map(is_closed, whole))
    if all(closed):
        return []
    pairs = zip(whole, closed, strict=True)
    lines = [(without_asides(line) if is_whole else line, line) for line, is_whole in pairs]
    named = [split_name(*line) for line in lines if _SQUARE.search(line[0])]
    return lines if all(one is not None and one.certain for one in named) else []


def _named_lines(lines: Sequence[tuple[str, str]]) -> list[TextLine]:
    """Parse lines, with the names of those that certainly have one. Others have one if they are
    written like two that do. Below these, a line with the same separator and no moves is broken."""
    found = [None if _NAMELESS.fullmatch(line[1]) else split_name(*line) for line in lines]
    certain = Counter(one.separator for one in found if one is not None and one.certain)
    alike = Counter(one.separator for one in found if one is not None)
    common = {one for one in certain if (alike if one in COLUMNS else certain)[one] > 1}
    rows, listed = list[TextLine](), False
    for number, ((line, whole), one) in enumerate(zip(lines, found, strict=True), 1):
        alone = one is not None and one.certain and one.separator != BLANK
        if one is not None and (alone or one.separator in common):
            (row,) = parse_lines(one.moves)
            row.line, row.label, row.named = whole.strip(), one.name, True
            listed = True
        else:
            row = parse_line(line, whole)
            others = common - {BLANK}
            row.broken |= listed and bool(row.label) and any(map(whole.rstrip(": ").count, others))
        row.number = number
        rows.append(row)
    return rows


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


def _foreign(rows: Sequence[TextLine], begin: MatchFactory, place: str) -> ForeignMatch:
    said = parse_points(rows[-1].ending, 4 + sum(row.placed for row in rows))
    return ForeignMatch(partial(play_lines, rows, begin), place=place, announced=said)


def _listed(rows: Sequence[TextLine], begin: MatchFactory) -> ForeignMatch:
    """A match of a list with names; a line with words that are no name is none."""
    first = rows[0]
    if not first.named and (first.label or first.broken):
        return torn_entry(first.line, first.number)
    return _foreign(rows, begin, _label(first))


def _matches(lines: Sequence[TextLine], begin: MatchFactory) -> list[list[TextLine]]:
    """The lines of each match. Groups of lines that other lines separate are matches of their own
    if they begin like one."""
    first = begin()
    names = {first.position.name(move) for move in first.legal()}
    groups: list[list[TextLine]] = [[]]
    named = sum(row.named for row in lines) > 1
    for row in lines:
        if named and row.moves and not row.placed:
            continue  # a ruler
        if row.label or not row.counts:
            groups.append([])
        if row.counts:
            groups[-1].append(row)
    groups = [group for group in groups if group]
    whole = [row for group in groups for row in group]
    begun = [_begins(group[0], names) for group in groups]
    if len(groups) == 1 or not (named or sum(begun) > 1) or _is_one(groups, all(begun), begin):
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
    if any(len(row.numbers) > 1 for row in rows) and _numbered_through(rows):
        return True
    match = _playable(rows, begin)
    if match is None:
        return False
    # One move alone rather ends the match that the line before began.
    long = all(sum(row.placed for row in part) > 1 for part in parts)
    alone = all_begin and long and all(_playable(part, begin) for part in parts)
    return not alone or match.result() is not None or _numbered_through(rows)


def _numbered_through(rows: Sequence[TextLine]) -> bool:
    """Whether the lines are numbered like the moves of one match, by one or by two moves."""
    numbers, before = list[tuple[int, int]](), 0
    for row in rows:
        numbers += [(number, before + moves) for number, moves in row.numbers]
        before += len(row.moves)
    steps = [(n - m, b - a) for (m, a), (n, b) in pairwise(numbers)]
    return bool(steps) and any(all(b == pace * n for n, b in steps) for pace in (1, 2))
