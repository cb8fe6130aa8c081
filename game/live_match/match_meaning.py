"""What the end of a match means: another level, a remarkable win, and the score of its series."""

from flipside.game.live_match.match_text import MatchText, level_name, score
from flipside.game.saves.album import add_to_album
from flipside.game.saves.album_index import AlbumIndex, Feat, Streak, feat, streak
from flipside.game.saves.matches import PERSON, StoredMatch
from flipside.game.saves.ratings import Help, RatingChange, rate_match, store_help, unrated_reason
from flipside.game.saves.series import MatchSeries, note_result, series_of, sides_of
from flipside.game.saves.task_progress import LESSON_OFFERED, next_step, note_lesson
from flipside.game.services.plain import with_ellipses
from flipside.game.services.services import Services
from flipside.game.services.texts import Texts
from flipside.rules.contract.position import Player
from flipside.rules.rating import Rating


class MatchMeaning:
    """What the end of one saved match means."""

    def __init__(self, services: Services, stored_match: StoredMatch) -> None:
        self._services, self._stored_match = services, stored_match
        self.streak: Streak | None = None
        """The offer of another level, or None."""
        self.feat: Feat | None = None
        """What makes the win remarkable, or None."""
        self.lesson = ""
        """The key of the lesson to offer after a loss; "" for none."""
        self.series_name = ""
        self.series: MatchSeries | None = None
        """The series that the match belongs to, with its stored name; else None."""
        self._had_help = False
        """Whether help was stored since the match was opened."""
        self._rating_changes: tuple[RatingChange, ...] = ()
        self._unrated_reason: str | None = ""
        """Why the match is not rated, as of `unrated_reason`."""

    @property
    def series_runs(self) -> bool:
        """Whether the match belongs to a series that is neither won nor abandoned."""
        return self.series is not None and self.series.running

    @property
    def series_wins(self) -> tuple[Player | None, ...]:
        """Who has won the matches of the series: player 0, then None for open ones, then player 1.

        It is empty without a series.
        """
        match = self._stored_match
        sides = sides_of(match.seats, match.match.players)
        if self.series is None or sides is None:
            return ()
        first, second = self.series.wins_of(sides)
        return (*[0] * first, *[None] * (self.series.length - first - second), *[1] * second)

    def note_help(self, kind: Help) -> None:
        """Store that a player had help, so that the match is not rated."""
        if not self._had_help:
            self._had_help = True
            store_help(self._services.storage, self._stored_match.name, kind)

    def update_series(self) -> None:
        """Read the series of the match again."""
        entry = series_of(self._services.storage, self._stored_match.name)
        self.series_name, self.series = ("", None) if entry is None else entry

    def take_end(self, has_ended: bool) -> None:
        """Store that the match has ended and what that means, or that it goes on after its end."""
        stored_match, game = self._stored_match, self._stored_match.match.game.key
        if has_ended:
            name = add_to_album(self._services, stored_match.match, stored_match.seats)
            self.streak = self.feat = None
            self.lesson = self._lesson_to_offer()
            if sides_of(stored_match.seats, stored_match.match.players) is not None:
                # Saving the index would delay the next frame, and the next page does it.
                index = AlbumIndex(self._services, saves=False)
                self.streak = streak(index, game, stored_match.seats)
                self.feat = feat(index, name or "", game)
            storage = self._services.storage
            self._unrated_reason = unrated_reason(storage, stored_match)
            self._rating_changes = rate_match(storage, stored_match)
        if self.series is not None:
            note_result(self._services.storage, stored_match)
            self.update_series()

    def _lesson_to_offer(self) -> str:
        """Return the lesson to offer after a loss against a level, or ""; each is offered once."""
        services, stored_match = self._services, self._stored_match
        match, seats, result = stored_match.match, stored_match.seats, stored_match.match.result()
        if result is None or result.winner is None or not services.settings.aids:
            return ""
        loser = 1 - result.winner
        is_against_level = seats[loser] == PERSON != seats[result.winner]
        if not is_against_level or match.position.result() is None:
            return ""
        storage = services.storage
        positions = [match.position_at(ply) for ply in range(len(match.moves) + 1)]
        fitting = match.game.lessons_after_loss(positions, loser)
        lesson = next((key for key in fitting if not next_step(storage, match.game, key)), "")
        if lesson:
            note_lesson(storage, match.game, LESSON_OFFERED, lesson)
        return lesson

    def to_sentences(self, match_text: MatchText) -> tuple[str, ...]:
        """Return what the end means, the most important first."""
        text, offer = match_text.text, match_text.streak_offer(self.streak)
        feat_words = "" if offer or self.feat is None else _feat_sentence(match_text, self.feat)
        series_words = "" if self.series is None else series_sentence(text, self.series)
        game = match_text.match.game.key
        title = text.game(game, f"lesson.{self.lesson}") if self.lesson else ""
        lesson_words = text("lesson.after_loss", title=title) if title else ""
        sentences = series_words, *offer, feat_words, *self._rating_words(text), lesson_words
        return tuple(filter(None, sentences))

    def _rating_words(self, text: Texts) -> list[str]:
        """Return how the match changed ratings, or why it is not rated."""
        if self._unrated_reason:
            return [text(f"rating.unrated.{self._unrated_reason}")]
        return [
            text(
                "rating.change_of" if change.name else "rating.change",
                name=with_ellipses(change.name),
                before=text.whole(round(change.before.value)),
                after=text.whole(round(change.after.value)),
                margin=round(change.after.margin),
            )
            for change in self._rating_changes
        ]


def _feat_sentence(match_text: MatchText, feat: Feat) -> str:
    """Return what makes the win of a match remarkable; "" if it is not won any more."""
    result, text = match_text.match.result(), match_text.text
    if result is None or result.winner is None:
        return ""
    your = "your_" if feat.level and feat.key != "first_win_against" else ""
    name, game = match_text.player(result.winner), text.game(match_text.game.key, "short")
    level = level_name(text, feat.level) if feat.level else ""
    return text(f"result.{your}{feat.key}", level=level, name=name, game=game, count=feat.wins)


def rating_words(text: Texts, rating: Rating) -> str:
    """Return a rating with its 95 % interval, or that there is none."""
    if rating == Rating():
        return text("rating.none")
    value, margin = text.whole(round(rating.value)), round(rating.margin)
    return text("rating.value", rating=value, margin=margin)


def series_score(text: Texts, series: MatchSeries) -> str:
    """Return the score of a series, a person's before that of a level."""
    first, second = series.score if series.sides[1] else series.score[::-1]
    return score(text, first, second)


def series_sentence(text: Texts, series: MatchSeries) -> str:
    """Return the sides and the score of a series, or how it ended, in a sentence."""
    now, sides, winner = series_score(text, series), series.sides, series.winner
    against_level = "" in sides
    if series.abandoned:
        return text("series.abandoned", score=now)
    if winner is None:
        level, length = "".join(sides), series.length
        first, second = (
            (text("series.you"), level_name(text, level))
            if against_level
            else map(with_ellipses, sides)
        )
        return text("series.state", length=length, first=first, score=now, second=second)
    if against_level:
        return text("series.level_won" if sides[winner] else "series.you_won", score=now)
    best, other = series.score[winner], series.score[1 - winner]
    best_score = score(text, best, other)
    return text("series.won", name=with_ellipses(sides[winner]), score=best_score)
