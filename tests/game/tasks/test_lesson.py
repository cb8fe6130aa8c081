"""Every lesson from its first step to its last, every move tried, and no pixel seen."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from flipside.game.saves import task_progress
from flipside.game.saves.export import bundled, unbundle
from flipside.game.saves.matches import StoredMatch
from flipside.game.saves.progress import save_new_match
from flipside.game.tasks.lesson import LessonRun
from flipside.game.tasks.task import FOLLOW_UP_SECONDS
from flipside.rules.catalogue import BY_KEY, GAMES
from flipside.rules.contract.board import Cell
from flipside.rules.contract.game import AnyGame
from flipside.rules.match.match import Match
from flipside.rules.teaching import RULES_LESSON, is_square, lesson_of, lessons_of
from tests.game.live_match.machine import FRAME, Household, after_story

each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)


LESSONS = [(game, key) for game in GAMES for key in lessons_of(game)]

each_lesson = pytest.mark.parametrize(("game", "name"), LESSONS)


def learn(home: Household, key: str, step: str = "", name: str = RULES_LESSON) -> LessonRun:
    """A lesson, at its first step or at another one."""
    lesson = LessonRun(home, lesson_of(BY_KEY[key], name))
    while step and lesson.step.key != step:
        assert lesson.move_by(1)
    return lesson


def tap(lesson: LessonRun, *names: str) -> None:
    for name in names:
        lesson.tap(lesson.live_match.match.board.cell_named(name))


def answers(lesson: LessonRun) -> Iterator[tuple[tuple[Cell, ...], bool]]:
    """Every way to answer the step in taps, and whether it is right."""
    match, step = lesson.live_match.match, lesson.step
    right = step.right_answers()
    if lesson.asks_field:
        names = match.board.names
        fields = [cell for cell in range(len(names)) if is_square(match, cell)]
        yield from (((cell,), names[cell] in right) for cell in fields)
    else:
        yield from ((move, match.position.name(move) in right) for move in match.legal())


def follow(lesson: LessonRun) -> int:
    """Let everything happen that follows an answer; how many moves that were."""
    count, quiet = 0, 0.0
    while quiet <= 2 * FOLLOW_UP_SECONDS:
        event = lesson.pass_time(FRAME)
        quiet = 0.0 if event is not None else quiet + FRAME
        if event is not None:
            seen = after_story(event.before, event.story)
            assert seen == lesson.live_match.match.position.pieces()
            count += 1
    return count


@each_lesson
def test_a_lesson_to_its_end(home: Household, game: AnyGame, name: str) -> None:
    lesson = learn(home, game.key, name=name)
    seen = 0
    while True:
        taps = next(taps for taps, right in answers(lesson) if right)
        for cell in taps:
            event = lesson.tap(cell)
            assert event is not None
        assert lesson.state == "right"
        assert event.sentences[-1] == lesson.words[0]
        assert lesson.words[1] == ""
        assert lesson.tap(taps[0]) is None, "what has been answered is answered"
        follow(lesson)
        seen += 1
        if lesson.last:
            break
        assert task_progress.next_step(home.storage, game, name) == lesson.steps[seen].key
        assert lesson.move_by(1)
        assert lesson.state == "asked"
    assert seen == len(lesson.steps)
    assert task_progress.next_step(home.storage, game, name) == task_progress.LESSON_DONE
    assert not lesson.move_by(1)
    again = learn(home, game.key, name=name)
    assert again.number == 0
    for cell in next(taps for taps, right in answers(again) if right):
        again.tap(cell)
    assert task_progress.next_step(home.storage, game, name) == task_progress.LESSON_DONE
    assert home.storage.names() == ["lessons"], "no match of a lesson is saved"


@each_lesson
def test_every_answer_of_every_step(home: Household, game: AnyGame, name: str) -> None:
    lesson = learn(home, game.key, name=name)
    while True:
        start = lesson.live_match.match.position
        for taps, right in list(answers(lesson)):
            for cell in taps:
                lesson.tap(cell)
            assert lesson.state == ("right" if right else "wrong")
            words, task = lesson.words
            assert words
            assert not task
            assert words != lesson.step.say["en"]
            follow(lesson)
            event = lesson.retry()
            assert lesson.state == "asked"
            assert lesson.words == (lesson.step.say["en"], lesson.step.task["en"])
            assert lesson.live_match.match.position == start
            assert not lesson.live_match.looking_back
            if event.story:
                assert after_story(event.before, event.story) == start.pieces()
        if not lesson.move_by(1):
            break


@each_game
def test_a_tap_that_is_no_move_changes_nothing_and_has_a_reason(
    home: Household, game: AnyGame
) -> None:
    lesson = learn(home, game.key)
    while True:
        match = lesson.live_match.match
        begins = {move[0] for move in match.legal()}
        for cell in range(len(match.board.names)):
            if lesson.asks_field or cell in begins:
                continue
            words = lesson.words
            assert lesson.tap(cell) is None
            assert (lesson.words, lesson.state) == (words, "asked")
            why = lesson.live_match.match_text.why((cell,))
            assert why.endswith(".")
            assert not why.startswith(f"{game.key}.")
        if not lesson.move_by(1):
            break


def test_a_tap_after_a_wrong_answer_is_the_next_try(home: Household) -> None:
    lesson = learn(home, "othello", "row")
    tap(lesson, "b2")
    assert lesson.state == "wrong"
    tap(lesson, "a1")
    assert lesson.state == "asked"
    assert lesson.words[0] == lesson.step.say["en"]
    tap(lesson, "b2", "d7")
    assert lesson.state == "right"


def test_a_wrong_answer_is_refuted_on_the_board(home: Household) -> None:
    lesson = learn(home, "switch", "safe")
    tap(lesson, "b2", "b1")
    assert lesson.state == "wrong"
    assert follow(lesson) == 1
    assert lesson.live_match.match.names()[-1] == "b2-d2"
    assert lesson.live_match.result is not None


# -- progress -------------------------------------------------------------------------------------


def test_progress_of_a_step_that_is_gone_begins_anew(home: Household) -> None:
    task_progress.note_lesson(home.storage, BY_KEY["othello"], "no-such-step")
    assert learn(home, "othello").number == 0


def test_progress_goes_along_with_all_saves(home: Household, tmp_path: Path) -> None:
    task_progress.note_lesson(home.storage, BY_KEY["othello"], task_progress.LESSON_DONE)
    task_progress.note_lesson(home.storage, BY_KEY["switch"], "safe")
    elsewhere = Household(tmp_path / "elsewhere")
    task_progress.note_lesson(elsewhere.storage, BY_KEY["switch"], "gift")
    task_progress.note_lesson(elsewhere.storage, BY_KEY["othello"], task_progress.LESSON_OFFERED)
    unbundle(elsewhere.storage, bundled(home.storage))
    assert (
        task_progress.next_step(elsewhere.storage, BY_KEY["othello"]) == task_progress.LESSON_DONE
    )
    assert task_progress.next_step(elsewhere.storage, BY_KEY["switch"]) == "gift"


def test_a_lesson_that_is_done_on_one_device_stays_done(home: Household, tmp_path: Path) -> None:
    switch = BY_KEY["switch"]
    task_progress.note_lesson(home.storage, switch, task_progress.LESSON_DONE, "counter")
    elsewhere = Household(tmp_path / "elsewhere")
    task_progress.note_lesson(elsewhere.storage, switch, "counter-free-2", "counter")
    unbundle(elsewhere.storage, bundled(home.storage))
    assert (
        task_progress.next_step(elsewhere.storage, switch, "counter") == task_progress.LESSON_DONE
    )
    assert task_progress.next_step(elsewhere.storage, switch) == ""


def test_who_is_a_newcomer(home: Household) -> None:
    """Nobody who has played a game, set it up, or been asked."""
    assert all(task_progress.is_newcomer(home, game) for game in GAMES)
    othello, switch = BY_KEY["othello"], BY_KEY["switch"]
    task_progress.note_lesson(home.storage, othello, task_progress.LESSON_OFFERED)
    assert save_new_match(home, StoredMatch(Match(switch), ("person", "person")))
    home.storage.save("flipop-setup", "Flipside 1\ngame flipop\n")
    home.storage.save("finished-contactic-20260131-183005-0123456789abcdef", "x")
    found = [game.key for game in GAMES if task_progress.is_newcomer(home, game)]
    assert found == ["flipflop"]
