"""The simulation loop cut in two, for evaluators that want many positions at once: `gather` leaves, `scatter` answers.

Between the two a leaf is reserved, and virtual losses on the way to it send others elsewhere [KATA].
"""

from __future__ import annotations

from math import exp
from typing import NamedTuple

import numpy as np
from numba import njit

from yomi.games.encode import action
from yomi.games.hints import candidates
from yomi.games.position import Position
from yomi.games.rules import play
from yomi.kernel.atomic import fetch_add
from yomi.search.method import narrow
from yomi.search.rule import absorb, arrange, introduce
from yomi.search.simulate import LEFT, STOP, descend, exact, joined, let_go
from yomi.search.tree import OPEN, allot, give_up, publish, reserve

NO_MOVE = -1
SHOWN = 5  # moves that an evaluator may want to see
PATIENCE = 8  # walks to a leaf that is on its way already, before a batch goes off as it is


class Stand(NamedTuple):
    """Where a search begins, and how the game came there."""

    past: np.ndarray  # [H] the position, the one before it, and so on; the oldest known is repeated
    moves: np.ndarray  # [SHOWN] the moves that led there, newest first, NO_MOVE where there was none


class Batch(NamedTuple):
    """Leaves on their way to an evaluator."""

    past: np.ndarray  # [B, H] of each leaf, as in a stand
    moves: np.ndarray  # [B, SHOWN]
    nodes: np.ndarray  # [B + PATIENCE, D] the nodes from the root to it; walks in vain come last
    length: np.ndarray  # [B + PATIENCE] their number, the root not counted
    filled: np.ndarray  # [1] leaves


def stand_of(position: Position, depth: int) -> Stand:
    """A position with `depth` positions of its past, itself included."""
    roots = [position.root]
    history = position.history
    if depth > 1 and history:
        kept = min(depth - 1, len(history))
        before = Position(position.game, position.origin, position.origin)
        for move in history[:-kept]:
            before = before.after(move)
        for move in history[len(history) - kept :]:
            roots.insert(1, before.root)
            before = before.after(move)
    roots += [roots[-1]] * (depth - len(roots))
    moves = np.full(SHOWN, NO_MOVE, np.int32)
    recent = history[: -SHOWN - 1 : -1]
    moves[: len(recent)] = recent
    return Stand(np.concatenate(roots), moves)


def new_batch(size: int, stand: Stand, nodes: int) -> Batch:
    """Room for so many leaves, each with so many nodes on the way to it, the root included."""
    rows = size + PATIENCE
    return Batch(
        np.zeros((size, len(stand.past)), stand.past.dtype),
        np.full((size, SHOWN), NO_MOVE, np.int32),
        np.zeros((rows, nodes), np.int32),
        np.zeros(rows, np.int32),
        np.zeros(1, np.int64),
    )


@njit(cache=True, nogil=True)
def gather(method, tree, stand, batch, wanted, control, trace, rng):
    """Fill `batch` with up to `wanted` leaves; returns the simulations that ended without an evaluation."""
    board = stand.past[:1].copy()
    batch.filled[0] = done = misses = 0
    while batch.filled[0] < wanted and misses < PATIENCE and control[STOP] == 0 and tree.proof[0] == OPEN:
        if fetch_add(control, LEFT, -1) <= 0:
            fetch_add(control, LEFT, 1)  # or what another thread gives back after a walk in vain would be lost
            break
        board[0] = stand.past[0]
        leaf = descend(method.rule, tree, board[0], trace, rng)
        result = exact(tree, leaf, board[0], trace)
        if result < 0.0 and tree.first[leaf] == 0:
            result = joined(method.rule, tree, leaf, board[0], trace.length[0])
        if result >= 0.0:
            absorb(method.rule, tree, trace, result)
            let_go(tree, trace)
            done += 1
        elif reserve(tree, leaf):
            keep_trace(batch, batch.filled[0], trace)
            keep_past(stand, batch, batch.filled[0], board, trace)
            batch.filled[0] += 1
        else:
            keep_trace(
                batch, len(batch.past) + misses, trace
            )  # its losses stay for now, to send the next one elsewhere
            fetch_add(control, LEFT, 1)
            misses += 1
    for row in range(len(batch.past), len(batch.past) + misses):
        bring_back(batch, row, trace)
        let_go(tree, trace)
    return done


@njit(cache=True)
def keep_trace(batch, row, trace):
    """Remember the way to a leaf."""
    batch.length[row] = trace.length[0]
    for k in range(trace.length[0] + 1):
        batch.nodes[row, k] = trace.nodes[k]


@njit(cache=True)
def bring_back(batch, row, trace):
    """Put the way to a leaf into the trace again."""
    trace.length[0] = batch.length[row]
    for k in range(trace.length[0] + 1):
        trace.nodes[k] = batch.nodes[row, k]


@njit(cache=True)
def keep_past(stand, batch, row, board, trace):
    """Remember the leaf on the board, and what the evaluator may want to know of how the game came there."""
    depth, wide = trace.length[0], batch.past.shape[1]
    batch.past[row, 0] = board[0]
    for k in range(SHOWN):
        batch.moves[row, k] = trace.moves[depth - 1 - k] if k < depth else stand.moves[k - depth]
    for k in range(depth + 1, wide):
        batch.past[row, k] = stand.past[k - depth]
    if wide > 1:
        board[0] = stand.past[0]
        for k in range(depth):
            if depth - k < wide:
                batch.past[row, depth - k] = board[0]
            play(board[0], trace.moves[k])


@njit(cache=True, nogil=True)
def scatter(method, tree, batch, logits, values, trace, out, rng):
    """Give the leaves of `batch` children with priors, and store their values for the player to move, 0 to 1."""
    for row in range(batch.filled[0]):
        bring_back(batch, row, trace)
        leaf = trace.nodes[trace.length[0]]
        expand(method, tree, leaf, batch.past[row, 0], logits[row], out, rng)
        introduce(method.rule, tree, leaf, batch.past[row, 0], trace.length[0])
        absorb(method.rule, tree, trace, float(values[row]))
        let_go(tree, trace)


@njit(cache=True)
def abandon(tree, batch, trace):
    """Give the leaves of a batch back that nobody will evaluate."""
    for row in range(batch.filled[0]):
        bring_back(batch, row, trace)
        give_up(tree, trace.nodes[trace.length[0]])
        let_go(tree, trace)
    batch.filled[0] = 0


@njit(cache=True)
def expand(method, tree, leaf, state, logits, out, rng):
    """Give a reserved leaf its children, with priors."""
    count = narrow(method.moves, state, out, candidates(state, out))
    start = allot(tree, leaf, out, count, rng)
    if start > 0:
        for child in range(start, start + count):
            tree.prior[child] = logits[action(state, tree.move[child])]
        by_softmax(tree.prior, start, count)
        arrange(method.rule, tree, start, count)
        publish(tree, leaf, start, count)


@njit(cache=True)
def by_softmax(prior, start, count):
    """Turn logits into probabilities."""
    most, total = prior[start], 0.0
    for child in range(start + 1, start + count):
        most = max(most, prior[child])
    for child in range(start, start + count):
        weight = exp(float(prior[child] - most))
        prior[child] = weight
        total += weight
    for child in range(start, start + count):
        prior[child] /= total
