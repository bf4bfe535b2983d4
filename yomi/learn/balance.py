"""Simulation balancing: weights whose playouts, on average, say what a deep search says [Silver2009, RAVE 6]."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numba import njit

from yomi.errors import BadSpec
from yomi.games.game import Game
from yomi.games.go.shapes import shapes
from yomi.games.go.weighted import FEATURES
from yomi.games.hints import survey, traits, watch
from yomi.games.position import Position
from yomi.games.rules import RUNNING, outcome, play
from yomi.kernel.inline import inlined
from yomi.kernel.rng import seeded, uniform
from yomi.kernel.trace import new_trace
from yomi.learn.games import Judged, Source, reached
from yomi.value.evaluate import mean_value
from yomi.value.gammas import Weights, from_theta, tables_of
from yomi.value.softmax import SoftmaxTables

Report = Callable[[int, float], None]  # called with the batches done and the squared bias of the last ones
MARKS = len(FEATURES)
MEASURED = 1000  # playouts for each position when the bias is measured
DAMPING = 10.0, 1.0  # added to the scale of shapes, of features: what is rare changes slowly
BLUNDER_THETA = -1  # the last one; a playout cannot prefer blunders, so it stays at 0 or below


class Balance(NamedTuple):
    """Settings of a run."""

    epochs: int = 6  # times that each position is seen
    batch: int = 20  # positions for each step
    values: int = 100  # playouts for the value of a position (M)
    gradients: int = 100  # other playouts for its gradient (N)
    step: float = 150.0  # alpha, at the beginning; it falls to a tenth of it in the end

    def steps(self, examples: Sequence) -> int:
        """How many steps a run takes in all."""
        return self.epochs * self.batches(len(examples) - held_out(examples))

    def batches(self, examples: int) -> int:
        """How many steps an epoch has."""
        return -(-examples // self.batch)


class Example(NamedTuple):
    """A position and its true value."""

    root: np.ndarray
    value: float  # chance of the player to move


class Notes(NamedTuple):
    """Scratch of a playout that notes its gradient."""

    out: np.ndarray  # moves
    shape: np.ndarray  # of each move
    features: np.ndarray  # of each move
    chance: np.ndarray  # of each move
    psi: np.ndarray  # sum over the moves played: phi(s, a) - E phi(s, .)


def new_notes(game: Game, weights: int) -> Notes:
    out, shape, features = (np.zeros(game.width, np.int32) for _ in range(3))
    return Notes(out, shape, features, np.zeros(game.width), np.zeros(weights))


@inlined
def add_phi(notes, k, amount):
    """Add to psi the features of a move, so many times."""
    notes.psi[notes.shape[k]] += amount
    first = len(notes.psi) - MARKS
    for f in range(MARKS):
        if notes.features[k] >> f & 1 != 0:
            notes.psi[first + f] += amount


@njit(cache=True)
def weigh(theta, notes, count):
    """Write the chance of each of `count` moves: pi(s, a) is proportional to exp of theta times phi(s, a)."""
    first, total = len(theta) - MARKS, 0.0
    for k in range(count):
        power = theta[notes.shape[k]]
        for f in range(MARKS):
            if notes.features[k] >> f & 1 != 0:
                power += theta[first + f]
        notes.chance[k] = np.exp(power)
        total += notes.chance[k]
    for k in range(count):
        notes.chance[k] /= total


@inlined
def drawn(notes, count, rng):
    """A move by its chance."""
    ticket, k = uniform(rng), 0
    while k < count - 1 and ticket >= notes.chance[k]:
        ticket -= notes.chance[k]
        k += 1
    return k


@njit(cache=True)
def noted_playout(theta, state, classes, notes, rng):
    """Play to the end; the result as by `evaluate`, the gradient of the log-probability of all moves in `notes.psi`."""
    survey(state)
    notes.psi[:] = 0.0
    plies = 0
    while outcome(state) == RUNNING:
        watch(state)
        count = traits(state, classes, notes.out, notes.shape, notes.features)
        weigh(theta, notes, count)
        chosen = drawn(notes, count, rng)
        for k in range(count):
            add_phi(notes, k, -notes.chance[k])
        add_phi(notes, chosen, 1.0)  # psi(s, a) = phi(s, a) - sum over b of pi(s, b) phi(s, b) [Silver2009]
        play(state, notes.out[chosen])
        plies += 1
    value = 0.5 * outcome(state) + 0.5
    return value if plies % 2 == 0 else 1.0 - value


@njit(cache=True, nogil=True)
def gradient(theta, root, playouts, baseline, classes, notes, rng):
    """(how the mean result of playouts changes with theta, the mean square of psi); any fixed baseline will do."""
    board, g, square = root.copy(), np.zeros(len(theta)), np.zeros(len(theta))
    for _ in range(playouts):
        board[0] = root[0]
        z = noted_playout(theta, board[0], classes, notes, rng)
        g += (z - baseline) * notes.psi / playouts  # g = mean of z times the sum of psi [Silver2009]
        square += notes.psi * notes.psi / playouts
    return g, square


class Balancer:
    """Learns theta from examples of one game, batch by batch."""

    def __init__(self, game: Game, theta: np.ndarray, settings: Balance, seed: int):
        self.theta, self.settings = theta.copy(), settings
        self.rng, self.order = seeded(seed), np.random.default_rng(seed)
        self.damping = np.repeat(DAMPING, (len(theta) - MARKS, MARKS))
        self.notes, self.trace = new_notes(game, len(theta)), new_trace(game.length)

    def policy(self) -> SoftmaxTables:
        return SoftmaxTables(*tables_of(from_theta(self.theta)))

    def run(self, examples: Sequence[Example], progress: Report) -> None:
        """All epochs."""
        each, batch, batches = len(examples), self.settings.batch, self.settings.batches(len(examples))
        errors: list[float] = []
        for epoch in range(self.settings.epochs):
            order = self.order.permutation(each)
            for k in range(batches):
                done = epoch * batches + k
                step = self.settings.step * 0.1 ** (done / (batches * self.settings.epochs))
                errors.append(self.learn([examples[j] for j in order[k * batch : (k + 1) * batch]], step))
                progress(done + 1, float(np.mean(errors[-batches:])))

    def learn(self, batch: Sequence[Example], step: float) -> float:
        """One step; the mean squared bias of the batch before it, less what the few playouts add to it."""
        policy, error = self.policy(), 0.0
        total, scale = np.zeros(len(self.theta)), self.damping * len(batch)
        for example in batch:
            v = self.value(policy, example, self.settings.values)
            b = example.value - v
            g, square = gradient(
                self.theta, example.root, self.settings.gradients, v, shapes().of, self.notes, self.rng
            )
            total += b * g
            scale += square
            error += b * b - v * (1 - v) / max(1, self.settings.values - 1)
        self.theta += step * total / scale  # theta <- theta + alpha b g [Silver2009], each part by its own scale
        self.theta[BLUNDER_THETA] = min(0.0, self.theta[BLUNDER_THETA])
        return error / len(batch)

    def value(self, policy: SoftmaxTables, example: Example, playouts: int) -> float:
        return mean_value(policy, example.root, playouts, self.trace, self.notes.out, self.rng)

    def error(self, examples: Sequence[Example]) -> float:
        """The mean squared bias over examples, less what the few playouts add to it."""
        policy, n = self.policy(), MEASURED
        values = np.array([self.value(policy, example, n) for example in examples])
        true = np.array([example.value for example in examples])
        return float(np.mean((true - values) ** 2 - values * (1 - values) / (n - 1)))


def examples_of(start: Position, judged: Sequence[Judged]) -> list[Example]:
    """The positions that moves lead to, with their values."""
    return [Example(reached(start, moves).root, value) for moves, value in judged]


def held_out(examples: Sequence) -> int:
    """How many examples are not learnt from."""
    return max(1, len(examples) // 5)


def learn_values(
    source: Source, judged: Sequence[Judged], start: Weights, settings: Balance, progress: Report
) -> Weights:
    """Weights learnt from judged positions, a fifth of which only measure the squared bias before and after."""
    if min(settings) <= 0:
        raise BadSpec(f"{settings}: expected numbers above 0")
    examples = examples_of(source.start, judged)
    held = held_out(examples)
    learner = Balancer(source.start.game, start.theta, settings, source.seed)
    test, train = examples[:held], examples[held:]
    before = learner.error(test)
    learner.run(train, progress)
    made = {
        "method": "simulation balancing",
        **source.settings,
        "positions": len(examples),
        **settings._asdict(),
        "begun with": start.made,
        "squared bias of held-out positions": [round(before, 5), round(learner.error(test), 5)],
    }
    return from_theta(learner.theta, **made)
