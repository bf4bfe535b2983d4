"""Episodes that were never played: random features for what learners do, and all games of a tiny Nim."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from yomi.learn.episode import Episode
from yomi.learn.notes import OTHER, OWN, Notes
from yomi.learn.objective import gradient
from yomi.learn.policy import policy_of
from yomi.search.hashing import EXACT, LOWER, UPPER

COUNT = 40  # features


def some_rows(dice: np.random.Generator, length: int) -> np.ndarray:
    numbers = dice.integers(1, COUNT + 1, (length, 9)) * dice.choice([-1, 1], (length, 9))
    numbers[:, 6:] *= dice.integers(0, 2, (length, 1))  # some rows are shorter
    return numbers.astype(np.int32)


def some_notes(dice: np.random.Generator, groups: int) -> Notes:
    """Groups of moves with random leaves, some of which have a value and no features."""
    widths = dice.integers(2, 6, groups)
    starts = np.concatenate([[0], np.cumsum(widths)])
    total = int(starts[-1])
    rows = [row[row != 0] if dice.integers(5) else row[:0] for row in some_rows(dice, total)]
    chosen = starts[:-1] + dice.integers(0, widths)
    taught = np.concatenate([dice.dirichlet(np.ones(width)) for width in widths])
    return Notes(
        starts,
        dice.choice([-1, 1], groups),
        chosen,
        np.full(groups, OWN),
        np.arange(groups),
        np.concatenate([[0], np.cumsum([len(row) for row in rows])]),
        dice.normal(0, 300, total),
        dice.choice([EXACT, LOWER, UPPER], total),
        taught,
        np.concatenate(rows).astype(np.int32),
    )


def made_up(seed: int, length: int = 12) -> Episode:
    """An episode of random features."""
    dice = np.random.default_rng(seed)
    roots, leaves, values = some_rows(dice, length), some_rows(dice, length), dice.normal(0, 300, length)
    result = float(dice.integers(0, 3)) / 2
    rewards = np.array([result, 1 - result]) + dice.normal(0, 0.3, 2)
    return Episode(
        roots,
        leaves,
        values,
        np.zeros(length, np.bool_),
        result,
        0,
        rewards,
        np.zeros(length),
        some_notes(dice, length),
    )


def theta_of(seed: int, count: int = COUNT) -> np.ndarray:
    return np.random.default_rng(seed).normal(0, 200, count)


def direction(method, episode: Episode, theta: np.ndarray) -> np.ndarray:
    out = np.zeros(len(theta))
    gradient(method, episode, theta, out)
    return out


def loss(method, episode: Episode, theta: np.ndarray) -> float:
    return float(gradient(method, episode, theta, np.zeros(len(theta))))


def rises(function, theta: np.ndarray, step: float = 1e-3) -> np.ndarray:
    """The derivative of a function by central differences."""
    found = []
    for k in range(len(theta)):
        up, down = theta.copy(), theta.copy()
        up[k] += step
        down[k] -= step
        found.append((function(up) - function(down)) / (2 * step))
    return np.array(found)


def tiny_row(heap: int, mover: int) -> list[int]:
    """The features of a heap: who must take from it has them."""
    return [mover * (heap + 1), mover * COUNT]


def tiny_games(heap: int, theta: np.ndarray, temperature: float) -> Iterator[tuple[float, Episode]]:
    """All games of Nim (take 1 to 3), each with its chance: the first player by his policy, the second at random."""

    def go_on(
        heap: int, mover: int, chance: float, takes: list[tuple[int, int, int]]
    ) -> Iterator[tuple[float, Episode]]:
        if heap == 0:
            yield chance, tiny_episode(takes, 1.0 if mover < 0 else 0.0)
            return
        most = min(3, heap)
        policy = policy_of(tiny_notes([(heap, mover, 1)]), 0, theta, temperature) if mover > 0 else np.ones(most) / most
        for take in range(1, most + 1):
            yield from go_on(heap - take, -mover, chance * policy[take - 1], [*takes, (heap, mover, take)])

    yield from go_on(heap, 1, 1.0, [])


def tiny_notes(takes: list[tuple[int, int, int]]) -> Notes:
    """The choices of a game: the leaf of a move is the heap it leaves."""
    starts, ends, chosen, numbers = [0], [0], [], []
    for heap, mover, take in takes:
        chosen.append(starts[-1] + take - 1)
        for other in range(1, min(3, heap) + 1):
            numbers += tiny_row(heap - other, -mover)
            ends.append(len(numbers))
        starts.append(len(ends) - 1)
    movers = [mover for _, mover, _ in takes]
    taught = np.zeros(starts[-1])
    taught[chosen] = 1.0
    by = [OWN if mover > 0 else OTHER for mover in movers]
    columns = (starts, movers, chosen, by, range(len(takes)), ends)
    found, bound = np.zeros(starts[-1]), np.full(starts[-1], EXACT)
    return Notes(*(np.array(column, np.int64) for column in columns), found, bound, taught, np.array(numbers, np.int32))


def tiny_episode(takes: list[tuple[int, int, int]], result: float) -> Episode:
    rows = np.array([tiny_row(heap, mover) for heap, mover, _ in takes], np.int32)
    rewards = np.array([result, 1.0 - result])
    return Episode(
        rows,
        rows,
        np.zeros(len(takes)),
        np.zeros(len(takes), np.bool_),
        result,
        0,
        rewards,
        np.zeros(len(takes)),
        tiny_notes(takes),
    )
