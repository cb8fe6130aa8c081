"""Short sounds of events on the board; silence without a device or a file."""

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
"""Number of files of each sound, in ascending pitch."""

MAX_VOICES = 8
"""Sounds that play at the same time, at most."""

_MIN_GAP_SECONDS = 0.02
"""Minimum seconds between two starts of the same sound; otherwise they would add up and clip."""

_FOLDER = Path(__file__).resolve().parents[2] / "assets" / "sounds"

_FAILURES = (pygame.error, OSError, NotImplementedError, AttributeError)
"""Raised by the mixer without a device or file, or if pygame was built without it."""


class Sound:
    """Plays sounds by name, with the volume of the settings."""

    def __init__(self, settings: Settings, folder: Path = _FOLDER) -> None:
        self._settings = settings
        self._folder = folder
        self._open: bool | None = None
        self._files: dict[str, pygame.mixer.Sound | None] = {}
        self._start_seconds: dict[str, float] = {}
        self._first: tuple[str, int] | None = None
        """The first sound, which waits for the device."""
        self._preparation = self._prepare_in_steps()

    def play(self, name: str, step: int = 0) -> bool:
        """Start a sound and return whether it plays.

        `step` moves its pitch up and down. The very first sound waits for `prepare`.
        """
        settings = self._settings
        if settings.volume <= 0 or name not in SOUND_VARIANTS:
            return False
        if self._open is None:
            self._first = name, step
            return False
        now = time.monotonic()
        if (
            now - self._start_seconds.get(name, -_MIN_GAP_SECONDS) < _MIN_GAP_SECONDS
            or not self._has_device()
        ):
            return False
        sound = self._file(f"{name}{variant(SOUND_VARIANTS[name], step)}")
        if sound is None:
            return False
        try:
            voice = sound.play()
            if voice is None:
                return False
            voice.set_volume((settings.volume / 100) ** 1.5)  # loudness is not linear
        except _FAILURES:
            return False
        self._start_seconds[name] = now
        return True

    def prepare(self) -> None:
        """Open the device after the first sound was played, then load the files, a step per call.

        Each step takes a slow processor longer than a frame with animation.
        """
        if self._first is not None:
            next(self._preparation, None)

    def _prepare_in_steps(self) -> Iterator[None]:
        has_device = self._has_device()
        assert self._first is not None, "nothing is prepared before the first sound"
        yield
        if has_device:
            self.play(*self._first)
            yield
            for name, count in SOUND_VARIANTS.items():
                for number in range(1, count + 1):
                    self._file(f"{name}{number}")
                    yield

    def _has_device(self) -> bool:
        """Return whether there is a device; only the first call tries to open it.

        A mixer that was closed stays closed: playing on a closed mixer kills the program.
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
        if name not in self._files:
            try:
                self._files[name] = pygame.mixer.Sound(str(self._folder / f"{name}.ogg"))
            except _FAILURES:
                self._files[name] = None
        return self._files[name]


def variant(count: int, step: int) -> int:
    """Return the number, from 1, of the file for a step: up to the highest and down again."""
    if count == 1:
        return 1
    place = step % (2 * count - 2)
    return 1 + min(place, 2 * count - 2 - place)
