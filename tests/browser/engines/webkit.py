"""WebKitGTK's MiniBrowser on a virtual screen, driven with WebDriver: JSON over HTTP.

Its driven windows are private and have a mouse, so a touch is a click there.
"""

import base64
import json
import os
import socket
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from tests.browser.engines import LIMIT, DrivenPage, EngineError, Listened
from tests.needed import ended, screen

FORBIDDEN = ("--enable-html5-local-storage=false",)
"""Sites cannot use localStorage."""

QUICKER = {"JSC_useOMGJIT": "0"}
"""Disables the last optimizing compiler, without which a start takes two thirds of the time."""

_TELL = """const told = arguments[0];
%s.then((text) => told(text ?? ''), (error) => told(`!${error}`));"""


@contextmanager
def started(
    driver: str,
    browser: str,
    size: tuple[int, int],
    ratio: int = 1,
    options: Sequence[str] = (),
) -> Iterator["Visitor"]:
    """Yield a new visitor with a tablet of this size in CSS pixels."""
    with screen((2800, 2800)) as display:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        seen = {**os.environ, "DISPLAY": display, "GDK_SCALE": str(ratio), **QUICKER}
        process = subprocess.Popen(
            [driver, f"--port={port}"], env=seen,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            arguments = ["--automation", *options]
            visitor = Visitor(f"http://127.0.0.1:{port}", browser, arguments, size)
            yield visitor
            visitor.close()
        finally:
            ended(process)


class Visitor(Listened):
    """One browser, whose tabs share their storage."""

    def __init__(self, url: str, browser: str, arguments: list[str], size: tuple[int, int]) -> None:
        super().__init__()
        self.size = size
        self._url = url
        self._front = ""
        self._unused = True
        wanted = {"webkitgtk:browserOptions": {"binary": browser, "args": arguments}}
        until = time.monotonic() + LIMIT
        while True:
            try:
                made = self.send("POST", "/session", capabilities={"alwaysMatch": wanted})
                break
            except URLError:  # the driver does not listen yet
                if time.monotonic() > until:
                    raise
                time.sleep(0.05)
        self._url += f"/session/{made['sessionId']}"
        times = {"script": int(LIMIT * 1000), "pageLoad": int(LIMIT * 1000)}
        self.send("POST", "/timeouts", **times)

    def send(self, method: str, path: str, **parameters: object) -> Any:
        data = json.dumps(parameters).encode() if method == "POST" else None
        request = Request(self._url + path, data, {"Content-Type": "application/json"})
        request.method = method
        try:
            with urlopen(request, timeout=LIMIT) as answer:
                return json.loads(answer.read())["value"]
        except HTTPError as refused:
            raise EngineError(f"{path}: {refused.read().decode()}") from refused

    def at(self, window: str) -> None:
        """Make this tab the target of later commands."""
        if self._front != window:
            self.send("POST", "/window", handle=window)
            self._front = window

    def new_page(self) -> "WebKitPage":
        if self._unused:
            self._unused = False
            return WebKitPage(self, self.send("GET", "/window"))
        return WebKitPage(self, self.send("POST", "/window/new", type="window")["handle"])

    def close(self) -> None:
        self.send("DELETE", "")


class WebKitPage(DrivenPage):
    def __init__(self, visitor: Visitor, window: str) -> None:
        super().__init__()
        self.visitor = visitor
        self._window = window
        self._before: list[str] = []
        width, height = visitor.size
        self._send("POST", "/window/rect", x=0, y=0, width=width, height=height)
        inner = self.evaluate("[innerWidth, innerHeight]")  # without the bar
        around = (2 * width - inner[0], 2 * height - inner[1])
        self._send("POST", "/window/rect", x=0, y=0, width=around[0], height=around[1])

    def _send(self, method: str, path: str, **parameters: object) -> Any:
        self.visitor.at(self._window)
        return self.visitor.send(method, path, **parameters)

    def goto(self, url: str) -> None:
        if self._before:
            self._send("POST", "/url", url=f"{url}manifest.webmanifest")
            for script in self._before:
                self._run(f"(async () => {{ {script} }})()")
        self._send("POST", "/url", url=url)

    def reload(self) -> None:
        self._send("POST", "/refresh")

    def bring_to_front(self) -> None:
        self.visitor.at(self._window)

    def close(self) -> None:
        self._send("DELETE", "/window")

    def add_init_script(self, script: str) -> None:
        """Run a script once, on another page of the site, where it can only store something."""
        self._before.append(script)

    def screenshot(self, **_: object) -> bytes:
        return base64.b64decode(self._send("GET", "/screenshot"))

    def _act(self, actions: list[dict[str, Any]]) -> None:
        self._send("POST", "/actions", actions=actions)

    def _run(self, script: str) -> str:
        text = str(self._send("POST", "/execute/async", script=_TELL % script, args=[]))
        if text.startswith("!"):
            raise EngineError(text[1:])
        return text
