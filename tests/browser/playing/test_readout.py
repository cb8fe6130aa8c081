"""The page without its picture: its accessibility tree shows everything, and keys do everything."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from tests.browser.conftest import Visit
from tests.browser.playing.test_access import axe, faults
from tests.browser.playing.test_saves import FILL
from tests.browser.screen_reader import Blind
from tests.browser.tab import Tab

__all__ = ["axe"]

GAMES = ("Othello", "Flip-Flop", "Switch", "Flipop", "Contactic")

LEGAL, OVER, ASKS = "möglich", "gewinnt|[Uu]nentschieden", "am Zug"

MOST = 400
"""Maximum number of moves of one person in a match."""


def started(tab: Tab, **more: str) -> Blind:
    """Open the German page and return a blind user at the shelf."""
    tab.settings(tempo="off", pace="off", language="de", **more).open()
    blind = Blind(tab)
    blind.wait("heading", "^Flipside$")
    return blind


def sit(blind: Blind, game: str) -> None:
    """Go from the shelf to a match; decline the offered lesson."""
    blind.press(f"^(Spielen|Weiter): {game}$")
    blind.wait("dialog", game)
    blind.press("^Einfach spielen$")
    blind.wait("heading", f"{ASKS}.*{game}")


def possible(blind: Blind) -> list[str]:
    """Return the names of possible fields and buttons; none after the match."""
    tree = blind.tree()
    if any(re.search(OVER, node.name) for node in tree.all("heading")):
        return []
    return [n.name for n in tree.all("button") if LEGAL in n.name.split(", ")]


def turns(blind: Blind) -> Iterator[list[str]]:
    """Yield the possible fields and buttons at each turn of the person, until the match ends."""
    found: list[str] = []

    def goes_on() -> bool:
        found[:] = possible(blind)
        return bool(found) or any(re.search(OVER, name) for name in blind.names("heading"))

    for _ in range(MOST):
        blind.tab.until(goes_on)
        if not found:
            return
        yield list(found)
    raise AssertionError("the match does not end")


def told_anew(blind: Blind, before: str) -> None:
    """Wait for an announcement other than `before`."""
    blind.tab.until(lambda: blind.told() != before)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_a_match_without_eyes(tab: Tab, game: str) -> None:
    """A whole match against the computer works with arrow keys and with typed, announced moves."""
    play(tab, game)


@pytest.mark.long
@pytest.mark.xdist_group("engines firefox")
@pytest.mark.parametrize("game", GAMES)
def test_a_match_without_eyes_in_firefox(visit: Visit, game: str) -> None:
    """The same works with Firefox's tree and keyboard."""
    play(visit("firefox"), game)


def play(tab: Tab, game: str) -> None:
    blind, random = started(tab), Random(3)
    sit(blind, game)
    for number, found in enumerate(turns(blind)):
        if number % 3 == 2:
            before = blind.told()
            blind.press("^Welche Züge möglich sind$")
            told_anew(blind, before)
            said = blind.told().rstrip(".\u00a0").split(". ")
            moves = [re.split(",| bis ", words)[0] for words in said]
            before = blind.told()
            blind.write(random.choice(moves))
            told_anew(blind, before)
            continue
        name, before = random.choice(found), blind.told()
        if not blind.field(name) and not blind.beside(name):
            continue  # a reply has changed the board
        blind.key("Enter")
        told_anew(blind, before)
    assert re.search(OVER, " ".join(blind.names("heading")))
    # If the match ends during a question, the answer follows the announcement of the end.
    assert re.search(OVER, " ".join(blind.lately()))


@pytest.mark.long
def test_a_position_is_set_up_and_solved_without_eyes(tab: Tab) -> None:
    """A position is set up stone by stone, survives a reload, and is solved by the tablebase."""
    blind, rows = started(tab), ("DLDLD", "LLDDL", "DD.LL", "LDLDL", "DLDLD")
    blind.press("^Partie einrichten: Switch$")
    blind.wait("button", "^Stellung aufbauen$")
    blind.press("^Stellung aufbauen$")
    blind.wait("heading", "^Stellung aufbauen – Switch$")
    blind.press("^Brett leeren$")
    for sign, words in (("D", "dunkel"), ("L", "hell")):
        blind.press(f"^{words}, 0$")
        for row, signs in enumerate(rows, start=1):
            for column, one in zip("abcde", signs, strict=True):
                if one == sign:
                    assert blind.field(f"{column}{row}, leer")
                    blind.key("Enter")
        blind.wait("button", f"^{words}, 12$")
    assert "Mit dieser Stellung kann eine Partie beginnen." in blind.told()
    tab.reload()
    blind.wait("button", "^Partie einrichten: Switch$")
    blind.press("^Partie einrichten: Switch$")
    blind.wait("button", "^Stellung aufbauen$")
    blind.press("^Stellung aufbauen$")
    blind.wait("button", "^Damit weitermachen$")
    blind.press("^Damit weitermachen$")
    blind.wait("button", "^hell, 12$")
    blind.press("^Erkunden$")
    tab.until(lambda: "Bei bestem Spiel unentschieden" in [n.name for n in blind.tree().all()])
    legal = [name for row in blind.rows() for name in row if LEGAL in name]
    assert len(legal) > 5
    assert all(", Wert " in name for name in legal)


@pytest.mark.long
@pytest.mark.parametrize("form", ["unseen", "large"])
def test_the_way_through_all_scenes(tab: Tab, axe: str, form: str) -> None:
    """In all scenes the focus goes to the heading and back to its button, and axe finds nothing."""
    blind = started(tab)

    def goes(button: str, role: str, heading: str) -> None:
        blind.press(button)
        blind.wait(role, heading)
        tab.until(lambda: (here := blind.here()) is not None and here.role == "heading")
        here = blind.here()
        assert here is not None
        assert re.search(heading, here.name), (button, here.name)
        assert faults(tab, axe) == [], button

    def back(button: str, key: str = "") -> None:
        if key:
            blind.key(key)
        else:
            blind.press("^Zurück$")
        tab.until(lambda: (here := blind.here()) is not None and bool(re.search(button, here.name)))

    goes("^Einstellungen$", "heading", "^Einstellungen$")
    if form == "large":
        enlarge(blind)
    back("^Einstellungen$")
    assert tab.js("document.getElementById('readout').className").split()[0] == form
    assert faults(tab, axe) == []
    for button, heading in (("^Partien$", "^Partien$"), ("^Aufgaben$", "^Aufgaben")):
        goes(button, "heading", heading)
        if button == "^Aufgaben$":
            grades = [name for name in blind.names("heading") if name.startswith("Schwierigkeit ")]
            assert len(grades) > 2
            assert set(grades) <= set(blind.names("group")), "its buttons belong to a heading"
        back(button)
    goes("^Partie einrichten: Flipop$", "heading", "Flipop")
    blind.press("^1 ")
    tab.until(lambda: "true" in [n.states.get("pressed") for n in levels(blind)])
    goes("^Spielanleitung$", "heading", "Flipop")
    back("^Spielanleitung$")
    blind.press("^Los geht’s$")
    blind.wait("heading", "am Zug|Flipop")
    if blind.names("dialog"):
        assert faults(tab, axe) == []
        blind.press("^Einfach spielen$")
    blind.wait("heading", "am Zug.*Flipop")
    assert faults(tab, axe) == []
    blind.write(possible_move(blind))
    tab.until(lambda: "Schwarz:" in blind.told())
    goes("^Menü$", "dialog", "Flipop")
    back("^Menü$", "Escape")
    goes("^Menü$", "dialog", "Flipop")
    goes("^Analyse$", "heading", "^Analyse")
    back("^Menü$|am Zug")
    goes("^Menü$", "dialog", "Flipop")
    blind.press("^Zurück ins Regal$")
    blind.wait("heading", "^Flipside$")


def levels(blind: Blind) -> list[Any]:
    return [node for node in blind.tree().all("button") if re.match("1 ", node.name)]


def possible_move(blind: Blind) -> str:
    """Ask for the possible moves, and return the first as announced."""
    blind.press("^Welche Züge möglich sind$")
    blind.tab.until(lambda: "-" in blind.told())
    return blind.told().split(",")[0]


def enlarge(blind: Blind) -> None:
    """Choose large type in the settings, in its group."""
    (group,) = [g for g in blind.tree().all("group") if g.name == "Große Schrift statt Bildern"]
    assert [node.name for node in group.all("button")] == ["An", "Aus"]
    blind.reach("button", "^Hoher Kontrast$")  # the last button before the group
    blind.key("Tab")
    assert blind.group() == group.name
    blind.key("Enter")
    large = "document.getElementById('readout').className.startsWith('large')"
    blind.tab.until(lambda: bool(blind.tab.js(large)))


STAND = """(() => {
  const stand = () => {
    const button = document.querySelector("#shelf button[data-name='play switch']");
    button?.focus();
    if (!button || document.activeElement !== button) requestAnimationFrame(stand);
  };
  addEventListener('DOMContentLoaded', stand);
})()"""
"""Focuses a button as soon as the page shows it."""


@pytest.mark.long
def test_one_stays_where_one_is(tab: Tab) -> None:
    """The focus stays on a shelf button when the game replaces the page's shelf.

    It stays on a field of the board while keys make moves, and moves from a removed button to the
    button in its place. Letters in the field for moves are not commands.
    """
    tab.settings(tempo="off", pace="off", language="de")
    tab.page.add_init_script(STAND)
    tab.page.goto(tab.url, wait_until="commit")
    blind = Blind(tab.started())

    def stays(name: str) -> bool:
        here = blind.here()
        return here is not None and here.name.split(",")[0] == name

    tab.until(lambda: stays("Spielen: Switch"))
    sit(blind, "Switch")
    (name, *_), before = possible(blind), blind.told()
    field = name.split(",")[0]
    assert blind.field(name)
    for key in ("Enter", "Escape", "a", "b", "f", "z", "c", "u"):
        blind.key(key)
        told_anew(blind, before)
        before = blind.told()
        assert stays(field), key
    blind.reach("textbox", "")
    tab.page.keyboard.type("ubm")
    assert blind.told() == before
    assert tab.js("document.activeElement.value") == "ubm"
    assert not blind.names("dialog")
    blind.key("Escape")
    blind.wait("dialog", "Switch")
    blind.key("Escape")
    tab.until(lambda: (here := blind.here()) is not None and here.role == "textbox")
    blind.key("Escape")
    blind.press("^Zurück ins Regal$")
    blind.press("^Partie einrichten: Othello$")
    blind.press("^Computer$")
    blind.press("^8 Volle Stärke$")
    blind.press("^Los geht’s$")
    blind.press("^Pause$")
    for name in ("Weiter", "Pause", "Weiter"):
        tab.until(lambda name=name: stays(name))  # type: ignore[misc]
        blind.key("Enter")


def test_what_cannot_be_saved_is_announced(tab: Tab) -> None:
    """A dialog that opens by itself takes the focus and contains its text."""
    blind = started(tab)
    tab.js(FILL)
    blind.press("^Spielen: Switch$")
    blind.wait("dialog", "Switch")
    blind.press("^Einfach spielen$")
    title = blind.wait("dialog", "gespeichert")
    (dialog,) = blind.tree().all("dialog")
    assert dialog.states["modal"] == "True"
    assert any(len(text.name) > 30 for text in dialog.all("StaticText"))
    tab.until(lambda: (here := blind.here()) is not None and here.name == title)
    blind.key("Escape")
    blind.wait("heading", "am Zug.*Switch")
    here = blind.here()
    assert here is not None
    assert here.role == "heading"
