"""Finds whatever does not fit on a scene: clipped words, small targets, things over each other."""

from collections.abc import Iterator
from itertools import combinations

import pygame

from flipside.game.board.view import BoardView
from flipside.game.drawing import draw
from flipside.game.scenes.common.match_session import MatchSession
from flipside.game.scenes.common.scene import Scene
from flipside.game.scenes.play.session import PlaySession
from flipside.game.scenes.task.problems import ProblemTile
from flipside.game.scenes.task.session import TaskSession
from flipside.game.services.theme import Theme
from flipside.game.ui.containers import Card, CardRim
from flipside.game.ui.layout import MIN_TARGET
from flipside.game.ui.panel_widgets import ClockFace
from flipside.game.ui.sheet import Sheet
from flipside.game.ui.widgets import Button, Canvas, Label, Widget
from flipside.rules.contract.position import PASS
from tests.game.pilot import session_of


def problems(scene: Scene) -> list[str]:
    """A sentence for everything that does not fit; none if all is well."""
    found: list[str] = []
    for sheet in scene.sheets:
        found += _alone(scene.theme, sheet)
        found += _pairs(sheet)
        if not pygame.Rect((0, 0), scene.size).contains(sheet.place):
            found.append(f"sheet {tuple(sheet.place)} leaves the window {scene.size}")
    found += _between_sheets(scene)
    session = session_of(scene)
    if isinstance(session, MatchSession) and session.scene.view is not None:
        found += _board(session, session.scene.view)
    if isinstance(session, PlaySession):
        found += _left_out(session)
    if isinstance(session, TaskSession):
        found += _unsaid(session)
    names = [w.name for sheet in scene.sheets for w in sheet.widgets if w.action is not None]
    found += [f"two things are named {name!r}" for name in set(names) if names.count(name) > 1]
    return found


def _called(widget: Widget) -> str:
    kind = type(widget).__name__
    return f"{kind} {widget.name or widget.words!r} {tuple(widget.rect)}"


def clipped(theme: Theme, widget: Widget) -> bool:
    """Whether the words of a widget do not fit into its rectangle."""
    width, height = widget.rect.size
    match widget:
        case Label():
            lines = draw.wrapped(theme, widget.text, widget.style, width)
            wide = max((theme.width(widget.style, line) for line in lines), default=0)
            return wide > width or widget.content_height(theme, width) > height + 2
        case ClockFace():
            wide, high = widget.content_width(theme), widget.content_height(theme, width)
            return wide > width or high > height
        case ProblemTile():
            wide = max(theme.width("bold", widget.text), theme.width("small", widget.above))
            return wide > width - theme.px(2) or widget._height(theme) > height
        case Button():
            return widget.clipped(theme)
        case _:
            return False


def _alone(theme: Theme, sheet: Sheet) -> Iterator[str]:
    """What is wrong with single widgets."""
    least = theme.px(MIN_TARGET)
    room = pygame.Rect(0, 0, sheet.width, sheet.content if sheet.scrolls else sheet.height)
    for widget in sheet.widgets:
        if clipped(theme, widget):
            yield f"{_called(widget)} says more than fits: {widget.words!r}"
        if isinstance(widget, Label) and widget.text.endswith("…"):
            yield f"{_called(widget)} is cut short: {widget.words!r}"
        if widget.action is not None:
            if not widget.name:
                yield f"{_called(widget)} can be tapped and has no name"
            if min(widget.rect.size) < least:
                yield f"{_called(widget)} is a small target"
            if not widget.words and not isinstance(widget, Card):
                yield f"{_called(widget)} can be tapped and says nothing"
        if not room.contains(widget.rect):
            yield f"{_called(widget)} leaves its sheet {tuple(room)}"


def _pairs(sheet: Sheet) -> Iterator[str]:
    """Widgets of one sheet that lie over each other; only a card may hold others, wholly."""
    for one, other in combinations(sheet.widgets, 2):
        if not one.rect.colliderect(other.rect):
            continue
        if isinstance(one, CardRim) or (isinstance(one, Card) and one.rect.contains(other.rect)):
            continue
        yield f"{_called(other)} lies over {_called(one)}"


def _between_sheets(scene: Scene) -> Iterator[str]:
    """Sheets over each other, but for one that lies on an empty part of another's card."""
    for below, above in combinations(scene.sheets, 2):
        if not below.place.colliderect(above.place):
            continue
        for widget in below.widgets:
            if isinstance(widget, Card | CardRim):
                continue
            if below.to_window(widget.rect).colliderect(above.place):
                yield f"a sheet at {tuple(above.place)} lies over {_called(widget)}"


def _board(play: MatchSession, view: BoardView) -> Iterator[str]:
    """The board over something, or its cells beside it too small or over something."""
    match = play.live_match.match
    if not pygame.Rect((0, 0), play.scene.size).contains(view.rect):
        yield f"the board {tuple(view.rect)} leaves the window"
    for sheet in play.scene.arrangement.sheets:
        if sheet.place.colliderect(view.rect):
            yield f"a panel {tuple(sheet.place)} lies over the board {tuple(view.rect)}"
    least = play.theme.px(MIN_TARGET)
    tapped = {
        cell for move in match.position.moves() for cell in move if not match.board.confirms(cell)
    }
    if isinstance(play, TaskSession) and not play.match_view.next_cells:
        tapped = set()
    kinds = match.board.kinds
    names = match.board.names
    buttons = {widget.name for sheet in play.scene.sheets for widget in sheet.widgets}
    for cell in tapped:
        seen = cell in view.slots or f"cell {names[cell]}" in buttons
        if kinds[cell] == "beside" and play.live_match.result is None and not seen:
            yield f"{names[cell]} can be tapped and has no place"
    for cell, slot in view.slots.items():
        if cell in tapped and min(slot.size) < least:
            yield f"{names[cell]} is a small target {tuple(slot)}"
        homes = [sheet for sheet in play.scene.sheets[:2] if sheet.place.contains(slot)]
        if not homes:
            yield f"{names[cell]} {tuple(slot)} lies on no panel"
        for sheet in play.scene.sheets:
            for widget in sheet.widgets:
                shown = sheet.to_window(widget.rect).clip(sheet.place)
                if isinstance(widget, CardRim):
                    continue
                holds = isinstance(widget, Card | Canvas) and shown.contains(slot)
                if shown.colliderect(slot) and not (holds and widget.action is None):
                    yield f"{names[cell]} {tuple(slot)} lies over {_called(widget)}"
    for one, other in combinations(view.slots, 2):
        if view.slots[one].colliderect(view.slots[other]):
            yield f"{names[one]} lies over {names[other]}"


def _unsaid(session: TaskSession) -> Iterator[str]:
    """What a task says or offers and is not in its panel."""
    task, sheets = session.task(), session.scene.sheets
    there = [widget.words for sheet in (sheets[1], *sheets[1].inner) for widget in sheet.widgets]
    for words in filter(None, task.words):
        if words not in there:
            yield f"not in the panel: {words!r}"
    buttons = {widget.name for sheet in sheets for widget in sheet.widgets}
    for name in (task.main, *task.smalls):
        if name not in buttons:
            yield f"there is no {name!r}"


def _left_out(play: PlaySession) -> Iterator[str]:
    """Words and buttons of a match that must be there at any size."""
    text, match, live_match, match_view = (
        play.text,
        play.live_match.match,
        play.live_match,
        play.match_view,
    )
    said = [
        " ".join(widget.words for part in (sheet, *sheet.inner) for widget in part.widgets)
        for sheet in play.scene.sheets[:2]
    ]
    panels = [w.name for sheet in play.scene.sheets for w in sheet.widgets]
    everywhere = play.headline or match_view.result_words or match_view.note
    # A hint takes the place of a note in the panel of the player who asked for it. A result card
    # tells the result alone.
    enough = any if play.headline or (match_view.hint and not match_view.result_words) else all
    if not enough(everywhere in words for words in said):
        yield f"not in both panels: {everywhere!r}"
    position = match.position
    prompt = text.game(match_view.game.key, f"prompt.{position.prompt()}")
    asked = text("play.waits") if live_match.waiting else prompt
    asked = text("post.waits") if live_match.correspondence.awaits else asked
    if live_match.thinking:
        asked = text("level.loads" if live_match.loads else "play.thinking")
    hint = match_view.hint[0] if match_view.hint else ""
    if hint and not any(hint in words for words in said):
        yield f"in no panel: {hint!r}"
    asks = live_match.result is None and not live_match.note and tuple(position.moves()) != (PASS,)
    asks = asks and not hint
    if asks and not any(asked in words for words in said):
        yield f"in no panel: {asked!r}"
    if any([w.words for w in sheet.widgets].count(asked) > 1 for sheet in play.scene.sheets[:2]):
        yield f"twice in a panel: {asked!r}"
    look = text("play.looking_back", at=match.ply, of=len(match.moves))
    short = f"{match.ply} / {len(match.moves)}"
    if live_match.looking_back and not any(look in words or short in words for words in said):
        yield f"in no panel: {look!r}"
    for name in ("rematch", "review", "share", "result") if play.shows_card else ("undo", "menu"):
        if name not in panels:
            yield f"there is no {name!r}"
    widgets = [widget for sheet in play.scene.sheets for widget in sheet.widgets]
    told = [face.player for face in widgets if isinstance(face, ClockFace)]
    if match.clock is not None and live_match.result is None and sorted(told) != [0, 1]:
        yield f"clocks are seen of {told}"
    owners, hidden = match.board.owners, set[object]()
    for tallies in match.position.tallies():
        extra = [tally for tally in tallies if tally.cell is not None][1:]
        if not any(tally.number for tally in extra):  # piles that have no tiles yet
            hidden |= {tally.cell for tally in extra}
    for cell, kind in enumerate(match.board.kinds):
        if (
            kind == "beside"
            and owners[cell] is not None
            and play.scene.view
            and not play.shows_card
            and cell not in hidden
            and cell not in play.scene.view.slots
        ):
            yield f"{match.board.names[cell]} is not shown"
