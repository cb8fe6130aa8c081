"""Notices: why a tap did nothing, while the tapped cell shakes; and tips on icons and numbers."""

import math
from collections.abc import Sequence

import pygame

from flipside.game.drawing.display_list import DisplayItem, Layer
from flipside.game.services.services import Services
from flipside.game.services.theme import Theme
from flipside.game.ui.containers import Card, Column, Scroll
from flipside.game.ui.sheet import Sheet, Target, explained_at
from flipside.game.ui.widgets import Label, WidgetState
from flipside.rules.contract.board import Cell

SHAKE_SECONDS = 0.2
"""Seconds of the shaking, at the tempo "normal"."""

_WORDS_SECONDS = 4.0
_SHAKE_CELLS = 0.07
"""The maximum distance from the place of the piece, in cells."""

_SHAKES = 2.5

_MARGIN, _PAD = 4, 7
"""CSS pixels around the card and around the sentence."""

_LEAST_HEIGHT = 52
"""The minimum height of the card in CSS pixels, so that it covers the head of a panel."""


_LINE = 28
"""CSS pixels by which the card may be larger, so that it does not cut a line of words."""


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
        theme, place, words = self._theme, _place(self._theme, panel), _sentence(self.words)
        high = Card([words], pad=_PAD).height_for(theme, place.width)
        bottom = place.top + max(high, theme.px(_LEAST_HEIGHT))
        for label in (widget for widget in panel.widgets if isinstance(widget, Label)):
            end = label.rect.bottom - panel.offset
            if end - label.rect.height < bottom < end <= bottom + theme.px(_LINE):
                bottom = end  # no line is cut
        place.height = min(bottom - place.top, place.height)
        card_sheet = Sheet(theme, panel.to_window(place.move(0, panel.offset)), panel.quarter_turns)
        card_sheet.fill(Card([Scroll(words)], pad=_PAD, name="notice", accent=True))
        still = WidgetState()
        return [
            item
            for sheet in (card_sheet, *card_sheet.inner)
            for cards in (True, False)
            for item in sheet.display_items(lambda _: still, cards)
        ]


def _place(theme: Theme, panel: Sheet) -> pygame.Rect:
    return panel.rect.inflate(-2 * theme.px(_MARGIN), -2 * theme.px(_MARGIN))


def _sentence(words: str) -> Column:
    return Column([Label(words, colour="ink")])


def has_room(theme: Theme, words: str, panel: Sheet) -> bool:
    """Return whether a notice fits whole over a panel."""
    place, card = _place(theme, panel), Card([_sentence(words)], pad=_PAD)
    return card.height_for(theme, place.width) <= place.height


TIP_SECONDS = 0.5
"""Seconds for which the mouse must rest on an icon or a number until its tip appears."""

_TIP_WIDTH = 240
"""CSS pixels of the width of a tip, at most."""


def tip_items(theme: Theme, target: Target, window: pygame.Rect) -> list[DisplayItem]:
    """Return the tip of a widget on a card beside it, turned as its sheet is."""
    sheet, widget = target
    place, turns = sheet.to_window(widget.rect), sheet.quarter_turns
    label = Label(widget.explanation, "small", "ink", 0.5)
    card = Card([label], pad=6, accent=False)
    width = min(theme.px(_TIP_WIDTH), label.content_width(theme) + theme.px(14))
    size = width, card.height_for(theme, width)
    box = pygame.Rect((0, 0), size if turns % 2 == 0 else size[::-1])
    gap = theme.px(6)
    box.midtop = place.centerx, place.bottom + gap
    if box.bottom > window.bottom:
        box.midbottom = place.centerx, place.top - gap
    box.clamp_ip(window)
    tip, still = Sheet(theme, box, turns).fill(card), WidgetState()
    return [item for cards in (True, False) for item in tip.display_items(lambda _: still, cards)]


class Notices:
    """Shows the notice of a scene for a few seconds, and the tip of a widget."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self.current: Notice | None = None
        self._explained: Target | None = None
        """The widget on which the pointer rests, if it has an explanation."""
        self._rest_seconds = 0.0

    def rest(
        self, sheets: Sequence[Sheet], at: tuple[int, int] | None, is_held: bool = False
    ) -> bool:
        """Handle that the pointer rests at a point, or is gone; return whether a tip changed.

        A finger that `is_held` there has already waited.
        """
        target, showed = explained_at(sheets, at) if at is not None else None, self._shows_tip
        if target != self._explained or is_held:
            self._explained, self._rest_seconds = target, TIP_SECONDS * is_held
        return showed or self._shows_tip

    @property
    def _shows_tip(self) -> bool:
        shown = TIP_SECONDS <= self._rest_seconds < TIP_SECONDS + _WORDS_SECONDS
        return self._explained is not None and shown

    def show(self, words: str, panel: int, cell: Cell | None = None) -> None:
        """Show and announce a notice."""
        self._services.sound.play("error")
        self._services.vibrate()
        self._services.platform.say(words)
        self.current = Notice(self._services.theme, words, panel, cell)

    def advance(self, seconds: float) -> bool:
        """Advance by `seconds`; return whether anything looks different."""
        showed, self._rest_seconds = self._shows_tip, self._rest_seconds + seconds
        differs = showed != self._shows_tip
        if self.current is not None:
            differs |= self.current.advance(seconds)
        if self.current is not None and self.current.over:
            self.current = None
        return differs

    def layers(self, sheets: Sequence[Sheet], size: tuple[int, int]) -> list[Layer]:
        """Return the notice over one of those sheets, and the tip in a window of that size."""
        items = list[DisplayItem]()
        if self.current is not None and self.current.panel < len(sheets):
            items += self.current.items(sheets[self.current.panel])
        if self._explained is not None and self._shows_tip:
            items += tip_items(self._services.theme, self._explained, pygame.Rect((0, 0), size))
        return [Layer(None, lambda: items)] if items else []
