"""Zone mode: playouts that stay near the last moves, their score completed by an estimate of the rest [MOGO 3.3]."""

from typing import Any, NamedTuple

import numpy as np

from yomi.games.hints import begin, local_points, owners, pick, play_out, random_move_inside
from yomi.games.position import Position
from yomi.games.rules import side
from yomi.kernel.rng import SIGNED, seeded
from yomi.kernel.trace import new_trace
from yomi.kernel.verb import body
from yomi.value.evaluate import evaluate
from yomi.value.mogo import Mogo
from yomi.value.ownership import ownership
from yomi.value.playout import NO_MERCY, UNLIMITED


class Zone(NamedTuple):
    """MoGo's playouts inside a zone round the last two moves [MOGO 3.3]."""

    alpha: float = 0.5  # how much of the whole board's lead is kept: 0 makes every position look even [MOGO eq.2]
    distance: int = 3  # how far empty points of the zone are from its chains; chains next to those belong to it
    estimates: int = 5000  # playouts on the whole board that estimate the scores before the search

    def prepared(self, position: Position) -> Any:
        """The zone of a position and what must be reached in it; plain playouts where there is no zone."""
        inside = np.zeros(1024, np.uint8)
        points = local_points(position.root.copy()[0], self.distance, inside)
        if not inside.any():
            return Mogo()
        game, policy = position.game, Mogo()
        scratch = new_trace(game.length), np.empty(game.width, np.int32), seeded(1)
        owner = ownership(policy, position.root, self.estimates, *scratch)
        zone, state = float(owner[inside[:points] != 0].sum()), position.state
        komi = float(state.komi + (state.balance if state.territory else 0))
        rest = adjusted_rest(self.alpha, zone, float(owner.sum()) - zone, komi)
        return ZonePlayout(policy, inside, komi - rest)


def adjusted_rest(alpha: float, zone: float, rest: float, komi: float) -> float:
    """What the board outside the zone is taken to be worth, so that the whole looks closer than it is."""
    return alpha * (rest + zone - komi) - (zone - komi)  # [MOGO eq.2]


class ZonePlayout(NamedTuple):
    """The zone of one position."""

    policy: Any
    inside: np.ndarray  # a flag for each point
    needed: float  # what the first player must score in the zone to win


@body(begin, ZonePlayout)
def begin_zone(zone, state):
    begin(zone.policy, state)


@body(pick, ZonePlayout)
def pick_zone(zone, state, out, rng):
    move = pick(zone.policy, state, out, rng)
    return move if zone.inside[move] != 0 else SIGNED(random_move_inside(state, zone.inside, out, rng))


@body(evaluate, ZonePlayout)
def evaluate_zone(zone, state, trace, out, rng):
    first_to_move = side(state) == 0
    marks = np.zeros(len(zone.inside), np.int8)
    play_out(state, zone, UNLIMITED, NO_MERCY, trace, out, rng)
    score = 0
    for p in range(owners(state, marks)):
        score += marks[p] * zone.inside[p]
    if score == zone.needed:
        return 0.5
    return 1.0 if (score > zone.needed) == first_to_move else 0.0
