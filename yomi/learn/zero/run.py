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
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import torch

from yomi.errors import BadText
from yomi.games import catalog
from yomi.learn.zero.gate import ENOUGH, Gate
from yomi.learn.zero.lesson import Teacher
from yomi.learn.zero.module import Trainable
from yomi.learn.zero.settings import Settings
from yomi.learn.zero.source import Haul, Local, MakeSource, Source, arrays_of
from yomi.learn.zero.window import Window, save_shard
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
    learning: float  # seconds, a match with the last network included
    accepted: float = -1.0  # the new network's score in that match, -1 where there was none

    def took_over(self) -> bool:
        """Whether the new network plays from then on."""
        return self.accepted < 0.0 or self.accepted >= ENOUGH


def kept_settings(folder: pathlib.Path) -> dict[str, Any]:
    """The settings of a run that was begun in a folder; none where there is no run."""
    try:
        kept = json.loads((folder / "run.json").read_text())["settings"]
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise no_run(folder, error) from None
    return {name: value for name, value in kept.items() if name in Settings._fields and name != "game"}


def no_run(folder: pathlib.Path, error: Exception) -> BadText:
    return BadText(f"{folder} holds no run that could go on ({error}): give another folder")


class Zero:
    """A run in progress, kept in a folder."""

    def __init__(
        self,
        settings: Settings,
        folder: pathlib.Path,
        device: str = "cpu",
        threads: int = 1,
        source: MakeSource | None = None,  # of games; none: they are played here
    ):
        self.settings, self.folder, self.device = settings, folder, device
        self.position = catalog.start(settings.game)
        view = self.position.game.view
        assert view is not None
        self.view = view
        torch.manual_seed(settings.seed)
        torch.set_num_threads(threads)
        self.history: list[Progress] = []
        self.teacher = Teacher(Trainable(view, settings.shape()), view, settings, device)
        self.player = copy.deepcopy(self.teacher.module)  # plays the games
        self.candidate = copy.deepcopy(self.player)  # would like to
        self.gate = Gate(self.position, settings, device, threads)
        self.window = Window(view, settings.window, device)
        (folder / "shards").mkdir(parents=True, exist_ok=True)
        if (folder / "run.json").exists():
            self._restore()
        seed = settings.seed + 7919 * len(self.history)
        self.source: Source = (
            source(settings, self.player, seed) if source else Local(settings, self.player, seed, device, threads)
        )

    def run(self, progress: Callable[[Zero], None] | None = None, seconds: float = float("inf")) -> None:
        """Iterate until there are as many as wanted, or the time is over."""
        began = time.monotonic()
        hauls = self.source.harvests(self.settings.positions)
        try:
            while len(self.history) < self.settings.iterations and time.monotonic() - began <= seconds:
                haul = next(hauls)
                self._learn(haul)
                self.keep(haul)
                if progress is not None:
                    progress(self)
        finally:
            self.source.close()

    def _learn(self, haul: Haul) -> None:
        """Train on the window, and let the network that plays follow."""
        began, settings, counts = time.monotonic(), self.settings, haul.counts
        for records in haul.records:
            self.window.add(records)
        last = self.history[-1] if self.history else None
        positions = int(counts[0]) + (last.positions if last else 0)
        reach = max(settings.positions, int(settings.least * positions))
        steps = max(1, round(settings.reuse * int(counts[0]) / settings.batch))
        losses = torch.zeros(3, device=self.device)
        for _ in range(steps):
            losses += self.teacher.step(self.window.draw(settings.batch, reach, self.teacher.generator), self._rate())
        accepted = self._follow()
        number = len(self.history) + 1
        games, ended = int(counts[1]) + (last.games if last else 0), max(1, int(counts[1]))
        shares = (int(counts[2]) / ended, int(counts[3]) / ended, *(losses / steps).tolist())
        times = (haul.evaluations, haul.seconds, time.monotonic() - began)
        done = Progress._make([number, games, positions, *shares, *times, accepted])
        self.history.append(done)

    def _rate(self) -> float:
        """The rate of learning, which falls from iteration to iteration."""
        part = len(self.history) / max(1, self.settings.iterations)
        return self.settings.rate * (self.settings.last_rate / self.settings.rate) ** part

    def _follow(self) -> float:
        """The network that plays is an average over the last updates of the one that learns, if it is good enough.

        What comes back is the score of its match with the last one that was, or -1.
        """
        keep = self.settings.average if self.history else 0.0
        with torch.no_grad():
            pairs = zip(self.candidate.state_dict().values(), self.teacher.module.state_dict().values(), strict=True)
            for mine, new in pairs:
                mine.copy_(keep * mine + (1.0 - keep) * new if mine.is_floating_point() else new)
        accepted = -1.0
        if self.settings.gate > 0:
            seed = self.settings.seed + 104_729 * (len(self.history) + 1)
            accepted = self.gate.score(self.candidate, self.player, seed)
        if accepted < 0.0 or accepted >= ENOUGH:
            self.player.load_state_dict(self.candidate.state_dict())
            self.source.load(self.player)
        return accepted

    def playing(self) -> int:
        """The iteration whose network plays the games; 0 is the one that knows nothing."""
        return max((row.iteration for row in self.history if row.took_over()), default=0)

    def about(self) -> dict[str, Any]:
        """What a network's file says of its making."""
        last = self.history[-1]
        return {
            "name": f"{self.settings.game}-{self.playing():04d}",
            "kind": self.position.game.name,
            "settings": self.settings._asdict(),
            "iterations": last.iteration,
            "playing": self.playing(),  # the iteration that this network is of
            "games": last.games,
            "positions": last.positions,
            "date": datetime.date.today().isoformat(),
            "command": f"yomi learn zero --game {self.settings.game}",
        }

    def keep(self, haul: Haul) -> None:
        """Write everything; the manifest last."""
        number = len(self.history)
        save_shard(np.concatenate(haul.records), self._shard(number))
        networks = {"net": self.teacher.module, "player": self.player, "candidate": self.candidate}
        arrays = {f"{who}/{name}": value for who, it in networks.items() for name, value in arrays_of(it).items()}
        for k, state in self.teacher.optimiser.state_dict()["state"].items():
            arrays |= {f"adam/{k}/{name}": value.detach().cpu().numpy() for name, value in state.items()}
        temporary = self.folder / f"state-{number}.npz.new"
        with temporary.open("wb") as file:
            np.savez(file, **arrays)  # type: ignore[arg-type]
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
            raise no_run(self.folder, error) from None
        self.teacher.module.load_state_dict({k[4:]: v for k, v in arrays.items() if k.startswith("net/")})
        self.player.load_state_dict({k[7:]: v for k, v in arrays.items() if k.startswith("player/")})
        old = {
            f"candidate/{name}": value for name, value in self.player.state_dict().items()
        }  # before there were gates
        self.candidate.load_state_dict({k[10:]: v for k, v in (old | arrays).items() if k.startswith("candidate/")})
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
