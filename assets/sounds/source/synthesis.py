"""Makes the sounds of Flipside: wood and glass, struck softly.

A development tool: python assets/sounds/source/synthesis.py writes every .ogg file;
the same bytes each time. Needs numpy and soundfile.

A struck thing sounds as a sum of modes, each a sine that dies away, their frequencies no whole
multiples of each other, after a short burst of noise for the touch itself.
"""

import io
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import soundfile
from numpy.typing import NDArray

RATE = 44_100
"""Samples per second; one channel."""

Wave = NDArray[np.float64]

_SOUNDS = Path(__file__).resolve().parents[1]

Modes = Sequence[tuple[float, float, float]]
"""Frequency, loudness and ringing time of each mode, relative to the first."""

WOOD: Modes = ((1.0, 1.0, 1.0), (2.57, 0.45, 0.6), (4.95, 0.2, 0.35), (7.9, 0.07, 0.25))

GLASS: Modes = ((1.0, 1.0, 1.0), (2.32, 0.35, 0.7), (4.25, 0.16, 0.45), (6.63, 0.05, 0.3))

TUNED: Modes = ((1.0, 1.0, 1.0), (4.0, 0.14, 0.45), (9.2, 0.03, 0.2))
"""A wooden bar hollowed out below, as in a marimba: its second mode lies two octaves up."""

VARIANTS = {"lay": 3, "turn": 5, "slide": 3, "remove": 3}
"""Files of a sound, each a little higher than the one before; other sounds have one."""

RISE = 1.04
"""Between one variant and the next, as a ratio of frequencies."""


def struck(modes: Modes, pitch: float, ring: float, seconds: float) -> Wave:
    """Modes above a pitch in hertz; `ring` is the time in seconds to fall to a third."""
    time = np.arange(int(seconds * RATE)) / RATE
    sound = np.zeros_like(time)
    for ratio, loudness, lasting in modes:
        fall = np.exp(-time / (ring * lasting))
        sound += loudness * fall * np.sin(2 * np.pi * pitch * ratio * time)
    return sound * np.minimum(1.0, time / 0.0015)


def touch(seed: int, brightness: float, ring: float, seconds: float) -> Wave:
    """Return a burst of noise, softened above `brightness` in hertz, its peak 1."""
    samples = int(seconds * RATE)
    noise = np.random.default_rng(seed).standard_normal(samples)
    spectrum = np.fft.rfft(noise)
    frequencies = np.fft.rfftfreq(samples, 1 / RATE)
    spectrum *= frequencies / (frequencies + 150) / (1 + (frequencies / brightness) ** 4)
    time = np.arange(samples) / RATE
    soft = np.fft.irfft(spectrum, samples) * np.exp(-time / ring) * np.minimum(1.0, time / 0.001)
    return soft / np.max(np.abs(soft))


def together(*parts: tuple[float, float, Wave]) -> Wave:
    """Sounds added up, each given as start in seconds, loudness and samples."""
    whole = np.zeros(max(int(start * RATE) + len(wave) for start, _, wave in parts))
    for start, loudness, wave in parts:
        first = int(start * RATE)
        whole[first : first + len(wave)] += loudness * wave
    return whole


def finished(wave: Wave, decibels: float) -> Wave:
    """Fade the end out over 15 ms and set the peak, in decibels below full scale."""
    tail = int(0.015 * RATE)
    wave = wave.copy()
    wave[-tail:] *= np.cos(np.linspace(0, np.pi / 2, tail)) ** 2
    return wave * (10 ** (-decibels / 20) / np.max(np.abs(wave)))


def tap(_: float) -> Wave:
    """Return the sound of a fingertip on wood."""
    body = struck(WOOD, 520, 0.014, 0.08)
    return finished(together((0, 1.0, body), (0, 0.35, touch(1, 2200, 0.006, 0.05))), 18)


def lift(_: float) -> Wave:
    """Return the sound of a piece picked up: a fingertip, and wood that leaves wood."""
    body = struck(WOOD, 700, 0.012, 0.08)
    return finished(together((0, 0.5, touch(9, 1600, 0.012, 0.06)), (0.015, 1.0, body)), 19)


def drop(_: float) -> Wave:
    """Return the sound of a piece put down from a hand, softer than one that is laid."""
    body, thump = struck(WOOD, 233, 0.04, 0.17), touch(10, 1100, 0.014, 0.09)
    return finished(together((0, 1.0, body), (0, 0.7, thump)), 14)


def lay(rise: float) -> Wave:
    """Return the sound of a wooden disc put down on felt over wood."""
    body = struck(WOOD, 262 * rise, 0.045, 0.2)
    lid = struck(WOOD, 655 * rise, 0.018, 0.12)
    thump = touch(2, 1500, 0.012, 0.09)
    return finished(together((0, 1.0, body), (0, 0.35, lid), (0, 0.6, thump)), 10)


def turn(rise: float) -> Wave:
    """Return the sound of a disc that turns over and claps shut."""
    body = struck(WOOD, 415 * rise, 0.032, 0.15)
    shine = struck(GLASS, 1245 * rise, 0.03, 0.14)
    return finished(
        together(
            (0, 0.12, touch(3, 1100, 0.03, 0.1)),
            (0.012, 1.0, body),
            (0.012, 0.16, shine),
            (0.012, 0.35, touch(4, 2600, 0.005, 0.04)),
        ),
        14,
    )


def slide(rise: float) -> Wave:
    """Something pushed along a wooden groove that stops at its end."""
    seconds = 0.2
    swell = np.sin(np.pi * np.arange(int(seconds * RATE)) / RATE / seconds) ** 1.5
    rub = touch(5, 900 * rise, 10.0, seconds) * swell
    stop = struck(WOOD, 330 * rise, 0.03, 0.13)
    return finished(together((0, 0.5, rub), (0.16, 0.8, stop)), 15)


def remove(rise: float) -> Wave:
    """Return the sound of a piece lifted off: a small glass, the second touch lower."""
    first = struck(GLASS, 988 * rise, 0.06, 0.22)
    second = struck(GLASS, 740 * rise, 0.07, 0.24)
    return finished(together((0, 0.7, first), (0.05, 1.0, second), (0, 0.2, tick())), 15)


def missed(_: float) -> Wave:
    """Two knocks, the second lower: this turn is gone."""
    high, low = struck(WOOD, 392, 0.05, 0.2), struck(WOOD, 294, 0.06, 0.24)
    return finished(together((0, 0.8, high), (0.13, 1.0, low)), 13)


def error(_: float) -> Wave:
    """Return a dull knock: not here."""
    body = struck(WOOD, 220, 0.045, 0.18)
    return finished(together((0, 1.0, body), (0, 0.5, touch(7, 900, 0.02, 0.1))), 13)


def win(_: float) -> Wave:
    """Three notes upward that stay together as a chord."""
    return finished(notes((392.0, 493.9, 587.3), apart=0.1, seconds=0.4), 11)


def draw(_: float) -> Wave:
    """Two notes that lean on each other."""
    return finished(notes((392.0, 440.0), apart=0.13, seconds=0.4), 13)


def clock(_: float) -> Wave:
    """One of the last seconds: a small dry tick of wood."""
    body = struck(WOOD, 620, 0.012, 0.09)
    return finished(together((0, 1.0, body), (0, 0.3, touch(8, 2600, 0.004, 0.04))), 14)


def notes(pitches: Sequence[float], apart: float, seconds: float) -> Wave:
    """Soft notes, one after the other; times in seconds."""
    return together(
        *((apart * number, 1.0, note(pitch, seconds)) for number, pitch in enumerate(pitches))
    )


def note(pitch: float, seconds: float) -> Wave:
    """Return the sound of a wooden bar with a little glass above it."""
    bar, shine = struck(TUNED, pitch, 0.12, seconds), struck(GLASS, 2 * pitch, 0.07, seconds)
    return together((0, 1.0, bar), (0, 0.1, shine), (0, 0.08, tick()))


def tick() -> Wave:
    """Return the sound of a touch on glass."""
    return touch(6, 3000, 0.004, 0.03)


MAKERS: dict[str, Callable[[float], Wave]] = {
    "tap": tap,
    "lift": lift,
    "drop": drop,
    "lay": lay,
    "turn": turn,
    "slide": slide,
    "remove": remove,
    "pass": missed,
    "win": win,
    "draw": draw,
    "error": error,
    "clock": clock,
}


def main() -> None:
    """Write all files and print their measures."""
    for name, make in MAKERS.items():
        for number in range(VARIANTS.get(name, 1)):
            data = encoded(make(RISE**number))
            (_SOUNDS / f"{name}{number + 1}.ogg").write_bytes(data)
            heard, _ = soundfile.read(io.BytesIO(data))
            print(f"{name}{number + 1:<2} {measures(heard)} {len(data):6} bytes")


def measures(wave: Wave) -> str:
    """Length, peak below full scale, and the centre of the spectrum."""
    strength = np.abs(np.fft.rfft(wave)) ** 2
    centre = np.sum(strength * np.fft.rfftfreq(len(wave), 1 / RATE)) / np.sum(strength)
    peak = 20 * np.log10(np.max(np.abs(wave)))
    return f"{len(wave) / RATE * 1000:4.0f} ms {peak:6.1f} dB {centre:5.0f} Hz"


def encoded(wave: Wave) -> bytes:
    """Ogg Vorbis. The encoder numbers each stream by chance; ours is always 1."""
    buffer = io.BytesIO()
    soundfile.write(buffer, wave, RATE, format="OGG", subtype="VORBIS", compression_level=0.75)
    return b"".join(renumbered_pages(buffer.getvalue()))


def renumbered_pages(data: bytes) -> list[bytes]:
    """Return the pages of an Ogg file with stream number 1 and checksums to match (RFC 3533)."""
    pages = []
    while data:
        assert data[:4] == b"OggS"
        segments = data[26]
        length = 27 + segments + sum(data[27 : 27 + segments])
        page = bytearray(data[:length])
        page[14:18] = (1).to_bytes(4, "little")
        page[22:26] = bytes(4)
        page[22:26] = checksum(page).to_bytes(4, "little")
        pages.append(bytes(page))
        data = data[length:]
    return pages


def checksum(page: bytearray) -> int:
    """Return the cyclic redundancy check of an Ogg page, polynomial 0x04C11DB7."""
    value = 0
    for byte in page:
        value ^= byte << 24
        for _ in range(8):
            value = (value << 1) ^ (0x04C11DB7 if value & 0x80000000 else 0)
        value &= 0xFFFFFFFF
    return value


if __name__ == "__main__":
    main()
