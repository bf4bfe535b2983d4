"""The referee of Go: who owns what at the end, which stones are dead or in seki, and the score."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from yomi.games.go import count
from yomi.games.go.game import give_turn
from yomi.games.go.rules import region_owners
from yomi.games.go.seki import seki_stones
from yomi.games.go.text import board_size, points
from yomi.games.position import Position
from yomi.search.threads import new_scratches
from yomi.value.ownership import ownership
from yomi.value.playout import Captures

JUDGE = Captures()  # chosen on 60 games of GNU Go: names its winner in 59, uniformly random playouts in 58
JUDGE_PLAYOUTS = 2000
AREAS = {1: "black_territory", -1: "white_territory", 0: "dame"}


class Verdict(NamedTuple):
    """A counted position."""

    score: float  # black's points less white's and komi
    dead: list[int]
    status: dict[int, str]  # of every point: alive, dead, seki, or whose territory


def owner_map(policy: Any, position: Position, playouts: int, seed: int = 1) -> np.ndarray:
    """Who owns each point at the end, +1 black to -1 white, by playouts; a game two passes ended goes on for it."""
    game = position.game
    if position.over:
        position = position.altered(lambda state: give_turn(state, position.side))
    return ownership(policy, position.root, playouts, *new_scratches(1, game.width, game.length, seed)[0])


def judge(position: Position) -> Verdict:
    """The count of a position; its playouts are the same every time, so asking again changes nothing."""
    state = position.state
    owner = owner_map(JUDGE, position, JUDGE_PLAYOUTS)
    seki = seki_stones(state, owner)
    dead = [p for p in count.dead_stones(state, owner) if p not in seki]
    area = np.zeros(len(owner), np.int8)
    region_owners(count.without(position.root, dead)[0], area)
    status = {p: AREAS[int(area[p])] for p in points(board_size(state))}
    for chain in count.chains(state).values():
        fate = "seki" if chain[0] in seki else "dead" if chain[0] in dead else "alive"
        status |= dict.fromkeys(chain, fate)
    return Verdict(count.score(position.root, dead), dead, status)
