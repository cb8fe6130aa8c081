"""Rated results: which matches are rated, how devices merge, and what the program says."""

import sys
from dataclasses import replace
from datetime import date, timedelta
from itertools import pairwise, permutations
from pathlib import Path
from random import Random

import pytest

from flipside.game.live_match.live_match import LiveMatch
from flipside.game.saves import ratings
from flipside.game.saves.export import bundled, unbundle
from flipside.game.saves.matches import MatchSetup, Seats, StoredMatch, load_match, match_names
from flipside.game.saves.progress import begin_match, save_new_match
from flipside.game.saves.ratings import (
    RATINGS,
    RatedResult,
    RatingHistory,
    StoredRatings,
    unrated_reason,
)
from flipside.game.saves.task_progress import begin_problem, solve_problem
from flipside.game.services.storage import document
from flipside.game.services.storage.store import MAX_TEXT_BYTES
from flipside.rules.catalogue import BY_KEY
from flipside.rules.match.clock import TimeControl, full_clock
from flipside.rules.rating import Rating
from flipside.rules.teaching import problems_of
from tests.game.live_match.machine import Household

OTHELLO = BY_KEY["othello"]
AGAINST_LEVEL: Seats = ("person", "level2")
TWO: Seats = ("person", "person")
NAMES = ("Anna", "Ben")


def history(home: Household, kind: ratings.RatingKind = "levels") -> RatingHistory:
    return RATINGS.load(home.storage).history("othello", kind)


def rating(home: Household, name: str = "") -> Rating:
    return RATINGS.load(home.storage).at("othello", "people" if name else "levels", name)


def begun(home: Household, setup: MatchSetup | None = None) -> StoredMatch:
    stored_match = begin_match(home, OTHELLO, setup or MatchSetup({}, AGAINST_LEVEL))
    assert stored_match is not None
    return stored_match


def play(live_match: LiveMatch, plies: int = 12) -> LiveMatch:
    """Make the first legal moves, for both players."""
    while live_match.match.ply < plies:
        live_match.play(live_match.match.position.moves()[0])
    return live_match


def played(home: Household, loser: int, setup: MatchSetup | None = None) -> LiveMatch:
    live_match = play(LiveMatch(home, begun(home, setup)))
    live_match.resign(loser)
    return live_match


def said(live_match: LiveMatch) -> str:
    return " ".join(live_match.meaning.to_sentences(live_match.match_text))


def test_a_match_against_a_level_changes_the_rating(home: Household) -> None:
    assert rating(home) == Rating()
    live_match = played(home, 1)
    after = rating(home)
    assert after.value > Rating().value
    assert f"Your rating: 1,200 → {round(after.value):,} ± {round(after.margin)}." in said(
        live_match
    )
    assert history(home) == [(home.storage.device.now(), after)]
    played(home, 0)
    assert rating(home).value < after.value
    assert RATINGS.load(home.storage).at("switch", "levels") == Rating()


def test_both_of_two_people_are_rated(home: Household) -> None:
    live_match = played(home, 1, MatchSetup({}, TWO, names=NAMES))
    anna, ben = (rating(home, name) for name in ("anna", "BEN"))
    assert anna.value - Rating().value == pytest.approx(Rating().value - ben.value) != 0
    assert "Anna’s rating: 1,200 → " in said(live_match)
    assert "Ben’s rating: 1,200 → " in said(live_match)
    assert rating(home) == Rating()


def unequal() -> MatchSetup:
    clock = full_clock((TimeControl(300), TimeControl(60)))
    return MatchSetup({}, AGAINST_LEVEL, clock)


@pytest.mark.parametrize(
    ("setup", "reason"),
    [
        (unequal(), "times"),
        (MatchSetup({"goal": "fewest"}, AGAINST_LEVEL), "options"),
        (MatchSetup({"corners": "1"}, TWO, names=NAMES), "options"),
        (MatchSetup({}, ("person", "depth3")), "depth"),
        (MatchSetup({}, ("level1", "level2")), ""),
        (MatchSetup({}, TWO), ""),
        (MatchSetup({}, TWO, names=("Anna", "anna")), ""),
    ],
)
def test_matches_without_a_rating_say_why(home: Household, setup: MatchSetup, reason: str) -> None:
    live_match = played(home, 0, setup)
    assert unrated_reason(home.storage, live_match.stored_match) == reason
    assert RATINGS.load(home.storage).results == {}
    assert ("Not rated" in said(live_match)) == bool(reason)


def test_the_usual_options_are_rated() -> None:
    for game in BY_KEY.values():
        for option in game.options:
            assert option.default not in option.unrated
            assert {*option.unrated} < {*option.values}


def test_values_without_two_measured_pairs_of_levels_are_not_rated() -> None:
    """The table of measured scores has a row for each pair; values in bold are not rated."""
    text = Path("tests/RESULTS.md").read_text("utf-8")
    table = text.partition("### Ratings with other options")[2].partition("###")[0]
    for game in BY_KEY.values():
        row_of_game = f"| {game.key} | "
        rows = [row.lower().replace("-", "") for row in table.splitlines()]
        rows = [row for row in rows if row.startswith(row_of_game)]
        for option in game.options:
            for value in {*option.values[1:]} - {*option.unrated, *option.people_only}:
                measured = sum(f"`{option.key}={value}`" in row.replace("**", "") for row in rows)
                bold = sum(f"**`{option.key}={value}`" in row for row in rows)
                assert measured >= 2 or option.key == "first", (game.key, option.key, value)
                assert not bold


def test_an_early_end_is_not_rated(home: Household) -> None:
    live_match = play(LiveMatch(home, begun(home)), 4)
    live_match.resign(0)
    assert "ended after a few moves" in said(live_match)
    assert history(home) == ()


@pytest.mark.parametrize("kind", ["hint", "undo", "seats", "undone"])
def test_help_is_remembered_after_a_restart(home: Household, kind: str) -> None:
    live_match = play(LiveMatch(home, begun(home)), 6)
    if kind == "hint":
        live_match.ask_hint()
    elif kind == "undo":
        live_match.undo()
        play(live_match, 6)
    elif kind == "seats":
        live_match.seat(("person", "level1"))
    else:
        live_match.undo()
    again = Household(home.folder)
    resumed = play(again.resumed("othello"))
    resumed.resign(1)
    assert "Not rated" in said(resumed)
    reason = "undo" if kind == "undone" else kind
    assert again.text(f"rating.unrated.{reason}") in said(resumed)
    assert history(again) == ()


def test_looking_back_is_no_help(home: Household) -> None:
    live_match = play(LiveMatch(home, begun(home)))
    live_match.undo()
    live_match.redo()
    live_match.resign(1)
    assert len(history(home)) == 1


def test_the_first_result_of_a_match_stays(home: Household) -> None:
    """A lost match that is taken back and won has cost its points."""
    live_match = played(home, 0)
    lost = history(home)
    live_match.undo()
    play(live_match, 14)
    live_match.resign(1)
    assert history(home) == lost


def test_only_the_first_try_of_a_problem_counts(home: Household) -> None:
    first, second, *_ = problems_of(OTHELLO)
    solve_problem(home.storage, first, first=True)
    ((_, won),) = history(home, "problems")
    assert won.value > Rating().value
    begin_problem(home.storage, second)
    solve_problem(home.storage, second, first=False)
    _, (_, lost) = history(home, "problems")
    assert lost.value < won.value


def results(random: Random, count: int) -> StoredRatings:
    """Return results of some matches, a few of them under the same names."""
    entries = {}
    for _ in range(count):
        number = random.randrange(60)
        is_match = number % 2
        entries[f"match-{number}"] = RatedResult(
            game=("othello", "switch")[number % 3 == 0],
            kind="people" if is_match else "levels",
            sides=NAMES if is_match else ("", "level2"),
            result=random.choice(("won", "drawn", "lost")),
            opponent=0 if is_match else 1000,
            time=f"2026-{random.randrange(1, 13):02}-{random.randrange(1, 29):02} 12:00:00",
        )
    helped = {f"match-{random.randrange(60)}": random.choice(("hint", "undo")) for _ in range(9)}
    return StoredRatings(entries, helped)  # type: ignore[arg-type]


def test_devices_merge_in_any_order() -> None:
    random = Random(7)
    for _ in range(30):
        devices = [results(random, 20) for _ in range(3)]
        merged = set()
        for one, two, three in permutations(devices):
            whole = ratings._merged(ratings._merged(one, two), three)
            assert ratings._merged(one, ratings._merged(two, three)) == whole
            assert ratings._merged(whole, one) == whole
            merged.add(RATINGS.dump(whole))
        assert len(merged) == 1


def test_an_older_export_takes_nothing_back(home: Household, tmp_path: Path) -> None:
    played(home, 1)
    older = bundled(home.storage)
    played(home, 1)
    before = history(home)
    unbundle(home.storage, older)
    assert history(home) == before
    other = Household(tmp_path / "other")
    for _ in range(3):  # names depend on how many matches a device has begun
        played(other, 0)
    unbundle(other.storage, bundled(home.storage))
    assert len(history(other)) >= 3
    theirs = RATINGS.load(other.storage).results
    assert RATINGS.load(home.storage).results.keys() <= theirs.keys()


def test_a_copy_of_a_match_is_not_rated(home: Household) -> None:
    """A match that was exported cannot be won after it went on and was lost."""
    live_match = play(LiveMatch(home, begun(home)), 6)
    earlier = bundled(home.storage)
    name = live_match.stored_match.name
    play(live_match)
    unbundle(home.storage, earlier)
    (copy,) = {*match_names(home.storage)} - {name}
    live_match.resign(0)
    stored_match = load_match(home, copy)
    assert stored_match is not None
    resumed = play(LiveMatch(home, stored_match))
    resumed.resign(1)
    assert home.text("rating.unrated.copy") in said(resumed)
    assert len(history(home)) == 1


def test_a_match_from_a_text_is_not_rated(home: Household) -> None:
    match = play(LiveMatch(home, begun(home))).match
    stored_match = StoredMatch(match, AGAINST_LEVEL)
    assert save_new_match(home, stored_match)
    live_match = LiveMatch(home, stored_match)
    live_match.resign(1)
    assert home.text("rating.unrated.copy") in said(live_match)
    assert history(home) == ()


def many_results(count: int) -> dict[str, RatedResult]:
    """Return results of one person, one each day."""
    random, first = Random(3), date(2020, 1, 1)
    return {
        f"match-{number:04}": RatedResult(
            "othello",
            "levels",
            ("", "level2"),
            random.choice(("won", "drawn", "lost")),
            random.choice(OTHELLO.engine.level_ratings),
            f"{first + timedelta(number)} 12:00:00",
        )
        for number in range(count)
    }


def test_many_results_still_move_the_rating_the_right_way(home: Household) -> None:
    """A limit that drops the first results must not undo what the last one changes."""
    entries = [*many_results(330).items()]
    RATINGS.merge(home.storage, StoredRatings(dict(entries[:290])))
    for name, result in entries[290:]:
        before = rating(home).value
        RATINGS.merge(home.storage, StoredRatings({name: result}))
        moves_right(result.result, before, rating(home).value)
    assert len(history(home)) == 330


def moves_right(word: str, before: float, after: float) -> None:
    assert word != "won" or after > before
    assert word != "lost" or after < before


@pytest.mark.parametrize("seed", range(20))
def test_no_win_lowers_a_rating_in_any_sequence(seed: int) -> None:
    """Nor does a loss raise it; both people of a match are checked."""
    words = {"won": "lost", "drawn": "drawn", "lost": "won"}
    stored, moved = results(Random(seed), 60), 0
    ordered = [each for _, each in sorted(stored.results.items(), key=ratings._order)]
    lists: tuple[tuple[ratings.RatingKind, str, bool], ...] = (
        ("levels", "", True),
        ("people", "Anna", True),
        ("people", "Ben", False),
    )
    for kind, name, is_first in lists:
        for game in ("othello", "switch"):
            of_kind = [each for each in ordered if each.is_of(game, kind)]
            own = [Rating().value, *(each.value for _, each in stored.history(game, kind, name))]
            for each, (before, after) in zip(of_kind, pairwise(own), strict=True):
                moves_right(each.result if is_first else words[each.result], before, after)
                moved += 1
    assert moved > 30


def test_equals_who_draw_stay_equal_and_a_year_only_widens_the_interval() -> None:
    first = date(2024, 1, 1)
    draw = RatedResult("othello", "people", NAMES, "drawn", 0, "")
    draws = StoredRatings(
        {
            f"match-{n:03}": replace(draw, time=f"{first + timedelta(n)} 12:00:00")
            for n in range(500)
        }
    )
    last = first + timedelta(499)
    anna, ben = (draws.at("othello", "people", name) for name in NAMES)
    assert anna == ben
    assert anna.value == Rating().value
    later = [draws.at("othello", "people", "Anna", f"{last + timedelta(days)} 12:00:00")
             for days in (0, 30, 365, 20_000)]  # fmt: skip
    assert [each.value for each in later] == [anna.value] * 4
    widths = [each.deviation for each in later]
    assert widths == sorted({*widths})


@pytest.mark.parametrize("newest", ["2030-01-01 10:00:00", "9999-12-31 23:59:59"])
def test_a_clock_set_back_does_not_reverse_a_win(home: Household, newest: str) -> None:
    surprise = RatedResult("othello", "levels", ("", "level8"), "won", 2600, newest)
    RATINGS.merge(home.storage, StoredRatings({"match-surprise": surprise}))
    before = rating(home)
    if newest < "9999":
        live_match = played(home, 1)
        assert rating(home).value > before.value
        *_, (time, _) = history(home)
        assert time == "2030-01-01 10:00:01"
        assert "Your rating" in said(live_match)
    else:
        played(home, 1)
        assert len(history(home)) == 2


def test_ratings_are_computed_once_for_each_change(
    home: Household, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(home, 0)
    before = history(home)
    monkeypatch.setattr(Rating, "after", None)
    monkeypatch.setattr(RATINGS.__class__, "parse", None)
    assert history(home) == before


def test_solving_a_problem_reads_no_document_again_and_computes_no_rating(
    home: Household, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second, *_ = problems_of(OTHELLO)
    solve_problem(home.storage, first, first=True)
    with monkeypatch.context() as patches:
        patches.setattr(Rating, "after", None)
        patches.setattr(RATINGS.__class__, "parse", None)
        solve_problem(home.storage, second, first=True)
    assert len(history(home, "problems")) == 2


def test_computed_ratings_are_not_stored() -> None:
    stored = results(Random(1), 20)
    before = RATINGS.dump(stored)
    assert stored.history("othello", "levels")
    assert RATINGS.dump(stored) == before


def test_damage_is_reported_and_the_rest_goes_on(home: Household) -> None:
    home.storage.save(RATINGS.kind, "{}")
    live_match = played(home, 1)
    assert "Your rating" in said(live_match)
    assert len(history(home)) == 1


def test_only_new_results_are_computed(home: Household, monkeypatch: pytest.MonkeyPatch) -> None:
    """After thousands of results the end of a match must not take a second."""
    computed, after = list[Rating](), Rating.after
    monkeypatch.setattr(Rating, "after", lambda own, *of: computed.append(own) or after(own, *of))
    for number in range(5):
        played(home, number % 2)
        assert len(history(home)) == number + 1
        assert len(computed) == number + 1
    before = history(home)
    first = RatedResult("othello", "levels", ("", "level2"), "won", 900, "2000-01-01 10:00:00")
    RATINGS.merge(home.storage, StoredRatings({"early": first}))
    assert len(history(home)) == len(before) + 1
    assert len(computed) == 2 * len(before) + 1, "a result before others changes all ratings"
    ratings._computed.clear()
    fresh = StoredRatings(dict(RATINGS.load(home.storage).results))
    assert list(fresh.history("othello", "levels")) == list(history(home))


def test_a_match_whose_players_took_other_names_is_not_rated(home: Household) -> None:
    """Otherwise a lost match could be won by exchanging the names before its end."""
    live_match = play(LiveMatch(home, begun(home, MatchSetup({}, TWO, names=NAMES))), 10)
    live_match.seat(TWO, NAMES[::-1])
    live_match.resign(1)
    assert home.text("rating.unrated.seats") in said(live_match)
    assert RATINGS.load(home.storage).results == {}


@pytest.mark.parametrize("before", [("", ""), ("anna", "Ben "), ("", "Ben")])
def test_a_name_that_is_added_or_spelt_well_keeps_a_match_rated(
    home: Household, before: tuple[str, str]
) -> None:
    live_match = play(LiveMatch(home, begun(home, MatchSetup({}, TWO, names=before))), 10)
    live_match.seat(TWO, NAMES)
    live_match.resign(1)
    assert "Anna’s rating" in said(live_match)


def test_a_win_raises_the_rating_where_the_first_result_is_dropped(
    home: Household, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ratings, "_MAX_RESULT_BYTES", 400)
    for number, (word, opponent) in enumerate((("won", 2600), ("lost", 322))):
        result = RatedResult("othello", "levels", ("", "level2"), word, opponent, "")  # type: ignore[arg-type]
        time = f"2020-01-0{number + 1} 10:00:00"
        RATINGS.merge(home.storage, StoredRatings({f"match-{number}": replace(result, time=time)}))
    before = rating(home)
    (change,) = played(home, 1).meaning._rating_changes
    assert len(history(home)) == 2
    assert change.before.value < change.after.value == rating(home).value < before.value


@pytest.mark.parametrize("sides", [("", "level4"), ("\N{OX}" * 100, "\N{RAT}" * 100)])
def test_the_newest_results_fit_into_the_text(home: Household, sides: tuple[str, str]) -> None:
    """A text that is too long would be set aside when it is read."""
    kind: ratings.RatingKind = "people" if sides[0] else "levels"
    results = {
        f"othello-20200101-100000-{number:016x}": RatedResult(
            "othello", kind, sides, "drawn", 1200, f"{2000 + number // 100:04}-01-01 10:00:00"
        )
        for number in range(7_000)
    }
    assert RATINGS.merge(home.storage, StoredRatings(results))
    document._known.clear()
    stored = RATINGS.load(home.storage).results
    assert len(stored) > (900 if sides[0] else 4_000)
    assert stored == {name: results[name] for name in [*results][-len(stored) :]}
    assert played(home, 0, MatchSetup({}, AGAINST_LEVEL)).meaning._rating_changes
    document._known.clear()
    assert len(RATINGS.load(home.storage).results) >= len(stored)


def test_no_document_may_be_too_long_to_be_read() -> None:
    values = [value for module in [*sys.modules.values()] for value in vars(module).values()]
    documents = [value for value in values if isinstance(value, document.Document)]
    assert len(documents) > 8
    assert all(each.max_characters <= MAX_TEXT_BYTES for each in documents)
