"""A finished search: which move is best, how often each was visited, what it is worth, and the line that follows."""

from __future__ import annotations

from typing import NamedTuple

from yomi.games.position import Position
from yomi.search import read
from yomi.search.tree import OPEN, WON, Tree


class Candidate(NamedTuple):
    """A move the search looked at."""

    move: int
    text: str
    visits: int
    value: float  # chance of the player to move, 0 to 1
    proved: bool
    line: list[str]  # this move and what follows


class Search:
    """What a search found out about `position`; `tree` holds every column as an array."""

    def __init__(self, position: Position, tree: Tree, simulations: int, seconds: float):
        self.position, self.tree, self.simulations, self.seconds = position, tree, simulations, seconds
        self._ranked = read.ranked(tree)

    @property
    def best_move(self) -> int:
        return int(self.tree.move[self._ranked[0]])

    @property
    def best(self) -> str:
        """The best move: proved won, else the most visited."""
        return self.position.text(self.best_move)

    @property
    def moves(self) -> list[str]:
        """All moves, best first; `visits` and `values` are in the same order."""
        return [self.position.text(self.tree.move[child]) for child in self._ranked]

    @property
    def visits(self) -> list[int]:
        return [int(self.tree.visits[child]) for child in self._ranked]

    @property
    def values(self) -> list[float]:
        """The chance of the player to move with each move, 0 to 1."""
        return [read.value(self.tree, child) for child in self._ranked]

    @property
    def value(self) -> float:
        """The chance of the player to move with the best move."""
        return read.value(self.tree, self._ranked[0])

    @property
    def solved(self) -> bool:
        """Whether the result is proved."""
        return bool(self.tree.proof[0] != OPEN or self.tree.proof[self._ranked[0]] == WON)

    @property
    def line(self) -> list[str]:
        """The moves that follow when both sides play their best."""
        return self.line_after(self._ranked[0])

    def line_after(self, child: int) -> list[str]:
        moves = [int(self.tree.move[child]), *read.line(self.tree, child)]
        position, texts = self.position, []
        for move in moves:
            texts.append(position.text(move))
            position = position.play(move)
        return texts

    def candidates(self, most: int = 10) -> list[Candidate]:
        """The best moves, visited ones only (the best always)."""
        shown = [
            c for k, c in enumerate(self._ranked) if k == 0 or self.tree.visits[c] > 0 or self.tree.proof[c] == WON
        ]
        return [
            Candidate(
                int(self.tree.move[child]),
                self.position.text(self.tree.move[child]),
                int(self.tree.visits[child]),
                read.value(self.tree, child),
                bool(self.tree.proof[child] != OPEN),
                self.line_after(child),
            )
            for child in shown[:most]
        ]
