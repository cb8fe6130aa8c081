"""The keyboard: names of keys, and keys that are held."""

import pygame

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
