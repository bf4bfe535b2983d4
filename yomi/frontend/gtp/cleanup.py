"""Playing on to take dead stones off the board, as KGS asks for when the players disagree about them."""

from yomi.frontend.gtp.desk import Desk
from yomi.frontend.gtp.score import verdict
from yomi.frontend.gtp.wire import Call
from yomi.games.go.board import EMPTY, PASS
from yomi.games.go.count import colour_of
from yomi.games.go.game import give_turn
from yomi.players.manners import Choice

RISK = 0.1  # how much win rate a capturing move may cost


def cleanup_choice(desk: Desk, call: Call, side: int) -> Choice:
    """As the player would choose, but no pass while dead stones of the opponent stand on the board."""
    desk.session.alter(lambda state: give_turn(state, side))  # forget passes: no one wins by ending the game now
    chosen = desk.choose(call, side)
    if chosen.move != PASS or chosen.search is None:
        return chosen
    liberties = liberties_of_dead(desk, side)
    if not liberties:
        return chosen
    others = [c for c in chosen.search.candidates(desk.position.game.width) if c.move != PASS]
    safe = [c for c in others if c.value >= chosen.search.value - RISK]
    best = next((c for c in safe if c.move in liberties), next(iter(safe or others), None))
    return chosen if best is None else Choice(best.move, chosen.search)


def liberties_of_dead(desk: Desk, side: int) -> set[int]:
    """The empty points next to dead stones of the opponent of `side`."""
    state, row = desk.position.state, desk.size + 1
    enemy = colour_of(1 - side)
    dead = [p for p, status in verdict(desk).status.items() if status == "dead" and state.colour[p] == enemy]
    beside = {p + step for p in dead for step in (-row, -1, 1, row)}
    return {p for p in beside if state.colour[p] == EMPTY}
