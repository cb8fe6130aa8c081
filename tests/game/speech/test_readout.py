"""Every scene in words: nothing that can be done is left out, and it does the same."""

import itertools
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from flipside.game.live_match.seats import Computer
from flipside.game.scenes.common.scene import Scene
from flipside.game.services.readout import Part, Readout, difference, unique_keys
from flipside.game.ui.containers import Card
from flipside.game.window.page_sync import READOUT_STEP_SECONDS
from flipside.rules.catalogue import GAMES
from flipside.rules.match.clock import parse_clock
from flipside.rules.match.match import Match
from tests.browser.same_game import Bridge, Mirror
from tests.game import scene_tour
from tests.game.conftest import MakePilot
from tests.game.pilot import Pilot, tappable
from tests.game.seen import previewed
from tests.game.services.stores import settings_text

KEYS = [game.key for game in GAMES]


def some_stops(pilot: Pilot) -> Iterator[str]:
    """One scene of each kind."""
    yield from scene_tour.shelf(pilot)
    yield from scene_tour.album(pilot)
    yield from scene_tour.around(pilot, "othello")
    for key in ("flipop", "contactic"):
        yield from scene_tour.matches(pilot, key)
    yield from scene_tour.reviews(pilot, "switch")
    yield from scene_tour.dialogs(pilot)
    yield from itertools.islice(scene_tour.links(pilot), 8)
    yield from itertools.islice(scene_tour.lessons(pilot), 4)
    yield from itertools.islice(scene_tour.problem_pages(pilot), 2)
    yield from scene_tour.solving(pilot, scene_tour.WORDY[:1])


def every_stop(pilot: Pilot) -> Iterator[str]:
    """All scenes there are."""
    yield from scene_tour.all_stops(pilot)
    yield from scene_tour.lessons(pilot)
    yield from scene_tour.problem_pages(pilot)
    yield from scene_tour.solving(pilot)


def said(scene: Scene) -> tuple[Part, ...]:
    """Everything that a scene says."""
    return unique_keys(list(scene.parts()))


def done_by(scene: Scene, key: str) -> list[str]:
    """The names of the widgets whose actions ran when that part was pressed."""
    ran: list[str] = []
    for _, widget in tappable(scene):
        widget.action = lambda name=widget.name: ran.append(name)  # type: ignore[misc]
    scene.choose(key, act=True)
    return ran


@pytest.mark.parametrize(
    ("language", "walk"),
    [
        ("de", some_stops),
        *(pytest.param(each, every_stop, marks=pytest.mark.long) for each in ("en", "de", "cs")),
    ],
)
def test_everything_that_can_be_done_is_there(
    fly: MakePilot, language: str, walk: Callable[..., Any]
) -> None:
    """Whatever can be tapped is a part with words, under its name and only once. Every readout has
    one heading above all others, and every choice and board a name. Each part of every fifth scene
    runs the action of its own widget and no other; what cannot be done runs none."""
    pilot, pressed = fly(language=language, patience=0.0), 0
    for number, stop in enumerate(walk(pilot)):
        scene = pilot.top
        parts = said(scene)
        keys = Counter(part.key for part in parts)
        assert max(keys.values()) == 1, (stop, keys.most_common(2))
        assert [part.level for part in parts if part.kind == "heading"].count(1) == 1, stop
        assert all(part.words for part in parts), stop
        assert all(part.within in keys for part in parts if part.within), stop
        by_key = {part.key: part for part in parts}
        for _, widget in tappable(scene):
            if isinstance(widget, Card) and f"play {widget.name}" in by_key:
                continue  # the button on it does the same
            part = by_key.get(widget.name)
            assert part is not None, f"{widget.name} is missing on {stop}"
            assert part.kind == "button", (stop, part)
            assert part.state != "out", (stop, part)
        if number % 5 == 0:
            pressed += press_all(scene, stop)
    assert pressed > 300


def press_all(scene: Scene, stop: str) -> int:
    """Press all parts of a scene that are buttons of widgets; how many there are."""
    own = ("ask ", "cell ")
    buttons = [p for p in said(scene) if p.kind == "button" and not p.key.startswith(own)]
    for part in buttons:
        ran = done_by(scene, part.key)
        assert ran == ([] if part.state == "out" else [part.key]), (stop, part)
    scene.update_layout()
    return len(buttons)


def test_the_square_that_is_read_is_previewed(pilot: Pilot) -> None:
    pilot.sit_down()
    for name, seen in (("d3", {"d3", "d4"}), ("a1", set())):
        pilot.top.choose(f"cell {name}", act=False)
        assert set(previewed(pilot)) == seen


@pytest.mark.long
def test_long_rows_of_buttons_have_headings(fly: MakePilot) -> None:
    """Players jump from heading to heading: to a grade of problems, a match, or twenty moves."""
    pilot = fly(patience=0.0)
    rows: list[tuple[int, str, str]] = []
    walk = itertools.chain(some_stops(pilot), scene_tour.taken(pilot))
    for stop in walk:
        row, before, level = 0, "", 0
        for part in said(pilot.top):
            headed = part.kind in ("heading", "grid", "row") or (
                part.kind == "group" and part.level
            )
            if headed or part.within != before:
                rows.append((row, stop, before))
                row = 0
            before = part.within
            row += part.kind == "button"
            if part.kind == "heading" or (part.kind == "group" and part.level):
                assert part.level <= level + 1, f"{stop}: {part} skips a level"
                level = part.level
        rows.append((row, stop, before))
    assert max(rows) <= (40, "", ""), max(rows)
    of_moves = max(row for row in rows if row[1].startswith(("moves", "flipop", "contactic")))
    assert of_moves <= (22, "~", ""), of_moves


def test_each_grade_of_problems_is_a_group_with_a_heading(fly: MakePilot) -> None:
    pilot = fly(patience=0.0)
    next(scene_tour.problem_pages(pilot))
    parts = said(pilot.top)
    groups = {part.key: part for part in parts if part.kind == "group" and part.level == 2}
    found, grade = Counter[str](), ""
    for part in parts:  # a long grade has headings of its own within
        grade = part.key if part.key in groups else grade
        found[grade] += part.key.startswith("problem ")
    assert set(+found) == set(groups)
    for key, group in groups.items():
        assert re.fullmatch(rf"Grade \d: 0 of {found[key]}", group.words)
        assert [part.words for part in parts].count(group.words) == 1, "said once"


VIEW = "1280,800,1,0,0,0,0"


class Listener(Bridge):
    """Puts the readout together from what is told of it, and posts what is done there."""

    def __init__(self) -> None:
        quick = settings_text(language="de", tempo="off", confirm=False, pace="off")
        super().__init__(VIEW, {}, {"settings.txt": quick})
        self.parts: dict[str, Part] = {}
        self.scene = 0
        self.dialog = False
        self.messages: list[str] = []
        self.said: list[str] = []
        self._letters: list[tuple[str, str]] = []

    def readout(self, text: str) -> None:
        """Take in what has changed."""
        self.messages.append(text)
        told = json.loads(text)
        if told["scene"] != self.scene:
            self.parts, self.scene = {}, told["scene"]
        self.dialog = told["dialog"]
        self.parts |= {row[0]: Part(*row) for row in told["parts"]}
        if "order" in told:
            self.parts = {key: self.parts[key] for key in told["order"]}

    def say(self, sentence: str) -> None:
        self.said.append(sentence)

    def events(self) -> str:
        letters, self._letters = self._letters, []
        return json.dumps(letters) if letters else ""

    def post(self, mirror: Mirror, kind: str, text: str) -> None:
        """Do something in the readout, and let a frame pass."""
        self._letters.append((kind, text))
        frame(mirror)

    def words(self, kind: str) -> list[str]:
        """What the parts of a kind say."""
        return [part.words for part in self.parts.values() if part.kind == kind]

    def free(self) -> list[Part]:
        """The fields that may be tapped."""
        return [part for part in self.parts.values() if part.state == "free"]


def frame(mirror: Mirror) -> None:
    """A frame without drawing, and as many more as the readout needs."""
    mirror.app.step(1 / 60)
    for _ in range(200):
        mirror.app.readout_sync.update(mirror.app.stack.top)


ListeningPage = tuple[Listener, Mirror]


@pytest.fixture
def page() -> ListeningPage:
    """A page that listens, and the game in it, on the shelf."""
    listener = Listener()
    mirror = Mirror(listener)
    frame(mirror)
    return listener, mirror


@pytest.mark.parametrize("key", KEYS)
def test_a_match_by_what_is_told(page: ListeningPage, key: str) -> None:
    """A whole match against the computer, from the shelf on, by somebody who knows nothing but the
    readout: half of the moves by pressing fields, the others typed."""
    listener, mirror = page
    random = Random(1)
    listener.post(mirror, "do", f"play {key}")
    listener.post(mirror, "do", "just-play")
    for _ in range(20_000):
        if any("gewinnt" in words or "entschieden" in words for words in listener.words("words")):
            break
        free = listener.free() or [
            part
            for part in listener.parts.values()
            if part.key.startswith("cell ") and part.kind == "button"
        ]
        if not free:
            frame(mirror)
        elif random.random() < 0.5:
            listener.post(mirror, "do", random.choice(free).key)
        else:
            listener.post(mirror, "do", "ask legal")
            moves = [re.split(",| bis ", words)[0] for words in listener.said[-1].split(". ")]
            listener.post(mirror, "typed", random.choice(moves).strip("."))
    assert mirror.match.result() is not None, mirror.where()
    assert listener.parts["told 0"].words in " ".join(listener.said)


def test_only_what_is_news_is_told(page: ListeningPage) -> None:
    """Nothing while nothing changes; a move tells its fields alone; another scene tells itself."""
    listener, mirror = page
    assert len(listener.messages) == 1
    for _ in range(60):
        frame(mirror)
    assert len(listener.messages) == 1
    listener.post(mirror, "do", "options")
    listener.post(mirror, "do", "values=true")
    assert '"values=true"' in listener.messages[-1]
    assert "order" not in listener.messages[-1]
    assert len(listener.messages[-1]) < 300
    assert listener.parts["values=true"].state == "on"
    assert listener.parts == {part.key: part for part in said(mirror.top)}


def test_a_thinking_computer_is_no_news(
    page: ListeningPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    listener, mirror = page
    monkeypatch.setattr(Computer, "decide", lambda *_, **__: None)
    mirror.put(scene_tour.match_after("othello", 20), ("level8", "level8"))
    frame(mirror)
    messages, dots = len(listener.messages), set[int]()
    for _ in range(60):
        frame(mirror)
        dots.add(mirror.table_session.match_view.dots)
        assert not mirror.top.unread
    assert len(dots) > 2
    assert len(listener.messages) == messages


def test_large_type_is_a_setting_of_a_page(page: ListeningPage) -> None:
    listener, mirror = page
    assert json.loads(listener.messages[-1])["look"] == "unseen light"
    listener.post(mirror, "do", "options")
    listener.post(mirror, "do", "large=true")
    assert json.loads(listener.messages[-1])["look"] == "large light"
    listener.post(mirror, "do", "theme=dark")
    assert json.loads(listener.messages[-1])["look"] == "large dark"
    assert '"large": true' in listener.kept["settings.txt"]


def test_work_on_a_readout_is_bounded(page: ListeningPage) -> None:
    """One frame takes a bite of it; what changes meanwhile is said in the end, and nothing that was
    true only before."""
    listener, mirror = page
    listener.post(mirror, "do", "play contactic")
    listener.post(mirror, "do", "just-play")
    now, reader, looks = itertools.count(), mirror.app.readout_sync, 0
    reader._clock = lambda: next(now) * READOUT_STEP_SECONDS / 8
    mirror.top.update_layout()
    while looks < 5 or reader._incomplete is not None:
        reader.update(mirror.top)
        looks += 1
        if looks == 4:
            mirror.commit(mirror.match.legal()[0])
            mirror.settle()
    assert looks > 8
    assert tuple(listener.parts.values()) == said(mirror.top)


def test_a_place_in_the_readout_is_seen_on_the_canvas(page: ListeningPage) -> None:
    listener, mirror = page
    listener.post(mirror, "at", "setup othello")
    assert mirror.top.focus == "setup othello"
    listener.post(mirror, "at", "title")
    assert mirror.top.focus == ""
    listener.post(mirror, "do", "play othello")
    listener.post(mirror, "do", "just-play")
    listener.post(mirror, "at", "cell d3")
    assert mirror.play.scene.board_input.cursor == mirror.match.board.cell_named("d3")
    listener.post(mirror, "key", "a")
    assert listener.said[-1].startswith("d3, leer")
    listener.post(mirror, "typed", "a1")
    assert "a1" in listener.said[-1] or "umdre" in listener.said[-1]
    assert not mirror.match.moves


def test_no_key_is_silent(page: ListeningPage) -> None:
    """Whatever a key does in a match is said: what was taken back, what was made again, that a
    hint is looked for and what it is; and of a key that does nothing, that it does not."""
    listener, mirror = page

    def hears(key: str, *words: str) -> None:
        listener.said.clear()
        listener.post(mirror, "key", key)
        for _ in range(600):
            if len(listener.said) >= len(words):
                break
            frame(mirror)
        assert len(listener.said) == len(words), (key, listener.said)
        for said, wanted in zip(listener.said, words, strict=True):
            assert wanted in said, (key, said)

    listener.post(mirror, "do", "play othello")
    listener.post(mirror, "do", "just-play")
    hears("u", "Es gibt keinen Zug")
    hears("z", "Noch ist kein Zug gemacht")
    hears("c", "keine Uhren")
    listener.post(mirror, "typed", "d3")
    for _ in range(300):
        frame(mirror)
    names = mirror.match.names()
    hears("z", f"Weiß: {names[1]}, dreht")
    hears("u", f"Zurückgenommen: {names[1]}, d3. Rückblick: Zug 0")
    hears("u", "keinen Zug")
    hears("r", f"Schwarz: d3, dreht 1 um: d4. Weiß: {names[1]}, dreht")
    hears("r", "kein Zug")
    hears("t", "Sucht", "Tipp: ")
    hears("escape", "Schwarz am Zug.")
    assert {part.letter for part in listener.parts.values()} >= set("abfzutm")


def test_what_nobody_has_done_is_heard(page: ListeningPage) -> None:
    listener, mirror = page

    def hears(match: Match, *words: str) -> None:
        mirror.put(match)
        listener.said.clear()
        for _ in range(120):
            frame(mirror)
        assert listener.said == list(words)

    found = scene_tour.ply_of_a_pass("othello")
    before = scene_tour.match_after("othello", found[1], found[0])
    hears(before, "Schwarz hat keinen Zug und setzt aus. Weiß am Zug.")
    timed = scene_tour.match_after("othello", 4)
    timed.clock = replace(parse_clock("5+0 5+0"), left=(1000, 1000))
    hears(timed, "Weiß gewinnt auf Zeit. Schwarz hat die Zeit überschritten.")
    assert listener.words("heading")[0] == "Weiß gewinnt auf Zeit – Othello"


def test_who_plays_is_told(page: ListeningPage) -> None:
    listener, mirror = page
    listener.post(mirror, "do", "play flipop")
    listener.post(mirror, "do", "just-play")
    assert "Weiß: Mensch. Schwarz: Computer, Anfänger." in listener.words("words")


def test_differences() -> None:
    """What is told of one readout after another is enough to have the last; twice-used keys get
    numbers, so that none is lost."""
    random = Random(4)
    words = [Part(f"k{n}", "words", str(n)) for n in range(12)]
    listener, before = Listener(), Readout()
    for _ in range(200):
        chosen = random.sample(words, random.randrange(1, 12))
        after = unique_keys([*chosen, Part("k0", "button", random.choice("ab"))])
        listener.readout(difference(before, after, scene=1, dialog=False))
        assert tuple(listener.parts.values()) == after
        before = after


def test_large_type_shows_the_tile_that_is_being_laid(pilot: Pilot) -> None:
    """With the edges that it will have; the neutral square is a tile without a coloured edge."""
    pilot.sit_down("contactic", seats=("person", "person"))

    def sign(cell: str) -> str:
        return next(part.sign for part in said(pilot.top) if part.key == f"cell {cell}")

    assert sign("f6").endswith(" 0000")
    cell = pilot.match.position.name(pilot.match.position.moves()[0]).split()[0][:2]
    assert sign(cell) == ""
    pilot.tap(cell)
    assert re.fullmatch(r"#[0-9a-f]{6} [01]*1[01]*", sign(cell))
