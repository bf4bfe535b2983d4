"""Iterative deepening: alpha-beta one ply deeper each time, in one or many threads that share a transposition table."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from math import exp, inf

import numpy as np

from yomi.games.position import Position
from yomi.games.tactics import SCALE
from yomi.players.search import Candidate, Search
from yomi.search.alphabeta import AGE, LIMIT, NODES, PLIES, STOP, SURE, AlphaBeta, desk_dtype, search_root
from yomi.search.hashing import new_table
from yomi.value.quiescence import INFINITE, MATE, Quiescence, QuiescenceTables

TICK = 0.005  # seconds between looks at the clock
LAST_SHARE = 0.9  # of the time: an iteration begun later would not see another move


class Found:
    """One of the best moves: its value and the line that begins with it."""

    def __init__(self, value: int, line: tuple[int, ...]):
        self.value, self.line = value, line


class Lines(Search):
    """What alpha-beta found out about `position`; it has no tree."""

    def __init__(
        self, position: Position, found: Sequence[Found], depth: int, deepest: int, nodes: int, seconds: float
    ):
        self.position, self.simulations, self.seconds = position, nodes, seconds
        self.depth, self.seldepth = depth, max(depth, deepest)
        self._found = list(found)
        self._moves = [found.line[0] for found in self._found]
        self.visits = [nodes] * len(self._found)
        self.values = [chance(found.value) for found in self._found]
        self.solved = abs(self._found[0].value) >= SURE
        self.line = texts(position, self._found[0].line)

    @property
    def total(self) -> int:
        return self.simulations

    @property
    def sure(self) -> bool:
        """Whether the value is a reason to resign."""
        return True

    def candidates(self, most: int = 10) -> list[Candidate]:
        """The best moves with their lines."""
        shown = []
        for found, value in zip(self._found[:most], self.values, strict=False):
            line = texts(self.position, found.line)
            shown.append(Candidate(found.line[0], line[0], self.simulations, value, abs(found.value) >= SURE, line))
        return shown


def chance(value: int) -> float:
    """The chance to win that a value stands for; a mate is certain."""
    if abs(value) >= SURE:
        return float(value > 0)
    return 1.0 / (1.0 + exp(-value / SCALE))


def texts(position: Position, line: Sequence[int]) -> list[str]:
    written = []
    for move in line:
        written.append(position.text(move))
        position = position.after(move)
    return written


class Deepening:
    """Alpha-beta with its memory: the table stays from move to move."""

    def __init__(self, rule: AlphaBeta, leaf: Quiescence, threads: int, megabytes: float, lines: int = 1):
        self.rule, self.leaf, self.threads, self.lines = rule, leaf, threads, lines
        self.table = new_table(megabytes)
        self.control = np.zeros(4, np.int64)
        self._desks: list[np.ndarray] = []

    def stop(self) -> None:
        self.control[STOP] = 1

    def forget(self) -> None:
        """Begin as if new."""
        self.table.fill(0)
        self.control[:] = 0
        self._desks = []

    def search(
        self,
        position: Position,
        nodes: int,
        seconds: float,
        depth: int | None,
        only: list[int] | None,
        tick: Callable[[Lines], None] | None,
    ) -> Lines:
        """Deepen until a limit is reached; `tick` sees what is known now and then."""
        leaf = self.leaf.prepared(position)
        self._desks = self._desks or [np.zeros(1, desk_dtype(leaf.width)) for _ in range(self.threads)]
        self.control[[STOP, NODES, LIMIT]] = 0, 0, nodes
        self.control[AGE] = (self.control[AGE] + 1) % 256
        deepest = min(depth or self.rule.depth, self.rule.depth)
        hunt = Hunt(self, leaf, position, only or position.legal, deepest, seconds)
        workers = [threading.Thread(target=hunt.deepen, args=(k,), daemon=True) for k in range(self.threads)]
        for worker in workers:
            worker.start()
        try:
            while workers[0].is_alive():
                workers[0].join(TICK)
                if tick is not None and hunt.found:
                    tick(hunt.answer())
                if time.monotonic() - hunt.began >= seconds and hunt.found:
                    self.stop()
        finally:
            self.stop()
            for worker in workers:
                worker.join()
        if hunt.error is not None:
            raise hunt.error
        return hunt.answer()


class Hunt:
    """One search in progress."""

    def __init__(
        self,
        owner: Deepening,
        leaf: QuiescenceTables,
        position: Position,
        moves: list[int],
        depth: int,
        seconds: float,
    ):
        self.owner, self.leaf, self.position, self.moves = owner, leaf, position, moves
        self.depth, self.seconds = depth, seconds
        self.began = time.monotonic()
        self.found: list[Found] = []
        self.done = 0
        self.error: BaseException | None = None

    def answer(self) -> Lines:
        desks = self.owner._desks
        nodes = int(sum(int(desk[0]["nodes"][0]) for desk in desks))
        deepest = int(desks[0][0]["deepest"])
        return Lines(self.position, self.found, self.done, deepest, nodes, time.monotonic() - self.began)

    def deepen(self, k: int) -> None:
        """What a thread does; the first one reports."""
        try:
            self._deepen(k)
        except BaseException as error:
            self.error = error
            self.owner.stop()

    def _deepen(self, k: int) -> None:
        desk, boards = self.owner._desks[k], np.zeros(PLIES, self.position.root.dtype)
        desk[0]["nodes"], desk[0]["told"], desk[0]["deepest"] = 0, 0, 0
        desk[0]["history"] //= 8
        boards[0] = self.position.root[0]
        values, order = [0] * self.owner.lines, list(self.moves)
        for depth in range(1 + k % 2, self.depth + 1):
            found: list[Found] = []
            for number in range(min(self.owner.lines, len(self.moves))):
                best = self._aspire(boards, desk, order, depth, values[number])
                if best is None:
                    break
                values[number] = best.value
                found.append(best)
                order = [move for move in order if move != best.line[0]]
            order = [best.line[0] for best in found] + order
            whole = self.owner.control[STOP] == 0
            if k == 0 and found and (whole or self.owner.lines == 1 or not self.found):
                self.found = sorted(found, key=lambda best: -best.value)
                self.done = depth if whole else self.done
            if self.owner.control[STOP] != 0 or self._enough(k, depth):
                break
        if k == 0:
            self.owner.stop()

    def _enough(self, k: int, depth: int) -> bool:
        """Whether another iteration is not worth beginning."""
        late = self.seconds < inf and time.monotonic() - self.began > LAST_SHARE * self.seconds
        mate = bool(self.found) and abs(self.found[0].value) >= MATE - depth
        return k == 0 and (late or mate or (len(self.moves) == 1 and self.seconds < inf and depth >= 4))

    def _aspire(self, boards: np.ndarray, desk: np.ndarray, order: list[int], depth: int, last: int) -> Found | None:
        """The best of some moves, with a window round the last value that opens where it must; None when stopped."""
        owner, width = self.owner, self.owner.rule.window
        low, high = -INFINITE, INFINITE
        if width > 0 and depth >= 4 and abs(last) < SURE:
            low, high = last - width, last + width
        desk[0]["moves"][0, : len(order)], desk[0]["length"][0] = order, 0
        better: Found | None = None  # a move that was too good for the window
        while True:
            shared, limits = (owner.table, owner.control), (len(order), depth, low, high)
            value = int(search_root(owner.rule, self.leaf, boards, desk, *shared, *limits))
            line = tuple(int(move) for move in desk[0]["line"][0, : desk[0]["length"][0]])
            if owner.control[STOP] != 0:
                if line and value > low:  # as far as the search came, this is best
                    return Found(value, line)
                return better if self.done or better else Found(value if line else 0, line or (order[0],))
            if value <= low > -INFINITE:
                low = -INFINITE if value < last - 4 * width else value - 4 * width
            elif value >= high < INFINITE:
                high, better = INFINITE if value > last + 4 * width else value + 4 * width, Found(value, line)
            else:
                return Found(value, line)
