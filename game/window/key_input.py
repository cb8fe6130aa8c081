"""The keyboard, and gamepads whose buttons and sticks act as keys: both press keys by name.

SDL knows the layout of most gamepads, except in a browser: there every gamepad has the standard
layout of the web, https://www.w3.org/TR/gamepad/#remapping.
"""

import importlib
import math
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import pygame

# -- the keyboard ----------------------------------------------------------------------------------

_PLAIN = {"enter": "return", "keypad enter": "return", "[enter]": "return"}

_REPEATED_KEYS = {
    *("up", "down", "left", "right", "page up", "page down", "tab", "shift tab"),
    *("backspace", "delete", "u", "r", "ctrl z", "ctrl y"),
}
"""Keys that count again while they are held: those that move, delete and undo."""


class Keyboard:
    """The keys that are held down."""

    def __init__(self) -> None:
        self._held: set[int] = set()
        self._strays: int | None = None
        """The held key that opened or closed a scene; what it types besides is not for this one."""

    @property
    def types(self) -> bool:
        """Whether what is typed now is meant for the scene on top."""
        return self._strays is None

    def handle(self, event: pygame.event.Event) -> str:
        """Return the name of the key that an event presses; "" for none."""
        if event.type == pygame.KEYUP:
            self._held.discard(event.key)
            self._strays = None if self._strays == event.key else self._strays
        elif event.type == pygame.WINDOWFOCUSLOST:
            self._held.clear()
            self._strays = None
        elif event.type == pygame.KEYDOWN:
            repeated = event.key in self._held
            self._held.add(event.key)
            name = key_name(event.key, event.mod)
            if getattr(event, "unicode", "") == "?":  # where it lies differs between keyboards
                name = "?"
            return "" if repeated and name not in _REPEATED_KEYS else name
        return ""

    def leave(self, key: int) -> None:
        """A key has opened or closed a scene."""
        self._strays = key


def key_name(key: int, mod: int) -> str:
    """The name of a key as scenes know it, with "ctrl" (also for Command) or "shift tab"; "" for a
    key that means nothing with what else is held."""
    name = pygame.key.name(key).lower()
    name = _PLAIN.get(name, name)
    control, command = bool(mod & pygame.KMOD_CTRL), bool(mod & pygame.KMOD_META)
    # AltGr writes letters: it is Ctrl and Alt together on Windows, KMOD_MODE elsewhere.
    if mod & (pygame.KMOD_ALT | pygame.KMOD_MODE) or (control and command):
        return ""
    if control or command:
        return "" if mod & pygame.KMOD_SHIFT else f"ctrl {name}"
    if name == "tab" and mod & pygame.KMOD_SHIFT:
        return "shift tab"
    return name


# -- gamepads --------------------------------------------------------------------------------------

BUTTON_KEYS = {
    "a": "return",
    "b": "escape",
    "x": "tab",
    "left shoulder": "ctrl z",
    "right shoulder": "ctrl y",
    "left trigger": "page up",
    "right trigger": "page down",
    "start": "m",
    "up": "up",
    "down": "down",
    "left": "left",
    "right": "right",
}
"""Name of the key that does the same as each button."""

_REPEATED_BUTTON_KEYS = ("up", "down", "left", "right", "page up", "page down", "tab")
"""Keys that repeat while a button is held."""

FIRST_REPEAT_SECONDS, NEXT_REPEAT_SECONDS = 0.4, 0.12
"""Seconds until a held button counts again, and from then on."""

_PRESSED_DEFLECTION, _RELEASED_DEFLECTION = 0.55, 0.4
"""Deflection, 0 to 1, at which a stick or trigger counts as pressed, and as released."""

_STRONG_DEFLECTION = 0.8
"""Deflection, 0 to 1, from which a held stick or trigger repeats; worn sticks rest below it."""

_REST_SECONDS = 1.0
"""Seconds after which a stick below `_STRONG_DEFLECTION` is taken to rest there."""

MAX_REPEATS, MAX_WEAK_REPEATS = 60, 8
"""Most repeats of something held, and of a stick that has gone back below `_STRONG_DEFLECTION`:
after that it is taken to be stuck or at rest."""

_AXIS_HYSTERESIS = 0.05
"""How much farther a stick must be pushed along the other axis to change direction."""

_LEAST_ROOM = 0.2
"""The least way from where a stick rests to its end, so that every stick can be pushed."""

_SDL = (
    *("a", "b", "x", "", "", "", "start", "", "", "left shoulder", "right shoulder"),
    *("up", "down", "left", "right"),
)
"""Buttons by their numbers in SDL's SDL_GameControllerButton."""

_SDL_TRIGGERS = {4: "left trigger", 5: "right trigger"}
"""Axes in SDL's SDL_GameControllerAxis that are pressed like buttons."""

_WEB = (
    *("a", "b", "x", "", "left shoulder", "right shoulder", "left trigger", "right trigger"),
    *("", "start", "", "", "up", "down", "left", "right"),
)
"""Buttons by their numbers in the web's standard gamepad."""

_SDL_EVENTS = (
    pygame.CONTROLLERDEVICEADDED,
    pygame.CONTROLLERBUTTONDOWN,
    pygame.CONTROLLERBUTTONUP,
    pygame.CONTROLLERAXISMOTION,
)
_WEB_EVENTS = (
    pygame.JOYDEVICEADDED,
    pygame.JOYBUTTONDOWN,
    pygame.JOYBUTTONUP,
    pygame.JOYAXISMOTION,
)
"""Events of a new gamepad, of its buttons and of its axes; SDL tells of each as a joystick too."""


_Tilt = tuple[float, float]
"""How far a stick is pushed to the right and down, -1 to 1."""


@dataclass
class _Held:
    """A button, a trigger or a direction of a stick that is held."""

    share: float = 1.0
    """How far it is pushed."""
    left: float = field(init=False)
    """Seconds until it counts again, or is taken to rest there."""
    strong: bool = field(init=False)
    """Whether it has been pushed far enough to count again."""
    times: int = 0
    """How many times it has, as strongly as now."""

    def __post_init__(self) -> None:
        self.strong = self.share >= _STRONG_DEFLECTION
        self.left = FIRST_REPEAT_SECONDS if self.strong else _REST_SECONDS

    def push(self, share: float) -> None:
        """It is pushed that far now."""
        if (share >= _STRONG_DEFLECTION) != (self.share >= _STRONG_DEFLECTION):
            self.times = 0
        if share >= _STRONG_DEFLECTION and not self.strong:
            self.strong, self.left = True, FIRST_REPEAT_SECONDS
        self.share = share

    @property
    def counts(self) -> bool:
        """Whether it counts again when its time has come."""
        return self.strong and self.times < (
            MAX_REPEATS if self.share >= _STRONG_DEFLECTION else MAX_WEAK_REPEATS
        )


class Gamepads:
    """All gamepads that are plugged in, and what is held on them."""

    def __init__(self, by_sdl: bool) -> None:
        """`by_sdl`: SDL knows where the buttons are."""
        self._by_sdl = by_sdl
        self._devices: Any = None
        self._open: dict[int, Any] = {}
        self._tilt: dict[int, _Tilt] = {}
        """How the left stick of each is pushed."""
        self._rest: dict[int, _Tilt] = {}
        """Resting position of each left stick that does not rest in the middle."""
        self._held: dict[tuple[int, str, str], _Held] = {}
        """Held buttons and directions, by gamepad, part of it, and key."""

    def start(self) -> None:
        """Look for gamepads from here on; where the system has none at all, nothing happens."""
        with suppress(ImportError, AttributeError, NotImplementedError, pygame.error):
            name = "pygame._sdl2.controller" if self._by_sdl else "pygame.joystick"
            devices = importlib.import_module(name)
            devices.init()
            self._devices = devices

    def handle(self, event: pygame.event.Event) -> list[str]:
        """The keys that an event presses: none but by a gamepad, and by it one at most."""
        added, down, up, motion = _SDL_EVENTS if self._by_sdl else _WEB_EVENTS
        kind = event.type
        if kind == added:
            self._plug_in(event.device_index)
        elif kind in (pygame.CONTROLLERDEVICEREMOVED, pygame.JOYDEVICEREMOVED):
            self._pull_out(event.instance_id)
        elif kind == down:
            return self._push(event.instance_id, "button", self._named(event.button))
        elif kind == up:
            self._let(event.instance_id, "button", self._named(event.button))
        elif kind == motion:
            share = event.value / 32767 if self._by_sdl else event.value
            return self._lean(event.instance_id, event.axis, share)
        elif kind == pygame.WINDOWFOCUSLOST:  # nothing is held any more, whatever the system tells
            self._held.clear()
        return []

    def _named(self, number: int) -> str:
        """Return the name of a button by its number; "" for one that does nothing."""
        buttons = _SDL if self._by_sdl else _WEB
        return buttons[number] if number < len(buttons) else ""

    @property
    def any(self) -> bool:
        """Whether a gamepad is plugged in."""
        return bool(self._open)

    def wait(self, seconds: float) -> list[str]:
        """Let time pass; the keys that count again, since they are held."""
        again = []
        for (number, part, key), held in list(self._held.items()):
            held.left -= seconds
            if held.left > 0:
                continue
            if held.counts:
                held.left += NEXT_REPEAT_SECONDS
                held.times += 1
                again.append(key)
            else:
                held.left = math.inf
                if part == "stick":
                    self._rest[number] = self._tilt[number]
                    del self._held[number, part, key]
        return again

    # -- plugging in and out -----------------------------------------------------------------------

    def _plug_in(self, index: int) -> None:
        """Listen to a gamepad."""
        if self._devices is None:
            return
        with suppress(pygame.error):  # it may be gone again
            made = self._devices.Controller if self._by_sdl else self._devices.Joystick
            device = made(index)
            stick = device.as_joystick() if self._by_sdl else device
            self._open[stick.get_instance_id()] = device

    def _pull_out(self, number: int) -> None:
        self._open.pop(number, None)
        self._tilt.pop(number, None)
        self._rest.pop(number, None)
        self._held = {where: held for where, held in self._held.items() if where[0] != number}

    # -- what is pressed ---------------------------------------------------------------------------

    def _push(self, number: int, part: str, button: str, share: float = 1.0) -> list[str]:
        """A button of a part of a gamepad is pushed that far; the key that it presses, if any."""
        key = BUTTON_KEYS.get(button)
        if key is None:
            return []
        held = self._held.get((number, part, key))
        if held is not None:
            held.push(share)
            return []
        if key in _REPEATED_BUTTON_KEYS:
            self._held[number, part, key] = _Held(share)
        return [key]

    def _let(self, number: int, part: str, button: str) -> None:
        """A button went up."""
        self._held.pop((number, part, BUTTON_KEYS.get(button, "")), None)

    def _lean(self, number: int, axis: int, share: float) -> list[str]:
        """An axis of a gamepad was moved, to -1 to 1."""
        if self._by_sdl and axis in _SDL_TRIGGERS:
            trigger = _SDL_TRIGGERS[axis]
            if share < _RELEASED_DEFLECTION:
                self._let(number, "trigger", trigger)
            return (
                self._push(number, "trigger", trigger, share) if share > _PRESSED_DEFLECTION else []
            )
        if axis > 1:
            return []
        before = self._tilt.get(number, (0.0, 0.0))
        tilt = self._tilt[number] = (share, before[1]) if axis == 0 else (before[0], share)
        if max(map(abs, tilt)) < _RELEASED_DEFLECTION:
            self._rest.pop(number, None)  # it does come back to the middle
        rest = self._rest.get(number, (0.0, 0.0))
        x, y = (_beyond(at, to) for at, to in zip(rest, tilt, strict=True))
        far = max(abs(x), abs(y))
        held = next((key for at, part, key in self._held if (at, part) == (number, "stick")), "")
        way = (
            _way(x, y, held)
            if far >= _PRESSED_DEFLECTION
            else held
            if far >= _RELEASED_DEFLECTION
            else ""
        )
        if held not in ("", way):
            self._let(number, "stick", held)
        return self._push(number, "stick", way, far) if way else []


def _beyond(rest: float, share: float) -> float:
    """Distance of an axis from its place of rest, as a share of the whole way; 0 between
    there and the middle, where it is being let go."""
    if rest * share <= 0:
        return share
    far = max(0.0, abs(share) - abs(rest)) / max(_LEAST_ROOM, 1 - abs(rest))
    return math.copysign(far, share)


def _way(x: float, y: float, held: str) -> str:
    """The direction in which a stick is pushed that was pushed in the direction `held` before."""
    more = {"": 0.0, "left": _AXIS_HYSTERESIS, "right": _AXIS_HYSTERESIS}.get(
        held, -_AXIS_HYSTERESIS
    )
    if abs(x) + more > abs(y):
        return "right" if x > 0 else "left"
    return "down" if y > 0 else "up"
