"""The keyboard, and gamepads, whose buttons and sticks act like keys.

SDL knows the layout of most gamepads, except in a browser. There each gamepad has the standard
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
"""Keys that repeat while they are down: those that move, delete, undo and redo."""


class Keyboard:
    """Converts events of the keyboard to names of keys."""

    def __init__(self) -> None:
        self._keys_down: set[int] = set()
        self._opening_key: int | None = None
        """A key that is down and has opened or closed a scene; text input is ignored meanwhile."""

    @property
    def types(self) -> bool:
        """Whether text input is meant for the top scene."""
        return self._opening_key is None

    def handle(self, event: pygame.event.Event) -> str:
        """Return the name of the key that an event presses, or ""."""
        if event.type == pygame.KEYUP:
            self._keys_down.discard(event.key)
            self._opening_key = None if self._opening_key == event.key else self._opening_key
        elif event.type == pygame.WINDOWFOCUSLOST:
            self._keys_down.clear()
            self._opening_key = None
        elif event.type == pygame.KEYDOWN:
            is_repeat = event.key in self._keys_down
            self._keys_down.add(event.key)
            name = key_name(event.key, event.mod)
            if getattr(event, "unicode", "") == "?":  # keyboards have it on different keys
                name = "?"
            return "" if is_repeat and name not in _REPEATED_KEYS else name
        return ""

    def leave(self, key: int) -> None:
        """Record that `key` has opened or closed a scene."""
        self._opening_key = key


def key_name(key: int, mod: int) -> str:
    """Return the name of a key as scenes use it, such as "u", "ctrl u" or "shift tab".

    Command counts as "ctrl". The name is "" if the key has no meaning with these modifiers.
    """
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
"""For each button, the key that has the same effect."""

_REPEATED_BUTTON_KEYS = ("up", "down", "left", "right", "page up", "page down", "tab")
"""Keys that repeat while their button is down."""

FIRST_REPEAT_SECONDS, NEXT_REPEAT_SECONDS = 0.4, 0.12
"""Seconds until a button that is down repeats for the first time, and between further repeats."""

_PRESSED_DEFLECTION, _RELEASED_DEFLECTION = 0.55, 0.4
"""The deflection, 0 to 1, above which a stick or trigger is pressed, and below which it is
released."""

_STRONG_DEFLECTION = 0.8
"""A stick or trigger repeats from this deflection on, 0 to 1. Worn sticks may rest below it."""

_REST_SECONDS = 1.0
"""Seconds after which a stick below `_STRONG_DEFLECTION` is assumed to rest there."""

MAX_REPEATS, MAX_WEAK_REPEATS = 60, 8
"""The maximum number of repeats of a press, and of a stick that has gone back below
`_STRONG_DEFLECTION`. After them it is assumed to be stuck, or to rest there."""

_AXIS_HYSTERESIS = 0.05
"""A stick changes its direction if the deflection in the other direction is larger by this."""

_MIN_TRAVEL = 0.2
"""The minimum distance assumed between the resting position of a stick and its end, so that it can
be pushed."""

_SDL = (
    *("a", "b", "x", "", "", "", "start", "", "", "left shoulder", "right shoulder"),
    *("up", "down", "left", "right"),
)
"""Names of buttons by their number in SDL's SDL_GameControllerButton."""

_SDL_TRIGGERS = {4: "left trigger", 5: "right trigger"}
"""Axes in SDL's SDL_GameControllerAxis that act as buttons."""

_WEB = (
    *("a", "b", "x", "", "left shoulder", "right shoulder", "left trigger", "right trigger"),
    *("", "start", "", "", "up", "down", "left", "right"),
)
"""Names of buttons by their number in the web's standard layout."""

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
"""Events of a new gamepad, of its buttons and of its axes. SDL also reports each gamepad as a
joystick."""


_Tilt = tuple[float, float]
"""The deflection of a stick to the right and downwards, -1 to 1."""


@dataclass
class _Press:
    """A button, a trigger or a direction of a stick that is down."""

    share: float = 1.0
    """Its deflection, 0 to 1."""
    left: float = field(init=False)
    """Seconds until it repeats, or until it is assumed to rest."""
    strong: bool = field(init=False)
    """Whether its deflection was large enough to repeat."""
    times: int = 0
    """The number of repeats since its deflection last crossed `_STRONG_DEFLECTION`."""

    def __post_init__(self) -> None:
        self.strong = self.share >= _STRONG_DEFLECTION
        self.left = FIRST_REPEAT_SECONDS if self.strong else _REST_SECONDS

    def push(self, share: float) -> None:
        """Change the deflection to `share`."""
        if (share >= _STRONG_DEFLECTION) != (self.share >= _STRONG_DEFLECTION):
            self.times = 0
        if share >= _STRONG_DEFLECTION and not self.strong:
            self.strong, self.left = True, FIRST_REPEAT_SECONDS
        self.share = share

    @property
    def counts(self) -> bool:
        """Whether it may repeat."""
        return self.strong and self.times < (
            MAX_REPEATS if self.share >= _STRONG_DEFLECTION else MAX_WEAK_REPEATS
        )


class Gamepads:
    """All gamepads that are plugged in."""

    def __init__(self, by_sdl: bool) -> None:
        """Support gamepads whose layout SDL knows (`by_sdl`), or those of the web."""
        self._by_sdl = by_sdl
        self._devices: Any = None
        self._open: dict[int, Any] = {}
        self._tilt: dict[int, _Tilt] = {}
        """The deflection of each left stick."""
        self._rest: dict[int, _Tilt] = {}
        """The resting position of each left stick that does not rest in the middle."""
        self._presses: dict[tuple[int, str, str], _Press] = {}
        """What is down: buttons, triggers and directions, by gamepad, part and key."""

    def start(self) -> None:
        """Begin to use gamepads, if the system supports them."""
        with suppress(ImportError, AttributeError, NotImplementedError, pygame.error):
            name = "pygame._sdl2.controller" if self._by_sdl else "pygame.joystick"
            devices = importlib.import_module(name)
            devices.init()
            self._devices = devices

    def handle(self, event: pygame.event.Event) -> list[str]:
        """Return a list with the key that an event presses, or []."""
        plug_in, down, up, motion = _SDL_EVENTS if self._by_sdl else _WEB_EVENTS
        kind = event.type
        if kind == plug_in:
            self._plug_in(event.device_index)
        elif kind in (pygame.CONTROLLERDEVICEREMOVED, pygame.JOYDEVICEREMOVED):
            self._pull_out(event.instance_id)
        elif kind == down:
            return self._push(event.instance_id, "button", self._button_name(event.button))
        elif kind == up:
            self._release(event.instance_id, "button", self._button_name(event.button))
        elif kind == motion:
            share = event.value / 32767 if self._by_sdl else event.value
            return self._lean(event.instance_id, event.axis, share)
        elif kind == pygame.WINDOWFOCUSLOST:  # the system may not report that buttons go up
            self._presses.clear()
        return []

    def _button_name(self, number: int) -> str:
        """Return the name of the button `number`; "" if it has no function."""
        buttons = _SDL if self._by_sdl else _WEB
        return buttons[number] if number < len(buttons) else ""

    @property
    def any(self) -> bool:
        """Whether a gamepad is plugged in."""
        return bool(self._open)

    def wait(self, seconds: float) -> list[str]:
        """Advance by `seconds`; return the keys that repeat."""
        repeats = []
        for (number, part, key), press in list(self._presses.items()):
            press.left -= seconds
            if press.left > 0:
                continue
            if press.counts:
                press.left += NEXT_REPEAT_SECONDS
                press.times += 1
                repeats.append(key)
            else:
                press.left = math.inf
                if part == "stick":
                    self._rest[number] = self._tilt[number]
                    del self._presses[number, part, key]
        return repeats

    # -- plugging in and out -----------------------------------------------------------------------

    def _plug_in(self, index: int) -> None:
        if self._devices is None:
            return
        with suppress(pygame.error):  # it may be unplugged again
            open_device = self._devices.Controller if self._by_sdl else self._devices.Joystick
            device = open_device(index)
            stick = device.as_joystick() if self._by_sdl else device
            self._open[stick.get_instance_id()] = device

    def _pull_out(self, number: int) -> None:
        self._open.pop(number, None)
        self._tilt.pop(number, None)
        self._rest.pop(number, None)
        self._presses = {key: press for key, press in self._presses.items() if key[0] != number}

    # -- what is pressed ---------------------------------------------------------------------------

    def _push(self, number: int, part: str, button: str, share: float = 1.0) -> list[str]:
        """Press a button, or change its deflection; return a list with the key that it presses."""
        key = BUTTON_KEYS.get(button)
        if key is None:
            return []
        press = self._presses.get((number, part, key))
        if press is not None:
            press.push(share)
            return []
        if key in _REPEATED_BUTTON_KEYS:
            self._presses[number, part, key] = _Press(share)
        return [key]

    def _release(self, number: int, part: str, button: str) -> None:
        self._presses.pop((number, part, BUTTON_KEYS.get(button, "")), None)

    def _lean(self, number: int, axis: int, share: float) -> list[str]:
        """Move an axis to `share`, -1 to 1; return a list with the key that it presses."""
        if self._by_sdl and axis in _SDL_TRIGGERS:
            trigger = _SDL_TRIGGERS[axis]
            if share < _RELEASED_DEFLECTION:
                self._release(number, "trigger", trigger)
            down = share > _PRESSED_DEFLECTION
            return self._push(number, "trigger", trigger, share) if down else []
        if axis > 1:
            return []
        old_x, old_y = self._tilt.get(number, (0.0, 0.0))
        tilt = self._tilt[number] = (share, old_y) if axis == 0 else (old_x, share)
        if max(map(abs, tilt)) < _RELEASED_DEFLECTION:
            self._rest.pop(number, None)  # the stick can return to the middle
        rest = self._rest.get(number, (0.0, 0.0))
        x, y = (_beyond(at, to) for at, to in zip(rest, tilt, strict=True))
        far = max(abs(x), abs(y))
        sticks = (key for at, part, key in self._presses if (at, part) == (number, "stick"))
        old_key = next(sticks, "")
        way = old_key if far >= _RELEASED_DEFLECTION else ""
        if far >= _PRESSED_DEFLECTION:
            way = _way(x, y, old_key)
        if old_key not in ("", way):
            self._release(number, "stick", old_key)
        return self._push(number, "stick", way, far) if way else []


def _beyond(rest: float, share: float) -> float:
    """Return the deflection from the resting position, divided by the distance to the end.

    Between the resting position and the middle it is 0, because the stick is being released.
    """
    if rest * share <= 0:
        return share
    far = max(0.0, abs(share) - abs(rest)) / max(_MIN_TRAVEL, 1 - abs(rest))
    return math.copysign(far, share)


def _way(x: float, y: float, previous: str) -> str:
    """Return the direction in which a stick is pushed; `previous` is its direction before."""
    more = {"": 0.0, "left": _AXIS_HYSTERESIS, "right": _AXIS_HYSTERESIS}.get(
        previous, -_AXIS_HYSTERESIS
    )
    if abs(x) + more > abs(y):
        return "right" if x > 0 else "left"
    return "down" if y > 0 else "up"
