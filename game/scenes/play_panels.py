"""The two panels of a match: who plays, points, what is asked, buttons, the moves so far."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pygame

from game import layout
from game.board_view import BoardView
from game.panel import Sheet
from game.scenes import play_menu
from game.scenes.beside import add_beside, add_tallies, piece_picture
from game.scenes.moves import add_moves
from game.theme import Style, Theme
from game.widgets import Action, Button, Card, Label, label_height
from rules.position import PASS, Piece, Player

if TYPE_CHECKING:
    from game.scenes.play import Play


@dataclass(frozen=True)
class _Command:
    name: str
    icon: str
    action: Action
    can: bool = True


def lay_out_panels(play: "Play") -> None:
    """Make the board view and the sheets of a match for its window."""
    settings, theme = play.services.settings, play.theme
    board = play.match.board
    # The wooden frame counts as part of the board's proportions.
    frame = 0.66 if settings.coordinates else 0.4
    plan = layout.play(
        play.size,
        (board.columns + frame) / (board.rows + frame),
        settings.tabletop,
        theme.unit,
        play.services.page.safe_area(),
        extra=_slot_room(play),
    )
    near_player = _near_player(play)
    far = _Panel(play, plan.far, plan.turns[0], 1 - near_player, settings.tabletop)
    near = _Panel(play, plan.near, plan.turns[1], near_player, True)
    play.sheets = [far.sheet, near.sheet]
    if far.moves_place is not None:
        play.sheets.append(_moves_sheet(play, far.moves_place))
    slots = {**far.slots, **near.slots}
    play.view = BoardView(theme, board, plan.board, settings.coordinates, slots)


def _near_player(play: "Play") -> Player:
    """Whose panel is at the thumb: the only person's, or else the first player's."""
    return 1 if play.person(1) and not play.person(0) else 0


def _slot_room(play: "Play") -> int:
    """CSS pixels more that a panel needs for cells beside the board and their numbers."""
    board = play.match.board
    beside = [
        owner for owner, kind in zip(board.owners, board.kinds, strict=True) if kind == "beside"
    ]
    if not beside:
        return 0
    return 92 if any(owner is not None for owner in beside) else 56


class _Panel:
    """One player's sheet, filled from the top down and, for buttons, from the bottom up."""

    def __init__(
        self, play: "Play", place: layout.Box, quarter: int, player: Player, buttons: bool
    ) -> None:
        self.play = play
        self.theme: Theme = play.theme
        self.player = player
        self.sheet = Sheet(play.theme, place, quarter)
        self.moves_place: layout.Box | None = None
        self._has_buttons = buttons
        self._pad = self.theme.px(8 if min(self.sheet.rect.size) < self.theme.px(140) else 12)
        self._gap = self.theme.px(8)
        self._room = self.sheet.rect.inflate(-2 * self._pad, -2 * self._pad)
        position = play.match.position
        acts = play.result is None and position.turn == player
        won = play.result is not None and play.result.winner == player
        self.sheet.add(Card(self.sheet.rect, f"card{player}", accent=acts or won))
        self._compact = _slot_room(play) > 0 and self.sheet.height < self.theme.px(176)
        if buttons and not self._compact:
            self._buttons()
        self._primary(buttons)
        self._header()
        self._status()
        self.slots = add_beside(play, self.sheet, self._room, player)
        add_tallies(play, self.sheet, self._room, player)
        self._moves(quarter)

    # -- from the bottom up ------------------------------------------------------------------------

    def _take_bottom(self, height: int) -> pygame.Rect:
        taken = pygame.Rect(self._room.x, self._room.bottom - height, self._room.width, height)
        self._room.height -= height + self._gap
        return taken

    def _take_top(self, height: int) -> pygame.Rect:
        height = min(height, self._room.height)
        taken = pygame.Rect(self._room.x, self._room.y, self._room.width, height)
        self._room.y += height + self._gap
        self._room.height -= height + self._gap
        return taken

    def _buttons(self) -> None:
        play, theme, text = self.play, self.theme, self.play.text
        undone = play.looking_back
        commands = [
            _Command("undo", "undo", play.undo, play.can_undo()),
            _Command("redo", "redo", play.redo, undone),
            _Command("moves", "list", lambda: play_menu.open_moves(play, self.sheet.quarter)),
            _Command("menu", "menu", lambda: play_menu.open_menu(play, self.sheet.quarter)),
        ]
        per_row = 4 if self._room.width >= theme.px(232) else 2
        height = theme.px(52 if self._room.height >= theme.px(150) else 48)
        rows = [commands[i : i + per_row] for i in range(0, len(commands), per_row)]
        for row in reversed(rows):
            strip = self._take_bottom(height)
            strip_box = (strip.x, strip.y, strip.width, strip.height)
            boxes = layout.columns(strip_box, len(row), self._gap)
            for command, cell in zip(row, boxes, strict=True):
                self.sheet.add(
                    Button(
                        pygame.Rect(cell),
                        self._name(command.name),
                        command.action if command.can else None,
                        text=text(f"play.{command.name}"),
                        icon=command.icon,
                        stacked=True,
                    )
                )

    def _small_buttons(self, rect: pygame.Rect) -> int:
        """Undo and the menu at the right of a header that is all there is; the width they take."""
        play, side = self.play, self.theme.px(44)
        x = rect.right
        for name, icon, action in (
            ("menu", "menu", lambda: play_menu.open_menu(play, self.sheet.quarter, moves=True)),
            ("undo", "undo", play.undo if play.can_undo() else None),
        ):
            x -= side
            place = pygame.Rect(x, rect.y, side, side)
            spoken = play.text(f"play.{name}")
            self.sheet.add(Button(place, self._name(name), action, icon=icon, spoken=spoken))
            x -= self._gap
        return rect.right - x

    def _name(self, name: str) -> str:
        """Names of buttons: plain on the near panel, with a prefix on the one across a table."""
        return name if self.player == _near_player(self.play) else f"far-{name}"

    def _primary(self, buttons: bool) -> None:
        """The one thing to do next, if it is not a move: a rematch, or letting computers go on."""
        play, text = self.play, self.play.text
        if not buttons:
            return
        height = self.theme.px(48)
        if self._room.height < height + self.theme.px(40):
            return
        if play.result is not None and not play.looking_back:
            self.sheet.add(
                Button(self._take_bottom(height), self._name("rematch"), play.rematch,
                       text("play.rematch"), "again", "primary")
            )  # fmt: skip
        elif play.waiting:
            self.sheet.add(
                Button(self._take_bottom(height), self._name("go-on"), play.go_on,
                       text("play.go_on"), "play", "primary")
            )  # fmt: skip

    # -- from the top down -------------------------------------------------------------------------

    def _header(self) -> None:
        """Piece, name, who decides, and the points."""
        theme, palette = self.theme, self.theme.palette
        roomy = self._room.height >= theme.px(200) and self._room.width >= theme.px(180)
        rect = self._take_top(theme.px(60 if roomy else 44))
        if self._compact and self._has_buttons:
            rect.width -= self._small_buttons(rect)
        emblem = self._emblem()
        if emblem is not None:
            side = theme.px(52 if roomy else 36)
            place = pygame.Rect(rect.x, rect.centery - side // 2, side, side)
            self.sheet.add(piece_picture(theme, place, emblem))
            rect = pygame.Rect(
                place.right + self._gap, rect.y, rect.right - place.right, rect.height
            )
            rect.width -= self._gap
        score = self.play.score()
        if score is not None:
            words, style = str(score[self.player]), _NUMBER[roomy]
            width = theme.width(style, words) + 2
            place = pygame.Rect(rect.right - width, rect.y, width, rect.height)
            self.sheet.add(Label(place, text=words, style=style, paint=palette.ink, across=1.0))
            rect.width -= width + self._gap
        self._names(rect, _NAME[roomy])

    def _names(self, rect: pygame.Rect, style: Style) -> None:
        """Whose panel it is: the colour, and below it who decides, or what is asked of him."""
        theme, palette = self.theme, self.theme.palette
        crowded = self._crowded()
        lower = (self._status_words() if crowded else "") or self._seat_words()
        half = rect.height // 2
        above = pygame.Rect(rect.x, rect.y, rect.width, half)
        below = pygame.Rect(rect.x, rect.y + half, rect.width, rect.height - half)
        called = _shortened(theme, self.play.colour(self.player), style, rect.width)
        lower = _shortened(theme, lower, "small", rect.width)
        self.sheet.add(Label(above, text=called, style=style, paint=palette.ink))
        self.sheet.add(Label(below, text=lower, style="small", paint=palette.soft))

    def _crowded(self) -> bool:
        """Whether what is asked must stand in the header, for want of room below it."""
        needed = _SLOT_ROOM if "beside" in self.play.match.board.kinds else 24
        return self._room.height < self.theme.px(needed)

    def _emblem(self) -> Piece | None:
        """A piece of this player's colour, as the game has them."""
        position = self.play.match.position
        if position.colours is None:
            return None
        colour = position.colours[self.player]
        mine = (piece for piece in position.pieces() if piece and piece.colour == colour)
        return next(mine, Piece(colour, "disc"))

    def _seat_words(self) -> str:
        play = self.play
        word = play.words[self.player]
        if play.person(self.player):
            return play.text("seat.person")
        return play.text("seat.computer_level", level=play.text(f"level.{word}"))

    def _status_words(self) -> str:
        play, text = self.play, self.play.text
        if play.result is not None:
            return play.result_words()
        if play.note:
            return play.note
        position = play.match.position
        if position.turn != self.player:
            return ""
        if play.thinking:
            return text("play.thinking") + " " + "·" * play.dots
        if tuple(position.moves()) == (PASS,):
            return ""
        if play.waiting:
            return text("play.waits")
        return text.game(play.game.key, f"prompt.{position.prompt()}")

    def _status(self) -> None:
        """What is asked of the player, or how the match ended."""
        play, theme, palette = self.play, self.theme, self.theme.palette
        if self._crowded():
            return
        words = self._status_words()
        lines: list[tuple[str, Style]] = []
        if words:
            lines.append((words, "bold" if play.result is not None else "text"))
        if play.result is not None:
            lines.append((play.reason_words(), "small"))
        elif play.looking_back:
            look = play.text("play.looking_back", at=play.match.at, of=len(play.match.moves))
            lines.append((look, "small"))
        else:
            warning = play.warning()
            if warning:
                lines.append((warning, "small"))
        for said, style in lines:
            if self._room.height < theme.px(20):
                return
            tried: tuple[Style, ...] = (style, "small")
            for chosen in tried:
                height = label_height(theme, said, chosen, self._room.width)
                if height <= self._room.height:
                    strong = style != "small"
                    self.sheet.add(
                        Label(self._take_top(height), text=said, style=chosen,
                              paint=palette.ink if strong else palette.soft)
                    )  # fmt: skip
                    self._room.y -= self._gap // 2
                    self._room.height += self._gap // 2
                    break

    def _moves(self, quarter: int) -> None:
        """Keep the rest of a tall upright panel for the list of moves."""
        theme = self.theme
        wide = self._room.width >= theme.px(150)
        if quarter or not wide or self._room.height < theme.px(120) or self._name("") == "":
            return
        place = self.sheet.outside(self._room)
        self.moves_place = (place.x, place.y, place.width, place.height)


_SLOT_ROOM = 140
"""CSS pixels that slots, numbers and a sentence need below a header."""

_NUMBER: dict[bool, Style] = {False: "number", True: "title"}
_NAME: dict[bool, Style] = {False: "bold", True: "head"}
"""Styles in a header with little and with much room."""


def _shortened(theme: Theme, words: str, style: Style, width: int) -> str:
    """The words, cut with an ellipsis where there is no room for all of them."""
    if theme.width(style, words) <= width:
        return words
    while words and theme.width(style, words + "…") > width:
        words = words[:-1]
    return words.rstrip() + "…"


def _moves_sheet(play: "Play", place: layout.Box) -> Sheet:
    """The moves so far as small buttons."""
    sheet = Sheet(play.theme, place)
    add_moves(play, sheet, pygame.Rect(0, 0, sheet.width - play.theme.px(8), 0), play.go)
    return sheet
