"""Networks that value positions for a search: many positions at once, turned if wanted, and answers remembered."""

from __future__ import annotations

import hashlib
import pathlib
import threading
from collections import OrderedDict
from typing import NamedTuple
from weakref import WeakValueDictionary

import numpy as np
from numba import njit

from yomi.errors import BadSpec
from yomi.games.catalog import is_go
from yomi.games.encode import View, encode
from yomi.games.game import Game
from yomi.games.go import kata_inputs
from yomi.value import katago, netfile
from yomi.value.layers import Answers, Net
from yomi.value.queue import Queue
from yomi.value.runtime import Runtime, runtime

SHIPPED = pathlib.Path(__file__).parent / "networks"
KATAGO = "katago"
AS_IS, BY_CHANCE, ALL = 0, 1, 2  # how positions are turned
_queues: WeakValueDictionary[tuple[object, ...], Queue] = WeakValueDictionary()  # in use
_making = threading.Lock()


class Network(NamedTuple):
    """A network says how likely moves are and who wins [KATA]."""

    file: str = ""  # a KataGo network (.bin.gz) or one of Yomi's (.safetensors); none: the one that comes with the game
    batch: int = 8  # positions evaluated at once, at the most
    ramp: int = 8  # visits of the search that each of them asks for: a large batch costs strength while a tree is small
    turn: int = 0  # how a position is shown: 0 as it lies, 1 turned by chance, 2 in every way, answers averaged
    soften: float = 1.0  # temperature of the policy
    cache: int = 50_000  # answers remembered
    runtime: str = "auto"  # what runs it: own (Yomi's kernels), onnx, torch, cuda (a GPU), or auto: our own
    queue: int = 0  # positions that threads and games gather for one evaluation (0: each thread has its own)


def load(path: pathlib.Path) -> Net:
    """The network in a file, whoever made it."""
    if not path.is_file():
        raise BadSpec(f"network {str(path)!r}: there is no such file")
    return netfile.load(path) if path.suffix == ".safetensors" else katago.read(path)


def has_network(game: Game) -> bool:
    """Whether a network comes with a game."""
    return shipped(game).exists()


def shipped(game: Game) -> pathlib.Path:
    """Where the network that comes with a game is, if there is one."""
    return SHIPPED / f"{game.name}.safetensors"


def path_of(settings: Network, game: Game) -> pathlib.Path:
    """The file of a network for a game."""
    if settings.file:
        return pathlib.Path(settings.file).expanduser()
    if not has_network(game):
        raise BadSpec(f"network for {game.name}: none comes with Yomi, give one by network=FILE")
    return shipped(game)


def evaluator(settings: Network, game: Game, seed: int = 1) -> Evaluator:
    """A network ready to value positions of a game."""
    net = load(path_of(settings, game))
    if game.view is None:
        raise BadSpec(f"network for {game.name}: the game has no view for networks")
    kind = net.about.get("kind")
    if (not is_go(game)) if kind == KATAGO else kind != game.name and not (is_go(game) and str(kind).startswith("go")):
        raise BadSpec(f"network {path_of(settings, game).name!r}: made for {kind}, not for {game.name}")
    return Evaluator(settings, runtime(net, settings.runtime, 1), game.view, seed)


def shared(settings: Network, game: Game, seed: int = 1) -> Queue:
    """The queue in front of a network, one for all games and threads of this process that use it alike."""
    path = path_of(settings, game).resolve()
    key = (settings, game.name, str(path), path.stat().st_mtime_ns if path.exists() else 0)
    with _making:
        queue = _queues.get(key)
        if queue is None:
            queue = Queue(evaluator(settings, game, seed), settings.queue)
            _queues[key] = queue
    return queue


class Evaluator:
    """Values positions with a network; may be called from many threads."""

    def __init__(self, settings: Network, run: Runtime, view: View, seed: int):
        self.settings, self.run, self.view = settings, run, view
        self.katago = run.net.about.get("kind") == KATAGO
        self.depth = kata_inputs.BOARDS if self.katago else 1
        self.turns = view.symmetries() if view.symmetries is not None and settings.turn != AS_IS else None
        self.remembered: OrderedDict[bytes, tuple[np.ndarray, float]] = OrderedDict()
        self.rng = np.random.default_rng(seed)
        self.asked = self.found = 0  # positions, and those that were remembered

    def __call__(self, past: np.ndarray, moves: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Logits [B, actions] of the moves, and values [B] for the player to move, 0 to 1."""
        planes, numbers = self.show(past, moves)
        keys = [
            hashlib.blake2b(planes[k].tobytes() + numbers[k].tobytes(), digest_size=16).digest()
            for k in range(len(past))
        ]
        known = [self.remembered.get(key) for key in keys]
        missing = [k for k, answer in enumerate(known) if answer is None]
        self.asked, self.found = self.asked + len(keys), self.found + len(keys) - len(missing)
        logits = np.empty((len(past), self.view.actions), np.float32)
        values = np.empty(len(past), np.float32)
        if missing:
            logits[missing], values[missing] = self.answer(planes[missing], numbers[missing])
        for k, answer in enumerate(known):
            if answer is not None:
                logits[k], values[k] = answer
            else:
                self.remembered[keys[k]] = (logits[k].copy(), float(values[k]))
        while len(self.remembered) > self.settings.cache:
            self.remembered.popitem(last=False)
        return logits, values

    def show(self, past: np.ndarray, moves: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """What the network sees."""
        view, count = self.view, len(past)
        if self.katago:
            planes = np.zeros((count, kata_inputs.PLANES, view.height, view.width), np.float32)
            numbers = np.zeros((count, kata_inputs.NUMBERS), np.float32)
            scratch = kata_inputs.new_scratch(view.height)
            kata_inputs.write_batch(past, moves, planes, numbers, scratch, self.run.net.about.get("whole", 0))
            return planes, numbers
        planes = np.zeros((count, view.planes, view.height, view.width), np.float32)
        numbers = np.zeros((count, max(1, view.numbers)), np.float32)
        encode_batch(past, planes, numbers)
        return planes, numbers

    def said(self, planes: np.ndarray, numbers: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Logits and values; a KataGo network's third outcome, no result, is ruled out."""
        logits, values = meaning(self.run(planes, numbers), self.view, 2 if self.katago else 3)
        return logits / max(self.settings.soften, 1e-3), values

    def answer(self, planes: np.ndarray, numbers: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """What the network says, positions turned as the settings want."""
        if self.turns is None:
            return self.said(planes, numbers)
        cells, actions = self.turns
        count, ways = len(planes), len(cells)
        every = self.settings.turn == ALL
        which = np.repeat(np.arange(ways), count) if every else self.rng.integers(ways, size=count)
        rows = np.tile(np.arange(count), ways) if every else np.arange(count)
        flat = planes[rows].reshape(len(rows), planes.shape[1], -1)
        turned = np.take_along_axis(flat, cells[which][:, None, :], 2).reshape(len(rows), *planes.shape[1:])
        turned_logits, values = self.said(turned, numbers[rows])
        logits = np.empty_like(turned_logits)
        np.put_along_axis(logits, actions[which], turned_logits, 1)
        if every:
            return logits.reshape(ways, count, -1).mean(0), values.reshape(ways, count).mean(0)
        return logits, values


def meaning(answers: Answers, view: View, outcomes: int = 3) -> tuple[np.ndarray, np.ndarray]:
    """Logits [B, actions] and values [B] from raw answers; of three outcomes the last is a draw."""
    count = len(answers.outcome)
    logits = answers.moves[:, : view.kinds].reshape(count, -1)
    if view.extra:
        logits = np.concatenate((logits, answers.extra[:, : view.extra]), 1)
    chances = np.exp(answers.outcome[:, :outcomes] - answers.outcome[:, :outcomes].max(1, keepdims=True))
    chances /= chances.sum(1, keepdims=True)
    return logits, chances[:, 0] + 0.5 * chances[:, 2:].sum(1)


@njit(cache=True, nogil=True)
def encode_batch(past, planes, numbers):
    """What a network sees of each position, planes and numbers given as zeros."""
    for k in range(len(past)):
        encode(past[k, 0], planes[k], numbers[k])
