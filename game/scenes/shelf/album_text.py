"""The album's words for a match."""

from collections.abc import Sequence

from flipside.game.saves.album import AlbumEntry, ResultTally, begun, study_game
from flipside.game.saves.matches import PERSON, Saved, Seats, people_names
from flipside.game.scenes.common.seat_rows import seat_names
from flipside.game.services.plain import with_ellipses
from flipside.game.services.text import Text
from flipside.game.table.phrases import called, outcome
from flipside.rules.catalogue import BY_KEY
from flipside.rules.contract.position import Result
from flipside.rules.match.match import EARLY_REASONS
from flipside.rules.match.record import Record

NARROW_SPACE = "\u202f"
"""A blank at which no line is broken."""


def finished_words(text: Text, name: str, one: AlbumEntry | None, award: bool) -> tuple[str, str]:
    """The result, players and date of the finished match stored as `name`, which is None if its
    text is damaged; with `award`, also the award."""
    if one is None:
        return game_name(text, name.split("-")[1]), text("album.damaged")
    key = one.game
    colours = one.colours if key in BY_KEY else None
    names = [called(text, key, colours, player) for player in (0, 1)]
    people = [with_ellipses(name) for name in one.players]
    ended = text("album.unfinished")
    if one.reason:
        points = one.award if one.award and award else one.score
        winner = "" if one.winner is None else people[one.winner] or names[one.winner]
        points = None if one.reason in EARLY_REASONS else points
        ended = outcome(text, Result(one.winner, one.reason), winner, points)
    return f"{game_name(text, key)} · {ended}", _below(
        text, names, people, one.seats, one.plies, one.ended
    )


def study_words(text: Text, name: str, record: Record | None) -> tuple[str, str]:
    """The players of a study, the numbers of moves and branches, and the date; None: damaged."""
    head = f"{game_name(text, study_game(name))} · {text('explore.study')}"
    if record is None:
        return head, text("album.damaged")
    first, second = map(with_ellipses, record.players)
    players = text("album.both", first=first, second=second) if first and second else ""
    whole = [text("album.moves", count=len(record.moves.split()))]
    if record.lines:
        whole.append(text("explore.count", count=len(record.lines)))
    # Where two buttons and a board leave little room, the date is broken.
    counts = [said.replace(" ", NARROW_SPACE) for said in whole]
    return head, " · ".join([*filter(None, [players]), *counts, *_date(text, begun(name))])


def going_words(text: Text, saved: Saved, date: str) -> tuple[str, str]:
    """The side to move, the players and the day of the start; the result of a
    finished match that is listed here for want of room."""
    match = saved.match
    key, position, result = match.game.key, match.position, match.result()
    names = [called(text, key, position.colours, player) for player in (0, 1)]
    people = [with_ellipses(name) for name in people_names(match.players, saved.seats)]
    said = [people[player] or names[player] for player in (0, 1)]
    if result is None:
        now = text("play.to_move", colour=said[position.turn])
    else:
        winner = "" if result.winner is None else said[result.winner]
        now = outcome(text, result, winner)
    return f"{game_name(text, key)} · {now}", _below(
        text, names, people, saved.seats, match.ply, date
    )


def _below(
    text: Text, names: Sequence[str], people: Sequence[str], seats: Seats, plies: int, date: str
) -> str:
    words = [
        person or seat_names(text, word)[1 if word != PERSON else 0]
        for person, word in zip(people, seats, strict=True)
    ]
    seated = zip(names, words, strict=True)
    players = (text("spoken.about", head=colour, words=seat) for colour, seat in seated)
    whole = [text("album.moves", count=plies)]
    whole += _date(text, date)
    return " · ".join([*players, *(said.replace(" ", NARROW_SPACE) for said in whole)])


def _date(text: Text, date: str) -> tuple[str, ...]:
    """A local time such as 2026-01-31 18:30 in words; none if it is not known."""
    day, _, time = date.partition(" ")
    return (text.date("album.date", day, time=time),) if date else ()


def game_name(text: Text, key: str) -> str:
    """The name of a game, or its key if only a newer Flipside knows it."""
    return text.game(key, "short") if key in BY_KEY else key


def duel_words(text: Text, duel: ResultTally) -> str:
    first, second = map(with_ellipses, duel.sides)
    numbers = {"first": first, "second": second, "won": duel.won, "lost": duel.lost}
    words = text("album.duel", **numbers)
    return text("album.duel_drawn", duel=words, drawn=duel.drawn) if duel.drawn else words


def tally_words(text: Text, counted: ResultTally) -> str:
    level = seat_names(text, counted.sides[1])[1]
    numbers = {"won": counted.won, "drawn": counted.drawn, "lost": counted.lost}
    return text("album.against", level=level, **numbers)
