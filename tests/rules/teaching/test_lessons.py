"""Tests of lessons: they teach all rules, and their statements are true."""

import re
import tomllib
from pathlib import Path

import pytest

from flipside.rules.catalogue import BY_KEY, GAMES
from flipside.rules.contract.game import AnyGame
from flipside.rules.teaching import (
    RULES_LESSON,
    BadLesson,
    LessonStep,
    has_lesson,
    lesson_of,
    lesson_path,
    lessons_of,
    read_lesson,
)
from tests.rules.teaching.lesson_checks import CHECKS, step_of
from tests.rules.teaching.strategy_checks import ALSO, RIGHT
from tests.rules.test_trace import NUMBERS
from tests.texts import LANGUAGES, texts_of, word_count

SECONDS, WORDS_A_MINUTE, SECONDS_A_TAP = 120, 200, 4
"""A lesson takes two minutes: the time to read the texts for right answers, and to tap on the
board. Taps on the button to continue take no time."""

LONGEST_SAID, LONGEST_ANSWER = 262, 175
"""The maximum numbers of letters for the panel of a phone."""

TAUGHT = {
    "othello": {"OT-1": "first", "OT-2": "first row lines", "OT-3": "only-new", "OT-4": "pass end",
                "OT-5": "end"},
    "flipflop": {"FF-1": "lay", "FF-2": "switch", "FF-3": "switch", "FF-4": "barred",
                 "FF-5": "line fill both save", "FF-6": "both", "FF-7": "line", "FF-8": "switch",
                 "FF-9": "save"},
    "switch": {"SW-1": "gap", "SW-2": "gap", "SW-3": "exchange", "SW-4": "exchange",
               "SW-5": "connect", "SW-6": "gift", "SW-7": "counter safe", "SW-8": "counter safe",
               "SW-12": "safe"},
    "flipop": {"FP-1": "roll", "FP-2": "roll", "FP-3": "doors", "FP-4": "roll doors",
               "FP-5": "roll doors", "FP-6": "push", "FP-7": "push", "FP-9": "win",
               "FP-10": "win", "FP-11": "back", "FP-12": "pass"},
    "contactic": {"CT-1": "first", "CT-2": "leftover", "CT-3": "leftover", "CT-4": "first",
                  "CT-5": "first turn", "CT-6": "turn", "CT-7": "leftover end",
                  "CT-8": "end", "CT-9": "island join", "CT-10": "island join end"},
}  # fmt: skip
"""The steps that teach each rule."""

OWED = {"othello": 5, "flipflop": 6, "switch": 7, "flipop": 12, "contactic": 10}
"""By game, the number of the last rule that the lesson must teach."""

MANUAL_ALONE = {"FP-8"}
"""Rare rules among these that only the manual explains."""

LESSONS = [(game, key) for game in GAMES for key in lessons_of(game)]
STEPS = [(game.key, step.key) for game, key in LESSONS for step in lesson_of(game, key)]
RULES_STEPS = [(game.key, step.key) for game in GAMES for step in lesson_of(game)]
STRATEGY_STEPS = [step for step in STEPS if step not in RULES_STEPS]

each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
each_step = pytest.mark.parametrize(("key", "name"), STEPS)


@each_game
def test_every_rule_is_taught(game: AnyGame) -> None:
    """TAUGHT agrees with the lesson. All rules up to OWED are taught, and all rules exist."""
    steps = lesson_of(game)
    taught: dict[str, list[str]] = {}
    for step in steps:
        for number in step.rules:
            taught.setdefault(number, []).append(step.key)
    assert {number: " ".join(names) for number, names in taught.items()} == TAUGHT[game.key]
    letters = next(iter(taught)).split("-")[0]
    owed = {f"{letters}-{n}" for n in range(1, OWED[game.key] + 1)} - MANUAL_ALONE
    assert owed <= set(taught) <= set(NUMBERS) - MANUAL_ALONE


@pytest.mark.parametrize(("game", "lesson"), LESSONS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_two_minutes(game: AnyGame, lesson: str, language: str) -> None:
    """A player who reads everything and answers right needs at most two minutes."""
    steps = lesson_of(game, lesson)
    assert len(steps) in (range(6, 11) if lesson == RULES_LESSON else range(3, 6))
    words = sum(word_count(said) for step in steps for said in read_in(step, language))
    assert words * 60 / WORDS_A_MINUTE + sum(map(taps, steps)) * SECONDS_A_TAP <= SECONDS


def read_in(step: LessonStep, language: str) -> tuple[str, str, str]:
    """Return the texts that a player with a right answer reads in a step."""
    right = next(answer for answer in step.answers if answer.right)
    return step.say[language], step.task[language], right.text[language]


def taps(step: LessonStep) -> int:
    """Return the smallest number of taps on the board for a right answer."""
    if step.asks == "field":
        return 1
    match = step.match()
    return min(
        len(move) for move in match.legal() if step.answer_to(match.position.name(move)).right
    )


@each_step
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_step_stands_in_a_small_panel(key: str, name: str, language: str) -> None:
    step = step_of(key, name)
    said = f"{step.say[language]} {step.task[language]}"
    assert len(said) <= LONGEST_SAID, said
    for answer in step.answers:
        assert len(answer.text[language]) <= LONGEST_ANSWER, answer.text[language]


GOAL = {"en": "Goal:", "de": "Ziel:", "cs": "Cíl:", "fr": "But\u00a0:"}
DRAW = {"en": "draw", "de": "unentschieden", "cs": "remíza", "fr": "match nul"}
SQUARE = {
    "en": "column {}, row {}",
    "de": "Spalte {}, Reihe {}",
    "cs": "sloupec {}, řada {}",
    "fr": "colonne {}, rangée {}",
}
"""The explanations of the name of a square."""


@each_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_beginner_needs_is_said(game: AnyGame, language: str) -> None:
    """The first step explains the goal. The lesson says that matches can be drawn. It explains
    names of squares once, before the player needs one."""
    steps = lesson_of(game)
    assert steps[0].say[language].startswith(GOAL[language])
    told = [" ".join(read_in(step, language)) for step in steps]
    assert any(DRAW[language] in words.lower() for words in told)
    pattern = SQUARE[language].format("([a-o])", r"(\d+)")
    explained = [(number, found.groups()) for number, words in enumerate(told)
                 for found in re.finditer(pattern, words)]  # fmt: skip
    assert len(explained) == 1
    (number, (letter, row)) = explained[0]
    assert f"{letter}{row}" in told[number]
    assert not [words for words in told[:number] if re.search(r"\b[a-o]\d+\b", words)]


@each_step
def test_every_answer_is_given_to_something(key: str, name: str) -> None:
    """Every answer is used by some legal move or field."""
    step = step_of(key, name)
    match = step.match()
    if step.asks == "move":
        names = [match.position.name(move) for move in match.legal()]
    else:
        names = list(match.board.names[: len(match.position.pieces())])
    given = [step.answer_to(name) for name in names]
    assert all(answer in given for answer in step.answers)
    assert any(answer.right for answer in given)
    assert step.right_answers()


@each_step
def test_what_follows_can_follow(key: str, name: str) -> None:
    """The moves that continue an answer are legal after every move with that answer."""
    step = step_of(key, name)
    start = step.match()
    ways: list[tuple[str, str]] = []
    if step.asks == "move":
        names = [start.position.name(move) for move in start.legal()]
        ways = [(name, step.answer_to(name).then) for name in names]
    else:
        ways = [("", answer.then) for answer in step.answers]
    for first, then in ways:
        match = step.match()
        match.read_moves(f"{first} {then}")
        assert match.names()[start.ply :] == f"{first} {then}".split()


@pytest.mark.parametrize(("key", "name"), RULES_STEPS)
def test_what_is_said_is_true(key: str, name: str) -> None:
    CHECKS[key](step_of(key, name))


@pytest.mark.parametrize(("key", "name"), STRATEGY_STEPS)
def test_the_right_answers_of_a_strategy_lesson(key: str, name: str) -> None:
    """Counting or search finds exactly the right answers, and what the texts say besides."""
    step, kind = step_of(key, name), re.sub(r"-\d$", "", name)
    match = step.match()
    assert match.position.turn == 0
    right = set(step.right_answers())
    assert right == RIGHT[kind](match)
    assert kind not in ALSO or ALSO[kind](match, right)


@each_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_each_game_has_three_strategy_lessons_with_titles(game: AnyGame, language: str) -> None:
    first, *others = lessons_of(game)
    assert first == RULES_LESSON
    assert len(others) >= 3
    assert list(texts_of(game.key)[language]["lesson"]) == others


# -- damaged files --------------------------------------------------------------------------------

GOOD = """
[[step]]
id = "first"
rules = "OT-1"
moves = ""
[[step.answer]]
right = true
"""


def test_a_good_file_is_read() -> None:
    assert read_lesson(BY_KEY["othello"], GOOD)[0].right_answers() == ["d3", "c4", "f5", "e6"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("[[step]]", "[[step]"),
        ("[[step]]", "[[steps]]"),
        ('id = "first"', ""),
        ('"first"', '"nowhere"'),
    ],
)
def test_a_damaged_file_is_one_sentence(
    old: str, new: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "lessons.toml"
    monkeypatch.setattr("flipside.rules.teaching.lesson_path", lambda game: path)
    path.write_text(GOOD.replace(old, new), "utf-8")
    with pytest.raises(BadLesson, match="the lesson of othello cannot be read"):
        lesson_of(BY_KEY["othello"])


STEP = {"id", "lesson", "texts", "rules", "options", "seed", "moves", "asks", "answer"}
ANSWER = {"right", "to", "then"}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_files_hold_nothing_but_what_is_read(game: AnyGame) -> None:
    table = tomllib.loads(lesson_path(game).read_text("utf-8"))
    assert set(table) == {"step"}
    steps = [step for lesson in lessons_of(game).values() for step in lesson]
    assert len({step.key for step in steps}) == len(steps)
    for given, step in zip(table["step"], steps, strict=True):
        assert set(given) <= STEP
        assert re.fullmatch("[a-z0-9-]+", step.key)
        assert step.asks in ("move", "field")
        texts = [step.say, step.task, *(answer.text for answer in step.answers)]
        assert all(set(text) == set(LANGUAGES) for text in texts)
        assert all(words.strip() for text in texts for words in text.values())
        assert all(set(answer) <= ANSWER for answer in given["answer"])
        for answer in step.answers:
            assert all(isinstance(name, str) for name in answer.to)
        assert step.answers[-1].to == ("*",), "no answer to all else"


def test_a_game_may_have_no_lesson(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "flipside.rules.teaching.lesson_path", lambda game: tmp_path / "lessons.toml"
    )
    with pytest.raises(BadLesson, match="the lesson of othello cannot be read"):
        lesson_of(BY_KEY["othello"])


def test_the_files_lie_with_their_games() -> None:
    assert all(has_lesson(game) and lesson_path(game).parent.name == game.key for game in GAMES)
