"""Quiescence search: captures, promotions and, at its first ply, checks are played out before a position is valued."""

from math import exp
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from yomi.games.features import MOST
from yomi.games.position import Position
from yomi.games.rules import play
from yomi.games.tactics import SCALE, exchange, gain, is_checked, noisy
from yomi.kernel.inline import apart, inlined
from yomi.kernel.rng import SIGNED
from yomi.kernel.verb import body
from yomi.value.evaluate import evaluate, suggest
from yomi.value.linear import PLAIN, advance, settle, values_of, worth

MATE = 30_000  # less the number of moves to it
INFINITE = 32_000
STILL_PLIES = 24  # positions a quiescence search has room for
DEEPEST = 10  # plies after which the static value stands: some positions have captures without end
ALPHA, BETA, BEST, CHECKS, NEXT, COUNT, FLOOR, FRAME = range(8)  # of a frame, and how long it is
DELTA = 150  # how much a capture may improve a position beyond what it wins


class Quiescence(NamedTuple):
    """The static value at the end of all captures, in the place of a playout."""

    checks: int = 1  # plies at the beginning at which checks are tried too
    value: str = PLAIN  # weights set by hand (plain, material), those that come with Yomi, or the path of a file
    t: float = 100.0  # temperature at which values become a policy, in hundredths of a pawn, for searches that want one

    def prepared(self, position: Position) -> "QuiescenceTables":
        """With its weights, and what the kernel needs to make room for positions."""
        values = values_of(position.game, self.value)
        return QuiescenceTables(self.checks, values, position.root[:0].copy(), max(position.game.width, MOST), self.t)


class QuiescenceTables(NamedTuple):
    """The prepared form."""

    checks: int
    values: Any  # what a still position is worth
    like: np.ndarray  # of positions
    width: int  # moves or features a position may have
    t: float = 100.0


@body(evaluate, QuiescenceTables)
def evaluate_quiescence(tables, state, trace, out, rng):
    boards = np.empty(STILL_PLIES + 1, tables.like.dtype)
    lists = np.empty((2, STILL_PLIES + 1, tables.width), np.int32)
    frames = np.empty((STILL_PLIES + 1, FRAME), np.int32)
    sums = np.empty(STILL_PLIES + 1, np.int32)
    line, length = np.empty((STILL_PLIES + 2, STILL_PLIES + 2), np.int32), np.empty(STILL_PLIES + 2, np.int32)
    boards[0] = state
    sums[0] = settle(tables.values, boards[0], lists[0, 0])
    tally = np.zeros(1, np.int64)
    return chance_of(
        quiesce(tables, boards, sums, lists[0], lists[1], frames, line, length, tally, SIGNED(0), -INFINITE, INFINITE)
    )


@body(suggest, QuiescenceTables)
def suggest_by_values(tables, moves, prior, state, spare, trace, out):
    numbers = np.empty(tables.width, np.int32)
    before, most, total = settle(tables.values, state, numbers), -np.inf, 0.0
    for k in range(len(moves)):
        spare[0] = state
        play(spare[0], moves[k])
        after = advance(tables.values, before, state, moves[k], spare[0], numbers)
        prior[k] = -worth(tables.values, after, spare[0]) / tables.t
        most = max(most, prior[k])
    for k in range(len(moves)):
        prior[k] = exp(prior[k] - most)
        total += prior[k]
    for k in range(len(moves)):
        prior[k] /= total


@njit(cache=True)
def chance_of(value):
    """The chance to win that a value stands for."""
    return 1.0 / (1.0 + exp(-value / SCALE))


@apart
def quiesce(tables, boards, sums, lists, orders, frames, line, length, tally, base, alpha, beta):
    """The value of boards[base] for the player to move once nothing hangs; alpha-beta on moves that change the balance.

    line[base] then holds the moves to where nothing does. A frame for each ply instead of recursion, which Numba's
    cache does not survive.
    """
    ply = base
    open_frame(frames, length, ply, tables.checks, alpha, beta)
    while True:
        if next_child(tables, boards, sums, lists, orders, frames, length, tally, ply):
            ply += 1
        elif ply == base:
            return frames[base, BEST]
        else:
            ply -= 1
            if improve(frames, ply, -frames[ply + 1, BEST]):
                extend_line(line, length, ply, lists[ply, frames[ply, NEXT] - 1])


@njit(cache=True)
def open_frame(frames, length, ply, checks, alpha, beta):
    frames[ply, ALPHA], frames[ply, BETA], frames[ply, CHECKS] = alpha, beta, checks
    frames[ply, NEXT], length[ply] = -1, 0


@njit(cache=True)
def improve(frames, ply, value):
    """Take note of the value of a child; whether it is the best so far."""
    if value <= frames[ply, BEST]:
        return False
    frames[ply, BEST] = value
    frames[ply, ALPHA] = max(frames[ply, ALPHA], value)
    return True


@njit(cache=True)
def extend_line(line, length, ply, move):
    """The line from here is this move and the line after it."""
    line[ply, 0] = move
    n = length[ply + 1]
    for k in range(n):
        line[ply, k + 1] = line[ply + 1, k]
    length[ply] = n + 1


@inlined
def next_child(tables, boards, sums, lists, orders, frames, length, tally, ply):
    """Put the next position worth a look on the board after this; whether there is one."""
    frame = frames[ply]
    if frame[NEXT] < 0:
        tally[0] += 1
        checked = is_checked(boards[ply])
        still = worth(tables.values, sums[ply], boards[ply])
        deep = frame[CHECKS] <= tables.checks - DEEPEST or ply + 1 >= boards.shape[0]
        frame[BEST] = ply - MATE if checked and not deep else still
        frame[ALPHA], frame[FLOOR] = max(frame[ALPHA], frame[BEST]), INFINITE if checked else still + DELTA
        frame[NEXT] = frame[COUNT] = 0
        if frame[BEST] < frame[BETA] and not deep:
            frame[COUNT] = noisy(boards[ply], frame[CHECKS] > 0, lists[ply])
            for k in range(frame[COUNT]):
                orders[ply, k] = gain(boards[ply], lists[ply, k])
    while frame[NEXT] < frame[COUNT] and frame[BEST] < frame[BETA]:
        k = frame[NEXT]
        frame[NEXT] += 1
        pull_best(lists[ply], orders[ply], k, frame[COUNT])
        if frame[FLOOR] < INFINITE:  # not in check
            if orders[ply, k] > 0 and frame[FLOOR] + orders[ply, k] <= frame[ALPHA]:
                continue
            if exchange(boards[ply], lists[ply, k]) < 0:
                continue
        boards[ply + 1] = boards[ply]
        play(boards[ply + 1], lists[ply, k])
        sums[ply + 1] = advance(tables.values, sums[ply], boards[ply], lists[ply, k], boards[ply + 1], lists[ply + 1])
        open_frame(frames, length, ply + 1, frame[CHECKS] - 1, -frame[BETA], -frame[ALPHA])
        return True
    return False


@njit(cache=True)
def pull_best(moves, order, k, count):
    """Swap the best of the moves from `k` on to place `k`."""
    best = k
    for j in range(k + 1, count):
        if order[j] > order[best]:
            best = j
    if best != k:
        moves[k], moves[best] = moves[best], moves[k]
        order[k], order[best] = order[best], order[k]
