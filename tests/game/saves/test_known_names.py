"""Names of people: kept with the match and the next one, harmless whatever they hold."""

import pytest

from flipside.game.live_match.live_match import LiveMatch, rematch
from flipside.game.live_match.match_view import view_of
from flipside.game.saves import matches
from flipside.game.saves.album import duels
from flipside.game.saves.album_index import AlbumIndex
from flipside.game.saves.matches import MatchSetup, StoredMatch, load_setup
from flipside.game.saves.progress import begin_match
from flipside.rules.catalogue import BY_KEY
from flipside.rules.match.match import Match, identity, replay
from flipside.rules.match.record import (
    MAX_NAME_LETTERS,
    Record,
    parse_record,
    plain_name,
    record_text,
)
from tests.game.live_match.machine import Household

PEOPLE = ("person", "person")
BOTH = ("Anna", "Ben")


def sit_down(
    home: Household, called: tuple[str, str] = BOTH, seats: tuple[str, str] = PEOPLE
) -> LiveMatch:
    stored_match = begin_match(home, BY_KEY["othello"], MatchSetup({}, seats, names=called))
    assert stored_match is not None
    return LiveMatch(home, stored_match)


def test_names_are_saved_and_said(home: Household) -> None:
    live_match = sit_down(home)
    event = live_match.tap(live_match.match.legal()[0][0])
    assert event.sentences[0].startswith("Anna: ")
    assert "Ben to move." in event.sentences
    again = home.resumed("othello")
    assert view_of(again).players == BOTH
    event = again.resign(1)
    assert event.sentences == (
        "Anna wins.",
        "Ben gave up.",
        "The first win for Anna in Othello.",
        home.text("rating.unrated.early"),
    )


def test_names_are_remembered_and_offered(home: Household) -> None:
    sit_down(home)
    sit_down(home, ("Cyril", ""))
    assert load_setup(home, BY_KEY["othello"]).names == ("Cyril", "")
    assert matches.offered_names(home.storage) == ("Cyril", "Anna", "Ben")
    for number in range(30):
        matches.remember(home.storage, [f"Guest {number}"])
    assert len(matches.offered_names(home.storage)) == matches.MAX_NAMES
    home.storage.save(matches.KNOWN_NAMES.kind, "nonsense\nAnna\n")
    assert matches.offered_names(home.storage) == ()


def test_a_computer_has_no_name(home: Household) -> None:
    live_match = sit_down(home, BOTH, ("person", "level1"))
    assert live_match.match.players == ("Anna", "")
    live_match.seat(("level1", "person"), ("", "Anna"))
    assert home.resumed("othello").match.players == ("", "Anna")


def test_players_keep_their_names_when_they_change_places(home: Household) -> None:
    live_match = sit_down(home)
    live_match.seat(live_match.seats[::-1], live_match.match.players[::-1])
    assert home.resumed("othello").match.players == ("Ben", "Anna")
    live_match.resign(0)
    assert rematch(home, live_match).match.players == ("Anna", "Ben")


def test_lots_deal_the_colours_to_the_right_names(home: Household) -> None:
    game = BY_KEY["contactic"]
    found = set()
    for _ in range(8):
        setup = MatchSetup(dict(game.choices({})), PEOPLE, names=BOTH)
        stored_match = begin_match(home, game, setup)
        colours = stored_match.match.position.colours
        assert colours is not None
        found.add(tuple(sorted(zip(colours, stored_match.match.players, strict=True))))
    assert len(found) == 1, "a player who chose a colour has it"


def test_two_people_are_counted_in_both_orders(home: Household) -> None:
    for called, loser in ((BOTH, 1), (("ben", "ANNA"), 0), (BOTH, 0), (("Anna", ""), 0)):
        sit_down(home, called).resign(loser)
    computer = sit_down(home, BOTH, ("person", "level1"))
    computer.resign(0)
    (duel,) = duels(list(AlbumIndex(home).entries())).values()
    wins = dict(zip(map(str.casefold, duel.sides), (duel.wins, duel.losses), strict=True))
    assert wins == {"anna": 2, "ben": 1}
    assert duel.draws == 0


def test_names_make_no_other_match(home: Household) -> None:
    match = Match(BY_KEY["othello"], {}, 1)
    plain = identity(match)
    match.players = BOTH
    assert identity(match) == plain


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("  Anna   Lena ", "Anna Lena"),
        ("Anna\x00\x1b[31m", "Anna[31m"),
        ("\u202eannA\u202c\u200b", "annA"),
        ("An\tna", "An na"),
        ("\n\r ", ""),
        ("x" * 5000, "x" * MAX_NAME_LETTERS),
        ("Иван", "Иван"),
    ],
)
def test_names_are_cleaned(given: str, kept: str) -> None:
    assert plain_name(given) == kept
    text = record_text(Record("othello", players=(given, "Ben")))
    assert parse_record(text).players == (kept, "Ben")


def test_hostile_names_in_a_record_are_harmless(home: Household) -> None:
    name = "\u202e😀{colour}%s" + "𝔸" * 900
    match = replay(parse_record(f"Flipside 1\ngame othello\nfirst-name {name}\nmoves d3"), BY_KEY)
    assert len(match.players[0]) <= MAX_NAME_LETTERS
    live_match = LiveMatch(home, StoredMatch(match, PEOPLE))
    assert view_of(live_match).players == ("…{colour}%s…", "")
    event = live_match.resign(0)
    assert "…{colour}%s… gave up." in event.sentences


def test_letters_that_cannot_be_shown_fall_back_on_the_colour(home: Household) -> None:
    live_match = sit_down(home, ("Иван", "Zoe\u0301"))
    assert view_of(live_match).players == ("", "Zoé")
    assert view_of(live_match).called(0) == "Black"
    assert home.resumed("othello").match.players[0] == "Иван", "the record keeps it"
