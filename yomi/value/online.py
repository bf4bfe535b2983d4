"""Temporal-difference learning move by move: one game of self-play, after each move of which the weights change.

E(s) is linear in the features of a position, V(s) = 1 / (1 + exp(-E(s) / tau)) the chance of the first player to win
[LEARN eq. 31]; a finished game is worth its result. A move is the one with the best position after it, or any.
"""

from __future__ import annotations

from math import exp, inf
from typing import NamedTuple

import numpy as np
from numba import njit

from yomi.games.features import MOST, UNKNOWN, changes, features
from yomi.games.game import Game
from yomi.games.hints import candidates, random_move
from yomi.games.rules import RUNNING, outcome, play, side
from yomi.kernel.inline import apart
from yomi.kernel.rng import SIGNED, below, uniform

LONGEST = 1000  # moves of a game; a longer one is broken off as a draw
ACTIVE, FIRST = 0, 1  # of the counts in the notes
FADED = 1e-6  # a trace that is no more worth following


class Online(NamedTuple):
    """Settings of a game."""

    step: float = 0.3  # alpha
    epsilon: float = 0.2  # how often a move is any
    decay: float = 0.5  # lambda
    squared: int = 0  # whether the squared error falls; else the likelihood grows, and features share the step
    tau: float = 1.0  # the value that is worth odds of e to 1


class Notes(NamedTuple):
    """Scratch of a game."""

    out: np.ndarray  # moves
    spare: np.ndarray  # room for moves that are not kept
    worth: np.ndarray  # E after each move, for the player who makes it
    row: np.ndarray  # features of the position
    found: np.ndarray  # what a move changes
    trace: np.ndarray  # e, of each weight
    active: np.ndarray  # the weights that have a trace
    listed: np.ndarray  # whether a weight is one of them
    counts: np.ndarray  # [2] how many there are, the first move of the last game


def new_notes(game: Game) -> Notes:
    """Scratch for a game that has features."""
    assert game.features is not None
    weights, width = game.features.count, game.width
    return Notes(
        np.zeros(width, np.int32),
        np.zeros(width, np.int32),
        np.zeros(width),
        np.zeros(MOST, np.int32),
        np.zeros(MOST, np.int32),
        np.zeros(weights),
        np.zeros(weights, np.int32),
        np.zeros(weights, np.bool_),
        np.zeros(2, np.int64),
    )


@njit(cache=True)
def chance(value, tau):
    """The chance to win that a value stands for [LEARN eq. 31]."""
    return 1.0 / (1.0 + exp(-max(-40.0, min(40.0, value / tau))))


@njit(cache=True)
def add_up(theta, numbers, count):
    """E of signed features for the first player."""
    total = 0.0
    for k in range(count):
        number = numbers[k]
        total += theta[number - 1] if number > 0 else -theta[-number - 1]
    return total


@apart
def list_moves(state, out):
    """The moves worth a look. This and what follows are functions of their own, since games compile slowly."""
    return candidates(state, out)


@apart
def proceed(state, move):
    play(state, move)


@apart
def write_row(state, row):
    """Write the features of a position, that of having the move included; return how many."""
    count = features(state, True, row)
    row[count] = 1 if side(state) == 0 else -1
    return count + 1


@apart
def ending(state):
    """The result for the first player, -1 to 1, or RUNNING."""
    ended = outcome(state)
    return -ended if ended != RUNNING and side(state) != 0 else ended


@njit(cache=True)
def value_after(theta, total, state, move, after, notes):
    """E for the first player once a move has led from `state`, worth `total`, to `after`; without end if it decides."""
    ended = ending(after)
    if ended != RUNNING:
        return inf if ended > 0 else (-inf if ended < 0 else 0.0)
    count = changes(state, move, after, True, notes.found)
    if count == UNKNOWN:
        return add_up(theta, notes.found, write_row(after, notes.found))
    turn = 2.0 * theta[0]  # the other player has the move
    return total + add_up(theta, notes.found, count) + (turn if side(after) == 0 else -turn)


@apart
def appraise(theta, total, board, after, count, notes):
    """Write E after each of the first `count` moves in the notes, for the player who makes it; `board` has `total`."""
    sign = 1.0 if side(board[0]) == 0 else -1.0
    for k in range(count):
        after[0] = board[0]
        proceed(after[0], notes.out[k])
        notes.worth[k] = sign * value_after(theta, total, board[0], notes.out[k], after[0], notes)


@njit(cache=True)
def any_of(state, count, notes, rng):
    """Which of the moves in the notes a playout would make."""
    move = SIGNED(random_move(state, notes.spare, rng))
    for k in range(count):
        if notes.out[k] == move:
            return k
    return SIGNED(below(rng, count))


@apart
def choose(theta, total, board, after, epsilon, notes, rng):
    """The move with the best position after it, among equals any; with probability epsilon any."""
    count = list_moves(board[0], notes.out)
    best = any_of(board[0], count, notes, rng)
    if uniform(rng) >= epsilon:
        appraise(theta, total, board, after, count, notes)
        for k in range(count):
            if notes.worth[k] > notes.worth[best]:
                best = k
    return notes.out[best]


@njit(cache=True)
def steepness(settings, p, count):
    """How much each of so many features adds to the trace of a position worth `p`."""
    if settings.squared != 0:
        return p * (1.0 - p) / settings.tau  # dV / dE [LEARN eq. 32]
    return 1.0 / (settings.tau * count)  # does not vanish where V is almost sure, and means the same in every game


@njit(cache=True)
def fade(notes, decay):
    """Let the trace fade: e = lambda * e, the first half of [LEARN eq. 25]."""
    kept = 0
    for k in range(notes.counts[ACTIVE]):
        weight = notes.active[k]
        notes.trace[weight] *= decay
        if abs(notes.trace[weight]) > FADED:
            notes.active[kept] = weight
            kept += 1
        else:
            notes.trace[weight], notes.listed[weight] = 0.0, False
    notes.counts[ACTIVE] = kept


@njit(cache=True)
def strengthen(notes, count, amount):
    """Add the gradient of a position to the trace, the second half of [LEARN eq. 25]."""
    for k in range(count):
        weight = abs(notes.row[k]) - 1
        if not notes.listed[weight]:
            notes.listed[weight] = True
            notes.active[notes.counts[ACTIVE]] = weight
            notes.counts[ACTIVE] += 1
        notes.trace[weight] += amount if notes.row[k] > 0 else -amount


@njit(cache=True)
def learn_along(theta, notes, amount):
    """Move the weights along the trace [LEARN eq. 24]."""
    for k in range(notes.counts[ACTIVE]):
        weight = notes.active[k]
        theta[weight] += amount * notes.trace[weight]


@njit(cache=True, nogil=True)
def learn_online(root, theta, notes, settings, rng):
    """Play a game from root[0] and learn after each of its moves.

    Returns the mean squared error, how many moves there were, and the result for the first player, from 0 to 1.
    """
    board, after, error, n = root.copy(), root.copy(), 0.0, 0
    fade(notes, 0.0)
    count, ended = write_row(board[0], notes.row), ending(board[0])
    while ended == RUNNING and n < LONGEST:
        total = add_up(theta, notes.row, count)
        p = chance(total, settings.tau)
        move = choose(theta, total, board, after, settings.epsilon, notes, rng)
        fade(notes, settings.decay)
        strengthen(notes, count, steepness(settings, p, count))
        proceed(board[0], move)
        count, ended = write_row(board[0], notes.row), ending(board[0])
        then = chance(add_up(theta, notes.row, count), settings.tau) if ended == RUNNING else 0.5 + 0.5 * ended
        delta = then - p  # the TD error [LEARN eq. 26]
        learn_along(theta, notes, settings.step * delta)
        if n == 0:
            notes.counts[FIRST] = move
        error += delta * delta
        n += 1
    return error / max(1, n), n, 0.5 if ended == RUNNING else 0.5 + 0.5 * ended
