"""Match links: a match as the fragment of a URL, `#m=1.` and URL-safe base64 (RFC 4648).

The data of formats 1 and 2: 4 bytes CRC-32, 2 bytes number of plies, the record without its moves
(raw deflate, RFC 1951, with a preset dictionary), and the moves as a little-endian mixed-radix
number. Each move is its index among the legal moves, sorted by name, so a link cannot contain an
illegal move. The last byte is 0, so that the link ends in a letter.

The checksum includes the moves, so it can be compared only after they are replayed. An error before
that means that the link is damaged.
"""

import base64
import re
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from urllib.parse import unquote

from flipside.rules.contract.game import AnyGame
from flipside.rules.match.formats import without_unseen
from flipside.rules.match.match import Match, apply_record, match_from_record
from flipside.rules.match.record import (
    MAX_PLIES,
    BadRecord,
    Correspondence,
    Record,
    is_record,
    parse_record,
    record_text,
)
from flipside.rules.match.study import Study

_LINK_FORMAT, _ADDED_FORMAT = 1, 2
"""Two numbers for one format. The second is for records with an `added` option or with comments. A
program that knows neither then reports a newer Flipside instead of a damaged link."""

MAX_FRAGMENT_CHARACTERS = 8_000
"""The maximum length of a fragment. In every game MAX_PLIES plies need less."""

_MAX_HEAD_BYTES = 2_000
"""The maximum size of a record without its moves."""

_ESCAPE = "(?:%|=|-)(?:25)*+"
"""The beginning of an escaped character in a URL. `25` repeats in a URL inside another URL."""

_FRAGMENT = re.compile(
    rf"(?:^\s*+|[#*]|{_ESCAPE}23|&#35;)m(?:=(?!3D)|{_ESCAPE}3D|&#61;)([^\s#&]*)", re.IGNORECASE
)

_LETTERS = re.compile(r"[A-Za-z0-9_-]{20,}(?<![_-])")
"""What may be the base64 data of a link whose `#m=1.` is damaged."""

_MAX_MESSAGE_CHARACTERS = 200_000
"""The number of characters of a text that are searched for a link."""

_MAX_DAMAGED_CHARACTERS = 20_000
"""The maximum length of a text that is searched for a link without `#m=1.`."""

_RECORD = re.compile(r"\s*+Flipside \d")

_PARTS = re.compile(r"([1-9])\.([A-Za-z0-9_-]*[A-Za-z0-9])")

_WORDS = (
    b"level1 level2 level3 level4 level5 level6 level7 level8\ngave-up 01\nat \ndeal 2\n"
    b"clock 10+5 5+0 30s friendly\nleft 300.000 600.000\nseats person person\n"
    b"first-name \nsecond-name \npost any=all=one=off=on chess=lots=yes=no cap=\noptions "
    b"Flipside 1\ngame \nseed "
)
"""The preset dictionary of both formats, most frequent words last. Changing it breaks old links."""


def fragment(match: Match, record: Record) -> str:
    """Return the fragment, without `#`, of the moves of `match` and the rest of `record`.

    The plies sent are omitted, as are branches and a comment that are too long (`carries`).
    """
    number = 0
    for ply in reversed(range(len(match.moves))):
        order = _order(match, ply)
        number = number * len(order) + order.index(match.moves[ply])
    head = _head(record if carries(record) else replace(record, lines=(), comment=""))
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15, zdict=_WORDS)
    data = (
        _checksum(head, match.names())
        + len(match.moves).to_bytes(2, "big")
        + deflate.compress(head.encode())
        + deflate.flush()
        + number.to_bytes(number.bit_length() // 8 + 2, "little")
    )
    letters = base64.urlsafe_b64encode(data).decode().rstrip("=")
    added = any(option.added and option.key in record.choices for option in match.game.options)
    added |= "\nnote " in head
    return f"m={_ADDED_FORMAT if added else _LINK_FORMAT}.{letters}"


def carries(record: Record) -> bool:
    """Return whether the branches and the comment of a record are short enough for a link."""
    long = record.lines or record.comment
    return not long or len(_head(record).encode()) <= _MAX_HEAD_BYTES


def _head(record: Record) -> str:
    return record_text(_of_both(replace(record, moves="")))


def is_link(text: str) -> bool:
    """Return whether a text contains a link, possibly damaged, and is not a record."""
    return _RECORD.match(text) is None and _code_in(text) is not None


def _code_in(text: str) -> str | None:
    """Return format and data of the first link in a text, such as "1.AbC"; None without a link."""
    text = without_unseen(text[:_MAX_MESSAGE_CHARACTERS])
    match = _FRAGMENT.search(text)
    if match is not None:
        return unquote(match[1][: 3 * MAX_FRAGMENT_CHARACTERS + 1])
    if len(text) > _MAX_DAMAGED_CHARACTERS:
        return None
    runs = (run.group() for run in _LETTERS.finditer(text))
    return next((f"{_LINK_FORMAT}.{run}" for run in runs if _head_of(_data(run)) is not None), None)


def read_link(text: str, games: Mapping[str, AnyGame]) -> tuple[Match, Record]:
    """Return the match and the record in a link; BadRecord if it is missing or damaged."""
    code = _code_in(text)
    if code is None:
        raise BadRecord("foreign", text)
    if len(code) > MAX_FRAGMENT_CHARACTERS:
        raise BadRecord("long")
    parts = _PARTS.match(code)
    if parts is None:
        raise BadRecord("link")
    try:
        return _read(_data(parts[2]), games)
    except BadRecord:
        if int(parts[1]) > _ADDED_FORMAT:
            raise BadRecord("newer", parts[1]) from None
        raise


def _data(letters: str) -> bytes:
    """Return the bytes that `letters` encode; empty if they are not base64."""
    try:
        return base64.urlsafe_b64decode(letters + "=" * (-len(letters) % 4))
    except ValueError:
        return b""


def _head_of(data: bytes) -> tuple[str, bytes] | None:
    """Return the record without moves and the bytes of its moves; None if `data` is damaged."""
    inflate = zlib.decompressobj(-15, zdict=_WORDS)
    try:
        head = inflate.decompress(data[6:], _MAX_HEAD_BYTES).decode()
    except (zlib.error, ValueError):
        return None
    return (head, inflate.unused_data) if inflate.eof and is_record(head) else None


def _read(data: bytes, games: Mapping[str, AnyGame]) -> tuple[Match, Record]:
    plies, parts = int.from_bytes(data[4:6], "big"), _head_of(data)
    if plies > MAX_PLIES or parts is None:
        raise BadRecord("link")
    head, number = parts
    try:
        record = _of_both(replace(parse_record(head), moves=""))
        match = match_from_record(record, games)
        _play(match, plies, int.from_bytes(number, "little"))
    except BadRecord:
        if _checksum(head, []) == data[:4]:
            raise  # an undamaged link without moves
        raise BadRecord("link") from None
    if _checksum(head, match.names()) != data[:4]:
        raise BadRecord("link")
    apply_record(match, record)
    Study(match, record.lines)  # refuses lines that do not fit
    return match, record


def _of_both(record: Record) -> Record:
    """Return the record without the data that only this device needs: plies sent, ply times."""
    post, clock = record.correspondence, record.clock
    return replace(
        record,
        correspondence=post and Correspondence(post.id, post.away),
        clock=clock and replace(clock, ply_times=()),
    )


def _play(match: Match, plies: int, number: int) -> None:
    """Play `plies` moves, decoded from a mixed-radix number; BadRecord if that is impossible."""
    for ply in range(plies):
        if match.result() is not None:
            raise BadRecord("link")
        order = _order(match, ply)
        number, place = divmod(number, len(order))
        match.play(order[place])
    if number:
        raise BadRecord("link")


def _order(match: Match, ply: int) -> list[tuple[int, ...]]:
    return sorted(match.legal(ply), key=match.position_at(ply).name)


def _checksum(head: str, names: Sequence[str]) -> bytes:
    return zlib.crc32(f"{head}{' '.join(names)}".encode()).to_bytes(4, "big")
