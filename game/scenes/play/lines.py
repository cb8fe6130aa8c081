"""What a player's panel says: what is asked of him, how the match ended, who is ahead."""

from typing import TYPE_CHECKING

from game.services.theme import Style
from game.table.words import opening_name, reason_words, result_words, warning
from rules.position import PASS, Player

if TYPE_CHECKING:
    from game.scenes.play.scene import Play

Line = tuple[str, Style]
"""Words, and the style in which they stand at best."""


def lines(play: "Play", player: Player) -> list[Line]:
    """What is asked of the player, or how the match ended, and what there is to know."""
    words = _status_words(play, player)
    found: list[Line] = []
    if words:
        found.append((words, "bold" if play.announced is not None else "text"))
    if play.announced is not None:
        found.append((reason_words(play), "small"))
    elif play.looking_back:
        found.append((look_words(play)[0], "small"))
    else:
        words = warning(play)
        if words:
            found.append((words, "small"))
    return found


def _status_words(play: "Play", player: Player) -> str:
    text = play.text
    if play.announced is not None:
        return result_words(play)
    if play.note:
        return play.note
    position = play.match.position
    if position.turn != player:
        return ""
    if play.thinking:
        if play.loads:
            return text("level.loads")
        return text("play.thinking") + " " + "·" * play.computers.dots
    if tuple(position.moves()) == (PASS,):
        return ""
    if play.waiting:
        return text("play.waits")
    return text.game(play.game.key, f"prompt.{position.prompt()}")


def look_words(play: "Play") -> list[str]:
    """How far one looks back, in many words or in few."""
    at, of = play.match.at, len(play.match.moves)
    return [play.text("play.looking_back", at=at, of=of), f"{at} / {of}"]


def asides(play: "Play", player: Player) -> list[Line]:
    """What one may like to know: who is ahead, the opening's name. On the far panel, where
    there is most room, unless everybody reads his own."""
    reads = play.match.position.turn if play.services.settings.tabletop else 1 - play.near
    if play.announced is not None or player != reads:
        return []
    return [(said, "small") for said in (play.values.words(), opening_name(play)) if said]
