"""The answers of a playout to the last move: save from atari, capture, atari, 3x3 patterns, nakade, and empty areas."""

from numba import njit

from yomi.games.go.board import EMPTY, ONE, ZERO, in_atari, opponent, stride, where
from yomi.games.go.ladder import is_caught, runs_free
from yomi.games.go.liberties import first_liberties, first_of, how_many, is_self_atari, last_liberty, liberties_after
from yomi.games.go.light import sensible
from yomi.games.go.nakade import vital_point
from yomi.games.go.patterns import plays_pattern
from yomi.games.go.rules import DTYPES
from yomi.games.hints import (
    blunder,
    earlier_pattern_move,
    escape_move,
    nakade_move,
    open_move,
    pattern_move,
    pressing_move,
    punish_move,
)
from yomi.kernel.inline import apart, inlined
from yomi.kernel.rng import SIGNED, U, below
from yomi.kernel.verb import body


@inlined
def one_of(out, count, rng):
    """A random one of the first `count` entries, -1 where there is none."""
    return SIGNED(out[below(rng, count)]) if count > 0 else -1


@body(escape_move, *DTYPES.values())
def go_escape_move(state, out, rng):
    if state.alarm == 0:
        return -1
    return one_of(out, all_saving_moves(state, U(state.last), U(state.turn), out), rng)


@njit(cache=True)
def all_saving_moves(state, p, colour, out):
    """Write what saves chains next to the last move `p` that it put into atari; return how many [MOGO 3.2]."""
    w, count, known = stride(state), 0, ZERO
    if p == ZERO:
        return 0
    for q in (p - w, p - ONE, p + ONE, p + w):
        head = U(state.chain[q])
        if U(state.colour[q]) == colour and head != known and in_atari(state.liberties[head]):
            known = head
            count = saving_moves(state, head, colour, out, count)
    return count


@apart
def saving_moves(state, head, colour, out, count):
    """Append the moves that save a chain in atari: its liberty if that gains room, and captures of its neighbours."""
    exit_ = last_liberty(state.liberties[head])
    if gains_room(state, head, exit_, colour):
        out[count] = exit_
        count += 1
    return attacker_captures(state, head, colour, out, count)


@njit(cache=True)
def gains_room(state, head, exit_, colour):
    """Whether a chain in atari gets away by extending: to three liberties, or to two that are no ladder."""
    if exit_ == U(state.ko):
        return False
    room = liberties_after(state, exit_, colour, 3)
    return room == 3 or (room == 2 and runs_free(state, head, exit_))


@njit(cache=True)
def attacker_captures(state, head, colour, out, count):
    """Append the points that capture an enemy chain in atari which touches this chain."""
    w, enemy, stone, known = stride(state), opponent(colour), head, ZERO
    while count < len(out):
        for q in (stone - w, stone - ONE, stone + ONE, stone + w):
            other = U(state.chain[q])
            if U(state.colour[q]) == enemy and other != known and in_atari(state.liberties[other]):
                known = other
                at = last_liberty(state.liberties[other])
                if at != U(state.ko) and count < len(out):
                    out[count] = at
                    count += 1
        stone = U(state.next[stone])
        if stone == head:
            break
    return count


@body(punish_move, *DTYPES.values())
def go_punish_move(state, out, rng):
    """Takes the last stone's chain if it is in atari."""
    p = U(state.last)
    if p == ZERO or state.colour[p] == EMPTY:
        return -1
    liberties = state.liberties[U(state.chain[p])]
    if not in_atari(liberties) or last_liberty(liberties) == U(state.ko):
        return -1
    return SIGNED(last_liberty(liberties))


@body(pattern_move, *DTYPES.values())
def go_pattern_move(state, out, rng):
    return pattern_round(state, U(state.last), out, rng)


@body(earlier_pattern_move, *DTYPES.values())
def go_earlier_pattern_move(state, out, rng):
    return pattern_round(state, U(state.previous), out, rng)


@njit(cache=True)
def pattern_round(state, p, out, rng):
    """A point round `p` where a 3x3 pattern matches, legal and not self-atari [MOGO 3.2]."""
    w, colour, count = stride(state), U(state.turn), 0
    if p == ZERO:
        return -1
    for q in (p - w - ONE, p - w, p - w + ONE, p - ONE, p + ONE, p + w - ONE, p + w, p + w + ONE):
        out[count] = q  # written in any case: a branch that nobody can foresee costs more
        count += (state.colour[q] == EMPTY) & plays_pattern(U(state.code[q]), colour)
    while count > 0:
        k = below(rng, count)
        q = U(out[k])
        if sensible(state, q, colour) and not is_self_atari(state, q, colour):
            return SIGNED(q)
        count -= 1
        out[k] = out[count]
    return -1


@inlined
def may_be_small(code, colour):
    """1 where a point next to the wall can belong to a small space: one or two ways on, and no `colour` beside them."""
    ways = where(code, EMPTY)
    second = ways & (ways - ONE)
    hostile = where(code, colour) | (where(code >> U(8), colour) & beside(ways))
    return U((ways != ZERO) & (second & (second - ONE) == ZERO) & (hostile == ZERO))


@inlined
def is_narrow(state, p, colour):
    """Whether the ways on from `p` lead neither to `colour` nor into the open; no dead shape has more ways."""
    ways, open_ = where(U(state.code[p]), EMPTY), 0
    while ways != ZERO:
        code = U(state.code[first_of(state, p, ways)])
        open_ += how_many(where(code, EMPTY)) + 6 * int(where(code, colour) != ZERO)
        ways &= ways - ONE
    return open_ < 6


@inlined
def beside(ways):
    """The diagonal neighbours NW NE SW SE, a bit each, that touch one of the neighbours N W E S in `ways`."""
    north, west, east, south = ways & ONE, ways & U(4), ways & U(16), ways & U(64)
    return (
        (north | west >> U(2))
        | (north << U(2) | east >> U(2))
        | (west << U(2) | south >> U(2))
        | (east << U(2) | south)
    )


@body(nakade_move, *DTYPES.values())
def go_nakade_move(state, out, rng):
    """The vital point of a small space next to the last move that one colour surrounds [RAVE 6]."""
    p, w, colour = U(state.last), stride(state), U(state.turn)
    if p == ZERO:
        return -1
    small = where(U(state.code[p]), EMPTY) & (
        may_be_small(U(state.code[p - w]), colour)
        | may_be_small(U(state.code[p - ONE]), colour) << U(2)
        | may_be_small(U(state.code[p + ONE]), colour) << U(4)
        | may_be_small(U(state.code[p + w]), colour) << U(6)
    )  # all four at once: branches that nobody can foresee cost more
    while small != ZERO:
        q = first_of(state, p, small)
        small &= small - ONE
        if is_narrow(state, q, colour):
            vital = vital_point(state, q, colour, out)
            if vital != ZERO and sensible(state, vital, colour):
                return SIGNED(vital)
    return -1


@body(pressing_move, *DTYPES.values())
def go_pressing_move(state, out, rng):
    """Where two liberties decide: atari on the last stone's chain, or room for an own chain that it pressed."""
    p, w, colour, count = U(state.last), stride(state), U(state.turn), 0
    if p == ZERO or state.colour[p] == EMPTY:
        return -1
    known = ZERO
    for q in (p - w, p - ONE, p + ONE, p + w):
        head = U(state.chain[q])
        if U(state.colour[q]) == colour and head != known:
            known = head
            n, a, b = first_liberties(state, head)
            if n == 2:
                count = room_moves(state, head, a, b, colour, out, count)
    head = U(state.chain[p])
    n, a, b = first_liberties(state, head)
    if n == 2:
        count = atari_moves(state, head, a, b, colour, out, count)
    return one_of(out, count, rng)


@apart
def room_moves(state, head, a, b, colour, out, count):
    """Append what gives a chain with the liberties a and b more, if it is about to be caught: extensions, captures."""
    if not (is_caught(state, head, a, b) or is_caught(state, head, b, a)):
        return count
    for q in (a, b):
        if sensible(state, q, colour) and liberties_after(state, q, colour, 3) >= 3:
            out[count] = q
            count += 1
    return attacker_captures(state, head, colour, out, count)


@apart
def atari_moves(state, head, a, b, colour, out, count):
    """Append the ataris that catch a chain with the liberties a and b."""
    if sensible(state, a, colour) and is_caught(state, head, a, b):
        out[count] = a
        count += 1
    if sensible(state, b, colour) and is_caught(state, head, b, a):
        out[count] = b
        count += 1
    return count


@body(open_move, *DTYPES.values())
def go_open_move(state, tries, rng):
    """A point with nothing round it, found in so many tries [RAVE 6]."""
    n = U(state.free)
    for _ in range(tries):
        p = U(state.empty[below(rng, n)])
        if state.code[p] == 0:
            return SIGNED(p)
    return -1


@body(blunder, *DTYPES.values())
def go_blunder(state, move):
    return move != 0 and is_self_atari(state, U(move), U(state.turn))
