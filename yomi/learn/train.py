"""The one loop of learning by self-play: play a batch of games, add up gradients, make a step, keep everything.

The state after each batch is one file, replaced as a whole: a killed run goes on from the last batch, and since every
game has its own random numbers, nothing is lost or counted twice.
"""

from __future__ import annotations

import json
import os
import pathlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from yomi.errors import BadText
from yomi.games import catalog
from yomi.games.position import Position
from yomi.kernel.rng import seeded
from yomi.learn.descent import Adam
from yomi.learn.episode import Desk, Episode, new_desk, play_episode
from yomi.learn.objective import gradient
from yomi.search.alphabeta import AlphaBeta
from yomi.value import linear
from yomi.value.quiescence import Quiescence, QuiescenceTables


class Plan(NamedTuple):
    """What makes a run."""

    game: str
    method: Any  # a NamedTuple with a body of `gradient`
    games: int
    depth: int = 3  # of the searches
    opening: int = 8  # random moves at the beginning, at most
    batch: int = 64  # games between two steps
    step: float = 8.0  # hundredths of a pawn that a weight moves at most
    last_step: float = 0.8  # to which it falls
    groups: tuple[str, ...] = ()  # of features that learn; none: all
    start: str = ""  # weights to begin with; none: zero
    seed: int = 1


class Progress(NamedTuple):
    """What is known after a batch."""

    games: int
    error: float  # of a position, on average
    length: float  # of a game, on average
    first: float  # the score of the first player


@njit(cache=True, nogil=True)
def add_gradient(method, episode, theta, out):
    """The gradient of one episode."""
    return gradient(method, episode, theta, out)


class Run:
    """A run of learning in progress, kept in a file."""

    def __init__(self, plan: Plan, path: pathlib.Path, threads: int = 0):
        self.plan, self.path = plan, path
        self.position = catalog.start(plan.game)
        known = self.position.game.features
        if known is None:
            raise BadText(f"game {plan.game!r}: it has no features with weights to learn")
        self.features = known
        self.theta = self._first_weights()
        self.adam, self.done = Adam(known.count), 0
        self.mask = np.zeros(known.count)
        for name in plan.groups or known.groups:
            if name not in known.groups:
                raise BadText(f"features {name!r}: expected some of {', '.join(known.groups)}")
            numbers = known.groups[name]
            self.mask[numbers.start - 1 : numbers.stop - 1] = 1.0
        self.history: list[Progress] = []
        if path.exists():
            self._restore()
        self._threads = threads or os.cpu_count() or 1
        self._desks: list[Desk] = []

    def _first_weights(self) -> np.ndarray:
        if not self.plan.start:
            return np.zeros(self.features.count)
        if self.plan.start in self.features.by_hand:
            return self.features.by_hand[self.plan.start].copy()
        return linear.load(pathlib.Path(self.plan.start), self.position.game)[0]

    def leaf(self) -> QuiescenceTables:
        """What values positions now."""
        tables = Quiescence().prepared(self.position)
        return tables._replace(values=linear.prepared(self.theta, self.position.game))

    def run(self, progress: Callable[[Progress], None] | None = None) -> np.ndarray:
        """Learn until the games of the plan are played; the weights."""
        plan = self.plan
        with ThreadPoolExecutor(self._threads) as pool:
            while self.done < plan.games:
                episodes = self._play(pool, min(plan.batch, plan.games - self.done))
                error = self._learn(episodes)
                self.done += len(episodes)
                lengths = [episode.length for episode in episodes]
                first = float(np.mean([episode.result for episode in episodes]))
                self.history.append(Progress(self.done, error, float(np.mean(lengths)), first))
                self._keep()
                if progress:
                    progress(self.history[-1])
        return self.theta

    def _play(self, pool: ThreadPoolExecutor, count: int) -> list[Episode]:
        leaf = self.leaf()
        while len(self._desks) < self._threads:
            self._desks.append(new_desk(self.position, leaf.width))
        shares = [range(self.done + k, self.done + count, self._threads) for k in range(self._threads)]
        jobs = [
            pool.submit(play_share, self.plan, leaf, self.position, desk, share)
            for desk, share in zip(self._desks, shares, strict=True)
        ]
        parts = [job.result() for job in jobs]
        return [parts[k % len(parts)][k // len(parts)] for k in range(count)]  # in the order of their numbers

    def _learn(self, episodes: list[Episode]) -> float:
        """A step along the mean gradient of all positions."""
        plan, out, error = self.plan, np.zeros(self.features.count), 0.0
        method, positions = plan.method, sum(episode.length for episode in episodes)
        for episode in episodes:
            error += add_gradient(method, episode, self.theta, out)
        gone = self.done / plan.games
        size = plan.step * (plan.last_step / plan.step) ** gone
        self.adam.step(self.theta, out * self.mask * method.tau / max(1, positions), size)
        return error / max(1, positions)

    def _keep(self) -> None:
        made, adam = {"plan": plan_dict(self.plan), "games": self.done}, self.adam
        more = {"steps": adam.steps, "mean": adam.mean, "square": adam.square, "history": np.array(self.history)}
        linear.save(self.theta, self.position.game, made, self.path, **more)

    def _restore(self) -> None:
        """Go on where the file ends."""
        self.theta, made = linear.load(self.path, self.position.game)
        if made.get("plan") != json.loads(json.dumps(plan_dict(self.plan))):
            raise BadText(f"{self.path} was made by another plan, or not by a run: give another file")
        with np.load(self.path, allow_pickle=False) as file:
            self.adam.mean, self.adam.square = file["mean"].copy(), file["square"].copy()
            self.adam.steps, self.done = int(file["steps"]), int(made["games"])
            rows = file["history"].reshape(-1, len(Progress._fields)).tolist()
        self.history = [Progress(int(row[0]), *row[1:]) for row in rows]


def plan_dict(plan: Plan) -> dict[str, Any]:
    """A plan as plain values; how many games it has may change from one run to the next."""
    method = {"name": type(plan.method).__name__.lower()} | plan.method._asdict()
    return {name: value for name, value in plan._asdict().items() if name != "games"} | {"method": method}


def play_share(plan: Plan, leaf: QuiescenceTables, start: Position, at: Desk, numbers: range) -> list[Episode]:
    """The games of these numbers, one after the other."""
    found = []
    for number in numbers:
        rng = seeded(plan.seed, number)
        opening = int(np.random.default_rng([plan.seed, number]).integers(1, plan.opening + 1))
        found.append(play_episode(AlphaBeta(), leaf, start, plan.depth, opening, at, rng))
    return found
