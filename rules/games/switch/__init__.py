"""Switch by Hartmut Kommerell: rules, options, levels and tablebase (SW-1 to SW-13)."""

from collections.abc import Generator, Mapping
from functools import cache
from random import Random
from typing import TYPE_CHECKING

from flipside.rules.contract.game import Choices, Game, Option
from flipside.rules.contract.position import Move, RepetitionAndCap
from flipside.rules.contract.search_api import EngineSpec, Limit
from flipside.rules.engine.data_files import PackedFile, path
from flipside.rules.games.switch.facts import (
    cell_descriptions,
    facts,
    illegal_reason,
    lessons_after_loss,
)
from flipside.rules.games.switch.position import (
    ARRANGEMENTS,
    BOARD_PLACED,
    DIAGRAMS,
    LayingPhase,
    PlayingPhase,
    Setup,
    Switch,
    position_from_rows,
)
from flipside.rules.games.switch.stones import BOARD

if TYPE_CHECKING:
    from flipside.rules.contract.batch_rules import BatchRules
    from flipside.rules.games.switch.engine.table import SwitchTable

OPTIONS = (
    Option("setup", ("chess", "windmill", "ring", "placed"), opening_only=True, unrated=("ring",)),
    Option("first", ("dark", "light"), unless=(("setup", "placed"),), opening_only=True),
    Option("swap", ("any", "adjacent")),
    Option("counter", ("on", "off")),
    Option("cap", ("200", "100", "400", "off")),
    Option("tie", ("draw", "groups"), unrated=("groups",), added=True),
)


def _opening(choices: Choices, random: Random) -> Switch:
    setup = Setup.of(choices)
    if setup.placed:
        return LayingPhase((0, 0), 0, setup, None)
    return position_from_rows(ARRANGEMENTS[choices["setup"]], choices["first"], setup)


@cache
def _batch() -> "BatchRules[Switch]":
    from flipside.rules.games.switch.engine.batch import SwitchBatch

    return SwitchBatch()


def _read_table(content: bytes) -> "Generator[None, None, SwitchTable | None]":
    from flipside.rules.games.switch.engine.table import read_table

    yield
    return (yield from read_table(content))


TABLE = PackedFile(path("switch", "table.bin"), _read_table, ("level7", "level8"))
"""The tablebase."""


def _tablebase(position: Switch) -> Mapping[Move, int] | None:
    """Return the exact scores of all moves from the tablebase, or None."""
    from flipside.rules.games.switch.engine.table import tablebase_scores

    return tablebase_scores(TABLE, position)


LIMITS = {"level6": Limit(depth=6, nodes=150_000)}
"""A full search of six plies takes seconds here."""


SWITCH = Game(
    key="switch",
    options=OPTIONS,
    board=lambda choices: BOARD_PLACED if choices["setup"] == "placed" else BOARD,
    opening=_opening,
    engine=EngineSpec(
        level_ratings=(773, 1000, 1921, 2401, 2618, 2618, 2643, 2643),
        batch_rules=_batch,
        data_files=(TABLE,),
        tablebase=_tablebase,
        warm_up=TABLE.loading,
        limits=LIMITS,
    ),
    facts=facts,
    lessons_after_loss=lessons_after_loss,
    illegal_reason=illegal_reason,
    cell_descriptions=cell_descriptions,
    orthogonal_only=True,
    repetition=RepetitionAndCap(
        verdict=lambda position, reason: position.verdict(reason),
        # A pending counter may be played after the cap (SW-12).
        pending=lambda position: isinstance(position, PlayingPhase) and position.must_counter,
    ),
    diagrams=DIAGRAMS,
)
