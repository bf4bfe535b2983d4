"""Talks GTP to Yomi as a controller would: to a process, to a thread, or all at once from a list of lines."""

from __future__ import annotations

import io
import os
import pathlib
import queue
import subprocess
import sys
import threading
from collections.abc import Callable
from typing import BinaryIO

from yomi.frontend.gtp import run

QUICK = "uct simulations=20 memory=20"
ROOT = str(pathlib.Path(__file__).parent.parent)
MAIN = "from yomi.frontend.gtp.__main__ import main; sys.exit(main())"
TIMEOUT = 120.0  # seconds; the first search of a new checkout compiles


def converse(*lines: str | bytes, spec: str = QUICK, size: int = 9) -> list[str]:
    """The replies to some lines, each without the empty line that ends it."""
    data = b"".join((line.encode() if isinstance(line, str) else line) + b"\n" for line in lines)
    return replies_to(data, spec, size)


def replies_to(data: bytes, spec: str = QUICK, size: int = 9) -> list[str]:
    """The replies to some bytes; whatever is written must be whole replies."""
    output = io.StringIO()
    run(spec, io.BytesIO(data), output, size)
    text = output.getvalue()
    assert text == "" or text.endswith("\n\n")
    return text.removesuffix("\n\n").split("\n\n") if text else []


def last(*lines: str | bytes, spec: str = QUICK, size: int = 9) -> str:
    """The reply to the last of some lines."""
    return converse(*lines, spec=spec, size=size)[-1]


def setup_of(rows: list[str]) -> str:
    """The command that sets up a diagram."""
    words = [
        f"{'b' if stone == 'X' else 'w'} {'ABCDEFGHJ'[column]}{len(rows) - row}"
        for row, line in enumerate(rows)
        for column, stone in enumerate(line)
        if stone != "."
    ]
    return "gogui-setup " + " ".join(words)


def command(*arguments: str) -> list[str]:
    """The command line of an engine."""
    return [sys.executable, "-c", f"import sys; sys.path.insert(0, {ROOT!r}); {MAIN}", *arguments]


class Controller:
    """The other end of a conversation, line by line."""

    def __init__(self, to_engine: BinaryIO, from_engine: BinaryIO, finish: Callable[[], int]):
        self._to, self._from, self._finish = to_engine, from_engine, finish
        self._lines: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._listen, daemon=True).start()

    @classmethod
    def spawn(cls, *arguments: str, **options: object) -> Controller:
        """A process of its own."""
        process = subprocess.Popen(
            command(*arguments),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            **options,  # type: ignore[call-overload]
        )
        return cls(process.stdin, process.stdout, lambda: process.wait(TIMEOUT))

    @classmethod
    def thread(cls, spec: str = QUICK, size: int = 9) -> Controller:
        """A thread of this process, which starts sooner."""
        (engine_in, to_engine), (from_engine, engine_out) = os.pipe(), os.pipe()

        def serve() -> None:
            with os.fdopen(engine_in, "rb") as given, os.fdopen(engine_out, "w") as written:
                run(spec, given, written, size)

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()

        def finish() -> int:
            thread.join(TIMEOUT)
            return int(thread.is_alive())

        return cls(os.fdopen(to_engine, "wb"), os.fdopen(from_engine, "rb"), finish)

    def __enter__(self) -> Controller:
        return self

    def __exit__(self, *error: object) -> None:
        if not self._to.closed:
            self.hang_up()
        assert self._finish() == 0

    def send(self, line: str) -> None:
        """Write a line, and read nothing."""
        self._to.write(line.encode() + b"\n")
        self._to.flush()

    def line(self) -> str:
        """The next line the engine writes."""
        return self._lines.get(timeout=TIMEOUT)

    def reply(self) -> str:
        """The next reply, whole."""
        lines: list[str] = []
        while line := self.line():
            lines.append(line)
        return "\n".join(lines)

    def ask(self, line: str) -> str:
        """The reply to a line."""
        self.send(line)
        return self.reply()

    def hang_up(self) -> None:
        """Close the engine's input."""
        self._to.close()

    def finish(self) -> int:
        """The exit status."""
        return self._finish()

    def _listen(self) -> None:
        for line in self._from:
            self._lines.put(line.decode().rstrip("\r\n"))
