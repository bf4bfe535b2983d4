"""What makes a run of learning from zero: the network, the games, the lessons; presets for each game."""

from __future__ import annotations

from typing import Any, NamedTuple

from yomi.errors import BadText
from yomi.games.game import Game
from yomi.learn.zero.module import Shape
from yomi.learn.zero.turn import Habits
from yomi.search.gumbel import Gumbel
from yomi.search.method import Method
from yomi.search.puct import Puct
from yomi.value.playout import Random


class Settings(NamedTuple):
    """A run of learning from zero [KATA]; a run that goes on may change all but the shape of its network."""

    game: str = "go9"
    blocks: int = 6  # of the network
    channels: int = 96
    search: str = "gumbel"  # the teacher: gumbel, or puct with noise, temperature and forced playouts
    visits: int = 32  # of a search whose move is learned from
    considered: int = 16  # moves that gumbel draws at the root
    scale: float = 1.0  # how much values count against the policy in gumbel
    fast: int = 8  # visits of a quick search, which is not learned from
    share: float = 1.0  # of moves that are not quick: playout-cap randomisation
    decided: float = 0.0  # a side's chance below which most moves of a game are quick (0: never)
    games: int = 64  # played side by side in each group
    groups: int = 1  # of games; two keep a GPU busy while threads play
    longest: int = 120  # moves of a game; a longer one is counted as it stands
    positions: int = 4000  # new ones between two updates of the network
    reuse: float = 2.0  # how often a position is learned from before the next update, on average
    window: int = 100_000  # positions remembered at the most
    least: float = 0.3  # share of all positions so far that is remembered while this is less than the window
    batch: int = 128  # positions of a step
    rate: float = 2e-3  # of learning, at the beginning
    last_rate: float = 2e-4  # at the end
    decay: float = 1e-4  # of weights
    mix: float = 0.3  # share of the search's own opinion in what values should be
    ownership: float = 0.3  # weight of the owners of points in what is learned
    average: float = 0.8  # share of the old weights in those that play, at each update (0: none)
    gate: int = 0  # games against the last network, of which a new one must win 55% to take over (0: no gate)
    iterations: int = 50  # updates of the network
    seed: int = 1

    def shape(self) -> Shape:
        return Shape(
            self.blocks, self.channels, pooled=max(8, self.channels // 3), hidden=max(16, self.channels * 2 // 3)
        )

    def habits(self) -> Habits:
        """How the games are played."""
        slow, fast = self.rule(self.visits, True), self.rule(max(2, self.fast), False)
        methods = Method(slow, Random()), Method(fast, Random())
        efforts = {"visits": self.visits, "fast_visits": max(1, self.fast), "share": self.share}
        return Habits(*methods, **efforts, decided=self.decided)  # type: ignore[arg-type]

    def duel(self) -> Habits:
        """How two networks are compared: with chance in the first moves (the slow ones), and then without."""
        lucky: Any = Puct(temperature=1.0)
        calm: Any = Puct()
        if self.search == "gumbel":
            calm = Gumbel(self.considered, self.visits, scale=self.scale, luck=0.0)
            lucky = calm._replace(luck=1.0)
        methods = Method(lucky, Random()), Method(calm, Random())
        return Habits(*methods, visits=self.visits, fast_visits=self.visits, share=1.0, decided=0.0)

    def lucky_moves(self) -> int:
        """How many moves of such a game are drawn with chance, so that games differ."""
        return max(2, self.longest // 10)

    def rule(self, visits: int, slow: bool) -> Any:
        if self.search == "gumbel":
            return Gumbel(self.considered, visits, scale=self.scale, luck=1.0 if slow else 0.5)
        noise = (0.25, 0.15, 2.0) if slow else (0.0, 0.03, 0.0)
        return Puct(noise=noise[0], alpha=noise[1], forced=noise[2], temperature=1.0, cool=12)


PRESETS: dict[str, dict[str, Any]] = {
    "tictactoe": {"blocks": 2, "channels": 24, "games": 64, "positions": 1200, "longest": 9, "window": 20_000,
                  "iterations": 20, "visits": 24, "considered": 9, "reuse": 6.0},
    "connect4": {"blocks": 3, "channels": 32, "games": 64, "positions": 2500, "longest": 42, "window": 80_000,
                 "least": 0.35, "iterations": 60, "visits": 32, "considered": 7, "reuse": 3.0, "rate": 5e-3,
                 "last_rate": 3e-4, "mix": 0.5, "average": 0.5},
    "minishogi": {"blocks": 6, "channels": 64, "games": 128, "positions": 8000, "longest": 160, "window": 300_000},
}  # fmt: skip


ON_GPU: dict[str, Any] = {"games": 4096, "groups": 2, "positions": 100_000, "reuse": 3.0, "window": 4_000_000,
                          "batch": 2048, "iterations": 200, "average": 0.7, "last_rate": 1e-4,
                          "decided": 0.03}  # fmt: skip
SMALL = ("tictactoe", "connect4")  # games that are learned before a GPU is warm


def settings_for(game: Game, name: str, changes: dict[str, Any], device: str = "cpu") -> Settings:
    """The settings of a game, with changes; on a GPU many more games are played side by side."""
    if game.view is None:
        raise BadText(f"game {name!r}: it has no view for a network")
    unknown = sorted(set(changes) - set(Settings._fields))
    if unknown:
        raise BadText(f"setting {unknown[0]!r}: expected some of {', '.join(Settings._fields)}")
    many = ON_GPU if device == "cuda" and game.name not in SMALL else {}
    found = Settings(**({"game": name} | PRESETS.get(game.name, {}) | many | changes))
    if found.search not in ("gumbel", "puct"):
        raise BadText(f"search {found.search!r}: expected gumbel or puct")
    return found
