"""Tests of facts about moves, checked move by move by independent code."""

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from flipside.rules.catalogue import BY_KEY, GAMES
from flipside.rules.contract.game import AnyGame
from flipside.rules.contract.position import PASS, WIN, Fact, Move
from flipside.rules.contract.search_api import Limit, SearchInfo
from flipside.rules.engine.analysis.analyst import PositionAnalysis
from flipside.rules.engine.analysis.explain import hides_information, move_facts
from flipside.rules.games.othello import OTHELLO
from flipside.rules.games.othello.openings import opening_key, opening_lines
from flipside.rules.games.othello.position import Othello
from flipside.rules.match.match import Match
from tests.of_type import of_type
from tests.rules.engine.fact_checks import OWN, untrue
from tests.rules.engine.fact_checks.case import GENERAL, Case, fewest, loses
from tests.rules.games.random_matches import pick, play_on, variants, widened
from tests.texts import program_texts, texts_of

ROOT = Path(__file__).parents[3]

LIMIT = Limit(depth=3, nodes=3_000, uses_tablebase=True)

each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)


def random_cases(game: AnyGame, count: int) -> Iterator[tuple[Match, Random]]:
    """Yield matches after random moves. Every second match has other options."""
    made, seed = 0, 0
    while made < count:
        random = Random(seed)
        given = widened(game, pick(variants(game), random), random) if seed % 2 else {}
        match, plies = Match(game, given, seed), int(random.random() * (70 if seed % 3 else 160))
        while match.ply < plies and match.result() is None:
            play_on(match, random)
        if match.result() is not None:
            match.goto_ply(match.ply - 1 - int(random.random() * min(4, match.ply)))
            match.clear_redo()
        seed += 1
        if match.position.moves() != [PASS]:
            made += 1
            yield match, random


def thought_of(match: Match) -> SearchInfo:
    """Return the result of a shallow analysis of the position."""
    *_, info = PositionAnalysis(match.game, match.position, match.history(), LIMIT).infos()
    return info


@each_game
def test_what_is_said_is_true(game: AnyGame, long: bool) -> None:
    """The facts are those of the hint's move and of a random move."""
    said: Counter[str] = Counter()
    wrong = []
    for match, random in random_cases(game, 200 if long else 20):
        best = thought_of(match)
        for move, thought in ((best.move, best), (pick(match.position.moves(), random), None)):
            found = move_facts(game, match.position, move, thought, match.history())
            said.update(fact.key for fact in found)
            wrong += untrue(Case(match, move, thought), found)
    print(sorted(said.items()))
    assert not wrong, "\n".join(wrong[:10])
    assert said


@each_game
def test_a_hint_has_something_to_say(game: AnyGame) -> None:
    """Every position has a fact, and most have several."""
    counts = []
    for match, _ in random_cases(game, 20):
        best = thought_of(match)
        counts.append(len(move_facts(game, match.position, best.move, best)))
    assert min(counts) >= 1
    assert sum(count > 1 for count in counts) > len(counts) // 2


@each_game
def test_every_fact_has_words_and_a_check(game: AnyGame) -> None:
    """The texts of the game and of the program have exactly the facts that have a check."""
    text = texts_of(game.key)
    assert set(text["en"]["fact"]) == set(OWN[game.key])
    shell = program_texts("en")
    assert set(shell["fact"]) == set(GENERAL)


@each_game
def test_nothing_hidden_is_said(game: AnyGame) -> None:
    """The facts do not depend on hidden information."""
    for match, random in random_cases(game, 20):
        for move in match.position.moves()[:5]:
            here = move_facts(game, match.position, move)
            assert move_facts(game, match.position.determinize(random), move) == here


FORMS: tuple[Callable[[int, int], tuple[int, int]], ...] = (
    lambda column, row: (column, row),
    lambda column, row: (row, column),
    lambda column, row: (7 - row, 7 - column),
    lambda column, row: (7 - column, 7 - row),
)
"""The symmetries of the board that keep the first position."""


@pytest.mark.parametrize("key", opening_lines())
def test_openings_in_every_form(key: str) -> None:
    """Every line is legal and is recognised in each symmetry."""
    for form in FORMS:
        match = Match(OTHELLO)
        for name in opening_lines()[key]:
            column, row = form("abcdefgh".index(name[0]), int(name[1]) - 1)
            match.read_moves("abcdefgh"[column] + str(row + 1))
        assert opening_key(of_type(Othello, match.position)) == key


def test_openings_have_names_of_their_own() -> None:
    """Every line has a name of its own; other positions have none."""
    text = texts_of("othello")
    assert set(text["en"]["named"]) == set(opening_lines())
    assert len(set(text["en"]["named"].values())) == len(opening_lines())
    assert opening_key(of_type(Othello, Match(OTHELLO).position)) is None


RARE = [
    ("othello", {"start": "open"}, 1, {"parallel", "crosswise"}),
    ("switch", {"setup": "placed"}, 0, {"starts", "beside", "between", "largest", "pairs"}),
    ("flipop", {"chain": "free"}, 0, {"home", "pushes_back"}),
    ("contactic", {"referee": "off"}, 4, {"fits", "wrong", "nowhere", "dead"}),
    ("contactic", {"turn": "off"}, 38, {"saves", "only_field"}),
]
"""Rare facts, and the seed of a match with each."""


@pytest.mark.parametrize(("key", "given", "first", "keys"), RARE)
def test_what_is_seldom_said_is_true(
    key: str, given: dict[str, str], first: int, keys: set[str]
) -> None:
    """Matches are played until each of these facts has occurred."""
    said: set[str] = set()
    for seed in range(first, first + 40):
        match, random = Match(BY_KEY[key], given, seed), Random(seed)
        while match.result() is None and match.ply < 300:
            moves = match.position.moves()
            for move in {pick(moves, random), pick(moves, random), moves[0], moves[-1]}:
                found = move_facts(match.game, match.position, move)
                wanted = [fact for fact in found if fact.key in keys]
                assert not untrue(Case(match, move), wanted)
                said |= {fact.key for fact in wanted}
            play_on(match, random)
        if said == keys:
            return
    raise AssertionError(f"never said: {keys - said}")


ALL_SOLID = (
    "e6 f6 d3 c3 g6 e7 f7 f4 f5 d6 c5 e3 f2 g4 d7 g8 f8 c7 f3 c4 b2 f1 b4 a4 b3 d8 h4 g5 g2 a1 e2"
    " g1 c6 e8 h6 c2 c8 g7 h7 h8 d2 b6 a3 b8 b7 e1 a6 b5 a2 h2 a5 a7 h1 h3 g3 h5 a8 c1"
)
A_DRAW = (
    "d3 e3 f3 e2 f2 c4 b3 g4 d2 f1 h5 g2 f5 c5 c6 b7 h2 g1 c7 b4 c3 g5 a7 b6 f4 b2 a2 d8 a4 b5 d6"
    " e6 a6 a8 g6 h1 b1 a3 c8 c1 d7 h6 d1 c2 f6 a5 g3 f7 a1 h7 f8 b8 h4 g8 h8 e7 e1 h3 g7 pass"
)
A_PASS = (
    "f5 d6 c5 b4 c7 e7 b5 f4 f3 g4 d3 b8 f8 e2 e6 f6 b3 c3 c4 a5 a6 a7 b2 f7 g8 e8 b6 a1 b1 a2 d8"
    " d2 a3 g7 f2 g5 h4 c1 g6 d7 e1 g2 h2 d1 e3 b7 c6 a4 c8 g1 g3 c2 a8"
)
NARROW_ESCAPE = (
    "e5-b5 a4-b4 a3-c3 d3-a3 a5-e5 d5-d3 b2-d5 c2-d2 e1-e4 b1-b2 e4-c4 a5-a4 c2-b1 a4-d4 b1-d1"
    " e4-a4"
)

SAID = [
    ("othello", {}, A_DRAW, "e8", "draws", 0),
    ("othello", {}, ALL_SOLID, "b1", "only", 0),
    ("othello", {}, A_PASS, "f1", "no_reply", 0),
    ("othello", {}, "d3 c5 b6 f3", "f5", "one_reply", 0),
    ("othello", {}, "e6 f6", "f5", "few_replies", 2),
    ("othello", {}, "e6", "f6", "few_replies", 4),
    ("flipop", {}, "d1-d2", "b5-b4", "few_replies", 4),
    ("flipflop", {"setup": "chess"}, "g2 e5 b3 h5 b6 c1 a1 c8", "b1", "stops", 20),
    ("flipflop", {"setup": "chess"}, "e8 c8 c1 e1 b7 d7 c6 b3 f5", "a1", "stops", 15),
    ("switch", {}, "e1-b1 d5-d2 e5-c3 d1-d4 a5-e5 c4-a5 b4-c4", "e1-e3", "stops", 19),
    ("switch", {}, "e1-d1 c4-c3 d4-d5 e4-b4 c1-c4 c2-b2", "a1-a2", "stops", 28),
    ("switch", {}, NARROW_ESCAPE, "e5-e2", "only", 0),
]
"""Game, options, moves before, move, and the expected fact with its count."""


@pytest.mark.parametrize(("key", "given", "before", "name", "fact", "count"), SAID)
def test_what_must_be_said(
    key: str, given: dict[str, str], before: str, name: str, fact: str, count: int
) -> None:
    """Three matches are just above half: 20 of 38, 15 of 29 and 19 of 36 moves lose."""
    match = Match(BY_KEY[key], given)
    match.read_moves(before)
    found = {
        f.key: f.count for f in move_facts(match.game, match.position, named_move(match, name))
    }
    assert found.get(fact) == count, found


UNSAID = [
    ("flipflop", {"setup": "chess"}, "g4 f6 d6 b2", "h1", {"stops", "only"}),
    ("othello", {}, "e6", "f4", {"few_replies", "one_reply"}),
]


@pytest.mark.parametrize(("key", "given", "before", "name", "never"), UNSAID)
def test_what_must_not_be_said(
    key: str, given: dict[str, str], before: str, name: str, never: set[str]
) -> None:
    """If ten of twenty other moves lose, that is not most. Five replies are not few."""
    match = Match(BY_KEY[key], given)
    match.read_moves(before)
    found = {f.key for f in move_facts(match.game, match.position, named_move(match, name))}
    assert not found & never


def named_move(match: Match, name: str) -> Move:
    return next(m for m in match.position.moves() if match.position.name(m) == name)


def test_who_knows_says_so() -> None:
    """In Switch the tablebase makes a draw a fact. Elsewhere "level" is an evaluation."""
    match = Match(BY_KEY["switch"])
    move = match.position.moves()[0]
    for value in (-900, 0, 900):
        found = move_facts(match.game, match.position, move, SearchInfo(move, value, 1, 1, (move,)))
        assert found[-1].key == "drawn"
    near = Match(BY_KEY["switch"], {"swap": "adjacent"})
    for value, key in ((-51, "behind"), (-50, "level"), (50, "level"), (51, "ahead")):
        found = move_facts(near.game, near.position, move, SearchInfo(move, value, 1, 1, (move,)))
        assert found[-1].key == key
    other = match.position.moves()[1]
    found = move_facts(match.game, match.position, other, SearchInfo(move, 900, 1, 1, (move,)))
    assert not {fact.key for fact in found} & {"drawn", "ahead"}, "the thought was of another move"


@pytest.mark.parametrize(
    ("value", "exact", "key", "count"),
    [
        (WIN - 3, True, "wins_in", 2),
        (WIN - 3, False, "wins_within", 2),
        (WIN - 4, True, "wins_in", 2),
        (3 - WIN, True, "lost_in", 2),
        (3 - WIN, False, "lost_within", 2),
        (2 - WIN, False, "lost_in", 1),
    ],
)
def test_a_forced_end_is_said(value: int, exact: bool, key: str, count: int) -> None:
    match = Match(BY_KEY["othello"])
    move = match.position.moves()[0]
    found = move_facts(
        match.game, match.position, move, SearchInfo(move, value, 3, 1, (move,), exact)
    )
    said = {fact.key: fact.count for fact in found if fact.key[:5] in ("wins_", "lost_")}
    assert said == {key: count}
    assert not {fact.key for fact in found} & {"ahead", "level", "behind", "drawn"}


def to_be_said(case: Case) -> dict[str, int]:
    """Return the facts that the checks find true of a move, except hidden ones, with counts."""
    here, after = case.position, case.after
    result, found = case.result(case.move), {}
    if result is not None and result.winner in (case.me, None):
        found["wins" if result.winner == case.me else "draws"] = 0
    if hides_information(here):
        return found
    bad = [move for move in here.moves() if loses(case, move)]
    others = len(here.moves()) - 1
    if case.move not in bad and 2 * len(bad) > others:
        found.update({"only": 0} if len(bad) == others else {"stops": len(bad)})
    if result is None and after.turn != case.me:
        replies = after.moves()
        if list(replies) == [PASS]:
            found["no_reply"] = 0
        elif len(replies) <= 4:
            found.update({"one_reply": 0} if len(replies) == 1 else {"few_replies": len(replies)})
        elif len(here.moves()) <= 64 and fewest(case, Fact("fewest", len(replies), general=True)):
            found["fewest"] = len(replies)
    return found


@each_game
def test_nothing_true_is_left_out(game: AnyGame) -> None:
    """The positions are small enough to check everything."""
    checked = 0
    for match, random in random_cases(game, 25):
        moves = match.position.moves()
        if len(moves) * len(match.position.play(moves[0]).moves()) > 600:
            continue
        for move in {pick(moves, random) for _ in range(4)}:
            found = move_facts(game, match.position, move, history=match.history())
            said = {f.key: f.count for f in found if f.general}
            assert said == to_be_said(Case(match, move)), match.position.name(move)
            checked += 1
    assert checked > 8
