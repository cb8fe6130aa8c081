"""Draws pictures of every scene at nine sizes, from fixed seeds, for inspection. Most are in
English and light; names of others contain the language or "dark"."""

import gc
import tempfile
from collections.abc import Callable, Iterator, Sequence
from datetime import date, timedelta
from itertools import product
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import pygame

from flipside.game.drawing import draw
from flipside.game.saves.album import REVIEW, add_to_album, review_name
from flipside.game.saves.days import note_day
from flipside.game.saves.matches import StoredMatch, new_name, save_match
from flipside.game.saves.progress import save_new_match
from flipside.game.saves.series import begin_series
from flipside.game.saves.task_progress import LESSONS, LessonSteps, begin_problem, solve_problem
from flipside.game.scenes.common.board_scene import BoardScene
from flipside.game.scenes.play.session import PlaySession
from flipside.game.scenes.shelf.album import open_review, review_input
from flipside.game.scenes.shelf.shelf import paint_logo
from flipside.game.scenes.task.lesson import LessonSession
from flipside.game.scenes.task.session import SolveSession
from flipside.game.services.platform.platform import Links
from flipside.game.services.settings import SETTINGS
from flipside.game.services.texts import LANGUAGES
from flipside.game.services.theme import Theme
from flipside.game.tasks.task import ProblemTask
from flipside.rules.catalogue import BY_KEY, GAMES
from flipside.rules.contract.position import PASS
from flipside.rules.engine.analysis.review import Review
from flipside.rules.match.clock import parse_clock
from flipside.rules.match.link import fragment
from flipside.rules.match.match import Match
from flipside.rules.teaching import lesson_of, problems_of
from tests.game.answers import answering, bring
from tests.game.journeys.recorded import recorded
from tests.game.made_progress import fill_progress
from tests.game.pilot import Pilot
from tests.game.scene_tour import study_with_branches, text_of
from tests.of_type import of_type
from tests.rules.teaching.small_problems import SMALL

SIZES = (
    (360, 560), (390, 844), (844, 390), (820, 1180), (1024, 768), (1180, 820), (1280, 800),
    (1366, 1024), (1920, 1080),
)  # fmt: skip

_LOOKS = "board", "pieces", "tiles"
"""Settings whose values may occur in the name of a picture."""

Shot = tuple[str, Callable[[Pilot], None]]


def draw_all(folder: Path, only: Sequence[str] = ()) -> None:
    """Write every picture whose name contains one of `only`, or all of them."""
    folder.mkdir(parents=True, exist_ok=True)
    count = 0
    for size in SIZES:
        for name, arrange in _shots():
            if not only or any(word in name for word in only):
                _draw(folder / f"{name}-{size[0]}x{size[1]}.png", size, name, arrange)
                count += 1
    print(f"{count} pictures in {folder}")


def _draw(path: Path, size: tuple[int, int], name: str, arrange: Callable[[Pilot], None]) -> None:
    with tempfile.TemporaryDirectory() as data:
        theme = "dark" if "dark" in name else "light"
        tabletop = "tabletop" in name
        language = next((code for code in LANGUAGES if code in name.split("-")), "en")
        looks: dict[str, Any] = {
            key: value for key in _LOOKS for value in SETTINGS[key] if value in name.split("-")
        }
        pilot = Pilot(
            Path(data),
            size,
            drawing=True,
            theme=theme,
            tabletop=tabletop,
            language=language,
            **looks,
        )
        arrange(pilot)
        pilot.show()
        pygame.image.save(pilot.app.screen.surface, str(path))
    # A started program disables garbage collection, so a thousand of them would fill the memory.
    del pilot
    gc.unfreeze()
    gc.collect()


def _shots() -> Iterator[Shot]:
    yield "shelf", lambda pilot: pilot.advance(0.5)
    yield "shelf-dark", lambda pilot: pilot.advance(0.5)
    for words in ("going", "going-de-dark", "going-cs"):
        yield f"shelf-{words}", _going
        yield f"album-{words}", _then(_going, "album")
    yield "options", _options
    yield "options-dark", _options
    for game in GAMES:
        key = game.key
        yield f"{key}-setup", _pressing(f"setup {key}")
        yield f"{key}-manual", _pressing(f"setup {key}", "manual")
        yield f"{key}-manual-further", _further(_pressing(f"setup {key}", "manual"))
        yield f"{key}-opening", _at(key, 0.0)
        yield f"{key}-middle", _at(key, 0.5)
        yield f"{key}-middle-dark", _at(key, 0.5)
        yield f"{key}-middle-tabletop", _at(key, 0.5)
        for board, pieces in product(SETTINGS["board"], SETTINGS["pieces"]):
            yield f"{key}-look-{board}-{pieces}", _at(key, 0.5)
            yield f"{key}-look-{board}-{pieces}-distinct-dark", _at(key, 0.5)
        yield f"{key}-preview", _preview(key)
        yield f"{key}-values", _asking(key, times=0)
        yield f"{key}-hint-dark", _asking(key, times=1)
        yield f"{key}-line", _asking(key, times=2)
        yield f"{key}-moving", _moving(key)
        if key in ("switch", "flipop", "contactic"):
            for words in ("carried", "carried-dark", "carried-tabletop"):
                yield f"{key}-{words}", _carried(key)
        yield f"{key}-end", _at(key, 1.0)
        for words in ("ending", "ending-dark"):
            yield f"{key}-{words}", _ending(key)
        yield f"{key}-review", _review(key)
        for words in ("card", "card-de-dark", "card-cs", "card-tabletop"):
            yield f"{key}-{words}", _card(key, ("person", "level4"))
        yield f"{key}-card-series-tabletop-de", _card(key, ("person", "person"))
        for words in ("editor", "editor-de-dark", "editor-cs"):
            yield f"{key}-{words}", _editor(key)
        yield f"{key}-editor-fault-dark", _then(_editor(key), "clear")
        yield f"{key}-setup-position", _then(_editor(key), "play")
        for words in ("study", "study-de-dark", "study-cs"):
            yield f"{key}-{words}", _study(key)
        yield f"{key}-study-hint", _then(_study(key), "hint", "hint")
        for words in ("lesson", "lesson-de-dark", "lesson-cs", "lesson-tabletop"):
            yield f"{key}-{words}", _lesson(key)
        for name in [name for name in SMALL if name.startswith(key)]:
            for words in ("asked", "wrong-de-dark", "right-cs", "solved-de", "open-cs-dark"):
                yield f"problem-{name}-{words}", _problem(name, words.split("-")[0])
            yield f"problem-{name}-wrong-tabletop", _problem(name, "wrong")
        yield f"{key}-lesson-wrong", _lesson(key, answer=False)
        yield f"{key}-lesson-right-cs-dark", _lesson(key, answer=True)
        for words in ("problems", "problems-de", "problems-cs-dark"):
            yield f"{key}-{words}", _problems(key)
        yield f"{key}-problems-further-de-dark", _further(_problems(key))
        yield f"{key}-problem-of-the-day", _then(_daily, f"solve {key}")
    for words in ("daily", "daily-de-dark", "daily-cs", "daily-fr-dark"):
        yield words, _daily
    for words in ("progress", "progress-de-dark", "progress-cs", "progress-fr-dark"):
        yield words, _progress
        yield f"{words}-further", _further(_progress)
    yield "progress-empty", lambda pilot: pilot.app.stack.ways.progress(GAMES[0])
    for words in ("run", "run-de-dark"):
        yield words, _then(_daily, "run")
        yield f"{words}-begun", _then(_daily, "run", "start")
        yield f"{words}-ended", _then(_daily, "run", "start", "stop")
    yield "album", _album
    yield "album-dark", _album
    first = GAMES[0].key
    for words in ("ending-on-time", "ending-on-time-de-dark"):
        yield words, _loss_on_time(first)
    yield f"{first}-review-dark", _review(first)
    for name in ("marks", "keys"):
        opening = _pressing(f"setup {first}", "manual", name)
        for words in (name, f"{name}-dark", f"{name}-de", f"{name}-cs-dark"):
            yield words, opening
    for words in ("offer", "offer-de", "offer-cs-dark"):
        yield words, _offer
    for words in ("", "-dark", "-de", "-cs-dark"):
        yield f"share{words}", _sharing("by-post")
        yield f"share-link{words}", _sharing("by-post", _ADDRESS)
        yield f"code{words}", _sharing("code", _ADDRESS)
        yield f"post{words}", _begin_correspondence
        yield f"linked{words}", _linked
    yield "menu-dialog", _then(_at(first, 0.5), "menu")
    yield "moves-dialog", _then(_at(first, 0.5), "moves")
    for words in ("seats-dialog", "seats-dialog-dark", "seats-dialog-de", "seats-dialog-cs-dark"):
        yield words, _then(_at(first, 0.5), "menu", "seats")


_ADDRESS = "https://flipside.org/"
"""The address of a published page."""


def _sharing(name: str, address: str = "") -> Callable[[Pilot], None]:
    """Show the sharing of a match, in a page at `address`, with one way of sharing selected."""

    def arrange(pilot: Pilot) -> None:
        _at(GAMES[0].key, 0.5)(pilot)
        with patch.object(Links, "address", address):
            pilot.key("k")
            pilot.press(name)
            pilot.advance(0.5)

    return arrange


def _begin_correspondence(pilot: Pilot) -> None:
    _sharing("by-post")(pilot)
    pilot.key("escape")
    pilot.advance(0.5)


def _linked(pilot: Pilot) -> None:
    match = random_match(GAMES[-1].key, 3, 40)
    match.players = "Anna", "Ben"
    review_input(pilot.app.stack, fragment(match, match.to_record()))
    pilot.advance(0.5)


def _options(pilot: Pilot) -> None:
    pilot.press("options")
    pilot.advance(0.5)


def _pressing(*names: str) -> Callable[[Pilot], None]:
    def arrange(pilot: Pilot) -> None:
        for name in names:
            pilot.press(name)
            pilot.advance(0.5)

    return arrange


def _offer(pilot: Pilot) -> None:
    pilot.newcomer = True
    _pressing(f"play {GAMES[0].key}")(pilot)


def _lesson(key: str, answer: bool | None = None) -> Callable[[Pilot], None]:
    """Show the lesson step with the longest text, before or after its longest answer."""

    def arrange(pilot: Pilot) -> None:
        language = pilot.app.services.text.language
        steps = [
            step
            for step in lesson_of(BY_KEY[key])
            if answer is None or any(one.right == answer for one in step.answers)
        ]
        step = max(steps, key=lambda one: len(one.say[language] + one.task[language]))
        pilot.app.services.storage.save("lessons", LESSONS.dump(LessonSteps({key: step.key})))
        pilot.learn(BY_KEY[key])
        session = of_type(LessonSession, pilot.session)
        if answer is not None:
            fitting = [one for one in step.answers if one.right == answer]
            longest = max(fitting, key=lambda one: len(one.text[language]))
            for cell in answering(session, longest):
                session.scene.tap_cell(cell)
        pilot.advance(6.0)

    return arrange


def _daily(pilot: Pilot) -> None:
    """Show the daily page with a streak and some late days."""
    today = date(2026, 11, 28)
    pilot.app.services.platform.now = lambda: f"{today} 12:00:00"  # type: ignore[method-assign]
    for number in reversed(range(24)):
        day = today - timedelta(number)
        opened = day if number % 7 else today
        for game in GAMES[: number % 6]:
            note_day(pilot.app.services.storage, game.key, day, "first", opened, 0)
    pilot.app.stack.home()
    pilot.press("problems")
    pilot.advance(0.5)


def _problems(key: str) -> Callable[[Pilot], None]:
    """Show the problems of a game, some of them solved, always on the same day."""

    def arrange(pilot: Pilot) -> None:
        services, game = pilot.app.services, BY_KEY[key]
        for number, problem in enumerate(problems_of(game)):
            day = 15 + number % 8
            services.platform.now = lambda day=day: f"2026-11-{day} 12:00:00"  # type: ignore[method-assign,misc]
            if number % 3:
                begin_problem(services.storage, problem)
            if number % 3 == 2 and number < 70:
                solve_problem(services.storage, problem, first=number % 2 == 0)
        services.platform.now = lambda: "2026-11-22 12:00:00"  # type: ignore[method-assign]
        pilot.problems(game)
        pilot.advance(0.5)

    return arrange


def _problem(name: str, moment: str) -> Callable[[Pilot], None]:
    """Show a small problem at the given moment."""

    def arrange(pilot: Pilot) -> None:
        problem = SMALL[name]
        title = f"{pilot.app.services.text.game(problem.game.key, 'short')} 125"
        task = ProblemTask(problem)
        solving = SolveSession(pilot.app.stack, task, title, following=lambda: None)
        pilot.app.stack.open(BoardScene(solving))
        bring(pilot, of_type(SolveSession, pilot.session), moment)
        pilot.advance(0.5)

    return arrange


def _further(before: Callable[[Pilot], None]) -> Callable[[Pilot], None]:
    """Show a long page, scrolled."""

    def arrange(pilot: Pilot) -> None:
        before(pilot)
        for _ in range(3):
            pilot.key("page down")

    return arrange


def _then(before: Callable[[Pilot], None], *names: str) -> Callable[[Pilot], None]:
    def arrange(pilot: Pilot) -> None:
        before(pilot)
        _pressing(*names)(pilot)

    return arrange


def random_match(key: str, seed: int, plies: int | None = None) -> Match:
    """Return a match of random moves, to its end or of `plies` plies."""
    match, random = Match(BY_KEY[key], {}, seed), Random(seed)
    while match.result() is None and (plies is None or match.ply < plies):
        moves = match.position.moves()
        match.play(moves[int(random.random() * len(moves))])
    return match


def _open(pilot: Pilot, match: Match) -> None:
    pilot.app.stack.open(
        BoardScene(PlaySession(pilot.app.stack, StoredMatch(match, ("person", "person"))))
    )
    pilot.advance(0.5)


def _at(key: str, share: float) -> Callable[[Pilot], None]:
    """Show a match at this share of its length."""

    def arrange(pilot: Pilot) -> None:
        whole = random_match(key, 6)
        _open(pilot, random_match(key, 6, round(share * len(whole.moves))))

    return arrange


def _card(key: str, seats: tuple[str, str]) -> Callable[[Pilot], None]:
    """The result card of a match; between two people the second of a series."""

    def arrange(pilot: Pilot) -> None:
        match = random_match(key, 6)
        match.goto_ply(len(match.moves) - 1)
        (last,) = match.moves[match.ply :]
        match.clear_redo()
        stored_match, services = StoredMatch(match, seats), pilot.app.services
        if "level4" not in seats:
            match.players = "Anna", "Ben"
        save_new_match(services, stored_match)
        begin_series(services, stored_match, 5)
        pilot.app.stack.open(BoardScene(PlaySession(pilot.app.stack, stored_match)))
        pilot.commit(last)
        pilot.advance(6.0)

    return arrange


def _ending(key: str) -> Callable[[Pilot], None]:
    """Show the middle of the animation after the last move of a match."""

    def arrange(pilot: Pilot) -> None:
        match = random_match(key, 6)
        last = max(ply for ply, move in enumerate(match.moves) if move != PASS)
        move = match.moves[last]
        _open(pilot, random_match(key, 6, last))
        pilot.commit(move)
        playback = pilot.at_table.playback
        pilot.wait_for(lambda: playback.shows_end)
        pilot.advance(0.45)

    return arrange


def _loss_on_time(key: str) -> Callable[[Pilot], None]:
    """Show the result card after the clock of a player has run out."""

    def arrange(pilot: Pilot) -> None:
        match = random_match(key, 6, 20)
        match.clock = parse_clock("1+0 1+0")
        _open(pilot, match)
        pilot.wait_for(lambda: pilot.match.result() is not None, 90.0)
        pilot.advance(1.0)

    return arrange


def _asking(key: str, times: int) -> Callable[[Pilot], None]:
    """Show the middle of a match with values, after `times` requests for a hint."""

    def arrange(pilot: Pilot) -> None:
        pilot.app.services.settings.values = True
        _at(key, 0.5)(pilot)
        pilot.advance(0.5)
        for _ in range(times):
            pilot.key("t")
            pilot.wait_for(lambda: not pilot.play.live_match.hint.thinking)

    return arrange


def _editor(key: str) -> Callable[[Pilot], None]:
    """Show the middle of a match in the editor."""

    def arrange(pilot: Pilot) -> None:
        match = random_match(key, 6, 30)
        pilot.set_up(match.game, match.choices, text_of(match))
        pilot.advance(0.5)

    return arrange


def _review(key: str) -> Callable[[Pilot], None]:
    """Show the review of a recorded match at its largest mistake, after the rough pass."""

    def arrange(pilot: Pilot) -> None:
        match = recorded(key).match
        known = Review(match)
        while len(known.moments) < len(known.choice_plies):
            known.work(1.0)
        services = pilot.app.services
        name = str(add_to_album(services, match, ("person", "level4")))
        services.storage.save(review_name(name), REVIEW.dump(known.saved()))
        open_review(pilot.app.stack, StoredMatch(match, ("person", "level4")))
        pilot.key("up")

    return arrange


def _study(key: str) -> Callable[[Pilot], None]:
    """Show a study at one of its branches."""

    def arrange(pilot: Pilot) -> None:
        pilot.explore(study_with_branches(key), 12)
        pilot.advance(1.0)

    return arrange


def _album(pilot: Pilot) -> None:
    for game in GAMES:
        add_to_album(pilot.app.services, recorded(game.key).match, ("person", "level2"))
    pilot.press("album")
    pilot.advance(0.5)


def _progress(pilot: Pilot) -> None:
    fill_progress(pilot.app.services, GAMES[0])
    pilot.app.stack.ways.progress(GAMES[0])
    pilot.advance(0.5)


def _going(pilot: Pilot) -> None:
    """Save matches in progress: one of the first game, three of the second, and so on."""
    services = pilot.app.services
    for number, game in enumerate(GAMES):
        for seed in range(2 * number + 1):
            match = random_match(game.key, seed, 6 + 5 * seed)
            name = new_name(services.platform, game.key)
            save_match(services, match, ("person", f"level{1 + seed % 8}"), name)
    pilot.app.stack.home()
    pilot.advance(0.5)


def _late(key: str) -> Match:
    """Return a match near its end in which a move is possible."""
    match = random_match(key, 6)
    match.goto_ply(len(match.moves) - 5)
    while PASS in match.position.moves():
        match.goto_ply(match.ply - 1)
    match.clear_redo()
    return match


def _preview(key: str) -> Callable[[Pilot], None]:
    """Show the first taps of a move, with the mouse over the next cell."""

    def arrange(pilot: Pilot) -> None:
        match = _late(key)
        _open(pilot, match)
        moves = [move for move in match.position.moves() if move != PASS]
        on_board = [tuple(c for c in move if match.board.kinds[c] != "beside") for move in moves]
        taps = on_board[len(on_board) // 2]
        for cell in taps[:-1]:
            pilot.tap(cell)
        pilot.hover(pilot.at(taps[-1]))
        pilot.advance(0.2)

    return arrange


def _moving(key: str) -> Callable[[Pilot], None]:
    """Show the middle of the animation of the move that changes most."""

    def arrange(pilot: Pilot) -> None:
        match = _late(key)
        position = match.position
        heavy = max(position.moves(), key=lambda m: sum(len(beat) for beat in position.story(m)))
        _open(pilot, match)
        pilot.commit(heavy)
        pilot.advance(0.36)

    return arrange


def _carried(key: str) -> Callable[[Pilot], None]:
    """A piece on its way, above a square on which it may be dropped."""

    def arrange(pilot: Pilot) -> None:
        _at(key, 0.5)(pilot)
        human = pilot.table_session.human
        assert human is not None
        lifts = ((cell, human.lift(cell)) for cell in range(len(pilot.match.board.names)))
        cell, lift = next((cell, lift) for cell, lift in lifts if lift is not None)
        x, y = pilot.at(max(lift.drops))
        pilot.app.pointers.down(pilot.at(cell))
        pilot.app.pointers.move((x + 6, y + 8))
        pilot.advance(0.1)

    return arrange


def draw_icons(folder: Path) -> None:
    """Write the logo on green cloth for the window, the manifest and home screens."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data:
        theme = Pilot(Path(data), theme="light").app.services.theme
        for name, side, round_corners, share in _ICONS:
            drawn = _icon(theme, side, round_corners, share)
            pygame.image.save(drawn, str(folder / f"{name}.png"))
    print(f"icons in {folder}")


_ICONS = (
    ("window", 64, True, 0.75),
    ("icon-192", 192, True, 0.75),
    ("icon-512", 512, True, 0.75),
    ("maskable-512", 512, False, 0.58),
    ("apple-touch", 180, False, 0.7),
)
"""File name, side in pixels, whether corners are round, and the logo's share of the height."""


def _icon(theme: Theme, side: int, round_corners: bool, share: float) -> pygame.Surface:
    large = pygame.Surface((side * 2, side * 2), pygame.SRCALPHA)
    if round_corners:
        draw.box(theme, large, large.get_rect(), theme.palette.grounds["cloth"], side // 2)
    else:
        large.fill(theme.palette.grounds["cloth"])
    place = pygame.Rect(0, 0, round(side * 2 * share), round(side * 2 * share))
    place.center = large.get_rect().center
    paint_logo(theme, large, place)
    small = pygame.transform.smoothscale(large, (side, side))
    return small if round_corners else small.convert(24)
