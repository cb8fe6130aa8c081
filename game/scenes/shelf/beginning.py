"""The first step into a match from the shelf; into a game never played by its lesson, if wished."""

from functools import partial

from game.scenes.dialog import Choice, Dialog
from game.scenes.scene import Stage
from game.scenes.shelf.setup import start_match
from game.table.learned import OFFERED, newcomer, note
from game.table.saves import load_setup
from rules.game import AnyGame


def begin(stage: Stage, game: AnyGame) -> None:
    """Begin a match as it was set up last. Whoever has never played the game is asked, once,
    whether to learn it before."""
    services, text = stage.services, stage.services.text
    start = partial(start_match, stage, game, load_setup(services, game))
    if not newcomer(services, game):
        start()
        return
    note(services.storage, game, OFFERED)
    learn = partial(stage.learn, game, start)
    choices = (
        Choice("learn", text("lesson.learn"), "hint", "primary", learn),
        Choice("just-play", text("lesson.just_play"), "play", action=start),
    )
    title, words = text.game(game.key, "short"), text.game(game.key, "line")
    stage.open(Dialog(stage, title, words, choices))
