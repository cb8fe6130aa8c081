"""Tests of the opening book of Othello: legal moves, symmetry, random choice."""

from collections import Counter
from dataclasses import replace
from random import Random

from flipside.rules.contract.search_api import Limit
from flipside.rules.engine.search import LEVEL_BY_KEY, level_of, search
from flipside.rules.games.othello import OTHELLO
from flipside.rules.games.othello.openings import BOOK_PATH, book_scores, canonical, symmetric_cell
from flipside.rules.games.othello.position import Othello, Setup, position
from flipside.rules.match.match import Match
from flipside.rules.training.othello import BOOK_LOSS_POINTS, book_line
from tests.of_type import of_type


def entries() -> list[Othello]:
    """Return every position of the book."""
    found = []
    for words in map(str.split, BOOK_PATH.read_text("utf-8").splitlines()):
        own, enemy = (int(word, 16) for word in words[:2])
        found.append(position((own, enemy), 0, Setup()))
    return found


def pictures(one: Othello) -> list[Othello]:
    """Return the position in the eight symmetries."""
    found = []
    for symmetry in range(8):
        first, second = (
            sum(1 << symmetric_cell(cell, symmetry) for cell in range(64) if discs >> cell & 1)
            for discs in one.discs
        )
        found.append(position((first, second), one.turn, one.setup))
    return found


def test_every_line_is_a_position_with_good_legal_moves() -> None:
    """Lines have the form that `book_line` writes, each position once."""
    assert len(entries()) > 300
    keys = set()
    for one, text in zip(entries(), BOOK_PATH.read_text("utf-8").splitlines(), strict=True):
        found = book_scores(one)
        assert found
        assert set(found) <= set(one.moves())
        assert max(found.values()) - min(found.values()) <= BOOK_LOSS_POINTS
        assert book_line(one.discs, {move[0]: value for move, value in found.items()}) == text
        assert canonical(one.discs)[0] == one.discs
        keys.add(one.discs)
    assert len(keys) == len(entries())


def test_every_picture_of_a_position_has_the_same_moves() -> None:
    for one in entries()[:20]:
        for after in pictures(one):
            found, here = book_scores(after), book_scores(one)
            assert found
            assert here
            assert sorted(found.values()) == sorted(here.values())
            assert set(found) <= set(after.moves())


def test_the_book_goes_on_from_its_own_moves() -> None:
    """From the start, all book moves lead to book positions, until the book ends."""
    plies = Counter[int]()
    for seed in range(30):
        match, random = Match(OTHELLO), Random(seed)
        while moves := book_scores(of_type(Othello, match.position)):
            match.play(random.choice(sorted(moves)))
        plies[match.ply] += 1
    assert min(plies) >= 6
    assert len(plies) >= 1


def test_other_games_have_no_book() -> None:
    for given in {"goal": "fewest"}, {"start": "open"}, {"start": "parallel"}, {"corners": "1"}:
        assert book_scores(of_type(Othello, Match(OTHELLO, given).position)) is None


def test_the_search_plays_from_the_book_by_chance() -> None:
    """The book move comes without a search, the same for the same Random, if the
    limit allows it."""
    start = Match(OTHELLO).position
    thoughts = [
        list(search(start, OTHELLO, Limit(uses_opening_book=True), Random(n)))[-1]
        for n in range(40)
    ]
    assert {thought.move for thought in thoughts} == set(start.moves())
    known = book_scores(of_type(Othello, start))
    assert known
    assert all(thought.score == known[thought.move] for thought in thoughts)
    again = list(search(start, OTHELLO, Limit(uses_opening_book=True), Random(3)))[-1]
    assert again == thoughts[3]
    bookless = replace(OTHELLO, engine=replace(OTHELLO.engine, opening_book=None))
    deep = list(search(start, bookless, Limit(depth=2, uses_opening_book=True), Random(1)))
    assert deep[-1].depth == 2
    assert list(search(start, OTHELLO, Limit(depth=2), Random(1)))[-1].depth == 2


def test_who_plays_from_the_book() -> None:
    """The two strongest levels and high fixed depths use the book."""
    assert [key for key, level in LEVEL_BY_KEY.items() if level.limit.uses_opening_book] == [
        "level7",
        "level8",
    ]
    assert not level_of("depth5").limit.uses_opening_book
    assert level_of("depth6").limit.uses_opening_book
