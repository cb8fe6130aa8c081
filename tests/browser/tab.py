"""A tab of the browser with the game in it, driven by touch and watched for what must not be."""

import io
import json
import math
from collections.abc import Callable
from typing import Any

import pygame
from playwright.sync_api import BrowserContext, Page, Request

from flipside.game.saves.matches import PERSON, game_of, seats_of
from flipside.game.window.scene_stack import DOUBLE_PRESS_PIXELS, DOUBLE_PRESS_SECONDS
from flipside.rules.catalogue import BY_KEY
from flipside.rules.contract.position import PASS
from flipside.rules.match.match import Match, replay
from flipside.rules.match.record import parse_record
from tests.browser.same_game import Bridge, Mirror
from tests.game.services.stores import settings_text

START = 240_000
"""Milliseconds that a start, or anything else, may take on a slow machine that is busy with other
tests."""

_LOOK = """() => {
  const about = {}, kept = {};
  for (const key of ['languages', 'media preferences', 'takes', 'offline', 'update'])
    about[key] = flipside.about(key);
  for (const name of flipside.names().split('\\n'))
    if (name) kept[name] = flipside.stored(name).slice(1);
  return { view: flipside.view(), about, kept };
}"""

_FRAMES = """(count) => new Promise((done) => {
  const next = () => { count -= 1; if (count < 0) done(); else requestAnimationFrame(next); };
  next();
})"""

_QUIET = """async () => {
  const fetched = () => performance.getEntriesByType('resource').length;
  const before = fetched();
  await new Promise((resolve) => { setTimeout(resolve, 1000); });
  return fetched() === before;
}"""

_LISTEN = """() => {
  globalThis.heard = [];
  globalThis.listener ??= new MutationObserver((changes) => {
    // A busy page may say two sentences in one frame.
    for (const { addedNodes } of changes) heard.push(...[...addedNodes].map((p) => p.textContent));
  });
  listener.observe(element('live'), { childList: true });
}"""

_FINGERS = """() => {
  globalThis.down = [];
  const note = ({ touches }) => down.push([...touches].map((one) => one.identifier));
  for (const kind of ['touchstart', 'touchend', 'touchcancel']) addEventListener(kind, note, true);
}"""

_TROUBLE = """() => element('trouble').open ? element('trouble-details').textContent : ''"""


class Tab:
    """One tab; `wrong` fills with whatever no test may ever see."""

    def __init__(self, context: BrowserContext, url: str, own: tuple[str, ...]) -> None:
        self.context = context
        self.url = url
        self.wrong: list[str] = []
        self.warnings: list[str] = []
        """What the loader wrote about why it could not go on."""
        self.forgiven: tuple[str, ...] = ()
        """Parts of console errors that are the very matter of a test."""
        self._own = own
        self._mirror: Mirror | None = None
        self._touched = math.inf, math.inf
        """Where the page was touched last."""
        self.page: Page = context.new_page()
        self.page.set_default_timeout(START)
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda error: self.wrong.append(f"error: {error}"))
        self.page.on("dialog", self._asked)
        context.on("request", self._requested)

    # -- what must not be --------------------------------------------------------------------------

    def _heard(self, message: Any) -> None:
        if message.type == "warning":
            self.warnings.append(message.text)
        if message.type == "error":
            self.wrong.append(f"console: {message.text} {message.location.get('url', '')}")

    def _asked(self, dialog: Any) -> None:
        self.wrong.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def _requested(self, request: Request) -> None:
        if not request.url.startswith((*self._own, "blob:", "data:")):
            self.wrong.append(f"foreign request: {request.url}")

    def faults(self) -> list[str]:
        """What was wrong, without what the test forgives."""
        return [word for word in self.wrong if not any(part in word for part in self.forgiven)]

    def unexplained(self) -> list[str]:
        """What stands in the console but for how SDL gives out sound, which Chromium calls old."""
        return [one for one in (*self.warnings, *self.wrong) if "ScriptProcessorNode" not in one]

    # -- starting ----------------------------------------------------------------------------------

    def open(self, query: str = "") -> "Tab":
        """Go to the page and wait for the shelf."""
        self.page.goto(self.url + query)
        return self.started()

    def reload(self) -> "Tab":
        """Load the page again and wait for the shelf."""
        self.page.reload()
        return self.started()

    @property
    def here(self) -> Any:
        """Where the game is: the page, or a frame of it."""
        return self.page

    def started(self) -> "Tab":
        """Wait until the game shows itself."""
        self.here.wait_for_function(
            "globalThis.flipside && document.getElementById('retry')"
            " && (document.getElementById('loading').hidden"
            " || document.getElementById('trouble').open"
            " || !document.getElementById('retry').hidden)"
        )
        words = "element('loading-words').textContent + element('trouble-details').textContent"
        assert self.js("element('loading').hidden"), f"{self.js(words)} {self.warnings}"
        self._mirror = None
        return self

    def close(self) -> None:
        """Close the tab without a goodbye."""
        self.context.remove_listener("request", self._requested)
        self.page.close()

    # -- looking -----------------------------------------------------------------------------------

    def js(self, expression: str, *given: object) -> Any:
        """What an expression of the page gives."""
        return self.here.evaluate(expression, *given)

    @property
    def title(self) -> str:
        """The title of the tab."""
        return str(self.here.title())

    @property
    def live(self) -> str:
        """What a screen reader was told last."""
        return str(self.js("element('live').lastChild?.textContent ?? ''"))

    def listen(self) -> None:
        """Keep what a screen reader is told from now on, and nothing of before."""
        self.js(_LISTEN)

    @property
    def heard(self) -> list[str]:
        """What a screen reader was told since `listen`."""
        return list(self.js("heard"))

    @property
    def mirror(self) -> Mirror:
        """The same game here; on the shelf, when it was asked for anew."""
        if self._mirror is None:
            seen = self.js(_LOOK)
            self._mirror = Mirror(Bridge(seen["view"], seen["about"], seen["kept"]))
        return self._mirror

    def look_again(self, game: str = "") -> Mirror:
        """A mirror of the page as it is now: on the shelf, or at the table of a game."""
        self._mirror = None
        if game:
            self.mirror.press(f"play {game}")
        return self.mirror

    def saved(self, name: str) -> str:
        """A text in the browser's storage, or ""."""
        return str(
            self.js("(name) => localStorage.getItem('flipside/' + name + '.txt') || ''", name)
        )

    def names(self, game: str) -> list[str]:
        """The names of a game's matches in the browser's storage, the newest last."""
        found = self.js("Object.keys(localStorage)")
        names = [name.removeprefix("flipside/").removesuffix(".txt") for name in found]
        return sorted(name for name in names if game_of(name) == game)

    def text(self, game: str) -> str:
        """What is saved of the newest match of a game, or ""."""
        names = self.names(game)
        return self.saved(names[-1]) if names else ""

    def match(self, game: str) -> Match:
        """The newest match of a game, as it is saved."""
        return replay(parse_record(self.text(game)), BY_KEY)

    def seats(self, game: str) -> tuple[str, str]:
        """Who plays the newest match of a game."""
        return seats_of(parse_record(self.text(game)))

    def asked(self, game: str) -> bool:
        """Whether the saved match waits for a person to choose a move."""
        position = self.match(game).position
        return self.seats(game)[position.turn] == PERSON and tuple(position.moves()) != (PASS,)

    def pixels(self) -> tuple[int, int]:
        """The size of the picture that is seen."""
        shown = "document.querySelector('#picture:not([hidden]) > canvas') ?? element('canvas')"
        return tuple(self.js(f"(({{width, height}}) => [width, height])({shown})"))

    def unlike(self, part: pygame.Rect | None = None) -> float:
        """How far the picture on the page, or that part of the surface, is from the mirror's,
        0 for the same, at most 255."""
        for worker in self.page.workers:  # what it paints is seen a frame later
            worker.evaluate("new Promise(requestAnimationFrame)")
        taken = pygame.image.load(
            io.BytesIO(self.page.screenshot(type="jpeg", scale="css")), "page.jpg"
        )
        self.mirror.app.resize(self.mirror.app.stack.size)  # ends what still turns
        self.mirror.app.show()
        surface = self.mirror.app.screen.surface
        taken = pygame.transform.smoothscale(taken.convert(24), surface.get_size())
        small = [
            pygame.transform.smoothscale(
                picture.convert(24).subsurface(part or surface.get_rect()), (64, 64)
            )
            for picture in (taken, surface)
        ]
        bytes_of = [pygame.image.tobytes(picture, "RGB") for picture in small]
        return sum(abs(a - b) for a, b in zip(*bytes_of, strict=True)) / len(bytes_of[0])

    # -- hands -------------------------------------------------------------------------------------

    def quiet(self) -> None:
        """Wait until the page has fetched nothing for a second."""
        self.page.wait_for_function(_QUIET)

    def frames(self, count: int = 3) -> None:
        """Let the page draw that often: whatever was touched before has been answered then."""
        self.js(_FRAMES, count)

    def touch(self, at: tuple[int, int]) -> None:
        """Touch a point of the surface, where the touch before was near it, after a moment."""
        place = self.mirror.on_page(at)
        if math.dist(place, self._touched) < 2 * DOUBLE_PRESS_PIXELS:
            self.page.wait_for_timeout(1000 * DOUBLE_PRESS_SECONDS + 100)
        self._touched = place
        self.page.touchscreen.tap(*place)
        self.frames()

    def touch_beside(self, rests: tuple[int, int], at: tuple[int, int]) -> None:
        """Touch a point while another finger, which was there before, rests until afterwards."""
        self.js(_FINGERS)
        session = self.context.new_cdp_session(self.page)
        fingers = [
            {"x": x, "y": y, "id": number}
            for number, (x, y) in enumerate(map(self.mirror.on_page, (rests, at)))
        ]
        # Chromium wants to know who comes and who goes, not who is there.
        for kind, finger in (("Start", 0), ("Start", 1), ("End", 1), ("End", 0)):
            points = {"type": f"touch{kind}", "touchPoints": [fingers[finger]]}
            session.send("Input.dispatchTouchEvent", points)
            self.frames()
        session.detach()
        assert self.js("down") == [[0], [0, 1], [0], []], "the finger that rests was lifted first"

    def press(self, name: str) -> None:
        """Touch a button, here and in the mirror; a lesson that is offered is declined."""
        at = self.mirror.visible(name)
        self.touch(at)
        self.mirror.touch(at)
        if "just-play" in self.mirror.names():
            self.press("just-play")

    def tap(self, cell: str) -> None:
        """Touch a cell of the board, here and in the mirror."""
        self.touch(self.mirror.at(cell))
        self.mirror.tap(cell)

    def make(self, name: str) -> None:
        """Touch all cells of a move of the person to move, by the move's name."""
        match = self.mirror.match
        position = match.position
        for cell in next(move for move in position.moves() if position.name(move) == name):
            if match.board.kinds[cell] == "beside" and match.board.owners[cell] is None:
                self.press(f"cell {match.board.names[cell]}")
            else:
                self.tap(match.board.names[cell])
        if tuple(match.position.moves()) == (PASS,):
            self.mirror.advance(0.1)

    def sit(self, game: str) -> None:
        """From the shelf to the table of a game, as it was set up last."""
        self.press(f"play {game}")
        self.until(lambda: bool(self.text(game)))
        self.look_again(game)

    def shelf(self) -> None:
        """From the table back to the shelf."""
        self.press(next(name for name in self.mirror.names() if name.startswith("menu")))
        self.press("shelf")
        self.look_again()

    def first_move(self, game: str) -> Match:
        """Sit down, make the first legal move, and wait until it is saved; the match then."""
        self.sit(game)
        self.until(lambda: self.asked(game))
        before = self.match(game)
        if before.moves != self.mirror.match.moves:  # no tile fitted, so passing was done for him
            self.look_again(game)
        self.make(before.position.name(before.position.moves()[0]))
        self.until(lambda: len(self.match(game).moves) > len(before.moves))
        return self.match(game)

    def key(self, name: str) -> None:
        """Press a key."""
        self.page.keyboard.press(name)
        self.frames()

    def until(self, wanted: Callable[[], bool]) -> None:
        """Wait until something is so."""
        for _ in range(START // 50):
            if wanted():
                return
            self.page.wait_for_timeout(50)
        raise AssertionError(f"never so; {self.js(_TROUBLE)} {self.title}")

    def settings(self, **wanted: object) -> "Tab":
        """Have these settings from the next start on, as if chosen before."""
        text = json.dumps(settings_text(**wanted))
        self.page.add_init_script(
            "localStorage.getItem('flipside/settings.txt')"
            f" || localStorage.setItem('flipside/settings.txt', {text})"
        )
        return self
