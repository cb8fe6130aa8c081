"""Reader of matches with PGN tags: [Black "a"], [White "b"], [Result "38-26"].

Black moves first in Othello. Source: Steven J. Edwards, Portable Game Notation Specification.
"""

import re
from collections.abc import Iterator
from functools import partial

from flipside.rules.games.othello import OTHELLO
from flipside.rules.games.othello.formats.ends import parse_points
from flipside.rules.games.othello.formats.transcript import parse_lines, play_lines
from flipside.rules.match import formats
from flipside.rules.match.match import Match
from flipside.rules.match.reading import Steps, first_found, found_in
from flipside.rules.match.record import MAX_RECORD_CHARACTERS, BadRecord, plain_name

_TAG = re.compile(
    r"(?:^|(?<=\]))[ \t]{0,80}+\[[ \t]{0,80}+([A-Za-z]\w{0,80}+)[ \t]{1,80}+"
    r'"((?:\\.|[^"\\\n]){0,2000}+)"[ \t]{0,80}+\]',
    re.MULTILINE,
)

_LONGEST_TAG = 4_500
"""Maximum number of characters of a tag, if every character of its value is escaped."""

_OWN = ("othello", "reversi")

_CENTRE = ("d4", "e4", "d5", "e5")
"""Squares taken at the start of Othello; matches of chess often begin with them."""

Tags = dict[str, str]


def read_pgn(text: str) -> Steps[formats.FoundMatches]:
    """Return all matches in a text with tags; None if it has no tags.

    Matches of other games are refused one by one. Raises `BadRecord` if there are no others, for
    too many matches, and for tags without moves.
    """
    if '"' not in text or (yield from first_found(_TAG, text, _LONGEST_TAG)) is None:
        return None
    entries = list[formats.ForeignMatch]()
    for game in _games(text):
        yield
        if len(entries) > formats.MAX_TEXT_MATCHES:
            raise BadRecord("long")
        if game is not None:
            entries.append(_foreign(*game))
    if not entries:
        raise BadRecord("empty")
    return (yield from formats.unless_all_refused(entries))


def _games(text: str) -> Iterator[tuple[Tags, str] | None]:
    """Yield the tags and the moves of each match, and None after each step without a match.

    A repeated tag begins another match.
    """
    tags: Tags = {}
    end = -1
    for tag in found_in(_TAG, text, _LONGEST_TAG):
        if tag is None:
            yield None
            continue
        body = text[end : tag.start()] if tags else ""
        if body.strip() or tag[1].lower() in tags:
            yield tags, body.strip()
            tags = {}
        value = re.sub(r"\\(.)", r"\1", tag[2]) if "\\" in tag[2] else tag[2]
        tags[tag[1].lower()] = plain_name(value)
        end = tag.end()
    if tags:
        yield tags, text[end:].strip()


def _foreign(tags: Tags, body: str) -> formats.ForeignMatch:
    players = tags.get("black", ""), tags.get("white", "")
    places = [tags.get("event", ""), tags.get("site", ""), tags.get("date", "").rstrip("?.")]
    place = ", ".join(word for word in places if word.strip("?."))
    wrong = _refusal(tags, body)
    if wrong is not None:
        return formats.refused_entry(wrong, players, place)
    announcement = parse_points(tags.get("result", ""), certain=True)
    return formats.ForeignMatch(partial(_play, body), players, place, announcement)


def _refusal(tags: Tags, body: str) -> BadRecord | None:
    """Return the error of a match that is refused by its tags or words, else None."""
    for key in ("variant", "game", "gametype"):
        if tags.get(key) and not any(own in tags[key].lower() for own in _OWN):
            return BadRecord("game", tags[key])
    if len(body) > MAX_RECORD_CHARACTERS:
        return BadRecord("long")
    if body and formats.is_chess(body):
        return BadRecord("game", "chess")
    if "fen" in tags or "setup" in tags:
        return BadRecord("start")
    return None if body else BadRecord("empty")


def _play(body: str) -> Match:
    rows = [row for row in parse_lines(body, pgn=True) if row.counts or row.label]
    if rows and rows[0].moves and rows[0].moves[0] in _CENTRE:
        raise BadRecord("game", "chess")
    for row in rows:
        if row.label:
            raise BadRecord("line", row.line)
    return play_lines(rows, partial(Match, OTHELLO))
