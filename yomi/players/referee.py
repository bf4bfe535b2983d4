"""The referee of Go: who owns what at the end, which stones are dead or in seki, and the score."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from yomi.games.go import count
from yomi.games.go.game import give_turn
from yomi.games.go.seki import seki_stones
from yomi.games.go.text import board_size, points
from yomi.games.position import Position
from yomi.search.threads import new_scratches
from yomi.value.ownership import ownership
from yomi.value.playout import Captures

JUDGE = Captures()  # chosen on 60 games of GNU Go: names its winner in 59, uniformly random playouts in 58
JUDGE_PLAYOUTS = 2000
SEKI_PLAYOUTS = 200  # for each move that might break a seki
SURE = 0.4  # who owns a point by so much keeps it: so 39 of 50 games of GNU Go end when it passes, 37 with its count
AREAS = {1: "black_territory", -1: "white_territory", 0: "dame"}


class Verdict(NamedTuple):
    """A counted position."""

    score: float  # black's points less white's and komi
    dead: list[int]
    seki: set[int]  # stones
    status: dict[int, str]  # of every point: alive, dead, seki, or whose territory
    open: set[int]  # points that a move may still be about: neutral or in doubt, but no part of a seki

    @property
    def leader(self) -> int | None:
        """The side that wins by this count, None for a draw."""
        return count.leader(self.score)


def owner_map(policy: Any, position: Position, playouts: int, seed: int = 1) -> np.ndarray:
    """Who owns each point at the end, +1 black to -1 white, by playouts; a game two passes ended goes on for it."""
    game = position.game
    if position.over:
        position = going_on(position, position.side)
    return ownership(policy, position.root, playouts, *new_scratches(1, game.width, game.length, seed)[0])


def going_on(position: Position, side: int) -> Position:
    """The position with a side to move, passes forgotten."""
    return position.altered(lambda state: give_turn(state, side))


def judge(position: Position, playouts: int = JUDGE_PLAYOUTS) -> Verdict:
    """The count of a position; its playouts are the same every time, so asking again changes nothing."""
    state = position.state

    def after(side: int, move: int) -> np.ndarray | None:
        begun = going_on(position, side)
        return owner_map(JUDGE, begun.after(move), SEKI_PLAYOUTS) if move in begun.legal else None

    owner = owner_map(JUDGE, position, playouts)
    seki = seki_stones(state, owner, after)
    dead = [p for p in count.dead_stones(state, owner) if p not in seki]
    holder = count.holders(position.root, dead, seki)
    status = {p: AREAS[int(holder[p])] for p in points(board_size(state))}
    for chain in count.chains(state).values():
        fate = "seki" if chain[0] in seki else "dead" if chain[0] in dead else "alive"
        status |= dict.fromkeys(chain, fate)
    in_doubt = {p for p in status if status[p] == "dame" or abs(float(owner[p])) < SURE}
    left = in_doubt - seki - count.room(state, seki)
    return Verdict(count.score(position.root, dead, seki), dead, seki, status, left)
