"""Short sounds for events on the board. Without a sound device or file there is silence."""

import time
from collections.abc import Iterator
from pathlib import Path

import pygame

from flipside.game.services.settings import Settings

SOUND_VARIANTS = {
    "tap": 1, "lift": 1, "drop": 1, "lay": 3, "turn": 5, "slide": 3, "remove": 3, "pass": 1,
    "win": 1, "draw": 1, "error": 1, "clock": 1,
}  # fmt: skip
"""The number of files of each sound. They are sorted by ascending pitch."""

MAX_VOICES = 8
"""The maximum number of sounds that play at the same time."""

_MIN_GAP_SECONDS = 0.02
"""Minimum seconds between two starts of the same sound. Closer starts would add up and clip."""

_FOLDER = Path(__file__).resolve().parents[2] / "assets" / "sounds"

_FAILURES = (pygame.error, OSError, NotImplementedError, AttributeError)
"""Raised by the mixer if there is no device or file, or if pygame was built without the mixer."""


class Sound:
    """Plays sounds by name, at the volume of the settings."""

    def __init__(self, settings: Settings, folder: Path = _FOLDER) -> None:
        self._settings = settings
        self._folder = folder
        self._open: bool | None = None
        self._files: dict[str, pygame.mixer.Sound | None] = {}
        self._start_seconds: dict[str, float] = {}
        self._first: tuple[str, int] | None = None
        """The first sound requested. It waits until the device is open."""
        self._preparation = self._prepare_in_steps()

    def play(self, name: str, step: int = 0) -> bool:
        """Start a sound with the pitch of `step` (`variant`); return whether it plays."""
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
        """Take one step: open the device, play the first sound, or load one file.

        Before a sound was requested, do nothing. A slow processor needs more than a frame a step.
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
        """Return whether there is a sound device; only the first call tries to open it.

        A closed mixer is not opened again: playing on a closed mixer crashes the program.
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
    """Return the number of the file for a step, from 1: ascending to `count`, then descending."""
    if count == 1:
        return 1
    place = step % (2 * count - 2)
    return 1 + min(place, 2 * count - 2 - place)
