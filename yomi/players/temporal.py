"""Temporal-difference search as a player uses it: weights that stay from move to move, and what it has found out."""

from __future__ import annotations

from collections.abc import Sequence

from yomi.games.position import Position
from yomi.players.search import LEAST_VISITS, Candidate, Search
from yomi.players.spec import Budget
from yomi.search.tdsearch import Learning, TdSearch, new_benches

LINE = 8  # moves of a line that is shown


class Learnt(Search):
    """What temporal-difference search found out about `position`; it has weights instead of a tree."""

    def __init__(self, position: Position, learning: Learning, only: Sequence[int], seconds: float):
        self.position, self.seconds = position, seconds
        self.simulations = int(learning.visits.sum())
        self.theta = learning.theta  # of the features, in logits; the player's own: its next search changes them
        self._learning = learning
        self._moves, self.values = learning.ranked(position, only)
        self.visits = [int(learning.visits[move]) for move in self._moves]
        self.solved = False
        self.line = self._line(self._moves[0])

    @property
    def total(self) -> int:
        return self.simulations

    @property
    def sure(self) -> bool:
        return self.simulations >= LEAST_VISITS

    def candidates(self, most: int = 10) -> list[Candidate]:
        """The best moves with their lines."""
        found = []
        for move, visits, value in zip(self._moves[:most], self.visits, self.values, strict=False):
            line = self._line(move)
            found.append(Candidate(move, line[0], visits, value, False, line))
        return found

    def _line(self, move: int) -> list[str]:
        """A move and what follows when both sides play the best by the weights."""
        position, texts = self.position, [self.position.text(move)]
        while len(texts) < LINE and not (position := position.after(move)).over:
            move = self._learning.ranked(position)[0][0]
            texts.append(position.text(move))
        return texts


class Temporal:
    """Temporal-difference search with its memory."""

    def __init__(self, rule: TdSearch, position: Position, budget: Budget):
        self.rule, self.game, self.reuse = rule, position.game, budget.reuse
        self.theta = rule.weights(position.game)
        self.benches = new_benches(budget.threads, position.game, budget.seed)
        self._seen = position  # what the weights are about

    def begin(self, position: Position) -> Learning:
        """A search that can be run; what was learnt in another game is forgotten."""
        if not (self.reuse and position.follows(self._seen)):
            self.theta = self.rule.weights(self.game)
        self._seen = position
        return Learning(self.rule, self.theta, position, self.benches)
