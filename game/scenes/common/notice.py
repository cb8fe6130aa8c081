"""Notices: why a tap did nothing, as a sentence over a panel while the tapped cell shakes."""

import math
from collections.abc import Sequence

from flipside.game.drawing.display_list import DisplayItem, Layer
from flipside.game.services.services import Services
from flipside.game.services.theme import Theme
from flipside.game.ui.containers import Card, Column, Scroll
from flipside.game.ui.sheet import Sheet
from flipside.game.ui.widgets import Label, WidgetState
from flipside.rules.contract.board import Cell

SHAKE_SECONDS = 0.2
"""Seconds of the shaking, at the tempo "normal"."""

_WORDS_SECONDS = 4.0
_SHAKE_CELLS = 0.07
"""The maximum distance from the place of the piece, in cells."""

_SHAKES = 2.5

_PAD = 10
"""CSS pixels around the sentence."""

_LEAST_HEIGHT = 52
"""The minimum height of the card in CSS pixels, so that it covers the head of a panel."""


class Notice:
    """A sentence over a panel, and the cell that shakes, or None."""

    def __init__(self, theme: Theme, words: str, panel: int, cell: Cell | None = None) -> None:
        """Make a notice over the sheet with the number `panel`."""
        self.words, self.panel, self.cell = words, panel, cell
        self._theme, self._age = theme, 0.0

    @property
    def over(self) -> bool:
        """Whether the notice has been shown for long enough."""
        return self._age >= _WORDS_SECONDS

    def advance(self, seconds: float) -> bool:
        """Advance by `seconds`; return whether the notice looks different."""
        shook, self._age = self.shift, self._age + seconds
        return self.over or self.shift != shook

    @property
    def shift(self) -> float:
        """How far the piece on the cell is from its place, in cells."""
        length = SHAKE_SECONDS * self._theme.tempo
        if self.cell is None or self._age >= length:
            return 0.0
        progress = self._age / length
        return _SHAKE_CELLS * (1 - progress) * math.sin(2 * math.pi * _SHAKES * progress + 0.6)

    def items(self, panel: Sheet) -> list[DisplayItem]:
        """Return the sentence on a card at the top of `panel`, rotated like the panel."""
        if not self.words:
            return []
        theme, margin = self._theme, self._theme.px(6)
        place = panel.rect.inflate(-2 * margin, -2 * margin)
        words = Column([Label(self.words, colour="ink")])
        high = Card([words], pad=_PAD).height_for(theme, place.width)
        place.height = min(max(high, theme.px(_LEAST_HEIGHT)), place.height)
        card_sheet = Sheet(theme, panel.to_window(place.move(0, panel.offset)), panel.quarter_turns)
        card_sheet.fill(Card([Scroll(words)], pad=_PAD, name="notice", accent=True))
        still = WidgetState()
        return [
            item
            for sheet in (card_sheet, *card_sheet.inner)
            for cards in (True, False)
            for item in sheet.display_items(lambda _: still, cards)
        ]


class Notices:
    """Shows the notice of a scene for a few seconds."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self.current: Notice | None = None
        """The notice that is shown, or None."""

    def show(self, words: str, panel: int, cell: Cell | None = None) -> None:
        """Show and announce a notice."""
        self._services.sound.play("error")
        self._services.platform.say(words)
        self.current = Notice(self._services.theme, words, panel, cell)

    def advance(self, seconds: float) -> bool:
        """Advance by `seconds`; return whether anything looks different."""
        differs = self.current is not None and self.current.advance(seconds)
        if self.current is not None and self.current.over:
            self.current = None
        return differs

    def layers(self, sheets: Sequence[Sheet]) -> list[Layer]:
        """Return the layer of the notice; [] if there is no notice or no such sheet."""
        if self.current is None or self.current.panel >= len(sheets):
            return []
        items = self.current.items(sheets[self.current.panel])
        return [Layer(None, lambda: items)]
