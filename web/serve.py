"""Serves a folder on 127.0.0.1 with the content types that browsers need."""

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
"""Content types for the suffixes of all files of a site."""


class SiteHandler(SimpleHTTPRequestHandler):
    """Handler with the right content types; it reads double slashes as one, like most hosts."""

    extensions_map = {**SimpleHTTPRequestHandler.extensions_map, **TYPES}  # noqa: RUF012
    protocol_version = "HTTP/1.1"

    def translate_path(self, path: str) -> str:
        """Return the file for an address."""
        while "//" in path:
            path = path.replace("//", "/")
        return super().translate_path(path)

    def send_head(self) -> BytesIO | BinaryIO | None:
        """Open the file for an address, or its compressed copy if the browser accepts it."""
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if self.path.split("?")[0].endswith("/") else path
        accepted_codings = re.split(r"[\s,;]+", self.headers.get("Accept-Encoding", ""))
        for coding, suffix in (("br", ".br"), ("gzip", ".gz")):
            compressed_path = path.with_name(path.name + suffix)
            if coding in accepted_codings and path.is_file() and compressed_path.is_file():
                return self._send_compressed(path, compressed_path, coding)
        return super().send_head()

    def _send_compressed(self, path: Path, compressed_path: Path, coding: str) -> BinaryIO | None:
        date = self.date_time_string(int(compressed_path.stat().st_mtime))
        not_modified = self.headers.get("If-Modified-Since") == date
        self.send_response(HTTPStatus.NOT_MODIFIED if not_modified else HTTPStatus.OK)
        self.send_header("Vary", "Accept-Encoding")
        if not not_modified:
            self.send_header("Content-Type", self.guess_type(path))
            self.send_header("Content-Encoding", coding)
            self.send_header("Content-Length", str(compressed_path.stat().st_size))
            self.send_header("Last-Modified", date)
        self.end_headers()
        return None if not_modified else compressed_path.open("rb")

    def end_headers(self) -> None:
        """Allow all other origins to read, as on GitHub Pages."""
        self.send_header("Access-Control-Allow-Origin", "*")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing."""


class SiteServer(ThreadingHTTPServer):
    """A server that ignores connections closed by browsers."""

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Report errors, except closed connections."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


def site_server(folder: Path, port: int = 0) -> SiteServer:
    """Return a server of a folder; port 0 takes any free port."""
    return SiteServer(("127.0.0.1", port), partial(SiteHandler, directory=str(folder)))
