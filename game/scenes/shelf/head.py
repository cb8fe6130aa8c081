"""The top of the shelf: the logo, the name, the ways to what belongs to no game, and a warning."""

from collections.abc import Sequence
from functools import partial

from flipside.game.scenes.shelf.pictures import paint_logo
from flipside.game.services.services import Services
from flipside.game.services.theme import Style, Theme
from flipside.game.ui.containers import Column, Declared, Fitting, Row, Space
from flipside.game.ui.widgets import FIT, Button, Canvas, Label, Widget

_LETTER_WIDTH = 0.54
"""The room that a letter of a button is given, in parts of the type size. The page draws this shelf
before the game is here, and measures letters otherwise."""


def word_room(theme: Theme, style: Style, words: str) -> int:
    """The width of a button for its words, in pixels."""
    return round(theme.font_size(style) * theme.unit * _LETTER_WIDTH * len(words))


def shelf_head(
    services: Services, width: int, side: float, ways: Sequence[Button], roomy: bool
) -> Widget:
    """A logo with that side in CSS pixels, and everything else beside it in `width` pixels; the
    `ways` are icons with their words below where there is room for all of these."""
    theme, platform = services.theme, services.platform
    title = Label("Flipside", "title", width=FIT)
    line = Row([2, Label(services.text("menu.line"), "small")], 0)
    names = [Column([title, line], 0), title, Space()][0 if roomy else 1 :]
    free = width / theme.unit - side - 20 - title.natural_width(theme) / theme.unit
    air = 16 if width >= theme.px(516) else 4
    wide = [max(48, word_room(theme, "small", way.spoken) / theme.unit + air) for way in ways]
    worded = sum(wide) + 4 * (len(wide) - 1) <= free - (52 if platform.update else 0)
    for way, each in zip(ways, wide, strict=True):
        way.text, way.stacked, way.width = (way.spoken, True, each) if worded else ("", False, 48)
    free -= sum(way.width for way in ways) + 4 * (len(ways) - 1) + 8
    logo = Canvas(partial(paint_logo, theme), 1.0, width=side)
    row = Row(ways[::-1], 4, width=FIT, reverse=True)
    return Row([logo, 12, Row([Fitting(names), 8, *_news(services, free), row], reverse=True)])


def _news(services: Services, free: float) -> Declared:
    """What the page has to say, in `free` CSS pixels, and the gap behind it."""
    platform = services.platform
    words = services.text("menu.update" if platform.update else "menu.offline")
    wide = services.theme.width("bold", words) / services.theme.unit + 48
    if platform.update:
        said = words if wide <= free else ""
        return [Button("update", platform.take_update, said, "again", "primary", spoken=words,
                       width=wide if said else 48, height=48), 8 if said else 4]  # fmt: skip
    if platform.offline and free - wide > 48:
        return [Button("", None, words, "check", "quiet", width=wide, height=48), 8]
    return []


def unsafe_warning(services: Services) -> Widget:
    """One line that tells that nothing can be saved, in as many words as there is room for."""
    keys = ("storage.unsafe", "storage.unsafe_short")
    return Fitting([
        Label(services.text(key), "small-bold", "accent", name="unsafe") for key in keys
    ])  # fmt: skip
