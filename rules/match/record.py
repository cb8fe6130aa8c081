"""Records: a match as text, for saves and the clipboard; and parsing of move names.

The first line of a record is "Flipside" and a format. Each other line is a key and a value. The
value of "position" is the text of the first position (`contract/diagram.py`). The lines "line" and
"note" are branches and comments of a study (`match/study.py`). "post" identifies a match by link.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple, TypeVar

from flipside.rules.contract.diagram import Fault
from flipside.rules.contract.position import PASS, Move, Player, Position
from flipside.rules.match.clock import (
    Clock,
    parse_clock,
    times_text,
    with_ply_times,
    with_time_left,
)
from flipside.rules.match.reading import whole_number

_POST = re.compile(r"([0-9a-f]{8})(?: ([01]) (0|[1-9][0-9]{0,3}))?")


@dataclass(frozen=True)
class Correspondence:
    """The identity of a match that two people play by sending links. Immutable."""

    id: str
    """Eight hexadecimal digits, the same on both devices."""
    away: Player | None = None
    """The player on the other device; None if both play here."""
    plies_sent: int = 0
    """The number of plies in the last link sent. Undo cannot take these back."""

    @property
    def text(self) -> str:
        """The form in records: `0123abcd`, or `0123abcd 1 12` (player 1 is away, 12 plies sent)."""
        return self.id if self.away is None else f"{self.id} {self.away} {self.plies_sent}"


def parse_correspondence(words: str) -> Correspondence:
    """Return the correspondence of a `Correspondence.text`; ValueError for any other text."""
    match = _POST.fullmatch(words)
    if match is None:
        raise ValueError(words)
    if match[2] is None:
        return Correspondence(match[1])
    return Correspondence(match[1], int(match[2]), int(match[3]))


_T = TypeVar("_T")

_RECORD_FORMAT, _COMMENTED_FORMAT = 1, 2
"""The numbers of the formats. The second is for studies with comments."""

MAX_RECORD_CHARACTERS = 200_000
"""The maximum length of a record."""

MAX_PLIES = 5_000
"""The maximum number of plies; a longer match would not fit in a record. The match is then a draw.
The longest match with a cap has about 1,100 plies (Flipop, FP-13)."""

MAX_NAME_LETTERS = 100
"""The maximum length of a player's name; the rest is cut off."""

MAX_COMMENT_LETTERS = 600
"""The maximum length of a comment; the rest is cut off. The values of 33 moves fit."""

PASS_WORDS = ("pass", "pa", "ps", "--")

_FIRST_LINE = re.compile(r"Flipside ([0-9]{1,18})")

# The quantifiers are possessive, so that the expression never backtracks.
_SEPARATORS = re.compile(r"(?:[\s,;|]|\d++\s*+(?:\.++(?!\d)|\)))*+")

_WORD = re.compile(r"[^\s,;|]{1,100}")
"""A word of at most 100 letters. If moves are written without blanks, the rest is read later."""


class BadRecord(ValueError):
    """A text does not contain a valid match.

    `key` names the error. `word` is the invalid word, and `ply` the number, from 1, of the move or
    of the line of a list. For an invalid first position, `fault` is given and `word` is a sentence.
    """

    def __init__(self, key: str, word: str = "", ply: int = 0, fault: Fault | None = None) -> None:
        self.key, self.word, self.ply, self.fault = key, word if fault else word[:40], ply, fault
        super().__init__(_SENTENCES[key].format(word=self.word, ply=ply))

    def __reduce__(self) -> tuple[object, ...]:
        return BadRecord, (self.key, self.word, self.ply, self.fault)


_SENTENCES = {
    "empty": "the text holds no moves",
    "long": "the text is too long for a match",
    "foreign": "the text is not a Flipside match: {word!r}",
    "newer": "the match was written by a newer Flipside (format {word})",
    "line": "this line of the record cannot be read: {word!r}",
    "entry": "line {ply} cannot be read: {word!r}",
    "game": "there is no game named {word!r}",
    "choice": "the options do not fit: {word}",
    "move": "move {ply}, {word!r}, is not legal here",
    "over": "the match is over before move {ply}, {word!r}",
    "board": "only boards of 8 x 8 squares can be played on here; this one says {word!r}",
    "start": "the match begins with a position that cannot be read",
    "fault": "no match can begin with this position. {word}",
    "setup": "a position in the middle of a match cannot be set up",
    "file": "the file holds no matches in a format that can be read",
    "image": "this is a picture ({word}), not a match",
    "media": "this is sound or film ({word}), not a match",
    "packed": "this is a packed file ({word}); unpack it first",
    "document": "this is a document ({word}), not a text of moves",
    "page": "this is a web page ({word}), not a match; copy the moves alone",
    "data": "this is {word}, but no match that can be read",
    "position": "this is a position in a form that cannot be read; a board needs 64 signs, "
    "- for an empty square, X for black and O for white, and then who moves",
    "prose": "this text holds more than moves, and which words are moves is not certain",
    "players": "the file holds the names of {ply} players and no matches; "
    "give the file of matches too",
    "tournaments": "the file holds the names of {ply} tournaments and no matches; "
    "give the file of matches too",
    "names": "the file is damaged: it should hold {word} names",
    "torn": "the file is damaged: it should hold {word} matches and holds {ply}",
    "link": "the link is damaged, or a part of it is missing",
    "plies": f"no match has more than {MAX_PLIES} moves; this text has more",
}


class Line(NamedTuple):
    """A branch of a study, relative to the line before it in the record; or a comment."""

    ply: int
    """The number of plies shared with the line before it, or of plies before the comment."""
    moves: str
    """The names of the other moves, separated by blanks; empty for a comment."""
    comment: str = ""
    """The comment of the player on the position after `ply` plies."""


@dataclass(frozen=True)
class Record:
    """The data from which a match can be replayed."""

    game: str
    choices: Mapping[str, str] = field(default_factory=dict)
    seed: int = 0
    moves: str = ""
    """The names of all moves, including undone moves, separated by blanks."""
    ply: int | None = None
    """The number of moves that are not undone; None for all."""
    resigned: int | None = None
    """The player who resigned after the last move."""
    seats: tuple[str, str] | None = None
    """Seats of player 0 and 1: "person" or the key of a level."""
    players: tuple[str, str] = ("", "")
    """The names of player 0 and 1; empty if not given."""
    clock: Clock | None = None
    """Time controls and time left; None for a match without clocks."""
    correspondence: Correspondence | None = None
    """None for a match that was never sent."""
    start: str = ""
    """The text of the position with which the match began; empty for the game's opening."""
    comment: str = ""
    """The comment of another program on the first position, such as values of moves."""
    lines: tuple[Line, ...] = ()
    """The branches of a study. The main line is in `moves`."""


def record_text(record: Record) -> str:
    """Return the text of a record. `parse_record` is the inverse."""
    clock, post = record.clock, record.correspondence
    fields = (
        ("game", record.game),
        ("options", " ".join(f"{key}={value}" for key, value in record.choices.items())),
        ("seed", record.seed),
        ("position", record.start),
        ("remark", plain_line(record.comment)),
        ("seats", " ".join(record.seats or ())),
        *zip(_NAMES, map(plain_name, record.players), strict=True),
        ("clock", clock and clock.controls_text),
        ("left", clock and times_text(clock.left)),
        ("thought", clock and times_text(clock.ply_times)),
        ("post", post and post.text),
        ("at", record.ply),
        ("gave-up", record.resigned),
        ("moves", record.moves),
    )
    lines = [f"{key} {value}" for key, value in fields if value not in (None, "")]
    for line in record.lines:
        key, words = ("note", plain_line(line.comment)) if line.comment else ("line", line.moves)
        lines.append(f"{key} {line.ply} {words}")
    commented = any(line.comment for line in record.lines)
    version = _COMMENTED_FORMAT if commented else _RECORD_FORMAT
    return "\n".join([f"Flipside {version}", *lines]) + "\n"


def is_record(text: str) -> bool:
    """Return whether a text begins like a record."""
    return text.lstrip().startswith("Flipside ")


def parse_record(text: str, most: int = MAX_RECORD_CHARACTERS) -> Record:
    """Parse a record but not its moves; BadRecord if invalid or longer than `most` characters."""
    if len(text) > most:
        raise BadRecord("long")
    first, *lines = [line.strip() for line in text.splitlines() if line.strip()] or [""]
    match = _FIRST_LINE.fullmatch(first)
    version = int(match[1]) if match is not None else 0
    if version == 0:
        raise BadRecord("foreign", first)
    if version > _COMMENTED_FORMAT:
        raise BadRecord("newer", str(version))
    fields: dict[str, str] = {}
    branches: list[Line] = []
    for line in lines:
        key, _, value = line.partition(" ")
        if key in ("line", "note"):
            branches.append(_line(key, value))
            continue
        if key in fields or key not in _FIELDS or (key == "position" and not value.strip()):
            raise BadRecord("line", line)
        fields[key] = value.strip()
    if "game" not in fields:
        raise BadRecord("foreign", first)
    return Record(
        game=fields["game"],
        choices=_parsed(fields, "options", _choices) or {},
        seed=_parsed(fields, "seed", _number) or 0,
        start=fields.get("position", ""),
        comment=plain_line(fields.get("remark", "")),
        moves=fields.get("moves", ""),
        ply=_parsed(fields, "at", _number),
        resigned=_parsed(fields, "gave-up", lambda word: (0, 1).index(_number(word))),
        seats=_parsed(fields, "seats", _seats),
        players=(plain_name(fields.get(_NAMES[0], "")), plain_name(fields.get(_NAMES[1], ""))),
        clock=_clock(fields),
        correspondence=_parsed(fields, "post", parse_correspondence),
        lines=tuple(branches),
    )


def plain_name(name: str) -> str:
    """Return a player's name for a record: one line of at most MAX_NAME_LETTERS."""
    return plain_line(name, MAX_NAME_LETTERS)


def plain_line(words: str, letters: int = MAX_COMMENT_LETTERS) -> str:
    """Return the first `letters` printable characters of `words` as one line."""
    line = words
    if not words.isprintable():
        line = "".join(
            letter if letter.isprintable() else " " * letter.isspace() for letter in words
        )
    return " ".join(line.split())[:letters].rstrip()


_NAMES = "first-name", "second-name"

_FIELDS = (
    *("game", "options", "seed", "deal", "position", "remark", "seats", *_NAMES),
    *("clock", "left", "thought", "post", "at", "gave-up", "moves"),
)
"""Keys of all lines except "line" and "note". "deal" occurs in old links and is ignored."""


def _parsed(fields: Mapping[str, str], key: str, parse: Callable[[str], _T]) -> _T | None:
    """Return the parsed value of `key`, or None without it; BadRecord if it is invalid."""
    try:
        return parse(fields[key]) if key in fields else None
    except ValueError:
        raise BadRecord("line", f"{key} {fields[key]}") from None


def _number(text: str) -> int:
    number = whole_number(text)
    if number is None:
        raise ValueError(text)
    return number


def _line(key: str, text: str) -> Line:
    ply, _, words = text.strip().partition(" ")
    number, words = whole_number(ply), words.strip()
    if number is None or not words or (key == "note" and not plain_line(words)):
        raise BadRecord("line", f"{key} {text}")
    return Line(number, words) if key == "line" else Line(number, "", plain_line(words))


def _choices(text: str) -> dict[str, str]:
    choices: dict[str, str] = {}
    for word in text.split():
        key, equals, value = word.partition("=")
        if not (key and equals and value) or key in choices:
            raise ValueError(text)
        choices[key] = value
    return choices


def _seats(text: str) -> tuple[str, str]:
    first, second = text.split()
    return first, second


def _clock(fields: Mapping[str, str]) -> Clock | None:
    clock = _parsed(fields, "clock", parse_clock)
    for key, with_times in (("left", with_time_left), ("thought", with_ply_times)):
        clock = _parsed(fields, key, partial(with_times, clock)) or clock
    return clock


def next_word(text: str, start: int) -> tuple[str, int]:
    """Return the next word after `start`, or "", and its index. Skip move numbers and commas."""
    match = _SEPARATORS.match(text, start)
    begin = match.end() if match else start
    word = _WORD.match(text, begin)
    return word.group() if word else "", begin


def parse_moves(position: Position, word: str) -> tuple[Move, int] | None:
    """Return the legal move at the beginning of `word`, and the length of its name, or None.

    Case does not matter. If several names match, the longest is used. If the only legal move is a
    pass and `word` is something else, return PASS and length 0.
    """
    lower = word.lower()
    legal = position.moves()
    pass_word = next((name for name in PASS_WORDS if lower.startswith(name)), "")
    if tuple(legal) == (PASS,):
        return PASS, len(pass_word)
    if pass_word:
        pass_move = next((move for move in legal if position.name(move) == "pass"), None)
        return None if pass_move is None else (pass_move, len(pass_word))
    best: tuple[Move, int] | None = None
    for move in legal:
        name = position.name(move).lower()
        if name == lower:
            return move, len(name)
        if lower.startswith(name) and (best is None or len(name) > best[1]):
            best = move, len(name)
    return best
