"""Short sounds for what happens on the board. Without a device or a file there is silence.

Knows names of sounds, not why they are played.
"""

import time
from collections.abc import Iterator
from pathlib import Path

import pygame

from flipside.game.services.settings import Settings

SOUND_VARIANTS = {
    "tap": 1,
    "lay": 3,
    "turn": 5,
    "slide": 3,
    "remove": 3,
    "pass": 1,
    "win": 1,
    "draw": 1,
    "error": 1,
    "clock": 1,
}
"""Number of files of each sound; each is a little higher than the one before."""

MAX_VOICES = 8
"""Most sounds heard at the same time."""

_MIN_GAP_SECONDS = 0.02
"""Least seconds between two beginnings of one sound; closer ones would add up and clip."""

_FOLDER = Path(__file__).resolve().parents[2] / "assets" / "sounds"

_FAILURES = (pygame.error, OSError, NotImplementedError, AttributeError)
"""Raised by the mixer without a device or file, or where it was not built."""


class Sound:
    """Plays sounds by name, as loud as the settings say at that moment."""

    def __init__(self, settings: Settings, folder: Path = _FOLDER) -> None:
        self._settings = settings
        self._folder = folder
        self._open: bool | None = None
        self._loaded: dict[str, pygame.mixer.Sound | None] = {}
        self._begun: dict[str, float] = {}
        self._first: tuple[str, int] | None = None
        """The sound that waits for the device."""
        self._parts = self._prepared()

    def play(self, name: str, step: int = 0) -> bool:
        """Begin a sound; return whether it is heard. `step` moves its pitch up and down. The very
        first one waits for `prepare`."""
        settings = self._settings
        if not settings.sound or settings.volume <= 0 or name not in SOUND_VARIANTS:
            return False
        if self._open is None:
            self._first = name, step
            return False
        now = time.monotonic()
        if now - self._begun.get(name, -_MIN_GAP_SECONDS) < _MIN_GAP_SECONDS or not self._opened():
            return False
        sound = self._file(f"{name}{variant(SOUND_VARIANTS[name], step)}")
        if sound is None:
            return False
        try:
            voice = sound.play()
            if voice is None:
                return False
            voice.set_volume((settings.volume / 100) ** 1.5)  # even steps to the ear
        except _FAILURES:
            return False
        self._begun[name] = now
        return True

    def prepare(self) -> None:
        """Once a sound is wanted, open the device; the next call plays it, further ones read files.

        Each takes longer than a slow processor has in a frame in which anything moves.
        """
        if self._first is not None:
            next(self._parts, None)

    def _prepared(self) -> Iterator[None]:
        opened = self._opened()
        assert self._first is not None, "nothing is prepared before a sound is wanted"
        yield
        if opened:
            self.play(*self._first)
            yield
            for name, count in SOUND_VARIANTS.items():
                for number in range(1, count + 1):
                    self._file(f"{name}{number}")
                    yield

    def _opened(self) -> bool:
        """Whether there is a device; asked for once, for asking takes time.

        A mixer that somebody closed stays closed: to play on a closed one kills the program.
        """
        if self._open is None:
            try:
                if not pygame.mixer.get_init():
                    pygame.mixer.init(frequency=44_100, size=-16, channels=2, buffer=512)
                pygame.mixer.set_num_channels(MAX_VOICES)
                self._open = True
            except _FAILURES:
                self._open = False
        elif self._open and not pygame.mixer.get_init():
            self._open = False
        return self._open

    def _file(self, name: str) -> pygame.mixer.Sound | None:
        if name not in self._loaded:
            try:
                self._loaded[name] = pygame.mixer.Sound(str(self._folder / f"{name}.ogg"))
            except _FAILURES:
                self._loaded[name] = None
        return self._loaded[name]


def variant(count: int, step: int) -> int:
    """Return the number, from 1, of the file for a step: up to the highest and down again."""
    if count == 1:
        return 1
    place = step % (2 * count - 2)
    return 1 + min(place, 2 * count - 2 - place)
