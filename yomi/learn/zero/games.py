"""Self-play with a network: groups of games take turns, so that it works on one while threads play the other."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import pairwise
from typing import NamedTuple, Protocol

import numpy as np

from yomi.games.encode import View
from yomi.games.game import Game
from yomi.kernel.trace import Trace, new_trace
from yomi.learn.zero.field import Field, Harvest, new_field, new_harvest, taken
from yomi.learn.zero.turn import Habits, play_turns


class Desk(Protocol):
    """Where a group of games meets the network."""

    planes: np.ndarray  # [G, P, H, W] bytes, written by the games
    numbers: np.ndarray  # [G, N]
    logits: np.ndarray  # [G, actions], written by the network
    values: np.ndarray  # [G] for the player to move, 0 to 1

    def ask(self) -> None:
        """Let the network begin."""

    def wait(self) -> None:
        """Come back when its answers are there."""


class Slice(NamedTuple):
    """The games of one thread."""

    begin: int
    end: int
    harvest: Harvest
    trace: Trace
    out: np.ndarray
    board: np.ndarray


class Group:
    """Games that are evaluated together."""

    def __init__(self, game: Game, view: View, field: Field, desk: Desk, threads: int, rows: int):
        self.field, self.desk = field, desk
        edges = np.linspace(0, len(field.roots), threads + 1).astype(int).tolist()
        width, like = game.width, field.roots[:1]
        nodes = field.nodes.shape[1]
        self.slices = [
            Slice(begin, end, new_harvest(view, rows), new_trace(nodes), np.empty(width, np.int32), like.copy())
            for begin, end in pairwise(edges)
        ]

    def play(self, habits: Habits, k: int) -> None:
        """One turn of the games of thread `k`."""
        part, desk = self.slices[k], self.desk
        shown = (desk.logits, desk.values, desk.planes, desk.numbers)
        play_turns(habits, self.field, part.begin, part.end, *shown, part.harvest, part.trace, part.out, part.board)


class SelfPlay:
    """Games without end; `crops` gives what they yield."""

    def __init__(
        self, game: Game, starts: np.ndarray, habits: Habits, desks: list[Desk], plies: int, threads: int, seed: int
    ):
        view = game.view
        assert view is not None
        self.habits, self.pool, self.threads = habits, ThreadPoolExecutor(threads), threads
        visits = max(habits.visits, habits.fast_visits)
        self.groups = []
        for number, desk in enumerate(desks):
            games = len(desk.values)
            field = new_field(game, view, starts, games, plies, visits, seed * 1000 + number)
            rows = plies * max(4, games // threads // 4)
            self.groups.append(Group(game, view, field, desk, threads, rows))
        self.evaluations = 0

    def crops(self) -> Iterator[list[Harvest]]:
        """What came in with each round of all groups."""
        while True:
            for group in self.groups:
                group.desk.wait()
                self.turn(group)
                group.desk.ask()
                self.evaluations += len(group.desk.values)
            yield [taken(part.harvest) for group in self.groups for part in group.slices if part.harvest.counts[0]]

    def turn(self, group: Group) -> None:
        """Let every thread play its games of a group."""
        busy: list[Future[None]] = [self.pool.submit(group.play, self.habits, k) for k in range(1, self.threads)]
        group.play(self.habits, 0)
        for future in busy:
            future.result()

    def close(self) -> None:
        self.pool.shutdown()
