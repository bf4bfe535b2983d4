"""Runs the batched loop in one or many threads on one shared tree, for evaluators that want many positions at once."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import nullcontext
from typing import NamedTuple, Protocol

import numpy as np

from yomi.search.batch import Batch, Stand, abandon, gather, new_batch, scatter
from yomi.search.method import Method
from yomi.search.simulate import EARLY, LEFT, STOP, decided
from yomi.search.threads import Scratch, TreeWorkers
from yomi.search.tree import OPEN, Tree
from yomi.value.queue import Queue

WAIT = 0.0005  # seconds until a thread looks again for a leaf that no other thread has


class BatchEvaluator(Protocol):
    """What values positions."""

    depth: int  # how many positions of the past it looks at, the present one included

    def __call__(self, past: np.ndarray, moves: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Logits [B, actions] of the moves, and values [B] for the player to move, 0 to 1."""
        ...


class Pace(NamedTuple):
    """How many leaves make a batch: few while a tree is small."""

    size: int  # leaves at most
    ramp: int = 0  # visits of the tree for each of them; 0: a full batch from the beginning

    def wanted(self, visits: int) -> int:
        return self.size if self.ramp <= 0 else max(1, min(self.size, visits // self.ramp))


class BatchRun(TreeWorkers):
    """One search of a tree in progress."""

    def __init__(
        self,
        method: Method,
        tree: Tree,
        stand: Stand,
        evaluator: BatchEvaluator,
        pace: Pace,
        scratches: Sequence[Scratch],
    ):
        super().__init__(method, tree, len(scratches))
        self.stand, self.evaluator, self.pace, self.scratches = stand, evaluator, pace, scratches
        self.queue = evaluator if isinstance(evaluator, Queue) else None
        self.batches = [new_batch(pace.size, stand, len(scratch.trace.nodes)) for scratch in scratches]

    def simulate(self, k: int) -> int:
        with self.queue.caller() if self.queue else nullcontext():
            return self.search(k)

    def search(self, k: int) -> int:
        """Gather, evaluate, scatter, until `control` says stop."""
        batch, scratch, control = self.batches[k], self.scratches[k], self.control
        done = 0
        while control[STOP] == 0 and control[LEFT] > 0 and self.tree.proof[0] == OPEN:
            wanted = self.pace.wanted(int(self.tree.visits[0]))
            done += gather(self.method, self.tree, self.stand, batch, wanted, control, scratch.trace, scratch.rng)
            if batch.filled[0] > 0:
                done += self.answer(batch, scratch)
            elif control[LEFT] > 0:
                with self.queue.away() if self.queue else nullcontext():
                    time.sleep(WAIT)
            if control[EARLY] and decided(self.tree, int(control[LEFT])):
                control[STOP] = 1
        return done

    def answer(self, batch: Batch, scratch: Scratch) -> int:
        """Evaluate a batch and store the answers; how many they are."""
        count = int(batch.filled[0])
        try:
            logits, values = self.evaluator(batch.past[:count], batch.moves[:count])
        except BaseException:
            abandon(self.tree, batch, scratch.trace)
            raise
        scatter(self.method, self.tree, batch, logits, values, *scratch)
        return count
