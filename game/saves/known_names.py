"""Names of people who have played, offered again. Nothing depends on them."""

import re
from collections.abc import Collection, Iterable
from itertools import chain, islice

from flipside.game.saves.document import Document, Entries
from flipside.game.services.storage.storage import Storage
from flipside.rules.match.record import plain_name

MAX_NAMES = 8


def offered_names(storage: Storage) -> list[str]:
    """The names, the last one used first."""
    return list(_joined(KNOWN_NAMES.load(storage)))


def remember(storage: Storage, names: Collection[str]) -> None:
    """Put these names before those known so far."""
    KNOWN_NAMES.change(storage, lambda known: _joined(names, known))


def _joined(*names: Iterable[str]) -> Entries:
    """The first `MAX_NAMES` different names, as keys without values."""
    found = dict.fromkeys(filter(None, map(plain_name, chain(*names))), "")
    return dict(islice(found.items(), MAX_NAMES))


KNOWN_NAMES = Document("names", re.compile("(.+)()"), _joined, 10_000, durable=False)
