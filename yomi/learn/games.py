"""Games that the engine plays against itself for a learner, kept line by line so that an interrupted run goes on."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from yomi.errors import BadText
from yomi.games import catalog
from yomi.games.position import Position
from yomi.players.manners import choose
from yomi.players.player import Player
from yomi.players.spec import Spec

Progress = Callable[[int], None]  # called with the number of items done
QUICK = 200  # simulations a move in games that are only there to be judged


class Source(NamedTuple):
    """Whose games or judgements to learn from, and how many."""

    game: str
    player: Spec
    wanted: int  # games or positions
    seed: int

    @property
    def start(self) -> Position:
        """What every game begins with; only Go has shapes and features to learn."""
        position = catalog.start(self.game)
        if not catalog.is_go(position.game):
            raise BadText(f"game {self.game!r}: expected a Go board, such as go9")
        return position

    @property
    def settings(self) -> dict[str, Any]:
        """What must be the same for a file to go on."""
        return {"game": self.game, "player": str(self.player), "seed": self.seed}


class Judged(NamedTuple):
    """A position by the moves that lead to it, and what a deep search thinks of it."""

    moves: list[int]
    value: float  # chance of the player to move


class Store:
    """A file with a line of settings and a line for each item."""

    def __init__(self, path: Path, settings: dict[str, Any]):
        self.path = path
        self.items: list[Any] = []
        if path.exists():
            self.items = self._read(settings)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(settings) + "\n")

    def _read(self, settings: dict[str, Any]) -> list[Any]:
        """The items of a file made with the same settings; a line that a killed run left unfinished is dropped."""
        text = self.path.read_text()
        whole = text[: text.rfind("\n") + 1]
        if whole != text:
            self.path.write_text(whole)
        try:
            head, *items = [json.loads(line) for line in whole.splitlines()]
        except ValueError as error:
            raise BadText(f"{str(self.path)!r}: not a file of games or positions ({error})") from None
        if head != settings:
            raise BadText(f"{str(self.path)!r} was made with {head}, not with {settings}")
        return items

    def add(self, item: Any) -> None:
        with self.path.open("a") as file:
            file.write(json.dumps(item) + "\n")
        self.items.append(item)


def self_play(source: Source, path: Path, progress: Progress) -> list[list[int]]:
    """The moves of games that a player plays against itself; each game has a seed of its own."""
    start, store = source.start, Store(path, source.settings)
    while len(store.items) < source.wanted:
        progress(len(store.items))
        store.add(one_game(start, source.player.with_budget(seed=source.seed + len(store.items))))
    progress(source.wanted)
    return store.items[: source.wanted]


def one_game(position: Position, spec: Spec) -> list[int]:
    """The moves of a game that a player plays against itself, to the end or until it resigns."""
    player = Player(spec)
    while not position.over:
        move = choose(player, position).move
        if move is None:
            break
        position = position.after(move)
    return list(position.history)


def judged_positions(source: Source, path: Path, progress: Progress) -> list[Judged]:
    """One position from a random moment of each of many quick games, with the value a deep search gives it."""
    start, store = source.start, Store(path, source.settings | {"quick": QUICK})
    while len(store.items) < source.wanted:
        progress(len(store.items))
        seed = source.seed + len(store.items)
        moves = one_game(start, source.player.with_budget(seed=seed, simulations=QUICK, seconds=None))
        moves = moves[: int(np.random.default_rng(seed).integers(0, max(1, len(moves) - 1)))]
        deep = Player(source.player.with_budget(seed=seed, early=False))
        store.add([moves, round(deep.search(reached(start, moves)).value, 4)])
    progress(source.wanted)
    return [Judged(*item) for item in store.items[: source.wanted]]


def reached(position: Position, moves: Sequence[int]) -> Position:
    """The position after moves that are known to be legal."""
    for move in moves:
        position = position.after(move)
    return position
