"""The chains in atari, kept as a short list during a playout so that captures are found without looking everywhere.

An entry is a stone of a chain that was in atari when noted; whoever reads the list drops what no longer is.
"""

from yomi.games.go.board import BLACK, EACH, EMPTY, ONE, WHITE, ZERO, in_atari, opponent, stride, where
from yomi.games.go.liberties import first_of, last_liberty
from yomi.games.go.rules import DTYPES
from yomi.games.hints import capture_move, survey, watch
from yomi.kernel.inline import inlined
from yomi.kernel.rng import SIGNED, U, below
from yomi.kernel.verb import body


@inlined
def remember(state, p):
    """Note a stone in atari; a full list forgets it."""
    if state.ataris < len(state.atari):
        state.atari[U(state.ataris)] = p
        state.ataris += 1


@body(survey, *DTYPES.values())
def find_ataris(state):
    w = stride(state)
    state.ataris, state.alarm = 0, EACH
    for p in range(w + ONE, w * w):
        stone = U(state.colour[p])
        if (stone == BLACK or stone == WHITE) and U(state.chain[p]) == p and in_atari(state.liberties[p]):
            remember(state, U(p))


@inlined
def atari(state, p):
    """1 where the chain at `p` is in atari; anything where there is none."""
    return U(in_atari(state.liberties[U(state.chain[p])]))


@body(watch, *DTYPES.values())
def note_new_ataris(state):
    """Only the last stone's own chain and the enemy chains it touches can have come into atari."""
    p, w = U(state.last), stride(state)
    state.alarm = 0
    if p == ZERO or state.colour[p] == EMPTY:
        return
    alarm = where(U(state.code[p]), opponent(U(state.colour[p]))) & (
        atari(state, p - w)
        | atari(state, p - ONE) << U(2)
        | atari(state, p + ONE) << U(4)
        | atari(state, p + w) << U(6)
    )  # all four at once: branches that nobody can foresee cost more
    if in_atari(state.liberties[U(state.chain[p])]):
        remember(state, p)
    state.alarm = alarm
    while alarm != ZERO:
        remember(state, first_of(state, p, alarm))
        alarm &= alarm - ONE


@body(capture_move, *DTYPES.values())
def go_capture_move(state, out, rng):
    enemy, count, k = opponent(U(state.turn)), 0, 0
    while k < state.ataris:
        p = U(state.atari[k])
        stone, liberties = U(state.colour[p]), state.liberties[U(state.chain[p])]
        if stone == EMPTY or not in_atari(liberties):
            state.ataris -= 1
            state.atari[k] = state.atari[U(state.ataris)]
            continue
        k += 1
        if stone == enemy and last_liberty(liberties) != U(state.ko):
            out[count] = last_liberty(liberties)
            count += 1
    return SIGNED(out[below(rng, count)]) if count > 0 else -1
