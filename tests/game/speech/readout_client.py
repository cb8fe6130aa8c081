"""The page's end of the readout: it knows of the game only what was told, and answers as a page."""

import json

from flipside.game.services.readout import Part
from tests.browser.same_game import Bridge, Mirror

VIEW = "1280,800,1,0,0,0,0"


class Listener(Bridge):
    """Puts the readout together from what is told of it, and posts what is done there."""

    def __init__(self, settings: str = "language de\ntempo off\nconfirm off\npace off\n") -> None:
        super().__init__(VIEW, {}, {"settings.txt": f"Flipside settings 1\n{settings}"})
        self.parts: dict[str, Part] = {}
        self.scene = 0
        self.dialog = False
        self.messages: list[str] = []
        self.said: list[str] = []
        self._letters: list[tuple[str, str]] = []

    def readout(self, text: str) -> None:
        """Take in what has changed."""
        self.messages.append(text)
        told = json.loads(text)
        if told["scene"] != self.scene:
            self.parts, self.scene = {}, told["scene"]
        self.dialog = told["dialog"]
        self.parts |= {row[0]: Part(*row) for row in told["parts"]}
        if "order" in told:
            self.parts = {key: self.parts[key] for key in told["order"]}

    def say(self, sentence: str) -> None:
        self.said.append(sentence)

    def events(self) -> str:
        letters, self._letters = self._letters, []
        return json.dumps(letters) if letters else ""

    def post(self, mirror: Mirror, kind: str, text: str) -> None:
        """Do something in the readout, and let a frame pass."""
        self._letters.append((kind, text))
        frame(mirror)

    def words(self, kind: str) -> list[str]:
        """What the parts of a kind say."""
        return [part.words for part in self.parts.values() if part.kind == kind]

    def free(self) -> list[Part]:
        """The fields that may be tapped."""
        return [part for part in self.parts.values() if part.state == "free"]


def frame(mirror: Mirror) -> None:
    """A frame without drawing, and as many more as the readout needs."""
    mirror.app.step(1 / 60)
    for _ in range(200):
        mirror.app.readout_sync.look(mirror.app.stack.top)
