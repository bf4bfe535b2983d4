"""Playouts: play to the end by a simple policy and see who won."""

from typing import NamedTuple

from numba import njit

from yomi.games.hints import begin, capture_move, estimate, margin, pick, play_out, random_move, survey, watch
from yomi.games.rules import RUNNING, outcome
from yomi.kernel.rng import SIGNED, uniform
from yomi.kernel.verb import body
from yomi.value.evaluate import evaluate

UNLIMITED, NO_MERCY = 1 << 30, 0.0


class Random(NamedTuple):
    """Uniformly random moves that fill no own eye [MOGO 3.2]."""

    depth: int = 0  # plies after which to stop and estimate (0: play to the end) [RAVE 2.3]
    bonus: float = 0.0  # part of the result that a larger margin is worth
    mercy: float = 0.0  # stop when one side is ahead by so much of the board in stones (0: play to the end)


class Captures(NamedTuple):
    """Captures something where it can, else plays a random move [MOGO 3.2]."""

    chance: float = 1.0  # probability with which a capture is looked for
    depth: int = 0  # plies after which to stop and estimate (0: play to the end) [RAVE 2.3]
    bonus: float = 0.0  # part of the result that a larger margin is worth
    mercy: float = 0.0  # stop when one side is ahead by so much of the board in stones (0: play to the end)


@body(pick, Random)
def pick_random(policy, state, out, rng):
    return SIGNED(random_move(state, out, rng))


@body(begin, Captures)
def begin_captures(policy, state):
    survey(state)


@body(pick, Captures)
def pick_capture(policy, state, out, rng):
    watch(state)
    if policy.chance >= 1.0 or uniform(rng) < policy.chance:
        move = capture_move(state, out, rng)
        if move >= 0:
            return SIGNED(move)
    return SIGNED(random_move(state, out, rng))


@body(evaluate, Random, Captures)
def evaluate_playout(policy, state, trace, out, rng):
    return playout(policy, state, trace, out, rng)


@njit(cache=True, inline="always")
def playout(policy, state, trace, out, rng):
    """Play to the end, or to the truncation; the result for the player to move at the start."""
    plies = play_out(state, policy, policy.depth if policy.depth > 0 else UNLIMITED, policy.mercy, trace, out, rng)
    result = outcome(state)
    value = estimate(state) if result == RUNNING else 0.5 * result + 0.5
    if policy.bonus > 0.0:
        value += min(policy.bonus, 1.0) * (0.5 * margin(state) + 0.5 - value)
    return value if plies % 2 == 0 else 1.0 - value
