"""Panel of the editor: palette, what is wrong, choices besides the cells, commands."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import pygame

from game.drawing import draw, faces
from game.scenes.editor.draft import Draft
from game.scenes.editor.words import DraftText
from game.services.text import Text
from game.services.theme import Colour, Theme
from game.table.phrases import called
from game.ui.containers import Column, Declared, Either, Grid, Row, Wrap
from game.ui.layout import Box
from game.ui.rows import choice_row
from game.ui.sheet import Sheet
from game.ui.widgets import Action, Button, Label, ReadoutGroup, Widget
from rules.contract.diagram import NOTHING, DiagramChoice
from rules.contract.story import Piece

_MAX_ROW_VALUES = 3
"""Values of a choice that stand in a row; more are shown when asked for."""

_ROOMY = 560
"""CSS pixels of height from which a panel has a title."""

_MANY_PIECES = 7
"""Pieces of a palette that stand close together where there is little room."""

_MOST_HEAD = 0.62
"""Part of the panel that may stay in sight; where that is not enough, everything scrolls."""

_EDGE = 8
"""CSS pixels beside what lies on the panel, for its shadows."""


@dataclass
class _PieceButton(Button):
    """Piece, above its number on the board if it is one of the palette."""

    piece: Piece | None = None
    """None for the eraser."""

    def clipped(self, theme: Theme) -> bool:
        """Whether the number does not fit."""
        return theme.width("small", self.text) > self.rect.width

    def _content(
        self, theme: Theme, surface: pygame.Surface, rect: pygame.Rect, ink: Colour
    ) -> None:
        side = theme.px(28)
        drawn = (
            self._picture(theme, theme.px(22), ink)
            if self.piece is None
            else faces.face_image(theme, self.piece, side)
        )
        place = drawn.get_rect(center=(rect.centerx, rect.y + theme.px(4) + side // 2))
        if not self.text:
            place.center = rect.center
        surface.blit(drawn, place)
        below = pygame.Rect(rect.x, rect.y + theme.px(4) + side, rect.width, 0)
        below.height = rect.bottom - below.y
        draw.text(theme, surface, [self.text], "small", ink, below, across=0.5)


@dataclass(frozen=True)
class EditorPanelData:
    """What the panel shows, and what it calls."""

    theme: Theme
    text: Text
    draft: Draft
    words: DraftText
    chosen: str
    """Piece of the palette that is laid; "" for none."""
    unfolded: str
    """Key of the choice whose values are shown; "" for none."""
    pick: Callable[[str], None]
    choose: Callable[[int, str], None]
    unfold: Callable[[str], None]
    undo: Action | None
    redo: Action | None
    back: Action
    commands: dict[str, tuple[str, Action | None]]
    """By text key in `editor`, icon and action; the first is the one to act."""


def _filled(sheet: Sheet, whole: Widget) -> Sheet:
    sheet.add(*whole.lay(sheet.theme, sheet.rect))
    return sheet


class EditorPanel:
    """Palette and status that stay in sight, and below them everything else, which may scroll."""

    def __init__(self, data: EditorPanelData, place: Box) -> None:
        self._data, self._text, self._draft = data, data.text, data.draft
        theme, (x, y, width, height) = data.theme, place
        head, rest = self._head(roomy=height >= theme.px(_ROOMY)), self._rest()
        high = head.height_for(theme, width)
        if high > _MOST_HEAD * height:
            self.sheets = [_filled(Sheet(theme, place), Column([head, rest]))]
        else:
            self.sheets = [
                _filled(Sheet(theme, (x, y, width, high)), head),
                _filled(Sheet(theme, (x, y + high, width, height - high)), Column([8, rest])),
            ]

    def _rest(self) -> Widget:
        turn, *choices = self._choices()
        play, *commands = self._commands()
        return self._padded([turn, play, *choices, *commands, 8])

    def _padded(self, items: Declared) -> Widget:
        return Row([_EDGE, Column(items), _EDGE], down=0)

    def _head(self, roomy: bool) -> Widget:
        """Return the way back, undo, redo, palette and status; with a title where there is room."""
        text, pieces = self._text, self._palette()
        back = Button("back", self._data.back, icon="back", look="quiet", width=44, height=54,
                      spoken=text("dialog.back"))  # fmt: skip
        steps: list[Widget] = [
            Button(name, action, icon=name, width=44, height=54, spoken=text(f"play.{name}"))
            for name, action in (("undo", self._data.undo), ("redo", self._data.redo))
        ]
        if not roomy:
            palette = Wrap([back, *steps, *pieces], 4 if len(pieces) < _MANY_PIECES else 2)
            return Column([palette, self._padded([self._status()])])
        title = Row([back, Label(text("editor.title"), "head"), *steps])
        return self._padded([title, Wrap(pieces), self._status()])

    def _palette(self) -> list[Widget]:
        """Return a button for each piece that can be laid."""
        text, draft = self._text, self._draft
        group = ReadoutGroup(text("editor.pieces"))
        words = self._data.words
        pieces: list[Widget] = []
        for number, piece in enumerate(draft.palette, start=1):
            sample, count = draft.sample(piece), draft.count(piece)
            chosen = piece == self._data.chosen
            pieces.append(
                _PieceButton(f"piece={number}", partial(self._data.pick, "" if chosen else piece),
                             str(count), "" if sample else "eraser",
                             "chosen" if chosen else "plain", piece=sample,
                             spoken=f"{words.piece(sample)}, {count}",
                             width=44, height=54, group=group)
            )  # fmt: skip
        return pieces

    def _status(self) -> Widget:
        wrong = self._data.words.wrong()
        if wrong:
            return Label(wrong, "small-bold", "accent")
        return Label(self._text("editor.ready"), "small-bold", "good")

    def _choices(self) -> Declared:
        """Return a row for each choice that has more than one value."""
        items: list[Widget] = []
        for number, one in enumerate(self._draft.asked):
            now, choose = self._draft.diagram.word(number), partial(self._data.choose, number)
            if len(one.values) < 2:
                continue
            title = self._title(one)
            if len(one.values) <= _MAX_ROW_VALUES and not one.several:
                words = {value: self._word(one, value) for value in one.values}
                items.append(choice_row(one.key, title, words, now, choose))
                continue
            unfolded = one.key == self._data.unfolded
            said = ", ".join(self._word(one, part) for part in now.split(","))
            unfold = partial(self._data.unfold, "" if unfolded else one.key)
            items.append(
                Button(f"unfold {one.key}", unfold, f"{title}: {said}", "less" if unfolded else
                       "new", grows=True)
            )  # fmt: skip
            if unfolded:
                items.append(self._values(one, now, choose, ReadoutGroup(title)))
        return items

    def _values(
        self, one: DiagramChoice, now: str, choose: Callable[[str], None], group: ReadoutGroup
    ) -> Widget:
        """Return the values of a choice; those of several are added, and removed where chosen."""
        parts = [] if now == NOTHING else now.split(",")
        if not one.several:
            return Wrap([
                self._value(f"{one.key}={value}", partial(choose, value), one, value,
                            "chosen" if value == now else "plain", group)
                for value in one.values
            ])  # fmt: skip
        chosen = [
            self._value(f"{one.key} at {place}",
                        partial(choose, ",".join(parts[:place] + parts[place + 1 :]) or NOTHING),
                        one, part, "chosen", group)
            for place, part in enumerate(parts)
        ]  # fmt: skip
        added = [
            self._value(f"{one.key} add {value}", partial(choose, ",".join([*parts, value])),
                        one, value, "plain", group)
            for value in one.values[1:]
        ]  # fmt: skip
        return Column([*([Wrap(chosen)] if chosen else []), Wrap(added)])

    def _value(
        self,
        name: str,
        action: Action,
        one: DiagramChoice,
        value: str,
        look: str,
        group: ReadoutGroup,
    ) -> Button:
        """Return the button of a value: the piece that it names, or else its words."""
        words, piece = self._word(one, value), self._draft.named(one, value)
        if piece is None:
            return Button(name, action, words, look=look, group=group)
        return _PieceButton(name, action, look=look, spoken=words, piece=piece, width=44,
                            group=group)  # fmt: skip

    def _title(self, one: DiagramChoice) -> str:
        if one.key == "turn":
            return self._text("diagram.turn")
        return self._text.game(self._draft.game.key, f"diagram.{one.key}")

    def _word(self, one: DiagramChoice, value: str) -> str:
        """Return a value as a player reads it."""
        text, game = self._text, self._draft.game.key
        if one.key == "turn":
            return called(text, game, self._draft.colours, one.values.index(value))
        piece = self._draft.named(one, value)
        if piece is not None:
            return self._data.words.value(one, value, piece)
        word, _, cell = value.partition(":")
        key = f"word.no_{one.key}" if value == NOTHING else f"word.{word}"
        if text.knows(game, key):
            return text.game(game, key, cell=cell)
        return text("spoken.none") if value == NOTHING else value

    def _commands(self) -> Declared:
        """Return the button to play, the other commands, and how all this is done."""
        first, *others = (
            Button(key, action, self._text(f"editor.{key}"), icon, height=48, grows=True)
            for key, (icon, action) in self._data.commands.items()
        )
        first.look = "primary" if first.action is not None else "plain"
        return [
            first,
            Either(454, Grid(others, 3), Grid(others, least=146)),
            Label(self._text("editor.about"), "small"),
        ]
