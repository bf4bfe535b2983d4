"""Go boards: stones, chains, liberties and neighbourhoods, kept up to date by placing and removing stones.

A point is a number; rows are size + 1 apart, so that one column of border serves both sides. All of it is unsigned:
unsigned indices need no wrap-around check. What makes it fast is that the common path has few branches:
- `code` holds the colours of the eight neighbours of each point, two bits each, N W E S in the low byte and NW NE SW SE
  in the high byte, so eyes, room to breathe and patterns are arithmetic on one number;
- `liberties` of a chain is one number that packs how many, their sum and their sum of squares, counted once for each
  stone they touch; the one-liberty test is n * squares == sum * sum.
"""

import numpy as np
from numba import njit

from yomi.kernel.inline import inlined
from yomi.kernel.record import record
from yomi.kernel.rng import U

EMPTY, BLACK, WHITE, BORDER = U(0), U(1), U(2), U(3)
PASS = 0
ZERO, ONE = U(0), U(1)
EACH = U(0x55)  # the low bit of each of four neighbours


def go_dtype(size: int) -> np.dtype:
    """The record of a position on a board of `size` lines."""
    points = (size + 1) * (size + 2) + 1
    return record(
        ("liberties", "u8", points),  # at the head of a chain: count, sum << 12, sum of squares << 32
        ("code", "u2", points),  # colours of the eight neighbours
        ("chain", "u2", points),  # the head of the chain of this stone; an empty point is its own head
        ("next", "u2", points),  # next stone of the same chain, a ring
        ("stones", "u2", points),  # at the head: number of stones of the chain
        ("place", "u2", points),  # where an empty point stands in `empty`
        ("empty", "u2", size * size),  # the empty points, in no order
        ("colour", "u1", points),  # EMPTY, BLACK, WHITE, BORDER
        ("free", "i4"),  # number of empty points
        ("ko", "i4"),  # point forbidden by simple ko, or 0
        ("turn", "i4"),  # BLACK or WHITE
        ("passes", "i4"),  # passes in a row just played
        ("count", "i4"),  # moves played
        ("last", "i4"),  # the last move
        ("previous", "i4"),  # the move before it
        ("alarm", "u4"),  # neighbours of the last move that it may have put into atari, a bit each as in `where`
        ("ataris", "i4"),  # how many entries of `atari` count
        ("atari", "u2", 64),  # stones of chains in atari, kept by those playouts that ask for them
        ("marked", "u2", 64),  # scratch of the ladder reader
        ("captured", "i4", 2),  # stones that black, white have captured
        ("superko", "i4"),  # SIMPLE, POSITIONAL or SITUATIONAL
        ("suicide", "i4"),  # whether several stones may kill themselves
        ("territory", "i4"),  # whether territory and prisoners count, not area
        ("balance", "i4"),  # black stones put on the board so far, less white ones; playouts leave it alone
        ("komi", "f4"),  # points given to white
        ("hash", "u8"),  # of the stones
        ("history", "u8", 4 * size * size + 64),  # hashes of the positions of the game, a ring
    )


@inlined
def stride(state):
    """The distance between rows, known to the compiler: size + 1."""
    return U(int(np.sqrt(len(state.colour))))


@inlined
def opponent(colour):
    return BORDER - colour


@inlined
def liberty(p):
    """What one liberty at `p` adds to a chain's `liberties`."""
    return ONE | (p << U(12)) | ((p * p) << U(32))


@inlined
def in_atari(liberties):
    """Whether all pseudo-liberties are one point."""
    n, total, squares = liberties & U(0xFFF), (liberties >> U(12)) & U(0xFFFFF), liberties >> U(32)
    return n * squares == total * total


@inlined
def certainly_free(liberties):
    """Whether a chain has several liberties for sure: one point is counted four times at the most."""
    return liberties & U(0xFFF) > U(4)


@inlined
def where(code, colour):
    """The low bit of each of four neighbours that has `colour`."""
    different = code ^ (EACH * colour)
    return ~(different | (different >> ONE)) & EACH


@inlined
def has_room(code):
    """Whether a neighbour is empty."""
    return ((code | (code >> ONE)) & EACH) != EACH


@inlined
def is_eye(code, colour):
    """Whether a point is an eye of `colour`: its own stones or the border all round, and safe diagonals."""
    mask = EACH * colour
    if (code & mask) != mask:
        return False
    diagonals = code >> U(8)
    hostile = where(diagonals, opponent(colour))
    border = diagonals & (diagonals >> ONE) & EACH
    two_hostile = (hostile & (hostile - ONE)) != ZERO
    return not (two_hostile or (hostile != ZERO and border != ZERO))


@inlined
def helps(liberties, neighbour, colour):
    """Whether a neighbour lets a stone live: an own chain with another liberty, or a chain to capture."""
    return (neighbour != BORDER) & ((neighbour == colour) != in_atari(liberties))


@inlined
def neighbour_helps(state, p, code, colour):
    """Whether a neighbouring chain lets a stone of `colour` at `p` live, where no neighbour is empty."""
    w = stride(state)
    north = state.liberties[U(state.chain[p - w])]
    west = state.liberties[U(state.chain[p - ONE])]
    east = state.liberties[U(state.chain[p + ONE])]
    south = state.liberties[U(state.chain[p + w])]
    if certainly_free(north) & certainly_free(west) & certainly_free(east) & certainly_free(south):
        return where(code, colour) != ZERO
    return (
        helps(north, code & U(3), colour)
        | helps(west, (code >> U(2)) & U(3), colour)
        | helps(east, (code >> U(4)) & U(3), colour)
        | helps(south, (code >> U(6)) & U(3), colour)
    )


@inlined
def can_breathe(state, p, colour):
    """Whether a stone of `colour` at `p` would have a liberty, captures counted."""
    code = U(state.code[p])
    return has_room(code) or neighbour_helps(state, p, code, colour)


@inlined
def recode(state, p, colour):
    """Tell the eight neighbours of `p` that it has `colour` now (or no longer has: the negative)."""
    w = stride(state)
    state.code[p - w] += colour << U(6)
    state.code[p - ONE] += colour << U(4)
    state.code[p + ONE] += colour << U(2)
    state.code[p + w] += colour
    state.code[p - w - ONE] += colour << U(14)
    state.code[p - w + ONE] += colour << U(12)
    state.code[p + w - ONE] += colour << U(10)
    state.code[p + w + ONE] += colour << U(8)


@njit(cache=True)
def remove_chain(state, head):
    """Take a chain off the board; return its number of stones."""
    w = stride(state)
    p, count, minus = head, 0, ZERO - U(state.colour[head])
    while True:
        state.colour[p] = EMPTY
        state.place[p] = state.free
        state.empty[U(state.free)] = p
        state.free += 1
        count += 1
        recode(state, p, minus)
        gained = liberty(p)
        for q in (p - w, p - ONE, p + ONE, p + w):
            state.liberties[U(state.chain[q])] += gained
        after = U(state.next[p])
        state.next[p] = p
        state.chain[p] = p
        p = after
        if p == head:
            return count


@njit(cache=True)
def merge(state, one, other):
    """Make one chain of two, the smaller relabelled; return its head."""
    if one == other:
        return one
    if state.stones[one] < state.stones[other]:
        one, other = other, one
    state.liberties[one] += state.liberties[other]
    state.stones[one] += state.stones[other]
    p = other
    while True:
        state.chain[p] = one
        p = U(state.next[p])
        if p == other:
            break
    swap = state.next[one]
    state.next[one] = state.next[other]
    state.next[other] = swap
    return one


@inlined
def chosen(condition, value):
    return value if condition else ZERO


@inlined
def neighbour(state, p, bit):
    """The neighbour that a bit of `where` stands for."""
    w = stride(state)
    return p + chosen(bit == U(64), w) + chosen(bit == U(16), ONE) - chosen(bit == U(4), ONE) - chosen(bit == U(1), w)


@inlined
def join(state, p, own, friends):
    """Add the stone at `p` with its own liberties to a friendly chain, and make one of all that it touches."""
    bit = friends & (ZERO - friends)
    head = U(state.chain[neighbour(state, p, bit)])
    state.chain[p] = head
    state.next[p] = state.next[head]
    state.next[head] = p
    state.liberties[head] += own
    state.stones[head] += 1
    friends ^= bit
    while friends != ZERO:
        bit = friends & (ZERO - friends)
        head = merge(state, head, U(state.chain[neighbour(state, p, bit)]))
        friends ^= bit


@inlined
def put_stone(state, p, colour):
    """Put a stone on an empty point and join its neighbours; return the chains left without liberties, a bit each."""
    code, w = U(state.code[p]), stride(state)
    north, west, east, south = p - w, p - ONE, p + ONE, p + w
    state.free -= 1
    moved, gap = U(state.empty[U(state.free)]), U(state.place[p])
    state.empty[gap] = moved
    state.place[moved] = gap
    state.colour[p] = colour
    own = (
        chosen(code & U(3) == ZERO, liberty(north))
        + chosen(code & U(12) == ZERO, liberty(west))
        + chosen(code & U(48) == ZERO, liberty(east))
        + chosen(code & U(192) == ZERO, liberty(south))
    )
    n, x, e, s = U(state.chain[north]), U(state.chain[west]), U(state.chain[east]), U(state.chain[south])
    recode(state, p, colour)
    lost = liberty(p)
    state.liberties[n] -= lost
    state.liberties[x] -= lost
    state.liberties[e] -= lost
    state.liberties[s] -= lost
    dead = where(code, opponent(colour)) & (
        chosen(state.liberties[n] == ZERO, U(1))
        | chosen(state.liberties[x] == ZERO, U(4))
        | chosen(state.liberties[e] == ZERO, U(16))
        | chosen(state.liberties[s] == ZERO, U(64))
    )
    friends = where(code, colour)
    if friends == ZERO:
        state.liberties[p] = own
        state.stones[p] = 1
    else:
        join(state, p, own, friends)
    return dead


@njit(cache=True)
def capture(state, p, colour):
    """Remove the enemy chains round `p` that have no liberty, note a ko; return how many stones were taken."""
    w = stride(state)
    code = U(state.code[p])
    enemy = opponent(colour)
    taken, at = 0, ZERO
    for q in (p - w, p - ONE, p + ONE, p + w):
        if U(state.colour[q]) == enemy and state.liberties[U(state.chain[q])] == ZERO:
            taken += remove_chain(state, U(state.chain[q]))
            at = q
    mask = EACH * enemy
    if taken == 1 and (code & mask) == mask:
        state.ko = at
    return taken


@inlined
def place(state, p, colour):
    """Play a stone: join, capture, note a ko; return the number of stones captured."""
    state.ko = PASS
    dead = put_stone(state, p, colour)
    if dead != ZERO:
        return capture(state, p, colour)
    return 0


def clear(state: np.record) -> None:
    """Make `state` the empty board of its size, black to move."""
    w = int(stride(state))
    state.colour[:] = BORDER
    state.next[:] = np.arange(len(state.colour))
    inside = [row * w + column for row in range(1, w) for column in range(1, w)]
    state.colour[inside] = EMPTY
    state.chain[inside] = inside
    state.empty[:] = inside
    state.place[inside] = np.arange(len(inside))
    state.free, state.turn = len(inside), BLACK
    around = (-w, -1, 1, w, -w - 1, -w + 1, w - 1, w + 1)
    for p in inside:
        for k, step in enumerate(around):
            if state.colour[p + step] == BORDER:
                state.code[p] |= 3 << (2 * k)
