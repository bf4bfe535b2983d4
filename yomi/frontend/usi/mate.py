"""`go mate`: answers whether the side to move can mate by checks alone, where there is a solver."""

from __future__ import annotations

import importlib
import queue
import threading
import time
from collections.abc import Callable

from yomi.frontend.usi.wire import Order, Out
from yomi.games.position import Position

Solver = Callable[[Position, float], list[int] | None]  # the mating line, none where there is none or no time

SOLVER = "yomi.search.mate"
ENDLESS = 3600.0  # seconds
POLL = 0.01


def go(out: Out, position: Position, order: Order, seconds: float) -> None:
    """Answer `go mate`: a line of moves, or why there is none."""
    try:
        solve = importlib.import_module(SOLVER).solve
    except ImportError:
        out.lines("checkmate notimplemented")
        return
    try:
        found = verdict(solve, position, order, min(seconds, ENDLESS))
    except Exception as error:
        out.say(f"{type(error).__name__}: {error}")
        found = "timeout"
    out.lines(f"checkmate {found}")


def verdict(solve: Solver, position: Position, order: Order, seconds: float) -> str:
    """The mating moves, `nomate`, or `timeout`; the solver goes on in its thread when it is told to stop."""
    found: queue.Queue[list[int] | Exception | None] = queue.Queue()

    def work() -> None:
        try:
            found.put(solve(position, seconds))
        except Exception as error:  # handed to the thread that waits
            found.put(error)

    began = time.monotonic()
    threading.Thread(target=work, name="usi-mate", daemon=True).start()
    while not order.stopped.is_set():
        try:
            moves = found.get(timeout=POLL)
        except queue.Empty:
            continue
        if isinstance(moves, Exception):
            raise moves
        if moves:
            return " ".join(texts(position, moves))
        return "nomate" if moves is not None or time.monotonic() - began < seconds else "timeout"
    return "timeout"


def texts(position: Position, moves: list[int]) -> list[str]:
    """A line of moves as text."""
    found = []
    for move in moves:
        found.append(position.text(move))
        position = position.after(move)
    return found
