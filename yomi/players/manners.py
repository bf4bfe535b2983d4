"""How a player behaves beyond searching: when it resigns, and when it passes in Go.

Under area scoring a game ends with all stones counted as they stand, so a player that is ahead only because some stones
are dead must not pass before they are off the board. Under territory scoring dead stones are agreed on at the end and
every stone in a territory costs a point, so a player passes once nobody's points are in doubt, and until then plays
where they are. A search knows nothing of such an agreement: two passes end its games with all stones alive.
"""

from __future__ import annotations

from typing import NamedTuple

from yomi.games.catalog import is_go
from yomi.games.go import count
from yomi.games.go.board import PASS
from yomi.games.position import Position
from yomi.players.clock import Clock, Unlimited
from yomi.players.player import Player
from yomi.players.referee import JUDGE, JUDGE_PLAYOUTS, Verdict, going_on, judge, owner_map
from yomi.players.search import Search

OWNERSHIP_PLAYOUTS = 500
RISK = 0.02  # how much win rate it may cost to leave a territory alone


class Choice(NamedTuple):
    """What a player decided: a move (None: it resigns), and the search behind it, if there was one."""

    move: int | None
    search: Search | None


def choose(player: Player, position: Position, seconds: float | None = None, **options: object) -> Choice:
    """The player's move, with manners; `options` go to its search."""
    go = is_go(position.game)
    if go and position.state.territory:
        return choose_by_territory(player, position, seconds, **options)
    if go and position.state.passes == 1 and count.standing_winner(position.root) == position.side:
        return Choice(PASS, None)
    search = player.search(position, seconds=seconds, **options)  # type: ignore[arg-type]
    if hopeless(player, search):
        return Choice(None, search)
    return Choice(go_move(position, search) if go else search.best_move, search)


def limits(player: Player, position: Position, clock: Clock) -> dict[str, float | int | None]:
    """What a clock leaves for the next move: its time, and no more than the player's own limits."""
    if isinstance(clock.control, Unlimited):
        return {}
    own = player.spec.budget
    soft = clock.budget(position.game.moves_left(position.state)).soft
    return {"simulations": own.simulations, "seconds": min(soft, own.seconds or soft)}


def hopeless(player: Player, search: Search) -> bool:
    """Whether the player would resign."""
    return bool(search.value < player.spec.budget.resign and (search.solved or search.sure))


def go_move(position: Position, search: Search) -> int:
    """The best move, but a pass when all is settled and won, and no pass that loses what could still be won."""
    if count.standing_winner(position.root) == position.side:
        if position.state.free * 2 < len(position.state.empty) and count.settled(
            position.state, owner_map(JUDGE, position, OWNERSHIP_PLAYOUTS)
        ):
            return PASS
    elif search.best_move == PASS:
        return best_stone(search)
    return search.best_move


def best_stone(search: Search) -> int:
    """The best move that is no pass, where there is one."""
    return next((c.move for c in search.candidates(2) if c.move != PASS), PASS)


def choose_by_territory(player: Player, position: Position, seconds: float | None, **options: object) -> Choice:
    """The player's move where territory counts."""
    verdict, passed = count_after_pass(position), position.state.passes == 1
    if passed and verdict is not None and may_end(position, verdict):
        return Choice(PASS, None)
    begun = going_on(position, position.side) if passed else position  # no search may end the game at once
    search = player.search(begun, seconds=seconds, **options)  # type: ignore[arg-type]
    won = verdict is not None and verdict.leader == position.side
    if hopeless(player, search) and not won:
        return Choice(None, search)
    if verdict is not None and not verdict.open and (won or search.value < 0.5):
        return Choice(PASS, search)
    return Choice(useful_move(search, verdict, won), search)


def count_after_pass(position: Position) -> Verdict | None:
    """What a pass of the side to move would be counted as; nobody asks while most of the board is empty."""
    state = position.state
    if state.passes == 0 and state.free * 4 > len(state.empty) * 3:
        return None
    return judge(position.after(PASS), JUDGE_PLAYOUTS if state.passes else OWNERSHIP_PLAYOUTS)


def may_end(position: Position, verdict: Verdict) -> bool:
    """Whether a second pass wins: nothing is in doubt, or each doubt is resolved against the side to move."""
    side, state = position.side, position.state
    own_dead = [p for p in verdict.dead if state.colour[p] == count.colour_of(side)]
    against = count.leader(count.score(position.root, own_dead, verdict.seki))
    return verdict.leader == side and (not verdict.open or against == side)


def useful_move(search: Search, verdict: Verdict | None, won: bool) -> int:
    """The best move, but one where points are in doubt if it is as good, and no pass that loses what could be won."""
    best = search.best_move
    if verdict is not None and best not in verdict.open:
        others = search.candidates(search.position.game.width)
        good = [c.move for c in others if c.value >= search.value - RISK]
        best = next((move for move in good if move in verdict.open), PASS if won and PASS in good else best)
    return best_stone(search) if best == PASS and not won else best
