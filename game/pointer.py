"""The one pointer there is while it is down, and the names of keys."""

from collections.abc import Hashable

import pygame

from game.scenes.scene import Scene

HOLD = 0.45
"""Seconds after which a pointer that stays down is a long press."""


class Pointer:
    """A pointer that is down: where it is, what it went down on, and for how long."""

    def __init__(self, at: tuple[int, int], scene: Scene, target: Hashable) -> None:
        self.at = self.down = at
        """Where it is, and where it went down."""
        self.scene = scene
        self.target = target
        self.drags = False
        self.scrolled = False
        self.held = False
        self._down = 0.0

    def wait(self, seconds: float) -> bool:
        """Let time pass; True once, when the press becomes a long one."""
        before, self._down = self._down, self._down + seconds
        return not self.drags and before < HOLD <= self._down


_PLAIN = {"enter": "return", "keypad enter": "return", "[enter]": "return"}


def key_name(key: int, mod: int) -> str:
    """The name of a key as scenes know it, with "ctrl" (also for Command) or "shift tab"."""
    name = pygame.key.name(key).lower()
    name = _PLAIN.get(name, name)
    if mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
        return f"ctrl {name}"
    if mod & pygame.KMOD_ALT:
        return ""
    if name == "tab" and mod & pygame.KMOD_SHIFT:
        return "shift tab"
    return name
