"""Parts of the panels of a match: their data, sentences, cells beside the board, list of moves."""

from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from typing import NamedTuple

import pygame

from flipside.game.drawing import icons
from flipside.game.live_match.live_match import LiveMatch
from flipside.game.live_match.match_text import ListedMove
from flipside.game.live_match.match_view import MatchView
from flipside.game.scenes.common.command import Commands
from flipside.game.scenes.common.dialog import Dialog
from flipside.game.scenes.common.scene import Navigator
from flipside.game.scenes.common.seat_rows import seat_names
from flipside.game.services.settings import Settings
from flipside.game.services.texts import Texts
from flipside.game.services.theme import Style, Theme
from flipside.game.ui.containers import Column, Grid, Row, Wrap
from flipside.game.ui.panel_widgets import beside_slot, numbered_slot, piece_picture
from flipside.game.ui.readout_parts import list_group
from flipside.game.ui.widgets import Button, Label, Widget
from flipside.rules.contract.board import Cell
from flipside.rules.contract.position import Player, Tally
from flipside.rules.contract.story import Piece


@dataclass(frozen=True)
class PanelData:
    """The data for the panels of a match."""

    theme: Theme
    text: Texts
    settings: Settings
    match_view: MatchView
    commands: Commands
    tap: Callable[[Cell], None]
    """Called with a cell beside the board that is tapped."""
    moves: Sequence[ListedMove] = ()
    """All moves, if a panel may list them."""
    goto_ply: Callable[[int], None] | None = None
    """Shows the position after a number of plies; None if earlier positions may not be shown."""
    headline: str = ""
    """The result on the result card; empty without a card."""
    series: Sequence[Player | None] = ()
    """Who has won the matches of the series, as of `MatchMeaning.series_wins`."""

    @property
    def face_to_face(self) -> bool:
        """Whether panels are rotated towards their players: in tabletop mode, with two people."""
        return self.settings.tabletop and all(self.match_view.people)

    def words(self, key: str, **values: object) -> str:
        """Return a text of the game."""
        return self.text.game(self.match_view.game.key, key, **values)


StyledLine = tuple[str, Style]


def status_lines(data: PanelData, player: Player) -> list[StyledLine]:
    """Return the lines below the head of a player's panel: prompt or result, and warnings."""
    match_view, words = data.match_view, _status_words(data, player)
    lines: list[StyledLine] = []
    if words:
        lines.append((words, "bold" if match_view.result is not None else "text"))
    if match_view.result is not None:
        lines += [(sentence, "small") for sentence in (*match_view.meaning, match_view.reason)]
    elif match_view.looking_back:
        lines.append((look_words(data)[0], "small"))
    else:
        damage = data.text.damage("level.damaged") if match_view.damaged[player] else ""
        lines += [(sentence, "small") for sentence in (match_view.warning, damage) if sentence]
    return lines


def _status_words(data: PanelData, player: Player) -> str:
    text, match_view = data.text, data.match_view
    if match_view.result is not None:
        return match_view.result_words
    if match_view.note:
        return match_view.note
    if match_view.turn != player:
        return ""
    if match_view.thinking:
        if match_view.loads:
            return text("level.loads")
        return text("play.thinking") + " " + "·" * match_view.dots
    if match_view.must_pass:
        return ""
    return text("play.waits") if match_view.waiting else match_view.prompt


def seat_words(text: Texts, match_view: MatchView, player: Player) -> list[str]:
    """Return wordings of a player's seat, the longest first; for a named player the colour."""
    post = text("post.seat") if match_view.away == player else ""
    if match_view.players[player]:
        colour = match_view.names[player]
        return [f"{colour} · {post}", colour] if post else [colour]
    return [post] if post else seat_names(text, match_view.seats[player])


def look_words(data: PanelData) -> list[str]:
    """Return wordings of "ply `at` of `plies`" while looking back, the longest first."""
    at, of = data.match_view.at, data.match_view.plies
    return [data.text("play.looking_back", at=at, of=of), f"{at} / {of}"]


def asides(data: PanelData, player: Player) -> list[StyledLine]:
    """Return who is ahead and the name of the opening, if this panel shows them.

    The far panel shows them, or in tabletop mode the panel of the player to move.
    """
    match_view = data.match_view
    reads = match_view.turn if data.face_to_face else 1 - match_view.near
    if match_view.result is not None or player != reads:
        return []
    return [
        (sentence, "small")
        for sentence in (match_view.move_values.words, match_view.opening_name)
        if sentence
    ]


def match_sentences(live_match: LiveMatch, match_view: MatchView, last: str) -> list[str]:
    """Return the readout: state, score, `last` move, hint, scores and players."""
    text, match_text = live_match.text, live_match.match_text
    heading = f"{text('play.to_move', colour=match_view.called(match_view.turn))}."
    result, award = match_view.result, live_match.settings.award
    now = (
        match_text.end_sentences(result, award, match_view.people)
        if result
        else match_text.now(match_view.human, "")
    )
    score = ""
    if match_view.score is not None:
        each = (f"{match_view.called(player)} {n}" for player, n in enumerate(match_view.score))
        score = text("spoken.score", words=", ".join(each))
    waits = f"{text('play.waits')}." if match_view.waiting else ""
    pairs = [(match_view.called(p), seat_words(text, match_view, p)[0]) for p in (0, 1)]
    seats = [text("spoken.about", head=name, words=seat) + "." for name, seat in pairs]
    return [
        *(sentence for sentence in now if sentence != heading), *match_view.meaning, waits,
                score,
        last if match_view.at else "", match_view.note, *match_view.hint,
        match_view.move_values.words,
        " ".join(seats),
    ]  # fmt: skip


def extra_room(data: PanelData) -> int:
    """Return the extra CSS pixels of height that panels need for cells beside the board."""
    board = data.match_view.board
    beside = board.of_kind("beside")
    if not beside:
        return 0
    return 100 if any(board.owners[cell] is not None for cell in beside) else 56


class _Pile(NamedTuple):
    """A slot of a player's panel, as words."""

    cell: Cell
    number: str
    """The number of its pieces; "" where one piece at most lies."""
    name: str
    tip: str


def _piles(data: PanelData, player: Player) -> list[_Pile]:
    """Return the slots of a player; those after the first pile only once one of them is filled."""
    board, tallies = data.match_view.board, data.match_view.position.tallies()[player]
    numbers = {tally.cell: str(tally.number) for tally in tallies if tally.cell is not None}
    further = list(numbers)[1:]
    hidden = further if all(numbers[cell] == "0" for cell in further) else ()
    piles = []
    for cell in board.of_kind("beside"):
        if board.owners[cell] == player and cell not in hidden:
            number, name = numbers.get(cell, ""), data.words(f"cell.{board.names[cell]}")
            tip = data.text("spoken.about", head=name, words=number) if number else name
            piles.append(_Pile(cell, number, name, tip))
    return piles


def cells_beside(data: PanelData, player: Player, width: int, height: int) -> Column:
    """Return the cells of a player beside the board, and the player's tallies if they fit.

    A cell with an owner is a slot for pieces; the others are actions of the player to move.
    """
    theme, board, position = data.theme, data.match_view.board, data.match_view.position
    acts, piles = position.turn == player and not data.match_view.over, _piles(data, player)
    actions = [
        _action(data, cell)
        for cell in board.of_kind("beside")
        if acts and board.owners[cell] is None and not board.confirms(cell)
    ]
    others = [_tally(data, tally) for tally in position.tallies()[player] if tally.cell is None]
    tallies = Wrap(others, 10, row_gap=4)
    spare = tallies.height_for(theme, width) + theme.px(8) if others else 0
    # If space is short, names and then slots are left out, but never actions.
    slots, shown = _Slots(theme, (), width, len(actions)), list[_Pile]()
    nameless = [pile._replace(name="") for pile in piles]
    for shown, (side, large, with_numbers) in product(
        (piles, nameless), _SLOT_SIZES if piles else ()
    ):
        sides = [
            (side if pile.number else side * large, beside_slot(theme, pile.number, pile.name))
            for pile in shown
        ]
        candidate = _Slots(theme, sides, width, len(actions))
        fits = (candidate.fits and with_numbers) or shown is nameless
        if fits and candidate.height + spare * with_numbers <= height:
            slots = candidate
            break
    rows, parts = list[Widget](), list[Widget]()
    for line in slots.lines:
        parts = [numbered_slot(theme, shown[n].cell, slots.sides[n], *shown[n][1:]) for n in line]
        rows.append(Row(parts))
    if actions and slots.joined:
        wide = 3 * (80 * len(actions) - 8)
        rows[-1] = Row([*parts, Row(actions, width=wide)])
    elif actions:
        rows.append(Grid(actions, least=84, stretches=True))
    has_others = others and slots.height + spare <= height
    return Column([*rows, tallies] if has_others else rows)


class _Slots:
    """Lines of slots, which may have words beside them, and of actions."""

    def __init__(
        self, theme: Theme, sides: Sequence[tuple[float, int]], width: int, actions: int
    ) -> None:
        """`sides`: CSS pixels of each slot, and the width in pixels of its words."""
        gap = theme.px(8)
        self.sides = [round(side) for side, _ in sides]
        self.lines: list[list[int]] = []
        """For each line the indices of its slots."""
        self.fits = True
        """Whether each slot with its words is narrow enough."""
        left = 0
        for place, (side, beside) in enumerate(sides):
            wide = theme.px(side) + beside
            self.fits &= wide <= width
            if not self.lines or left < gap + wide:
                self.lines.append([])
                left = width + gap
            self.lines[-1].append(place)
            left -= gap + wide
        high = [max(theme.px(self.sides[place]) for place in line) for line in self.lines]
        self.joined = bool(self.lines) and left - gap >= theme.px(80 * actions - 8)
        """Whether the actions fit in the line of the last slot."""
        if actions and self.joined:
            high[-1] = max(high[-1], theme.px(44))
        elif actions:
            each = theme.px(84) + gap
            high += [theme.px(44)] * -(-actions // max(1, (width + gap) // each))
        self.height = sum(high) + gap * max(0, len(high) - 1)


_SLOT_SIZES = (
    *((side, large, True) for large in (1.6, 1.0) for side in (60, 52, 46, 40)),
    *((side, 1.0, False) for side in (60, 52, 46, 40, 34, 28, 24)),
)
"""Sizes of slots to try, the best first: the width in CSS pixels, its factor for a slot without a
number, and whether the tallies must fit below."""


@dataclass
class _ActionButton(Button):
    """A button with its icon above its words if it is narrow."""

    value: str = ""
    """The value of a tap on the button, which is shown after the words if it fits."""

    def layout(self, theme: Theme, rect: pygame.Rect) -> list[Widget]:
        self.stacked = rect.width < theme.px(96)
        if self.value:
            with_value = replace(self, text=f"{self.text} {self.value}", rect=rect)
            self.text = self.text if with_value.clipped(theme) else with_value.text
        return super().layout(theme, rect)


def _action(data: PanelData, cell: Cell) -> Button:
    can = cell in data.match_view.next_cells
    piece = data.match_view.position.pieces()[cell]
    name = data.match_view.board.names[cell]
    return _ActionButton(
        f"cell {name}",
        partial(data.tap, cell) if can else None,
        data.words(f"cell.{name}"),
        icon=name if name in icons.NAMES and piece is None else "",
        look="primary" if can and data.match_view.taps and piece is None else "plain",
        emblem=piece,
        value=data.match_view.move_values.cells.get(cell) or "",
    )


def _tally(data: PanelData, tally: Tally) -> Widget:
    theme = data.theme
    name = data.words(f"tally.{tally.key}")
    words = data.text("spoken.about", head=name, words=tally.number)
    if tally.piece is None:
        return Label(words, "small-bold", "soft", height=24)
    return _numbered(theme, tally.piece, str(tally.number), words)


def _numbered(theme: Theme, piece: Piece, number: str, tip: str) -> Widget:
    width = max(theme.width("small-bold", each) for each in ("00", number)) / theme.unit
    label = Label(number, "small-bold", "soft", width=width, tip=tip)
    picture = replace(piece_picture(theme, piece, 22), tip=tip)
    return Row([picture, label], 4, width=22 + 4 + width, height=24)


def filled_piles(data: PanelData, player: Player) -> Sequence[Widget]:
    """Return the player's piles that are not empty, as small pictures with numbers."""
    pieces = data.match_view.position.pieces()
    return [
        _numbered(data.theme, piece, pile.number, pile.tip)
        for pile in _piles(data, player)
        if (piece := pieces[pile.cell]) is not None
    ]


LIST_ROW = 48
"""CSS pixels of a row of the list of moves, with the gap below it."""

Go = Callable[[int], None] | None
"""Shows the position after a number of plies; None if earlier positions may not be shown."""


class MovesDialog(Dialog):
    """A dialog with a list of the moves."""

    def __init__(
        self, nav: Navigator, opening: str, moves: Sequence[ListedMove], at: int, go: Go, why: str
    ) -> None:
        super().__init__(nav, nav.services.text("play.moves"), opening)
        self._moves, self._at, self._go, self._why = moves, at, go, why

    def _layout(self) -> None:
        super()._layout()
        current = self.sheets[0].named(f"ply{self._at}")
        if current is not None:
            self.sheets[0].reveal(current)

    def _further(self) -> Sequence[Widget]:
        go = self._chosen_ply if self._go is not None else None
        return [move_buttons(self.theme, self.text, self._moves, self._at, go, why=self._why)]

    def _chosen_ply(self, ply: int) -> None:
        self.nav.back()
        if self._go is not None:
            self._go(ply)


def move_buttons(
    theme: Theme,
    text: Texts,
    moves: Sequence[ListedMove],
    at: int,
    go: Go,
    forks: Set[int] = frozenset(),
    why: str = "",
) -> Column:
    """Return a button for each ply; `forks` have branches; `why` is the reason if `go` is None."""

    def button(ply: int, move: ListedMove, number: str = "") -> Button:
        look = "chosen" if ply == at else "plain" if ply in forks else "quiet"
        label = f"{number}{move.words}"
        label += f", {text('explore.branches')}" if ply in forks else ""
        group = list_group(text, ply, len(moves)) if ply else None
        return Button(f"ply{ply}", partial(go, ply) if go is not None else None,
                      f"{number}{move.short}", look=look, accessible_name=label, emblem=move.piece,
                      why="" if go is not None else why, group=group)  # fmt: skip

    beginning = text("play.beginning")
    first = button(0, ListedMove(beginning, beginning))
    buttons = [button(ply, move, f"{ply}. ") for ply, move in enumerate(moves, start=1)]
    widths = (theme.width("bold", each.text) + theme.px(32) * (each.emblem is not None)
              for each in buttons)  # fmt: skip
    least = max(52, max(widths, default=0) / theme.unit + 16)
    return Column([first, *([Grid(buttons, least=least, gap=4)] if buttons else [])], 4)
