"""The games of a batch: against itself in compiled code, or against another player move by move."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from yomi.games.position import Position
from yomi.kernel.rng import seeded
from yomi.learn.episode import (
    BestMove,
    Desk,
    Episode,
    Manner,
    clear,
    final_result,
    finished,
    play_game,
    take_turn,
    watch_turn,
)
from yomi.learn.plan import Stage
from yomi.learn.pushed import PgExpectation, PgSample, pushed_game
from yomi.learn.style import rewarded
from yomi.learn.td import TdMoves
from yomi.players.contestant import Contestant
from yomi.search.alphabeta import AlphaBeta
from yomi.value.online import Online, learn_online, new_notes
from yomi.value.quiescence import QuiescenceTables


class Table(NamedTuple):
    """What the games of a batch have in common."""

    stage: Stage
    method: Any
    theta: np.ndarray
    leaf: QuiescenceTables
    starts: tuple[Position, ...]
    style: np.ndarray
    seed: int

    def manner(self, number: int) -> Manner:
        """How the game of a number is played: openings differ in length."""
        stage = self.stage
        opening = int(np.random.default_rng([self.seed, number]).integers(1, stage.opening + 1)) if stage.opening else 0
        noting = self.method.noting(stage.look) if hasattr(self.method, "noting") else BestMove()
        return Manner(noting, stage.depth, opening, stage.longest, stage.stray)


def play_numbered(table: Table, at: Desk, other: Contestant | None, numbers: range) -> list[Episode]:
    """The games of these numbers, one after the other."""
    return [rewarded(one_game(table, at, other, number), table.stage, table.style) for number in numbers]


def one_game(table: Table, at: Desk, other: Contestant | None, number: int) -> Episode:
    """A game with random numbers of its own."""
    start, rng = table.starts[number % len(table.starts)], seeded(table.seed, number)
    clear(at)
    if isinstance(table.method, (PgExpectation, PgSample)):
        return pushed_game(
            table.method, table.theta, opened(start, table.manner(number).opening, rng), table.stage.longest, rng
        )
    if other is not None:
        return game_against(table, at, other, start, number, rng)
    leaves = table.leaf, table.leaf
    count, result = play_game(AlphaBeta(), leaves, start.root, table.manner(number), at, rng)
    return finished(at, int(count), float(result))


def game_against(table: Table, at: Desk, other: Contestant, start: Position, number: int, rng: np.ndarray) -> Episode:
    """A game against another player, colours alternating, or of another player alone; its moves are noted as well."""
    manner, leaves = table.manner(number), (table.leaf, table.leaf)
    learner = -1 if table.stage.watch else number % 2
    position, noted, resigned = opened(start, manner.opening, rng), 0, None
    other.begin(position, number)
    while not position.over and noted < manner.longest:
        if position.side == learner:
            move = int(take_turn(AlphaBeta(), leaves, position.root, manner, at, noted, rng))
            position = position.play(move)
        else:
            chosen, _ = other.choose(position)
            if chosen is None:
                resigned = position.side
                break
            later = position.play(chosen)
            watch_turn(AlphaBeta(), leaves, position.root, manner, later.history[-1], at, noted)
            position = later
        noted += 1
    result = float(final_result(position.root)) if resigned is None else float(resigned)
    episode = finished(at, noted, result)
    return episode._replace(score=1.0 - result if learner == 1 else result)


def learn_move_by_move(
    table: Table, method: TdMoves, theta: np.ndarray, fall: float, numbers: range
) -> list[tuple[float, int, float]]:
    """Games that change the weights while they are played; the error, length and result of each."""
    scaled, notes = theta / method.tau, new_notes(table.starts[0].game)
    settings, found = Online(method.rate * fall, method.epsilon, method.decay), []
    for number in numbers:
        start, rng = table.starts[number % len(table.starts)], seeded(table.seed, number)
        root = opened(start, table.manner(number).opening, rng).root
        found.append(learn_online(root, scaled, notes, settings, rng))
    theta[:] = scaled * method.tau
    return found


def opened(start: Position, moves: int, rng: np.ndarray) -> Position:
    """A position after some random moves."""
    position, dice = start, np.random.default_rng(int(rng[0]))
    for _ in range(moves):
        later = position.play(str(dice.choice(position.moves)))
        if later.over:
            break
        position = later
    return position
