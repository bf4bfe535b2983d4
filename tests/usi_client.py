"""Talks USI to Yomi as a shogi program would: to a thread, or all at once from a list of lines."""

from __future__ import annotations

import io
import os
import queue
import threading
import time

from yomi.frontend.usi import run

QUICK = "uct playout=random simulations=50 memory=20"
TIMEOUT = 240.0  # seconds; the first search of a new checkout compiles


def converse(*lines: str, spec: str = QUICK, game: str = "shogi") -> list[str]:
    """All lines that answer these, which come in one breath."""
    output = io.StringIO()
    run(spec, game, io.BytesIO("".join(f"{line}\n" for line in lines).encode()), output)
    text = output.getvalue()
    assert text == "" or text.endswith("\n")
    return text.splitlines()


class Client:
    """The other end of a conversation with an engine in a thread, line by line."""

    def __init__(self, game: str = "shogi", spec: str = QUICK):
        (engine_in, to_engine), (from_engine, engine_out) = os.pipe(), os.pipe()
        self._to, self._from = os.fdopen(to_engine, "wb"), os.fdopen(from_engine, "rb")
        self._lines: queue.Queue[str] = queue.Queue()

        def serve() -> None:
            with os.fdopen(engine_in, "rb") as given, os.fdopen(engine_out, "w") as written:
                run(spec, game, given, written)

        self._engine = threading.Thread(target=serve, daemon=True)
        self._engine.start()
        threading.Thread(target=self._listen, daemon=True).start()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *error: object) -> None:
        if not self._to.closed:
            self._to.close()
        self._engine.join(TIMEOUT)
        assert not self._engine.is_alive()

    def send(self, *lines: str) -> None:
        for line in lines:
            self._to.write(line.encode() + b"\n")
        self._to.flush()

    def until(self, word: str, timeout: float = TIMEOUT) -> list[str]:
        """The lines up to the one that begins with a word."""
        lines: list[str] = []
        deadline = time.monotonic() + timeout
        while not lines or lines[-1].split(" ")[0] != word:
            lines.append(self._lines.get(timeout=max(0.0, deadline - time.monotonic())))
        return lines

    def ask(self, line: str, word: str) -> list[str]:
        """The lines that answer a line."""
        self.send(line)
        return self.until(word)

    def silent(self, seconds: float, word: str = "bestmove") -> bool:
        """Whether no line that begins with a word comes for so long."""
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0:
            try:
                if self._lines.get(timeout=left).startswith(word):
                    return False
            except queue.Empty:
                break
        return True

    def _listen(self) -> None:
        for line in self._from:
            self._lines.put(line.decode().rstrip("\n"))
