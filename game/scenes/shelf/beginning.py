"""The first step into a match from the shelf; into a game never played by its lesson, if wished."""

from functools import partial

from flipside.game.saves.album import album_names
from flipside.game.saves.matches import game_of, load_setup, match_names
from flipside.game.saves.progress import last_match
from flipside.game.saves.task_progress import LESSON_OFFERED, newcomer, note_lesson
from flipside.game.scenes.common.board_scene import BoardScene
from flipside.game.scenes.common.dialog import Dialog, answer
from flipside.game.scenes.common.scene import Navigator
from flipside.game.scenes.play.session import PlaySession
from flipside.game.scenes.shelf.setup import start_match
from flipside.game.services.services import Services
from flipside.rules.catalogue import BY_KEY, GAMES
from flipside.rules.contract.game import AnyGame


def enter_game(nav: Navigator, game: AnyGame) -> None:
    """Go on with the last match of the game, or begin one with the last set-up. New players are
    asked once whether to take the lesson first."""
    # Another window may have played since the shelf was drawn.
    saved = last_match(nav.services, match_names(nav.services.storage, game.key))
    if saved is not None:
        nav.open(BoardScene(PlaySession(nav, saved)))
    elif newcomer(nav.services, game):
        nav.open(LessonOffer(nav, game))
    else:
        start_match(nav, game, load_setup(nav.services, game))


def enter_last_match(nav: Navigator) -> None:
    """Go on with the match that was played last of all, if there is one."""
    if going := match_names(nav.services.storage):
        enter_game(nav, BY_KEY[game_of(going[0])])


def last_game(services: Services) -> AnyGame:
    """The game that was played last; before any match the first on the shelf."""
    played = [*match_names(services.storage), *album_names(services)][:1]
    found = (game for game in GAMES for name in played if game.key in name.split("-"))
    return next(found, GAMES[0])


class LessonOffer(Dialog):
    """Whether to learn a game or just to play it; closed without an answer, it comes no more."""

    def __init__(self, nav: Navigator, game: AnyGame) -> None:
        text = nav.services.text
        start = partial(start_match, nav, game, load_setup(nav.services, game))
        choices = (
            answer("learn", text("lesson.learn"), "hint", "primary", self._learn),
            answer("just-play", text("lesson.just_play"), "play", act=start),
        )
        super().__init__(nav, text.game(game.key, "short"), text.game(game.key, "line"), choices)
        self._game, self._start = game, start

    def _learn(self) -> None:
        note_lesson(self.services.storage, self._game, LESSON_OFFERED)
        self.nav.ways.learn(self._game, self._start)

    def leave(self) -> None:
        note_lesson(self.services.storage, self._game, LESSON_OFFERED)
        super().leave()
