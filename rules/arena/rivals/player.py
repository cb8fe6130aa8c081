"""The interface of every rival: a function that makes the moves of one side in one match."""

from collections.abc import Callable

from rules.contract.position import Move
from rules.engine.levels import Level
from rules.engine.time_slices import SecondsClock
from rules.match.match import Match

Player = Callable[[Match, Level, SecondsClock], Move]
"""Makes the moves of a rival in one match: at the depth of the level, or in its seconds."""
