"""Listens to the program in a thread of its own: what needs no engine is answered at once, the rest waits in order."""

import threading
import time
from collections import deque
from collections.abc import Iterable
from typing import BinaryIO

from yomi.frontend.stream import Hangup, lines_of
from yomi.frontend.usi.wire import Order, Out, read_order

SAME_BREATH = 0.3  # seconds: a `quit` so soon after an order was written with it, to be obeyed after it


class Inbox:
    """The orders that wait to be executed; those that can be ended are, when a line asks for it."""

    def __init__(self, stream: BinaryIO | Iterable[bytes], out: Out, greeting: list[str]):
        self._out, self._greeting = out, greeting
        self._changed = threading.Condition()
        self._waiting: deque[Order] = deque()
        self._running: Order | None = None
        self._ended = False
        self.left = threading.Event()  # the program has gone, and nothing is worth waiting for
        self.spoken = threading.Event()  # a first line has come
        threading.Thread(target=self._listen, args=(stream,), name="usi-input", daemon=True).start()

    def next(self) -> Order | None:
        """The next order once there is one, None at the end."""
        with self._changed:
            self._running = None
            self._changed.wait_for(lambda: self._waiting or self._ended)
            self._running = self._waiting.popleft() if self._waiting else None
            return self._running

    @property
    def over(self) -> bool:
        """Whether nothing is left to do, now and later."""
        with self._changed:
            return self._ended and not self._waiting

    def _listen(self, stream: BinaryIO | Iterable[bytes]) -> None:
        try:
            for line in lines_of(stream):
                order = read_order(line)
                if order is not None:
                    if order.name == "quit":
                        break  # nothing after it counts, and a thread that reads would hold up the exit
                    self._take(order)
                    self.spoken.set()
        except Hangup:
            pass  # as good as `quit`
        finally:
            self._leave()

    def _take(self, order: Order) -> None:
        """Answer an order, pass it on to the one it ends, or let it wait."""
        if order.name == "usi":
            self._out.lines(*self._greeting)
        elif order.name == "stop":
            with self._changed:
                self._end(self._unfinished())
        elif order.name == "ponderhit":
            self._hit(order)
        elif order.name == "isready" and self._running is not None and self._running.searching:
            self._out.lines("readyok")
        else:
            with self._changed:
                if order.name != "setoption":
                    self._end([o for o in self._unfinished() if o.endless or order.name == "gameover"])
                self._waiting.append(order)
                self._changed.notify_all()

    def _hit(self, order: Order) -> None:
        with self._changed:
            for earlier in self._unfinished():
                if earlier.name == "go" and "ponder" in earlier.words and earlier.hit is None:
                    earlier.hit_at = order.read_at
                    earlier.hit = order.words

    def _end(self, orders: list[Order]) -> None:
        for order in orders:
            order.stopped.set()

    def _leave(self) -> None:
        """`quit` or the end of the input: what has no end ends, and all ends unless it came in one breath."""
        with self._changed:
            unfinished = self._unfinished()
            late = all(time.monotonic() - order.read_at > SAME_BREATH for order in unfinished)
            self._end([order for order in unfinished if order.endless or late])
            if late:
                self._waiting.clear()
                self.left.set()
            self._ended = True
            self._changed.notify_all()
        self.spoken.set()

    def _unfinished(self) -> list[Order]:
        return [*self._waiting, self._running] if self._running else list(self._waiting)
