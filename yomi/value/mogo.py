"""Sequence-like playouts: answer the last move as MoGo does, each rule with a probability of its own."""

from typing import NamedTuple

from yomi.games.hints import (
    begin,
    blunder,
    capture_move,
    earlier_pattern_move,
    escape_move,
    nakade_move,
    open_move,
    pattern_move,
    pick,
    pressing_move,
    punish_move,
    random_move,
    survey,
    watch,
)
from yomi.kernel.inline import inlined
from yomi.kernel.rng import SIGNED, uniform
from yomi.kernel.verb import body
from yomi.value.evaluate import evaluate
from yomi.value.playout import playout


class Mogo(NamedTuple):
    """MoGo's playouts: save from atari, patterns round the last move, captures, random [MOGO 3.2]; and more rules.

    Each rule is asked in this order with its probability, 0 switches it off; the first that finds a move plays it.
    """

    punish: float = 0.0  # take the last stone's chain if it is in atari
    escape: float = 1.0  # save own stones that the last move put into atari
    nakade: float = 0.0  # play the vital point of a small space next to the last move [RAVE 6]
    press: float = 0.0  # atari on, or room for, chains with two liberties next to the last move
    pattern: float = 1.0  # 3x3 patterns round the last move
    earlier: float = 0.0  # 3x3 patterns round the move before
    capture: float = 1.0  # captures anywhere
    open: int = 0  # tries to find a point with nothing round it [RAVE 6]
    careful: float = 0.0  # refuse a random move that is a self-atari
    depth: int = 0  # plies after which to stop and estimate (0: play to the end) [RAVE 2.3]
    bonus: float = 0.0  # part of the result that a larger margin is worth
    mercy: float = 0.0  # stop when one side is ahead by so much of the board in stones (0: play to the end)


@inlined
def happens(chance, rng):
    """Whether something of that probability happens now; certain things draw no random number."""
    return chance >= 1.0 or (chance > 0.0 and uniform(rng) < chance)


@body(begin, Mogo)
def begin_mogo(policy, state):
    survey(state)


@body(pick, Mogo)
def pick_mogo(policy, state, out, rng):
    watch(state)
    move = -1
    if happens(policy.punish, rng):
        move = punish_move(state, out, rng)
    if move < 0 and happens(policy.escape, rng):
        move = escape_move(state, out, rng)
    if move < 0 and happens(policy.nakade, rng):
        move = nakade_move(state, out, rng)
    if move < 0 and happens(policy.press, rng):
        move = pressing_move(state, out, rng)
    if move < 0 and happens(policy.pattern, rng):
        move = pattern_move(state, out, rng)
    if move < 0 and happens(policy.earlier, rng):
        move = earlier_pattern_move(state, out, rng)
    if move < 0 and happens(policy.capture, rng):
        move = capture_move(state, out, rng)
    if move < 0 and policy.open > 0:
        move = open_move(state, policy.open, rng)
    if move < 0:
        move = SIGNED(random_move(state, out, rng))
        if policy.careful > 0.0 and blunder(state, move) and happens(policy.careful, rng):
            move = SIGNED(random_move(state, out, rng))
    return move


@body(evaluate, Mogo)
def evaluate_mogo(policy, state, trace, out, rng):
    return playout(policy, state, trace, out, rng)
