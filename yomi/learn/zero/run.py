"""Learning from zero: play, learn, keep, again [KATA].

After each iteration the folder holds everything: a killed run goes on with the next one.
"""

from __future__ import annotations

import copy
import datetime
import json
import os
import pathlib
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
import torch

from yomi.errors import BadText
from yomi.games import catalog
from yomi.learn.zero.desks import CpuDesk, GpuDesk
from yomi.learn.zero.field import Harvest
from yomi.learn.zero.games import SelfPlay
from yomi.learn.zero.lesson import Teacher
from yomi.learn.zero.module import Trainable
from yomi.learn.zero.settings import Settings
from yomi.learn.zero.starts import starts_of
from yomi.learn.zero.window import Window, packed, save_shard
from yomi.value import netfile

FIXED = ("game", "blocks", "channels")  # settings that must stay
NETWORK = "net.safetensors"


class Progress(NamedTuple):
    """What one iteration did."""

    iteration: int
    games: int  # in all
    positions: int  # in all
    length: float  # of a game, on average
    first: float  # share of games that the first player won
    policy: float  # losses
    value: float
    owner: float
    evaluations: int  # of the network in games
    playing: float  # seconds
    learning: float  # seconds


class Zero:
    """A run in progress, kept in a folder."""

    def __init__(self, settings: Settings, folder: pathlib.Path, device: str = "cpu", threads: int = 1):
        self.settings, self.folder, self.device, self.threads = settings, folder, device, threads
        self.position = catalog.start(settings.game)
        view = self.position.game.view
        assert view is not None
        self.view = view
        torch.manual_seed(settings.seed)
        torch.set_num_threads(threads)
        self.history: list[Progress] = []
        self.teacher = Teacher(Trainable(view, settings.shape()), view, settings, device)
        self.player = copy.deepcopy(self.teacher.module)
        self.window = Window(view, settings.window, device)
        (folder / "shards").mkdir(parents=True, exist_ok=True)
        if (folder / "run.json").exists():
            self._restore()
        self.games = self._new_games()

    def _new_games(self) -> SelfPlay:
        settings, view = self.settings, self.view
        made: type[CpuDesk | GpuDesk] = GpuDesk if self.device == "cuda" else CpuDesk
        self.desks = [made(self.player, view, settings.games) for _ in range(settings.groups)]
        seed = settings.seed + 7919 * len(self.history)
        starts = starts_of(self.position, settings.seed)
        plies = settings.longest
        return SelfPlay(self.position.game, starts, settings.habits(), list(self.desks), plies, self.threads, seed)

    def run(self, progress: Callable[[Zero], None] | None = None, seconds: float = float("inf")) -> None:
        """Iterate until there are as many as wanted, or the time is over."""
        began = time.monotonic()
        for crops in self._harvests():
            self._learn(crops)
            self.keep(crops)
            if progress is not None:
                progress(self)
            if len(self.history) >= self.settings.iterations or time.monotonic() - began > seconds:
                break
        self.games.close()

    def _harvests(self) -> Iterator[list[Harvest]]:
        """Enough new positions for an iteration, again and again."""
        if len(self.history) >= self.settings.iterations:
            return
        crops: list[Harvest] = []
        self.began, before = time.monotonic(), 0
        for crop in self.games.crops():
            crops += crop
            if sum(len(one.planes) for one in crops) >= self.settings.positions:
                self.playing, self.evaluations = time.monotonic() - self.began, self.games.evaluations - before
                yield crops
                crops, self.began, before = [], time.monotonic(), self.games.evaluations

    def _learn(self, crops: list[Harvest]) -> None:
        """Train on the window, and let the network that plays follow."""
        began, settings = time.monotonic(), self.settings
        for crop in crops:
            self.window.add(packed(crop, self.view))
        counts = np.sum([crop.counts for crop in crops], axis=0)
        last = self.history[-1] if self.history else None
        positions = int(counts[0]) + (last.positions if last else 0)
        reach = max(settings.positions, int(settings.least * positions))
        steps = max(1, round(settings.reuse * int(counts[0]) / settings.batch))
        losses = torch.zeros(3, device=self.device)
        for _ in range(steps):
            losses += self.teacher.step(self.window.draw(settings.batch, reach, self.teacher.generator), self._rate())
        self._follow()
        number = len(self.history) + 1
        games, ended = int(counts[1]) + (last.games if last else 0), max(1, int(counts[1]))
        shares = (int(counts[2]) / ended, int(counts[3]) / ended, *(losses / steps).tolist())
        times = (self.evaluations, self.playing, time.monotonic() - began)
        done = Progress._make([number, games, positions, *shares, *times])
        self.history.append(done)

    def _rate(self) -> float:
        """The rate of learning, which falls from iteration to iteration."""
        part = len(self.history) / max(1, self.settings.iterations)
        return self.settings.rate * (self.settings.last_rate / self.settings.rate) ** part

    def _follow(self) -> None:
        """The network that plays is an average over the last updates of the one that learns."""
        keep = self.settings.average if self.history else 0.0
        with torch.no_grad():
            pairs = zip(self.player.state_dict().values(), self.teacher.module.state_dict().values(), strict=True)
            for mine, new in pairs:
                mine.copy_(keep * mine + (1.0 - keep) * new if mine.is_floating_point() else new)
        for desk in self.desks:
            desk.load(self.player)

    def about(self) -> dict[str, Any]:
        """What a network's file says of its making."""
        last = self.history[-1]
        return {
            "name": f"{self.settings.game}-{last.iteration:04d}",
            "kind": self.position.game.name,
            "settings": self.settings._asdict(),
            "iterations": last.iteration,
            "games": last.games,
            "positions": last.positions,
            "date": datetime.date.today().isoformat(),
            "command": f"yomi learn zero --game {self.settings.game}",
        }

    def keep(self, crops: list[Harvest]) -> None:
        """Write everything; the manifest last."""
        number = len(self.history)
        save_shard(np.concatenate([packed(crop, self.view) for crop in crops]), self._shard(number))
        arrays = {f"net/{name}": value for name, value in self.teacher.module.state_dict().items()}
        arrays |= {f"player/{name}": value for name, value in self.player.state_dict().items()}
        for k, state in self.teacher.optimiser.state_dict()["state"].items():
            arrays |= {f"adam/{k}/{name}": value for name, value in state.items()}
        temporary = self.folder / f"state-{number}.npz.new"
        with temporary.open("wb") as file:
            np.savez(file, **{name: value.detach().cpu().numpy() for name, value in arrays.items()})  # type: ignore[arg-type]
        os.replace(temporary, self.folder / f"state-{number}.npz")
        netfile.save(self.player.layers(self.about()), self.folder / NETWORK)
        manifest = {"settings": self.settings._asdict(), "history": [row._asdict() for row in self.history]}
        fresh = self.folder / "run.json.new"
        fresh.write_text(json.dumps(manifest))
        os.replace(fresh, self.folder / "run.json")
        for old in self.folder.glob("state-*.npz*"):
            if old.name != f"state-{number}.npz":
                old.unlink()

    def _shard(self, number: int) -> pathlib.Path:
        return self.folder / "shards" / f"{number:05d}.npy"

    def _restore(self) -> None:
        """Go on where the folder ends."""
        try:
            manifest = json.loads((self.folder / "run.json").read_text())
            self.history = [Progress(**row) for row in manifest["history"]]
            kept = manifest["settings"]
            for name in FIXED:
                if kept[name] != getattr(self.settings, name):
                    raise BadText(f"{self.folder} was made with {name}={kept[name]}: give another folder")
            with np.load(self.folder / f"state-{len(self.history)}.npz", allow_pickle=False) as file:
                arrays = {name: torch.from_numpy(file[name]) for name in file.files}
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise BadText(f"{self.folder} holds no run that could go on ({error}): give another folder") from None
        self.teacher.module.load_state_dict({k[4:]: v for k, v in arrays.items() if k.startswith("net/")})
        self.player.load_state_dict({k[7:]: v for k, v in arrays.items() if k.startswith("player/")})
        self._restore_optimiser(arrays)
        found: list[np.ndarray] = []
        number, room = len(self.history), self.settings.window
        while number > 0 and sum(len(shard) for shard in found) < room:
            if self._shard(number).exists():
                found.append(np.load(self._shard(number), allow_pickle=False))
            number -= 1
        for shard in reversed(found):
            self.window.add(shard)

    def _restore_optimiser(self, arrays: dict[str, torch.Tensor]) -> None:
        state: dict[int, dict[str, torch.Tensor]] = {}
        for name, value in arrays.items():
            if name.startswith("adam/"):
                _, k, field = name.split("/")
                state.setdefault(int(k), {})[field] = value
        groups = self.teacher.optimiser.state_dict()["param_groups"]
        self.teacher.optimiser.load_state_dict({"state": state, "param_groups": groups})
        for group in self.teacher.optimiser.param_groups:
            group["lr"] = self.teacher.optimiser_rate()
