"""What panels are made from, and their sentences: what is asked, the result, who is ahead."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from flipside.game.scenes.common.command import Commands
from flipside.game.scenes.common.seat_rows import seat_names
from flipside.game.services.settings import Settings
from flipside.game.services.text import Text
from flipside.game.services.theme import Style, Theme
from flipside.game.table.match_view import MatchView
from flipside.game.table.phrases import ListedMove
from flipside.game.table.table import Table
from flipside.rules.contract.board import Cell
from flipside.rules.contract.position import Player


@dataclass(frozen=True)
class PanelData:
    """Data of one arrangement of a match."""

    theme: Theme
    text: Text
    settings: Settings
    match_view: MatchView
    commands: Commands
    tap: Callable[[Cell], None]
    """Called with the tapped cell beside the board."""
    moves: Sequence[ListedMove] = ()
    """All moves, where a panel lists them."""
    go: Callable[[int], None] | None = None
    """Called with the ply to show; None where looking back is not allowed."""

    @property
    def face_to_face(self) -> bool:
        """Whether panels are turned toward two people: the setting concerns nobody else."""
        return self.settings.tabletop and all(self.match_view.people)

    def words(self, key: str, **values: object) -> str:
        return self.text.game(self.match_view.game.key, key, **values)


StyledLine = tuple[str, Style]


def status_lines(data: PanelData, player: Player) -> list[StyledLine]:
    """Return the lines below a player's header: question or result, and warnings."""
    match_view, words = data.match_view, _status_words(data, player)
    found: list[StyledLine] = []
    if words:
        found.append((words, "bold" if match_view.result is not None else "text"))
    if match_view.result is not None:
        found += [(said, "small") for said in (match_view.reason, *match_view.streak)]
    elif match_view.looking_back:
        found.append((look_words(data)[0], "small"))
    else:
        damage = data.text.damage("level.damaged") if match_view.damaged[player] else ""
        found += [(said, "small") for said in (match_view.warning, damage) if said]
    return found


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
    return text("play.waits") if match_view.waiting else match_view.asked


def seat_words(text: Text, match_view: MatchView, player: Player) -> list[str]:
    """Return wordings of a player's seat, the longest first; a named player's is the colour."""
    post = text("post.seat") if match_view.away == player else ""
    if match_view.players[player]:
        colour = match_view.names[player]
        return [f"{colour} · {post}", colour] if post else [colour]
    return [post] if post else seat_names(text, match_view.seats[player])


def look_words(data: PanelData) -> list[str]:
    """Return wordings of the ply looked back at, the longest first."""
    at, of = data.match_view.at, data.match_view.plies
    return [data.text("play.looking_back", at=at, of=of), f"{at} / {of}"]


def asides(data: PanelData, player: Player) -> list[StyledLine]:
    """Return who is ahead and the opening's name, for the far panel, which has most room; face
    to face for the panel of the player to move."""
    match_view = data.match_view
    reads = match_view.turn if data.face_to_face else 1 - match_view.near
    if match_view.result is not None or player != reads:
        return []
    return [(said, "small") for said in (match_view.valued.words, match_view.opening_name) if said]


def match_sentences(table: Table, match_view: MatchView, last: str) -> list[str]:
    """Return the sentences of the readout, some of them empty: state and score of the match, its
    last move (`last`), hint and values, who plays."""
    text, words = table.text, table.words
    heading = f"{text('play.to_move', colour=match_view.called(match_view.turn))}."
    result, award = match_view.result, table.settings.award
    now = words.ended(result, award) if result else words.now(match_view.human, "")
    score = ""
    if match_view.score is not None:
        each = (f"{match_view.called(player)} {n}" for player, n in enumerate(match_view.score))
        score = text("spoken.score", words=", ".join(each))
    waits = f"{text('play.waits')}." if match_view.waiting else ""
    seated = [(match_view.called(p), seat_words(text, match_view, p)[0]) for p in (0, 1)]
    seats = [text("spoken.about", head=name, words=seat) + "." for name, seat in seated]
    return [
        *(said for said in now if said != heading), *match_view.streak, waits, score,
        last if match_view.at else "", match_view.note, *match_view.hint, match_view.valued.words,
        " ".join(seats),
    ]  # fmt: skip
