"""Temporal-difference search: a linear value learnt from simulated games that begin at the position [RAVE 3.4].

Every game changes the weights after each of its moves; the move to play is the one with the best position after it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numba import njit

from yomi.errors import BadSpec
from yomi.games.game import Game
from yomi.games.position import Position
from yomi.games.tactics import SCALE
from yomi.kernel.atomic import fetch_add
from yomi.kernel.rng import seeded
from yomi.search.simulate import LEFT, STOP
from yomi.search.threads import Workers
from yomi.value.linear import theta_of
from yomi.value.online import (
    FIRST,
    Notes,
    Online,
    add_up,
    appraise,
    chance,
    learn_online,
    list_moves,
    new_notes,
    write_row,
)

NOTHING = "nothing"  # no weights to begin with
MOVES = 1 << 15  # numbers that moves may have


class TdSearch(NamedTuple):
    """Temporal-difference search: learns what features are worth from here on [RAVE 3.4, LEARN eqs. 24-26]."""

    step: float = 0.3  # alpha
    epsilon: float = 0.2  # how often a simulated move is any
    decay: float = 0.5  # lambda: how much of an error goes on to the position before
    squared: int = 0  # whether the squared error falls [LEARN eq. 32]; else the likelihood grows, features share a step
    value: str = NOTHING  # weights to begin with: nothing, set by hand (plain, material), or the path of a file

    def checked(self) -> TdSearch:
        """The same, if it makes sense."""
        for name, most in (("step", 1e6), ("epsilon", 1), ("decay", 1), ("squared", 1)):
            if not 0.0 <= getattr(self, name) <= most:
                raise BadSpec(f"{name}={getattr(self, name)} in tdsearch: expected 0 to {most:g}")
        return self

    def weights(self, game: Game) -> np.ndarray:
        """What the features of a game are worth at the beginning, in logits."""
        if game.features is None:
            raise BadSpec(f"tdsearch: {game.name} has no features to learn from")
        if self.value == NOTHING:
            return np.zeros(game.features.count)
        return theta_of(game, self.value) / SCALE


class Bench(NamedTuple):
    """What one thread needs for itself."""

    notes: Notes
    rng: np.ndarray


def new_benches(threads: int, game: Game, seed: int) -> list[Bench]:
    return [Bench(new_notes(game), seeded(seed, stream)) for stream in range(threads)]


@njit(cache=True, nogil=True)
def learn_games(root, theta, settings, control, visits, notes, rng):
    """Learn from games until `control` says stop, counting the first move of each; how many games there were."""
    done = 0
    while control[STOP] == 0 and fetch_add(control, LEFT, -1) > 0:
        learn_online(root, theta, notes, settings, rng)
        fetch_add(visits, notes.counts[FIRST], 1)
        done += 1
    return done


@njit(cache=True)
def appraise_moves(root, theta, count, notes):
    """Write E after each of the first `count` moves in the notes, if that is 0 after all worth a look; how many."""
    if count == 0:
        count = list_moves(root[0], notes.out)
    total = add_up(theta, notes.row, write_row(root[0], notes.row))
    appraise(theta, total, root, root.copy(), count, notes)
    return count


class Learning(Workers):
    """One search in progress; threads share the weights without locks."""

    def __init__(self, rule: TdSearch, theta: np.ndarray, position: Position, benches: Sequence[Bench]):
        super().__init__(len(benches))
        self.settings = Online(rule.step, rule.epsilon, rule.decay, rule.squared)
        self.theta, self.root, self.benches = theta, position.root, benches
        self.visits = np.zeros(MOVES, np.int64)  # how often a game began with each move
        self._notes = new_notes(position.game)

    def simulate(self, k: int) -> int:
        """Run the loop of games."""
        return learn_games(self.root, self.theta, self.settings, self.control, self.visits, *self.benches[k])

    def ranked(self, position: Position, only: Sequence[int] = ()) -> tuple[list[int], list[float]]:
        """The moves of a position (only some), best first, and the chance to win of the player to move after each."""
        notes = self._notes
        notes.out[: len(only)] = only
        count = appraise_moves(position.root, self.theta, len(only), notes)
        order = np.argsort(-notes.worth[:count], kind="stable")
        return notes.out[order].tolist(), [float(chance(worth, self.settings.tau)) for worth in notes.worth[order]]
