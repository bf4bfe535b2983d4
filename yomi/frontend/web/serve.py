"""Starts the server of the page, says where it is, and opens it in the browser."""

from __future__ import annotations

import os
import pathlib
import socket
import threading
import webbrowser

import uvicorn

from yomi.errors import BadText
from yomi.frontend.web.app import LOCAL, MOST_MESSAGE, PAGE, new_app
from yomi.frontend.web.levels import levels
from yomi.frontend.web.memory import usual_memory
from yomi.frontend.web.store import Games
from yomi.frontend.web.table import ENGINE, PERSON, Table
from yomi.frontend.web.views import kept
from yomi.games import catalog

FIRST = "go9"  # the game of a first visit
TRIES = 20  # ports after the wanted one, if it is taken
CLOSING = 3  # seconds that browsers have to leave when the server stops


def games_file() -> pathlib.Path:
    """Where games are kept unless told otherwise."""
    home = os.environ.get("XDG_DATA_HOME") or pathlib.Path.home() / ".local" / "share"
    return pathlib.Path(home) / "yomi" / "games.sqlite"


def free_port(host: str, wanted: int) -> int:
    """The wanted port, or the next that nobody uses."""
    reason = "no free port"
    for port in range(wanted, min(wanted + TRIES, 65536)):
        try:
            with socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET):
                return port
        except OSError as error:
            reason = error.strerror or str(error)
    raise BadText(f"port {wanted} on {host!r}: {reason}")


def begun(file: pathlib.Path, game: str, player: str, white: bool) -> str:
    """Begin a game against a player, by default one of full strength, for the page to open; where it is there."""
    start = catalog.start(game)
    level = levels(start.game)[-1]
    engine = {"kind": ENGINE, "spec": player or level.spec, "level": "" if player else level.name}
    person = {"kind": PERSON}
    table = Table(start, game, (engine, person) if white else (person, engine))
    games = Games(file)
    games.save(table.id, kept(table))
    games.close()
    return f"#game={table.id}"


def serve(host: str, port: int, browser: bool, file: pathlib.Path, memory: float | None, first: str = "") -> None:
    """Serve until interrupted; `first` is the part of the page to open."""
    if not (PAGE / "index.html").exists():
        raise BadText("the page is not built: run 'make page'")
    port = free_port(host, port)
    app = new_app(file, host, os.cpu_count() or 1, memory or usual_memory(), warm=FIRST)
    shown = f"[{host}]" if ":" in host else "127.0.0.1" if host == "0.0.0.0" else host
    address = f"http://{shown}:{port}/{first}"
    print(f"Yomi's page: {address} (Ctrl+C ends it)", flush=True)
    if host not in LOCAL:
        print("Warning: everybody who reaches this machine can play and use its cores: no password.", flush=True)
    if browser:
        threading.Timer(0.8, webbrowser.open, (address,)).start()
    limits = {"ws_max_size": MOST_MESSAGE, "timeout_graceful_shutdown": CLOSING}
    uvicorn.Server(uvicorn.Config(app, host=host, port=port, log_level="warning", **limits)).run()  # type: ignore[arg-type]
