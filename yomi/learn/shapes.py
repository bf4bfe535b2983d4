"""Local shapes learnt by temporal differences from self-play: greedy games, now and then a random move [RAVE 3.4]."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numba import njit

from yomi.games.go.windows import collect, total_weight
from yomi.games.hints import after_values, candidates
from yomi.games.position import Position
from yomi.games.rules import RUNNING, outcome, play, side
from yomi.kernel.inline import inlined
from yomi.kernel.rng import SIGNED, below, seeded, uniform
from yomi.value.localshape import ShapeValues, untrained

Progress = Callable[[int, str], None]


class TdShapes(NamedTuple):
    """Settings of a run."""

    step: float = 1.0  # alpha, shared by all squares of a position; it falls to a tenth of it in the end
    epsilon: float = 0.1  # how often a move is random


class Notes(NamedTuple):
    """Scratch of a game."""

    out: np.ndarray  # moves
    chance: np.ndarray  # after each move
    found: np.ndarray  # squares of a position
    before: np.ndarray  # squares of the position before


@inlined
def chance_of(logit):
    return 1.0 / (1.0 + np.exp(-logit))


@njit(cache=True)
def greedy_move(state, values, epsilon, notes, rng):
    """The move after which the player to move stands best, any other with probability epsilon; a pass comes last."""
    count = candidates(state, notes.out)
    kept = 0
    for k in range(count):
        if notes.out[k] != 0:
            notes.out[kept] = notes.out[k]
            kept += 1
    if kept == 0:
        return 0
    if uniform(rng) < epsilon:
        return notes.out[below(rng, kept)]
    after_values(state, values, notes.out[:kept], notes.chance)
    best = SIGNED(below(rng, kept))  # among equals any
    for k in range(kept):
        if notes.chance[k] > notes.chance[best]:
            best = k
    return notes.out[best]


@njit(cache=True)
def learn_change(weights, found, count, amount):
    """Add to each weight of a position, with its sign."""
    middle = len(weights) // 2
    for k in range(count):
        if found[k] != 0:
            weights[middle + found[k]] += amount
            weights[middle - found[k]] -= amount


@njit(cache=True, nogil=True)
def td_game(values, root, alpha, epsilon, notes, rng):
    """Play one game and learn from it: V(s) moves towards V(s'), in the end towards the result; the sum of errors."""
    board, error, n = root.copy(), 0.0, 0  # board[0] is written out: a name for it would not keep the memory
    held = collect(board[0], values.squares, notes.before)
    chance = chance_of(values.bias + total_weight(values.weights, notes.before, held))
    while outcome(board[0]) == RUNNING:
        play(board[0], greedy_move(board[0], values, epsilon, notes, rng))
        count = collect(board[0], values.squares, notes.found)
        target = chance_of(values.bias + total_weight(values.weights, notes.found, count))
        ending = outcome(board[0])
        if ending != RUNNING:
            target = 0.5 + (0.5 * ending if side(board[0]) == 0 else -0.5 * ending)
        delta = target - chance  # TD(0): r + V(s') - V(s) [RAVE 3.4]
        learn_change(values.weights, notes.before, held, alpha * delta / held)
        error += delta * delta
        n += 1
        notes.before[:count] = notes.found[:count]
        held = count
        chance = chance_of(values.bias + total_weight(values.weights, notes.before, held))
    return error / max(1, n)


def learn_shapes(start: Position, games: int, settings: TdShapes, seed: int, progress: Progress) -> ShapeValues:
    """Weights after so many games of self-play; komi is left out, so that the empty board is even."""
    root, game = start.root.copy(), start.game
    root["komi"] = 0.0
    size = int(np.sqrt(game.width - 1))
    values, rng = untrained(size), seeded(seed)
    notes = Notes(
        np.zeros(game.width, np.int32),
        np.zeros(game.width, np.float32),
        np.zeros(6 * size * size, np.int32),
        np.zeros(6 * size * size, np.int32),
    )
    errors: list[float] = []
    for number in range(games):
        alpha = settings.step * (1.0 - 0.9 * number / games)
        errors.append(td_game(values, root, alpha, settings.epsilon, notes, rng))
        if number % 100 == 99 or number + 1 == games:
            progress(number + 1, f", squared error {np.mean(errors[-1000:]):.5f}")
    return values
