"""What follows a match: a rematch, the next match of a series, another level."""

from collections.abc import Callable
from functools import partial

from flipside.game.live_match.live_match import LiveMatch, rematch
from flipside.game.live_match.match_meaning import series_score
from flipside.game.saves.album_index import Streak
from flipside.game.saves.matches import PERSON, StoredMatch
from flipside.game.saves.series import MatchSeries, abandon
from flipside.game.scenes.common.dialog import Dialog, answer, confirm
from flipside.game.scenes.common.scene import Navigator
from flipside.game.ui.widgets import Action
from flipside.rules.engine.search import LEVELS


def next_level(live_match: LiveMatch) -> str:
    """Return the level after the one that a person has just won against; "" for none."""
    result, keys = live_match.result, [level.key for level in LEVELS]
    level = next((word for word in live_match.seats if word in keys[:-1]), "")
    won = result is not None and result.winner is not None and live_match.person(result.winner)
    return keys[keys.index(level) + 1] if won and level else ""


def ask_level(
    nav: Navigator, live_match: LiveMatch, streak: Streak, start: Callable[[StoredMatch], None]
) -> None:
    """Ask for the level of a rematch after a streak, and call `start` with the rematch."""

    def against(level: str) -> None:
        live_match.meaning.streak = None
        start(rematch(nav.services, live_match, level))

    text = nav.services.text
    same = next(word for word in live_match.seats if word != PERSON)
    choices = [
        answer(f"against-{level}", text(f"level.{level}.name"), icon, look, partial(against, level))
        for level, icon, look in ((streak.level, "again", "primary"), (same, "", "plain"))
    ]
    (words,) = live_match.match_text.streak_offer(streak)
    nav.open(Dialog(nav, text("play.rematch"), words, choices))


def abandon_series(nav: Navigator, name: str, series: MatchSeries, after: Action) -> None:
    """Ask whether to end a series before it is won; if so, call `after`."""
    text = nav.services.text

    def end() -> None:
        abandon(nav.services.storage, name)
        after()

    words = text("series.abandon_question", score=series_score(text, series))
    confirm(nav, text("series.abandon"), words, "flag", end)
