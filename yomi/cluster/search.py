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
from yomi.players import manners
from yomi.players.contestant import Clocks, Own
from yomi.players.player import Player
from yomi.players.search import Search
from yomi.players.spec import Spec, parse
from yomi.players.warm import warm
from yomi.search.share import News, Shallow

SOON = 0.01  # seconds after which a searcher notices that its search has begun
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


class Searcher:
    """A searcher on another machine; becomes an actor whose methods run side by side."""

    def __init__(self, settings: Settings, spec: str, seed: int):
        self.settings, self.player = settings, Player(parse(spec).with_budget(seed=seed))
        self.shallow: Shallow | None = None
        self.lock = threading.Lock()  # of that

    def begin(self, name: str, origin: np.ndarray, seed: int) -> None:
        """Be ready for a game."""
        self.game, self.origin = catalog.game(name), origin
        with alone():
            warm(Position.of(self.game, origin), self.player.spec)
        self.player = Player(self.player.spec.with_budget(seed=seed))

    def think(self, moves: list[int], limits: dict[str, Any]) -> int:
        """Search a position until the limit, or until somebody says stop; how many simulations that took."""
        position = Position.of(self.game, self.origin).play(*moves)
        found = self.player.search(position, report=self._note, every=SOON, **limits)
        with self.lock:
            self.shallow = None  # the tree may change as soon as this ends
        return found.simulations

    def _note(self, search: Search) -> None:
        if self.shallow is None:
            self.shallow = shallow_of(search, self.settings)

    def exchange(self, news: list[News]) -> list[News]:
        """Hear what others found, and tell what is new here."""
        with self.lock:
            if self.shallow is None:
                return []
            found = self.shallow.news()
            self.shallow.hear(news)
            return found

    def stop(self) -> None:
        self.player.stop()


def shallow_of(search: Search, settings: Settings) -> Shallow:
    fresh = search.total == search.simulations
    return Shallow(search.tree, settings.depth, settings.share, fresh)


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
        self.answers: list[Any] = []  # what each will tell next
        self.post: list[list[News]] = []  # what each has not heard yet
        self.shallow: Shallow | None = None

    def begin(self, position: Position, seed: int, clocks: Clocks = ()) -> None:
        super().begin(position, seed, clocks)
        name, origin = position.game.name, position.origin
        ray.get([other.begin.remote(name, origin, seed + SEEDS * (k + 1)) for k, other in enumerate(self.others)])

    def choose(self, position: Position, clocks: Clocks = ()) -> tuple[int | None, int]:
        limits = manners.limits(self.player, position, clocks[position.side]) if clocks else {}
        self.shallow, self.post = None, [[] for _ in self.others]
        moves = list(position.history)
        thinking = [other.think.remote(moves, limits) for other in self.others]
        self.answers = [other.exchange.remote([]) for other in self.others]
        options = {"report": self.exchange, "every": self.settings.period}
        choice = manners.choose(self.player, position, **limits, **options)  # type: ignore[arg-type]
        for other in self.others:
            other.stop.remote()
        done = sum(ray.get(thinking))
        return choice.move, done + (choice.search.simulations if choice.search else 0)

    def exchange(self, search: Search) -> None:
        """Hear everybody who has answered, tell them what the others and this process found."""
        if self.shallow is None:
            self.shallow = shallow_of(search, self.settings)
        own = self.shallow.news()
        for waiting in self.post:
            waiting += own
        for k, answer in enumerate(self.answers):
            if not ray.wait([answer], timeout=0)[0]:
                continue
            news = ray.get(answer)
            self.shallow.hear(news)
            for other, waiting in enumerate(self.post):
                if other != k:
                    waiting += news
        for k, answer in enumerate(self.answers):
            if ray.wait([answer], timeout=0)[0]:
                self.answers[k] = self.others[k].exchange.remote(self.post[k])
                self.post[k] = []

    def close(self) -> None:
        for other in self.others:
            ray.kill(other)
        super().close()


def contestant(settings: str, spec: str, game: Game) -> Searchers:
    """The player that a text names."""
    return Searchers(read_settings(settings), parse(spec))
