"""A finished search: which move is best, how often each was visited, what it is worth, and the line that follows."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from yomi.games.position import Position
from yomi.search import read
from yomi.search.tree import OPEN, WON, Tree

LEAST_VISITS = 100  # a win rate from fewer visits is no reason to resign


class Candidate(NamedTuple):
    """A move the search looked at."""

    move: int
    text: str
    visits: int
    value: float  # chance of the player to move, 0 to 1
    proved: bool
    line: list[str]  # this move and what follows


class Search:
    """What a search found out about `position`.

    The root's moves are copied here; `tree` holds every column as an array, and is the player's own: its next search
    changes it.
    """

    def __init__(
        self,
        position: Position,
        tree: Tree,
        simulations: int,
        seconds: float,
        by_value: bool = False,
        chosen: int = -1,
    ):
        self.position, self.tree, self.simulations, self.seconds = position, tree, simulations, seconds
        self.by_value = by_value  # whether the best move is the most valuable one, not the most visited
        self._ranked = read.ranked(tree, by_value=by_value)
        if chosen >= 0:  # the rule itself knows better
            self._ranked.remove(chosen)
            self._ranked.insert(0, chosen)
        nodes = np.array(self._ranked)
        self._moves: list[int] = tree.move[nodes].tolist()
        self.visits: list[int] = tree.visits[nodes].tolist()
        self.values: list[float] = read.values(tree, nodes).tolist()
        self.solved = bool(tree.proof[0] != OPEN or tree.proof[self._ranked[0]] == WON)
        self.line = self._line_after(self._ranked[0])

    @property
    def best_move(self) -> int:
        return self._moves[0]

    @property
    def best(self) -> str:
        """The best move: proved won, else the most visited."""
        return self.position.text(self.best_move)

    @property
    def moves(self) -> list[str]:
        """All moves, best first; `visits` and `values` (chances of the player to move) are in the same order."""
        return [self.position.text(move) for move in self._moves]

    @property
    def total(self) -> int:
        """All simulations the answer rests on, those of earlier searches of the tree included."""
        return int(self.tree.visits[0])

    @property
    def sure(self) -> bool:
        """Whether the value rests on enough visits to resign by it."""
        return bool(self.tree.visits[0] >= LEAST_VISITS)

    @property
    def value(self) -> float:
        """The chance of the player to move with the best move."""
        return self.values[0]

    def candidates(self, most: int = 10) -> list[Candidate]:
        """The best moves with their lines, visited ones only (the best always)."""
        found = []
        for k, child in enumerate(self._ranked[:most]):
            if k == 0 or self.visits[k] > 0:
                proved, line = bool(self.tree.proof[child] != OPEN), self._line_after(child)
                found.append(Candidate(self._moves[k], line[0], self.visits[k], self.values[k], proved, line))
        return found

    def _line_after(self, child: int) -> list[str]:
        """The moves that follow when both sides play their best."""
        position, texts = self.position, []
        for move in (int(self.tree.move[child]), *read.line(self.tree, child, self.by_value)):
            texts.append(position.text(move))
            position = position.after(move)
        return texts
