"""Scripts that tests run in the page, from scripts.js."""

import re
from functools import cache
from pathlib import Path


@cache
def _scripts() -> dict[str, str]:
    text = Path(__file__).with_suffix(".js").read_text("utf-8")
    _, *parts = re.split(r"^\n// ([a-z ]+)\n", text, flags=re.MULTILINE)
    return dict(zip(parts[::2], parts[1::2], strict=True))


def script(name: str) -> str:
    """Return the script that begins with this name."""
    return _scripts()[name].strip()
