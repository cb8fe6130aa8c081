"""Scene in which a line is typed."""

from game.scenes.common.scene import Scene
from game.services.plain import typed
from game.ui.line_field import LineField


class TypingScene(Scene):
    """Hands what is typed to a field, which lies on the first sheet."""

    line: LineField | None = None

    def arrange(self, size: tuple[int, int]) -> None:
        super().arrange(size)
        if self.line is not None:
            self.services.page.typing(self.sheets[0].outside(self.line.rect))

    def leave(self) -> None:
        self.services.page.typing(None)
        super().leave()

    def write(self, words: str, composing: bool = False) -> None:
        if self.line is None:
            return
        if composing:
            self.line.composed = typed(words)
            self.rearrange()
        else:
            self.line.write(words)

    def key(self, name: str) -> None:
        """Edit the line by a key. Letters come as words, so a blank does nothing else, and while
        something is composed all keys belong to the input method."""
        line = self.line
        if line is None:
            super().key(name)
        elif line.composed or name == "space":
            return
        elif name == "backspace":
            line.take(line.text[:-1])
        elif name == "ctrl v":
            line.write(self.services.page.clipboard.paste() or "")
        else:
            super().key(name)
