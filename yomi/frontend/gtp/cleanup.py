"""Playing on to take dead stones off the board, as KGS asks for when the players disagree about them."""

import numpy as np

from yomi.frontend.gtp.desk import Desk
from yomi.frontend.gtp.score import verdict
from yomi.frontend.gtp.wire import Call
from yomi.games.go.board import EMPTY, PASS
from yomi.games.go.count import colour_of
from yomi.games.go.game import give_turn
from yomi.players.manners import Choice

RISK = 0.1  # how much win rate a capturing move may cost


def cleanup_choice(desk: Desk, call: Call, side: int) -> Choice:
    """As the player would choose, but dead stones of the opponent are taken first, and no pass before they are."""
    chosen = choice_by_area(desk, call, side)
    liberties = liberties_of_dead(desk, side)
    if not liberties or chosen.move is None or chosen.search is None:
        return chosen
    others = [c for c in chosen.search.candidates(desk.position.game.width) if c.move != PASS]
    capturing = [c for c in others if c.move in liberties and c.value >= chosen.search.value - RISK]
    best = next(iter(capturing), None) or (others[0] if others and chosen.move == PASS else None)
    return chosen if best is None else chosen._replace(move=best.move)


def choice_by_area(desk: Desk, call: Call, side: int) -> Choice:
    """The player's choice where area counts, so that stones played now cost nothing, and passes are forgotten."""
    territory = int(desk.position.state.territory)

    def begin(state: np.record) -> None:
        give_turn(state, side)
        state.territory = 0

    desk.session.alter(begin)
    try:
        return desk.choose(call, side)
    finally:
        desk.session.alter(lambda state: setattr(state, "territory", territory))


def liberties_of_dead(desk: Desk, side: int) -> set[int]:
    """The empty points next to dead stones of the opponent of `side`."""
    state, row = desk.position.state, desk.size + 1
    enemy = colour_of(1 - side)
    dead = [p for p, status in verdict(desk).status.items() if status == "dead" and state.colour[p] == enemy]
    beside = {p + step for p in dead for step in (-row, -1, 1, row)}
    return {p for p in beside if state.colour[p] == EMPTY}
