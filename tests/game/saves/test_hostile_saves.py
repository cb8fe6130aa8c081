"""Saves in which a word is a long number, a date that no calendar has, or signs: each is used or
set aside, and nothing fails."""

import re
from contextlib import suppress
from pathlib import Path

import pytest

from flipside.game.saves.album import (
    album_names,
    entry,
    load_study,
    saved_review,
    stored_record,
    study_names,
)
from flipside.game.saves.album_index import AlbumIndex, streak
from flipside.game.saves.export import BadBundle, bundled, unbundle
from flipside.game.saves.matches import (
    DRAFT,
    StoredDraft,
    dates,
    load_draft,
    load_match,
    load_setup,
    match_names,
    offered_names,
    played_last,
)
from flipside.game.saves.task_progress import next_step, problem_statuses, solve_problem
from flipside.game.services.settings import load_settings
from flipside.game.services.storage.storage import Storage
from flipside.rules.catalogue import BY_KEY, GAMES
from flipside.rules.engine.analysis.review import Review
from flipside.rules.match.match import replay
from flipside.rules.match.record import BadRecord
from flipside.rules.teaching import problems_of
from tests.game.live_match.machine import Household
from tests.game.saves.test_export import OURS
from tests.game.services.stores import bundle, settings_text

RUNS = {
    "digits": "9" * 5_000,
    "a date": "2026-13-45",
    "zeros": "0000-00-00",
    "an exponent": "1e999999",
    "minus": "-" * 5_000,
    "brackets": "[{(" * 3_000,
    "a power": "\N{SUPERSCRIPT TWO}",
    "other digits": "\N{ARABIC-INDIC DIGIT NINE}" * 30,
    "quotes": "\"'" * 2_000,
    "an answer": "nan",
    "nothing": "",
}

MATCH = next(text for name, text in OURS.items() if name.startswith("match-"))

TEXTS = OURS | {
    "study-othello-20260131-183005-00000003": f"{MATCH}line 0 f5 d6\n",
    "othello-draft": DRAFT.dump(StoredDraft("othello", {}, "XO/8")),
    "settings": settings_text(theme="dark", volume=50, language="cs"),
}

_WORD = re.compile(r"[^\s\",:{}\[\]-]+")

_PLACES = 3, 4, 5, 6, 9, 11
"""Words of a text that are replaced, in turns."""


def spoiled(text: str, place: int, run: str) -> str:
    """A text with another word in that place; the last one if it has fewer."""
    words = list(_WORD.finditer(text))
    word = words[min(place, len(words) - 1)]
    return text[: word.start()] + run + text[word.end() :]


def read_all(home: Household) -> None:
    """Read every save in every way that the program has."""
    storage: Storage = home.storage
    load_settings(storage)
    for game in GAMES:
        next_step(storage, game), problem_statuses(storage, game), load_setup(home, game)
        load_draft(home, game), streak(AlbumIndex(home), game.key, ("person", "level2"))
    names = match_names(storage)
    dates(storage), played_last(storage, names)
    for name in names:
        load_match(home, name)
    offered_names(storage)
    list(AlbumIndex(home).entries())
    list(AlbumIndex(home).entries())
    for name in album_names(home):
        if entry(home, name) is None:
            continue
        try:
            match = replay(stored_record(home, name), BY_KEY)
        except BadRecord:
            continue
        for review in OURS:
            if review.startswith("review-"):
                assert Review(match, saved_review(storage, review)).share() >= 0
    for name in study_names(home):
        try:
            load_study(home, name)
        except BadRecord:
            continue
    solve_problem(storage, problems_of(BY_KEY["switch"])[0], first=True)


@pytest.mark.parametrize("kind", RUNS)
def test_a_word_that_is_none_does_no_harm(tmp_path: Path, kind: str) -> None:
    for place in _PLACES:
        folder = tmp_path / str(place)
        folder.mkdir()
        for name, text in TEXTS.items():
            (folder / f"{name}.txt").write_text(spoiled(text, place, RUNS[kind]), "utf-8")
        home = Household(folder)
        out = bundled(home.storage)
        read_all(home)
        with suppress(BadBundle):  # nothing may be left to read
            unbundle(home.storage, out)


@pytest.mark.parametrize("kind", RUNS)
def test_a_collection_with_such_words_is_read_or_refused(tmp_path: Path, kind: str) -> None:
    texts = {
        name: spoiled(text, place, RUNS[kind]) for place, (name, text) in enumerate(TEXTS.items())
    }
    out = bundle(texts)
    home = Household(tmp_path)
    for changed in (out, out.replace("\n", "\r\n"), out.replace(': "', f': "{RUNS[kind]}')):
        with suppress(BadBundle):
            unbundle(home.storage, changed)
        read_all(home)
