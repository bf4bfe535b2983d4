"""What playouts ask of Go: random moves that fill no eye, and the quickest way to play a move."""

from numba import njit

from yomi.games.go.board import (
    BLACK,
    BORDER,
    ONE,
    PASS,
    ZERO,
    has_room,
    in_atari,
    is_eye,
    neighbour_helps,
    opponent,
    place,
    stride,
)
from yomi.games.go.rules import DTYPES, final_score, region_owners
from yomi.games.hints import (
    begin,
    candidates,
    estimate,
    margin,
    owners,
    pick,
    play_out,
    random_move,
    random_move_inside,
)
from yomi.games.rules import moves
from yomi.kernel.inline import inlined
from yomi.kernel.rng import U, below, bits
from yomi.kernel.verb import body


@inlined
def sensible(state, p, colour):
    """Whether a playout may play at the empty point `p`: legal by the simple rules and no own eye."""
    code = U(state.code[p])
    if has_room(code):
        return True
    if is_eye(code, colour):
        return False
    return neighbour_helps(state, p, code, colour) & (p != U(state.ko))


@body(candidates, *DTYPES.values())
def go_candidates(state, out):
    """All legal moves but those that fill an own eye without need; a pass is always there."""
    colour, count = U(state.turn), 0
    for k in range(moves(state, out)):
        p = U(out[k])
        if p == ZERO or not is_eye(U(state.code[p]), colour) or touches_atari(state, p):
            out[count] = p
            count += 1
    return count


@njit(cache=True)
def touches_atari(state, p):
    """Whether a stone next to `p` has no liberty but `p`."""
    w = stride(state)
    for q in (p - w, p - ONE, p + ONE, p + w):
        if state.colour[q] != BORDER and in_atari(state.liberties[U(state.chain[q])]):
            return True
    return False


@body(random_move, *DTYPES.values())
def go_random_move(state, out, rng):
    colour, n = U(state.turn), U(state.free)
    if n == ZERO:
        return ZERO
    x = bits(rng)  # two draws from one number come first: whatever is refused, the choice stays uniform
    p = U(state.empty[((x >> U(32)) * n) >> U(32)])
    q = U(state.empty[((x & U(0xFFFFFFFF)) * n) >> U(32)])
    if sensible(state, p, colour):
        return p
    if sensible(state, q, colour):
        return q
    while n > ZERO:  # a refused point moves to the end of the list and is not drawn again
        k = below(rng, n)
        p = U(state.empty[k])
        if sensible(state, p, colour):
            return p
        n -= ONE
        swap = U(state.empty[n])
        state.empty[k], state.place[swap] = swap, k
        state.empty[n], state.place[p] = p, n
    return ZERO


@body(random_move_inside, *DTYPES.values())
def go_random_move_inside(state, inside, out, rng):
    colour, count = U(state.turn), 0
    for k in range(state.free):
        p = U(state.empty[k])
        if inside[p] != 0 and sensible(state, p, colour):
            out[count] = p
            count += 1
    return U(out[below(rng, count)]) if count > 0 else ZERO


@inlined
def stone_lead(state):
    """How many stones black has more than white on the board."""
    return int(state.balance + state.captured[0] - state.captured[1])


@inlined
def lead_by_mercy(state, mercy):
    """The lead at which a playout stops; no lead reaches it where there is no mercy."""
    return mercy * len(state.empty) if mercy > 0.0 else 1.0 * len(state.colour)


@body(play_out, *DTYPES.values())
def go_play_out(state, policy, plies, mercy, trace, out, rng):
    """What changes with every move stays in registers; hash and history are left alone, nobody reads them again.

    Moves are noted here, not by `note`: handing a tuple of arrays on inside the loop counts references for each.
    """
    begin(policy, state)
    colour, passes, played = U(state.turn), state.passes, 0
    limit = min(plies, len(state.history) - state.count)
    moves_noted, noted = trace.moves, trace.length[1]
    lead, decisive = stone_lead(state), lead_by_mercy(state, mercy)
    while passes < 2 and played < limit:
        state.turn = colour
        move = U(pick(policy, state, out, rng))
        if noted < len(moves_noted):
            moves_noted[noted] = move
            noted += 1
        if move == ZERO:
            state.ko = PASS
            passes += 1
        else:
            taken = place(state, move, colour)
            passes = 0
            if taken > 0:
                lead += taken if colour == BLACK else -taken
                if abs(lead) > decisive:
                    limit = played
        state.previous, state.last = state.last, move
        colour = opponent(colour)
        played += 1
    trace.length[1] = noted
    state.turn, state.passes = colour, passes
    state.count += played
    return played


@body(estimate, *DTYPES.values())
def go_estimate(state):
    score = final_score(state)
    if score == 0:
        return 0.5
    return 1.0 if (score > 0) == (state.turn == 1) else 0.0


@body(margin, *DTYPES.values())
def go_margin(state):
    ahead = final_score(state) / len(state.empty)
    return min(1.0, max(-1.0, ahead if state.turn == 1 else -ahead))


@body(owners, *DTYPES.values())
def go_owners(state, out):
    region_owners(state, out)
    return len(state.colour)
