"""A queue in front of an evaluator: callers of several threads and games share its batches [KATA].

A batch goes off when it is full, or when nobody is left who could add to it.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

KEPT = 1000  # sizes of batches
Evaluate = Callable[[np.ndarray, np.ndarray], tuple[np.ndarray, np.ndarray]]


class Request:
    """Positions somebody waits for."""

    def __init__(self, past: np.ndarray, moves: np.ndarray):
        self.past, self.moves = past, moves
        self.answer: tuple[np.ndarray, np.ndarray] | None = None
        self.error: BaseException | None = None

    @property
    def done(self) -> bool:
        return self.answer is not None or self.error is not None


class Queue:
    """An evaluator for many callers, each of whom says when it comes and goes."""

    def __init__(self, evaluator: Any, size: int):
        self.evaluator, self.size, self.depth = evaluator, size, int(evaluator.depth)
        self._changed = threading.Condition()
        self._pending: list[Request] = []
        self._callers = self._waiting = 0
        self.batches: deque[int] = deque(maxlen=KEPT)  # positions in each batch lately

    @contextmanager
    def caller(self) -> Iterator[Evaluate]:
        """While this lasts, others wait for what this caller may ask."""
        with self._changed:
            self._callers += 1
        try:
            yield self
        finally:
            with self._changed:
                self._callers -= 1
                self._changed.notify_all()  # whoever waits for this caller need not any more

    @contextmanager
    def away(self) -> Iterator[None]:
        """While this lasts, a caller who has nothing to ask is not waited for."""
        with self._changed:
            self._callers -= 1
            self._changed.notify_all()
        try:
            yield
        finally:
            with self._changed:
                self._callers += 1

    def __call__(self, past: np.ndarray, moves: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The evaluator's answers, which may come with those for others."""
        request = Request(past, moves)
        with self._changed:
            self._pending.append(request)
            self._waiting += 1
            self._changed.notify_all()
            while not request.done:
                if request in self._pending and self._due():
                    self._flush()
                else:
                    self._changed.wait()
        if request.error is not None:
            raise request.error
        assert request.answer is not None
        return request.answer

    def _due(self) -> bool:
        """Whether the batch is full, or nobody can add to it."""
        return sum(len(request.past) for request in self._pending) >= self.size or self._waiting >= self._callers

    def _flush(self) -> None:
        """Evaluate what is pending; others may queue up meanwhile."""
        taken, self._pending = self._pending, []
        self._changed.release()
        answers: tuple[np.ndarray, np.ndarray] | None = None
        error: BaseException | None = None
        try:
            past, moves = (
                np.concatenate(parts) for parts in zip(*((one.past, one.moves) for one in taken), strict=True)
            )
            answers = self.evaluator(past, moves)
        except BaseException as failure:
            error = failure
        finally:
            self._changed.acquire()
        at = 0
        for request in taken:
            end = at + len(request.past)
            request.error, request.answer = error, None if answers is None else (answers[0][at:end], answers[1][at:end])
            at = end
        self._waiting -= len(taken)  # now, not when they wake up: until they ask again others wait for them
        self.batches.append(at)
        self._changed.notify_all()
