"""How a game ended: by its rules, by counting, or by a player who gave up or was stopped.

Who wins is decided by our rules. Where another Go engine takes part, two passes may leave dead stones on the board, for
engines such as GNU Go do not capture them: chains that playouts give to the other side more often than not are
taken off before the area is counted. Our own players play on until nothing is dead: their area counts as it stands.
Where territory counts, dead stones are always those of the referee, on which our players agree.
"""

from __future__ import annotations

from typing import NamedTuple

from yomi.games import catalog
from yomi.games.go import count
from yomi.games.position import Position
from yomi.players.referee import judge

RESIGNED, ILLEGAL, FAILED, LATE, LIMIT = "resignation", "illegal move", "engine failed", "time", "move limit"
LETTERS = {RESIGNED: "R", LATE: "T"}  # of results in SGF; F for everything else that is forbidden


class Ending(NamedTuple):
    """How a game ended; the winner is a side."""

    winner: int | None
    result: str
    reason: str  # rules, count, or one of the words above
    detail: str = ""


def forfeit(position: Position, reason: str, detail: str = "", loser: int | None = None) -> Ending:
    """A side loses, the one to move unless it is named."""
    winner = 1 - (position.side if loser is None else loser)
    if catalog.is_go(position.game):
        return Ending(winner, f"{'BW'[winner]}+{LETTERS.get(reason, 'F')}", reason, detail)
    return Ending(winner, f"{position.game.sides[winner]} wins by {reason}", reason, detail)


def finished(position: Position, outsiders: bool) -> Ending:
    """How a game ended that the rules ended."""
    game, winner = position.game, position.winner
    if not catalog.is_go(game):
        return Ending(winner, "draw" if winner is None else f"{game.sides[winner]} wins", "rules")
    state = position.state
    if state.passes < 2 or not (outsiders or state.territory):
        return Ending(winner, count.score_text(count.score(position.root, [])), "rules")
    return counted(position, "count")


def stopped(position: Position) -> Ending:
    """How a game counts that was long enough: Go as the referee sees it, any other game as a draw."""
    return counted(position, LIMIT) if catalog.is_go(position.game) else Ending(None, "draw", LIMIT)


def counted(position: Position, reason: str) -> Ending:
    """A game of Go, dead stones taken off."""
    verdict = judge(position)
    dead = " ".join(position.text(p) for p in verdict.dead)
    return Ending(verdict.leader, count.score_text(verdict.score), reason, f"dead: {dead}" if dead else "")
