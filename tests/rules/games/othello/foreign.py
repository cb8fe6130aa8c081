"""Reading of matches of other programs without steps."""

from typing import Any

from flipside.rules.match.formats import FoundMatches, read_foreign_in_steps
from flipside.rules.match.reading import finished


def read_foreign(*args: Any, **options: Any) -> FoundMatches:
    """Call `read_foreign_in_steps` and take all steps at once."""
    return finished(read_foreign_in_steps(*args, **options))
