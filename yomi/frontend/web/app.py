"""The server: the built page, what it offers, and one WebSocket for each browser; nothing from another site gets in."""

from __future__ import annotations

import asyncio
import ipaddress
import json
import pathlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import urlsplit

from fastapi import FastAPI, Request, Response, WebSocket, WebSocketDisconnect
from fastapi.responses import JSONResponse
from fastapi.staticfiles import StaticFiles

from yomi.errors import YomiError
from yomi.frontend.web.asks import MOST_TEXT, read_ask
from yomi.frontend.web.clerk import Clerk
from yomi.frontend.web.hall import Hall
from yomi.frontend.web.offers import offers
from yomi.frontend.web.store import Games
from yomi.games.catalog import game as game_of
from yomi.players.spec import parse

PAGE = pathlib.Path(__file__).parent / "static"
LOCAL = ("127.0.0.1", "localhost", "::1")
MOST_BROWSERS = 100
MOST_MESSAGE = 2 * MOST_TEXT  # bytes
MOST_WAITING = 200  # messages that a slow browser has not read
LATEST = ("search", "state", "queue")  # of these only the latest is worth reading
SAFE = {
    "Content-Security-Policy": "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self' ws: wss:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class Guard:
    """Who may ask: pages of this server, under the names by which it is known."""

    def __init__(self, host: str):
        self.open = host not in LOCAL

    def knows(self, host: str) -> bool:
        """Whether a request names this server: otherwise a name of another site was bent to this address."""
        try:
            name = urlsplit(f"//{host}").hostname or ""
            return name == "localhost" or self.open or ipaddress.ip_address(name).is_loopback
        except ValueError:
            return False

    def allows(self, host: str, origin: str | None) -> bool:
        """Whether a WebSocket may be opened: from a page of this server, or by a program that is no browser."""
        return self.knows(host) and (origin is None or urlsplit(origin).netloc == host)


class Outbox:
    """Messages for one browser; of what changes often only the latest waits."""

    def __init__(self) -> None:
        self._waiting: list[dict[str, Any]] = []
        self._some = asyncio.Event()

    def put(self, message: dict[str, Any]) -> None:
        kind = message["type"]
        if kind in LATEST:
            self._waiting = [other for other in self._waiting if other["type"] != kind]
        if len(self._waiting) < MOST_WAITING:
            self._waiting.append(message)
        self._some.set()

    async def send_all(self, socket: WebSocket) -> None:
        while True:
            await self._some.wait()
            self._some.clear()
            waiting, self._waiting = self._waiting, []
            for message in waiting:
                await socket.send_text(json.dumps(message, separators=(",", ":")))


async def talk(socket: WebSocket, hall: Hall) -> None:
    """Serve one browser until it goes."""
    outbox = Outbox()
    clerk = Clerk(hall, outbox.put)
    sender = asyncio.create_task(outbox.send_all(socket))
    try:
        while True:
            outbox.put(await answer(clerk, await socket.receive_text()))
    except (WebSocketDisconnect, KeyError):  # KeyError: bytes in the place of text
        pass
    finally:
        clerk.leave()
        sender.cancel()


async def answer(clerk: Clerk, text: str) -> dict[str, Any]:
    """Do what a message asks for: done, or refused with the reason."""
    try:
        ask = read_ask(text)
        await clerk.serve(ask)
    except (YomiError, MemoryError) as error:
        return {"type": "refused", "id": id_of(text), "text": str(error)}
    return {"type": "done", "id": ask.id}


def id_of(text: str) -> int:
    """The number of an ask, -1 where it has none."""
    try:
        number = json.loads(text)["id"]
    except (ValueError, TypeError, KeyError, RecursionError):
        return -1
    return number if isinstance(number, int) else -1


def new_app(file: pathlib.Path, host: str, places: int, megabytes: float, warm: str = "") -> FastAPI:
    """The server of games that are kept in a file, known as `host`; `warm` is a game to be ready for."""
    guard = Guard(host)
    browsers: set[WebSocket] = set()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.hall = Hall(Games(file), places, megabytes, own_games=not guard.open)
        if warm:
            app.state.hall.warm_up(warm)
        yield
        app.state.hall.close()

    app = FastAPI(title="Yomi", lifespan=lifespan, docs_url=None, redoc_url=None)

    @app.middleware("http")
    async def guarded(request: Request, call_next: Any) -> Response:
        if not guard.knows(request.headers.get("host", "")):
            return JSONResponse({"text": "this server does not answer to that name"}, 403)
        response: Response = await call_next(request)
        response.headers.update(SAFE)
        lasting = request.url.path.startswith("/assets/")  # names that change with what they hold
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable" if lasting else "no-cache"
        return response

    @app.get("/api/catalog")
    def catalog() -> dict[str, Any]:
        return offers()

    @app.get("/api/spec")
    def spec(text: str, game: str) -> Response:
        try:
            return JSONResponse({"spec": str(parse(text[:2000]).on(game_of(game)))})
        except YomiError as error:
            return JSONResponse({"text": str(error)}, 422)

    @app.websocket("/ws")
    async def live(socket: WebSocket) -> None:
        if not guard.allows(socket.headers.get("host", ""), socket.headers.get("origin")):
            await socket.close(1008, "this server talks to its own page only")
            return
        await socket.accept()
        if len(browsers) >= MOST_BROWSERS:
            await socket.close(1013, f"{MOST_BROWSERS} browsers are connected already")
            return
        browsers.add(socket)
        try:
            await talk(socket, app.state.hall)
        finally:
            browsers.discard(socket)

    app.mount("/", StaticFiles(directory=PAGE, html=True, check_dir=False))
    return app
