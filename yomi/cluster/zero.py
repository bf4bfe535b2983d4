"""Learning from zero with games on a Ray cluster: workers play, the run that asks them trains.

Only plain arrays travel: the numbers of a network there, positions as records back. A worker that is lost is started
again a few times, and then left out.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from math import ceil
from typing import Any

import numpy as np
import ray
from ray.exceptions import RayError

from yomi.cluster.node import alone, join
from yomi.errors import BadText
from yomi.learn.zero.module import Trainable
from yomi.learn.zero.settings import Settings
from yomi.learn.zero.source import Haul, MakeSource, Remote, arrays_of

AHEAD = 2  # requests that a worker has at a time, so that it never waits
PARTS = 2  # of a worker's share of an iteration that it brings in one by one
RESTARTS = 3  # of a worker, before it is left out
PRIME = 15_485_863  # between the seeds of workers


class Worker:
    """Plays on a machine of the cluster; becomes an actor."""

    def __init__(self, settings: dict[str, Any], arrays: dict[str, np.ndarray], version: int, seed: int, threads: int):
        self.version = version
        with alone():
            self.remote = Remote(Settings(**settings), arrays, seed, threads)
            self.remote.play(1)

    def play(self, positions: int, arrays: dict[str, np.ndarray], version: int) -> tuple[np.ndarray, np.ndarray, int]:
        """New positions, played with these numbers."""
        if version != self.version:
            self.remote.load(arrays)
            self.version = version
        return self.remote.play(positions)


class Cluster:
    """Games of many workers."""

    def __init__(
        self,
        address: str,
        workers: int,
        threads: int,
        say: Callable[[str], None],
        settings: Settings,
        module: Trainable,
        seed: int,
    ):
        self.joined = join(address)
        self.threads, self.say, self.settings, self.seed = threads, say, settings, seed
        room = max(1, int(ray.cluster_resources().get("CPU", 1.0)) // threads)
        self.workers = workers or room
        if self.workers > room:
            say(f"The cluster has room for {room} workers now: {self.workers - room} of {self.workers} wait.")
        self.actors: dict[int, Any] = {}  # by the number of a worker
        self.failures: dict[int, int] = {}  # of each, since it last brought something
        self.asked: dict[Any, int] = {}  # what workers will bring, and which one will
        self.started = self.version = 0
        self.load(module)

    def load(self, module: Trainable) -> None:
        """Send another network of the same shape with the next requests."""
        self.weights = ray.put(arrays_of(module))
        self.version += 1

    def harvests(self, positions: int) -> Iterator[Haul]:
        """At least so many new positions, again and again; workers play on while the run learns."""
        for number in range(self.workers):
            self._start(number)
        share, began = max(1, positions // (PARTS * self.workers)), time.monotonic()
        while True:
            records: list[np.ndarray] = []
            counts, evaluations = np.zeros(4, np.int64), 0
            while counts[0] < positions:
                self._ask(share)
                for found, counted, many in self._brought():
                    records.append(found)
                    counts += counted
                    evaluations += many
            seconds, began = time.monotonic() - began, time.monotonic()
            yield Haul(records, counts, evaluations, seconds)

    def close(self) -> None:
        """Let the workers go, and the cluster if it was joined for this run."""
        for actor in self.actors.values():
            ray.kill(actor)
        self.actors, self.asked = {}, {}
        if self.joined:
            ray.shutdown()

    def _start(self, number: int) -> None:
        """Start a worker, with a seed that none had before."""
        self.started += 1
        gpus = int(ray.cluster_resources().get("GPU", 0.0))
        needs = {"num_cpus": self.threads, "num_gpus": 1.0 / ceil(self.workers / gpus) if gpus else 0.0}
        seed, settings = self.seed + PRIME * self.started, self.settings._asdict()
        kind: Any = ray.remote(Worker)
        self.actors[number] = kind.options(**needs).remote(settings, self.weights, self.version, seed, self.threads)

    def _ask(self, share: int) -> None:
        """Keep every worker busy."""
        pending = list(self.asked.values())
        for number, actor in self.actors.items():
            for _ in range(AHEAD - pending.count(number)):
                self.asked[actor.play.remote(share, self.weights, self.version)] = number

    def _brought(self) -> Iterator[tuple[np.ndarray, np.ndarray, int]]:
        """What the next worker brings, or nothing if it was lost."""
        ready, _ = ray.wait(list(self.asked), num_returns=1)
        for reference in ready:
            number = self.asked.pop(reference)
            try:
                found = ray.get(reference)
            except RayError as error:
                self._lose(number, error)
            else:
                self.failures[number] = 0
                yield found

    def _lose(self, number: int, error: RayError) -> None:
        """Start a lost worker again, or leave it out."""
        ray.kill(self.actors.pop(number))
        self.asked = {reference: other for reference, other in self.asked.items() if other != number}
        self.failures[number] = self.failures.get(number, 0) + 1
        reason = f"worker {number + 1} was lost ({type(error).__name__})"
        if self.failures[number] <= RESTARTS:
            self.say(f"{reason}: it is started again")
            self._start(number)
        elif self.actors:
            self.say(f"{reason} again and again: the run goes on with {len(self.actors)} others")
        else:
            raise BadText(f"{reason}, and no other is left: {str(error).strip().splitlines()[-1]}")


def on_ray(address: str, workers: int, threads: int, say: Callable[[str], None]) -> MakeSource:
    """A source of games for `Zero`: so many workers (0: as many as there are cores) with so many threads each."""
    return partial(Cluster, address, workers, threads, say)
