"""Plays an event into a store: what is missing, no game twice, until there is enough."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from yomi.arena.event import Event, Fixture, Played
from yomi.arena.store import Store
from yomi.arena.workers import Workers
from yomi.errors import BadText


class Standing(NamedTuple):
    """An event so far."""

    event: Event
    games: int  # wanted of each pairing
    played: list[Played]


Progress = Callable[[Standing], None]
Enough = Callable[[Standing], bool]


def play_event(
    event: Event,
    games: int,
    store: Store,
    workers: Workers,
    resume: bool = False,
    progress: Progress | None = None,
    enough: Enough | None = None,
    name: str = "",
) -> Standing:
    """Play the missing games; `progress` sees the standing before and after each, `enough` may end it early."""
    if games < 1:
        raise BadText(f"games {games}: expected 1 or more")
    refuse_again(event, store, resume)
    number = store.begin(event, name)
    with store.alone(number):
        standing = Standing(event, games, store.games(number))
        if progress:
            progress(standing)
        coming = missing(standing, enough)
        for game in workers.play(event, coming):
            store.add(number, game)
            standing.played.append(game)
            if progress:
                progress(standing)
    return Standing(event, games, store.games(number))


def refuse_again(event: Event, store: Store, resume: bool) -> None:
    """An event that was begun goes on only where that is wanted."""
    number = store.find(event)
    if number is not None and not resume and (done := len(store.games(number))):
        raise BadText(f"{store.path} holds {done} games of this event: --resume goes on, another --seed plays others")


def missing(standing: Standing, enough: Enough | None) -> Iterator[Fixture]:
    """The games that are not finished, for as long as there is not enough."""
    done = {game.fixture for game in standing.played}
    for fixture in standing.event.fixtures(standing.games):
        if enough is not None and enough(standing):
            return
        if fixture not in done:
            yield fixture
