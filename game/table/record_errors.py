"""Why a text holds no match, and a diagram is no position, in words."""

from game.services.text import Text
from rules.contract.diagram import GENERAL_FAULTS
from rules.contract.position_format import Fault
from rules.match.record import BadRecord


def record_error(text: Text, wrong: BadRecord) -> str:
    """The sentence that says why a text holds no match."""
    said = text(f"record.{wrong.key}", word=wrong.word, ply=wrong.ply)
    return said if wrong.fault is None else f"{said} {fault_words(text, wrong.fault)}"


def fault_words(text: Text, fault: Fault) -> str:
    """The sentence that says why a diagram is no position."""
    key = f"fault.{fault.key}"
    if fault.key in GENERAL_FAULTS:
        return text(key, **fault.values)
    return text.game(fault.game, key, **fault.values)
