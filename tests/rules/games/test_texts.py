"""Tests that every key of the rules has a text in every language."""

import re
from functools import cache
from typing import Any

import pytest

from flipside.rules.catalogue import BY_KEY, GAMES
from flipside.rules.contract.diagram import GENERAL_FAULTS, cleared_diagram
from flipside.rules.contract.game import AnyGame
from flipside.rules.match.match import Match
from flipside.rules.teaching import has_lesson, lesson_of
from tests.of_type import of_type
from tests.rules.games.random_matches import bound, matches, play_on, variants
from tests.texts import LANGUAGES, is_plural, texts_of, word_count

SENTENCES = ("name", "short", "line", "goal", "end", "credits")
LISTS = ("how", "advice", "sheet", "rulings")

LONGEST = 80
"""The maximum number of words of a paragraph."""

HOUSE_STYLE = {
    "en": (r"\bfields?\b", r"\bother side\b", r"\bwhoever\b", r"\bequally many\b",
           r"\basks? for nothing\b", r"\d\s:\s\d", r"\d\s%", r"[\"']"),
    "de": (r"(?<!auf )(?<!nach )(?<!oder )(die andere|der anderen) Seite\b", r"\bTipp\b",
           r"\bhast (Dunkel|Hell|Schwarz|Weiß)\b", r"\bZieh eine\b", r"\d : \d", r"\d%", r"[\"'”]"),
    "cs": (r"\bt(ahle|ohle|enhle|éhle|omhle)\b", r"\bplný okraj\b", r"\bhrozí, že\b",
           r"\d : \d", r"\d%", r"[\"'”]"),
    "fr": (r"\bvotre\b", r"\bvos\b", r"\d\s:\s\d", r"\d%", r"[\"'“”„]", r" [;:!?]"),
}  # fmt: skip
"""By language, patterns of words and signs that must not be used."""

LAID = r"\b(lay|lays|laid|laying)\b"
"""Words for tiles only. Discs and stones are placed."""

each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)


def texts(game: AnyGame) -> dict[str, Any]:
    return texts_of(game.key)


def keys(table: object, path: str = "") -> set[str]:
    """Return the paths of all texts in a table. Entries of lists are numbered; a plural is one
    text."""
    if isinstance(table, dict) and not is_plural(table):
        inner = [keys(value, f"{path}.{key}") for key, value in table.items()]
    elif isinstance(table, list):
        inner = [keys(value, f"{path}[{number}]") for number, value in enumerate(table)]
    else:
        return {path}
    return set().union(*inner)


def values(table: object) -> list[str]:
    """Return all texts in a table except names of pictures."""
    if isinstance(table, dict | list):
        if isinstance(table, dict):
            table = [value for key, value in table.items() if key != "picture"]
        return [text for value in table for text in values(value)]
    return [of_type(str, table)]


@cache
def spoken(key: str) -> set[str]:
    """Return the text keys that occur in random matches of a game with every option."""
    game = BY_KEY[key]
    found: set[str] = set()
    for given in variants(game):
        for match, random in matches(game, given, 6):
            while True:
                found |= keys_now(match)
                if match.result() is not None or len(match.moves) >= bound(match):
                    break
                play_on(match, random)
            if game.repetition is not None:
                for why in ("repetition", "cap"):
                    verdict = game.repetition.verdict(match.position, why)
                    found.add(f"reason.{verdict.reason}")
                    found |= {f"tie.{verdict.tie_break}"} if verdict.tie_break else set()
                if game.repetition.resets is not None:
                    found.add("cap.left")
    return found


def keys_now(match: Match) -> set[str]:
    """Return the text keys of the current position."""
    position, result = match.position, match.result()
    pieces = [piece for piece in position.pieces() if piece is not None]
    counted = [tally for side in position.tallies() for tally in side]
    return {
        *([f"reason.{result.reason}"] if result else [f"prompt.{position.prompt()}"]),
        *(f"colour.{colour}" for colour in position.colours or ()),
        *(f"tally.{tally.key}" for tally in counted if tally.piece is None),
    } | {f"colour.{piece.colour}" for piece in pieces if piece.colour in named_colours(match)}


def named_colours(match: Match) -> set[str]:
    """Return the colours of the players. Pieces may have others, such as neutral ones."""
    return set(match.position.colours or ())


@each_game
def test_choices_and_faults_of_diagrams_have_names(game: AnyGame) -> None:
    """All choices except the player to move have a name, and at least one fault has a text."""
    rules, choices = game.diagrams, game.choices({})
    if rules is None:
        pytest.skip("its positions cannot be set up")
    asked = rules.choices(choices, cleared_diagram(game, choices))
    named = {one.key for one in asked} - {"turn"}
    told = {one.fault for one in asked} - set(GENERAL_FAULTS)
    for language in LANGUAGES:
        table = texts(game)[language]
        assert set(table.get("diagram", {})) == named
        assert {"signs", *told} <= set(table["fault"])


@each_game
def test_all_languages_have_the_same_keys(game: AnyGame) -> None:
    """No language has missing or additional texts."""
    table = texts(game)
    assert set(table) - {"pictures"} == set(LANGUAGES)
    english = keys(table["en"])
    for language in LANGUAGES:
        assert keys(table[language]) == english


@each_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_is_said(game: AnyGame, language: str) -> None:
    """Names, goals, manuals, options, values and all keys of matches have texts."""
    table = texts(game)[language]
    said = keys(table)
    wanted = {f".{key}" for key in SENTENCES} | {f".{key}" for key in spoken(game.key)}
    assert not wanted - said
    assert table["option"].keys() == {option.key for option in game.options}
    for option in game.options:
        words = table["option"][option.key]
        own = words.get("meaning", {})
        assert words.keys() - {"about", "meaning"} == {"name", *option.values}
        assert own.keys() <= set(option.values)
        assert "about" in words or own.keys() == set(option.values), "a value that nobody explains"
    assert all(table[key] for key in LISTS)
    assert all(text.strip() == text != "" for text in values(table))


@each_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_limits_are_told_with_their_numbers(game: AnyGame, language: str) -> None:
    """The text about the end has the default cap, and each value says what it counts."""
    table = texts(game)[language]
    for option in (option for option in game.options if option.key == "cap"):
        assert option.values[0] in table["end"]
        for value in option.values:
            said = table["option"]["cap"][value]
            assert value == "off" or re.fullmatch(rf"{value}\s\w+", said)


@each_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_paragraphs_are_short(game: AnyGame, language: str) -> None:
    table = texts(game)[language]
    assert [text for text in values(table) if word_count(text) > LONGEST] == []


@each_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_house_style(game: AnyGame, language: str) -> None:
    """Manuals, hints and lessons use one term for one thing, and the punctuation of
    the language."""
    steps = lesson_of(game) if has_lesson(game) else ()
    said = [words[language] for step in steps for words in (step.say, step.task)]
    said += [answer.text[language] for step in steps for answer in step.answers]
    said += values(texts(game)[language])
    never = HOUSE_STYLE[language]
    if language == "en" and game.key != "contactic":
        never = (*never, LAID)
    found = [text for text in said for one in never if re.search(one, text, re.IGNORECASE)]
    assert found == []


@each_game
def test_pictures_are_real_positions(game: AnyGame) -> None:
    """Every picture of the manual has legal moves, taps and marked cells, and every paragraph's
    picture exists."""
    table = texts(game)
    pictures = table.get("pictures", {})
    known = {"moves", "options", "seed", "taps", "marked", "still", "beside", "part"}
    for picture in pictures.values():
        assert set(picture) <= known
        match = Match(game, picture.get("options", {}), picture.get("seed", 0))
        match.read_moves(picture["moves"])
        taps = tuple(match.board.cell_named(name) for name in picture.get("taps", ()))
        assert any(move[: len(taps)] == taps for move in match.position.moves()) or not taps
        for cells in ("marked", "beside", "part"):
            assert set(picture.get(cells, ())) <= set(match.board.names)
    told = told_by_pictures(table["en"])
    shown = {name for entry in told for name in entry.split()}
    assert shown <= set(pictures)
    assert set(pictures) - shown <= {"shelf", "goal", "end"}, "a picture that nobody sees"
    for language in LANGUAGES:
        assert told_by_pictures(table[language]) == told, "other pictures in another language"


def told_by_pictures(said: dict[str, Any]) -> list[str]:
    """Return the picture of each paragraph with one, chapter by chapter."""
    chapters = [said[key] for key in sorted(said) if isinstance(said[key], list)]
    entries = [entry for chapter in chapters for entry in chapter if isinstance(entry, dict)]
    return [entry.get("picture", "") for entry in entries]
