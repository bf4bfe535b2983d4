"""A network at work for a player: the evaluator with its memory, and runs of the batched search."""

from __future__ import annotations

from collections.abc import Sequence

from yomi.games.game import Game
from yomi.games.position import Position
from yomi.players.spec import Budget
from yomi.search.batch import stand_of
from yomi.search.batchrun import BatchEvaluator, BatchRun, Pace
from yomi.search.method import Method
from yomi.search.threads import Scratch
from yomi.search.tree import Tree
from yomi.value.network import Network, evaluator, shared


class Batched:
    """A network for a game, kept from move to move."""

    def __init__(self, settings: Network, game: Game, budget: Budget):
        self.settings, self.game = settings, game
        made = shared if settings.queue > 0 else evaluator
        self.evaluator: BatchEvaluator = made(settings, game, budget.seed)

    def fits(self, settings: Network, game: Game) -> bool:
        return self.settings == settings and self.game is game

    def run(self, method: Method, tree: Tree, position: Position, scratches: Sequence[Scratch]) -> BatchRun:
        """A search from a position."""
        pace = Pace(max(1, self.settings.batch), self.settings.ramp)
        return BatchRun(method, tree, stand_of(position, self.evaluator.depth), self.evaluator, pace, scratches)
