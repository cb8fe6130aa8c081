"""Firefox, driven with its own WebDriver BiDi: JSON messages over a WebSocket."""

import base64
import json
import re
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests.browser.engines import LIMIT, DrivenPage, EngineError, Listened
from tests.needed import ended

PREFERENCES: dict[str, object] = {
    "dom.w3c_touch_events.enabled": 1,
    "intl.accept_languages": "en-GB,en",
    # Requests to other machines go to a port without a server.
    "network.proxy.type": 1,
    "network.proxy.http": "127.0.0.1",
    "network.proxy.http_port": 9,
    "network.proxy.ssl": "127.0.0.1",
    "network.proxy.ssl_port": 9,
    "datareporting.policy.dataSubmissionEnabled": False,
}

PRIVATE: dict[str, object] = {"browser.privatebrowsing.autostart": True}
"""Makes every window private."""

SILENT: dict[str, object] = {"media.cubeb.backend": "none"}
"""Removes the audio device."""

FORBIDDEN: dict[str, object] = {"network.cookie.cookieBehavior": 2}
"""Sites cannot store anything, as with the setting "block all cookies"."""

EVENTS = ["log.entryAdded", "network.beforeRequestSent", "browsingContext.userPromptOpened"]


@contextmanager
def started(path: str, profile: Path, preferences: dict[str, object]) -> Iterator["Firefox"]:
    """Yield the program with a new profile in the empty folder `profile`."""
    lines = [
        f"user_pref({json.dumps(name)}, {json.dumps(value)});"
        for name, value in (PREFERENCES | preferences).items()
    ]
    (profile / "user.js").write_text("\n".join(lines), "utf-8")
    # A file, because the program would stop when a pipe that is not read is full.
    told = profile / "told.txt"
    with told.open("w") as file:
        process = subprocess.Popen(
            [
                path, "--headless", "--no-remote", "--profile", str(profile),
                "--remote-debugging-port=0", "--remote-allow-system-access",
            ],
            stdout=subprocess.DEVNULL, stderr=file,
        )  # fmt: skip
    try:
        until = time.monotonic() + LIMIT
        while not (found := re.search(r"listening on (ws://\S+)\n", told.read_text("utf-8"))):
            if process.poll() is not None or time.monotonic() > until:
                raise EngineError(f"Firefox did not start: {told.read_text('utf-8')}")
            time.sleep(0.05)
        with connect(f"{found[1]}/session", max_size=None, ping_interval=None) as socket:
            yield Firefox(socket, told)
    finally:
        ended(process)


class Firefox:
    """The program: sends commands and passes events to pages."""

    def __init__(self, socket: ClientConnection, told: Path) -> None:
        self._socket = socket
        self.told = told
        """The file with its messages."""
        self._sent = 0
        self.pages: dict[str, FirefoxPage] = {}
        self.send("session.new", capabilities={})
        self.send("session.subscribe", events=EVENTS)

    def send(self, method: str, **parameters: object) -> Any:
        """Return the result of a command, and pass events that arrive before it to their pages."""
        self._sent += 1
        message = {"id": self._sent, "method": method, "params": parameters}
        self._socket.send(json.dumps(message))
        while True:
            try:
                answer = json.loads(self._socket.recv(LIMIT))
            except TimeoutError as late:
                raise EngineError(f"no answer to {method}") from late
            if answer["type"] == "event":
                self._happened(answer["method"], answer["params"])
            elif answer["id"] == self._sent:
                if answer["type"] == "error":
                    raise EngineError(f"{method}: {answer['error']}: {answer['message']}")
                return answer["result"]

    def _happened(self, method: str, about: dict[str, Any]) -> None:
        of = about.get("context") or about.get("source", {}).get("context")
        page = self.pages.get(of)
        if page is None:
            return
        if method == "network.beforeRequestSent":
            page.visitor.tell("request", SimpleNamespace(url=about["request"]["url"]))
        elif method == "browsingContext.userPromptOpened":  # Firefox dismisses it
            page.tell("dialog", SimpleNamespace(dismiss=lambda: None, **about))
        elif about["type"] == "javascript":
            page.tell("pageerror", about["text"])
        else:
            kind = {"warn": "warning"}.get(about["level"], about["level"])
            page.tell("console", SimpleNamespace(type=kind, text=about["text"], location={}))

    def run(self, context: str, script: str) -> str:
        """Return the text that a script's promise resolves to; raise EngineError if it rejects."""
        target = {"context": context}
        done = self.send("script.evaluate", expression=script, target=target, awaitPromise=True)
        if done["type"] == "exception":
            raise EngineError(done["exceptionDetails"]["text"])
        return str(done["result"]["value"])

    def run_in_window(self, script: str) -> str:
        """Return the same for the window that contains the tabs and has the program's services."""
        (window,) = self.send("browsingContext.getTree", **{"moz:scope": "chrome"})["contexts"]
        return self.run(window["context"], script)

    def visitor(self, size: tuple[int, int], ratio: float = 1) -> "Visitor":
        """Return a new visitor with a tablet of this size in CSS pixels."""
        return Visitor(self, size, ratio)


class Visitor(Listened):
    """Tabs of one visitor; they share storage that other visitors do not see."""

    def __init__(self, browser: Firefox, size: tuple[int, int], ratio: float) -> None:
        super().__init__()
        self.browser = browser
        self.size = size
        self.ratio = ratio
        self.kept_apart = browser.send("browser.createUserContext")["userContext"]

    def new_page(self) -> "FirefoxPage":
        """Return another tab, in front of the others."""
        return FirefoxPage(self)

    def close(self) -> None:
        """Close all tabs and delete the storage."""
        self.browser.send("browser.removeUserContext", userContext=self.kept_apart)


class FirefoxPage(DrivenPage):
    def __init__(self, visitor: Visitor) -> None:
        super().__init__()
        self.visitor = visitor
        made = self._send(
            "browsingContext.create", type="tab", userContext=visitor.kept_apart, context=None
        )
        self._context = made["context"]
        visitor.browser.pages[self._context] = self
        width, height = visitor.size
        self._send(
            "browsingContext.setViewport",
            viewport={"width": width, "height": height},
            devicePixelRatio=visitor.ratio,
        )

    def _send(self, method: str, **parameters: Any) -> Any:
        if "context" not in parameters:
            parameters["context"] = self._context
        given = {name: value for name, value in parameters.items() if value is not None}
        return self.visitor.browser.send(method, **given)

    def goto(self, url: str) -> None:
        self._send("browsingContext.navigate", url=url, wait="complete")

    def reload(self) -> None:
        self._send("browsingContext.reload", wait="complete")

    def bring_to_front(self) -> None:
        self._send("browsingContext.activate")

    def close(self) -> None:
        self._send("browsingContext.close")
        del self.visitor.browser.pages[self._context]

    def add_init_script(self, script: str) -> None:
        self._send(
            "script.addPreloadScript",
            functionDeclaration=f"() => {{ if (location.host) {{ {script} }} }}",
            contexts=[self._context],
            context=None,
        )

    def screenshot(self, **_: object) -> bytes:
        return base64.b64decode(self._send("browsingContext.captureScreenshot")["data"])

    def _act(self, actions: list[dict[str, Any]]) -> None:
        self._send("input.performActions", actions=actions)

    def _run(self, script: str) -> str:
        return self.visitor.browser.run(self._context, script)
