"""Scores in words: a few letters on the board, a sentence beside it; estimated or certain.

Points are those of the evaluation: 100 is about one piece or disc.
"""

from flipside.game.services.text import Text
from flipside.rules.contract.game import AnyGame
from flipside.rules.contract.position import Known, moves_to_end, plies_to_end
from flipside.rules.engine.analysis.review import CERTAIN_WIN

MINUS = "\N{MINUS SIGN}"
ABOUT, AT_MOST = "~", "\N{LESS-THAN OR EQUAL TO}"

MAX_NUMBER = 99
"""The largest number shown on a board."""

MAX_POINTS = 3000
"""Points beyond which no number is shown: the evaluation is less precise there."""


class ValueText:
    """Words for the scores of one game in the player's language."""

    def __init__(self, text: Text, game: AnyGame) -> None:
        self._text = text
        self._margin = game.engine.terminal_score is not None
        """Whether values are margins, in discs."""

    # -- while a match is played -------------------------------------------------------------------

    def short(self, value: int, known: Known) -> str:
        """A score on a square: moves to a win or loss, a certain draw, or a signed number. Moves
        "at most" and margins "about" are marked; a margin not known at all is left out."""
        key = "value.won_short" if value > 0 else "value.lost_short"
        moves = moves_to_end(value)
        if moves is not None:
            at_most = AT_MOST if known < Known.EXACT and moves > 1 else ""
            return self._text(key, count=f"{at_most}{moves}")
        if known == Known.SIDE:
            return self._text(key, count="")
        number = self.number(value)
        if known == Known.EXACT and not (self._margin and value):
            return self._text("value.drawn_short")
        about = ABOUT if self._margin and known == Known.GUESS else ""
        return about + (signed(number, value) if _counts(number) else "0")

    def number(self, value: int) -> str:
        """The size of a lead: whole discs if the margin counts, else tenths up to ten."""
        whole = min(MAX_NUMBER, round(abs(value) / 100))
        if self._margin or whole >= 10:
            return str(whole)
        return self._text.decimal(abs(value) / 100)

    def level(self, value: int, known: Known) -> bool:
        """Whether nobody is ahead."""
        if known == Known.EXACT:
            return moves_to_end(value) is None and not (self._margin and value)
        return known == Known.GUESS and not _counts(self.number(value))

    def ahead(self, value: int, known: Known, leader: str) -> str:
        """The standing in a phrase; `leader` is the name of the player ahead."""
        exact, moves = known == Known.EXACT, moves_to_end(value)
        if moves is not None:
            key = "value.wins" if exact or moves == 1 else "value.wins_within"
            return self._text(key, colour=leader, count=moves)
        if self.level(value, known):
            return self._text("value.drawn" if exact else "value.even")
        if known == Known.SIDE:
            return self._text("value.sure", colour=leader)
        key = "value.wins_by" if exact else "value.about" if self._margin else "value.ahead"
        return self._text(key, colour=leader, value=self.number(value))

    # -- in a review -------------------------------------------------------------------------------

    def brief(self, value: int, certain: bool) -> str:
        if abs(value) > CERTAIN_WIN:
            return self._text("review.won" if value > 0 else "review.lost")
        if certain and not (self._margin and value):
            return self._text("review.equal")
        if self._margin:
            number = signed(f"{round(abs(value) / 100)}", value)
            return number if certain else self._text("review.roughly", value=number)
        if abs(value) > MAX_POINTS:
            return self._text("review.far_ahead" if value > 0 else "review.far_behind")
        return signed(self._text.decimal(abs(value) / 100), value)

    def standing(self, value: int, certain: bool, leader: str, moves: bool) -> str:
        """The standing in a phrase; `moves`: the leader is to move."""
        text, plies, count = self._text, plies_to_end(value), moves_to_end(value)
        if plies is not None and plies <= 2 and (plies == 1) == moves:
            return text("review.wins_now" if moves else "review.wins_next", colour=leader)
        if count is not None and count > 1:
            key = "review.wins" if certain else "review.wins_within"
            return text(key, colour=leader, count=count)
        if abs(value) > CERTAIN_WIN:
            return text("review.sure", colour=leader)
        if certain and not (self._margin and value):
            return text("review.drawn")
        if self._margin:
            discs = round(abs(value) / 100)
            key = "review.wins_by" if certain else "review.discs" if discs else "review.even"
            return text(key, colour=leader, count=discs)
        if abs(value) < 10:
            return text("review.even")
        if abs(value) > MAX_POINTS:
            return text("review.far", colour=leader)
        return text("review.leads", colour=leader, count=text.decimal(abs(value) / 100))


def signed(number: str, value: int) -> str:
    """A number with the sign of `value`; without a sign if all its digits are 0."""
    return f"{'+' if value > 0 else MINUS}{number}" if _counts(number) else number


def _counts(number: str) -> bool:
    """Whether a written number has a digit other than 0."""
    return any(letter in "123456789" for letter in number)
