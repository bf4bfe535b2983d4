"""Events played in this process, for tests."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from yomi.arena.event import MATCH, Event, Played, new_event
from yomi.arena.run import Standing, play_event
from yomi.arena.store import Store
from yomi.arena.workers import Here, Workers
from yomi.games import catalog
from yomi.games.position import Position

FAKE = Path(__file__).with_name("fake_gtp.py")
FAST, FASTER = "uct simulations=30", "flat simulations=20"


def fake(mode: str, timeout: float = 20) -> str:
    """A Go engine that does what `mode` says."""
    return f"gtp(timeout={timeout}):{sys.executable} {FAKE} {mode}"


def nim_match(seed: int = 1, **changes: Any) -> Event:
    settings = {"game": "nim(heap=9)", "players": [FAST, FASTER]} | changes
    return new_event(MATCH, settings.pop("game"), settings.pop("players"), seed=seed, **settings)


def kept(path: Path, event: Event, games: int, resume: bool = False, workers: Workers | None = None, **more: Any):
    """The event after it was played into a file."""
    with Store(path) as store:
        return play_event(event, games, store, workers or Here(), resume, **more)


def match(game: str, first: str, second: str, games: int, **others: Any) -> Standing:
    """A match that is not kept."""
    event = new_event(MATCH, game, [first, second], **others)
    return Standing(event, games, list(Here().play(event, event.fixtures(games))))


def untimed(games: list[Played]) -> list[Played]:
    """What must be the same when a game is played again, in one order."""
    return sorted(game._replace(times=[], seconds=[], cpu=[]) for game in games)


def replayed(event: Event, game: Played) -> Position:
    return catalog.start(event.game).play(*game.moves)
