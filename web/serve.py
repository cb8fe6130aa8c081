"""Serves a folder on 127.0.0.1 with the types that browsers ask for."""

import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

TYPES = {
    ".wasm": "application/wasm",
    ".js": "text/javascript",
    ".data": "application/octet-stream",
    ".bin": "application/octet-stream",
    ".whl": "application/octet-stream",
    ".webmanifest": "application/manifest+json",
    ".py": "text/plain",
    ".css": "text/css",
    ".html": "text/html",
    ".json": "application/json",
    ".png": "image/png",
    ".txt": "text/plain",
}
"""For the endings of all files of a site."""


class Handler(SimpleHTTPRequestHandler):
    """Files with the right types; double slashes count as one, as on most static hosts."""

    extensions_map = {**SimpleHTTPRequestHandler.extensions_map, **TYPES}  # noqa: RUF012
    protocol_version = "HTTP/1.1"

    def translate_path(self, path: str) -> str:
        """The file for an address."""
        while "//" in path:
            path = path.replace("//", "/")
        return super().translate_path(path)

    def end_headers(self) -> None:
        """Every other origin may read, as on GitHub Pages."""
        self.send_header("Access-Control-Allow-Origin", "*")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


class Server(ThreadingHTTPServer):
    """Does not complain about browsers that hang up."""

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Tell of everything else that goes wrong."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


def server(folder: Path, port: int = 0) -> Server:
    """A server of that folder; port 0 takes any free one."""
    return Server(("127.0.0.1", port), partial(Handler, directory=str(folder)))
