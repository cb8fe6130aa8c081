"""A browser tab with the game in it, driven by touch and watched for faults."""

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
from tests.browser.scripts import script
from tests.game.services.stores import settings_text

START = 240_000
"""Maximum milliseconds for a start or anything else on a slow, busy machine."""

_LOOK = script("look")
_FRAMES = script("frames")
_QUIET = script("quiet")
_LISTEN = script("listen")
_FINGERS = script("fingers")

_TROUBLE = """() => element('trouble').open ? element('trouble-details').textContent : ''"""


class Tab:
    """A tab; `wrong` collects faults that no test may cause."""

    def __init__(self, context: BrowserContext, url: str, own: tuple[str, ...]) -> None:
        self.context = context
        self.url = url
        self.wrong: list[str] = []
        self.warnings: list[str] = []
        """Warnings in the console, such as the loader's reasons for a failed start."""
        self.forgiven: tuple[str, ...] = ()
        """Parts of faults that a test causes deliberately."""
        self._own = own
        self._mirror: Mirror | None = None
        self._touched = math.inf, math.inf
        """The place of the last touch in CSS pixels."""
        self.page: Page = context.new_page()
        self.page.set_default_timeout(START)
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda error: self.wrong.append(f"error: {error}"))
        self.page.on("dialog", self._asked)
        context.on("request", self._requested)

    # -- faults ------------------------------------------------------------------------------------

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
        """Return the faults except those that the test forgives."""
        return [word for word in self.wrong if not any(part in word for part in self.forgiven)]

    def unexplained(self) -> list[str]:
        """Return console messages, except Chromium's warning about SDL's audio interface."""
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
        """The page or frame that contains the game."""
        return self.page

    def started(self) -> "Tab":
        """Wait until the game is visible; fail with the page's error message if it cannot start."""
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
        self.context.remove_listener("request", self._requested)
        self.page.close()

    # -- looking -----------------------------------------------------------------------------------

    def js(self, expression: str, *given: object) -> Any:
        """Return the value of an expression in the page."""
        return self.here.evaluate(expression, *given)

    @property
    def title(self) -> str:
        return str(self.here.title())

    @property
    def live(self) -> str:
        """The last announcement for screen readers."""
        return str(self.js("element('live').lastChild?.textContent ?? ''"))

    def listen(self) -> None:
        """Record announcements from now on, without earlier ones."""
        self.js(_LISTEN)

    @property
    def heard(self) -> list[str]:
        """The announcements since `listen`."""
        return list(self.js("heard"))

    @property
    def mirror(self) -> Mirror:
        """The mirror of the page; a new mirror begins on the shelf."""
        if self._mirror is None:
            seen = self.js(_LOOK)
            self._mirror = Mirror(Bridge(seen["view"], seen["about"], seen["kept"]))
        return self._mirror

    def look_again(self, game: str = "") -> Mirror:
        """Return a new mirror of the page, on the shelf or at the board of a game."""
        self._mirror = None
        if game:
            self.mirror.press(f"play {game}")
        return self.mirror

    def saved(self, name: str) -> str:
        """Return a text in the browser's storage, or ""."""
        return str(
            self.js("(name) => localStorage.getItem('flipside/' + name + '.txt') || ''", name)
        )

    def names(self, game: str) -> list[str]:
        """Return the names of a game's matches in the browser's storage, the newest last."""
        found = self.js("Object.keys(localStorage)")
        names = [name.removeprefix("flipside/").removesuffix(".txt") for name in found]
        return sorted(name for name in names if game_of(name) == game)

    def text(self, game: str) -> str:
        """Return the saved text of the newest match of a game, or ""."""
        names = self.names(game)
        return self.saved(names[-1]) if names else ""

    def match(self, game: str) -> Match:
        """Return the newest saved match of a game."""
        return replay(parse_record(self.text(game)), BY_KEY)

    def seats(self, game: str) -> tuple[str, str]:
        """Return the seats of the newest saved match of a game."""
        return seats_of(parse_record(self.text(game)))

    def asked(self, game: str) -> bool:
        """Return whether a person has to choose a move in the newest saved match."""
        position = self.match(game).position
        return self.seats(game)[position.turn] == PERSON and tuple(position.moves()) != (PASS,)

    def pixels(self) -> tuple[int, int]:
        """Return the size of the visible canvas in pixels."""
        shown = "document.querySelector('#picture:not([hidden]) > canvas') ?? element('canvas')"
        return tuple(self.js(f"(({{width, height}}) => [width, height])({shown})"))

    def unlike(self, part: pygame.Rect | None = None) -> float:
        """Return the mean difference, 0 to 255, of the page or a part of it from the mirror."""
        for worker in self.page.workers:  # its picture is visible a frame later
            worker.evaluate("new Promise(requestAnimationFrame)")
        taken = pygame.image.load(
            io.BytesIO(self.page.screenshot(type="jpeg", scale="css")), "page.jpg"
        )
        self.mirror.app.resize(self.mirror.app.stack.size)  # ends transitions
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

    # -- input -------------------------------------------------------------------------------------

    def quiet(self) -> None:
        """Wait until the page has fetched nothing for a second."""
        self.page.wait_for_function(_QUIET)

    def frames(self, count: int = 3) -> None:
        """Wait for `count` frames of the page, in which it reacts to earlier touches."""
        self.js(_FRAMES, count)

    def touch(self, at: tuple[int, int]) -> None:
        """Touch a point of the surface; near the last touch, wait first to avoid a double tap."""
        place = self.mirror.on_page(at)
        if math.dist(place, self._touched) < 2 * DOUBLE_PRESS_PIXELS:
            self.page.wait_for_timeout(1000 * DOUBLE_PRESS_SECONDS + 100)
        self._touched = place
        self.page.touchscreen.tap(*place)
        self.frames()

    def touch_beside(self, rests: tuple[int, int], at: tuple[int, int]) -> None:
        """Touch the point `at` while another finger rests on the point `rests`."""
        self.js(_FINGERS)
        session = self.context.new_cdp_session(self.page)
        fingers = [
            {"x": x, "y": y, "id": number}
            for number, (x, y) in enumerate(map(self.mirror.on_page, (rests, at)))
        ]
        # Chromium expects the finger that changes, not all fingers on the screen.
        for kind, finger in (("Start", 0), ("Start", 1), ("End", 1), ("End", 0)):
            points = {"type": f"touch{kind}", "touchPoints": [fingers[finger]]}
            session.send("Input.dispatchTouchEvent", points)
            self.frames()
        session.detach()
        assert self.js("down") == [[0], [0, 1], [0], []], "the finger that rests was lifted first"

    def swipe_to(self, name: str) -> None:
        """Swipe on the page and in the mirror, so that a widget becomes visible."""
        sheet, widget = self.mirror.find(name)
        before = sheet.offset
        sheet.reveal(widget)
        by = sheet.offset - before
        sheet.scroll(-by)
        x, y = sheet.place.center
        start, end = (x, y + by // 2), (x, y + by // 2 - by)
        assert by, f"{name!r} is visible without a swipe"
        session = self.context.new_cdp_session(self.page)
        for kind, at in (("Start", start), ("Move", end), ("End", None)):
            finger = [dict(zip("xy", self.mirror.on_page(at), strict=True))] if at else []
            session.send(
                "Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": finger}
            )
            self.frames()
        session.detach()
        self.mirror.drag(start, end)

    def press(self, name: str) -> None:
        """Touch a button on the page and in the mirror; decline an offered lesson."""
        at = self.mirror.visible(name)
        self.touch(at)
        self.mirror.touch(at)
        if "just-play" in self.mirror.names():
            self.press("just-play")

    def tap(self, cell: str) -> None:
        """Touch a cell of the board on the page and in the mirror."""
        self.touch(self.mirror.at(cell))
        self.mirror.tap(cell)

    def make(self, name: str) -> None:
        """Touch all cells of a move of the person on turn, given by its name."""
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
        """Go from the shelf to the board of a game with its last setup."""
        self.press(f"play {game}")
        self.until(lambda: bool(self.text(game)))
        self.look_again(game)

    def shelf(self) -> None:
        """Go from the board back to the shelf."""
        self.press(next(name for name in self.mirror.names() if name.startswith("menu")))
        self.press("shelf")
        self.look_again()

    def first_move(self, game: str) -> Match:
        """Start a match, make the first legal move, and return the match once it is saved."""
        self.sit(game)
        self.until(lambda: self.asked(game))
        before = self.match(game)
        if before.moves != self.mirror.match.moves:  # no tile fitted, so the game has passed
            self.look_again(game)
        self.make(before.position.name(before.position.moves()[0]))
        self.until(lambda: len(self.match(game).moves) > len(before.moves))
        return self.match(game)

    def key(self, name: str) -> None:
        self.page.keyboard.press(name)
        self.frames()

    def until(self, wanted: Callable[[], bool]) -> None:
        """Wait until `wanted` returns True; raise AssertionError after `START`."""
        for _ in range(START // 50):
            if wanted():
                return
            self.page.wait_for_timeout(50)
        raise AssertionError(f"never so; {self.js(_TROUBLE)} {self.title}")

    def settings(self, **wanted: object) -> "Tab":
        """Save these settings before the next start of the page."""
        text = json.dumps(settings_text(**wanted))
        self.page.add_init_script(
            "localStorage.getItem('flipside/settings.txt')"
            f" || localStorage.setItem('flipside/settings.txt', {text})"
        )
        return self
