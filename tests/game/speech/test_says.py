"""What a screen reader is told: one text for each event, in every language."""

from typing import Any

import pytest

from flipside.game.services.texts import LANGUAGES
from flipside.rules.contract.position import Move
from tests.game.conftest import MakePilot
from tests.game.journeys.recorded import recorded
from tests.game.pilot import Pilot

OTHELLO = recorded("othello")


def move(pilot: Pilot, name: str) -> Move:
    """The legal move of that name."""
    position = pilot.match.position
    return next(move for move in position.moves() if position.name(move) == name)


MOVES = [
    # game, moves before, choices, move; then what is heard in each language
    (
        ("othello", "", {}, "d3"),
        "Black: d3, turns 1: d4. White to move.",
        "Schwarz: d3, dreht 1 um: d4. Weiß am Zug.",
        "Černý: d3, otáčí 1: d4. Bílý je na tahu.",
        "Noir\u00a0: d3, retourne 1\u00a0: d4. À Blanc de jouer.",
    ),
    (
        ("othello", "e6 f4 e3 f6 g5 d6 e7 f5", {}, "c5"),
        "Black: c5, turns 5: d4 to d6, e5, f5. Black wins 64–0. Black has more discs.",
        "Schwarz: c5, dreht 5 um: d4 bis d6, e5, f5. Schwarz gewinnt 64\u00a0:\u00a00."
        " Schwarz hat mehr Steine.",
        "Černý: c5, otáčí 5: d4 až d6, e5, f5. Černý vyhrává 64\u00a0:\u00a00."
        " Černý má víc kamenů.",
        "Noir\u00a0: c5, retourne 5\u00a0: d4 à d6, e5, f5. Noir gagne 64–0. Noir a plus de pions.",
    ),
    (
        ("flipflop", "", {"setup": "chess"}, "e4"),
        "Dark: e4, turns 15: e1 to e8, a4 to d4, f4 to h4. Light to move.",
        "Dunkel: e4, dreht 15 um: e1 bis e8, a4 bis d4, f4 bis h4. Hell am Zug.",
        "Tmavý: e4, otáčí 15: e1 až e8, a4 až d4, f4 až h4. Světlý je na tahu.",
        "Foncé\u00a0: e4, retourne 15\u00a0: e1 à e8, a4 à d4, f4 à h4. À Clair de jouer.",
    ),
    (
        ("flipop", "c1-c2 b5-b4 c2-c3 b4-a4 c3-c4 c5-c4-b4", {}, "b4-b5"),
        "White: b4-b5, 1 off the board: b5, swung: door between b5 and c5."
        " Black to move. Move a ball.",
        "Weiß: b4-b5, 1 vom Brett: b5, gedreht: Tür zwischen b5 und c5."
        " Schwarz am Zug. Roll eine Kugel.",
        "Bílý: b4-b5, 1 z desky: b5, otočeno: dvířka mezi b5 a c5."
        " Černý je na tahu. Táhni kuličkou.",
        "Blanc\u00a0: b4-b5, 1 hors du plateau\u00a0: b5, pivote\u00a0: portillon entre b5 et c5."
        " À Noir de jouer. Joue une bille.",
    ),
    (
        ("switch", "a1-d1 e2-b2 a5-d5 e4-b4 a3-c3 a1-a3", {}, "c1-c2"),
        "Dark: c1-c2, group of 12. Light to move. Counter now, or you lose.",
        "Dunkel: c1-c2, Gruppe aus 12. Hell am Zug. Kontere jetzt, sonst verlierst du.",
        "Tmavý: c1-c2, skupina velikosti 12. Světlý je na tahu."
        " Teď zahraj protitah, jinak prohraješ.",
        "Foncé\u00a0: c1-c2, groupe de 12. À Clair de jouer. Contre maintenant, ou tu perds.",
    ),
    (
        ("switch", "", {"setup": "placed"}, "c3=L"),
        "First player: c3 Light, group of 1. Second player to move.",
        "Erster Spieler: c3 Hell, Gruppe aus 1. Zweiter Spieler am Zug.",
        "První hráč: c3 Světlá, skupina velikosti 1. Druhý hráč je na tahu.",
        "Premier joueur\u00a0: c3 Clair, groupe de 1. À Second joueur de jouer.",
    ),
    (
        ("contactic", "f5:0011", {"referee": "off"}, "object"),
        "Green: Object. Green to move. Objection rejected: that tile stays."
        " Tile in hand, coloured all round.",
        "Grün: Einspruch. Grün am Zug. Einspruch abgelehnt: Das Plättchen bleibt."
        " Plättchen in der Hand, ringsum farbig.",
        "Zelený: Námitka. Zelený je na tahu. Námitka zamítnuta: dílek zůstává."
        " Dílek v ruce, celý barevný.",
        "Vert\u00a0: Contester. À Vert de jouer. Contestation rejetée\u00a0: cette tuile reste."
        " Tuile en main, colorée tout autour.",
    ),
    (
        ("contactic", "f5:1100", {"referee": "off"}, "object"),
        "Green: Object, 1 off the board: f5. Green to move. Objection upheld: that tile is dead."
        " Tile in hand, coloured all round.",
        "Grün: Einspruch, 1 vom Brett: f5. Grün am Zug."
        " Einspruch stattgegeben: Das Plättchen ist tot. Plättchen in der Hand, ringsum farbig.",
        "Zelený: Námitka, 1 z desky: f5. Zelený je na tahu. Námitka uznána: dílek je mrtvý."
        " Dílek v ruce, celý barevný.",
        "Vert\u00a0: Contester, 1 hors du plateau\u00a0: f5. À Vert de jouer."
        " Contestation admise\u00a0: cette tuile est morte. Tuile en main, colorée tout autour.",
    ),
    (
        ("switch", "a1-c3 b1-a1 c3-b1 a1-c3 b1-a1", {}, "c3-b1"),
        "Light: c3-b1, group of 1. Dark to move. This position has come up twice."
        " A third time ends the match.",
        "Hell: c3-b1, Gruppe aus 1. Dunkel am Zug. Diese Stellung ist zum zweiten Mal entstanden."
        " Beim dritten Mal endet die Partie.",
        "Světlý: c3-b1, skupina velikosti 1. Tmavý je na tahu. Tato pozice nastala podruhé."
        " Až nastane potřetí, partie skončí.",
        "Clair\u00a0: c3-b1, groupe de 1. À Foncé de jouer. Cette position est apparue deux fois."
        " La troisième met fin à la partie.",
    ),
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("case", MOVES, ids=lambda case: " ".join((case[0][0], case[0][3])))
def test_a_move_is_told(
    fly: MakePilot, heard: list[str], case: tuple[Any, ...], language: str
) -> None:
    (game, before, choices, name), *told = case
    pilot = fly(language=language)
    pilot.sit_down(game, before, seed=6, **choices)
    heard.clear()
    pilot.commit(move(pilot, name))
    assert heard[-1] == told[list(LANGUAGES).index(language)]


def test_looking_back_and_giving_up_are_told(pilot: Pilot, heard: list[str]) -> None:
    pilot.sit_down(moves="d3 c3 c4")
    heard.clear()
    pilot.key("u")
    pilot.key("r")
    pilot.play.show(pilot.play.live_match.resign(1))
    pilot.key("u")
    assert heard == [
        "Taken back: c4. Looking back: move 2 of 3. Black to move. Place a disc.",
        "Black: c4, turns 1: d4. White to move. Place a disc.",
        "Black wins. White gave up.",
        "White to move. Place a disc.",
    ]


WORDS = {
    "en": ("1. d3 Dark", "2. e4 Light"),
    "de": ("1. d3 Dunkel", "2. e4 Hell"),
    "cs": ("1. d3 Tmavá", "2. e4 Světlá"),
    "fr": ("1. d3 Foncé", "2. e4 Clair"),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_list_of_moves_has_words(fly: MakePilot, language: str) -> None:
    """What is chosen beside the board is named in the player's language, not in notation."""
    pilot = fly(language=language)
    pilot.sit_down("switch", "d3=D e4=L", setup="placed")
    assert set(WORDS[language]) <= set(pilot.words().splitlines())
