"""Every scene the program has, one after the other: what must fit, and what pictures show."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache, partial
from itertools import groupby
from random import Random
from time import perf_counter
from typing import get_args

from flipside.game.live_match.correspondence import KnownMatch, News
from flipside.game.saves.album import REVIEW, add_to_album, album_names
from flipside.game.saves.matches import StoredMatch
from flipside.game.saves.task_progress import (
    LESSONS,
    PROBLEMS,
    LessonSteps,
    ProblemState,
    ProblemStatus,
    ProblemStatuses,
    day_of,
)
from flipside.game.scenes.common import dialog
from flipside.game.scenes.common.board_scene import BoardScene
from flipside.game.scenes.common.dialog import Dialog, answer, show_message
from flipside.game.scenes.common.scene import Scene
from flipside.game.scenes.common.seat_rows import NAME_LINE, LineDialog
from flipside.game.scenes.editor.session import DraftSession
from flipside.game.scenes.info.manual import Legend, Manual
from flipside.game.scenes.info.settings import SettingsScene
from flipside.game.scenes.keys import KeysScene
from flipside.game.scenes.share import sharing
from flipside.game.scenes.share.match_picture import film_file
from flipside.game.scenes.share.read_input import PAGE_MATCHES, import_match
from flipside.game.scenes.share.sharing import CodeScene, PictureProgress, offer_exports
from flipside.game.scenes.shelf.album import Album, Linked, review_input
from flipside.game.scenes.shelf.progress import Progress
from flipside.game.scenes.shelf.setup import ClockChoice, SetupScene
from flipside.game.scenes.task.lesson import LessonList, LessonSession
from flipside.game.scenes.task.session import SolveSession
from flipside.game.tasks.task import ProblemTask
from flipside.rules.catalogue import BY_KEY, GAMES
from flipside.rules.contract.diagram import write_position
from flipside.rules.contract.position import PASS
from flipside.rules.contract.search_api import Limit
from flipside.rules.engine.analysis.review import Review, SavedReview
from flipside.rules.match.clock import parse_clock
from flipside.rules.match.formats import ForeignMatch
from flipside.rules.match.match import Match
from flipside.rules.match.record import Correspondence, plain_name, record_text
from flipside.rules.match.study import Study
from flipside.rules.teaching import Problem, lesson_of, problems_of
from tests.game.answers import MOMENTS, answering, bring
from tests.game.made_progress import fill_progress
from tests.game.pilot import Pilot, session_of
from tests.of_type import of_type
from tests.rules.teaching.small_problems import SMALL

PEOPLE = ("person", "person")
AGAINST = ("person", "level8")
COMPUTERS = ("level3", "depth12")


@cache
def _whole(key: str, seed: int) -> Match:
    """A random match, played to its end."""
    match, random = Match(BY_KEY[key], {}, seed), Random(seed)
    while match.result() is None:
        legal = match.position.moves()
        match.play(legal[random.randrange(len(legal))])
    return match


def played(key: str, seed: int = 3) -> tuple[str, ...]:
    """The names of the moves of a random match."""
    return tuple(_whole(key, seed).names())


def match_after(key: str, plies: int | None, seed: int = 3) -> Match:
    """A random match after so many plies, or at its end; always the same for the same seed."""
    match = Match(BY_KEY[key], {}, seed)
    for move in _whole(key, seed).moves[:plies]:
        match.play(move)
    return match


def text_of(match: Match) -> str:
    """The text of the position of a match."""
    return str(write_position(match.game, match.choices, match.position))


def middle(key: str) -> int:
    """A ply in the middle of a random match."""
    return min(30, len(played(key)) // 2)


@cache
def ply_of_a_pass(key: str) -> tuple[int, int] | None:
    """Seed and ply of a forced pass in a random match, if one is soon found."""
    for seed in range(12):
        moves = _whole(key, seed).moves
        if PASS in moves:
            return seed, moves.index(PASS)
    return None


def all_stops(pilot: Pilot) -> Iterator[str]:
    """Go through all scenes; the name of each while it is on top."""
    yield from shelf(pilot)
    yield from album(pilot)
    for game in GAMES:
        yield from around(pilot, game.key)
        yield from matches(pilot, game.key)
        yield from reviews(pilot, game.key)
        yield from studies(pilot, game.key)
    yield from dialogs(pilot)
    yield from links(pilot)


def shown(pilot: Pilot, scene: Scene, name: str) -> Iterator[str]:
    """Open a scene from the shelf, and go back."""
    pilot.app.stack.open(scene)
    yield name
    pilot.app.stack.home()


def shelf(pilot: Pilot) -> Iterator[str]:
    """The shelf, fresh and with matches going on, settings, marks, keys, and the way out."""
    yield "menu"
    for game in GAMES:
        pilot.put(match_after(game.key, middle(game.key)))
    pilot.app.stack.home()
    yield "menu with matches going on"
    pilot.key("escape")
    yield "quit"
    pilot.app.stack.home()
    yield from shown(pilot, SettingsScene(pilot.app.stack), "options")
    yield from shown(pilot, Legend(pilot.app.stack), "marks")
    yield from shown(pilot, KeysScene(pilot.app.stack), "keys")


def album(pilot: Pilot) -> Iterator[str]:
    """The finished matches: none, many, one that is damaged, and what is asked about them."""
    services = pilot.app.services
    yield from shown(pilot, Album(pilot.app.stack, "none"), "empty album")
    services.storage.save("finished-othello-20260101-120000-0123456789abcdef", "nothing")
    for game in GAMES:
        for plies, seats in ((None, AGAINST), (None, ("person", "depth12")), (9, PEOPLE)):
            add_to_album(services, match_after(game.key, plies, 2 + len(seats[1])), seats)
    given_up = match_after("contactic", 20)
    given_up.resign(0)
    add_to_album(services, given_up, COMPUTERS)
    for key in ("", *(game.key for game in GAMES)):
        yield from shown(pilot, Album(pilot.app.stack, key), f"album {key}")
    pilot.app.stack.open(Album(pilot.app.stack))
    pilot.press(f"delete {album_names(services)[0]}")
    yield "deleting"
    pilot.app.stack.home()
    yield from shown(pilot, Progress(pilot.app.stack, BY_KEY["switch"]), "progress without ratings")
    fill_progress(services, BY_KEY["othello"])
    yield from shown(pilot, Progress(pilot.app.stack, BY_KEY["othello"]), "progress")


@cache
def _analysed(key: str, plies: int | None) -> SavedReview:
    """What a review has found of the last plies of a match."""
    known = Review(match_after(key, plies))
    last = len(known.match.moves)
    for ply in [ply for ply in known.choice_plies if ply >= last - 8]:
        list(known._analyse(ply, Limit(depth=2, nodes=200, uses_tablebase=True), ply % 2 == 0))
    return known.saved()


def reviews(pilot: Pilot, key: str) -> Iterator[str]:
    """A match looked at again: before anything is known, at its worst moves, and at its end."""
    for plies in (middle(key), None):
        pilot.put(match_after(key, plies), AGAINST)
        pilot.play.scene.run_command("review")
        yield f"review {key}"
        known = Review(match_after(key, plies), _analysed(key, plies))
        last = len(known.match.moves)
        for ply in (0, *(ply + 1 for ply in known.mistakes()), last):
            pilot.app.stack.back()
            pilot.play.scene.run_command("review")
            scene = pilot.review
            scene.analysis.review = known
            scene.goto_ply(ply)
            pilot.settle()
            known.done = ply == last
            if ply < last:
                scene.scene.run_command("better")
            scene.scene.update_layout()
            yield f"review {key} after {ply}"
        scene.scene.run_command("play-on")
        yield "playing on"
        pilot.app.stack.back()
        for ply in known.mistakes()[:1]:
            scene._find(ply)
            task = pilot.top
            assert isinstance(session_of(task), SolveSession)
            yield f"something better in {key}"
            pilot.app.stack.back()
        pilot.app.services.storage.save(f"review-{key}", REVIEW.dump(known.saved()))
        pilot.explore(StoredMatch(match_after(key, plies), AGAINST), last // 2)
        yield f"study {key} with its review"
        pilot.app.services.storage.remove(f"review-{key}")
        pilot.app.stack.home()


def study_with_branches(key: str) -> StoredMatch:
    """A study of a match, with branches at two of its positions."""
    match, random = match_after(key, 16), Random(2)
    study = Study(match)
    for ply in (12, 12, 14):
        study.show_line(match.names()[:ply])
        for _ in range(3):
            study.match.play(random.choice(study.match.legal()))
            study.follow()
    study.show_line(match.names()[:12])
    return StoredMatch(match_after(key, 16), PEOPLE, lines=study.to_record().lines)


def studies(pilot: Pilot, key: str) -> Iterator[str]:
    """A study at its beginning, at a branch with a hint, and at the end; what is asked there, and
    told of the moves of a list."""
    played = pilot.app.stack.played
    if key == "othello" and not played.total:
        few = [ForeignMatch(partial(match_after, key, 20, seed)) for seed in range(3)]
        played.add("a few", few)
        while not played.done:
            played.work(1.0, perf_counter)
        played.add("many", 30_000 * few)
    study = study_with_branches(key)
    study.match.comment = "d3:+12; c4:+10; f5:+10; e6:+8; % from a file of another program"
    pilot.explore(study, 0)
    yield f"study {key}"
    pilot.app.stack.back()
    pilot.explore(study_with_branches(key), 12)
    scene = pilot.study
    scene.scene.playback.finish()
    yield f"study {key} with branches"
    pilot.key("t")
    yield f"study {key} with a hint"
    scene.scene.run_command("delete")
    yield f"deleting in a study of {key}"
    pilot.app.stack.home()
    pilot.explore(StoredMatch(match_after(key, None), PEOPLE))
    yield f"study {key} at the end"
    pilot.app.stack.home()


def around(pilot: Pilot, key: str) -> Iterator[str]:
    """What can be read and chosen about one game."""
    game = BY_KEY[key]
    yield from shown(pilot, SetupScene(pilot.app.stack, game), f"setup {key}")
    setup = SetupScene(pilot.app.stack, game)
    setup._seat_choice.words = ("level6", "depth20")
    yield from shown(pilot, setup, f"setup {key} for two computers")
    for words, which in (("first", 0), ("last", -1)):
        setup = SetupScene(pilot.app.stack, game)
        setup._seat_choice.words = PEOPLE
        pilot.app.stack.open(setup)
        for option in game.options:
            setup._choose(option, option.values[which])
        yield f"setup {key} for two people with the {words} of all values"
        pilot.app.stack.home()
    for words in ("5+2 30+10 friendly", "30s 30s"):
        setup = SetupScene(pilot.app.stack, game)
        setup._timing = ClockChoice(parse_clock(words), lambda: None)
        yield from shown(pilot, setup, f"setup {key} with clocks {words}")
    setup = SetupScene(pilot.app.stack, game)
    setup._seat_choice.words, setup._seat_choice.names = (
        PEOPLE,
        ("Anna", "W" * NAME_LINE.most_letters),
    )
    pilot.app.stack.open(setup)
    yield f"setup {key} with names"
    names = ["Ben", "Cyril Theodor Graf Zeisig", "Dora"]
    stack = pilot.app.stack
    stack.open(LineDialog(stack, "Name", "Anna", NAME_LINE, names, lambda name: None))
    yield "a name"
    pilot.app.stack.write("Ж")
    yield "a name that cannot be shown"
    pilot.app.stack.home()
    if game.diagrams is not None:
        yield from editors(pilot, key)
    yield from shown(pilot, Manual(pilot.app.stack, BY_KEY[key]), f"manual {key}")


def editors(pilot: Pilot, key: str) -> Iterator[str]:
    """A position being set up: right, with all its choices, wrong, and as the start of a match."""
    match, folded = match_after(key, middle(key)), [""]
    while folded:
        pilot.set_up(match.game, match.choices, text_of(match))
        unfold = folded.pop()
        if unfold:
            pilot.press(unfold)
        else:
            folded = [name for name in pilot.names() if name.startswith("unfold")]
        yield f"editor {key}, {unfold or 'nothing unfolded'}"
    pilot.press("play")
    yield f"setup {key} from a position"
    pilot.app.stack.home()
    pilot.set_up(match.game, match.choices)
    scene = of_type(DraftSession, pilot.session)
    scene.draft.clear()
    scene.scene.update_layout()
    yield f"editor {key}, cleared"
    for cell in (0, 3, 3):
        scene.scene.tap_cell(cell)
    yield f"editor {key} with a fault"
    pilot.app.stack.home()
    pilot.set_up(match.game, match.choices)
    yield f"editor {key}, with the position of last time offered"
    pilot.press("discard")
    pilot.app.stack.home()


def lessons(pilot: Pilot) -> Iterator[str]:
    """The lists of lessons; every step about rules, as it asks and answers at greatest length."""
    text = pilot.app.services.text
    for game in GAMES:
        yield from shown(pilot, LessonList(pilot.app.stack, game), f"lessons of {game.key}")
        for step in lesson_of(game):
            longest = max(step.answers, key=lambda one: len(one.text[text.language]))
            for answered in (False, True):
                pilot.app.services.storage.save(
                    "lessons", LESSONS.dump(LessonSteps({game.key: step.key}))
                )
                pilot.learn(game)
                scene = of_type(LessonSession, pilot.session)
                for cell in answering(scene, longest) if answered else ():
                    scene.scene.tap_cell(cell)
                scene.scene.playback.finish()
                scene.scene.update_layout()
                yield f"lesson {game.key}, {step.key}{', answered' if answered else ''}"
                pilot.app.stack.home()


def note_problems(pilot: Pilot, problems: Iterable[Problem], state: ProblemState) -> None:
    """Note today for all of these problems at once, as `begin_problem` and `solve_problem` do."""
    storage = pilot.app.services.storage
    mark = ProblemStatus(state, day_of(storage.device.now()).isoformat())
    for key, some in groupby(problems, lambda one: one.game.key):
        PROBLEMS.merge(storage, ProblemStatuses({key: {one.key: mark for one in some}}))


def problem_pages(pilot: Pilot) -> Iterator[str]:
    """The daily page, and the problems of every game: none solved, some of them, and all."""
    pilot.app.stack.home()
    pilot.press("problems")
    yield "daily page"
    for game in GAMES:
        pilot.problems(game)
        yield f"problems {game.key}"
        pilot.app.stack.home()
        note_problems(pilot, problems_of(game)[1::3], "begun")
        note_problems(pilot, problems_of(game)[2::3], "solved")
        pilot.problems(game)
        yield f"problems {game.key}, some of them solved"
        pilot.app.stack.home()
    note_problems(pilot, problems_of(GAMES[0]), "first")
    pilot.problems(GAMES[0])
    yield "problems, all of them solved"
    pilot.app.stack.home()


def problems_of_every_game(pilot: Pilot) -> Iterator[str]:
    """The first problem of each game that comes with it, as it asks."""
    for game in GAMES:
        title = f"{pilot.app.services.text.game(game.key, 'short')} 125"
        stack = pilot.app.stack
        stack.open(BoardScene(SolveSession(stack, ProblemTask(problems_of(game)[0]), title)))
        yield f"problem {game.key} 1"
        pilot.app.stack.home()


WORDY = ("flipflop-win-3", "flipop-hold-4", "othello-most")
"""Problems of which most is said."""


def solving(pilot: Pilot, names: Iterable[str] = WORDY) -> Iterator[str]:
    """Small problems as they ask, judge, refute, are solved, and show their solutions."""
    for name in names:
        problem = SMALL[name]
        title = f"{pilot.app.services.text.game(problem.game.key, 'short')} 125"
        for moment in MOMENTS:
            scene = SolveSession(
                pilot.app.stack,
                ProblemTask(problem),
                title,
                following=lambda: None,
                alike=lambda: None,
            )
            pilot.app.stack.open(BoardScene(scene))
            bring(pilot, scene, moment)
            scene.scene.playback.finish()
            scene.scene.update_layout()
            yield f"problem {name}, {moment}"
            pilot.app.stack.home()


def matches(pilot: Pilot, key: str) -> Iterator[str]:
    """The moments of a match."""
    half = middle(key)
    for name, plies in (("opening", 0), ("middle", half), ("result", None)):
        pilot.put(match_after(key, plies))
        yield f"{key} {name}"
        pilot.put(match_after(key, plies), AGAINST)
        yield f"{key} {name} against the computer"
    pilot.put(match_after(key, half), ("level8", "level8"))
    pilot.advance(1.0)
    yield f"{key} thinking"
    match = match_after(key, half)
    match.goto_ply(half - 3)
    pilot.put(match)
    yield f"{key} looking back"
    pilot.put(match, COMPUTERS)
    yield f"{key} computers waiting"
    match = match_after(key, half)
    match.resign(0)
    pilot.put(match, AGAINST)
    yield f"{key} given up"
    for clock in (parse_clock("5+2 3+0"), replace(parse_clock("180+0 30s"), left=(10_800_000, 0))):
        match = match_after(key, half)
        match.clock = clock
        for seats in (PEOPLE, AGAINST):
            pilot.put(match, seats)
            yield f"{key} with clocks"
            pilot.play.show(pilot.play.live_match.ask_hint())
            yield f"{key} with clocks and a hint, if there is one"
    match = match_after(key, half)
    match.players = "Anna", "Benjamin"
    pilot.put(match)
    yield f"{key} with names"
    for sent in (0, half):
        match.correspondence = Correspondence("0123abcd", match.position.turn, sent)
        pilot.put(match)
        yield f"{key} by post, {'sent' if sent else 'to be sent'}"
    found = ply_of_a_pass(key)
    if found is not None:
        seed, ply = found
        pilot.put(match_after(key, ply, seed))
        pilot.advance(1 / 60)
        yield f"{key} after a pass"
    pilot.app.stack.home()


LONG_NAME = "Wilhelmine von der Wolkenburg "


def long_names(pilot: Pilot) -> Iterator[str]:
    """Names as long as those of files may be, wherever a match says them."""
    for name in (LONG_NAME * 4, LONG_NAME.replace(" ", "") * 4):
        match = match_after("othello", 20)
        match.players = plain_name(name), "Ben"
        pilot.put(match)
        yield "a long name"
        pilot.play.live_match.note = pilot.play.live_match.match_text.stopped((64, 0))
        yield "a long name, and a score that was announced"
        pilot.review_at(StoredMatch(match, PEOPLE, final_score=(64, 0)), match.ply)
        yield "a review with a long name"
        pilot.app.stack.home()
        pilot.put(match)
        pilot.play.scene.run_command("give-up")
        yield "a question with a long name"
        pilot.app.stack.back()
        match = match_after("othello", None)
        match.players = plain_name(name), "Ben"
        pilot.put(match)
        yield "a result with a long name"
        yield from shown(pilot, Album(pilot.app.stack), "matches with a long name")


def links(pilot: Pilot) -> Iterator[str]:
    """A match given away, and what comes by a link."""
    pilot.put(match_after("contactic", 20))
    for quarter in (0, 1, 2, 3):
        pilot.play.scene.quarter_turns = quarter
        pilot.play.scene.run_command("share")
        yield f"share, turned {quarter}"
        pilot.app.stack.back()
    yield from shown(
        pilot, CodeScene(pilot.app.stack, "https://flipside.example/#m=1." + "Aa0_" * 70), "code"
    )
    for game in GAMES:
        news: tuple[News, ...] = get_args(News)
        there = match_after(game.key, 20)
        there.players = "Anna", "Benjamin"
        for one in (None, *news):
            here = None if one is None else KnownMatch(one, StoredMatch(there, PEOPLE))
            pilot.app.stack.open(Linked(pilot.app.stack, StoredMatch(there, PEOPLE), here))
            yield f"link {game.key}, {one or 'new'}"
            pilot.app.stack.back()
    review_input(pilot.app.stack, "#m=1.A")
    yield "bad link"
    pilot.app.stack.home()


def taken(pilot: Pilot) -> Iterator[str]:
    """Matches of others: several of them, very many, and one whose result is another."""
    one = "(;GM[Othello]PC[{}]PB[{}]PW[{}]RE[+2.000]B[e6]W[f4]B[e3]W[f6]B[g5]W[d6]B[e7]W[f5]B[c5];)"
    names = "Cyril Theodor Graf Zeisig", "Wilhelmine von der Wolkenburg"
    two = one.format("Prague", "Anna", "Ben") + one.format("Place " * 20, *names)
    for count in (1, PAGE_MATCHES):
        import_match(
            pilot.app.stack,
            pilot.app.services.text("album.paste"),
            two * count,
            lambda stored_match: None,
        )
        yield f"{2 * count} matches of others"
    for query in ("cyril", "nobody " * 9):
        pilot.app.stack.write(query)
        yield f"the search for {query}"
        pilot.press("clear")
    pilot.press("more")
    yield "the second page of many matches"
    pilot.press("earlier")
    pilot.press("match2")
    yield "a result that the moves contradict"
    pilot.app.stack.home()


def pictures(pilot: Pilot) -> Iterator[str]:
    """A match as a picture: what is offered, how it grows, where it went."""
    match, app = match_after("othello", 20), pilot.app
    for quarter in (0, 1):
        app.stack.top.quarter_turns = quarter
        offer_exports(app.stack, match, PEOPLE, 20)
        yield f"picture, turned {quarter}"
        pilot.press("text")
        yield f"text for other programs, turned {quarter}"
        app.stack.home()
        offer_exports(app.stack, match, PEOPLE, 19)
        yield f"picture without what was taken back, turned {quarter}"
        pilot.press("rest")
        yield f"picture with what was taken back, turned {quarter}"
        app.stack.open(
            PictureProgress(app.stack, film_file(app.services, match, PEOPLE, 19), "gif", "othello")
        )
        yield f"a picture is drawn, turned {quarter}"
        app.stack.home()
    text, folder = app.services.text, "W" * sharing._MAX_FOLDER_LETTERS
    for key in ("saved", "no_room", "not_saved"):
        name = "Flipside contactic 2026-01-31 18.30.05-12.png"
        show_message(
            app.stack, text("pictures.title"), text(f"pictures.{key}", name=name, folder=folder)
        )
        yield f"told that a picture is {key}"
        app.stack.back()
    choices = [answer(name, text(f"pictures.{name}"), "share") for name in ("send", "save")]
    words = text("pictures.ready", size=text.decimal(3.2))
    app.stack.open(Dialog(app.stack, text("pictures.title"), words, choices))
    yield "a picture is ready in a page"
    app.stack.home()


MENUS = {"menu": "menu of a match", "moves": "moves", "give-up": "give up"}
"""Dialogs of a match that are turned toward the player who opens them, by command."""


def dialogs(pilot: Pilot) -> Iterator[str]:
    """What a match asks, tells and lists."""
    pilot.put(match_after("othello", 20))
    play = pilot.play
    for quarter in (0, 1, 2, 3):
        for command, said in MENUS.items():
            play.scene.quarter_turns = quarter
            play.scene.run_command(command)
            yield f"{said}, turned {quarter}"
            pilot.app.stack.back()
    for name in ("restart", "rematch", "copy"):
        play.scene.run_command(name)
        yield name
        pilot.app.stack.back()
    play._ask_where()
    yield "gone on elsewhere"
    pilot.app.stack.back()
    pilot.put(match_after("othello", 20), AGAINST)
    for quarter in (0, 1):
        pilot.play.scene.quarter_turns = quarter
        pilot.play.scene.run_command("seats")
        yield f"who plays, turned {quarter}"
        pilot.app.stack.back()
    pilot.put(Match(BY_KEY["contactic"], {"referee": "off"}))
    pilot.play.scene.run_command("seats")
    yield "who plays where two people must"
    pilot.app.stack.back()
    text = pilot.app.services.text
    for key in ("cannot_save", "no_room", "set_aside", "cannot_read"):
        name = "contactic-setup.set-aside-12.txt"
        show_message(pilot.app.stack, text("dialog.saving"), text(f"storage.{key}", name=name))
        yield f"told {key}"
        pilot.app.stack.back()
    show_message(pilot.app.stack, text("menu.copy_unsaved"), text("bundle.copied"))
    yield "told that unsaved matches are copied"
    pilot.app.stack.back()
    pilot.app.services.storage.unsaved = lambda: {  # type: ignore[method-assign]
        game.key: record_text(match_after(game.key, 1).to_record()) for game in GAMES
    }
    pilot.app.stack.open(dialog.quit_dialog(pilot.app.stack))
    yield "leaving, and nothing is saved"
    pilot.app.stack.back()
    del pilot.app.services.storage.unsaved
    pilot.put(Match(BY_KEY["othello"]))
    pilot.play.scene.run_command("moves")
    yield "no moves yet"
    pilot.app.stack.home()
