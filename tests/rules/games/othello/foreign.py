"""Reading of matches of other programs at once: what is found in a text, and why it is refused."""

import json
from typing import Any

import pytest

from flipside.rules.catalogue import BY_KEY, FORMATS
from flipside.rules.match.any_text import read_any
from flipside.rules.match.formats import ForeignMatch, FoundMatches, read_foreign_in_steps
from flipside.rules.match.match import Match
from flipside.rules.match.reading import finished
from flipside.rules.match.record import BadRecord


def read_foreign(*args: Any, **options: Any) -> FoundMatches:
    """Call `read_foreign_in_steps` and take all steps at once."""
    return finished(read_foreign_in_steps(*args, **options))


def found(data: object, now: Match | None = None) -> list[ForeignMatch]:
    """The matches of a text or file, or of a value as JSON."""
    if not isinstance(data, str | bytes):
        return list(read_any(json.dumps(data, ensure_ascii=False), FORMATS, BY_KEY) or ())
    matches = read_foreign(data, FORMATS, now=now)
    assert matches is not None
    return list(matches)


def only(data: object) -> Match:
    """The one match there is."""
    (one,) = found(data)
    return one.play()


def read(data: object) -> tuple[str, str]:
    """First position and moves of the one match."""
    match = only(data)
    return match.start, " ".join(match.names())


def moves(one: ForeignMatch) -> str:
    return " ".join(one.play().names())


def refusal(data: object) -> BadRecord:
    """Why not all of the matches can be read and played."""
    with pytest.raises(BadRecord) as wrong:
        [one.play() for one in found(data)]
    return wrong.value


def refused(data: object) -> tuple[str, str]:
    """The key and the word of the refusal."""
    wrong = refusal(data)
    return wrong.key, wrong.word
