"""Texts for players use one term for one thing, the right typography, and short paragraphs."""

import re
from collections.abc import Iterator

import pytest

from flipside.game.scenes.editor.draft import Draft
from flipside.game.services.texts import LANGUAGES, Texts
from flipside.rules.catalogue import BY_KEY
from tests.game.live_match.machine import Machine
from tests.game.services.test_text import GAMES, ROOT, all_said
from tests.texts import page_texts, word_count

SHELL = "shell"
PLACES = (SHELL, *GAMES)
"""The program, and each game."""

MOST_WORDS = 80
"""The maximum number of words in a paragraph of a manual."""

TILES = ("contactic", SHELL)
"""Where "lay" is the right word, because tiles are laid. Discs and stones are placed or played."""

WORDS = {
    "en": {
        "square": r"\bfields?\b",
        "your opponent": r"\bthe other side\b(?! of)",
        "the player who": r"\bwhoever\b|\bwhomever\b",
        "by link": r"\bby post\b",
        "animation": r"\bmoving picture",
        "does not matter": r"\basks? for nothing\b",
        "turn the tables": r"\bsides are turned\b",
        "the right move is": r"\bRight is\b",
        "not a move": r"[”}] is no move\b",
        "counting both players’": r"\bcounted together\b",
    },
    "de": {
        "dein Gegner": r"(?<!auf )(?<!oder )\b(?:die|der) anderen? Seite\b|\bGegenüber\b",
        "roll eine Kugel": r"\b[Zz]ieh(?:e|st|t|en)? (?:\w+ )?(?:\w+ )?Kugeln?\b",
        "laufend": r"\b[Ii]m Gang\b",
        "tippe": r"\b[Tt]ipp (?:auf|noch|d\w+|ein\w*|jetzt|hier)\b",
        "installiere": r"\b[Ii]nstallier\b",
        "prüfe": r"\b[Pp]rüf\b",
        "du spielst": r"\b[Dd]u hast (?:Dunkel|Hell|Schwarz|Weiß|Orange|Grün)\b",
        "per Link": r"\bper Post\b",
        "gedreht": r"\bgeschwungen\b",
        "Animation": r"\b[Bb]ewegtes Bild\b",
        "Anleitung": r"\bRegelbl[aä]tt",
        "spielt keine Rolle": r"\bverlangt nichts\b",
        "passen": r"\bhaben nicht Platz\b",
    },
    "cs": {
        "klepnout": r"\b[Ťť]uk",
        "polička": r"\b(?:na polici|k poličce)\b",
        "tato": r"\b(?:[Tt]ahle|[Tt]éhle)\b",
        "jistá výhra": r"\bjistě vyhraje\b",
        "animace": r"\b[Pp]ohybliv\w+ obráz",
        "plný obratů": r"\bobracejí strany\b",
        "nezáleží na": r"\bnic nevyžaduje\b",
        "prohrává na čas": r"\bpřekračuje čas\b",
        "oboje dvířka": r"\bobojí jí\b|\boběma dvířky\b",
        "přejít přes": r"\bpřejdou desku\b",
    },
    "fr": {
        "tu": r"\b(?:votre|vos)\b",
        "un pion": r"\b[Pp]ierres?\b|\b[Jj]etons?\b",
        "la case": r"\b[Cc]hamps?\b|\b[Cc]arreaux?\b",
        "une bille": r"\b[Bb]oules?\b",
        "un portillon": r"\b[Pp]ortes?\b(?! une? )",
        "le coup": r"\b[Mm]ouvements?\b",
        "la notice": r"\b[Ff]euille de règles\b",
        "le pronostic": r"\b[Pp]rédictions?\b|\b[Pp]révisions?\b",
    },
}
"""The right word, and a pattern of the words that must not be used instead."""

EVERYWHERE = {
    "a cross between numbers: 8 × 8": r"\d ?x ?\d",
    "an en dash in a score": r"(?<![a-zA-Z\d])\d+-\d+\b",
    "a no-break space before a unit": r"[\d}] (?:%|MB\b|min\b)|(?:\d|seconds}) s\b",
    "no nought before a day or month": r"\b0\d\. ",
}
SPACED = {
    "a score with no-break spaces": r"[\d}] : [\d{]|(?<![a-z])[\d}]:\d",
    "a space before %": r"[\d}]%",
}
TYPOGRAPHY = {
    "en": {"70%": r"[\d}]\s%", "a score as 36–28": r"[\d}]\s:\s[\d{]"},
    "de": SPACED,
    "cs": SPACED,
    "fr": {
        "a score as 36–28": r"\d\s:\s\d",
        "a space before %": r"[\d}]%",
        "a narrow no-break space before ; ! ?": r"[^\u202f][;!?](?!\u202f)",
        "a no-break space before a colon": r"[^\u00a0\w]:|\w: ",
        "a no-break space within quotes": r"«[^\u00a0]|[^\u00a0]»",
    },
}


def said_by(place: str, code: str) -> list[tuple[str, str]]:
    """Return the keys and texts of the program, including those of the page before it, or of a
    game."""
    if place != SHELL:
        return [entry for entry in all_said(code) if entry[0].startswith(f"{place} ")]
    return [*(entry for entry in all_said(code) if " " not in entry[0]), *said_by_page(code)]


def said_by_page(code: str) -> Iterator[tuple[str, str]]:
    for part, texts in page_texts(code).items():
        for key, words in texts.items():
            yield f"{part}.{key}", words


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("place", PLACES)
def test_a_thing_has_one_word(place: str, code: str) -> None:
    patterns = dict(WORDS[code])
    if code == "en":
        laid = r"\b(?:lay|lays|laid|laying)\b"
        patterns["place or play"] = rf"{laid}(?!.*\btile)" if place in TILES else laid
    if place == "contactic":
        patterns.pop("place or play", None)
    wrong = found(place, code, patterns)
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("place", PLACES)
def test_typography(place: str, code: str) -> None:
    wrong = found(place, code, EVERYWHERE | TYPOGRAPHY[code])
    assert not wrong, "\n".join(wrong)


def found(place: str, code: str, patterns: dict[str, str]) -> list[str]:
    """Return a line for each text with a pattern, with the right word."""
    return [
        f"{key}: {meant}: {words}"
        for key, words in said_by(place, code)
        for meant, pattern in patterns.items()
        if re.search(pattern, words)
    ]


@pytest.mark.parametrize("code", LANGUAGES)
def test_paragraphs_that_all_manuals_share_are_short(code: str) -> None:
    said = [words for key, words in said_by(SHELL, code) if key.startswith("manual.")]
    assert [words for words in said if word_count(words) > MOST_WORDS] == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_forecasts_are_called_so(code: str) -> None:
    """A value is a forecast, not a score. Each text about it says so, unless the value is
    certain."""
    forecast = {"en": "Forecast: ", "de": "Prognose: ", "cs": "Odhad: ", "fr": "Pronostic\u00a0: "}[
        code
    ]
    texts = dict(said_by(SHELL, code))
    for key in ("value.ahead", "value.even", *(f"review.{key}" for key in FORECASTS)):
        assert texts[key].startswith(forecast), key
    stated = re.compile(r"\b(leads?|ahead by|is ahead|führt|liegt vorn|vede|napřed)\b")
    kinds = ("value.", "review.", "fact.", "hint.", "mark.")
    assert not [key for key in texts if key.startswith(kinds) and stated.search(texts[key])]


FORECASTS = ("leads", "discs", "far", "even")


TRUE = {
    "othello how": {
        "en": "unbroken straight line",
        "de": "ohne Lücke",
        "cs": "bez mezery",
        "fr": "sans trou",
    },
    "flipflop sheet": {
        "en": "addition of ours",
        "de": "Zugabe von uns",
        "cs": "náš přídavek",
        "fr": "ajout de notre part",
    },
    "flipflop credits": {
        "en": "from the start is ours",
        "de": "ist von uns",
        "cs": "je od nás",
        "fr": "vient de nous",
    },
    "switch rulings": {
        "en": "do not have the sheet’s",
        "de": "haben wir nicht",
        "cs": "nemáme",
        "fr": "n’avons pas",
    },
}
"""What texts must contain, because they would be untrue without it."""

UNTRUE = {
    "switch sheet": {
        "en": r"\bplayers to see\b",
        "de": "überlässt",
        "cs": "je na hráčích",
        "fr": "aux joueurs de",
    },
    "editor.about": {
        "en": r"\bdoors?|tiles?\b",
        "de": "Tür|Plättchen",
        "cs": "dvířk|díl",
        "fr": "portillon|tuile",
    },
    "contactic lessons.end.say": {
        "en": r"\bcount\b",
        "de": "zählt einen",
        "cs": "počítají",
        "fr": r"comptent les piles",
    },
}
"""What texts must not contain, because it is untrue or true of some games only."""


@pytest.mark.parametrize("code", LANGUAGES)
def test_what_was_untrue_is_true(code: str) -> None:
    texts: dict[str, str] = {}
    for key, words in all_said(code):
        texts[key] = f"{texts.get(key, '')} {words}"
    for key, wanted in TRUE.items():
        assert re.search(wanted[code], texts[key]), key
    for key, unwanted in UNTRUE.items():
        assert not re.search(unwanted[code], texts[key]), key


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_setting_of_one_game_names_it(code: str) -> None:
    """For example the setting about the check mark, which only one game has."""
    texts = dict(said_by(SHELL, code))
    for key, game in (("award", "Othello"), ("confirm", "Contactic")):
        assert texts[f"options.{key}.name"].startswith((f"{game}: ", f"{game}\u00a0: "))


@pytest.mark.parametrize("key", GAMES)
def test_games_with_pieces_that_turn_say_how(key: str) -> None:
    """The editor explains it, and no other text does."""
    text = Texts("en", Machine())
    draft = Draft(BY_KEY[key], BY_KEY[key].choices({}))
    turns = any(len(piece) > 1 for pieces in draft.symbols for piece in pieces)
    doors = "hinge" in draft.board.kinds
    assert text.knows(key, "editing") == (turns or doors)


def test_colons_and_semicolons_are_in_texts_not_in_code() -> None:
    """French has a space before them. So code must not join words by them."""
    joining = re.compile(r"""f"[^"{]*\{[^"]*\}[:;] |["'][:;] ["']\.join|\+ ?["'][:;] """)
    places = ("scenes", "ui", "live_match", "tasks", "board", "speech.py")
    roots = [ROOT / "game" / place for place in places]
    files = [path for root in roots for path in ([root] if root.is_file() else root.rglob("*.py"))]
    joined = [path for path in files if joining.search(path.read_text("utf-8"))]
    assert len(files) > 60
    assert joining.search('f"{words}: {name}"')
    assert not joined
