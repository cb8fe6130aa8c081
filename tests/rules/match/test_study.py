"""Tests of studies: any tree of moves survives records and links."""

from dataclasses import replace
from random import Random

import pytest

from flipside.rules.catalogue import BY_KEY, GAMES
from flipside.rules.contract.game import AnyGame
from flipside.rules.games.othello import OTHELLO
from flipside.rules.match.link import carries, fragment, read_link
from flipside.rules.match.match import Match, replay
from flipside.rules.match.record import BadRecord, Line, Record, parse_record, record_text
from flipside.rules.match.study import Study
from tests.rules.games.random_matches import CASES, Case, case_name, pick, played


def of_record(record: Record) -> Study:
    return Study(replay(record, BY_KEY), record.lines)


def wander(study: Study, random: Random, steps: int = 40) -> None:
    """Go to random plies of a study and make random moves."""
    match = study.match
    for _ in range(steps):
        if random.random() < 0.3:
            match.goto_ply(int(random.random() * (len(match.moves) + 1)))
        if match.result() is None:
            match.play(pick(match.legal(), random))
            study.follow()
        if random.random() < 0.3:
            study.comment = f"After {' '.join(study.path)}."


def random_study(case: Case, seed: int) -> tuple[Study, Random]:
    random = Random(seed)
    study = Study(played(Match(*case, seed), random, 12))
    wander(study, random)
    return study, random


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_random_trees_come_through_records_and_links(case: Case) -> None:
    study, _ = random_study(case, 1)
    record = study.to_record()
    assert record.lines
    assert parse_record(record_text(record)) == record
    assert of_record(record).to_record() == record
    text = record_text(record)
    assert text.startswith("Flipside 2\n"), "a program that does not know comments says so"
    assert text.splitlines()[-len(record.lines) :] == [
        f"note {line.ply} {line.comment}" if line.comment else f"line {line.ply} {line.moves}"
        for line in record.lines
    ]
    plain = replace(record, lines=tuple(line for line in record.lines if line.moves))
    assert record_text(plain).startswith("Flipside 1\n")
    study = of_record(record)
    for path in prefixes(paths(record)):
        study.show_line(path)
        study.match.goto_ply(len(path))
        assert study.comment in ("", f"After {' '.join(path)}.")
    match, told = read_link(fragment(replay(record, BY_KEY), record), BY_KEY)
    assert match.names() == record.moves.split()
    assert told.lines == (record.lines if carries(record) else ())


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_any_line_can_become_the_main_line_and_none_is_lost(game: AnyGame) -> None:
    study, random = random_study((game, {}), 2)
    for _ in range(10):
        before = study.to_record()
        wander(study, random, 1)
        study.match.goto_ply(int(random.random() * (len(study.match.moves) + 1)))
        path = study.path
        whole = sorted(paths(study.to_record()))
        assert set(paths(before)) <= set(prefixes(whole))
        study.promote()
        assert study.is_main
        assert study.to_record().moves.split()[: len(path)] == path
        assert sorted(paths(study.to_record())) == whole


def paths(record: Record) -> list[tuple[str, ...]]:
    """Return the lines of a record as complete sequences of moves."""
    found, path = [tuple(record.moves.split())], record.moves.split()
    for line in filter(lambda line: line.moves, record.lines):
        path = [*path[: line.ply], *line.moves.split()]
        found.append(tuple(path))
    return found


def prefixes(found: list[tuple[str, ...]]) -> list[tuple[str, ...]]:
    return [path[:ply] for path in found for ply in range(len(path) + 1)]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_deleting_takes_a_move_and_all_that_follows(game: AnyGame) -> None:
    study, random = random_study((game, {}), 3)
    while study.to_record().moves:
        study.show_line(pick(paths(study.to_record()), random))
        study.match.goto_ply(1 + int(random.random() * len(study.match.moves)))
        gone, size = tuple(study.path), study.size()
        before = set(prefixes(paths(study.to_record())))
        study.match.goto_ply(len(gone) - 1)
        study.delete(gone[-1])
        after = set(prefixes(paths(study.to_record())))
        assert before - after == {path for path in before if path[: len(gone)] == gone}
        assert len(before) - len(after) == size
        for line in study.to_record().lines:
            assert tuple(line.comment[len("After ") : -1].split()[: len(gone)]) != gone
        assert tuple(study.path) == gone[:-1]
    assert study.size() == 0


def test_a_line_leads_on_where_it_led_before() -> None:
    """After going back and playing another move, the line still continues with its later moves."""
    match = Match(OTHELLO)
    match.read_moves("d3 c3 c4 c5 b4")
    match.goto_ply(3)
    study = Study(match)
    assert (study.match.ply, study.match.names()) == (3, ["d3", "c3", "c4", "c5", "b4"])
    study.match.goto_ply(1)
    study.match.read_moves("e3")
    assert study.follow()
    assert study.match.names() == ["d3", "e3"]
    assert not study.is_main
    assert study.forks() == {1}
    study.match.goto_ply(1)
    names = [study.match.position.name(move) for move in study.branches()]
    assert names == ["c3", "e3"]
    study.match.play(study.branches()[0])
    assert not study.follow()
    assert study.match.names() == ["d3", "c3", "c4", "c5", "b4"]
    assert record_text(study.to_record()).endswith("at 2\nmoves d3 c3 c4 c5 b4\nline 1 e3\n")


def test_a_study_leaves_its_match_alone() -> None:
    match = Match(OTHELLO)
    match.read_moves("d3 c3")
    match.resign(0)
    record = match.to_record()
    study = Study(match)
    assert study.match.result() is None
    wander(study, Random(1))
    assert match.to_record() == record


@pytest.mark.parametrize(
    "line",
    [
        "line",
        "line 1",
        "line x c3",
        "line 3 c3",
        "line 1 c3 d3",
        "note 1",
        "note x Good",
        "note 3 Good",
        "note 0 \u200b",
    ],
)
def test_lines_that_do_not_fit_are_refused(line: str) -> None:
    with pytest.raises(BadRecord):
        of_record(parse_record(f"Flipside 1\ngame othello\nmoves d3 c3\n{line}\n"))


def test_a_link_leaves_out_lines_that_are_too_long_and_refuses_wrong_ones() -> None:
    match = Match(OTHELLO)
    match.read_moves("d3")
    record = match.to_record()
    lines = tuple(Line(0, name) for name in ("c4", "f5", "e6"))
    long = replace(record, lines=lines * 100)
    assert not carries(long)
    assert read_link(fragment(match, long), BY_KEY)[1].lines == ()
    wrong = replace(record, lines=(Line(0, "a1"),))
    with pytest.raises(BadRecord):
        read_link(fragment(match, wrong), BY_KEY)
