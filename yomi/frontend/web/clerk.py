"""Does what one browser asks for: a message in, a call on its game, an answer out."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable
from typing import Any

from yomi.errors import BadText
from yomi.frontend.web import asks, boards, files
from yomi.frontend.web.hall import Hall
from yomi.frontend.web.host import Host
from yomi.frontend.web.news import PARTS
from yomi.frontend.web.table import PEOPLE, Table
from yomi.frontend.web.thoughts import MOVE, estimate_of
from yomi.games import catalog
from yomi.games.catalog import is_go
from yomi.games.go import count
from yomi.games.options import split_call
from yomi.games.position import Position
from yomi.players.referee import judge
from yomi.players.spec import parse

OWNER_PLAYOUTS = 1000
PACE = 0.5  # seconds of a move at the least, where engines play each other


class Clerk:
    """Serves one browser; `tell` sends it a message."""

    def __init__(self, hall: Hall, tell: Callable[[dict[str, Any]], None]):
        self.hall, self.tell = hall, tell
        self.parts: frozenset[str] = frozenset()
        self.host: Host | None = None

    def leave(self) -> None:
        if self.host is not None:
            self.host.leave(self)
            self.host = None

    def answer(self, kind: str, ask: Any, **values: Any) -> None:
        """Send what was asked for."""
        self.tell({"type": kind, "id": ask.id, **values})

    async def serve(self, ask: Any) -> None:
        """Carry out an ask."""
        match ask:
            case asks.New(setup=setup):
                options = {name: value for name, value in setup.options.items() if value != ""}
                text = f"{setup.game}({','.join(f'{name}={value}' for name, value in options.items())})"
                seats = [seat.model_dump() for seat in setup.players]
                await self.begin(text.removesuffix("()"), seats, setup.clock, setup.position)
            case asks.Edit():
                await self.begin(ask.game, PEOPLE, "", ask.position)
            case asks.Load():
                data = bytes_of(ask)
                self.show(await self.hall.compute_now(lambda: files.load(data)))
            case asks.Open():
                self.go_to(await self.hall.find(ask.game))
            case asks.Watch():
                self.parts = frozenset(ask.parts) & PARTS
                if self.host is not None:
                    self.host.watch()
            case _ if self.host is None:
                raise BadText(f"{ask.do!r}: expected 'new' or 'open' first")
            case _:
                if not await self.served_aside(self.host, ask):
                    self.change(self.host, ask)

    async def begin(self, text: str, seats: Any, clock: str, position: str | None) -> None:
        """Begin a game; its rules may have to be compiled."""
        name, options = split_call(text)
        if name.endswith(".py") and not self.hall.own_games:
            raise BadText(f"game {name!r}: a server that others reach runs no files")
        if position is not None and "handicap" in options:
            raise BadText("handicap: expected none with a position")

        def make() -> Table:
            table = Table(catalog.start(text, position), text, seats)
            table.set_clock(clock)
            table.pace = 0.0 if table.has_people() else PACE
            boards.board(table.position), table.position.legal, table.position.over  # compiles what every state needs
            return table

        self.tell({"type": "busy", "text": f"compiling {text}: rules", "done": 0, "total": 1})
        try:
            table = await self.hall.compute_now(make)
        finally:
            self.tell({"type": "busy", "text": "", "done": 1, "total": 1})
        self.show(table)

    def show(self, table: Table) -> None:
        """Look at a new game."""
        host = self.hall.add(table)
        self.go_to(host)
        host.changed()

    def go_to(self, host: Host) -> None:
        """Look at another game."""
        if self.host is not host:
            self.leave()
        self.host = host
        host.enter(self)

    async def served_aside(self, host: Host, ask: Any) -> bool:
        """Answer what changes no game; False where it is no such thing."""
        table = host.table
        match ask:
            case asks.Plain(do="estimate"):
                self.answer("estimate", ask, **await self.hall.compute_now(estimator(table.seen)))
            case asks.Plain(do="now"):
                if host.thought is None or host.thought.subject.kind != MOVE:
                    raise BadText("move now: no engine is thinking")
                host.thought.hurry()
            case asks.Save():
                packed = base64.b64encode(files.save(table, ask.format)).decode()
                name = f"yomi-{table.position.game.name}.{ask.format}"
                self.answer("file", ask, name=name, base64=packed, mime=files.MIME[ask.format])
            case asks.Look():
                position = table.seen.play(*ask.path)
                self.answer("look", ask, board=boards.board(position), side=position.side, moves=ask.path)
            case _:
                return False
        return True

    def change(self, host: Host, ask: Any) -> None:
        """Change a game, and let everybody know."""
        table = host.table
        match ask:
            case asks.Play():
                if ask.at == table.length and table.engine_to_move and not table.paused:
                    raise BadText(f"move {ask.move!r}: it is the engine's turn")
                table.play(ask.move, ask.at)
                host.advance()
                return
            case asks.Plain(do="hint"):
                if table.seen.over:
                    raise BadText("hint: the game is over there")
                host.hints.append((self, ask.id))
            case asks.Plain():
                getattr(table, ask.do)()  # undo, resign, agree, resume or back
            case asks.Switch(do="pause"):
                table.paused = ask.on
                table.freeze(ask.on)
            case asks.Switch():
                host.analyzing = ask.on
            case asks.Pace():
                table.pace = ask.seconds
            case asks.Dead():
                table.mark(ask.point)
            case asks.Jump():
                table.jump(ask.at)
            case asks.Players():
                table.set_seats([seat.model_dump() for seat in ask.players])
            case asks.Analyst():
                parse(ask.spec).on(table.position.game)
                table.analyst = ask.spec
            case asks.Timing():
                table.set_clock(ask.clock)
            case asks.Review():
                self.review(host, ask.simulations)
        host.changed()

    def review(self, host: Host, simulations: int) -> None:
        """Begin to analyse the whole game, or stop."""
        if host.reviewing and not simulations:
            host.tell({"type": "busy", "text": "review", "done": 1, "total": 1})
        host.reviewing = simulations
        if simulations:
            host.table.mistakes = []


def bytes_of(ask: asks.Load) -> bytes:
    """The file that was sent."""
    if ask.base64 is None:
        return (ask.text or "").encode()
    try:
        return base64.b64decode(ask.base64, validate=True)
    except binascii.Error as error:
        raise BadText(f"file {ask.name!r}: {error}") from None


def estimator(position: Position) -> Callable[[], dict[str, Any]]:
    """Work that says who is ahead in Go, by the referee's count."""
    if not is_go(position.game):
        raise BadText("estimate: expected a game of Go")

    def work() -> dict[str, Any]:
        verdict, owner = judge(position), estimate_of(position, OWNER_PLAYOUTS).owner
        dead = [position.text(p) for p in verdict.dead]
        return {"owner": owner, "score": verdict.score, "text": count.score_text(verdict.score), "dead": dead}

    return work
