"""Where positions to learn from come from: games of this process, or whatever else gives the same."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import NamedTuple, Protocol

import numpy as np
import torch

from yomi.games import catalog
from yomi.learn.zero.desks import CpuDesk, GpuDesk
from yomi.learn.zero.games import SelfPlay
from yomi.learn.zero.module import Trainable
from yomi.learn.zero.settings import Settings
from yomi.learn.zero.starts import starts_of
from yomi.learn.zero.window import packed


class Haul(NamedTuple):
    """Enough positions for an iteration."""

    records: list[np.ndarray]  # positions, as shards hold them
    counts: np.ndarray  # [4] of them, of games, of their moves, of games the first player won
    evaluations: int  # of the network
    seconds: float  # spent on it


class Source(Protocol):
    """Games without end, played by a network that is replaced now and then."""

    def harvests(self, positions: int) -> Iterator[Haul]:
        """At least so many new positions, again and again."""

    def load(self, module: Trainable) -> None:
        """Play with another network of the same shape from now on."""

    def close(self) -> None:
        """Stop playing."""


MakeSource = Callable[[Settings, Trainable, int], Source]  # of a network that plays, and a seed


class Local:
    """Games of this process."""

    def __init__(self, settings: Settings, module: Trainable, seed: int, device: str = "cpu", threads: int = 1):
        position = catalog.start(settings.game)
        assert position.game.view is not None
        self.view = position.game.view
        made: type[CpuDesk | GpuDesk] = GpuDesk if device == "cuda" else CpuDesk
        self.desks = [made(module, self.view, settings.games) for _ in range(settings.groups)]
        starts, habits = starts_of(position, settings.seed), settings.habits()
        self.games = SelfPlay(position.game, starts, habits, list(self.desks), settings.longest, threads, seed)

    def harvests(self, positions: int) -> Iterator[Haul]:
        """At least so many new positions, again and again."""
        records: list[np.ndarray] = []
        counts, began, before = np.zeros(4, np.int64), time.monotonic(), self.games.evaluations
        for crops in self.games.crops():
            records += [packed(crop, self.view) for crop in crops]
            counts += sum((crop.counts for crop in crops), np.zeros(4, np.int64))
            if counts[0] >= positions:
                yield Haul(records, counts, self.games.evaluations - before, time.monotonic() - began)
                records, counts = [], np.zeros(4, np.int64)
                began, before = time.monotonic(), self.games.evaluations

    def load(self, module: Trainable) -> None:
        """Play with another network of the same shape from now on."""
        for desk in self.desks:
            desk.load(module)

    def close(self) -> None:
        """Stop playing."""
        self.games.close()


def arrays_of(module: Trainable) -> dict[str, np.ndarray]:
    """All numbers of a network, by name."""
    return {name: tensor.detach().cpu().numpy().copy() for name, tensor in module.state_dict().items()}


def take_arrays(module: Trainable, arrays: dict[str, np.ndarray]) -> None:
    """Give a network the numbers of another one."""
    module.load_state_dict({name: torch.from_numpy(np.array(array)) for name, array in arrays.items()})


class Remote:
    """What a worker far away does: it plays with the numbers it is given, and gives plain arrays back."""

    def __init__(self, settings: Settings, arrays: dict[str, np.ndarray], seed: int, threads: int):
        torch.set_num_threads(threads)
        view = catalog.start(settings.game).game.view
        assert view is not None
        self.module = Trainable(view, settings.shape()).eval()
        take_arrays(self.module, arrays)
        device = "cuda" if torch.cuda.is_available() else "cpu"
        self.source = Local(settings, self.module, seed, device, threads)

    def load(self, arrays: dict[str, np.ndarray]) -> None:
        """Play with these numbers from now on."""
        take_arrays(self.module, arrays)
        self.source.load(self.module)

    def play(self, positions: int) -> tuple[np.ndarray, np.ndarray, int]:
        """At least so many new positions as records, what was counted, and evaluations of the network."""
        haul = next(self.source.harvests(positions))
        return np.concatenate(haul.records), haul.counts, haul.evaluations
