"""Listens to the controller in a thread of its own, so that a line can end what an earlier one has begun."""

import threading
import time
from collections import deque
from collections.abc import Iterable
from typing import BinaryIO

from yomi.frontend.gtp.wire import Call, asks_to_interrupt, read_call
from yomi.frontend.stream import lines_of

SAME_BREATH = 0.3  # seconds: a `quit` so soon after a command was written with it, to be obeyed after it


class Inbox:
    """The commands that wait to be executed, in order."""

    def __init__(self, stream: BinaryIO | Iterable[bytes]):
        self._changed = threading.Condition()
        self._waiting: deque[Call] = deque()
        self._running: Call | None = None
        self._ended = False
        self._failure: BaseException | None = None
        threading.Thread(target=self._listen, args=(stream,), name="gtp-input", daemon=True).start()

    def next(self) -> Call | None:
        """The next command once there is one, None at the end of the input."""
        with self._changed:
            self._running = None
            self._changed.wait_for(lambda: self._waiting or self._ended or self._failure)
            if self._failure is not None:
                raise self._failure
            self._running = self._waiting.popleft() if self._waiting else None
            return self._running

    def wait_until_overtaken(self, call: Call) -> None:
        """Return when another line has come in, or an interrupt, or the end."""
        with self._changed:
            self._changed.wait_for(lambda: call.overtaken or call.interrupted)

    def fail(self, error: BaseException) -> None:
        """Let `next` raise an error that another thread met."""
        with self._changed:
            self._failure = error
            self._changed.notify_all()

    def _listen(self, stream: BinaryIO | Iterable[bytes]) -> None:
        try:
            for line in lines_of(stream):
                call = read_call(line)
                self._take(call, interrupt=asks_to_interrupt(line))
                if call is not None and call.name == "quit":
                    break  # nothing after it counts, and a thread that reads would hold up the exit
        finally:
            with self._changed:
                self._ended = True
            self._leave()

    def _take(self, call: Call | None, interrupt: bool) -> None:
        """Note that a line has come in, with a command or without."""
        with self._changed:
            for earlier in self._unfinished():
                earlier.overtaken = True
                earlier.interrupted |= interrupt
            if call is not None:
                call.read_at = time.monotonic()
                self._waiting.append(call)
            self._changed.notify_all()

    def _leave(self) -> None:
        """`quit` or the end of the input: what is running ends soon, unless all came in one breath, as from a file."""
        with self._changed:
            for earlier in self._unfinished():
                earlier.overtaken = True
                earlier.interrupted |= time.monotonic() - earlier.read_at > SAME_BREATH
            self._changed.notify_all()

    def _unfinished(self) -> list[Call]:
        return [*self._waiting, self._running] if self._running else list(self._waiting)
