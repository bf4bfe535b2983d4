"""The rules of Go: legal moves, ko and superko, suicide, the end of the game and area scoring."""

import numpy as np
from numba import njit

from yomi.games.go.board import (
    BLACK,
    EACH,
    EMPTY,
    ONE,
    PASS,
    WHITE,
    ZERO,
    can_breathe,
    go_dtype,
    has_room,
    opponent,
    place,
    remove_chain,
    stride,
    where,
)
from yomi.games.go.superko import (
    WHITE_TO_MOVE,
    changes_more,
    hash_after,
    leave_out_repeating,
    may_repeat,
    repeats,
    situation,
)
from yomi.games.rules import RUNNING, key, moves, outcome, play, side
from yomi.kernel.inline import inlined
from yomi.kernel.rng import U
from yomi.kernel.verb import body

SIZES = range(2, 20)
DTYPES = {size: go_dtype(size) for size in SIZES}


@njit(cache=True)
def may_play(state, p, colour):
    """Whether `colour` may put a stone on the empty point `p`."""
    return is_possible(state, p, colour) and not repeats(state, p, colour)


@inlined
def is_possible(state, p, colour):
    """Whether ko and suicide allow a stone on the empty point `p`."""
    code = U(state.code[p])
    if has_room(code):
        return True
    if p == U(state.ko):
        return False
    return can_breathe(state, p, colour) or (state.suicide != 0 and where(code, colour) != ZERO)


@body(moves, *DTYPES.values())
def go_moves(state, out):
    w = stride(state)
    colour, count, careful = U(state.turn), 0, may_repeat(state)
    for point in range(w + ONE, w * w):
        p = U(point)
        if state.colour[p] == EMPTY and is_possible(state, p, colour):
            if careful and changes_more(state, p, colour) and repeats(state, p, colour):
                continue
            out[count] = p
            count += 1
    if careful:
        count = leave_out_repeating(state, colour, out, count)
    out[count] = PASS
    return count + 1


@body(play, *DTYPES.values())
def go_play(state, move):
    colour = U(state.turn)
    if move == PASS:
        state.ko = PASS
        state.passes += 1
    else:
        put(state, U(move), colour)
        state.passes = 0
    state.turn = opponent(colour)
    state.previous, state.last = state.last, move
    state.count += 1
    state.history[state.count % len(state.history)] = situation(state, state.hash, opponent(colour))


@njit(cache=True)
def put(state, p, colour):
    """Put a stone on the board with all that follows, except that nobody's turn ends."""
    state.hash = hash_after(state, p, colour)
    taken = place(state, p, colour)
    state.balance += 1 if colour == BLACK else -1
    state.captured[colour - ONE] += taken
    if taken == 0 and state.liberties[U(state.chain[p])] == ZERO:
        state.captured[opponent(colour) - ONE] += remove_chain(state, U(state.chain[p]))


@body(outcome, *DTYPES.values())
def go_outcome(state):
    if state.passes < 2 and state.count < len(state.history):
        return RUNNING
    score = final_score(state)
    if score == 0:
        return 0
    return 1 if (score > 0) == (state.turn == BLACK) else -1


@njit(cache=True)
def final_score(state):
    """Black's points less white's and komi, all stones alive.

    Area less the stones played is territory and prisoners: what stands on the board cancels, what was taken counts.
    """
    return area(state) - state.komi - (state.balance if state.territory != 0 else 0)


@body(side, *DTYPES.values())
def go_side(state):
    return state.turn - 1


@body(key, *DTYPES.values())
def go_key(state):
    return state.hash ^ (WHITE_TO_MOVE if state.turn == WHITE else ZERO) ^ U(state.ko)


@njit(cache=True)
def area(state):
    """Black's stones and the points only black surrounds, less white's."""
    score, surrounded = 0, True
    for p in range(len(state.colour)):
        score += (state.colour[p] == BLACK) - int(state.colour[p] == WHITE)
    for k in range(state.free):
        code = U(state.code[U(state.empty[k])])
        surrounded &= not has_room(code)
        score += int((code & EACH) == EACH) - int((code & (EACH + EACH)) == EACH + EACH)
    return score if surrounded else area_with_regions(state)


@njit(cache=True)
def area_with_regions(state):
    """The same where empty points touch: each region is black's, white's or nobody's."""
    owner = np.zeros(len(state.colour), np.int8)
    region_owners(state, owner)
    score = 0
    for p in range(len(owner)):
        score += owner[p]
    return score


@njit(cache=True)
def region_owners(state, owner):
    """Write +1, -1 or 0 for each point: the stone's colour, or the one colour its empty region touches."""
    w = stride(state)
    stack = np.empty(len(state.colour), np.uint16)
    seen = np.zeros(len(state.colour), np.bool_)
    for p in range(len(state.colour)):
        colour = state.colour[p]
        owner[p] = 1 if colour == BLACK else (-1 if colour == WHITE else 0)
    for k in range(state.free):
        if seen[state.empty[k]]:
            continue
        stack[0] = state.empty[k]
        seen[stack[0]] = True
        done, size, touched = 0, 1, ZERO
        while done < size:
            p = U(stack[done])
            done += 1
            for q in (p - w, p - ONE, p + ONE, p + w):
                colour = U(state.colour[q])
                if colour == EMPTY and not seen[q]:
                    seen[q] = True
                    stack[size] = q
                    size += 1
                elif colour == BLACK or colour == WHITE:
                    touched |= colour
        for j in range(size):
            owner[stack[j]] = 1 if touched == BLACK else (-1 if touched == WHITE else 0)
