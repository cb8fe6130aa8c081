"""Keeps the page's readout in step with the scene on top, and does what was done there.

What a scene says is worked out only when that may have changed, and while nothing moves; the page
gets the difference.
"""

from itertools import count
from weakref import WeakKeyDictionary

from game.scenes.scene import Scene
from game.services.readout import Readout, difference
from game.services.services import Services


class Reader:
    """The page's readout, as it was told last."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._told: Readout | None = None
        self._scene = 0
        self._count = count(1)
        self._numbers: WeakKeyDictionary[Scene, int] = WeakKeyDictionary()
        """Every scene has one of its own, so that the page knows those that come back."""

    def look(self, top: Scene) -> None:
        """Tell the page what the scene on top says, if that is news."""
        number = self._number(top)
        if not (top.unread or number != self._scene) or not top.rests:
            return
        top.unread = False
        before = self._told if number == self._scene else None
        self._told, self._scene = top.readout(), number
        told = difference(
            before,
            self._told,
            scene=number,
            dialog=self._told.dialog,
            language=self._services.text.language,
            look=self._look(),
        )
        self._services.page.picture.readout(told)

    def _number(self, scene: Scene) -> int:
        if scene not in self._numbers:
            self._numbers[scene] = next(self._count)
        return self._numbers[scene]

    def _look(self) -> str:
        """How it is shown: to nobody's eye, or in large type and the colours of the theme."""
        if not self._services.settings.large:
            return "unseen"
        theme = self._services.theme
        return f"large {'dark' if theme.dark else 'light'}{' contrast' * theme.contrast}"

    def do(self, kind: str, text: str, top: Scene) -> None:
        """Do what was done in the readout; a word of DONE, and where or what."""
        if kind == "typed":
            top.typed(text)
        else:
            top.choose(text, act=kind == "do")
