"""How a player behaves beyond searching: when it resigns, and when it passes in Go.

Under area scoring a game ends with all stones counted as they stand, so a player that is ahead only because some stones
are dead must not pass before they are off the board.
"""

from __future__ import annotations

from typing import NamedTuple

from yomi.games.catalog import is_go
from yomi.games.go import count
from yomi.games.go.board import PASS
from yomi.games.position import Position
from yomi.players.player import Player
from yomi.players.referee import owner_map
from yomi.players.search import Search

OWNERSHIP_PLAYOUTS = 500
LEAST_VISITS = 100  # a win rate from fewer visits is no reason to resign


class Choice(NamedTuple):
    """What a player decided: a move (None: it resigns), and the search behind it, if there was one."""

    move: int | None
    search: Search | None


def choose(player: Player, position: Position, seconds: float | None = None, **options: object) -> Choice:
    """The player's move, with manners; `options` go to its search."""
    go = is_go(position.game)
    if go and position.state.passes == 1 and count.standing_winner(position.root) == position.side:
        return Choice(PASS, None)
    search = player.search(position, seconds=seconds, **options)  # type: ignore[arg-type]
    budget = player.spec.budget
    if search.value < budget.resign and (search.solved or search.tree.visits[0] >= LEAST_VISITS):
        return Choice(None, search)
    return Choice(go_move(player, position, search) if go else search.best_move, search)


def go_move(player: Player, position: Position, search: Search) -> int:
    """The best move, but a pass when all is settled and won, and no pass that loses what could still be won."""
    if count.standing_winner(position.root) == position.side:
        if position.state.free * 2 < len(position.state.empty) and count.settled(
            position.state, owner_map(player.spec.playout, position, OWNERSHIP_PLAYOUTS)
        ):
            return PASS
    elif search.best_move == PASS:
        others = [c.move for c in search.candidates(2) if c.move != PASS]
        return others[0] if others else PASS
    return search.best_move
