"""Matches by post: two households that know nothing of each other but links."""

from pathlib import Path

import pytest

from flipside.game.live_match.correspondence import KnownMatch, arrived, find_known, own_match
from flipside.game.live_match.live_match import LiveMatch
from flipside.game.live_match.match_view import view_of
from flipside.game.live_match.move_text import ContinuedElsewhere
from flipside.game.saves.album_index import AlbumIndex
from flipside.game.saves.matches import StoredMatch, load_match, match_names
from flipside.game.saves.progress import MAX_MATCHES_IN_PROGRESS, finish_match, save_new_match
from flipside.rules.catalogue import BY_KEY
from flipside.rules.match.clock import TimeControl, full_clock
from flipside.rules.match.link import fragment
from flipside.rules.match.match import Match
from flipside.rules.match.record import BadRecord
from tests.game.live_match.machine import FRAME, Household

PEOPLE = ("person", "person")


def made(live_match: LiveMatch, name: str) -> None:
    """A move by taps, as a person makes it."""
    match = live_match.match
    (move,) = (move for move in match.legal() if match.position.name(move) == name)
    for cell in move:
        assert live_match.tap(cell) is not None, f"{name} cannot be tapped"


def sent(live_match: LiveMatch) -> str:
    """The link that somebody sends."""
    assert live_match.correspondence.send()
    record = live_match.match.to_record(live_match.seats)
    return f"https://example.org/#{fragment(live_match.match, record)}"


class Home(Household):
    """A household that gets links."""

    def look(self, text: str) -> tuple[StoredMatch, KnownMatch | None]:
        stored_match = arrived(text)
        return stored_match, find_known(self, stored_match.match)

    def play_on(self, text: str, player: int | None) -> LiveMatch:
        """A match of its own from a link."""
        stored_match = own_match(self, self.look(text)[0], player)
        assert save_new_match(self, stored_match)
        return LiveMatch(self, stored_match)

    def goes_on(self, text: str) -> LiveMatch:
        """The match that is here, with what the link brings."""
        there, here = self.look(text)
        assert here.news == "goes_on"
        live_match = LiveMatch(self, here.saved)
        assert not isinstance(live_match.correspondence.take_in(there.match), ContinuedElsewhere)
        return live_match


@pytest.fixture
def anna(tmp_path: Path) -> Home:
    return Home(tmp_path / "anna")


@pytest.fixture
def ben(tmp_path: Path) -> Home:
    return Home(tmp_path / "ben")


def begun(home: Home, key: str = "othello", moves: str = "d3") -> LiveMatch:
    """A match that is saved, after these moves."""
    match = Match(BY_KEY[key], seed=1)
    match.read_moves(moves)
    match.players = ("Anna", "")
    stored_match = StoredMatch(match, PEOPLE)
    assert save_new_match(home, stored_match)
    return LiveMatch(home, stored_match)


def test_two_people_far_apart_play_one_match(anna: Home, ben: Home) -> None:
    here = begun(anna)
    there = ben.play_on(sent(here), 1)
    assert there.correspondence.away == 0
    made(there, "c3")
    here = anna.goes_on(sent(there))
    assert here.match.names() == ["d3", "c3"]
    assert here.correspondence.away == 1, "Ben moved elsewhere: he is away from now on"
    made(here, "c4")
    assert here.correspondence.awaits
    assert not here.taps
    assert here.tap(here.match.legal()[0][0]) is None, "his move is his"
    there = ben.goes_on(sent(here))
    assert there.match.names() == ["d3", "c3", "c4"]
    assert len(match_names(anna.storage)) == len(match_names(ben.storage)) == 1


def test_it_is_the_same_match_after_a_night(anna: Home, ben: Home) -> None:
    there = ben.play_on(sent(begun(anna)), 1)
    made(there, "c3")
    again = Home(ben.folder)
    stored_match = load_match(again, there.stored_match.name)
    assert stored_match is not None
    live_match = LiveMatch(again, stored_match)
    assert (
        live_match.correspondence.away,
        live_match.correspondence.awaits,
        live_match.correspondence.unsent,
    ) == (0, True, True)


def test_a_seat_by_post_says_so(anna: Home) -> None:
    live_match = begun(anna)
    event = live_match.correspondence.begin(1)
    assert f"{anna.text('post.waits')}." in event.sentences
    match_view = view_of(live_match)
    assert (match_view.away, match_view.awaits, match_view.human) == (1, True, False)
    assert match_view.prompt == anna.text("post.waits")
    assert live_match.pass_time(FRAME, 0.01) is None
    assert live_match.ask_hint() is None
    assert not isinstance(event, ContinuedElsewhere)


def test_what_was_sent_stands(anna: Home) -> None:
    live_match = begun(anna)
    live_match.correspondence.begin(1)
    assert live_match.correspondence.unsent
    assert live_match.can_undo, "a slip may be taken back as long as nobody knows it"
    live_match.undo()
    made(live_match, "c4")
    link = sent(live_match)
    assert not live_match.correspondence.unsent
    assert not live_match.can_undo
    assert live_match.undo() is None
    assert live_match.goto_ply(0) is None
    assert arrived(link).match.names() == ["c4"]


def test_giving_up_by_post(anna: Home, ben: Home) -> None:
    there = ben.play_on(sent(begun(anna)), 1)
    there.resign(1)
    assert there.can_undo
    link = sent(there)
    assert not there.can_undo
    here = anna.goes_on(link)
    assert (here.result.winner, here.result.reason) == (0, "gave_up")
    assert len(list(AlbumIndex(anna).entries())) == 1


def test_old_links_and_the_same_ones(anna: Home, ben: Home) -> None:
    live_match = begun(anna)
    first = sent(live_match)
    there = ben.play_on(first, 1)
    made(there, "c3")
    second = sent(there)
    anna.goes_on(second)
    for home, link, news in ((anna, first, "older"), (anna, second, "same"), (ben, first, "older")):
        found = home.look(link)[1]
        assert found.news == news


def test_a_contradiction_is_told_and_overwrites_nothing(anna: Home, ben: Home) -> None:
    one = begun(anna, moves="")
    other = ben.play_on(sent(one), 0)
    made(one, "d3")
    made(other, "c4")
    link = sent(other)
    found = anna.look(link)[1]
    assert found.news == "contradicts"
    before = [anna.storage.load(name) for name in match_names(anna.storage)]
    kept = anna.play_on(link, 1)
    made(kept, "c3")
    after = [anna.storage.load(name) for name in match_names(anna.storage)]
    assert set(before) < set(after)
    found = anna.look(sent(kept))[1]
    assert found.news == "same", "of two with this id, the one that fits best counts"


def test_another_seed_contradicts(anna: Home) -> None:
    live_match = begun(anna, "flipflop", "")
    sent(live_match)
    match = Match(live_match.game, seed=2)
    match.correspondence = live_match.match.correspondence
    found = find_known(anna, match)
    assert found.news == "contradicts"


def test_one_that_has_ended_is_found_in_the_album(anna: Home, ben: Home) -> None:
    live_match = begun(anna)
    link = sent(live_match)
    live_match.resign(0)
    last = sent(live_match)
    finish_match(anna, live_match.stored_match)
    assert match_names(anna.storage) == []
    for text, news in ((link, "older"), (last, "same")):
        found = anna.look(text)[1]
        assert (found.news, found.saved.name) == (news, "")


def test_a_match_carried_to_another_device_is_played_on_there(anna: Home, ben: Home) -> None:
    carried = ben.play_on(sent(begun(anna)), None)
    made(carried, "c3")
    made(carried, "c4")
    back = anna.goes_on(sent(carried))
    assert back.correspondence.away is None
    assert back.people == (True, True)


def test_one_move_on_another_device_sends_nobody_away(anna: Home, ben: Home) -> None:
    live_match = begun(anna)
    live_match.match.clock = full_clock((TimeControl(300), TimeControl(300)), allows_undo=True)
    carried = ben.play_on(sent(live_match), None)
    carried.match.spend(60.0)
    made(carried, "c3")
    back = anna.goes_on(sent(carried))
    assert back.correspondence.away is None
    assert back.match.clock == carried.match.clock


def test_time_that_ran_out_elsewhere_ends_the_match(anna: Home, ben: Home) -> None:
    live_match = begun(anna)
    live_match.match.clock = full_clock((TimeControl(300), TimeControl(300)), allows_undo=True)
    link = sent(live_match)
    carried = ben.play_on(link, None)
    carried.match.spend(999.0)
    back = anna.goes_on(sent(carried))
    assert back.result.reason == "on_time"
    here = anna.look(sent(carried))[1]
    assert here.news == "same"


def test_moves_for_ones_own_side_are_told(anna: Home, ben: Home) -> None:
    """Nobody else moves for one in secret; another device of one's own may."""
    first = sent(begun(anna))
    there = ben.play_on(first, 1)
    made(there, "c3")
    anna.goes_on(sent(there))
    for moves, brings in (("d3 c3 c4 e3", True), ("d3 c3", False), ("d3 c3 c4", True)):
        match = Match(BY_KEY["othello"], seed=1)
        match.read_moves(moves)
        match.correspondence = there.match.correspondence
        found = find_known(anna, match)
        assert found.brings_own is brings


def test_computers_come_along(anna: Home, ben: Home) -> None:
    match = Match(BY_KEY["othello"], seed=1)
    match.read_moves("d3")
    text = "#" + fragment(match, match.to_record(("person", "level3")))
    assert ben.play_on(text, None).seats == ("person", "level3")
    assert ben.play_on(text, 0).seats == PEOPLE


def test_a_sent_match_without_a_move_is_not_replaced(anna: Home) -> None:
    live_match = begun(anna, moves="")
    sent(live_match)
    begun(anna)
    assert len(match_names(anna.storage)) == 2
    assert MAX_MATCHES_IN_PROGRESS > 2


def test_seats_that_nobody_knows_are_refused() -> None:
    match = Match(BY_KEY["othello"])
    with pytest.raises(BadRecord):
        arrived("#" + fragment(match, match.to_record(("person", "wizard"))))
