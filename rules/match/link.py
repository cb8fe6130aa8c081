"""Match links: a match as the fragment of a URL, `#m=1.` and URL-safe base64 (RFC 4648).

Format 1: 4 bytes CRC-32, 2 bytes number of plies, the record without its moves (raw deflate, RFC
1951, with a preset dictionary), and the moves as one mixed-radix number, little-endian.
Each move is its index among the legal ones in the order of their names, so no link can hold an
illegal one. The last byte is 0, so that the link ends in a letter.
"""

import base64
import re
import zlib
from collections.abc import Mapping
from dataclasses import replace

from flipside.rules.contract.game import AnyGame
from flipside.rules.match.correspondence import Correspondence
from flipside.rules.match.match import Match, apply_record, match_from_record
from flipside.rules.match.record import (
    MAX_PLIES,
    BadRecord,
    Record,
    is_record,
    parse_record,
    record_text,
)
from flipside.rules.match.study import Study

_LINK_FORMAT = 1
"""The format written; a higher number comes from a newer Flipside."""

MAX_FRAGMENT_CHARACTERS = 8_000
"""Most characters of a fragment; MAX_PLIES plies need fewer in any game."""

_MAX_HEAD_BYTES = 2_000
"""Most bytes of a record without its moves."""

_FRAGMENT = re.compile(r"(?:^\s*+|#)m=([^\s#&]*)")

_RECORD = re.compile(r"\s*+Flipside \d")

_PARTS = re.compile(r"([1-9][0-9]{0,8})\.([A-Za-z0-9_-]*)")

_WORDS = (
    b"level1 level2 level3 level4 level5 level6 level7 level8\ngave-up 01\nat \ndeal 2\n"
    b"clock 10+5 5+0 30s friendly\nleft 300.000 600.000\nseats person person\n"
    b"first-name \nsecond-name \npost any=all=one=off=on chess=lots=yes=no cap=\noptions "
    b"Flipside 1\ngame \nseed "
)
"""The deflate dictionary of format 1, most frequent words last. Never change it."""


def fragment(match: Match, record: Record) -> str:
    """Encode a match as a fragment without the `#`: the moves of `match`, and of `record` all else
    but the plies sent. The lines of a study and a remark are left out if they are too long
    (`carries`)."""
    number = 0
    for ply in reversed(range(len(match.moves))):
        order = _order(match, ply)
        number = number * len(order) + order.index(match.moves[ply])
    head = _head(record if carries(record) else replace(record, lines=(), remark=""))
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15, zdict=_WORDS)
    data = (
        _checksum(head, match)
        + len(match.moves).to_bytes(2, "big")
        + deflate.compress(head.encode())
        + deflate.flush()
        + number.to_bytes(number.bit_length() // 8 + 2, "little")
    )
    letters = base64.urlsafe_b64encode(data).decode().rstrip("=")
    return f"m={_LINK_FORMAT}.{letters}"


def carries(record: Record) -> bool:
    """Whether a link has room for the lines of a study and a remark."""
    long = record.lines or record.remark
    return not long or len(_head(record).encode()) <= _MAX_HEAD_BYTES


def _head(record: Record) -> str:
    return record_text(_of_both(replace(record, moves="")))


def is_link(text: str) -> bool:
    """Whether a text has a URL with a match, or its fragment. A record is no link: a player's name
    in it may look like one."""
    return _RECORD.match(text) is None and _FRAGMENT.search(text) is not None


def read_link(text: str, games: Mapping[str, AnyGame]) -> tuple[Match, Record]:
    """Decode the match in a text with such a URL, and its record, which has no moves; raises
    BadRecord if there is no valid link, or a newer one."""
    found = _FRAGMENT.search(text)
    if found is None:
        raise BadRecord("foreign", text)
    if len(found[1]) > MAX_FRAGMENT_CHARACTERS:
        raise BadRecord("long")
    parts = _PARTS.match(found[1])
    if parts is None:
        raise BadRecord("link")
    if int(parts[1]) > _LINK_FORMAT:
        raise BadRecord("newer", parts[1])
    try:
        data = base64.urlsafe_b64decode(parts[2] + "=" * (-len(parts[2]) % 4))
    except ValueError:
        raise BadRecord("link") from None
    return _read(data, games)


def _read(data: bytes, games: Mapping[str, AnyGame]) -> tuple[Match, Record]:
    plies = int.from_bytes(data[4:6], "big")
    if plies > MAX_PLIES:
        raise BadRecord("link")
    inflate = zlib.decompressobj(-15, zdict=_WORDS)
    try:
        head = inflate.decompress(data[6:], _MAX_HEAD_BYTES).decode()
    except (zlib.error, ValueError):
        raise BadRecord("link") from None
    if not inflate.eof or not is_record(head):
        raise BadRecord("link")
    record = _of_both(replace(parse_record(head), moves=""))
    match = match_from_record(record, games)
    _play(match, plies, int.from_bytes(inflate.unused_data, "little"))
    if _checksum(head, match) != data[:4]:
        raise BadRecord("link")
    apply_record(match, record)
    Study(match, record.lines)  # refuses lines that do not fit
    return match, record


def _of_both(record: Record) -> Record:
    """The record without what the other device does not need: plies sent, times of plies."""
    post, clock = record.correspondence, record.clock
    return replace(
        record,
        correspondence=post and Correspondence(post.id, post.away),
        clock=clock and replace(clock, ply_times=()),
    )


def _play(match: Match, plies: int, number: int) -> None:
    """Play `plies` moves, decoded from a mixed-radix number; BadRecord if they do not fit."""
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


def _checksum(head: str, match: Match) -> bytes:
    return zlib.crc32(f"{head}{' '.join(match.names())}".encode()).to_bytes(4, "big")
