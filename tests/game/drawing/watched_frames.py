"""Watches every frame that a window or a page shows: each must be one complete picture.

Tests of the page run this file in the page's own Python, which has no tests.
"""

from typing import TYPE_CHECKING, Any

import pygame

from flipside.game.scenes.common.board_scene import BoardScene

if TYPE_CHECKING:
    from tests.game.pilot import Pilot

_UNPAINTED = (255, 0, 255)
"""The colour of a new screen until it is painted."""


def drawn_anew(pilot: "Pilot") -> bytes:
    """Return the picture of this moment, with every item painted on an empty surface."""
    surface = pygame.Surface(pilot.app.screen.surface.get_size(), 0, pilot.app.screen.surface)
    surface.fill(_UNPAINTED)
    for scene in pilot.app.stack.visible():
        for layer in scene.layers():
            for item in layer.make():
                surface.set_clip(item.place)
                item.paint(surface)
    return bytes_of(surface)


def bytes_of(surface: pygame.Surface) -> bytes:
    """Return the pixels of a surface, without the unused byte of opaque surfaces."""
    return pygame.image.tobytes(surface, "RGB")


class Screen:
    """What a player sees: the changed places that the program has named, as they were then."""

    def __init__(self, pilot: "Pilot") -> None:
        """Watch the frames of a pilot from now on."""
        self._pilot = pilot
        self.shown = 0
        """The number of frames that were checked."""
        self.turned = 0
        """The number of these frames that were part of a transition."""
        self.waited = 0
        """The number of these frames in which panels waited for the end of an animation."""
        self.seen = pilot.app.screen.surface.copy()
        self._complete = {bytes_of(self.seen)}
        """The complete pictures that may be visible."""
        self._begun = b""
        """The complete picture that is being painted in several frames."""
        pilot.app.services.platform.picture.show = self._show  # type: ignore[method-assign]
        display = pilot.app.screen._display
        self._draw, display.draw = display.draw, self._note_draw  # type: ignore[method-assign, assignment]

    def _note_draw(self, surface: pygame.Surface, layers: Any, *seconds: float) -> Any:
        places = self._draw(surface, layers, *seconds)
        if layers and places is None:
            self._begun = drawn_anew(self._pilot)
        return places

    def _show(self, surface: pygame.Surface, places: Any) -> None:
        if self.seen.get_size() != surface.get_size():
            self.seen = pygame.Surface(surface.get_size(), 0, surface)
            self.seen.fill(_UNPAINTED)
        for place in places:
            self.seen.blit(surface, place, place)
        self.look()

    def look(self) -> None:
        """Assert that the picture is complete, and that no panel is late while nothing moves."""
        app, seen = self._pilot.app, bytes_of(self.seen)
        self.shown += 1
        if app.screen._transition is not None:
            self._look_at_card(seen)
            return
        assert self._is_complete(seen), f"parts of two pictures on {self._pilot.where()}"
        self._complete = {seen}
        for scene in app.stack.visible():
            moves = scene is app.stack.top and isinstance(scene, BoardScene) and not scene.rests
            assert moves or not scene.late, f"old panels beside a board at rest on {scene}"
            self.waited += scene.late

    def _is_complete(self, seen: bytes) -> bool:
        """Return whether it is the picture of this moment, or that which was begun."""
        begun, self._begun = self._begun, b""
        return seen in (begun, drawn_anew(self._pilot))

    def _look_at_card(self, seen: bytes) -> None:
        """Assert that both sides of the card are complete pictures."""
        transition = self._pilot.app.screen._transition
        assert transition is not None
        assert transition._new is not None
        old, new = bytes_of(transition._old), bytes_of(transition._new)
        assert old in self._complete, f"parts on the side of the old scene, {self._pilot.where()}"
        if new not in self._complete:
            assert new == drawn_anew(self._pilot), f"parts of a new scene, {self._pilot.where()}"
        self._complete = {old, new}
        card = self.seen.copy()
        transition.draw(card)
        assert seen == bytes_of(card), "the card is not what is seen"
        self.turned += 1


class PageScreen(Screen):
    """What a player sees on a page, which animates the transition (`web/page/picture.js`)."""

    def __init__(self, pilot: "Pilot") -> None:
        super().__init__(pilot)
        self._held: list[tuple[pygame.Rect, pygame.Surface]] = []
        self._side = ""
        pilot.app.services.platform.picture.transform = self._turn  # type: ignore[method-assign]

    def _show(self, surface: pygame.Surface, places: Any) -> None:
        self._held += [(place, surface.subsurface(place).copy()) for place in places]
        if self._side != "old":
            self._put(surface.get_size())

    def _turn(self, side: str, width: float, light: float) -> None:
        last, self._side = self._side, side
        self.turned += bool(side)
        if last == "old" != side:
            self._put(self._pilot.app.screen.surface.get_size())

    def _put(self, size: tuple[int, int]) -> None:
        if self.seen.get_size() != size:
            self.seen = pygame.Surface(size, 0, self.seen)
            self.seen.fill(_UNPAINTED)
        for place, pixels in self._held:
            self.seen.blit(pixels, place)
        self._held.clear()
        self.look()

    def look(self) -> None:
        """Assert that the picture is complete and up to date."""
        self.shown += 1
        assert self._is_complete(bytes_of(self.seen)), f"parts on {self._pilot.where()}"
