"""The rules of shogi and 5x5 shogi: the verbs every game answers."""

from numba import njit

from yomi.games.rules import RUNNING, key, moves, outcome, play, side
from yomi.games.shogi.attack import in_check
from yomi.games.shogi.board import (
    DTYPES,
    FIRST_LOSES,
    depth,
    hold,
    lift,
    position_key,
    put,
    rows,
    unpromoted,
    zone,
)
from yomi.games.shogi.generate import generate, has_move
from yomi.games.shogi.moves import DROPS, origin, promotes, target
from yomi.games.shogi.pieces import BISHOP, EMPTY, GOLD, KING, PAWN, PROMOTED, ROOK
from yomi.kernel.bits import lowest
from yomi.kernel.inline import apart
from yomi.kernel.rng import U
from yomi.kernel.verb import body

FOURFOLD = 4


@body(moves, *DTYPES)
def shogi_moves(state, out):
    return generate(state, out)


@body(play, *DTYPES)
def shogi_play(state, move):
    mover, start, end = state.turn, origin(move), target(move)
    if start < U(DROPS):
        hold(state, mover, int(start), -1)
        put(state, mover, int(start), end)
    else:
        kind, captured = int(state.board[start]) & 15, int(state.board[end])
        if captured != EMPTY:
            lift(state, 1 - mover, captured & 15, end)
            hold(state, mover, unpromoted(captured & 15), 1)
        lift(state, mover, kind, start)
        put(state, mover, kind + PROMOTED if promotes(move) else kind, end)
    state.turn = 1 - mover
    state.count += 1
    note_position(state)


@njit(cache=True)
def note_position(state):
    """Write what later repetitions are compared with; the last entry is written again when a game goes on too long."""
    state.count = min(state.count, state.past.shape[0] - 1)
    state.past[state.count] = position_key(state)
    state.checked[state.count] = in_check(state)


@body(outcome, *DTYPES)
def shogi_outcome(state):
    if not has_move(state):
        return -1
    repeated = repetition(state)
    if repeated != RUNNING:
        return repeated
    if state.entering != 0:
        declared = declaration(state)
        if declared != RUNNING:
            return declared
    return 0 if state.count >= state.limit else RUNNING


@apart
def repetition(state):
    """The result for the player to move if the position has come for the fourth time, else RUNNING."""
    now, times, first = state.count, 1, state.count
    for k in range(now - 4, -1, -2):
        if state.past[k] == state.past[now]:
            times, first = times + 1, k
            if times == FOURFOLD:
                break
    if times < FOURFOLD:
        return RUNNING
    if always_checked(state, first + 2, now):
        return 1  # the other side gave perpetual check and has lost
    if always_checked(state, first + 1, now - 1):
        return -1
    if state.repetition == FIRST_LOSES:
        return -1 if state.turn == 0 else 1
    return 0


@njit(cache=True)
def always_checked(state, start, end):
    """Whether the side to move at `start` was in check each time it had to move until `end`."""
    for k in range(start, end + 1, 2):
        if state.checked[k] == 0:
            return False
    return True


@apart
def declaration(state):
    """The result for a player to move who may declare that the king has entered, else RUNNING."""
    mover = state.turn
    if depth(state, mover, U(state.king[mover])) >= zone(state) or state.checked[state.count] != 0:
        return RUNNING
    inside, points = 0, 0
    for word in range(2):
        left = state.pieces[2 * mover + word]
        while left != U(0):
            square = lowest(left) + U(64 * word)
            left &= left - U(1)
            kind = unpromoted(int(state.board[square]) & 15)
            if kind != KING and depth(state, mover, square) < zone(state):
                inside += 1
                points += 5 if kind == BISHOP or kind == ROOK else 1
    for kind in range(PAWN, GOLD + 1):
        points += int(state.hand[8 * mover + kind]) * (5 if kind == BISHOP or kind == ROOK else 1)
    if inside < 10 or rows(state) < 9:
        return RUNNING
    if state.entering == 24:
        return 1 if points >= 31 else (0 if points >= 24 else RUNNING)
    return 1 if points >= 28 - mover else RUNNING


@body(side, *DTYPES)
def shogi_side(state):
    return state.turn


@body(key, *DTYPES)
def shogi_key(state):
    return position_key(state)
