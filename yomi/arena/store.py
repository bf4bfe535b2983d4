"""Results in one SQLite file: events, their players, and every finished game with its moves and times.

A game counts once its row is there, and a row is written as a whole: whatever is killed loses only games being played.
"""

from __future__ import annotations

import json
import pathlib
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import NamedTuple

from yomi.arena.event import Event, Fixture, Played
from yomi.errors import BadText

try:
    import fcntl
except ImportError:  # not on Windows: there two runs of one event are not kept apart
    fcntl = None  # type: ignore[assignment]

LAYOUT = 1  # of the tables
TABLES = """
CREATE TABLE event (id INTEGER PRIMARY KEY, key TEXT UNIQUE NOT NULL, kind TEXT NOT NULL, game TEXT NOT NULL,
    seed INTEGER NOT NULL, openings TEXT NOT NULL, clock TEXT NOT NULL, move_limit INTEGER NOT NULL,
    made TEXT NOT NULL, name TEXT NOT NULL DEFAULT '');
CREATE TABLE player (event INTEGER NOT NULL REFERENCES event, place INTEGER NOT NULL, spec TEXT NOT NULL,
    PRIMARY KEY (event, place));
CREATE TABLE game (event INTEGER NOT NULL REFERENCES event, first INTEGER NOT NULL, second INTEGER NOT NULL,
    number INTEGER NOT NULL, seeds TEXT NOT NULL, colours TEXT NOT NULL, winner INTEGER, result TEXT NOT NULL,
    reason TEXT NOT NULL, detail TEXT NOT NULL, moves TEXT NOT NULL, times TEXT NOT NULL, seconds TEXT NOT NULL,
    cpu TEXT NOT NULL, simulations TEXT NOT NULL, ended TEXT NOT NULL, PRIMARY KEY (event, first, second, number));
"""
COLUMNS = Played._fields[1:]
LISTS = {"seeds", "colours", "moves", "times", "seconds", "cpu", "simulations"}  # kept as JSON


class Entry(NamedTuple):
    """An event in a store."""

    id: int
    event: Event
    made: str
    games: int  # finished
    name: str  # what it was played for


class Store:
    """An open file of results."""

    def __init__(self, path: pathlib.Path, must_exist: bool = False):
        self.path = path
        if must_exist and not path.is_file():
            raise BadText(f"results {str(path)!r}: there is no such file")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(path, timeout=60, isolation_level=None)
            layout = self._db.execute("PRAGMA user_version").fetchone()[0]
            self._db.execute("PRAGMA journal_mode=WAL")
            self._db.execute("PRAGMA synchronous=NORMAL")
            if layout == 0 and not self._db.execute("SELECT 1 FROM sqlite_master").fetchone():
                self._db.executescript(f"BEGIN IMMEDIATE; {TABLES} PRAGMA user_version={LAYOUT}; COMMIT;")
                layout = LAYOUT
        except (OSError, sqlite3.Error) as error:
            raise BadText(f"results {str(path)!r}: {error}") from None
        if layout != LAYOUT:
            raise BadText(f"results {str(path)!r}: not one of Yomi's files, or of another version")

    def close(self) -> None:
        self._db.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def find(self, event: Event) -> int | None:
        """The number of an event, if it was begun."""
        row = self._db.execute("SELECT id FROM event WHERE key=?", (event.key,)).fetchone()
        return row[0] if row else None

    def begin(self, event: Event, name: str = "") -> int:
        """The number of an event, new or not."""
        now = datetime.now(UTC).isoformat(timespec="seconds")
        about = (event.key, event.kind, event.game, event.seed, event.openings, event.clock, event.limit, now, name)
        self._db.execute("BEGIN IMMEDIATE")
        with self._db:
            self._db.execute(f"INSERT OR IGNORE INTO event VALUES (NULL{', ?' * len(about)})", about)
            (number,) = self._db.execute("SELECT id FROM event WHERE key=?", (event.key,)).fetchone()
            players = [(number, place, spec) for place, spec in enumerate(event.players)]
            self._db.executemany("INSERT OR IGNORE INTO player VALUES (?, ?, ?)", players)
        return int(number)

    def add(self, number: int, game: Played) -> None:
        """Keep a game; one that is there already stays as it is."""
        fields = game._asdict()
        values = [json.dumps(fields[name]) if name in LISTS else fields[name] for name in COLUMNS]
        now = datetime.now(UTC).isoformat(timespec="seconds")
        places = ", ".join("?" * (5 + len(values)))
        self._db.execute(f"INSERT OR IGNORE INTO game VALUES ({places})", (number, *game.fixture, *values, now))

    def games(self, number: int) -> list[Played]:
        """The finished games of an event, in the order of their numbers."""
        chosen = f"SELECT first, second, number, {', '.join(COLUMNS)} FROM game WHERE event=?"
        found = []
        for row in self._db.execute(f"{chosen} ORDER BY number, first, second", (number,)):
            fields = dict(zip(COLUMNS, row[3:], strict=True))
            fields = {name: json.loads(value) if name in LISTS else value for name, value in fields.items()}
            found.append(Played(Fixture(*row[:3]), **fields))
        return found

    def events(self) -> list[Entry]:
        """All events."""
        found = []
        columns = "id, kind, game, seed, openings, clock, move_limit, made, name"
        for number, kind, game, *about, made, name in self._db.execute(f"SELECT {columns} FROM event ORDER BY id"):
            specs = self._db.execute("SELECT spec FROM player WHERE event=? ORDER BY place", (number,))
            (count,) = self._db.execute("SELECT COUNT(*) FROM game WHERE event=?", (number,)).fetchone()
            found.append(Entry(number, Event(kind, game, tuple(row[0] for row in specs), *about), made, count, name))
        return found

    @contextmanager
    def alone(self, number: int) -> Iterator[None]:
        """While this lasts no other process plays this event."""
        if fcntl is None:
            yield
            return
        with open(self.path.with_name(self.path.name + ".lock"), "a") as lock:
            try:
                fcntl.lockf(lock, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, number)
            except OSError:
                raise BadText(f"{self.path}: another process is playing event {number}") from None
            yield
