"""Base classes that drive Firefox and WebKit, with the playwright methods that `Tab` uses.

Chromium is driven by playwright itself.
"""

import json
import time
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Callable
from contextlib import suppress
from types import SimpleNamespace
from typing import Any

LIMIT = 240.0
"""Maximum seconds for anything: without a GPU and beside other tests a start takes a minute."""

# Evaluates an expression or a function, like playwright. The result is JSON text, because each
# protocol encodes values differently.
_EVALUATE = """(async () => {
  const value = (0, eval)(%s);
  return JSON.stringify([await (typeof value === 'function' ? value(...%s) : value)]);
})()"""

_KEYS = {
    "Tab": "\ue004", "Enter": "\ue007", "Shift": "\ue008", "Control": "\ue009", "Alt": "\ue00a",
    "Escape": "\ue00c", "Space": " ", "PageUp": "\ue00e", "PageDown": "\ue00f", "End": "\ue010",
    "Home": "\ue011", "ArrowLeft": "\ue012", "ArrowUp": "\ue013", "ArrowRight": "\ue014",
    "ArrowDown": "\ue015", "Delete": "\ue017", "Backspace": "\ue003", "Meta": "\ue03d",
} | {f"F{number}": chr(0xE030 + number) for number in range(1, 13)}  # fmt: skip
"""WebDriver's codes of keys that write nothing, by playwright's names."""


class EngineError(Exception):
    """Raised if the browser refuses a command or does not answer in time."""


class Listened:
    """A source of events, with playwright's method names."""

    def __init__(self) -> None:
        self._listeners: dict[str, list[Callable[[Any], None]]] = defaultdict(list)

    def on(self, event: str, listener: Callable[[Any], None]) -> None:
        """Call `listener` for each such event from now on."""
        self._listeners[event].append(listener)

    def remove_listener(self, event: str, listener: Callable[[Any], None]) -> None:
        with suppress(ValueError):
            self._listeners[event].remove(listener)

    def tell(self, event: str, about: Any) -> None:
        for listener in tuple(self._listeners[event]):
            listener(about)


class DrivenPage(Listened, ABC):
    """A page of a browser that is driven with one of the WebDriver protocols."""

    def __init__(self) -> None:
        super().__init__()
        self._limit = LIMIT
        self.touchscreen = SimpleNamespace(tap=self._touch)
        self.keyboard = SimpleNamespace(press=self._press, type=self._type)
        self.workers: tuple[()] = ()  # these browsers paint in the page

    @abstractmethod
    def goto(self, url: str) -> None:
        """Go to an address and wait until it is loaded."""

    @abstractmethod
    def reload(self) -> None:
        """Load the page again."""

    @abstractmethod
    def bring_to_front(self) -> None:
        """Show this tab in front of the others."""

    @abstractmethod
    def close(self) -> None:
        """Close the tab."""

    @abstractmethod
    def add_init_script(self, script: str) -> None:
        """Run a script first whenever the page loads."""

    @abstractmethod
    def screenshot(self, **_: object) -> bytes:
        """Return a PNG of the visible page."""

    @abstractmethod
    def _act(self, actions: list[dict[str, Any]]) -> None:
        """Perform WebDriver actions of a finger or a keyboard."""

    @abstractmethod
    def _run(self, script: str) -> str:
        """Return the text that a script's promise resolves to; raise EngineError if it rejects."""

    def evaluate(self, expression: str, *given: object) -> Any:
        """Return the value of an expression, or of a function with these arguments."""
        return json.loads(self._run(_EVALUATE % (json.dumps(expression), json.dumps(given))))[0]

    def tap(self, selector: str) -> None:
        """Touch the middle of an element of the page."""
        box = "(selector) => document.querySelector(selector).getBoundingClientRect().toJSON()"
        place = self.evaluate(box, selector)
        self._touch(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)

    def wait_for_function(self, expression: str, arg: object = None) -> None:
        """Wait until an expression, or a function of `arg`, is true."""
        until = time.monotonic() + self._limit
        while True:
            with suppress(EngineError):  # the page is still loading
                if self.evaluate(expression, arg):
                    return
            if time.monotonic() > until:
                raise EngineError(f"not so after {self._limit} seconds: {expression}")
            time.sleep(0.1)

    def wait_for_timeout(self, milliseconds: float) -> None:
        time.sleep(milliseconds / 1000)

    def set_default_timeout(self, milliseconds: float) -> None:
        """Raise the maximum waiting time to this time, if it is shorter."""
        self._limit = max(LIMIT, milliseconds / 1000)

    def title(self) -> str:
        return str(self.evaluate("document.title"))

    def _touch(self, x: float, y: float) -> None:
        at = {"type": "pointerMove", "duration": 0, "x": round(x), "y": round(y)}
        steps = [at, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        finger = {"pointerType": "touch"}
        self._act([{"type": "pointer", "id": "finger", "parameters": finger, "actions": steps}])

    def _press(self, name: str) -> None:
        keys = [_KEYS.get(key, key) for key in name.split("+")]
        down = [{"type": "keyDown", "value": key} for key in keys]
        up = [{"type": "keyUp", "value": key} for key in reversed(keys)]
        self._act([{"type": "key", "id": "keys", "actions": down + up}])

    def _type(self, words: str) -> None:
        for letter in words:
            self._press(letter)
