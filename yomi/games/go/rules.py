"""The rules of Go: legal moves, ko and superko, suicide, the end of the game and area scoring."""

import numpy as np
from numba import njit

from yomi.games.go.board import (
    BLACK,
    BORDER,
    EACH,
    EMPTY,
    ONE,
    PASS,
    WHITE,
    ZERO,
    can_breathe,
    go_dtype,
    has_room,
    in_atari,
    opponent,
    place,
    remove_chain,
    stride,
    where,
)
from yomi.games.rules import RUNNING, key, moves, outcome, play, side
from yomi.kernel.hashing import mixed
from yomi.kernel.rng import U
from yomi.kernel.verb import body

SIMPLE, POSITIONAL, SITUATIONAL = 0, 1, 2  # what may not be repeated: only the ko; a position; a position and turn
SIZES = range(2, 20)
DTYPES = {size: go_dtype(size) for size in SIZES}
WHITE_TO_MOVE = U(0x9E3779B97F4A7C15)


@njit(cache=True)
def zobrist(p, colour):
    """The hash of one stone."""
    return mixed((p * U(4) + colour + ONE) * U(0x9E3779B97F4A7C15))


@njit(cache=True)
def chain_hash(state, head):
    """The hash of all stones of a chain."""
    colour, p, total = U(state.colour[head]), head, ZERO
    while True:
        total ^= zobrist(p, colour)
        p = U(state.next[p])
        if p == head:
            return total


@njit(cache=True)
def hash_after(state, p, colour):
    """The hash of the stones after `colour` plays at `p`."""
    w = stride(state)
    friends = chosen = zobrist(p, colour)
    heads = (U(state.chain[p - w]), U(state.chain[p - ONE]), U(state.chain[p + ONE]), U(state.chain[p + w]))
    captures = False
    for k in range(4):
        head = heads[k]
        known = False
        for j in range(k):
            known |= heads[j] == head
        stone = U(state.colour[head])
        if known or stone == EMPTY or stone == BORDER:
            continue
        if stone == colour:
            friends ^= chain_hash(state, head)
        elif in_atari(state.liberties[head]):
            chosen ^= chain_hash(state, head)
            captures = True
    if captures or can_breathe(state, p, colour):
        return state.hash ^ chosen
    return state.hash ^ friends ^ zobrist(p, colour)  # suicide


@njit(cache=True)
def situation(state, stones_hash, turn):
    """What superko compares: the position, or the position with who is to move."""
    return stones_hash ^ WHITE_TO_MOVE if state.superko == SITUATIONAL and turn == WHITE else stones_hash


@njit(cache=True)
def repeats(state, p, colour):
    """Whether a move would repeat a position of this game; as long as nothing left the board nothing can repeat."""
    if state.superko == SIMPLE or (state.suicide == 0 and state.captured[0] + state.captured[1] == 0):
        return False
    after = situation(state, hash_after(state, p, colour), opponent(colour))
    found = False
    for k in range(min(state.count + 1, len(state.history))):
        found |= state.history[k] == after
    return found


@njit(cache=True)
def may_play(state, p, colour):
    """Whether `colour` may put a stone on the empty point `p`."""
    if not has_room(U(state.code[p])):
        if p == U(state.ko):
            return False
        if not can_breathe(state, p, colour) and (state.suicide == 0 or where(U(state.code[p]), colour) == ZERO):
            return False
    return not repeats(state, p, colour)


@body(moves, *DTYPES.values())
def go_moves(state, out):
    w = stride(state)
    colour, count = U(state.turn), 0
    for p in range(w + ONE, w * w):
        if state.colour[p] == EMPTY and may_play(state, U(p), colour):
            out[count] = p
            count += 1
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
