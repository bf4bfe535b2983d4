"""The order in which alpha-beta tries moves, which of them it leaves out, and how deeply it searches late ones."""

from math import log

import numpy as np
from numba import njit

from yomi.games.rules import side
from yomi.games.tactics import exchange, gain
from yomi.kernel.inline import inlined
from yomi.search.hashing import NO_MOVE

FIRST, CAPTURES, KILLERS, REPLY = 1 << 28, 1 << 24, 1 << 23, 1 << 22  # of the order of moves, best first
LOSING = -(1 << 24)  # captures that lose more than they win come last
MOST_HISTORY = 1 << 14
SLACK = 110  # what a ply may change at most, where futility prunes
REDUCTIONS = np.array([[int(0.4 + log(max(d, 1)) * log(max(n, 1)) / 2.2) for n in range(64)] for d in range(64)])


@njit(cache=True)
def rank_moves(rule, boards, desk, ply, count, first):
    """Order: the table's move, what wins most at once, killers, the reply to the last move, history."""
    mover = side(boards[ply])
    last = desk.played[ply - 1] if ply > 0 else NO_MOVE
    reply = desk.replies[last] if rule.replies != 0 else -1
    one, two = desk.killers[ply, 0], desk.killers[ply, 1]
    for k in range(count):
        move = desk.moves[ply, k]
        won = gain(boards[ply], move)
        if move == first:
            order = FIRST
        elif won > 0:
            order = CAPTURES + won
        elif rule.killers != 0 and (move == one or move == two):
            order = KILLERS + (1 if move == one else 0)
        elif move == reply:
            order = REPLY
        else:
            order = desk.history[mover, move] if rule.history != 0 else 0
        desk.order[ply, k] = order


@inlined
def is_quiet(order):
    """Whether a move so ordered wins nothing at once."""
    return LOSING // 2 < order < CAPTURES


@inlined
def puts_off(boards, desk, ply, k):
    """Whether the next move is a capture that loses, and now comes later."""
    order = desk.order[ply, k]
    if CAPTURES <= order < FIRST and exchange(boards[ply], desk.moves[ply, k]) < 0:
        desk.order[ply, k] = LOSING + order - CAPTURES
        return True
    return False


@njit(cache=True)
def is_hopeless(rule, depth, quiets, worth, alpha):
    """Whether a quiet move need not be tried: too many were, or it cannot make up what is missing."""
    if rule.counts != 0 and depth <= 4 and quiets >= 4 + 2 * depth * depth:
        return True
    return rule.futile != 0 and depth <= 6 and worth + SLACK * (depth + 1) <= alpha


@njit(cache=True)
def reduction(rule, desk, depth, k, order, mover, move):
    """By how much a late move is searched less deeply."""
    if rule.reduce == 0 or depth < 3 or k < 3:
        return 0
    less = REDUCTIONS[min(depth, 63), min(k, 63)]
    if order >= REPLY:
        less -= 1
    elif rule.history != 0:
        less -= desk.history[mover, move] // (MOST_HISTORY // 2)
    return max(0, min(less, depth - 2))


@njit(cache=True)
def reward(rule, desk, ply, depth, k, move, mover):
    """Remember a quiet move that was too good, and that those before it were not."""
    if desk.killers[ply, 0] != move:
        desk.killers[ply, 1] = desk.killers[ply, 0]
        desk.killers[ply, 0] = move
    if ply > 0:
        desk.replies[desk.played[ply - 1]] = move
    bonus = min(depth * depth * 16, 1600)
    for j in range(k + 1):
        if is_quiet(desk.order[ply, j]):
            other = desk.moves[ply, j]
            change = bonus if j == k else -bonus
            desk.history[mover, other] += change - desk.history[mover, other] * bonus // MOST_HISTORY
