"""Serves a folder on 127.0.0.1 with the types that browsers ask for."""

import re
import sys
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO

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
    ".webp": "image/webp",
    ".woff2": "font/woff2",
    ".txt": "text/plain",
}
"""For the endings of all files of a site."""


class SiteHandler(SimpleHTTPRequestHandler):
    """Files with the right types; double slashes count as one, as on most static hosts."""

    extensions_map = {**SimpleHTTPRequestHandler.extensions_map, **TYPES}  # noqa: RUF012
    protocol_version = "HTTP/1.1"

    def translate_path(self, path: str) -> str:
        """The file for an address."""
        while "//" in path:
            path = path.replace("//", "/")
        return super().translate_path(path)

    def send_head(self) -> BytesIO | BinaryIO | None:
        """Open the file for an address, or its compressed twin where the browser takes that."""
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if self.path.split("?")[0].endswith("/") else path
        accepted = re.split(r"[\s,;]+", self.headers.get("Accept-Encoding", ""))
        for coding, ending in (("br", ".br"), ("gzip", ".gz")):
            packed = path.with_name(path.name + ending)
            if coding in accepted and path.is_file() and packed.is_file():
                return self._sent(path, packed, coding)
        return super().send_head()

    def _sent(self, path: Path, packed: Path, coding: str) -> BinaryIO | None:
        date = self.date_time_string(int(packed.stat().st_mtime))
        known = self.headers.get("If-Modified-Since") == date
        self.send_response(HTTPStatus.NOT_MODIFIED if known else HTTPStatus.OK)
        self.send_header("Vary", "Accept-Encoding")
        if not known:
            self.send_header("Content-Type", self.guess_type(path))
            self.send_header("Content-Encoding", coding)
            self.send_header("Content-Length", str(packed.stat().st_size))
            self.send_header("Last-Modified", date)
        self.end_headers()
        return None if known else packed.open("rb")

    def end_headers(self) -> None:
        """Every other origin may read, as on GitHub Pages."""
        self.send_header("Access-Control-Allow-Origin", "*")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


class SiteServer(ThreadingHTTPServer):
    """Does not complain about browsers that hang up."""

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Tell of everything else that goes wrong."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


def site_server(folder: Path, port: int = 0) -> SiteServer:
    """A server of that folder; port 0 takes any free one."""
    return SiteServer(("127.0.0.1", port), partial(SiteHandler, directory=str(folder)))
