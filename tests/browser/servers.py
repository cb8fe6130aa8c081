"""Servers on 127.0.0.1 that record requests and can fail or damage files on demand."""

import threading
import time
from functools import partial
from pathlib import Path
from typing import BinaryIO, cast

from web.serve import SiteHandler, SiteServer

_OTHER = b"<!doctype html><title>404</title><h1>There is no such file here</h1>"


class Host:
    """A static host of a folder, which can be replaced while it runs."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.asked: list[str] = []
        """The path of every request, queries included."""
        self.damage: dict[str, int] = {}
        """By path, how many more times its file is sent with a wrong byte."""
        self.broken: set[str] = set()
        """Paths that are answered with "not found"."""
        self.spoiled: dict[str, str] = {}
        """By path, the fault of its file, which is sent with status 200: "truncated", "empty", or
        "other", a page that reports a missing file."""
        self.held: set[str] = set()
        """Paths that are not answered until they are removed from this set."""
        self.headers: dict[str, str] = {}
        """Additional headers of every answer."""
        self._server: SiteServer | None = None
        self._port = 0
        self.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._port}/"

    def start(self) -> None:
        """Start the server, after a stop on the same port."""
        handler = partial(_Counting, host=self, directory=str(self.folder))
        self._server = SiteServer(("127.0.0.1", self._port), handler)
        self._server.daemon_threads = True
        self._port = self._server.server_address[1]
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()

    def stop(self) -> None:
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()
            self._server = None


class _Counting(SiteHandler):
    """Serves the host's current folder and records each request."""

    def __init__(self, *args: object, host: Host, directory: str) -> None:
        self._host = host
        super().__init__(*args, directory=directory)  # type: ignore[arg-type]

    def do_GET(self) -> None:  # noqa: N802  the base class prescribes the name
        self.directory = str(self._host.folder)
        path = self.path.split("?")[0]
        if self._host._server is None:  # a connection from before the stop
            self.close_connection = True
            return
        self._host.asked.append(self.path)
        while path in self._host.held:
            time.sleep(0.02)
        if path in self._host.broken:
            self.send_error(404)
        elif path in self._host.spoiled:
            self._send_spoiled(path, self._host.spoiled[path])
        else:
            super().do_GET()

    def _send_spoiled(self, path: str, how: str) -> None:
        file = Path(self.translate_path(path))
        data = (file / "index.html" if path.endswith("/") else file).read_bytes()
        cut = {"truncated": data[: len(data) // 2], "empty": b"", "other": _OTHER}[how]
        self.send_response(200)
        page = how == "other" or path.endswith("/")
        type_of = "text/html" if page else self.guess_type(path)
        self.send_header("Content-Type", type_of)
        self.send_header("Content-Length", str(len(cut)))
        self.end_headers()
        self.wfile.write(cut)

    def end_headers(self) -> None:
        for name, words in self._host.headers.items():
            self.send_header(name, words)
        super().end_headers()

    def copyfile(self, source: object, outputfile: object) -> None:
        path = self.path.split("?")[0]
        data = cast("BinaryIO", source).read()
        if self._host.damage.get(path, 0) > 0:
            self._host.damage[path] -= 1
            data = bytes([data[0] ^ 1]) + data[1:]
        cast("BinaryIO", outputfile).write(data)
