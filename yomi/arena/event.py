"""What is played: an event of two or more players, and the games it consists of.

Games come in pairs: the same opening with both colours. Who meets whom follows from the kind of event, and everything
that chance decides follows from its seed, so a game that is missing can be played at any time, anywhere.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from yomi.errors import BadText
from yomi.games import catalog
from yomi.games.options import split_call
from yomi.players import clock
from yomi.players.contestant import plain

MATCH, ROUND_ROBIN, GAUNTLET = "match", "roundrobin", "gauntlet"
KINDS = (MATCH, ROUND_ROBIN, GAUNTLET)


class Fixture(NamedTuple):
    """A game to be played: the first player of an odd one begins, and the next one has its opening."""

    first: int  # places of the players in the event
    second: int
    number: int  # of the game between these two, from 1

    def who(self) -> tuple[int, int]:
        """The player of each side, 0 the first, 1 the second; it is also the side of each player."""
        return (0, 1) if self.number % 2 else (1, 0)

    def opening(self, openings: int) -> int:
        """Which of so many openings it has."""
        return (self.number - 1) // 2 % openings


class Event(NamedTuple):
    """What makes an event, beside how long it is; texts in the one form that equal settings share."""

    kind: str  # match, roundrobin: all against all, gauntlet: the first against all others
    game: str
    players: tuple[str, ...]
    seed: int = 1
    openings: str = ""  # none, the set that comes with Yomi, or a file
    clock: str = ""  # of each side; none: no limit but the players' own
    limit: int = 0  # moves after which a game is stopped and counted; 0: none

    def pairings(self) -> list[tuple[int, int]]:
        """Who meets whom, as places in `players`."""
        places = range(len(self.players))
        return [(0, k) for k in places[1:]] if self.kind == GAUNTLET else list(combinations(places, 2))

    def fixtures(self, games: int) -> Iterator[Fixture]:
        """All games when each pairing has so many: pair by pair, everybody's first pair before anybody's second."""
        for number in range(1, games + 1, 2):
            for first, second in self.pairings():
                for k in range(number, min(number + 2, games + 1)):
                    yield Fixture(first, second, k)

    def seeds(self, fixture: Fixture) -> list[int]:
        """A seed for each player in a game: no two games, and no two events with seeds near each other, share any."""
        words = [f"{self.seed} {' '.join(map(str, fixture))} {player}".encode() for player in (0, 1)]
        return [int.from_bytes(hashlib.blake2b(word, digest_size=6).digest()) for word in words]

    @property
    def key(self) -> str:
        """The same for equal events only."""
        return hashlib.blake2b(json.dumps(self).encode(), digest_size=8).hexdigest()


def new_event(kind: str, game: str, players: list[str], **others: int | str) -> Event:
    """An event as a user describes it; `others` are its seed, openings, clock and limit."""
    name, options = split_call(game)
    board = catalog.game(name)
    chosen = ",".join(f"{option}={value}" for option, value in sorted(options.items()))
    texts = tuple(plain(text, board) for text in players)
    made = Event(kind, f"{name}({chosen})" if chosen else name, texts, **others)  # type: ignore[arg-type]
    check(made)
    return made._replace(clock=clock.to_text(clock.from_text(made.clock)) if made.clock else "")


def check(event: Event) -> None:
    """Refuse what cannot be played."""
    kind, players = event.kind, event.players
    if kind not in KINDS:
        raise BadText(f"kind {kind!r}: expected {', '.join(KINDS)}")
    if len(players) < 2 or (kind == MATCH and len(players) != 2):
        raise BadText(f"{len(players)} players: expected {'2' if kind == MATCH else '2 or more'}")
    if kind != MATCH and len(set(players)) < len(players):
        twice = next(text for text in players if players.count(text) > 1)
        raise BadText(f"player {twice!r} is named twice: expected different players")
    if event.limit < 0:
        raise BadText(f"limit {event.limit}: expected a number of moves, or 0 for none")


class Played(NamedTuple):
    """A finished game; lists are in the order first player, second player."""

    fixture: Fixture
    seeds: list[int]
    colours: list[str]
    winner: int | None  # 0 the first player, 1 the second, None nobody
    result: str
    reason: str  # rules, count, resignation, illegal move, engine failed, time, move limit
    detail: str
    moves: list[str]  # all of them, an opening's included
    times: list[float]  # seconds of each move that was thought about
    seconds: list[float]
    cpu: list[float]  # seconds of the processor
    simulations: list[int]

    @property
    def points(self) -> float:
        """Of the first player."""
        return 0.5 if self.winner is None else 1.0 - self.winner
