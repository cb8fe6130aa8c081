"""What a player's panel says: what is asked of him, how the match ended, who is ahead."""

from game.scenes.common.seat_rows import seat_names
from game.scenes.play.data import PanelData
from game.services.text import Text
from game.services.theme import Style, Theme
from game.table.outlook import Outlook
from rules.contract.position import Player

Line = tuple[str, Style]
"""Words, and the style in which they stand at best."""


def lines(data: PanelData, player: Player) -> list[Line]:
    """What is asked of the player, or how the match ended, and what there is to know."""
    outlook, words = data.outlook, _status_words(data, player)
    found: list[Line] = []
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


def seat_words(text: Text, outlook: Outlook, player: Player) -> list[str]:
    """Who decides, in many words or in few; of somebody who has a name, the colour."""
    post = text("post.seat") if outlook.away == player else ""
    if outlook.players[player]:
        colour = outlook.names[player]
        return [f"{colour} · {post}", colour] if post else [colour]
    return [post] if post else seat_names(text, outlook.seats[player])


def look_words(data: PanelData) -> list[str]:
    """How far one looks back, in many words or in few."""
    at, of = data.outlook.at, data.outlook.plies
    return [data.text("play.looking_back", at=at, of=of), f"{at} / {of}"]


def asides(data: PanelData, player: Player) -> list[Line]:
    """What one may like to know: who is ahead, the opening's name. On the far panel, where
    there is most room, unless everybody reads his own."""
    outlook = data.outlook
    reads = outlook.turn if data.settings.tabletop else 1 - outlook.near
    if outlook.result is not None or player != reads:
        return []
    return [(said, "small") for said in (outlook.valued.words, outlook.opening_name) if said]


def fitting(
    theme: Theme, choices: list[str], styles: tuple[Style, ...], width: int
) -> tuple[str, Style]:
    """The first of the words in the largest style that fit; else the last, with an ellipsis."""
    for words in choices:
        for style in styles:
            if theme.width(style, words) <= width:
                return words, style
    words, style = choices[-1], styles[-1]
    while words and theme.width(style, words + "…") > width:
        words = words[:-1]
    return words.rstrip() + "…", style
