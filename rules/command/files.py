"""Files of matches as data for other programs, and in another format."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from rules.catalogue import BY_KEY, FORMATS
from rules.command.arguments import Refused
from rules.foreign import LARGEST, Beside, Foreign, contradicted, decoded, read_foreign
from rules.link import is_link, read_link
from rules.match import Match, replay
from rules.notation import BadRecord, is_record, read, write

OWN = "flipside"
"""The word for our own records."""

WRITTEN = (OWN, *(one.key for one in FORMATS if one.write is not None))
"""The words of all formats in which a match can be written."""


def matches(
    path: Path, number: int | None, beside: Sequence[Path] = ()
) -> Iterator[tuple[int, Foreign]]:
    """The matches of a file in any format, "-" for standard input, with their numbers from 1; the
    one of that number alone, if there is one. `beside` are files with names. Refused, or BadRecord,
    for what holds none."""
    found = _read(_bytes(path), {one.suffix[1:].lower(): _bytes(one) for one in beside})
    if number is not None and number > len(found):
        raise Refused(f"the file holds {len(found)} matches, none with the number {number}")
    for place in range(len(found)) if number is None else (number - 1,):
        yield place + 1, found[place]


def _bytes(path: Path) -> bytes:
    try:
        if str(path) == "-":
            data = sys.stdin.buffer.read(LARGEST + 1)
        else:
            with path.open("rb") as file:
                data = file.read(LARGEST + 1)
    except OSError as failed:
        raise Refused(f"{path} cannot be read: {failed.strerror}") from None
    if len(data) > LARGEST:
        raise Refused(f"{path} has more than {LARGEST} bytes")
    return data


def _read(whole: bytes, beside: Beside) -> Sequence[Foreign]:
    data = decoded(whole)
    if isinstance(data, str) and is_record(data):
        record = read(data)
        return [Foreign(lambda: replay(record, BY_KEY), record.names)]
    if isinstance(data, str) and is_link(data):
        match, told = read_link(data, BY_KEY)
        return [Foreign(lambda: match, told.names)]
    found = read_foreign(data, FORMATS, beside)
    if found is None:
        raise BadRecord("file")
    return found


def lines(path: Path, number: int | None, beside: Sequence[Path]) -> Iterator[dict[str, object]]:
    """Each match with what is told of it and what its moves lead to, or with what is wrong."""
    for place, one in matches(path, number, beside):
        told = {
            "number": place,
            "players": list(one.players),
            "place": one.place,
            "said": one.said and list(one.said),
        }
        try:
            yield told | _played(one)
        except BadRecord as wrong:
            yield told | {"error": str(wrong)}


def _played(one: Foreign) -> dict[str, object]:
    match = one.play()
    match.go(len(match.moves))
    result = match.result()
    return {
        "game": match.game.key,
        "options": match.choices,
        "seed": match.seed,
        "moves": " ".join(match.names()),
        "score": match.position.score(),
        "result": result and {"winner": result.winner, "reason": result.reason},
        "contradicts": contradicted(one, match) is not None,
    }


def written(match: Match, word: str) -> str | None:
    """The match in a format of that name; None where the format has no words for it."""
    if word == OWN:
        return write(match.record())
    one = next(one for one in FORMATS if one.key == word)
    return one.write(match) if one.write is not None and one.game == match.game.key else None
