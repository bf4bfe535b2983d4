"""Matches of weights against weights, played in compiled code: how a run is checked while it goes on."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np

from yomi.games.position import Position
from yomi.kernel.rng import seeded
from yomi.learn.episode import BestMove, Manner, clear, new_desk, play_game
from yomi.players.rating import Score
from yomi.search.alphabeta import AlphaBeta
from yomi.value import linear
from yomi.value.quiescence import Quiescence, QuiescenceTables


def leaf_of(theta: np.ndarray, start: Position) -> QuiescenceTables:
    """What values positions by weights."""
    return Quiescence().prepared(start)._replace(values=linear.prepared(theta, start.game))


def duel(
    first: np.ndarray,
    second: np.ndarray,
    start: Position,
    games: int,
    depth: int,
    opening: int,
    seed: int,
    threads: int,
) -> Score:
    """The score of the first weights: each random opening is played twice, with colours exchanged."""
    leaves = leaf_of(first, start), leaf_of(second, start)

    def share(worker: int) -> list[float]:
        at = new_desk(start, leaves[0].width, players=2)
        found = []
        for number in range(worker, games, threads):
            clear(at)
            swapped = number % 2 == 1
            order, rng = leaves[::-1] if swapped else leaves, seeded(seed, number // 2)
            result = float(play_game(AlphaBeta(), order, start.root, Manner(BestMove(), depth, opening), at, rng)[1])
            found.append(1.0 - result if swapped else result)
        return found

    with ThreadPoolExecutor(threads) as pool:
        return Score.of(result for part in pool.map(share, range(threads)) for result in part)
