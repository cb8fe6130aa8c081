"""A field in which one line is typed."""

from collections.abc import Callable
from dataclasses import dataclass, field

import pygame

from flipside.game.drawing import draw
from flipside.game.services.plain import MAX_TYPED_CHARS, typed, with_dots
from flipside.game.services.theme import Theme
from flipside.game.ui.widgets import Action, Widget, WidgetState, focus_ring


@dataclass
class LineField(Widget):
    """A text field of one line. Unlike other widgets it stays, and is laid out again."""

    max_letters: int
    changed: Action
    """Called when another line was typed."""
    text: str = ""
    composed: str = ""
    """Text that an input method is still composing."""
    spoken: str = ""
    height: float = field(default=48, kw_only=True)

    def take(self, words: str) -> None:
        """Replace the line."""
        self.text, self.composed = typed(words).lstrip()[: self.max_letters], ""
        self.changed()

    def write(self, words: str) -> None:
        """Add to the line."""
        self.take(self.text + " ".join(words[:MAX_TYPED_CHARS].splitlines()))

    def key(self, name: str, paste: Callable[[], str | None]) -> bool:
        """Edit the line by a key; return whether it is one of the line. Letters come as words, so a
        blank and a question mark do nothing else, and while something is composed all keys belong
        to the input method."""
        if self.composed or name in ("space", "?"):
            return True
        if name == "backspace":
            self.take(self.text[:-1])
        elif name == "ctrl v":
            self.write(paste() or "")
        else:
            return False
        return True

    def draw(self, theme: Theme, surface: pygame.Surface, state: WidgetState) -> None:
        """Draw the end of the line that fits, with composed text underlined, and the caret.
        Letters missing from our fonts are dots."""
        palette, pad = theme.palette, theme.px(12)
        thick = theme.px(2)
        draw.box(theme, surface, self.rect, palette.table, theme.px(8), palette.accent, thick)
        if state.focused:
            focus_ring(theme, surface, self.rect, theme.px(8))
        composed = with_dots(self.composed)
        line = theme.rendered("text", with_dots(self.text) + composed, palette.ink)
        room = self.rect.inflate(-2 * pad, 0)
        cut = max(0, line.get_width() - room.width)
        y = self.rect.centery - line.get_height() // 2
        theme.blend(surface, line, (room.x, y), (cut, 0, room.width, line.get_height()))
        end = room.x + line.get_width() - cut
        below = y + line.get_height() - 1
        if composed:
            begin = max(room.x, end - theme.width("text", composed))
            pygame.draw.line(surface, palette.ink, (begin, below), (end, below), thick)
        pygame.draw.line(surface, palette.accent, (end + thick, y), (end + thick, below), thick)

    @property
    def words(self) -> str:
        """Text in the field, or its purpose while it is empty."""
        return self.text + self.composed or self.spoken
