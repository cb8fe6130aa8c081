"""Sounds are heard where they can be, and are silence everywhere else."""

import io
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pygame
import pytest
import soundfile

from flipside.game.services.settings import Settings
from flipside.game.services.sound import MAX_VOICES, SOUND_VARIANTS, Sound, variant

ASSETS = Path(__file__).resolve().parents[3] / "assets" / "sounds"
FILES = [f"{name}{number + 1}" for name, count in SOUND_VARIANTS.items() for number in range(count)]


@pytest.fixture(autouse=True)
def no_mixer() -> Iterator[None]:
    pygame.mixer.quit()
    yield
    pygame.mixer.quit()


@pytest.fixture
def device(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")


class Clock:
    """Stands in for time.monotonic; every look is a second later."""

    now = 0.0

    def __call__(self) -> float:
        self.now += 1.0
        return self.now


def opened(settings: Settings, folder: Path = ASSETS) -> Sound:
    """Sounds after the first one, which nobody has heard, has opened the device."""
    sound = Sound(settings, folder)
    assert not sound.play("no such sound")
    assert not sound.play("clock")
    for _ in range(len(FILES) + 3):
        sound.prepare()
    if pygame.mixer.get_init():
        pygame.mixer.stop()
    sound._start_seconds.clear()
    return sound


@pytest.mark.usefixtures("device")
def test_the_first_sound_waits_for_the_device() -> None:
    """Opening it takes long, so no tap waits for that; then it is heard, and files are read."""
    sound = Sound(Settings())
    sound.prepare()
    assert not sound.play("lay", 1)
    assert pygame.mixer.get_init() is None
    sound.prepare()
    assert pygame.mixer.get_init()
    assert not pygame.mixer.get_busy()
    sound.prepare()
    assert pygame.mixer.get_busy()
    assert list(sound._files) == ["lay2"]
    for _ in FILES:
        sound.prepare()
    assert sorted(sound._files) == sorted(FILES)


@pytest.mark.usefixtures("device")
def test_every_sound_is_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    sound = opened(Settings())
    for name in SOUND_VARIANTS:
        for step in (0, 1, 17, -3):
            monkeypatch.setattr(time, "monotonic", Clock())
            sound._start_seconds.clear()
            pygame.mixer.stop()
            assert sound.play(name, step), name


@pytest.mark.usefixtures("device")
def test_the_settings_are_obeyed_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "monotonic", Clock())
    settings = Settings()
    sound = opened(settings)
    assert sound.play("lay")
    settings.volume = 0
    assert not sound.play("lay")
    settings.volume = 100
    assert sound.play("lay")
    assert pygame.mixer.Channel(1).get_volume() == 1.0
    settings.volume = 10
    assert sound.play("lay")
    assert 0 < pygame.mixer.Channel(2).get_volume() < 0.1


def test_the_device_is_opened_late() -> None:
    Sound(Settings(volume=0)).play("lay")
    assert pygame.mixer.get_init() is None


@pytest.mark.usefixtures("device")
def test_voices_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "monotonic", Clock())
    sound = opened(Settings())
    heard = [sound.play("win") for _ in range(30)]
    assert heard.count(True) == MAX_VOICES


@pytest.mark.usefixtures("device")
def test_one_sound_at_one_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "monotonic", lambda: 5.0)
    sound = opened(Settings())
    assert [sound.play("turn", step) for step in range(15)].count(True) == 1
    assert sound.play("lay")


def test_without_a_device_there_is_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "no-such-driver")
    tries, init = list[bool](), pygame.mixer.init

    def tried(**wanted: Any) -> None:
        tries.append(True)
        init(**wanted)

    monkeypatch.setattr(pygame.mixer, "init", tried)
    sound = opened(Settings())
    assert not any(sound.play(name) for name in SOUND_VARIANTS)
    assert len(tries) == 1, "asking again and again would take long"


@pytest.mark.usefixtures("device")
def test_missing_and_broken_files_are_silence(tmp_path: Path) -> None:
    (tmp_path / "lay1.ogg").write_bytes(b"OggS is not enough")
    (tmp_path / "tap1.ogg").mkdir()
    shutil.copy(ASSETS / "pass1.ogg", tmp_path)
    sound = opened(Settings(), tmp_path)
    assert [sound.play(name) for name in ("lay", "tap", "turn", "pass", "no such sound")] == [
        False,
        False,
        False,
        True,
        False,
    ]


@pytest.mark.usefixtures("device")
def test_a_device_taken_away_is_silence() -> None:
    sound = opened(Settings())
    pygame.mixer.quit()
    assert not sound.play("lay")


def test_variants_ripple() -> None:
    assert [variant(5, step) for step in range(10)] == [1, 2, 3, 4, 5, 4, 3, 2, 1, 2]
    assert [variant(1, step) for step in range(3)] == [1, 1, 1]
    assert all(1 <= variant(3, step) <= 3 for step in range(-9, 9))


# The files


@pytest.mark.parametrize("name", FILES)
def test_a_file_is_short_quiet_and_warm(name: str) -> None:
    wave, rate = soundfile.read(ASSETS / f"{name}.ogg")
    assert rate == 44_100
    assert wave.ndim == 1
    assert 0.06 <= len(wave) / rate <= (0.65 if name[:-1] in ("win", "draw") else 0.4)
    assert 0.1 < np.max(np.abs(wave)) < 0.5
    assert np.max(np.abs(wave[:10])) < 0.05, "begins without a click"
    assert np.max(np.abs(wave[-40:])) < 0.005, "ends without a click"
    strength = np.abs(np.fft.rfft(wave)) ** 2
    centre = np.sum(strength * np.fft.rfftfreq(len(wave), 1 / rate)) / np.sum(strength)
    assert 150 < centre < 1500


def test_the_files_are_these_and_small() -> None:
    found = sorted(ASSETS.glob("*.ogg"))
    assert [path.stem for path in found] == sorted(FILES)
    assert sum(path.stat().st_size for path in found) < 120_000


@pytest.mark.parametrize("delay", [0.02, 0.027, 0.045, 0.072])
def test_a_wave_of_turns_does_not_clip(delay: float) -> None:
    mix = np.zeros(44_100 * 3)
    for step in range(18):
        data = (ASSETS / f"turn{variant(5, step)}.ogg").read_bytes()
        wave, _ = soundfile.read(io.BytesIO(data))
        first = int(step * delay * 44_100)
        mix[first : first + len(wave)] += wave
    assert np.max(np.abs(mix)) < 0.7
