"""Sentences of a player's panel and of the readout: what is asked, the result, who is ahead."""

from collections.abc import Sequence
from itertools import product

from flipside.game.scenes.common.name_dialog import CutLabel
from flipside.game.scenes.common.seat_rows import seat_names
from flipside.game.scenes.play.data import PanelData
from flipside.game.services.text import Text
from flipside.game.services.theme import Style
from flipside.game.table.match_view import MatchView
from flipside.game.table.table import Table
from flipside.game.ui.containers import Fitting
from flipside.game.ui.widgets import Label, Paint, Widget
from flipside.rules.contract.position import Player

StyledLine = tuple[str, Style]


def status_lines(data: PanelData, player: Player) -> list[StyledLine]:
    """Return the lines below a player's header: question or result, and warnings."""
    outlook, words = data.outlook, _status_words(data, player)
    found: list[StyledLine] = []
    if words:
        found.append((words, "bold" if outlook.result is not None else "text"))
    if outlook.result is not None:
        found += [(said, "small") for said in (outlook.reason, *outlook.streak)]
    elif outlook.looking_back:
        found.append((look_words(data)[0], "small"))
    else:
        told = (outlook.warning, data.text("level.damaged") if outlook.damaged[player] else "")
        found += [(said, "small") for said in told if said]
    return found


def _status_words(data: PanelData, player: Player) -> str:
    text, outlook = data.text, data.outlook
    if outlook.result is not None:
        return outlook.result_words
    if outlook.note:
        return outlook.note
    if outlook.turn != player:
        return ""
    if outlook.thinking:
        if outlook.loads:
            return text("level.loads")
        return text("play.thinking") + " " + "·" * outlook.dots
    if outlook.must_pass:
        return ""
    return text("play.waits") if outlook.waiting else outlook.asked


def seat_words(text: Text, outlook: MatchView, player: Player) -> list[str]:
    """Return wordings of a player's seat, the longest first; a named player's is the colour."""
    post = text("post.seat") if outlook.away == player else ""
    if outlook.players[player]:
        colour = outlook.names[player]
        return [f"{colour} · {post}", colour] if post else [colour]
    return [post] if post else seat_names(text, outlook.seats[player])


def look_words(data: PanelData) -> list[str]:
    """Return wordings of the ply looked back at, the longest first."""
    at, of = data.outlook.at, data.outlook.plies
    return [data.text("play.looking_back", at=at, of=of), f"{at} / {of}"]


def asides(data: PanelData, player: Player) -> list[StyledLine]:
    """Return who is ahead and the opening's name, for the far panel, which has most room; in
    tabletop mode for the panel of the player to move."""
    outlook = data.outlook
    reads = outlook.turn if data.settings.tabletop else 1 - outlook.near
    if outlook.result is not None or player != reads:
        return []
    return [(said, "small") for said in (outlook.valued.words, outlook.opening_name) if said]


def wordings(choices: Sequence[str], styles: Sequence[Style], paint: Paint = "") -> Widget:
    """Return one line: the first wording and style that fit, else the last ones, cut."""
    labels = [Label(words, style, paint) for words, style in product(choices, styles)]
    return Fitting([*labels, CutLabel(choices[-1], styles[-1], paint)])


def match_sentences(table: Table, outlook: MatchView, last: str) -> list[str]:
    """Return the sentences of the readout, some of them empty: state and score of the match, its
    last move (`last`), hint and values, who plays."""
    text, words = table.text, table.words
    heading = f"{text('play.to_move', colour=outlook.called(outlook.turn))}."
    result, award = outlook.result, table.settings.award
    now = words.ended(result, award) if result else words.now(outlook.human, "")
    score = ""
    if outlook.score is not None:
        each = (f"{outlook.called(player)} {n}" for player, n in enumerate(outlook.score))
        score = text("spoken.score", words=", ".join(each))
    waits = f"{text('play.waits')}." if outlook.waiting else ""
    seats = [f"{outlook.called(p)}: {seat_words(text, outlook, p)[0]}." for p in (0, 1)]
    return [
        *(said for said in now if said != heading), *outlook.streak, waits, score,
        last if outlook.at else "", outlook.note, *outlook.hint, outlook.valued.words,
        " ".join(seats),
    ]  # fmt: skip
