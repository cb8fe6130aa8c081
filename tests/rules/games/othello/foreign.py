"""Reading of matches of other programs at once."""

from typing import Any

from flipside.rules.match.formats import FoundMatches, read_foreign_in_steps
from flipside.rules.match.reading import finished


def read_foreign(*args: Any, **options: Any) -> FoundMatches:
    """Return what `read_foreign_in_steps` does, without its steps."""
    return finished(read_foreign_in_steps(*args, **options))
