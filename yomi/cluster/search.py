"""One search on several machines: a searcher on each, who exchange the shallow part of their trees [RAVE 6].

`cluster(period=0.1,nodes=2):mc-rave seconds=2` is such a player: one searcher is this process, the others are actors.
"""

from __future__ import annotations

import threading
from typing import Any, NamedTuple

import numpy as np
import ray

from yomi.cluster.node import alone, join
from yomi.errors import BadSpec
from yomi.games import catalog
from yomi.games.game import Game
from yomi.games.options import split_call
from yomi.games.position import Position
from yomi.players.contestant import Clocks, Own
from yomi.players.player import Player
from yomi.players.search import Search
from yomi.players.spec import Spec, parse
from yomi.players.warm import warm
from yomi.search.share import News, Shallow
from yomi.search.threads import TreeWorkers
from yomi.search.tree import Tree

SEEDS = 7919  # between the seeds of searchers


class Settings(NamedTuple):
    """How a search is spread."""

    period: float = 0.1  # seconds between exchanges
    nodes: int = 2  # searchers, this process included
    depth: int = 3  # moves from the root
    share: float = 0.01  # of all visits that a node must have
    address: str = "auto"  # of the cluster


def read_settings(text: str) -> Settings:
    """What stands between the brackets."""
    _, options = split_call(f"cluster({text})")
    unknown = sorted(set(options) - set(Settings._fields))
    if unknown:
        raise BadSpec(f"{unknown[0]!r} in cluster({text}): expected some of {', '.join(Settings._fields)}")
    try:
        kinds = {name: type(default) for name, default in Settings._field_defaults.items()}
        made = Settings(**{name: kinds[name](value) for name, value in options.items()})  # type: ignore[arg-type]
    except (TypeError, ValueError):
        raise BadSpec(f"cluster({text}): expected numbers, such as cluster(period=0.1,nodes=2)") from None
    if made.period <= 0 or made.nodes < 1:
        raise BadSpec(f"cluster({text}): expected a period above 0 and 1 node or more")
    return made


class Sharing(Player):
    """A player whose tree others hear of while it searches, and after."""

    def __init__(self, spec: Spec, settings: Settings):
        super().__init__(spec)
        self.settings = settings
        self.shallow: Shallow | None = None  # the part of the tree that is shared

    def _new_run(self, spec: Spec, position: Position, tree: Tree, simulations: int) -> TreeWorkers:
        """A search that can be run; what the tree has before is no news."""
        self.shallow = Shallow(tree, self.settings.depth, self.settings.share, fresh=int(tree.visits[0]) == 0)
        return super()._new_run(spec, position, tree, simulations)


class Searcher:
    """A searcher on another machine; becomes an actor whose methods run side by side."""

    def __init__(self, settings: Settings, spec: str, seed: int):
        self.player = Sharing(parse(spec).with_budget(seed=seed), settings)
        self.lock = threading.Lock()  # of what it shares

    def begin(self, name: str, origin: np.ndarray, seed: int) -> None:
        """Be ready for a game."""
        self.game, self.origin = catalog.game(name), origin
        with alone():
            warm(Position.of(self.game, origin), self.player.spec)
        self.player = Sharing(self.player.spec.with_budget(seed=seed), self.player.settings)

    def think(self, moves: list[int], limits: dict[str, Any]) -> tuple[int, list[News]]:
        """Search a position until the limit, or until somebody says stop: simulations, and what was not told yet."""
        position = Position.of(self.game, self.origin).play(*moves)
        found = self.player.search(position, **limits)
        news = self.exchange([])
        with self.lock:
            heard = self.player.shallow.heard if self.player.shallow else 0
            self.player.shallow = None  # the tree changes with the next move
        return found.simulations - heard, news

    def exchange(self, news: list[News]) -> list[News]:
        """Hear what others found, and tell what is new here."""
        with self.lock:
            shallow = self.player.shallow
            if shallow is None:
                return []
            found = shallow.news()
            shallow.hear(news)
            return found

    def stop(self) -> None:
        self.player.stop()


class Spread(Sharing):
    """A player that has others search the same position on their machines."""

    def __init__(self, spec: Spec, settings: Settings, others: list[Any]):
        super().__init__(spec, settings)
        self.others = others  # actors
        self.answers: list[Any] = []  # what each will tell next
        self.post: list[list[News]] = []  # what each has not heard yet
        self.elsewhere = 0  # simulations of the others for the last move

    def search(self, position: Position, *limits: Any, **options: Any) -> Search:
        """Search here and there; the answer rests on what everybody found."""
        shared = {name: options.get(name) for name in ("simulations", "seconds")}
        thinking = [other.think.remote(list(position.history), shared) for other in self.others]
        self.post = [[] for _ in self.others]
        self.answers = [other.exchange.remote([]) for other in self.others]
        options |= {"report": self.exchange, "every": self.settings.period}
        found = super().search(position, *limits, **options)
        for other in self.others:
            other.stop.remote()
        last = ray.get([*self.answers, *thinking])
        told, done = last[: len(self.others)], last[len(self.others) :]
        self.elsewhere = sum(simulations for simulations, _ in done)
        if self.shallow is None or not hasattr(found, "tree"):
            return found
        own = found.simulations - self.shallow.heard
        self.shallow.hear([entry for news in (*told, *(news for _, news in done)) for entry in news])
        self.shallow = None
        return Search(position, found.tree, own, found.seconds, found.by_value)

    def exchange(self, search: Search) -> None:
        """Hear everybody who has answered, tell them what the others and this process found."""
        if self.shallow is None:
            return
        own = self.shallow.news()
        for waiting in self.post:
            waiting += own
        ready = [bool(ray.wait([answer], timeout=0)[0]) for answer in self.answers]
        for k, answer in enumerate(self.answers):
            if ready[k]:
                news = ray.get(answer)
                self.shallow.hear(news)
                for other, waiting in enumerate(self.post):
                    if other != k:
                        waiting += news
        for k, other in enumerate(self.others):
            if ready[k]:
                self.answers[k], self.post[k] = other.exchange.remote(self.post[k]), []


class Searchers(Own):
    """A player of a match that thinks on several machines."""

    def __init__(self, settings: Settings, spec: Spec):
        super().__init__(spec)
        self.settings = settings
        join(settings.address)
        kind: Any = ray.remote(Searcher)
        placed = {"num_cpus": spec.budget.threads, "max_concurrency": 4, "scheduling_strategy": "SPREAD"}
        texts = [(settings, str(spec), SEEDS * (k + 1)) for k in range(settings.nodes - 1)]
        self.others = [kind.options(**placed).remote(*text) for text in texts]
        self.player: Spread = Spread(spec, settings, self.others)

    def begin(self, position: Position, seed: int, clocks: Clocks = ()) -> None:
        name, origin = position.game.name, position.origin
        begun = [other.begin.remote(name, origin, seed + SEEDS * (k + 1)) for k, other in enumerate(self.others)]
        self.player = Spread(self.player.spec.with_budget(seed=seed), self.settings, self.others)
        self.player.prepare(position)
        ray.get(begun)

    def choose(self, position: Position, clocks: Clocks = ()) -> tuple[int | None, int]:
        move, simulations = super().choose(position, clocks)
        return move, simulations + self.player.elsewhere

    def close(self) -> None:
        for other in self.others:
            ray.kill(other)
        super().close()


def contestant(settings: str, spec: str, game: Game) -> Searchers:
    """The player that a text names."""
    return Searchers(read_settings(settings), parse(spec))
