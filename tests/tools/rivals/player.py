"""The type of every rival: a function that chooses the moves of one side in one match."""

from collections.abc import Callable

from flipside.rules.contract.position import Move
from flipside.rules.engine.search import Level
from flipside.rules.engine.time_slices import SecondsClock
from flipside.rules.match.match import Match

RivalPlayer = Callable[[Match, Level, SecondsClock], Move]
"""Returns the move of a rival in a match that is not over, by the level's depth or seconds."""
