"""Moves of a playout drawn by their weights: a weight for the 3x3 shape of a point, times one for each feature it has.

While a move is drawn, `out[k]` belongs to the empty point `empty[k]`: its weight in the low bits, and above them a bit
for each feature. Every point gets the weight of its shape from a table; only the few points that the last move and
the chains in atari touch can have a feature. Whether a point is legal, or a self-atari, is asked of the drawn one
alone: it is refused with the probability that makes the whole distribution right, and its weight is put right for the
next draw.
"""

import numpy as np
from numba import njit

from yomi.games.go.board import EMPTY, ONE, ZERO, in_atari, opponent, stride
from yomi.games.go.liberties import first_liberties, is_self_atari, last_liberty, liberties_after
from yomi.games.go.light import sensible
from yomi.games.go.rules import DTYPES
from yomi.games.hints import traits, weighted_move
from yomi.kernel.inline import inlined
from yomi.kernel.rng import U, below, uniform
from yomi.kernel.verb import body

FEATURES = {
    "next": "next to the last move",
    "diagonal": "diagonally next to the last move",
    "capture": "takes a chain",
    "captures": "takes a chain of several stones",
    "rescue": "takes a chain next to own stones that the last move put into atari",
    "extend": "gives own stones that the last move put into atari a second liberty",
    "atari": "takes one of the two liberties of the last stone's chain",
    "blunder": "can be taken at once (self-atari)",
}  # the last one is asked of drawn points only
NEXT, DIAGONAL, CAPTURE, CAPTURES, RESCUE, EXTEND, ATARI, BLUNDER = range(len(FEATURES))
LOW = 22  # bits for the weight
MOST = (1 << LOW) - 1
UNIT = 1024  # the weight 1
ONES = np.ones(len(FEATURES))
KNOWN = 1 << (LOW + BLUNDER)  # stands for the last feature: the point is a blunder, and its weight says so


@body(weighted_move, *DTYPES.values())
def go_weighted_move(state, tables, out, rng):
    """`tables.weight[colour, code]` is the weight of a shape, `tables.factor` multiplies it for each feature."""
    table, total = tables.weight[U(state.turn) - ONE], 0
    for k in range(state.free):
        weight = table[U(state.code[U(state.empty[k])])]
        out[k] = weight
        total += weight
    total += mark_points(state, tables.factor, out)
    return draw(state, total, tables.factor[BLUNDER], out, rng)


@njit(cache=True)
def draw(state, total, blunder, out, rng):
    """A point with a probability proportional to its weight; a pass where no move is left."""
    colour = U(state.turn)
    while total > 0:
        k = drawn(out, below(rng, total))
        p, weight = U(state.empty[k]), out[k] & MOST
        if not sensible(state, p, colour):
            less = 0
        elif blunder < 1.0 and out[k] & KNOWN == 0 and is_self_atari(state, p, colour):
            if uniform(rng) < blunder:
                return p
            less = max(1, int(weight * blunder))
        else:
            return p
        out[k] = KNOWN | less
        total -= weight - less
    return ZERO


@inlined
def drawn(out, ticket):
    """The entry in which the sum of all weights so far passes `ticket`."""
    k, passed = ZERO, U(out[0] & MOST)
    while passed <= ticket:
        k += ONE
        passed += U(out[k] & MOST)
    return k


@inlined
def mark(state, p, feature, factor, out):
    """Give a point a feature, once, if it is empty; return by how much its weight grows."""
    if state.colour[p] != EMPTY:
        return 0
    k, bit = U(state.place[p]), 1 << (LOW + feature)
    old = out[k]
    if old & bit != 0:
        return 0
    weight = old & MOST
    more = min(MOST, int(weight * factor[feature]))
    out[k] = old + bit + more - weight
    return more - weight


@njit(cache=True)
def mark_points(state, factor, out):
    """Mark all points that have a feature, except blunders; return by how much the weights grow in all."""
    grown = mark_captures(state, factor, out)
    p, w = U(state.last), stride(state)
    if p != ZERO:
        for r in (p - w - ONE, p - w + ONE, p + w - ONE, p + w + ONE):
            grown += mark(state, r, DIAGONAL, factor, out)
        for r in (p - w, p - ONE, p + ONE, p + w):
            grown += mark(state, r, NEXT, factor, out)
        if state.colour[p] != EMPTY:
            grown += mark_answers(state, p, factor, out)
    return grown


@njit(cache=True)
def mark_captures(state, factor, out):
    """Mark where enemy chains in atari can be taken; chains that no longer are leave the list."""
    enemy, grown, k = opponent(U(state.turn)), 0, 0
    while k < state.ataris:
        p = U(state.atari[k])
        head = U(state.chain[p])
        if state.colour[p] == EMPTY or not in_atari(state.liberties[head]):
            state.ataris -= 1
            state.atari[k] = state.atari[U(state.ataris)]
            continue
        k += 1
        if U(state.colour[p]) == enemy:
            at = last_liberty(state.liberties[head])
            grown += mark(state, at, CAPTURE, factor, out)
            if state.stones[head] > 1:
                grown += mark(state, at, CAPTURES, factor, out)
    return grown


@njit(cache=True)
def mark_answers(state, p, factor, out):
    """Mark what the last stone `p` calls for: its chain can be put into atari, own chains next to it saved."""
    w, colour, grown, known = stride(state), U(state.turn), 0, ZERO
    n, a, b = first_liberties(state, U(state.chain[p]))
    if n == 2:
        grown += mark(state, a, ATARI, factor, out) + mark(state, b, ATARI, factor, out)
    for q in (p - w, p - ONE, p + ONE, p + w):
        head = U(state.chain[q])
        if U(state.colour[q]) != colour or head == known:
            continue
        known = head
        if in_atari(state.liberties[head]):
            a = last_liberty(state.liberties[head])
            if liberties_after(state, a, colour, 2) >= 2:
                grown += mark(state, a, EXTEND, factor, out)
            grown += mark_rescues(state, head, colour, factor, out)
    return grown


@njit(cache=True)
def mark_rescues(state, head, colour, factor, out):
    """Mark where enemy chains in atari that touch the chain at `head` can be taken."""
    w, enemy, stone, grown = stride(state), opponent(colour), head, 0
    while True:
        for q in (stone - w, stone - ONE, stone + ONE, stone + w):
            if U(state.colour[q]) == enemy and in_atari(state.liberties[U(state.chain[q])]):
                grown += mark(state, last_liberty(state.liberties[U(state.chain[q])]), RESCUE, factor, out)
        stone = U(state.next[stone])
        if stone == head:
            return grown


@body(traits, *DTYPES.values())
def go_traits(state, classes, out, shape, features):
    """The features come from the same functions, with all weights 1."""
    colour, count = U(state.turn), 0
    for k in range(state.free):
        features[k] = 1
    mark_points(state, ONES, features)
    for k in range(state.free):
        p = U(state.empty[k])
        if sensible(state, p, colour):
            blunder = 1 << BLUNDER if is_self_atari(state, p, colour) else 0
            out[count], features[count] = p, (features[k] >> LOW) | blunder
            shape[count] = classes[colour - ONE, U(state.code[p])]
            count += 1
    if count == 0:
        out[0], shape[0], features[0] = ZERO, 0, 0
        return 1
    return count
