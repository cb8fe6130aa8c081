"""Contactic: the box. Rules CT-1 to CT-11 of the rule sheets."""

from rules.board import Board
from rules.contactic.judge import judge
from rules.contactic.position import opening
from rules.contactic.table import SIZES, table
from rules.contactic.tiles import MIXES
from rules.position import Choices, Game, Option

OPTIONS = (
    Option("mix", tuple(MIXES)),
    Option("board", SIZES),
    Option("turn", ("on", "off")),
    Option("referee", ("on", "off"), people_only=("off",)),
    Option("first", ("orange", "green", "lots")),
)


def _board(choices: Choices) -> Board:
    return table(choices["board"], choices["referee"] == "on").board


CONTACTIC = Game(
    key="contactic",
    options=OPTIONS,
    board=_board,
    opening=opening,
    judge=judge,
)
