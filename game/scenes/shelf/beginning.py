"""The first step into a match from the shelf; into a game never played by its lesson, if wished."""

from functools import partial

from game.saves.album import album_names
from game.saves.lesson_progress import LESSON_OFFERED, newcomer, note_lesson
from game.saves.matches import game_of, load_setup, match_names
from game.saves.progress import last_match
from game.scenes.common.dialog import Choice, Dialog
from game.scenes.common.scene import Stage
from game.scenes.play.scene import Play
from game.scenes.shelf.setup import start_match
from game.services.services import Services
from rules.catalogue import GAMES
from rules.contract.game import AnyGame


def enter_game(stage: Stage, game: AnyGame) -> None:
    """Go on with the last match of the game, or begin one with the last set-up. New players are
    asked once whether to take the lesson first."""
    # Another window may have played since the shelf was drawn.
    saved = last_match(stage.services, game)
    if saved is not None:
        stage.open(Play(stage, saved))
    elif newcomer(stage.services, game):
        offer_lesson(stage, game)
    else:
        start_match(stage, game, load_setup(stage.services, game))


def enter_last_match(stage: Stage) -> None:
    """Go on with the match that was played last of all, if there is one."""
    going = match_names(stage.services.storage)[:1]
    for game in (game for game in GAMES if game.key in map(game_of, going)):
        enter_game(stage, game)


def last_game(services: Services) -> AnyGame:
    """The game that was played last; before any match the first on the shelf."""
    played = [*match_names(services.storage), *album_names(services)][:1]
    found = (game for game in GAMES for name in played if game.key in name.split("-"))
    return next(found, GAMES[0])


def offer_lesson(stage: Stage, game: AnyGame) -> None:
    """Ask whether to learn a game or just to play it, once."""
    note_lesson(stage.services.storage, game, LESSON_OFFERED)
    text = stage.services.text
    play = partial(start_match, stage, game, load_setup(stage.services, game))
    learn = partial(stage.learn, game, play)
    choices = (
        Choice("learn", text("lesson.learn"), "hint", "primary", learn),
        Choice("just-play", text("lesson.just_play"), "play", action=play),
    )
    name, line = (text.game(game.key, key) for key in ("short", "line"))
    stage.open(Dialog(stage, name, line, choices))
