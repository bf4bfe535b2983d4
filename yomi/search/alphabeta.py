"""Alpha-beta: principal variation search with a transposition table and the usual pruning, each a setting [MCSS 4.1].

A stack of positions takes the place of taking moves back, so it works on every game. Values are in hundredths of the
smallest piece, for the player to move; a mate is MATE less the number of plies to it.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

from yomi.games.hints import candidates
from yomi.games.rules import RUNNING, key, outcome, play, side
from yomi.games.tactics import exchange, is_checked, recurrence, skip
from yomi.kernel.atomic import fetch_add
from yomi.kernel.inline import apart, inlined
from yomi.kernel.rng import SIGNED, U
from yomi.search.hashing import (
    EXACT,
    LOWER,
    NO_MOVE,
    UPPER,
    entry_bound,
    entry_depth,
    entry_move,
    entry_value,
    probe,
    store,
)
from yomi.search.order import CAPTURES, SLACK, is_hopeless, is_quiet, puts_off, rank_moves, reduction, reward
from yomi.value import quiescence as still
from yomi.value.linear import advance, settle, worth
from yomi.value.quiescence import INFINITE, MATE, extend_line, pull_best, quiesce

PLIES = 96  # the deepest line, quiescence included
SURE = MATE - 1000  # values beyond this are mates
ALPHA, BETA, DEPTH, START, BEST, CHOSEN, NEXT, COUNT, QUIETS, WORTH = range(10)  # of the frame of a node
CHECKED, NARROW, KNOWN, MAY_SKIP, STAGE, TRIAL, FRAME = range(10, 17)  # the last one is its length
FRESH, READY, SKIPPED, MOVES, DONE = range(5)  # stages of a node
REDUCED, SCOUT, FULL = range(3)  # how a child is searched
STOP, NODES, AGE, LIMIT = 0, 1, 2, 3  # what the control array holds
LOOK_EVERY = 1000  # nodes between looks at the limit


class AlphaBeta(NamedTuple):
    """Alpha-beta with iterative deepening; each idea can be switched off with 0."""

    depth: int = 64  # the deepest iteration
    still: int = 1  # quiescence search at the leaves, else the static value
    table: int = 1  # transposition table
    window: int = 40  # aspiration: half the window round the last value
    scout: int = 1  # null windows after the first move (principal variation search)
    null: int = 1  # null move
    reduce: int = 1  # late move reductions
    futile: int = 1  # futility
    counts: int = 1  # move-count pruning
    killers: int = 1  # quiet moves that refuted another move at the same ply come early
    history: int = 1  # quiet moves that refuted others anywhere come earlier
    replies: int = 1  # counter moves
    extend: int = 1  # check extension
    nearest: int = 1  # mate distance
    repeat: int = 1  # a repetition inside the tree is as good as the fourth


def desk_dtype(width: int) -> np.dtype:
    """What a thread needs for itself, one record: passing it on costs one pointer."""
    return np.dtype(
        [
            ("moves", "i4", (PLIES, width)),
            ("order", "i4", (PLIES, width)),
            ("killers", "i4", (PLIES, 2)),
            ("history", "i4", (2, 1 << 15)),
            ("replies", "i4", 1 << 15),
            ("played", "i4", PLIES),
            ("sums", "i4", PLIES),
            ("frame", "i4", (PLIES, FRAME)),
            ("still", "i4", (PLIES, still.FRAME)),
            ("line", "i4", (PLIES + 1, PLIES + 1)),
            ("length", "i4", PLIES + 1),
            ("deepest", "i4"),
            ("nodes", "i8", 1),
            ("told", "i8"),  # nodes already counted for all threads
        ],
        align=True,
    )


@njit(cache=True, nogil=True)
def search_root(rule, leaf, boards, desks, table, control, count, depth, alpha, beta):
    """Search the first `count` moves in the desk, the best so far in front; the value, and the line in the desk.

    `leaf` values positions: the prepared form of Quiescence.
    """
    best = -INFINITE
    desks[0].sums[0] = settle(leaf.values, boards[0], desks[0].moves[1])
    for k in range(count):
        move = desks[0].moves[0, k]
        boards[1] = boards[0]
        play(boards[1], move)
        follow(leaf, boards, desks[0], SIGNED(0), move)
        narrow = k > 0 and rule.scout != 0
        while True:
            most = alpha + 1 if narrow else beta
            value = -negamax(rule, leaf, boards, desks[0], table, control, SIGNED(1), depth - 1, -most, -alpha)
            if not narrow or value <= alpha or value >= beta:
                break
            narrow = False
        if control[STOP] != 0:
            break
        if value > best:
            best = value
            if value > alpha or k == 0:
                extend_line(desks[0].line, desks[0].length, SIGNED(0), move)
                for j in range(k, 0, -1):
                    desks[0].moves[0, j] = desks[0].moves[0, j - 1]
                desks[0].moves[0, 0] = move
            alpha = max(alpha, value)
            if value >= beta:
                break
    return best


@inlined
def follow(leaf, boards, desk, ply, move):
    """A move was played and its position will be searched."""
    desk.played[ply] = move
    desk.sums[ply + 1] = advance(leaf.values, desk.sums[ply], boards[ply], move, boards[ply + 1], desk.moves[ply + 1])


@njit(cache=True)
def exact_value(result, ply):
    """The value of a finished game."""
    return 0 if result == 0 else (MATE - ply if result > 0 else ply - MATE)


@inlined
def negamax(rule, leaf, boards, desk, table, control, base, depth, alpha, beta):
    """The value of boards[base] for the player to move, exact between alpha and beta, else a bound.

    A frame for each ply instead of recursion, which Numba's cache does not survive.
    """
    ply = base
    open_node(desk, ply, depth, alpha, beta, 1)
    while True:
        if next_child(rule, leaf, boards, desk, table, control, ply):
            ply += 1
        elif ply == base:
            return desk.frame[base, BEST]
        else:
            ply -= 1
            if take(rule, boards, desk, control, ply, -desk.frame[ply + 1, BEST]):
                ply += 1


@njit(cache=True)
def open_node(desk, ply, depth, alpha, beta, may_skip):
    frame = desk.frame[ply]
    frame[STAGE], frame[DEPTH], frame[ALPHA], frame[BETA], frame[MAY_SKIP] = FRESH, depth, alpha, beta, may_skip
    desk.length[ply] = 0


@inlined
def next_child(rule, leaf, boards, desk, table, control, ply):
    """Put the next position to search on the board after this; False when the value of this one is known."""
    frame = desk.frame[ply]
    if frame[STAGE] == FRESH and enter(rule, leaf, boards, desk, table, control, ply):
        return False
    if frame[STAGE] == READY and skips(rule, boards, desk, ply):
        return True
    if frame[STAGE] == READY or frame[STAGE] == SKIPPED:
        frame[COUNT] = candidates(boards[ply], desk.moves[ply])
        rank_moves(rule, boards, desk, ply, frame[COUNT], frame[KNOWN])
        frame[STAGE] = MOVES
    while frame[STAGE] == MOVES and frame[NEXT] < frame[COUNT]:
        if tries(rule, leaf, boards, desk, ply):
            return True
    if control[STOP] == 0 and rule.table != 0:
        best = frame[BEST]
        bound = LOWER if best >= frame[BETA] else (EXACT if best > frame[START] else UPPER)
        depth = min(frame[DEPTH], 120)
        store(table, key(boards[ply]), frame[CHOSEN], to_table(best, ply), depth, bound, control[AGE])
    return False


@inlined
def enter(rule, leaf, boards, desk, table, control, ply):
    """What can be said of a node before its moves are looked at; whether that is all."""
    frame = desk.frame[ply]
    frame[STAGE] = DONE
    frame[BEST] = 0
    if count_node(desk, control):
        return True
    ended = ending(rule, boards, ply)
    if ended != RUNNING:
        frame[BEST] = exact_value(ended, ply)
        return True
    checked = is_checked(boards[ply])
    frame[DEPTH] += 1 if checked and rule.extend != 0 else 0
    if frame[DEPTH] <= 0 or ply + 2 >= boards.shape[0]:
        frame[BEST] = leaf_value(rule, leaf, boards, desk, ply, frame[ALPHA], frame[BETA])
        return True
    if rule.nearest != 0:
        frame[ALPHA], frame[BETA] = max(frame[ALPHA], ply - MATE), min(frame[BETA], MATE - ply - 1)
        if frame[ALPHA] >= frame[BETA]:
            frame[BEST] = frame[ALPHA]
            return True
    frame[NARROW] = frame[BETA] - frame[ALPHA] == 1
    found = probe(table, key(boards[ply])) if rule.table != 0 else U(0)
    if frame[NARROW] != 0 and answers(found, ply, frame[DEPTH], frame[ALPHA], frame[BETA]):
        frame[BEST] = from_table(entry_value(found), ply)
        return True
    frame[KNOWN] = entry_move(found) if found != U(0) else NO_MOVE
    frame[CHECKED], frame[WORTH], frame[START] = checked, worth_at(leaf, boards, desk, ply), frame[ALPHA]
    frame[BEST], frame[CHOSEN], frame[NEXT], frame[QUIETS] = -INFINITE, NO_MOVE, 0, 0
    frame[STAGE] = READY
    if rule.futile != 0 and not checked and stands_above(frame):
        frame[BEST] = frame[WORTH]
        return True
    return False


@inlined
def stands_above(frame):
    """Whether a position is so good that a shallow search will not bring it below beta (reverse futility)."""
    shallow = frame[NARROW] != 0 and frame[DEPTH] <= 6 and abs(frame[BETA]) < SURE
    return shallow and frame[WORTH] - SLACK * frame[DEPTH] >= frame[BETA]


@inlined
def skips(rule, boards, desk, ply):
    """Whether to see first what comes of passing (null move); then the child is ready."""
    frame = desk.frame[ply]
    if rule.null == 0 or frame[MAY_SKIP] == 0 or frame[DEPTH] < 3 or frame[WORTH] < frame[BETA]:
        return False
    if frame[NARROW] == 0 or frame[CHECKED] != 0 or abs(frame[BETA]) >= SURE:
        return False
    boards[ply + 1] = boards[ply]
    if not skip(boards[ply + 1]):
        return False
    frame[STAGE], desk.played[ply], desk.sums[ply + 1] = SKIPPED, NO_MOVE, desk.sums[ply]
    open_node(desk, ply + 1, frame[DEPTH] - 4 - frame[DEPTH] // 4, -frame[BETA], 1 - frame[BETA], 0)
    return True


@inlined
def tries(rule, leaf, boards, desk, ply):
    """Play the next move; False when it is not worth a search."""
    frame = desk.frame[ply]
    k = frame[NEXT]
    pull_best(desk.moves[ply], desk.order[ply], k, frame[COUNT])
    if frame[CHECKED] == 0 and puts_off(boards, desk, ply, k):
        return False
    frame[NEXT] += 1
    move, order = desk.moves[ply, k], desk.order[ply, k]
    quiet, depth, alpha = is_quiet(order), frame[DEPTH], frame[ALPHA]
    boards[ply + 1] = boards[ply]
    play(boards[ply + 1], move)
    calm = frame[CHECKED] == 0 and not is_checked(boards[ply + 1])
    if calm and frame[NARROW] != 0 and frame[BEST] > -SURE:
        if quiet and is_hopeless(rule, depth, frame[QUIETS], frame[WORTH], alpha):
            frame[QUIETS] += 1
            return False
        if order < 0 and not quiet and depth <= 4 and rule.futile != 0 and exchange(boards[ply], move) < -SLACK * depth:
            return False
    follow(leaf, boards, desk, ply, move)
    frame[QUIETS] += 1 if quiet else 0
    less = reduction(rule, desk, depth, k, order, side(boards[ply]), move) if order < CAPTURES and calm else 0
    if k == 0 or (rule.scout == 0 and less == 0):
        frame[TRIAL] = FULL
        open_node(desk, ply + 1, depth - 1, -frame[BETA], -alpha, 1)
    else:
        frame[TRIAL] = REDUCED if less > 0 else SCOUT
        open_node(desk, ply + 1, depth - 1 - less, -alpha - 1, -alpha, 1)
    return True


@inlined
def take(rule, boards, desk, control, ply, value):
    """Take note of the value of the child; whether to search the same child again, more deeply or more widely."""
    frame = desk.frame[ply]
    if control[STOP] != 0:
        frame[STAGE] = DONE
        return False
    if frame[STAGE] == SKIPPED:
        if value >= frame[BETA]:
            frame[BEST], frame[STAGE] = frame[BETA] if value >= SURE else value, DONE
        return False
    if value > frame[ALPHA] and frame[TRIAL] == REDUCED:
        frame[TRIAL] = SCOUT
        open_node(desk, ply + 1, frame[DEPTH] - 1, -frame[ALPHA] - 1, -frame[ALPHA], 1)
        return True
    if frame[ALPHA] < value < frame[BETA] and frame[TRIAL] == SCOUT:
        frame[TRIAL] = FULL
        open_node(desk, ply + 1, frame[DEPTH] - 1, -frame[BETA], -frame[ALPHA], 1)
        return True
    if value > frame[BEST]:
        frame[BEST] = value
        if value > frame[ALPHA]:
            k = frame[NEXT] - 1
            move = desk.moves[ply, k]
            frame[ALPHA], frame[CHOSEN] = value, move
            extend_line(desk.line, desk.length, ply, move)
            if value >= frame[BETA]:
                frame[NEXT] = frame[COUNT]
                if is_quiet(desk.order[ply, k]):
                    reward(rule, desk, ply, frame[DEPTH], k, move, side(boards[ply]))
    return False


@njit(cache=True)
def count_node(desk, control):
    """Count a node; whether to stop."""
    desk.nodes[0] += 1
    if desk.nodes[0] > desk.told + LOOK_EVERY:
        fetch_add(control, NODES, desk.nodes[0] - desk.told)
        desk.told = desk.nodes[0]
        if control[NODES] >= control[LIMIT]:
            control[STOP] = 1
    return control[STOP] != 0


@apart
def ending(rule, boards, ply):
    """The result if the game is over here, or as good as over."""
    ended = outcome(boards[ply])
    if ended == RUNNING and rule.repeat != 0:
        ended = recurrence(boards[ply])
    return ended


@inlined
def worth_at(leaf, boards, desk, ply):
    """The static value."""
    return int(worth(leaf.values, desk.sums[ply], boards[ply]))


@inlined
def leaf_value(rule, leaf, boards, desk, ply, alpha, beta):
    desk.deepest = max(desk.deepest, ply)
    if rule.still == 0 or ply + 2 >= boards.shape[0]:
        return worth_at(leaf, boards, desk, ply)
    return int(
        quiesce(
            leaf,
            boards,
            desk.sums,
            desk.moves,
            desk.order,
            desk.still,
            desk.line,
            desk.length,
            desk.nodes,
            ply,
            alpha,
            beta,
        )
    )


@njit(cache=True)
def answers(found, ply, depth, alpha, beta):
    """Whether what the table knows decides a narrow window."""
    if found == U(0) or entry_depth(found) < depth:
        return False
    known, bound = from_table(entry_value(found), ply), entry_bound(found)
    return bound == EXACT or (bound == LOWER and known >= beta) or (bound == UPPER and known <= alpha)


@njit(cache=True)
def to_table(value, ply):
    """Mates are stored by their distance from the position, not from the root."""
    return value + ply if value >= SURE else (value - ply if value <= -SURE else value)


@njit(cache=True)
def from_table(value, ply):
    return value - ply if value >= SURE else (value + ply if value <= -SURE else value)
