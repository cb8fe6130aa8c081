"""Positions that are being set up: of each game the one that was changed last."""

from game.services.table_services import TableServices
from rules.contract.diagram import BadPosition
from rules.contract.game import AnyGame, BadChoice, Choices
from rules.contract.position_format import parse_diagram
from rules.match.record import BadRecord, Record, parse_record, record_text


def _name(game: AnyGame) -> str:
    return f"{game.key}-draft"


def save_draft(services: TableServices, game: AnyGame, choices: Choices, position: str) -> None:
    """Save a position text, which may be unfinished, in place of the one before."""
    record = Record(game.key, dict(choices), start=position)
    services.storage.save(_name(game), record_text(record))


def load_draft(services: TableServices, game: AnyGame) -> Record | None:
    """The position that was set up last and its options, or None; a damaged text is set aside."""
    text = services.storage.load(_name(game))
    if text is None:
        return None
    try:
        record = parse_record(text)
        parse_diagram(game, game.choices(record.choices), record.start)
        return record
    except (BadRecord, BadChoice, BadPosition):
        services.storage.set_aside(_name(game))
        return None


def drop_draft(services: TableServices, game: AnyGame, position: str = "") -> None:
    """Remove the draft of a game; given a `position`, only if it is that one."""
    kept = load_draft(services, game)
    if kept is not None and position in ("", kept.start):
        services.storage.remove(_name(game))
