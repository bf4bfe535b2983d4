"""The one loop of learning: play a batch of games, add up gradients, make a step, keep everything.

The state after each batch is one file, replaced as a whole: a killed run goes on from the last batch, and since every
game has its own random numbers, nothing is lost or counted twice.
"""

from __future__ import annotations

import datetime
import json
import os
import pathlib
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from yomi.errors import BadText
from yomi.games import catalog
from yomi.games.position import Position
from yomi.learn.check import Checked, check_weights
from yomi.learn.descent import Adam
from yomi.learn.duel import leaf_of
from yomi.learn.episode import Desk, Episode, new_desk
from yomi.learn.objective import gradient
from yomi.learn.plan import Plan, Stage
from yomi.learn.selfplay import Table, learn_move_by_move, play_numbered
from yomi.learn.td import TdMoves
from yomi.players import openings
from yomi.players.contestant import Contestant, contestant
from yomi.value import linear


class Progress(NamedTuple):
    """What is known after a batch."""

    games: int  # of all stages
    stage: int
    error: float  # of a position, on average
    length: float  # of a game, on average
    first: float  # the score of the first player, of the learner where it plays against others
    style: float  # how much of the wanted style there was, on average
    seconds: float  # of processor time for games and learning, checks left out


@njit(cache=True, nogil=True)
def add_gradient(method, episode, theta, out):
    """The gradient of one episode."""
    return gradient(method, episode, theta, out)


class Run:
    """A run of learning in progress, kept in a file."""

    def __init__(self, plan: Plan, path: pathlib.Path, threads: int = 0):
        self.plan, self.path = plan, path
        self.position = catalog.start(plan.game)
        known = self.position.game.features
        if known is None:
            raise BadText(f"game {plan.game!r}: it has no features with weights to learn")
        self.features = known
        self.masks = [self._mask(stage) for stage in plan.stages]
        self.styles = [self._style(stage) for stage in plan.stages]
        self.methods = [stage.learner() for stage in plan.stages]
        self.first, self.parent = self._first_weights()
        self.theta, self.previous = self.first.copy(), self.first.copy()
        self.stage, self.done = 0, 0  # the stage, and how many of its games are played
        self.adam = Adam(known.count)
        self.history: list[Progress] = []
        self.checks: list[Checked] = []
        if path.exists():
            self._restore()
        self.threads = threads or os.cpu_count() or 1

    def _mask(self, stage: Stage) -> np.ndarray:
        """1 for every weight that learns in a stage."""
        mask, groups = np.zeros(self.features.count), self.features.groups
        for name in stage.groups or groups:
            if name not in groups:
                raise BadText(f"features {name!r}: expected some of {', '.join(groups)}")
            mask[groups[name].start - 1 : groups[name].stop - 1] = 1.0
        return mask

    def _style(self, stage: Stage) -> np.ndarray:
        """What a stage rewards in each feature of a position."""
        if not stage.style:
            return np.zeros(0)
        if stage.style not in self.features.styles:
            known = ", ".join(self.features.styles) or "none"
            raise BadText(f"style {stage.style!r}: expected one of {known}")
        return self.features.styles[stage.style]

    def _first_weights(self) -> tuple[np.ndarray, dict[str, Any]]:
        """The weights to begin with, and where they come from."""
        start = self.plan.start
        if not start:
            return np.zeros(self.features.count), {"weights": "zero"}
        if start in self.features.by_hand:
            return self.features.by_hand[start].copy(), {"weights": f"{start}, set by hand"}
        path = linear.path_of(start, self.position.game)
        theta, made = linear.load(path, self.position.game)
        return theta, {"weights": path.name, "made": {name: made.get(name) for name in ("plan", "games", "date")}}

    @property
    def games(self) -> int:
        """How many were played in all stages."""
        return sum(stage.games for stage in self.plan.stages[: self.stage]) + self.done

    def run(self, progress: Callable[[Run], None] | None = None) -> np.ndarray:
        """Learn until the games of the plan are played; the weights."""
        while self.stage < len(self.plan.stages):
            self._run_stage(progress or (lambda run: None))
            self.stage, self.done, self.adam = self.stage + 1, 0, Adam(self.features.count)
            self.keep()
        return self.theta

    def _run_stage(self, progress: Callable[[Run], None]) -> None:
        stage = self.plan.stages[self.stage]
        starts = openings.read(stage.openings, self.position)
        with ExitStack() as stack:
            pool = stack.enter_context(ThreadPoolExecutor(self.threads))
            others: list[Contestant | None] = [None] * self.threads
            if stage.opponent:
                game = self.position.game
                others = [stack.enter_context(closing(contestant(stage.opponent, game))) for _ in others]
            width = leaf_of(self.theta, self.position).width
            desks = [new_desk(self.position, width) for _ in others]
            self._warm(desks[0], others[0], starts)
            while self.done < stage.games:
                began, count = time.process_time(), min(stage.batch, stage.games - self.done)
                if isinstance(self.methods[self.stage], TdMoves):
                    self._learn_while_playing(starts, count, began)
                else:
                    self.learn(self._play(pool, desks, others, starts, count), began)
                self._check(count)
                self.keep()
                progress(self)

    def _warm(self, at: Desk, other: Contestant | None, starts: list[Position]) -> None:
        """Compile what a stage needs by a game that does not count, so that times are those of learning."""
        table, method, nowhere = self._table(starts), self.methods[self.stage], np.zeros(self.features.count)
        if isinstance(method, TdMoves):
            learn_move_by_move(table, method, nowhere, 0.0, range(1))
        elif other is None:
            for episode in play_numbered(table, at, other, range(1)):
                add_gradient(method, episode, self.theta, nowhere)

    def _play(
        self,
        pool: ThreadPoolExecutor,
        desks: list[Desk],
        others: list[Contestant | None],
        starts: list[Position],
        count: int,
    ) -> list[Episode]:
        """The next games, in the order of their numbers whoever played them."""
        table = self._table(starts)
        shares = [range(self.done + k, self.done + count, len(desks)) for k in range(len(desks))]
        parts = list(pool.map(lambda at, other, share: play_numbered(table, at, other, share), desks, others, shares))
        return [parts[k % len(parts)][k // len(parts)] for k in range(count)]

    def _table(self, starts: list[Position]) -> Table:
        stage, method = self.plan.stages[self.stage], self.methods[self.stage]
        leaf, style = leaf_of(self.theta, self.position), self.styles[self.stage]
        return Table(stage, method, self.theta, leaf, tuple(starts), style, self.plan.seed + (self.stage << 32))

    def _learn_while_playing(self, starts: list[Position], count: int, began: float) -> None:
        """The next games, one after the other, each of which changes the weights."""
        stage, method, theta = self.plan.stages[self.stage], self.methods[self.stage], self.theta.copy()
        numbers = range(self.done, self.done + count)
        played = learn_move_by_move(self._table(starts), method, theta, self._size() / stage.step, numbers)
        self.theta = np.where(self.masks[self.stage] > 0, theta, self.theta)
        self.done += count
        error, length, first = np.mean(played, axis=0)
        self._note(error, length, first, 0.0, began)

    def _size(self) -> float:
        """How far a weight moves at most, now."""
        stage = self.plan.stages[self.stage]
        return stage.step * (stage.last_step / stage.step) ** (self.done / stage.games)

    def _note(self, error: float, length: float, first: float, style: float, began: float) -> None:
        spent = time.process_time() - began + (self.history[-1].seconds if self.history else 0.0)
        self.history.append(Progress(self.games, self.stage, error, length, first, style, spent))

    def learn(self, episodes: list[Episode], began: float) -> None:
        """A step along the mean gradient of all positions."""
        method, out = self.methods[self.stage], np.zeros(self.features.count)
        positions = max(1, sum(episode.length for episode in episodes))
        error = sum(add_gradient(method, episode, self.theta, out) for episode in episodes) / positions
        self.adam.step(self.theta, out * self.masks[self.stage] / positions, self._size())
        self.done += len(episodes)
        length, first, style = np.mean([(one.length, one.score, one.style) for one in episodes], axis=0)
        self._note(error, length, first, style, began)

    def _check(self, new: int) -> None:
        """Matches whenever so many games are over, and at the end."""
        check, total = self.plan.check, self.plan.games
        if check.every and (self.games // check.every > (self.games - new) // check.every or self.games == total):
            for name in check.against:
                self.checks.append(check_weights(self, name))
            self.previous = self.theta.copy()

    def keep(self) -> None:
        made = {
            "plan": self.plan.as_dict(),
            "seed": self.plan.seed,
            "games": self.games,
            "date": datetime.date.today().isoformat(),
            "parent": self.parent,
            "command": f"yomi learn {self.plan.name}",
            "checks": [check._asdict() for check in self.checks],
        }
        state = {
            "at": np.array([self.stage, self.done, self.adam.steps]),
            "mean": self.adam.mean,
            "square": self.adam.square,
            "previous": self.previous,
            "history": np.array(self.history),
        }
        linear.save(self.theta, self.position.game, made, self.path, **state)

    def _restore(self) -> None:
        """Go on where the file ends."""
        self.theta, made = linear.load(self.path, self.position.game)
        try:
            kept = plan_identity(made)
            with np.load(self.path, allow_pickle=False) as file:
                self.stage, self.done, self.adam.steps = (int(number) for number in file["at"])
                self.adam.mean, self.adam.square = file["mean"].copy(), file["square"].copy()
                self.previous = file["previous"].copy()
                rows = file["history"].reshape(-1, len(Progress._fields)).tolist()
        except (KeyError, TypeError, ValueError):
            raise BadText(f"{self.path} holds weights, but no run that could go on: give another file") from None
        if kept != json.loads(json.dumps(self.plan.identity())):
            raise BadText(f"{self.path} was made by another plan: give another file")
        self.history = [Progress(int(row[0]), int(row[1]), *row[2:]) for row in rows]
        self.checks = [Checked(**check) for check in made["checks"]]


def plan_identity(made: dict[str, Any]) -> dict[str, Any]:
    """What a file says of the plan that made it; a setting that came later had its default."""
    plan, defaults = made["plan"], json.loads(json.dumps(Stage._field_defaults))
    stages = [{k: v for k, v in (defaults | stage).items() if k != "games"} for stage in plan["stages"]]
    return {name: plan[name] for name in ("game", "start", "seed")} | {"stages": stages}
