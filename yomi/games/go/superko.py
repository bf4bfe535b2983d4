"""Repetition in Go: hashes of positions, and which moves would bring one back.

A stone that captures nothing changes the hash by its own, and that is a one-to-one function of point and colour. So
each earlier position names the one point at which a stone could bring it back, and looking for them all is one pass
over the history; only stones that capture, or kill themselves, must be looked at one by one.
"""

from numba import njit

from yomi.games.go.board import BORDER, EMPTY, ONE, WHITE, ZERO, can_breathe, has_room, in_atari, opponent, stride
from yomi.kernel.hashing import mixed
from yomi.kernel.inline import inlined
from yomi.kernel.rng import U

SIMPLE, POSITIONAL, SITUATIONAL = 0, 1, 2  # what may not be repeated: only the ko; a position; a position and turn
WHITE_TO_MOVE = U(0x9E3779B97F4A7C15)
BITS = 1 << 64
UNDO = tuple(U(pow(factor, -1, BITS)) for factor in (0x94D049BB133111EB, 0xBF58476D1CE4E5B9, 0x9E3779B97F4A7C15))


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


@inlined
def may_repeat(state):
    """Whether a move could bring back a position; as long as nothing left the board nothing can."""
    return state.superko != SIMPLE and (state.suicide != 0 or state.captured[0] + state.captured[1] > 0)


@inlined
def unmixed(x):
    """The number of which `mixed` makes `x`."""
    x = (x ^ (x >> U(31)) ^ (x >> U(62))) * UNDO[0]
    x = (x ^ (x >> U(27)) ^ (x >> U(54))) * UNDO[1]
    return x ^ (x >> U(30)) ^ (x >> U(60))


@inlined
def repeating_point(state, k, colour):
    """The empty point where a stone of `colour` that captures nothing brings back position `k` of the history, or 0."""
    stone = unmixed(situation(state, state.hash, opponent(colour)) ^ state.history[k]) * UNDO[2] - ONE
    p = stone >> U(2)
    if p >= U(len(state.colour)) or stone & U(3) != colour or state.colour[p] != EMPTY:
        return ZERO
    return p


@inlined
def changes_more(state, p, colour):
    """Whether a stone of `colour` at `p` changes more than that point: it captures, or kills itself."""
    w, enemy, code = stride(state), opponent(colour), U(state.code[p])
    for q in (p - w, p - ONE, p + ONE, p + w):
        if U(state.colour[q]) == enemy and in_atari(state.liberties[U(state.chain[q])]):
            return True
    return not has_room(code) and not can_breathe(state, p, colour)


@njit(cache=True)
def leave_out_repeating(state, colour, out, count):
    """Take the moves out of a list that change one point and bring back a position; return how many are left."""
    for k in range(min(state.count + 1, len(state.history))):
        p = repeating_point(state, U(k), colour)
        if p != ZERO and not changes_more(state, p, colour):
            kept = 0
            for j in range(count):
                if U(out[j]) != p:
                    out[kept] = out[j]
                    kept += 1
            count = kept
    return count
