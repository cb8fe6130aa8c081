"""Serves a folder on 127.0.0.1 with the types that browsers ask for."""

from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

TYPES = {
    ".wasm": "application/wasm",
    ".js": "text/javascript",
    ".data": "application/octet-stream",
    ".bin": "application/octet-stream",
    ".whl": "application/octet-stream",
    ".webmanifest": "application/manifest+json",
    ".py": "text/plain",
}


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


def server(folder: Path, port: int = 0) -> ThreadingHTTPServer:
    """A server of that folder; port 0 takes any free one."""
    return ThreadingHTTPServer(("127.0.0.1", port), partial(Handler, directory=str(folder)))
