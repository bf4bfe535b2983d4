"""Who plays in a match: a player of ours by its spec, or another engine by its command."""

from __future__ import annotations

import importlib.util
import re
import time
from collections.abc import Sequence
from typing import Protocol

from yomi.errors import BadSpec
from yomi.games import catalog
from yomi.games.game import Game
from yomi.games.position import Position
from yomi.players import manners
from yomi.players.clock import Clock
from yomi.players.engine import GTP, GtpEngine
from yomi.players.player import Player
from yomi.players.process import TIMEOUT, Outsider
from yomi.players.spec import Spec, parse
from yomi.players.usi_engine import GAMES as SHOGI
from yomi.players.usi_engine import USI, UsiEngine, read_settings

CLUSTER = re.compile(r"cluster(?:\((?P<settings>[^()]*)\))?:(?P<spec>.+)", re.DOTALL)
CLUSTERS = "yomi.cluster.search"  # who makes players of several machines
Clocks = Sequence[Clock]  # one for each side; none: no limit


class Contestant(Protocol):
    """Who plays in a match."""

    def begin(self, position: Position, seed: int, clocks: Clocks = ()) -> None: ...

    def choose(self, position: Position, clocks: Clocks = ()) -> tuple[int | str | None, int]:
        """A move (None: resigns), and the simulations it took."""

    def cpu(self) -> float:
        """CPU seconds used up to now; what a move took is the difference."""

    def close(self) -> None: ...


class Own:
    """A player of ours, new for every game; the match's seed replaces its own."""

    def __init__(self, spec: Spec):
        self.player = Player(spec)

    def begin(self, position: Position, seed: int, clocks: Clocks = ()) -> None:
        self.player = Player(self.player.spec.with_budget(seed=seed))
        self.player.prepare(position)

    def choose(self, position: Position, clocks: Clocks = ()) -> tuple[int | None, int]:
        limits = manners.limits(self.player, position, clocks[position.side]) if clocks else {}
        choice = manners.choose(self.player, position, **limits)  # type: ignore[arg-type]
        return choice.move, choice.search.simulations if choice.search else 0

    def cpu(self) -> float:
        return time.process_time()

    def close(self) -> None:
        self.player.reset()


def is_own(text: str) -> bool:
    """Whether a text is the spec of a player of ours, not another program or a cluster."""
    return not any(kind.fullmatch(text.strip()) for kind in (GTP, USI, CLUSTER))


def contestant(text: str, game: Game) -> Contestant:
    """Who a text names: a spec, `gtp:COMMAND` for Go, `usi:COMMAND` for shogi, `cluster:SPEC` for several machines.

    `gtp(timeout=20):COMMAND` gives each answer so many seconds, `usi(nodes=3000,Skill Level=0):COMMAND` sets limits and
    the engine's own options.
    """
    if found := GTP.fullmatch(text.strip()):
        if not catalog.is_go(game):
            raise BadSpec(f"{text!r}: engines that speak GTP can play Go only, not {game.name}")
        command, timeout = found["command"], float(found["timeout"] or TIMEOUT)
        return Outsider(lambda: GtpEngine(command, timeout))
    if found := USI.fullmatch(text.strip()):
        if game.name not in SHOGI:
            raise BadSpec(f"{text!r}: engines that speak USI can play shogi and minishogi only, not {game.name}")
        program, settings = found["command"], read_settings(found["settings"] or "")
        return Outsider(lambda: UsiEngine(program, settings))
    if found := CLUSTER.fullmatch(text.strip()):
        if importlib.util.find_spec("ray") is None:
            raise BadSpec(f"{text!r} needs Ray: pip install 'yomi[cluster]'")
        above = importlib.import_module(CLUSTERS)  # by name: this layer knows nothing of Ray
        made: Contestant = above.contestant(found["settings"] or "", found["spec"], game)
        return made
    return Own(parse(text))


def plain(text: str, game: Game) -> str:
    """A player's text in the form that equal players share; the seed is the match's affair."""
    return str(parse(text).on(game).with_budget(seed=1)) if is_own(text) else text.strip()
