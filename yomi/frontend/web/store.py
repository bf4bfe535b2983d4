"""Games of the page in one SQLite file: they survive a reload, a lost connection and a restart of the server."""

from __future__ import annotations

import json
import pathlib
import sqlite3
import time
from typing import Any

from yomi.errors import BadText

TABLES = "CREATE TABLE IF NOT EXISTS game (id TEXT PRIMARY KEY, saved REAL NOT NULL, kept TEXT NOT NULL)"
MOST_GAMES = 10_000  # kept; the oldest are forgotten


class Games:
    """An open file of games; one thread uses it."""

    def __init__(self, path: pathlib.Path):
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=10)
            self._db.execute("PRAGMA journal_mode=WAL")
            self._db.execute("PRAGMA synchronous=NORMAL")
            self._db.execute(TABLES)
            self._thin_out()
        except (OSError, sqlite3.Error) as error:
            raise BadText(f"games {str(path)!r}: {error}") from None

    def save(self, name: str, kept: dict[str, Any]) -> None:
        """Keep a game as it stands, as a whole or not at all."""
        self._db.execute("INSERT OR REPLACE INTO game VALUES (?, ?, ?)", (name, time.time(), json.dumps(kept)))

    def load(self, name: str) -> dict[str, Any]:
        """A game that was kept."""
        row = self._db.execute("SELECT kept FROM game WHERE id=?", (name,)).fetchone()
        if row is None:
            raise BadText(f"game {name[:40]!r}: this server does not know it")
        found: dict[str, Any] = json.loads(row[0])
        return found

    def _thin_out(self) -> None:
        """Forget the oldest games where there are too many."""
        newest = "SELECT id FROM game ORDER BY saved DESC LIMIT ?"
        self._db.execute(f"DELETE FROM game WHERE id NOT IN ({newest})", (MOST_GAMES,))

    def close(self) -> None:
        self._db.close()
