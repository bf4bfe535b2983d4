"""Matches of weights against weights, played in compiled code: how a run is checked while it goes on."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np

from yomi.games.position import Position
from yomi.kernel.rng import seeded
from yomi.learn.episode import BestMove, Manner, clear, new_desk, play_game
from yomi.learn.style import shown_style
from yomi.players.rating import Score
from yomi.search.alphabeta import AlphaBeta
from yomi.value import linear
from yomi.value.quiescence import Quiescence, QuiescenceTables


def leaf_of(theta: np.ndarray, start: Position) -> QuiescenceTables:
    """What values positions by weights."""
    return Quiescence().prepared(start)._replace(values=linear.prepared(theta, start.game))


class Match(NamedTuple):
    """Two weights that play against each other."""

    first: np.ndarray
    second: np.ndarray
    start: Position
    games: int
    depth: int
    opening: int  # random moves at the beginning
    seed: int

    def score(self, threads: int) -> Score:
        """Of the first weights: each random opening is played twice, with colours exchanged."""
        return Score.of(game[0] for game in self.played(threads))

    def shown(self, style: np.ndarray, threads: int) -> tuple[float, float]:
        """How much of a style each of them shows, on average over the positions."""
        mean = np.mean([game[1] for game in self.played(threads, style)], axis=0)
        return float(mean[0]), float(mean[1])

    def played(self, threads: int, style: np.ndarray | None = None) -> list[tuple[float, np.ndarray]]:
        """(points of the first weights, the style that each showed) in every game."""
        with ThreadPoolExecutor(threads) as pool:
            parts = pool.map(lambda worker: self.share(range(worker, self.games, threads), style), range(threads))
            return [game for part in parts for game in part]

    def share(self, numbers: range, style: np.ndarray | None) -> list[tuple[float, np.ndarray]]:
        """The games of these numbers."""
        leaves = leaf_of(self.first, self.start), leaf_of(self.second, self.start)
        at, manner = new_desk(self.start, leaves[0].width, players=2), Manner(BestMove(), self.depth, self.opening)
        found = []
        for number in numbers:
            clear(at)
            order, rng = leaves[:: -1 if number % 2 else 1], seeded(self.seed, number // 2)
            count, result = play_game(AlphaBeta(), order, self.start.root, manner, at, rng)
            shown = np.zeros(2) if style is None else shown_style(at.sheet[0]["roots"][:count], style)
            found.append((1.0 - result, shown[::-1]) if number % 2 else (float(result), shown))
        return found
