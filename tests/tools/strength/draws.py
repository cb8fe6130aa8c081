"""Measures how matches between two players without mistakes end, and what their draws come from.

`python -m tests.tools.strength.draws GAME FIRST SECOND [MATCHES] [key=value ...]` plays matches
with these options between players who search so many plies and change seats. It prints how the
matches ended. Some moves can be judged by the rules alone: in Switch by the tablebase, in Flip-Flop
by whether the opponent can fill a line next. Of these it prints how many lost where another did
not. Matches begin with four random plies; the first seed is 0.
"""

import sys
from collections import Counter
from collections.abc import Mapping
from typing import Any

from flipside.rules.arena.contest import Terms, level_move, opened_match
from flipside.rules.catalogue import BY_KEY
from flipside.rules.contract.position import FORCED_WIN, Move
from flipside.rules.contract.search_api import Limit
from flipside.rules.engine.search import Level, warm_up
from flipside.rules.match.match import Match

_DEFAULT_MATCHES = 40


def losing_moves(match: Match) -> tuple[set[Move], bool] | None:
    """Return the moves known to lose, and whether the position is known to be won; None if the
    rules do not decide it."""
    position: Any = match.position
    if match.plies_left() == 1:  # the match ends before a reply
        return None
    if match.game.key == "switch":
        assert match.game.engine.tablebase is not None
        scores = match.game.engine.tablebase(position)
        if scores is None:
            return None
        lost = {move for move, score in scores.items() if score <= -FORCED_WIN}
        return lost, max(scores.values()) >= FORCED_WIN
    if match.game.key != "flipflop" or position.laying:
        return None
    after = {move: position.play(move) for move in match.legal()}
    lost = {move for move, now in after.items() if now.outcome is None and now.finishing(now.turn)}
    won = any(now.outcome and now.outcome.winner == position.turn for now in after.values())
    return lost, won


def measure_draws(
    key: str, depths: tuple[int, int], matches: int, given: Mapping[str, str]
) -> None:
    """Play the matches and print the counts."""
    game = BY_KEY[key]
    players = Level("first", Limit(depth=depths[0])), Level("second", Limit(depth=depths[1]))
    for _ in warm_up(game, Limit(uses_tablebase=True)):
        pass
    ends, moves = Counter[str](), Counter[str]()
    for number in range(matches):
        match, random = opened_match(game, Terms(*players, given), number)
        seats = players if number % 2 == 0 else players[::-1]
        while (result := match.result()) is None:
            known = losing_moves(match)
            move = level_move(match, seats[match.position.turn], random)
            if known is not None:
                lost, won = known
                moves["judged"] += 1
                moves["won before"] += won
                moves["all lose"] += len(lost) == len(match.legal())
                moves["lost by mistake"] += move in lost and len(lost) < len(match.legal())
            match.play(move)
        side = "drawn" if result.winner is None else seats[result.winner].key
        ends[f"{side}: {result.reason} {result.tie_break}".strip()] += 1
        moves["plies"] += match.ply
    print(f"{key} depth {depths[0]} v {depths[1]} {dict(given)}: {matches} matches")
    for counts in (ends, moves):
        print("  " + ", ".join(f"{name} {count}" for name, count in counts.most_common()))


if __name__ == "__main__":
    words = [word for word in sys.argv[1:] if "=" not in word]
    options = dict(word.split("=") for word in sys.argv[1:] if "=" in word)
    count = int(words[3]) if len(words) > 3 else _DEFAULT_MATCHES
    measure_draws(words[0], (int(words[1]), int(words[2])), count, options)
