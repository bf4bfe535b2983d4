"""Named levels from beginner to full strength, by simulations, and who analyses a game."""

from __future__ import annotations

import os
from typing import NamedTuple

from yomi.frontend.web.boards import GO, SHOGI_KIND, kind_of
from yomi.games.game import Game
from yomi.value.network import has_network

NAMES = ("beginner", "casual", "club", "strong", "expert", "full")
SIMULATIONS = {  # by kind of board; alpha-beta counts nodes, a thousand at the least
    GO: (8, 60, 400, 3000, 20_000),
    SHOGI_KIND: (3000, 30_000, 300_000),
}
FEW = (2, 10, 50, 400, 3000)  # of games that have no preset of their own
SHALLOW = "alphabeta(depth={}) playout=quiescence(value={})"  # a beginner of shogi looks no further than this
ELO: dict[str, tuple[int | None, ...]] = {  # rough, from matches between neighbours: docs/page.md
    "go9": (550, 950, 1500, 2150, 2500, 3000),
    "go13": (500, 900, 1300, 1700, None, None),
    "go19": (500, 800, 1200, None, None, None),
    "shogi": (500, 950, 1050, 1550, None, None),
    "minishogi": (500, 650, 1050, 1450, 1750, None),
}
SECONDS = 5  # of a move at full strength


class Level(NamedTuple):
    """A strength that a person chooses."""

    name: str
    spec: str
    elo: int | None


def levels(game: Game) -> list[Level]:
    """The levels of a game, the weakest first."""
    kind = kind_of(game)
    search = "yomi" if kind in SIMULATIONS else "uct"
    specs = [SHALLOW.format(depth, game.name) for depth in (1, 2)] if kind == SHOGI_KIND else []
    specs += [f"{search} simulations={number}" for number in SIMULATIONS.get(kind, FEW)]
    specs.append(f"{strongest(game)} seconds={SECONDS} threads={os.cpu_count() or 1}")
    return [Level(*level) for level in zip(NAMES, specs, ELO.get(game.name, (None,) * len(NAMES)), strict=True)]


def strongest(game: Game) -> str:
    """The strongest search of a game."""
    return "zero" if has_network(game) else "yomi" if kind_of(game) in SIMULATIONS else "uct"


def analyst(game: Game) -> str:
    """Who analyses a game unless a person chooses another: a search whose tree can be watched."""
    threads = os.cpu_count() or 1
    return f"{'mcss' if kind_of(game) == SHOGI_KIND else strongest(game)} threads={threads}"
