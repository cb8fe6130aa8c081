"""A match, or its last moves, as a moving picture; made in bites, so that no frame waits for it."""

from collections.abc import Iterator

from flipside.game.board.timeline import Timeline
from flipside.game.saves.matches import Seats
from flipside.game.scenes.share.gif import Gif
from flipside.game.scenes.share.picture_sheet import MatchPicture
from flipside.game.services.services import Services
from flipside.rules.contract.position import PASS
from flipside.rules.match.match import Match

FILM_RATIO = 0.8
"""Pixels to a CSS pixel: a picture is 512 wide."""

FRAME_CENTISECONDS = 8
"""Hundredths of a second from picture to picture while something moves."""

REST_CENTISECONDS, FIRST_CENTISECONDS, LAST_CENTISECONDS = 50, 120, 300
"""Hundredths after each move, before the first and after the last."""

LAST_PLIES = 10
"""Plies of the last moves of a match."""

MAX_FILM_PLIES = 150
"""Plies that are shown at most: more would make a file of many megabytes."""


def film_file(
    services: Services, match: Match, seats: Seats, start: int
) -> Iterator[float | bytes]:
    """Make a moving picture from the position after `start` plies to the last move of the match,
    in bites of a picture: yield how much is done, 0 to 1, and at the end the file."""
    sheet, last = MatchPicture(services, match, seats, FILM_RATIO), len(match.moves)
    yield 0.0
    samples = []
    for ply in sorted({start, (start + last) // 2, last}):
        samples.append(sheet.draw(ply))
        yield 0.0
    gif = Gif(sheet.size, samples)
    yield 0.0
    gif.add(samples[0], FIRST_CENTISECONDS)
    for ply in range(start, last):
        done = (ply - start) / (last - start)
        if match.moves[ply] != PASS:
            position = match.position_at(ply)
            timeline = Timeline(position.pieces(), position.story(match.moves[ply]), 1.0)
            while not timeline.done:
                timeline.advance(FRAME_CENTISECONDS / 100)
                gif.add(sheet.draw(ply, timeline.resting(), timeline.moving()), FRAME_CENTISECONDS)
                yield done
        gif.add(sheet.draw(ply + 1), LAST_CENTISECONDS if ply + 1 == last else REST_CENTISECONDS)
        yield done
    yield gif.whole()
