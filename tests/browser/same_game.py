"""The mirror: the game in the test's process, which knows where everything is on the page.

It runs the program as in a browser, with a bridge that repeats the page's answers: its size, its
languages, its saves. So a test touches the page at the place of a field or button.
"""

from pathlib import Path
from typing import Any
from unittest.mock import patch

from flipside.game.services.platform.browser import BrowserPlatform
from flipside.game.window.app import App
from tests.game.pilot import At, Pilot


class Bridge:
    """Answers like `window.flipside`, with the earlier answers of the page."""

    def __init__(self, view: str, about: dict[str, str], kept: dict[str, str]) -> None:
        self._view = view
        self._about = about
        self.kept = kept

    def view(self) -> str:
        return self._view

    def about(self, what: str) -> str:
        return self._about.get(what, "1" if what == "entropy" else "")

    def tell(self, **about: str) -> None:
        """Change answers, as after a change of the system."""
        self._about |= about

    def stored(self, name: str) -> str:
        return f"={self.kept[name]}" if name in self.kept else ""

    def store(self, name: str, text: str) -> str:
        self.kept[name] = text
        return ""

    def unstore(self, name: str) -> None:
        self.kept.pop(name, None)

    def names(self) -> str:
        return "\n".join(self.kept)

    def __getattr__(self, name: str) -> Any:
        return lambda *_: ""


class Mirror(Pilot):
    """A pilot whose program runs as if in the page."""

    def __init__(self, bridge: Bridge) -> None:
        self.bridge = bridge
        super().__init__(Path("none"), patience=App.slices[1])

    def _settle(self, chosen: object) -> None:
        """Do nothing, because settings come from the bridge."""

    def _started(self) -> Any:
        self.folder = None
        with patch(
            "flipside.game.services.services.open_platform", lambda: BrowserPlatform(self.bridge)
        ):
            app = super()._started()
        app.services.platform.numpy_ready = True  # the process has numpy from the start
        return app

    def on_page(self, at: At) -> tuple[float, float]:
        """Return the CSS pixels of the page for a point of the surface."""
        width, height = (float(part) for part in self.bridge.view().split(",")[:2])
        return (
            (at[0] + 0.5) * width / self.app.screen.surface.get_width(),
            (at[1] + 0.5) * height / self.app.screen.surface.get_height(),
        )

    def visible(self, name: str) -> At:
        """Return the middle of a widget, which must be visible without scrolling."""
        offsets = [sheet.offset for sheet in self.top.sheets]
        at = self.place(name)
        moved = offsets != [sheet.offset for sheet in self.top.sheets]
        assert not moved, f"{name!r} is only seen after scrolling on {self.where()}"
        return at
