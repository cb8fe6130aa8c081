"""The panel of the editor: palette, status, choices, commands."""

from collections.abc import Callable
from functools import partial
from typing import ClassVar

from flipside.game.live_match.match_text import called
from flipside.game.scenes.common.command import Commands
from flipside.game.scenes.editor.draft import DraftText
from flipside.game.services.theme import Theme
from flipside.game.ui.containers import Column, Grid, Row, WidgetList, Wrap
from flipside.game.ui.layout import Box
from flipside.game.ui.page_widgets import choice_row, padded
from flipside.game.ui.sheet import Sheet
from flipside.game.ui.widgets import Action, Button, Label, ReadoutGroup, Widget
from flipside.rules.contract.diagram import NOTHING, DiagramChoice

_MAX_ROW_VALUES = 3
"""A choice with more values is folded instead of a row of buttons."""

_ROOMY = 560
"""A panel of at least this height in CSS pixels has a title."""

_MANY_PIECES = 7
"""In a low panel, so many pieces of a palette are close together."""

_MOST_HEAD = 0.62
"""If palette and status need a larger part of the panel than this, everything scrolls together."""


class _PieceButton(Button):
    """A button with a piece or the eraser, above the number of these pieces on the board."""

    side: ClassVar[float] = 28


class EditorPanel:
    """Palette and status, which do not scroll, above everything else."""

    def __init__(
        self,
        theme: Theme,
        words: DraftText,
        show: Callable[[str], None],
        change: Callable[[Action], None],
    ) -> None:
        """Make the panel of a draft.

        `show` announces a text and updates the panel. `change` calls a function that changes the
        draft, then updates everything.
        """
        self._theme, self._words, self._draft = theme, words, words.draft
        self._text, self._show, self._change = words.text, show, change
        self.brush = words.draft.palette[1]
        """The piece of the palette that a tap places; "" if a tap changes the piece there."""
        self._open_key = ""
        """The key of the choice that is unfolded; "" for none."""

    def pick(self, piece: str) -> None:
        """Select the piece that a tap places; "" for none."""
        self.brush = piece
        self._show(self._words.piece(self._draft.sample(piece)) if piece else "")

    def _unfold(self, key: str) -> None:
        self._open_key = key
        self._show("")

    def sheets(self, place: Box, back: Action, commands: Commands) -> list[Sheet]:
        """Return the sheets of the panel; `back` is the action of the "back" button."""
        theme, whole = self._theme, Sheet(self._theme, place)
        head = self._head(back, commands, roomy=whole.height >= theme.px(_ROOMY))
        turn, *choices = self._choices()
        play, *others = self._buttons(commands)
        rest = padded([turn, play, *choices, *others, 8])
        high = head.height_for(theme, whole.width)
        if high > _MOST_HEAD * whole.height:
            return [whole.fill(Column([head, rest]))]
        above, below = whole.split([high, whole.height - high])
        return [above.fill(head), below.fill(Column([8, rest]))]

    def _head(self, back: Action, commands: Commands, roomy: bool) -> Widget:
        """Return "back", undo, redo, palette and status; if `roomy`, with a title."""
        text, pieces = self._text, self._palette()
        leave = Button("back", back, icon="back", look="quiet", width=44, height=54,
                       accessible_name=text("dialog.back"))  # fmt: skip
        steps: list[Widget] = [
            commands.icon_button(name, width=44, height=54) for name in ("menu", "undo", "redo")
        ]
        if not roomy:
            gap = 4 if len(pieces) < _MANY_PIECES else 2
            palette = Wrap([leave, *steps, *pieces], gap, even=True)
            return Column([palette, padded([self._status()])])
        title = Row([leave, Label(text("editor.title"), "head")])
        return padded([title, Wrap([*steps, *pieces], even=True), self._status()])

    def _palette(self) -> list[Widget]:
        text, draft = self._text, self._draft
        group = ReadoutGroup(text("editor.pieces"))
        words = self._words
        pieces: list[Widget] = []
        for number, piece in enumerate(draft.palette, start=1):
            sample, count = draft.sample(piece), draft.count(piece)
            is_brush = piece == self.brush
            pieces.append(
                _PieceButton(f"piece={number}", partial(self.pick, "" if is_brush else piece),
                       str(count), "" if sample else "eraser", "chosen" if is_brush else "plain",
                       stacked=True, emblem=sample,
                       accessible_name=f"{words.piece(sample)}, {count}", width=44, height=54,
                       group=group)
            )  # fmt: skip
        return pieces

    def _status(self) -> Widget:
        wrong, ready = self._words.fault_sentence(), self._text("editor.ready")
        return Label(wrong or ready, "small-bold", "accent" if wrong else "good")

    def _choices(self) -> WidgetList:
        """Return a row for each choice that has several values."""
        items: list[Widget] = []
        for number, choice in enumerate(self._draft.choice_options):
            now, choose = self._draft.diagram.field_at(number), partial(self._choose, number)
            if len(choice.values) < 2:
                continue
            title = self._title(choice)
            if len(choice.values) <= _MAX_ROW_VALUES and not choice.several:
                words = {value: self._word(choice, value) for value in choice.values}
                items.append(choice_row(choice.key, title, words, now, choose))
                continue
            is_open = choice.key == self._open_key
            values = ", ".join(self._word(choice, part) for part in now.split(","))
            label = self._text("spoken.about", head=title, words=values)
            unfold = partial(self._unfold, "" if is_open else choice.key)
            items.append(
                Button(f"unfold {choice.key}", unfold, label, "less" if is_open else
                       "new", grows=True)
            )  # fmt: skip
            if is_open:
                items.append(self._values(choice, now, choose, ReadoutGroup(title)))
        return items

    def _choose(self, number: int, word: str) -> None:
        self._change(partial(self._draft.choose, number, word))

    def _values(
        self, choice: DiagramChoice, now: str, choose: Callable[[str], None], group: ReadoutGroup
    ) -> Widget:
        """Return buttons for the values of a choice; if `several`, to add and remove values."""
        parts = [] if now == NOTHING else now.split(",")

        def button(name: str, word: str, value: str, look: str = "plain") -> Button:
            words, piece = self._word(choice, value), self._draft.named(choice, value)
            act = partial(choose, word)
            if piece is None:
                return Button(choice.key + name, act, words, look=look, group=group)
            return _PieceButton(choice.key + name, act, look=look, accessible_name=words,
                                emblem=piece, width=44, group=group)  # fmt: skip

        if not choice.several:
            return Wrap([
                button(f"={value}", value, value, "chosen" if value == now else "plain")
                for value in choice.values
            ])  # fmt: skip
        remove_buttons = [
            button(f" at {place}", ",".join(parts[:place] + parts[place + 1 :]) or NOTHING, part,
                   "chosen")
            for place, part in enumerate(parts)
        ]  # fmt: skip
        add_buttons = [
            button(f" add {value}", ",".join([*parts, value]), value) for value in choice.values[1:]
        ]
        return Column([*([Wrap(remove_buttons)] if remove_buttons else []), Wrap(add_buttons)])

    def _title(self, choice: DiagramChoice) -> str:
        if choice.key == "turn":
            return self._text("diagram.turn")
        return self._text.game(self._draft.game.key, f"diagram.{choice.key}")

    def _word(self, choice: DiagramChoice, value: str) -> str:
        """Return a value as players read it."""
        text, game = self._text, self._draft.game.key
        if choice.key == "turn":
            return called(text, game, self._draft.colours, choice.values.index(value))
        piece = self._draft.named(choice, value)
        if piece is not None:
            return self._words.value(choice, value, piece)
        word, _, cell = value.partition(":")
        key = f"word.no_{choice.key}" if value == NOTHING else f"word.{word}"
        if text.knows(game, key):
            return text.game(game, key, cell=cell)
        return text("spoken.none") if value == NOTHING else value

    def _buttons(self, commands: Commands) -> WidgetList:
        """Return the button to play, the other commands, and an explanation."""
        wrong = self._words.fault_sentence()
        first, *others = (
            commands.button(command.id, "" if commands.is_possible(command.id) else wrong,
                            height=48,
                            grows=True)
            for command in commands.offered("panel")
        )  # fmt: skip
        first.look = "primary" if first.enabled else "plain"
        return [first, Grid(others, least=146, even=True), Label(self._about(), "small")]

    def _about(self) -> str:
        """Return how pieces are placed and, if the game allows that, rotated."""
        text, game = self._text, self._draft.game.key
        turns = text.game(game, "editing") if text.knows(game, "editing") else ""
        return f"{text('editor.about')} {turns}".strip()
